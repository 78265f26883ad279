// The poker part of _native: the tables of a game, and the values of hands.
#include "arrays.hpp"
#include "poker_class.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>
#include <stdexcept>

namespace dealwright {
namespace {

using namespace nb::literals;

const PokerKernels& kernels(std::size_t cards) {
    if (cards < kFewest || cards > kMost) throw std::invalid_argument("hands have 5 to 7 cards");
    return body_in_use().poker[cards - kFewest];
}

i64 value_rows(const Poker& poker, const Table<const u8>& rows, Column<u16>& out) {
    const PokerKernels& found = kernels(rows.shape(1));
    nb::gil_scoped_release release;
    return found.value_rows(poker.tables(), rows.data(), out.data(), out.shape(0));
}

i64 value_masks(const Poker& poker, std::size_t k, const Column<const u64>& masks,
                Column<u16>& out) {
    const PokerKernels& found = kernels(k);
    nb::gil_scoped_release release;
    return found.value_masks(poker.tables(), masks.data(), out.data(), out.shape(0));
}

// Rows of hole cards and board.
i64 value_omaha(const Poker& poker, int hole, const Table<const u8>& rows, Column<u16>& out) {
    const int board = static_cast<int>(rows.shape(1)) - hole;
    if (hole < 2 || hole > 6 || board < 3 || board > 5)
        throw std::invalid_argument("2 to 6 hole cards, 3 to 5 of the board");
    nb::gil_scoped_release release;
    return body_in_use().value_omaha(poker.tables(), hole, board, rows.data(), out.data(), out.shape(0));
}

PackCards pack_of(const Poker& poker, const Column<const u8>& cards) {
    PackCards pack{};
    pack.n = static_cast<int>(std::min<std::size_t>(cards.shape(0), kCards));
    for (int i = 0; i < pack.n; ++i) {
        if (cards.data()[i] >= kCards) throw std::invalid_argument("cards are below 52");
        const CardKey& card = poker.tables().card[cards.data()[i]];
        pack.key[i] = card.key;
        pack.bit[i] = card.bit;
    }
    return pack;
}

void value_numbers(const Poker& poker, const Column<const u8>& cards, std::size_t k, u64 first,
                   Column<u16>& out) {
    const PackCards pack = pack_of(poker, cards);
    const PokerKernels& found = kernels(k);
    nb::gil_scoped_release release;
    found.value_numbers(poker.tables(), pack, first, out.shape(0), out.data());
}

void count_values(const Poker& poker, const Column<const u8>& cards, std::size_t k, u64 first,
                  u64 n, Column<u64>& counts) {
    if (counts.shape(0) <= poker.tables().worst) throw std::invalid_argument("too few counts");
    const PackCards pack = pack_of(poker, cards);
    const PokerKernels& found = kernels(k);
    nb::gil_scoped_release release;
    found.count_values(poker.tables(), pack, first, n, counts.data());
}

// Adds how many hands of k cards have each value that contain the known ones and none but `cards`.
void count_completions(const Poker& poker, const Column<const u8>& cards,
                       const Column<const u8>& known, std::size_t k, Column<u64>& counts) {
    if (counts.shape(0) <= poker.tables().worst) throw std::invalid_argument("too few counts");
    const PackCards pack = pack_of(poker, cards), held = pack_of(poker, known);
    const PokerKernels& found = kernels(k);
    const int r = static_cast<int>(k) - held.n;
    if (r < 0) throw std::invalid_argument("too many known cards");
    u64 key = kCounters, mask = 0;
    for (int i = 0; i < held.n; ++i) {
        key += held.key[i];
        mask |= held.bit[i];
    }
    nb::gil_scoped_release release;
    found.count_completions(poker.tables(), pack, key, mask, r, pack.n, counts.data());
}

void count_up_to(const Column<const u16>& values, const Column<const u16>& bounds,
                 Column<u64>& counts) {
    if (bounds.shape(0) != counts.shape(0)) throw std::invalid_argument("a count for each bound");
    nb::gil_scoped_release release;
    body_in_use().count_up_to(values.data(), values.shape(0), bounds.data(), bounds.shape(0),
                              counts.data());
}

// The value of one hand given as a tuple or list of card numbers, or as a mask; nothing where it is
// no hand (the gate then says why).
std::optional<int> value_one(const Poker& poker, nb::handle cards) {
    PyObject* given = cards.ptr();
    u16 value;
    if (PyLong_CheckExact(given)) {
        const u64 mask = PyLong_AsUnsignedLongLong(given);
        PyErr_Clear();               // what does not fit is -1, which is no hand
        const int size = __builtin_popcountll(mask);
        if (size < kFewest || size > kMost) return std::nullopt;
        const PokerKernels& found = kernels(static_cast<std::size_t>(size));
        const i64 bad = found.value_masks(poker.tables(), &mask, &value, 1);
        return bad < 0 ? std::optional<int>(value) : std::nullopt;
    }
    const bool tuple = PyTuple_CheckExact(given);
    if (!tuple && !PyList_CheckExact(given)) return std::nullopt;
    const Py_ssize_t size = tuple ? PyTuple_Size(given) : PyList_Size(given);
    if (size < kFewest || size > kMost) return std::nullopt;
    u8 row[kMost];
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* item = tuple ? PyTuple_GetItem(given, i) : PyList_GetItem(given, i);
        if (item == nullptr || !PyLong_CheckExact(item)) return std::nullopt;
        const long card = PyLong_AsLong(item);
        if (card < 0 || card >= kCards) {
            PyErr_Clear();
            return std::nullopt;
        }
        row[i] = static_cast<u8>(card);
    }
    const PokerKernels& found = kernels(static_cast<std::size_t>(size));
    const i64 bad = found.value_rows(poker.tables(), row, &value, 1);
    return bad < 0 ? std::optional<int>(value) : std::nullopt;
}

}  // namespace

void bind_poker(nb::module_& m) {
    nb::class_<Poker>(m, "Poker", "Tables of one poker game.")
        .def(nb::init<u32, const std::vector<int>&, const std::vector<int>&, bool, bool, bool,
                      int>(),
             "ranks"_a, "order"_a, "straights"_a, "low"_a, "ace_low"_a, "flushes"_a, "limit"_a)
        .def("worst", &Poker::worst);
    m.def("poker_value_rows", &value_rows, "poker"_a, "rows"_a, "out"_a);
    m.def("poker_value_masks", &value_masks, "poker"_a, "k"_a, "masks"_a, "out"_a);
    m.def("poker_value_omaha", &value_omaha, "poker"_a, "hole"_a, "rows"_a, "out"_a);
    m.def("poker_value_numbers", &value_numbers, "poker"_a, "cards"_a, "k"_a, "first"_a, "out"_a);
    m.def("poker_count_values", &count_values, "poker"_a, "cards"_a, "k"_a, "first"_a, "n"_a,
          "counts"_a);
    m.def("poker_count_completions", &count_completions, "poker"_a, "cards"_a, "known"_a, "k"_a,
          "counts"_a);
    m.def("poker_count_up_to", &count_up_to, "values"_a, "bounds"_a, "counts"_a);
    m.def("poker_value_one", &value_one, "poker"_a, "cards"_a);
}

}  // namespace dealwright
