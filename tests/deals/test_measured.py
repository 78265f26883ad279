"""Features from tables of figures: keys, what is missing, scales."""

from __future__ import annotations

import pytest

from dealwright import FeatureError, Hand, deal, measured, parse, register
from dealwright.numbering.shapes import all_shapes

pytestmark = pytest.mark.usefixtures("own_features")

SHAPES = {"-".join(map(str, lengths)): min(lengths) / 4 for lengths in all_shapes().tolist()}
SMALL = {"-": 0.0} | {"x" * n: 0.5 for n in range(1, 14)}


def test_named_ranks_are_told_apart_and_the_others_are_x() -> None:
    figures = SMALL | {"9" + "x" * n: 1.25 for n in range(13)}
    nines = measured("nines", figures)
    assert nines.value(Hand("A98.AKQ2.932.T98").mask) == 125 + 50 + 125 + 125
    assert nines.value(Hand("AKQJT98765432...").mask) == 125
    assert nines.per_suit


def test_shapes_in_any_order_and_as_a_word() -> None:
    flat = register(measured("flat", SHAPES | SMALL, "shortest and suits", scale=4))
    assert not flat.per_suit
    deals = deal(100, "flat(north) >= 9", seed=1)
    assert (deals.north.flat >= 9).all()
    assert parse("flat(north) == 11").count() == parse("shape(north, any 4333)").count()
    unordered = {"3-4-3-3": SHAPES["4-3-3-3"]}
    table = {k: v for k, v in SHAPES.items() if sorted(k) != sorted("4-3-3-3")} | unordered
    again = measured("again", table, scale=4).shape_table
    assert (again == measured("shapes", SHAPES, scale=4).shape_table).all()


@pytest.mark.parametrize(
    ("figures", "scale", "message"),
    [
        ({"xA": 1.0}, 100, "'xA' is not a holding"),
        ({"KA": 1.0}, 100, "'KA' is not a holding"),
        ({"AAx": 1.0}, 100, "'AAx' is not a holding"),
        ({"x" * 14: 1.0}, 100, "is not a holding"),
        ({"a": 1.0}, 100, "'a' is not a holding"),
        ({"": 1.0}, 100, "'' is not a holding"),
        ({"5-4-3-2": 1.0}, 100, "'5-4-3-2' is not a shape"),
        ({"5-4-4": 1.0}, 100, "'5-4-4' is not a shape"),
        ({"5-4-x-1": 1.0}, 100, "is not a shape"),
        ({"x": 1.0}, 100, "13 holdings have no figure: -, xx, xxx ..."),
        (SMALL | {"A": 1.0}, 100, "12 holdings have no figure: Ax, Axx, Axxx ..."),
        ({"4-3-3-3": 1.0}, 100, "38 shapes have no figure"),
        (SMALL | {"x": 0.125}, 100, "'x' has 0.125; the scale 100 is too small"),
        (SMALL | {"x": float("nan")}, 100, "'x' has nan"),
    ],
)
def test_refused(figures: dict[str, float], scale: int, message: str) -> None:
    with pytest.raises(FeatureError, match=message.replace("...", r"\.\.\.")):
        _ = measured("wrong", figures, scale=scale)
