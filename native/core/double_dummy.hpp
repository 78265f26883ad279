// Double dummy: how many tricks a side takes when all four hands are seen and nobody errs.
#pragma once

#include <cstddef>
#include <memory>

#include "work.hpp"

namespace dealwright {

// What is still to be played. Hands are masks without the cards on the table, which are those of `leader`, the
// next seat and so on; then the hands are as long as they should be.
struct PlayPosition {
    u64 hands[kSeats];
    int strain;              // a suit, or kNoTrump
    int leader;
    int cards_on_table;      // 0 to 3
    int table[3];
};

inline constexpr int kNoTrump = kSuits;

// The searches of one thread. Answers depend on the position alone; what earlier searches left makes them quicker.
class DoubleDummy {
public:
    virtual ~DoubleDummy() = default;

    // The tricks, of those that are not over, of side 0 (north and south) or 1; the nearer the guess, the quicker.
    virtual int tricks(const PlayPosition& position, int side, int guess, Work& work) = 0;
    virtual bool reaches(const PlayPosition& position, int side, int goal, Work& work) = 0;
    // The tricks of the player's side after each of its cards, by the card's index; -1 for cards it may not play.
    virtual void each_card(const PlayPosition& position, int guess, signed char* tricks, Work& work) = 0;
    // The cards after which the player's side takes at least `goal` tricks.
    virtual u64 cards_reaching(const PlayPosition& position, int goal, Work& work) = 0;

    virtual void forget() = 0;                       // the facts of earlier searches
    virtual std::size_t bytes() const = 0;           // that the facts take
    virtual u64 tricks_searched() const = 0;         // positions at the start of a trick, since the beginning
};

// Questions about deals before the lead, uint64[n, 4] each, answered in turn by the searches of one thread.
class DealQuestions {
public:
    static constexpr int kTricks = -1;       // in place of a goal: the number of tricks

    explicit DealQuestions(DoubleDummy& searches) : searches_(searches) {}

    // The tricks of each declarer in the strains of a set, by the bits of `strains`: out[n][4][5].
    void tables(const u64* deals, std::size_t n, int strains, signed char* out, Work& work);
    // A declarer's tricks, or whether they are `goal` or more: out[n].
    void contracts(const u64* deals, std::size_t n, int strain, int declarer, int goal, signed char* out, Work& work);
    // The tricks of the player's side after each of its cards: out[52].
    void cards(const PlayPosition& position, signed char* out, Work& work);
    // The defenders' tricks after each lead, or whether they are `goal` or more: out[n][52].
    void leads(const u64* deals, std::size_t n, int strain, int declarer, int goal, signed char* out, Work& work);

private:
    void begin(const u64* hands, int strain);

    DoubleDummy& searches_;
    u64 hands_[kSeats] = {};
    int strain_ = kNoTrump, guess_ = kRanks / 2;
};

}  // namespace dealwright
