// What numbering needs beyond counting: rows in order, and the rows of every state.
#include <algorithm>

#include "exact_rows.hpp"

namespace dealwright {
namespace {

constexpr u64 kMostDenseSmall = u64{1} << 23;

// The rows of two kinds for each entry of the small table, in the order they are met.
void list_splits(const ExactModel& model, int h, ExactHalf& half) {
    half.split_start.assign(half.small_state.size() + 1, 0);
    std::vector<i64> slot(half.states(), -1);
    std::vector<std::pair<i32, u32>> found;
    std::unordered_map<u64, i32> ids;
    StateIds known(codes_of(model.classes[h]));
    std::vector<u64> codes;
    for (u64 code : half.code) known.add(code, codes);
    const int y_kinds = half.kinds2;
    std::vector<i64> count;
    for (std::size_t pair = 0; pair + 1 < half.small_start.size(); ++pair) {
        const i64 begin = half.small_start[pair], end = half.small_start[pair + 1];
        if (begin == end) continue;
        found.clear();
        for (i64 e = begin; e < end; ++e) slot[half.small_state[e]] = e;
        each_row_pair(model, h, static_cast<int>(pair) / y_kinds, static_cast<int>(pair) % y_kinds,
                      [&](int i, int k, u64 code) {
                          found.emplace_back(known.find(code), static_cast<u32>(i) << 16 | k);
                      });
        count.assign(end - begin + 1, 0);
        for (const auto& [state, rows] : found) ++count[slot[state] - begin + 1];
        for (i64 e = begin; e < end; ++e) {
            count[e - begin + 1] += count[e - begin];
            half.split_start[e + 1] = half.split_start[begin] + count[e - begin + 1];
        }
        half.split.resize(2 * (half.split_start[begin] + found.size()));
        for (const auto& [state, rows] : found) {
            const i64 e = slot[state];
            const i64 to = half.split_start[begin] + count[e - begin]++;
            half.split[2 * to] = static_cast<u16>(rows >> 16);
            half.split[2 * to + 1] = static_cast<u16>(rows);
        }
    }
}

void list_rows(Exact& exact) {
    const ExactModel& model = exact.model;
    const i64 groups = static_cast<i64>(exact.group_state.size());
    const ExactHalf& left = exact.half[0];
    u128 end = 0;
    for (i64 g = 0; g < groups; ++g) {
        const double* own = left.layouts_of.data() +
                            static_cast<i64>(exact.group_state[g]) * model.points[0];
        for (int p = 0; p < model.points[0]; ++p) {
            const double after = exact.continuations[p * groups + g];
            if (own[p] == 0.0 || after == 0.0) continue;
            end += static_cast<u128>(static_cast<u64>(own[p])) * static_cast<u64>(after);
            exact.row_end.push_back(end);
            exact.row.push_back({static_cast<u32>(g), static_cast<u32>(p)});
        }
    }
    int bits = 0;
    while (exact.layouts >> bits > 2 * exact.row.size()) ++bits;
    exact.guide_shift = bits;
    std::size_t at = 0;
    for (u128 first = 0; first < exact.layouts; first += u128{1} << bits) {
        while (exact.row_end[at] <= first) ++at;
        exact.guide.push_back(static_cast<u32>(at));
    }
    exact.guide.push_back(static_cast<u32>(exact.row.size()) - 1);
}

}  // namespace

void prepare_exact(Exact& exact) {
    const ExactModel& model = exact.model;
    for (int h = 0; h < 2; ++h) {
        ExactHalf& half = exact.half[h];
        const i64 states = half.states(), pairs = static_cast<i64>(half.small_start.size()) - 1;
        half.layouts_of.resize(half.layouts.size());
        for (int p = 0; p < model.points[h]; ++p)
            for (i64 q = 0; q < states; ++q)
                half.layouts_of[q * model.points[h] + p] = half.layouts[p * states + q];
        if (static_cast<u64>(states * pairs) <= kMostDenseSmall) {
            half.small_dense.assign(states * pairs, 0.0);
            for (i64 pair = 0; pair < pairs; ++pair)
                for (i64 e = half.small_start[pair]; e < half.small_start[pair + 1]; ++e)
                    half.small_dense[half.small_state[e] * pairs + pair] = half.small_ways[e];
        }
        list_splits(model, h, half);
    }
    const i64 groups = static_cast<i64>(exact.group_state.size());
    exact.right_of.resize(exact.right.size());
    for (int p = 0; p < model.points[1]; ++p)
        for (i64 g = 0; g < groups; ++g)
            exact.right_of[g * model.points[1] + p] = exact.right[p * groups + g];
    list_rows(exact);
    for (int s = 0; s < kSuits; ++s) {
        const ExactSuit& suit = model.suit[s];
        for (std::size_t a = 0; 4 * a < suit.assignment.size(); ++a) {
            u32 code = 0;
            int at = 0;
            for (u32 rest = suit.honours; rest != 0; rest &= rest - 1, at += 2)
                for (int owner = 0; owner < model.owners; ++owner)
                    if (suit.assignment[4 * a + owner] & rest & -rest) code |= owner << at;
            exact.assignment_of[s].emplace_back(code, static_cast<i32>(a));
        }
        std::sort(exact.assignment_of[s].begin(), exact.assignment_of[s].end());
    }
    exact.ready = true;
}

}  // namespace dealwright
