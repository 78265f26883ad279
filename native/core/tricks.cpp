#include "tricks.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace dealwright {
namespace {

using Trick = std::array<u8, kSeats>;

// The place of the card that wins a trick, given in the order of play.
std::size_t winner(const Trick& trick, int trump) {
    const int led = trick[0] / kRanks;
    std::size_t best = 0;
    int highest = -1;
    for (std::size_t place = 0; place < kSeats; ++place) {
        const int suit = trick[place] / kRanks, rank = trick[place] % kRanks;
        const int strength = rank + (suit == trump ? 2 * kRanks : suit == led ? kRanks : 0);
        if (strength > highest) {
            highest = strength;
            best = place;
        }
    }
    return best;
}

}  // namespace

PlayOrder order_of_columns(const u8* cards, std::size_t n, int trump, std::size_t most) {
    PlayOrder order;
    std::size_t lead = 0;
    for (std::size_t start = 0; start < n && order.leaders.size() < most; start += kSeats) {
        const bool whole = n - start >= kSeats;
        const std::size_t before = order.places.size(), length = whole ? kSeats : n - start;
        Trick trick{};
        // of a last row that is not whole only the cards from the leader's column on have an order
        for (std::size_t k = 0; k < (whole ? kSeats : length - std::min(lead, length)); ++k) {
            const std::size_t place = start + (lead + k) % kSeats;
            if (cards[place] >= kCards) break;
            trick[k] = cards[place];
            order.places.push_back(place);
        }
        const std::size_t played = order.places.size() - before;
        if (played > 0) order.leaders.push_back(static_cast<int>(lead));
        if (played < kSeats) break;
        lead = (lead + winner(trick, trump)) % kSeats;
    }
    return order;
}

TricksWon tricks_of_columns(const u8* cards, std::size_t n, int trump, const u64 hands[kSeats]) {
    TricksWon tricks{n, {0, 0}, n};
    u64 played = 0, turned = 0;             // all cards, and those of the tricks so far
    for (std::size_t place = 0; place < n; ++place) {
        if (cards[place] >= kCards) continue;
        const u64 card = u64{1} << cards[place], hand = hands[place % kSeats];
        if ((played & card) || (hand && !(hand & card))) {
            tricks.stranger = place;
            return tricks;
        }
        played |= card;
    }
    constexpr std::size_t kForced = kCards - kSeats;
    std::array<u8, kCards> rows;
    rows.fill(kCards);
    std::copy_n(cards, std::min<std::size_t>(n, kCards), rows.begin());
    std::size_t lead = 0;
    for (std::size_t start = 0; start < kCards; start += kSeats) {
        if (start == kForced) {             // the last trick may not have been played
            for (std::size_t column = 0; column < kSeats; ++column) {
                const u64 left = hands[column] & ~played;
                if (rows[start + column] < kCards || std::popcount(left) != 1) continue;
                rows[start + column] = static_cast<u8>(std::countr_zero(left));
            }
        }
        Trick trick{};
        for (std::size_t k = 0; k < kSeats; ++k) {
            const std::size_t column = (lead + k) % kSeats;
            trick[k] = rows[start + column];
            if (trick[k] >= kCards) return tricks;
            const int led = trick[0] / kRanks;
            const u64 follows = hands[column] & ~turned & (u64{kHoldings - 1} << (kRanks * led));
            if (trick[k] / kRanks != led && follows && tricks.revoke == n)
                tricks.revoke = start + column;
            turned |= u64{1} << trick[k];
        }
        lead = (lead + winner(trick, trump)) % kSeats;
        ++tricks.won[lead % 2];
    }
    return tricks;
}

PlayColumns columns_of_order(const u8* cards, std::size_t n, int trump, const u64 hands[kSeats]) {
    PlayColumns columns;
    std::array<std::size_t, kSeats> before{};   // the columns of the previous trick's cards
    std::size_t lead = 0;
    for (std::size_t start = 0; start < n; start += kSeats) {
        const std::size_t length = std::min<std::size_t>(kSeats, n - start);
        if (start > 0) {
            Trick trick;
            std::copy_n(cards + start - kSeats, kSeats, trick.begin());
            lead = before[winner(trick, trump)];
        }
        std::array<i64, kSeats> row{-1, -1, -1, -1};
        for (std::size_t k = 0; k < length; ++k) {
            std::size_t column = 0;
            while (column < kSeats && !(hands[column] >> cards[start + k] & 1)) ++column;
            before[k] = column < kSeats ? column : (lead + k) % kSeats;
            if (row[before[k]] >= 0) {
                columns.fault = start / kSeats + 1;
                return columns;
            }
            row[before[k]] = static_cast<i64>(start + k);
        }
        columns.places.insert(columns.places.end(), row.begin(), row.end());
    }
    while (!columns.places.empty() && columns.places.back() < 0) columns.places.pop_back();
    return columns;
}

}  // namespace dealwright
