// ChaCha (Bernstein 2008): the keystream as 64-bit words, several blocks at a time.
//
// Word w of the keystream (key, nonce) is the little-endian 64-bit word w % 8 of the block whose
// 64-bit counter is w / 8; the state's last row is counter low, counter high, nonce low, nonce
// high. RFC 8439 uses the same core with 20 rounds and calls the last three words its nonce.
#pragma once

#include <cstring>
#include <utility>

#include "cards.hpp"

namespace dealwright {

struct Key {
    u32 word[8];
};

namespace DEALWRIGHT_BODY {

#if defined(__AVX512F__)
inline constexpr int kLanes = 16;
#elif defined(__AVX2__)
inline constexpr int kLanes = 8;
#else
inline constexpr int kLanes = 4;
#endif

typedef u32 Lane __attribute__((vector_size(4 * kLanes)));
typedef u32 Quad __attribute__((vector_size(16)));

template <int bits>
inline Lane rotate(Lane x) {
    return (x << bits) | (x >> (32 - bits));
}

[[gnu::always_inline]] inline void quarter_round(Lane& a, Lane& b, Lane& c, Lane& d) {
    a += b; d = rotate<16>(d ^ a);
    c += d; b = rotate<12>(b ^ c);
    a += b; d = rotate<8>(d ^ a);
    c += d; b = rotate<7>(b ^ c);
}

// Which of 2 * kLanes lanes comes to lane i where every four are `from`: 0 to 3 of x, 4 to 7 of y.
template <int... from>
constexpr int lane_from(int i) {
    constexpr int place[4] = {from...};
    return (place[i % 4] & 3) + i / 4 * 4 + (place[i % 4] > 3 ? kLanes : 0);
}

template <int... from, int... lane>
inline Lane pick_lanes(Lane x, Lane y, std::integer_sequence<int, lane...>) {
#if defined(__clang__)
    return __builtin_shufflevector(x, y, lane_from<from...>(lane)...);
#else
    return __builtin_shuffle(x, y, Lane{lane_from<from...>(lane)...});
#endif
}

template <int... from>
inline Lane of_fours(Lane x, Lane y) {
    return pick_lanes<from...>(x, y, std::make_integer_sequence<int, kLanes>{});
}

// Four vectors hold state words j..j+3 of kLanes blocks; writes them block by block at out + j.
inline void store_transposed(Lane a, Lane b, Lane c, Lane d, u32* out) {
    const Lane ab0 = of_fours<0, 4, 1, 5>(a, b), ab1 = of_fours<2, 6, 3, 7>(a, b);
    const Lane cd0 = of_fours<0, 4, 1, 5>(c, d), cd1 = of_fours<2, 6, 3, 7>(c, d);
    const Lane row[4] = {of_fours<0, 1, 4, 5>(ab0, cd0), of_fours<2, 3, 6, 7>(ab0, cd0),
                         of_fours<0, 1, 4, 5>(ab1, cd1), of_fours<2, 3, 6, 7>(ab1, cd1)};
    for (int r = 0; r < 4; ++r)
        for (int group = 0; group < kLanes / 4; ++group)
            std::memcpy(out + 16 * (4 * group + r), reinterpret_cast<const Quad*>(&row[r]) + group,
                        16);
}

// kLanes consecutive blocks from counter on, 8 words each.
template <int rounds>
inline void chacha_blocks(const Key& key, u64 counter, u64 nonce, u64* out) {
    static constexpr u32 kConstant[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    Lane start[16], x[16];
    for (int j = 0; j < 4; ++j) start[j] = Lane{} + kConstant[j];
    for (int j = 0; j < 8; ++j) start[4 + j] = Lane{} + key.word[j];
    u32 low[kLanes], high[kLanes];
    for (int lane = 0; lane < kLanes; ++lane) {
        const u64 block = counter + static_cast<u64>(lane);
        low[lane] = static_cast<u32>(block);
        high[lane] = static_cast<u32>(block >> 32);
    }
    std::memcpy(&start[12], low, sizeof low);
    std::memcpy(&start[13], high, sizeof high);
    start[14] = Lane{} + static_cast<u32>(nonce);
    start[15] = Lane{} + static_cast<u32>(nonce >> 32);
    for (int j = 0; j < 16; ++j) x[j] = start[j];
    for (int round = 0; round < rounds; round += 2) {
        quarter_round(x[0], x[4], x[8], x[12]);
        quarter_round(x[1], x[5], x[9], x[13]);
        quarter_round(x[2], x[6], x[10], x[14]);
        quarter_round(x[3], x[7], x[11], x[15]);
        quarter_round(x[0], x[5], x[10], x[15]);
        quarter_round(x[1], x[6], x[11], x[12]);
        quarter_round(x[2], x[7], x[8], x[13]);
        quarter_round(x[3], x[4], x[9], x[14]);
    }
    u32* words = reinterpret_cast<u32*>(out);
    for (int j = 0; j < 16; j += 4)
        store_transposed(x[j] + start[j], x[j + 1] + start[j + 1], x[j + 2] + start[j + 2],
                         x[j + 3] + start[j + 3], words + j);
}

inline constexpr int kWordsAtOnce = 8 * kLanes;

// Words first .. first + n - 1 of the keystream.
template <int rounds>
inline void chacha_words(const Key& key, u64 nonce, u64 first, u64* out, std::size_t n) {
    u64 buffer[kWordsAtOnce];
    while (n > 0) {
        const u64 counter = first / 8;
        const std::size_t skip = first % 8;
        if (skip == 0 && n >= static_cast<std::size_t>(kWordsAtOnce)) {
            chacha_blocks<rounds>(key, counter, nonce, out);
            out += kWordsAtOnce; first += kWordsAtOnce; n -= kWordsAtOnce;
            continue;
        }
        chacha_blocks<rounds>(key, counter, nonce, buffer);
        std::size_t take = kWordsAtOnce - skip;
        if (take > n) take = n;
        std::memcpy(out, buffer + skip, take * sizeof(u64));
        out += take; first += take; n -= take;
    }
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
