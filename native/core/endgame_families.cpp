// Families of sets of layouts: what declarer and defenders choose; see endgame.hpp.
#include <algorithm>
#include <bit>
#include <numeric>

#include "endgame.hpp"

namespace dealwright {

namespace {

// Cards from the highest down, but `first` before the others.
std::vector<int> in_order(u32 cards, int first) {
    std::vector<int> order;
    order.reserve(8);
    if ((cards >> first & 1) != 0) order.push_back(first);
    for (u32 rest = cards & ~(u32{1} << first); rest != 0; rest ^= u32{1} << top(rest)) order.push_back(top(rest));
    return order;
}

}  // namespace

Endgame::Family Endgame::search(const Node& node, const Layouts& live, u64 limit) {
    if (node.need <= 0) return whole(live, true, limit);
    if (live.empty()) return whole(live, true, limit);
    if (node.need > node.left) return whole(live, false, limit);
    if (ending_.bounds && live.size() == 1) return whole(live, true, limit);
    if (node.trick.played == 4) return next_trick(node, live, limit);
    const bool ours = known((node.trick.leader + node.trick.played) & 3);
    if (ours && node.trick.played == 0 && ending_.bounds) {
        const int mine = index(node.trick.leader);
        const u32 others = node.hand[1 - mine] | live[0].hand[0] | live[0].hand[1];
        if (sure(node.hand[mine], others) >= node.need) return whole(live, true, limit);
    }
    if (node.trick.played != 0)
        return ours ? choose(node, live, limit) : answer(node, live, limit);
    const Key key = key_of(node, live, nullptr);
    const auto found = families_.find(key);
    if (found != families_.end() && found->second.limit >= limit) {
        const auto& [most, excess, family] = found->second;
        if (family.size() == 1 && family.lost[0] == 0) return family;
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
    const auto sets = [&](u64 most) {
        excess_ = kAny;
        return ours ? choose(node, live, most) : answer(node, live, most);
    };
    Family family;                     // most often all layouts are won, which is seen soon
    if (limit != 0 && found == families_.end()) family = sets(0);
    if (family.size() == 0) {
        if (limit != 0 && ending_.bounds && live.size() == 2)
            family = either(live, limit);
        else
            family = sets(limit);
    }
    if (family.size() != 0 && family.lost[0] == 0) excess_ = limit = kAny;
    if (bytes_ > kMostBytes) forget();
    bytes_ += 128 + family.bits.size() * 8 + family.lost.size() * 8;
    families_.insert_or_assign(key, Cached{limit, excess_, family});
    excess_ = std::min(before, excess_);
    return family;
}

// Of two layouts that cannot both be won each alone can.
Endgame::Family Endgame::either(const Layouts& live, u64 limit) {
    excess_ = kAny;
    Family family;
    for (u64 i = 0; i < 2; ++i) {
        if (live[1 - i].weight > limit) {
            excess_ = std::min(excess_, live[1 - i].weight - limit);
            continue;
        }
        family.bits.push_back(i + 1);
        family.lost.push_back(live[1 - i].weight);
    }
    keep_front(family);
    return family;
}

Endgame::Family Endgame::next_trick(const Node& node, const Layouts& live, u64 limit) {
    Family family = search(turned(node, node.trick.winner), live, limit);
    if (node.trick.rival < 0) return family;
    const Family other = search(turned(node, node.trick.rival), live, limit);
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
    if (ties_ == Ties::declarer) return united(std::move(family), other);
    std::vector<u32> places(live.size());
    std::iota(places.begin(), places.end(), 0);
    return joined(family, other, live, places, limit);
}

// A defender on lead hands the lead back: declarer chooses which of his hands leads.
Endgame::Family Endgame::handed_back(const Node& node, const Layouts& live, u64 limit) {
    Node next = node;
    next.trick.leader = ending_.seat;
    Family family = search(next, live, limit);
    next.trick.leader = ending_.seat ^ 2;
    return united(std::move(family), search(next, live, limit));
}

// Whether a set of the family has all these layouts.
bool Endgame::within(const std::vector<u32>& kept, const Family& family) {
    for (std::size_t i = 0; i < family.size(); ++i) {
        const u64* row = family.row(i);
        if (std::all_of(kept.begin(), kept.end(), [&](u32 at) { return (row[at / 64] >> at % 64 & 1) != 0; }))
            return true;
    }
    return false;
}

Endgame::Family Endgame::choose(const Node& node, const Layouts& live, u64 limit) {
    struct Option {
        Node next;
        std::vector<u32> kept;
        u64 lost;
    };
    const int seat = (node.trick.leader + node.trick.played) & 3, mine = index(seat);
    const u32 others = node.hand[1 - mine] | live[0].hand[0] | live[0].hand[1] | node.trick.table;
    const u32 cards = distinct(legal(node.hand[mine], node.trick.led), others);
    Family result;
    result.words = (live.size() + 63) / 64;
    // Adds the family of an option; returns whether nothing can be better.
    const auto add = [&](const Option& option) {
        if (within(option.kept, result)) return false;
        Layouts kept;
        kept.reserve(option.kept.size());
        for (const u32 i : option.kept) kept.push_back(live[i]);
        const Family family = search(option.next, kept, limit - option.lost);
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
        return family.size() != 0 && family.lost[0] + option.lost == 0;
    };
    std::vector<Option> options;           // that lose something at once
    for (const int card : in_order(cards, hint(node))) {
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
        else if (add(option)) {
            hint(node) = static_cast<u8>(card);
            return whole(live, true, limit);
        }
    }
    std::stable_sort(options.begin(), options.end(),
                     [](const Option& x, const Option& y) { return x.lost < y.lost; });
    for (const Option& option : options) add(option);
    keep_front(result);
    return result;
}

Endgame::Family Endgame::answer(const Node& node, const Layouts& live, u64 limit) {
    const int seat = (node.trick.leader + node.trick.played) & 3, his = index(seat);
    const u32 cards = playable(live, his, node.trick.led);
    const std::size_t words = (live.size() + 63) / 64;
    Family result = whole(live, true, limit);
    std::vector<u64> needed(words);
    std::vector<int> order = in_order(cards, hint(node));
    if (node.trick.played != 0 && (ending_.idle >> seat & 1) != 0) order.insert(order.begin(), kNoCard);
    for (const int card : order) {
        work_->add(64 + 8 * live.size());
        const bool idle = card == kNoCard;
        const auto may = [&](u32 hand) {
            return idle ? may_idle(seat, hand, node.trick) : (legal(hand, node.trick.led) >> card & 1) != 0;
        };
        std::fill(needed.begin(), needed.end(), 0);
        for (std::size_t i = 0; i < result.size(); ++i)
            for (std::size_t w = 0; w < words; ++w) needed[w] |= result.row(i)[w];
        Layouts after;
        std::vector<u32> place;
        for (std::size_t i = 0; i < live.size(); ++i) {
            const u32 hand = live[i].hand[his];
            if ((needed[i / 64] >> i % 64 & 1) == 0 || !may(hand)) continue;
            place.push_back(static_cast<u32>(i));
            after.push_back(live[i]);
            if (!idle) after.back().hand[his] = removed(hand, card);
        }
        if (after.empty()) continue;
        u64 outside = kAny;            // the least that a set loses elsewhere
        for (std::size_t i = 0; i < result.size() && outside != 0; ++i) {
            u64 inside = 0;
            for (const u32 at : place)
                if ((result.row(i)[at / 64] >> at % 64 & 1) == 0) inside += live[at].weight;
            outside = std::min(outside, result.lost[i] - inside);
        }
        Node next = node;
        if (idle)
            ++next.trick.played;
        else
            next = played(node, seat, card);
        const Family family = search(next, after, limit - outside);
        if (family.size() == 1 && family.lost[0] == 0) continue;
        result = joined(result, family, live, place, limit);
        if (result.size() == 0) {
            if (!idle) hint(node) = static_cast<u8>(card);
            return result;
        }
    }
    if (node.trick.played != 0 || (ending_.exit >> seat & 1) == 0) return result;
    std::vector<u32> places(live.size());
    std::iota(places.begin(), places.end(), 0);
    return joined(result, handed_back(node, live, limit), live, places, limit);
}

}  // namespace dealwright
