"""What counts cost by their models, as it was: a budget admits the same counts everywhere.

A price that changes changes what is counted exactly within a budget, so which deals a seed gives:
change a figure here only with that in mind.
"""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.costly_counts import COUNTS

from dealwright.conditions.parse import parse_tree
from dealwright.planning.budget import Effort
from dealwright.planning.filter import conjuncts
from dealwright.planning.models import choice
from dealwright.planning.models.base import CountingProblem, Model
from dealwright.planning.models.boxes import boxes_model as BOXES  # noqa: N812
from dealwright.planning.models.honours import honours_model as HONOURS  # noqa: N812
from dealwright.planning.models.suits import suits_model as SUITS  # noqa: N812

# Seconds of stating a model, of counting it, and beside that; bytes with drawing, and of counting.
PRICES = {
    "hcp(north) >= 28": {
        HONOURS: (0.0010045805, 1.875e-06, 0.0, 1_079_116, 1_079_116),
        SUITS: (0.0030622125, 2.76832e-05, 3e-05, 1_340_388, 1_074_844),
        BOXES: (0.004111848, 1.632e-05, 0.0, 1_061_434, 1_061_434),
    },
    "hcp(north) + hcp(south) >= 25 && spades(north) + spades(south) >= 8": {
        SUITS: (0.003594756, 0.0053900152, 0.00685575, 36_111_572, 2_309_296),
        BOXES: (0.004058502, 9.478e-06, 0.0, 1_058_450, 1_058_450),
    },
    "shape(north, any 4333) && hcp(north) in 15..17 && controls(south) > hcp(south) / 4": {
        SUITS: (0.009241048, 0.0011789288, 0.000602112, 29_299_980, 2_279_820),
        BOXES: (0.012889878, 0.002821482, 0.0, 1_684_786, 1_684_786),
    },
    "spades(north) > hearts(south) && losers(north) == 7 && hcp(south) in 12..14": {
        SUITS: (0.0052563105, 0.0414282056, 0.0524172, 248_566_776, 21_981_304),
        BOXES: (0.011155014, 0.00588561, 0.0, 1_449_578, 1_449_578),
    },
    "hcp(north) + hcp(south) in 3..5 && aces(east) == 2": {
        HONOURS: (0.001011813, 0.004501875, 0.0, 73_078_672, 73_078_672),
        SUITS: (0.054479874, 0.5721009322, 0.71148, 1_088_435_620, 70_731_252),
        BOXES: (0.007868736, 0.000914508, 0.0, 1_147_842, 1_147_842),
    },
    "hcp(south) + 3 * spades(south) > 40 && hcp(north) + losers(north) < 10": {
        SUITS: (0.197788068, 1.953948615, 0.0524172, 1_169_335_644, 216_826_384),
        BOXES: (0.011334864, 0.013090916, 0.0, 1_470_450, 1_470_450),
    },
    "hascard(north, SA) && top3(north, clubs) + top3(south, clubs) >= 5": {
        SUITS: (0.003182624, 3.88472e-05, 5.733e-05, 1_214_316, 1_058_068),
        BOXES: (0.004322802, 0.0, 0.0, 1_079_310, 1_079_310),
    },
    "hcp(west) + 2 * aces(west) > hcp(north)": {
        HONOURS: (0.0010332605, 0.000151875, 0.0, 3_484_960, 3_484_960),
        SUITS: (0.0036727245, 0.0074606248, 0.0081675, 66_020_552, 2_634_776),
        BOXES: (0.009295874, 0.000980566, 0.0, 1_182_474, 1_182_474),
    },
    "zar(north) > 26 && spades(south) > 3": {
        SUITS: (0.142119566, 0.05821804, 0.06450048, 842_300_556, 132_075_660),
        BOXES: (0.018420582, 0.001878396, 0.0, 1_213_674, 1_213_674),
    },
    "zar(north) > 26 && zar(south) > 26 && zar(east) > 26": {
        SUITS: (0.187095608, 20282.24313, 38.0633088, 8_385_025_985_996, 8_177_936_875_916),
        BOXES: (0.083193214, 0.36452353, 0.0, 20_569_442, 20_569_442),
    },
    "hcp(north) > hcp(south) && hcp(south) > hcp(east) && controls(north) > controls(south)": {
        HONOURS: (0.0117160305, 0.004501875, 0.0, 73_838_632, 73_838_632),
        SUITS: (0.190224608, 1.877299262, 0.71148, 1_752_135_232, 252_530_880),
        BOXES: (0.089379704, 0.083762714, 0.0, 7_510_322, 7_510_322),
    },
    "hcp(north) > 9 * (spades(north) * hearts(north) + diamonds(north))": {
        SUITS: (0.003728114, 5.42836e-05, 3e-05, 3_754_152, 1_135_476),
        BOXES: (0.006777238, 7.6276e-05, 0.0, 1_120_906, 1_120_906),
    },
}  # fmt: skip


@pytest.mark.parametrize("text", PRICES)
def test_models_cost_what_they_did(text: str) -> None:
    problem = CountingProblem(tuple(conjuncts(parse_tree(text))))
    prices = {}
    for build in (HONOURS, SUITS, BOXES):
        effort = Effort(5.0)
        model = build(problem, effort)
        if model is not None:
            prices[build] = (
                effort.spent, model.predicted_seconds, model.seconds_beside,
                model.predicted_bytes(), model.predicted_bytes(drawing=False),
            )  # fmt: skip
    assert prices.keys() == PRICES[text].keys()
    for build, figures in prices.items():
        assert figures == pytest.approx(PRICES[text][build], rel=1e-6), build.__name__


@pytest.mark.parametrize(
    "text",
    [
        "hcp(north) in 15..16 && balanced(west) && hcp(east) in 10..12",
        COUNTS["one of five overcalls"].text,
    ],
)
def test_counts_by_scores_where_they_cost_less(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first takes half the time of the other model, which is not built for the second."""
    tried = list[object]()

    def first(*given: Any) -> Model | None:
        tried.append(given)
        return _first(*given)

    _first = choice._first
    monkeypatch.setattr(choice, "_first", first)
    problem = CountingProblem(tuple(conjuncts(parse_tree(text))))
    assert choice.chosen_model(problem, Effort(6.0), drawing=False).name == "boxes"
    assert len(tried) == 1


def test_a_table_of_scores_of_three_hands_is_not_too_large() -> None:
    """42 scores each: 74,088 cells."""
    seats = ("north", "south", "east")
    text = " && ".join(f"zar({seat}) > 48" for seat in seats)
    assert BOXES(CountingProblem(tuple(conjuncts(parse_tree(text)))), Effort(5.0)) is not None


def test_sizes_of_a_count_of_honours_are_those_of_its_halves() -> None:
    """Two ranks in each: four cards are dealt or not in 5 ways, three in 4, as one ace is fixed."""
    problem = CountingProblem(tuple(conjuncts(parse_tree("hcp(north) >= 28"))), (1 << 12, 0, 0, 0))
    model = HONOURS(problem, Effort(5.0))
    assert model is not None
    assert (model.sizes["honour_cells"], model.sizes["cell_pairs"]) == (20 + 25, 20 * 25)
