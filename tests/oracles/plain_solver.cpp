// A double-dummy solver for whole deals: does a side reach a number of tricks?
//
// Every line of the input has the cards of north, east, south and west as masks (card = 13 * suit +
// rank, from the two of clubs), the strain (0 clubs to 3 spades, 4 notrump), the seat that leads
// (0 north), the tricks that north and south want, and the numbers of the cards already played to
// the trick, which are not in the masks. For every line it prints 1 if they can have them, else 0.
//
// It searches with one question, "so many tricks or not", for which a side stops at the first card
// that answers it. Three things make it quick enough for 13 cards: a table of positions, in which a
// suit is the order of its owners, so that cards that are gone do not count; only one of cards that
// are equal is tried; winners that the side on lead can cash are counted, not played.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Cards = std::uint64_t;

constexpr Cards kSuit = 8191;

Cards suit_of(Cards hand, int suit) { return hand & kSuit << 13 * suit; }
int count(Cards cards) { return std::popcount(cards); }
int highest(Cards cards) { return 63 - std::countl_zero(cards); }

// What is known of a position where a trick begins: north and south take low to high tricks.
struct Known {
    std::array<std::uint64_t, 2> key{};
    std::int8_t low = 0, high = 0;
};

// The trick so far: cards to beat are compared by strength.
struct Trick {
    int leader, played, suit, best, winner;
};

class Search {
public:
    Search() : table_(std::size_t{1} << 22) {}

    bool reaches(const std::array<Cards, 4>& hands, int strain, int leader, int wanted,
                 const std::vector<int>& played) {
        hands_ = hands;
        strain_ = strain;
        Cards all = everything();
        for (int card : played) all |= Cards{1} << card;
        order_owners();
        Trick trick{leader, 0, 0, -1, leader};
        for (int card : played) trick = after(trick, card);
        if (trick.played == 0) return begins(wanted, leader);
        return trick.played == 4 ? ends(wanted, trick) : goes_on(wanted, all, trick);
    }

private:
    Cards everything() const { return hands_[0] | hands_[1] | hands_[2] | hands_[3]; }

    // Make owners_[suit][cards left]: whose each card is, from the highest, after a leading 1.
    void order_owners() {
        for (int suit = 0; suit < 4; ++suit) {
            const Cards cards = everything() >> 13 * suit & kSuit;
            owners_[suit][0] = 1;
            for (Cards part = (0 - cards) & cards; part; part = (part - cards) & cards) {
                const Cards lowest = (part & (0 - part)) << 13 * suit;
                std::uint32_t owner = 0;
                while (!(hands_[owner] & lowest)) ++owner;
                owners_[suit][part] = owners_[suit][part & (part - 1)] << 2 | owner;
            }
        }
    }

    int strength(int card, int suit) const {
        const int own = card / 13;
        return own == strain_ ? 100 + card % 13 : own == suit ? card % 13 : -1;
    }

    // The strength of the best card with which a seat could follow.
    int best_of(int seat, int suit) const {
        const Cards hand = hands_[seat];
        if (const Cards own = suit_of(hand, suit)) return strength(highest(own), suit);
        const Cards trumps = strain_ < 4 ? suit_of(hand, strain_) : 0;
        return trumps ? strength(highest(trumps), suit) : -1;
    }

    Trick after(Trick trick, int card) const {
        if (trick.played == 0) trick.suit = card / 13;
        const int power = strength(card, trick.suit);
        if (power > trick.best) {
            trick.best = power;
            trick.winner = (trick.leader + trick.played) & 3;
        }
        ++trick.played;
        return trick;
    }

    bool ends(int wanted, const Trick& trick) {
        return begins(wanted - (trick.winner % 2 == 0), trick.winner);
    }

    // How many tricks a seat that leads can take at once with its own highest cards.
    int winners(int seat, Cards all) const {
        const int partner = seat ^ 2;
        const Cards trumps = strain_ < 4 ? suit_of(all, strain_) : 0;
        int sure = 0, in_trumps = 0;
        for (int suit = 0; suit < 4; ++suit) {
            Cards cards = suit_of(all, suit);
            const Cards own = cards & hands_[seat];
            int top = 0, longest = 0, safe = 13;
            while (cards && own >> highest(cards) & 1) {
                cards ^= Cards{1} << highest(cards);
                ++top;
            }
            for (int other = 0; other < 4; ++other) {
                if (other == seat) continue;
                const int length = count(suit_of(hands_[other], suit));
                longest = std::max(longest, length);
                // an opponent with trumps ruffs when it has no more of the suit
                if (other != partner && suit != strain_ && hands_[other] & trumps)
                    safe = std::min(safe, length);
            }
            if (top >= longest) top = count(own);
            top = std::min(top, safe);
            sure += top;
            if (suit == strain_) in_trumps = top;
        }
        // a partner who has nothing but trumps left would have to ruff
        if (hands_[partner] & trumps)
            sure = std::max(in_trumps, std::min(sure, count(hands_[partner] & ~trumps)));
        return sure;
    }

    // Whether a seat can lead a card that its partner wins with the highest card of the suit.
    bool reaches_partner(int seat, Cards all) const {
        for (int suit = 0; suit < 4; ++suit) {
            const Cards cards = suit_of(all, suit);
            if (!(cards & hands_[seat]) || !(hands_[seat ^ 2] >> highest(cards) & 1)) continue;
            const int top = strength(highest(cards), suit);
            if (best_of(seat ^ 1, suit) < top && best_of(seat ^ 3, suit) < top) return true;
        }
        return false;
    }

    // Whether north and south take the wanted tricks from here, where a trick begins.
    bool begins(int wanted, int leader) {
        const int left = count(hands_[leader]);
        if (wanted <= 0) return true;
        if (wanted > left) return false;
        const Cards all = everything();
        int sure = winners(leader, all);
        const bool ours = leader % 2 == 0;
        if (reaches_partner(leader, all)) sure = std::max(sure, winners(leader ^ 2, all));
        if (ours && sure >= wanted) return true;
        if (!ours && left - sure < wanted) return false;
        if (strain_ < 4 && suit_of(all, strain_)) {
            // the side with the highest trumps takes as many tricks as one hand has of them
            Cards trumps = suit_of(all, strain_);
            const int side = (hands_[0] | hands_[2]) >> highest(trumps) & 1 ? 0 : 1;
            std::array<int, 2> tops{};
            for (; trumps; trumps ^= Cards{1} << highest(trumps)) {
                if (hands_[side] >> highest(trumps) & 1) ++tops[0];
                else if (hands_[side + 2] >> highest(trumps) & 1) ++tops[1];
                else break;
            }
            const int high = std::max(tops[0], tops[1]);
            if (side == 0 && high >= wanted) return true;
            if (side == 1 && left - high < wanted) return false;
        }
        const std::array<std::uint64_t, 2> key{
            owners_[0][all & kSuit] | std::uint64_t{owners_[1][all >> 13 & kSuit]} << 27 |
                std::uint64_t(leader) << 54 | std::uint64_t(strain_ + 1) << 56,
            owners_[2][all >> 26 & kSuit] | std::uint64_t{owners_[3][all >> 39 & kSuit]} << 27};
        std::uint64_t hash = (key[0] ^ std::rotl(key[1], 29)) * 0x9E3779B97F4A7C15;
        hash = (hash ^ hash >> 32 ^ key[1]) * 0x9E3779B97F4A7C15;
        Known& known = table_[hash >> 42];
        if (known.key == key) {
            if (known.low >= wanted) return true;
            if (known.high < wanted) return false;
        }
        const bool reached = goes_on(wanted, all, Trick{leader, 0, 0, -1, leader});
        if (known.key != key) known = {key, 0, static_cast<std::int8_t>(left)};
        if (reached) known.low = std::max(known.low, static_cast<std::int8_t>(wanted));
        else known.high = std::min(known.high, static_cast<std::int8_t>(wanted - 1));
        return reached;
    }

    // The same in the middle of a trick; ``all`` are the cards that were left when it began.
    bool goes_on(int wanted, Cards all, const Trick& trick) {
        const int seat = (trick.leader + trick.played) & 3;
        const bool ours = seat % 2 == 0;
        Cards legal = hands_[seat];
        if (trick.played && suit_of(legal, trick.suit)) legal = suit_of(legal, trick.suit);
        std::array<std::array<int, 2>, 13> moves;  // what speaks for a card, and the card
        int number = 0;
        for (Cards rest = legal; rest; rest &= rest - 1) {
            const int card = std::countr_zero(rest);
            const Cards above = suit_of(all, card / 13) & ~((Cards{2} << card) - 1);
            if (above & (0 - above) & hands_[seat]) continue;  // equal to the next higher one
            moves[number++] = {promise(card, seat, trick), card};
        }
        std::sort(moves.begin(), moves.begin() + number, std::greater<>());
        for (int at = 0; at < number; ++at) {
            const int card = moves[at][1];
            hands_[seat] ^= Cards{1} << card;
            const Trick next = after(trick, card);
            const bool reached = next.played == 4 ? ends(wanted, next) : goes_on(wanted, all, next);
            hands_[seat] ^= Cards{1} << card;
            if (reached == ours) return ours;
        }
        return !ours;
    }

    // The order in which cards are tried: those that win cheaply, then low ones of long suits.
    int promise(int card, int seat, const Trick& trick) const {
        const int suit = trick.played ? trick.suit : card / 13;
        const int low = 13 - card % 13, partner = seat ^ 2;
        const int power = strength(card, suit);
        int theirs = trick.played && trick.winner % 2 != seat % 2 ? trick.best : -1;
        int partners = trick.played && trick.winner == partner ? trick.best : -1;
        for (int place = trick.played + 1; place < 4; ++place) {
            const int other = (trick.leader + place) & 3;
            const int best = best_of(other, suit);
            if (other == partner) partners = std::max(partners, best);
            else theirs = std::max(theirs, best);
        }
        const int length = count(suit_of(hands_[seat], card / 13));
        if (partners > theirs) return 100 + low + (trick.played ? 0 : length);
        if (power > theirs) return 100 + low + (trick.played ? 0 : length);
        return low + 2 * length - (card / 13 == strain_ && suit != strain_ ? 20 : 0);
    }

    std::array<Cards, 4> hands_{};
    int strain_ = 4;
    std::array<std::array<std::uint32_t, 8192>, 4> owners_{};
    std::vector<Known> table_;
};

}  // namespace

int main() {
    Search search;
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::array<Cards, 4> hands{};
        int strain = 0, leader = 0, wanted = 0;
        for (Cards& hand : hands) words >> hand;
        words >> strain >> leader >> wanted;
        std::vector<int> played;
        for (int card = 0; words >> card;) played.push_back(card);
        std::cout << search.reaches(hands, strain, leader, wanted, played) << "\n";
    }
}
