// Double dummy with idle cards and free exits; see handicap.hpp.
#include "handicap.hpp"

#include <algorithm>
#include <bit>

namespace dealwright {

namespace {

constexpr u64 kSuit = 8191;

u64 in_suit(u64 cards, int suit) { return cards & kSuit << kRanks * suit; }
int highest(u64 cards) {
    if (cards == 0) __builtin_unreachable();
    return 63 - std::countl_zero(cards);
}

}  // namespace

HandicapSolver::HandicapSolver(const OpenDeal& deal)
    : hand_(deal.hand), trump_(deal.trump), declarer_(deal.declarer) {
    whole_ = all();
    for (const int card : deal.trick) whole_ |= u64{1} << card;
    const std::array<u64, 4> hands = deal.hand;
    for (int suit = 0; suit < kSuits; ++suit) {
        // whose each card is, from the highest on, behind a leading 1
        std::vector<u32>& owners = owners_[static_cast<std::size_t>(suit)];
        owners.resize(kSuit + 1);
        owners[0] = 1;
        const u64 cards = all() >> kRanks * suit & kSuit;
        for (u64 part = (0 - cards) & cards; part != 0; part = (part - cards) & cards) {
            const u64 lowest = (part & (0 - part)) << kRanks * suit;
            u32 owner = 0;
            while ((hands[owner] & lowest) == 0) ++owner;
            owners[part] = owners[part & (part - 1)] << 2 | owner;
        }
    }
    trick_.leader = deal.leader;
    for (const int card : deal.trick) trick_ = laid(trick_, card);
    const int bits = std::clamp(4 + std::popcount(whole_) / 3, 10, 20);
    table_.resize(std::size_t{1} << bits);
    shift_ = 64 - bits;
}

bool HandicapSolver::makes(int need, const std::vector<int>& played, Handicap handicap, Work& work) {
    work_ = &work;
    handicap_ = handicap;
    const std::array<u64, 4> before = hand_;
    struct Restored {
        std::array<u64, 4>& hand;
        const std::array<u64, 4>& before;
        ~Restored() { hand = before; }
    } restored{hand_, before};
    Trick trick = trick_;
    u64 whole = whole_;
    for (const int card : played) {
        u64& hand = hand_[static_cast<std::size_t>((trick.leader + trick.played) & 3)];
        if ((hand >> card & 1) == 0) return false;
        hand ^= u64{1} << card;
        trick = laid(trick, card);
        if (trick.played < 4) continue;
        need -= ours(trick.winner);
        trick = Trick{trick.winner, 0, -1, -1, -1};
        whole = all();
    }
    return trick.played == 0 ? begins(need, trick.leader) : goes_on(need, whole, trick);
}

int HandicapSolver::left() const { return std::popcount(hand_[static_cast<std::size_t>(declarer_)]); }

int HandicapSolver::strength(int card, int led) const {
    const int suit = card / kRanks;
    return suit == trump_ ? kRanks + card % kRanks : suit == led ? card % kRanks : -1;
}

// The strength of the best card with which a seat can follow, or ruff.
int HandicapSolver::best_of(int seat, int led) const {
    const u64 hand = hand_[static_cast<std::size_t>(seat)];
    if (const u64 own = in_suit(hand, led); own != 0) return strength(highest(own), led);
    const u64 trumps = trump_ < 0 ? 0 : in_suit(hand, trump_);
    return trumps == 0 ? -1 : strength(highest(trumps), led);
}

HandicapSolver::Trick HandicapSolver::laid(Trick trick, int card) const {
    const int seat = (trick.leader + trick.played) & 3;
    if (trick.played == 0) trick.led = card / kRanks;
    if (trick.played == 0 || strength(card, trick.led) > strength(trick.best, trick.led)) {
        trick.best = card;
        trick.winner = seat;
    }
    ++trick.played;
    return trick;
}

// Tricks that a hand can cash in a suit: its highest cards, and the rest once nobody has more.
int HandicapSolver::sure(int seat, int suit, u64 all) const {
    const u64 hand = hand_[static_cast<std::size_t>(seat)];
    const u64 own = in_suit(hand, suit), rest = in_suit(all & ~hand, suit);
    if (own == 0 || rest == 0) return std::popcount(own);
    int longest = 0;
    for (int other = 1; other < 4; ++other)
        longest = std::max(longest, std::popcount(in_suit(hand_[static_cast<std::size_t>((seat + other) & 3)], suit)));
    const int top = std::popcount(own >> highest(rest));
    return top >= longest ? std::popcount(own) : top;
}

// Tricks that the side on lead can cash: the leader alone; or the leader first, who then leads a card of one
// suit to a winner of his partner's, who cashes the rest. In that suit the leader cashes his highest cards
// first, on which the partner plays low; in each other suit only one of the two cashes. The partner keeps
// his winners, as he has as many cards as there are tricks.
int HandicapSolver::cash(int seat, u64 all) const {
    const int partner = seat ^ 2;
    const u64 hand = hand_[static_cast<std::size_t>(seat)], other = hand_[static_cast<std::size_t>(partner)];
    if (trump_ >= 0 && in_suit(all, trump_) != 0) {
        if (in_suit(all & ~hand, trump_) != 0) return sure(seat, trump_, all);
        return sure(seat, 0, all) + sure(seat, 1, all) + sure(seat, 2, all) + sure(seat, 3, all);
    }
    int alone = 0, either = 0, gain = -kCards;
    for (int suit = 0; suit < kSuits; ++suit) {
        const u64 own = in_suit(hand, suit), his = in_suit(other, suit), rest = in_suit(all & ~hand, suit);
        const int mine = sure(seat, suit, all), best = std::max(mine, sure(partner, suit, all));
        alone += mine;
        either += best;
        if (own == 0 || his == 0) continue;
        const u64 below = rest == 0 ? 0 : own & ((u64{2} << highest(rest)) - 1);    // not his highest cards
        const int top = std::popcount(own) - std::popcount(below);
        if (below == 0) continue;    // no card to lead to the partner
        const u64 beaten = in_suit(all & ~hand & ~other, suit) | below;
        const int run = std::popcount(his >> highest(beaten)), kept = std::min(run, std::popcount(his) - top);
        if (kept > 0) gain = std::max(gain, std::max(top + kept, top == 0 ? sure(partner, suit, all) : 0) - best);
    }
    return std::max(alone, either + gain);
}

// Whether declarer's side takes `need` tricks from here, where a trick begins.
bool HandicapSolver::begins(int need, int leader) {
    const int tricks = left();
    if (need <= 0) return true;
    if (need > tricks) return false;
    const u64 cards = all();
    const int sure = cash(leader, cards);
    if (ours(leader) ? sure >= need : tricks - sure < need) return ours(leader);
    const auto owned = [&](std::size_t suit) { return u64{owners_[suit][cards >> kRanks * suit & kSuit]}; };
    const u64 key[2] = {owned(0) | owned(1) << 27 | static_cast<u64>(leader) << 54 |
                            static_cast<u64>(handicap_.idle) << 56 | static_cast<u64>(handicap_.exit) << 60,
                        owned(2) | owned(3) << 27};
    u64 hash = (key[0] ^ std::rotl(key[1], 29)) * 0x9e3779b97f4a7c15;
    hash = (hash ^ hash >> 32 ^ key[1]) * 0x9e3779b97f4a7c15;
    Known& known = table_[hash >> shift_];
    if (known.key[0] == key[0] && known.key[1] == key[1]) {
        if (known.low >= need) return true;
        if (known.high < need) return false;
    }
    work_->add(64);
    bool reached = goes_on(need, cards, Trick{leader, 0, -1, -1, leader});
    // the defenders hand the lead back, and declarer chooses the hand
    if (reached && !ours(leader) && (handicap_.exit >> leader & 1) != 0)
        reached = begins(need, declarer_) || begins(need, declarer_ ^ 2);
    if (known.key[0] != key[0] || known.key[1] != key[1])
        known = {{key[0], key[1]}, 0, static_cast<u8>(tricks)};
    if (reached)
        known.low = std::max(known.low, static_cast<u8>(need));
    else
        known.high = std::min(known.high, static_cast<u8>(need - 1));
    return reached;
}

bool HandicapSolver::after(int need, u64 all, const Trick& trick) {
    return trick.played == 4 ? begins(need - ours(trick.winner), trick.winner) : goes_on(need, all, trick);
}

// The same in the middle of a trick; `all` are the cards that were left when it began.
bool HandicapSolver::goes_on(int need, u64 all, const Trick& trick) {
    const int seat = (trick.leader + trick.played) & 3;
    const bool mine = ours(seat);
    u64& hand = hand_[static_cast<std::size_t>(seat)];
    u64 legal = hand;
    if (trick.played != 0) {
        if (const u64 follow = in_suit(legal, trick.led); follow != 0) {
            legal = follow;
        } else if (!mine && (handicap_.idle >> seat & 1) != 0) {
            Trick next = trick;
            ++next.played;
            if (!after(need, all, next)) return false;
        }
    }
    std::array<std::pair<int, int>, kRanks> moves;    // what speaks for a card, and the card
    std::size_t n = 0;
    for (u64 rest = legal; rest != 0; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        const u64 above = in_suit(all, card / kRanks) & ~((u64{2} << card) - 1);
        if ((above & (0 - above) & hand) != 0) continue;    // equal to the next higher one
        moves[n++] = {promise(card, seat, trick), card};
    }
    std::sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(n), std::greater<>());
    work_->add(8 * n);
    for (std::size_t i = 0; i < n; ++i) {
        const u64 bit = u64{1} << moves[i].second;
        hand ^= bit;
        const bool reached = after(need, all, laid(trick, moves[i].second));
        hand ^= bit;
        if (reached == mine) return mine;
    }
    return !mine;
}

// The order in which cards are tried: those that win cheaply, then low ones of long suits.
int HandicapSolver::promise(int card, int seat, const Trick& trick) const {
    const int led = trick.played != 0 ? trick.led : card / kRanks;
    const int low = kRanks - card % kRanks, partner = seat ^ 2;
    int theirs = -1, partners = -1;
    if (trick.played != 0) (((trick.winner ^ seat) & 1) != 0 ? theirs : partners) = strength(trick.best, led);
    for (int place = trick.played + 1; place < 4; ++place) {
        const int other = (trick.leader + place) & 3, best = best_of(other, led);
        int& side = other == partner ? partners : theirs;
        side = std::max(side, best);
    }
    const int length = std::popcount(in_suit(hand_[static_cast<std::size_t>(seat)], card / kRanks));
    if (partners > theirs || strength(card, led) > theirs) return 100 + low + (trick.played != 0 ? 0 : length);
    return low + 2 * length - (card / kRanks == trump_ && card / kRanks != led ? 20 : 0);
}

}  // namespace dealwright
