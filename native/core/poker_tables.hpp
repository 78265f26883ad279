// Tables of one poker game: the value of every rank multiset of 5 to 7 cards and of every flush.
//
// A multiset with c(r) cards of rank r has the base-5 number S = sum of c(r) 5^r, which is below
// 5^13 < 2^31 and its own. Multiplied by an odd constant modulo 2^32 it stays unique and stays a
// sum over cards, and its bits are spread enough to be a hash: the upper bits name a slot, the
// lower ones a bucket whose displacement is XORed to the slot (hash and displace: Pagh 1999), so
// that no two multisets of k cards meet.
#pragma once

#include "cards.hpp"

namespace dealwright {

inline constexpr int kFewest = 5;              // cards of a hand
inline constexpr int kMost = 7;
inline constexpr int kCategories = 9;          // high card 0 to straight flush 8
inline constexpr int kMostStraights = 10;
inline constexpr int kBucketBits = 13;
inline constexpr u32 kBuckets = u32{1} << kBucketBits;
inline constexpr int kMostValues = 7462;       // 6175 multisets and 1287 flushes
inline constexpr u16 kNoValue = 0xffff;        // no hand of this game

// The lowest two bits of a sum are those of k times the constant, because 5 is 1 modulo 4.
constexpr u32 bucket_of(u32 sum) { return sum >> 2 & (kBuckets - 1); }
constexpr int slot_bits(int k) { return k == 5 ? 13 : k == 6 ? 15 : 16; }
constexpr u32 slot_start(int k) { return k == 5 ? 0 : k == 6 ? 1u << 13 : 1u << 13 | 1u << 15; }
inline constexpr u32 kSlots = slot_start(7) + (u32{1} << slot_bits(7));

// The key of a card is its weight, three bits for carries of 32 bits, and a counter of four bits for
// each suit. With kCounters added, the counter of a suit with five cards or more has its bit of 8.
inline constexpr int kCounterAt = 36;
inline constexpr u64 kCounters = u64{0x3333} << kCounterAt;
inline constexpr u64 kFiveOfSuit = u64{0x8888} << kCounterAt;

// A card's key beside its bit, added together. Bits add up to a set exactly if none occurs twice:
// the sum of k powers of two has k bits only if they differ.
struct alignas(16) CardKey {
    u64 key, bit;
};

// The comparison of hands of five. Within a category ranks are compared, the most frequent first, then from
// the highest; the higher wins, in a low game the lower.
struct PokerRules {
    u32 ranks;                                 // of the pack, as 13 bits
    int categories;
    u8 order[kCategories];                     // categories from the best
    int straights;
    u16 straight[kMostStraights];              // their ranks, from the best
    bool low;
    bool ace_low;                              // the ace compares below the deuce
    bool flushes;                              // whether suits matter
    u16 limit;                                 // values beyond count as this one; 0: no limit
};

struct PokerTables {
    u64 pack;                                  // the cards of the game
    u64 five_of_suit;                          // kFiveOfSuit, or 0 where suits do not matter
    CardKey card[256];                         // 0 where the game has no such card
    u32 holding[kHoldings];                    // weights of the cards of one suit, added
    u16 flush[kHoldings];                      // value of five or more cards of a suit
    u16 displacement[3][kBuckets];             // for 5, 6 and 7 cards
    u16 value[kSlots];
    u16 worst;                                 // values are 1 .. worst
};

// The cards of a pack in order.
struct PackCards {
    int n;
    u64 key[kCards];
    u64 bit[kCards];
};

// The kernels of one body for hands of so many cards.
struct PokerKernels {
    // The first two return the first row or mask that is no such hand, or -1.
    i64 (*value_rows)(const PokerTables& tables, const u8* rows, u16* out, std::size_t n);
    i64 (*value_masks)(const PokerTables& tables, const u64* masks, u16* out, std::size_t n);
    // Hands first .. first + n - 1 of a pack in colex order: their values; how many of each.
    void (*value_numbers)(const PokerTables& tables, const PackCards& pack, u64 first, u64 n,
                          u16* out);
    void (*count_values)(const PokerTables& tables, const PackCards& pack, u64 first, u64 n,
                         u64* counts);
    // Adds to the counts the values of a hand (key and mask) with r of the first `end` cards added.
    void (*count_completions)(const PokerTables& tables, const PackCards& pack, u64 key, u64 mask,
                              int r, int end, u64* counts);
};

// Requires straights and categories within their arrays, ranks below 2^13.
void build_poker_tables(PokerTables& tables, const PokerRules& rules);

}  // namespace dealwright
