// Batches of k-subsets as 64-bit masks: colex and lex ranks, and their inverses.
#pragma once

#include "bits.hpp"
#include "colex.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

#if defined(__AVX512F__)
inline constexpr int kWide = 8;
#elif defined(__AVX2__)
inline constexpr int kWide = 4;
#else
inline constexpr int kWide = 2;
#endif

typedef u64 WideWord __attribute__((vector_size(8 * kWide), may_alias));
typedef double WideReal __attribute__((vector_size(8 * kWide), may_alias));

// Passes go over chunks that fit the first cache, as in deals.hpp.
inline constexpr std::size_t kSubsetChunk = 256;
inline constexpr int kAtOnce = 8;              // vectors worked on side by side
inline constexpr std::size_t kUnrankGroup = kAtOnce * kWide;
static_assert(kSubsetChunk % kUnrankGroup == 0);

// The sum of C(card, its place) over the cards of each mask, several masks side by side.
template <int group>
inline void rank_group(const ColexOrder& order, const u64* masks, u64* out) {
    u64 mask[group], rank[group] = {};
    for (int g = 0; g < group; ++g) mask[g] = masks[g];
    const int width = order.n - order.k;
    const u64* row = order.cell;
    for (int j = 0; j < order.k; ++j) {
        row += width;
        for (int g = 0; g < group; ++g) {
            rank[g] += row[__builtin_ctzll(mask[g])];
            mask[g] &= mask[g] - 1;
        }
    }
    for (int g = 0; g < group; ++g) out[g] = rank[g];
}

// Requires n <= 64 and valid masks.
inline void rank_masks(const ColexOrder& order, const u64* masks, u64* out, std::size_t n) {
    if (order.n <= kRanks) {
        for (std::size_t i = 0; i < n; ++i) out[i] = kSubsets.rank[masks[i]];
        return;
    }
    for (; n >= 4; n -= 4, masks += 4, out += 4) rank_group<4>(order, masks, out);
    for (; n > 0; --n, ++masks, ++out) rank_group<1>(order, masks, out);
}

// One chunk while it is unranked, filled up to whole groups with rank 0.
struct alignas(64) Unranking {
    u64 rank[kSubsetChunk];      // what is left of the number
    u64 left[kSubsetChunk];      // cards still to come
    u64 mask[kSubsetChunk];      // the cards so far, the last one considered at bit 0
    double next[kSubsetChunk];   // C(the next card, left)
};

// The cards below 13, whose subsets a table holds.
inline void finish_masks(const Unranking& at, u64* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i)
        out[i] = at.mask[i] << kRanks |
                 kSubsets.subset[kSubsets.start[at.left[i]] + static_cast<u32>(at.rank[i])];
}

// Cards n-1 down to real_top: card p is taken when C(p, left) <= rank.
[[gnu::noinline]] inline void unrank_high(const ColexOrder& order, Unranking& at,
                                          std::size_t n) {
    const u64 width = static_cast<u64>(order.n - order.k);
    for (std::size_t i = 0; i < n; ++i) {
        u64 rank = at.rank[i], mask = 0, left = static_cast<u64>(order.k);
        const u64* row = order.cell + left * width;
        for (int p = order.n - 1; p >= order.real_top; --p) {
            const u64 taken = u64{0} - (rank >= row[p]);
            rank -= row[p] & taken;
            row -= width & taken;
            left += taken;
            mask += mask - taken;
        }
        at.rank[i] = rank;
        at.left[i] = left;
        at.mask[i] = mask;
        at.next[i] = static_cast<double>(static_cast<i64>(row[order.real_top - 1]));
    }
}

inline constexpr double kRound = 0x1.8p52;          // x + kRound - kRound rounds |x| <= 2^51
inline constexpr double kWhole = 0x1p52;            // x + kWhole ends in the 52 bits of integer x
inline constexpr u64 kWholeBits = 0x4330000000000000;

// Cards real_top-1 down to 13 with c = C(p, left) carried along in doubles: if card p is taken,
// the next c is q = C(p-1, left-1) = c * left / p, otherwise c - q. All are integers below 2^53.
// 1 / p, its product with left and that with c are each rounded, so their error is less than
// q * 3.001 * 2^-53 < 1/2 where q <= 2^50, and the nearest integer is q itself. Not inlined: the
// loop needs every register, which callers would take from it (31 ns become 45 in one of them).
[[gnu::noinline]] inline void unrank_real(const ColexOrder& order, Unranking& at,
                                          std::size_t n) {
    for (std::size_t i = 0; i < n; i += kUnrankGroup) {
        WideReal rank[kAtOnce], left[kAtOnce], c[kAtOnce];
        WideWord mask[kAtOnce];
        for (int v = 0; v < kAtOnce; ++v) {
            const std::size_t from = i + static_cast<std::size_t>(v * kWide);
            rank[v] = (WideReal)(*(const WideWord*)(at.rank + from) | kWholeBits) - kWhole;
            left[v] = (WideReal)(*(const WideWord*)(at.left + from) | kWholeBits) - kWhole;
            mask[v] = *(const WideWord*)(at.mask + from);
            c[v] = *(const WideReal*)(at.next + from);
        }
        for (int p = order.real_top - 1; p >= kRanks; --p) {
            const WideReal inverse = WideReal{} + kInverses.of[p];
            for (int v = 0; v < kAtOnce; ++v) {
                const WideReal q = (c[v] * (left[v] * inverse) + kRound) - kRound;
                const WideReal other = c[v] - q;
                const WideWord taken = (WideWord)(rank[v] >= c[v]);
                rank[v] -= (WideReal)((WideWord)c[v] & taken);
                left[v] -= (WideReal)((WideWord)(WideReal{} + 1.0) & taken);
                c[v] = (WideReal)(((WideWord)q & taken) | ((WideWord)other & ~taken));
                mask[v] += mask[v] - taken;
            }
        }
        for (int v = 0; v < kAtOnce; ++v) {
            const std::size_t to = i + static_cast<std::size_t>(v * kWide);
            *(WideWord*)(at.rank + to) = (WideWord)(rank[v] + kWhole) ^ kWholeBits;
            *(WideWord*)(at.left + to) = (WideWord)(left[v] + kWhole) ^ kWholeBits;
            *(WideWord*)(at.mask + to) = mask[v];
        }
    }
}

#if defined(__AVX512F__)
inline constexpr int kMostPacked = 15;

// Cards n-1 down to 13 for k <= 15: rank and cards left in one word x = 16 rank + left. With
// t = 16 C(p, left) + 1 card p is taken when x >= t (left = 0 has rank 0 and t = 17), and x - t is
// the word that remains. The row's element is picked by x mod 16.
[[gnu::noinline]] inline void unrank_packed(const ColexOrder& order, Unranking& at,
                                            std::size_t n) {
    const WideWord one = WideWord{} + 1;
    for (std::size_t i = 0; i < n; i += kUnrankGroup) {
        WideWord x[kAtOnce], mask[kAtOnce] = {};
        for (int v = 0; v < kAtOnce; ++v)
            x[v] = *(const WideWord*)(at.rank + i + v * kWide) << 4 | static_cast<u64>(order.k);
        for (int p = order.n - 1; p >= kRanks; --p) {
            const WideWord* row = (const WideWord*)kPackedRows.row[p];
            const WideWord bit = one << (p - kRanks);
            for (int v = 0; v < kAtOnce; ++v) {
                const WideWord t = (WideWord)_mm512_permutex2var_epi64(
                    (__m512i)row[0], (__m512i)x[v], (__m512i)row[1]);
                mask[v] = x[v] >= t ? mask[v] | bit : mask[v];
                x[v] = x[v] >= t ? x[v] - t : x[v];
            }
        }
        for (int v = 0; v < kAtOnce; ++v) {
            *(WideWord*)(at.rank + i + v * kWide) = x[v] >> 4;
            *(WideWord*)(at.left + i + v * kWide) = x[v] & 15;
            *(WideWord*)(at.mask + i + v * kWide) = mask[v];
        }
    }
}

#else
inline constexpr int kMostPacked = -1;       // no instruction picks from a row of 16 words
inline void unrank_packed(const ColexOrder&, Unranking&, std::size_t) {}
#endif

// Requires n <= 64 and ranks below C(n, k).
inline void unrank_masks(const ColexOrder& order, const u64* ranks, u64* out, std::size_t n) {
    if (order.n <= kRanks) {
        const u16* subset = kSubsets.subset + kSubsets.start[order.k];
        for (std::size_t i = 0; i < n; ++i) out[i] = subset[ranks[i]];
        return;
    }
    Unranking at;
    while (n > 0) {
        const std::size_t chunk = n < kSubsetChunk ? n : kSubsetChunk;
        const std::size_t filled = (chunk + kUnrankGroup - 1) / kUnrankGroup * kUnrankGroup;
        for (std::size_t i = 0; i < chunk; ++i) at.rank[i] = ranks[i];
        for (std::size_t i = chunk; i < filled; ++i) at.rank[i] = 0;
        if (order.k <= kMostPacked) {
            unrank_packed(order, at, filled);
        } else {
            unrank_high(order, at, filled);
            unrank_real(order, at, filled);
        }
        finish_masks(at, out, chunk);
        ranks += chunk;
        out += chunk;
        n -= chunk;
    }
}

inline u64 reverse_bits(u64 x) {
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}

// Card x becomes n-1-x. Each may stand where it was read.
inline void reflect_masks(const ColexOrder& order, const u64* masks, u64* out, std::size_t n) {
    const int shift = (kMostBits - order.n) & (kMostBits - 1);
    for (std::size_t i = 0; i < n; ++i) out[i] = reverse_bits(masks[i]) >> shift;
}

inline void reflect_ranks(const ColexOrder& order, const u64* ranks, u64* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) out[i] = order.total - 1 - ranks[i];
}

// Lex compares the lowest differing card, the subset that has it first: of the reflected subsets
// the later in colex. So the two ranks add up to C(n, k) - 1.
inline void rank_masks_lex(const ColexOrder& order, const u64* masks, u64* out, std::size_t n) {
    u64 reflected[kSubsetChunk];
    for (std::size_t chunk; n > 0; n -= chunk, masks += chunk, out += chunk) {
        chunk = n < kSubsetChunk ? n : kSubsetChunk;
        reflect_masks(order, masks, reflected, chunk);
        rank_masks(order, reflected, reflected, chunk);
        reflect_ranks(order, reflected, out, chunk);
    }
}

inline void unrank_masks_lex(const ColexOrder& order, const u64* ranks, u64* out, std::size_t n) {
    u64 reflected[kSubsetChunk];
    for (std::size_t chunk; n > 0; n -= chunk, ranks += chunk, out += chunk) {
        chunk = n < kSubsetChunk ? n : kSubsetChunk;
        reflect_ranks(order, ranks, reflected, chunk);
        unrank_masks(order, reflected, reflected, chunk);
        reflect_masks(order, reflected, out, chunk);
    }
}

// The first i < n with bad(i), or -1; whole chunks are searched without branches.
template <typename Bad>
inline i64 first_bad(std::size_t n, Bad bad) {
    for (std::size_t start = 0; start < n; start += kSubsetChunk) {
        const std::size_t end = n - start < kSubsetChunk ? n : start + kSubsetChunk;
        bool any = false;
        for (std::size_t i = start; i < end; ++i) any |= bad(i);
        if (!any) continue;
        for (std::size_t i = start; i < end; ++i)
            if (bad(i)) return static_cast<i64>(i);
    }
    return -1;
}

// The first mask that is not k of the n cards, or -1.
inline i64 first_bad_mask(const ColexOrder& order, const u64* masks, std::size_t n) {
    return first_bad(n, [&order, masks](std::size_t i) {
        return ((masks[i] & ~order.all) != 0) | (count_bits(masks[i]) != order.k);
    });
}

inline i64 first_bad_rank(const ColexOrder& order, const u64* ranks, std::size_t n) {
    return first_bad(n, [&order, ranks](std::size_t i) { return ranks[i] >= order.total; });
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
