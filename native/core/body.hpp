// The interface of one compiled body: the same kernels, built once for each instruction set.
#pragma once

#include "deal_numbers.hpp"
#include "double_dummy_search.hpp"
#include "draws.hpp"
#include "equity_boards.hpp"
#include "equity_ranges.hpp"
#include "equity_rounds.hpp"
#include "exact_draw.hpp"
#include "filter.hpp"
#include "honours_draw.hpp"
#include "poker.hpp"
#include "positions.hpp"

namespace dealwright {

struct Body {
    const char* name;
    // Words first .. first + n - 1 of the ChaCha keystream of 8, 12 or 20 rounds.
    void (*words)(const Key& key, int rounds, u64 nonce, u64 first, u64* out, std::size_t n);
    void (*deal)(const DealPlan& plan, const Key& key, u64 first, std::size_t n, u64* out);
    void (*evaluate)(const Expression& expression, const u64* deals, std::size_t n, i32* out);
    FilterResult (*filter)(const DealPlan& plan, const Key& key, const Filter& filter, u64 first,
                           u64 n, u64 capacity, u64* deals, u64* attempts);

    // Subsets: [0] colex, [1] lex.
    void (*rank_masks[2])(const ColexOrder& order, const u64* masks, u64* out, std::size_t n);
    void (*unrank_masks[2])(const ColexOrder& order, const u64* ranks, u64* out, std::size_t n);
    void (*rank_rows[2])(const ColexOrder& order, const u8* rows, u64* out, std::size_t n);
    void (*unrank_rows[2])(const ColexOrder& order, const u64* ranks, u8* rows, std::size_t n);
    i64 (*first_bad_mask)(const ColexOrder& order, const u64* masks, std::size_t n);
    i64 (*first_bad_row)(const ColexOrder& order, const u8* rows, std::size_t n);
    i64 (*first_bad_rank)(const ColexOrder& order, const u64* ranks, std::size_t n);
    void (*rank_blocks)(const BlockOrder& order, const u64* masks, u64* out, std::size_t n);
    void (*unrank_blocks)(const BlockOrder& order, const u64* ranks, u64* out, std::size_t n);

    // Deal numbers; order is that of an empty DealPlan.
    void (*rank_deals)(const BlockOrder* order, const u64* deals, u64* low, u64* high,
                       std::size_t n);
    void (*unrank_deals)(const BlockOrder* order, const u64* low, const u64* high, u64* deals,
                         std::size_t n);
    i64 (*first_bad_deal)(const u64* deals, std::size_t n);
    i64 (*first_bad_deal_number)(const u64* low, const u64* high, std::size_t n);

    // The exact engine; count_exact, prepare_exact and rank_exact are plain code.
    void (*unrank_exact)(const Exact& exact, const u64* low, const u64* high, u64* deals,
                         std::size_t n);
    void (*draw_exact)(const Exact& exact, const Key& key, u64 first, std::size_t n, u64* deals);
    void (*unrank_honours)(const Honours& honours, const u64* low, const u64* high, u64* deals,
                           std::size_t n);
    void (*draw_honours)(const Honours& honours, const Key& key, u64 first, std::size_t n,
                         u64* deals);
    void (*add_scaled)(double* out, const double* in, double factor, i64 n);

    // Draws of k of n positions: as sets, as rows of bytes or of 16 bits.
    void (*draw_sets)(const DrawPlan& plan, const Key& key, u64 pack, u64 first, std::size_t n,
                      u64* words, u64* out);
    void (*draw_bytes)(const DrawPlan& plan, const Key& key, u64 first, std::size_t n, u64* words,
                       u16* holder, u8* out);
    void (*draw_shorts)(const DrawPlan& plan, const Key& key, u64 first, std::size_t n, u64* words,
                        u16* holder, u16* out);

    // Poker: hands of 5, 6 and 7 cards; hole cards with a board.
    PokerKernels poker[kMost - kFewest + 1];
    i64 (*value_omaha)(const PokerTables& tables, int hole, int board, const u8* rows, u16* out,
                       std::size_t n);
    EquityKernels equity;
    void (*count_up_to)(const u16* values, std::size_t n, const u16* bounds, std::size_t m,
                        u64* counts);
    // Searches whose facts take at most some bytes, or 1 MB.
    std::unique_ptr<DoubleDummy> (*double_dummy)(std::size_t bytes);
};

extern const Body portable_body;
#if defined(DEALWRIGHT_X86)
extern const Body avx2_body;
extern const Body avx512_body;
#endif

}  // namespace dealwright
