// The deal of a number under a condition, and drawing by a random number.
// A number is decomposed from the outside in: how the pool is shared, the row (state and points of
// the left half), the right half's points and state, and in each half the kinds, the honours, the
// rows and the small cards. Every step is a sum over a short list or a division, so rank
// (exact_rank.cpp) goes the same way back.
#pragma once

#include "exact_model.hpp"
#include "numbers.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

// Deals the small cards of a suit: owner after owner, the colex rank among those left.
inline void place_small(const ExactModel& model, const ExactSuit& suit, u32 counts, u64 index,
                        u64* owners) {
    u32 left = suit.small;
    u32 index32 = static_cast<u32>(index);   // at most 13! / ... < 2^26
    int cards = count_bits(left);
    for (int owner = 0; owner + 1 < model.owners; ++owner, counts >>= 8) {
        const int take = counts & 255;
        if (take == 0) continue;
        const u32 ways = kSubsets.choose[cards][take];
        const u32 which = index32 % ways;
        index32 /= ways;
        const u32 own = static_cast<u32>(deposit(kSubsets.subset[kSubsets.start[take] + which], left));
        owners[owner] |= static_cast<u64>(own) << suit.shift;
        left ^= own;
        cards -= take;
    }
    owners[model.owners - 1] |= static_cast<u64>(left) << suit.shift;
}

inline const i32* first_at_least(const i32* begin, const i32* end, i32 value) {
    while (begin < end) {
        const i32* middle = begin + (end - begin) / 2;
        if (*middle < value)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

// The entry of a state's small cards for a pair of kinds, -1 where there is none.
inline i64 small_entry(const ExactHalf& half, i32 pair, i32 state) {
    const i32* end = half.entry_pair.data() + half.entry_start[state + 1];
    const i32* at = first_at_least(half.entry_pair.data() + half.entry_start[state], end, pair);
    return at == end || *at != pair ? -1 : at - half.entry_pair.data();
}

inline u64 small_ways_of(const ExactHalf& half, i32 pair, i32 state) {
    if (!half.small_dense.empty()) {
        const i64 pairs = static_cast<i64>(half.small_start.size()) - 1;
        return half.small_dense[state * pairs + pair];
    }
    const i64 entry = small_entry(half, pair, state);
    return entry < 0 ? 0 : half.entry_ways[entry];
}

// The first of some increasing ends that exceeds x, in as many steps whatever x is.
inline i64 find_end(const u64* ends, i64 begin, i64 end, u64 x) {
    i64 n = end - begin;
    while (n > 1) {
        const i64 half = n / 2;
        begin = ends[begin + half - 1] <= x ? begin + half : begin;
        n -= half;
    }
    return begin;
}

// The pair of classes and the entry of small cards that layout x of a cell has; x becomes what is
// left. The same order as the leaves have where they are listed.
inline ExactLeaf add_up_leaves(const ExactModel& model, int h, const ExactHalf& half, i32 state,
                               i32 points, u64& x) {
    i64 e = half.honour_start[points];
    const i64 end = half.honour_start[points + 1];
    if (!half.small_dense.empty()) {
        const u64* dense = half.small_dense.data() +
                           state * (static_cast<i64>(half.small_start.size()) - 1);
        for (; e + 8 <= end; e += 8) {   // eight at a time: one test to mispredict
            u64 sum = 0;
            for (int i = 0; i < 8; ++i) sum += half.draw_ways[e + i] * dense[half.draw_pair[e + i]];
            if (x < sum) break;
            x -= sum;
        }
    }
    u64 small;
    for (;; ++e) {
        small = small_ways_of(half, static_cast<i32>(half.draw_pair[e]), state);
        const u64 both = half.draw_ways[e] * small;
        if (x < both) break;
        x -= both;
    }
    const ExactSuit& s0 = model.suit[2 * h];
    const ExactSuit& s1 = model.suit[2 * h + 1];
    for (i64 c = half.draw_classes[e];; ++c) {
        const i32 first = half.class_pair[2 * c], second = half.class_pair[2 * c + 1];
        const u64 both = small * static_cast<u64>(s0.class_size[first]) *
                         static_cast<u64>(s1.class_size[second]);
        if (x < both)
            return {first, second,
                    static_cast<i32>(small_entry(half, static_cast<i32>(half.draw_pair[e]), state))};
        x -= both;
    }
}

// A half while it is dealt: its cell, the number among the cell's layouts, then what that stands for.
struct HalfDraw {
    i32 state, points;
    u64 x;
    ExactLeaf leaf;
    u32 honour;
    int row[2];
};

inline void find_leaf(const ExactModel& model, int h, const ExactHalf& half, HalfDraw& draw) {
    if (!half.leaf.empty()) {
        const i64 cell = static_cast<i64>(draw.state) * model.points[h] + draw.points;
        const i64 begin = half.leaf_start[cell];
        const i64 at = find_end(half.leaf_end.data(), begin, half.leaf_start[cell + 1], draw.x);
        if (at > begin) draw.x -= half.leaf_end[at - 1];
        draw.leaf = half.leaf[at];
    } else {
        draw.leaf = add_up_leaves(model, h, half, draw.state, draw.points, draw.x);
    }
    const u64 ways = static_cast<u64>(model.suit[2 * h].class_size[draw.leaf.first]) *
                     static_cast<u64>(model.suit[2 * h + 1].class_size[draw.leaf.second]);
    const u64 small = draw.x / ways;
    draw.honour = static_cast<u32>(draw.x - small * ways);
    draw.x = small;
}

inline void find_split(const ExactModel& model, int h, const ExactHalf& half, HalfDraw& draw) {
    const ExactSuit& s0 = model.suit[2 * h];
    const ExactSuit& s1 = model.suit[2 * h + 1];
    const int r0 = s0.row_start[s0.class_kind[draw.leaf.first]];
    const int r1 = s1.row_start[s1.class_kind[draw.leaf.second]];
    const i64 begin = half.split_start[draw.leaf.entry];
    i64 at = begin;
    if (!half.split_end.empty()) {
        at = find_end(half.split_end.data(), begin, half.split_start[draw.leaf.entry + 1], draw.x);
        if (at > begin) draw.x -= half.split_end[at - 1];
    } else {
        for (;; ++at) {
            const u64 both = static_cast<u64>(s0.row_ways[r0 + half.split[2 * at]]) *
                             static_cast<u64>(s1.row_ways[r1 + half.split[2 * at + 1]]);
            if (draw.x < both) break;
            draw.x -= both;
        }
    }
    draw.row[0] = r0 + half.split[2 * at];
    draw.row[1] = r1 + half.split[2 * at + 1];
}

inline void place_half(const ExactModel& model, int h, const HalfDraw& draw, u64* owners) {
    const ExactSuit& s0 = model.suit[2 * h];
    const ExactSuit& s1 = model.suit[2 * h + 1];
    const u32 size1 = static_cast<u32>(s1.class_size[draw.leaf.second]);
    const u32 honour0 = draw.honour / size1, honour1 = draw.honour - honour0 * size1;
    const u16* a0 = &s0.assignment[4 * (s0.class_first[draw.leaf.first] + honour0)];
    const u16* a1 = &s1.assignment[4 * (s1.class_first[draw.leaf.second] + honour1)];
    for (int owner = 0; owner < kSeats; ++owner)
        owners[owner] |=
            static_cast<u64>(a0[owner]) << s0.shift | static_cast<u64>(a1[owner]) << s1.shift;
    const u64 ways1 = static_cast<u64>(s1.row_ways[draw.row[1]]);
    const u64 index0 = draw.x / ways1;
    place_small(model, s0, s0.row_counts[draw.row[0]], index0, owners);
    place_small(model, s1, s1.row_counts[draw.row[1]], draw.x - index0 * ways1, owners);
}

// The right points and state that go with a row; rest becomes the number among their layouts.
inline ExactNext find_next(const Exact& exact, std::size_t row, u64& rest) {
    const i64 begin = exact.next_start[row];
    const i64 at = find_end(exact.next_end.data(), begin, exact.next_start[row + 1], rest);
    if (at > begin) rest -= exact.next_end[at - 1];
    if (exact.next[at].weight != 1) rest /= exact.next[at].weight;
    return exact.next[at];
}

inline ExactNext add_up_next(const Exact& exact, u32 group, u32 points, u64& rest) {
    const ExactModel& model = exact.model;
    int joint = 0;
    while (exact.joint_start[joint + 1] <= group) ++joint;
    const u64* right = exact.right_of.data() + static_cast<i64>(group) * model.points[1];
    i64 e = model.accept_start[static_cast<i64>(joint) * model.points[0] + points];
    const i64 end = model.accept_start[static_cast<i64>(joint) * model.points[0] + points + 1];
    for (; e + 8 <= end; e += 8) {   // eight at a time: one test to mispredict
        u64 sum = 0;
        for (int i = 0; i < 8; ++i)
            sum += static_cast<u64>(model.accept_weight[e + i]) * right[model.accept_right[e + i]];
        if (rest < sum) break;
        rest -= sum;
    }
    for (;; ++e) {
        const u64 ways =
            static_cast<u64>(model.accept_weight[e]) * right[model.accept_right[e]];
        if (rest < ways) break;
        rest -= ways;
    }
    const i32 right_points = model.accept_right[e];
    const u32 weight = static_cast<u32>(model.accept_weight[e]);
    const u64* layouts = exact.half[1].layouts_of.data() + right_points;
    for (i64 at = exact.partner_start[group];; ++at) {
        const u64 ways = weight * layouts[static_cast<i64>(exact.partner[at]) * model.points[1]];
        if (rest < ways) {
            if (weight != 1) rest /= weight;
            return {right_points, exact.partner[at], weight};
        }
        rest -= ways;
    }
}

inline Located locate_exact(const Exact& exact, u128 r) {
    const u64 pool_ways = exact.model.pool_ways;
    const Quotient pool = pool_ways == 1 ? Quotient{r, 0} : divide(r, pool_ways);
    const u128 x = pool.quotient;
    const u32* guide = exact.guide.data() + static_cast<u64>(x >> exact.guide_shift);
    u64 row = guide[0], end = guide[1];
    while (row < end) {
        const u64 middle = (row + end) / 2;
        if (exact.row_end[middle] <= x)
            row = middle + 1;
        else
            end = middle;
    }
    return {row > 0 ? x - exact.row_end[row - 1] : x, pool.remainder, row};
}

inline void begin_draw(const Exact& exact, const Located& number, HalfDraw* halves) {
    const ExactModel& model = exact.model;
    const u32 group = exact.row[number.row].group, points = exact.row[number.row].points;
    const i32 state = exact.group_state[group];
    const Quotient split = divide(
        number.rest,
        exact.half[0].layouts_of[static_cast<i64>(state) * model.points[0] + points]);
    u64 rest = static_cast<u64>(split.quotient);
    const ExactNext next = !exact.next.empty() ? find_next(exact, number.row, rest)
                                               : add_up_next(exact, group, points, rest);
    halves[0].state = state;
    halves[0].points = static_cast<i32>(points);
    halves[0].x = split.remainder;
    halves[1].state = next.state;
    halves[1].points = next.points;
    halves[1].x = rest;
}

inline void end_draw(const Exact& exact, const Located& number, const HalfDraw* halves, u64* deal) {
    const ExactModel& model = exact.model;
    u64 owners[kSeats] = {};
    place_half(model, 0, halves[0], owners);
    place_half(model, 1, halves[1], owners);
    seat_owners(model, owners, number.pool, deal);
}

inline constexpr std::size_t kTogether = 32;   // deals that go through each step together

inline void deal_located(const Exact& exact, SortRoom& room, std::size_t n, u64* deals) {
    sort_by_row(room, n, exact.row.size());
    HalfDraw draw[kTogether][2];
    for (std::size_t first = 0; first < n; first += kTogether) {
        const u16* at = room.order[0] + first;
        const int m = static_cast<int>(n - first < kTogether ? n - first : kTogether);
        for (int i = 0; i < m; ++i) begin_draw(exact, room.located[at[i]], draw[i]);
        for (int h = 0; h < 2; ++h) {
            for (int i = 0; i < m; ++i) find_leaf(exact.model, h, exact.half[h], draw[i][h]);
            for (int i = 0; i < m; ++i) find_split(exact.model, h, exact.half[h], draw[i][h]);
        }
        for (int i = 0; i < m; ++i)
            end_draw(exact, room.located[at[i]], draw[i], deals + kSeats * at[i]);
    }
}

struct ExactEngine {
    using Count = Exact;
    static Located locate(const Exact& exact, u128 r) { return locate_exact(exact, r); }
    static void deal(const Exact& exact, SortRoom& room, std::size_t n, u64* deals) {
        deal_located(exact, room, n, deals);
    }
};

inline void unrank_exact(const Exact& exact, const u64* low, const u64* high, u64* deals,
                         std::size_t n) {
    unrank_numbers<ExactEngine>(exact, low, high, deals, n);
}

inline void draw_exact(const Exact& exact, const Key& key, u64 first, std::size_t n, u64* deals) {
    draw_numbers<ExactEngine>(exact, key, first, n, deals);
}

inline void add_scaled(double* __restrict out, const double* __restrict in, double factor, i64 n) {
    for (i64 i = 0; i < n; ++i) out[i] += factor * in[i];
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
