// Tricks that need no search: conditions under which a side surely takes them, with the ranks that the proof uses.
//
// Each returns true only if the tricks are sure; false says nothing. `ranks` are cards whose owners, with the
// owners of all higher cards of their suits and the lengths of all suits, imply what is used.
#pragma once

#include "double_dummy_cards.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {
namespace double_dummy {

// The position at the start of a trick.
struct Cards {
    const u64* hand;
    u64 in_play;
    int leader, strain, left;    // tricks
    u64 trumps;                  // the lane of trumps; 0 at notrump, and when no trump is in play
};

// The leader cashes tricks in plain suits, then perhaps crosses to partner, who cashes more.
class Cashing {
public:
    Cashing(const Cards& cards, int wanted, bool trumps_are_drawn = false)
        : mine_(cards.hand[cards.leader]), partner_(cards.hand[cards.leader ^ 2]),
          left_(cards.hand[(cards.leader + 1) & 3]), right_(cards.hand[(cards.leader + 3) & 3]), trumps_(cards.trumps),
          wanted_(wanted), opponents_have_trumps_(!trumps_are_drawn && ((left_ | right_) & trumps_) != 0) {
        // While opponents have trumps, we must never ruff against our will: a hand with trumps follows or discards
        // as long as it has plain cards. Without their trumps such a ruff does no harm: that trick is ours, and the
        // lead may pass to a hand with winning trumps alone.
        if (opponents_have_trumps_) {
            if (mine_ & trumps_) my_plain_cards_ = count_bits(mine_ & ~trumps_);
            if (partner_ & trumps_) partners_plain_cards_ = count_bits(partner_ & ~trumps_);
        }
    }

    // Whether `total` tricks before, proved by `used`, and what can be cashed in plain suits are enough. `cross`
    // says that the leader can reach partner, proved by `crossing`.
    bool enough(int total, bool cross, u64 used, u64 crossing, u64& ranks) const {
        int extras = 0, rounds = 0;
        for (int suit = 0; suit < kSuits; ++suit) {
            if (lane(suit) == trumps_) continue;
            u64 a = mine_ & lane(suit), b = partner_ & lane(suit);
            if ((a | b) == 0) continue;
            const u64 l = left_ & lane(suit), r = right_ & lane(suit);
            const u64 top = (l | r) != 0 ? highest(l | r) : 0;
            if ((a | b) < top) continue;
            // After `length` rounds neither opponent has the suit; after `limit` one with trumps may ruff.
            const int length = std::max(count_bits(l), count_bits(r));
            int limit = kRanks;
            if (opponents_have_trumps_) {
                if (left_ & trumps_) limit = count_bits(l);
                if (right_ & trumps_) limit = std::min(limit, count_bits(r));
            }
            // My winners, partner throwing the lowest; not one that partner would have to overtake.
            int tricks = 0;
            u64 rank = 0;
            while (a != 0 && tricks < limit && rounds < partners_plain_cards_) {
                const u64 card = highest(a);
                if (card < top && tricks < length) break;
                if (b != 0 && card < lowest(b)) break;
                if (tricks < length || b != 0) rank = card;
                a ^= card, b &= b - 1;
                ++tricks, ++rounds;
                if (++total >= wanted_) {
                    ranks = used | rank;
                    return true;
                }
            }
            used |= rank;
            // Partner's winners after them, if the leader can get there: in this suit, or in another.
            const bool reached_here = a != 0;
            int more = 0;
            rank = 0;
            while (b != 0 && tricks < limit) {
                const u64 card = highest(b);
                if (card < top && tricks < length) break;
                if (a != 0 && card < lowest(a)) break;
                if (tricks < length || a != 0) rank = card;
                b ^= card, a &= a - 1;
                ++tricks, ++more;
            }
            if (more == 0) continue;
            extras += more;
            crossing |= rank;
            cross |= reached_here;
        }
        if (!cross || extras == 0 || total + extras < wanted_ || rounds + extras > my_plain_cards_) return false;
        ranks = used | crossing;
        return true;
    }

private:
    u64 mine_, partner_, left_, right_, trumps_;
    int wanted_;
    bool opponents_have_trumps_;
    int my_plain_cards_ = kRanks, partners_plain_cards_ = kRanks;
};

// The lowest of the `n` highest cards of a set.
inline u64 nth_highest(u64 cards, int n) {
    for (int spare = count_bits(cards) - n; spare > 0; --spare) cards &= cards - 1;
    return lowest(cards);
}

// The cards of a set above all others in play of their suit; `others` are those others.
inline u64 above_all(u64 cards, u64 others) { return others == 0 ? cards : cards & above(highest(others)); }

// Whether the leader's side takes `wanted` tricks without losing the lead.
inline bool quick_tricks(const Cards& cards, int wanted, u64& ranks) {
    const Cashing cashing(cards, wanted);
    if (cards.trumps == 0) return cashing.enough(0, false, 0, 0, ranks);
    const u64 a = cards.hand[cards.leader] & cards.trumps, b = cards.hand[cards.leader ^ 2] & cards.trumps;
    const u64 l = cards.hand[(cards.leader + 1) & 3] & cards.trumps;
    const u64 r = cards.hand[(cards.leader + 3) & 3] & cards.trumps, theirs = l | r;
    const int longest = std::max(count_bits(a), count_bits(b));
    if (theirs == 0) {
        // Nobody can beat a trump: the longer hand takes a trick with each.
        if (longest >= wanted) {
            ranks = 0;
            return true;
        }
        const bool cross = a != 0 && b != 0 && lowest(a) < highest(b);
        return cashing.enough(longest, cross, 0, cross ? highest(b) : 0, ranks);
    }
    if ((a | b) == 0) return cashing.enough(0, false, 0, 0, ranks);

    // Trumps above theirs win, each in its own trick as long as the other hand has a lower one to follow with.
    const u64 winners = above_all(a | b, theirs);
    const int sure = std::min({count_bits(winners), longest, wanted});
    u64 used = 0;
    if (sure > 0) {
        used = nth_highest(winners, sure);
        if (sure == wanted) {
            ranks = used;
            return true;
        }
    }
    // A small trump reaches partner's winner; a winner led to a winner would lose one of the sure tricks.
    const bool cross = (b & winners) != 0 && a != 0 && lowest(a) < highest(theirs);
    if (cashing.enough(sure, cross, used, cross ? highest(b) : 0, ranks)) return true;

    // Drawing trumps: enough winners in the leader's hand to leave the opponents none. Then nobody can ruff.
    const int rounds = std::max(count_bits(l), count_bits(r));
    if (count_bits(a & winners) < rounds) return false;
    int tricks = 0;
    u64 rank = 0;
    for (u64 x = a, y = b; x != 0; ++tricks, y &= y - 1) {
        const u64 card = highest(x);
        if (y != 0 && card < lowest(y)) break;
        if (tricks < rounds || y != 0) rank = card;
        x ^= card;
    }
    if (tricks < rounds) return false;
    if (tricks >= wanted) {
        ranks = rank;
        return true;
    }
    return Cashing(cards, wanted, true).enough(tricks, false, rank, 0, ranks);
}

// At notrump: whether the side that does not lead takes `wanted` tricks.
//
// While the leaders have the lead, they win tricks only in suits whose highest card is theirs, each at most as often
// as their longer holding is long: `most` tricks. Then they lead another suit, in which one of us has the highest
// card, wins, and cashes what is above all other cards of its suit. A hand that must throw such cards before has
// nothing else left, and as many tricks as cards.
inline bool later_tricks_at_notrump(const Cards& cards, int wanted, u64& ranks) {
    const int left = (cards.leader + 1) & 3, right = (cards.leader + 3) & 3;
    const u64 mine = cards.hand[cards.leader], both = mine | cards.hand[cards.leader ^ 2];
    int most = 0;
    u64 tops = 0;
    bool wins[2] = {false, false};    // left or right, the first of such tricks
    for (int suit = 0; suit < kSuits; ++suit) {
        const u64 all = cards.in_play & lane(suit);
        if ((both & all) == 0) continue;
        const u64 top = highest(all);
        if (both & top) {
            most += std::max(count_bits(mine & all), count_bits(both & ~mine & all));
            continue;
        }
        tops |= top;
        if (mine & all) wins[cards.hand[right] & top ? 1 : 0] = true;
    }
    if (most + wanted > cards.left) return false;
    if (most > 0) wins[0] = wins[1] = true;
    ranks = tops;
    if (wanted == 1) return true;
    for (int i = 0; i < 2; ++i) {
        if (!wins[i]) continue;
        const u64 own = cards.hand[i == 0 ? left : right];
        int sure = 0;
        for (int suit = 0; suit < kSuits; ++suit) {
            const u64 held = own & lane(suit), others = cards.in_play & lane(suit) & ~own;
            const u64 high = above_all(held, others);
            if (high == 0) continue;
            sure += count_bits(high);
            if (others != 0) ranks |= lowest(high);
        }
        if (sure < wanted) return false;
    }
    return true;
}

// With trumps: whether trumps of the side that does not lead take `wanted` tricks.
inline bool later_trumps(const Cards& cards, int wanted, u64& ranks) {
    const int left = (cards.leader + 1) & 3, right = (cards.leader + 3) & 3;
    const u64 a = cards.hand[left] & cards.trumps, b = cards.hand[right] & cards.trumps;
    if ((a | b) == 0) return false;
    u64 all = cards.in_play & cards.trumps;
    const u64 theirs = all & ~(a | b), winners = above_all(a | b, theirs);
    const int sure = std::min(count_bits(winners), std::max(count_bits(a), count_bits(b)));
    if (sure >= wanted) {
        ranks = theirs == 0 ? 0 : nth_highest(winners, wanted);
        return true;
    }
    if (wanted > 1) return false;
    const u64 ace = highest(all);
    all ^= ace;
    if (all == 0) return false;
    const u64 king = highest(all);
    all ^= king;
    // A guarded king behind the ace: if its hand never wins a trick, it never leads, and the king comes after the ace.
    const u64 leader = cards.hand[cards.leader], partner = cards.hand[cards.leader ^ 2];
    if (((a & king) && count_bits(a) > 1 && (leader & ace)) || ((b & king) && count_bits(b) > 1 && (partner & ace))) {
        ranks = king;
        return true;
    }
    // King and queen in one hand: the ace beats one of them.
    if (all == 0) return false;
    const u64 pair = king | highest(all);
    if ((a & pair) == pair || (b & pair) == pair) {
        ranks = highest(all);
        return true;
    }
    return false;
}

// Whether the side that does not lead takes `wanted` tricks, whatever the leaders do.
inline bool later_tricks(const Cards& cards, int wanted, u64& ranks) {
    return cards.trumps == 0 ? later_tricks_at_notrump(cards, wanted, ranks) : later_trumps(cards, wanted, ranks);
}

// After a lead: whether `seat`, which wins the trick with `top`, the highest card of the suit, takes `wanted` tricks
// with it.
//
// It cashes those of its cards that are above all others of their suit, whatever the others play. An opponent with
// trumps may ruff a plain suit when it has none of it: as long as it has some, it follows. The third hand, if it has
// none of the suit that is led, throws a card of another suit. Partner must not be left with trumps alone, which would
// take the lead; without trumps of the opponents that does no harm.
inline bool tricks_with_top(const Cards& cards, int seat, u64 top, int wanted, u64& ranks) {
    const u64 own = cards.hand[seat], partner = cards.hand[seat ^ 2];
    const u64 leader = cards.hand[cards.leader], third = cards.hand[cards.leader ^ 2];
    const u64 led = lane(suit_of(top));
    const bool throws = (third & led) == 0;
    if (throws && led != cards.trumps && (third & cards.trumps) != 0) return false;
    const bool ruffs = ((leader | third) & cards.trumps) != 0;
    int partners_plain_cards = kRanks;
    if (partner & cards.trumps) {
        if ((partner & (led | ~cards.trumps)) == 0) return false;
        if (ruffs) partners_plain_cards = count_bits(partner & ~cards.trumps) - (led != cards.trumps ? 1 : 0);
    }
    int sure = 1;
    u64 used = top;
    for (int suit = 0; suit < kSuits && sure < wanted; ++suit) {
        const u64 in_suit = lane(suit), others = (partner | leader | third) & in_suit;
        const u64 high = above_all(own & in_suit & ~top, others);
        if (high == 0) continue;
        int tricks = std::min(count_bits(high), wanted - sure);
        if (ruffs && in_suit != cards.trumps) {
            if (leader & cards.trumps) tricks = std::min(tricks, count_bits(leader & in_suit));
            const int gone = in_suit == led || throws ? 1 : 0;
            if (third & cards.trumps) tricks = std::min(tricks, count_bits(third & in_suit) - gone);
            tricks = std::min(tricks, partners_plain_cards);
            if (tricks <= 0) continue;
            partners_plain_cards -= tricks;
        }
        sure += tricks;
        if (others != 0) used |= nth_highest(high, tricks);
    }
    if (sure < wanted) return false;
    ranks = used;
    return true;
}

}  // namespace double_dummy
}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
