// What equity needs of a game, built by plain code.
#include "equity.hpp"

#include <bit>

namespace dealwright {
namespace {

// Adds the multisets of `cards` more ranks below `rank`, `filled` of its ranks being named.
void add_multisets(EquityGame& game, RankMultiset made, int rank, int cards, int filled) {
    if (cards == 0) {
        game.multiset[game.multisets++] = made;
        return;
    }
    if (rank == 0) return;
    --rank;
    add_multisets(game, made, rank, cards, filled);
    if ((game.pack >> rank & 1) == 0) return;
    for (int times = 1; times <= 4 && times <= cards; ++times) {
        made.sum += game.high->holding[1 << rank];
        made.way[filled] = static_cast<u8>(4 * rank + times - 1);
        add_multisets(game, made, rank, cards - times, filled + 1);
    }
}

}  // namespace

void build_equity_game(EquityGame& game) {
    for (int card = 0; card < 64; ++card) {
        const bool there = (game.pack >> card & 1) != 0;
        const u64 key = there && game.high != nullptr ? game.high->card[card].key : 0;
        game.card[card] = {key, there ? u64{1} << card : 0};
    }
    game.multisets = 0;
    if (game.high == nullptr) return;
    const RankMultiset none = {0, {kNoWay, kNoWay, kNoWay, kNoWay, kNoWay}};
    add_multisets(game, none, kRanks, 5, 0);
}

void build_rounds(const EquityGame& game, Rounds& rounds, DrawPlan* plan) {
    u64 taken = rounds.dead | rounds.board.bit;
    int free = std::popcount(game.pack & ~taken);
    for (int i = 0; i < rounds.players; ++i) free -= std::popcount(rounds.player[i].hand[0].bit);
    for (int i = 0; i <= rounds.players; ++i) {
        const bool last = i == rounds.players;
        const u64 known = last ? rounds.board.bit : rounds.player[i].hand[0].bit;
        const int missing = (last ? game.board : game.own) - std::popcount(known);
        build_draw_plan(plan[i], free, missing);
        free -= missing;
    }
    rounds.plan = plan;
}

}  // namespace dealwright
