// What the checks of counting by scores share; see box_checks.cpp.
#pragma once

#include "box_halves.hpp"

namespace dealwright {

inline void require(bool holds, const char* what) {
    if (!holds) throw InvariantBroken{what};
}

// The scores of an entry of suit s: those in its offset, and those of its number.
inline void scores_of_entry(const Boxes& boxes, int s, i32 entry, i32* scores) {
    const BoxSuit& suit = boxes.suit[s];
    i32 rest = suit.offset[entry];
    for (int d = boxes.scored - 1; d >= 0; --d) {
        const i32 size = boxes.most[s / 2][d] + 1;
        scores[d] = rest % size + suit.value[static_cast<std::size_t>(suit.score[entry]) * boxes.scored + d];
        rest /= size;
    }
}

// Throws InvariantBroken if seats of a role, mirrored halves or vectors of cards cannot be exchanged as they say.
void check_exchanges(const Boxes& boxes, Work& work);

}  // namespace dealwright
