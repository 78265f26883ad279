// Positions, classes and layouts of an ending; see endgame.hpp.
#include <algorithm>
#include <bit>
#include <map>

#include "endgame.hpp"

namespace dealwright {

namespace {

int lowest_card(u64 cards) {
    if (cards == 0) __builtin_unreachable();
    return std::countr_zero(cards);
}

}  // namespace

Endgame::Endgame(const Ending& ending) : ending_(ending), won_(ending.first.size(), 0) {
    std::map<u64, u64> weight_of;
    for (std::size_t i = 0; i < ending_.first.size(); ++i) {
        weight_of[ending_.first[i]] = ending_.weight[i];
        total_ += ending_.weight[i];
    }
    const auto alike = [&](int low, int high) {
        const u64 both = u64{1} << low | u64{1} << high;
        for (const auto& [first, weight] : weight_of) {
            if (std::popcount(first & both) != 1) continue;
            const auto other = weight_of.find(first ^ both);
            if (weight != (other == weight_of.end() ? 0 : other->second)) return false;
        }
        return true;
    };
    u64 table = 0;
    for (const int card : ending_.trick) table |= u64{1} << card;
    const u64 others = ending_.hand[0] | ending_.hand[1] | table;
    int below = -1;                    // the unseen card before, if the next may join its class
    for (int card = 0; card < kCards; ++card) {
        const u64 bit = u64{1} << card;
        if (card % kRanks == 0 || (others & bit) != 0) below = -1;
        if ((ending_.unseen & bit) == 0) continue;
        if (below >= 0 && ending_.merging && alike(below, card))
            class_.back() |= bit;
        else
            class_.push_back(bit);
        below = card;
    }
    build();
}

void Endgame::build() {
    u64 table = 0;
    for (const int card : ending_.trick) table |= u64{1} << card;
    const u64 all = ending_.hand[0] | ending_.hand[1] | ending_.unseen | table;
    int at = 0;
    std::fill(std::begin(suits_), std::end(suits_), 0);
    for (int card = 0; card < kCards; ++card) {
        if ((all >> card & 1) == 0) continue;
        position_[card] = at;
        suit_[at] = card / kRanks;
        suits_[suit_[at]] |= u32{1} << at;
        field_[at] = u32{1} << at;
        cards_of_[at] = u64{1} << card;
        ++at;
    }
    firsts_ = at == 0 ? 0 : (~u32{0} >> (32 - at));
    for (const u64 cards : class_) {
        const int lowest = position_[lowest_card(cards)], n = std::popcount(cards);
        const u32 field = (~u32{0} >> (32 - n)) << lowest;
        firsts_ &= ~field | u32{1} << lowest;
        cards_of_[lowest] = cards;
        for (int i = 0; i < n; ++i) field_[lowest + i] = field;
    }
    trumps_ = ending_.trump < 0 ? 0 : suits_[ending_.trump];

    std::map<u32, u32> place_of;
    layouts_.clear();
    layout_of_.clear();
    for (std::size_t i = 0; i < ending_.first.size(); ++i) {
        Held held{};
        held.weight = ending_.weight[i];
        for (const u64 cards : class_) {
            const int lowest = position_[lowest_card(cards)];
            const int n = std::popcount(cards), k = std::popcount(cards & ending_.first[i]);
            if (k > 0) held.hand[0] |= (~u32{0} >> (32 - k)) << lowest;
            if (k < n) held.hand[1] |= (~u32{0} >> (32 - (n - k))) << lowest;
        }
        const auto [place, fresh] = place_of.try_emplace(held.hand[0], layouts_.size());
        if (fresh)
            layouts_.push_back(held);
        else
            layouts_[place->second].weight += held.weight;
        layout_of_.push_back(static_cast<int>(place->second));
    }
    root_ = {};
    for (int i = 0; i < 2; ++i)
        for (u64 rest = ending_.hand[i]; rest != 0; rest &= rest - 1)
            root_.hand[i] |= u32{1} << position_[lowest_card(rest)];
    root_.trick.leader = ending_.leader;
    for (std::size_t i = 0; i < ending_.trick.size(); ++i)
        lay(root_.trick, (ending_.leader + static_cast<int>(i)) & 3, position_[ending_.trick[i]]);
    root_.need = ending_.need;
    root_.left = (std::popcount(all) + 3) / 4;
    forget();
}

void Endgame::forget() {
    families_.clear();
    chances_.clear();
    bytes_ = 0;
}

// Splits the class for which it mattered most who won a trick: its highest card, and the rest.
void Endgame::split() {
    u64 chosen = 0;
    for (const u64 cards : class_) {
        if (std::popcount(cards) < 2) continue;
        if (chosen == 0 || mattered_[position_[lowest_card(cards)]] > mattered_[position_[lowest_card(chosen)]])
            chosen = cards;
    }
    std::vector<u64> classes;
    for (const u64 cards : class_) {
        if (cards != chosen) {
            classes.push_back(cards);
            continue;
        }
        const u64 highest = u64{1} << (63 - std::countl_zero(cards));
        classes.push_back(cards ^ highest);
        classes.push_back(highest);
    }
    class_ = std::move(classes);
    build();
}

void Endgame::lay(Trick& trick, int seat, int card) const {
    if (trick.played == 0) {
        trick.led = suit_[card];
        trick.best = card;
        trick.winner = seat;
    } else if (card == trick.best) {    // a class of both defenders
        trick.rival = seat;
    } else if (suit_[card] == suit_[trick.best] ? card > trick.best : (trumps_ >> card & 1) != 0) {
        trick.best = card;
        trick.winner = seat;
        trick.rival = -1;
    }
    trick.table |= u32{1} << card;
    ++trick.played;
}

// One card of each run that no other hand's card interrupts; cards of a class are one.
u32 Endgame::distinct(u32 cards, u32 others) const {
    u32 result = 0;
    cards &= firsts_;
    others &= firsts_;
    int above = -1;
    while (cards != 0) {
        const int card = top(cards);
        cards ^= u32{1} << card;
        const u32 run = above < 0 ? 0 : (~u32{0} >> (31 - above)) & ~u32{0} << card;
        if (above < 0 || suit_[above] != suit_[card] || (others & run) != 0)
            result |= u32{1} << card;
        above = card;
    }
    return result;
}

u32 Endgame::removed(u32 hand, int card) const {
    return hand ^ u32{1} << top(hand & field_[card]);
}

Endgame::Node Endgame::played(const Node& node, int seat, int card) const {
    Node next = node;
    if (known(seat)) next.hand[index(seat)] ^= u32{1} << card;
    lay(next.trick, seat, card);
    return next;
}

Endgame::Node Endgame::turned(const Node& node, int leader) const {
    Node next = node;
    next.need -= known(leader);
    --next.left;
    next.trick = {};
    next.trick.leader = leader;
    return next;
}

}  // namespace dealwright
