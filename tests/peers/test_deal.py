"""Andrews's Deal, run beside ours: evaluators and Binky points hand by hand, scores and par."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from dealwright import Deals, Feature, Seat, Strain, Suit, feature, measured, par, parse
from dealwright.ask.condition import as_quantity
from dealwright.cards.bridge.scoring import Contract
from tests.conftest import DEAL_HOME
from tests.trials import FULL, trials

pytestmark = pytest.mark.peers

DEALS = trials(100_000)
# Deal's procedure; our feature; what ours is divided by to give theirs.
OF_HANDS = [
    ("hcp", "hcp", 1),
    ("controls", "controls", 1),
    ("losers", "half_losers", 1),
    ("newLTC", "new_losers", 50),
    ("CCCC", "cccc_andrews", 1),
    ("HCP", "hcp", 1),
    ("Controls", "controls", 1),
    *((f"Top{n}", f"top{n}", 1) for n in (2, 3, 4, 5)),
    ("Aces", "aces", 1),
]
OF_SPADES = [
    ("Quality", "quality"),
    ("losers", "half_losers"),
    ("hcp", "hcp"),
    ("spades", "length"),
]
SCRIPT = """
source lib/utility.tcl
source lib/evaluators.tcl
proc write_deal {} {
  foreach hand {north east south west} {
    puts -nonewline "[$hand spades].[$hand hearts].[$hand diamonds].[$hand clubs] "
  }
  puts ""
  puts "VALUES"
}
"""


def read(lines: list[str]) -> tuple[Deals, np.ndarray]:
    """Return the deals and the numbers of an output in pairs of lines."""
    deals = Deals.parse("N:" + line.strip() for line in lines[0::2])
    return deals, np.array([line.split() for line in lines[1::2]], dtype=np.float64)


@pytest.mark.long
def test_evaluators_hand_by_hand(deal_program) -> None:
    words = [f"[{theirs} north]" for theirs, _, _ in OF_HANDS]
    words += [f"[{theirs} north spades]" for theirs, _ in OF_SPADES[:-1]] + ["[spades north]"]
    deals, theirs = read(deal_program(SCRIPT.replace("VALUES", " ".join(words)), DEALS))
    assert len(deals) == DEALS
    for which, (_, name, divisor) in enumerate(OF_HANDS):
        ours = feature(name).column(deals.masks, Seat.NORTH)
        assert np.array_equal(ours, theirs[:, which] * divisor), name
    for which, (_, name) in enumerate(OF_SPADES, len(OF_HANDS)):
        ours = feature(name).column(deals.masks, Seat.NORTH, Suit.SPADES)
        assert np.array_equal(ours, theirs[:, which]), name


def test_four_cs_differ_from_dealers_for_short_queens_and_jacks(deal_program) -> None:
    """14.2 % of hands: the reason on docs/reference/evaluators.md is the whole reason."""
    deals, theirs = read(deal_program(SCRIPT.replace("VALUES", "[CCCC north]"), DEALS, seed=2))
    differs = deals.north.cccc != theirs[:, 0]
    assert abs(differs.mean() - 0.142) < 5.4 * (0.142 * 0.858 / DEALS) ** 0.5
    reason = feature_of_short_honours().column(deals.masks, Seat.NORTH) > 0
    assert np.array_equal(differs, reason)


def test_named_shapes_differ_for_long_majors(deal_program) -> None:
    """Deal leaves a five-card major out of balanced hands, a six-card one out of semibalanced."""
    words = "[balanced north] [semibalanced north]"
    deals, theirs = read(deal_program(SCRIPT.replace("VALUES", words), DEALS, seed=3))
    for which, (name, longest) in enumerate([("balanced", 4), ("semibalanced", 5)]):
        short = f"spades(north) <= {longest} && hearts(north) <= {longest}"
        ours = parse(f"{name}(north) && {short}").matches(deals)
        assert np.array_equal(ours, theirs[:, which] == 1)


def feature_of_short_honours() -> Feature:
    """Return the number of doubletons with the queen, or with the jack below one honour."""
    holdings = np.arange(8192)
    ace, king, queen, jack = (holdings >> rank & 1 for rank in (12, 11, 10, 9))
    pair = np.array([holding.bit_count() == 2 for holding in range(8192)])
    return Feature("short", "", pair & ((queen == 1) | (jack & (ace | king) == 1)))


@pytest.mark.parametrize(("contract", "column"), [("nt", 0), ("suit", 1)])
def test_binky_points_hand_by_hand(deal_program, contract: str, column: int) -> None:
    """The figures that Deal carries, read into a feature, and its own sums of them."""
    data = (DEAL_HOME / "lib/binky-data.tcl").read_text("latin-1")
    rows = [line.split()[1:] for line in data.splitlines() if line.startswith("add ")]
    binky = measured("binky", {row[0]: float(row[1 + column]) for row in rows})
    script = SCRIPT.replace("proc", "source lib/binky.tcl\nproc", 1)
    lines = deal_program(script.replace("VALUES", f"[binky::{contract} north]"), DEALS)
    deals, theirs = read(lines)
    assert np.array_equal(binky.column(deals.masks, Seat.NORTH), np.rint(100 * theirs[:, 0]))


PAGE = Path(__file__).parents[2] / "docs/coming-from/deal.md"
PROCEDURES = re.findall(r"^\| `(\[.+\])` \| `(.+)` \|$", PAGE.read_text("utf-8"), re.MULTILINE)


@pytest.mark.long
def test_procedures_of_its_library_as_texts(deal_program) -> None:
    """Every row of docs/coming-from/deal.md; 200,000 hands, a full run, have the rare ones."""
    assert len(PROCEDURES) == 18
    script = SCRIPT.replace("proc", "source lib/shapes.tcl\nproc", 1)
    words = " ".join(theirs for theirs, _ in PROCEDURES)
    deals, theirs = read(deal_program(script.replace("VALUES", words), 2 * DEALS, seed=4))
    for which, (_, text) in enumerate(PROCEDURES):
        ours = as_quantity(text.replace("\\", "")).values(deals)
        assert np.array_equal(ours, theirs[:, which]), text
        assert ours.any() or not FULL, text


def test_scores(deal_program) -> None:
    """Every contract, doubled or not, at both vulnerabilities, with every number of tricks."""
    script = """
    source lib/score.tcl
    proc write_deal {} {
      foreach level {1 2 3 4 5 6 7} {
        foreach strain {clubs diamonds hearts spades notrump} {
          foreach doubled {{} doubled redoubled} {
            foreach side {nonvul vul} {
              for {set tricks 0} {$tricks < 14} {incr tricks} {
                puts [score [concat $level $strain $doubled] $side $tricks]
              }
            }
          }
        }
      }
    }
    """
    assert list(map(int, deal_program(script, 1))) == [
        Contract(level, strain.letter, doubled).score(tricks, vulnerable=vulnerable)
        for level in range(1, 8)
        for strain in Strain
        for doubled in range(3)
        for vulnerable in (False, True)
        for tricks in range(14)
    ]


MADE_UP = """
expr srand(1)
proc deal::tricks {hand strain} {
  global made
  if {![info exists made($hand:$strain)]} {
    set north [expr {int(rand() * 12)}]
    foreach {seat partner} {north south east west} tricks [list $north [expr {12 - $north}]] {
      set made($seat:$strain) [expr {$tricks + (rand() < 0.2)}]
      set made($partner:$strain) [expr {$tricks + (rand() < 0.2)}]
    }
  }
  return $made($hand:$strain)
}
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("tricks", "deals"), [("", trials(20)), (MADE_UP, trials(1000))], ids=["solved", "made up"]
)
def test_par(deal_program, tricks: str, deals: int) -> None:
    """Every dealer and vulnerability: score, contract, declarer and tricks of Deal's par.

    The tables are those of Deal's own solver, or random ones: partners up to a trick apart, sides
    with 12 to 14 tricks. Last in full on 2026-11-22, without a difference.
    """
    script = f"""
    source lib/score.tcl
    source lib/parscore.tcl
    {tricks}
    proc write_deal {{}} {{
      unset -nocomplain ::made
      set table {{}}
      foreach seat {{north east south west}} {{
        foreach strain {{clubs diamonds hearts spades notrump}} {{
          lappend table [deal::tricks $seat $strain]
        }}
      }}
      puts $table
      foreach dealer {{north east south west}} {{
        foreach sides {{None NS EW All}} {{
          puts "$dealer;$sides;[join [parscore $dealer $sides] {{;}}]"
        }}
      }}
    }}
    """
    lines = deal_program(script, deals)
    assert len(lines) == 17 * deals
    for at in range(0, len(lines), 17):
        table = np.array(lines[at].split(), dtype=np.int8).reshape(4, 5)
        for line in lines[at + 1 : at + 17]:
            dealer, sides, contract, declarer, score, made, _ = line.split(";")
            found = par(table, sides, dealer)
            assert found.score == int(score), (line, table)
            named = [
                (each.contract, each.tricks) for each in found.contracts
                if declarer in [seat.name.lower() for seat in each.declarers]
            ]  # fmt: skip
            if contract == "Pass":
                assert not found.contracts
            else:
                level, strain, *doubled = contract.split()
                theirs = Contract(int(level), strain[0].upper(), len(doubled))
                assert (theirs, int(made)) in named, (line, table)
