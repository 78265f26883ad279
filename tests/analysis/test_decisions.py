"""Close and clear decisions: what is said of them holds on other layouts, limits, budget, files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import Deals, deal
from dealwright.analysis import comparing_contracts, comparing_leads
from dealwright.analysis.decisions import finding
from dealwright.analysis.decisions.choices import Decision, is_open
from dealwright.analysis.decisions.finding import CHOICES, finding_decisions
from dealwright.analysis.decisions.limits import LAYOUTS, LOOKS, ClosenessLimits, at_every_look
from dealwright.analysis.decisions.texts import answers_text, problems_text
from dealwright.analysis.system_scoring import scores_of, ways_of
from dealwright.answers import Estimate
from dealwright.base.errors import ArgumentError, DealwrightError
from dealwright.cards import Seat
from dealwright.cards.bridge.alternatives import imps_of
from dealwright.cards.bridge.auction import Auction
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.double_dummy.current_solver import use_solver
from dealwright.numbering.stream import Stream
from dealwright.systems import System, read_system
from dealwright.systems.bidding import bid_deal
from tests.conftest import Result
from tests.oracles.stand_in_solver import StandIn


def between(low: float, high: float) -> Estimate:
    return Estimate((low + high) / 2, low, high, False, "sample")


def test_an_interval_that_has_a_limit_has_no_grade() -> None:
    limits = ClosenessLimits(1.0, 2.0)
    grades = {
        (-0.4, 0.9): "close", (-1.1, 0.9): None, (0.2, 1.0): None, (0.9, 1.1): None,
        (1.2, 1.8): None, (1.9, 2.9): None, (2.0, 3.0): None, (2.1, 3.0): "clear",
    }  # fmt: skip
    assert {ends: limits.grade(between(*ends)) for ends in grades} == grades
    assert ClosenessLimits(None, None).grade(between(-1, 5)) == ""
    assert ClosenessLimits(None, 2.0).grade(between(-0.1, 0.1)) is None
    assert ClosenessLimits(1.0, None).grade(between(5, 6)) is None


def test_a_result_that_is_all_but_certain_is_not_open() -> None:
    shares = (0.0, 0.04, 0.06, 0.5, 0.94, 0.96, 1.0)
    found = [is_open(Estimate(share, share, share, False, "sample")) for share in shares]
    assert found == [False, False, True, True, True, False, False]


def test_the_interval_of_three_looks_misses_in_one_of_twenty() -> None:
    """Of 40,000 walks 5 % leave 2.3 standard errors at some look: 4.7 to 5.3 % within 3 sigmas."""
    words = Stream.of("looks").words(0, 6 * 40_000).reshape(2, 40_000, 3) / 2.0**64
    normal = np.sqrt(-2 * np.log1p(-words[0])) * np.cos(2 * np.pi * words[1])
    walks = (normal * np.sqrt(np.diff((0, *LOOKS)))).cumsum(axis=1)
    means = np.abs(walks) / np.sqrt(LOOKS)
    wide = float(at_every_look(between(-1.96, 1.96)).high)
    assert 0.047 < (means > wide).any(axis=1).mean() < 0.053
    assert (means > 1.96).any(axis=1).mean() > 0.09


def test_a_sample_ends_where_the_limit_is_out_of_reach() -> None:
    clear, close = ClosenessLimits(None, 2.0), ClosenessLimits(1.0, None)
    for limits, mean, hopeless in (
        (clear, 5.0, False), (clear, 2.5, False), (clear, 0.5, True),
        (close, 0.1, False), (close, 3.5, True), (ClosenessLimits(None, None), 1.0, False),
    ):  # fmt: skip
        assert limits.hopeless(between(mean - 1.5, mean + 1.5), 64) is hopeless
    # the whole sample has no doubt left: its own interval, at every look, decides
    for mean in (2.4, 2.6, 3.0):
        whole = between(mean - 0.5, mean + 0.5)
        decided = clear.grade(at_every_look(whole)) is not None
        assert clear.hopeless(whole, LAYOUTS) is not decided


@pytest.mark.parametrize("kind", CHOICES)
@pytest.mark.long
def test_what_is_said_holds_on_other_layouts(kind: str) -> None:
    """By a solver whose truth is known: intervals of 600 or 2,000 layouts are on the same side."""
    limit = 0.6
    with use_solver(StandIn):
        found = finding_decisions(kind, 6, close=limit, clear=limit, seed="held").result().boards
        assert len(found) == 6
        for decision in found:
            imps = again(decision)
            if decision.grade == "close":
                assert float(imps.low) < limit
            else:
                assert float(imps.high) > limit
            assert decision.imps.low <= imps.high
            assert imps.low <= decision.imps.high


def again(decision: Decision) -> Estimate:
    """Return the difference of the two choices on other layouts, by other code."""
    hand = f"{decision.seat} {getattr(decision.deal, str(decision.seat))}"
    options = {"deals": 2000, "seed": "other"}
    if decision.system:
        return calls_again(decision, hand)
    if decision.contract:
        leads = comparing_leads(
            hand, decision.contract, decision.known, field=decision.second, **options
        ).result()
        (imps,) = [lead.imps["none"] for lead in leads.leads if decision.first in lead.cards]
        return imps
    contracts = [decision.first, decision.second]
    (pair,) = comparing_contracts(
        decision.known, contracts, predeal=hand, **options
    ).result().pairs  # fmt: skip
    return pair.imps["none"]


def calls_again(decision: Decision, hand: str) -> Estimate:
    """Return it for two calls: each layout is bid alone, call by call."""
    system = read_system(decision.system)
    known = system.meaning(" ".join(decision.auction[::2])) if decision.auction else None
    known = None if not any(call != "Pass" for call in decision.auction) else known
    layouts = deal(600, known, predeal=hand, seed="other")
    scores = []
    for call in (decision.first, decision.second):
        made = (*decision.auction, call)
        for_call = [
            ways_of(system, layouts.masks[n : n + 1], decision.dealer, made)
            for n in range(len(layouts))
        ]
        scores.append(scores_of(for_call, layouts.masks, StandIn(), Vulnerability.NONE)[:, 0])
    imps = imps_of(scores[0] - scores[1])
    half = 1.96 * imps.std() / len(imps) ** 0.5
    return Estimate(imps.mean(), imps.mean() - half, imps.mean() + half, False, "sample")


def test_a_seed_repeats_the_boards_and_time_ends_the_search() -> None:
    with use_solver(StandIn):
        one, same = (finding_decisions("contract", 2, seed="a").result() for _ in range(2))
        assert one == same
        assert len(one.boards) == 2
        assert finding_decisions("contract", 2, seed="a", seconds=1e-9).result().boards == ()
        job = finding_decisions("lead", 5, seed="a")
        job.stop()
        assert job.result().boards == ()


def test_a_stopped_search_has_the_boards_so_far() -> None:
    with use_solver(StandIn):
        job = finding_decisions("contract", 5, seed="a")
        for found in job:
            if found.boards:
                job.stop()
        assert len(job.result().boards) == 1


@pytest.mark.long
def test_the_command_writes_decisions_from_clear_to_close(
    cli: Callable[..., Result], tmp_path: Path
) -> None:
    folder = tmp_path / "set"
    with use_solver(StandIn):
        result = cli("practice", "decisions", "contract", "3", "--seed", "x", "-o", str(folder))
        boards = finding_decisions("contract", 3, seed="x").result().boards
    assert result.status == 0, result.err
    found = sorted(boards, key=lambda decision: -float(decision.imps))
    assert [*Deals.read(folder / "boards.pbn")] == [decision.deal for decision in found]
    answers = (folder / "answers.txt").read_text("utf-8")
    for decision in found:
        assert f"{float(decision.imps):.2f} IMPs a deal against {decision.second}" in answers
        assert f"{decision.layouts} layouts" in answers
    problems = (folder / "decisions.txt").read_text("utf-8")
    assert str(found[0].deal.south) in problems
    assert "gains" not in problems
    assert (folder / "boards.pbn").read_text("latin-1").count('[Vulnerable "None"]') == 3


def test_the_contract_that_is_led_against_is_in_the_files(
    cli: Callable[..., Result], tmp_path: Path
) -> None:
    folder = tmp_path / "set"
    with use_solver(StandIn):
        result = cli("practice", "decisions", "lead", "1", "-s", "x", "-o", str(folder))
    assert result.status == 0, result.err
    pbn = (folder / "boards.pbn").read_text("latin-1")
    assert all(tag in pbn for tag in ('[Contract "3NT"]', '[Declarer "S"]', '[Dealer "S"]'))
    assert (folder / "west.txt").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bid"], "'bid' is not a decision; choose lead, contract or call"),
        (["call", "--contract", "3NT-S"], "with call, the system makes the calls"),
        (
            ["lead", "--system", "natural"],
            "leave out the system: it is for the choice of a call",
        ),
        (["call", "--system", "none"], "systems in the package"),
        (["lead", "--close", "much"], "give a limit in IMPs"),
        (["lead", "--clear", "30"], "above 0 and at most 24, such as 1.5, not '30'"),
        (
            ["lead", "--close", "2", "--clear", "1"],
            "clear (--clear) must be at least close (--close): 1 is less than 2",
        ),
        (["lead", "--place", "first"], "No such option: --place"),
        (["lead", "--contract", "4S-S"], "says what the auction shows"),
        (
            ["lead", "--contract", "3NT 4S", "-n", "2", "1"],
            "give one contract that is led against",
        ),
        (["contract", "--contract", "3NT", "-n", "2", "1"], "give two contracts"),
    ],
)
def test_what_is_refused(cli: Callable[..., Result], arguments: list[str], message: str) -> None:
    result = cli("practice", "decisions", *arguments)
    assert result.status == 2
    assert message in result.err
    assert not result.out


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ([], None),
        (["--system", "natural"], ("natural", None)),
        (["--opponents", "natural"], (finding.SYSTEM, "natural")),
    ],
)
def test_calls_are_found_against_the_opponents_of_the_command(
    words: list[str],
    names: tuple[str, str | None] | None,
    cli: Callable[..., Result],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The system is the usual one where only theirs is given."""
    given = list[System | None]()

    def searched(*_: Any, system: System | None, **__: Any) -> Any:
        given.append(system)
        raise ArgumentError("searched")

    monkeypatch.setattr(finding, "finding_decisions", searched)
    assert "searched" in cli("practice", "decisions", "call", *words).err
    (system,) = given
    theirs = None if system is None else system.opponents
    assert names == (system and (system.name, theirs and theirs.name))


def test_a_condition_without_a_hand_to_decide_ends_with_the_time(
    cli: Callable[..., Result], tmp_path: Path
) -> None:
    with use_solver(StandIn):
        result = cli(
            "practice", "decisions", "lead", "--clear", "20", "--time", "0.2", "-o",
            str(tmp_path / "none"),
        )  # fmt: skip
    assert "no board was found" in result.err
    assert not (tmp_path / "none").exists()


def test_boards_of_an_interrupted_search_are_written(
    cli: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with use_solver(StandIn):
        job = finding_decisions("contract", 5, seed="a")
        for found in job:
            if found.boards:
                job.stop()
        monkeypatch.setattr(finding, "finding_decisions", lambda *_, **__: job)
        folder = tmp_path / "set"
        result = cli("practice", "decisions", "contract", "-n", "5", "-o", str(folder))
    assert "interrupted: 1 of 5 boards were found" in result.err
    assert result.out.startswith("1 board in ")
    assert len(Deals.read(folder / "boards.pbn")) == 1


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        ("card", {}, "'card' is not a decision; choose lead, contract or call"),
        ("lead", {"contracts": "3NT-S"}, "a contract needs a condition"),
        (
            "lead",
            {"contracts": "3NT 4S", "where": "1"},
            "give one contract that is led against, as 3NT-S, not '3NT",
        ),
        ("lead", {"contracts": "Pass", "where": "1"}, "give one contract that is led against"),
        ("lead", {"contracts": "8NT", "where": "1"}, "'8NT' is not a contract"),
        (
            "lead",
            {"system": read_system("natural")},
            "leave out the system: it is for the choice of a call",
        ),
        ("contract", {"contracts": "3NT", "where": "1"}, "give two contracts .* not '3NT'"),
        ("contract", {"contracts": "3NT-E 4S-N", "where": "1"}, "of north and south"),
        ("contract", {"contracts": "3NT 8S", "where": "1"}, "'8S' is not a contract"),
        ("call", {"contracts": "3NT-S"}, "leave out the contract"),
        ("call", {"where": "hcp("}, "unexpected end"),
        ("call", {"close": 2.0, "clear": 1.0}, "must be at least close"),
    ],
)
def test_what_makes_no_sense_is_refused_before_the_search(
    kind: str, given: dict[str, Any], message: str
) -> None:
    with pytest.raises(DealwrightError, match=message):
        finding_decisions(kind, 1, **given)


# -------------------------------------------------------------------------------------------- calls


@pytest.mark.long
def test_a_choice_of_calls_is_one_of_the_rules() -> None:
    """The auction is the system's, both calls have rules there, and one is the hand's own."""
    system = read_system("standard")
    with use_solver(StandIn):
        found = finding_decisions("call", 3, system=system, seed="b").result().boards
    assert len(found) == 3
    for decision in found:
        own = bid_deal(system, decision.deal).calls
        place = len(decision.auction)
        assert decision.auction == tuple(call.call for call in own[:place])
        assert own[place].seat is decision.seat
        assert own[place].call in (decision.first, decision.second)
        rules = system.rules_at(Auction(decision.dealer, decision.auction))
        assert {decision.first, decision.second} <= {rule.call for rule in rules or []}


def test_calls_are_written_with_their_auction_and_how_it_goes_on() -> None:
    hands = Deals.parse(["N:QT762.J862.T83.A J53.KQ9543.742.6 9.AT7.AQJ6.QJ872 AK84..K95.KT9543"])
    decision = Decision(
        hands[0], Seat.NORTH, Seat.NORTH, "Pass", "2S", between(0.1, 0.5), 128, "close",
        contract="", known="", auction=("Pass", "Pass", "1C", "Pass"), system="natural",
        unfinished=3,
    )  # fmt: skip
    assert problems_text([decision], 7) == (
        "Board 7: north chooses a call, 2S or Pass?\n  north QT762.J862.T83.A\n"
        "  north deals: Pass Pass 1C Pass ?\n  system: natural\n"
    )
    assert answers_text([decision], 7) == (
        "Board 7 (close): Pass, or 2S\n  Pass gains 0.30 IMPs a deal against 2S, 0.10 to 0.50\n"
        "  128 layouts, double dummy, nobody vulnerable, 95 % interval\n"
        "  the rest of the auction as natural bids it\n"
        "  3 layouts count as no difference: the rules do not finish their auctions\n"
    )


@pytest.mark.parametrize(("finished", "boards"), [(True, 1), (False, 0)])
def test_auctions_that_the_rules_do_not_finish_give_no_board(finished: bool, boards: int) -> None:
    """Without rules after 1NT and 1C all is the same but for the end of the auction."""
    system = read_system(OPENINGS + (ENDS if finished else ""))
    with use_solver(StandIn):
        job = finding_decisions("call", 1, system=system, where="hcp(north) == 13", seed="b")
        for found in job:
            if found.tried == 20:
                break
    assert len(found.boards) == boards


OPENINGS = """
opening
  1C  hcp >= 12
  1NT hcp >= 8
  else Pass
"""
ENDS = """
1C, 1NT
  3NT hcp >= 12
  else Pass
"""
