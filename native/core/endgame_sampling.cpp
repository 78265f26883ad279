// The player who samples; see endgame.hpp.
//
// He looks at the layouts that agree with the cards played, and plays a card that wins the most of them double dummy. If several
// do, each of these cards is as likely. The defenders see all cards, and choose what leaves him the least chance in their layout.
// So each layout has a chance at each node. At a choice of n cards out of a hand of k it is a mean of n of the chances below, and n
// divides lcm(1 .. k): over the product of these for all cards left in both hands, chances are whole numbers. With hands of
// seven cards that is below 2^56.
#include <algorithm>
#include <numeric>

#include "endgame.hpp"

namespace dealwright {

namespace {

u64 least_common_multiple(int n) {
    u64 multiple = 1;
    for (u64 i = 2; i <= static_cast<u64>(n); ++i) multiple = std::lcm(multiple, i);
    return multiple;
}

u64 scale_of_hand(int cards) {
    u64 scale = 1;
    for (int n = 1; n <= cards; ++n) scale *= least_common_multiple(n);
    return scale;
}

}  // namespace

u64 Endgame::scale_of(const Node& node) { return scale_of_hand(count(node.hand[0])) * scale_of_hand(count(node.hand[1])); }

Endgame::Chances Endgame::sampled(const Node& node, const Layouts& live, const Layouts& all) {
    if (node.need <= 0) return Chances(live.size(), scale_of(node));
    if (node.need > node.left || live.empty()) return Chances(live.size(), 0);
    if (node.trick.played == 4) {
        Chances chances = sampled(turned(node, node.trick.winner), live, all);
        if (node.trick.rival < 0) return chances;
        const Chances other = sampled(turned(node, node.trick.rival), live, all);
        if (chances != other) note_tie(node.trick.best);
        for (std::size_t i = 0; i < chances.size(); ++i) chances[i] = std::min(chances[i], other[i]);
        return chances;
    }
    const bool ours = known((node.trick.leader + node.trick.played) & 3);
    if (node.trick.played != 0) return ours ? sampled_card(node, live, all) : sampled_answer(node, live, all);
    const Key key = key_of(node, live, &all);
    if (const auto known_chances = chances_.find(key); known_chances != chances_.end()) return known_chances->second;
    const Chances chances = ours ? sampled_card(node, live, all) : sampled_answer(node, live, all);
    if (bytes_ > kMostBytes) forget();
    bytes_ += 96 + chances.size() * 8;
    chances_.insert_or_assign(key, chances);
    return chances;
}

// The cards of a hand that win the most layouts double dummy, one of each run of equal ones.
u32 Endgame::winning_most(const Node& node, int seat, u32 cards, const Layouts& all) {
    u128 most = 0;
    u32 best = 0;
    if ((cards & (cards - 1)) == 0) return cards;
    for (u32 rest = cards; rest != 0; rest &= rest - 1) {
        const Node next = played(node, seat, std::countr_zero(rest));
        u128 sum = 0;
        for (const Held& held : all)
            if (makes(next, held)) sum += held.weight;
        if (sum > most) {
            most = sum;
            best = 0;
        }
        if (sum == most) best |= rest & (~rest + 1);
    }
    return best;
}

Endgame::Chances Endgame::sampled_card(const Node& node, const Layouts& live, const Layouts& all) {
    const int seat = (node.trick.leader + node.trick.played) & 3, mine = index(seat);
    const u32 others = node.hand[1 - mine] | all[0].hand[0] | all[0].hand[1] | node.trick.table;
    const u32 hand = legal(node.hand[mine], node.trick.led), runs = distinct(hand, others);
    const u32 best = winning_most(node, seat, runs, all);
    const auto run_of = [&](int card) {    // how many cards of the hand are equal to this, the highest of its run
        int n = 0;
        for (u32 rest = hand & (~u32{0} >> (31 - card)); rest != 0; rest ^= u32{1} << top(rest), ++n)
            if (top(rest) != card && ((runs >> top(rest) & 1) != 0 || suit_[top(rest)] != suit_[card])) break;
        return n;
    };
    int cards = 0;
    for (u32 rest = best; rest != 0; rest &= rest - 1) cards += run_of(std::countr_zero(rest));
    const u64 factor = least_common_multiple(count(node.hand[mine])) / static_cast<u64>(cards);
    Chances chances(live.size(), 0);
    for (u32 rest = best; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        const Node next = played(node, seat, card);
        Layouts kept;
        std::vector<std::size_t> place;
        for (std::size_t i = 0; i < live.size(); ++i)
            if (makes(next, live[i])) {
                kept.push_back(live[i]);
                place.push_back(i);
            }
        const Chances after = sampled(next, kept, all);
        for (std::size_t i = 0; i < place.size(); ++i)
            chances[place[i]] += after[i] * factor * static_cast<u64>(run_of(card));
    }
    return chances;
}

Endgame::Chances Endgame::sampled_answer(const Node& node, const Layouts& live, const Layouts& all) {
    const int seat = (node.trick.leader + node.trick.played) & 3, his = index(seat);
    Chances chances(live.size(), scale_of(node));
    for (u32 cards = playable(live, his, node.trick.led); cards != 0; cards &= cards - 1) {
        const int card = std::countr_zero(cards);
        work_->add(64 + 8 * live.size());
        const auto may = [&](const Held& held) { return (legal(held.hand[his], node.trick.led) >> card & 1) != 0; };
        Layouts after, agreeing;
        std::vector<std::size_t> place;
        for (std::size_t i = 0; i < live.size(); ++i)
            if (may(live[i]) && chances[i] != 0) {
                place.push_back(i);
                after.push_back(live[i]);
                after.back().hand[his] = removed(live[i].hand[his], card);
            }
        if (after.empty()) continue;
        u64 common = 0;
        for (const Held& held : all) {
            if (!may(held)) continue;
            agreeing.push_back(held);
            // which of its cards of the class he played is seen: a share of the layouts
            const auto ways = static_cast<u64>(std::popcount(held.hand[his] & field_[card]));
            if (__builtin_mul_overflow(held.weight, ways, &agreeing.back().weight)) throw BudgetExceeded{};
            agreeing.back().hand[his] = removed(held.hand[his], card);
            common = std::gcd(common, agreeing.back().weight);
        }
        for (Held& held : agreeing) held.weight /= common == 0 ? 1 : common;
        const Chances answer = sampled(played(node, seat, card), after, agreeing);
        for (std::size_t i = 0; i < place.size(); ++i) chances[place[i]] = std::min(chances[place[i]], answer[i]);
    }
    return chances;
}

std::vector<u64> Endgame::sampling(Work& work) {
    work_ = &work;
    noting_ = true;
    ties_ = Ties::defence;
    width_ = 0;
    for (;;) {
        forget_solved();               // its entries noted no ties of this pass
        forget();
        ties_mattered_ = false;
        std::fill(std::begin(mattered_), std::end(mattered_), 0);
        Layouts all;
        std::vector<std::size_t> place;
        for (std::size_t i = 0; i < layouts_.size(); ++i)
            if (layouts_[i].weight != 0) {
                all.push_back(layouts_[i]);
                place.push_back(i);
            }
        const Chances chances = sampled(root_, all, all);
        if (ties_mattered_) {
            split();
            continue;
        }
        noting_ = false;
        std::vector<u64> by_layout(layouts_.size(), 0), result;
        for (std::size_t i = 0; i < place.size(); ++i) by_layout[place[i]] = chances[i];
        for (const int layout : layout_of_) result.push_back(by_layout[static_cast<std::size_t>(layout)]);
        return result;
    }
}

u64 Endgame::sampling_scale() const { return scale_of(root_); }

}  // namespace dealwright
