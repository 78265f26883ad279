// Cards of the double-dummy search: suits 16 bits apart, relative ranks, and who has them.
#pragma once

#include <algorithm>
#include <bit>

#include "bits.hpp"
#include "double_dummy.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {
namespace double_dummy {

inline constexpr u64 kLane = 0x1fff, kEveryLane = 0x1fff'1fff'1fff'1fff;

inline u64 lane(int suit) { return kLane << 16 * suit; }
inline u64 lowest(u64 cards) { return cards & -cards; }
inline u64 highest(u64 cards) { return u64{1} << (63 - std::countl_zero(cards)); }    // of some cards
inline int place_of(u64 card) { return std::countr_zero(card); }
inline int suit_of(u64 card) { return place_of(card) >> 4; }
inline u64 above(u64 card) { return -(card << 1); }      // all bits above, those of later suits too
inline u64 below(u64 card) { return card - 1; }

// A mask of the pack, suits 13 bits apart, as lanes, and back.
inline u64 lanes_of(u64 mask) {
    u64 cards = 0;
    for (int suit = 0; suit < kSuits; ++suit) cards |= (mask >> kRanks * suit & kLane) << 16 * suit;
    return cards;
}
inline u64 mask_of(u64 cards) {
    u64 mask = 0;
    for (int suit = 0; suit < kSuits; ++suit) mask |= (cards >> 16 * suit & kLane) << kRanks * suit;
    return mask;
}

// The n-th lowest card, from 0.
inline u64 nth_lowest(u64 cards, int n) {
#if defined(__BMI2__)
    return _pdep_u64(u64{1} << n, cards);
#else
    for (; n > 0; --n) cards &= cards - 1;
    return lowest(cards);
#endif
}

// Equal cards of a hand: no card in play lies between them. The lowest of each group: carries run from a card over
// the ranks that are out of play, and end in the next card of the hand if there is none between.
inline u64 lowest_of_groups(u64 own, u64 in_play) {
    const u64 gaps = ~in_play & kEveryLane;
    return own & ~(((own << 1) + gaps) & ~gaps);
}

// Who has each card in play: two bits a card, from the highest down, 26 bits a suit, two suits a word.
struct Owners {
    u64 suits[2];
    u32 of(int suit) const { return static_cast<u32>(suits[suit >> 1] >> 32 * (suit & 1)) & 0x3ff'ffff; }
};

inline Owners owners_of(const u64* hand) {
    Owners owners{{0, 0}};
    const u64 all = hand[0] | hand[1] | hand[2] | hand[3];
    for (int suit = 0; suit < kSuits; ++suit) {
        u64 word = 0;
        int shift = 24;
        for (u64 left = all & lane(suit); left; shift -= 2) {
            const u64 card = highest(left);
            left ^= card;
            for (u64 seat = 1; seat < kSeats; ++seat)
                if (hand[seat] & card) word |= seat << shift;
        }
        owners.suits[suit >> 1] |= word << 32 * (suit & 1);
    }
    return owners;
}

// A card leaves the play: those below it move up one place.
inline void remove(Owners& owners, u64 card, u64 in_play) {
    const int suit = suit_of(card), shift = 32 * (suit & 1);
    const int places = 2 * count_bits(in_play & lane(suit) & above(card));
    const u32 word = owners.of(suit), upper = 0x3ff'ffff & ~(0x3ff'ffffu >> places);
    const u32 closed = (word & upper) | (word << 2 & (0x3ff'ffff & ~upper));
    u64& pair = owners.suits[suit >> 1];
    pair = (pair & ~(u64{0x3ff'ffff} << shift)) | u64{closed} << shift;
}

// The lengths of 16 suits, four bits each: place 4 * (4 * seat + suit).
inline u64 lengths_of(const u64* hand) {
    u64 lengths = 0;
    for (int seat = 0; seat < kSeats; ++seat)
        for (int suit = 0; suit < kSuits; ++suit)
            lengths |= static_cast<u64>(count_bits(hand[seat] & lane(suit))) << 4 * (4 * seat + suit);
    return lengths;
}

}  // namespace double_dummy
}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
