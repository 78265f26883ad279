"""Faults of the double-dummy search, each made in a copy of the core: the stored answers find them.

It shows what the stored positions are worth; the search without a fault passes them.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from dealwright.base.kernels.double_dummy import DoubleDummySearch
from dealwright.double_dummy.asks import Position
from tests.golden.test_solved_positions import SEED, STORED
from tests.oracles.plain_solver import COMPILER
from tests.positions import blocked_families, random_positions

CORE = Path(__file__).parents[2] / "native" / "core"
PROGRAM = Path(__file__).parents[1] / "oracles" / "core_solver.cpp"
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(COMPILER is None, reason="needs a C++ compiler (g++ or clang++)"),
]

FAULTS = {
    "none": ("double_dummy_search.hpp", "", ""),
    "a quick trick too many": (
        "double_dummy_cuts.hpp", "total + extras < wanted_", "total + extras + 1 < wanted_",
    ),
    "the lead crosses under a winner": (
        "double_dummy_cuts.hpp", "a != 0 && lowest(a) < highest(theirs);", "a != 0;",
    ),
    "ruffs are forgotten": ("double_dummy_cuts.hpp", "limit = count_bits(l);", "limit = 13;"),
    "a king alone is guarded": (
        "double_dummy_cuts.hpp", "(a & king) && count_bits(a) > 1 &&", "(a & king) &&",
    ),
    "a trick more after theirs": (
        "double_dummy_cuts.hpp", "most + wanted > cards.left", "most + wanted > cards.left + 1",
    ),
    "the third hand never ruffs": (
        "double_dummy_cuts.hpp", "(third & cards.trumps) != 0) return false;",
        "false) return false;",
    ),
    "a fact one rank short": (
        "double_dummy_search.hpp", "const int ranks = count_bits(cards & ~below(low));",
        "const int ranks = count_bits(cards & ~below(low)) - 1;",
    ),
    "the lower ones of equal cards are not joined": (
        "double_dummy_search.hpp", "if ((low & own) == 0) return 0;", "return 0;",
    ),
    "the lower ones are joined only where a suit is led": (
        "double_dummy_search.hpp", "if (following) {", "if (true) {",
    ),
    "the lower ones are joined only where a suit is not led": (
        "double_dummy_search.hpp", "group_below(all.ranks & suit, suit, own);", "0;",
    ),
    "the winner of a trick is not joined": (
        "double_dummy_search.hpp", "& ~card) proof.ranks |= card;", "& ~card) proof.ranks |= 0;",
    ),
    "a proof covers the next card, too": (
        "double_dummy_search.hpp", "covered |= in_suit & below(low);",
        "covered |= in_suit & below(low << 2);",
    ),
    "only the cut's own cards are proved": (
        "double_dummy_search.hpp", "all.ranks |= proof.ranks;", "all.ranks = proof.ranks;",
    ),
    "a bound a trick too good": (
        "double_dummy_search.hpp", "proof.reached ? trick.need : 0",
        "proof.reached ? trick.need + 1 : 0",
    ),
    "facts of another leader": (
        "double_dummy_search.hpp", "static_cast<u64>(trick.leader) << 28", "u64{0} << 28",
    ),
    "facts of another strain": (
        "double_dummy_search.hpp",
        "static_cast<u64>(trumps == 0 ? kNoTrump : strain_) << 44", "u64{0} << 44",
    ),
    "an owner is not moved up": (
        "double_dummy_cards.hpp", "count_bits(in_play & lane(suit) & above(card));",
        "count_bits(in_play & lane(suit) & above(card)) / 2;",
    ),
}  # fmt: skip


def alone(positions: list[Position]) -> list[str]:
    """Return the tricks of each lead of positions that are searched alone, as they are stored."""
    search, answers = DoubleDummySearch(8 << 20), list[str]()
    for each in positions:
        search.forget()
        tricks = search.cards(each.hands, each.strain, each.leader).tolist()
        answers.append("".join(f"{number:x}" for number in tricks if number >= 0))
    return answers


@pytest.mark.parametrize("fault", FAULTS)
def test_a_broken_search_is_found(fault: str, tmp_path: Path) -> None:
    assert COMPILER is not None
    file, before, after = FAULTS[fault]
    for source in [*CORE.glob("*.hpp"), CORE / "work.cpp", PROGRAM]:
        shutil.copy(source, tmp_path)
    text = (tmp_path / file).read_text("utf-8")
    assert before in text
    (tmp_path / file).write_text(text.replace(before, after) if before else text, "utf-8")
    program = str(tmp_path / "solver")
    subprocess.run(
        [
            COMPILER, "-std=gnu++20", "-O1", "-DDEALWRIGHT_BODY=plain",
            str(tmp_path / "core_solver.cpp"), str(tmp_path / "work.cpp"), "-o", program,
        ],
        check=True,
    )  # fmt: skip
    n = len(STORED) if fault == "none" else 4000
    layouts = [position for family in blocked_families(SEED, 300) for position in family]
    positions = random_positions(SEED, 0, n) + layouts
    lines = [
        " ".join(map(str, map(int, (*each.hands, each.strain, each.leader)))) for each in positions
    ]
    done = subprocess.run([program], input="\n".join(lines), capture_output=True, text=True)
    right = done.returncode == 0 and done.stdout.split() == STORED[:n] + alone(layouts)
    assert right == (fault == "none")
