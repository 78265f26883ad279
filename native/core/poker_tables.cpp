// The tables of a poker game, built by plain code on first use.
#include "poker_tables.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace dealwright {
namespace {

constexpr u32 kSpread = 0x9e3779b1;   // odd, near 2^32 divided by the golden ratio

using Counts = std::array<u8, kRanks>;

constexpr std::array<u32, kRanks> make_weights() {
    std::array<u32, kRanks> weights{};
    u32 weight = kSpread;
    for (u32& each : weights) {
        each = weight;
        weight *= 5;
    }
    return weights;
}
constexpr std::array<u32, kRanks> kWeights = make_weights();

// Calls visit(counts, sum of weights) for every multiset of so many cards, ranks from `rank` up.
template <typename Visit>
void each_multiset(Counts& counts, int rank, int cards, u32 sum, const Visit& visit) {
    if (cards == 0) {
        visit(counts, sum);
        return;
    }
    if (4 * (kRanks - rank) < cards) return;
    for (int count = 0; count <= std::min(4, cards); ++count, sum += kWeights[rank]) {
        counts[rank] = static_cast<u8>(count);
        each_multiset(counts, rank + 1, cards - count, sum, visit);
    }
    counts[rank] = 0;
}

template <typename Visit>
void each_multiset(int cards, const Visit& visit) {
    Counts counts{};
    each_multiset(counts, 0, cards, 0, visit);
}

u32 slot_of(const u16* displacement, int k, u32 sum) {
    return slot_start(k) + (sum >> (32 - slot_bits(k)) ^ displacement[bucket_of(sum)]);
}

// Buckets from the largest, each with the first displacement that keeps its slots apart.
bool displace(int k, u16* displacement) {
    std::vector<std::vector<u32>> buckets(kBuckets);
    each_multiset(k, [&](const Counts&, u32 sum) {
        buckets[bucket_of(sum)].push_back(sum >> (32 - slot_bits(k)));
    });
    std::vector<u32> order(kBuckets);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](u32 a, u32 b) { return buckets[a].size() > buckets[b].size(); });
    const u32 slots = u32{1} << slot_bits(k);
    std::vector<bool> taken(slots);
    for (u32 bucket : order) {
        std::vector<u32>& wanted = buckets[bucket];
        std::sort(wanted.begin(), wanted.end());
        if (std::adjacent_find(wanted.begin(), wanted.end()) != wanted.end()) return false;
        u32 by = 0;
        while (by < slots && std::any_of(wanted.begin(), wanted.end(),
                                         [&](u32 slot) { return taken[slot ^ by]; }))
            ++by;
        if (by == slots) return false;
        for (u32 slot : wanted) taken[slot ^ by] = true;
        displacement[bucket] = static_cast<u16>(by);
    }
    return true;
}

struct Displacements {
    u16 of[3][kBuckets];
};

const Displacements& displacements() {
    static const std::unique_ptr<Displacements> built = [] {
        auto made = std::make_unique<Displacements>();
        for (int k = kFewest; k <= kMost; ++k)
            if (!displace(k, made->of[k - kFewest]))
                throw std::logic_error("the constant does not spread these multisets");
        return made;
    }();
    return *built;
}

// One hand of five: ascending strengths are better hands first; 0 where the game has no such hand.
u64 strength(const PokerRules& rules, const Counts& counts, bool flush) {
    u32 set = 0;
    int most = 0, groups = 0;
    for (int rank = 0; rank < kRanks; ++rank)
        if (counts[rank] > 0) {
            set |= u32{1} << rank;
            most = std::max<int>(most, counts[rank]);
            ++groups;
        }
    if ((set & ~rules.ranks) != 0) return 0;

    int straight = -1;
    for (int at = 0; at < rules.straights; ++at)
        if (rules.straight[at] == set) straight = at;
    const int by_groups[6] = {0, 0, most == 4 ? 7 : 6, most == 3 ? 3 : 2, 1, 0};
    const int category = straight >= 0 ? (flush ? 8 : 4) : flush ? 5 : by_groups[groups];

    int place = 0;
    while (place < rules.categories && rules.order[place] != category) ++place;
    if (place == rules.categories) return 0;
    u64 found = static_cast<u64>(place) + 1;
    if (straight >= 0) return found << 20 | static_cast<u64>(straight);
    int digits = 0;
    for (int count = 4; count > 0; --count)
        for (int at = kRanks - 1; at >= 0; --at) {
            const int rank = rules.ace_low ? (at + kRanks - 1) % kRanks : at;
            if (counts[rank] != count) continue;
            found = found << 4 | static_cast<u64>(rules.low ? at : kRanks - 1 - at);
            ++digits;
        }
    return found << 4 * (5 - digits);
}

}  // namespace

void build_poker_tables(PokerTables& tables, const PokerRules& rules) {
    tables.pack = 0;
    for (int suit = 0; suit < kSuits; ++suit) tables.pack |= u64{rules.ranks} << kRanks * suit;
    tables.five_of_suit = rules.flushes ? kFiveOfSuit : 0;
    std::fill(std::begin(tables.card), std::end(tables.card), CardKey{});
    for (int card = 0; card < kCards; ++card)
        if (tables.pack >> card & 1)
            tables.card[card] = {kWeights[card % kRanks] |
                                     u64{1} << (kCounterAt + 4 * (card / kRanks)),
                                 u64{1} << card};
    for (u32 holding = 0; holding < kHoldings; ++holding) {
        tables.holding[holding] = 0;
        for (u32 rest = holding; rest != 0; rest &= rest - 1)
            tables.holding[holding] += kWeights[std::countr_zero(rest)];
    }
    std::copy_n(&displacements().of[0][0], 3 * kBuckets, &tables.displacement[0][0]);
    std::fill_n(tables.value, kSlots, kNoValue);
    std::fill_n(tables.flush, kHoldings, kNoValue);

    std::vector<u64> strengths;
    const auto keep = [&](const Counts& counts, u32) {
        strengths.push_back(strength(rules, counts, false));
        if (rules.flushes && *std::max_element(counts.begin(), counts.end()) == 1)
            strengths.push_back(strength(rules, counts, true));
    };
    each_multiset(kFewest, keep);
    std::sort(strengths.begin(), strengths.end());
    strengths.erase(std::unique(strengths.begin(), strengths.end()), strengths.end());
    if (!strengths.empty() && strengths.front() == 0) strengths.erase(strengths.begin());
    const auto number = [&](u64 sought) {
        if (sought == 0) return kNoValue;
        const auto at = std::lower_bound(strengths.begin(), strengths.end(), sought);
        const auto value = static_cast<u16>(at - strengths.begin() + 1);
        return rules.limit != 0 ? std::min(value, rules.limit) : value;
    };
    const auto slot = [&](int k, u32 sum) -> u16& {
        if (k < kFewest) __builtin_unreachable();    // or g++ 12 warns of it
        return tables.value[slot_of(tables.displacement[k - kFewest], k, sum)];
    };
    const auto fill_five = [&](const Counts& counts, u32 sum) {
        slot(5, sum) = number(strength(rules, counts, false));
        if (!rules.flushes || *std::max_element(counts.begin(), counts.end()) > 1) return;
        u32 set = 0;
        for (int rank = 0; rank < kRanks; ++rank) set |= u32{counts[rank]} << rank;
        tables.flush[set] = number(strength(rules, counts, true));
    };
    each_multiset(kFewest, fill_five);
    tables.worst = static_cast<u16>(strengths.size());
    if (rules.limit != 0) tables.worst = std::min(tables.worst, rules.limit);

    // A hand of k + 1 cards is as good as the best of its hands of k.
    for (int k = kFewest + 1; k <= kMost; ++k)
        each_multiset(k, [&](const Counts& counts, u32 sum) {
            u16 best = kNoValue;
            for (int rank = 0; rank < kRanks; ++rank)
                if (counts[rank] > 0) best = std::min(best, slot(k - 1, sum - kWeights[rank]));
            slot(k, sum) = best;
        });
    for (u32 holding = 0; holding < kHoldings; ++holding)
        if (std::popcount(holding) > kFewest)
            for (u32 rest = holding; rest != 0; rest &= rest - 1)
                tables.flush[holding] =
                    std::min(tables.flush[holding], tables.flush[holding & ~(rest & -rest)]);
}

}  // namespace dealwright
