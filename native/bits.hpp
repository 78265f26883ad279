// Bit deposit and extract: one instruction with BMI2, byte tables without.
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
