"""The solver DDS of Bo Haglund and Soren Hein, to compare with: an installed library of DDS 2.9.

It is called through its C interface (``dll.h``). Its structures are rows of 32-bit integers without
gaps, so numpy's types describe them. DDS counts strains spades, hearts, diamonds, clubs, notrump,
seats from north, and has a suit's cards as bits 2 (the deuce) to 14 (the ace). All positions are
checked before the call, because DDS may not end if one is invalid.

A library of DDS has global state, cannot be stopped, and some builds crash when their process ends.
So each question starts a process, which is killed to stop it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from ctypes.util import find_library
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.base.errors import SolverError
from dealwright.base.threads import own_group
from dealwright.cards import Card, Strain, Suit
from dealwright.deals.deal import deal_text
from dealwright.double_dummy.asks import Cards, CardTricks, Leads, Tables, Tricks
from dealwright.double_dummy.dds_process import LENGTH, VALUE, ResultBuffer, packed_call

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.double_dummy.asks import Ask, Position

__all__ = ["Dds"]

_PROGRAM = Path(__file__).with_name("dds_process.py")
_TICK = 0.05  # seconds between two looks at a stop flag
_MOST_TABLES, _MOST_BOARDS = 40, 200  # of one call
_NO_CHUNKS = 1  # "chunkSize", which DDS 2.9 does not use
_OK = 1
_SUITS = tuple(reversed(Suit))  # in DDS's order
_SHIFTS = np.array([13 * suit for suit in _SUITS], dtype=np.uint64)  # of a suit in a mask
_STRAINS = (*map(Strain, _SUITS), Strain.NOTRUMP)
_EVERY_CARD, _BEST_CARDS, _ONE_CARD = 3, 2, 1  # "solutions"
_MOST_TRICKS = -1  # "target"
_SEARCH = 1  # "mode": find the score even if there is one card to play
_NO_PAR = -1

_TABLE_DEALS = np.dtype([("number", np.int32), ("cards", np.uint32, (_MOST_BOARDS, 4, 4))])
_TABLES = np.dtype([("number", np.int32), ("tricks", np.int32, (_MOST_BOARDS, 5, 4))])
_PARS = np.dtype((np.void, 288 * _MOST_TABLES))
_DEAL = np.dtype(
    [
        ("trump", np.int32),
        ("first", np.int32),
        ("trick_suit", np.int32, 3),
        ("trick_rank", np.int32, 3),
        ("cards", np.uint32, (4, 4)),
    ]
)
_BOARDS = np.dtype(
    [
        ("number", np.int32),
        ("deals", _DEAL, _MOST_BOARDS),
        ("target", np.int32, _MOST_BOARDS),
        ("solutions", np.int32, _MOST_BOARDS),
        ("mode", np.int32, _MOST_BOARDS),
    ]
)
_PLAYS = np.dtype(
    [
        ("nodes", np.int32),
        ("number", np.int32),
        ("suit", np.int32, 13),
        ("rank", np.int32, 13),
        ("equals", np.int32, 13),
        ("score", np.int32, 13),
    ]
)
_SOLVED = np.dtype([("number", np.int32), ("boards", _PLAYS, _MOST_BOARDS)])


class _Call(NamedTuple):
    """A call of a function of the library, as bytes; ``about()`` names its deals, for errors."""

    data: bytes
    about: Callable[[], str]


class Dds:
    """DDS as a ``Solver``: the library in a file, or the installed one; one thread solves.

    :raises SolverError: if none is installed
    """

    def __init__(self, library: str | os.PathLike[str] | None = None) -> None:
        if library is not None and not Path(library).is_file():
            raise SolverError(f"there is no file '{os.fspath(library)}'; give the file of a libdds")
        named = find_library("dds") if library is None else str(Path(library).absolute())
        if named is None:
            raise SolverError("no libdds is installed; on Debian: apt-get install libdds0")
        self.library = named

    def solve(self, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
        """Return the answer to an ask.

        :raises SolverError: if the solver fails
        :raises Stopped: soon after the flag is set
        """
        if isinstance(ask, Tables):
            return self._tables(ask, stop)
        if isinstance(ask, Cards):
            answer = np.empty(len(ask), ask.dtype)
            plays = self._plays(_positions(ask.positions), _MOST_TRICKS, _EVERY_CARD, stop)
            for index, play in enumerate(plays):
                answer[index] = _card_tricks(play)
            return answer
        if ask.is_trivial:
            return ask.trivial_answer()
        deals, goal = _first_leads(ask), ask.goal
        if isinstance(ask, Leads):
            if goal is None:
                return _by_card(self._plays(deals, _MOST_TRICKS, _EVERY_CARD, stop))
            # DDS returns every card that reaches the goal, else none or one with a lower score
            return _by_card(self._plays(deals, goal, _BEST_CARDS, stop)) >= goal
        if goal is None:
            plays = self._plays(deals, _MOST_TRICKS, _ONE_CARD, stop)
            tricks: NDArray[np.int8] = (13 - plays["score"][:, 0]).astype(np.int8)
            return tricks
        # The defenders lead and beat the contract with the tricks that declarer cannot lose. DDS
        # answers with a card that reaches them, or else with no card, or with the score -1.
        plays = self._plays(deals, 14 - goal, _ONE_CARD, stop)
        beaten = (plays["number"] > 0) & (plays["score"][:, 0] >= 14 - goal)
        return np.logical_not(beaten)

    def _tables(self, ask: Tables, stop: StopFlag | None) -> NDArray[np.int8]:
        tables = np.full((len(ask), 4, 5), -1, dtype=np.int8)
        skipped = np.array([strain not in ask.strains for strain in _STRAINS], np.int32)
        solved = np.flatnonzero(skipped == 0)
        cards, calls = _cards(ask.masks), list[_Call]()
        for row in range(len(ask)):
            table_deals = np.zeros((), _TABLE_DEALS)
            table_deals["number"], table_deals["cards"][0] = 1, cards[row]
            call = packed_call(
                "CalcAllTables", table_deals.tobytes(), _NO_PAR, skipped.tobytes(),
                ResultBuffer(_TABLES.itemsize), ResultBuffer(_PARS.itemsize),
            )  # fmt: skip
            calls.append(_Call(call, _about(cards[row : row + 1])))
        strains = [_STRAINS[index] for index in solved]
        for row, output in enumerate(self._ask(calls, stop) if strains else ()):
            tricks = np.frombuffer(output, _TABLES, 1)[0]["tricks"][0]
            tables[row][:, strains] = tricks[solved].T
        return tables

    def _plays(
        self, deals: NDArray[Any], target: int, solutions: int, stop: StopFlag | None
    ) -> NDArray[Any]:
        """Return the plays (``_PLAYS``) of deals (``_DEAL``)."""
        starts = range(0, len(deals), _MOST_BOARDS)
        calls = list[_Call]()
        for start in starts:
            rows = deals[start : start + _MOST_BOARDS]
            boards = np.zeros((), _BOARDS)
            boards["number"] = len(rows)
            boards["deals"][: len(rows)] = rows
            boards["target"], boards["solutions"], boards["mode"] = target, solutions, _SEARCH
            call = packed_call(
                "SolveAllChunksBin", boards.tobytes(), ResultBuffer(_SOLVED.itemsize), _NO_CHUNKS
            )
            calls.append(_Call(call, _about(rows["cards"])))
        plays = np.zeros(len(deals), _PLAYS)
        for start, output in zip(starts, self._ask(calls, stop), strict=True):
            part = plays[start : start + _MOST_BOARDS]
            part[:] = np.frombuffer(output, _SOLVED, 1)[0]["boards"][: len(part)]
        return plays

    def _ask(self, calls: Sequence[_Call], stop: StopFlag | None) -> list[bytes]:
        """Return what the calls wrote.

        :raises SolverError: if the library cannot be loaded, fails, or ends its process
        :raises Stopped: if the flag is set
        """
        if stop is not None:
            stop.check()
        command = [sys.executable, "-I", "-S", str(_PROGRAM), self.library]
        with TemporaryFile() as written:
            written.writelines(LENGTH.pack(len(call.data)) + call.data for call in calls)
            written.seek(0)
            with subprocess.Popen(  # noqa: S603
                command, stdin=written, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True, creationflags=own_group(),  # no Ctrl-C for it
            ) as process:  # fmt: skip
                try:
                    while True:
                        with suppress(subprocess.TimeoutExpired):
                            answers, message = process.communicate(timeout=_TICK)
                            break
                        if stop is not None:
                            stop.check()
                finally:
                    process.kill()
        if message:
            reason = message.decode("utf-8", "replace").strip()
            raise SolverError(f"the double-dummy solver cannot be loaded: {reason}")
        outputs, position = list[bytes](), 0
        for call in calls:
            if position == len(answers):
                raise SolverError(f"the double-dummy solver ended on {call.about()}")
            (length,) = LENGTH.unpack_from(answers, position)
            (code,) = VALUE.unpack_from(answers, position + LENGTH.size)
            end = position + LENGTH.size + length
            if code != _OK:
                raise SolverError(
                    f"the double-dummy solver failed on {call.about()} (DDS error {code})"
                )
            outputs.append(answers[position + LENGTH.size + VALUE.size : end])
            position = end
        return outputs


def _about(cards: NDArray[np.uint32]) -> Callable[[], str]:
    """Return a function that names the deals of a request, given as DDS has their cards."""

    def text() -> str:
        suits = (cards[0] >> np.uint32(2)).astype(np.uint64) << _SHIFTS
        first = deal_text(np.bitwise_or.reduce(suits, axis=1).tolist())
        return first if len(cards) == 1 else f"one of {len(cards)} deals, the first {first}"

    return text


def _cards(masks: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Return the cards of deals as DDS has them, uint32[n, seats, suits]."""
    suits = masks[:, :, None] >> _SHIFTS & np.uint64(8191)
    return (suits << np.uint64(2)).astype(np.uint32)


def _first_leads(ask: Tricks | Leads) -> NDArray[Any]:
    """Return the deals of an ask (``_DEAL``) before the opening lead."""
    deals = np.zeros(len(ask), _DEAL)
    deals["trump"], deals["first"] = _STRAINS.index(ask.strain), ask.declarer.left
    deals["cards"] = _cards(ask.masks)
    return deals


def _positions(positions: Sequence[Position]) -> NDArray[Any]:
    """Return positions as deals (``_DEAL``)."""
    deals = np.zeros(len(positions), _DEAL)
    hands = np.array([position.hands for position in positions], dtype=np.uint64)
    deals["cards"] = _cards(hands.reshape(-1, 4))
    for deal, position in zip(deals, positions, strict=True):
        deal["trump"], deal["first"] = _STRAINS.index(position.strain), position.leader
        for index, card in enumerate(position.trick):
            deal["trick_suit"][index] = _SUITS.index(card.suit)
            deal["trick_rank"][index] = card.rank + 2
    return deals


def _by_card(plays: NDArray[Any]) -> NDArray[np.int8]:
    """Return the scores of solved boards by card, int8[n, 52]; -1 for cards without one."""
    scores = np.full((len(plays), 52), -1, dtype=np.int8)
    boards, index = np.nonzero(np.arange(13, dtype=np.int64) < plays["number"][:, None])
    first = 13 * np.array(_SUITS)[plays["suit"][boards, index]]
    score = plays["score"][boards, index]
    scores[boards, first + plays["rank"][boards, index] - 2] = score
    below = plays["equals"][boards, index] >> 2
    for rank in range(12):
        here = (below >> rank & 1).astype(np.bool_)
        scores[boards[here], first[here] + rank] = score[here]
    return scores


def _card_tricks(plays: Any) -> tuple[CardTricks, ...]:
    """Return the cards of one solved board."""
    groups = list[CardTricks]()
    for index in range(int(plays["number"])):
        suit = _SUITS[plays["suit"][index]]
        below = int(plays["equals"][index]) >> 2
        ranks = [int(plays["rank"][index]) - 2, *(r for r in range(12, -1, -1) if below >> r & 1)]
        cards = tuple(Card(13 * suit + rank) for rank in ranks)
        groups.append(CardTricks(cards, int(plays["score"][index])))
    return tuple(sorted(groups, key=lambda group: (-group.tricks, -group.cards[0].index)))
