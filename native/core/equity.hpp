// Winners of showdowns in poker games, and every way to deal unknown cards.
#pragma once

#include "draws.hpp"
#include "poker.hpp"
#include "work.hpp"

namespace dealwright {

inline constexpr int kMostPlayers = 10;
inline constexpr int kBoardMultisets = 6175;     // of five ranks, none five times
inline constexpr int kMostTries = 1 << 20;       // to find hands that go together

enum class Showdown : int {
    together,     // the best five of a player's cards and the board
    omaha,        // two of a player's cards with three of the board
    badugi,       // four cards
};

// Five ranks: their weights, and which of ways[rank * 4 + times - 1] multiply to its boards.
struct RankMultiset {
    u32 sum;
    u8 way[5];
};
inline constexpr int kNoWay = 4 * kRanks;        // for fewer than five ranks, one way

struct EquityGame {
    Showdown kind;
    int own, board;                              // cards of a player, of the board
    const PokerTables* high;                     // null in badugi
    const PokerTables* low;                      // or null; its worst value wins nothing
    const u16* badugi;                           // value of ranks, the ace lowest
    u64 pack;
    CardKey card[64];                            // by number; 0 for those not in the pack
    int multisets;
    RankMultiset multiset[kBoardMultisets];
};

// The hands that a player may hold, all of one size: the sums of the keys and sets of the cards. Hand i is
// drawn with the probability of its weight by Walker's alias method (1977) in integers: one of n columns,
// then below keep[i] of `level` the hand, else its alias. A level of 0 means equal weights.
struct Holdings {
    u64 n;
    const CardKey* hand;
    u64 level;
    const u64* keep;
    const u32* alias;
};

// The cards of a round: hands that share no card, then each player's missing cards, then the board's, each
// from its own key.
struct Rounds {
    int players;
    const Holdings* player;
    CardKey board;
    u64 dead;
    const Key* key;                              // players + 2 of them: the last one picks hands
    const DrawPlan* plan;                        // players + 1 of them: the last one for the board
};

inline constexpr int kMostHands = 1326;          // of two cards

struct WeightedHands {
    int n;
    const CardKey* hand;
    const u8 *first, *second;                    // their cards
    const u64* weight;
};

// Range a against range b on the boards that contain `board` and otherwise cards of `free`; suit s is like
// suit same[s] before it, or -1. Results are by hand of a: weights of b's hands beaten, tied with, met.
struct RangeComparison {
    const EquityGame* game;
    const PokerTables* tables;
    WeightedHands a, b;                          // the same pointers where they are one range
    const u64* twin;                             // the weight in b of each hand of a
    CardKey board;
    u64 free;
    int same[kSuits];
    u64 *wins, *ties, *totals;
};

// Counts are by set of winners; in a game with a low, by that plus the winners of the low shifted by
// the number of players.
struct EquityKernels {
    // Every board of five to two known cards of each player, by ranks first; a game with flushes.
    void (*enumerate_boards)(const EquityGame& game, const CardKey* own, int players, u64 dead,
                             u64* counts);
    // Every way to complete the players' cards and the board.
    void (*enumerate)(const EquityGame& game, const CardKey* own, int players, CardKey board,
                      u64 dead, u64* counts, Work& work);
    // Rounds first .. first + n - 1; false if a round found no hands that go together.
    bool (*simulate)(const EquityGame& game, const Rounds& rounds, u64 first, u64 n, u64* words,
                     u64* counts, Work& work);
    // Every parts-th board from `part` on.
    void (*compare_ranges)(const RangeComparison& ranges, u64 part, u64 parts, Work& work);
};

void build_equity_game(EquityGame& game);        // the cards and multisets, from the other members

// The draw plans, from the other members; `plan` has room for players + 1 of them.
void build_rounds(const EquityGame& game, Rounds& rounds, DrawPlan* plan);

namespace DEALWRIGHT_BODY {

inline KeyAndSet sum_of(const CardKey& card) { return *(const KeyAndSet*)&card; }

// The players with the least value, of one or more.
inline u32 best_of(const u16* value, int players) {
    if (players < 1) __builtin_unreachable();
    u16 best = value[0];
    u32 winners = 1;
    for (int i = 1; i < players; ++i) {
        winners = value[i] < best ? 0 : winners;
        best = value[i] < best ? value[i] : best;
        winners |= static_cast<u32>(value[i] == best) << i;
    }
    return winners;
}

// The cards of a set; returns how many.
inline int list_cards(const EquityGame& game, u64 set, KeyAndSet* card) {
    int n = 0;
    for (; set != 0; set &= set - 1) card[n++] = sum_of(game.card[__builtin_ctzll(set)]);
    return n;
}

template <int k>
class TogetherShow {
public:
    explicit TogetherShow(const EquityGame&) {}
    void set_own(int player, KeyAndSet sum) { own_[player] = sum; }
    void set_board(KeyAndSet sum) { board_ = sum + KeyAndSet{kCounters, 0}; }
    u16 value(const PokerTables* tables, int player) const {
        return value_of<k>(*tables, own_[player] + board_);
    }

private:
    KeyAndSet own_[kMostPlayers], board_;
};

class OmahaShow {
public:
    explicit OmahaShow(const EquityGame& game) : game_(game) {}
    void set_own(int player, KeyAndSet sum) {
        KeyAndSet card[6];
        const int n = list_cards(game_, sum[1], card);
        pairs_ = 0;
        for (int b = 1; b < n; ++b)
            for (int a = 0; a < b; ++a) pair_[player][pairs_++] = card[a] + card[b];
    }
    void set_board(KeyAndSet sum) {
        KeyAndSet card[5];
        const int n = list_cards(game_, sum[1], card);
        triples_ = 0;
        for (int c = 2; c < n; ++c)
            for (int b = 1; b < c; ++b)
                for (int a = 0; a < b; ++a)
                    triple_[triples_++] = KeyAndSet{kCounters, 0} + card[a] + card[b] + card[c];
    }
    u16 value(const PokerTables* tables, int player) const {
        u16 best = kNoValue;
        for (int t = 0; t < triples_; ++t)
            for (int p = 0; p < pairs_; ++p) {
                const u16 value = value_of<5>(*tables, triple_[t] + pair_[player][p]);
                best = value < best ? value : best;
            }
        return best;
    }

private:
    const EquityGame& game_;
    int pairs_ = 0, triples_ = 0;
    KeyAndSet pair_[kMostPlayers][15], triple_[10];
};

// The best of the sets of cards in which no rank and no suit occurs twice; larger sets have lower
// values.
class BadugiShow {
public:
    explicit BadugiShow(const EquityGame& game) : values_(game.badugi) {}
    void set_own(int player, KeyAndSet sum) {
        u32 ranks[16] = {}, suits[16] = {};
        int subsets = 1;
        u16 best = kNoValue;
        for (u64 set = sum[1]; set != 0; set &= set - 1) {
            const int card = __builtin_ctzll(set);
            const u32 rank = u32{1} << (card % kRanks + 1) % kRanks, suit = u32{1} << card / kRanks;
            for (int s = 0; s < subsets; ++s) {
                // a subset that plays has ranks; what does not play keeps none, but all suits
                const bool plays = (ranks[s] & rank) == 0 && (suits[s] & suit) == 0;
                ranks[subsets + s] = plays ? ranks[s] | rank : 0;
                suits[subsets + s] = plays ? suits[s] | suit : 15;
                if (plays && values_[ranks[subsets + s]] < best)
                    best = values_[ranks[subsets + s]];
            }
            subsets *= 2;
        }
        value_[player] = best;
    }
    void set_board(KeyAndSet) {}
    u16 value(const PokerTables*, int player) const { return value_[player]; }

private:
    const u16* values_;
    u16 value_[kMostPlayers];
};

template <typename Show>
inline u32 outcome(const EquityGame& game, const Show& show, int players) {
    u16 value[kMostPlayers];
    for (int i = 0; i < players; ++i) value[i] = show.value(game.high, i);
    u32 winners = best_of(value, players);
    if (game.low != nullptr) {
        for (int i = 0; i < players; ++i) value[i] = show.value(game.low, i);
        const u32 lowest = best_of(value, players);
        const bool any = value[__builtin_ctz(lowest)] < game.low->worst;
        winners |= (any ? lowest : 0) << players;
    }
    return winners;
}

// Calls work(show) with the showdown of a game.
template <typename Work>
inline auto with_show(const EquityGame& game, Work work) {
    if (game.kind == Showdown::omaha) return work(OmahaShow(game));
    if (game.kind == Showdown::badugi) return work(BadugiShow(game));
    if (game.own + game.board == 7) return work(TogetherShow<7>(game));
    return work(TogetherShow<5>(game));
}

// About how many look-ups a showdown takes, for the count of operations.
inline u64 lookups_of(const EquityGame& game, int players) {
    const int own = game.own;
    const int hand = game.kind == Showdown::omaha ? 10 * own * (own - 1) / 2
                     : game.kind == Showdown::badugi ? 16 : 1;
    return static_cast<u64>(players * hand * (game.low != nullptr ? 2 : 1));
}

// The work of a showdown, counted run by run.
struct Showdowns {
    Work& work;
    u64 lookups;
    void add(int n) { work.add(lookups * static_cast<u64>(n)); }
};

// Calls next(sum) for every r of the first n cards.
template <typename Next>
inline void choose(const KeyAndSet* card, int n, int r, KeyAndSet sum, Showdowns& showdowns,
                   Next& next) {
    if (r == 0) {
        showdowns.add(1);
        next(sum);
        return;
    }
    if (r == 1) {
        showdowns.add(n);
        for (int i = 0; i < n; ++i) next(sum + card[i]);
        return;
    }
    for (int i = r - 1; i < n; ++i) choose(card, i, r - 1, sum + card[i], showdowns, next);
}

// Player after player is dealt what is missing, then the board.
template <typename Show>
inline void deal_on(const EquityGame& game, Show& show, const CardKey* own, int players, int player,
                    KeyAndSet board, u64 free, u64* counts, Showdowns& showdowns) {
    KeyAndSet card[kCards];
    if (player == players) {
        auto compare = [&](KeyAndSet sum) {
            show.set_board(sum);
            ++counts[outcome(game, show, players)];
        };
        const int missing = game.board - count_bits(board[1]);
        const int n = missing > 0 ? list_cards(game, free, card) : 0;
        choose(card, n, missing, board, showdowns, compare);
        return;
    }
    const KeyAndSet known = sum_of(own[player]);
    auto go_on = [&](KeyAndSet sum) {
        show.set_own(player, sum);
        deal_on(game, show, own, players, player + 1, board, free & ~sum[1], counts, showdowns);
    };
    const int missing = game.own - count_bits(known[1]);
    const int n = missing > 0 ? list_cards(game, free, card) : 0;
    choose(card, n, missing, known, showdowns, go_on);
}

inline void enumerate(const EquityGame& game, const CardKey* own, int players, CardKey board,
                      u64 dead, u64* counts, Work& work) {
    u64 free = game.pack & ~dead & ~board.bit;
    for (int i = 0; i < players; ++i) free &= ~own[i].bit;
    Showdowns showdowns{work, lookups_of(game, players)};
    with_show(game, [&](auto show) {
        deal_on(game, show, own, players, 0, sum_of(board), free, counts, showdowns);
    });
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
