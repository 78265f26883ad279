// Families of sets of layouts: which are kept, and how they are cut; see endgame.hpp.
#include <algorithm>
#include <bit>
#include <numeric>

#include "endgame.hpp"

namespace dealwright {

// The cards that a defender may play in some layout.
u32 Endgame::playable(const Layouts& live, int defender, int led) const {
    u32 cards = 0;
    for (const Held& held : live) cards |= legal(held.hand[defender], led);
    return cards & firsts_;
}

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

// The sets of two families over the same layouts: declarer chooses between them.
Endgame::Family Endgame::united(Family family, const Family& other) {
    family.bits.insert(family.bits.end(), other.bits.begin(), other.bits.end());
    family.lost.insert(family.lost.end(), other.lost.begin(), other.lost.end());
    keep_front(family);
    return family;
}

// Keeps the sets that are in no other.
void Endgame::keep_front(Family& family) {
    const std::size_t n = family.size(), words = family.words;
    if (n < 2) return;
    if (n * words * 8 > kMostBytes) throw BudgetExceeded{};
    std::vector<u32> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](u32 x, u32 y) { return family.lost[x] < family.lost[y]; });
    Family front;
    front.words = words;
    std::vector<const u64*> kept;
    for (const u32 i : order) {
        const u64* row = family.row(i);
        bool covered = false;
        for (const u64* other : kept) {
            covered = true;
            for (std::size_t w = 0; covered && w < words; ++w)
                covered = (row[w] & ~other[w]) == 0;
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
                static_cast<u64>(node.left) << 16 | u64{all != nullptr} << 24 | u64{ties_ == Ties::declarer} << 26,
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
            if (!loses) {                  // the best that can become of this set
                result.lost.resize(begin);
                result.bits.resize(begin * words);
            }
            if (lost > limit) {
                excess_ = std::min(excess_, lost - limit);
                continue;
            }
            result.lost.push_back(lost);
            for (std::size_t w = 0; w < words; ++w) result.bits.push_back(row[w] & cut[w]);
            if (!loses) break;
        }
        if (result.bits.size() * 8 > kMostBytes) throw BudgetExceeded{};
    }
    keep_front(result);
    return result;
}

}  // namespace dealwright
