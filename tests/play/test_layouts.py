"""Deals that agree with what happened at the table: each with its exact probability."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dealwright import ConditionError, Deals, table_view
from dealwright.web.requests import job_of
from tests.conftest import Result
from tests.trials import trials

SOUTH, NORTH = "south AQ542.KJ87.32.K3", "north K63.AQ4.J854.542"


def check_frequencies(view: object, n: int) -> None:
    """Compare the share of each unseen card at west with its exact odds, within 5 deviations.

    26 cards and 5 deviations fail by chance once in 60,000 seeds; the seed is fixed. A card whose
    odds are wrong by 0.04 is more than 5 deviations off in 5,000 deals.
    """
    deals = view.deal(n, seed=1)  # type: ignore[attr-defined]
    cards = view.odds().unseen.cards  # type: ignore[attr-defined]
    for index in range(52):
        exact = float(cards.chance(index, "west"))
        seen = float(((deals.masks[:, 3] >> index) & 1).mean())
        deviation = max((exact * (1 - exact) / n) ** 0.5, 1e-12)
        assert abs(seen - exact) <= 5 * deviation, index


@pytest.mark.parametrize(
    "known",
    [
        {},
        {"where": "hcp(west) >= 12 && spades(west) <= 2"},
        {"play": "DQ D4 D6 D2", "known": "east SJ"},
        {"likely": ["9/10 if hcp(west) >= 8 else 1/10"]},
        {"where": "west: 8+, 5+ diamonds", "likely": ["3/4 if west DQ else 1/4"]},
    ],
)
def test_every_card_is_where_it_is_as_often_as_its_odds_say(known: dict[str, object]) -> None:
    view = table_view(SOUTH, NORTH, **known)  # type: ignore[arg-type]
    check_frequencies(view, trials(5000))


def test_the_deals_agree_with_what_is_known() -> None:
    view = table_view(SOUTH, NORTH, play="DQ D4 D6 D2").given("west: 9-13")
    deals = view.deal(200, seed="robot")
    assert {str(deal.south) for deal in deals} == {"AQ542.KJ87.32.K3"}
    assert view.deal(200, seed="robot") == deals
    assert view.deal(200, seed="other") != deals
    assert set(deals.west.hcp.tolist()) <= set(range(9, 14))
    assert all("Q" in str(deal.west.diamonds) and "6" in str(deal.east.diamonds) for deal in deals)


def test_a_hand_that_showed_out_has_no_more() -> None:
    view = table_view(SOUTH, NORTH, play="DQ D4 D6 D2, DA D5 C7 D3")
    assert set(view.deal(300, seed=1).east.length("diamonds").tolist()) == {1}


def test_what_cannot_be_is_an_error() -> None:
    with pytest.raises(ConditionError, match="no deal"):
        table_view(SOUTH, NORTH, where="hcp(west) > 30").deal(1)
    with pytest.raises(ConditionError, match="no deal with a weight"):
        table_view(SOUTH, NORTH, where="hcp(west) > 30", likely=["1/2 if west DQ else 1/4"]).deal(1)


ASKED = {"hand": SOUTH, "dummy": NORTH, "play": "DQ D4 D6 D2", "condition": "west: 9-13"}
WORDS = ("--hand", SOUTH, "--dummy", NORTH, "--play", "DQ D4 D6 D2", "--where", "west: 9-13")


def test_the_command_and_the_request_deal_the_same(
    cli: Callable[..., Result], tmp_path: Path
) -> None:
    view = table_view(SOUTH, NORTH, play="DQ D4 D6 D2", where="west: 9-13")
    deals = view.deal(20, seed="robot")
    said = cli("odds", *WORDS, "--deals", "20", "--seed", "robot", "--format", "line")
    assert said.out.splitlines() == [deal.text("N") for deal in deals]
    path = tmp_path / "layouts.pbn"
    assert cli("odds", *WORDS, "--deals", "20", "--seed", "robot", "-o", str(path)).status == 0
    assert Deals.read(path) == deals
    assert job_of("table_deals", {**ASKED, "n": 20, "seed": "robot"}).result() == deals


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--deals", "3", "--event", "west DK"), "--event and --line ask for odds"),
        (("--output", "a.pbn"), "--output and --format belong to --deals"),
        (("--deals", "x"), "the number of layouts"),
    ],
)
def test_options_that_do_not_go_together(
    cli: Callable[..., Result], words: tuple[str, ...], said: str
) -> None:
    ended = cli("odds", *WORDS, *words)
    assert ended.status == 2
    assert said in ended.err
