// Batches of k-subsets as rows of k ascending positions: colex and lex ranks, and their inverses.
#pragma once

#include <cstring>

#include "subsets.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

// As rank_group, from rows of k positions. In lex order the reflected subset is ranked, from the row's end,
// and its rank subtracted from the last (see rank_masks_lex).
template <bool lex, int group>
inline void rank_rows(const ColexOrder& order, const u8* rows, u64* out) {
    const std::size_t k = static_cast<std::size_t>(order.k);
    const std::size_t width = static_cast<std::size_t>(order.n) - k;
    u64 rank[group] = {};
    const u64* cell = order.cell;
    for (std::size_t j = 0; j < k; ++j) {
        cell += width;
        for (std::size_t g = 0; g < group; ++g)
            rank[g] += lex ? cell[order.n - 1 - rows[g * k + k - 1 - j]] : cell[rows[g * k + j]];
    }
    for (int g = 0; g < group; ++g) out[g] = lex ? order.total - 1 - rank[g] : rank[g];
}

// Requires valid rows.
template <bool lex>
inline void rank_positions(const ColexOrder& order, const u8* rows, u64* out, std::size_t n) {
    const int k = order.k;
    for (; n >= 4; n -= 4, rows += 4 * k, out += 4) rank_rows<lex, 4>(order, rows, out);
    for (; n > 0; --n, rows += k, ++out) rank_rows<lex, 1>(order, rows, out);
}

// From place k down, the largest position with C(position, place) <= rank, by binary search in the
// band: its first entry is 0, and the position found cannot pass the one before, as what is left
// of a rank is less than the next entry's difference, C(previous, place).
template <bool lex, int group>
inline void search_rows(const ColexOrder& order, const u64* ranks, u8* rows) {
    const std::size_t k = static_cast<std::size_t>(order.k);
    const std::size_t width = static_cast<std::size_t>(order.n) - k;
    u64 rank[group];
    for (int g = 0; g < group; ++g) rank[g] = lex ? order.total - 1 - ranks[g] : ranks[g];
    for (std::size_t j = k; j > 0; --j) {
        const u64* cell = order.cell + j * width + j - 1;
        std::size_t at[group] = {};
        for (std::size_t length = width + 1; length > 1; length -= length / 2)
            for (int g = 0; g < group; ++g)
                at[g] += length / 2 & (std::size_t{0} - (cell[at[g] + length / 2] <= rank[g]));
        for (std::size_t g = 0; g < group; ++g) {
            rank[g] -= cell[at[g]];
            const std::size_t position = at[g] + j - 1;
            if constexpr (lex)
                rows[g * k + k - j] = static_cast<u8>(static_cast<std::size_t>(order.n) - 1 -
                                                      position);
            else
                rows[g * k + j - 1] = static_cast<u8>(position);
        }
    }
}

// The cards of each mask as a row, several masks side by side.
template <int group>
inline void spread_rows(std::size_t k, const u64* masks, u8* rows) {
    u64 mask[group];
    for (int g = 0; g < group; ++g) mask[g] = masks[g];
    for (std::size_t j = 0; j < k; ++j)
        for (std::size_t g = 0; g < group; ++g) {
            rows[g * k + j] = static_cast<u8>(__builtin_ctzll(mask[g]));
            mask[g] &= mask[g] - 1;
        }
}

// The same by whole bytes of the mask, each adding up to 8 positions at once. What it writes past
// its row, at most 8 bytes, belongs to the rows after it.
inline void spread_bytes(int cards, u64 mask, u8* row) {
    for (u64 base = 0; base < static_cast<u64>(cards); base += 8, mask >>= 8) {
        u64 places;
        std::memcpy(&places, kPlaces.of[mask & 255], 8);
        places += base * 0x0101010101010101;
        std::memcpy(row, &places, 8);
        row += kPlaces.size[mask & 255];
    }
}

// The bytes pay for themselves from about 10 cards; the last rows have none after them.
inline void spread_masks(const ColexOrder& order, const u64* masks, u8* rows, std::size_t n) {
    const std::size_t k = static_cast<std::size_t>(order.k);
    if (k >= 10)
        for (; n > 1; --n, ++masks, rows += k) spread_bytes(order.n, *masks, rows);
    for (; n >= 4; n -= 4, masks += 4, rows += 4 * k) spread_rows<4>(k, masks, rows);
    for (; n > 0; --n, ++masks, rows += k) spread_rows<1>(k, masks, rows);
}

// Requires ranks below C(n, k).
template <bool lex>
inline void unrank_positions(const ColexOrder& order, const u64* ranks, u8* rows, std::size_t n) {
    const int k = order.k;
    if (order.n > kMostBits) {
        for (; n >= 8; n -= 8, ranks += 8, rows += 8 * k) search_rows<lex, 8>(order, ranks, rows);
        for (; n > 0; --n, ++ranks, rows += k) search_rows<lex, 1>(order, ranks, rows);
        return;
    }
    u64 mask[kSubsetChunk];
    for (std::size_t chunk; n > 0; n -= chunk, ranks += chunk) {
        chunk = n < kSubsetChunk ? n : kSubsetChunk;
        if constexpr (lex)
            unrank_masks_lex(order, ranks, mask, chunk);
        else
            unrank_masks(order, ranks, mask, chunk);
        spread_masks(order, mask, rows, chunk);
        rows += chunk * static_cast<std::size_t>(k);
    }
}

// The first row that does not ascend strictly below n, or -1. A chunk of rows is good if as many
// of its bytes fail to rise to the next as do so from one row to another, and no row ends too high.
inline i64 first_bad_positions(const ColexOrder& order, const u8* rows, std::size_t n) {
    const std::size_t k = static_cast<std::size_t>(order.k);
    if (k == 0) return -1;
    const u8* const begin = rows;
    for (std::size_t chunk; n > 0; n -= chunk, rows += chunk * k) {
        chunk = n < kSubsetChunk ? n : kSubsetChunk;
        u32 falls = 0, falls_between = 0, high = 0;
        for (std::size_t i = 1; i < chunk * k; ++i) falls += rows[i - 1] >= rows[i];
        for (std::size_t i = k; i < chunk * k; i += k) falls_between += rows[i - 1] >= rows[i];
        for (std::size_t i = k; i <= chunk * k; i += k) high |= rows[i - 1] >= order.n;
        if (falls == falls_between && !high) continue;
        for (const u8* row = rows;; row += k) {
            bool bad = row[k - 1] >= order.n;
            for (std::size_t j = 1; j < k; ++j) bad |= row[j - 1] >= row[j];
            if (bad) return static_cast<i64>(static_cast<std::size_t>(row - begin) / k);
        }
    }
    return -1;
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
