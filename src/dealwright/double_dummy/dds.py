"""The solver DDS of Bo Haglund and Soren Hein, in worker processes.

The library is the one of the package endplay, which is not imported, or an installed libdds. It is
called through its C interface, that of DDS 2.9 (``dll.h``). Its structures are rows of 32-bit
integers without gaps, so numpy's types describe them. DDS counts strains spades, hearts, diamonds,
clubs, notrump, seats from north, and has a suit's cards as bits 2 (the deuce) to 14 (the ace).
Everything is checked before it is asked, because DDS may not end on what is no position.
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

from dealwright.cards import Card, Seat, Strain, Suit
from dealwright.deals import Deals
from dealwright.deals.deal import deal_text
from dealwright.double_dummy.solver import ALL_STRAINS, CardTricks, Position
from dealwright.double_dummy.workers import Request, Room, Workers, request
from dealwright.environment import variable
from dealwright.errors import SolverError
from dealwright.threads import thread_count
from dealwright.workspace import default_workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.kernels.stopping import StopFlag

__all__ = ["Dds", "dds", "library_path"]

_MOST_TABLES, _MOST_BOARDS = 40, 200  # of one call
_PIECE = 8  # boards that a worker solves at a time, at most
_SHARES = 4  # pieces for each worker, at least
_NO_CHUNKS = 1  # "chunkSize", which DDS 2.9 does not use
_OK = 1
_SUITS = tuple(reversed(Suit))  # in DDS's order
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


class Dds:
    """DDS as a ``Solver``; ``dds()`` returns the one of this process.

    ``threads`` worker processes, which start when there is work for them, solve at the same time.
    Any number of threads may call the methods. Every method takes a stop flag, and raises
    ``Stopped`` soon after it is set.
    """

    def __init__(self, library: str | os.PathLike[str], threads: int) -> None:
        self.workers = Workers(library, threads)

    def tables(
        self,
        masks: NDArray[np.uint64],
        strains: Sequence[Strain] = ALL_STRAINS,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return each declarer's tricks, int8[n, 4, 5]; -1 in strains that are not asked for.

        :raises CardError: if a row is not a deal
        :raises SolverError: if the solver fails
        """
        masks = Deals(masks).masks
        found = np.full((len(masks), 4, 5), -1, dtype=np.int8)
        asked = [at for at in range(5) if _STRAINS[at] in strains]
        cards = _cards(masks)
        # a strain of a deal at a time, so that even one deal keeps all workers at work
        places = [(row, at) for row in range(len(masks)) for at in asked]
        requests = list[Request]()
        for row, at in places:
            given = np.zeros((), _TABLE_DEALS)
            given["number"], given["cards"][0] = 1, cards[row]
            skipped = np.ones(5, dtype=np.int32)
            skipped[at] = 0
            requests.append(
                request(
                    _about(masks[row : row + 1]), "CalcAllTables", given.tobytes(), _NO_PAR,
                    skipped.tobytes(), Room(_TABLES.itemsize), Room(_PARS.itemsize),
                )
            )  # fmt: skip
        for (row, at), written in zip(places, self._ask(requests, stop), strict=True):
            solved = np.frombuffer(written, _TABLES, 1)[0]
            found[row, :, _STRAINS[at]] = solved["tricks"][0, at]
        return found

    def cards(
        self, positions: Sequence[Position], *, stop: StopFlag | None = None
    ) -> list[tuple[CardTricks, ...]]:
        """Return the tricks of every card that can be played in each position, most tricks first.

        :raises SolverError: if the solver fails
        """
        deals = np.zeros(len(positions), _DEAL)
        hands = np.array([each.hands for each in positions], dtype=np.uint64).reshape(-1, 4)
        deals["cards"] = _cards(hands)
        for deal, position in zip(deals, positions, strict=True):
            deal["trump"], deal["first"] = _STRAINS.index(position.strain), position.leader
            for at, card in enumerate(position.trick):
                deal["trick_suit"][at] = _SUITS.index(card.suit)
                deal["trick_rank"][at] = card.rank + 2
        plays = self._solve(deals, hands, _MOST_TRICKS, _EVERY_CARD, stop)
        return [_card_tricks(each) for each in plays]

    def tricks(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the tricks of one declarer in one strain, int8[n].

        :raises CardError: if a row is not a deal
        :raises SolverError: if the solver fails
        """
        deals = _first_leads(masks, declarer, strain)
        plays = self._solve(deals, masks, _MOST_TRICKS, _ONE_CARD, stop)
        return (13 - plays["score"][:, 0]).astype(np.int8)

    def makes(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Return where declarer takes at least so many tricks, bool[n].

        :raises CardError: if a row is not a deal
        :raises SolverError: if the solver fails
        """
        if not 1 <= tricks <= 13:
            return np.full(len(Deals(masks).masks), tricks < 1, dtype=np.bool_)
        # The defenders lead and beat the contract with the tricks that declarer cannot lose. DDS
        # answers with a card that reaches them, or else with no card, or with the score -1.
        deals = _first_leads(masks, declarer, strain)
        plays = self._solve(deals, masks, 14 - tricks, _ONE_CARD, stop)
        beaten = (plays["number"] > 0) & (plays["score"][:, 0] >= 14 - tricks)
        return np.logical_not(beaten)

    def leads(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.int8]:
        """Return the defenders' tricks after each opening lead, int8[n, 52]; -1 for other cards.

        :raises CardError: if a row is not a deal
        :raises SolverError: if the solver fails
        """
        deals = _first_leads(masks, declarer, strain)
        return _by_card(self._solve(deals, masks, _MOST_TRICKS, _EVERY_CARD, stop))

    def beating(
        self,
        masks: NDArray[np.uint64],
        declarer: Seat,
        strain: Strain,
        tricks: int,
        *,
        stop: StopFlag | None = None,
    ) -> NDArray[np.bool_]:
        """Return which opening leads give the defenders at least so many tricks, bool[n, 52].

        :raises CardError: if a row is not a deal
        :raises SolverError: if the solver fails
        """
        deals = _first_leads(masks, declarer, strain)
        if tricks < 1:
            own = masks[:, declarer.left, None] >> np.arange(52, dtype=np.uint64) & np.uint64(1)
            return own.astype(np.bool_)
        if tricks > 13:
            return np.zeros((len(masks), 52), dtype=np.bool_)
        # every card that reaches the tricks, or else none, or any card with a lower score
        return _by_card(self._solve(deals, masks, tricks, _BEST_CARDS, stop)) >= tricks

    def _solve(
        self,
        deals: NDArray[Any],
        hands: NDArray[np.uint64],
        target: int,
        solutions: int,
        stop: StopFlag | None,
    ) -> NDArray[Any]:
        """Return the plays (``_PLAYS``) of deals (``_DEAL``); ``hands`` are their masks."""
        size = max(1, min(_PIECE, len(deals) // (_SHARES * self.workers.most)))
        starts = range(0, len(deals), size)
        requests = list[Request]()
        for start in starts:
            rows = deals[start : start + size]
            given = np.zeros((), _BOARDS)
            given["number"] = len(rows)
            given["deals"][: len(rows)] = rows
            given["target"], given["solutions"], given["mode"] = target, solutions, _SEARCH
            requests.append(
                request(
                    _about(hands[start : start + size]), "SolveAllChunksBin", given.tobytes(),
                    Room(_SOLVED.itemsize), _NO_CHUNKS,
                )
            )  # fmt: skip
        found = np.zeros(len(deals), _PLAYS)
        for start, written in zip(starts, self._ask(requests, stop), strict=True):
            part = found[start : start + size]
            part[:] = np.frombuffer(written, _SOLVED, 1)[0]["boards"][: len(part)]
        return found

    def _ask(self, requests: Sequence[Request], stop: StopFlag | None) -> list[bytes]:
        answers = self.workers.solve(requests, stop)
        for asked, (code, _) in zip(requests, answers, strict=True):
            if code != _OK:
                text = request(asked.about, "ErrorMessage", code, Room(80))
                what = self.workers.solve([text])[0][1].partition(b"\0")[0]
                raise SolverError(
                    f"the double-dummy solver failed on {asked.about()}: "
                    f"{what.decode('ascii', 'replace').strip()} (DDS error {code})"
                )
        return [written for _, written in answers]


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


def _about(hands: NDArray[np.uint64]) -> Callable[[], str]:
    """Return what names the deals of a request."""

    def text() -> str:
        first = deal_text(hands[0].tolist())
        return first if len(hands) == 1 else f"one of {len(hands)} deals, the first {first}"

    return text


def _cards(masks: NDArray[np.uint64]) -> NDArray[np.uint32]:
    """Return the cards of deals as DDS has them, uint32[n, seats, suits]."""
    shifts = np.array([13 * suit for suit in _SUITS], dtype=np.uint64)
    suits = masks[:, :, None] >> shifts & np.uint64(8191)
    return (suits << np.uint64(2)).astype(np.uint32)


def _first_leads(masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[Any]:
    """Return deals (``_DEAL``) before the opening lead.

    :raises CardError: if a row is not a deal
    """
    masks = Deals(masks).masks
    deals = np.zeros(len(masks), _DEAL)
    deals["trump"], deals["first"] = _STRAINS.index(strain), declarer.left
    deals["cards"] = _cards(masks)
    return deals


def _by_card(plays: NDArray[Any]) -> NDArray[np.int8]:
    """Return the scores of solved boards by card, int8[n, 52]; -1 for cards without one."""
    found = np.full((len(plays), 52), -1, dtype=np.int8)
    boards, at = np.nonzero(np.arange(13, dtype=np.int64) < plays["number"][:, None])
    first = 13 * np.array(_SUITS)[plays["suit"][boards, at]]
    score = plays["score"][boards, at]
    found[boards, first + plays["rank"][boards, at] - 2] = score
    below = plays["equals"][boards, at] >> 2
    for rank in range(12):
        here = (below >> rank & 1).astype(np.bool_)
        found[boards[here], first[here] + rank] = score[here]
    return found


def _card_tricks(plays: Any) -> tuple[CardTricks, ...]:
    """Return the cards of one solved board."""
    found = list[CardTricks]()
    for at in range(int(plays["number"])):
        suit = _SUITS[plays["suit"][at]]
        below = int(plays["equals"][at]) >> 2
        ranks = [int(plays["rank"][at]) - 2, *(r for r in range(12, -1, -1) if below >> r & 1)]
        cards = tuple(Card(13 * suit + rank) for rank in ranks)
        found.append(CardTricks(cards, int(plays["score"][at])))
    return tuple(sorted(found, key=lambda each: (-each.tricks, -each.cards[0].index)))
