// Expressions over whole columns of hands: a stack machine whose every step is a loop over a chunk.
#pragma once

#include <algorithm>

#include "bits.hpp"

namespace dealwright {

// The numbers are shared with base/kernels/programs.py, which a test holds to this list.
enum class Op : i32 {
    constant = 0,      // a: value
    hand_sum = 1,      // a: seat, b: table offset, c: width; sum over suits of table[holding]
    holding = 2,       // a: seat + 4 * suit, b: table offset, c: width; table[holding]
    shape = 3,         // a: seat, b: table offset, c: width; table[shape index]
    between = 4,       // a: low, b: high; low <= x && x <= high
    negate = 5,
    logical_not = 6,
    add = 7,
    subtract = 8,
    multiply = 9,
    divide = 10,       // toward zero, as C; x / 0 is 0
    remainder = 11,    // sign of the dividend, as C; x % 0 is 0
    equal = 12,
    not_equal = 13,
    less = 14,
    less_equal = 15,
    greater = 16,
    greater_equal = 17,
    logical_and = 18,
    logical_or = 19,
    select = 20,       // condition, then, else
    keep = 21,         // a: column; copies the top of the stack to it
    kept = 22,         // a: column; pushes a copy of it
};

struct Instruction {
    Op op;
    i32 a, b, c;
};

// One expression; Python has checked offsets, seats, widths, and that the stack never reaches
// kStackDepth or a column that keeps a value, and ends with one.
struct Expression {
    const Instruction* code;
    std::size_t length;
    const unsigned char* tables;    // 8192 or 560 entries of 1, 2 or 4 bytes each, aligned to 64
};

inline constexpr std::size_t kColumn = 256;
inline constexpr int kStackDepth = 96;

struct Stack {
    alignas(64) i32 column[kStackDepth][kColumn];
};

namespace DEALWRIGHT_BODY {

// Indexed by cards of spades+hearts+diamonds and of spades+hearts: C(n+2, 3) and C(n+1, 2).
inline constexpr u16 kChoose3[14] = {0, 1, 4, 10, 20, 35, 56, 84, 120, 165, 220, 286, 364, 455};
inline constexpr u16 kChoose2[14] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91};

// Squashed index of a 13-card hand's shape (Andrews): the suits above a cut count together.
inline u32 shape_index(u64 hand) {
    return static_cast<u32>(kChoose3[count_bits(hand >> 13)] + kChoose2[count_bits(hand >> 26)] +
                            count_bits(hand >> 39));
}

template <typename Entry>
inline void sum_holdings(const Entry* table, const u64* hand, i32* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
        const u64 h = hand[i];
        out[i] = (table[h & 8191] + table[h >> 13 & 8191]) +
                 (table[h >> 26 & 8191] + table[h >> 39 & 8191]);
    }
}

template <typename Entry>
inline void look_up_holding(const Entry* table, int shift, const u64* hand, i32* out,
                            std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) out[i] = table[hand[i] >> shift & 8191];
}

template <typename Entry>
inline void look_up_shape(const Entry* table, const u64* hand, i32* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) out[i] = table[shape_index(hand[i])];
}

template <typename Entry>
inline void look_up(const Instruction& step, const unsigned char* tables,
                    const u64* const hands[kSeats], i32* out, std::size_t n) {
    const Entry* table = reinterpret_cast<const Entry*>(tables + step.b);
    const u64* hand = hands[step.a % kSeats];
    if (step.op == Op::hand_sum)
        sum_holdings(table, hand, out, n);
    else if (step.op == Op::holding)
        look_up_holding(table, kRanks * (step.a / kSeats), hand, out, n);
    else
        look_up_shape(table, hand, out, n);
}

template <typename Function>
inline void combine(i32* left, const i32* right, std::size_t n, Function function) {
    for (std::size_t i = 0; i < n; ++i) left[i] = function(left[i], right[i]);
}

// The value of the expression for n <= kColumn deals, hands[seat][i] masks; in stack.column[0].
// Values stay within 32 bits: the gate bounds every expression by interval arithmetic.
inline void evaluate(const Expression& expression, const u64* const hands[kSeats], std::size_t n,
                     Stack& stack) {
    int top = -1;
    for (std::size_t at = 0; at < expression.length; ++at) {
        const Instruction& step = expression.code[at];
        if (step.op <= Op::shape) {
            i32* out = stack.column[++top];
            if (step.op == Op::constant)
                for (std::size_t i = 0; i < n; ++i) out[i] = step.a;
            else if (step.c == 1)
                look_up<signed char>(step, expression.tables, hands, out, n);
            else if (step.c == 2)
                look_up<i16>(step, expression.tables, hands, out, n);
            else
                look_up<i32>(step, expression.tables, hands, out, n);
            continue;
        }
        if (step.op == Op::kept) {
            std::copy_n(stack.column[step.a], n, stack.column[++top]);
            continue;
        }
        i32* x = stack.column[top];
        if (step.op == Op::keep) {
            std::copy_n(x, n, stack.column[step.a]);
            continue;
        }
        if (step.op == Op::between) {
            const u32 width = static_cast<u32>(step.b) - static_cast<u32>(step.a);
            for (std::size_t i = 0; i < n; ++i)
                x[i] = static_cast<u32>(x[i]) - static_cast<u32>(step.a) <= width;
            continue;
        }
        if (step.op == Op::negate) {
            for (std::size_t i = 0; i < n; ++i) x[i] = -x[i];
            continue;
        }
        if (step.op == Op::logical_not) {
            for (std::size_t i = 0; i < n; ++i) x[i] = x[i] == 0;
            continue;
        }
        if (step.op == Op::select) {
            top -= 2;
            i32* test = stack.column[top];
            const i32* then = stack.column[top + 1];
            const i32* other = stack.column[top + 2];
            for (std::size_t i = 0; i < n; ++i) test[i] = test[i] ? then[i] : other[i];
            continue;
        }
        const i32* right = x;
        i32* left = stack.column[--top];
        switch (step.op) {
            case Op::add: combine(left, right, n, [](i32 a, i32 b) { return a + b; }); break;
            case Op::subtract: combine(left, right, n, [](i32 a, i32 b) { return a - b; }); break;
            case Op::multiply: combine(left, right, n, [](i32 a, i32 b) { return a * b; }); break;
            case Op::divide:
                combine(left, right, n, [](i32 a, i32 b) { return b == 0 ? 0 : a / b; });
                break;
            case Op::remainder:
                combine(left, right, n, [](i32 a, i32 b) { return b == 0 ? 0 : a % b; });
                break;
            case Op::equal: combine(left, right, n, [](i32 a, i32 b) { return i32{a == b}; }); break;
            case Op::not_equal:
                combine(left, right, n, [](i32 a, i32 b) { return i32{a != b}; });
                break;
            case Op::less: combine(left, right, n, [](i32 a, i32 b) { return i32{a < b}; }); break;
            case Op::less_equal:
                combine(left, right, n, [](i32 a, i32 b) { return i32{a <= b}; });
                break;
            case Op::greater: combine(left, right, n, [](i32 a, i32 b) { return i32{a > b}; }); break;
            case Op::greater_equal:
                combine(left, right, n, [](i32 a, i32 b) { return i32{a >= b}; });
                break;
            case Op::logical_and:
                combine(left, right, n, [](i32 a, i32 b) { return i32{(a != 0) & (b != 0)}; });
                break;
            default:
                combine(left, right, n, [](i32 a, i32 b) { return i32{(a != 0) | (b != 0)}; });
        }
    }
}

// The value for each of n deals stored as rows of four masks.
inline void evaluate_rows(const Expression& expression, const u64* deals, std::size_t n, i32* out) {
    Stack stack;
    u64 hand[kSeats][kColumn];
    const u64* const hands[kSeats] = {hand[0], hand[1], hand[2], hand[3]};
    while (n > 0) {
        const std::size_t chunk = n < kColumn ? n : kColumn;
        for (std::size_t i = 0; i < chunk; ++i)
            for (int seat = 0; seat < kSeats; ++seat) hand[seat][i] = deals[kSeats * i + seat];
        evaluate(expression, hands, chunk, stack);
        for (std::size_t i = 0; i < chunk; ++i) out[i] = stack.column[0][i];
        deals += kSeats * chunk;
        out += chunk;
        n -= chunk;
    }
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
