// The exact model of a condition: the plain arrays that planning passes to the counting kernels.
//
// The pack is four suits in the order 0 1 | 2 3, two halves. Each card goes to one of 2 to 4 owners: seats
// under the condition first, then (where some seats are free) one pool. In each suit the condition
// distinguishes a few ranks (honours); the others (small cards) are alike. A layout of a suit is an
// assignment of its honours and a row: how many small cards each owner gets.
//
//   assignment -> class (kind, points): its kind says how the automata see it, its points are what
//                 it adds to the sums that depend on honours only
//   kind       -> rows (counts, letters): one letter for each automaton, or no row where a test of
//                 that suit fails
//
// Automata read one letter a suit. After a half automaton j is in a class compose[h][j]; two classes
// have an outcome or do not fit; the outcomes of all automata have a joint outcome, and that says
// which pairs of points are accepted, with a whole-number weight.
#pragma once

#include <utility>
#include <vector>

#include "seating.hpp"
#include "work.hpp"

namespace dealwright {

struct ExactSuit {
    int shift;                          // bit of the suit's deuce
    u32 small;                          // its free small cards, 13 bits
    u32 honours;                        // its free honours, 13 bits
    std::vector<u16> assignment;        // owners' honours, four masks each
    std::vector<i32> class_kind, class_points, class_first, class_size;
    std::vector<i32> row_start;         // rows of each kind
    std::vector<u32> row_counts;        // small cards of owners 0..3, a byte each
    std::vector<double> row_ways;       // ways to deal them
    std::vector<u16> row_letters;       // one for each automaton
    int kinds() const { return static_cast<int>(row_start.size()) - 1; }
    int classes() const { return static_cast<int>(class_kind.size()); }
};

struct ExactModel : Seating {
    int automata;
    ExactSuit suit[4];
    std::vector<i32> letters[4];        // letters of each automaton in each suit
    std::vector<i32> compose[2][8];     // letter x letter -> class or -1
    std::vector<i32> classes[2];        // how many, for each automaton
    std::vector<i32> fit[8];            // class x class -> outcome or -1
    std::vector<i32> outcomes;          // how many, for each automaton
    std::vector<i32> joint;             // outcomes of all automata -> joint outcome or -1
    int joints;
    std::vector<i32> add_points[2];     // points x points -> points of the half or -1
    int second_points[2];               // how many the half's second suit has: a row of add_points
    int points[2];                      // how many
    std::vector<i64> accept_start;      // for each joint outcome and left points: accepted right
    std::vector<i32> accept_right;
    std::vector<i32> accept_weight;
};

inline constexpr int kMostAutomata = 8;

struct ExactLeaf {                      // a pair of classes and the small cards that go with it
    i32 first, second;
    i32 entry;
};

// One half: S[kind pair][state] ways for the small cards, D[kind pair][points] for the honours,
// and their product over kind pairs, layouts[points][state].
struct ExactHalf {
    int kinds2 = 0;                     // kinds of the second suit; a pair is first * kinds2 + second
    std::vector<u64> code;              // state -> classes of the automata, mixed radix
    std::vector<i64> small_start;       // by kind pair: entries (state, ways), states increasing
    std::vector<i32> small_state;
    std::vector<double> small_ways;
    std::vector<i64> honour_start;      // by points: entries (kind pair, ways, first class pair)
    std::vector<i32> honour_pair;
    std::vector<double> honour_ways;
    std::vector<i64> honour_classes;
    std::vector<i32> class_pair;        // two classes each
    std::vector<double> layouts;        // points x states
    // for drawing
    std::vector<u32> draw_pair;         // by honour entry, small copies: kind pair, ways
    std::vector<u32> draw_ways;
    std::vector<u32> draw_classes;      // by honour entry: first class pair
    std::vector<u64> small_dense;       // state x kind pair, where that is small enough
    std::vector<u64> layouts_of;        // states x points
    std::vector<i64> entry_start;       // by state: entries (kind pair, ways), pairs increasing
    std::vector<i32> entry_pair;
    std::vector<u64> entry_ways;
    std::vector<i64> split_start;       // by entry: pairs of rows
    std::vector<u16> split;             // two rows each
    std::vector<u64> split_end;         // cumulative ways, where there are few splits
    std::vector<i64> leaf_start;        // by state x points, where there are few
    std::vector<u64> leaf_end;          // cumulative layouts
    std::vector<ExactLeaf> leaf;
    int states() const { return static_cast<int>(code.size()); }
};

struct ExactRow {
    u32 group;
    u32 points;
};

struct ExactNext {
    i32 points, state;
    u32 weight;
};

struct Exact {
    ExactModel model;
    ExactHalf half[2];
    std::vector<i32> group_state;       // left state of each group; groups of a joint outcome stand
    std::vector<i64> joint_start;       // together
    std::vector<i64> partner_start;     // right states of each group
    std::vector<i32> partner;
    std::vector<double> right;          // by joint outcome: points x groups
    std::vector<double> continuations;  // by joint outcome: left points x groups
    u128 layouts = 0;                   // layouts of owners; the deals are this times pool_ways
    u128 total = 0;
    bool ready = false;
    // for drawing
    std::vector<u128> row_end;          // cumulative layouts
    std::vector<ExactRow> row;
    std::vector<u32> guide;
    int guide_shift = 0;
    std::vector<u64> right_of;          // group x right points
    std::vector<i64> next_start;        // by row, where there are few: right points and states
    std::vector<u64> next_end;
    std::vector<ExactNext> next;
    std::vector<std::pair<u32, i32>> assignment_of[4];  // owners, two bits an honour; sorted
};

// The tables that counting makes, one after the other, and those for drawing.
template <typename Half, typename Visit>
void each_counted_table(Half& half, Visit&& visit) {
    visit(half.code);
    visit(half.small_start);
    visit(half.small_state);
    visit(half.small_ways);
    visit(half.honour_start);
    visit(half.honour_pair);
    visit(half.honour_ways);
    visit(half.honour_classes);
    visit(half.class_pair);
    visit(half.layouts);
}

template <typename Exact, typename Visit>
void each_drawing_table(Exact& exact, Visit&& visit) {
    for (auto& half : exact.half) {
        visit(half.draw_pair);
        visit(half.draw_ways);
        visit(half.draw_classes);
        visit(half.small_dense);
        visit(half.layouts_of);
        visit(half.entry_start);
        visit(half.entry_pair);
        visit(half.entry_ways);
        visit(half.split_start);
        visit(half.split);
        visit(half.split_end);
        visit(half.leaf_start);
        visit(half.leaf_end);
        visit(half.leaf);
    }
    visit(exact.row_end);
    visit(exact.row);
    visit(exact.guide);
    visit(exact.right_of);
    visit(exact.next_start);
    visit(exact.next_end);
    visit(exact.next);
    for (auto& assignments : exact.assignment_of) visit(assignments);
}

std::size_t bytes_of(const Exact& exact);    // of the model and all tables

// All of these throw what `work` throws; the model stays as it was, and prepare_exact can be called again.
void count_exact(Exact& exact, Work& work);
// The deals of each label in place of all; nothing can be drawn or numbered then.
void count_labelled(Exact& exact, const std::vector<i32>& label, std::vector<u128>& totals,
                    Work& work);
void state_exact(Exact& exact, Work& work);  // all but the join of both halves
void count_entries(const Exact& exact, u64* low, u64* high, Work& work);
void prepare_exact(Exact& exact, Work& work);    // for unranking and ranking; requires total > 0
void rank_exact(const Exact& exact, const u64* deals, u64* low, u64* high, u8* found, std::size_t n,
                const Work& work);

}  // namespace dealwright
