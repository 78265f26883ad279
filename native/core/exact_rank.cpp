// The number of a deal under a condition; plain code.
#include <algorithm>

#include "deal_numbers.hpp"
#include "exact_draw.hpp"
#include "exact_rows.hpp"

namespace dealwright {
namespace {

using namespace DEALWRIGHT_BODY;

u64 rank_small(const ExactModel& model, const ExactSuit& suit, const u64* owners,
                      u32& counts) {
    u32 left = suit.small;
    u64 index = 0, scale = 1;
    counts = 0;
    for (int owner = 0; owner < model.owners; ++owner) {
        const u32 own = static_cast<u32>(owners[owner] >> suit.shift) & suit.small;
        const int take = count_bits(own), cards = count_bits(left);
        counts |= static_cast<u32>(take) << (8 * owner);
        if (owner + 1 == model.owners || take == 0) continue;
        index += scale * kSubsets.rank[extract(own, left)];
        scale *= kSubsets.choose[cards][take];
        left ^= own;
    }
    return index;
}

struct SuitPlace {
    i32 assignment, cls, row;
    u64 small;
};

// Where a suit's cards stand in the model; false where no layout of the condition has them.
bool find_suit(const Exact& exact, int s, const u64* owners, SuitPlace& place) {
    const ExactModel& model = exact.model;
    const ExactSuit& suit = model.suit[s];
    u32 code = 0, counts;
    int at = 0;
    for (u32 rest = suit.honours; rest != 0; rest &= rest - 1, at += 2)
        for (int owner = 0; owner < model.owners; ++owner)
            if (owners[owner] >> suit.shift & rest & -rest) code |= owner << at;
    const auto& known = exact.assignment_of[s];
    const auto found = std::lower_bound(known.begin(), known.end(), std::make_pair(code, i32{-1}));
    if (found == known.end() || found->first != code) return false;
    place.assignment = found->second;
    place.cls = static_cast<i32>(std::upper_bound(suit.class_first.begin(), suit.class_first.end(),
                                                  place.assignment) -
                                 suit.class_first.begin()) - 1;
    place.small = rank_small(model, suit, owners, counts);
    const i32 kind = suit.class_kind[place.cls];
    for (place.row = suit.row_start[kind]; place.row < suit.row_start[kind + 1]; ++place.row)
        if (suit.row_counts[place.row] == counts) return true;
    return false;
}

struct HalfPlace {
    u64 code;
    i32 points;
    SuitPlace suit[2];
};

bool find_half(const Exact& exact, int h, const u64* owners, HalfPlace& place) {
    const ExactModel& model = exact.model;
    for (int s = 0; s < 2; ++s)
        if (!find_suit(exact, 2 * h + s, owners, place.suit[s])) return false;
    const ExactSuit& x = model.suit[2 * h];
    const ExactSuit& y = model.suit[2 * h + 1];
    place.points = model.add_points[h][x.class_points[place.suit[0].cls] * model.second_points[h] +
                                       y.class_points[place.suit[1].cls]];
    if (place.points < 0) return false;
    place.code = 0;
    for (int j = 0; j < model.automata; ++j) {
        const i32 c = model.compose[h][j][x.row_letters[place.suit[0].row * model.automata + j] *
                                              model.letters[2 * h + 1][j] +
                                          y.row_letters[place.suit[1].row * model.automata + j]];
        if (c < 0) return false;
        place.code = place.code * static_cast<u64>(model.classes[h][j]) + static_cast<u64>(c);
    }
    return true;
}

u64 rank_half(const Exact& exact, int h, i32 state, const HalfPlace& place) {
    const ExactHalf& half = exact.half[h];
    const ExactSuit& s0 = exact.model.suit[2 * h];
    const ExactSuit& s1 = exact.model.suit[2 * h + 1];
    const i32 pair = s0.class_kind[place.suit[0].cls] * half.kinds2 + s1.class_kind[place.suit[1].cls];
    const u64 small_ways = small_ways_of(half, pair, state);
    u64 before = 0;
    i64 e = half.honour_start[place.points];
    for (; half.honour_pair[e] != pair; ++e)
        before += static_cast<u64>(half.honour_ways[e]) *
                  small_ways_of(half, half.honour_pair[e], state);
    u64 ways = 0, honour = 0;
    for (i64 c = half.honour_classes[e];; ++c) {
        const i32 first = half.class_pair[2 * c], second = half.class_pair[2 * c + 1];
        const u64 size1 = static_cast<u64>(s1.class_size[second]);
        ways = static_cast<u64>(s0.class_size[first]) * size1;
        if (first == place.suit[0].cls && second == place.suit[1].cls) {
            honour = static_cast<u64>(place.suit[0].assignment - s0.class_first[first]) * size1 +
                     static_cast<u64>(place.suit[1].assignment - s1.class_first[second]);
            break;
        }
        before += ways * small_ways;
    }
    const int r0 = s0.row_start[pair / half.kinds2], r1 = s1.row_start[pair % half.kinds2];
    u64 small = 0;
    for (i64 at = half.split_start[small_entry(half, pair, state)];; ++at) {
        const int i = r0 + half.split[2 * at], k = r1 + half.split[2 * at + 1];
        const u64 ways1 = static_cast<u64>(s1.row_ways[k]);
        if (i == place.suit[0].row && k == place.suit[1].row) {
            small += place.suit[0].small * ways1 + place.suit[1].small;
            break;
        }
        small += static_cast<u64>(s0.row_ways[i]) * ways1;
    }
    return before + small * ways + honour;
}

// The first number of a deal; false where the deal does not satisfy the condition.
bool rank_exact_one(const Exact& exact, const std::vector<std::pair<u64, i32>>* states,
                           const u64* deal, u128& number) {
    const ExactModel& model = exact.model;
    u64 owners[kSeats] = {};
    if (!cards_of_owners(model, deal, owners)) return false;
    HalfPlace place[2];
    i32 state[2];
    for (int h = 0; h < 2; ++h) {
        if (!find_half(exact, h, owners, place[h])) return false;
        const auto at = std::lower_bound(states[h].begin(), states[h].end(),
                                         std::make_pair(place[h].code, i32{-1}));
        if (at == states[h].end() || at->first != place[h].code) return false;
        state[h] = at->second;
    }
    u64 outcome = 0;
    int left[kMostAutomata], right[kMostAutomata];
    classes_of(place[0].code, model.classes[0], left);
    classes_of(place[1].code, model.classes[1], right);
    for (int j = 0; j < model.automata; ++j) {
        const i32 o = model.fit[j][left[j] * model.classes[1][j] + right[j]];
        if (o < 0) return false;
        outcome = outcome * static_cast<u64>(model.outcomes[j]) + static_cast<u64>(o);
    }
    const i32 joint = model.joint[outcome];
    if (joint < 0) return false;
    const i32* groups = exact.group_state.data();
    const i32* found = std::lower_bound(groups + exact.joint_start[joint],
                                        groups + exact.joint_start[joint + 1], state[0]);
    if (found == groups + exact.joint_start[joint + 1] || *found != state[0]) return false;
    const i64 group = found - groups;
    const u64* ways = exact.right_of.data() + group * model.points[1];
    u64 rest = 0;
    i64 e = model.accept_start[static_cast<i64>(joint) * model.points[0] + place[0].points];
    const i64 end = model.accept_start[static_cast<i64>(joint) * model.points[0] + place[0].points + 1];
    for (; e < end && model.accept_right[e] != place[1].points; ++e)
        rest += static_cast<u64>(model.accept_weight[e]) * ways[model.accept_right[e]];
    if (e == end) return false;
    u64 within = 0;
    for (i64 at = exact.partner_start[group]; exact.partner[at] != state[1]; ++at)
        within += exact.half[1].layouts_of[static_cast<i64>(exact.partner[at]) * model.points[1] +
                                           place[1].points];
    within += rank_half(exact, 1, state[1], place[1]);
    rest += within * static_cast<u64>(model.accept_weight[e]);
    const u64 own =
        exact.half[0].layouts_of[static_cast<i64>(state[0]) * model.points[0] + place[0].points];
    u128 x = static_cast<u128>(rest) * own + rank_half(exact, 0, state[0], place[0]);
    const auto row = std::lower_bound(
        exact.row.begin(), exact.row.end(), std::make_pair(static_cast<u32>(group), static_cast<u32>(place[0].points)),
        [](const ExactRow& a, const auto& b) {
            return a.group != b.first ? a.group < b.first : a.points < b.second;
        });
    if (row != exact.row.begin()) x += exact.row_end[row - exact.row.begin() - 1];
    number = x * model.pool_ways + rank_pool(model, deal, owners);
    return true;
}

}  // namespace

// Numbers of deals; found[i] is 0 where deal i does not satisfy the condition.
void rank_exact(const Exact& exact, const u64* deals, u64* low, u64* high, u8* found, std::size_t n,
                const Work& work) {
    std::vector<std::pair<u64, i32>> states[2];
    for (int h = 0; h < 2; ++h) {
        for (int q = 0; q < exact.half[h].states(); ++q)
            states[h].emplace_back(exact.half[h].code[q], q);
        std::sort(states[h].begin(), states[h].end());
    }
    for (std::size_t i = 0; i < n; ++i) {
        u128 number = 0;
        if (i % 64 == 0) work.look();
        found[i] = rank_exact_one(exact, states, deals + kSeats * i, number);
        low[i] = static_cast<u64>(number);
        high[i] = static_cast<u64>(number >> 64);
    }
}

}  // namespace dealwright
