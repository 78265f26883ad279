// One body. CMake compiles this file once for each instruction set, DEALWRIGHT_BODY its namespace.
#include "body.hpp"

namespace dealwright {
namespace DEALWRIGHT_BODY {

static void words(const Key& key, int rounds, u64 nonce, u64 first, u64* out, std::size_t n) {
    if (rounds == 8)
        chacha_words<8>(key, nonce, first, out, n);
    else if (rounds == 12)
        chacha_words<12>(key, nonce, first, out, n);
    else
        chacha_words<20>(key, nonce, first, out, n);
}

}  // namespace DEALWRIGHT_BODY

#define DEALWRIGHT_TEXT_(x) #x
#define DEALWRIGHT_TEXT(x) DEALWRIGHT_TEXT_(x)
#define DEALWRIGHT_JOIN_(x, y) x##y
#define DEALWRIGHT_JOIN(x, y) DEALWRIGHT_JOIN_(x, y)

namespace b = DEALWRIGHT_BODY;

extern const Body DEALWRIGHT_JOIN(DEALWRIGHT_BODY, _body);
const Body DEALWRIGHT_JOIN(DEALWRIGHT_BODY, _body) = {
    .name = DEALWRIGHT_TEXT(DEALWRIGHT_BODY),
    .words = b::words,
    .deal = b::deal_uniform,
    .evaluate = b::evaluate_rows,
    .filter = b::filter_deals,
    .rank_masks = {b::rank_masks, b::rank_masks_lex},
    .unrank_masks = {b::unrank_masks, b::unrank_masks_lex},
    .rank_rows = {b::rank_positions<false>, b::rank_positions<true>},
    .unrank_rows = {b::unrank_positions<false>, b::unrank_positions<true>},
    .first_bad_mask = b::first_bad_mask,
    .first_bad_row = b::first_bad_positions,
    .first_bad_rank = b::first_bad_rank,
    .rank_blocks = b::rank_blocks<4>,
    .unrank_blocks = b::unrank_blocks<4>,
    .rank_deals = b::rank_deals,
    .unrank_deals = b::unrank_deals,
    .first_bad_deal = b::first_bad_deal,
    .first_bad_deal_number = b::first_bad_deal_number,
    .unrank_exact = b::unrank_exact,
    .draw_exact = b::draw_exact,
    .unrank_honours = b::unrank_honours,
    .draw_honours = b::draw_honours,
    .add_scaled = b::add_scaled,
    .draw_sets = b::draw_sets,
    .draw_bytes = b::draw_rows<u8>,
    .draw_shorts = b::draw_rows<u16>,
    .poker = {b::poker_kernels<5>, b::poker_kernels<6>, b::poker_kernels<7>},
    .value_omaha = b::value_omaha,
    .equity = {b::enumerate_boards, b::enumerate, b::simulate, b::compare_ranges},
    .count_up_to = b::count_up_to,
    .double_dummy = b::double_dummy_search,
};

}  // namespace dealwright
