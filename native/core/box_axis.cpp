// The places of one automaton; plain code, see box_axis.hpp.
#include "box_axis.hpp"

#include <algorithm>
#include <map>

namespace dealwright {
namespace {

using Row = std::string;

// Gives equal rows one number, and rows of 0 none; returns how many numbers there are.
int merge_rows(const Boxes& boxes, const std::vector<Row>& rows, std::vector<i32>& number) {
    std::map<Row, i32> known;
    i32 n = 0;
    number.assign(rows.size(), -1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].find_first_not_of('\0') == Row::npos) continue;
        if (!boxes.take(kMergedPlaces)) {
            number[i] = n++;
            continue;
        }
        const auto [at, fresh] = known.try_emplace(rows[i], n);
        number[i] = at->second;
        if (fresh)
            ++n;
        else
            boxes.used |= kMergedPlaces;
    }
    return n;
}

std::vector<Row> turned(const std::vector<Row>& rows, std::size_t columns) {
    std::vector<Row> out(columns, Row(rows.size(), 0));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t k = 0; k < columns; ++k) out[k][i] = rows[i][k];
    return out;
}

std::vector<Row> first_of_each(const std::vector<Row>& rows, const std::vector<i32>& number, int n) {
    std::vector<Row> out(n);
    for (std::size_t i = rows.size(); i-- > 0;)
        if (number[i] >= 0) out[number[i]] = rows[i];
    return out;
}

}  // namespace

Axis axis_of(const Boxes& boxes, int j) {
    Axis axis;
    const int cap = j < boxes.scored ? boxes.caps[j] : 0;
    axis.scores = j < boxes.scored ? std::max({cap, boxes.most[0][j], boxes.most[1][j]}) + 1 : 1;
    if (j >= boxes.scored) {
        const i32 outcomes = boxes.fit[j].empty() ? 0 : *std::max_element(boxes.fit[j].begin(), boxes.fit[j].end());
        axis.label.assign(static_cast<std::size_t>(std::max(outcomes, 0)) + 1, 1);
        return axis;
    }
    const std::size_t outcomes = boxes.range[j].size() / boxes.ranges[j];
    axis.label.assign(outcomes * axis.scores, 0);
    for (std::size_t o = 0; o < outcomes; ++o)
        for (int r = 0; r < boxes.ranges[j]; ++r) {
            const ScoreRange& range = boxes.range[j][o * boxes.ranges[j] + r];
            if (range.label < 0) continue;
            for (i32 total = range.low; total <= std::min(range.high, cap); ++total)
                axis.label[o * axis.scores + total] = static_cast<u8>(range.label + 1);
        }
    return axis;
}

void plan_sums(const Boxes& boxes, u64 labels, Axis& axis) {
    std::vector<Row> rows = axis.labels;
    for (Row& row : rows)
        for (char& label : row) label = label > 0 && (labels >> (label - 1) & 1);
    const int n = static_cast<int>(rows.size());
    axis.base.assign(n, -1);
    axis.more.assign(n, {});
    axis.less.assign(n, {});
    const int columns = n == 0 ? 0 : static_cast<int>(rows[0].size());
    for (int p = 0; p < n; ++p) {
        int best = static_cast<int>(std::count(rows[p].begin(), rows[p].end(), 1)) - 1;
        for (int other = 0; other < p && boxes.take(kNearestSums); ++other) {
            int distance = 0;
            for (int q = 0; q < columns; ++q) distance += rows[p][q] != rows[other][q];
            if (distance < best) {
                best = distance;
                axis.base[p] = other;
            }
        }
        if (axis.base[p] >= 0) boxes.used |= kNearestSums;
        for (int q = 0; q < columns; ++q) {
            const char before = axis.base[p] < 0 ? 0 : rows[axis.base[p]][q];
            if (rows[p][q] > before) axis.more[p].push_back(q);
            if (rows[p][q] < before) axis.less[p].push_back(q);
        }
    }
}

void find_places(const Boxes& boxes, int j, const BoxStates* halves, Axis& axis, Work& work) {
    std::vector<i32> used[2];
    for (int h = 0; h < 2; ++h) {
        std::vector<i32>& place = axis.place[h];
        place.assign(static_cast<std::size_t>(boxes.classes[h][j]) * axis.scores, -1);
        for (i32 state = 0; state < halves[h].size(); ++state) {
            const i32 own_class = halves[h].classes[static_cast<std::size_t>(state) * boxes.automata + j];
            i32* own = place.data() + own_class * axis.scores;
            if (j >= boxes.scored) own[0] = 0;
            if (j < boxes.scored) {
                const ScoreSpan span = score_span(boxes, h, halves[h], state, j);
                std::fill(own + span.low, own + span.high + 1, 0);
            }
        }
        work.add(halves[h].pairs.size());
        for (std::size_t at = 0; at < place.size(); ++at)
            if (place[at] == 0) used[h].push_back(static_cast<i32>(at));
    }
    work.add(static_cast<u64>(used[0].size()) * used[1].size());
    std::vector<Row> rows(used[0].size(), Row(used[1].size(), 0));
    for (std::size_t i = 0; i < used[0].size(); ++i)
        for (std::size_t k = 0; k < used[1].size(); ++k) {
            const i32 a = used[0][i] / axis.scores, b = used[1][k] / axis.scores;
            const i32 outcome = boxes.fit[j][static_cast<std::size_t>(a) * boxes.classes[1][j] + b];
            if (outcome < 0) continue;
            const i32 cap = j < boxes.scored ? boxes.caps[j] : 0;
            const i32 total = std::min(used[0][i] % axis.scores + used[1][k] % axis.scores, cap);
            rows[i][k] = static_cast<char>(axis.label[static_cast<std::size_t>(outcome) * axis.scores + total]);
        }
    std::vector<i32> number[2];
    axis.places[0] = merge_rows(boxes, rows, number[0]);
    const std::vector<Row> columns = turned(first_of_each(rows, number[0], axis.places[0]), used[1].size());
    axis.places[1] = merge_rows(boxes, columns, number[1]);
    for (int h = 0; h < 2; ++h)
        for (std::size_t i = 0; i < used[h].size(); ++i) axis.place[h][used[h][i]] = number[h][i];
    axis.labels = turned(first_of_each(columns, number[1], axis.places[1]), axis.places[0]);
}

}  // namespace dealwright
