// What numbering needs beyond counting: rows in order, and the rows of every state.
#include <algorithm>

#include "exact_rows.hpp"

namespace dealwright {
namespace {

constexpr u64 kMostDenseSmall = u64{1} << 23;
// Lists of more entries would make a long run a fifth faster at best, and the first deal wait for them.
constexpr u64 kMostListed = u64{1} << 17;

// Entries of small cards by state, and the rows of two kinds that each stands for in the order they
// are met. State by state, because drawing goes through the states in order.
void list_splits(const ExactModel& model, int h, ExactHalf& half, Work& work) {
    const i64 entries = static_cast<i64>(half.small_state.size());
    half.entry_start.assign(half.states() + 1, 0);
    work.add(static_cast<u64>(entries));
    for (i32 state : half.small_state) ++half.entry_start[state + 1];
    for (int q = 0; q < half.states(); ++q) half.entry_start[q + 1] += half.entry_start[q];
    std::vector<i64> place, next(half.entry_start.begin(), half.entry_start.end() - 1);
    fill(half.entry_pair, static_cast<std::size_t>(entries), 0, work);
    fill(half.entry_ways, static_cast<std::size_t>(entries), u64{0}, work);
    fill(place, static_cast<std::size_t>(entries), i64{0}, work);
    const int pairs = static_cast<int>(half.small_start.size()) - 1;
    for (int pair = 0; pair < pairs; ++pair)
        for (i64 e = half.small_start[pair]; e < half.small_start[pair + 1]; ++e) {
            work.pass(e);
            place[e] = next[half.small_state[e]]++;
            half.entry_pair[place[e]] = pair;
            half.entry_ways[place[e]] = static_cast<u64>(half.small_ways[e]);
        }
    StateIds known(codes_of(model.classes[h]));
    std::vector<u64> codes;
    for (u64 code : half.code) known.add(code, codes);
    std::vector<i64> slot(half.states(), -1);
    fill(half.split_start, static_cast<std::size_t>(entries + 1), i64{0}, work);
    const auto each_split = [&](auto&& visit) {
        for (int pair = 0; pair < pairs; ++pair) {
            for (i64 e = half.small_start[pair]; e < half.small_start[pair + 1]; ++e)
                slot[half.small_state[e]] = place[e];
            each_row_pair(model, h, pair / half.kinds2, pair % half.kinds2, work,
                          [&](int i, int k, u64 code) { visit(slot[known.find(code)], i, k); });
        }
    };
    each_split([&](i64 entry, int, int) { ++half.split_start[entry + 1]; });
    for (i64 e = 0; e < entries; ++e) {
        work.pass(e);
        half.split_start[e + 1] += half.split_start[e];
    }
    // Each split was looked up and is written to its place, in no order that a cache likes: 10 ns or more.
    work.add(4 * static_cast<u64>(half.split_start[entries]));
    fill(half.split, static_cast<std::size_t>(2 * half.split_start[entries]), u16{0}, work);
    fill(next, static_cast<std::size_t>(entries), i64{0}, work);
    for (i64 e = 0; e < entries; ++e) {
        work.pass(e);
        next[e] = half.split_start[e];
    }
    each_split([&](i64 entry, int i, int k) {
        const i64 to = next[entry]++;
        half.split[2 * to] = static_cast<u16>(i);
        half.split[2 * to + 1] = static_cast<u16>(k);
    });
}

// Cumulative ways of the splits, and of the pairs of classes of every cell, while they are few: a
// search in them takes a few steps. Beyond, drawing adds the same numbers up one by one.
void list_leaves(const ExactModel& model, int h, ExactHalf& half, Work& work) {
    const ExactSuit& x = model.suit[2 * h];
    const ExactSuit& y = model.suit[2 * h + 1];
    if (half.split.size() / 2 <= kMostListed) {
        half.split_end.reserve(half.split.size() / 2);
        for (std::size_t e = 0; e < half.entry_pair.size(); ++e) {
            const i32 pair = half.entry_pair[e];
            u64 end = 0;
            work.add(static_cast<u64>(half.split_start[e + 1] - half.split_start[e]));
            for (i64 at = half.split_start[e]; at < half.split_start[e + 1]; ++at) {
                const int i = x.row_start[pair / half.kinds2] + half.split[2 * at];
                const int k = y.row_start[pair % half.kinds2] + half.split[2 * at + 1];
                end += static_cast<u64>(x.row_ways[i]) * static_cast<u64>(y.row_ways[k]);
                half.split_end.push_back(end);
            }
        }
    }
    const u64 cells = static_cast<u64>(half.states()) * model.points[h];
    if (cells * (half.class_pair.size() / 2 / model.points[h] + 1) > kMostListed) return;
    half.leaf_start.assign(1, 0);
    for (int state = 0; state < half.states(); ++state)
        for (int p = 0; p < model.points[h]; ++p) {
            u64 end = 0;
            work.add(static_cast<u64>(half.honour_start[p + 1] - half.honour_start[p]));
            for (i64 e = half.honour_start[p]; e < half.honour_start[p + 1]; ++e) {
                const i32* begin = half.entry_pair.data() + half.entry_start[state];
                const i32* last = half.entry_pair.data() + half.entry_start[state + 1];
                const i32* found = std::lower_bound(begin, last, half.honour_pair[e]);
                if (found == last || *found != half.honour_pair[e]) continue;
                const i32 entry = static_cast<i32>(found - half.entry_pair.data());
                const u64 ways = half.entry_ways[entry];
                for (i64 c = half.honour_classes[e]; c < half.honour_classes[e + 1]; ++c) {
                    const i32 first = half.class_pair[2 * c], second = half.class_pair[2 * c + 1];
                    end += ways * static_cast<u64>(x.class_size[first]) *
                           static_cast<u64>(y.class_size[second]);
                    half.leaf_end.push_back(end);
                    half.leaf.push_back({first, second, entry});
                }
            }
            half.leaf_start.push_back(static_cast<i64>(half.leaf.size()));
        }
    fit(half.leaf_end, work);
    fit(half.leaf, work);
}

// Right points and right states of every row, cumulative, while they are few.
void list_continuations(Exact& exact, Work& work) {
    const ExactModel& model = exact.model;
    const u64 pairs = model.accept_right.size() * (exact.partner.size() + 1);
    if (pairs / (model.points[0] + 1) > 4 * kMostListed) return;
    exact.next_start.assign(1, 0);
    for (const ExactRow& row : exact.row) {
        int joint = 0;
        while (exact.joint_start[joint + 1] <= row.group) ++joint;
        const i64* accepted =
            model.accept_start.data() + static_cast<i64>(joint) * model.points[0] + row.points;
        u64 end = 0;
        for (i64 e = accepted[0]; e < accepted[1]; ++e) {
            work.add(static_cast<u64>(exact.partner_start[row.group + 1] -
                                      exact.partner_start[row.group]));
            for (i64 at = exact.partner_start[row.group]; at < exact.partner_start[row.group + 1];
                 ++at) {
                const i32 state = exact.partner[at], points = model.accept_right[e];
                const u64 ways =
                    exact.half[1].layouts_of[static_cast<i64>(state) * model.points[1] + points];
                if (ways == 0) continue;
                end += ways * static_cast<u64>(model.accept_weight[e]);
                exact.next_end.push_back(end);
                exact.next.push_back({points, state, static_cast<u32>(model.accept_weight[e])});
            }
            if (exact.next.size() > kMostListed)
                return drop(exact.next_start, exact.next_end, exact.next);
        }
        exact.next_start.push_back(static_cast<i64>(exact.next.size()));
    }
    fit(exact.next_start, work);
    fit(exact.next_end, work);
    fit(exact.next, work);
}

// How many rows there are: groups with left points that some right ones accept.
std::size_t rows_of(const Exact& exact, Work& work) {
    const i64 groups = static_cast<i64>(exact.group_state.size());
    const i64 states = exact.half[0].states();
    std::size_t rows = 0;
    for (int p = 0; p < exact.model.points[0]; ++p) {
        const double* own = exact.half[0].layouts.data() + p * states;
        const double* after = exact.continuations.data() + p * groups;
        work.add(static_cast<u64>(groups));
        for (i64 g = 0; g < groups; ++g)
            rows += own[exact.group_state[g]] != 0.0 && after[g] != 0.0;
    }
    return rows;
}

void list_rows(Exact& exact, Work& work) {
    const std::size_t rows = rows_of(exact, work);
    exact.row_end.reserve(rows);
    exact.row.reserve(rows);
    const ExactModel& model = exact.model;
    const i64 groups = static_cast<i64>(exact.group_state.size());
    u128 end = 0;
    for (i64 g = 0; g < groups; ++g) {
        const u64* own = exact.half[0].layouts_of.data() +
                         static_cast<i64>(exact.group_state[g]) * model.points[0];
        work.add(static_cast<u64>(model.points[0]));
        for (int p = 0; p < model.points[0]; ++p) {
            const double after = exact.continuations[p * groups + g];
            if (own[p] == 0 || after == 0.0) continue;
            end += static_cast<u128>(own[p]) * static_cast<u64>(after);
            exact.row_end.push_back(end);
            exact.row.push_back({static_cast<u32>(g), static_cast<u32>(p)});
        }
    }
    int bits = 0;
    while (exact.layouts >> bits > 2 * exact.row.size()) ++bits;
    exact.guide_shift = bits;
    std::size_t at = 0;
    exact.guide.reserve(static_cast<std::size_t>((exact.layouts - 1) >> bits) + 2);
    for (u128 first = 0; first < exact.layouts; first += u128{1} << bits) {
        work.pass(exact.guide.size());
        while (exact.row_end[at] <= first) ++at;
        exact.guide.push_back(static_cast<u32>(at));
    }
    exact.guide.push_back(static_cast<u32>(exact.row.size()) - 1);
}

// out[column][row] = in[row][column].
void transpose(const std::vector<double>& in, i64 rows, i64 columns, std::vector<u64>& out,
               Work& work) {
    constexpr i64 slice = i64{1} << 18;
    fill(out, in.size(), u64{0}, work);
    for (i64 row = 0; row < rows; ++row)
        for (i64 begin = 0; begin < columns; begin += slice) {
            const i64 end = std::min(columns, begin + slice);
            work.add(static_cast<u64>(end - begin));
            for (i64 column = begin; column < end; ++column)
                out[column * rows + row] = static_cast<u64>(in[row * columns + column]);
        }
}

void list_small(ExactHalf& half, Work& work) {
    const i64 pairs = static_cast<i64>(half.small_start.size()) - 1;
    if (static_cast<u64>(half.states() * pairs) > kMostDenseSmall) return;
    fill(half.small_dense, static_cast<std::size_t>(half.states() * pairs), u64{0}, work);
    for (i64 pair = 0; pair < pairs; ++pair) {
        work.add(static_cast<u64>(half.small_start[pair + 1] - half.small_start[pair]));
        for (i64 e = half.small_start[pair]; e < half.small_start[pair + 1]; ++e)
            half.small_dense[half.small_state[e] * pairs + pair] =
                static_cast<u64>(half.small_ways[e]);
    }
}

void prepare_half(const ExactModel& model, int h, ExactHalf& half, Work& work) {
    transpose(half.layouts, model.points[h], half.states(), half.layouts_of, work);
    list_small(half, work);
    half.draw_pair.assign(half.honour_pair.begin(), half.honour_pair.end());
    half.draw_classes.assign(half.honour_classes.begin(), half.honour_classes.end());
    half.draw_ways.assign(half.honour_ways.begin(), half.honour_ways.end());
    list_splits(model, h, half, work);
    list_leaves(model, h, half, work);
}

void list_assignments(Exact& exact, int s, Work& work) {
    const ExactModel& model = exact.model;
    const ExactSuit& suit = model.suit[s];
    auto& known = exact.assignment_of[s];
    known.reserve(suit.assignment.size() / 4);
    for (std::size_t a = 0; 4 * a < suit.assignment.size(); ++a) {
        u32 code = 0;
        int at = 0;
        work.pass(a);
        for (u32 rest = suit.honours; rest != 0; rest &= rest - 1, at += 2)
            for (int owner = 0; owner < model.owners; ++owner)
                if (suit.assignment[4 * a + owner] & rest & -rest) code |= owner << at;
        known.emplace_back(code, static_cast<i32>(a));
    }
    std::sort(known.begin(), known.end(), stoppable(work, [](const auto& a, const auto& b) {
                  return a < b;
              }));
}

}  // namespace

void prepare_exact(Exact& exact, Work& work) {
    const ExactModel& model = exact.model;
    try {
        for (int h = 0; h < 2; ++h) prepare_half(model, h, exact.half[h], work);
        transpose(exact.right, model.points[1], static_cast<i64>(exact.group_state.size()),
                  exact.right_of, work);
        list_rows(exact, work);
        list_continuations(exact, work);
        for (int s = 0; s < kSuits; ++s) list_assignments(exact, s, work);
    } catch (...) {
        each_drawing_table(exact, [](auto& table) { drop(table); });
        throw;
    }
    exact.ready = true;
}

}  // namespace dealwright
