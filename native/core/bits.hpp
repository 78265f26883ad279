// Counting, depositing and extracting bits, with one instruction each if the processor has it.
#pragma once

#include "cards.hpp"

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace dealwright {

struct DepositTable {
    u8 deposit[128][128];    // deposit[mask][source], 7 bits at a time
    u8 extract[128][128];
    u8 size[128];            // set bits of the index; baseline x86-64 has no popcount instruction
};
extern const DepositTable kDeposit;

namespace DEALWRIGHT_BODY {

// Baseline x86-64 has no popcount instruction: there, sums of 2, 4, 8, then all bits.
inline int count_bits(u64 x) {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return __builtin_popcountll(x);
#else
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<int>(x * 0x0101010101010101 >> 56);
#endif
}

#if defined(__BMI2__)
inline u64 deposit(u64 source, u64 mask) { return _pdep_u64(source, mask); }
inline u64 extract(u64 source, u64 mask) { return _pext_u64(source, mask); }
#else
// The i-th set bit of mask, from the lowest, takes bit i of source (pdep), seven bits a step.
inline u64 deposit(u64 source, u64 mask) {
    u64 result = 0;
    for (int at = 0; at < 56; at += 7) {
        const u32 piece = static_cast<u32>(mask >> at) & 127;
        result |= static_cast<u64>(kDeposit.deposit[piece][source & 127]) << at;
        source >>= kDeposit.size[piece];
    }
    return result;
}

inline u64 extract(u64 source, u64 mask) {
    u64 result = 0;
    int filled = 0;
    for (int at = 0; at < 56; at += 7) {
        const u32 piece = static_cast<u32>(mask >> at) & 127;
        result |= static_cast<u64>(kDeposit.extract[piece][(source >> at) & 127]) << filled;
        filled += kDeposit.size[piece];
    }
    return result;
}
#endif

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
