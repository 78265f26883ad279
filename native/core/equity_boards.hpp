// All boards of five for hands of two, by their ranks; flushes are corrected afterwards.
//
// Without flushes the showdown depends on the ranks of the board only: 6175 multisets of five ranks, each
// standing for as many boards as there are ways to choose its cards. With five cards of the board and two of
// a hand a flush needs three or more of one suit on the board; for each such holding of the board and the
// ranks of its other cards (at most 91) the outcome by ranks is replaced by the true one. No board has three
// cards of two suits, so nothing is corrected twice. 1,712,304 boards become some 6,000 to 80,000
// comparisons.
#pragma once

#include "blocks.hpp"
#include "equity.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

// The other cards of a board: the sum of their weights, and the number of ways to choose them.
struct OtherCards {
    u32 sum, ways;
};

// Ranks of `cards` (at most two) other cards, of which left[r] of rank r are there.
inline int list_others(const u32* weight, const u32* left, int cards, OtherCards* other) {
    if (cards == 0) {
        other[0] = {0, 1};
        return 1;
    }
    int n = 0;
    for (int a = 0; a < kRanks; ++a) {
        if (left[a] == 0) continue;
        if (cards == 1) {
            other[n++] = {weight[a], left[a]};
            continue;
        }
        if (left[a] > 1) other[n++] = {2 * weight[a], left[a] * (left[a] - 1) / 2};
        for (int b = 0; b < a; ++b)
            if (left[b] > 0) other[n++] = {weight[a] + weight[b], left[a] * left[b]};
    }
    return n;
}

// Replaces the outcome by ranks with the true one, for one holding of the board in a suit.
inline void mend_flush(const PokerTables& tables, const u32* hand, int players, u32 holding,
                       const u16* flush, const OtherCards* other, int others, u64* counts) {
    for (int at = 0; at < others; ++at) {
        const u32 sum = holding + other[at].sum;
        u16 by_ranks[kMostPlayers], truly[kMostPlayers];
        for (int i = 0; i < players; ++i) {
            by_ranks[i] = multiset_value<7>(tables, hand[i] + sum);
            truly[i] = flush[i] != kNoValue ? flush[i] : by_ranks[i];
        }
        counts[best_of(by_ranks, players)] -= other[at].ways;
        counts[best_of(truly, players)] += other[at].ways;
    }
}

inline void mend_suit(const EquityGame& game, const u32* weight, const u32* left, const u32* hand,
                      const CardKey* own, int players, int suit, u32 there, u64* counts) {
    const PokerTables& tables = *game.high;
    u32 hole[kMostPlayers], rest[kRanks];
    int most = 0;
    for (int i = 0; i < players; ++i) {
        hole[i] = own[i].bit >> kRanks * suit & (kHoldings - 1);
        if (count_bits(hole[i]) > most) most = count_bits(hole[i]);
    }
    for (int r = 0; r < kRanks; ++r) rest[r] = left[r] - (there >> r & 1);
    for (int size = 5 - most; size <= 5; ++size) {
        OtherCards other[kRanks * (kRanks + 1) / 2];
        const int others = list_others(weight, rest, 5 - size, other);
        for (int at = kSubsets.start[size]; at < kSubsets.start[size + 1]; ++at) {
            const u32 holding = kSubsets.subset[at];
            if ((holding & ~there) != 0) continue;
            u16 flush[kMostPlayers];
            for (int i = 0; i < players; ++i)
                flush[i] = size + count_bits(hole[i]) >= 5 ? tables.flush[holding | hole[i]]
                                                           : kNoValue;
            mend_flush(tables, hand, players, tables.holding[holding], flush, other, others, counts);
        }
    }
}

template <int fixed>
inline void enumerate_boards_of(const EquityGame& game, const CardKey* own, int n, u64 dead,
                                u64* counts) {
    const int players = fixed != 0 ? fixed : n;
    const PokerTables& tables = *game.high;
    u64 free = game.pack & ~dead;
    u32 hand[kMostPlayers], weight[kRanks], left[kRanks], ways[kNoWay + 1];
    for (int i = 0; i < players; ++i) {
        free &= ~own[i].bit;
        hand[i] = static_cast<u32>(own[i].key);
    }
    for (int r = 0; r < kRanks; ++r) {
        weight[r] = tables.holding[1 << r];
        left[r] = 0;
        for (int suit = 0; suit < kSuits; ++suit) left[r] += free >> (kRanks * suit + r) & 1;
        const u32 c = left[r];
        ways[4 * r] = c;
        ways[4 * r + 1] = c * (c - 1) / 2;
        ways[4 * r + 2] = c * (c - 1) * (c - 2) / 6;
        ways[4 * r + 3] = c == 4;
    }
    ways[kNoWay] = 1;
    for (int at = 0; at < game.multisets; ++at) {
        const RankMultiset& each = game.multiset[at];
        const u64 boards = u64{ways[each.way[0]]} * ways[each.way[1]] * ways[each.way[2]] *
                           ways[each.way[3]] * ways[each.way[4]];
        u16 value[kMostPlayers];
        for (int i = 0; i < players; ++i)
            value[i] = multiset_value<7>(tables, hand[i] + each.sum);
        counts[best_of(value, players)] += boards;
    }
    for (int suit = 0; suit < kSuits; ++suit)
        mend_suit(game, weight, left, hand, own, players, suit,
                  static_cast<u32>(free >> kRanks * suit) & (kHoldings - 1), counts);
}

// Requires two cards of each player, and flushes that beat what they leave beside them.
inline void enumerate_boards(const EquityGame& game, const CardKey* own, int players, u64 dead,
                             u64* counts) {
    if (players == 2)
        enumerate_boards_of<2>(game, own, players, dead, counts);
    else if (players == 3)
        enumerate_boards_of<3>(game, own, players, dead, counts);
    else
        enumerate_boards_of<0>(game, own, players, dead, counts);
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
