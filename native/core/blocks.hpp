// Block order: the numbering of k-subsets of n cards (n <= 52) that dealing uses.
//
// The n cards are cut into blocks of 13 from card 0 up (the last block may be short). A subset is
// numbered first by how many cards it takes from each block, those count vectors (k0, k1, k2, k3)
// in increasing order of (k3+k2+k1, k3+k2, k3), which for a whole pack is the squashed order of the
// 560 hand shapes; then by the colexicographic ranks of the blocks' own subsets, block 3 first.
// In colex order the subsets of a short block are a prefix of those of a whole one, so one table
// of the 8192 subsets, grouped by size, serves every block.
#pragma once

#include "cards.hpp"

namespace dealwright {

inline constexpr int kShapes = 560;
inline constexpr int kGuideBits = 12;
inline constexpr int kPairShift = 60;
inline constexpr int kSmallShift = 40;

// One count vector. Divisions by the fixed sizes are multiplications: floor(x / d) is
// (x * ceil(2^s / d)) >> s whenever x * d < 2^s (Granlund, Montgomery 1994, Theorem 4.2).
// x < 2^35 and d < 2^22 for the pair (s = 60), x < 2^24 and d < 2^11 inside a pair (s = 40).
struct BlockRow {
    u64 low_pair_inverse;    // ceil(2^60 / low_pair)
    u64 block2_inverse;      // ceil(2^40 / number of subsets of block 2)
    u64 block0_inverse;      // the same for block 0
    u32 low_pair;            // subsets of blocks 1 and 0 together
    u16 block2, block0;      // subsets of block 2, of block 0
    u16 start[4];            // where the subsets of that size begin in SubsetTable::subset
};

struct BlockOrder {
    u64 total;                             // C(n, k)
    int rows;                              // count vectors in use
    int guide_shift;                       // rank >> guide_shift indexes guide
    u16 guide[(1 << kGuideBits) + 1];      // a row at or before the rank's own
    u64 first[kShapes + 1];                // first rank of each row; first[rows] == total
    BlockRow row[kShapes];
    u16 row_of_counts[14 * 14 * 14];       // row by ((k3 * 14) + k2) * 14 + k1
};

struct SubsetTable {
    u16 subset[kHoldings];                 // by size, each size in colex (= numeric) order
    u16 rank[kHoldings];                   // colex rank of a subset among those of its size
    u16 start[kRanks + 2];                 // where each size begins
    u16 choose[kRanks + 1][kRanks + 1];    // choose[b][k], 0 where k > b
};

// Tables come from plain code (tables.cpp), never from inside a per-ISA body.
extern const SubsetTable kSubsets;
void build_block_order(BlockOrder& order, int n, int k);   // requires 0 <= k <= 13, k <= n <= 52

}  // namespace dealwright
