// Exact counting: two halves of the pack and their join, all in integers that doubles hold.
//
// A half has 26 cards and at most 4 owners, so none of its numbers exceeds 4^26 = 2^52, and sums and
// products below are exact in double precision; the join is summed in 128 bits. The gate bounds the
// weights so that the continuations stay below 2^53 too.
//
// Plain code: only the hot sum (Body::add_scaled) is compiled for each instruction set, so that no
// template of the standard library is ever emitted with instructions that a processor lacks.
#include <algorithm>
#include <functional>
#include <utility>

#include "bodies.hpp"
#include "exact_rows.hpp"

namespace dealwright {
namespace {

void count_small(const ExactModel& model, int h, ExactHalf& half, StateIds& ids, Work& work) {
    const ExactSuit& x = model.suit[2 * h];
    const ExactSuit& y = model.suit[2 * h + 1];
    std::vector<double> ways;
    std::vector<i32> touched;
    half.small_start.assign(1, 0);
    for (int a = 0; a < x.kinds(); ++a)
        for (int b = 0; b < y.kinds(); ++b) {
            const double* wx = x.row_ways.data() + x.row_start[a];
            const double* wy = y.row_ways.data() + y.row_start[b];
            touched.clear();
            each_row_pair(model, h, a, b, work, [&](int i, int k, u64 code) {
                const int id = ids.add(code, half.code);
                if (id >= static_cast<int>(ways.size())) ways.resize(2 * id + 16, 0.0);
                if (ways[id] == 0.0) touched.push_back(id);
                ways[id] += wx[i] * wy[k];
            });
            std::sort(touched.begin(), touched.end());   // at most 560 * 560
            make_room(half.small_state, touched.size(), work);
            make_room(half.small_ways, touched.size(), work);
            for (i32 id : touched) {
                half.small_state.push_back(id);
                half.small_ways.push_back(ways[id]);
                ways[id] = 0.0;
            }
            make_room(half.small_start, 1, work);
            half.small_start.push_back(static_cast<i64>(half.small_state.size()));
        }
}

struct HonourEntry {
    i32 points, pair, first, second;
};

// Sorts by a key from 0 to below `keys`; entries of one key stay in their order.
template <typename Entry, typename Key>
void order_by(std::vector<Entry>& entries, int keys, Key key, Work& work) {
    std::vector<i64> start;
    std::vector<Entry> ordered;
    fill(start, static_cast<std::size_t>(keys) + 1, i64{0}, work);
    fill(ordered, entries.size(), Entry{}, work);
    work.add(entries.size());
    for (const Entry& entry : entries) ++start[key(entry) + 1];
    for (int k = 0; k < keys; ++k) start[k + 1] += start[k];
    for (std::size_t i = 0; i < entries.size(); ++i) {
        work.pass(i);
        ordered[start[key(entries[i])]++] = entries[i];
    }
    entries.swap(ordered);
}

void count_honours(const ExactModel& model, int h, ExactHalf& half, Work& work) {
    const ExactSuit& x = model.suit[2 * h];
    const ExactSuit& y = model.suit[2 * h + 1];
    std::vector<HonourEntry> entries;
    for (int c = 0; c < x.classes(); ++c) {
        work.add(static_cast<u64>(y.classes()));
        make_room(entries, static_cast<std::size_t>(y.classes()), work);
        for (int d = 0; d < y.classes(); ++d) {
            const i32 points = model.add_points[h][x.class_points[c] * model.second_points[h] +
                                                       y.class_points[d]];
            const i32 pair = x.class_kind[c] * half.kinds2 + y.class_kind[d];
            if (points >= 0 && half.small_start[pair] < half.small_start[pair + 1])
                entries.push_back({points, pair, c, d});
        }
    }
    order_by(entries, x.kinds() * half.kinds2, [](const HonourEntry& e) { return e.pair; }, work);
    order_by(entries, model.points[h], [](const HonourEntry& e) { return e.points; }, work);
    half.honour_start.assign(model.points[h] + 1, 0);
    half.class_pair.reserve(2 * entries.size());
    for (std::size_t at = 0; at < entries.size(); ++at) {
        const HonourEntry& e = entries[at];
        work.pass(at);
        const double n = static_cast<double>(x.class_size[e.first]) * y.class_size[e.second];
        if (at > 0 && entries[at - 1].points == e.points && entries[at - 1].pair == e.pair) {
            half.honour_ways.back() += n;
        } else {
            make_room(half.honour_pair, 1, work);
            make_room(half.honour_ways, 1, work);
            make_room(half.honour_classes, 1, work);
            half.honour_pair.push_back(e.pair);
            half.honour_ways.push_back(n);
            half.honour_classes.push_back(static_cast<i64>(at));
            ++half.honour_start[e.points + 1];
        }
        half.class_pair.push_back(e.first);
        half.class_pair.push_back(e.second);
    }
    make_room(half.honour_classes, 1, work);
    half.honour_classes.push_back(static_cast<i64>(entries.size()));
    for (int p = 0; p < model.points[h]; ++p) half.honour_start[p + 1] += half.honour_start[p];
}

// out[i] += factor * in[i], as many at a time as take a millisecond.
void add_scaled(double* out, const double* in, double factor, i64 n, Work& work) {
    constexpr i64 slice = i64{1} << 20;
    for (i64 at = 0; at < n; at += slice) {
        const i64 size = std::min(slice, n - at);
        work.add(static_cast<u64>(size));
        body_in_use().add_scaled(out + at, in + at, factor, size);
    }
}

// layouts[points][state] = sum over kind pairs of D * S.
void multiply_half(const ExactModel& model, int h, ExactHalf& half, Work& work) {
    const i64 states = half.states();
    fill(half.layouts, static_cast<std::size_t>(model.points[h]) * states, 0.0, work);
    std::vector<i64> by_pair_start, at;
    std::vector<i32> points;
    std::vector<double> ways;
    fill(by_pair_start, half.small_start.size(), i64{0}, work);
    fill(points, half.honour_pair.size(), 0, work);
    fill(ways, half.honour_pair.size(), 0.0, work);
    for (i32 pair : half.honour_pair) ++by_pair_start[pair + 1];
    for (std::size_t i = 1; i < by_pair_start.size(); ++i) by_pair_start[i] += by_pair_start[i - 1];
    at = by_pair_start;
    for (int p = 0; p < model.points[h]; ++p)
        for (i64 e = half.honour_start[p]; e < half.honour_start[p + 1]; ++e) {
            work.pass(e);
            const i64 to = at[half.honour_pair[e]]++;
            points[to] = p;
            ways[to] = half.honour_ways[e];
        }
    std::vector<double> dense(states, 0.0);
    for (std::size_t pair = 0; pair + 1 < half.small_start.size(); ++pair) {
        const i64 begin = half.small_start[pair], n = half.small_start[pair + 1] - begin;
        const bool scatter = 6 * n < states;
        work.pass(pair);
        if (n == 0 || by_pair_start[pair] == by_pair_start[pair + 1]) continue;
        if (!scatter)
            for (i64 i = begin; i < begin + n; ++i) dense[half.small_state[i]] = half.small_ways[i];
        for (i64 e = by_pair_start[pair]; e < by_pair_start[pair + 1]; ++e) {
            double* row = half.layouts.data() + points[e] * states;
            if (!scatter) {
                add_scaled(row, dense.data(), ways[e], states, work);
                continue;
            }
            work.add(static_cast<u64>(n));
            for (i64 i = begin; i < begin + n; ++i)
                row[half.small_state[i]] += ways[e] * half.small_ways[i];
        }
        if (!scatter)
            for (i64 i = begin; i < begin + n; ++i) dense[half.small_state[i]] = 0.0;
    }
}

// The groups of one joint outcome: each is a left state with the right states that it fits, ascending.
struct Groups {
    std::vector<i32> state, partner;
    std::vector<i64> end;      // of each group's partners
};

// Adds the right states that a left state fits, (joint outcome, right state) each, to the groups.
void add_groups(std::vector<std::pair<i32, i32>>& fits, i32 left, std::vector<Groups>& groups,
                Work& work) {
    if (fits.empty()) return;
    work.add(fits.size() * static_cast<u64>(64 - __builtin_clzll(fits.size())));
    std::sort(fits.begin(), fits.end(), stoppable(work, std::less<>()));
    for (std::size_t i = 0; i < fits.size(); ++i) {
        Groups& of = groups[fits[i].first];
        make_room(of.partner, 1, work);
        of.partner.push_back(fits[i].second);
        if (i + 1 < fits.size() && fits[i + 1].first == fits[i].first) continue;
        make_room(of.state, 1, work);
        make_room(of.end, 1, work);
        of.state.push_back(left);
        of.end.push_back(static_cast<i64>(of.partner.size()));
    }
}

// Lays the groups of all joint outcomes out one after the other.
void join_groups(Exact& exact, std::vector<Groups>& groups, Work& work) {
    exact.joint_start.assign(1, 0);
    exact.partner_start.assign(1, 0);
    if (groups.size() == 1) exact.partner.swap(groups[0].partner);
    i64 before = 0;
    for (Groups& of : groups) {
        append(exact.group_state, of.state.data(), of.state.size(), work);
        if (groups.size() > 1) append(exact.partner, of.partner.data(), of.partner.size(), work);
        make_room(exact.partner_start, of.end.size(), work);
        for (std::size_t i = 0; i < of.end.size(); ++i) {
            work.pass(i);
            exact.partner_start.push_back(before + of.end[i]);
        }
        before = exact.partner_start.back();
        exact.joint_start.push_back(static_cast<i64>(exact.group_state.size()));
        of = Groups();
    }
}

// Finds the pairs of a left and a right state that fit, by their joint outcome.
void match_states(Exact& exact, const StateIds& right_ids, Work& work) {
    const ExactModel& model = exact.model;
    const int automata = model.automata;
    std::vector<std::vector<i32>> fitting[kMostAutomata];
    for (int j = 0; j < automata; ++j) {
        fitting[j].resize(model.classes[0][j]);
        for (int a = 0; a < model.classes[0][j]; ++a)
            for (int b = 0; b < model.classes[1][j]; ++b)
                if (model.fit[j][a * model.classes[1][j] + b] >= 0) fitting[j][a].push_back(b);
    }
    std::vector<Groups> groups(model.joints);
    std::vector<std::pair<i32, i32>> fits;
    int left[kMostAutomata], at[kMostAutomata];
    for (int state = 0; state < exact.half[0].states(); ++state) {
        classes_of(exact.half[0].code[state], model.classes[0], left);
        work.pass(state);
        bool some = true;
        for (int j = 0; j < automata; ++j) {
            at[j] = 0;
            some &= !fitting[j][left[j]].empty();
        }
        fits.clear();
        while (some) {
            work.add(1);
            u64 code = 0, outcome = 0;
            for (int j = 0; j < automata; ++j) {
                const int b = fitting[j][left[j]][at[j]];
                code = code * static_cast<u64>(model.classes[1][j]) + static_cast<u64>(b);
                outcome = outcome * static_cast<u64>(model.outcomes[j]) +
                          static_cast<u64>(model.fit[j][left[j] * model.classes[1][j] + b]);
            }
            const i32 joint = model.joint[outcome];
            const int right = joint < 0 ? -1 : right_ids.find(code);
            if (right >= 0) fits.emplace_back(joint, right);
            int j = automata - 1;
            while (j >= 0 && ++at[j] == static_cast<int>(fitting[j][left[j]].size())) at[j--] = 0;
            some = j >= 0;
        }
        add_groups(fits, state, groups, work);
    }
    join_groups(exact, groups, work);
}

// right[right points][group] = layouts of the right states of the group.
void sum_partners(Exact& exact, Work& work) {
    constexpr i64 sums = i64{1} << 16;
    const ExactModel& model = exact.model;
    const i64 groups = static_cast<i64>(exact.group_state.size());
    const i64 states = exact.half[1].states();
    const i64* start = exact.partner_start.data();
    fill(exact.right, static_cast<std::size_t>(model.points[1]) * groups, 0.0, work);
    for (int p = 0; p < model.points[1]; ++p) {
        double* out = exact.right.data() + p * groups;
        const double* in = exact.half[1].layouts.data() + p * states;
        for (i64 begin = 0, end; begin < groups; begin = end) {
            end = std::lower_bound(start + begin + 1, start + groups, start[begin] + sums) - start;
            work.add(static_cast<u64>(start[end] - start[begin]));
            for (i64 g = begin; g < end; ++g)
                for (i64 e = start[g]; e < start[g + 1]; ++e) out[g] += in[exact.partner[e]];
        }
    }
}

// continuations[left points][group] = sum over accepted right points of weight * right layouts.
void join_halves(Exact& exact, Work& work) {
    const ExactModel& model = exact.model;
    const i64 groups = static_cast<i64>(exact.group_state.size());
    const i64 left_states = exact.half[0].states();
    fill(exact.continuations, static_cast<std::size_t>(model.points[0]) * groups, 0.0, work);
    exact.layouts = 0;
    for (int o = 0; o < model.joints; ++o) {
        const i64 begin = exact.joint_start[o], n = exact.joint_start[o + 1] - begin;
        for (int p = 0; p < model.points[0]; ++p) {
            const i64* start = model.accept_start.data() + static_cast<i64>(o) * model.points[0] + p;
            double* out = exact.continuations.data() + p * groups + begin;
            for (i64 e = start[0]; e < start[1]; ++e)
                add_scaled(out, exact.right.data() + model.accept_right[e] * groups + begin,
                           model.accept_weight[e], n, work);
            const double* in = exact.half[0].layouts.data() + p * left_states;
            work.add(static_cast<u64>(n));
            for (i64 g = 0; g < n; ++g)
                exact.layouts += static_cast<u128>(static_cast<u64>(in[exact.group_state[begin + g]])) *
                                 static_cast<u64>(out[g]);
        }
    }
    exact.total = exact.layouts * exact.model.pool_ways;
}

}  // namespace

void state_exact(Exact& exact, Work& work) {
    for (int h = 0; h < 2; ++h) {
        ExactHalf& half = exact.half[h];
        half.kinds2 = exact.model.suit[2 * h + 1].kinds();
        StateIds ids(codes_of(exact.model.classes[h]));
        count_small(exact.model, h, half, ids, work);
        count_honours(exact.model, h, half, work);
        multiply_half(exact.model, h, half, work);
        if (h == 1) match_states(exact, ids, work);
    }
    sum_partners(exact, work);
}

void count_exact(Exact& exact, Work& work) {
    state_exact(exact, work);
    join_halves(exact, work);
}

}  // namespace dealwright
