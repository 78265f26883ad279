// The flag and the budget of work; see work.hpp.
#include "work.hpp"

namespace dealwright {

namespace {

constexpr u64 kBetweenLooks = u64{1} << 18;    // operations: a millisecond or two

}  // namespace

void Work::look() const {
    if (stop_ != nullptr && __atomic_load_n(stop_, __ATOMIC_RELAXED) != 0) throw Stopped{};
}

void Work::compare() {
    if (operations_ > budget_) throw BudgetExceeded{};
    look();
    next_ = budget_ - operations_ < kBetweenLooks ? budget_ + 1 : operations_ + kBetweenLooks;
}

}  // namespace dealwright
