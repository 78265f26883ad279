// Draws of k of n positions by partial shuffle, as sets or in the order drawn. The last k cards of a pack of
// n, in turn, change places with a card at or before them: card n - k + i with a position below n - k + i +
// 1. That shuffles as Durstenfeld's loop does (1964), seen from the cards: where the k cards end is a uniform
// ordered sample of the positions. If the drawn position holds one of the k cards, that card moves to the
// place of the new one; no other card of the pack matters (for sets this is Floyd's algorithm, Bentley 1987).
//
// Positions are digits of random halves of words: half * bound / 2^32, the rest times the next bound, and so
// on; a rest below 2^32 mod (product of the bounds) is rejected (Lemire 2019), which makes the digits exactly
// uniform. Rounds go in blocks of 256: word p of round i is word 256 * (words * (i / 256) + p) + i % 256 of
// nonce 0. Rejected halves are replaced by the 16 halves of block i of nonce 1, then 2, and so on.
#pragma once

#include "bits.hpp"
#include "chacha.hpp"

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace dealwright {

inline constexpr int kMostOfPack = 4096;
inline constexpr int kRoundsAtOnce = 256;
inline constexpr int kFewCards = 16;                 // whose rows are drawn side by side
inline constexpr u64 kMostProduct = u64{1} << 25;    // of bounds in a half: 1 in 128 rejected at most

constexpr u64 low_bits(int n) { return n < 64 ? (u64{1} << n) - 1 : ~u64{0}; }

struct DrawPlan {
    int n, k;
    int groups;                          // of steps, a half each
    int words;                           // of a round
    u64 bound[kMostOfPack];           // of each step
    u64 last[kMostOfPack];            // the bit of position bound - 1, where there is one
    u16 end[kMostOfPack];             // of each group: its last step and one
    u32 surplus[kMostOfPack];         // of each group: 2^32 mod the product of its bounds
};

void build_draw_plan(DrawPlan& plan, int n, int k);    // requires 0 <= k <= n <= kMostOfPack

namespace DEALWRIGHT_BODY {

// The halves that replace rejected ones of a round, one after the other.
class SpareHalves {
public:
    SpareHalves(const Key& key, u64 round) : key_(key), round_(round) {}
    u32 next() {
        if (left_ == 0) {
            chacha_words<8>(key_, nonce_++, 8 * round_, words_, 8);
            left_ = 16;
        }
        const int at = 16 - left_--;
        return static_cast<u32>(words_[at / 2] >> 32 * (at % 2));
    }

private:
    const Key& key_;
    u64 round_;
    u64 nonce_ = 1;
    int left_ = 0;
    u64 words_[8];
};

// The positions drawn in the steps of a round, whose words stand a plane apart.
inline void positions_of_round(const DrawPlan& plan, const Key& key, u64 round, const u64* words,
                               u32* position) {
    SpareHalves spare(key, round);
    int begin = 0;
    for (int group = 0; group < plan.groups; ++group) {
        const int end = plan.end[group];
        u32 half = static_cast<u32>(words[group / 2 * kRoundsAtOnce] >> 32 * (group % 2));
        for (;;) {
            u64 rest = half;
            for (int i = begin; i < end; ++i) {
                rest = static_cast<u32>(rest) * plan.bound[i];
                position[i] = static_cast<u32>(rest >> 32);
            }
            if (__builtin_expect(static_cast<u32>(rest) >= plan.surplus[group], 1)) break;
            half = spare.next();
        }
        begin = end;
    }
}

// The positions of a block of rounds of few cards, a column for each, and which rounds have a rejected
// half. Step by step over all rounds: each card drawn before that is found at the position drawn moves.
// Loops that compilers turn into vectors.
template <typename T>
struct Columns {
    T place[kFewCards][kRoundsAtOnce];
    T again[kRoundsAtOnce];
};

template <typename T>
inline void columns_of_block(const DrawPlan& plan, const u64* words, Columns<T>& out) {
    u32 rest[kRoundsAtOnce];
    std::memset(out.again, 0, sizeof out.again);
    int i = 0;
    for (int group = 0; group < plan.groups; ++group) {
        const u64* from = words + group / 2 * kRoundsAtOnce;
        const int shift = group % 2 != 0 ? 32 : 0;
        for (int r = 0; r < kRoundsAtOnce; ++r) rest[r] = static_cast<u32>(from[r] >> shift);
        for (const int end = plan.end[group]; i < end; ++i) {
            const u64 bound = plan.bound[i];
            const T last = static_cast<T>(bound - 1);
            T* const drawn = out.place[i];
            for (int r = 0; r < kRoundsAtOnce; ++r) {
                const u64 product = rest[r] * bound;
                rest[r] = static_cast<u32>(product);
                drawn[r] = static_cast<T>(product >> 32);
            }
            for (int before = 0; before < i; ++before)
                for (int r = 0; r < kRoundsAtOnce; ++r)
                    out.place[before][r] =
                        out.place[before][r] == drawn[r] ? last : out.place[before][r];
        }
        const u32 surplus = plan.surplus[group];
        for (int r = 0; r < kRoundsAtOnce; ++r)
            out.again[r] = static_cast<T>(out.again[r] | (rest[r] < surplus));
    }
}

// A position in the set gives way to the last one.
inline u64 set_of_round(const DrawPlan& plan, const Key& key, u64 round, const u64* words) {
    u32 position[64];
    positions_of_round(plan, key, round, words, position);
    u64 set = 0;
    for (int i = 0; i < plan.k; ++i)
        set |= (set >> position[i] & 1) != 0 ? plan.last[i] : u64{1} << position[i];
    return set;
}

#if defined(__AVX2__) || defined(__aarch64__)
#if defined(__AVX512F__)
inline constexpr int kSets = 8;
#elif defined(__AVX2__)
inline constexpr int kSets = 4;
#else
inline constexpr int kSets = 2;
#endif
typedef u64 Sets __attribute__((vector_size(8 * kSets)));
inline constexpr int kVectors = kRoundsAtOnce / kSets;

// The products of the low halves.
inline Sets low_product(Sets a, Sets b) {
#if defined(__AVX512F__)
    // all lanes; g++ 12 warns of the value that _mm512_mul_epu32 leaves undefined and never uses
    return (Sets)_mm512_maskz_mul_epu32(0xff, (__m512i)a, (__m512i)b);
#elif defined(__aarch64__)
    return (Sets)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
#else
    return (Sets)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#endif
}

// `steps` steps from step i on for all rounds of a block, whose numbers are at `from`, shifted.
template <int steps>
inline void take_steps(const DrawPlan& plan, int i, const u64* from, int shift, std::size_t vectors,
                       Sets* rest, Sets* set) {
    Sets bound[steps], last[steps];
    for (int step = 0; step < steps; ++step) {
        bound[step] = Sets{} + plan.bound[i + step];
        last[step] = Sets{} + plan.last[i + step];
    }
    for (std::size_t v = 0; v < vectors; ++v) {
        Sets number, were = set[v];
        std::memcpy(&number, from + kSets * v, sizeof number);
        number >>= shift;
        for (int step = 0; step < steps; ++step) {
            number = low_product(number, bound[step]);
            const Sets bit = (Sets{} + 1) << (number >> 32);
            were |= (were & bit) != 0 ? last[step] : bit;
        }
        rest[v] = number;
        set[v] = were;
    }
}

// The sets of a block, whose first round is `round`, some steps at a time over all rounds: the steps of a
// few rounds would wait for each other. Rounds with a rejected half are drawn again.
inline void sets_of_block(const DrawPlan& plan, const Key& key, u64 round, const u64* words,
                          std::size_t rounds, u64* out) {
    Sets set[kVectors] = {}, rest[kVectors];
    const std::size_t vectors = (rounds + kSets - 1) / kSets;
    bool again[kRoundsAtOnce];
    int flagged = 0;
    int i = 0;
    for (int group = 0; group < plan.groups; ++group) {
        const u64* from = words + group / 2 * kRoundsAtOnce;
        int shift = group % 2 != 0 ? 32 : 0;
        while (i < plan.end[group]) {
            const int steps = plan.end[group] - i < 4 ? plan.end[group] - i : 4;
            if (steps == 4) take_steps<4>(plan, i, from, shift, vectors, rest, set);
            if (steps == 3) take_steps<3>(plan, i, from, shift, vectors, rest, set);
            if (steps == 2) take_steps<2>(plan, i, from, shift, vectors, rest, set);
            if (steps == 1) take_steps<1>(plan, i, from, shift, vectors, rest, set);
            from = reinterpret_cast<const u64*>(rest);
            shift = 0;
            i += steps;
        }
        Sets below = {};    // negative where a rest is below the surplus
        for (std::size_t v = 0; v < vectors; ++v) below |= (rest[v] & 0xffffffff) - plan.surplus[group];
        i64 lane[kSets], any = 0;
        std::memcpy(lane, &below, sizeof below);
        for (const i64 each : lane) any |= each;
        if (__builtin_expect(any >= 0, 1)) continue;
        if (flagged++ == 0) std::memset(again, 0, sizeof again);
        for (std::size_t at = 0; at < rounds; ++at)
            again[at] |= static_cast<u32>(rest[at / kSets][at % kSets]) < plan.surplus[group];
    }
    std::memcpy(out, set, rounds * sizeof(u64));
    if (flagged == 0) return;
    for (std::size_t at = 0; at < rounds; ++at)
        if (again[at]) out[at] = set_of_round(plan, key, round + at, words + at);
}
#else
// The sets of a block, whose first round is `round`, from their columns.
inline void sets_of_block(const DrawPlan& plan, const Key& key, u64 round, const u64* words,
                          std::size_t rounds, u64* out) {
    Columns<u8> columns;
    const bool few = plan.k <= kFewCards;
    if (few) columns_of_block(plan, words, columns);
    for (std::size_t r = 0; r < rounds; ++r) {
        if (!few || __builtin_expect(columns.again[r] != 0, 0)) {
            out[r] = set_of_round(plan, key, round + r, words + r);
            continue;
        }
        u64 set = 0;
        for (int j = 0; j < plan.k; ++j) set |= u64{1} << columns.place[j][r];
        out[r] = set;
    }
}
#endif

// Calls work(first round, rounds) block by block, the words of those rounds read.
template <typename Work>
inline void each_block(const DrawPlan& plan, const Key& key, u64 first, std::size_t n, u64* words,
                       Work work) {
    const u64 planes = static_cast<u64>(plan.words);
    while (n > 0) {
        const u64 at = first % kRoundsAtOnce;
        const std::size_t rounds = n < kRoundsAtOnce - at ? n : kRoundsAtOnce - at;
        const u64 start = kRoundsAtOnce * (planes * (first / kRoundsAtOnce)) + at;
        for (u64 plane = 0; plane < planes; ++plane)
            chacha_words<8>(key, 0, start + kRoundsAtOnce * plane,
                            words + kRoundsAtOnce * plane, rounds);
        work(first, rounds);
        first += rounds;
        n -= rounds;
    }
}

// Rounds first .. first + n - 1 as sets, the positions being the cards of `pack` from the lowest.
// Requires plan.n <= 64; words has room for kRoundsAtOnce * plan.words.
inline void draw_sets(const DrawPlan& plan, const Key& key, u64 pack, u64 first, std::size_t n,
                      u64* words, u64* out) {
    const bool whole = (pack & (pack + 1)) == 0;
    each_block(plan, key, first, n, words, [&](u64 round, std::size_t rounds) {
        sets_of_block(plan, key, round, words, rounds, out);
        if (!whole)
            for (std::size_t i = 0; i < rounds; ++i) out[i] = deposit(out[i], pack);
        out += rounds;
    });
}

// The positions of a round in the order drawn. Card holder[p] - 1 of the k is at position p, 0 none of
// them: the array is the pack, which the rounds use one after the other. Requires it filled with 0, of
// plan.n entries, which it is again afterwards.
template <typename T>
inline void row_of_round(const DrawPlan& plan, const Key& key, u64 round, const u64* words,
                         u16* holder, T* out) {
    u32 position[kMostOfPack];
    u16 row[kMostOfPack + 1];
    positions_of_round(plan, key, round, words, position);
    for (int j = 0; j < plan.k; ++j) {
        const u64 last = plan.bound[j] - 1;
        const u16 card = holder[position[j]];
        row[card] = static_cast<u16>(last);    // row[0] is not used
        holder[last] = card;
        row[j + 1] = static_cast<u16>(position[j]);
        holder[position[j]] = static_cast<u16>(j + 1);
    }
    for (int j = 0; j < plan.k; ++j) {
        out[j] = static_cast<T>(row[j + 1]);
        holder[row[j + 1]] = 0;
    }
}

// The rows of a block of rounds, from their columns.
template <typename T>
inline void rows_of_block(const DrawPlan& plan, const Key& key, u64 round, const u64* words,
                          std::size_t rounds, u16* holder, T* out) {
    Columns<T> columns;
    columns_of_block(plan, words, columns);
    const std::size_t k = static_cast<std::size_t>(plan.k);
    for (std::size_t r = 0; r < rounds; ++r)
        for (std::size_t j = 0; j < k; ++j) out[r * k + j] = columns.place[j][r];
    for (std::size_t r = 0; r < rounds; ++r)
        if (__builtin_expect(columns.again[r] != 0, 0))
            row_of_round(plan, key, round + r, words + r, holder, out + r * k);
}

// Rounds first .. first + n - 1 as rows of positions in the order drawn.
template <typename T>
inline void draw_rows(const DrawPlan& plan, const Key& key, u64 first, std::size_t n, u64* words,
                      u16* holder, T* out) {
    const std::size_t k = static_cast<std::size_t>(plan.k);
    each_block(plan, key, first, n, words, [&](u64 round, std::size_t rounds) {
        if (plan.k <= kFewCards)
            rows_of_block(plan, key, round, words, rounds, holder, out);
        else
            for (std::size_t i = 0; i < rounds; ++i)
                row_of_round(plan, key, round + i, words + i, holder, out + i * k);
        out += rounds * k;
    });
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
