#include "board_text.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace dealwright {
namespace {

constexpr std::string_view kRankLetters = "23456789TJQKA";

constexpr std::array<i16, 256> kRankOf = [] {
    std::array<i16, 256> ranks{};
    ranks.fill(-1);
    for (std::size_t rank = 0; rank < kRankLetters.size(); ++rank)
        ranks[static_cast<unsigned char>(kRankLetters[rank])] = static_cast<i16>(rank);
    return ranks;
}();

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether a text has one of some characters; find_first_of calls a function for each.
bool has_any(std::string_view text, std::string_view characters) {
    bool found = false;
    for (const char character : characters)
        for (const char c : text) found |= c == character;
    return found;
}

// The rest of a text that is being read.
struct Rest {
    const char* at;
    const char* end;

    explicit Rest(std::string_view text) : at(text.data()), end(text.data() + text.size()) {}
    bool empty() const { return at == end; }
    bool starts(char c) const { return at != end && *at == c; }
    bool take(char c) { return starts(c) && (++at, true); }
    bool take(std::string_view word) {
        if (!std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(word)) return false;
        at += word.size();
        return true;
    }
};

// Reads the ranks of one suit; false if one occurs twice.
bool read_ranks(Rest& rest, u64& bits) {
    bits = 0;
    for (; !rest.empty(); ++rest.at) {
        const int rank = kRankOf[static_cast<unsigned char>(*rest.at)];
        if (rank < 0) return true;
        if (bits >> rank & 1) return false;
        bits |= u64{1} << rank;
    }
    return true;
}

bool read_hand(Rest& rest, bool suited, u64& hand) {
    hand = 0;
    for (int suit = kSuits - 1; suit >= 0; --suit) {
        u64 bits;
        if (suited ? !rest.take("CDHS"[suit]) : suit < kSuits - 1 && !rest.take('.')) return false;
        if (!read_ranks(rest, bits)) return false;
        hand |= bits << kRanks * suit;
    }
    return std::popcount(hand) == kRanks;
}

}  // namespace

bool read_deal(std::string_view text, u64 hands[kSeats]) {
    Rest rest(text);
    const std::size_t first = std::string_view("NESW").find(rest.empty() ? '\0' : *rest.at++);
    if (first == std::string_view::npos || !rest.take(':')) return false;
    u64 together = 0;
    for (std::size_t index = 0; index < kSeats; ++index) {
        u64& hand = hands[(first + index) % kSeats];
        if ((index > 0 && !rest.take(' ')) || !read_hand(rest, false, hand)) return false;
        together |= hand;
    }
    return rest.empty() && together == kPack;
}

bool read_suited_hands(std::string_view text, u64 hands[kSeats]) {
    Rest rest(text);
    u64 together = 0;
    for (std::size_t index = 0; index < kSeats; ++index) {
        if (index > 0 && !rest.take(',') && !(index == kSeats - 1 && rest.empty())) return false;
        if (index == kSeats - 1 && rest.empty()) {
            hands[index] = kPack & ~together;
            return std::popcount(hands[index]) == kRanks;
        }
        if (!read_hand(rest, true, hands[index])) return false;
        together |= hands[index];
    }
    return rest.empty() && together == kPack;
}

void write_hand(u64 hand, bool suited, std::string& text) {
    for (int suit = kSuits - 1; suit >= 0; --suit) {
        if (suited) text += "CDHS"[suit];
        else if (suit < kSuits - 1) text += '.';
        for (u64 bits = hand >> kRanks * suit & (kHoldings - 1); bits != 0;) {
            const int rank = 63 - std::countl_zero(bits);
            text += kRankLetters[static_cast<std::size_t>(rank)];
            bits ^= u64{1} << rank;
        }
    }
}

Words::Words(const std::vector<std::string>& words) : words_(words) {
    if (words.size() > 64) throw std::invalid_argument("64 words at most");
    for (std::size_t index = 0; index < words.size(); ++index) {
        const u64 key = key_of(words[index]);
        if (key == 0 || find(words[index]) >= 0) throw std::invalid_argument("different words of 1 to 7 bytes");
        std::size_t place = place_of(key);
        while (keys_[place] != 0) place = (place + 1) % kPlaces;
        keys_[place] = key;
        numbers_[place] = static_cast<u8>(index);
    }
}

// The bytes of a word as a number that is never 0, or 0 for a word that is too short or too long.
u64 Words::key_of(std::string_view word) {
    if (word.empty() || word.size() > 7) return 0;
    u64 key = word.size();
    for (const char c : word) key = key << 8 | static_cast<unsigned char>(c);
    return key;
}

int Words::find(std::string_view word) const {
    const u64 key = key_of(word);
    if (key == 0) return -1;
    for (std::size_t place = place_of(key); keys_[place] != 0; place = (place + 1) % kPlaces)
        if (keys_[place] == key) return numbers_[place];
    return -1;
}

namespace {

// The number of a note =12=, or -1 for any other word.
int note_of(std::string_view word) {
    if (word.size() < 3 || word.size() > 11 || word.front() != '=' || word.back() != '=') return -1;
    int number = 0;
    for (const char c : word.substr(1, word.size() - 2)) {
        if (!is_digit(c)) return -1;
        number = 10 * number + (c - '0');
    }
    return number;
}

}  // namespace

bool Words::read(std::string_view text, std::vector<u8>& numbers, std::vector<WordNote>& notes) const {
    for (std::size_t at = 0;;) {
        while (at < text.size() && is_space(text[at])) ++at;
        if (at == text.size()) return true;
        const std::size_t start = at;
        while (at < text.size() && !is_space(text[at])) ++at;
        const std::string_view word = text.substr(start, at - start);
        const int number = find(word);
        if (number >= 0) {
            numbers.push_back(static_cast<u8>(number));
            continue;
        }
        const int note = note_of(word);
        const std::size_t noted = notes.empty() ? 0 : notes.back().place + 1;   // no other note before this place
        if (note < 0 || numbers.size() <= noted) return false;
        notes.push_back({numbers.size() - 1, static_cast<u32>(note)});
    }
}

void Words::write(const u8* numbers, std::size_t n, std::string_view between, std::string_view between_fours,
                  std::string& text) const {
    text.reserve(text.size() + n * (2 + between.size()) + n / 4 * between_fours.size());
    for (std::size_t index = 0; index < n; ++index) {
        if (index > 0) text += index % 4 == 0 ? between_fours : between;
        text += words_[numbers[index]];
    }
}

bool read_pbn_tags(std::string_view text, std::vector<PbnTag>& tags) {
    const auto is_name = [](char c) { return is_lower(c) || is_digit(c) || (c >= 'A' && c <= 'Z') || c == '_'; };
    std::size_t at = 0;
    const auto take_line = [&]() {         // the rest of a line, with its end
        const std::size_t start = at, end = text.find('\n', at);
        at = end == std::string_view::npos ? text.size() : end + 1;
        return text.substr(start, at - start);
    };
    while (at < text.size()) {
        const std::string_view line = take_line();
        if (line[0] == '[') {
            std::size_t end = 1;
            while (end < line.size() && is_name(line[end])) ++end;
            const std::string_view name = line.substr(1, end - 1), rest = line.substr(end);
            if (name.empty() || !rest.starts_with(" \"") || !rest.ends_with("\"]\n") || rest.size() < 5) return false;
            const std::string_view value = rest.substr(2, rest.size() - 5);
            if (value.starts_with('#') || has_any(value, "\"\\")) return false;
            tags.push_back({name, value, text.substr(at, 0)});
            continue;
        }
        // a line of another kind is plain if it has an end and begins with a visible character of ASCII
        const bool is_plain = line.ends_with('\n') && line[0] > ' ' && line[0] < '\x7f' && line[0] != '%' &&
                              !has_any(line, "[{;\"");
        if (!is_plain || tags.empty()) return false;
        PbnTag& tag = tags.back();
        tag.lines = {tag.lines.data(), tag.lines.size() + line.size()};
    }
    return !tags.empty();
}

namespace {

// A value of a call or of a card as programs write it.
bool is_usual_call(std::string_view value) {
    if (value.ends_with('!')) value.remove_suffix(1);
    if (value.size() == 1) return value[0] == 'p' || value[0] == 'd' || value[0] == 'r';
    return value.size() == 2 && value[0] >= '1' && value[0] <= '7' &&
           std::string_view("CDHSN").find(value[1]) != std::string_view::npos;
}

bool is_usual_card(std::string_view value) {
    return value.size() == 2 && kRankOf[static_cast<unsigned char>(value[1])] >= 0 &&
           std::string_view("SHDC").find(value[0]) != std::string_view::npos;
}

std::size_t characters(std::string_view text) {
    std::size_t count = 0;
    for (const char c : text) count += (c & 0xC0) != 0x80;
    return count;
}

}  // namespace

std::size_t read_lin_pairs(std::string_view text, std::vector<LinPair>& pairs) {
    std::size_t done = 0, counted = 0, offset = 0;   // `offset` is how many characters `counted` bytes are
    const auto says_nothing = [](std::string_view key) { return key == "pg" || key == "rh" || key == "st"; };
    // The value at a place, up to its bar; its end is npos if it has none.
    const auto value_at = [&](std::size_t at) { return text.substr(at, text.find('|', at) - at); };
    for (;;) {
        std::size_t at = done;
        std::string_view key;
        for (;; done = at += 4) {
            while (at < text.size() && is_space(text[at])) ++at;
            key = text.substr(at, 2);
            if (!says_nothing(key) || text.substr(at + 2, 2) != "||") break;
        }
        const bool is_key = key.size() == 2 && is_lower(key[0]) && (is_lower(key[1]) || is_digit(key[1]));
        if (!is_key || says_nothing(key) || text.substr(at + 2, 1) != "|") break;
        at += 3;
        std::string_view value = value_at(at);
        if (at + value.size() == text.size()) break;
        offset += characters(text.substr(counted, at - counted));
        counted = at;
        LinPair pair{key, std::string(value), offset};
        done = at + value.size() + 1;
        const bool calls = key == "mb" && is_usual_call(value), cards = key == "pc" && is_usual_card(value);
        while (calls || cards) {
            if (cards && text.substr(done, 4) == "pg||") done += 4;
            if (text.substr(done, 3) != (calls ? "mb|" : "pc|")) break;
            value = value_at(done + 3);
            const std::size_t end = done + 3 + value.size();
            if (end == text.size() || !(calls ? is_usual_call(value) : is_usual_card(value))) break;
            (pair.value += ' ') += value;
            done = end + 1;
        }
        if (!calls && !cards) {
            const std::size_t first = pair.value.find_first_not_of("\r\n");
            pair.value.erase(0, std::min(first, pair.value.size()));
            pair.value.erase(pair.value.find_last_not_of("\r\n") + 1);
        }
        pairs.push_back(std::move(pair));
    }
    return offset + characters(text.substr(counted, done - counted));
}

}  // namespace dealwright
