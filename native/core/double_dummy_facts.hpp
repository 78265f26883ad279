// What searches have proved, in a form that holds for other deals too.
//
// A fact is about every position with its key (the lengths of all suits, the tricks left, who leads, the strain) in
// which the same seats have the cards of the ranks that it knows, counted from the highest card in play: north and
// south take at least `low` and at most `high` of the tricks left. So facts outlive the deal that they come from.
#pragma once

#include <cstring>
#include <memory>

#include "double_dummy_cards.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {
namespace double_dummy {

// A fact that knows at most seven ranks of a suit: owners in 14 bits a suit, above eight bits of bounds.
struct ShortFact {
    static constexpr int kWords = 1, kMostRanks = 7;
    u64 owners[1], known[1];

    int low() const { return owners[0] & 15; }
    int high() const { return owners[0] >> 4 & 15; }
    void bound(int low, int high) { owners[0] = (owners[0] & ~u64{255}) | static_cast<u64>(low | high << 4); }
    int ranks(int suit) const { return count_bits(known[0] >> (8 + 14 * suit) & 0x3fff) >> 1; }
    static int word(int) { return 0; }
    static int shift(int suit, int rank) { return 8 + 14 * suit + 12 - 2 * rank; }
    static ShortFact of(const Owners& all) { return {{packed(all)}, {0}}; }
    // The owners of seven ranks of each suit, side by side.
    static u64 packed(const Owners& all) {
        u64 low = all.suits[0] >> 12 & 0x0000'3fff'0000'3fff, high = all.suits[1] >> 12 & 0x0000'3fff'0000'3fff;
        low = (low | low >> 18) & 0xfff'ffff, high = (high | high >> 18) & 0xfff'ffff;
        return (low | high << 28) << 8;
    }
};

// A fact that knows more: the owners as in Owners, the bounds in the bits between them.
struct LongFact {
    static constexpr int kWords = 2, kMostRanks = 13;
    static constexpr u64 kBits = 0x03ff'ffff'03ff'ffff;
    u64 owners[2], known[2];

    int low() const { return owners[0] >> 26 & 15; }
    int high() const { return owners[1] >> 26 & 15; }
    void bound(int low, int high) {
        owners[0] = (owners[0] & kBits) | static_cast<u64>(low) << 26;
        owners[1] = (owners[1] & kBits) | static_cast<u64>(high) << 26;
    }
    int ranks(int suit) const { return count_bits(known[suit >> 1] >> 32 * (suit & 1) & 0x3ff'ffff) >> 1; }
    static int word(int suit) { return suit >> 1; }
    static int shift(int suit, int rank) { return 32 * (suit & 1) + 24 - 2 * rank; }
    static LongFact of(const Owners& all) { return {{all.suits[0], all.suits[1]}, {0, 0}}; }
};

// Whether the owners differ where `fact` knows them.
template <typename Fact>
inline bool differ(const Fact& fact, const Fact& other) {
    u64 bits = 0;
    for (int i = 0; i < Fact::kWords; ++i) bits |= (fact.owners[i] ^ other.owners[i]) & fact.known[i];
    return bits != 0;
}
// Whether `fact` knows all ranks that `other` knows.
template <typename Fact>
inline bool knows_as_much(const Fact& fact, const Fact& other) {
    u64 bits = 0;
    for (int i = 0; i < Fact::kWords; ++i) bits |= other.known[i] & ~fact.known[i];
    return bits == 0;
}

// Facts of one key: a list, or, where that would be long, a branch by who has one card.
struct Facts {
    u32 first;           // unit of the list, or of the Branch
    u16 size;
    u8 room;             // 0: no list; else it has 2^(room - 1) places
    bool branched;
};
struct Branch {
    int word, shift;     // of the card
    Facts parts[5];      // by its owner; [4]: the fact does not know it
};

class FactTable {
public:
    explicit FactTable(std::size_t bytes);
    void clear();
    std::size_t bytes() const { return slots_used_ * sizeof(Slot) + units_used_ * sizeof(Unit); }
    void prefetch(u64 key) const { __builtin_prefetch(&slots_[hash(key) & mask_]); }

    // A fact of the key that holds where the owners are those of `here`, and says whether `need` is reached.
    template <typename Fact>
    const Fact* find(u64 key, const Fact& here, int need) {
        Slot* slot = look_up(key);
        return slot == nullptr ? nullptr : find_in(slot->facts, here, need);
    }
    template <typename Fact>
    void add(u64 key, Fact fact, int low, int high);

private:
    struct Unit {
        u64 words[2];
    };
    struct Slot {
        u64 key;         // 0: none
        Facts facts;
    };
    static constexpr int kMostRoom = 12;                // log2 of the units of a list
    static constexpr int kBranchRoom = 5;               // lists of 32 facts become branches if that helps
    static constexpr std::size_t kFewestSlots = 1 << 12;
    static constexpr std::size_t kFewestUnits = 1 << 16, kMostForOneFact = 1 << 14;
    static constexpr u32 kNone = ~u32{0};
    static constexpr std::size_t kBranchUnits = sizeof(Branch) / sizeof(Unit);

    static u64 hash(u64 key) {
        key *= 0x9e3779b97f4a7c15;
        return key ^ key >> 29;
    }
    template <typename Fact>
    Fact* list(const Facts& facts) {
        return reinterpret_cast<Fact*>(units_.get() + facts.first);
    }
    Branch& branch(const Facts& facts) { return *reinterpret_cast<Branch*>(units_.get() + facts.first); }
    template <typename Fact>
    static int part_of(const Branch& branch, const Fact& fact) {
        if ((fact.known[branch.word] >> branch.shift & 3) == 0) return 4;
        return static_cast<int>(fact.owners[branch.word] >> branch.shift & 3);
    }

    Slot* look_up(u64 key);
    Slot* look_up_or_add(u64 key);
    void resize(std::size_t slots);
    bool take(int log, u32& first);
    void give_back(int log, u32 first) {
        units_[first].words[0] = free_[log];
        free_[log] = first;
    }
    void make_room();
    template <typename Fact>
    const Fact* find_in(Facts& facts, const Fact& here, int need);
    template <typename Fact>
    void append(Facts& facts, const Fact& fact);
    template <typename Fact>
    bool split(Facts& facts);
    template <typename Fact, typename Visit>
    void each_in(const Facts& facts, Visit visit);
    template <typename Visit>
    void each_slot(Visit visit);
    void keep_part();
    template <typename Fact>
    const u64* add_kept(u64 key, const u64* words) {
        Fact fact;
        std::memcpy(&fact, words, sizeof fact);
        add(key, fact, fact.low(), fact.high());
        return words + sizeof fact / sizeof(u64);
    }

    std::unique_ptr<Slot[]> slots_;
    std::unique_ptr<Unit[]> units_;
    std::size_t mask_ = 0, most_slots_ = 1, slots_used_ = 0, most_units_, room_, units_used_ = 0;
    u32 free_[kMostRoom + 1];                            // the first freed list of a size; its first word has the next
    bool full_ = false;
};

// The bit of a key whose facts are long.
inline constexpr u64 kLongKey = u64{1} << 61;
inline int tricks_left(u64 key) { return key >> 12 & 15; }

inline FactTable::FactTable(std::size_t bytes) {
    // A quarter for the slots, 60 % for facts; keep_part() takes the rest for a moment.
    while (most_slots_ * 2 * sizeof(Slot) <= bytes / 4) most_slots_ *= 2;
    most_slots_ = std::max(most_slots_, kFewestSlots);
    most_units_ = std::min(bytes / 5 * 3 / sizeof(Unit), std::size_t{0xffff'ff00});
    room_ = std::min(most_units_, kFewestUnits);
    units_.reset(new Unit[room_]);
    resize(kFewestSlots);
    clear();
}

// Before a fact is added, so that nothing moves while it is.
inline void FactTable::make_room() {
    if (room_ - units_used_ >= kMostForOneFact || room_ == most_units_) return;
    room_ = std::min(most_units_, 2 * room_);
    std::unique_ptr<Unit[]> units(new Unit[room_]);
    std::memcpy(static_cast<void*>(units.get()), units_.get(), units_used_ * sizeof(Unit));
    units_ = std::move(units);
}

inline void FactTable::resize(std::size_t slots) {
    slots_.reset(new Slot[slots]());
    mask_ = slots - 1;
}

inline void FactTable::clear() {
    if (mask_ + 1 > 16 * kFewestSlots)
        resize(kFewestSlots);
    else if (slots_used_ != 0)
        std::fill_n(slots_.get(), mask_ + 1, Slot{});
    if (room_ > 16 * kFewestUnits) {
        room_ = kFewestUnits;
        units_.reset(new Unit[room_]);
    }
    slots_used_ = units_used_ = 0;
    std::fill_n(free_, kMostRoom + 1, kNone);
    full_ = false;
}

inline FactTable::Slot* FactTable::look_up(u64 key) {
    for (std::size_t i = hash(key) & mask_;; i = (i + 1) & mask_) {
        if (slots_[i].key == key) return &slots_[i];
        if (slots_[i].key == 0) return nullptr;
    }
}

inline FactTable::Slot* FactTable::look_up_or_add(u64 key) {
    if (Slot* slot = look_up(key)) return slot;
    if (2 * slots_used_ > mask_ && mask_ + 1 < most_slots_) {
        const std::unique_ptr<Slot[]> old = std::move(slots_);
        const std::size_t size = mask_ + 1;
        resize(2 * size);
        for (std::size_t k = 0; k < size; ++k) {
            if (old[k].key == 0) continue;
            std::size_t i = hash(old[k].key) & mask_;
            while (slots_[i].key != 0) i = (i + 1) & mask_;
            slots_[i] = old[k];
        }
    } else if (4 * slots_used_ > 3 * mask_) {
        full_ = true;
        return nullptr;
    }
    std::size_t i = hash(key) & mask_;
    while (slots_[i].key != 0) i = (i + 1) & mask_;
    ++slots_used_;
    slots_[i] = {key, {0, 0, 0, false}};
    return &slots_[i];
}

inline bool FactTable::take(int log, u32& first) {
    if (free_[log] != kNone) {
        first = free_[log];
        free_[log] = static_cast<u32>(units_[first].words[0]);
        return true;
    }
    const std::size_t size = std::size_t{1} << log;
    full_ |= units_used_ + size > room_;
    if (full_) return false;
    first = static_cast<u32>(units_used_);
    units_used_ += size;
    return true;
}

template <typename Fact>
const Fact* FactTable::find_in(Facts& facts, const Fact& here, int need) {
    if (facts.branched) {
        Branch& by = branch(facts);
        const int owner = static_cast<int>(here.owners[by.word] >> by.shift & 3);
        if (const Fact* fact = find_in(by.parts[owner], here, need)) return fact;
        return find_in(by.parts[4], here, need);
    }
    Fact* fact = list<Fact>(facts);
    for (int i = 0; i < facts.size; ++i) {
        if (differ(fact[i], here) || (fact[i].low() < need && fact[i].high() >= need)) continue;
        if (i == 0) return fact;
        std::swap(fact[i], fact[i / 2]);      // what is used moves forward
        return fact + i / 2;
    }
    return nullptr;
}

// A table that is full drops facts before the search goes on; no search refers to one.
template <typename Fact>
void FactTable::add(u64 key, Fact fact, int low, int high) {
    if (full_) keep_part();
    make_room();
    Slot* slot = look_up_or_add(key);
    if (slot == nullptr) return;
    Facts* facts = &slot->facts;
    while (facts->branched) {
        Branch& by = branch(*facts);
        facts = &by.parts[part_of(by, fact)];
    }
    Fact* old = list<Fact>(*facts);
    bool placed = false;
    for (int i = 0; i < facts->size; ++i) {
        if (!knows_as_much(old[i], fact) || differ(fact, old[i])) continue;
        if (knows_as_much(fact, old[i]))      // the same positions: both bounds hold
            low = std::max(low, old[i].low()), high = std::min(high, old[i].high());
        else if (old[i].low() > low || old[i].high() < high)
            continue;
        // The new fact says as much about more positions.
        if (placed) {
            old[i--] = old[--facts->size];
            continue;
        }
        old[i] = fact;
        old[i].bound(low, high);
        placed = true;
    }
    if (placed) return;
    fact.bound(low, high);
    append(*facts, fact);
}

template <typename Fact>
void FactTable::append(Facts& facts, const Fact& fact) {
    constexpr int kUnit = Fact::kWords - 1;      // log2 of the units of a fact
    if (facts.branched) {                        // since its facts were moved here
        Branch& by = branch(facts);
        return append(by.parts[part_of(by, fact)], fact);
    }
    if (facts.size == 0) {
        if (facts.room == 0 && !take(kUnit, facts.first)) return;
        facts.room = 1;
    } else if (facts.size == 1 << (facts.room - 1)) {
        if (facts.room > kBranchRoom && split<Fact>(facts)) return append(facts, fact);
        if (full_) return;
        const int log = facts.room + kUnit;
        if (log > kMostRoom) {                   // takes the place of the least used
            list<Fact>(facts)[facts.size - 1] = fact;
            return;
        }
        u32 first;
        if (!take(log, first)) return;
        std::memcpy(static_cast<void*>(units_.get() + first), list<Fact>(facts), facts.size * sizeof(Fact));
        give_back(log - 1, facts.first);
        facts.first = first;
        ++facts.room;
    }
    list<Fact>(facts)[facts.size++] = fact;
}

// Makes a list a branch by the card for which a search looks at the fewest facts: those that do not know it, and a
// fourth, or what is its share, of the others.
template <typename Fact>
bool FactTable::split(Facts& facts) {
    const Fact* fact = list<Fact>(facts);
    double fewest = 0.7 * facts.size;
    int word = -1, shift = 0;
    for (int suit = 0; suit < kSuits; ++suit)
        for (int rank = 0; rank < Fact::kMostRanks; ++rank) {
            const int at = Fact::shift(suit, rank), in = Fact::word(suit);
            int counts[5] = {};
            for (int i = 0; i < facts.size; ++i)
                ++counts[(fact[i].known[in] >> at & 3) == 0 ? 4 : static_cast<int>(fact[i].owners[in] >> at & 3)];
            const double knowing = facts.size - counts[4];
            if (knowing == 0) break;
            double looks = counts[4];
            for (int owner = 0; owner < 4; ++owner) looks += counts[owner] * counts[owner] / knowing;
            if (looks < fewest) fewest = looks, word = in, shift = at;
        }
    u32 first;
    if (word < 0 || !take(2, first)) return false;
    static_assert(kBranchUnits <= 4 && alignof(Branch) <= alignof(Unit));
    const Facts before = facts;
    facts = {first, 0, 0, true};
    Branch& by = *new (units_.get() + first) Branch{word, shift, {}};
    for (int i = 0; i < before.size && !full_; ++i) {
        const Fact moved = list<Fact>(before)[i];
        append(by.parts[part_of(by, moved)], moved);
    }
    give_back(before.room - 1 + Fact::kWords - 1, before.first);
    return true;
}

template <typename Fact, typename Visit>
void FactTable::each_in(const Facts& facts, Visit visit) {
    if (facts.branched) {
        for (const Facts& part : branch(facts).parts) each_in<Fact>(part, visit);
        return;
    }
    for (int i = 0; i < facts.size; ++i) visit(list<Fact>(facts)[i], i, facts.size);
}

template <typename Visit>
void FactTable::each_slot(Visit visit) {
    for (std::size_t i = 0; i <= mask_; ++i)
        if (slots_[i].key != 0) visit(slots_[i]);
}

// Keeps a part of the facts, those about most tricks: they are few, and save the longest searches.
inline void FactTable::keep_part() {
    std::size_t units[kRanks + 1] = {};
    const auto words_of = [](u64 key) { return (key & kLongKey) != 0 ? 2 : 1; };
    each_slot([&](const Slot& slot) {
        std::size_t facts = 0;
        const auto count = [&](const auto&, int, int) { ++facts; };
        if (words_of(slot.key) == 2)
            each_in<LongFact>(slot.facts, count);
        else
            each_in<ShortFact>(slot.facts, count);
        units[tricks_left(slot.key)] += facts * static_cast<std::size_t>(words_of(slot.key)) + 1;
    });
    // Those with at least `fewest` tricks left, and of those with one less the share `part` of each list, which has in
    // front what was used.
    const std::size_t most = most_units_ / 4;
    std::size_t all = 0;
    int fewest = kRanks + 1;
    for (; fewest > 0 && all + units[fewest - 1] <= most; --fewest) all += units[fewest - 1];
    const double part = fewest == 0 ? 0 : static_cast<double>(most - all) / static_cast<double>(units[fewest - 1]);
    const std::size_t words = 2 * most + 8;
    const std::unique_ptr<u64[]> kept(new u64[words]);
    u64 *end = kept.get(), *const last = end + words - 4;
    each_slot([&](const Slot& slot) {
        const int left = tricks_left(slot.key);
        if (left < fewest - 1 || end >= last) return;
        u64* head = end;
        *end++ = slot.key;
        *end++ = 0;
        const auto copy = [&](const auto& fact, int place, int size) {
            if (end >= last || (left < fewest && place >= part * size)) return;
            std::memcpy(end, &fact, sizeof fact);
            end += sizeof fact / sizeof(u64);
            ++head[1];
        };
        if (words_of(slot.key) == 2)
            each_in<LongFact>(slot.facts, copy);
        else
            each_in<ShortFact>(slot.facts, copy);
    });
    clear();
    for (const u64* word = kept.get(); word != end && !full_;) {
        const u64 key = *word++;
        for (u64 left = *word++; left > 0 && !full_; --left)
            word = words_of(key) == 2 ? add_kept<LongFact>(key, word) : add_kept<ShortFact>(key, word);
    }
    if (full_) clear();
}

}  // namespace double_dummy
}  // namespace DEALWRIGHT_BODY
}  // namespace dealwright
