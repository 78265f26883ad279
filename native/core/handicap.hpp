// Double dummy with a handicap: declarer is without the resource of a theme of play.
//
// A defender with idle cards may throw one of them when he cannot follow suit: it wins nothing, and his hand
// keeps its cards. A defender with free exits may, when he is to lead, hand the lead to declarer's side,
// who choose which of their hands leads. Both are further choices of the defenders, so they never help
// declarer. If declarer makes the contract without idle cards and not with them, he needs a squeeze; if
// free exits beat it, he needs a throw-in.
#pragma once

#include <array>
#include <vector>

#include "cards.hpp"
#include "work.hpp"

namespace dealwright {

// Cards of each seat, up to 13; `trick` are the cards on the table, the leader's first, in no hand. `trump`
// is a suit, or -1.
struct OpenDeal {
    std::array<u64, 4> hand{};
    int trump = -1, leader = 0, declarer = 0;
    std::vector<int> trick;
};

// Which seats have idle cards and free exits, as sets of seats; those of declarer's side do not count.
struct Handicap {
    int idle = 0, exit = 0;
};

class HandicapSolver {
public:
    explicit HandicapSolver(const OpenDeal& deal);
    // Whether declarer's side takes `need` more tricks, those of the cards `played` from here on among them.
    // False for cards that are not in the hands whose turn it is, too.
    bool makes(int need, const std::vector<int>& played, Handicap handicap, Work& work);

private:
    struct Trick {
        int leader = 0, played = 0, led = -1, best = -1, winner = -1;
    };
    struct Known {                 // declarer's side takes low to high tricks
        u64 key[2] = {};
        u8 low = 0, high = 0;
    };

    bool ours(int seat) const { return ((seat ^ declarer_) & 1) == 0; }
    u64 all() const { return hand_[0] | hand_[1] | hand_[2] | hand_[3]; }
    int left() const;              // tricks, at the beginning of one
    int strength(int card, int led) const;
    int best_of(int seat, int led) const;
    Trick laid(Trick trick, int card) const;
    int sure(int seat, int suit, u64 all) const;
    int cash(int seat, u64 all) const;
    int promise(int card, int seat, const Trick& trick) const;
    bool begins(int need, int leader);
    bool goes_on(int need, u64 all, const Trick& trick);
    bool after(int need, u64 all, const Trick& trick);

    std::array<u64, 4> hand_;
    int trump_, declarer_;
    Trick trick_;
    u64 whole_ = 0;                // the cards when the trick began
    std::array<std::vector<u32>, 4> owners_;    // by the cards of a suit that are left
    std::vector<Known> table_;
    int shift_;
    Handicap handicap_;
    Work* work_ = nullptr;
};

}  // namespace dealwright
