// Counting and ranking where only sums of honours count; plain code, see honours.hpp.
#include <algorithm>
#include <type_traits>

#include "card_counts.hpp"
#include "honours_draw.hpp"

namespace dealwright {
namespace {

using namespace DEALWRIGHT_BODY;

constexpr int kCodes = 1 << 15;

// The honours of an owner when the owners hold those of a code; the last has what the others leave.
int honours_of(const Honours& h, u32 code, int owner) {
    if (owner + 1 < h.owners) return static_cast<int>(code >> 5 * owner & 31);
    int left = 0;
    for (const HonoursHalf& half : h.half)
        for (u64 rank : half.ranks) left += count_bits(rank);
    for (int other = 0; other < owner; ++other) left -= static_cast<int>(code >> 5 * other & 31);
    return left;
}

int small_of(const Honours& h, u32 code, int owner) {
    return h.need[owner] - honours_of(h, code, owner);
}

// Ways to give small cards to owners that hold the honours of a code; 0 where one has too many.
u128 ways_to_fill(const Honours& h, u32 code) {
    int left = count_bits(h.small);
    u128 ways = 1;
    if (honours_of(h, code, h.owners - 1) < 0) return 0;
    for (int owner = 0; owner < h.owners; ++owner) {
        const int take = small_of(h, code, owner);
        if (take < 0 || take > left) return 0;
        u128 choose = 1;
        for (int i = 1; i <= take; ++i) choose = choose * static_cast<u64>(left - take + i) / i;
        ways *= choose;
        left -= take;
    }
    return left == 0 ? ways : 0;
}

std::vector<u32> different(std::vector<u32> codes) {
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return codes;
}

// Calls visit(right cell, weight) for every right cell that a left cell's points accept.
template <typename Visit>
void each_right(const Honours& h, int left, Visit&& visit) {
    const i32 points = h.half[0].points[left];
    for (i64 e = h.accept_start[points]; e < h.accept_start[points + 1]; ++e) {
        const i32 right = h.accept_right[e];
        for (i32 cell = h.right_start[right]; cell < h.right_start[right + 1]; ++cell)
            visit(cell, static_cast<u32>(h.accept_weight[e]), e);
    }
}

// How many right cells go with a left cell, by its points.
std::vector<u64> rights_of_points(const Honours& h) {
    std::vector<u64> rights(h.accept_start.size() - 1, 0);
    for (std::size_t points = 0; points < rights.size(); ++points)
        for (i64 e = h.accept_start[points]; e < h.accept_start[points + 1]; ++e)
            rights[points] += static_cast<u64>(h.right_start[h.accept_right[e] + 1] -
                                               h.right_start[h.accept_right[e]]);
    return rights;
}

u128 deals_of(const Honours& h, int left, int right) {
    return h.fill[h.half[0].code[left] + h.half[1].code[right]] * h.half[1].ways[right];
}

// A table of the row just made, with about as many cells as it has pairs.
void guide_row(Honours& h, u128 total) {
    const i64 first = h.pair_start[h.pair_start.size() - 2], last = h.pair_start.back();
    int shift = 0;
    while (total >> shift > static_cast<u64>(last - first)) ++shift;
    h.row_shift.push_back(static_cast<u8>(shift));
    h.row_guide.push_back(static_cast<i64>(h.guide.size()));
    i64 at = first;
    for (u128 x = 0; x < total; x += u128{1} << shift) {
        while (h.pair_end[at] <= x) ++at;
        h.guide.push_back(static_cast<u32>(at - first));
    }
    h.guide.push_back(static_cast<u32>(std::max<i64>(last - first - 1, 0)));
}

int find_cell(const HonoursHalf& half, int owners, const u64* held, u64& index) {
    const int ranks = static_cast<int>(half.ranks.size());
    std::vector<u8> counts(4 * ranks, 0);
    index = 0;
    u64 scale = 1;
    for (int r = 0; r < ranks; ++r) {
        u64 cards = half.ranks[r];
        for (int owner = 0; owner < owners; ++owner) {
            const u64 own = held[owner] & half.ranks[r];
            counts[4 * r + owner] = static_cast<u8>(count_bits(own));
            if (owner + 1 == owners || own == 0) continue;
            index += scale * kSubsets.rank[extract(own, cards)];
            scale *= kSubsets.choose[count_bits(cards)][count_bits(own)];
            cards ^= own;
        }
    }
    for (int cell = 0; cell < half.cells(); ++cell)
        if (std::equal(counts.begin(), counts.end(), half.counts.begin() + 4 * ranks * cell))
            return cell;
    return -1;
}

bool rank_one(const Honours& h, const u64* deal, u128& number) {
    u64 owners[kSeats] = {};
    if (!cards_of_owners(h, deal, owners)) return false;
    u64 index[2];
    const int left = find_cell(h.half[0], h.owners, owners, index[0]);
    const int right = find_cell(h.half[1], h.owners, owners, index[1]);
    if (left < 0 || right < 0) return false;
    i64 at = h.pair_start[left];
    while (at < h.pair_start[left + 1] && h.pair[at].right != static_cast<u32>(right)) ++at;
    if (at == h.pair_start[left + 1]) return false;
    u128 fill = 0, scale = 1;
    u64 cards = h.small;
    for (int owner = 0; owner + 1 < h.owners; ++owner) {
        const u64 own = owners[owner] & h.small;
        if (own == 0) continue;
        const int count = count_bits(cards);
        fill += scale * rank_pile(count, extract(own, cards));
        scale *= pile_ways(count, count_bits(own));
        cards ^= own;
    }
    fill += scale * rank_pool(h, deal, owners);
    fill *= h.pair[at].weight;
    number = (fill * h.half[1].ways[right] + index[1]) * h.half[0].ways[left] + index[0];
    if (at > h.pair_start[left]) number += h.pair_end[at - 1];
    if (left > 0) number += h.row_end[left - 1];
    return true;
}

}  // namespace

std::size_t bytes_of(const Honours& h) {
    const auto bytes = [](const auto&... vectors) {
        return (std::size_t{0} + ... +
                (vectors.size() * sizeof(typename std::decay_t<decltype(vectors)>::value_type)));
    };
    std::size_t sum = sizeof h + bytes(h.pool_order, h.accept_start, h.accept_right, h.accept_weight,
                                       h.right_start, h.fill, h.row_end, h.pair_start, h.pair_end,
                                       h.pair, h.row_shift, h.row_guide, h.guide);
    for (const HonoursHalf& half : h.half)
        sum += bytes(half.ranks, half.counts, half.ways, half.code, half.points);
    return sum;
}

void count_honours(Honours& h, Work& work) {
    h.fill.resize(kCodes);
    std::vector<u8> known(kCodes, 0);
    const std::vector<u32> lefts = different(h.half[0].code), rights = different(h.half[1].code);
    for (u32 a : lefts) {
        work.add(rights.size());
        for (u32 b : rights)
            if (a + b < kCodes && !known[a + b]) {
                known[a + b] = 1;
                h.fill[a + b] = ways_to_fill(h, a + b);
            }
    }
    h.total = 0;
    const std::vector<u64> pairs = rights_of_points(h);
    for (int left = 0; left < h.half[0].cells(); ++left) {
        u128 row = 0;
        work.add(pairs[h.half[0].points[left]]);
        each_right(h, left, [&](i32 right, u32 weight, i64) {
            row += deals_of(h, left, right) * weight;
        });
        h.total += row * h.half[0].ways[left];
    }
    h.total *= h.pool_ways;
}

void entries_honours(const Honours& h, u64* low, u64* high, Work& work) {
    std::vector<u128> sums(h.accept_right.size(), 0);
    const std::vector<u64> pairs = rights_of_points(h);
    for (int left = 0; left < h.half[0].cells(); ++left) {
        work.add(pairs[h.half[0].points[left]]);
        each_right(h, left, [&](i32 right, u32, i64 e) {
            sums[e] += deals_of(h, left, right) * h.half[0].ways[left] * h.pool_ways;
        });
    }
    for (std::size_t e = 0; e < sums.size(); ++e) {
        low[e] = static_cast<u64>(sums[e]);
        high[e] = static_cast<u64>(sums[e] >> 64);
    }
}

// Cards of a rank are alike within a cell, and small cards everywhere.
void count_cards(const Honours& h, CardCounts& counts, Work& work) {
    std::vector<u128> layouts[2], of_code(kCodes, 0);   // of the cells of each half, by code
    for (int half = 0; half < 2; ++half) layouts[half].assign(h.half[half].cells(), 0);
    const std::vector<u64> pairs = rights_of_points(h);
    for (int left = 0; left < h.half[0].cells(); ++left) {
        work.add(pairs[h.half[0].points[left]]);
        each_right(h, left, [&](i32 right, u32 weight, i64) {
            const u128 both = deals_of(h, left, right) * h.half[0].ways[left] * weight;
            layouts[0][left] += both;
            layouts[1][right] += both;
            if (both != 0) of_code[h.half[0].code[left] + h.half[1].code[right]] += both;
        });
    }
    OwnedCards owned;
    const auto share = [&owned](u64 cards, int owner, u128 layouts_times_cards) {
        const u64 alike = static_cast<u64>(count_bits(cards));
        for (u64 rest = cards; rest != 0; rest &= rest - 1)
            owned.of[__builtin_ctzll(rest)][owner] += layouts_times_cards / alike;
    };
    for (int half = 0; half < 2; ++half) {
        const std::size_t ranks = h.half[half].ranks.size();
        for (std::size_t r = 0; r < ranks; ++r)
            for (int owner = 0; owner < h.owners; ++owner) {
                u128 held = 0;
                for (int cell = 0; cell < h.half[half].cells(); ++cell)
                    held += layouts[half][cell] * h.half[half].counts[4 * (ranks * cell + r) + owner];
                share(h.half[half].ranks[r], owner, held);
            }
    }
    const u64 small = static_cast<u64>(count_bits(h.small));
    for (int owner = 0; owner < h.owners; ++owner) {
        u128 held = 0;
        for (u32 code = 0; code < kCodes; ++code)
            if (of_code[code] != 0) held += of_code[code] * static_cast<u64>(small_of(h, code, owner));
        if (small > 0) share(h.small, owner, held);
    }
    seat_cards(h, owned, h.total, counts);
}

void prepare_honours(Honours& h, Work& work) {
    const std::vector<u64> pairs = rights_of_points(h);
    try {
        u128 end = 0;
        h.pair_start.assign(1, 0);
        std::size_t pairs_of_all = 0;    // and some that stand for no deal: their room is never touched
        for (i32 points : h.half[0].points) pairs_of_all += pairs[points];
        h.pair_end.reserve(pairs_of_all);
        h.pair.reserve(pairs_of_all);
        h.guide.reserve(pairs_of_all + 2 * h.half[0].points.size());
        for (int left = 0; left < h.half[0].cells(); ++left) {
            u128 row = 0;
            work.add(pairs[h.half[0].points[left]]);
            each_right(h, left, [&](i32 right, u32 weight, i64) {
                const u128 deals =
                    deals_of(h, left, right) * h.half[0].ways[left] * h.pool_ways * weight;
                if (deals == 0) return;
                row += deals;
                h.pair_end.push_back(row);
                h.pair.push_back({static_cast<u32>(right), weight});
            });
            end += row;
            h.row_end.push_back(end);
            h.pair_start.push_back(static_cast<i64>(h.pair.size()));
            guide_row(h, row);
        }
    } catch (...) {
        drop(h.row_end, h.pair_start, h.pair_end, h.pair, h.row_shift, h.row_guide, h.guide);
        throw;
    }
    h.ready = true;
}

void rank_honours(const Honours& h, const u64* deals, u64* low, u64* high, u8* found,
                  std::size_t n, const Work& work) {
    for (std::size_t i = 0; i < n; ++i) {
        u128 number = 0;
        if (i % 64 == 0) work.look();
        found[i] = rank_one(h, deals + kSeats * i, number);
        low[i] = static_cast<u64>(number);
        high[i] = static_cast<u64>(number >> 64);
    }
}

}  // namespace dealwright
