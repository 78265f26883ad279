// Exchanges that counting by scores relies on, as far as the arrays carry them; plain code, see boxes.hpp.
//
// Two things that are exchanged must be equal in meaning, not in their numbers: an entry of a suit is compared by the cards
// of the owners, the letters, and the scores themselves, which the offset and the number of its capped scores stand for.
#include <algorithm>

#include "box_checks.hpp"

namespace dealwright {
namespace {

u64 mixed(u64 hash, u64 value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

// A hash of all layouts of a suit by their meaning, with two seats exchanged and scores in other places.
u64 hash_of_suit(const Boxes& boxes, int s, int a, int b, const i32* places) {
    const BoxSuit& suit = boxes.suit[s];
    u64 sum = 0;
    i32 scores[kMostScored], turned[kMostScored];
    for (std::size_t vector = 0; vector < suit.cards.size(); ++vector) {
        const u32 differs = (suit.cards[vector] >> 8 * a ^ suit.cards[vector] >> 8 * b) & 255;
        u64 head = mixed(1, suit.cards[vector] ^ (a == b ? 0 : differs << 8 * a | differs << 8 * b));
        for (int j = 0; j < boxes.automata; ++j)
            head = mixed(head, suit.letters[vector * boxes.automata + (j == a ? b : j == b ? a : j)]);
        for (i32 entry = suit.start[vector]; entry < suit.start[vector + 1]; ++entry) {
            scores_of_entry(boxes, s, entry, scores);
            for (int d = 0; d < boxes.scored; ++d) turned[places[d]] = scores[d];
            u64 hash = head;
            for (int d = 0; d < boxes.scored; ++d) hash = mixed(hash, static_cast<u64>(turned[d]));
            sum += hash * suit.ways[entry];
        }
    }
    return sum;
}

bool same_ranges(const Boxes& boxes, int a, int b) {
    const auto equal = [](const ScoreRange& x, const ScoreRange& y) {
        return x.low == y.low && x.high == y.high && x.label == y.label;
    };
    return boxes.caps[a] == boxes.caps[b] && boxes.labels[a] == boxes.labels[b] && boxes.ranges[a] == boxes.ranges[b] &&
           std::equal(boxes.range[a].begin(), boxes.range[a].end(), boxes.range[b].begin(), boxes.range[b].end(), equal);
}

// The combinations of labels that are accepted are the same with scores in other places.
bool same_accepted(const Boxes& boxes, const i32* places) {
    std::vector<i64> stride(boxes.scored), moved(boxes.scored);
    i64 size = 1;
    for (int d = boxes.scored - 1; d >= 0; --d) {
        stride[d] = size;
        size *= boxes.labels[d];
    }
    for (int d = 0; d < boxes.scored; ++d) moved[d] = stride[places[d]];
    for (i64 at = 0; at < size; ++at) {
        i64 other = 0;
        for (int d = 0; d < boxes.scored; ++d) other += at / stride[d] % boxes.labels[d] * moved[d];
        if (boxes.accepted[at] != boxes.accepted[other]) return false;
    }
    return true;
}

// Seats of one role: every deal can be exchanged, layout by layout, with what is tested of it.
void check_roles(const Boxes& boxes, Work& work) {
    const int seats = static_cast<int>(boxes.role.size());
    require(boxes.turned.size() == static_cast<std::size_t>(seats) * boxes.scored, "a seat has no exchange of scores");
    for (int b = 0; b < seats; ++b) {
        const int a = static_cast<int>(std::find(boxes.role.begin(), boxes.role.end(), boxes.role[b]) -
                                       boxes.role.begin());
        if (a == b) continue;
        const i32* places = boxes.turned.data() + static_cast<std::size_t>(b) * boxes.scored;
        std::vector<bool> taken(boxes.scored, false);
        for (int d = 0; d < boxes.scored; ++d) {
            require(places[d] >= 0 && places[d] < boxes.scored && !taken[places[d]], "an exchange of scores is none");
            taken[places[d]] = true;
            require(same_ranges(boxes, d, places[d]), "exchanged scores have other ranges");
        }
        require(places[a] == b && places[b] == a, "an exchange of seats leaves their scores");
        require(boxes.automata == boxes.scored, "seats are exchanged beside a test of several");
        require(!(boxes.fixed[boxes.owner_seat[a]] | boxes.fixed[boxes.owner_seat[b]]), "seats with cards are exchanged");
        require((boxes.cards >> 8 * a & 255) == (boxes.cards >> 8 * b & 255), "exchanged seats need different cards");
        for (int h = 0; h < 2; ++h)
            require(boxes.classes[h][a] == boxes.classes[h][b] && boxes.compose[h][a] == boxes.compose[h][b],
                    "exchanged seats have other classes");
        require(boxes.fit[a] == boxes.fit[b], "exchanged seats have other outcomes");
        work.add(boxes.accepted.size() * boxes.scored);
        require(same_accepted(boxes, places), "exchanged scores are accepted otherwise");
        std::vector<i32> same(boxes.scored);
        for (int d = 0; d < boxes.scored; ++d) same[d] = d;
        for (int s = 0; s < kSuits; ++s) {
            work.add(2 * boxes.suit[s].score.size() * (2 + boxes.scored));
            require(hash_of_suit(boxes, s, 0, 0, same.data()) == hash_of_suit(boxes, s, a, b, places),
                    "exchanged seats have other layouts");
        }
    }
}

// Halves that are mirrored: the same layouts by cards, letters and scores, and outcomes that do not know left from right.
void check_mirrored(const Boxes& boxes, Work& work) {
    i32 left[kMostScored], right[kMostScored];
    for (int s = 0; s < 2; ++s) {
        const BoxSuit &x = boxes.suit[s], &y = boxes.suit[s + 2];
        require(x.cards == y.cards && x.letters == y.letters && x.start == y.start && x.ways == y.ways,
                "mirrored halves have other layouts");
        work.add(2 * x.score.size() * (1 + boxes.scored));
        for (i32 entry = 0; entry < static_cast<i32>(x.score.size()); ++entry) {
            scores_of_entry(boxes, s, entry, left);
            scores_of_entry(boxes, s + 2, entry, right);
            require(std::equal(left, left + boxes.scored, right), "mirrored halves have other scores");
        }
    }
    require(boxes.most[0] == boxes.most[1], "mirrored halves have other caps");
    for (int j = 0; j < boxes.automata; ++j) {
        const i32 n = boxes.classes[0][j];
        require(n == boxes.classes[1][j] && boxes.compose[0][j] == boxes.compose[1][j],
                "mirrored halves have other classes");
        work.add(boxes.fit[j].size());
        for (i64 a = 0; a < n; ++a)
            for (i64 b = 0; b < a; ++b)
                require(boxes.fit[j][a * n + b] == boxes.fit[j][b * n + a], "mirrored halves have other outcomes");
    }
}

// The vectors of cards that a vector stands for: exchanged seats of a role, and what they leave for a mirrored half.
std::vector<u32> orbit_of(const Boxes& boxes, u32 vector) {
    std::vector<u32> orbit = {vector};
    const auto visit = [&](u32 other) {
        if (std::find(orbit.begin(), orbit.end(), other) == orbit.end()) orbit.push_back(other);
    };
    const int seats = static_cast<int>(boxes.role.size());
    for (std::size_t at = 0; at < orbit.size(); ++at) {
        const u32 own = orbit[at];
        if (boxes.mirrored) visit(boxes.cards - own);
        for (int b = 0; b < seats; ++b)
            for (int a = 0; a < b; ++a)
                if (boxes.role[a] == boxes.role[b]) {
                    const u32 differs = (own >> 8 * a ^ own >> 8 * b) & 255;
                    visit(own ^ differs << 8 * a ^ differs << 8 * b);
                }
    }
    return orbit;
}

int cards_in(u32 vector) {
    int sum = 0;
    for (; vector != 0; vector >>= 8) sum += static_cast<int>(vector & 255);
    return sum;
}

// Each vector of cards that the left half can have is stood for exactly once.
void check_vectors(const Boxes& boxes, Work& work) {
    require(boxes.vectors.size() == boxes.times.size(), "a vector of cards has no number");
    for (const u32 vector : boxes.vectors)     // 4^26 layouts are below 2^52; more cards need 128 bits
        require(cards_in(vector) <= 26 && cards_in(boxes.cards) - cards_in(vector) <= (boxes.wide ? 39 : 26),
                "a half has more cards than its numbers hold");
    u32 size[4], all = 1;
    for (int owner = 0; owner < 4; ++owner) all *= size[owner] = 1 + (boxes.cards >> 8 * owner & 255);
    const auto index_of = [&](u32 cards) {     // `all` if an owner has more than it needs
        u32 index = 0;
        for (int owner = 0; owner < 4; ++owner) {
            const u32 own = cards >> 8 * owner & 255;
            if (own >= size[owner]) return all;
            index = index * size[owner] + own;
        }
        return index;
    };
    const ByCards first = by_cards(boxes.suit[0]), second = by_cards(boxes.suit[1]);
    work.add(static_cast<u64>(all) / 8 + static_cast<u64>(first.size()) * second.size() * 2);
    std::vector<u8> possible(static_cast<std::size_t>(all) + 1, 0);
    for (const auto& [cards, begin_end] : first)
        for (const auto& [others, rest] : second) possible[index_of(cards + others)] = 1;
    possible[all] = 0;
    for (std::size_t v = 0; v < boxes.vectors.size(); ++v) {
        const std::vector<u32> orbit = orbit_of(boxes, boxes.vectors[v]);
        work.add(8 * orbit.size());
        i32 times = 0;
        for (u32 cards : orbit) {
            u8& own = possible[index_of(cards)];
            times += own;
            own = 0;
        }
        require(times == boxes.times[v] && times > 0, "a vector of cards does not stand for its exchanges");
    }
    require(std::count(possible.begin(), possible.end(), 1) == 0, "a vector of cards is left out");
}

}  // namespace

void check_exchanges(const Boxes& boxes, Work& work) {
    check_roles(boxes, work);
    if (boxes.mirrored) check_mirrored(boxes, work);
    check_vectors(boxes, work);
}

}  // namespace dealwright
