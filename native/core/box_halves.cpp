// States of a half of a model of scores; plain code, see box_halves.hpp.
#include "box_halves.hpp"

namespace dealwright {

ScoreSpan score_span(const Boxes& boxes, int h, const BoxStates& states, i32 state, int d) {
    const BoxSuit& x = boxes.suit[2 * h];
    const BoxSuit& y = boxes.suit[2 * h + 1];
    const i32 most = boxes.most[h][d];
    ScoreSpan span = {most, -1};
    for (i64 at = states.start[state]; at < states.start[state + 1]; ++at) {
        const std::size_t first = static_cast<std::size_t>(states.pairs[at].first) * boxes.scored + d;
        const std::size_t second = static_cast<std::size_t>(states.pairs[at].second) * boxes.scored + d;
        span.low = std::min(span.low, x.low[first] + y.low[second]);
        span.high = std::max(span.high, x.high[first] + y.high[second]);
    }
    span.high = std::min(span.high, most);
    return span;
}

std::vector<u64> ways_of_vectors(const BoxSuit& suit) {
    std::vector<u64> sums(suit.cards.size(), 0);
    for (std::size_t vector = 0; vector < sums.size(); ++vector)
        for (i32 entry = suit.start[vector]; entry < suit.start[vector + 1]; ++entry) sums[vector] += suit.ways[entry];
    return sums;
}

void list_states(const Boxes& boxes, int h, const ByCards& seconds, const std::vector<u64>* ways, u32 cards, bool alike,
                 BoxStates& states, Work& work) {
    states.classes.clear();
    states.ways.clear();
    states.known.clear();
    std::vector<std::pair<i32, BoxPair>> found;
    i32 classes[kMostScored], n = 0;
    work.add(7 * boxes.suit[2 * h].cards.size());     // looked up
    each_pair(boxes, h, seconds, cards, work, [&](i32 first, i32 second) {
        u64 code;
        if (alike && first > second) return;
        if (!classes_of_pair(boxes, h, first, second, classes, code)) return;
        work.add(32);
        const auto [at, fresh] = states.known.try_emplace(code, n);
        if (fresh) {
            states.classes.insert(states.classes.end(), classes, classes + boxes.automata);
            states.ways.push_back(0);
            ++n;
        }
        const i32 times = alike && first < second ? 2 : 1;
        states.ways[at->second] += static_cast<u64>(times) * ways[0][first] * ways[1][second];
        found.push_back({at->second, {first, second, times}});
        if (times > 1) boxes.used |= kAlikeSuits;
    });
    states.start.assign(static_cast<std::size_t>(n) + 1, 0);
    for (const auto& [state, pair] : found) ++states.start[state + 1];
    for (i32 state = 0; state < n; ++state) states.start[state + 1] += states.start[state];
    states.pairs.resize(found.size());
    std::vector<i64> next(states.start.begin(), states.start.end());
    for (const auto& [state, pair] : found) states.pairs[next[state]++] = pair;
}

bool alike_suits(const Boxes& boxes, int h) {
    const BoxSuit& x = boxes.suit[2 * h];
    const BoxSuit& y = boxes.suit[2 * h + 1];
    if (x.cards != y.cards || x.letters != y.letters || x.start != y.start || x.score != y.score ||
        x.offset != y.offset || x.ways != y.ways)
        return false;
    const auto symmetric = [](const std::vector<i32>& table, i64 n) {
        for (i64 i = 0; i < n; ++i)
            for (i64 k = 0; k < i; ++k)
                if (table[i * n + k] != table[k * n + i]) return false;
        return true;
    };
    if (boxes.scores[2 * h] != boxes.scores[2 * h + 1] || !symmetric(boxes.add[h], boxes.scores[2 * h])) return false;
    for (int j = 0; j < boxes.automata; ++j) {
        const i32 letters = boxes.letters[2 * h][j];
        if (letters != boxes.letters[2 * h + 1][j] || !symmetric(boxes.compose[h][j], letters)) return false;
    }
    return true;
}

std::vector<u64> multiplicities(const Boxes& boxes, u32 cards, const std::vector<i32>& classes,
                                const std::vector<u64>& ways) {
    const auto cards_of = [&](int seat) { return cards >> 8 * seat & 255; };
    const int seats = static_cast<int>(boxes.role.size());
    const std::size_t states = classes.size() / boxes.automata;
    std::unordered_map<u64, std::size_t> first;
    std::vector<u64> found(states, 0);
    std::vector<i32> sorted(boxes.automata);
    for (std::size_t at = 0; at < states; ++at) {
        sorted.assign(classes.begin() + at * boxes.automata, classes.begin() + (at + 1) * boxes.automata);
        for (int one = 0; one < seats; ++one)     // an insertion sort within each role
            for (int i = one, j = one - 1; j >= 0; --j)
                if (boxes.role[j] == boxes.role[one] && cards_of(j) == cards_of(one) && sorted[j] > sorted[i]) {
                    std::swap(sorted[i], sorted[j]);
                    i = j;
                }
        u64 code = 0;
        for (int j = 0; j < boxes.automata; ++j)
            code = code * static_cast<u64>(boxes.classes[0][j]) + static_cast<u64>(sorted[j]);
        ++found[first.try_emplace(code, at).first->second];
    }
    u64 all = 0, stood_for = 0;
    for (std::size_t at = 0; at < states; ++at) {
        all += ways[at];
        stood_for += found[at] * ways[at];
    }
    if (all != stood_for) throw InvariantBroken{"states that are counted once have different layouts"};
    return found;
}

}  // namespace dealwright
