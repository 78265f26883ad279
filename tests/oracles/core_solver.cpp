// The core's double-dummy search alone, for tests that break it: reads positions from standard input, a line of four
// masks, a strain and a leader each, and writes the tricks of the leader's cards, from the lowest club, in
// hexadecimal digits.
#include <cstdio>

#include "double_dummy_search.hpp"

int main() {
    using namespace dealwright;
    DEALWRIGHT_BODY::double_dummy::Search search(std::size_t{4} << 20);
    Work work;
    PlayPosition position{};
    unsigned long long hands[kSeats];
    while (std::scanf("%llu %llu %llu %llu %d %d", hands, hands + 1, hands + 2, hands + 3, &position.strain,
                      &position.leader) == 6) {
        for (int seat = 0; seat < kSeats; ++seat) position.hands[seat] = hands[seat];
        signed char tricks[kCards];
        search.each_card(position, 3, tricks, work);
        for (const signed char each : tricks)
            if (each >= 0) std::printf("%x", each);
        std::puts("");
    }
}
