// In how many deals of a condition each seat holds each card: a pass back over the tables of a count.
//
// The pass multiplies what counting added up: the ways to complete a state and points of one half with the
// other half, then the ways to complete each class of honours and each row of small cards. Honours of a class
// lie as its assignments say; small cards of a row are alike, so each is with an owner as often as the owner
// has of them.
#pragma once

#include "exact_model.hpp"
#include "honours.hpp"

namespace dealwright {

struct CardCounts {
    u128 of[kCards][kSeats] = {};       // deals, each with its weight
};

struct OwnedCards {
    u128 of[kCards][4] = {};            // by owner, before the pool is shared
};

// Shares the pool's cards among its seats in proportion: no two of them differ.
inline void seat_cards(const Seating& seating, const OwnedCards& owned, u128 total,
                       CardCounts& counts) {
    int need[3] = {}, all = 0;
    for (int t = 0; t < seating.pools; ++t)
        all += need[t] = kRanks - __builtin_popcountll(seating.fixed[seating.pool_seats[t]]);
    for (int card = 0; card < kCards; ++card) {
        for (int owner = 0; owner < seating.seats(); ++owner)
            counts.of[card][seating.owner_seat[owner]] += owned.of[card][owner] * seating.pool_ways;
        for (int t = 0; t < seating.pools && all > 0; ++t)
            counts.of[card][seating.pool_seats[t]] +=
                owned.of[card][seating.seats()] * seating.pool_ways * static_cast<u64>(need[t]) /
                static_cast<u64>(all);
        for (int seat = 0; seat < kSeats; ++seat)
            if (seating.fixed[seat] >> card & 1) counts.of[card][seat] = total;
    }
}

// These throw what `work` throws. The deals must have been counted, and not by labels.
void count_cards(const Exact& exact, CardCounts& counts, Work& work);
void count_cards(const Honours& honours, CardCounts& counts, Work& work);

}  // namespace dealwright
