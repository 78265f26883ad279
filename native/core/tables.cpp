// The tables of block order, built once by plain code.
#include "deals.hpp"
#include "draws.hpp"
#include "piles.hpp"

#include <bit>
#include <algorithm>
#include <iterator>

namespace dealwright {

namespace {

constexpr SubsetTable make_subset_table() {
    SubsetTable table{};
    for (int b = 0; b <= kRanks; ++b) {
        table.choose[b][0] = 1;
        for (int k = 1; k <= b; ++k)
            table.choose[b][k] = static_cast<u16>(table.choose[b - 1][k - 1] +
                                                  (k < b ? table.choose[b - 1][k] : 0));
    }
    for (int k = 0; k <= kRanks; ++k)
        table.start[k + 1] = static_cast<u16>(table.start[k] + table.choose[kRanks][k]);
    u16 used[kRanks + 1] = {};
    for (u32 holding = 0; holding < kHoldings; ++holding) {
        const int k = std::popcount(holding);
        table.rank[holding] = used[k];
        table.subset[table.start[k] + used[k]] = static_cast<u16>(holding);
        ++used[k];
    }
    return table;
}

u64 inverse(u64 divisor, int shift) {
    const u128 one = u128{1} << shift;
    return static_cast<u64>((one + divisor - 1) / divisor);
}

}  // namespace

constinit const SubsetTable kSubsets = make_subset_table();

void build_block_order(BlockOrder& order, int n, int k) {
    int size[4];
    for (int block = 0; block < 4; ++block) size[block] = std::clamp(n - kRanks * block, 0, kRanks);

    int rows = 0;
    u64 next = 0;
    std::fill(std::begin(order.row_of_counts), std::end(order.row_of_counts), u16{0});
    for (int sum321 = 0; sum321 <= k; ++sum321)
        for (int sum32 = 0; sum32 <= sum321; ++sum32)
            for (int k3 = 0; k3 <= sum32; ++k3) {
                const int count[4] = {k - sum321, sum321 - sum32, sum32 - k3, k3};
                u64 ways[4];
                u64 product = 1;
                for (int block = 0; block < 4; ++block) {
                    ways[block] = count[block] <= size[block]
                                      ? kSubsets.choose[size[block]][count[block]] : 0;
                    product *= ways[block];
                }
                if (product == 0) continue;
                BlockRow& row = order.row[rows];
                row.low_pair = static_cast<u32>(ways[1] * ways[0]);
                row.block2 = static_cast<u16>(ways[2]);
                row.block0 = static_cast<u16>(ways[0]);
                row.low_pair_inverse = inverse(row.low_pair, kPairShift);
                row.block2_inverse = inverse(row.block2, kSmallShift);
                row.block0_inverse = inverse(row.block0, kSmallShift);
                for (int block = 0; block < 4; ++block)
                    row.start[block] = kSubsets.start[count[block]];
                order.row_of_counts[(count[3] * 14 + count[2]) * 14 + count[1]] =
                    static_cast<u16>(rows);
                order.first[rows++] = next;
                next += product;
            }
    order.rows = rows;
    order.total = next;
    order.first[rows] = next;

    order.guide_shift = std::max(0, static_cast<int>(std::bit_width(next - 1)) - kGuideBits);
    int at = 0;
    for (u64 cell = 0; cell <= (u64{1} << kGuideBits); ++cell) {
        const u64 rank = cell << order.guide_shift;
        while (at + 1 < rows && order.first[at + 1] <= rank) ++at;
        order.guide[cell] = static_cast<u16>(at);
    }
}

namespace {

constexpr DepositTable make_deposit_table() {
    DepositTable table{};
    for (u32 mask = 0; mask < 128; ++mask) {
        table.size[mask] = static_cast<u8>(std::popcount(mask));
        for (u32 source = 0; source < 128; ++source)
            for (int bit = 0, next = 0; bit < 7; ++bit) {
                if (!(mask >> bit & 1)) continue;
                table.deposit[mask][source] |= static_cast<u8>((source >> next & 1) << bit);
                table.extract[mask][source] |= static_cast<u8>((source >> bit & 1) << next);
                ++next;
            }
    }
    return table;
}

// before[b][s][k][t] sums C(s, i) C(13 b, k - i) over i < t; t = 14 gives all.
constexpr PileTable make_pile_table() {
    PileTable table{};
    u64 choose[4 * kRanks + 1][kRanks + 1] = {};
    for (int n = 0; n <= 4 * kRanks; ++n) {
        choose[n][0] = 1;
        for (int k = 1; k <= kRanks && n > 0; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
    }
    for (int block = 0; block < 4; ++block)
        for (int k = 0; k <= kRanks; ++k) {
            table.below[block][k] = choose[kRanks * block][k];
            for (int size = 0; size <= kRanks; ++size)
                for (int t = 0; t <= kRanks; ++t)
                    table.before[block][size][k][t + 1] =
                        table.before[block][size][k][t] +
                        (t <= k ? choose[size][t] * choose[kRanks * block][k - t] : 0);
        }
    return table;
}

u64 rejection_threshold(u64 range) { return (u64{0} - range) % range; }

}  // namespace

constinit const PileTable kPiles = make_pile_table();
constinit const DepositTable kDeposit = make_deposit_table();

void build_deal_plan(DealPlan& plan, const u64 fixed[kSeats]) {
    plan.pool = kPack;
    for (int seat = 0; seat < kSeats; ++seat) {
        plan.fixed[seat] = fixed[seat];
        plan.pool &= ~fixed[seat];
    }
    int left = std::popcount(plan.pool);
    for (int seat = 0; seat < 3; ++seat) {
        const int need = kRanks - std::popcount(fixed[seat]);
        build_block_order(plan.order[seat], left, need);
        left -= need;
    }
    plan.north_threshold = rejection_threshold(plan.order[0].total);
    plan.east_south_threshold =
        rejection_threshold(plan.order[1].total * plan.order[2].total);
}

void build_draw_plan(DrawPlan& plan, int n, int k) {
    plan.n = n;
    plan.k = k;
    plan.groups = 0;
    u64 product = 1;
    for (int i = 0; i < k; ++i) {
        const u64 bound = static_cast<u64>(n - k + i + 1);
        if (i > 0 && product * bound > kMostProduct) {
            plan.surplus[plan.groups++] = static_cast<u32>((u64{1} << 32) % product);
            product = 1;
        }
        product *= bound;
        plan.bound[i] = bound;
        plan.last[i] = u64{1} << ((bound - 1) & 63);
        plan.end[plan.groups] = static_cast<u16>(i + 1);
        plan.surplus[plan.groups] = static_cast<u32>((u64{1} << 32) % product);
    }
    plan.groups += k > 0;
    plan.words = (plan.groups + 1) / 2;
}

}  // namespace dealwright
