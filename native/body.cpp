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

extern const Body DEALWRIGHT_JOIN(DEALWRIGHT_BODY, _body);
const Body DEALWRIGHT_JOIN(DEALWRIGHT_BODY, _body) = {
    DEALWRIGHT_TEXT(DEALWRIGHT_BODY), DEALWRIGHT_BODY::words,         DEALWRIGHT_BODY::deal_uniform,
    DEALWRIGHT_BODY::evaluate_rows,   DEALWRIGHT_BODY::filter_deals,
};

}  // namespace dealwright
