// The face of one compiled body: the same kernels, built once for each instruction set.
#pragma once

#include "filter.hpp"

namespace dealwright {

struct Body {
    const char* name;
    // Words first .. first + n - 1 of the ChaCha keystream of 8, 12 or 20 rounds.
    void (*words)(const Key& key, int rounds, u64 nonce, u64 first, u64* out, std::size_t n);
    void (*deal)(const DealPlan& plan, const Key& key, u64 first, std::size_t n, u64* out);
    void (*evaluate)(const Expression& expression, const u64* deals, std::size_t n, i32* out);
    FilterResult (*filter)(const DealPlan& plan, const Key& key, const Filter& filter, u64 first,
                           u64 n, u64 capacity, u64* deals, u64* attempts);
};

extern const Body portable_body;
#if defined(DEALWRIGHT_X86)
extern const Body avx2_body;
extern const Body avx512_body;
#endif

}  // namespace dealwright
