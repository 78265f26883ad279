"""The solver DDS of Bo Haglund and Soren Hein, in worker processes.

The library is the one of the package endplay, which is not imported, or an installed libdds. It is
called through its C interface, that of DDS 2.9 (``dll.h``). Its structures are rows of 32-bit
integers without gaps, so numpy's types describe them. DDS counts strains spades, hearts, diamonds,
clubs, notrump, seats from north, and has a suit's cards as bits 2 (the deuce) to 14 (the ace).
All positions are checked before the call, because DDS may not end if one is invalid.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from ctypes.util import find_library
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.cards import Card, Strain, Suit
from dealwright.deals.deal import deal_text
from dealwright.double_dummy.asks import Cards, Leads, Tables, Tricks
from dealwright.double_dummy.deprecated import WithMethods
from dealwright.double_dummy.solver import CardTricks
from dealwright.double_dummy.workers import Request, Room, Workers, request
from dealwright.environment import variable
from dealwright.errors import SolverError
from dealwright.threads import thread_count
from dealwright.workspace import default_workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.double_dummy.asks import Ask
    from dealwright.double_dummy.solver import Position
    from dealwright.kernels.stopping import StopFlag

__all__ = ["Dds", "dds", "library_path"]

_MOST_TABLES, _MOST_BOARDS = 40, 200  # of one call
_PIECE = 8  # maximal boards in a request
_SHARES = 4  # minimal requests for each worker
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


class Dds(WithMethods):
    """DDS as a ``Solver``; ``dds()`` returns the one of this process.

    ``threads`` worker processes, which start when there is work for them, solve at the same time.
    Any number of threads may call ``solve``.
    """

    def __init__(self, library: str | os.PathLike[str], threads: int) -> None:
        self.workers = Workers(library, threads)

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
        strains = [strain for strain in range(5) if _STRAINS[strain] in ask.strains]
        cards = _cards(ask.masks)
        # one strain of one deal per request, so that even one deal keeps all workers busy
        rows_strains = [(row, strain) for row in range(len(ask)) for strain in strains]
        requests = list[Request]()
        for row, strain in rows_strains:
            table_deals = np.zeros((), _TABLE_DEALS)
            table_deals["number"], table_deals["cards"][0] = 1, cards[row]
            skipped = np.ones(5, dtype=np.int32)
            skipped[strain] = 0
            requests.append(
                request(
                    _about(cards[row : row + 1]), "CalcAllTables", table_deals.tobytes(), _NO_PAR,
                    skipped.tobytes(), Room(_TABLES.itemsize), Room(_PARS.itemsize),
                )
            )  # fmt: skip
        for (row, strain), output in zip(rows_strains, self._ask(requests, stop), strict=True):
            solved = np.frombuffer(output, _TABLES, 1)[0]
            tables[row, :, _STRAINS[strain]] = solved["tricks"][0, strain]
        return tables

    def _plays(
        self, deals: NDArray[Any], target: int, solutions: int, stop: StopFlag | None
    ) -> NDArray[Any]:
        """Return the plays (``_PLAYS``) of deals (``_DEAL``)."""
        size = max(1, min(_PIECE, len(deals) // (_SHARES * self.workers.most)))
        starts = range(0, len(deals), size)
        requests = list[Request]()
        for start in starts:
            rows = deals[start : start + size]
            boards = np.zeros((), _BOARDS)
            boards["number"] = len(rows)
            boards["deals"][: len(rows)] = rows
            boards["target"], boards["solutions"], boards["mode"] = target, solutions, _SEARCH
            requests.append(
                request(
                    _about(rows["cards"]), "SolveAllChunksBin", boards.tobytes(),
                    Room(_SOLVED.itemsize), _NO_CHUNKS,
                )
            )  # fmt: skip
        plays = np.zeros(len(deals), _PLAYS)
        for start, output in zip(starts, self._ask(requests, stop), strict=True):
            part = plays[start : start + size]
            part[:] = np.frombuffer(output, _SOLVED, 1)[0]["boards"][: len(part)]
        return plays

    def _ask(self, requests: Sequence[Request], stop: StopFlag | None) -> list[bytes]:
        answers = self.workers.solve(requests, stop)
        for solver_request, (code, _) in zip(requests, answers, strict=True):
            if code != _OK:
                message_request = request(solver_request.about, "ErrorMessage", code, Room(80))
                message = self.workers.solve([message_request])[0][1].partition(b"\0")[0]
                raise SolverError(
                    f"the double-dummy solver failed on {solver_request.about()}: "
                    f"{message.decode('ascii', 'replace').strip()} (DDS error {code})"
                )
        return [output for _, output in answers]


_LOCK = Lock()
_LOADED: list[Dds] = []


def dds(threads: int | None = None) -> Dds:
    """Return the solver DDS of this process; the first call sets its number of workers.

    The default is the workspace's number of threads, else ``DEALWRIGHT_THREADS``, else every core.

    :raises SolverError: if it is not installed
    """
    number = thread_count(default_workspace().threads if threads is None else threads)
    with _LOCK:
        if not _LOADED:
            _LOADED.append(Dds(library_path(), number))
    return _LOADED[0]


def library_path() -> str:
    """Return the library: ``DEALWRIGHT_DDS``, else that of endplay, else an installed libdds.

    endplay is not imported, which would take half a second.

    :raises SolverError: if there is none
    """
    if named := variable("DEALWRIGHT_DDS"):
        if not Path(named).is_file():
            raise SolverError(f"DEALWRIGHT_DDS is '{named}', which is not a file")
        return str(Path(named).absolute())
    spec = find_spec("endplay")
    folders = [] if spec is None else spec.submodule_search_locations or []
    for folder in folders:
        for path in sorted(Path(folder).glob("_dds/*dds*")):
            if path.suffix in (".so", ".dylib", ".dll"):
                return str(path)
    if installed := find_library("dds"):
        return installed
    raise SolverError(
        "no double-dummy solver is installed; install one with pip install 'dealwright[dd]'"
    )


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
