// The part of _native for files of boards: hands, words, tags and pairs as text, and the order of play.
#include "board_text.hpp"
#include "arrays.hpp"
#include "tricks.hpp"

#include <stdexcept>

#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace dealwright {
namespace {

using namespace nb::literals;
using FourHands = std::array<u64, kSeats>;

// The UTF-8 of a text, which keeps it; nothing if it has half of a surrogate pair.
std::optional<std::string_view> utf8(const nb::str& text) {
    Py_ssize_t size;
    const char* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (bytes == nullptr) {
        PyErr_Clear();
        return std::nullopt;
    }
    return std::string_view(bytes, static_cast<std::size_t>(size));
}

nb::str str_of(std::string_view text) { return nb::str(text.data(), text.size()); }

template <bool read(std::string_view, u64*)>
nb::object hands_of_text(const nb::str& text) {
    u64 hands[kSeats];
    const auto bytes = utf8(text);
    if (!bytes || !read(*bytes, hands)) return nb::none();
    return nb::make_tuple(hands[0], hands[1], hands[2], hands[3]);
}

std::string hands_text(const std::vector<u64>& hands, const std::string& between, bool suited) {
    std::string text;
    for (std::size_t index = 0; index < hands.size(); ++index) {
        if (index > 0) text += between;
        write_hand(hands[index], suited, text);
    }
    return text;
}

// Words, and an object for each, which is found by its word, and whose number is found by its identity.
class WordObjects {
public:
    WordObjects(const std::vector<std::string>& words, std::vector<nb::object> objects)
        : words_(words), objects_(std::move(objects)) {
        if (objects_.size() != words.size()) throw std::invalid_argument("an object for each word is needed");
        for (std::size_t number = 0; number < objects_.size(); ++number) {
            std::size_t place = place_of(objects_[number].ptr());
            while (pointers_[place] != nullptr) place = (place + 1) % kPlaces;
            pointers_[place] = objects_[number].ptr();
            numbers_[place] = static_cast<u8>(number);
        }
    }

    // A list of the objects of the words of a text, and the notes on them by place; None if a word is unknown.
    nb::object read(const nb::str& text) const {
        const auto bytes = utf8(text);
        std::vector<u8> numbers;
        std::vector<WordNote> found;
        numbers.reserve(kCards);
        if (!bytes || !words_.read(*bytes, numbers, found)) return nb::none();
        nb::list objects, notes;
        for (const u8 number : numbers) objects.append(objects_[number]);
        for (const WordNote& note : found) notes.append(nb::make_tuple(note.place, note.number));
        return nb::make_tuple(objects, notes);
    }

    // The number of each object as bytes, or None if one is unknown.
    nb::object numbers(const nb::tuple& objects) const {
        std::string numbers;
        numbers.reserve(objects.size());
        for (const nb::handle object : objects) {
            std::size_t place = place_of(object.ptr());
            while (pointers_[place] != nullptr && pointers_[place] != object.ptr()) place = (place + 1) % kPlaces;
            if (pointers_[place] == nullptr) return nb::none();
            numbers += static_cast<char>(numbers_[place]);
        }
        return nb::bytes(numbers.data(), numbers.size());
    }

    // The words of numbers, with a text between two of them, and another after each fourth.
    std::string text(const nb::bytes& numbers, const std::string& between, const std::string& between_fours) const {
        const auto* number = static_cast<const u8*>(numbers.data());
        for (std::size_t index = 0; index < numbers.size(); ++index)
            if (number[index] >= words_.size()) throw std::invalid_argument("no such word");
        std::string text;
        words_.write(number, numbers.size(), between, between_fours, text);
        return text;
    }

private:
    static constexpr std::size_t kPlaces = 256;
    static std::size_t place_of(const void* pointer) {
        return static_cast<std::size_t>((reinterpret_cast<std::uintptr_t>(pointer) >> 4) * u64{0x9E3779B97F4A7C15} >> 56);
    }
    Words words_;
    std::vector<nb::object> objects_;
    std::array<const PyObject*, kPlaces> pointers_{};
    std::array<u8, kPlaces> numbers_{};
};

// The tags of a plain game by name, the lines after Auction and after Play, and the notes with the name of
// their section; None if the game is not plain: a tag occurs twice, or other tags have lines.
nb::object pbn_tags(const nb::str& text) {
    const auto bytes = utf8(text);
    std::vector<PbnTag> read;
    read.reserve(32);
    if (!bytes || !read_pbn_tags(*bytes, read)) return nb::none();
    nb::dict tags, lines;
    nb::list notes;
    const nb::str auction("Auction"), play("Play");
    const nb::str* section = &auction;
    std::size_t named = 0;
    for (const PbnTag& tag : read) {
        const bool has_turns = tag.name == "Auction" || tag.name == "Play";
        if (has_turns) section = tag.name == "Play" ? &play : &auction;
        else if (!tag.lines.empty()) return nb::none();
        if (tag.name == "Note") {
            notes.append(nb::make_tuple(*section, str_of(tag.value)));
            continue;
        }
        tags[str_of(tag.name)] = str_of(tag.value);
        if (tags.size() != ++named) return nb::none();
        if (!tag.lines.empty()) lines[*section] = str_of(tag.lines);
    }
    return nb::make_tuple(tags, lines, notes);
}

// Usual pairs from the beginning of a text, as keys, values and offsets of the values, and how many
// characters they have.
nb::tuple lin_pairs(const nb::str& text) {
    std::vector<LinPair> read;
    const auto bytes = utf8(text);
    const std::size_t done = bytes ? read_lin_pairs(*bytes, read) : 0;
    nb::list pairs;
    for (const LinPair& pair : read)
        pairs.append(nb::make_tuple(str_of(pair.key), str_of(pair.value), pair.offset));
    return nb::make_tuple(pairs, done);
}

void check_trump(int trump) {
    if (trump < 0 || trump > kSuits) throw std::invalid_argument("no such trump");
}

nb::tuple play_order(const nb::bytes& cards, int trump, std::size_t most) {
    check_trump(trump);
    const PlayOrder order = order_of_columns(static_cast<const u8*>(cards.data()), cards.size(), trump, most);
    return nb::make_tuple(order.places, order.leaders);
}

nb::tuple tricks_won(const nb::bytes& cards, int trump, const FourHands& hands) {
    check_trump(trump);
    const TricksWon tricks =
        tricks_of_columns(static_cast<const u8*>(cards.data()), cards.size(), trump, hands.data());
    const auto place = [n = cards.size()](std::size_t at) { return at < n ? static_cast<i64>(at) : i64{-1}; };
    return nb::make_tuple(place(tricks.stranger), tricks.won[0], tricks.won[1], place(tricks.revoke));
}

nb::tuple play_columns(const nb::bytes& cards, int trump, const FourHands& hands) {
    check_trump(trump);
    const u8* card = static_cast<const u8*>(cards.data());
    for (std::size_t index = 0; index < cards.size(); ++index)
        if (card[index] >= kCards) throw std::invalid_argument("no such card");
    const PlayColumns columns = columns_of_order(card, cards.size(), trump, hands.data());
    return nb::make_tuple(columns.places, columns.fault);
}

}  // namespace

void bind_board_text(nb::module_& m) {
    m.def("read_deal", &hands_of_text<read_deal>, "text"_a);
    m.def("read_suited_hands", &hands_of_text<read_suited_hands>, "text"_a);
    m.def("hands_text", &hands_text, "hands"_a, "between"_a, "suited"_a);
    nb::class_<WordObjects>(m, "WordObjects", "Words, each with an object that stands for it.")
        .def(nb::init<const std::vector<std::string>&, std::vector<nb::object>>(), "words"_a, "objects"_a)
        .def("read", &WordObjects::read, "text"_a)
        .def("numbers", &WordObjects::numbers, "objects"_a)
        .def("text", &WordObjects::text, "numbers"_a, "between"_a, "between_fours"_a);
    m.def("pbn_tags", &pbn_tags, "text"_a);
    m.def("lin_pairs", &lin_pairs, "text"_a);
    m.def("play_order", &play_order, "cards"_a, "trump"_a, "most"_a);
    m.def("tricks_won", &tricks_won, "cards"_a, "trump"_a, "hands"_a);
    m.def("play_columns", &play_columns, "cards"_a, "trump"_a, "hands"_a);
}

}  // namespace dealwright
