// Which compiled bodies this processor runs; see bodies.hpp.
#include "bodies.hpp"

#if defined(DEALWRIGHT_X86)
#include <cpuid.h>
#endif

namespace dealwright {

namespace {

#if defined(DEALWRIGHT_X86)
// Clang 14 has no name for this one in __builtin_cpu_supports.
bool counts_leading_zeros() {
    unsigned a, b, c = 0, d;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) != 0 && (c >> 5 & 1) != 0;
}
#endif

const Body* g_body = available_bodies().back();

}  // namespace

std::vector<const Body*> available_bodies() {
    std::vector<const Body*> bodies = {&portable_body};
#if defined(DEALWRIGHT_X86)
    __builtin_cpu_init();
    // pdep is microcode on AMD before Zen 3: correct there, but slower than the byte tables.
    const bool slow_deposit = __builtin_cpu_is("znver1") || __builtin_cpu_is("znver2") ||
                              __builtin_cpu_is("bdver4");
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") &&
        counts_leading_zeros() && !slow_deposit) {
        bodies.push_back(&avx2_body);
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq"))
            bodies.push_back(&avx512_body);
    }
#endif
    return bodies;
}

const Body& body_in_use() { return *g_body; }

bool use_body(std::string_view name) {
    for (const Body* body : available_bodies())
        if (name == body->name) {
            g_body = body;
            return true;
        }
    return false;
}

}  // namespace dealwright
