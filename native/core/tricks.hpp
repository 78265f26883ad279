// Tricks of a play: who wins, from the columns of PBN to the order of play, and back.
//
// A card is its number; a number above 51 is no card. A trump of kSuits is notrump. Columns are the
// seats from the opening leader's on.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "cards.hpp"

namespace dealwright {

struct PlayOrder {
    std::vector<std::size_t> places;   // of the cards, in the order of play
    std::vector<int> leaders;          // the column that leads to each trick
};

// The order of play of rows of four cards, a column each. It ends before a trick that is not complete or has
// something that is no card: only the cards before that are in it. It has `most` tricks at most.
PlayOrder order_of_columns(const u8* cards, std::size_t n, int trump, std::size_t most);

struct TricksWon {
    std::size_t stranger;              // the place of a card that its column's player cannot play, or n
    std::array<int, 2> won;            // by the leader's side and by the other
    std::size_t revoke;                // the place of the first card off a suit that its player has, or n
};

// The tricks that rows of four cards win, a column each, as far as `order_of_columns` orders them. If twelve are
// complete and each hand has one card left, these are the last trick. The hands are those of the columns; 0 is
// unknown. A card is a stranger if its column's hand is known and has it not, or if it was played before; then
// nothing else is looked at.
TricksWon tricks_of_columns(const u8* cards, std::size_t n, int trump, const u64 hands[kSeats]);

struct PlayColumns {
    std::vector<i64> places;           // of the cards, four a trick; -1 is nothing
    std::size_t fault = 0;             // the number of a trick with two cards of one column, from 1
};

// The columns of cards that are given in the order of play. A card's column is that of the hand that has it,
// or else that of the player whose turn it is. The hands are those of the columns; 0 is unknown.
PlayColumns columns_of_order(const u8* cards, std::size_t n, int trump, const u64 hands[kSeats]);

}  // namespace dealwright
