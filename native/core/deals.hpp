// Uniform deals: three bounded integers, unranked in block order and deposited into the pack.
//
// North's number comes from the first word of the deal, East's and South's from the second, by
// multiplication with exact rejection (Lemire 2019; two from one word: Brackett-Rozinsky and
// Lemire 2024, arXiv 2408.06213). A deal whose words are rejected reads its own spill block, so
// deal i is a function of (key, i) alone.
#pragma once

#include "bits.hpp"
#include "blocks.hpp"
#include "chacha.hpp"

namespace dealwright {

inline constexpr u64 kMainNonce = 0;
inline constexpr u64 kSpillNonce = 1;      // and upward, one for each further spill of a deal
inline constexpr u64 kWordsPerDeal = 2;

// Everything the dealing of one kind of pack needs: which cards are fixed and how many ways the
// first three seats can be filled from the rest. North's total <= C(52,13) < 2^40 and East's times
// South's <= 39!/13!^3 < 2^57, so each product below fits its word.
struct DealPlan {
    u64 fixed[kSeats];              // cards already with each seat
    u64 pool;                       // the others
    u64 north_threshold;            // 2^64 mod C(pool, north's need)
    u64 east_south_threshold;       // 2^64 mod (East's ways * South's ways)
    BlockOrder order[3];            // North, East, South
};

void build_deal_plan(DealPlan& plan, const u64 fixed[kSeats]);   // requires disjoint, <= 13 each

namespace DEALWRIGHT_BODY {

// The subset of that rank; blocks is 4, 3 or 2 where n <= 52, 39 or 26, and spares the divisions
// that an empty block does not need.
template <int blocks>
inline u64 unrank_block(const BlockOrder& order, u64 rank) {
    const u16* guide = order.guide + (rank >> order.guide_shift);
    u32 at = *guide;
    while (rank >= order.first[at + 1]) ++at;
    const BlockRow& row = order.row[at];
    const u64 within = rank - order.first[at];
    u64 high = 0, low = within;
    if constexpr (blocks > 2) {
        high = static_cast<u64>(static_cast<u128>(within << 4) * row.low_pair_inverse >> 64);
        low = within - high * row.low_pair;
    }
    const u64 r1 = (low * row.block0_inverse) >> kSmallShift;
    const u64 r0 = low - r1 * row.block0;
    u64 cards = static_cast<u64>(kSubsets.subset[row.start[0] + r0]) |
                static_cast<u64>(kSubsets.subset[row.start[1] + r1]) << 13;
    if constexpr (blocks == 3) {
        cards |= static_cast<u64>(kSubsets.subset[row.start[2] + high]) << 26;
    } else if constexpr (blocks == 4) {
        const u64 r3 = (high * row.block2_inverse) >> kSmallShift;
        const u64 r2 = high - r3 * row.block2;
        cards |= static_cast<u64>(kSubsets.subset[row.start[2] + r2]) << 26 |
                 static_cast<u64>(kSubsets.subset[row.start[3] + r3]) << 39;
    }
    return cards;
}

struct Ranks {
    u64 north, east, south;
};

// False where the words fall in the rejected part.
inline bool bounded(const DealPlan& plan, u64 word0, u64 word1, Ranks& ranks) {
    const u128 north = static_cast<u128>(word0) * plan.order[0].total;
    const u128 east = static_cast<u128>(word1) * plan.order[1].total;
    const u128 south = static_cast<u128>(static_cast<u64>(east)) * plan.order[2].total;
    ranks.north = static_cast<u64>(north >> 64);
    ranks.east = static_cast<u64>(east >> 64);
    ranks.south = static_cast<u64>(south >> 64);
    return static_cast<u64>(north) >= plan.north_threshold &&
           static_cast<u64>(south) >= plan.east_south_threshold;
}

[[gnu::noinline, gnu::cold]] inline void bounded_from_spill(const DealPlan& plan, const Key& key,
                                                             u64 index, Ranks& ranks) {
    for (u64 nonce = kSpillNonce;; ++nonce) {
        u64 word[8];
        chacha_words<8>(key, nonce, 8 * index, word, 8);
        for (int at = 0; at < 8; at += 2)
            if (bounded(plan, word[at], word[at + 1], ranks)) return;
    }
}

inline Ranks draw_ranks(const DealPlan& plan, const Key& key, u64 index, const u64* word) {
    Ranks ranks;
    if (__builtin_expect(!bounded(plan, word[0], word[1], ranks), 0))
        bounded_from_spill(plan, key, index, ranks);
    return ranks;
}

// Work goes in passes over a chunk that fits the first cache: in a short loop the processor overlaps
// the look-ups of several deals, which a whole deal at a time leaves no room for.
inline constexpr std::size_t kDealChunk = 256;

template <int blocks>
inline void unrank_blocks(const BlockOrder& order, const u64* ranks, u64* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) out[i] = unrank_block<blocks>(order, ranks[i]);
}

// The three numbers of deals first .. first + n - 1, n <= kDealChunk.
inline void draw_chunk(const DealPlan& plan, const Key& key, u64 first, std::size_t n, u64* north,
                       u64* east, u64* south) {
    u64 word[kWordsPerDeal * kDealChunk];
    chacha_words<8>(key, kMainNonce, kWordsPerDeal * first, word, kWordsPerDeal * n);
    for (std::size_t i = 0; i < n; ++i) {
        const Ranks ranks = draw_ranks(plan, key, first + i, word + kWordsPerDeal * i);
        north[i] = ranks.north;
        east[i] = ranks.east;
        south[i] = ranks.south;
    }
}

// Deals first .. first + n - 1 to out, four masks each (north, east, south, west).
inline void deal_uniform(const DealPlan& plan, const Key& key, u64 first, std::size_t n, u64* out) {
    u64 north[kDealChunk], east[kDealChunk], south[kDealChunk];
    const bool whole = plan.pool == kPack;
    while (n > 0) {
        const std::size_t chunk = n < kDealChunk ? n : kDealChunk;
        draw_chunk(plan, key, first, chunk, north, east, south);
        unrank_blocks<4>(plan.order[0], north, north, chunk);
        unrank_blocks<3>(plan.order[1], east, east, chunk);
        unrank_blocks<2>(plan.order[2], south, south, chunk);
        for (std::size_t i = 0; i < chunk; ++i, out += kSeats) {
            u64 left = plan.pool;
            const u64 n_cards = whole ? north[i] : deposit(north[i], left);
            left ^= n_cards;
            const u64 e_cards = deposit(east[i], left);
            left ^= e_cards;
            const u64 s_cards = deposit(south[i], left);
            out[0] = plan.fixed[0] | n_cards;
            out[1] = plan.fixed[1] | e_cards;
            out[2] = plan.fixed[2] | s_cards;
            out[3] = plan.fixed[3] | (left ^ s_cards);
        }
        first += chunk;
        n -= chunk;
    }
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
