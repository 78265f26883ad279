// Endings double dummy; see endgame.hpp.
#include <algorithm>
#include <bit>

#include "endgame.hpp"

namespace dealwright {

namespace {

constexpr std::size_t kMostSolved = std::size_t{1} << 21;        // positions, 24 bytes each

}  // namespace


// Cards of a suit that are higher than all of `others` and than the classes of these.
u32 Endgame::above(u32 others) const {
    return others == 0 ? ~u32{0} : ~(~u32{0} >> (31 - top(field_[top(others)])));
}

// Tricks that a hand on lead can cash: cards that no other hand beats, ruffs or overtakes.
int Endgame::sure(u32 hand, u32 others) const {
    const bool trumps_out = (others & trumps_) != 0;
    int tricks = 0;
    for (const u32 suit : suits_) {
        if (trumps_out && suit != trumps_) continue;
        tricks += count(hand & suit & above(others & suit));
    }
    return tricks;
}

// Those that the side on lead can cash: `mine` leads, and `partner` adds his own if a card of mine reaches one.
// No suit has both, so that I cash mine first while partner throws others, and still have that card.
int Endgame::sure(u32 mine, u32 partner, u32 theirs) const {
    int tricks = sure(mine, partner | theirs);
    const bool trumps_out = (theirs & trumps_) != 0;
    for (const u32 suit : suits_) {
        if ((mine & suit) == 0 || (trumps_out && suit != trumps_)) continue;
        if ((partner & suit & above((mine | theirs) & suit)) == 0) continue;
        return tricks + sure(partner, mine | theirs);
    }
    return tricks;
}

// The trumps of a hand that no other beats: they win wherever the lead is.
int Endgame::masters(u32 hand, u32 others) const { return count(hand & trumps_ & above(others & trumps_)); }

bool Endgame::makes(const u32* hand, int leader, int need, int left) {
    if (need <= 0) return true;
    if (need > left) return false;
    const bool ours = known(leader);
    if (left == 1 && (ending_.idle | ending_.exit) == 0) return last_trick(hand, leader);
    const int goal = ours ? need : left - need + 1;            // tricks of the side on lead
    const u32 mine = hand[leader], partner = hand[leader ^ 2];
    const u32 left_hand = hand[(leader + 1) & 3], right_hand = hand[(leader + 3) & 3];
    if (sure(mine, partner, left_hand | right_hand) >= goal) return ours;
    if (trumps_ != 0 && masters(left_hand, mine | partner | right_hand) +
                                masters(right_hand, mine | partner | left_hand) > left - goal)
        return !ours;
    const Position at = position_of(hand, leader);
    if (const Solved* found = find(at); found->a != 0) {
        if (need <= found->low) return true;
        if (need > found->high) return false;
    }
    work_->add(256);
    Trick trick;
    trick.leader = leader;
    bool made = makes_by_card(hand, trick, need, left);
    if (made && !ours && (ending_.exit >> leader & 1) != 0)
        made = makes(hand, ending_.seat, need, left) || makes(hand, ending_.seat ^ 2, need, left);
    note(at, need, left, made);
    return made;
}

bool Endgame::last_trick(const u32* hand, int leader) {
    Trick trick;
    trick.leader = leader;
    for (int i = 0; i < 4; ++i) {
        const int seat = (leader + i) & 3;
        lay(trick, seat, std::countr_zero(hand[seat]));
    }
    return known(trick.winner);        // rivals are defenders
}

// Cards that were played are no more: positions are equal if the others have the same order and owners.
Endgame::Position Endgame::position_of(const u32* hand, int leader) const {
    const u32 all = hand[0] | hand[1] | hand[2] | hand[3];
    u32 lowest = 0, none = 0;
    for (int i = 0; i < kSuits; ++i) {
        const u32 held = all & suits_[i];
        lowest |= held & (~held + 1);
        none |= u32{held == 0} << i;
    }
    u64 a = hand[0] | u64{hand[1]} << 32, b = hand[2] | u64{hand[3]} << 32, c = (firsts_ & all) | u64{lowest} << 32;
    // the bits of `all` move together: by 1, 2, 4, ... places (Warren, Hacker's Delight, 7-4)
    u64 moving = all | u64{all} << 32, gaps = (~all) << 1;
    gaps = (gaps & 0xffffffff) | gaps << 32;
    for (int i = 0; i < 5; ++i) {
        if ((moving & (moving + 0x0000000100000001)) == 0) break;
        u64 odd = gaps ^ (gaps << 1 & 0xfffffffefffffffe);
        odd ^= odd << 2 & 0xfffffffcfffffffc;
        odd ^= odd << 4 & 0xfffffff0fffffff0;
        odd ^= odd << 8 & 0xffffff00ffffff00;
        odd ^= odd << 16 & 0xffff0000ffff0000;
        const u64 shifts = odd & moving;
        const auto pack = [&](u64 word) {
            const u64 goes = word & shifts;
            return (word ^ goes) | goes >> (1 << i);
        };
        moving = pack(moving);
        a = pack(a);
        b = pack(b);
        c = pack(c);
        gaps &= ~odd;
    }
    a |= static_cast<u64>(leader) << 28 | u64{ties_ == Ties::declarer} << 30 | u64{1} << 31;
    b |= u64{none} << 28;
    return {a, b, c};
}

Endgame::Solved* Endgame::find(const Position& at) {
    if (2 * solved_size_ >= solved_.size()) {
        std::vector<Solved> old = std::move(solved_);
        const bool full = old.size() >= kMostSolved;
        solved_.assign(full ? kMostSolved : std::max<std::size_t>(1024, 2 * old.size()), Solved{});
        solved_size_ = 0;
        for (const Solved& entry : old) {
            if (full || entry.a == 0) continue;
            *slot(entry) = entry;
            ++solved_size_;
        }
    }
    return slot(at);
}

Endgame::Solved* Endgame::slot(const Position& at) {
    const u64 hash = mixed(mixed(at.a * 0x9e3779b97f4a7c15 + at.b) + at.c);
    for (std::size_t i = hash;; ++i) {
        Solved& entry = solved_[i & (solved_.size() - 1)];
        if (entry.a == 0 || (entry.a == at.a && entry.b == at.b && entry.c == at.c)) return &entry;
    }
}

void Endgame::note(const Position& at, int need, int left, bool made) {
    Solved& entry = *find(at);
    if (entry.a == 0) {
        entry = {at, 0, static_cast<u8>(left)};
        ++solved_size_;
    }
    if (made)
        entry.low = std::max(entry.low, static_cast<u8>(need));
    else
        entry.high = std::min(entry.high, static_cast<u8>(need - 1));
}

bool Endgame::makes_on(const u32* hand, const Trick& trick, int need, int left) {
    return trick.played == 4 ? makes_after(hand, trick, need, left) : makes_by_card(hand, trick, need, left);
}

bool Endgame::makes_by_card(const u32* hand, const Trick& trick, int need, int left) {
    const int seat = (trick.leader + trick.played) & 3;
    const bool ours = known(seat);
    const u32 others = hand[(seat + 1) & 3] | hand[(seat + 2) & 3] | hand[(seat + 3) & 3] | trick.table;
    const u32 cards = distinct(legal(hand[seat], trick.led), others);
    const auto reaches = [&](int card) {
        u32 after[4] = {hand[0], hand[1], hand[2], hand[3]};
        after[seat] = removed(hand[seat], card);
        Trick next = trick;
        lay(next, seat, card);
        return makes_on(after, next, need, left) == ours;
    };
    if (!ours && may_idle(seat, hand[seat], trick)) {
        Trick next = trick;
        ++next.played;
        if (!makes_on(hand, next, need, left)) return false;
    }
    const bool low = trick.played != 0 && known(trick.winner) == ours;    // partner has it
    for (u32 rest = cards; rest != 0;) {
        const int card = low ? std::countr_zero(rest) : top(rest);
        rest ^= u32{1} << card;
        if (reaches(card)) return ours;
    }
    return !ours;
}

bool Endgame::makes_after(const u32* hand, const Trick& trick, int need, int left) {
    need -= known(trick.winner);
    const bool made = makes(hand, trick.winner, need, left - 1);
    if (trick.rival < 0 || (made == (ties_ == Ties::declarer) && !noting_)) return made;
    const bool other = makes(hand, trick.rival, need, left - 1);
    if (made != other) note_tie(trick.best);
    return ties_ == Ties::declarer ? made || other : made && other;
}

bool Endgame::makes(const Node& node, const Held& held) {
    work_->add(64);
    u32 hand[4];
    const int us = ending_.seat;
    for (int i = 0; i < 2; ++i) {
        hand[(us + 2 * i) & 3] = node.hand[i];
        hand[(us + 1 + 2 * i) & 3] = held.hand[i];
    }
    if (node.trick.played == 0) return makes(hand, node.trick.leader, node.need, node.left);
    return makes_on(hand, node.trick, node.need, node.left);
}

}  // namespace dealwright
