// The numbering part of _native: subsets in colex, lex and block order, and deal numbers.
#include "arrays.hpp"
#include "tuple_walk.hpp"

#include <algorithm>
#include <memory>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

namespace dealwright {
namespace {

using namespace nb::literals;

constexpr int kMostPermuted = 20;    // 20! < 2^64

// Requires 0 <= k <= n <= 255 and C(n, k) < 2^64; the gate says so in words.
class Subsets {
public:
    Subsets(int n, int k) : order_(std::make_unique<ColexOrder>()) {
        if (n < 0 || n > kMostPositions || k < 0 || k > n || !build_colex_order(*order_, n, k))
            throw std::invalid_argument("no 64-bit numbering of these subsets");
        if (n <= kCards && k <= kRanks) {
            block_ = std::make_unique<BlockOrder>();
            build_block_order(*block_, n, k);
        }
    }
    const ColexOrder& order() const { return *order_; }
    const BlockOrder& block() const {
        if (!block_) throw std::invalid_argument("block order has n <= 52 and k <= 13");
        return *block_;
    }

private:
    std::unique_ptr<ColexOrder> order_;
    std::unique_ptr<BlockOrder> block_;
};

void rank_masks(const Subsets& s, bool lex, const Column<const u64>& masks, Column<u64>& out) {
    nb::gil_scoped_release release;
    body_in_use().rank_masks[lex](s.order(), masks.data(), out.data(), out.shape(0));
}

void unrank_masks(const Subsets& s, bool lex, const Column<const u64>& ranks, Column<u64>& out) {
    nb::gil_scoped_release release;
    body_in_use().unrank_masks[lex](s.order(), ranks.data(), out.data(), out.shape(0));
}

void rank_rows(const Subsets& s, bool lex, const Table<const u8>& rows, Column<u64>& out) {
    nb::gil_scoped_release release;
    body_in_use().rank_rows[lex](s.order(), rows.data(), out.data(), out.shape(0));
}

void unrank_rows(const Subsets& s, bool lex, const Column<const u64>& ranks, Table<u8>& out) {
    nb::gil_scoped_release release;
    body_in_use().unrank_rows[lex](s.order(), ranks.data(), out.data(), out.shape(0));
}

void rank_blocks(const Subsets& s, const Column<const u64>& masks, Column<u64>& out) {
    const BlockOrder& order = s.block();
    nb::gil_scoped_release release;
    body_in_use().rank_blocks(order, masks.data(), out.data(), out.shape(0));
}

void unrank_blocks(const Subsets& s, const Column<const u64>& ranks, Column<u64>& out) {
    const BlockOrder& order = s.block();
    nb::gil_scoped_release release;
    body_in_use().unrank_blocks(order, ranks.data(), out.data(), out.shape(0));
}

i64 first_bad_mask(const Subsets& s, const Column<const u64>& masks) {
    return body_in_use().first_bad_mask(s.order(), masks.data(), masks.shape(0));
}

i64 first_bad_row(const Subsets& s, const Table<const u8>& rows) {
    return body_in_use().first_bad_row(s.order(), rows.data(), rows.shape(0));
}

i64 first_bad_rank(const Subsets& s, const Column<const u64>& ranks) {
    return body_in_use().first_bad_rank(s.order(), ranks.data(), ranks.shape(0));
}

// One subset given as any sequence of integers, ascending or descending; its rank, or nothing
// where it is no such subset (the gate then says why).
std::optional<u64> rank_one(const Subsets& s, bool lex, nb::handle items) {
    const ColexOrder& order = s.order();
    nb::object fast = nb::steal(PySequence_Fast(items.ptr(), "positions"));
    if (!fast.is_valid()) {
        PyErr_Clear();
        return std::nullopt;
    }
    u8 row[kMostPositions + 1];
    const Py_ssize_t k = PySequence_Size(fast.ptr());
    if (k != order.k) return std::nullopt;
    for (Py_ssize_t i = 0; i < k; ++i) {
        nb::object item = nb::steal(PySequence_GetItem(fast.ptr(), i));
        if (!PyLong_CheckExact(item.ptr())) return std::nullopt;
        const long value = PyLong_AsLong(item.ptr());
        if (value < 0 || value >= order.n) {
            PyErr_Clear();
            return std::nullopt;
        }
        row[i] = static_cast<u8>(value);
    }
    if (k > 1 && row[0] > row[1])
        for (Py_ssize_t i = 0; i < k / 2; ++i) std::swap(row[i], row[k - 1 - i]);
    for (Py_ssize_t i = 1; i < k; ++i)
        if (row[i - 1] >= row[i]) return std::nullopt;
    u64 rank;
    body_in_use().rank_rows[lex](order, row, &rank, 1);
    return rank;
}

// The subset of one rank (in range) as a tuple of ascending positions: a scan down the band of
// Pascal's triangle, a card taken when C(card, place) <= rank.
nb::object unrank_one(const Subsets& s, bool lex, u64 rank) {
    const ColexOrder& order = s.order();
    const int width = order.n - order.k;
    if (lex) rank = order.total - 1 - rank;
    PyObject* tuple = PyTuple_New(order.k);
    if (tuple == nullptr) nb::raise_python_error();
    int card = order.n - 1;
    for (int j = order.k; j > 0; --j, --card) {
        const u64* row = order.cell + j * width;
        while (row[card] > rank) --card;
        rank -= row[card];
        const int position = lex ? order.n - 1 - card : card;
        PyTuple_SetItem(tuple, lex ? order.k - j : j - 1, PyLong_FromLong(position));
    }
    return nb::steal(tuple);
}

// The entries of a tuple or list of k integers below `values`; false where it is anything else.
bool read_entries(nb::handle given, int k, int values, int* row) {
    PyObject* items = given.ptr();
    const bool tuple = PyTuple_CheckExact(items);
    if ((!tuple && !PyList_CheckExact(items)) || (tuple ? PyTuple_Size(items) : PyList_Size(items)) != k)
        return false;
    for (int i = 0; i < k; ++i) {
        PyObject* item = tuple ? PyTuple_GetItem(items, i) : PyList_GetItem(items, i);
        if (item == nullptr || !PyLong_CheckExact(item)) return false;
        const long value = PyLong_AsLong(item);
        if (value < 0 || value >= values) {
            PyErr_Clear();
            return false;
        }
        row[i] = static_cast<int>(value);
    }
    return true;
}

nb::object tuple_of(const int* row, int k) {
    PyObject* tuple = PyTuple_New(k);
    if (tuple == nullptr) nb::raise_python_error();
    for (int i = 0; i < k; ++i) put_item(tuple, i, PyLong_FromLong(row[i]));
    return nb::steal(tuple);
}

// The subsets of consecutive ranks, up or down.
TupleWalk subset_walk(const Subsets& subsets, bool lex, u64 rank, u64 count, bool down) {
    const int n = subsets.order().n, k = subsets.order().k;
    u8 first[kMostPositions + 1] = {};
    if (count > 0) body_in_use().unrank_rows[lex](subsets.order(), &rank, first, 1);
    std::vector<int> row(first, first + k);
    row.push_back(n);
    TupleWalk::Step step;
    if (lex && !down)
        step = [n, k](int* at) {         // the last that can move does, and those after it close up
            int j = k - 1;
            while (at[j] == n - k + j) --j;
            std::iota(at + j, at + k, at[j] + 1);
        };
    else if (lex)
        step = [n, k](int* at) {         // and those after it move to the end
            int j = k - 1;
            while (j > 0 && at[j] == at[j - 1] + 1) --j;
            --at[j];
            std::iota(at + j + 1, at + k, n - k + j + 1);
        };
    else if (!down)
        step = [](int* at) {             // the first that can move does, and those before it begin again
            int j = 0;
            while (at[j] + 1 == at[j + 1]) ++j;
            ++at[j];
            std::iota(at, at + j, 0);
        };
    else
        step = [](int* at) {             // and those before it follow it closely
            int j = 0;
            while (at[j] == j) ++j;
            --at[j];
            std::iota(at, at + j, at[j] - j);
        };
    return {std::move(row), k, n, count, std::move(step)};
}

// The non-decreasing k-tuples below n from one of them on; there are so many.
TupleWalk repeating_walk(int n, bool lex, nb::handle first, u64 count) {
    const int k = static_cast<int>(PyObject_Size(first.ptr()));
    std::vector<int> row(static_cast<std::size_t>(std::max(k, 0)));
    if (n > kMostPositions || k < 1 || k > kMostPositions || !read_entries(first, k, n, row.data()))
        throw std::invalid_argument("a tuple of 1 to 255 small integers");
    TupleWalk::Step step;
    if (lex)
        step = [n, k](int* at) {
            int j = k - 1;
            while (at[j] == n - 1) --j;
            std::fill(at + j, at + k, at[j] + 1);
        };
    else
        step = [k](int* at) {
            int j = 0;
            while (j < k - 1 && at[j] == at[j + 1]) ++j;
            ++at[j];
            std::fill(at, at + j, 0);
        };
    return {std::move(row), k, n, count, std::move(step)};
}

// The arrangements from `first` on in lex order; there are so many. An arrangement is a choice from entries below n, of
// which `rest`, ascending, are left.
TupleWalk arrangement_walk(int n, nb::handle first, nb::handle rest, u64 count) {
    const Py_ssize_t k = PyObject_Size(first.ptr()), left = PyObject_Size(rest.ptr());
    if (n > kMostPositions || k < 0 || left < 0 || k + left > kMostPositions)
        throw std::invalid_argument("tuples of at most 255 small integers");
    std::vector<int> row(static_cast<std::size_t>(k + left));
    if (!read_entries(first, static_cast<int>(k), n, row.data()) ||
        !read_entries(rest, static_cast<int>(left), n, row.data() + k))
        throw std::invalid_argument("tuples of at most 255 small integers");
    // with its rest descending, an arrangement is the last of those that begin as it does
    return {std::move(row), static_cast<int>(k), n, count, [k, left](int* at) {
                std::reverse(at + k, at + k + left);
                std::next_permutation(at, at + k + left);
            }};
}

// The k-element sub-multisets of a multiset in lex order, as sorted tuples, of at most 255 kinds and elements,
// with numbers below 2^64. ways(j, t): how many choose t elements of kinds j and above.
class Multisets {
public:
    Multisets(const std::vector<int>& counts, int k) : k_(k), counts_(counts) {
        if (k < 0 || k > kMostPositions || counts.size() > kMostPositions)
            throw std::invalid_argument("at most 255 kinds and elements");
        ways_.assign((counts.size() + 1) * row(), 0);
        sums_ = ways_;
        ways_[counts.size() * row()] = 1;
        for (std::size_t j = counts.size() + 1; j-- > 0;) {
            if (j < counts.size()) {
                counts_[j] = std::min(counts[j], k);
                pool_.insert(pool_.begin(), static_cast<std::size_t>(counts_[j]), static_cast<int>(j));
                for (int t = 0; t <= k; ++t) ways_[cell(j, t)] = between(j + 1, t - counts_[j], t);
            }
            u64 sum = 0;                 // sums wrap, their differences do not
            for (int t = 0; t <= k; ++t) sums_[cell(j, t)] = sum += ways_[cell(j, t)];
        }
    }
    int kinds() const { return static_cast<int>(counts_.size()); }

    // Before a member come those with more of the first kind that differs.
    std::optional<u64> rank(nb::handle item) const {
        int entry[kMostPositions];
        if (!read_entries(item, k_, kinds(), entry)) return std::nullopt;
        u64 number = 0;
        int at = 0, kind = 0;
        while (at < k_) {
            const int left = k_ - at;
            if (entry[at] < kind) return std::nullopt;
            int have = 0;
            while (at < k_ && entry[at] == kind) { ++at; ++have; }
            const std::size_t j = static_cast<std::size_t>(kind++);
            if (have > counts_[j]) return std::nullopt;
            number += between(j + 1, left - counts_[j], left - have - 1);
        }
        return number;
    }
    nb::object unrank(u64 number) const {
        int entry[kMostPositions], at = 0;
        row_of(number, entry, at);
        return tuple_of(entry, k_);
    }
    // The members from a number on, while this object lives; there are so many.
    TupleWalk walk(u64 first, u64 count) const {
        std::vector<int> entry(static_cast<std::size_t>(k_));
        int at = 0;
        row_of(first, entry.data(), at);
        const int n = static_cast<int>(pool_.size());
        // the last entry that can grow; it and those after it become the next elements of the pool
        return {std::move(entry), k_, kinds(), count, [this, n](int* each) {
                    int i = k_ - 1;
                    while (each[i] == pool_[static_cast<std::size_t>(n - k_ + i)]) --i;
                    auto next = std::upper_bound(pool_.begin(), pool_.end(), each[i]);
                    std::copy_n(next, k_ - i, each + i);
                }};
    }

private:
    std::size_t row() const { return static_cast<std::size_t>(k_) + 1; }
    std::size_t cell(std::size_t j, int t) const { return j * row() + static_cast<std::size_t>(t); }
    // The ways to choose `low` to `high` elements of kinds j and above.
    u64 between(std::size_t j, int low, int high) const {
        if (high < 0) return 0;
        return sums_[cell(j, high)] - (low > 0 ? sums_[cell(j, low - 1)] : 0);
    }
    void row_of(u64 number, int* entry, int& at) const {
        for (std::size_t j = 0; at < k_ && j < counts_.size(); ++j) {
            int have = std::min(counts_[j], k_ - at);
            for (; have > 0; --have) {
                const u64 here = ways_[cell(j + 1, k_ - at - have)];
                if (number < here) break;
                number -= here;
            }
            std::fill(entry + at, entry + at + have, static_cast<int>(j));
            at += have;
        }
        if (at != k_) throw std::invalid_argument("no such number");
    }

    int k_;
    std::vector<int> counts_, pool_;     // the pool: every element, ascending
    std::vector<u64> ways_, sums_;
};

// The lex number of one k-permutation of n <= 20, as any tuple or list of integers; nothing where it is none.
std::optional<u64> rank_permutation(int n, int k, nb::handle items) {
    int entry[kMostPermuted];
    if (n > kMostPermuted || k > n || !read_entries(items, k, n, entry)) return std::nullopt;
    u64 number = 0;
    u32 left = (u32{1} << n) - 1;
    for (int i = 0; i < k; ++i) {
        const u32 bit = u32{1} << entry[i];
        if ((left & bit) == 0) return std::nullopt;
        number = number * static_cast<u64>(n - i) +
                 static_cast<u64>(__builtin_popcount(left & (bit - 1)));
        left ^= bit;
    }
    return number;
}

// The lex number of one arrangement of a multiset, of which there are `ways`, as any tuple or list; nothing
// where it is none. Of the arrangements of what is left, kind i begins its share.
std::optional<u64> rank_arrangement(const std::vector<int>& counts, u64 ways, nb::handle items) {
    const int kinds = static_cast<int>(counts.size()), n = std::accumulate(counts.begin(), counts.end(), 0);
    int entry[kMostPositions], left[kMostPositions];
    if (kinds > kMostPositions || n > kMostPositions || !read_entries(items, n, kinds, entry))
        return std::nullopt;
    std::copy(counts.begin(), counts.end(), left);
    u64 number = 0;
    for (int i = 0; i < n; ++i) {
        const int kind = entry[i];
        if (left[kind] == 0) return std::nullopt;
        const u32 length = static_cast<u32>(n - i);
        number += static_cast<u64>(u128{ways} * static_cast<u32>(std::accumulate(left, left + kind, 0)) / length);
        ways = static_cast<u64>(u128{ways} * static_cast<u32>(left[kind]--) / length);
    }
    return number;
}

// The arrangement with a lex number below `ways`, as a tuple.
nb::object unrank_arrangement(const std::vector<int>& counts, u64 ways, u64 number) {
    const int kinds = static_cast<int>(counts.size()), n = std::accumulate(counts.begin(), counts.end(), 0);
    int entry[kMostPositions], left[kMostPositions];
    if (kinds > kMostPositions || n > kMostPositions || number >= ways)
        throw std::invalid_argument("no such arrangement");
    std::copy(counts.begin(), counts.end(), left);
    for (int i = 0; i < n; ++i) {
        const u32 length = static_cast<u32>(n - i);
        for (int kind = 0;; ++kind) {
            const u64 here = static_cast<u64>(u128{ways} * static_cast<u32>(left[kind]) / length);
            if (number < here) {
                entry[i] = kind;
                --left[kind];
                ways = here;
                break;
            }
            number -= here;
        }
    }
    return tuple_of(entry, n);
}

// The k-permutation of n <= 20 of a lex number in range, as a tuple.
nb::object unrank_permutation(int n, int k, u64 number) {
    if (n > kMostPermuted || k > n) throw std::invalid_argument("permutations of at most 20");
    int digit[kMostPermuted];
    for (int i = k; i-- > 0; number /= static_cast<u64>(n - i))
        digit[i] = static_cast<int>(number % static_cast<u64>(n - i));
    PyObject* tuple = PyTuple_New(k);
    if (tuple == nullptr) nb::raise_python_error();
    u32 left = (u32{1} << n) - 1;
    for (int i = 0; i < k; ++i) {
        u32 after = left;
        for (int skip = digit[i]; skip > 0; --skip) after &= after - 1;
        const u32 bit = after & (0 - after);
        left ^= bit;
        PyTuple_SetItem(tuple, i, PyLong_FromLong(__builtin_ctz(bit)));
    }
    return nb::steal(tuple);
}

const BlockOrder* deal_orders() {
    static const std::unique_ptr<DealPlan> plan = [] {
        auto built = std::make_unique<DealPlan>();
        const u64 nothing[kSeats] = {};
        build_deal_plan(*built, nothing);
        return built;
    }();
    return plan->order;
}

void rank_deals(const Rows<const u64>& deals, Column<u64>& low, Column<u64>& high) {
    const BlockOrder* orders = deal_orders();
    nb::gil_scoped_release release;
    body_in_use().rank_deals(orders, deals.data(), low.data(), high.data(), deals.shape(0));
}

void unrank_deals(const Column<const u64>& low, const Column<const u64>& high, Rows<u64>& deals) {
    const BlockOrder* orders = deal_orders();
    nb::gil_scoped_release release;
    body_in_use().unrank_deals(orders, low.data(), high.data(), deals.data(), deals.shape(0));
}

i64 first_bad_deal(const Rows<const u64>& deals) {
    return body_in_use().first_bad_deal(deals.data(), deals.shape(0));
}

i64 first_bad_deal_number(const Column<const u64>& low, const Column<const u64>& high) {
    return body_in_use().first_bad_deal_number(low.data(), high.data(), low.shape(0));
}

}  // namespace

void bind_numbering(nb::module_& m) {
    nb::class_<Subsets>(m, "Subsets", "Tables for the k-subsets of n, C(n, k) < 2^64.")
        .def(nb::init<int, int>(), "n"_a, "k"_a);
    m.def("rank_masks", &rank_masks, "subsets"_a, "lex"_a, "masks"_a, "out"_a);
    m.def("unrank_masks", &unrank_masks, "subsets"_a, "lex"_a, "ranks"_a, "out"_a);
    m.def("rank_rows", &rank_rows, "subsets"_a, "lex"_a, "rows"_a, "out"_a);
    m.def("unrank_rows", &unrank_rows, "subsets"_a, "lex"_a, "ranks"_a, "out"_a);
    m.def("rank_blocks", &rank_blocks, "subsets"_a, "masks"_a, "out"_a);
    m.def("unrank_blocks", &unrank_blocks, "subsets"_a, "ranks"_a, "out"_a);
    m.def("first_bad_mask", &first_bad_mask, "subsets"_a, "masks"_a);
    m.def("first_bad_row", &first_bad_row, "subsets"_a, "rows"_a);
    m.def("first_bad_rank", &first_bad_rank, "subsets"_a, "ranks"_a);
    m.def("rank_one", &rank_one, "subsets"_a, "lex"_a, "items"_a);
    m.def("unrank_one", &unrank_one, "subsets"_a, "lex"_a, "rank"_a);
    nb::class_<TupleWalk>(m, "TupleWalk", "Rows of small integers as tuples.", nb::type_slots(walk_slots));
    m.def("subset_walk", &subset_walk, "subsets"_a, "lex"_a, "rank"_a, "count"_a, "down"_a);
    nb::class_<Multisets>(m, "Multisets", "The k-element sub-multisets of a multiset, fewer than 2^64.")
        .def(nb::init<const std::vector<int>&, int>(), "counts"_a, "k"_a)
        .def("rank", &Multisets::rank, "item"_a)
        .def("unrank", &Multisets::unrank, "number"_a)
        .def("walk", &Multisets::walk, "first"_a, "count"_a, nb::keep_alive<0, 1>());
    m.def("repeating_walk", &repeating_walk, "n"_a, "lex"_a, "first"_a, "count"_a);
    m.def("arrangement_walk", &arrangement_walk, "n"_a, "first"_a, "rest"_a, "count"_a);
    m.def("rank_arrangement", &rank_arrangement, "counts"_a, "ways"_a, "items"_a);
    m.def("unrank_arrangement", &unrank_arrangement, "counts"_a, "ways"_a, "number"_a);
    m.def("rank_permutation", &rank_permutation, "n"_a, "k"_a, "items"_a);
    m.def("unrank_permutation", &unrank_permutation, "n"_a, "k"_a, "number"_a);
    m.def("rank_deals", &rank_deals, "deals"_a, "low"_a, "high"_a);
    m.def("unrank_deals", &unrank_deals, "low"_a, "high"_a, "deals"_a);
    m.def("first_bad_deal", &first_bad_deal, "deals"_a);
    m.def("first_bad_deal_number", &first_bad_deal_number, "low"_a, "high"_a);
}

}  // namespace dealwright
