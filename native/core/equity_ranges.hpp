// Two ranges of two cards, hand against hand, on every possible board.
//
// On one board all hands of both ranges are valued and sorted once. A sweep from the worst value up keeps the
// weight of the other range's hands that are worse, in all and by card: a hand beats the worse hands, minus
// those with one of its two cards (a hand with both is the same hand, and ties). So a board costs a few
// additions for each hand instead of a comparison for each pair. Boards that differ only by suits that the
// ranges treat alike are counted once.
#pragma once

#include "blocks.hpp"
#include "equity.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

struct SortedHands {
    int n;
    u32 entry[kMostHands];    // value << 16 | hand, from the worst
};

// Values of the hands that the board allows, sorted by two passes of counting.
inline void sort_hands(const PokerTables& tables, const WeightedHands& hands, KeyAndSet board,
                       SortedHands& out) {
    u32 once[kMostHands];
    u16 low[128] = {}, high[64] = {};
    const KeyAndSet start = board + KeyAndSet{kCounters, 0};
    int n = 0;
    for (int i = 0; i < hands.n; ++i) {
        if ((hands.hand[i].bit & board[1]) != 0) continue;
        const u32 value = value_of<7>(tables, start + sum_of(hands.hand[i]));
        once[n++] = value << 16 | static_cast<u32>(i);
        ++low[127 - (value & 127)];
        ++high[63 - (value >> 7)];
    }
    u16 at = 0;
    for (u16& each : low) { const u16 size = each; each = at; at = static_cast<u16>(at + size); }
    at = 0;
    for (u16& each : high) { const u16 size = each; each = at; at = static_cast<u16>(at + size); }
    u32 twice[kMostHands];
    for (int i = 0; i < n; ++i) twice[low[127 - (once[i] >> 16 & 127)]++] = once[i];
    for (int i = 0; i < n; ++i) out.entry[high[63 - (twice[i] >> 23)]++] = twice[i];
    out.n = n;
}

// Weights of hands, in all and by card.
struct WeightByCard {
    u64 all;
    u64 card[64];
    void add(const WeightedHands& hands, int i, u64 weight) {
        all += weight;
        card[hands.first[i]] += weight;
        card[hands.second[i]] += weight;
    }
    u64 beside(const WeightedHands& hands, int i) const {
        return all - card[hands.first[i]] - card[hands.second[i]];
    }
};

// Adds the results of each hand of `a` on one board, which represents `boards` boards.
inline void compare_on_board(const RangeComparison& ranges, KeyAndSet board, u64 boards,
                             SortedHands* sorted) {
    const WeightedHands &a = ranges.a, &b = ranges.b;
    sort_hands(*ranges.tables, b, board, sorted[0]);
    const SortedHands& theirs = sorted[0];
    const SortedHands* ours = &theirs;
    if (a.hand != b.hand) {
        sort_hands(*ranges.tables, a, board, sorted[1]);
        ours = &sorted[1];
    }
    WeightByCard worse = {}, same = {};
    int upto = 0;
    for (int i = 0; i < ours->n;) {
        const u32 value = ours->entry[i] >> 16;
        for (; upto < theirs.n && theirs.entry[upto] >> 16 > value; ++upto) {
            const int other = theirs.entry[upto] & 0xffff;
            worse.add(b, other, b.weight[other]);
        }
        int end = upto;
        for (; end < theirs.n && theirs.entry[end] >> 16 == value; ++end) {
            const int other = theirs.entry[end] & 0xffff;
            same.add(b, other, b.weight[other]);
        }
        for (; i < ours->n && ours->entry[i] >> 16 == value; ++i) {
            const int hand = ours->entry[i] & 0xffff;
            ranges.wins[hand] += boards * worse.beside(a, hand);
            ranges.ties[hand] += boards * (same.beside(a, hand) + ranges.twin[hand]);
        }
        for (; upto < end; ++upto) {
            const int other = theirs.entry[upto] & 0xffff;
            worse.add(b, other, b.weight[other]);
            same.add(b, other, 0 - b.weight[other]);
        }
    }
    for (; upto < theirs.n; ++upto) {
        const int other = theirs.entry[upto] & 0xffff;
        worse.add(b, other, b.weight[other]);
    }
    for (int i = 0; i < ours->n; ++i) {
        const int hand = ours->entry[i] & 0xffff;
        ranges.totals[hand] += boards * (worse.beside(a, hand) + ranges.twin[hand]);
    }
}

// The boards of which `part` of `parts` is asked for, suit by suit; of suits alike (same[suit] is the one
// before) the holdings descend, and a board stands for as many as its suits can be exchanged.
class BoardWalk {
public:
    BoardWalk(const RangeComparison& ranges, u64 part, u64 parts, Work& work)
        : ranges_(ranges), part_(part), parts_(parts), work_(work) {}
    void run(SortedHands* sorted) {
        sorted_ = sorted;
        go(0, 5 - count_bits(ranges_.board.bit), sum_of(ranges_.board));
    }

private:
    void go(int suit, int missing, KeyAndSet sum) {
        if (suit == kSuits) {
            if (missing != 0 || number_++ % parts_ != part_) return;
            work_.add(kOfBoard + kOfHand * static_cast<u64>(ranges_.a.n + ranges_.b.n));
            compare_on_board(ranges_, sum, boards(), sorted_);
            return;
        }
        const u32 there = ranges_.free >> kRanks * suit & (kHoldings - 1);
        const int least = suit == kSuits - 1 ? missing : 0;
        for (int size = least; size <= missing; ++size)
            for (int at = kSubsets.start[size]; at < kSubsets.start[size + 1]; ++at) {
                const u32 holding = kSubsets.subset[at];
                const int before = ranges_.same[suit];
                if ((holding & ~there) != 0 || (before >= 0 && holding > holding_[before])) continue;
                holding_[suit] = holding;
                KeyAndSet more = sum;
                for (u64 left = u64{holding} << kRanks * suit; left != 0; left &= left - 1)
                    more += sum_of(ranges_.game->card[__builtin_ctzll(left)]);
                go(suit + 1, missing - size, more);
            }
    }
    // The number of arrangements: for each suit, how many of its class stand at or before it, over how
    // many of those that hold the same.
    u64 boards() const {
        u64 ways = 1, same = 1;
        for (int suit = 0; suit < kSuits; ++suit) {
            u64 place = 1, alike = 1;
            for (int before = ranges_.same[suit]; before >= 0; before = ranges_.same[before]) {
                ++place;
                alike += holding_[before] == holding_[suit];
            }
            ways *= place;
            same *= alike;
        }
        return ways / same;
    }
    static constexpr u64 kOfBoard = 100, kOfHand = 4;    // operations, about
    const RangeComparison& ranges_;
    u64 part_, parts_, number_ = 0;
    Work& work_;
    u32 holding_[kSuits];
    SortedHands* sorted_;
};

inline void compare_ranges(const RangeComparison& ranges, u64 part, u64 parts, Work& work) {
    SortedHands sorted[2];
    BoardWalk(ranges, part, parts, work).run(sorted);
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
