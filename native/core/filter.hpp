// Deal and test: attempts in order, each hand dealt only when the clauses so far have passed.
#pragma once

#include "deals.hpp"
#include "program.hpp"

namespace dealwright {

// Clauses in the order of the last seat they read; all must be non-zero.
struct Filter {
    const Expression* clause;
    std::size_t clauses;
    std::size_t upto[kSeats];    // clause[0 .. upto[s]) need only seats 0..s
};

struct FilterResult {
    u64 found;     // deals accepted
    u64 tried;     // attempts looked at, the last accepted one included
};

namespace DEALWRIGHT_BODY {

// The attempts of one chunk that have passed so far, column by column.
struct Running {
    std::size_t n;
    u64 hand[kSeats][kDealChunk];
    u64 rank[2][kDealChunk];       // East's and South's numbers
    u32 index[kDealChunk];         // attempt within the chunk
};

// Positions are collected first, without branches, so that only the survivors are copied.
inline void keep(Running& running, const i32* passed, int seats_dealt) {
    u32 position[kDealChunk];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < running.n; ++i) {
        position[kept] = static_cast<u32>(i);
        kept += passed[i] != 0;
    }
    if (kept == running.n) return;
    for (std::size_t i = 0; i < kept; ++i) {
        const u32 from = position[i];
        for (int seat = 0; seat < seats_dealt; ++seat)
            running.hand[seat][i] = running.hand[seat][from];
        running.rank[0][i] = running.rank[0][from];
        running.rank[1][i] = running.rank[1][from];
        running.index[i] = running.index[from];
    }
    running.n = kept;
}

// Deals one more seat to every attempt that has passed so far; hands include fixed cards.
inline void deal_seat(const DealPlan& plan, Running& running, int seat) {
    const std::size_t n = running.n;
    if (seat == 3) {
        for (std::size_t i = 0; i < n; ++i)
            running.hand[3][i] =
                kPack ^ running.hand[0][i] ^ running.hand[1][i] ^ running.hand[2][i];
        return;
    }
    u64* hand = running.hand[seat];
    if (seat == 0) {
        unrank_blocks<4>(plan.order[0], hand, hand, n);
        if (plan.pool == kPack) return;
        for (std::size_t i = 0; i < n; ++i)
            hand[i] = plan.fixed[0] | deposit(hand[i], plan.pool);
        return;
    }
    const u64* rank = running.rank[seat - 1];
    if (seat == 1) {
        unrank_blocks<3>(plan.order[1], rank, hand, n);
        for (std::size_t i = 0; i < n; ++i)
            hand[i] = plan.fixed[1] | deposit(hand[i], plan.pool & ~running.hand[0][i]);
    } else {
        unrank_blocks<2>(plan.order[2], rank, hand, n);
        for (std::size_t i = 0; i < n; ++i)
            hand[i] = plan.fixed[2] |
                      deposit(hand[i], plan.pool & ~running.hand[0][i] & ~running.hand[1][i]);
    }
}

// Looks at attempts first .. first + n - 1 in order and stops at the capacity-th accepted one.
// Writes accepted deals as rows of four masks, and their attempt numbers, unless deals is null.
inline FilterResult filter_deals(const DealPlan& plan, const Key& key, const Filter& filter,
                                 u64 first, u64 n, u64 capacity, u64* deals, u64* attempts) {
    Stack stack;
    Running running;
    const u64* const hands[kSeats] = {running.hand[0], running.hand[1], running.hand[2],
                                      running.hand[3]};
    FilterResult result{0, 0};
    while (result.tried < n && result.found < capacity) {
        const u64 start = first + result.tried;
        const u64 left = n - result.tried;
        const std::size_t chunk = left < kDealChunk ? static_cast<std::size_t>(left) : kDealChunk;
        draw_chunk(plan, key, start, chunk, running.hand[0], running.rank[0], running.rank[1]);
        running.n = chunk;
        for (std::size_t i = 0; i < chunk; ++i) running.index[i] = static_cast<u32>(i);
        std::size_t at = 0;
        for (int seat = 0; seat < kSeats && running.n > 0; ++seat) {
            if (at == filter.clauses && deals == nullptr) break;
            deal_seat(plan, running, seat);
            for (; at < filter.upto[seat] && running.n > 0; ++at) {
                evaluate(filter.clause[at], hands, running.n, stack);
                keep(running, stack.column[0], seat + 1);
            }
        }
        if (running.n > capacity - result.found) {
            running.n = static_cast<std::size_t>(capacity - result.found);
        }
        if (deals != nullptr)
            for (std::size_t i = 0; i < running.n; ++i) {
                for (int seat = 0; seat < kSeats; ++seat)
                    deals[kSeats * (result.found + i) + seat] = running.hand[seat][i];
                attempts[result.found + i] = start + running.index[i];
            }
        result.found += running.n;
        result.tried += result.found == capacity && running.n > 0
                            ? running.index[running.n - 1] + u64{1} : chunk;
    }
    return result;
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
