// Colex order: the numbering of k-subsets of n cards that compares the highest differing card.
//
// The rank of cards p1 < p2 < ... < pk is C(p1,1) + C(p2,2) + ... + C(pk,k) (Lehmer 1964; Knuth
// 7.2.1.3, Theorem L). In a subset of {0..n-1} the card of place j lies in j-1 .. n-k+j-1, so only
// that band of Pascal's triangle is kept: its entries are at most C(n-1,k), however large the
// triangle grows around it.
#pragma once

#include "blocks.hpp"

namespace dealwright {

inline constexpr int kMostPositions = 255;
inline constexpr int kMostBits = 64;
inline constexpr int kColexCells = 2944;     // the largest band, n = 255 and k = 244, has 2939

// C(p, j) is cell[j * (n - k) + p], for 0 <= j <= k and j - 1 <= p < n - k + j, p >= 0.
struct ColexOrder {
    int n, k;
    int real_top;                // cards below this unrank in doubles; only where n <= 64
    u64 total;                   // C(n, k)
    u64 all;                     // the n cards as bits, only where n <= 64
    u64 cell[kColexCells];
};

// Returns false and builds nothing if C(n, k) does not fit 64 bits. Requires 0 <= k <= n <= 255.
//
// real_top is the largest m <= n with C(p-1, j-1) <= 2^50 and C(m, j) <= 2^52 for all p < m and
// j <= k: what unrank_real needs. It is n or at least 55.
bool build_colex_order(ColexOrder& order, int n, int k);

// 16 C(p, j) + 1 for the subsets of at most 15 cards, see unrank_packed. 16 C(63, 15) < 2^51.
struct alignas(64) PackedRows {
    u64 row[kMostBits][16];
};
extern const PackedRows kPackedRows;

struct Inverses {
    double of[kMostBits];        // 1 / p, rounded; of[0] is not used
};
extern const Inverses kInverses;

// The set bits of a byte: their places from the lowest, and how many.
struct Places {
    u8 of[256][8];
    u8 size[256];
};
extern const Places kPlaces;

}  // namespace dealwright
