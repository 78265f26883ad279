// Values of poker hands of 5 to 7 cards in batches, of Omaha hands, and of all hands of a pack.
#pragma once

#include "bits.hpp"
#include "poker_tables.hpp"
#include "subsets.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

template <int k>
inline u16 multiset_value(const PokerTables& tables, u32 sum) {
    const u32 slot = sum >> (32 - slot_bits(k)) ^ tables.displacement[k - kFewest][bucket_of(sum)];
    return tables.value[slot_start(k) + slot];
}

// flagged: the counters of kFiveOfSuit, not 0; at most one suit of seven cards has five of them.
inline u16 flush_value(const PokerTables& tables, u64 flagged, u64 mask) {
    const int suit = (__builtin_ctzll(flagged) - kCounterAt) >> 2;
    return tables.flush[mask >> kRanks * suit & (kHoldings - 1)];
}

// The first mask that is not k cards of the game, or -1.
template <int k>
inline i64 first_bad_hand(const PokerTables& tables, const u64* masks, std::size_t n) {
    const u64 pack = tables.pack;
    return first_bad(n, [pack, masks](std::size_t i) {
        return ((masks[i] & ~pack) != 0) | (count_bits(masks[i]) != k);
    });
}

// Keys beside sets, in one register: CardKey.
typedef u64 KeyAndSet __attribute__((vector_size(16), may_alias));

inline KeyAndSet key_of(const PokerTables& tables, u8 card) {
    return *(const KeyAndSet*)&tables.card[card];
}

template <int k>
inline KeyAndSet sum_of(const PokerTables& tables, const u8* row) {
    KeyAndSet sum = {kCounters, 0};
    for (int j = 0; j < k; ++j) sum += key_of(tables, row[j]);
    return sum;
}

template <int k>
inline u16 value_of(const PokerTables& tables, KeyAndSet sum) {
    const u64 flagged = sum[0] & tables.five_of_suit;
    return __builtin_expect(flagged != 0, 0) ? flush_value(tables, flagged, sum[1])
                                             : multiset_value<k>(tables, static_cast<u32>(sum[0]));
}

// If flushes count, a hand with five cards of a suit has at most trips besides, which are no better; in a
// game that does not count them five_of_suit is 0. Rows are checked during evaluation, at a third of the cost
// of a check beforehand: whatever a row contains, no look-up leaves its table.
template <int k>
inline i64 value_rows(const PokerTables& tables, const u8* rows, u16* out, std::size_t n) {
    bool bad = false;
    for (std::size_t i = 0; i < n; ++i) {
        const KeyAndSet sum = sum_of<k>(tables, rows + i * k);
        bad |= count_bits(sum[1]) != k;
        out[i] = value_of<k>(tables, sum);
    }
    if (!bad) return -1;
    return first_bad(n, [&tables, rows](std::size_t i) {
        return count_bits(sum_of<k>(tables, rows + i * k)[1]) != k;
    });
}

template <int k>
inline i64 value_masks(const PokerTables& tables, const u64* masks, u16* out, std::size_t n) {
    const i64 bad = first_bad_hand<k>(tables, masks, n);
    if (bad >= 0) return bad;
    constexpr u64 holding = kHoldings - 1;
    const int at_least_five = tables.five_of_suit != 0 ? 8 : 0;    // a bit of 3 + 5, 6 or 7
    for (std::size_t i = 0; i < n; ++i) {
        const u64 a = masks[i] & holding, b = masks[i] >> kRanks & holding;
        const u64 c = masks[i] >> 2 * kRanks & holding, d = masks[i] >> 3 * kRanks;
        const u32 sum =
            tables.holding[a] + tables.holding[b] + tables.holding[c] + tables.holding[d];
        const int five = (count_bits(a) + 3) | (count_bits(b) + 3) | (count_bits(c) + 3) |
                         (count_bits(d) + 3);
        if (__builtin_expect((five & at_least_five) != 0, 0)) {
            const u64 suited = count_bits(a) > 4 ? a : count_bits(b) > 4 ? b
                               : count_bits(c) > 4 ? c : d;
            out[i] = tables.flush[suited];
        } else {
            out[i] = multiset_value<k>(tables, sum);
        }
    }
    return -1;
}

// Omaha: the best of two hole cards with three of the board. Requires 2 <= hole <= 6, 3 <= board
// <= 5; hole and board stand in one row. Returns the first row without different cards, or -1.
inline i64 value_omaha(const PokerTables& tables, int hole, int board, const u8* rows, u16* out,
                       std::size_t n) {
    const int end = hole + board;
    for (std::size_t i = 0; i < n; ++i, rows += end) {
        KeyAndSet card[11], pair[15], triple[10], all = {};
        for (int at = 0; at < end; ++at) {
            card[at] = key_of(tables, rows[at]);
            all += card[at];
        }
        if (count_bits(all[1]) != end) return static_cast<i64>(i);
        int pairs = 0, triples = 0;
        for (int b = 1; b < hole; ++b)
            for (int a = 0; a < b; ++a) pair[pairs++] = card[a] + card[b];
        for (int c = hole + 2; c < end; ++c)
            for (int b = hole + 1; b < c; ++b)
                for (int a = hole; a < b; ++a)
                    triple[triples++] = KeyAndSet{kCounters, 0} + card[a] + card[b] + card[c];
        u16 best = kNoValue;
        for (int t = 0; t < triples; ++t)
            for (int p = 0; p < pairs; ++p) {
                const u16 value = value_of<5>(tables, triple[t] + pair[p]);
                best = value < best ? value : best;
            }
        out[i] = best;
    }
    return -1;
}

// C(n, k) for n <= 52, k <= 7.
inline u64 few_of(int n, int k) {
    u64 ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * static_cast<u64>(n - i) / static_cast<u64>(i + 1);
    return n < k ? 0 : ways;
}

// Hands first .. first + n - 1 of a pack in colex order, the two lowest cards by loops and those
// above by successors, in runs: take(key, mask, from, to) has all but the lowest
// card, which goes from `from` to `to` - 1. Requires first + n <= C(pack.n, k).
template <int k, typename Take>
inline void walk_hands(const PackCards& pack, u64 first, u64 n, Take take) {
    int place[k + 1];
    int card = pack.n;
    for (int j = k; j > 0; --j) {
        do --card;
        while (few_of(card, j) > first);
        first -= few_of(card, j);
        place[j - 1] = card;
    }
    place[k] = pack.n;
    int second = place[1], lowest = place[0];
    while (n > 0) {
        u64 key = kCounters, mask = 0;
        for (int j = 2; j < k; ++j) {
            key += pack.key[place[j]];
            mask |= pack.bit[place[j]];
        }
        for (; second < place[2] && n > 0; ++second, lowest = 0) {
            const u64 run = static_cast<u64>(second - lowest);
            const int end = run < n ? second : lowest + static_cast<int>(n);
            take(key + pack.key[second], mask | pack.bit[second], lowest, end);
            n -= static_cast<u64>(end - lowest);
        }
        second = 1;
        int j = 2;
        while (j < k - 1 && place[j] + 1 == place[j + 1]) {
            place[j] = j;
            ++j;
        }
        ++place[j];
    }
}

// Calls put(value, i) for card i of a run; a flush needs four cards of a suit above the lowest.
template <int k, typename Put>
inline void value_run(const PokerTables& tables, const PackCards& pack, u64 key, u64 mask, int from,
                      int to, Put put) {
    constexpr u64 one_more = u64{0x1111} << kCounterAt;
    if (__builtin_expect(((key + one_more) & tables.five_of_suit) == 0, 1)) {
        for (int i = from; i < to; ++i)
            put(multiset_value<k>(tables, static_cast<u32>(key + pack.key[i])), i);
        return;
    }
    for (int i = from; i < to; ++i) {
        const u64 flagged = (key + pack.key[i]) & tables.five_of_suit;
        put(flagged != 0 ? flush_value(tables, flagged, mask | pack.bit[i])
                         : multiset_value<k>(tables, static_cast<u32>(key + pack.key[i])), i);
    }
}

template <int k>
inline void value_numbers(const PokerTables& tables, const PackCards& pack, u64 first, u64 n,
                          u16* out) {
    walk_hands<k>(pack, first, n, [&](u64 key, u64 mask, int from, int to) {
        value_run<k>(tables, pack, key, mask, from, to,
                     [&](u16 value, int i) { out[i - from] = value; });
        out += to - from;
    });
}

// One column of 32 bits stays in the first cache beside the displacements; two or four columns, which
// would spare an increment the wait for its neighbour's, are a fifth slower. Requires n < 2^32.
template <int k>
inline void count_values(const PokerTables& tables, const PackCards& pack, u64 first, u64 n,
                         u64* counts) {
    u32 column[kMostValues + 1] = {};
    walk_hands<k>(pack, first, n, [&](u64 key, u64 mask, int from, int to) {
        value_run<k>(tables, pack, key, mask, from, to, [&](u16 value, int) { ++column[value]; });
    });
    for (int value = 0; value <= tables.worst; ++value) counts[value] += column[value];
}

// All ways to add r of the cards below `end` of a pack to a hand, which has k cards then.
template <int k>
inline void count_completions(const PokerTables& tables, const PackCards& pack, u64 key, u64 mask,
                              int r, int end, u64* counts) {
    if (r == 0) {
        const u64 flagged = key & tables.five_of_suit;
        ++counts[flagged != 0 ? flush_value(tables, flagged, mask)
                              : multiset_value<k>(tables, static_cast<u32>(key))];
    } else if (r == 1) {
        value_run<k>(tables, pack, key, mask, 0, end, [&](u16 value, int) { ++counts[value]; });
    } else {
        for (int i = r - 1; i < end; ++i)
            count_completions<k>(tables, pack, key + pack.key[i], mask | pack.bit[i], r - 1, i,
                                 counts);
    }
}

// How many of n values are at most each of m bounds. A stretch of values stays in the first cache
// while the bounds go over it, and its counts in 16 bits.
inline void count_up_to(const u16* values, std::size_t n, const u16* bounds, std::size_t m,
                        u64* counts) {
    constexpr std::size_t stretch = 1 << 13;
    for (std::size_t at = 0; at < n; at += stretch) {
        const std::size_t size = n - at < stretch ? n - at : stretch;
        for (std::size_t j = 0; j < m; ++j) {
            u16 count = 0;
            for (std::size_t i = 0; i < size; ++i)
                count = static_cast<u16>(count + (values[at + i] <= bounds[j]));
            counts[j] += count;
        }
    }
}

template <int k>
inline constexpr PokerKernels poker_kernels = {
    value_rows<k>, value_masks<k>, value_numbers<k>, count_values<k>, count_completions<k>,
};

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
