// The endgame part of _native: the best line of two known hands against all layouts.
#include "arrays.hpp"
#include "endgame.hpp"

#include <bit>
#include <stdexcept>
#include <vector>

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

namespace dealwright {
namespace {

using namespace nb::literals;

constexpr int kMostEndingCards = 28;

class EndgameSearch {
    template <typename Find>
    auto run(const Flag& stop, u64 budget, Find find) {
        return counted(stop, budget, operations_, find);
    }

public:
    EndgameSearch(const std::vector<u64>& hands, int seat, int trump, int leader,
                  const std::vector<int>& trick, int need, u64 unseen, const Column<const u64>& first,
                  const Column<const u64>& weight, bool merging, bool bounds, int idle, int exit)
        : endgame_(checked(hands, seat, trump, leader, trick, need, unseen, first, weight, merging, bounds, idle,
                           exit)),
          relieved_((idle | exit) != 0) {}

    u64 total() const { return endgame_.total(); }
    u64 double_dummy(const Flag& stop, u64 budget) {
        return run(stop, budget, [&](Work& work) { return endgame_.double_dummy(work); });
    }
    bool narrow_bounds(const Flag& stop, u64 budget) {
        return run(stop, budget, [&](Work& work) { return endgame_.narrow_bounds(work); });
    }
    void raise_lower_bound(const Flag& stop, u64 budget) {
        run(stop, budget, [&](Work& work) { endgame_.raise_lower_bound(work); });
    }
    // The chance of each layout, and the number that it is a multiple of the inverse of.
    nb::tuple sampling(const Flag& stop, u64 budget) {
        no_handicap();
        const auto chances = run(stop, budget, [&](Work& work) { return endgame_.sampling(work); });
        nb::list list;
        for (const u64 chance : chances) list.append(chance);
        return nb::make_tuple(list, endgame_.sampling_scale());
    }
    nb::tuple bounds() const { return nb::make_tuple(endgame_.low(), endgame_.high()); }
    int classes() const { return endgame_.classes(); }
    u64 operations() const { return operations_; }
    void won(Column<u8>& out) const {
        const std::vector<u8> wins = endgame_.won();
        if (out.shape(0) != wins.size()) throw std::invalid_argument("one byte for each layout");
        std::copy(wins.begin(), wins.end(), out.data());
    }
    nb::tuple plan(const Flag& stop, u64 budget) {
        no_handicap();
        int root = kLost;
        const auto steps = run(stop, budget, [&](Work& work) { return endgame_.plan(root, work); });
        nb::list list;
        for (const PlanStep& step : steps) {
            nb::list cases;
            for (const PlanCase& each : step.cases)
                cases.append(nb::make_tuple(each.cards, each.leader, each.next));
            list.append(nb::make_tuple(step.trick, step.seat, step.card, cases));
        }
        return nb::make_tuple(root, list);
    }

private:
    void no_handicap() const {
        if (relieved_) throw std::invalid_argument("cards in play alone make a line");
    }
    static Ending checked(const std::vector<u64>& hands, int seat, int trump, int leader,
                          const std::vector<int>& trick, int need, u64 unseen,
                          const Column<const u64>& first, const Column<const u64>& weight, bool merging,
                          bool bounds, int idle, int exit) {
        u64 table = 0;
        for (const int card : trick) {
            if (card < 0 || card >= kCards) throw std::invalid_argument("no such card");
            table |= u64{1} << card;
        }
        bool right = hands.size() == 2 && trick.size() < 4 && seat >= 0 && seat < 4 && leader >= 0 &&
                     leader < 4 && trump >= -1 && trump < kSuits && first.shape(0) == weight.shape(0) &&
                     first.shape(0) > 0;
        if (!right) throw std::invalid_argument("no such ending");
        const u64 all = hands[0] | hands[1] | unseen | table;
        const int cards = std::popcount(hands[0]) + std::popcount(hands[1]) + std::popcount(unseen) +
                          static_cast<int>(trick.size());
        right = cards == std::popcount(all) && cards <= kMostEndingCards && cards % 4 == 0 && (all & ~kPack) == 0;
        Ending ending{{hands[0], hands[1]}, seat, trump, leader, need, trick, unseen, {}, {}, merging, bounds,
                      idle & 15, exit & 15};
        int left[4];
        for (int i = 0; i < 4; ++i)    // cards of each seat, after those on the table
            left[i] = cards / 4 - (((i - leader) & 3) < static_cast<int>(trick.size()) ? 1 : 0);
        right &= std::popcount(hands[0]) == left[seat] && std::popcount(hands[1]) == left[seat ^ 2];
        for (std::size_t i = 0; i < first.shape(0); ++i) {
            const u64 held = first.data()[i];
            right &= (held & ~unseen) == 0 && std::popcount(held) == left[(seat + 1) & 3];
            ending.first.push_back(held);
            ending.weight.push_back(weight.data()[i]);
        }
        if (!right) throw std::invalid_argument("no such ending");
        return ending;
    }
    Endgame endgame_;
    bool relieved_;
    u64 operations_ = 0;
};

}  // namespace

void bind_endgame(nb::module_& m) {
    nb::class_<EndgameSearch>(m, "EndgameSearch", "Two known hands against all layouts.")
        .def(nb::init<const std::vector<u64>&, int, int, int, const std::vector<int>&, int, u64,
                      const Column<const u64>&, const Column<const u64>&, bool, bool, int, int>(),
             "hands"_a, "seat"_a, "trump"_a, "leader"_a, "trick"_a, "need"_a, "unseen"_a, "first"_a,
             "weight"_a, "merging"_a, "bounds"_a, "idle"_a, "exit"_a)
        .def("total", &EndgameSearch::total)
        .def("double_dummy", &EndgameSearch::double_dummy, "stop"_a, "budget"_a)
        .def("narrow_bounds", &EndgameSearch::narrow_bounds, "stop"_a, "budget"_a)
        .def("raise_lower_bound", &EndgameSearch::raise_lower_bound, "stop"_a, "budget"_a)
        .def("sampling", &EndgameSearch::sampling, "stop"_a, "budget"_a)
        .def("bounds", &EndgameSearch::bounds)
        .def("classes", &EndgameSearch::classes)
        .def("operations", &EndgameSearch::operations)
        .def("won", &EndgameSearch::won, "out"_a)
        .def("plan", &EndgameSearch::plan, "stop"_a, "budget"_a);
}

}  // namespace dealwright
