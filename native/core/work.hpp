// Work that another thread can stop, that counts its operations, and that may have a budget of them.
//
// An operation is a pair of rows, a pair of classes, a product or a sum: 0.1 to 10 ns. Loops add theirs
// before they run, some thousands at a time if possible, so that the sum depends neither on the body in use
// nor on the clock.
#pragma once

#include <algorithm>
#include <vector>

#include "cards.hpp"

namespace dealwright {

struct Stopped {};           // thrown: the flag was set
struct BudgetExceeded {};    // thrown: more operations than the budget allows

// Thrown: arrays lack a property that a shortcut relies on, so what it counts would be wrong.
struct InvariantBroken {
    const char* what;
};

inline constexpr u64 kNoBudget = ~u64{0};

class Work {
public:
    // The byte at `stop` (or null) becomes other than 0 when the work is to stop.
    explicit Work(const u8* stop = nullptr, u64 budget = kNoBudget) : stop_(stop), budget_(budget) {}
    u64 operations() const { return operations_; }

    // Always inline: bodies use it, and no copy compiled for one processor may serve another.
    [[gnu::always_inline]] void add(u64 n) {
        operations_ += n;
        if (__builtin_expect(operations_ >= next_, 0)) compare();
    }
    // For loops that are no operations: looks at the flag once in 2^16 places.
    [[gnu::always_inline]] void pass(u64 at) const {
        if (__builtin_expect((at & 0xffff) == 0, 0)) look();
    }
    void look() const;       // throws Stopped

private:
    void compare();          // throws either

    const u8* stop_;
    u64 operations_ = 0, next_ = 0, budget_;
};

// An order for sorting that checks the flag at intervals.
template <typename Less>
auto stoppable(const Work& work, Less less) {
    return [&work, less, at = u64{0}](const auto& a, const auto& b) mutable {
        work.pass(++at);
        return less(a, b);
    };
}

// Growing vectors a megabyte at a time: new memory costs a second for each gigabyte or two.
template <typename T>
inline constexpr std::size_t kSlice = (std::size_t{1} << 20) / sizeof(T);

template <typename T>
void fill(std::vector<T>& to, std::size_t n, T value, const Work& work) {
    to.clear();
    to.reserve(n);
    while (to.size() < n) {
        work.look();
        to.resize(std::min(n, to.size() + kSlice<T>), value);
    }
}

template <typename T>
void append(std::vector<T>& to, const T* from, std::size_t n, const Work& work) {
    to.reserve(to.size() + n);
    for (std::size_t at = 0; at < n; at += kSlice<T>) {
        work.look();
        to.insert(to.end(), from + at, from + std::min(n, at + kSlice<T>));
    }
}

// Moves the entries to memory for `room` of them. Eight bytes count as an operation: new memory costs
// as much, and a vector that grows without end meets the budget.
template <typename T>
void move_to_room(std::vector<T>& entries, std::size_t room, Work& work) {
    work.add(room * sizeof(T) / 8);
    std::vector<T> moved;
    moved.reserve(room);
    append(moved, entries.data(), entries.size(), work);
    entries.swap(moved);
}

// Room for `more` entries behind those there are.
template <typename T>
void make_room(std::vector<T>& entries, std::size_t more, Work& work) {
    if (__builtin_expect(entries.capacity() - entries.size() >= more, 1)) return;
    move_to_room(entries, std::max(entries.size() + more, 2 * entries.size()), work);
}

// Empties vectors and gives back their memory, which `= {}` would keep.
template <typename... Items>
void drop(std::vector<Items>&... vectors) {
    (std::vector<Items>().swap(vectors), ...);
}

// Gives back the room that is not needed.
template <typename T>
void fit(std::vector<T>& entries, Work& work) {
    if (entries.capacity() > entries.size()) move_to_room(entries, entries.size(), work);
}

}  // namespace dealwright
