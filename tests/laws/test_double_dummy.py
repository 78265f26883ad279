"""Laws of double dummy: endings solved by plain search, turned tables, goals, par against DDS."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from dealwright import Card, Seat, Strain, Stream, deal, draws, par
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.double_dummy.asks import (
    ALL_STRAINS,
    Cards,
    CardTricks,
    Leads,
    Position,
    Tables,
    Tricks,
)
from dealwright.double_dummy.core_solver import core_solver
from dealwright.double_dummy.dds import _Call
from dealwright.double_dummy.dds_process import ResultBuffer, packed_call
from tests.oracles.dds import dds
from tests.oracles.double_dummy import Hands, card_tricks, legal_cards
from tests.oracles.plain_solver import COMPILER, PlainSolver, Question
from tests.positions import random_positions
from tests.trials import SOAK, soak, trials

pytestmark = pytest.mark.long


def ending(number: int, k: int) -> Hands:
    """Return a random ending: four hands of k cards."""
    order = draws(1, 4 * k, "endings", form="cards", first=number)[0].tolist()
    north, east, south, west = (
        sum(1 << card for card in order[at : at + k]) for at in range(0, 4 * k, k)
    )
    return north, east, south, west


def by_card(found: tuple[CardTricks, ...]) -> dict[int, int]:
    return {card.index: each.tricks for each in found for card in each.cards}


def positions_of(number: int, k: int) -> list[Position]:
    """Return an ending with every leader in every strain; one of these goes on to mid-trick."""
    hands = ending(number, k)
    words = Stream("endings").words(4 * number, 4).tolist()
    positions = list[Position]()
    for strain in ALL_STRAINS:
        for leader in Seat:
            position = Position(hands, strain, leader)
            positions.append(position)
            if words[0] % 20 != 4 * strain + leader:
                continue
            for word in words[1:]:
                legal = sorted(legal_cards(position.hands[position.player], indices(position)))
                card = Card(legal[word % len(legal)])
                left = [hand & ~card.mask for hand in position.hands]
                position = replace(
                    position, hands=(left[0], left[1], left[2], left[3]),
                    trick=(*position.trick, card),
                )  # fmt: skip
                positions.append(position)
    return positions


def indices(position: Position) -> tuple[int, ...]:
    return tuple(card.index for card in position.trick)


@pytest.mark.parametrize("tenth", range(10))
def test_endings(tenth: int) -> None:
    """Of five endings four have four cards a hand and one has five; see ``test_larger_endings``."""
    for number in range(tenth, trials(1000), 10):
        positions = positions_of(number, 5 if number % 5 == 4 else 4)
        for position, found in zip(positions, core_solver().solve(Cards(positions)), strict=True):
            hands, strain, leader = position.hands, position.strain, position.leader
            plain = card_tricks(hands, strain, leader, indices(position))
            assert by_card(found) == plain, position


@pytest.fixture(scope="module")
def plain_solver(tmp_path_factory: pytest.TempPathFactory) -> PlainSolver:
    if COMPILER is None:
        pytest.skip("the plain solver of whole deals needs a C++ compiler (g++ or clang++)")
    return PlainSolver(tmp_path_factory.mktemp("plain"))


def check_answers(solver: PlainSolver, most: Sequence[Question]) -> None:
    """Check that north and south take these numbers of tricks, and not one more."""
    more = [each._replace(wanted=each.wanted + 1) for each in most]
    answers = solver.answers([each for pair in zip(most, more, strict=True) for each in pair])
    for at, question in enumerate(most):
        assert answers[2 * at : 2 * at + 2] == [True, False], question


@pytest.mark.slow
@pytest.mark.parametrize("k", [5, 6])
def test_larger_endings(plain_solver: PlainSolver, k: int) -> None:
    """500 endings of five cards and 500 of six: every card of every leader in every strain."""
    for first in range(0, soak(500), 25):
        positions = [each for at in range(25) for each in positions_of(500 * k + first + at, k)]
        questions = list[Question]()
        for position, found in zip(positions, core_solver().solve(Cards(positions)), strict=True):
            ours, left = position.player % 2 == 0, position.hands[position.player].bit_count()
            for card, tricks in by_card(found).items():
                wanted = tricks if ours else left - tricks
                questions.append(Question(position, wanted, Card(card)))
        check_answers(plain_solver, questions)


# Deals of the twenty that take more than four seconds each, four fifths of a minute of CPU for all.
LONG = (1, 8, 16, 19)


@pytest.mark.slow
def test_whole_deals(plain_solver: PlainSolver) -> None:
    """The first twenty deals of a seed, four in each strain, five with each declarer."""
    masks = deal(20, seed="plain").masks
    questions = list[Question]()
    for at in range(20):
        if SOAK < 1 and at in LONG:
            continue
        strain, declarer = ALL_STRAINS[at % 5], Seat(at % 4)
        tricks = int(core_solver().solve(Tricks(masks[at : at + 1], declarer, strain))[0])
        north, east, south, west = masks[at].tolist()
        position = Position((north, east, south, west), strain, declarer.left)
        questions.append(Question(position, tricks if declarer % 2 == 0 else 13 - tricks))
    check_answers(plain_solver, questions)


def test_turned_deals_have_turned_tables() -> None:
    masks = deal(trials(40), seed="turned").masks
    table = core_solver().solve(Tables(masks))
    for turn in (1, 2, 3):
        assert np.array_equal(
            core_solver().solve(Tables(np.roll(masks, turn, axis=1))), np.roll(table, turn, 1)
        )


def test_suits_may_change_places() -> None:
    """With suits exchanged, the columns of the table are, and notrump stays."""
    masks = deal(trials(40), seed="suits").masks
    order = [2, 0, 3, 1]
    moved = np.zeros_like(masks)
    for suit, other in enumerate(order):
        moved |= (masks >> np.uint64(13 * suit) & np.uint64(8191)) << np.uint64(13 * other)
    table, again = core_solver().solve(Tables(masks)), core_solver().solve(Tables(moved))
    assert np.array_equal(again[:, :, [*order, 4]], table)


def test_goals_agree_with_tables() -> None:
    """Over 300 boards, every goal of 1 to 13 tricks; the seats and strains take turns."""
    masks = deal(trials(300), seed="goals").masks
    for at, strain in enumerate(ALL_STRAINS):
        rows = masks[at::5]
        table = core_solver().solve(Tables(rows, [strain]))
        assert (np.delete(table, strain, axis=2) == -1).all()
        for declarer in Seat:
            made = table[:, declarer, strain]
            for tricks in (0, 1, 6, 7, 8, 9, 10, 11, 12, 13, 14):
                found = core_solver().solve(Tricks(rows, declarer, strain, tricks))
                assert found.tolist() == (made >= tricks).tolist(), (declarer, strain, tricks)


def test_one_contract_agrees_with_tables_and_positions() -> None:
    """Tricks of one contract, each lead's tricks, and which leads reach a goal."""
    masks = deal(10, seed="one contract").masks
    for at, strain in enumerate(ALL_STRAINS):
        rows = masks[at::5]
        table = core_solver().solve(Tables(rows, [strain]))
        for declarer in Seat:
            made = core_solver().solve(Tricks(rows, declarer, strain))
            assert made.tolist() == table[:, declarer, strain].tolist()
            leads = core_solver().solve(Leads(rows, declarer, strain))
            assert leads.max(axis=1).tolist() == (13 - made).tolist()
            for tricks in (0, 1, 4, 5, 6, 13, 14):
                beating = core_solver().solve(Leads(rows, declarer, strain, tricks))
                assert np.array_equal(beating, (leads >= tricks) & (leads >= 0))
            north, east, south, west = rows[0].tolist()
            position = Position((north, east, south, west), strain, declarer.left)
            plain = by_card(core_solver().solve(Cards([position]))[0])
            assert plain == {card: t for card, t in enumerate(leads[0].tolist()) if t >= 0}


def test_a_better_card_takes_no_fewer_tricks() -> None:
    """A card of north or south changes places with a higher one of the others, in its suit."""
    words = Stream("better cards").words(0, 4 * trials(2000)).reshape(-1, 4).tolist()
    exchanged = 0
    for number, (position, word) in enumerate(
        zip(random_positions("better cards", 0, len(words), 9), words, strict=True)
    ):
        hands = list(position.hands)
        ours, theirs = 2 * (word[0] % 2), 1 + 2 * (word[1] % 2)
        low = [card for card in range(52) if hands[ours] >> card & 1][word[2] % 2]
        higher = [
            card for card in range(low, 52)
            if card // 13 == low // 13 and hands[theirs] >> card & 1
        ]  # fmt: skip
        if not higher:
            continue
        exchanged += 1
        move = 1 << low | 1 << higher[word[3] % len(higher)]
        hands[ours] ^= move
        hands[theirs] ^= move
        better = replace(position, hands=(hands[0], hands[1], hands[2], hands[3]))
        k = hands[0].bit_count()
        before, after = (
            each[0].tricks if each_position.leader % 2 == 0 else k - each[0].tricks
            for each_position, each in zip(
                (position, better), core_solver().solve(Cards([position, better])), strict=True
            )
        )
        assert before <= after, (number, position, better)
    assert 3 * exchanged > len(words)


_DDS_STRAINS = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_DDS_SEATS = ("N", "E", "S", "W", "NS", "EW")
Case = tuple[list[list[int]], Vulnerability, Seat]
_DDS_SIDES = {"None": 0, "All": 1, "NS": 2, "EW": 3}


def dds_pars(cases: Sequence[Case]) -> list[tuple[int, list[str]]]:
    """Return the score and the contracts of DDS's own DealerParBin, in our words, of each case."""
    strains = (*_DDS_STRAINS[1:], _DDS_STRAINS[0])
    calls = list[_Call]()
    for table, sides, dealer in cases:
        given = np.array([[row[strain] for row in table] for strain in strains], dtype=np.int32)
        call = packed_call(
            "DealerParBin", given.tobytes(), ResultBuffer(4 * (2 + 5 * 10)), dealer,
            _DDS_SIDES[sides.value],
        )  # fmt: skip
        calls.append(_Call(call, lambda: "a table"))
    pars = list[tuple[int, list[str]]]()
    for written in dds()._ask(calls, None):
        score, number, *rest = np.frombuffer(written, np.int32).tolist()
        texts = list[str]()
        for at in range(number if score else 0):
            under, overtricks, level, strain, seats = rest[5 * at : 5 * at + 5]
            over = overtricks - under
            letters = f"{_DDS_SEATS[seats]} {level}{_DDS_STRAINS[strain].letter}"
            texts.append(f"{letters}{'X' if over < 0 else ''}{f'{over:+}' if over else '='}")
        pars.append((score, sorted(texts)))
    return pars


def test_par_is_that_of_dds() -> None:
    """Tables that need not come from a deal: partners up to two tricks apart, sides 11 to 15.

    All scores agree. Of 20,000 lists of contracts 6 differ: DDS names a higher level, or leaves out
    a contract that ends the auction equally well (4), or writes one that is one down as made (2).
    """
    words = Stream("par").words(0, 11 * trials(20_000)).reshape(-1, 11)
    cases = list[Case]()
    for row in words.tolist():
        table = [[0] * 5 for _ in Seat]
        for strain in Strain:
            north = min(row[strain] % 8 + row[strain] // 8 % 8, 13)
            for seat in Seat:
                made = north if seat % 2 == 0 else 13 - north
                moved = (-1, 0, 0, 0, 0, 0, 0, 1)[row[5 + seat] >> 3 * strain & 7]
                table[seat][strain] = min(13, max(0, made + moved))
        cases.append((table, list(Vulnerability)[row[10] % 4], Seat(row[9] % 4)))
    contracts = differences = 0
    for (table, sides, dealer), (score, texts) in zip(cases, dds_pars(cases), strict=True):
        found = par(table, sides, dealer)
        assert found.score == score, (table, sides, dealer)
        differences += sorted(map(str, found.contracts)) != texts
        contracts += len(texts)
        for each in found.contracts:
            risk = sides.value in ("All", "NS" if each.declarers[0] % 2 == 0 else "EW")
            points = each.contract.score(each.tricks, vulnerable=risk)
            assert (points if each.declarers[0] % 2 == 0 else -points) == score
    assert contracts > len(words)
    assert differences <= len(words) // 2000
