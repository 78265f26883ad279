// Subsets of a pile of any size up to 52, numbered without a table for each size.
//
// The pile is cut into blocks of 13 from card 0 up, as in block order; from the highest block down a number
// says how many cards come from the block, then which. One small table serves every pile; block order would
// need a table of 40 KB for each number of cards left and taken.
#pragma once

#include "bits.hpp"
#include "blocks.hpp"

namespace dealwright {

struct PileTable {
    u64 before[4][kRanks + 1][kRanks + 1][kRanks + 2];   // block, its size, taken, from the block
    u64 below[4][kRanks + 1];                            // subsets of the 13 * block cards below
};
extern const PileTable kPiles;

namespace DEALWRIGHT_BODY {

// The subset number index of k of n cards, 0 <= k <= 13, k <= n <= 52.
inline u64 unrank_pile(int n, int k, u64 index) {
    u64 cards = 0;
    for (int block = (n - 1) / kRanks; block > 0; --block) {
        const u64* before = kPiles.before[block][n - kRanks * block][k];
        int taken = 0;
        for (int t = 1; t <= k; ++t) taken += before[t] <= index;
        index -= before[taken];
        k -= taken;
        const u64 below = kPiles.below[block][k];
        const u64 which = index / below;
        index -= which * below;
        cards |= static_cast<u64>(kSubsets.subset[kSubsets.start[taken] + which]) << kRanks * block;
        n = kRanks * block;
    }
    return cards | kSubsets.subset[kSubsets.start[k] + index];
}

// The inverse of unrank_pile.
inline u64 rank_pile(int n, u64 cards) {
    u64 index = 0;
    int k = count_bits(cards);
    for (int block = (n - 1) / kRanks; block > 0; --block) {
        const u64 top = cards >> kRanks * block & (kHoldings - 1);
        const int taken = count_bits(top);
        index += kPiles.before[block][n - kRanks * block][k][taken] +
                 kSubsets.rank[top] * kPiles.below[block][k - taken];
        k -= taken;
        n = kRanks * block;
    }
    return index + kSubsets.rank[cards & (kHoldings - 1)];
}

// How many subsets of k of n cards there are.
inline u64 pile_ways(int n, int k) {
    const int block = (n - 1) / kRanks;
    if (n == 0 || block == 0) return kSubsets.choose[n][k];
    return kPiles.before[block][n - kRanks * block][k][kRanks + 1];
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
