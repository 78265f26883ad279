// The deal of a number where only sums of honours count; see honours.hpp.
#pragma once

#include "exact_draw.hpp"
#include "honours.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

// Deals the cards of one rank, or any few cards: owner after owner, the colex rank among those left.
inline u32 place_rank(u64 cards, const u8* counts, int owners, u32 index, u64* out) {
    int left = count_bits(cards);
    for (int owner = 0; owner + 1 < owners; ++owner) {
        const int take = counts[owner];
        if (take == 0) continue;
        const u32 ways = kSubsets.choose[left][take];
        const u64 own = deposit(kSubsets.subset[kSubsets.start[take] + index % ways], cards);
        index /= ways;
        out[owner] |= own;
        cards ^= own;
        left -= take;
    }
    out[owners - 1] |= cards;
    return index;
}

inline u32 ways_of_rank(const u8* counts, int owners, int left) {
    u32 ways = 1;
    for (int owner = 0; owner + 1 < owners; ++owner) {
        ways *= kSubsets.choose[left][counts[owner]];
        left -= counts[owner];
    }
    return ways;
}

inline void place_cell(const HonoursHalf& half, int cell, int owners, u64 index, u64* out) {
    const int ranks = static_cast<int>(half.ranks.size());
    const u8* counts = half.counts.data() + static_cast<i64>(cell) * ranks * 4;
    for (int r = 0; r < ranks; ++r, counts += 4) {
        const u32 ways = ways_of_rank(counts, owners, count_bits(half.ranks[r]));
        place_rank(half.ranks[r], counts, owners, static_cast<u32>(index % ways), out);
        index /= ways;
    }
}

inline void unrank_honours_one(const Honours& h, u128 x, u64* deal) {
    std::size_t row = 0, end = h.row_end.size() - 1;
    while (row < end) {
        const std::size_t middle = (row + end) / 2;
        if (h.row_end[middle] <= x)
            row = middle + 1;
        else
            end = middle;
    }
    if (row > 0) x -= h.row_end[row - 1];
    i64 first = h.pair_start[row], at = first, last = h.pair_start[row + 1] - 1;
    while (at < last) {
        const i64 middle = (at + last) / 2;
        if (h.pair_end[middle] <= x)
            at = middle + 1;
        else
            last = middle;
    }
    if (at > first) x -= h.pair_end[at - 1];
    const int left = static_cast<int>(row), right = static_cast<int>(h.pair[at].right);
    u64 owners[kSeats] = {};
    const Quotient a = divide(x, h.half[0].ways[left]);
    const Quotient b = divide(a.quotient, h.half[1].ways[right]);
    x = b.quotient;
    if (h.pair[at].weight != 1) x = divide(x, h.pair[at].weight).quotient;
    place_cell(h.half[0], left, h.owners, a.remainder, owners);
    place_cell(h.half[1], right, h.owners, b.remainder, owners);
    u64 cards = h.small;
    int count = count_bits(cards);
    for (int owner = 0; owner + 1 < h.owners; ++owner) {
        const int take = h.need[owner] - count_bits(owners[owner]);
        if (take == 0) continue;
        const BlockOrder& order = h.order[h.order_at[64 * count + take]];
        const Quotient q = divide(x, order.total);
        const u64 own = deposit(unrank_block<4>(order, q.remainder), cards);
        x = q.quotient;
        owners[owner] |= own;
        cards ^= own;
        count -= take;
    }
    owners[h.owners - 1] |= cards;
    for (int seat = 0; seat < kSeats; ++seat) deal[seat] = h.fixed[seat];
    const int seats = h.owners - (h.pools > 0);
    for (int owner = 0; owner < seats; ++owner) deal[h.owner_seat[owner]] |= owners[owner];
    cards = owners[seats];
    for (int t = 0; t + 1 < h.pools; ++t) {
        const Quotient q = divide(x, h.pool_order[t].total);
        const u64 own = deposit(unrank_block<4>(h.pool_order[t], q.remainder), cards);
        x = q.quotient;
        deal[h.pool_seats[t]] |= own;
        cards ^= own;
    }
    if (h.pools > 0) deal[h.pool_seats[h.pools - 1]] |= cards;
}

inline void unrank_honours(const Honours& h, const u64* low, const u64* high, u64* deals,
                           std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
        unrank_honours_one(h, static_cast<u128>(high[i]) << 64 | low[i], deals + kSeats * i);
}

inline void draw_honours(const Honours& h, const Key& key, u64 first, std::size_t n, u64* deals) {
    const u128 threshold = (~h.total + 1) % h.total;
    u64 word[kWordsPerDeal * kDealChunk];
    while (n > 0) {
        const std::size_t chunk = n < kDealChunk ? n : kDealChunk;
        chacha_words<8>(key, kMainNonce, kWordsPerDeal * first, word, kWordsPerDeal * chunk);
        for (std::size_t i = 0; i < chunk; ++i, deals += kSeats)
            unrank_honours_one(
                h, draw_number(key, h.total, threshold, first + i, word + kWordsPerDeal * i), deals);
        first += chunk;
        n -= chunk;
    }
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
