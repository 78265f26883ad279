// Exact counting by accepted pairs of points, and by labels that pairs share: plain code, as in
// exact_count.cpp, whose bounds hold here too.
#include <algorithm>
#include <numeric>

#include "bodies.hpp"
#include "exact_rows.hpp"

namespace dealwright {
namespace {

// The layouts of some groups' left states with points p.
void left_layouts(const Exact& exact, int p, i64 begin, i64 n, std::vector<double>& out, Work& work) {
    const double* in =
        exact.half[0].layouts.data() + static_cast<i64>(p) * exact.half[0].states();
    work.add(static_cast<u64>(n));
    out.resize(static_cast<std::size_t>(n));
    for (i64 g = 0; g < n; ++g) out[g] = in[exact.group_state[begin + g]];
}

u128 product_sum(const double* left, const double* right, i64 n, Work& work) {
    u128 sum = 0;
    work.add(1 + static_cast<u64>(n));
    for (i64 g = 0; g < n; ++g)
        sum += static_cast<u128>(static_cast<u64>(left[g])) * static_cast<u64>(right[g]);
    return sum;
}

}  // namespace

// Deals of each accepted pair of points, weight left out: sum over the groups of its outcome.
void count_entries(const Exact& exact, u64* low, u64* high, Work& work) {
    const ExactModel& model = exact.model;
    const i64 groups = static_cast<i64>(exact.group_state.size());
    std::vector<double> left;
    for (int o = 0; o < model.joints; ++o) {
        const i64 begin = exact.joint_start[o], n = exact.joint_start[o + 1] - begin;
        for (int p = 0; p < model.points[0]; ++p) {
            const i64* start = model.accept_start.data() + static_cast<i64>(o) * model.points[0] + p;
            if (start[0] == start[1]) continue;
            left_layouts(exact, p, begin, n, left, work);
            for (i64 e = start[0]; e < start[1]; ++e) {
                const double* right = exact.right.data() + model.accept_right[e] * groups + begin;
                const u128 sum = product_sum(left.data(), right, n, work) * model.pool_ways;
                low[e] = static_cast<u64>(sum);
                high[e] = static_cast<u64>(sum >> 64);
            }
        }
    }
}

// Deals of each label of accepted pairs, weight left out. Right points of one label are summed
// before they meet the left: vectors of doubles, where the products need 128 bits.
void count_labels(const Exact& exact, const i32* label, u128* totals, Work& work) {
    const ExactModel& model = exact.model;
    const i64 groups = static_cast<i64>(exact.group_state.size());
    std::vector<i64> order;
    std::vector<double> left, sum;
    for (int o = 0; o < model.joints; ++o) {
        const i64 begin = exact.joint_start[o], n = exact.joint_start[o + 1] - begin;
        for (int p = 0; p < model.points[0]; ++p) {
            const i64* start = model.accept_start.data() + static_cast<i64>(o) * model.points[0] + p;
            if (start[0] == start[1] || n == 0) continue;
            left_layouts(exact, p, begin, n, left, work);
            order.resize(start[1] - start[0]);
            std::iota(order.begin(), order.end(), start[0]);
            std::stable_sort(order.begin(), order.end(), stoppable(work, [label](i64 a, i64 b) {
                                 return label[a] < label[b];
                             }));
            for (std::size_t at = 0, end; at < order.size(); at = end) {
                const i32 name = label[order[at]];
                for (end = at + 1; end < order.size() && label[order[end]] == name;) ++end;
                const double* right =
                    exact.right.data() + model.accept_right[order[at]] * groups + begin;
                if (end - at > 1) {
                    sum.assign(right, right + n);
                    for (std::size_t i = at + 1; i < end; ++i) {
                        work.add(static_cast<u64>(n));
                        body_in_use().add_scaled(
                            sum.data(),
                            exact.right.data() + model.accept_right[order[i]] * groups + begin, 1.0,
                            n);
                    }
                    right = sum.data();
                }
                totals[name] += product_sum(left.data(), right, n, work);
            }
        }
    }
}

void count_labelled(Exact& exact, const std::vector<i32>& label, std::vector<u128>& totals,
                    Work& work) {
    state_exact(exact, work);
    count_labels(exact, label.data(), totals.data(), work);
    for (u128& total : totals) {
        total *= exact.model.pool_ways;
        exact.total += total;
    }
}

}  // namespace dealwright
