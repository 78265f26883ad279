// Exact counting if suits do not matter: honours are placed rank by rank, small cards at once.
//
// A condition that only sums over honours (HCP, controls, aces ...) depends on the number of cards of each
// rank that every owner has. The ranks are cut into two halves; a cell of a half has the number of cards of
// each of its ranks for each owner. After a pair of cells every owner is filled up from the small cards, in
// multinomially many ways: at most 36! / 9!^4 < 2^65, a total below 2^96.
#pragma once

#include <vector>

#include "seating.hpp"
#include "work.hpp"

namespace dealwright {

struct HonoursHalf {
    std::vector<u64> ranks;           // the cards of each rank
    std::vector<u8> counts;           // cell x rank x owner (four of them)
    std::vector<u64> ways;            // cell: ways to choose the cards of every rank
    std::vector<u32> code;            // cell: honours of owners 0, 1, 2, five bits each
    std::vector<i32> points;          // cell; the right half's are sorted
    int cells() const { return static_cast<int>(ways.size()); }
};

struct HonoursPair {
    u32 right;
    u32 weight;
};

struct Honours : Seating {
    u64 small;
    int need[4];                      // cards that each owner gets in all
    HonoursHalf half[2];
    std::vector<i64> accept_start;    // for left points: accepted right points
    std::vector<i32> accept_right, accept_weight;
    std::vector<i32> right_start;     // right cells of each points
    std::vector<u128> fill;           // by code of both halves together: ways for the small cards
    u128 total = 0;
    bool ready = false;
    std::vector<u128> row_end;        // left cell: cumulative
    std::vector<i64> pair_start;
    std::vector<u128> pair_end;       // within the row
    std::vector<HonoursPair> pair;
    std::vector<u8> row_shift;        // x >> row_shift is a cell of the row's guide
    std::vector<i64> row_guide;       // where it begins
    std::vector<u32> guide;           // a pair of the row at or before x's own
};

std::size_t bytes_of(const Honours& honours);

// These throw what `work` throws; then prepare_honours can be called again.
void count_honours(Honours& honours, Work& work);
void prepare_honours(Honours& honours, Work& work);
void entries_honours(const Honours& honours, u64* low, u64* high, Work& work);
void rank_honours(const Honours& honours, const u64* deals, u64* low, u64* high, u8* found,
                  std::size_t n, const Work& work);

}  // namespace dealwright
