// The deal of a number under a condition, and drawing by a random number.
//
// A number is taken apart from the outside in: how the pool is shared, the row (state and points of
// the left half), the right half's points and state, and in each half the kinds, the honours, the
// rows and the small cards. Every step is a sum over a short list or a division, so rank
// (exact_rank.cpp) goes the same way back.
#pragma once

#include "bits.hpp"
#include "deals.hpp"
#include "exact_model.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

struct Quotient {
    u128 quotient;
    u64 remainder;
};

inline Quotient divide(u128 n, u64 d) {
    const u64 high = static_cast<u64>(n >> 64), low = static_cast<u64>(n);
    if (high == 0) return {low / d, low % d};
#if defined(__x86_64__)
    const u64 q1 = high / d;
    u64 r = high % d, q0;
    __asm__("divq %4" : "=a"(q0), "=d"(r) : "0"(low), "1"(r), "rm"(d) : "cc");
    return {static_cast<u128>(q1) << 64 | q0, r};
#else
    const u128 q = n / d;
    return {q, static_cast<u64>(n - q * d)};
#endif
}

// Deals the small cards of a suit: owner after owner, the colex rank among those left.
inline void place_small(const ExactModel& model, const ExactSuit& suit, u32 counts, u64 index,
                        u64* owners) {
    u32 left = suit.small;
    u32 index32 = static_cast<u32>(index);   // at most 13! / ... < 2^26
    int cards = count_bits(left);
    for (int owner = 0; owner + 1 < model.owners; ++owner, counts >>= 8) {
        const int take = counts & 255;
        if (take == 0) continue;
        const u32 ways = kSubsets.choose[cards][take];
        const u32 which = index32 % ways;
        index32 /= ways;
        const u32 own = static_cast<u32>(deposit(kSubsets.subset[kSubsets.start[take] + which], left));
        owners[owner] |= static_cast<u64>(own) << suit.shift;
        left ^= own;
        cards -= take;
    }
    owners[model.owners - 1] |= static_cast<u64>(left) << suit.shift;
}

inline const i32* first_at_least(const i32* begin, const i32* end, i32 value) {
    while (begin < end) {
        const i32* middle = begin + (end - begin) / 2;
        if (*middle < value)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

inline double small_ways_of(const ExactHalf& half, i32 pair, i32 state) {
    if (!half.small_dense.empty()) {
        const i64 pairs = static_cast<i64>(half.small_start.size()) - 1;
        return half.small_dense[state * pairs + pair];
    }
    const i32* begin = half.small_state.data() + half.small_start[pair];
    const i32* end = half.small_state.data() + half.small_start[pair + 1];
    const i32* at = first_at_least(begin, end, state);
    return at == end || *at != state ? 0.0 : half.small_ways[at - half.small_state.data()];
}

inline i64 small_entry(const ExactHalf& half, i32 pair, i32 state) {
    const i32* begin = half.small_state.data() + half.small_start[pair];
    const i32* end = half.small_state.data() + half.small_start[pair + 1];
    return first_at_least(begin, end, state) - half.small_state.data();
}

// Deals a half: layout number x of those with this state and these points.
inline void unrank_half(const ExactModel& model, int h, const ExactHalf& half, i32 state, i32 points,
                        u64 x, u64* owners) {
    i64 e = half.honour_start[points];
    u64 honour_ways;
    for (;; ++e) {
        honour_ways = static_cast<u64>(half.honour_ways[e]);
        const u64 both =
            honour_ways * static_cast<u64>(small_ways_of(half, half.honour_pair[e], state));
        if (x < both) break;
        x -= both;
    }
    u64 small = x / honour_ways, honour = x % honour_ways;
    const ExactSuit& s0 = model.suit[2 * h];
    const ExactSuit& s1 = model.suit[2 * h + 1];
    for (i64 c = half.honour_classes[e];; ++c) {
        const i32 first = half.class_pair[2 * c], second = half.class_pair[2 * c + 1];
        const u64 size1 = static_cast<u64>(s1.class_size[second]);
        const u64 ways = static_cast<u64>(s0.class_size[first]) * size1;
        if (honour < ways) {
            const u16* a0 = &s0.assignment[4 * (s0.class_first[first] + honour / size1)];
            const u16* a1 = &s1.assignment[4 * (s1.class_first[second] + honour % size1)];
            for (int owner = 0; owner < kSeats; ++owner)
                owners[owner] |= static_cast<u64>(a0[owner]) << s0.shift |
                                 static_cast<u64>(a1[owner]) << s1.shift;
            break;
        }
        honour -= ways;
    }
    const i32 pair = half.honour_pair[e];
    const int r0 = s0.row_start[pair / half.kinds2], r1 = s1.row_start[pair % half.kinds2];
    const i64 entry = small_entry(half, pair, state);
    for (i64 at = half.split_start[entry];; ++at) {
        const int i = r0 + half.split[2 * at], k = r1 + half.split[2 * at + 1];
        const u64 ways1 = static_cast<u64>(s1.row_ways[k]);
        const u64 ways = static_cast<u64>(s0.row_ways[i]) * ways1;
        if (small < ways) {
            place_small(model, s0, s0.row_counts[i], small / ways1, owners);
            place_small(model, s1, s1.row_counts[k], small % ways1, owners);
            return;
        }
        small -= ways;
    }
}

inline void share_pool(const Exact& exact, u64 index, u64 cards, u64* deal) {
    const ExactModel& model = exact.model;
    for (int t = 0; t + 1 < model.pools; ++t) {
        const BlockOrder& order = exact.pool_order[t];
        const u64 own = deposit(unrank_block<4>(order, index % order.total), cards);
        index /= order.total;
        deal[model.pool_seats[t]] |= own;
        cards ^= own;
    }
    deal[model.pool_seats[model.pools - 1]] |= cards;
}

// Deal number r (r < exact.total) of the condition.
inline void unrank_exact_one(const Exact& exact, u128 r, u64* deal) {
    const ExactModel& model = exact.model;
    const Quotient pool = divide(r, exact.pool_ways);
    u128 x = pool.quotient;
    const u32* guide = exact.guide.data() + static_cast<u64>(x >> exact.guide_shift);
    std::size_t row = guide[0], end = guide[1];
    while (row < end) {
        const std::size_t middle = (row + end) / 2;
        if (exact.row_end[middle] <= x)
            row = middle + 1;
        else
            end = middle;
    }
    if (row > 0) x -= exact.row_end[row - 1];
    const u32 group = exact.row[row].group, points = exact.row[row].points;
    const i32 state = exact.group_state[group];
    const Quotient split = divide(
        x, static_cast<u64>(exact.half[0].layouts_of[static_cast<i64>(state) * model.points[0] + points]));
    u64 rest = static_cast<u64>(split.quotient);
    int joint = 0;
    while (exact.joint_start[joint + 1] <= group) ++joint;
    const double* right = exact.right_of.data() + static_cast<i64>(group) * model.points[1];
    i64 e = model.accept_start[static_cast<i64>(joint) * model.points[0] + points];
    for (;; ++e) {
        const u64 ways = static_cast<u64>(model.accept_weight[e]) *
                         static_cast<u64>(right[model.accept_right[e]]);
        if (rest < ways) break;
        rest -= ways;
    }
    if (model.accept_weight[e] != 1) rest /= static_cast<u64>(model.accept_weight[e]);
    const i32 right_points = model.accept_right[e];
    i64 partner = exact.partner_start[group];
    for (;; ++partner) {
        const u64 ways = static_cast<u64>(
            exact.half[1].layouts_of[static_cast<i64>(exact.partner[partner]) * model.points[1] +
                                     right_points]);
        if (rest < ways) break;
        rest -= ways;
    }
    u64 owners[kSeats] = {};
    unrank_half(model, 0, exact.half[0], state, static_cast<i32>(points), split.remainder, owners);
    unrank_half(model, 1, exact.half[1], exact.partner[partner], right_points, rest, owners);
    for (int seat = 0; seat < kSeats; ++seat) deal[seat] = model.fixed[seat];
    const int seats = model.owners - (model.pools > 0);
    for (int owner = 0; owner < seats; ++owner) deal[model.owner_seat[owner]] |= owners[owner];
    if (model.pools > 0) share_pool(exact, pool.remainder, owners[seats], deal);
}

inline void unrank_exact(const Exact& exact, const u64* low, const u64* high, u64* deals,
                         std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
        unrank_exact_one(exact, static_cast<u128>(high[i]) << 64 | low[i], deals + kSeats * i);
}

// floor(word * total / 2^128), and what the product leaves in its low half.
inline u128 high_product(u128 word, u128 total, u128& low) {
    const u64 a1 = static_cast<u64>(word >> 64), a0 = static_cast<u64>(word);
    const u64 b1 = static_cast<u64>(total >> 64), b0 = static_cast<u64>(total);
    const u128 p00 = static_cast<u128>(a0) * b0, p01 = static_cast<u128>(a0) * b1;
    const u128 p10 = static_cast<u128>(a1) * b0, p11 = static_cast<u128>(a1) * b1;
    const u128 middle = (p00 >> 64) + static_cast<u64>(p01) + static_cast<u64>(p10);
    low = middle << 64 | static_cast<u64>(p00);
    return p11 + (p01 >> 64) + (p10 >> 64) + (middle >> 64);
}

// A uniform integer below total from words 2i and 2i + 1 of the stream (Lemire 2019, in 128 bits);
// rejected words are drawn again from deal i's own spill block.
inline u128 draw_number(const Key& key, u128 total, u128 threshold, u64 index, const u64* word) {
    u128 low;
    u128 number = high_product(static_cast<u128>(word[1]) << 64 | word[0], total, low);
    if (__builtin_expect(low >= threshold, 1)) return number;
    for (u64 nonce = kSpillNonce;; ++nonce) {
        u64 spill[8];
        chacha_words<8>(key, nonce, 8 * index, spill, 8);
        for (int at = 0; at < 8; at += 2) {
            number = high_product(static_cast<u128>(spill[at + 1]) << 64 | spill[at], total, low);
            if (low >= threshold) return number;
        }
    }
}

inline void draw_exact(const Exact& exact, const Key& key, u64 first, std::size_t n, u64* deals) {
    const u128 threshold = (~exact.total + 1) % exact.total;
    u64 word[kWordsPerDeal * kDealChunk];
    while (n > 0) {
        const std::size_t chunk = n < kDealChunk ? n : kDealChunk;
        chacha_words<8>(key, kMainNonce, kWordsPerDeal * first, word, kWordsPerDeal * chunk);
        for (std::size_t i = 0; i < chunk; ++i, deals += kSeats)
            unrank_exact_one(
                exact, draw_number(key, exact.total, threshold, first + i, word + kWordsPerDeal * i),
                deals);
        first += chunk;
        n -= chunk;
    }
}

inline void add_scaled(double* __restrict out, const double* __restrict in, double factor, i64 n) {
    for (i64 i = 0; i < n; ++i) out[i] += factor * in[i];
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
