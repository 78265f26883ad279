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

// The cards of one hand in order, at most kMostGiven: text (rank before suit, ASCII), or a tuple or list of card
// numbers and Card objects. -1 where it is anything else (the gate then reads it at length).
constexpr int kMostGiven = 11;

int read_text(const char* text, Py_ssize_t size, u8* cards) {
    static constexpr char kRankLetters[] = "23456789TJQKA", kSuitLetters[] = "CDHS";
    const auto place = [](const char* letters, char letter) {
        if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
        for (int i = 0; letters[i] != 0; ++i)
            if (letters[i] == letter) return i;
        return -1;
    };
    int n = 0;
    for (Py_ssize_t at = 0; at < size;) {
        const char letter = text[at];
        if (letter == ' ' || letter == ',' || letter == ';') {
            ++at;
            continue;
        }
        int rank = place(kRankLetters, letter);
        if (letter == '1' && at + 1 < size && text[at + 1] == '0') {
            rank = 8;
            ++at;
        }
        const int suit = at + 1 < size ? place(kSuitLetters, text[at + 1]) : -1;
        if (rank < 0 || suit < 0 || n == kMostGiven) return -1;
        cards[n++] = static_cast<u8>(kRanks * suit + rank);
        at += 2;
    }
    return n;
}

// The number of a Card: what its slot `index` holds, read as the attribute is but without looking it up (8 ns a
// card less). Nothing where it is no small integer.
class CardIndex {
public:
    explicit CardIndex(nb::handle card_type)
        : slot_(PyObject_GetAttrString(card_type.ptr(), "index")),
          get_(slot_ == nullptr ? nullptr
                                : reinterpret_cast<descrgetfunc>(PyType_GetSlot(Py_TYPE(slot_), Py_tp_descr_get))) {
        if (get_ == nullptr) throw nb::type_error("a Card has a slot for its index");
    }
    nb::object of(PyObject* card) const {
        return nb::steal(get_(slot_, card, reinterpret_cast<PyObject*>(Py_TYPE(card))));
    }

private:
    PyObject* slot_;                             // lives as long as the type, which is never collected
    descrgetfunc get_;
};

int read_cards(nb::handle given, nb::handle card_type, u8* cards) {
    PyObject* items = given.ptr();
    if (PyUnicode_CheckExact(items)) {
        Py_ssize_t size = 0;
        const char* text = PyUnicode_AsUTF8AndSize(items, &size);
        if (text == nullptr) PyErr_Clear();
        return text == nullptr ? -1 : read_text(text, size, cards);
    }
    const bool tuple = PyTuple_CheckExact(items);
    if (!tuple && !PyList_CheckExact(items)) return -1;
    const Py_ssize_t size = tuple ? PyTuple_Size(items) : PyList_Size(items);
    if (size > kMostGiven) return -1;
    static const CardIndex card_index(card_type);
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* item = tuple ? PyTuple_GetItem(items, i) : PyList_GetItem(items, i);
        nb::object index;
        if (item != nullptr && reinterpret_cast<PyObject*>(Py_TYPE(item)) == card_type.ptr()) {
            index = card_index.of(item);
            item = index.ptr();
        }
        if (item == nullptr || !PyLong_CheckExact(item)) {
            PyErr_Clear();
            return -1;
        }
        const long card = PyLong_AsLong(item);
        if (card < 0 || card >= kCards) {
            PyErr_Clear();
            return -1;
        }
        cards[i] = static_cast<u8>(card);
    }
    return static_cast<int>(size);
}

// The value of one hand, as read_cards reads it or as a mask; nothing where it is no hand.
std::optional<int> value_one(const Poker& poker, nb::handle card_type, nb::handle cards) {
    u16 value;
    if (PyLong_CheckExact(cards.ptr())) {
        const u64 mask = PyLong_AsUnsignedLongLong(cards.ptr());
        PyErr_Clear();               // what does not fit is -1, which is no hand
        const int size = __builtin_popcountll(mask);
        if (size < kFewest || size > kMost) return std::nullopt;
        const PokerKernels& found = kernels(static_cast<std::size_t>(size));
        const i64 bad = found.value_masks(poker.tables(), &mask, &value, 1);
        return bad < 0 ? std::optional<int>(value) : std::nullopt;
    }
    u8 row[kMostGiven];
    const int size = read_cards(cards, card_type, row);
    if (size < kFewest || size > kMost) return std::nullopt;
    const PokerKernels& found = kernels(static_cast<std::size_t>(size));
    const i64 bad = found.value_rows(poker.tables(), row, &value, 1);
    return bad < 0 ? std::optional<int>(value) : std::nullopt;
}

// Hole cards and a board of Omaha, as read_cards reads them, in one row; the number of cards of the board, or -1.
int read_omaha(int hole, nb::handle cards, nb::handle board, nb::handle card_type, u8* row) {
    if (hole < 2 || hole > 6 || read_cards(cards, card_type, row) != hole) return -1;
    u8 shared[kMostGiven];
    const int size = read_cards(board, card_type, shared);
    if (size < 3 || size > 5) return -1;
    std::copy(shared, shared + size, row + hole);
    return size;
}

std::optional<int> value_omaha_one(const Poker& poker, nb::handle card_type, int hole, nb::handle cards,
                                   nb::handle board) {
    u8 row[kMostGiven];
    u16 value;
    const int shared = read_omaha(hole, cards, board, card_type, row);
    if (shared < 0) return std::nullopt;
    const i64 bad = body_in_use().value_omaha(poker.tables(), hole, shared, row, &value, 1);
    return bad < 0 ? std::optional<int>(value) : std::nullopt;
}

// The best five cards of one hand, of Omaha where `hole` is not 0: of equally good ones the first in the order
// given; the most frequent ranks first, then the highest. Nothing where it is no hand.
std::optional<std::vector<int>> best_five(const Poker& poker, int hole, nb::handle cards,
                                          nb::handle board, nb::handle card_type) {
    u8 row[kMostGiven];
    int size, shared = 0;
    u16 best;
    if (hole != 0) {
        shared = read_omaha(hole, cards, board, card_type, row);
        if (shared < 0 ||
            body_in_use().value_omaha(poker.tables(), hole, shared, row, &best, 1) >= 0)
            return std::nullopt;
        size = hole + shared;
    } else {
        size = read_cards(cards, card_type, row);
        if (size < kFewest || size > kMost ||
            kernels(static_cast<std::size_t>(size)).value_rows(poker.tables(), row, &best, 1) >= 0)
            return std::nullopt;
    }
    // subsets of places in lexicographic order; of Omaha with two places of the hole cards
    int at[kFewest] = {0, 1, 2, 3, 4};
    u8 five[kFewest];
    for (;;) {
        const int own = static_cast<int>(std::count_if(at, at + kFewest, [&](int i) { return i < hole; }));
        if (hole == 0 || own == 2) {
            u16 value;
            for (int i = 0; i < kFewest; ++i) five[i] = row[at[i]];
            kernels(kFewest).value_rows(poker.tables(), five, &value, 1);
            if (value == best) break;
        }
        int last = kFewest - 1;
        while (last >= 0 && at[last] == size - kFewest + last) --last;
        if (last < 0) return std::nullopt;
        ++at[last];
        for (int i = last + 1; i < kFewest; ++i) at[i] = at[i - 1] + 1;
    }
    int count[kRanks] = {};
    for (const u8 card : five) ++count[card % kRanks];
    std::stable_sort(five, five + kFewest, [&](u8 a, u8 b) {
        const int x = a % kRanks, y = b % kRanks;
        return count[x] != count[y] ? count[x] > count[y] : x > y;
    });
    return std::vector<int>(five, five + kFewest);
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
    m.def("poker_value_one", &value_one, "poker"_a, "card_type"_a, "cards"_a);
    m.def("poker_value_omaha_one", &value_omaha_one, "poker"_a, "card_type"_a, "hole"_a, "cards"_a, "board"_a.none());
    m.def("poker_best_five", &best_five, "poker"_a, "hole"_a, "cards"_a, "board"_a.none(), "card_type"_a);
}

}  // namespace dealwright
