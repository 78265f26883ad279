"""The command endgame, the table's best play, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction

import pytest

from dealwright import endgame, read_json, solving_endgame, table_view
from dealwright.base.errors import ArgumentError, CardError, DealwrightError, PredealError
from tests.conftest import Result

EXAMPLE = ("north SAQ2", "south S43 CA")
OUT = "SK65 D234"
QUEEN = ("south SAJ4 HA5", "north SKT3 H64")  # the queen of spades is on either side
QUEEN_OUT = "SQ9875 HKQJT9"


def test_four_figures_of_the_example_of_ben_92() -> None:
    ending = endgame(*EXAMPLE, unseen=OUT, lead="south", tricks=3, card="CA")
    assert (ending.double_dummy.value, ending.best.value) == (0.65, 0.5)
    assert ending.sampling is not None
    assert ending.sampling.value == 0.225
    assert ending.card is not None
    assert ending.card.probability <= ending.best.probability
    assert ending.layouts == ending.total == 20
    assert ending.plan[0].action == "play"


def test_weights_of_layouts() -> None:
    """The king before the ace: the finesse wins as often as its weight says."""
    weights = {"SK D3": 3, "SK D2": 1, "D32": 1}
    ending = endgame(
        "south S32", "north SAQ", unseen="SK5 D32", lead="south", tricks=2, weights=weights
    )  # fmt: skip
    assert ending.total == 5
    assert ending.best.value == 0.8


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"dummy": "east S43 CA"}, ArgumentError, "partner"),
        ({"hand": "south SA north S2"}, ArgumentError, "with its seat"),
        ({"hand": "SAQ2"}, PredealError, "begin with a seat"),
        ({"unseen": "SK65 D23"}, ArgumentError, "5 are unseen"),
        ({"unseen": "SK65 D22"}, CardError, "D2"),
        ({"unseen": "SK64 D234"}, ArgumentError, "twice"),
        ({"tricks": 4}, ArgumentError, "1 to 3"),
        ({"tricks": 0}, ArgumentError, "1 to 3"),
        ({"lead": "up"}, CardError, "seat"),
        ({"strain": "X"}, CardError, "strain"),
        ({"card": "SA"}, ArgumentError, "south plays next"),
        ({"weights": {"SA": 1}}, ArgumentError, "not cards of west"),
        ({"weights": {"SK65": -1}}, ArgumentError, "whole number"),
        ({"weights": {"SK65": 0}}, ArgumentError, "above 0"),
    ],
)
def test_what_makes_no_ending_is_refused(
    change: dict[str, object], error: type[DealwrightError], words: str
) -> None:
    arguments: dict[str, object] = {
        "hand": EXAMPLE[0], "dummy": EXAMPLE[1], "unseen": OUT, "lead": "south", "tricks": 3,
        **change,
    }  # fmt: skip
    hand, dummy = arguments.pop("hand"), arguments.pop("dummy")
    with pytest.raises(error, match=words):
        solving_endgame(hand, dummy, **arguments)  # type: ignore[arg-type]


def test_more_than_seven_cards_are_refused_with_what_can_be_solved() -> None:
    with pytest.raises(ArgumentError, match="play on until 7 are left"):
        endgame("south SAKQJT987", "north HAKQJT987", unseen="CAKQJT987 DAKQJT987", lead="west",
                tricks=3)  # fmt: skip


def test_an_interval_where_the_budget_ends() -> None:
    ending = endgame(*QUEEN, unseen=QUEEN_OUT, lead="south", tricks=4, budget=30_000)
    assert not ending.best.exact
    assert ending.best.probability <= Fraction(38, 63) <= ending.best.most


@pytest.mark.parametrize("budget", [0, 1000])
def test_a_budget_that_ends_at_once_claims_nothing(budget: int) -> None:
    ending = endgame(
        "south SAQ2 HA", "north S43 DAK", unseen="SKT9 HKQ DQJ C2", lead="south", tricks=3,
        card="SA", budget=budget,
    )  # fmt: skip
    assert ending.card is not None
    assert not ending.best.exact
    assert not ending.card.exact
    assert ending.best.probability <= Fraction(22, 35) <= ending.best.most
    assert ending.best.most <= ending.double_dummy.probability == Fraction(26, 35)
    assert "Best line so far" in str(ending)


@pytest.mark.parametrize(("card", "budget"), [("SA", 600_000), ("HA", 500_000)])
def test_the_best_line_is_at_least_as_good_as_a_card(card: str, budget: int) -> None:
    """Also where the budget found out the card's chance alone."""
    ending = endgame(*QUEEN, unseen=QUEEN_OUT, lead="south", tricks=4, card=card, budget=budget)
    assert ending.card is not None
    assert ending.card.exact
    assert not ending.best.exact
    assert ending.card.probability == ending.best.probability
    assert ending.plan == ()


def test_the_one_layout_that_a_worse_card_loses() -> None:
    ending = endgame(
        "south SAJ4 HA", "north SKT3 H4", unseen="SQ987 HKQJT", lead="south", tricks=4, card="SA"
    )
    assert ending.card is not None
    assert ending.best.probability - ending.card.probability == Fraction(1, 70)
    assert ending.apart is not None
    assert [(each.won_by, each.probability) for each in ending.apart.layouts] == [
        ("best", Fraction(1, 70))
    ]
    assert f"1.4286%  west {ending.apart.layouts[0].hands['west']}, east" in str(ending)


@pytest.mark.long
def test_where_a_worse_card_differs_from_the_best_line() -> None:
    ending = endgame(*QUEEN, unseen=QUEEN_OUT, lead="south", tricks=4, card="SA")
    card, apart = ending.card, ending.apart
    assert card is not None
    assert apart is not None
    assert apart.best > apart.card > 0
    assert ending.best.probability - card.probability == apart.best - apart.card
    assert len(apart.layouts) == 100 < (apart.best + apart.card) * ending.layouts  # 50 of each
    for won_by in ("best", "card"):
        # a line wins all of them together: the best line of these alone is sure
        layouts = [layout for layout in apart.layouts if layout.won_by == won_by]
        assert layouts
        assert all(layout.probability == Fraction(1, ending.layouts) for layout in layouts)
        alone = endgame(
            *QUEEN, unseen=QUEEN_OUT, lead="south", tricks=4, card="SA",
            weights={layout.hands["west"]: 1 for layout in layouts},
        )  # fmt: skip
        assert (alone.best if won_by == "best" else alone.card).probability == 1
    assert "SA alone" in str(ending)


def test_nothing_is_said_to_differ_while_the_chance_of_the_card_is_an_interval() -> None:
    ending = endgame(*QUEEN, unseen=QUEEN_OUT, lead="south", tricks=2, card="H5", budget=12_000)
    assert ending.best.probability == 1
    assert ending.card is not None
    assert ending.card.probability < ending.card.most
    assert ending.apart is None


@pytest.mark.parametrize("card", [None, "CA"])
def test_nothing_differs_from_a_card_that_is_as_good(card: str | None) -> None:
    ending = endgame(*EXAMPLE, unseen=OUT, lead="south", tricks=3, card=card)
    assert ending.apart is None


def test_a_stopped_job_has_the_figures_so_far() -> None:
    job = solving_endgame(*EXAMPLE, unseen=OUT, lead="south", tricks=3)
    first = next(iter(job))
    job.stop()
    assert job.result().best.probability == first.best.probability
    assert job.state == "stopped"


PLAY = (
    "CA C6 C2 C7, CK C8 C3 C9, CQ CT C4 D2, CJ D3 C5 D4, HJ H2 HA H3, DA D5 D9 D6, "
    "DK D7 DT D8, DQ H4 DJ H5, HK H6 H9 H7, HQ H8 HT S6"
)


def test_best_play_at_the_table() -> None:
    seen = table_view("south AQ2.AKQ.AKQ.5432", "north 543.JT9.JT9.AKQJ", leader="north", play=PLAY)
    ending = seen.best_play(tricks=2)
    assert ending.hands == {"south": "SAQ2", "north": "S543"}
    known = seen.given("hascard(east, SK)").best_play(tricks=2)
    assert known.layouts == ending.layouts // 2
    assert known.best.probability >= ending.best.probability
    likely = table_view(
        "south AQ2.AKQ.AKQ.5432", "north 543.JT9.JT9.AKQJ", leader="north", play=PLAY,
        likely=["9/10 if west SK else 1/10"],
    ).best_play(tricks=2)  # fmt: skip
    assert likely.total == 9 * likely.layouts // 2 + likely.layouts // 2
    with pytest.raises(ArgumentError, match="until 7 are left"):
        table_view("south AQ2.AKQ.AKQ.5432", "north 543.JT9.JT9.AKQJ").best_play(tricks=2)
    with pytest.raises(ArgumentError, match="partners"):
        table_view("south AQ2.AKQ.AKQ.5432").best_play(tricks=2)


def test_best_play_in_the_middle_of_a_trick() -> None:
    seen = table_view(
        "south AQ2.AKQ.AKQ.5432", "north 543.JT9.JT9.AKQJ", leader="north", play=PLAY + ", S2 S7"
    )
    ending = seen.best_play(tricks=2, card="S5")
    assert ending.trick == ("S2", "S7")
    assert ending.card is not None
    assert ending.card.exact


def test_the_command_prints_what_python_returns(cli: Callable[..., Result]) -> None:
    arguments = ["endgame", *EXAMPLE, "--unseen", OUT, "--lead", "south", "--tricks", "3"]
    printed = cli(*arguments, "--strain", "NT", "--json")
    assert (printed.status, printed.err) == (0, "")
    document = json.loads(printed.out)
    assert document["kind"] == "endgame"
    assert document["double_dummy"]["value"] == 0.65
    assert document["best"]["value"] == 0.5
    assert document["sampling"]["value"] == 0.225
    assert document["layouts"] == 20
    assert document["plan"][0]["seat"] == "south"
    ending = endgame(*EXAMPLE, unseen=OUT, lead="south", tricks=3)
    assert read_json(printed.out) == ending
    assert cli(*arguments).out == f"{ending}\n"


def test_the_command_refuses_with_one_line(cli: Callable[..., Result]) -> None:
    printed = cli("endgame", *EXAMPLE, "--unseen", "SK6", "--lead", "south", "--tricks", "3")
    assert printed.status == 2
    assert printed.out == ""
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    ("south", "north", "unseen"),
    [
        ("SQJ HQ", "ST DKQ", "HJ DJ CAKQT"),
        ("DKQ CA", "HAQ CJ", "SAKQT HT CQ"),
        ("ST HA DQ", "SQJ HT", "HKJ CAKJT"),
    ],
)
def test_a_defender_cashes_none_of_the_cards_that_partner_has_equals_of(
    south: str, north: str, unseen: str
) -> None:
    """Of A, K and Q in two hands the last one may win the trick, and with it the lead."""
    ending = endgame(f"south {south}", f"north {north}", unseen=unseen, lead="west", tricks=2)
    assert ending.double_dummy.probability == ending.best.probability == Fraction(2, 20)


def test_a_void_shown_on_the_table_counts() -> None:
    """West did not follow to the ace, so East has the king, and the queen is finessed."""
    ending = endgame(
        "south S3", "north SQ2", unseen="SK D34", lead="south", tricks=2, trick="SA D2"
    )
    assert (ending.layouts, ending.double_dummy.probability) == (2, 1)
