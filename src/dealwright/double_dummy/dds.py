"""The solver DDS of Bo Haglund and Soren Hein, as the library inside the package endplay.

The library is called through its C interface; endplay itself is not imported, which would take half
a second. The interface is that of DDS 2.9 (``dll.h``). Its structures are rows of 32-bit integers
without gaps, so numpy's types describe them. DDS counts strains spades, hearts, diamonds, clubs,
notrump, seats from north, and has a suit's cards as bits 2 (the deuce) to 14 (the ace). Where it
refuses what it is given it writes a file ``dump.txt`` into the working folder, so everything is
checked before.
"""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import CDLL, c_void_p, create_string_buffer
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.cards import Card, Seat, Strain, Suit
from dealwright.deals import Deals
from dealwright.double_dummy.solver import ALL_STRAINS, CardTricks, Position
from dealwright.errors import SolverError
from dealwright.threads import thread_count
from dealwright.workspace import default_workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_BOARDS", "MOST_TABLES", "Dds", "dds", "library_path"]

MOST_TABLES, MOST_BOARDS = 40, 200  # of one call
_OK = 1
_SUITS = tuple(reversed(Suit))  # in DDS's order
_STRAINS = (*map(Strain, _SUITS), Strain.NOTRUMP)
_EVERY_CARD, _BEST_CARDS, _ONE_CARD = 3, 2, 1  # "solutions"
_MOST_TRICKS = -1  # "target"
_SEARCH = 1  # "mode": find the score even if there is one card to play
_NO_PAR = -1

_TABLE_DEALS = np.dtype([("number", np.int32), ("cards", np.uint32, (MOST_BOARDS, 4, 4))])
_TABLES = np.dtype([("number", np.int32), ("tricks", np.int32, (MOST_BOARDS, 5, 4))])
_PARS = np.dtype((np.uint8, (MOST_TABLES, 288)))
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
        ("deals", _DEAL, MOST_BOARDS),
        ("target", np.int32, MOST_BOARDS),
        ("solutions", np.int32, MOST_BOARDS),
        ("mode", np.int32, MOST_BOARDS),
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
_SOLVED = np.dtype([("number", np.int32), ("boards", _PLAYS, MOST_BOARDS)])

_LOCK = Lock()  # DDS solves one call at a time, on all its threads
_LOADED: list[Dds] = []


class Dds:
    """DDS as a ``Solver``; ``dds()`` returns the one of this process."""

    def __init__(self, path: Path, threads: int) -> None:
        try:
            self._library = CDLL(str(path))
        except OSError as error:
            raise SolverError(f"the double-dummy solver cannot be loaded: {error}") from None
        self._library.SetMaxThreads(threads)

    def tables(
        self, masks: NDArray[np.uint64], strains: Sequence[Strain] = ALL_STRAINS
    ) -> NDArray[np.int8]:
        """Return each declarer's tricks, int8[n, 4, 5]; -1 in strains that are not asked for.

        :raises CardError: if a row is not a deal
        :raises SolverError: if the solver fails
        """
        masks = Deals(masks).masks
        found = np.full((len(masks), 4, 5), -1, dtype=np.int8)
        skipped = np.array([strain not in strains for strain in _STRAINS], dtype=np.int32)
        if skipped.all():
            return found
        asked = [at for at in range(5) if not skipped[at]]
        ours = [_STRAINS[at] for at in asked]
        for start in range(0, len(masks), MOST_TABLES):
            rows = masks[start : start + MOST_TABLES]
            given, solved = np.zeros((), _TABLE_DEALS), np.zeros((), _TABLES)
            given["number"] = len(rows)
            given["cards"][: len(rows)] = _cards(rows)
            pars = np.zeros((), _PARS)
            with _LOCK:
                self._check(
                    self._library.CalcAllTables(
                        _at(given), _NO_PAR, _at(skipped), _at(solved), _at(pars)
                    )
                )
            tricks = solved["tricks"][: len(rows), asked].transpose(0, 2, 1)
            found[start : start + len(rows), :, ours] = tricks
        return found

    def cards(self, positions: Sequence[Position]) -> list[tuple[CardTricks, ...]]:
        """Return the tricks of every card that can be played in each position, most tricks first.

        :raises SolverError: if the solver fails
        """
        deals = np.zeros(len(positions), _DEAL)
        hands = np.array([each.hands for each in positions], dtype=np.uint64)
        deals["cards"] = _cards(hands.reshape(-1, 4))
        for deal, position in zip(deals, positions, strict=True):
            deal["trump"], deal["first"] = _STRAINS.index(position.strain), position.leader
            for at, card in enumerate(position.trick):
                deal["trick_suit"][at] = _SUITS.index(card.suit)
                deal["trick_rank"][at] = card.rank + 2
        return [_card_tricks(plays) for plays in self._solve(deals, _MOST_TRICKS, _EVERY_CARD)]

    def tricks(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return the tricks of one declarer in one strain, int8[n].

        :raises CardError: if a row is not a deal
        :raises SolverError: if the solver fails
        """
        plays = self._solve(_first_leads(masks, declarer, strain), _MOST_TRICKS, _ONE_CARD)
        return (13 - plays["score"][:, 0]).astype(np.int8)

    def makes(
        self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain, tricks: int
    ) -> NDArray[np.bool_]:
        """Return where declarer takes at least so many tricks, bool[n].

        :raises CardError: if a row is not a deal
        :raises SolverError: if the solver fails
        """
        if not 1 <= tricks <= 13:
            return np.full(len(Deals(masks).masks), tricks < 1)
        # The defenders lead and beat the contract with the tricks that declarer cannot lose. DDS
        # answers with a card that reaches them, or else with no card, or with the score -1.
        deals = _first_leads(masks, declarer, strain)
        plays = self._solve(deals, 14 - tricks, _ONE_CARD)
        beaten = (plays["number"] > 0) & (plays["score"][:, 0] >= 14 - tricks)
        return np.logical_not(beaten)

    def leads(self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain) -> NDArray[np.int8]:
        """Return the defenders' tricks after each opening lead, int8[n, 52]; -1 for other cards.

        :raises CardError: if a row is not a deal
        :raises SolverError: if the solver fails
        """
        deals = _first_leads(masks, declarer, strain)
        return _by_card(self._solve(deals, _MOST_TRICKS, _EVERY_CARD))

    def beating(
        self, masks: NDArray[np.uint64], declarer: Seat, strain: Strain, tricks: int
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
        return _by_card(self._solve(deals, tricks, _BEST_CARDS)) >= tricks

    def _solve(self, deals: NDArray[Any], target: int, solutions: int) -> NDArray[Any]:
        """Return the plays (``_PLAYS``) of deals (``_DEAL``)."""
        found = np.zeros(len(deals), _PLAYS)
        for start in range(0, len(deals), MOST_BOARDS):
            rows = deals[start : start + MOST_BOARDS]
            given, solved = np.zeros((), _BOARDS), np.zeros((), _SOLVED)
            given["number"] = len(rows)
            given["deals"][: len(rows)] = rows
            given["target"], given["solutions"], given["mode"] = target, solutions, _SEARCH
            with _LOCK:
                self._check(self._library.SolveAllBoardsBin(_at(given), _at(solved)))
            found[start : start + len(rows)] = solved["boards"][: len(rows)]
        return found

    def _check(self, code: int) -> None:
        if code != _OK:
            text = create_string_buffer(80)
            self._library.ErrorMessage(code, text)
            what = text.value.decode("ascii", "replace").strip()
            raise SolverError(f"the double-dummy solver failed: {what} (DDS error {code})")


def dds(threads: int | None = None) -> Dds:
    """Return the solver DDS, which is loaded once; the first call sets its threads.

    The default is the workspace's number of threads, else ``DEALWRIGHT_THREADS``, else every core.

    :raises SolverError: if it is not installed
    """
    number = thread_count(default_workspace().threads if threads is None else threads)
    with _LOCK:
        if not _LOADED:
            _LOADED.append(Dds(library_path(), number))
    return _LOADED[0]


def library_path() -> Path:
    """Return the path of the library inside the package endplay, which is not imported.

    :raises SolverError: if it is not installed
    """
    spec = find_spec("endplay")
    folders = [] if spec is None else spec.submodule_search_locations or []
    for folder in folders:
        for path in sorted(Path(folder).glob("_dds/*dds*")):
            if path.suffix in (".so", ".dylib", ".dll"):
                return path
    raise SolverError(
        "no double-dummy solver is installed; install one with pip install 'dealwright[dd]'"
    )


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
    boards, at = np.nonzero(np.arange(13) < plays["number"][:, None])
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


def _at(array: NDArray[Any]) -> c_void_p:
    return c_void_p(array.ctypes.data)
