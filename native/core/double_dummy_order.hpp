// The order in which moves are tried: first what most often decides. It changes how long a search takes, never what
// it answers.
#pragma once

#include "double_dummy_cards.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {
namespace double_dummy {

struct MoveList {
    u64 cards[kRanks];
    int size = 0;
    void add(u64 card) { cards[size++] = card; }
    void add_upwards(u64 set) {
        for (; set != 0; set &= set - 1) add(lowest(set));
    }
    void add_downwards(u64 set) {
        while (set != 0) {
            const u64 card = highest(set);
            add(card);
            set ^= card;
        }
    }
};

// How often leads decided the search, by who has the suit's cards, the rank of the lead, the leader and the kind of
// suit. A score moves a sixth of the way to the end of its scale.
class LeadScores {
public:
    LeadScores() : scores_(new i16[std::size_t{1} << kLog]()) {}
    void clear() { std::fill_n(scores_.get(), std::size_t{1} << kLog, i16{0}); }
    int weight(const Owners& owners, u64 in_play, u64 card, int leader, int strain) const {
        return scores_[index(owners, in_play, card, leader, strain)] * kWeight / kMost;
    }
    void learn(const Owners& owners, u64 in_play, u64 card, int leader, int strain, bool good) {
        i16& score = scores_[index(owners, in_play, card, leader, strain)];
        score = static_cast<i16>(good ? score + (kMost - score) / kStep : score - (kMost + score) / kStep);
    }

private:
    static constexpr int kLog = 14, kMost = 256, kStep = 6, kWeight = 48;
    static u32 index(const Owners& owners, u64 in_play, u64 card, int leader, int strain) {
        const int suit = suit_of(card), kind = strain == kNoTrump ? 0 : suit == strain ? 1 : 2;
        const int rank = count_bits(in_play & lane(suit) & above(card));
        const u64 place = u64{owners.of(suit)} << 8 | static_cast<u64>(rank << 4 | leader << 2 | kind);
        return static_cast<u32>(place * 0x9e3779b97f4a7c15 >> (64 - kLog));
    }
    std::unique_ptr<i16[]> scores_;
};

// Leads: a finesse, a ruff, a suit with sure tricks, any other, trumps; a suit that an opponent ruffs last. In a suit
// the highest or the lowest card before those between.
inline void order_leads(const u64* hand, u64 in_play, int leader, int strain, u64 trumps, u64 moves,
                        const Owners& owners, const LeadScores& learned, MoveList& list) {
    const u64 mine = hand[leader], partner = hand[leader ^ 2];
    const u64 left = hand[(leader + 1) & 3], right = hand[(leader + 3) & 3];
    int scores[kRanks];
    for (int suit = 0; suit < kSuits; ++suit) {
        u64 own = moves & lane(suit);
        if (own == 0) continue;
        const u64 a = mine & lane(suit), p = partner & lane(suit), l = left & lane(suit), r = right & lane(suit);
        const u64 ours = a | p;
        u64 top[5], rest = in_play & lane(suit);
        for (u64& card : top) {
            card = rest == 0 ? 0 : highest(rest);
            rest ^= card;
        }
        constexpr int kTrump = 10, kRuffed = -70, kFinesse = 80, kGiven = 20, kSure = 60, kRuff = 90, kOther = 40;
        int base = kOther;
        if (suit == strain) {
            base = kTrump;
        } else {
            const bool ruffed = (l == 0 && (left & trumps)) || (r == 0 && (right & trumps));
            const bool two_each = count_bits(p) > 1 && count_bits(l) > 1;
            const bool king = (p & top[1]) && (l & top[0]);
            const bool queen = (p & top[0]) && (l & top[1]) && ((p & top[2]) || ((ours & top[2]) && (ours & top[3])));
            const bool jack = (p & top[1]) && (l & top[2]) && ((p & top[3]) || ((ours & top[3]) && (ours & top[4])));
            const bool into_theirs = trumps && count_bits(a) > 1 && count_bits(r) > 1 &&
                                     (((a & top[0]) && (r & top[1])) ||
                                      ((a & top[1]) && (r & top[0]) && !(ours & top[2])));
            if (ruffed)
                base = kRuffed;
            else if (two_each && (king || queen || jack))
                base = kFinesse;
            else if (into_theirs)
                base = kGiven;
            else if (l && r && count_bits(ours & (top[0] | top[1] | top[2])) >= 2)
                base = kSure;
            else if (trumps && p == 0 && l && r && (partner & trumps) &&
                     count_bits(partner & trumps) <= count_bits(mine & trumps) && lowest(a) != top[0])
                base = kRuff;
        }
        const u64 high = highest(own), low = lowest(own);
        for (; own != 0; own &= own - 1) {
            const u64 card = lowest(own);
            int score = base;
            if (base != kRuffed) score += card == high ? 9 : card == low ? 8 : -60;
            if (base == kRuff && card != low) score -= 60;
            score += learned.weight(owners, in_play, card, leader, strain);
            int at = list.size++;
            for (; at > 0 && scores[at - 1] < score; --at) {
                scores[at] = scores[at - 1];
                list.cards[at] = list.cards[at - 1];
            }
            scores[at] = score;
            list.cards[at] = card;
        }
    }
}

// Cards to a trick of which `Place` cards (1 to 3) are on the table, the best at `best`.
template <int Place>
void order_plays(const u64* hand, int leader, int led, int strain, u64 trumps, u64 moves, const u64* played, int best,
                 MoveList& list) {
    const int seat = (leader + Place) & 3;
    const u64 suit = lane(led), winning = played[best];
    const bool partner_wins = Place >= 2 && best == Place - 2;
    const u64 next = Place < 3 ? hand[(seat + 1) & 3] : 0, next_in_suit = next & suit;
    if (moves & suit) {
        const u64 higher = (winning & suit) != 0 ? moves & above(winning) : 0;
        if (higher == 0) return list.add_upwards(moves);
        const u64 top = highest(moves);
        const auto beaten_by = [&](u64 card) { return next_in_suit & above(card); };
        // Low, if partner's card is as good as ours: nobody beats it, or the same cards beat both.
        if (partner_wins && (beaten_by(winning) == 0 || beaten_by(winning) == beaten_by(top)))
            return list.add_upwards(moves);
        if constexpr (Place == 1) {
            const u64 partner = hand[seat ^ 2] & suit;
            if (partner != 0 && highest(partner) > winning) {
                const u64 best_of_partner = highest(partner);
                const bool covered = next_in_suit != 0 && highest(next_in_suit) > std::max(best_of_partner, top);
                if (beaten_by(best_of_partner) == 0 || (covered && beaten_by(best_of_partner) == beaten_by(top)))
                    return list.add_upwards(moves);
            }
        }
        if (next_in_suit == 0 || lowest(higher) > highest(next_in_suit))
            list.add_upwards(higher);
        else
            list.add_downwards(higher);
        return list.add_upwards(moves & ~higher);
    }
    // Out of the suit: a ruff that is needed and wins, then the lowest of the longest suits.
    if (const u64 ruffs = moves & trumps) {
        const bool safe = Place == 3 || (next_in_suit != 0 && ((winning & trumps) != 0 || highest(next_in_suit) < winning));
        if (!(partner_wins && safe)) {
            if (winning & trumps) {
                if (!partner_wins) {
                    const u64 higher = ruffs & above(winning);
                    list.add_upwards(higher);
                    moves ^= higher;
                }
            } else if (Place == 3 || next_in_suit != 0 || (next & trumps) == 0) {
                list.add(lowest(ruffs));
                moves ^= lowest(ruffs);
            } else {
                list.add_upwards(ruffs);
                moves ^= ruffs;
            }
        }
    }
    const int first = list.size;
    int lengths[kSuits];
    for (int side = 0; side < kSuits; ++side) {
        const u64 own = moves & lane(side);
        if (side == strain || own == 0) continue;
        const int length = count_bits(hand[seat] & lane(side));
        int at = list.size++;
        for (; at > first && lengths[at - 1 - first] < length; --at) {
            lengths[at - first] = lengths[at - 1 - first];
            list.cards[at] = list.cards[at - 1];
        }
        lengths[at - first] = length;
        list.cards[at] = lowest(own);
    }
    for (int i = first; i < list.size; ++i) moves ^= list.cards[i];
    list.add_upwards(moves);
}

}  // namespace double_dummy
}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
