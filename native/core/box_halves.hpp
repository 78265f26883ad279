// The states of a half of a model of scores: letter vectors of two suits whose owners hold certain cards, by the
// classes of all automata.
#pragma once

#include <unordered_map>
#include <utility>

#include "boxes.hpp"

namespace dealwright {

// The letter vectors of a suit by their cards.
using ByCards = std::unordered_map<u32, std::pair<i32, i32>>;

inline ByCards by_cards(const BoxSuit& suit) {
    ByCards found;
    const i32 n = static_cast<i32>(suit.cards.size());
    for (i32 begin = 0, end; begin < n; begin = end) {
        for (end = begin + 1; end < n && suit.cards[end] == suit.cards[begin];) ++end;
        found.emplace(suit.cards[begin], std::make_pair(begin, end));
    }
    return found;
}

// Calls visit(first, second) for the letter vectors of a half's suits whose owners hold certain cards.
template <typename Visit>
void each_pair(const Boxes& boxes, int h, const ByCards& seconds, u32 cards, Work& work, Visit&& visit) {
    const BoxSuit& x = boxes.suit[2 * h];
    for (i32 first = 0; first < static_cast<i32>(x.cards.size()); ++first) {
        work.add(1);
        const auto at = seconds.find(cards - x.cards[first]);   // a byte that borrows is above 200: no suit has it
        if (at == seconds.end()) continue;
        for (i32 second = at->second.first; second < at->second.second; ++second) visit(first, second);
    }
}

// Writes the classes of two letter vectors; false if an automaton rejects them.
inline bool classes_of_pair(const Boxes& boxes, int h, i32 first, i32 second, i32* classes, u64& code) {
    const u16* a = boxes.suit[2 * h].letters.data() + static_cast<std::size_t>(first) * boxes.automata;
    const u16* b = boxes.suit[2 * h + 1].letters.data() + static_cast<std::size_t>(second) * boxes.automata;
    code = 0;
    for (int j = 0; j < boxes.automata; ++j) {
        classes[j] = boxes.compose[h][j][static_cast<std::size_t>(a[j]) * boxes.letters[2 * h + 1][j] + b[j]];
        if (classes[j] < 0) return false;
        code = code * static_cast<u64>(boxes.classes[h][j]) + static_cast<u64>(classes[j]);
    }
    return true;
}

struct BoxPair {
    i32 first, second, times;
};

struct BoxStates {
    std::vector<i32> classes;            // of each state, one for each automaton
    std::vector<u64> ways;               // layouts of each state, modulo 2^64
    std::vector<i64> start;              // pairs of each state
    std::vector<BoxPair> pairs;
    std::unordered_map<u64, i32> known;
    i32 size() const { return static_cast<i32>(start.size()) - 1; }
};

// The least and the greatest score of a state, of those that its half's table has.
struct ScoreSpan {
    i32 low, high;
};

ScoreSpan score_span(const Boxes& boxes, int h, const BoxStates& states, i32 state, int d);

// Lists the states and their pairs. Of suits that are alike, two pairs that differ by their exchange are listed once.
//
// `ways` has the ways of the letter vectors of both suits.
void list_states(const Boxes& boxes, int h, const ByCards& seconds, const std::vector<u64>* ways, u32 cards, bool alike,
                 BoxStates& states, Work& work);

// Whether the suits of a half can be exchanged.
bool alike_suits(const Boxes& boxes, int h);

// The ways of each letter vector of a suit, modulo 2^64.
std::vector<u64> ways_of_vectors(const BoxSuit& suit);

// How many states each state of the left half stands for, 0 where another stands for it: those that differ by an exchange
// of seats in one role that have equally many of the half's cards. Such an exchange changes neither the cards of the owners
// nor, since the whole deal can be exchanged, the deals of a state; a seat with other cards has other states.
//
// Throws InvariantBroken if the states that are left do not stand for all layouts of the half.
std::vector<u64> multiplicities(const Boxes& boxes, u32 cards, const std::vector<i32>& classes,
                                const std::vector<u64>& ways);

}  // namespace dealwright
