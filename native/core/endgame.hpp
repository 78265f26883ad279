// The best line of an ending: two known hands against all layouts of the unseen cards.
//
// A strategy of declarer answers what it sees: the cards played. It wins a layout if it takes the tricks
// against every defence; defenders see all cards and know the strategy. A family is the list of sets of
// layouts that strategies win, without subsets of others. Where declarer plays it is the union of the
// families of his cards; where a defender plays, one set is taken for each of his cards, and a layout is
// won if it is in the set of every card that he could play.
//
// Each node keeps only layouts that can still be won double dummy, and sets that lose at most `limit` of
// their weight. The limit grows from 0, so that each pass without a set lowers the upper bound.
//
// Unseen neighbours of one suit are a class if weights agree whichever of them a defender has. A class is
// a field of bits; a defender's number of its cards is that many low bits of the field. This is exact but
// for one thing: if both defenders play from the class that wins the trick, their cards decide who leads
// next. Upper bounds let declarer choose the leader, lower bounds the defenders; where both are not equal
// in the end, the classes for which it mattered are split into their cards.
#pragma once

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_map>
#include <vector>

#include "cards.hpp"
#include "work.hpp"

namespace dealwright {

// Hands are sets of 52 cards. The known hands are of `seat` and its partner; `first` are the cards of the
// next seat in each layout, and those of the fourth are the rest of `unseen`. `trick` are the cards on the
// table, the leader's first; they are in no hand. `trump` is a suit, or -1.
struct Ending {
    u64 hand[2] = {};
    int seat = 0, trump = -1, leader = 0, need = 0;
    std::vector<int> trick;
    u64 unseen = 0;
    std::vector<u64> first, weight;
    bool merging = true, bounds = true;
    int idle = 0, exit = 0;    // defenders with idle cards and free exits, as sets of seats; see handicap.hpp
};

// A step of a plan. Of declarer: `card`, and one case without cards; or kCash, and no case: the hand leads
// the cards that no other hand can beat. Of a defender: kNoCard, and a case for his cards; the last, with no
// cards, is for all others. If cards decide who leads: no seat, and a case for each leader. `next` is a
// step, kMade or kLost.
inline constexpr int kMade = -1, kLost = -2;
inline constexpr int kNoCard = -1, kCash = -2;
struct PlanCase {
    u64 cards = 0;
    int leader = -1, next = kMade;
};
struct PlanStep {
    int seat = -1, card = kNoCard, trick = 1;    // tricks from the first on
    std::vector<PlanCase> cases;
};

inline constexpr u64 kAny = ~u64{0};                                  // no limit
inline constexpr std::size_t kMostBytes = std::size_t{1} << 28;       // of cached families, and of one

inline int top(u32 cards) { return 31 - std::countl_zero(cards); }

inline int count(u32 cards) {    // few
    int n = 0;
    for (; cards != 0; cards &= cards - 1) ++n;
    return n;
}

inline u64 mixed(u64 x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    return x ^ x >> 32;
}

class Endgame {
public:
    explicit Endgame(const Ending& ending);

    u64 total() const { return total_; }
    u64 double_dummy(Work& work);      // the weight of the layouts that can be won, each seen
    bool narrow_bounds(Work& work);           // one pass: narrows the bounds; whether they are equal now
    void raise_lower_bound(Work& work);          // a line that is not the best, quickly: raises the lower bound
    u64 low() const { return low_; }
    u64 high() const { return begun_ ? high_ : std::min(dummy_, total_); }
    // For each layout the chance of a player who plays a card that wins the most layouts double dummy, of those that agree
    // with the cards played, each of several such cards as likely; times sampling_scale().
    std::vector<u64> sampling(Work& work);
    u64 sampling_scale() const;
    std::vector<u8> won() const;       // for each layout, whether the best line so far wins it
    std::vector<PlanStep> plan(int& root, Work& work);    // of the best line so far
    int classes() const { return static_cast<int>(class_.size()); }

private:
    struct Held {                  // a layout: the defenders' cards, its weight and place in layouts_
        u32 hand[2];
        u64 weight;
    };
    using Layouts = std::vector<Held>;
    using Chances = std::vector<u64>;    // of layouts, times the scale of a node
    struct Trick {
        int leader = 0, played = 0, led = -1, best = -1, winner = -1, rival = -1;
        u32 table = 0;             // its cards
    };
    struct Node {
        u32 hand[2];
        Trick trick;
        int need, left;            // tricks: declarer's, and all from this one on
    };
    struct Family {                // rows of bits, and the weight that each loses, the least first
        std::size_t words = 1;
        std::vector<u64> bits, lost;
        std::size_t size() const { return lost.size(); }
        const u64* row(std::size_t i) const { return bits.data() + i * words; }
    };
    struct Cached {
        u64 limit, excess;
        Family family;
    };
    struct Key {
        u64 a, b, c, d;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const { return key.a ^ key.c; }
    };
    struct Position {              // hands, and where classes and suits begin, as packed bits
        u64 a = 0, b = 0, c = 0;
    };
    struct Solved : Position {
        u8 low = 0, high = 0;
    };
    enum class Ties { defence, declarer };    // who chooses the leader

    void build();                  // positions, classes, layouts
    void split();
    void note_tie(int card) {
        ++mattered_[card];
        ties_mattered_ = true;
    }

    bool may_idle(int seat, u32 hand, const Trick& trick) const {
        return (ending_.idle >> seat & 1) != 0 && trick.played != 0 && (hand & suits_[trick.led]) == 0;
    }
    bool known(int seat) const { return ((seat ^ ending_.seat) & 1) == 0; }
    int index(int seat) const { return seat == ending_.seat || seat == ((ending_.seat + 1) & 3) ? 0 : 1; }
    u32 legal(u32 hand, int led) const {
        const u32 following = led < 0 ? 0 : hand & suits_[led];
        return following != 0 ? following : hand;
    }
    void lay(Trick& trick, int seat, int card) const;
    u32 above(u32 others) const;
    int sure(u32 hand, u32 others) const;
    int sure(u32 mine, u32 partner, u32 theirs) const;
    int masters(u32 hand, u32 others) const;
    Position position_of(const u32* hand, int leader) const;
    Solved* find(const Position& at);
    Solved* slot(const Position& at);
    void note(const Position& at, int need, int left, bool made);
    u32 distinct(u32 cards, u32 others) const;
    u32 removed(u32 hand, int card) const;
    u32 playable(const Layouts& live, int defender, int led) const;

    // whether declarer makes it double dummy; hands by seat
    bool makes(const u32* hand, int leader, int need, int left);
    bool last_trick(const u32* hand, int leader);
    bool makes_on(const u32* hand, const Trick& trick, int need, int left);
    bool makes_by_card(const u32* hand, const Trick& trick, int need, int left);
    bool makes_after(const u32* hand, const Trick& trick, int need, int left);
    bool makes(const Node& node, const Held& held);

    Node played(const Node& node, int seat, int card) const;
    Node turned(const Node& node, int leader) const;     // the next trick
    Key key_of(const Node& node, const Layouts& live, const Layouts* all) const;

    Family search(const Node& node, const Layouts& live, u64 limit);
    // The card that was right last where the known hands and the trick looked the same.
    u8& hint(const Node& node) {
        return hints_[mixed((node.hand[0] | u64{node.hand[1]} << 32) * 0x9e3779b97f4a7c15 + (u64{node.trick.table} << 8) +
                            static_cast<u64>(node.trick.leader)) % hints_.size()];
    }
    static bool within(const std::vector<u32>& kept, const Family& family);
    Family either(const Layouts& live, u64 limit);
    Family choose(const Node& node, const Layouts& live, u64 limit);
    Family answer(const Node& node, const Layouts& live, u64 limit);
    Family next_trick(const Node& node, const Layouts& live, u64 limit);
    Family handed_back(const Node& node, const Layouts& live, u64 limit);
    Family joined(const Family& family, const Family& other, const Layouts& live,
                  const std::vector<u32>& place, u64 limit);
    Family united(Family family, const Family& other);
    void keep_front(Family& family);
    Family whole(const Layouts& live, bool won, u64 limit);
    static u64 scale_of(const Node& node);
    u32 winning_most(const Node& node, int seat, u32 cards, const Layouts& all);
    Chances sampled(const Node& node, const Layouts& live, const Layouts& all);
    Chances sampled_card(const Node& node, const Layouts& live, const Layouts& all);
    Chances sampled_answer(const Node& node, const Layouts& live, const Layouts& all);
    Layouts winnable();
    void begin();
    static u64 weight_of(const Layouts& layouts);
    void take(const Family& family, const Layouts& live);
    bool covers(const Node& node, const Layouts& live);
    int plan_step(const Node& node, const Layouts& live);
    int plan_cases(const Node& node, const Layouts& live, int seat);
    int added(PlanStep step);
    void forget();
    void forget_solved() {
        solved_.clear();
        solved_size_ = 0;
    }

    Ending ending_;
    u64 total_ = 0;
    std::vector<u64> class_;       // sets of unseen cards
    // positions: cards by suit and rank, those of a class from its lowest on
    int position_[kCards] = {}, suit_[32] = {};
    u32 suits_[kSuits] = {}, field_[32] = {}, firsts_ = 0, trumps_ = 0;

    u64 cards_of_[32] = {};        // the cards at a position, or all of its class
    Node root_{};
    Layouts layouts_;
    std::vector<int> layout_of_;   // of each layout of the ending, its place in layouts_

    Work* work_ = nullptr;
    // Caches, and what their entries may be reused for:
    // - solved_: whether a position makes, for either rule of ties. Its classes are in the key, so it outlives split(); but an entry
    //   that is found again notes no ties, so a pass that has to know of every tie begins without entries.
    // - families_, chances_: results of the layouts and positions in build()'s numbering, which split() changes; both noted their
    //   ties, which a pass must count from its beginning. families_ are of one width_.
    // - hints_: only the order in which cards are tried.
    std::vector<Solved> solved_;
    std::size_t solved_size_ = 0;
    std::unordered_map<Key, Cached, KeyHash> families_;
    std::unordered_map<Key, Chances, KeyHash> chances_;
    std::size_t bytes_ = 0;            // of families_ and chances_
    std::vector<u8> hints_ = std::vector<u8>(1 << 14);
    Ties ties_ = Ties::defence;
    bool noting_ = false, ties_mattered_ = false;    // every tie is looked at
    u64 mattered_[32] = {};        // how often, for the class at a position
    std::size_t width_ = 0;        // the most sets of a family, or 0
    u64 excess_ = 0, limit_ = 0;
    u64 low_ = 0, high_ = 0;
    u64 dummy_ = kAny;             // double dummy, once it was asked for
    bool begun_ = false;
    std::vector<u8> won_;          // for each layout of the ending
    std::vector<PlanStep> steps_;
    std::map<std::vector<u64>, int> ids_;
    std::unordered_map<Key, int, KeyHash> usual_;
};

}  // namespace dealwright
