// The tables of colex order, built by plain code.
#include "colex.hpp"

#include <algorithm>

namespace dealwright {

namespace {

constexpr PackedRows make_packed_rows() {
    PackedRows table{};
    u64 choose[16] = {1};
    for (int p = 0; p < kMostBits; ++p) {
        for (int j = 0; j < 16; ++j) table.row[p][j] = 16 * choose[j] + 1;
        for (int j = 15; j > 0; --j) choose[j] += choose[j - 1];
    }
    return table;
}

constexpr Inverses make_inverses() {
    Inverses table{};
    for (int p = 1; p < kMostBits; ++p) table.of[p] = 1.0 / p;
    return table;
}

constexpr Places make_places() {
    Places table{};
    for (u32 byte = 0; byte < 256; ++byte)
        for (u8 bit = 0; bit < 8; ++bit)
            if (byte >> bit & 1) table.of[byte][table.size[byte]++] = bit;
    return table;
}

// C(n, k), or 2^64 where it is larger: C(n, i) grows with i up to n / 2.
u128 choose_or_limit(int n, int k) {
    const u128 limit = u128{1} << 64;
    k = std::min(k, n - k);
    u128 result = 1;
    for (int i = 1; i <= k; ++i) {
        result = result * static_cast<u128>(n - k + i) / static_cast<u128>(i);
        if (result >= limit) return limit;
    }
    return result;
}

u128 largest(int n, int k) { return choose_or_limit(n, std::min(k, n / 2)); }

}  // namespace

constinit const PackedRows kPackedRows = make_packed_rows();
constinit const Inverses kInverses = make_inverses();
constinit const Places kPlaces = make_places();

bool build_colex_order(ColexOrder& order, int n, int k) {
    const u128 total = choose_or_limit(n, k);
    if (total >> 64) return false;
    order.n = n;
    order.k = k;
    order.total = static_cast<u64>(total);
    order.all = n >= kMostBits ? ~u64{0} : (u64{1} << n) - 1;
    order.real_top = std::min(n, kMostBits);
    while (order.real_top > 2 &&
           (largest(order.real_top - 2, k - 1) > u128{1} << 50 ||
            largest(order.real_top, k) > u128{1} << 52))
        --order.real_top;

    const int width = n - k;
    for (int p = 0; p < width; ++p) order.cell[p] = 1;
    for (int j = 1; j <= k; ++j) {
        u64* row = order.cell + j * width;
        row[j - 1] = 0;
        for (int p = j; p < width + j; ++p) row[p] = row[p - 1] + row[p - 1 - width];
    }
    return true;
}

}  // namespace dealwright
