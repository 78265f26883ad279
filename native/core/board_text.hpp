// The text of boards as programs write it: hands, short words, tags of PBN, pairs of LIN.
//
// Readers take only usual spellings and refuse all others, which Python reads. Texts are UTF-8.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "cards.hpp"

namespace dealwright {

// Reads "N:AK..T9.52 ...", four whole hands of 13 cards; `hands` are those of north, east, south and west.
bool read_deal(std::string_view text, u64 hands[kSeats]);

// Reads "SAKHQDT9C5,S...", four whole hands of 13 cards in the order of the text; the fourth may be missing.
bool read_suited_hands(std::string_view text, u64 hands[kSeats]);

// Appends the cards of a hand, spades first: "AK.Q.T9.5", or if suited "SAKHQDT9C5".
void write_hand(u64 hand, bool suited, std::string& text);

struct WordNote {
    std::size_t place;                     // of the word that has it
    u32 number;
};

// Up to 64 different words of one to seven bytes, numbered in their order.
class Words {
public:
    explicit Words(const std::vector<std::string>& words);

    std::size_t size() const { return words_.size(); }

    // Appends the words of numbers, with a text between two of them, and another after each fourth.
    void write(const u8* numbers, std::size_t n, std::string_view between, std::string_view between_fours,
               std::string& text) const;

    // The number of a word, or -1.
    int find(std::string_view word) const;

    // Appends the numbers of the words of a text between white space; false if one is unknown. A word =12= is
    // a note on the word before, at most one a word.
    bool read(std::string_view text, std::vector<u8>& numbers, std::vector<WordNote>& notes) const;

private:
    static constexpr std::size_t kPlaces = 256;
    static u64 key_of(std::string_view word);
    static std::size_t place_of(u64 key) { return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15 >> 56); }
    std::vector<std::string> words_;
    std::array<u64, kPlaces> keys_{};      // 0: empty
    std::array<u8, kPlaces> numbers_{};
};

struct PbnTag {
    std::string_view name, value, lines;   // the lines that follow the tag, with their ends
};

// Reads a game in which every tag begins a line and has its value without escapes or "#", and the other lines
// hold no tags, comments or quotes; false for any other text.
bool read_pbn_tags(std::string_view text, std::vector<PbnTag>& tags);

struct LinPair {
    std::string_view key;
    std::string value;
    std::size_t offset;                    // of the value, in characters
};

// Reads pairs from the beginning of a text, up to the first that is unusual or has no end, and returns how
// many characters it read. Pairs that say nothing are left out; calls in a row are one pair, and so are
// cards, with spaces between them.
std::size_t read_lin_pairs(std::string_view text, std::vector<LinPair>& pairs);

}  // namespace dealwright
