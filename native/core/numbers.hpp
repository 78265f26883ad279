// Shared by the two exact counts: numbers drawn without bias, located in rows, dealt row by row.
#pragma once

#include "bits.hpp"
#include "deals.hpp"

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

// The position of a number: its row, the rest of it there, and how the pool is shared.
struct Located {
    u128 rest;
    u64 pool;
    u64 row;
};

// Numbers are dealt in the order of their rows, a counting sort of two digits: neighbours read the same
// tables, which for large conditions are far larger than the cache.
inline constexpr std::size_t kSortChunk = 2048;
inline constexpr int kDigit = 11;

struct SortRoom {
    Located located[kSortChunk];
    u16 order[2][kSortChunk];
    u32 begin[1 << kDigit];
};

inline void sort_by_row(SortRoom& room, std::size_t n, u64 rows) {
    for (std::size_t i = 0; i < n; ++i) room.order[1][i] = static_cast<u16>(i);
    int from = 1;
    for (int shift = 0; rows >> shift != 0 || shift == 0; shift += kDigit) {
        for (u32& begin : room.begin) begin = 0;
        for (std::size_t i = 0; i < n; ++i)
            ++room.begin[room.located[i].row >> shift & ((1 << kDigit) - 1)];
        u32 sum = 0;
        for (u32& begin : room.begin) {
            const u32 count = begin;
            begin = sum;
            sum += count;
        }
        for (std::size_t i = 0; i < n; ++i) {
            const u16 at = room.order[from][i];
            room.order[1 - from][room.begin[room.located[at].row >> shift & ((1 << kDigit) - 1)]++] = at;
        }
        from = 1 - from;
    }
    if (from == 1)
        for (std::size_t i = 0; i < n; ++i) room.order[0][i] = room.order[1][i];
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

// The deals of given numbers, and of drawn ones, of an exact count of either kind.
template <typename Engine>
inline void unrank_numbers(const typename Engine::Count& count, const u64* low, const u64* high, u64* deals,
                           std::size_t n) {
    static thread_local SortRoom room;
    while (n > 0) {
        const std::size_t chunk = n < kSortChunk ? n : kSortChunk;
        for (std::size_t i = 0; i < chunk; ++i)
            room.located[i] = Engine::locate(count, static_cast<u128>(high[i]) << 64 | low[i]);
        Engine::deal(count, room, chunk, deals);
        low += chunk; high += chunk; deals += kSeats * chunk; n -= chunk;
    }
}

template <typename Engine>
inline void draw_numbers(const typename Engine::Count& count, const Key& key, u64 first, std::size_t n, u64* deals) {
    static thread_local SortRoom room;
    const u128 threshold = (~count.total + 1) % count.total;
    u64 word[kWordsPerDeal * kDealChunk];
    while (n > 0) {
        const std::size_t chunk = n < kSortChunk ? n : kSortChunk;
        for (std::size_t at = 0; at < chunk; at += kDealChunk) {
            const std::size_t part = chunk - at < kDealChunk ? chunk - at : kDealChunk;
            chacha_words<8>(key, kMainNonce, kWordsPerDeal * (first + at), word,
                            kWordsPerDeal * part);
            for (std::size_t i = 0; i < part; ++i)
                room.located[at + i] = Engine::locate(
                    count, draw_number(key, count.total, threshold, first + at + i,
                                       word + kWordsPerDeal * i));
        }
        Engine::deal(count, room, chunk, deals);
        first += chunk; deals += kSeats * chunk; n -= chunk;
    }
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
