// The pass back over the tables of an exact count; plain code, whose bounds are those of exact_count.cpp: a state of
// one half says how many cards each owner has there, so its completions are fewer than 2^45 before weights.
#include "card_counts.hpp"

#include "exact_rows.hpp"

namespace dealwright {
namespace {

// Ways to complete each state of the left half: points x states.
void complete_left(const Exact& exact, std::vector<double>& ways, Work& work) {
    const i64 groups = static_cast<i64>(exact.group_state.size());
    const i64 states = exact.half[0].states();
    fill(ways, static_cast<std::size_t>(exact.model.points[0] * states), 0.0, work);
    for (int p = 0; p < exact.model.points[0]; ++p) {
        const double* after = exact.continuations.data() + p * groups;
        work.add(static_cast<u64>(groups));
        for (i64 g = 0; g < groups; ++g) ways[p * states + exact.group_state[g]] += after[g];
    }
}

// The same for the right half: what leads to a group, handed on to each of its right states.
void complete_right(const Exact& exact, std::vector<double>& ways, Work& work) {
    const ExactModel& model = exact.model;
    const i64 groups = static_cast<i64>(exact.group_state.size());
    const i64 left_states = exact.half[0].states(), states = exact.half[1].states();
    std::vector<double> before;         // points x groups
    fill(before, static_cast<std::size_t>(model.points[1] * groups), 0.0, work);
    for (int o = 0; o < model.joints; ++o)
        for (int p = 0; p < model.points[0]; ++p) {
            const i64* start = model.accept_start.data() + static_cast<i64>(o) * model.points[0] + p;
            const double* own = exact.half[0].layouts.data() + p * left_states;
            work.add(static_cast<u64>((start[1] - start[0]) *
                                      (exact.joint_start[o + 1] - exact.joint_start[o])));
            for (i64 e = start[0]; e < start[1]; ++e) {
                double* to = before.data() + model.accept_right[e] * groups;
                for (i64 g = exact.joint_start[o]; g < exact.joint_start[o + 1]; ++g)
                    to[g] += model.accept_weight[e] * own[exact.group_state[g]];
            }
        }
    fill(ways, static_cast<std::size_t>(model.points[1] * states), 0.0, work);
    for (int p = 0; p < model.points[1]; ++p)
        for (i64 g = 0; g < groups; ++g) {
            const i64 first = exact.partner_start[g], end = exact.partner_start[g + 1];
            const double from = before[p * groups + g];
            work.add(static_cast<u64>(end - first));
            if (from == 0.0) continue;
            for (i64 e = first; e < end; ++e) ways[p * states + exact.partner[e]] += from;
        }
}

// Layouts by what a suit contributes: a class of honours (each of its assignments), a row of small cards.
struct SuitLayouts {
    std::vector<u128> of_class, of_row;
};

void count_half(const Exact& exact, int h, const std::vector<double>& ways, SuitLayouts* suits,
                Work& work) {
    const ExactModel& model = exact.model;
    const ExactHalf& half = exact.half[h];
    const ExactSuit& x = model.suit[2 * h];
    const ExactSuit& y = model.suit[2 * h + 1];
    const i64 states = half.states();
    const std::size_t pairs = half.small_start.size() - 1;
    std::vector<i64> start(pairs + 1, 0), entry;   // honours by kind pair
    std::vector<i32> points;
    for (i32 pair : half.honour_pair) ++start[pair + 1];
    for (std::size_t pair = 0; pair < pairs; ++pair) start[pair + 1] += start[pair];
    fill(entry, half.honour_pair.size(), i64{0}, work);
    fill(points, half.honour_pair.size(), 0, work);
    std::vector<i64> at(start);
    for (int p = 0; p < model.points[h]; ++p)
        for (i64 e = half.honour_start[p]; e < half.honour_start[p + 1]; ++e) {
            work.pass(e);
            const i64 to = at[half.honour_pair[e]]++;
            entry[to] = e;
            points[to] = p;
        }
    StateIds ids(codes_of(model.classes[h]));
    std::vector<u64> codes;
    for (u64 code : half.code) ids.add(code, codes);
    std::vector<u128> around;           // layouts of honours and of the other half, by state
    fill(around, static_cast<std::size_t>(states), u128{0}, work);
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const i64 first = half.small_start[pair], last = half.small_start[pair + 1];
        work.pass(pair);
        if (first == last || start[pair] == start[pair + 1]) continue;
        for (i64 i = start[pair]; i < start[pair + 1]; ++i) {
            const double* outside = ways.data() + points[i] * states;
            const u64 honours = static_cast<u64>(half.honour_ways[entry[i]]);
            u128 rest = 0;              // layouts for one assignment of each suit
            work.add(static_cast<u64>(last - first));
            for (i64 q = first; q < last; ++q) {
                const i32 state = half.small_state[q];
                const u64 out = static_cast<u64>(outside[state]);
                rest += static_cast<u128>(static_cast<u64>(half.small_ways[q])) * out;
                around[state] += static_cast<u128>(honours) * out;
            }
            if (rest == 0) continue;
            for (i64 c = half.honour_classes[entry[i]]; c < half.honour_classes[entry[i] + 1]; ++c) {
                const i32 one = half.class_pair[2 * c], two = half.class_pair[2 * c + 1];
                suits[0].of_class[one] += rest * static_cast<u64>(y.class_size[two]);
                suits[1].of_class[two] += rest * static_cast<u64>(x.class_size[one]);
            }
        }
        const int a = static_cast<int>(pair) / half.kinds2, b = static_cast<int>(pair) % half.kinds2;
        each_row_pair(model, h, a, b, work, [&](int i, int k, u64 code) {
            const u128 layouts = around[ids.find(code)];
            if (layouts == 0) return;
            const int row = x.row_start[a] + i, other = y.row_start[b] + k;
            const u128 both = layouts * (static_cast<u64>(x.row_ways[row]) *
                                         static_cast<u64>(y.row_ways[other]));
            suits[0].of_row[row] += both;
            suits[1].of_row[other] += both;
        });
        for (i64 q = first; q < last; ++q) around[half.small_state[q]] = 0;
    }
}

void own_cards(const ExactSuit& suit, int owners, const SuitLayouts& layouts, OwnedCards& owned,
               Work& work) {
    for (int c = 0; c < suit.classes(); ++c) {
        if (layouts.of_class[c] == 0) continue;
        work.add(static_cast<u64>(suit.class_size[c]));
        for (int a = suit.class_first[c]; a < suit.class_first[c] + suit.class_size[c]; ++a)
            for (int owner = 0; owner < owners; ++owner)
                for (u32 rest = suit.assignment[4 * a + owner]; rest != 0; rest &= rest - 1)
                    owned.of[suit.shift + __builtin_ctz(rest)][owner] += layouts.of_class[c];
    }
    const int small = __builtin_popcount(suit.small);
    if (small == 0) return;
    u128 held[4] = {};
    for (std::size_t row = 0; row < layouts.of_row.size(); ++row)
        for (int owner = 0; owner < owners; ++owner)
            held[owner] += layouts.of_row[row] * (suit.row_counts[row] >> (8 * owner) & 255u);
    for (u32 rest = suit.small; rest != 0; rest &= rest - 1)
        for (int owner = 0; owner < owners; ++owner)
            owned.of[suit.shift + __builtin_ctz(rest)][owner] = held[owner] / static_cast<u64>(small);
}

}  // namespace

void count_cards(const Exact& exact, CardCounts& counts, Work& work) {
    const ExactModel& model = exact.model;
    OwnedCards owned;
    std::vector<double> ways;
    for (int h = 0; h < 2; ++h) {
        if (h == 0)
            complete_left(exact, ways, work);
        else
            complete_right(exact, ways, work);
        SuitLayouts suits[2];
        for (int s = 0; s < 2; ++s) {
            suits[s].of_class.assign(model.suit[2 * h + s].classes(), 0);
            suits[s].of_row.assign(model.suit[2 * h + s].row_counts.size(), 0);
        }
        count_half(exact, h, ways, suits, work);
        for (int s = 0; s < 2; ++s)
            own_cards(model.suit[2 * h + s], model.owners, suits[s], owned, work);
    }
    seat_cards(model, owned, exact.total, counts);
}

}  // namespace dealwright
