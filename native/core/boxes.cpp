// Counting by scores; plain code, see boxes.hpp. A half has 26 cards and at most 4 owners, so its numbers are
// at most 2^52; products are summed in 128 bits.
#include <algorithm>
#include <unordered_map>

#include "box_halves.hpp"

namespace dealwright {
namespace {

// The states of a half whose owners hold certain cards, each with a table of scores.
struct Half {
    std::vector<i32> classes;                 // of each state, one for each automaton
    std::vector<u64> table;                   // states x cells
    std::vector<u64> ways;                    // layouts of each state
    std::unordered_map<u64, i32> known;
    i32 states = 0;
};

void add_state(const Boxes& boxes, int h, i32 first, i32 second, i64 cells, Half& half, Work& work) {
    const BoxSuit& x = boxes.suit[2 * h];
    const BoxSuit& y = boxes.suit[2 * h + 1];
    i32 classes[kMostScored];
    u64 code;
    if (!classes_of_pair(boxes, h, first, second, classes, code)) return;
    const auto [at, fresh] = half.known.try_emplace(code, half.states);
    if (fresh) {
        half.classes.insert(half.classes.end(), classes, classes + boxes.automata);
        half.table.resize(++half.states * cells, 0);
        half.ways.push_back(0);
        work.add(static_cast<u64>(cells) / 8);
    }
    u64* table = half.table.data() + at->second * cells;
    work.add(1 + static_cast<u64>(x.start[first + 1] - x.start[first]) *
                     static_cast<u64>(y.start[second + 1] - y.start[second]) / 2);
    for (i32 i = x.start[first]; i < x.start[first + 1]; ++i) {
        const i32* add = boxes.add[h].data() + static_cast<std::size_t>(x.score[i]) * boxes.scores[2 * h + 1];
        const u64 ways = x.ways[i];
        u64 sum = 0;
        for (i32 k = y.start[second]; k < y.start[second + 1]; ++k) {
            table[add[y.score[k]] + x.offset[i] + y.offset[k]] += ways * y.ways[k];
            sum += y.ways[k];
        }
        half.ways[at->second] += ways * sum;
    }
}

void build_half(const Boxes& boxes, int h, const ByCards& seconds, u32 cards, i64 cells, Half& half,
                Work& work) {
    half.classes.clear();
    half.table.clear();
    half.ways.clear();
    half.known.clear();
    half.states = 0;
    each_pair(boxes, h, seconds, cards, work,
              [&](i32 first, i32 second) { add_state(boxes, h, first, second, cells, half, work); });
}

// Replaces each entry of a table by the sum of all that are nowhere greater.
void add_up(const Boxes& boxes, u64* table, i64 cells) {
    i64 stride = 1;
    for (int d = boxes.scored - 1; d >= 0; --d) {
        const i64 block = stride * (boxes.caps[d] + 1);
        for (i64 begin = 0; begin < cells; begin += block)
            for (i64 at = begin + stride; at < begin + block; ++at) table[at] += table[at - stride];
        stride = block;
    }
}

// The cells of a left state: scores, a byte each, their place in a table, and ways.
struct Cells {
    std::vector<u64> score;
    std::vector<u64> ways;
    std::vector<i32> place;
    bool made = false;
};

// The cells of a left state that some range may accept, with all scores and with fewer, where the others may be any:
// `of` has them by the set of scores that are left out.
struct LeftCells {
    Cells of[1 << kMostScored];
    std::vector<u64> sums;              // by place, all 0 between uses
    std::vector<i32> touched;
};

void list_cells(const Boxes& boxes, const u64* table, i64 cells, const i32* highest, LeftCells& left) {
    for (Cells& each : left.of) each.made = false;
    Cells& all = left.of[0];
    all.made = true;
    all.score.clear();
    all.ways.clear();
    all.place.clear();
    left.sums.resize(cells, 0);
    for (i64 at = 0; at < cells; ++at) {
        if (table[at] == 0) continue;
        u64 score = 0;
        bool some = true;
        i64 rest = at;
        for (int d = boxes.scored - 1; d >= 0; --d) {
            const i32 own = static_cast<i32>(rest % (boxes.caps[d] + 1));
            rest /= boxes.caps[d] + 1;
            score |= static_cast<u64>(own) << 8 * d;
            some &= own <= highest[d];
        }
        if (!some) continue;
        all.score.push_back(score);
        all.ways.push_back(table[at]);
        all.place.push_back(static_cast<i32>(at));
    }
}

const Cells& cells_without(const Boxes& boxes, int without, LeftCells& left) {
    Cells& found = left.of[without];
    if (found.made) return found;
    const Cells& all = left.of[0];
    found.made = true;
    found.score.clear();
    found.ways.clear();
    found.place.clear();
    u64 mask = 0;
    i32 strides[kMostScored] = {}, stride = 1;
    for (int d = boxes.scored - 1; d >= 0; --d) {
        if (without >> d & 1)
            strides[d] = stride;
        else
            mask |= u64{255} << 8 * d;
        stride *= boxes.caps[d] + 1;
    }
    left.touched.clear();
    for (std::size_t i = 0; i < all.score.size(); ++i) {
        i32 place = all.place[i];
        for (int d = 0; d < boxes.scored; ++d)
            place -= static_cast<i32>(all.score[i] >> 8 * d & 255) * strides[d];
        if (!boxes.take(kSummedScores)) {
            found.score.push_back(all.score[i] & mask);
            found.place.push_back(place);
            found.ways.push_back(all.ways[i]);
            continue;
        }
        if (left.sums[place] == 0) {
            left.touched.push_back(place);
            found.score.push_back(all.score[i] & mask);
        } else {
            boxes.used |= kSummedScores;
        }
        left.sums[place] += all.ways[i];
    }
    for (i32 place : left.touched) {
        found.place.push_back(place);
        found.ways.push_back(left.sums[place]);
        left.sums[place] = 0;
    }
    return found;
}

// The deals whose totals are at most those of `most`, a byte each; the cap is any total.
u128 sum_below(const Boxes& boxes, LeftCells& left, const u64* right, u64 most, Work& work) {
    constexpr u64 high_bits = 0x8080808080808080u;   // scores are below 128, so no byte borrows from the next
    i32 end = 0, stride = 1;
    int without = 0;
    for (int d = boxes.scored - 1; d >= 0; --d) {
        const i32 own = static_cast<i32>(most >> 8 * d & 255);
        if (own == boxes.caps[d]) without |= 1 << d;
        end += own * stride;
        stride *= boxes.caps[d] + 1;
    }
    const Cells& cells = cells_without(boxes, without, left);
    const std::size_t n = cells.score.size();
    work.add(n);
    const u64 bound = most | high_bits;
    u128 sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (((bound - cells.score[i]) & high_bits) != high_bits) continue;
        sum += static_cast<u128>(cells.ways[i]) * right[end - cells.place[i]];
    }
    return sum;
}

struct Term {
    u64 most;
    i64 times;
};

// The accepted boxes of some outcomes as sums below their corners: a box is the difference of what is up to its end
// and up to before its beginning, for each score. Corners that boxes share are joined; those of neighbours cancel.
std::vector<Term> list_terms(const Boxes& boxes, const i32* outcome, Work& work) {
    std::unordered_map<u64, i64> times;
    std::vector<Term> terms;
    const ScoreRange* box[kMostScored];
    int at[kMostScored] = {};
    for (bool more = true; more;) {
        i64 labels = 0;
        bool some = true;
        int shut = 0;
        for (int d = 0; d < boxes.scored; ++d) {
            box[d] = &boxes.range[d][outcome[d] * boxes.ranges[d] + at[d]];
            some &= box[d]->label >= 0;
            labels = labels * boxes.labels[d] + box[d]->label;
            if (box[d]->low > 0) shut |= 1 << d;
        }
        for (int corner = shut; some && boxes.accepted[labels]; corner = (corner - 1) & shut) {
            u64 most = 0;
            for (int d = 0; d < boxes.scored; ++d) {
                const i32 own = corner >> d & 1 ? box[d]->low - 1 : std::min(box[d]->high, boxes.caps[d]);
                most |= static_cast<u64>(own) << 8 * d;
            }
            const i64 sign = __builtin_popcount(corner) & 1 ? -1 : 1;
            if (!boxes.take(kJoinedCorners)) {
                terms.push_back({most, sign});
            } else {
                const auto [at_most, fresh] = times.try_emplace(most, 0);
                at_most->second += sign;
                if (!fresh) boxes.used |= kJoinedCorners;
            }
            work.add(20);
            if (corner == 0) break;
        }
        work.add(4);
        int d = boxes.scored - 1;
        while (d >= 0 && ++at[d] == boxes.ranges[d]) at[d--] = 0;
        more = d >= 0;
    }
    for (const auto& [most, sum] : times)
        if (sum != 0) terms.push_back({most, sum});
    return terms;
}

}  // namespace

void count_boxes(Boxes& boxes, Work& work) {
    if (boxes.products > 0) return count_axes(boxes, work);
    i64 cells = 1;
    for (i32 cap : boxes.caps) cells *= cap + 1;
    const ByCards seconds[2] = {by_cards(boxes.suit[1]), by_cards(boxes.suit[3])};
    Half left, right;
    LeftCells own;
    std::unordered_map<u64, std::vector<Term>> terms;   // of each combination of outcomes
    i32 highest[kMostScored] = {};
    for (int d = 0; d < boxes.scored; ++d)
        for (const ScoreRange& range : boxes.range[d])
            if (range.label >= 0) highest[d] = std::max(highest[d], range.high);
    std::vector<i32> outcome(boxes.automata);
    boxes.total = 0;
    for (std::size_t v = 0; v < boxes.vectors.size(); ++v) {
        build_half(boxes, 0, seconds[0], boxes.vectors[v], cells, left, work);
        if (left.states == 0) continue;
        build_half(boxes, 1, seconds[1], boxes.cards - boxes.vectors[v], cells, right, work);
        for (std::size_t b = 0; b < static_cast<std::size_t>(right.states); ++b) {
            work.add(static_cast<u64>(cells));
            add_up(boxes, right.table.data() + b * cells, cells);
        }
        u128 sum = 0;
        const std::vector<u64> times = multiplicities(boxes, boxes.vectors[v], left.classes, left.ways);
        for (std::size_t a = 0; a < static_cast<std::size_t>(left.states); ++a) {
            if (times[a] == 0) continue;
            work.add(static_cast<u64>(cells) / 4 + static_cast<u64>(right.states));
            list_cells(boxes, left.table.data() + a * cells, cells, highest, own);
            for (std::size_t b = 0; b < static_cast<std::size_t>(right.states); ++b) {
                bool fits = true;
                u64 name = 0;
                for (int j = 0; j < boxes.automata && fits; ++j) {
                    outcome[j] = boxes.fit[j][static_cast<std::size_t>(left.classes[a * boxes.automata + j]) *
                                                  boxes.classes[1][j] + right.classes[b * boxes.automata + j]];
                    fits = outcome[j] >= 0;
                    if (j < boxes.scored)
                        name = name * (boxes.range[j].size() / boxes.ranges[j]) + static_cast<u64>(outcome[j]);
                }
                if (!fits) continue;
                const auto [at, fresh] = terms.try_emplace(name);
                if (fresh) at->second = list_terms(boxes, outcome.data(), work);
                for (const Term& term : at->second)   // in 128 bits, where what is taken away wraps round
                    sum += sum_below(boxes, own, right.table.data() + b * cells, term.most, work) *
                           static_cast<u128>(term.times) * times[a];
            }
        }
        boxes.total += sum * static_cast<u64>(boxes.times[v]);
    }
    boxes.total *= boxes.pool_ways * boxes.shares;
}

}  // namespace dealwright
