// What counting by scores relies on, as far as the arrays carry it: bounds, sums and products; plain code, see boxes.hpp.
#include <algorithm>

#include "box_checks.hpp"

namespace dealwright {
namespace {

// Bounds of indices, the order of cards, and the least and greatest scores, by which states are skipped.
void check_suit(const Boxes& boxes, int s, Work& work) {
    const BoxSuit& suit = boxes.suit[s];
    const std::size_t n = suit.cards.size(), entries = suit.score.size();
    require(suit.letters.size() == n * boxes.automata && suit.start.size() == n + 1 && suit.start[0] == 0 &&
                suit.low.size() == n * boxes.scored && suit.high.size() == n * boxes.scored,
            "a suit's arrays have different lengths");
    require(static_cast<std::size_t>(suit.start[n]) == entries && suit.offset.size() == entries &&
                suit.ways.size() == entries &&
                suit.value.size() == static_cast<std::size_t>(boxes.scores[s]) * boxes.scored,
            "a suit's entries have different lengths");
    require(std::is_sorted(suit.cards.begin(), suit.cards.end()), "letter vectors are not in the order of their cards");
    work.add(entries * (1 + boxes.scored));
    i32 scores[kMostScored];
    for (std::size_t vector = 0; vector < n; ++vector) {
        require(suit.start[vector] < suit.start[vector + 1], "a letter vector has no layout");
        for (int j = 0; j < boxes.automata; ++j)
            require(suit.letters[vector * boxes.automata + j] < boxes.letters[s][j], "a letter is out of range");
        for (i32 entry = suit.start[vector]; entry < suit.start[vector + 1]; ++entry) {
            require(suit.score[entry] >= 0 && suit.score[entry] < boxes.scores[s], "a score is out of range");
            scores_of_entry(boxes, s, entry, scores);
            for (int d = 0; d < boxes.scored; ++d)
                require(suit.low[vector * boxes.scored + d] <= scores[d] &&
                            scores[d] <= suit.high[vector * boxes.scored + d],
                        "a score is beyond the bounds of its letter vector");
        }
    }
}

// The cell of two numbers of capped scores is the cell of their sums, capped.
void check_sums(const Boxes& boxes, int h, Work& work) {
    const int first = boxes.scores[2 * h], second = boxes.scores[2 * h + 1];
    require(boxes.add[h].size() == static_cast<std::size_t>(first) * second, "sums of scores are missing");
    work.add(boxes.add[h].size());
    const u8 *a = boxes.suit[2 * h].value.data(), *b = boxes.suit[2 * h + 1].value.data();
    for (i64 i = 0; i < first; ++i)
        for (i64 k = 0; k < second; ++k) {
            i32 cell = 0;
            for (int d = 0; d < boxes.scored; ++d)
                cell = cell * (boxes.most[h][d] + 1) +
                       std::min<i32>(a[i * boxes.scored + d] + b[k * boxes.scored + d], boxes.most[h][d]);
            require(boxes.add[h][i * second + k] == cell, "a sum of scores has another cell");
        }
}

// The products are disjoint, and make up the accepted combinations of labels.
void check_products(const Boxes& boxes, Work& work) {
    require(boxes.product.size() == static_cast<std::size_t>(boxes.products) * boxes.scored, "products are incomplete");
    work.add(boxes.accepted.size() * boxes.products);
    std::vector<i32> label(boxes.scored, 0);
    for (u8 accepted : boxes.accepted) {
        int times = 0;
        for (int product = 0; product < boxes.products; ++product) {
            const u64* set = boxes.product.data() + static_cast<std::size_t>(product) * boxes.scored;
            bool all = true;
            for (int d = 0; d < boxes.scored; ++d) all &= (set[d] >> label[d] & 1) != 0;
            times += all;
        }
        require(times == (accepted ? 1 : 0), "products of labels are not those accepted, each once");
        for (int d = boxes.scored - 1; d >= 0 && ++label[d] == boxes.labels[d]; --d) label[d] = 0;
    }
}

// Classes and outcomes are within their numbers, and the ranges of an outcome are in order, apart, and have labels.
void check_automata(const Boxes& boxes, Work& work) {
    for (int j = 0; j < boxes.automata; ++j) {
        for (int h = 0; h < 2; ++h) {
            const std::vector<i32>& table = boxes.compose[h][j];
            work.add(table.size() / 4);
            require(table.size() == static_cast<std::size_t>(boxes.letters[2 * h][j]) * boxes.letters[2 * h + 1][j],
                    "a pair of letters has no class");
            require(std::all_of(table.begin(), table.end(), [&](i32 own) { return own < boxes.classes[h][j]; }),
                    "a class is out of range");
        }
        require(boxes.fit[j].size() == static_cast<std::size_t>(boxes.classes[0][j]) * boxes.classes[1][j],
                "a pair of classes has no outcome");
        if (j >= boxes.scored) continue;
        const i32 n = boxes.ranges[j];
        require(n > 0 && boxes.range[j].size() % n == 0, "an outcome has no ranges");
        const i32 outcomes = static_cast<i32>(boxes.range[j].size()) / n;
        work.add(boxes.fit[j].size() / 4);
        require(std::all_of(boxes.fit[j].begin(), boxes.fit[j].end(), [&](i32 own) { return own < outcomes; }),
                "an outcome is out of range");
        for (i32 outcome = 0; outcome < outcomes; ++outcome) {
            i32 end = -1;
            for (i32 r = 0; r < n; ++r) {
                const ScoreRange& range = boxes.range[j][outcome * n + r];
                if (range.label < 0) continue;
                require(range.low > end && range.high >= range.low && range.label < boxes.labels[j],
                        "ranges of a score overlap");
                end = range.high;
            }
        }
    }
    i64 combinations = 1;
    for (const i32 labels : boxes.labels) combinations *= labels;
    require(boxes.accepted.size() == static_cast<std::size_t>(combinations), "a combination of labels is not decided");
}

// States are known by one number of 64 bits: the product of the classes must fit.
void check_codes(const Boxes& boxes) {
    for (int h = 0; h < 2; ++h) {
        u128 codes = 1;
        for (i32 classes : boxes.classes[h]) {
            codes *= static_cast<u128>(std::max(classes, 1));
            require(codes >> 64 == 0, "the classes of a half have too many combinations");
        }
    }
    u128 names = 1;
    for (int d = 0; d < boxes.scored; ++d) {
        names *= boxes.range[d].size() / std::max(boxes.ranges[d], 1) + 1;
        require(names >> 64 == 0, "the outcomes of a half have too many combinations");
    }
}

}  // namespace

void check_boxes(const Boxes& boxes, Work& work) {
    check_codes(boxes);
    check_automata(boxes, work);
    for (int s = 0; s < kSuits; ++s) check_suit(boxes, s, work);
    for (int h = 0; h < 2; ++h) check_sums(boxes, h, work);
    check_exchanges(boxes, work);
    if (boxes.products > 0) check_products(boxes, work);
}

}  // namespace dealwright
