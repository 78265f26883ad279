// The best line of an ending as steps; see endgame.hpp.
#include <algorithm>
#include <bit>

#include "endgame.hpp"

namespace dealwright {


bool Endgame::covers(const Node& node, const Layouts& live) {
    return search(node, live, 0).size() != 0;
}

int Endgame::added(PlanStep step) {
    std::vector<u64> key{static_cast<u64>(step.trick) << 16 | static_cast<u64>(step.seat + 1) << 8 |
                         static_cast<u64>(step.card + 2)};
    for (const PlanCase& each : step.cases) {
        key.push_back(each.cards);
        key.push_back(static_cast<u64>(each.leader + 1) << 32 | static_cast<u64>(each.next + 2));
    }
    const auto [place, fresh] = ids_.try_emplace(std::move(key), static_cast<int>(steps_.size()));
    if (fresh) steps_.push_back(std::move(step));
    return place->second;
}

int Endgame::plan_step(const Node& node, const Layouts& live) {
    if (node.need <= 0) return kMade;
    const int number = root_.left - node.left + 1;
    if (node.trick.played == 4) {
        const int next = plan_step(turned(node, node.trick.winner), live);
        if (node.trick.rival < 0) return next;
        const int other = plan_step(turned(node, node.trick.rival), live);
        if (next == other) return next;
        return added({-1, kNoCard, number + 1, {{0, node.trick.winner, next}, {0, node.trick.rival, other}}});
    }
    const int seat = (node.trick.leader + node.trick.played) & 3, mine = index(seat);
    work_->add(live.size());
    if (!known(seat)) return plan_cases(node, live, seat);
    const u32 unseen = live[0].hand[0] | live[0].hand[1];
    const u32 others = node.hand[1 - mine] | unseen | node.trick.table;
    if (node.trick.played == 0 && sure(node.hand[mine], node.hand[1 - mine] | unseen) >= node.need)
        return added({seat, kCash, number, {}});
    // what was right with the same cards is tried first: so branches are alike
    const Key view{node.hand[0] | u64{node.hand[1]} << 32,
                   static_cast<u64>(node.trick.leader) | static_cast<u64>(node.trick.played) << 8 |
                       static_cast<u64>(node.need) << 16 | static_cast<u64>(node.trick.best + 1) << 24,
                   0, 0};
    int& usual = usual_.try_emplace(view, -1).first->second;
    u32 cards = distinct(legal(node.hand[mine], node.trick.led), others);
    for (bool first = usual >= 0 && (cards >> usual & 1) != 0; cards != 0; first = false) {
        const int card = first ? usual : top(cards);
        cards ^= u32{1} << card;
        const Node next = played(node, seat, card);
        if (!std::all_of(live.begin(), live.end(), [&](const Held& held) { return makes(next, held); }) ||
            !covers(next, live))
            continue;
        usual = card;
        PlanStep step{seat, std::countr_zero(cards_of_[card]), number, {{}}};
        step.cases[0].next = plan_step(next, live);
        return added(std::move(step));
    }
    return kLost;
}

// What declarer does after each card of a defender; the last case stands for all other cards.
int Endgame::plan_cases(const Node& node, const Layouts& live, int seat) {
    const int his = index(seat);
    PlanStep step{seat, kNoCard, root_.left - node.left + 1, {}};
    u32 cards = playable(live, his, node.trick.led);
    for (; cards != 0; cards ^= u32{1} << top(cards)) {
        const int card = top(cards);
        Layouts after;
        for (const Held& held : live)
            if ((legal(held.hand[his], node.trick.led) >> card & 1) != 0) {
                after.push_back(held);
                after.back().hand[his] = removed(held.hand[his], card);
            }
        const int next = plan_step(played(node, seat, card), after);
        const auto same = std::find_if(step.cases.begin(), step.cases.end(),
                                       [&](const PlanCase& other) { return other.next == next; });
        if (same != step.cases.end())
            same->cards |= cards_of_[card];
        else
            step.cases.push_back({cards_of_[card], -1, next});
    }
    std::stable_sort(step.cases.begin(), step.cases.end(), [](const PlanCase& x, const PlanCase& y) {
        return std::popcount(x.cards) < std::popcount(y.cards);
    });
    step.cases.back().cards = 0;
    return step.cases.size() == 1 ? step.cases[0].next : added(std::move(step));
}

std::vector<PlanStep> Endgame::plan(int& root, Work& work) {
    work_ = &work;
    width_ = 0;
    ties_ = Ties::defence;
    steps_.clear();
    ids_.clear();
    usual_.clear();
    Layouts live;
    std::vector<u8> wins(layouts_.size(), 0);
    for (std::size_t i = 0; i < won_.size(); ++i)
        if (won_[i]) wins[static_cast<std::size_t>(layout_of_[i])] = 1;
    for (std::size_t i = 0; i < layouts_.size(); ++i)
        if (wins[i] && layouts_[i].weight != 0) live.push_back(layouts_[i]);
    root = live.empty() ? kLost : plan_step(root_, live);
    return std::move(steps_);
}

}  // namespace dealwright
