// Endings double dummy; see endgame.hpp.
#include <algorithm>
#include <bit>

#include "endgame.hpp"

namespace dealwright {

namespace {

constexpr std::size_t kMostSolved = std::size_t{1} << 21;        // positions, 24 bytes each

}  // namespace


// Tricks that a hand on lead can cash: cards that no other hand beats, ruffs or overtakes.
int Endgame::sure(u32 hand, u32 others) const {
    const bool trumps_out = (others & trumps_) != 0;
    int tricks = 0;
    for (const u32 suit : suits_) {
        if (trumps_out && suit != trumps_) continue;
        const u32 above = (others & suit) == 0 ? suit : suit & ~(~u32{0} >> (31 - top(others & suit)));
        tricks += std::popcount(hand & above);
    }
    return tricks;
}

bool Endgame::makes(const u32* hand, int leader, int need, int left) {
    if (need <= 0) return true;
    if (need > left) return false;
    const int tricks = sure(hand[leader], hand[(leader + 1) & 3] | hand[leader ^ 2] | hand[(leader + 3) & 3]);
    if (known(leader)) {
        if (tricks >= need) return true;
    } else if (tricks > left - need) {
        return false;
    }
    Trick trick;
    trick.leader = leader;
    if (!makes_on(hand, trick, need, left)) return false;
    if (known(leader) || (ending_.exit >> leader & 1) == 0) return true;
    return makes(hand, ending_.seat, need, left) || makes(hand, ending_.seat ^ 2, need, left);
}

bool Endgame::makes_on(const u32* hand, const Trick& trick, int need, int left) {
    if (trick.played == 4) return makes_after(hand, trick, need, left);
    if (trick.played == 3 || left == 1) return makes_by_card(hand, trick, need, left);
    const int us = ending_.seat;
    const u64 a = hand[us] | u64{hand[us ^ 2]} << 28 | static_cast<u64>(trick.leader) << 56 |
                  u64{ties_ == Ties::declarer} << 58 | u64{1} << 59 | static_cast<u64>(trick.led & 3) << 60 |
                  static_cast<u64>(trick.played) << 62;
    const u64 b = hand[(us + 1) & 3] | u64{hand[(us + 3) & 3]} << 28 | static_cast<u64>(trick.best & 31) << 56 |
                  static_cast<u64>(trick.winner & 3) << 61;
    const auto find = [&]() -> Solved& {
        std::size_t at = mixed(a * 0x9e3779b97f4a7c15 + b);
        for (;; ++at) {
            Solved& entry = solved_[at & (solved_.size() - 1)];
            if (entry.a == 0 || (entry.a == a && entry.b == b)) return entry;
        }
    };
    if (2 * solved_size_ >= solved_.size()) {
        std::vector<Solved> old = std::move(solved_);
        const bool full = old.size() >= kMostSolved;
        solved_.assign(full ? kMostSolved : std::max<std::size_t>(1024, 2 * old.size()), Solved{});
        solved_size_ = 0;
        for (const Solved& entry : old) {
            if (full || entry.a == 0) continue;
            std::size_t at = mixed(entry.a * 0x9e3779b97f4a7c15 + entry.b);
            while (solved_[at & (solved_.size() - 1)].a != 0) ++at;
            solved_[at & (solved_.size() - 1)] = entry;
            ++solved_size_;
        }
    }
    const Solved& before = find();
    if (before.a != 0) {
        if (need <= before.low) return true;
        if (need > before.high) return false;
    }
    work_->add(16);
    const bool made = makes_by_card(hand, trick, need, left);
    Solved& entry = find();            // the table may have grown
    if (entry.a == 0) {
        entry = {a, b, 0, static_cast<u8>(left)};
        ++solved_size_;
    }
    if (made)
        entry.low = std::max(entry.low, static_cast<u8>(need));
    else
        entry.high = std::min(entry.high, static_cast<u8>(need - 1));
    return made;
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
