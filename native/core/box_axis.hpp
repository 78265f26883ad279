// Counting by scores: the places of one automaton, its classes and scores in both halves.
#pragma once

#include <string>
#include <vector>

#include "box_halves.hpp"

namespace dealwright {

// The places of one automaton on both sides, and which of them go together.
struct Axis {
    int scores;                          // totals from 0, each a place with a class
    std::vector<u8> label;               // outcome x total: 1 + label, 0 if rejected
    std::vector<i32> place[2];           // of each class and score: its place, -1 where it is not used or rejected
    int places[2] = {};
    std::vector<std::string> labels;     // left place x right place: 1 + label
    // By left place: the left place whose sum it begins with (-1: 0), then right places to add, and to take away.
    std::vector<i32> base;
    std::vector<std::vector<i32>> more, less;
};

Axis axis_of(const Boxes& boxes, int j);

// Finds the places of automaton j that states use. A place is a class and a score; those that go with the same places
// of the other half are one.
void find_places(const Boxes& boxes, int j, const BoxStates* halves, Axis& axis, Work& work);

// How to make the sums of places with one of some labels from sums made before: from the nearest.
void plan_sums(const Boxes& boxes, u64 labels, Axis& axis);

}  // namespace dealwright
