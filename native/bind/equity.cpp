// The equity part of _native: showdowns enumerated, and simulated.
#include "arrays.hpp"
#include "poker_class.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace dealwright {
namespace {

using namespace nb::literals;

// Owns the game; its tables stay in the Poker objects, which the Python object keeps alive.
class Equity {
public:
    Equity(int kind, int own, int board, const Poker* high, const Poker* low,
           const std::vector<u16>& badugi, u64 pack)
        : game_(std::make_unique<EquityGame>()), badugi_(badugi) {
        game_->kind = static_cast<Showdown>(kind);
        game_->own = own;
        game_->board = board;
        game_->high = high != nullptr ? &high->tables() : nullptr;
        game_->low = low != nullptr ? &low->tables() : nullptr;
        game_->badugi = badugi_.data();
        game_->pack = pack & kPack;
        const bool sizes = game_->kind == Showdown::omaha    ? own <= 6 && board == 5
                           : game_->kind == Showdown::badugi ? own == 4 && board == 0
                                                             : own + board == 5 || own + board == 7;
        const bool has_values = game_->kind == Showdown::badugi ? badugi_.size() == kHoldings
                                                                : game_->high != nullptr;
        if (kind < 0 || kind > 2 || own < 2 || board < 0 || !sizes || !has_values)
            throw std::invalid_argument("no such game");
        build_equity_game(*game_);
    }
    const EquityGame& game() const { return *game_; }
    CardKey hand(u64 set) const {
        CardKey sum{0, 0};
        for (u64 left = set; left != 0; left &= left - 1) {
            const CardKey& card = game_->card[__builtin_ctzll(left)];
            sum.key += card.key;
            sum.bit |= card.bit;
        }
        if (sum.bit != set) throw std::invalid_argument("a card that the game has not");
        return sum;
    }
    // Hands no longer than the game's, all of a player alike, and cards enough for what is missing.
    void check_dealt(const Rounds& rounds) const {
        const int shared = std::popcount(rounds.board.bit);
        int wanted = game_->board + std::popcount(game_->pack & rounds.dead);
        bool right = shared <= game_->board && (rounds.board.bit & rounds.dead) == 0;
        for (int i = 0; i < rounds.players; ++i) {
            const Holdings& held = rounds.player[i];
            const int known = std::popcount(held.hand[0].bit);
            wanted += game_->own;
            right &= known <= game_->own;
            for (u64 at = 0; at < held.n; ++at) right &= std::popcount(held.hand[at].bit) == known;
        }
        if (!right || wanted > std::popcount(game_->pack))
            throw std::invalid_argument("these cards cannot be dealt");
    }
    int checked(std::size_t players, std::size_t counts) const {
        if (players < 1 || players > kMostPlayers) throw std::invalid_argument("1 to 10 players");
        if (counts != std::size_t{1} << (game_->low != nullptr ? 2 * players : players))
            throw std::invalid_argument("a count for each set of winners");
        return static_cast<int>(players);
    }

private:
    std::unique_ptr<EquityGame> game_;
    std::vector<u16> badugi_;
};

std::vector<CardKey> hands_of(const Equity& equity, const Table<const u64>& sets) {
    std::vector<CardKey> hands;
    for (std::size_t i = 0; i < sets.shape(0) * sets.shape(1); ++i)
        hands.push_back(equity.hand(sets.data()[i]));
    return hands;
}

// Adds to a row of counts for each row of hands.
void enumerate_boards(const Equity& equity, const Table<const u64>& sets, u64 dead,
                      Table<u64>& counts, const Flag& stop) {
    const int players = equity.checked(sets.shape(1), counts.shape(1));
    if (counts.shape(0) != sets.shape(0) || equity.game().low != nullptr)
        throw std::invalid_argument("a row of counts for each row of hands");
    const std::vector<CardKey> hands = hands_of(equity, sets);
    const Work work = work_of(stop, kNoBudget);
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < sets.shape(0); ++i) {    // a row takes a millisecond at most
        work.look();
        body_in_use().equity.enumerate_boards(equity.game(), hands.data() + i * sets.shape(1),
                                              players, dead,
                                              counts.data() + i * counts.shape(1));
    }
}

void enumerate(const Equity& equity, const Table<const u64>& sets, u64 board, u64 dead,
               Table<u64>& counts, const Flag& stop) {
    const int players = equity.checked(sets.shape(1), counts.shape(1));
    if (counts.shape(0) != sets.shape(0))
        throw std::invalid_argument("a row of counts for each row of hands");
    const std::vector<CardKey> hands = hands_of(equity, sets);
    const CardKey shared = equity.hand(board);
    Work work = work_of(stop, kNoBudget);
    nb::gil_scoped_release release;
    for (std::size_t i = 0; i < sets.shape(0); ++i)
        body_in_use().equity.enumerate(equity.game(), hands.data() + i * sets.shape(1), players,
                                       shared, dead, counts.data() + i * counts.shape(1), work);
}

// The hands of a player and how to pick one of them; a level of 0: they have equal weights, and no columns.
using PlayerHands = std::tuple<Column<const u64>, u64, Column<const u64>, Column<const u32>>;

// A key for each player, for the board and for the picks.
bool simulate(const Equity& equity, const std::vector<PlayerHands>& given, u64 board, u64 dead,
              const std::vector<Column<const u32>>& keys, u64 first, u64 n, Column<u64>& counts,
              const Flag& stop) {
    const int players = equity.checked(given.size(), counts.shape(0));
    if (first % kRoundsAtOnce != 0 || keys.size() != given.size() + 2)
        throw std::invalid_argument("a key for each player, the board and the picks");
    std::vector<std::vector<CardKey>> hands(given.size());
    std::vector<Holdings> player;
    std::vector<Key> key;
    for (const auto& words : keys) key.push_back(key_of(words));
    for (std::size_t i = 0; i < given.size(); ++i) {
        const auto& [sets, level, keep, alias] = given[i];
        const std::size_t size = sets.shape(0), columns = level != 0 ? size : 0;
        if (size == 0 || keep.shape(0) != columns || alias.shape(0) != columns)
            throw std::invalid_argument("every player has hands");
        hands[i].reserve(size);
        for (std::size_t at = 0; at < size; ++at) hands[i].push_back(equity.hand(sets.data()[at]));
        for (std::size_t at = 0; at < columns; ++at)
            if (alias.data()[at] >= size) throw std::invalid_argument("no such alias");
        player.push_back({size, hands[i].data(), level, keep.data(), alias.data()});
    }
    Rounds rounds{players, player.data(), equity.hand(board), dead, key.data(), nullptr};
    const auto plan = std::make_unique_for_overwrite<DrawPlan[]>(given.size() + 1);
    equity.check_dealt(rounds);
    build_rounds(equity.game(), rounds, plan.get());
    int planes = 0;
    for (std::size_t i = 0; i <= given.size(); ++i) planes = std::max(planes, plan[i].words);
    Work work = work_of(stop, kNoBudget);
    nb::gil_scoped_release release;
    std::vector<u64> words(static_cast<std::size_t>(kRoundsAtOnce * planes));
    return body_in_use().equity.simulate(equity.game(), rounds, first, n, words.data(),
                                         counts.data(), work);
}

// The hands of one range, as the kernel takes them.
class Range {
public:
    Range(const Equity& equity, const Column<const u64>& sets, const Column<const u64>& weights)
        : weights_(weights.data(), weights.data() + weights.shape(0)), weight_at_(kCards * kCards) {
        if (sets.shape(0) != weights.shape(0) || sets.shape(0) > kMostHands)
            throw std::invalid_argument("a weight for each of at most 1326 hands");
        for (std::size_t i = 0; i < sets.shape(0); ++i) {
            const u64 set = sets.data()[i];
            if (std::popcount(set) != 2) throw std::invalid_argument("hands of two cards");
            hands_.push_back(equity.hand(set));
            first_.push_back(static_cast<u8>(std::countr_zero(set)));
            second_.push_back(static_cast<u8>(63 - std::countl_zero(set)));
            weight_at_[kCards * second_.back() + first_.back()] = weights_[i];
        }
    }
    WeightedHands hands() const {
        return {static_cast<int>(hands_.size()), hands_.data(), first_.data(), second_.data(),
                weights_.data()};
    }
    u64 weight_of(u8 first, u8 second) const { return weight_at_[kCards * second + first]; }

private:
    std::vector<CardKey> hands_;
    std::vector<u8> first_, second_;
    std::vector<u64> weights_, weight_at_;
};

// Results: three rows (beaten, tied with, met), to which is added.
void compare_ranges(const Equity& equity, const Range& a, const Range& b, u64 board, u64 dead,
                    const std::vector<int>& same, u64 part, u64 parts, Table<u64>& results,
                    const Flag& stop) {
    const WeightedHands ours = a.hands();
    const EquityGame& game = equity.game();
    if (results.shape(0) != 3 || results.shape(1) != static_cast<std::size_t>(ours.n) ||
        same.size() != kSuits || parts == 0 || game.kind != Showdown::together ||
        game.own != 2 || game.board != 5)
        throw std::invalid_argument("three results for each hand");
    for (int suit = 0; suit < kSuits; ++suit)
        if (same[static_cast<std::size_t>(suit)] >= suit)
            throw std::invalid_argument("a suit before it");
    std::vector<u64> twin;
    for (int i = 0; i < ours.n; ++i) twin.push_back(b.weight_of(ours.first[i], ours.second[i]));
    RangeComparison ranges{&game, game.high, ours, b.hands(), twin.data(), equity.hand(board),
                         game.pack & ~board & ~dead, {}, results.data(),
                         results.data() + ours.n, results.data() + 2 * ours.n};
    std::copy_n(same.begin(), kSuits, ranges.same);
    Work work = work_of(stop, kNoBudget);
    nb::gil_scoped_release release;
    body_in_use().equity.compare_ranges(ranges, part, parts, work);
}

}  // namespace

void bind_equity(nb::module_& m) {
    nb::class_<Equity>(m, "Equity", "The showdowns of a game.")
        .def(nb::init<int, int, int, const Poker*, const Poker*, const std::vector<u16>&, u64>(),
             "kind"_a, "own"_a, "board"_a, "high"_a.none(), "low"_a.none(), "badugi"_a, "pack"_a,
             nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>())
        .def("enumerate_boards", &enumerate_boards, "hands"_a, "dead"_a, "counts"_a,
             "stop"_a.noconvert().none())
        .def("enumerate", &enumerate, "hands"_a, "board"_a, "dead"_a, "counts"_a,
             "stop"_a.noconvert().none())
        .def("simulate", &simulate, "players"_a, "board"_a, "dead"_a, "keys"_a, "first"_a, "n"_a,
             "counts"_a, "stop"_a.noconvert().none())
        .def("compare_ranges", &compare_ranges, "a"_a, "b"_a, "board"_a, "dead"_a, "same"_a,
             "part"_a, "parts"_a, "results"_a, "stop"_a.noconvert().none());
    nb::class_<Range>(m, "EquityRange", "The hands of a range with their weights.")
        .def(nb::init<const Equity&, const Column<const u64>&, const Column<const u64>&>(),
             "equity"_a, "hands"_a, "weights"_a);
}

}  // namespace dealwright
