// States of a half, and the pairs of rows that lead to them, for counting and for numbering.
#pragma once

#include <unordered_map>

#include "exact_model.hpp"
#include "work.hpp"

namespace dealwright {

// Numbers the states of a half as they appear, in a table if codes are few, else in a hash map.
class StateIds {
public:
    explicit StateIds(u64 codes) : dense_(codes <= kMostDense) {
        if (dense_) table_.assign(codes, -1);
    }
    int find(u64 code) const {
        if (dense_) return table_[code];
        const auto at = map_.find(code);
        return at == map_.end() ? -1 : at->second;
    }
    int add(u64 code, std::vector<u64>& codes) {
        i32& id = dense_ ? table_[code] : map_.try_emplace(code, -1).first->second;
        if (id < 0) {
            id = static_cast<i32>(codes.size());
            codes.push_back(code);
        }
        return id;
    }

private:
    static constexpr u64 kMostDense = u64{1} << 22;
    bool dense_;
    std::vector<i32> table_;
    std::unordered_map<u64, i32> map_;
};

inline u64 codes_of(const std::vector<i32>& classes) {
    u64 codes = 1;
    for (i32 c : classes) codes *= static_cast<u64>(c);
    return codes;
}

// Calls visit(row of the first suit, row of the second, code) for every pair of rows of two kinds
// that all automata accept so far. Rows are numbered within their kind: a suit has at most 560, so
// that the pairs take a millisecond or two.
template <typename Visit>
inline void each_row_pair(const ExactModel& model, int h, int first_kind, int second_kind,
                          Work& work, Visit&& visit) {
    const ExactSuit& x = model.suit[2 * h];
    const ExactSuit& y = model.suit[2 * h + 1];
    const int automata = model.automata;
    const i32* compose[kMostAutomata];
    const int y0 = y.row_start[second_kind], y1 = y.row_start[second_kind + 1];
    work.add(1 + static_cast<u64>(x.row_start[first_kind + 1] - x.row_start[first_kind]) *
                     static_cast<u64>(y1 - y0));
    for (int i = x.row_start[first_kind]; i < x.row_start[first_kind + 1]; ++i) {
        for (int j = 0; j < automata; ++j)
            compose[j] = model.compose[h][j].data() +
                         static_cast<std::size_t>(x.row_letters[i * automata + j]) *
                             model.letters[2 * h + 1][j];
        const u16* letters = y.row_letters.data() + static_cast<std::size_t>(y0) * automata;
        for (int k = y0; k < y1; ++k, letters += automata) {
            u64 code = 0;
            i32 bad = 0;
            for (int j = 0; j < automata; ++j) {
                const i32 c = compose[j][letters[j]];
                bad |= c;
                code = code * static_cast<u64>(model.classes[h][j]) + static_cast<u64>(c);
            }
            if (bad >= 0) visit(i - x.row_start[first_kind], k - y0, code);
        }
    }
}

inline void classes_of(u64 code, const std::vector<i32>& classes, int* out) {
    for (int j = static_cast<int>(classes.size()) - 1; j >= 0; --j) {
        out[j] = static_cast<int>(code % static_cast<u64>(classes[j]));
        code /= static_cast<u64>(classes[j]);
    }
}

}  // namespace dealwright
