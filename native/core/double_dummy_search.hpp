// The double-dummy search.
//
// It answers whether north and south take at least `need` of the tricks left, and names cards whose ranks the proof
// used: the answer holds for every position with the same lengths in which the same seats have the cards down to the
// lowest of them in each suit, counted from the top. Where a move proves the answer, its cards are the proof's;
// where no move does, all moves' together. The sets join as follows.
// - A card wins a trick by its rank if another card of its suit is in the trick: then it belongs to the proof.
// - A card below the lowest of its suit in the proof of its move stands for all lower cards of the hand.
// - Of equal cards of a hand the lowest is tried, or none if another move's proof covers it. Where no move reaches the
//   answer and the lowest rank of the proof is a card of such a group, the lower ones belong to the proof, too: in a
//   deal where another seat has them, the higher ones are a move of their own, which was not tried.
#pragma once

#include "double_dummy_cuts.hpp"
#include "double_dummy_facts.hpp"
#include "double_dummy_order.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {
namespace double_dummy {

struct Proof {
    bool reached;
    u64 ranks;
};

class Search final : public DoubleDummy {
public:
    explicit Search(std::size_t bytes) : facts_(bytes), memory_(new u64[kMemory]()) {}

    int tricks(const PlayPosition& position, int side, int guess, Work& work) override {
        place(position, work);
        const int left = tricks_[0].left, low = lowest_reached(position.cards_on_table, side == 0 ? guess : left - guess);
        return side == 0 ? low : left - low;
    }
    bool reaches(const PlayPosition& position, int side, int goal, Work& work) override {
        place(position, work);
        tricks_[0].need = side == 0 ? goal : tricks_[0].left - goal + 1;
        return search(position.cards_on_table) == (side == 0);
    }
    void each_card(const PlayPosition& position, int guess, signed char* tricks, Work& work) override {
        place(position, work);
        std::fill_n(tricks, kCards, static_cast<signed char>(-1));
        Trick& trick = tricks_[0];
        const bool ours = side_of_player(position) == 0;
        int near = ours ? guess : trick.left - guess;
        each_group(position, [&](u64 equal) {
            near = lowest_reached(position.cards_on_table + 1, near);
            for (; equal != 0; equal &= equal - 1)
                tricks[index_of(lowest(equal))] = static_cast<signed char>(ours ? near : trick.left - near);
        });
    }
    u64 cards_reaching(const PlayPosition& position, int goal, Work& work) override {
        place(position, work);
        Trick& trick = tricks_[0];
        const bool ours = side_of_player(position) == 0;
        u64 good = 0;
        each_group(position, [&](u64 equal) {
            trick.need = ours ? goal : trick.left - goal + 1;
            if (search(position.cards_on_table + 1) == ours) good |= equal;
        });
        return mask_of(good);
    }
    void forget() override { facts_.clear(); }
    std::size_t bytes() const override { return facts_.bytes(); }
    u64 tricks_searched() const override { return searched_; }

private:
    struct Trick {
        u64 in_play;            // at its start
        u64 lengths;
        Owners owners;
        int leader, led, need, left;
        u64 played[kSeats];
        int best;               // of the cards on the table
    };
    static constexpr std::size_t kMemory = 1 << 12;

    static int index_of(u64 card) { return kRanks * suit_of(card) + (place_of(card) & 15); }
    static int side_of_player(const PlayPosition& position) { return (position.leader + position.cards_on_table) & 1; }

    void place(const PlayPosition& position, Work& work) {
        work_ = &work;
        strain_ = position.strain;
        trumps_ = strain_ == kNoTrump ? 0 : lane(strain_);
        u64 start[kSeats];
        for (int seat = 0; seat < kSeats; ++seat) start[seat] = hand_[seat] = lanes_of(position.hands[seat]);
        Trick& trick = tricks_[0];
        trick.leader = position.leader;
        trick.best = 0;
        for (int i = 0; i < position.cards_on_table; ++i) {
            const u64 card = lanes_of(u64{1} << position.table[i]);
            start[(trick.leader + i) & 3] |= card;
            put(trick, i, card);
        }
        trick.in_play = start[0] | start[1] | start[2] | start[3];
        trick.lengths = lengths_of(start);
        trick.owners = owners_of(start);
        trick.left = count_bits(start[0]);
    }
    void put(Trick& trick, int place, u64 card) const {
        trick.played[place] = card;
        if (place == 0)
            trick.led = suit_of(card), trick.best = 0;
        else if (beats(card, trick.played[trick.best]))
            trick.best = place;
    }
    bool beats(u64 card, u64 best) const {
        return (best & lane(suit_of(card))) != 0 ? card > best : (card & trumps_) != 0;
    }
    // The largest need that is reached.
    int lowest_reached(int on_table, int guess) {
        Trick& trick = tricks_[0];
        int low = 0, high = trick.left, need = std::clamp(guess, 1, high);
        while (low < high) {
            trick.need = need;
            if (search(on_table))
                low = need++;
            else
                high = --need;
            need = std::clamp(need, low + 1, std::max(high, low + 1));
        }
        return low;
    }
    // Plays each group of equal cards that the player may play, and calls `visit` with the group.
    template <typename Visit>
    void each_group(const PlayPosition& position, Visit visit) {
        Trick& trick = tricks_[0];
        const int place = position.cards_on_table, best = trick.best, seat = (trick.leader + place) & 3;
        const u64 own = hand_[seat];
        u64 moves = own;
        if (place > 0 && (own & lane(trick.led)) != 0) moves = own & lane(trick.led);
        for (u64 groups = lowest_of_groups(moves, trick.in_play); groups != 0; groups &= groups - 1) {
            u64 equal = 0;
            for (u64 card = lowest(groups); (card & own) != 0;) {
                equal |= card;
                const u64 higher = trick.in_play & lane(suit_of(card)) & above(card);
                if (higher == 0) break;
                card = lowest(higher);
            }
            put(trick, place, lowest(equal));
            hand_[seat] ^= lowest(equal);
            visit(equal);
            hand_[seat] ^= lowest(equal);
            trick.best = best;
        }
    }
    bool search(int on_table) {
        Trick& trick = tricks_[0];
        return (strain_ == kNoTrump ? from<true>(trick, on_table) : from<false>(trick, on_table)).reached;
    }
    template <bool NoTrump>
    Proof from(Trick& trick, int on_table) {
        switch (on_table) {
            case 0: return start<NoTrump>(trick);
            case 1: return play<NoTrump, 1>(trick);
            case 2: return play<NoTrump, 2>(trick);
            case 3: return play<NoTrump, 3>(trick);
            default: return finish<NoTrump>(trick);
        }
    }

    // The lowest of the hand's cards that are equal to the lowest of the ranks of a suit, or none.
    static u64 group_below(u64 ranks, u64 suit, u64 own) {
        const u64 low = lowest(ranks), under = suit & below(low);
        if ((low & own) == 0) return 0;
        return lowest(above_all(under, under & ~own));  // the next card of another seat ends the group
    }

    template <bool NoTrump>
    Proof start(Trick& trick);
    template <bool NoTrump, int Place>
    Proof play(Trick& trick);
    template <bool NoTrump>
    Proof finish(Trick& trick);
    template <bool NoTrump>
    Proof last(const Trick& trick) const;
    template <typename Fact>
    bool known(u64 key, const Fact& here, const Trick& trick, Proof& proof);
    void remember(u64 key, const Trick& trick, Proof& proof);

    u64 hand_[kSeats];
    int strain_ = kNoTrump;
    u64 trumps_ = 0;                     // all trumps, in play or not
    Work* work_ = nullptr;
    u64 searched_ = 0;
    Trick tricks_[kRanks + 1];
    FactTable facts_;
    LeadScores leads_;
    std::unique_ptr<u64[]> memory_;      // the card that last decided where the same choice was met
};

template <typename Fact>
bool Search::known(u64 key, const Fact& here, const Trick& trick, Proof& proof) {
    const Fact* fact = facts_.find(key, here, trick.need);
    if (fact == nullptr) return false;
    proof = {fact->low() >= trick.need, 0};
    for (int suit = 0; suit < kSuits; ++suit)
        if (const int ranks = fact->ranks(suit)) {
            const u64 cards = trick.in_play & lane(suit);
            proof.ranks |= nth_lowest(cards, count_bits(cards) - ranks);
        }
    return true;
}

// Stores the answer, and leaves in `proof` the lowest card of each suit that is needed.
inline void Search::remember(u64 key, const Trick& trick, Proof& proof) {
    LongFact fact = LongFact::of(trick.owners);
    u64 lows = 0;
    int most = 0;
    for (int suit = 0; suit < kSuits; ++suit) {
        const u64 used = proof.ranks & lane(suit), cards = trick.in_play & lane(suit);
        if (used == 0) continue;
        u64 low = lowest(used);
        const u64 under = cards & (low | below(low));
        // If one seat has the lowest card of the proof and all below it, the lengths say so.
        for (int seat = 0; seat < kSeats; ++seat)
            if ((hand_[seat] & under) == under) low = lowest(cards & ~hand_[seat]);
        if (low == 0) continue;
        lows |= low;
        const int ranks = count_bits(cards & ~below(low));
        most = std::max(most, ranks);
        fact.known[suit >> 1] |= static_cast<u64>(0x3ff'ffff & ~(0x3ff'ffffu >> 2 * ranks)) << 32 * (suit & 1);
    }
    proof.ranks = lows;
    const int low = proof.reached ? trick.need : 0, high = proof.reached ? trick.left : trick.need - 1;
    if (most <= ShortFact::kMostRanks) {
        const u64 ranks = ShortFact::packed({{fact.known[0], fact.known[1]}});
        facts_.add(key, ShortFact{{ShortFact::packed(trick.owners) & ranks}, {ranks}}, low, high);
    } else {
        for (int i = 0; i < 2; ++i) fact.owners[i] &= fact.known[i];
        facts_.add(key | kLongKey, fact, low, high);
    }
}

template <bool NoTrump>
Proof Search::start(Trick& trick) {
    const int left = trick.left, need = trick.need;
    if (need <= 0) return {true, 0};
    if (need > left) return {false, 0};
    if (left == 1) return last<NoTrump>(trick);
    work_->add(1);
    ++searched_;
    const bool ours = (trick.leader & 1) == 0;
    const u64 trumps = NoTrump || (trick.in_play & trumps_) == 0 ? 0 : trumps_;
    // The lengths of twelve suits and the tricks left imply those of the other four.
    const u64 key = (trick.lengths & 0x0fff'0fff'0fff'0fff) | static_cast<u64>(left) << 12 |
                    static_cast<u64>(trick.leader) << 28 |
                    static_cast<u64>(trumps == 0 ? kNoTrump : strain_) << 44 | u64{1} << 60;
    facts_.prefetch(key);

    u64 ranks = 0;
    const Cards cards{hand_, trick.in_play, trick.leader, strain_, left, trumps};
    if (quick_tricks(cards, ours ? need : left - need + 1, ranks)) return {ours, ranks};
    if (later_tricks(cards, ours ? left - need + 1 : need, ranks)) return {!ours, ranks};

    if (&trick != tricks_) {
        const Trick& before = *(&trick - 1);
        trick.owners = before.owners;
        u64 in_play = before.in_play;
        for (const u64 card : before.played) {
            remove(trick.owners, card, in_play);
            in_play ^= card;
        }
    }
    Proof proof;
    if (known(key, ShortFact::of(trick.owners), trick, proof)) return proof;
    bool long_suit = false;
    for (int suit = 0; suit < kSuits; ++suit)
        long_suit |= count_bits(trick.in_play & lane(suit)) > ShortFact::kMostRanks + 1;
    if (long_suit && known(key | kLongKey, LongFact::of(trick.owners), trick, proof)) return proof;
    proof = play<NoTrump, 0>(trick);
    remember(key, trick, proof);
    return proof;
}

template <bool NoTrump>
Proof Search::last(const Trick& trick) const {
    int winner = trick.leader;
    for (int i = 1; i < kSeats; ++i) {
        const int seat = (trick.leader + i) & 3;
        if (beats(hand_[seat], hand_[winner])) winner = seat;
    }
    const u64 card = hand_[winner], others = trick.in_play & lane(suit_of(card)) & ~card;
    return {((winner & 1) == 0) == (trick.need == 1), others != 0 ? card : 0};
}

template <bool NoTrump>
Proof Search::finish(Trick& trick) {
    const int winner = (trick.leader + trick.best) & 3;
    Trick& next = *(&trick + 1);
    next.lengths = trick.lengths;
    for (int i = 0; i < kSeats; ++i)
        next.lengths -= u64{1} << 4 * (4 * ((trick.leader + i) & 3) + suit_of(trick.played[i]));
    const u64 cards = trick.played[0] | trick.played[1] | trick.played[2] | trick.played[3];
    next.in_play = trick.in_play ^ cards;
    next.leader = winner;
    next.left = trick.left - 1;
    next.need = trick.need - ((winner & 1) == 0 ? 1 : 0);
    Proof proof = next.left == 0 ? Proof{next.need <= 0, 0} : start<NoTrump>(next);
    const u64 card = trick.played[trick.best];
    if (cards & lane(suit_of(card)) & ~card) proof.ranks |= card;
    return proof;
}

template <bool NoTrump, int Place>
Proof Search::play(Trick& trick) {
    const int seat = (trick.leader + Place) & 3;
    const bool ours = (seat & 1) == 0;
    const u64 own = hand_[seat];
    if constexpr (Place == 1) {
        const u64 top = highest(trick.in_play & lane(trick.led));
        if (const bool mine = (own & top) != 0; mine || (hand_[seat ^ 2] & top) != 0) {
            const Cards cards{hand_, trick.in_play, trick.leader, strain_, trick.left,
                              NoTrump || (trick.in_play & trumps_) == 0 ? 0 : trumps_};
            u64 ranks = 0;
            if (tricks_with_top(cards, mine ? seat : seat ^ 2, top, ours ? trick.need : trick.left - trick.need + 1, ranks))
                return {ours, ranks};
        }
    }
    u64 moves = lowest_of_groups(own, trick.in_play);
    bool following = false;
    u64 suit = 0;
    if constexpr (Place > 0) {
        suit = trick.in_play & lane(trick.led);
        following = (moves & suit) != 0;
        if (following) moves &= suit;
    }

    // What decided the last time: the choice is known again by the hand, or, for a card that follows suit, by who
    // has the suit's cards, and by the best card on the table.
    MoveList list;
    u64 hint = 0, *memory = nullptr, tag = 0;
    if ((moves & (moves - 1)) != 0) {
        u64 choice = own;
        if constexpr (Place > 0) {
            const u64 best = trick.played[trick.best];
            if (following)
                choice = trick.owners.of(trick.led) + (u64{1} << 50) +
                         (static_cast<u64>(count_bits(suit & ~below(best)) + ((best & suit) != 0 ? 0 : 16)) << 56);
            else
                choice += (static_cast<u64>(NoTrump ? trick.best : place_of(best)) << 56) + (u64{1} << 14);
        }
        choice = (choice + (static_cast<u64>(Place * 4 + seat) << 29)) * 0x9b88'4567'327b'23c7;
        choice ^= choice >> 31;
        memory = &memory_[choice & (kMemory - 1)];
        tag = choice / kMemory << 6;
        if ((*memory ^ tag) < 64) {
            const int at = static_cast<int>(*memory & 63);
            hint = !following ? u64{1} << at : at < count_bits(suit) ? nth_lowest(suit, at) : 0;
            hint &= moves;
        }
    }
    const auto order = [&](u64 set) {
        list.size = 0;
        if constexpr (Place == 0)
            order_leads(hand_, trick.in_play, trick.leader, strain_, NoTrump ? 0 : trumps_, set, trick.owners, leads_,
                        list);
        else
            order_plays<Place>(hand_, trick.leader, trick.led, strain_, NoTrump ? 0 : trumps_, set, trick.played,
                               trick.best, list);
    };
    u64 later = 0;              // moves that are not in the list yet
    if (hint != 0) {
        list.add(hint);
        later = moves ^ hint;
    } else if (memory == nullptr) {
        list.add(moves);
    } else {
        order(moves);
    }

    Proof all{!ours, 0};
    u64 failed[kRanks], covered = 0;
    int failures = 0;
    const int best = trick.best;
    for (int next = 0;;) {
        if (next == list.size) {
            if (later == 0) break;
            order(later);
            later = 0, next = 0;
        }
        const u64 card = list.cards[next++];
        if (card & covered) continue;
        const u64 in_suit = lane(suit_of(card));
        trick.best = best;
        put(trick, Place, card);
        hand_[seat] = own ^ card;
        Proof proof;
        if constexpr (Place < 3)
            proof = play<NoTrump, Place + 1>(trick);
        else
            proof = finish<NoTrump>(trick);
        hand_[seat] = own;
        if (proof.reached == ours) {
            if (memory != nullptr) {
                *memory = tag | static_cast<u64>(following ? count_bits(suit & below(card)) : place_of(card));
                if constexpr (Place == 0) {
                    leads_.learn(trick.owners, trick.in_play, card, trick.leader, strain_, true);
                    for (int i = 0; i < failures; ++i)
                        leads_.learn(trick.owners, trick.in_play, failed[i], trick.leader, strain_, false);
                }
            }
            trick.best = best;
            return proof;
        }
        failed[failures++] = card;
        // Which of the hand's other cards this proof covers.
        const u64 low = lowest(proof.ranks & in_suit);
        if (low == 0) {
            covered |= in_suit;
        } else if (card < low) {
            covered |= in_suit & below(low);
        }
        all.ranks |= proof.ranks;
    }
    trick.best = best;
    if (following) {
        all.ranks |= group_below(all.ranks & suit, suit, own);
    } else {
        for (int other = 0; other < kSuits; ++other)
            all.ranks |= group_below(all.ranks & lane(other), trick.in_play & lane(other), own);
    }
    return all;
}

}  // namespace double_dummy

inline std::unique_ptr<DoubleDummy> double_dummy_search(std::size_t bytes) {
    return std::make_unique<double_dummy::Search>(std::max(bytes, std::size_t{1} << 20));
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
