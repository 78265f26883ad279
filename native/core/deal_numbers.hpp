// The 96-bit number of a deal: (n C(39,13) + e) C(26,13) + s, with n North's rank in block order
// among the hands of 52 cards, e East's among those of the 39 that North leaves, s South's among
// those of the 26 that both leave. The number is below 52! / 13!^4 < 2^95.44.
#pragma once

#include "deals.hpp"
#include "subsets.hpp"

namespace dealwright {

inline constexpr u64 kNorthHands = 635013559600;        // C(52,13)
inline constexpr u64 kEastHands = 8122425444;           // C(39,13)
inline constexpr u64 kSouthHands = 10400600;            // C(26,13)
inline constexpr u64 kRestDeals = kEastHands * kSouthHands;
inline constexpr u128 kDeals = static_cast<u128>(kNorthHands) * kRestDeals;
static_assert(kDeals >> 96 == 0 && kRestDeals >> 56 == 1);

namespace DEALWRIGHT_BODY {

// The inverse of unrank_block.
template <int blocks>
inline u64 rank_block(const BlockOrder& order, u64 cards) {
    constexpr u64 kBlock = kHoldings - 1;
    const u64 h0 = cards & kBlock, h1 = cards >> 13 & kBlock;
    const u64 h2 = cards >> 26 & kBlock, h3 = cards >> 39;
    int counts = count_bits(h1);
    u64 high = 0;
    if constexpr (blocks > 2) {
        counts += 14 * count_bits(h2);
        high = kSubsets.rank[h2];
    }
    if constexpr (blocks > 3) counts += 14 * 14 * count_bits(h3);
    const u32 at = order.row_of_counts[counts];
    const BlockRow& row = order.row[at];
    if constexpr (blocks > 3) high += static_cast<u64>(kSubsets.rank[h3]) * row.block2;
    return order.first[at] + high * row.low_pair +
           static_cast<u64>(kSubsets.rank[h1]) * row.block0 + kSubsets.rank[h0];
}

template <int blocks>
inline void rank_blocks(const BlockOrder& order, const u64* masks, u64* out, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) out[i] = rank_block<blocks>(order, masks[i]);
}

// order: of 13 cards out of 52, 39 and 26. Rows of four masks; requires valid deals.
inline void rank_deals(const BlockOrder* order, const u64* deals, u64* low, u64* high,
                       std::size_t n) {
    u64 north[kDealChunk], east[kDealChunk], south[kDealChunk];
    while (n > 0) {
        const std::size_t chunk = n < kDealChunk ? n : kDealChunk;
        for (std::size_t i = 0; i < chunk; ++i, deals += kSeats) {
            u64 left = kPack ^ deals[0];
            north[i] = deals[0];
            east[i] = extract(deals[1], left);
            left ^= deals[1];
            south[i] = extract(deals[2], left);
        }
        rank_blocks<4>(order[0], north, north, chunk);
        rank_blocks<3>(order[1], east, east, chunk);
        rank_blocks<2>(order[2], south, south, chunk);
        for (std::size_t i = 0; i < chunk; ++i) {
            const u128 number = static_cast<u128>(north[i]) * kRestDeals +
                                (east[i] * kSouthHands + south[i]);
            low[i] = static_cast<u64>(number);
            high[i] = static_cast<u64>(number >> 64);
        }
        low += chunk;
        high += chunk;
        n -= chunk;
    }
}

// North's rank floor(x / d) for x < kDeals, d = kRestDeals: with a = floor(x / 2^32) < 2^64 and
// m = floor(2^96 / d) < 2^40, a m / 2^64 is at most x / d and falls short of it by less than
// (m + 1) / 2^64 + a / 2^64 < 1 (a < 2^63.5). So its floor is the quotient or one less, and the
// remainder, below 2 d < 2^58 either way, tells which.
inline Ranks split_deal_number(u64 low, u64 high) {
    constexpr u64 kInverse = static_cast<u64>((u128{1} << 96) / kRestDeals);
    Ranks ranks;
    const u64 a = high << 32 | low >> 32;
    ranks.north = static_cast<u64>(static_cast<u128>(a) * kInverse >> 64);
    u64 rest = low - ranks.north * kRestDeals;
    const bool short_by_one = rest >= kRestDeals;
    ranks.north += short_by_one;
    rest -= short_by_one ? kRestDeals : 0;
    ranks.east = rest / kSouthHands;
    ranks.south = rest - ranks.east * kSouthHands;
    return ranks;
}

// Requires numbers below kDeals.
inline void unrank_deals(const BlockOrder* order, const u64* low, const u64* high, u64* deals,
                         std::size_t n) {
    u64 north[kDealChunk], east[kDealChunk], south[kDealChunk];
    while (n > 0) {
        const std::size_t chunk = n < kDealChunk ? n : kDealChunk;
        for (std::size_t i = 0; i < chunk; ++i) {
            const Ranks ranks = split_deal_number(low[i], high[i]);
            north[i] = ranks.north;
            east[i] = ranks.east;
            south[i] = ranks.south;
        }
        unrank_blocks<4>(order[0], north, north, chunk);
        unrank_blocks<3>(order[1], east, east, chunk);
        unrank_blocks<2>(order[2], south, south, chunk);
        for (std::size_t i = 0; i < chunk; ++i, deals += kSeats) {
            u64 left = kPack ^ north[i];
            deals[0] = north[i];
            deals[1] = deposit(east[i], left);
            left ^= deals[1];
            deals[2] = deposit(south[i], left);
            deals[3] = left ^ deals[2];
        }
        low += chunk;
        high += chunk;
        n -= chunk;
    }
}

// The first row that is not four hands of 13 cards making up the pack, or -1.
inline i64 first_bad_deal(const u64* deals, std::size_t n) {
    return first_bad(n, [deals](std::size_t i) {
        const u64* hand = deals + kSeats * i;
        bool bad = (hand[0] | hand[1] | hand[2] | hand[3]) != kPack;
        for (int seat = 0; seat < kSeats; ++seat) bad |= count_bits(hand[seat]) != kRanks;
        return bad;
    });
}

inline i64 first_bad_deal_number(const u64* low, const u64* high, std::size_t n) {
    return first_bad(n, [low, high](std::size_t i) {
        return (static_cast<u128>(high[i]) << 64 | low[i]) >= kDeals;
    });
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
