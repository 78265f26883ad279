"""Scripts of `dealer`: its own examples, its printed forms, its statistics within their errors.

False failures: 2,600 statistics are compared within 5.5 standard errors of what `dealer` sampled,
so a right pair of programs fails with probability 1e-4 (the seeds are fixed: in fact always or
never).
Power: with 100,000 deals an average of points that is off by 0.07 is found.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dealwright import deal, parse
from dealwright.scripts import run_script
from dealwright.scripts.reading import parse_script
from tests.peers.script_output import (
    assert_near,
    assert_statistics_agree,
    exact_share,
    predealt,
    run_quietly,
    tables_of,
    text_of,
)
from tests.trials import FULL

Dealer = Callable[..., list[str]]
EXAMPLES = sorted(Path("/usr/share/doc/dealer/examples").glob("Descr.*"))
pytestmark = pytest.mark.peers


@pytest.mark.long
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples_run_and_agree(path: Path, dealer: Dealer) -> None:
    text = re.sub(r"generate\s+\d+", "generate 300000", text_of(path))
    lines = dealer(text if "generate" in text else f"generate 300000\n{text}", 7)
    ours = run_quietly(text, seed=1)
    output = "".join(ours)
    assert ours.statistics or output.strip()
    if ours.prints or not all(found.exact for found in ours.statistics):
        return  # averages of the few deals printed: there is nothing to compare with
    assert_statistics_agree(ours, lines)


def test_there_are_examples(dealer: Dealer) -> None:
    assert len(EXAMPLES) >= 15


def test_printed_forms_are_the_same(dealer: Dealer) -> None:
    """All 52 cards are predealt, so that both programs print the same deal."""
    for masks in deal(40, seed="forms"):
        script = (
            f"{predealt([str(hand) for hand in masks])}\n"
            "produce 1\naction printall, printew, printoneline, printcompact,"
            "printoneline(hcp(north)), printcompact(hcp(south)), print(west, north),"
            'printes("a ", hcp(east), \\n, "b", \\n)'
        )
        theirs = dealer(script, 1)
        end = next(at for at, line in enumerate(theirs) if line.startswith("Generated"))
        ours = "".join(run_script(script, seed=1)).splitlines()
        # a space behind printoneline comes and goes in dealer; a page may end in an empty line
        lines = [[line.rstrip() for line in text] for text in (ours, theirs[:end])]
        assert "\n".join(lines[0]).rstrip() == "\n".join(lines[1]).rstrip()


@pytest.mark.parametrize(
    "values", ["6 4 2 1", "4 3 2 1 1", "0 0 0 0 0 0 0 0 0 0 0 0 1"], ids=["6421", "tens", "deuces"]
)
def test_point_counts(values: str, dealer: Dealer) -> None:
    """`dealer` takes `altcount 5` for pt3, two beside its manual; ours is the manual's."""
    script = (
        f"pointcount {values}\naltcount 3 {values}\ngenerate 100000 produce 100000\n"
        'action frequency "h" (hcp(north), 0, 30), frequency "k" (kings(south, hearts), 0, 13)'
    )
    ours = run_script(script)
    assert "exact" in "".join(ours)
    theirs = tables_of(dealer(script.replace("altcount 3", "altcount 5"), 3))
    for found, table in zip(ours.statistics, theirs, strict=True):
        for name, count in table.items():
            share = exact_share(found, name)
            assert_near(count / 100_000, share, share * (1 - share), 100_000)


def test_two_dimensions(dealer: Dealer) -> None:
    script = (
        "generate 100000 produce 100000\ncondition hcp(north) >= 12\n"
        'action frequency "x" (hcp(north), 12, 15, spades(north), 3, 6)'
    )
    lines = dealer(script, 5)
    start = next(i for i, line in enumerate(lines) if line.startswith("Frequency"))
    heads = lines[start + 1].split()
    produced = next(int(line.split()[1]) for line in lines if line.startswith("Produced"))
    found = run_script(script)
    "".join(found)
    counts = found.statistics[0].histogram
    total = counts.total

    def within(value: int, name: str, low: int, high: int) -> bool:
        return {"Low": value < low, "High": value > high}.get(name, str(value) == name)

    for line in lines[start + 2 : start + 2 + 6]:
        row, *cells = line.split()
        for head, cell in zip(heads, cells, strict=True):
            if "Sum" in (row, head):
                continue
            share = (
                sum(
                    n
                    for (points, length), n in counts.items()
                    if within(points, row, 12, 15) and within(length, head, 3, 6)
                )
                / total
            )
            assert_near(int(cell) / produced, share, share * (1 - share), produced)


def test_predealt_lengths_are_obeyed_here() -> None:
    """`dealer` ignores them, DealerV2_4 is wrong for two hands: 0.0272 of south has no spade."""
    run = run_script(
        "predeal spades(north)==5 hearts(south)==4 action frequency (spades(south), 0, 13)"
    )
    "".join(run)
    counts = run.statistics[0].histogram
    shares = [counts[k] / counts.total for k in range(4)]
    assert shares == pytest.approx([0.027184, 0.154519, 0.318797, 0.308170], abs=2e-6)
    joined = parse_script("predeal spades(north)==5, hearts(south)==4")
    assert len(joined.lengths) == 2


def _printed_by_both(asked: list[str], dealer: Dealer) -> list[tuple[str, int, int]]:
    """Return what both programs print of some expressions, with the expressions."""
    found = []
    for at in range(0, len(asked), 200):
        part = asked[at : at + 200]
        script = "produce 1 action printes(" + ', " ", '.join(part) + ", \\n)"
        ours = "".join(run_script(script, seed=1)).split()
        theirs = dealer(script)[0].split()
        rows = zip(part, ours, theirs, strict=True)
        found += [(text, int(mine), int(other)) for text, mine, other in rows]
    return found


def test_scores(dealer: Dealer) -> None:
    contracts = [f"x{level}{strain}" for level in range(1, 8) for strain in "CDHSN"]
    asked = [
        f"score({side},{contract},{tricks})"
        for side in ("nv", "vul")
        for contract in contracts
        for tricks in range(14)
    ]
    assert [row for row in _printed_by_both(asked, dealer) if row[1] != row[2]] == []


@pytest.mark.long
def test_imps(dealer: Dealer) -> None:
    """`dealer` has two steps of the table wrong: 420 for 430, 1200 for 1300 (Law 78B)."""
    swings = range(-420, 421, 1 if FULL else 7)
    asked = [f"imps({swing} * 10)" for swing in swings]
    rows = zip(swings, _printed_by_both(asked, dealer), strict=True)
    wrong = {10 * swing: theirs for swing, (_, ours, theirs) in rows if ours != theirs}
    known = {
        **{swing: 10 if swing > 0 else -10 for swing in (-420, 420)},
        **dict.fromkeys(range(1200, 1300, 10), 16),
        **{-swing: -16 for swing in range(1200, 1300, 10)},
    }
    assert wrong == {swing: points for swing, points in known.items() if swing // 10 in swings}
    assert wrong


@pytest.mark.parametrize(
    "braced",
    [
        "5+xx5+", "4M(3+3+2+)", "5m(332) + 5m2s(42)", "(3+3+3+2+)", "5+s5+m(xx)",
        "x5+xx:h>s,h>=d", "4+s4+h(xx):d>c", "6m(322) + (4441) - xx41", "[46]xx[1-3]",
        "7-s5h(xx)", "3+c(5+x2-)", "2-h3-d(xx)", "(5+4+xx)",
    ],
)  # fmt: skip
def test_shapes_in_braces(braced: str) -> None:
    """The preprocessor of dealer writes them as lists; it knows no suit of ten cards."""
    program = shutil.which("dealer.dpp") or shutil.which("dealer.dpp", path="/usr/games")
    if program is None:
        pytest.skip("dealer.dpp is not installed (apt-get install dealer)")
    text = f"shape{{north, {braced}}}"
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    short = parse("shape(north, l1 <= 9)")
    theirs, ours = parse(done.stdout.strip()) & short, parse(text) & short
    assert ours.count() > 0
    assert (theirs ^ ours).count() == 0
