// Which compiled bodies this processor runs; see bodies.hpp.
#include "bodies.hpp"

#if defined(DEALWRIGHT_X86)
#include <cpuid.h>

#include <initializer_list>
#endif

namespace dealwright {

namespace {

#if defined(DEALWRIGHT_X86)
// What the processor has is read here: __builtin_cpu_supports asks the compiler's runtime library, which Zig
// and Clang for Windows leave out or leave empty. Bits as in Intel's manual, volume 2A, CPUID.
struct Registers {
    unsigned a = 0, b = 0, c = 0, d = 0;
};

Registers cpuid(unsigned leaf) {
    Registers found;
    __get_cpuid_count(leaf, 0, &found.a, &found.b, &found.c, &found.d);    // 0 where there is no such leaf
    return found;
}

constexpr bool has(unsigned word, std::initializer_list<int> bits) {
    for (const int bit : bits)
        if ((word >> bit & 1) == 0) return false;
    return true;
}

// The registers that the system saves for a program: XCR0, or 0 where it saves none of these.
unsigned saved_registers(const Registers& first) {
    if (!has(first.c, {27})) return 0;
    unsigned low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

// pdep is microcode on AMD before Zen 3 (families 15h to 18h): correct there, but slower than the byte tables.
bool deposits_slowly(const Registers& first) {
    constexpr unsigned kAMD = 0x68747541, kHygon = 0x6f677948;    // "Auth", "Hygo"
    const unsigned vendor = cpuid(0).b, family = (first.a >> 8 & 15) + (first.a >> 20 & 255);
    return (vendor == kAMD || vendor == kHygon) && family >= 0x15 && family <= 0x18;
}
#endif

const Body* g_body = available_bodies().back();

}  // namespace

std::vector<const Body*> available_bodies() {
    std::vector<const Body*> bodies = {&portable_body};
#if defined(DEALWRIGHT_X86)
    const Registers first = cpuid(1), seventh = cpuid(7), extended = cpuid(0x80000001);
    const unsigned saved = saved_registers(first);
    if (has(saved, {1, 2}) && has(first.c, {23, 28}) && has(extended.c, {5}) &&    // popcnt, avx, lzcnt
        has(seventh.b, {3, 5, 8}) && !deposits_slowly(first)) {                    // bmi, avx2, bmi2
        bodies.push_back(&avx2_body);
        if (has(saved, {5, 6, 7}) && has(seventh.b, {16, 17, 30, 31}))             // avx512 f, dq, bw, vl
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
