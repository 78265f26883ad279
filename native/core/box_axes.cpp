// Counting by scores where few products of labels make up the accepted ones: see boxes.hpp.
//
// For given cards of each owner in the left half, an automaton's class and score there is a place on its axis, and
// those that the other half cannot tell apart are one place. For each product, the right half's table over all axes is
// multiplied by what each axis accepts, one axis after the other, so that nothing is done for pairs of states; the
// products share the tables of both halves. Numbers of 26 cards are at
// most 4^26 = 2^52; those of 39 cards need 128 bits.
#include <algorithm>

#include "box_axis.hpp"

namespace dealwright {
namespace {

// A table over all scores of a half, 0 between uses, and the cells in use.
template <typename Number>
struct Scratch {
    std::vector<Number> table;
    std::vector<i32> touched;
};

// Some entries of a suit's letter vector.
struct Entries {
    const i32* offset;
    const i32* score;
    const u64* ways;
    i32 n;
};

Entries entries_of(const BoxSuit& suit, i32 vector) {
    const i32 at = suit.start[vector];
    return {&suit.offset[at], &suit.score[at], &suit.ways[at], suit.start[vector + 1] - at};
}

// Adds all sums of two scores to a table, and if they are ``listed``, new cells to the n in use; returns how many are
// in use now. ``add`` has the cell of two capped scores, ``step`` for each of the first ones; if there is none, offsets
// alone are the cells. A function of its own: inlined, its variables do not stay in registers.
template <bool capped, bool listed, typename Number>
[[gnu::noinline]] std::size_t add_entries(const Entries& x, const Entries& y, u64 times, const i32* add, int step,
                                          Scratch<Number>& scratch, std::size_t n) {
    i32* touched = scratch.touched.data();
    Number* table = scratch.table.data();
    const i32 *offsets = y.offset, *scores = y.score, count = y.n;
    const u64* all_ways = y.ways;
    for (i32 i = 0; i < x.n; ++i) {
        const Number ways = x.ways[i] * times;
        const i32* own = capped ? add + x.score[i] * step : nullptr;
        const i32 offset = x.offset[i];
        for (i32 k = 0; k < count; ++k) {
            const i32 cell = offset + offsets[k] + (capped ? own[scores[k]] : 0);
            if (listed) {
                touched[n] = cell;
                n += table[cell] == 0;
            }
            table[cell] += ways * all_ways[k];
        }
    }
    return n;
}

// Lists the cells within the spans of all scores that are in use; returns how many.
template <typename Number>
std::size_t list_cells(const Boxes& boxes, int h, const ScoreSpan* spans, int d, i32 cell, Scratch<Number>& scratch,
                       std::size_t n) {
    cell *= boxes.most[h][d] + 1;
    i32* touched = scratch.touched.data();
    for (i32 score = spans[d].low; score <= spans[d].high; ++score) {
        if (d + 1 < boxes.scored) {
            n = list_cells(boxes, h, spans, d + 1, cell + score, scratch, n);
        } else {
            touched[n] = cell + score;
            n += scratch.table[cell + score] != 0;
        }
    }
    return n;
}

// Adds the layouts of a state to a table; returns how many cells are in use.
template <typename Number>
std::size_t add_state(const Boxes& boxes, int h, const BoxStates& states, i32 state, Scratch<Number>& scratch,
                      Work& work) {
    const BoxSuit& second = boxes.suit[2 * h + 1];
    // capped scores that every entry shares have one cell, which is not 0 where fixed cards have points
    const bool capped = boxes.add[h].size() > 1 || boxes.add[h][0] != 0;
    const int step = boxes.scores[2 * h + 1];
    const BoxPair* begin = states.pairs.data() + states.start[state];
    const BoxPair* end = states.pairs.data() + states.start[state + 1];
    const auto first_of = [&](const BoxPair* pair) { return entries_of(boxes.suit[2 * h], pair->first); };
    const auto second_of = [&](const BoxPair* pair) { return entries_of(second, pair->second); };
    u64 sums = 0;
    for (const BoxPair* pair = begin; pair < end; ++pair)
        sums += static_cast<u64>(first_of(pair).n) * static_cast<u64>(second_of(pair).n);
    ScoreSpan spans[kMostScored];
    u64 cells = 1;
    for (int d = 0; d < boxes.scored; ++d) {
        spans[d] = score_span(boxes, h, states, state, d);
        cells *= static_cast<u64>(spans[d].high - spans[d].low + 1);
    }
    // either new cells are listed, or those in use are found among all within the spans
    const bool listed = sums < 2 * cells || boxes.scored == 0 || !boxes.take(kScannedCells);
    std::size_t n = 0;
    for (const BoxPair* pair = begin; pair < end; ++pair) {
        const Entries x = first_of(pair);
        Entries y = second_of(pair);
        u64 times = static_cast<u64>(pair->times), sum = 0, pairs = 1;
        // pairs with one first vector are neighbours: add them at once
        if (!capped && !boxes.wide && y.n == 1 && boxes.take(kNeighbours)) {
            sum = times * *y.ways;
            for (; pair + 1 < end && pair[1].first == pair->first; ++pair, ++pairs) {
                const Entries next = second_of(pair + 1);
                if (next.n != 1 || *next.offset != *y.offset) break;
                sum += static_cast<u64>(pair[1].times) * *next.ways;
            }
            if (pairs > 1) boxes.used |= kNeighbours;
            y.ways = &sum;
            times = 1;
        }
        work.add(pairs * (static_cast<u64>(x.n) * static_cast<u64>(y.n) / (capped ? 1 : 2)));
        const i32* add = capped ? boxes.add[h].data() : nullptr;
        const auto into = capped ? (listed ? add_entries<true, true, Number> : add_entries<true, false, Number>)
                                 : (listed ? add_entries<false, true, Number> : add_entries<false, false, Number>);
        n = into(x, y, times, add, step, scratch, n);
    }
    if (!listed) {
        boxes.used |= kScannedCells;
        n = list_cells(boxes, h, spans, 0, 0, scratch, 0);
    }
    work.add(n);
    return n;
}

// Calls visit(place in a table over all axes, ways) for the cells of a state that no axis rejects, and clears them.
template <typename Number, typename Visit>
void each_cell(const Boxes& boxes, int h, const std::vector<Axis>& axes, const i32* classes, std::size_t cells,
               const std::vector<u64>& scores, Scratch<Number>& scratch, Visit&& visit) {
    constexpr i64 rejected = i64{-1} << 40;
    std::vector<i64> steps[kMostScored];
    i64 stride = 1, begin = 0;
    for (int j = boxes.automata - 1; j >= 0; --j) {
        const i32* own = axes[j].place[h].data() + static_cast<std::size_t>(classes[j]) * axes[j].scores;
        if (j >= boxes.scored)
            begin += own[0] < 0 ? rejected : own[0] * stride;
        else
            for (int score = 0; score < axes[j].scores; ++score)
                steps[j].push_back(own[score] < 0 ? rejected : own[score] * stride);
        stride *= axes[j].places[h];
    }
    for (std::size_t i = 0; i < cells; ++i) {
        const i32 cell = scratch.touched[i];
        u64 rest = scores[cell];
        i64 place = begin;
        for (int d = 0; d < boxes.scored; ++d, rest >>= 8) place += steps[d][rest & 255];
        if (place >= 0) visit(place, scratch.table[cell]);
        scratch.table[cell] = 0;
    }
}

// Replaces the right places of an axis by sums for its left places: out[before][left][after].
template <typename Number>
void multiply(const Axis& axis, i64 before, i64 after, const std::vector<Number>& in, std::vector<Number>& out,
              Work& work) {
    const i64 lefts = axis.places[0], rights = axis.places[1];
    out.resize(static_cast<std::size_t>(before * lefts * after));
    for (i64 block = 0; block < before; ++block) {
        const Number* from = in.data() + block * rights * after;
        Number* to = out.data() + block * lefts * after;
        for (i64 p = 0; p < lefts; ++p) {
            Number* row = to + p * after;
            work.add(1 + static_cast<u64>(after) * (1 + axis.more[p].size() + axis.less[p].size()) / 4);
            if (axis.base[p] < 0)
                std::fill(row, row + after, Number{0});
            else
                std::copy(to + axis.base[p] * after, to + (axis.base[p] + 1) * after, row);
            for (i32 q : axis.more[p]) {
                const Number* own = from + q * after;
                for (i64 i = 0; i < after; ++i) row[i] += own[i];
            }
            for (i32 q : axis.less[p]) {
                const Number* own = from + q * after;
                for (i64 i = 0; i < after; ++i) row[i] -= own[i];
            }
        }
    }
}

// The scores of each cell of a half's table, a byte each.
std::vector<u64> scores_of_cells(const Boxes& boxes, int h, Work& work) {
    i64 cells = 1;
    for (i32 most : boxes.most[h]) cells *= most + 1;
    std::vector<u64> found;
    fill(found, static_cast<std::size_t>(cells), u64{0}, work);
    work.add(static_cast<u64>(cells));
    for (i64 at = 0; at < cells; ++at) {
        i64 rest = at;
        for (int d = boxes.scored - 1; d >= 0; --d) {
            found[at] |= static_cast<u64>(rest % (boxes.most[h][d] + 1)) << 8 * d;
            rest /= boxes.most[h][d] + 1;
        }
    }
    return found;
}

template <typename Number>
u128 sum_vectors(const Boxes& boxes, Work& work) {
    const ByCards seconds[2] = {by_cards(boxes.suit[1]), by_cards(boxes.suit[3])};
    const bool alike[2] = {boxes.take(kAlikeSuits) && alike_suits(boxes, 0),
                           boxes.take(kAlikeSuits) && alike_suits(boxes, 1)};
    std::vector<u64> ways[4];
    for (int s = 0; s < kSuits; ++s) ways[s] = ways_of_vectors(boxes.suit[s]);
    const std::vector<u64> scores[2] = {scores_of_cells(boxes, 0, work), scores_of_cells(boxes, 1, work)};
    const std::size_t cells = std::max(scores[0].size(), scores[1].size());
    std::vector<Axis> axes;
    for (int j = 0; j < boxes.automata; ++j) axes.push_back(axis_of(boxes, j));
    BoxStates halves[2];
    Scratch<Number> scratch;
    fill(scratch.table, cells, Number{0}, work);
    fill(scratch.touched, cells + 1, 0, work);
    std::vector<Number> table, sums, next[2];
    u128 total = 0;
    for (std::size_t v = 0; v < boxes.vectors.size(); ++v) {
        const u32 cards[2] = {boxes.vectors[v], boxes.cards - boxes.vectors[v]};
        for (int h = 0; h < 2; ++h)
            list_states(boxes, h, seconds[h], &ways[2 * h], cards[h], alike[h], halves[h], work);
        if (halves[0].size() == 0 || halves[1].size() == 0) continue;
        i64 after = 1;
        for (int j = 0; j < boxes.automata; ++j) {
            find_places(boxes, j, halves, axes[j], work);
            after *= axes[j].places[1];
        }
        if (after == 0) continue;
        work.add(static_cast<u64>(after) / 4);
        table.assign(static_cast<std::size_t>(after), 0);
        for (i32 state = 0; state < halves[1].size(); ++state) {
            const std::size_t n = add_state(boxes, 1, halves[1], state, scratch, work);
            each_cell(boxes, 1, axes, &halves[1].classes[static_cast<std::size_t>(state) * boxes.automata], n, scores[1],
                      scratch, [&](i64 place, Number ways) { table[place] += ways; });
        }
        i64 lefts = 1;
        for (const Axis& axis : axes) lefts *= axis.places[0];
        work.add(static_cast<u64>(lefts) / 4);
        sums.assign(static_cast<std::size_t>(lefts), 0);
        for (int product = 0; product < boxes.products; ++product) {
            i64 before = 1, rights = after;
            const std::vector<Number>* from = &table;
            for (int j = 0; j < boxes.automata; ++j) {
                const std::size_t at = static_cast<std::size_t>(product) * boxes.scored + j;
                plan_sums(boxes, j < boxes.scored ? boxes.product[at] : 1, axes[j]);
                rights /= axes[j].places[1];
                multiply(axes[j], before, rights, *from, next[j % 2], work);
                from = &next[j % 2];
                before *= axes[j].places[0];
            }
            work.add(static_cast<u64>(lefts) / 4);
            for (i64 at = 0; at < lefts; ++at) sums[at] += (*from)[at];
        }
        const std::vector<u64> times =
            multiplicities(boxes, boxes.vectors[v], halves[0].classes, halves[0].ways);
        for (i32 state = 0; state < halves[0].size(); ++state) {
            if (times[state] == 0) continue;
            u128 sum = 0;
            const std::size_t n = add_state(boxes, 0, halves[0], state, scratch, work);
            each_cell(boxes, 0, axes, &halves[0].classes[static_cast<std::size_t>(state) * boxes.automata], n, scores[0],
                      scratch, [&](i64 place, Number ways) { sum += static_cast<u128>(ways) * sums[place]; });
            total += sum * times[state] * static_cast<u64>(boxes.times[v]);
        }
    }
    return total;
}

}  // namespace

void count_axes(Boxes& boxes, Work& work) {
    boxes.total = boxes.wide ? sum_vectors<u128>(boxes, work) : sum_vectors<u64>(boxes, work);
    boxes.total *= boxes.pool_ways * boxes.shares;
}

}  // namespace dealwright
