"""Layouts of two unknown hands: classes, counts under conditions, members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from dealwright import Seat, parse
from dealwright.analysis.layouts import COARSE, LAYOUTS, Layouts
from dealwright.analysis.prediction import Prediction
from dealwright.deals import predeal_masks
from dealwright.errors import ArgumentError
from dealwright.sampling.evaluation import truth_of
from dealwright.stream import Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

# North, south, and the numbers of fine, "sevens" and "top" classes, counted by another program.
HANDS = [
    ("AQ4.AJ92.Q5.K964", "K95.QT4.KJ762.83", 140_174, 9_014, 11_704),
    ("J52.QJT65.J6.842", "AQ6.AK.KQ84.A973", 63_416, 4_562, 4_562),
    ("JT94.AT5.AK7.K84", "AKQ85.KJ3.Q64.72", 79_134, 2_216, None),
    ("K85.Q975.A94.K64", "A4.J864.KQ5.A732", 41_618, 6_028, None),
]


def layouts(north: str, south: str, coarse: str) -> Layouts:
    return Layouts(predeal_masks(f"north {north} south {south}"), coarse)


@pytest.mark.parametrize(("north", "south", "fine", "sevens", "top"), HANDS)
def test_numbers_of_classes(
    north: str, south: str, fine: int, sevens: int, top: int | None
) -> None:
    assert len(layouts(north, south, "fine")) == fine
    assert len(layouts(north, south, "sevens")) == sevens
    assert top is None or len(layouts(north, south, "top")) == top
    for coarse in COARSE:
        assert layouts(north, south, coarse).sizes.sum() == LAYOUTS


def test_classes_are_the_layouts_with_equal_runs() -> None:
    """Members of a class have the same cards of each run; different classes do not."""
    found = layouts(*HANDS[0][:2], "nines")
    seen = set[tuple[int, ...]]()
    fits = found.fits(None)
    for number in range(0, len(found), 97):
        members = fits.members(number)
        assert len(members) == found.sizes[number] == len(np.unique(members))
        runs = {tuple(row) for row in found.counts_of(members).tolist()}
        assert len(runs) == 1
        assert not runs & seen
        seen |= runs
        assert found.counts_of(found.examples()[[number]]).tolist() == [list(runs.pop())]


def test_masks_are_deals() -> None:
    north, south = HANDS[1][:2]
    found = layouts(north, south, "sevens")
    masks = found.masks(found.examples()[::500])
    given = predeal_masks(f"north {north} south {south}")
    assert (masks[:, 0] == given[0]).all()
    assert (masks[:, 2] == given[2]).all()
    assert (np.bitwise_or.reduce(masks, axis=1) == (1 << 52) - 1).all()
    assert {int(mask).bit_count() for mask in masks[:, [1, 3]].ravel()} == {13}
    assert (found.first, found.second) == (Seat.EAST, Seat.WEST)


def test_counts_under_a_condition() -> None:
    """Every layout is tested: the counts are those of an exact count with the hands predealt."""
    north, south = HANDS[2][:2]
    text = "hcp(west) >= 6 && spades(east) <= 2 && hearts(west) in 3..5"
    fits = layouts(north, south, "sevens").fits(parse(text).tree)
    exact = parse(text).count(predeal=f"north {north} south {south}")
    assert fits.total == exact
    busiest = int(fits.counts.argmax())
    members = fits.members(busiest)
    assert len(members) == fits.counts[busiest]
    assert truth_of(parse(text).tree, fits.layouts.masks(members)).all()


def test_two_hands_are_needed() -> None:
    with pytest.raises(ArgumentError, match="two hands of 13 cards"):
        Layouts(predeal_masks("north AQ4.AJ92.Q5.K964"))


def fractions(seed: int, n: int) -> NDArray[np.float64]:
    return Stream.of(seed).words(0, n).astype(np.float64) / 2**64


def test_predictions_learn_what_the_classes_show() -> None:
    """Where a length decides, classes that were not asked are predicted from others."""
    found = layouts(*HANDS[2][:2], "sevens")
    counts = found.counts_of(found.examples())
    truth = (counts[:, found.suits[2]].sum(axis=1) >= 3).astype(float)  # east's hearts
    chances = fractions(1, len(found))
    asked = np.arange(0, len(found), 3)
    predicted = Prediction(found, chances).of_all(asked, truth[asked])
    assert np.mean((predicted - truth) ** 2) < 0.1 * truth.var()
    assert predicted.min() >= 0
    assert predicted.max() <= 1


@pytest.mark.long
def test_no_result_predicts_itself() -> None:
    """Nor does any of its fifth of the classes: a class's own result moves others alone."""
    found = layouts(*HANDS[2][:2], "sevens")
    prediction = Prediction(found, fractions(2, len(found)))
    asked = np.arange(0, len(found), 7)
    results = fractions(3, len(asked))
    before = prediction.of_all(asked, results)
    for place in range(0, len(asked), 50):
        changed = results.copy()
        changed[place] = 1 - changed[place]
        moved = prediction.of_all(asked, changed) != before
        assert not moved[asked[place]]
        assert 0.5 < moved.mean() < 0.9
