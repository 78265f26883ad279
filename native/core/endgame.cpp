// Families of sets of layouts, double dummy, and the sampling player; see endgame.hpp.
#include "endgame.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace dealwright {

namespace {

constexpr u64 kAny = ~u64{0};
constexpr std::size_t kMostSolved = std::size_t{1} << 21;        // positions, 24 bytes each
constexpr std::size_t kMostBytes = std::size_t{1} << 28;         // of cached families, and of one
constexpr std::size_t kBeam = 8;      // sets of a family while a first line is looked for

int lowest_card(u64 cards) {
    if (cards == 0) __builtin_unreachable();
    return std::countr_zero(cards);
}

int top(u32 cards) { return 31 - std::countl_zero(cards); }

u64 mixed(u64 x) {
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93;
    return x ^ x >> 32;
}

}  // namespace

// ------------------------------------------------------------------------------------------- building

Endgame::Endgame(const Ending& ending) : ending_(ending), won_(ending.first.size(), 0) {
    std::map<u64, u64> weight_of;
    for (std::size_t i = 0; i < ending_.first.size(); ++i) {
        weight_of[ending_.first[i]] = ending_.weight[i];
        total_ += ending_.weight[i];
    }
    const auto alike = [&](int low, int high) {
        const u64 both = u64{1} << low | u64{1} << high;
        for (const auto& [first, weight] : weight_of) {
            if (std::popcount(first & both) != 1) continue;
            const auto other = weight_of.find(first ^ both);
            if (weight != (other == weight_of.end() ? 0 : other->second)) return false;
        }
        return true;
    };
    u64 table = 0;
    for (const int card : ending_.trick) table |= u64{1} << card;
    const u64 others = ending_.hand[0] | ending_.hand[1] | table;
    int below = -1;                    // the unseen card before, if the next may join its class
    for (int card = 0; card < kCards; ++card) {
        const u64 bit = u64{1} << card;
        if (card % kRanks == 0 || (others & bit) != 0) below = -1;
        if ((ending_.unseen & bit) == 0) continue;
        if (below >= 0 && ending_.merging && alike(below, card))
            class_.back() |= bit;
        else
            class_.push_back(bit);
        below = card;
    }
    build();
}

void Endgame::build() {
    u64 table = 0;
    for (const int card : ending_.trick) table |= u64{1} << card;
    const u64 all = ending_.hand[0] | ending_.hand[1] | ending_.unseen | table;
    int at = 0;
    std::fill(std::begin(suits_), std::end(suits_), 0);
    for (int card = 0; card < kCards; ++card) {
        if ((all >> card & 1) == 0) continue;
        position_[card] = at;
        suit_[at] = card / kRanks;
        suits_[suit_[at]] |= u32{1} << at;
        field_[at] = u32{1} << at;
        cards_of_[at] = u64{1} << card;
        ++at;
    }
    firsts_ = at == 0 ? 0 : (~u32{0} >> (32 - at));
    for (const u64 cards : class_) {
        const int lowest = position_[lowest_card(cards)], n = std::popcount(cards);
        const u32 field = (~u32{0} >> (32 - n)) << lowest;
        firsts_ &= ~field | u32{1} << lowest;
        cards_of_[lowest] = cards;
        for (int i = 0; i < n; ++i) field_[lowest + i] = field;
    }
    trumps_ = ending_.trump < 0 ? 0 : suits_[ending_.trump];

    std::map<u32, u32> place_of;
    layouts_.clear();
    layout_of_.clear();
    for (std::size_t i = 0; i < ending_.first.size(); ++i) {
        Held held{};
        held.weight = ending_.weight[i];
        for (const u64 cards : class_) {
            const int lowest = position_[lowest_card(cards)];
            const int n = std::popcount(cards), k = std::popcount(cards & ending_.first[i]);
            if (k > 0) held.hand[0] |= (~u32{0} >> (32 - k)) << lowest;
            if (k < n) held.hand[1] |= (~u32{0} >> (32 - (n - k))) << lowest;
        }
        const auto [place, fresh] = place_of.try_emplace(held.hand[0], layouts_.size());
        if (fresh)
            layouts_.push_back(held);
        else
            layouts_[place->second].weight += held.weight;
        layout_of_.push_back(static_cast<int>(place->second));
    }
    root_ = {};
    for (int i = 0; i < 2; ++i)
        for (u64 rest = ending_.hand[i]; rest != 0; rest &= rest - 1)
            root_.hand[i] |= u32{1} << position_[lowest_card(rest)];
    root_.trick.leader = ending_.leader;
    for (std::size_t i = 0; i < ending_.trick.size(); ++i)
        lay(root_.trick, (ending_.leader + static_cast<int>(i)) & 3, position_[ending_.trick[i]]);
    root_.need = ending_.need;
    root_.left = (std::popcount(all) + 3) / 4;
    forget();
    solved_.clear();
    solved_size_ = 0;
}

void Endgame::forget() {
    families_.clear();
    bytes_ = 0;
}

// Splits the class for which it mattered most who won a trick: its highest card, and the rest.
void Endgame::split() {
    u64 chosen = 0;
    for (const u64 cards : class_) {
        if (std::popcount(cards) < 2) continue;
        if (chosen == 0 || mattered_[position_[lowest_card(cards)]] > mattered_[position_[lowest_card(chosen)]])
            chosen = cards;
    }
    std::vector<u64> classes;
    for (const u64 cards : class_) {
        if (cards != chosen) {
            classes.push_back(cards);
            continue;
        }
        const u64 highest = u64{1} << (63 - std::countl_zero(cards));
        classes.push_back(cards ^ highest);
        classes.push_back(highest);
    }
    class_ = std::move(classes);
    build();
}

// --------------------------------------------------------------------------------------------- playing

void Endgame::lay(Trick& trick, int seat, int card) const {
    if (trick.played == 0) {
        trick.led = suit_[card];
        trick.best = card;
        trick.winner = seat;
    } else if (card == trick.best) {    // a class of both defenders
        trick.rival = seat;
    } else if (suit_[card] == suit_[trick.best] ? card > trick.best : (trumps_ >> card & 1) != 0) {
        trick.best = card;
        trick.winner = seat;
        trick.rival = -1;
    }
    trick.table |= u32{1} << card;
    ++trick.played;
}

// One card of each run that no other hand's card interrupts; cards of a class are one.
u32 Endgame::distinct(u32 cards, u32 others) const {
    u32 result = 0;
    cards &= firsts_;
    others &= firsts_;
    int above = -1;
    while (cards != 0) {
        const int card = top(cards);
        cards ^= u32{1} << card;
        const u32 run = above < 0 ? 0 : (~u32{0} >> (31 - above)) & ~u32{0} << card;
        if (above < 0 || suit_[above] != suit_[card] || (others & run) != 0)
            result |= u32{1} << card;
        above = card;
    }
    return result;
}

u32 Endgame::removed(u32 hand, int card) const {
    return hand ^ u32{1} << top(hand & field_[card]);
}

// ---------------------------------------------------------------------------------------- double dummy

// Tricks that a hand on lead can cash: cards that no other hand beats, ruffs or overtakes.
int Endgame::sure(u32 hand, u32 others) const {
    const bool trumps_out = (others & trumps_) != 0;
    int tricks = 0;
    for (const u32 suit : suits_) {
        if (trumps_out && suit != trumps_) continue;
        const u32 above = (others & suit) == 0 ? suit : suit & ~(~u32{0} >> (31 - top(others & suit)));
        tricks += std::popcount(hand & above);
    }
    return tricks;
}

bool Endgame::makes(const u32* hand, int leader, int need, int left) {
    if (need <= 0) return true;
    if (need > left) return false;
    const int tricks = sure(hand[leader], hand[(leader + 1) & 3] | hand[leader ^ 2] | hand[(leader + 3) & 3]);
    if (known(leader)) {
        if (tricks >= need) return true;
    } else if (tricks > left - need) {
        return false;
    }
    Trick trick;
    trick.leader = leader;
    return makes_on(hand, trick, need, left);
}

bool Endgame::makes_on(const u32* hand, const Trick& trick, int need, int left) {
    if (trick.played == 4) return makes_after(hand, trick, need, left);
    if (trick.played == 3 || left == 1) return makes_by_card(hand, trick, need, left);
    const int us = ending_.seat;
    const u64 a = hand[us] | u64{hand[us ^ 2]} << 28 | static_cast<u64>(trick.leader) << 56 |
                  u64{ties_ == Ties::declarer} << 58 | u64{1} << 59 | static_cast<u64>(trick.led & 3) << 60 |
                  static_cast<u64>(trick.played) << 62;
    const u64 b = hand[(us + 1) & 3] | u64{hand[(us + 3) & 3]} << 28 | static_cast<u64>(trick.best & 31) << 56 |
                  static_cast<u64>(trick.winner & 3) << 61;
    const auto find = [&]() -> Solved& {
        std::size_t at = mixed(a * 0x9e3779b97f4a7c15 + b);
        for (;; ++at) {
            Solved& entry = solved_[at & (solved_.size() - 1)];
            if (entry.a == 0 || (entry.a == a && entry.b == b)) return entry;
        }
    };
    if (2 * solved_size_ >= solved_.size()) {
        std::vector<Solved> old = std::move(solved_);
        const bool full = old.size() >= kMostSolved;
        solved_.assign(full ? kMostSolved : std::max<std::size_t>(1024, 2 * old.size()), Solved{});
        solved_size_ = 0;
        for (const Solved& entry : old) {
            if (full || entry.a == 0) continue;
            std::size_t at = mixed(entry.a * 0x9e3779b97f4a7c15 + entry.b);
            while (solved_[at & (solved_.size() - 1)].a != 0) ++at;
            solved_[at & (solved_.size() - 1)] = entry;
            ++solved_size_;
        }
    }
    const Solved& before = find();
    if (before.a != 0) {
        if (need <= before.low) return true;
        if (need > before.high) return false;
    }
    work_->add(16);
    const bool made = makes_by_card(hand, trick, need, left);
    Solved& entry = find();            // the table may have grown
    if (entry.a == 0) {
        entry = {a, b, 0, static_cast<u8>(left)};
        ++solved_size_;
    }
    if (made)
        entry.low = std::max(entry.low, static_cast<u8>(need));
    else
        entry.high = std::min(entry.high, static_cast<u8>(need - 1));
    return made;
}

bool Endgame::makes_by_card(const u32* hand, const Trick& trick, int need, int left) {
    const int seat = (trick.leader + trick.played) & 3;
    const bool ours = known(seat);
    const u32 others = hand[(seat + 1) & 3] | hand[(seat + 2) & 3] | hand[(seat + 3) & 3] | trick.table;
    const u32 cards = distinct(legal(hand[seat], trick.led), others);
    const auto reaches = [&](int card) {
        u32 after[4] = {hand[0], hand[1], hand[2], hand[3]};
        after[seat] = removed(hand[seat], card);
        Trick next = trick;
        lay(next, seat, card);
        return makes_on(after, next, need, left) == ours;
    };
    const bool low = trick.played != 0 && known(trick.winner) == ours;    // partner has it
    for (u32 rest = cards; rest != 0;) {
        const int card = low ? std::countr_zero(rest) : top(rest);
        rest ^= u32{1} << card;
        if (reaches(card)) return ours;
    }
    return !ours;
}

bool Endgame::makes_after(const u32* hand, const Trick& trick, int need, int left) {
    need -= known(trick.winner);
    const bool made = makes(hand, trick.winner, need, left - 1);
    if (trick.rival < 0 || (made == (ties_ == Ties::declarer) && !noting_)) return made;
    const bool other = makes(hand, trick.rival, need, left - 1);
    if (made != other) note_tie(trick.best);
    return ties_ == Ties::declarer ? made || other : made && other;
}

bool Endgame::makes(const Node& node, const Held& held) {
    u32 hand[4];
    const int us = ending_.seat;
    for (int i = 0; i < 2; ++i) {
        hand[(us + 2 * i) & 3] = node.hand[i];
        hand[(us + 1 + 2 * i) & 3] = held.hand[i];
    }
    if (node.trick.played == 0) return makes(hand, node.trick.leader, node.need, node.left);
    return makes_on(hand, node.trick, node.need, node.left);
}

// -------------------------------------------------------------------------------------------- families

Endgame::Family Endgame::whole(const Layouts& live, bool won, u64 limit) {
    Family family;
    family.words = std::max<std::size_t>(1, (live.size() + 63) / 64);
    u64 lost = 0;
    if (!won)
        for (const Held& held : live) lost += held.weight;
    if (lost > limit) {
        excess_ = std::min(excess_, lost - limit);
        return family;
    }
    family.bits.assign(family.words, 0);
    if (won)
        for (std::size_t i = 0; i < live.size(); ++i) family.bits[i / 64] |= u64{1} << i % 64;
    family.lost.push_back(lost);
    return family;
}

// Keeps the sets that are in no other; of the worst choices, those that contain no other.
void Endgame::keep_front(Family& family) {
    const std::size_t n = family.size(), words = family.words;
    if (n < 2) return;
    if (n * words * 8 > kMostBytes) throw BudgetExceeded{};
    std::vector<u32> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](u32 x, u32 y) {
        return worst_ ? family.lost[x] > family.lost[y] : family.lost[x] < family.lost[y];
    });
    Family front;
    front.words = words;
    std::vector<const u64*> kept;
    for (const u32 i : order) {
        const u64* row = family.row(i);
        bool covered = false;
        for (const u64* other : kept) {
            covered = true;
            for (std::size_t w = 0; covered && w < words; ++w)
                covered = ((worst_ ? other[w] & ~row[w] : row[w] & ~other[w]) == 0);
            if (covered) break;
        }
        work_->add(1 + kept.size());
        if (covered) continue;
        kept.push_back(row);
        front.lost.push_back(family.lost[i]);
        if (width_ != 0 && kept.size() == width_) break;
    }
    front.bits.reserve(kept.size() * words);
    for (const u64* row : kept) front.bits.insert(front.bits.end(), row, row + words);
    family = std::move(front);
}

Endgame::Key Endgame::key_of(const Node& node, const Layouts& live, const Layouts* all) const {
    Key key{node.hand[0] | u64{node.hand[1]} << 32,
            static_cast<u64>(node.trick.leader) | static_cast<u64>(node.need) << 8 |
                static_cast<u64>(node.left) << 16 | u64{all != nullptr} << 24 | u64{worst_} << 25 | u64{ties_ == Ties::declarer} << 26,
            0, 0};
    const auto join = [&](u64 word) {
        key.c = mixed(key.c * 0x9e3779b97f4a7c15 + word);
        key.d = mixed(key.d + word * 0xc2b2ae3d27d4eb4f) + 0x165667b19e3779f9;
    };
    for (const Layouts* list : {&live, all}) {
        if (list == nullptr) continue;
        join(list->size());
        for (const Held& held : *list) {
            join(held.hand[0] | u64{held.hand[1]} << 32);
            join(held.weight);
        }
    }
    return key;
}

Endgame::Family Endgame::search(const Node& node, const Layouts& live, const Layouts* all, u64 limit) {
    if (node.need <= 0) return whole(live, true, limit);
    if (live.empty()) return whole(live, true, limit);
    if (node.need > node.left) return whole(live, false, limit);
    if (all == nullptr && ending_.bounds && live.size() == 1) return whole(live, true, limit);
    if (node.trick.played == 4) return next_trick(node, live, all, limit);
    const bool ours = known((node.trick.leader + node.trick.played) & 3);
    if (ours && node.trick.played == 0 && !worst_ && ending_.bounds) {
        const int mine = index(node.trick.leader);
        const u32 others = node.hand[1 - mine] | live[0].hand[0] | live[0].hand[1];
        if (sure(node.hand[mine], others) >= node.need) return whole(live, true, limit);
    }
    if (node.trick.played != 0)
        return ours ? choose(node, live, all, limit) : answer(node, live, all, limit);
    const Key key = key_of(node, live, all);
    if (const auto found = families_.find(key); found != families_.end() && found->second.limit >= limit) {        const auto& [most, excess, family] = found->second;
        if (excess != kAny) excess_ = std::min(excess_, excess + (most - limit));
        Family kept;
        kept.words = family.words;
        for (std::size_t i = 0; i < family.size(); ++i) {
            if (family.lost[i] > limit) {
                excess_ = std::min(excess_, family.lost[i] - limit);
                continue;
            }
            kept.bits.insert(kept.bits.end(), family.row(i), family.row(i) + family.words);
            kept.lost.push_back(family.lost[i]);
        }
        return kept;
    }
    const u64 before = excess_;
    excess_ = kAny;
    Family family = ours ? choose(node, live, all, limit) : answer(node, live, all, limit);
    if (bytes_ > kMostBytes) forget();
    bytes_ += 128 + family.bits.size() * 8 + family.lost.size() * 8;
    families_.insert_or_assign(key, Cached{limit, excess_, family});
    excess_ = std::min(before, excess_);
    return family;
}

Endgame::Node Endgame::played(const Node& node, int seat, int card) const {
    Node next = node;
    if (known(seat)) next.hand[index(seat)] ^= u32{1} << card;
    lay(next.trick, seat, card);
    return next;
}

Endgame::Node Endgame::turned(const Node& node, int leader) const {
    Node next = node;
    next.need -= known(leader);
    --next.left;
    next.trick = {};
    next.trick.leader = leader;
    return next;
}

Endgame::Family Endgame::next_trick(const Node& node, const Layouts& live, const Layouts* all, u64 limit) {
    Family family = search(turned(node, node.trick.winner), live, all, limit);
    if (node.trick.rival < 0) return family;
    const Family other = search(turned(node, node.trick.rival), live, all, limit);
    const auto same = [&] {
        for (std::size_t i = 0; i < family.size(); ++i) {
            bool has = false;
            for (std::size_t j = 0; !has && j < other.size(); ++j)
                has = std::equal(family.row(i), family.row(i) + family.words, other.row(j));
            if (!has) return false;
        }
        return family.size() == other.size();
    };
    if (same()) return family;
    note_tie(node.trick.best);
    if (ties_ == Ties::declarer) {
        family.bits.insert(family.bits.end(), other.bits.begin(), other.bits.end());
        family.lost.insert(family.lost.end(), other.lost.begin(), other.lost.end());
        keep_front(family);
        return family;
    }
    std::vector<u32> places(live.size());
    std::iota(places.begin(), places.end(), 0);
    return joined(family, other, live, places, limit);
}

Endgame::Family Endgame::choose(const Node& node, const Layouts& live, const Layouts* all, u64 limit) {
    struct Option {
        Node next;
        std::vector<u32> kept;
        u64 lost;
    };
    const int seat = (node.trick.leader + node.trick.played) & 3, mine = index(seat);
    const Held& sample = all != nullptr ? all->front() : live.front();
    const u32 others = node.hand[1 - mine] | sample.hand[0] | sample.hand[1] | node.trick.table;
    u32 cards = distinct(legal(node.hand[mine], node.trick.led), others);
    if (all != nullptr && std::popcount(cards) > 1) {    // only those that win the most layouts
        u128 most = 0;
        u32 best = 0;
        for (u32 rest = cards; rest != 0; rest &= rest - 1) {
            const Node next = played(node, seat, std::countr_zero(rest));
            u128 sum = 0;
            for (const Held& held : *all)
                if (makes(next, held)) sum += held.weight;
            if (sum > most) {
                most = sum;
                best = 0;
            }
            if (sum == most) best |= rest & (~rest + 1);
        }
        cards = best;
    }
    Family result;
    result.words = (live.size() + 63) / 64;
    // Adds the family of an option; returns whether nothing can be better.
    const auto add = [&](const Option& option) {
        Layouts kept;
        kept.reserve(option.kept.size());
        for (const u32 i : option.kept) kept.push_back(live[i]);
        const Family family = search(option.next, kept, all, limit - option.lost);
        for (std::size_t i = 0; i < family.size(); ++i) {
            const std::size_t begin = result.bits.size();
            result.bits.resize(begin + result.words, 0);
            for (std::size_t w = 0; w < family.words; ++w)
                for (u64 rest = family.row(i)[w]; rest != 0; rest &= rest - 1) {
                    const u32 at = option.kept[64 * w + static_cast<std::size_t>(std::countr_zero(rest))];
                    result.bits[begin + at / 64] |= u64{1} << at % 64;
                }
            result.lost.push_back(family.lost[i] + option.lost);
            work_->add(result.words);
        }
        return !worst_ && family.size() != 0 && family.lost[0] + option.lost == 0;
    };
    std::vector<Option> options;           // that lose something at once
    while (cards != 0) {
        const int card = top(cards);
        cards ^= u32{1} << card;
        Option option{played(node, seat, card), {}, 0};
        for (std::size_t i = 0; i < live.size() && option.lost <= limit; ++i) {
            if (!ending_.bounds || makes(option.next, live[i]))
                option.kept.push_back(static_cast<u32>(i));
            else
                option.lost += live[i].weight;
        }
        if (option.lost > limit)
            excess_ = std::min(excess_, option.lost - limit);
        else if (option.lost != 0)
            options.push_back(std::move(option));
        else if (add(option))
            return whole(live, true, limit);
    }
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& x, const Option& y) { return x.lost < y.lost; });
    for (const Option& option : options) add(option);
    keep_front(result);
    return result;
}

Endgame::Family Endgame::answer(const Node& node, const Layouts& live, const Layouts* all, u64 limit) {
    const int seat = (node.trick.leader + node.trick.played) & 3, his = index(seat);
    u32 cards = 0;
    for (const Held& held : live) cards |= legal(held.hand[his], node.trick.led) & firsts_;
    const std::size_t words = (live.size() + 63) / 64;
    Family result = whole(live, true, limit);
    std::vector<u64> needed(words);
    for (; cards != 0; cards ^= u32{1} << top(cards)) {
        const int card = top(cards);
        std::fill(needed.begin(), needed.end(), 0);
        for (std::size_t i = 0; i < result.size(); ++i)
            for (std::size_t w = 0; w < words; ++w) needed[w] |= result.row(i)[w];
        Layouts after;
        std::vector<u32> place;
        for (std::size_t i = 0; i < live.size(); ++i) {
            const u32 hand = live[i].hand[his];
            if ((needed[i / 64] >> i % 64 & 1) == 0 || (legal(hand, node.trick.led) >> card & 1) == 0) continue;
            place.push_back(static_cast<u32>(i));
            after.push_back(live[i]);
            after.back().hand[his] = removed(hand, card);
        }
        if (after.empty()) continue;
        Layouts agreeing;
        if (all != nullptr) {
            u64 common = 0;
            for (const Held& held : *all) {
                if ((legal(held.hand[his], node.trick.led) >> card & 1) == 0) continue;
                agreeing.push_back(held);
                // which of its cards of the class he played is seen: a share of the layouts
                const auto ways = static_cast<u64>(std::popcount(held.hand[his] & field_[card]));
                if (__builtin_mul_overflow(held.weight, ways, &agreeing.back().weight)) throw BudgetExceeded{};
                agreeing.back().hand[his] = removed(held.hand[his], card);
                common = std::gcd(common, agreeing.back().weight);
            }
            for (Held& held : agreeing) held.weight /= common == 0 ? 1 : common;
        }
        u64 outside = kAny;            // the least that a set loses elsewhere
        for (std::size_t i = 0; i < result.size() && outside != 0; ++i) {
            u64 inside = 0;
            for (const u32 at : place)
                if ((result.row(i)[at / 64] >> at % 64 & 1) == 0) inside += live[at].weight;
            outside = std::min(outside, result.lost[i] - inside);
        }
        const Family family =
            search(played(node, seat, card), after, all != nullptr ? &agreeing : nullptr, limit - outside);
        if (family.size() == 0) {
            Family none;
            none.words = words;
            return none;
        }
        if (family.size() == 1 && family.lost[0] == 0) continue;
        result = joined(result, family, live, place, limit);
        if (result.size() == 0) return result;
    }
    return result;
}

// The sets of `family` cut with those of `other`, whose layouts are those at `place`.
Endgame::Family Endgame::joined(const Family& family, const Family& other, const Layouts& live,
                                const std::vector<u32>& place, u64 limit) {
    const std::size_t words = family.words;
    Family result;
    result.words = words;
    std::vector<u64> lifted(other.size() * words, kAny);
    for (std::size_t j = 0; j < other.size(); ++j)
        for (std::size_t i = 0; i < place.size(); ++i)
            if ((other.row(j)[i / 64] >> i % 64 & 1) == 0)
                lifted[j * words + place[i] / 64] ^= u64{1} << place[i] % 64;
    for (std::size_t i = 0; i < family.size(); ++i) {
        const u64* row = family.row(i);
        work_->add(other.size() * words);
        const std::size_t begin = result.size();
        for (std::size_t j = 0; j < other.size(); ++j) {
            const u64* cut = lifted.data() + j * words;
            u64 lost = family.lost[i];
            bool loses = false;
            for (std::size_t w = 0; w < words; ++w)
                for (u64 rest = row[w] & ~cut[w]; rest != 0; rest &= rest - 1) {
                    lost += live[64 * w + static_cast<std::size_t>(std::countr_zero(rest))].weight;
                    loses = true;
                }
            if (!loses && !worst_) {       // the best that can become of this set
                result.lost.resize(begin);
                result.bits.resize(begin * words);
            }
            if (lost > limit) {
                excess_ = std::min(excess_, lost - limit);
                continue;
            }
            result.lost.push_back(lost);
            for (std::size_t w = 0; w < words; ++w) result.bits.push_back(row[w] & cut[w]);
            if (!loses && !worst_) break;
        }
        if (result.bits.size() * 8 > kMostBytes) throw BudgetExceeded{};
    }
    keep_front(result);
    return result;
}

// --------------------------------------------------------------------------------------------- answers

Endgame::Layouts Endgame::winnable() {
    Layouts live;
    for (const Held& held : layouts_)
        if (held.weight != 0 && (!ending_.bounds || makes(root_, held))) live.push_back(held);
    return live;
}

u64 Endgame::weight_of(const Layouts& layouts) {
    u64 sum = 0;
    for (const Held& held : layouts) sum += held.weight;
    return sum;
}

u64 Endgame::double_dummy(Work& work) {
    work_ = &work;
    u64 sum = 0;
    std::vector<u8> open(layouts_.size(), 0);    // who wins a trick matters
    for (std::size_t i = 0; i < layouts_.size(); ++i) {
        ties_ = Ties::defence;
        if (makes(root_, layouts_[i])) {
            sum += layouts_[i].weight;
            continue;
        }
        ties_ = Ties::declarer;
        open[i] = makes(root_, layouts_[i]);
    }
    ties_ = Ties::defence;
    Ending rest = ending_;
    rest.merging = false;
    rest.first.clear();
    rest.weight.clear();
    for (std::size_t i = 0; i < layout_of_.size(); ++i)
        if (open[static_cast<std::size_t>(layout_of_[i])]) {
            rest.first.push_back(ending_.first[i]);
            rest.weight.push_back(ending_.weight[i]);
        }
    return rest.first.empty() ? sum : sum + Endgame(rest).double_dummy(work);
}

void Endgame::take(const Family& family, const Layouts& live) {
    std::map<u32, bool> wins;
    for (std::size_t i = 0; i < live.size(); ++i)
        wins[live[i].hand[0]] = (family.row(0)[i / 64] >> i % 64 & 1) != 0;
    for (std::size_t i = 0; i < won_.size(); ++i) {
        const auto found = wins.find(layouts_[static_cast<std::size_t>(layout_of_[i])].hand[0]);
        won_[i] = found != wins.end() && found->second;
    }
}

void Endgame::begin() {
    ties_ = Ties::declarer;
    high_ = weight_of(winnable());
    begun_ = true;
}

// A line that is not the best: few sets of each family are kept.
void Endgame::glimpse(Work& work) {
    work_ = &work;
    if (!begun_) begin();
    ties_ = Ties::defence;
    worst_ = false;
    const Layouts live = winnable();
    width_ = kBeam;
    forget();
    const Family family = search(root_, live, nullptr, kAny);
    width_ = 0;
    forget();
    const u64 weight = weight_of(live) - family.lost[0];
    if (weight <= low_) return;
    low_ = weight;
    take(family, live);
}

bool Endgame::narrow(Work& work) {
    work_ = &work;
    worst_ = false;
    width_ = 0;
    if (!begun_) begin();
    if (low_ == high_) return true;
    // from above: whoever wins a trick of one class, declarer chooses
    ties_ = Ties::declarer;
    Layouts live = winnable();
    u64 most = weight_of(live);
    const u64 limit = ending_.bounds ? std::min(std::max(limit_, most - high_), most - std::min(most, low_ + 1)) : kAny;
    excess_ = kAny;
    Family family = search(root_, live, nullptr, limit);
    if (family.size() == 0) {    // every strategy loses at least limit + excess_
        const u64 least = excess_ > most - limit ? most : limit + excess_;
        high_ = std::max(low_, std::min(high_, most - least));
        limit_ = std::max({least, limit + limit / 2, most / 32});
        return low_ == high_;
    }
    high_ = std::min(high_, most - family.lost[0]);
    // from below: the defenders choose
    ties_ = Ties::defence;
    live = winnable();
    most = weight_of(live);
    ties_mattered_ = false;
    std::fill(std::begin(mattered_), std::end(mattered_), 0);
    if (most >= high_) {
        family = search(root_, live, nullptr, ending_.bounds ? most - high_ : kAny);
        if (family.size() != 0 && most - family.lost[0] >= high_) {
            low_ = high_;
            take(family, live);
            return true;
        }
    }
    split();
    limit_ = 0;
    return false;
}

u64 Endgame::sampling(bool worst, Work& work) {
    work_ = &work;
    noting_ = true;
    build();                       // what was solved before noted no ties
    width_ = 0;
    ties_ = Ties::defence;
    for (;;) {
        worst_ = worst;
        ties_mattered_ = false;
        std::fill(std::begin(mattered_), std::end(mattered_), 0);
        const Layouts live = winnable();
        Layouts all;
        for (const Held& held : layouts_)
            if (held.weight != 0) all.push_back(held);
        const u64 dummy = weight_of(live);
        u64 lost = kAny;
        for (u64 limit = worst ? kAny : 0; lost == kAny && !ties_mattered_;) {
            excess_ = kAny;
            const Family family = search(root_, live, &all, limit);
            if (family.size() != 0) lost = family.lost[0];
            limit = std::max({limit + excess_, limit + limit / 2, dummy / 16});
        }
        if (!ties_mattered_) {
            noting_ = false;
            return dummy - lost;
        }
        split();
    }
}

std::vector<u8> Endgame::won() const { return won_; }

}  // namespace dealwright
