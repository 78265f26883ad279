// The deal of a number if only sums of honours matter; see honours.hpp.
#pragma once

#include "honours.hpp"
#include "numbers.hpp"
#include "piles.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

// Deals the cards of one rank: owner after owner, the colex rank among those left.
inline void place_rank(u64 cards, const u8* counts, int owners, u32 index, u64* out) {
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

inline Located locate_honours(const Honours& h, u128 x) {
    u64 row = 0, n = h.row_end.size();
    while (n > 1) {
        const u64 half = n / 2;
        row = h.row_end[row + half - 1] <= x ? row + half : row;
        n -= half;
    }
    return {row > 0 ? x - h.row_end[row - 1] : x, 0, row};
}

inline void unrank_honours_located(const Honours& h, const Located& number, u64* deal) {
    u128 x = number.rest;
    const u64 row = number.row;
    const i64 first = h.pair_start[row];
    const u32* guide =
        h.guide.data() + h.row_guide[row] + static_cast<u64>(x >> h.row_shift[row]);
    i64 at = first + guide[0], n = guide[1] - guide[0] + 1;
    while (n > 1) {
        const i64 half = n / 2;
        at = h.pair_end[at + half - 1] <= x ? at + half : at;
        n -= half;
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
        const Quotient q = divide(x, pile_ways(count, take));
        const u64 own = deposit(unrank_pile(count, take, q.remainder), cards);
        x = q.quotient;
        owners[owner] |= own;
        cards ^= own;
        count -= take;
    }
    owners[h.owners - 1] |= cards;
    seat_owners(h, owners, static_cast<u64>(x), deal);
}

struct HonoursEngine {
    using Count = Honours;
    static Located locate(const Honours& h, u128 x) { return locate_honours(h, x); }
    static void deal(const Honours& h, SortRoom& room, std::size_t n, u64* deals) {
        sort_by_row(room, n, h.row_end.size());
        for (std::size_t i = 0; i < n; ++i) {
            const u16 at = room.order[0][i];
            unrank_honours_located(h, room.located[at], deals + kSeats * at);
        }
    }
};

inline void unrank_honours(const Honours& h, const u64* low, const u64* high, u64* deals,
                           std::size_t n) {
    unrank_numbers<HonoursEngine>(h, low, high, deals, n);
}

inline void draw_honours(const Honours& h, const Key& key, u64 first, std::size_t n, u64* deals) {
    draw_numbers<HonoursEngine>(h, key, first, n, deals);
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
