// Questions about many deals; see double_dummy.hpp.
#include "double_dummy.hpp"

#include <algorithm>

namespace dealwright {

namespace {

PlayPosition before_lead(const u64* deal, int strain, int leader) {
    return {{deal[0], deal[1], deal[2], deal[3]}, strain, leader, 0, {}};
}

}  // namespace

// Facts about hands of which two are the same, or from which cards were played, help; others are only in the way of
// the processor's cache.
void DealQuestions::begin(const u64* hands, int strain) {
    int same = 0, played_from = 0;
    for (int seat = 0; seat < kSeats; ++seat) {
        same += hands[seat] == hands_[seat] ? 1 : 0;
        played_from += (hands[seat] & ~hands_[seat]) == 0 ? 1 : 0;
    }
    if ((same < 2 && played_from < kSeats) || strain != strain_) searches_.forget();
    std::copy_n(hands, kSeats, hands_);
    strain_ = strain;
}

void DealQuestions::cards(const PlayPosition& position, signed char* out, Work& work) {
    begin(position.hands, position.strain);
    searches_.each_card(position, static_cast<int>(__builtin_popcountll(position.hands[position.leader])) / 2, out, work);
}

// The side that leads takes 13 less declarer's tricks: the answer for one declarer is the guess for the next.
void DealQuestions::tables(const u64* deals, std::size_t n, int strains, signed char* out, Work& work) {
    for (std::size_t i = 0; i < n; ++i, deals += kSeats, out += kSeats * (kSuits + 1)) {
        int guess = kRanks / 2;
        for (int strain = 0; strain <= kSuits; ++strain) {
            if ((strains >> strain & 1) == 0) continue;
            begin(deals, strain);
            for (const int declarer : {0, 2, 1, 3}) {
                const PlayPosition position = before_lead(deals, strain, (declarer + 1) & 3);
                guess = searches_.tricks(position, 0, guess, work);
                out[declarer * (kSuits + 1) + strain] =
                    static_cast<signed char>((declarer & 1) == 0 ? guess : kRanks - guess);
            }
        }
    }
}

void DealQuestions::contracts(const u64* deals, std::size_t n, int strain, int declarer, int goal, signed char* out,
                              Work& work) {
    for (std::size_t i = 0; i < n; ++i, deals += kSeats) {
        begin(deals, strain);
        const PlayPosition position = before_lead(deals, strain, (declarer + 1) & 3);
        const int side = declarer & 1;
        if (goal == kTricks)
            out[i] = static_cast<signed char>(guess_ = searches_.tricks(position, side, guess_, work));
        else
            out[i] = searches_.reaches(position, side, goal, work) ? 1 : 0;
    }
}

void DealQuestions::leads(const u64* deals, std::size_t n, int strain, int declarer, int goal, signed char* out,
                          Work& work) {
    for (std::size_t i = 0; i < n; ++i, deals += kSeats, out += kCards) {
        begin(deals, strain);
        const PlayPosition position = before_lead(deals, strain, (declarer + 1) & 3);
        if (goal == kTricks) {
            searches_.each_card(position, guess_, out, work);
            guess_ = std::clamp<int>(*std::max_element(out, out + kCards), 0, kRanks);
        } else {
            const u64 good = searches_.cards_reaching(position, goal, work);
            for (int card = 0; card < kCards; ++card) out[card] = static_cast<signed char>(good >> card & 1);
        }
    }
}

}  // namespace dealwright
