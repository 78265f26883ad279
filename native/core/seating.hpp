// The owners of an exact count: tracked seats first, then one pool of all other seats.
#pragma once

#include <vector>

#include "deal_numbers.hpp"

namespace dealwright {

struct Seating {
    int owners, pools;                  // pools: how many seats share the last owner's cards
    int owner_seat[4], pool_seats[3];
    u64 fixed[kSeats];
    std::vector<BlockOrder> pool_order;  // for all of the pool's seats but the last
    u64 pool_ways = 1;                  // below 39! / 13!^3 < 2^57
    int seats() const { return owners - (pools > 0); }
};

namespace DEALWRIGHT_BODY {

// The deal in which the owners hold these cards; index < pool_ways selects how the pool is shared.
inline void seat_owners(const Seating& seating, const u64* owners, u64 index, u64* deal) {
    for (int seat = 0; seat < kSeats; ++seat) deal[seat] = seating.fixed[seat];
    const int seats = seating.seats();
    for (int owner = 0; owner < seats; ++owner) deal[seating.owner_seat[owner]] |= owners[owner];
    if (seating.pools == 0) return;
    u64 cards = owners[seats];
    for (int t = 0; t + 1 < seating.pools; ++t) {
        const BlockOrder& order = seating.pool_order[t];
        const u64 own = deposit(unrank_block<4>(order, index % order.total), cards);
        index /= order.total;
        deal[seating.pool_seats[t]] |= own;
        cards ^= own;
    }
    deal[seating.pool_seats[seating.pools - 1]] |= cards;
}

// The owners' cards of a deal; false if a fixed card is not in its place.
inline bool cards_of_owners(const Seating& seating, const u64* deal, u64* owners) {
    for (int seat = 0; seat < kSeats; ++seat)
        if ((deal[seat] & seating.fixed[seat]) != seating.fixed[seat]) return false;
    const int seats = seating.seats();
    for (int owner = 0; owner < seats; ++owner)
        owners[owner] = deal[seating.owner_seat[owner]] & ~seating.fixed[seating.owner_seat[owner]];
    for (int t = 0; t < seating.pools; ++t)
        owners[seats] |= deal[seating.pool_seats[t]] & ~seating.fixed[seating.pool_seats[t]];
    return true;
}

// The index, as seat_owners takes it, of how a deal shares the pool.
inline u64 rank_pool(const Seating& seating, const u64* deal, const u64* owners) {
    u64 index = 0, scale = 1, cards = seating.pools > 0 ? owners[seating.seats()] : 0;
    for (int t = 0; t + 1 < seating.pools; ++t) {
        const u64 own = deal[seating.pool_seats[t]] & cards;
        index += scale * rank_block<4>(seating.pool_order[t], extract(own, cards));
        scale *= seating.pool_order[t].total;
        cards ^= own;
    }
    return index;
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
