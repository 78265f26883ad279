// The numbering part of _native: subsets in colex, lex and block order, and deal numbers.
#include "arrays.hpp"

#include <algorithm>
#include <memory>
#include <nanobind/stl/optional.h>
#include <stdexcept>
#include <utility>

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

// Puts an object into a new tuple or list, which takes it over; without the checks of the stable interface where
// the interpreter's own is compiled for.
inline void put_item(PyObject* tuple, Py_ssize_t at, PyObject* item) {
#ifdef Py_LIMITED_API
    PyTuple_SetItem(tuple, at, item);
#else
    PyTuple_SET_ITEM(tuple, at, item);
#endif
}

inline void put_entry(PyObject* list, Py_ssize_t at, PyObject* item) {
#ifdef Py_LIMITED_API
    PyList_SetItem(list, at, item);
#else
    PyList_SET_ITEM(list, at, item);
#endif
}

// The subsets of `count` consecutive ranks (in range) as a list of tuples: each from the one before.
nb::object subset_tuples(const Subsets& s, bool lex, u64 rank, Py_ssize_t count) {
    const ColexOrder& order = s.order();
    const int n = order.n, k = order.k;
    int row[kMostPositions + 2];
    u8 first[kMostPositions + 1];
    body_in_use().unrank_rows[lex](order, &rank, first, 1);
    std::copy(first, first + k, row);
    nb::object list = nb::steal(PyList_New(count));
    if (!list.is_valid()) nb::raise_python_error();
    PyObject* position[kMostPositions + 1];
    for (int i = 0; i < n; ++i) position[i] = PyLong_FromLong(i);    // kept by Python, all below 257
    for (Py_ssize_t i = 0; i < count; ++i) {
        PyObject* tuple = PyTuple_New(k);
        if (tuple == nullptr) nb::raise_python_error();
        for (int j = 0; j < k; ++j) {
            Py_INCREF(position[row[j]]);
            put_item(tuple, j, position[row[j]]);
        }
        put_entry(list.ptr(), i, tuple);
        if (lex) {                       // the last that can move, and those after it close up
            int j = k - 1;
            while (j >= 0 && row[j] == n - k + j) --j;
            if (j < 0) continue;
            ++row[j];
            for (++j; j < k; ++j) row[j] = row[j - 1] + 1;
        } else {                         // the first that can move, and those before it begin again
            row[k] = n;
            int j = 0;
            while (j < k && row[j] + 1 == row[j + 1]) ++j;
            if (j == k) continue;
            ++row[j];
            while (j > 0) { --j; row[j] = j; }
        }
    }
    for (int i = 0; i < n; ++i) Py_DECREF(position[i]);
    return list;
}

// The lex number of one k-permutation of n <= 20, as any tuple or list of integers; nothing where it is none.
std::optional<u64> rank_permutation(int n, int k, nb::handle items) {
    PyObject* given = items.ptr();
    const bool tuple = PyTuple_CheckExact(given);
    if ((!tuple && !PyList_CheckExact(given)) || n > kMostPermuted) return std::nullopt;
    if ((tuple ? PyTuple_Size(given) : PyList_Size(given)) != k) return std::nullopt;
    u64 number = 0;
    u32 left = (u32{1} << n) - 1;
    for (int i = 0; i < k; ++i) {
        PyObject* item = tuple ? PyTuple_GetItem(given, i) : PyList_GetItem(given, i);
        if (item == nullptr || !PyLong_CheckExact(item)) return std::nullopt;
        const long value = PyLong_AsLong(item);
        if (value < 0 || value >= n || (left >> value & 1) == 0) {
            PyErr_Clear();
            return std::nullopt;
        }
        const u32 bit = u32{1} << value;
        number = number * static_cast<u64>(n - i) +
                 static_cast<u64>(__builtin_popcount(left & (bit - 1)));
        left ^= bit;
    }
    return number;
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
    m.def("subset_tuples", &subset_tuples, "subsets"_a, "lex"_a, "rank"_a, "count"_a);
    m.def("rank_permutation", &rank_permutation, "n"_a, "k"_a, "items"_a);
    m.def("unrank_permutation", &unrank_permutation, "n"_a, "k"_a, "number"_a);
    m.def("rank_deals", &rank_deals, "deals"_a, "low"_a, "high"_a);
    m.def("unrank_deals", &unrank_deals, "low"_a, "high"_a, "deals"_a);
    m.def("first_bad_deal", &first_bad_deal, "deals"_a);
    m.def("first_bad_deal_number", &first_bad_deal_number, "low"_a, "high"_a);
}

}  // namespace dealwright
