// Counting deals by scores, of each hand or of several: what is held in a suit adds to a score, and the outcome of its
// automaton says which totals are accepted, in a few ranges.
//
// The pack is two halves as in exact_model.hpp. A letter vector of a suit (one letter for each automaton) comes with the
// scores that its layouts add. The cards of each owner in the left half (a card vector) are fixed one vector after the
// other, so that only the states of one vector are in memory; vectors that differ by seats in the same role are
// counted once. A range of scores is a box of the right half's table of sums. Only deals are counted: no numbers.
#pragma once

#include <vector>

#include "seating.hpp"
#include "work.hpp"

namespace dealwright {

inline constexpr int kMostScored = 8;

struct BoxSuit {
    std::vector<u32> cards;             // of each letter vector: the free cards of every owner, a byte each; in order
    std::vector<u16> letters;           // one for each automaton
    std::vector<i32> start;             // entries of each letter vector
    std::vector<i32> score;             // of each entry: its scores that may reach the cap, as a number of the suit
    std::vector<i32> offset;            // and the others, as a part of the cell
    std::vector<u64> ways;
    std::vector<u8> low, high;          // of each letter vector: its least and greatest scores
    std::vector<u8> value;              // of each number of scores that may reach the cap: the scores, 0 for the others
};

struct ScoreRange {
    i32 low, high, label;               // label -1: none
};

// Shortcuts that the kernel takes where it may; tests switch them off. Decision 63 has the law of each.
enum BoxShortcut : u32 {
    kAlikeSuits = 1,                    // two letter vectors of a half whose suits can be exchanged are listed once
    kNeighbours = 2,                    // pairs with one first letter vector are added at once
    kMergedPlaces = 4,                  // places that the other half cannot tell apart are one
    kNearestSums = 8,                   // sums of places begin with the nearest one made before
    kJoinedCorners = 16,                // corners that boxes share are joined
    kSummedScores = 32,                 // a score that a box does not limit is summed over first
    kScannedCells = 64,                 // cells in use are found among those within a state's bounds
};

struct Boxes : Seating {
    int automata, scored;               // the first automata are those of the scores
    BoxSuit suit[4];
    std::vector<i32> letters[4];        // letters of each automaton in each suit
    std::vector<i32> compose[2][8];     // letter x letter -> class or -1
    std::vector<i32> classes[2];
    std::vector<i32> fit[8];            // class x class -> outcome or -1
    std::vector<i32> add[2];            // scores x scores of a half's suits -> cell of the table, offsets left out
    int scores[4];                      // how many each suit has
    std::vector<i32> caps;              // the greatest total of each score: higher ones count as it
    std::vector<i32> most[2];           // the same in each half: a table has most + 1 scores
    std::vector<i32> ranges;            // how many each outcome of a score's automaton has
    std::vector<ScoreRange> range[kMostScored];
    std::vector<i32> labels;            // how many each score has
    std::vector<u8> accepted;           // for each combination of labels
    std::vector<u32> vectors;           // cards of the left half
    std::vector<i32> times;             // how many vectors each stands for
    std::vector<i32> role;              // of each seat: those of one role can be exchanged in every deal
    std::vector<i32> turned;            // of each seat and score: the score in its place if the seat is exchanged with
                                        // the first one of its role
    bool mirrored = false;              // the halves can be exchanged in every deal
    u32 shortcuts = ~u32{0};            // those allowed
    mutable u32 used = 0;               // those taken
    u32 cards = 0;                      // that every owner needs
    u64 shares = 1;                     // ways to share the cards of owners that are several seats
    bool wide = false;                  // the right half has three suits
    // Disjoint products of labels that make up the accepted ones: a set of labels for each score. If there are any,
    // count_axes applies.
    int products = 0;
    std::vector<u64> product;
    u128 total = 0;
    bool take(BoxShortcut shortcut) const { return shortcuts & shortcut; }
};

// Throws InvariantBroken if seats of a role, halves that are mirrored, products or bounds are not what counting relies on.
void check_boxes(const Boxes& boxes, Work& work);
void count_boxes(Boxes& boxes, Work& work);
void count_axes(Boxes& boxes, Work& work);

}  // namespace dealwright
