// A program of the core alone, for a machine that is not at hand: what each body of its processor
// computes, as digests that must be the same everywhere, and a 1 for each law that holds.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "bodies.hpp"

namespace {

using namespace dealwright;

constexpr Key kKey = {{1, 2, 3, 4, 5, 6, 7, 8}};
constexpr std::size_t kMany = 20'000;

// FNV-1a of 64-bit words (Fowler, Noll, Vo).
class Digest {
public:
    void add(u64 word) {
        for (int byte = 0; byte < 8; ++byte, word >>= 8)
            value_ = (value_ ^ (word & 0xff)) * u64{0x100000001b3};
    }
    template <class Words>
    static u64 of(const Words& words) {
        Digest digest;
        for (const auto word : words) digest.add(static_cast<u64>(word));
        return digest.value_;
    }

private:
    u64 value_ = u64{0xcbf29ce484222325};
};

void show(const Body& body, const char* what, u64 digest, bool holds = true) {
    std::printf("%s %s %016llx %d\n", body.name, what, static_cast<unsigned long long>(digest), holds);
}

void check_stream(const Body& body) {
    for (const int rounds : {8, 12, 20}) {
        std::vector<u64> words(kMany), rest(kMany - 5);
        body.words(kKey, rounds, 3, 0, words.data(), words.size());
        body.words(kKey, rounds, 3, 5, rest.data(), rest.size());
        show(body, "words", Digest::of(words), std::equal(rest.begin(), rest.end(), words.begin() + 5));
    }
}

void check_deals(const Body& body) {
    const auto plan = std::make_unique<DealPlan>();
    const u64 fixed[kSeats] = {};
    build_deal_plan(*plan, fixed);
    std::vector<u64> deals(kSeats * kMany), again(kSeats * kMany), low(kMany), high(kMany);
    body.deal(*plan, kKey, 0, kMany, deals.data());
    body.rank_deals(plan->order, deals.data(), low.data(), high.data(), kMany);
    body.unrank_deals(plan->order, low.data(), high.data(), again.data(), kMany);
    show(body, "deals", Digest::of(deals), body.first_bad_deal(deals.data(), kMany) == -1);
    show(body, "numbers", Digest::of(low) ^ Digest::of(high), deals == again);
}

void check_subsets(const Body& body) {
    const auto order = std::make_unique<ColexOrder>();
    for (const int k : {5, 13, 26}) {
        if (!build_colex_order(*order, 52, k)) continue;
        std::vector<u64> ranks(kMany), masks(kMany), again(kMany);
        body.words(kKey, 8, 0, 0, ranks.data(), kMany);
        for (u64& rank : ranks) rank %= order->total;
        for (const int way : {0, 1}) {  // colex, lex
            body.unrank_masks[way](*order, ranks.data(), masks.data(), kMany);
            body.rank_masks[way](*order, masks.data(), again.data(), kMany);
            show(body, way ? "lex" : "colex", Digest::of(masks), ranks == again);
        }
    }
}

void check_poker(const Body& body) {
    PokerRules rules{0x1fff, 9, {8, 7, 6, 5, 4, 3, 2, 1, 0}, 10, {}, false, false, true, 0};
    for (int i = 0; i < 9; ++i) rules.straight[i] = static_cast<u16>(0x1f00 >> i);
    rules.straight[9] = 0x100f;
    const auto tables = std::make_unique<PokerTables>();
    build_poker_tables(*tables, rules);
    PackCards pack{kCards, {}, {}};
    for (int card = 0; card < kCards; ++card) {
        pack.key[card] = tables->card[card].key;
        pack.bit[card] = tables->card[card].bit;
    }
    std::vector<u64> counts(kMostValues + 1);
    body.poker[0].count_values(*tables, pack, 0, 2'598'960, counts.data());
    u64 hands = 0, best = 0;
    for (const u64 count : counts) hands += count;
    for (int value = 1; value <= 10; ++value) best += counts[static_cast<std::size_t>(value)];
    show(body, "poker", Digest::of(counts), tables->worst == 7462 && hands == 2'598'960 && best == 40);
}

// The tricks of every lead, in each strain, of the first endings of six cards in an order of the pack; with a table of
// their own they are the same.
void check_double_dummy(const Body& body) {
    const int cards = 6, endings = 20;
    std::vector<u64> words(kCards * endings);
    body.words(kKey, 8, 0, 0, words.data(), words.size());
    const auto shared = body.double_dummy(std::size_t{1} << 20);
    Work work;
    bool holds = true;
    std::vector<u64> found;
    for (int i = 0; i < endings; ++i) {
        std::vector<std::pair<u64, int>> order;
        for (int card = 0; card < kCards; ++card)
            order.push_back({words[static_cast<std::size_t>(kCards * i + card)], card});
        std::sort(order.begin(), order.end());
        PlayPosition position{};
        for (int place = 0; place < kSeats * cards; ++place)
            position.hands[place / cards] |= u64{1} << order[static_cast<std::size_t>(place)].second;
        for (position.strain = 0; position.strain <= kNoTrump; ++position.strain) {
            const auto alone = body.double_dummy(std::size_t{1} << 20);
            signed char tricks[kCards], again[kCards];
            shared->each_card(position, 2, tricks, work);
            alone->each_card(position, 4, again, work);
            holds &= std::equal(tricks, tricks + kCards, again);
            for (const signed char each : tricks) found.push_back(static_cast<u64>(each + 1));
        }
    }
    show(body, "double_dummy", Digest::of(found), holds);
}

}  // namespace

int main() {
    for (const Body* body : available_bodies()) {
        check_stream(*body);
        check_deals(*body);
        check_subsets(*body);
        check_poker(*body);
        check_double_dummy(*body);
    }
}
