// The handicap part of _native: double dummy with idle cards and free exits.
#include "arrays.hpp"
#include "handicap.hpp"

#include <bit>
#include <stdexcept>
#include <vector>

#include <nanobind/stl/vector.h>

namespace dealwright {
namespace {

using namespace nb::literals;

class Solver {
public:
    Solver(const std::vector<u64>& hands, int trump, int declarer, int leader, const std::vector<int>& trick)
        : solver_(checked(hands, trump, declarer, leader, trick)) {}

    bool makes(int need, const std::vector<int>& played, int idle, int exit, const Flag& stop, u64 budget) {
        for (const int card : played)
            if (card < 0 || card >= kCards) throw std::invalid_argument("no such card");
        return counted(stop, budget, operations_,
                       [&](Work& work) { return solver_.makes(need, played, {idle & 15, exit & 15}, work); });
    }
    u64 operations() const { return operations_; }

private:
    static OpenDeal checked(const std::vector<u64>& hands, int trump, int declarer, int leader,
                            const std::vector<int>& trick) {
        bool right = hands.size() == 4 && trump >= -1 && trump < kSuits && declarer >= 0 && declarer < 4 &&
                     leader >= 0 && leader < 4 && trick.size() < 4;
        if (!right) throw std::invalid_argument("no such position");
        OpenDeal deal{{hands[0], hands[1], hands[2], hands[3]}, trump, leader, declarer, trick};
        u64 all = 0;
        int cards = 0;
        for (const u64 hand : hands) {
            all |= hand;
            cards += std::popcount(hand);
        }
        for (const int card : trick) {
            if (card < 0 || card >= kCards) throw std::invalid_argument("no such card");
            all |= u64{1} << card;
            ++cards;
        }
        right = cards == std::popcount(all) && (all & ~kPack) == 0;
        for (const int seat : {declarer, declarer ^ 2}) {    // defenders may have idle cards in place of theirs
            const bool played = ((seat - leader) & 3) < static_cast<int>(trick.size());
            const int held = std::popcount(deal.hand[static_cast<std::size_t>(seat)]) + played;
            const auto other = static_cast<std::size_t>(seat ^ 1);
            const bool its = ((static_cast<int>(other) - leader) & 3) < static_cast<int>(trick.size());
            right &= held <= kRanks && std::popcount(deal.hand[other]) + its >= held;
            const bool mine = ((declarer - leader) & 3) < static_cast<int>(trick.size());
            right &= held == std::popcount(deal.hand[static_cast<std::size_t>(declarer)]) + mine;
        }
        if (!right) throw std::invalid_argument("no such position");
        return deal;
    }
    HandicapSolver solver_;
    u64 operations_ = 0;
};

}  // namespace

void bind_handicap(nb::module_& m) {
    nb::class_<Solver>(m, "HandicapSolver", "Double dummy, with idle cards and free exits for defenders.")
        .def(nb::init<const std::vector<u64>&, int, int, int, const std::vector<int>&>(), "hands"_a, "trump"_a,
             "declarer"_a, "leader"_a, "trick"_a)
        .def("makes", &Solver::makes, "need"_a, "played"_a, "idle"_a, "exit"_a, "stop"_a, "budget"_a)
        .def("operations", &Solver::operations);
}

}  // namespace dealwright
