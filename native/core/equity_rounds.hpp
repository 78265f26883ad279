// Random rounds of a poker game: hands from ranges that share no card, then the missing cards.
//
// Rounds go in blocks of 256. If hands share a card, all of them are picked again, so that each possible
// combination has the probability of its weights; for this, block b reads the halves of the words of nonce b
// + 1, low half first. A number below a bound is a half (beyond 2^32 a word) times the bound, its high part;
// products whose low part is below 2^32 mod bound (2^64 mod bound) are drawn again (Lemire 2019). The missing
// cards are draws from as many free cards in every round (draws.hpp).
#pragma once

#include "equity.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

class RandomHalves {
public:
    RandomHalves(const Key& key, u64 nonce) : key_(key), nonce_(nonce) {}

    u32 below(u32 bound) {
        u64 product = u64{half()} * bound;
        if (__builtin_expect(static_cast<u32>(product) < bound, 0)) {
            const u32 surplus = (0 - bound) % bound;
            while (static_cast<u32>(product) < surplus) product = u64{half()} * bound;
        }
        return static_cast<u32>(product >> 32);
    }
    u64 below_long(u64 bound) {
        if (bound <= ~u32{0}) return below(static_cast<u32>(bound));
        u128 product = u128{word()} * bound;
        const u64 surplus = (0 - bound) % bound;
        while (static_cast<u64>(product) < surplus) product = u128{word()} * bound;
        return static_cast<u64>(product >> 64);
    }

private:
    static constexpr int kHalves = 2 * kWordsAtOnce;
    u32 half() {
        if (at_ == kHalves) {
            chacha_words<8>(key_, nonce_, next_, words_, kWordsAtOnce);
            next_ += kWordsAtOnce;
            at_ = 0;
        }
        const int at = at_++;
        return static_cast<u32>(words_[at / 2] >> 32 * (at % 2));
    }
    u64 word() {
        const u64 low = half();
        return low | u64{half()} << 32;
    }
    const Key& key_;
    u64 nonce_, next_ = 0;
    int at_ = kHalves;
    alignas(64) u64 words_[kWordsAtOnce];
};

inline const CardKey& pick(const Holdings& held, RandomHalves& random) {
    if (held.n == 1) return held.hand[0];
    u64 at = random.below_long(held.n);
    if (held.level != 0 && random.below_long(held.level) >= held.keep[at]) at = held.alias[at];
    return held.hand[at];
}

// A hand for each player, no card twice; false if no such hands are found in kMostTries.
inline bool pick_hands(const Holdings* player, int players, u64 taken, RandomHalves& random,
                       KeyAndSet* own, u64& used, Work& work) {
    for (int tries = 0; tries < kMostTries; ++tries) {
        if (tries % 256 == 255) work.add(static_cast<u64>(1024 * players));
        used = taken;
        int i = 0;
        for (; i < players; ++i) {
            const CardKey& hand = pick(player[i], random);
            if ((hand.bit & used) != 0) break;
            used |= hand.bit;
            own[i] = sum_of(hand);
        }
        if (i == players) return true;
    }
    return false;
}

// The hands of some rounds of a block, and the cards they leave.
inline bool pick_block(const EquityGame& game, const Rounds& rounds, u64 block, std::size_t n,
                       KeyAndSet (*own)[kRoundsAtOnce], u64* free, Work& work) {
    const u64 taken = rounds.dead | rounds.board.bit;
    RandomHalves random(rounds.key[rounds.players + 1], block + 1);
    for (std::size_t i = 0; i < n; ++i) {
        KeyAndSet hand[kMostPlayers];
        u64 used;
        if (!pick_hands(rounds.player, rounds.players, taken, random, hand, used, work))
            return false;
        for (int player = 0; player < rounds.players; ++player) own[player][i] = hand[player];
        free[i] = game.pack & ~used;
    }
    return true;
}

// Adds the cards drawn to the sums of some rounds, and takes them from those that are free.
inline void draw_missing(const EquityGame& game, const DrawPlan& plan, const Key& key, u64 first,
                         std::size_t n, u64* words, KeyAndSet* sum, u64* free) {
    if (plan.k == 0) return;
    u64 set[kRoundsAtOnce];
    draw_sets(plan, key, low_bits(plan.n), first, n, words, set);
    for (std::size_t i = 0; i < n; ++i) {
        u64 drawn = deposit(set[i], free[i]);
        free[i] &= ~drawn;
        for (int card = 0; card < plan.k; ++card, drawn &= drawn - 1)
            sum[i] += sum_of(game.card[__builtin_ctzll(drawn)]);
    }
}

inline bool simulate(const EquityGame& game, const Rounds& rounds, u64 first, u64 n, u64* words,
                     u64* counts, Work& work) {
    const int players = rounds.players;
    const u64 each = lookups_of(game, players) + static_cast<u64>(16 * players);
    return with_show(game, [&](auto show) {
        KeyAndSet own[kMostPlayers][kRoundsAtOnce], board[kRoundsAtOnce];
        u64 free[kRoundsAtOnce];
        while (n > 0) {
            const std::size_t size = n < kRoundsAtOnce ? n : kRoundsAtOnce;
            work.add(each * size);
            if (!pick_block(game, rounds, first / kRoundsAtOnce, size, own, free, work))
                return false;
            for (int i = 0; i < players; ++i)
                draw_missing(game, rounds.plan[i], rounds.key[i], first, size, words, own[i], free);
            for (std::size_t at = 0; at < size; ++at) board[at] = sum_of(rounds.board);
            draw_missing(game, rounds.plan[players], rounds.key[players], first, size, words, board,
                         free);
            for (std::size_t at = 0; at < size; ++at) {
                for (int i = 0; i < players; ++i) show.set_own(i, own[i][at]);
                show.set_board(board[at]);
                ++counts[outcome(game, show, players)];
            }
            first += size;
            n -= size;
        }
        return true;
    });
}

}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
