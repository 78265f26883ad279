"""Boards that are wanted by what happened on them: contract, declarer, result and score."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from dealwright.base.errors import ArgumentError, CardError
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import DeclaredContract
from dealwright.formats.bidding import contract_named
from dealwright.formats.facts import BARE_SCORE, SCORE, facts
from dealwright.formats.records import Board

__all__ = ["Wanted", "wanted"]

_CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(X{1,2})?(?:-?([NESW]))?", re.IGNORECASE)
_SPAN = re.compile(r"(-?\d+)(?:(\+)|(?:\.\.|\s+to\s+)(-?\d+))?")
_LIMIT = re.compile(r"(<=?|>=?|=)\s*(-?\d+)")
_RELATIVE = re.compile(r"=|([+-]\d+)(?:(?:\.\.|\s+to\s+)([+-]\d+))?")
_SIDES = {"ns": (Seat.NORTH, Seat.SOUTH), "ew": (Seat.EAST, Seat.WEST)}
_HOW = {
    "result": "such as 9, 10+, 9..11, >=10, made, down, -1 or +2",
    "score": "such as 420, >=600, -100..-50; North-South's points",
}
_MOST = 1 << 20


class _Contract(NamedTuple):
    """A contract; what is None may be anything, and no level is a board that is passed out."""

    level: int
    strain: str = ""
    risk: str | None = None
    declarer: Seat | None = None


@dataclass(frozen=True)
class Wanted:
    """What a board must have; what is None or empty may be anything.

    ``made`` is whether the contract makes. Facts that follow from calls and cards count too.
    """

    contracts: tuple[_Contract, ...] = ()
    declarers: tuple[Seat, ...] = ()
    results: tuple[int, int] | None = None
    over: tuple[int, int] | None = None  # tricks above what the contract needs
    made: bool | None = None
    scores: tuple[int, int] | None = None

    def __call__(self, board: Board) -> bool:
        """Return whether a board has it."""
        tags = facts(board).board.tags
        played = contract_named(tags)
        if self.contracts and not any(_is(named, tags, played) for named in self.contracts):
            return False
        if self.declarers and (played is None or played.declarer not in self.declarers):
            return False
        result = tags.get("Result", "")
        tricks = int(result) if re.fullmatch("[0-9]{1,2}", result) else None
        if self.results is not None and not _within(tricks, self.results):
            return False
        if self.over is not None and (
            played is None or tricks is None or not _within(tricks - played.level - 6, self.over)
        ):
            return False
        if self.made is not None and (
            played is None or tricks is None or (tricks >= played.level + 6) is not self.made
        ):
            return False
        return self.scores is None or _within(_points(tags.get("Score", ""), played), self.scores)


def wanted(
    contract: str | None = None,
    declarer: str | None = None,
    result: str | None = None,
    score: str | None = None,
) -> Wanted | None:
    """Return what boards are wanted by, as texts say it; None if nothing is said.

    >>> from dealwright.formats.records import Board
    >>> game = Board(1, tags={"Contract": "4S", "Declarer": "N", "Result": "10"})
    >>> wanted("3NT 4S-N")(game), wanted(declarer="ew")(game), wanted(result="made")(game)
    (True, False, True)

    :raises ArgumentError: if a text cannot be read
    """
    if not any(text is not None for text in (contract, declarer, result, score)):
        return None
    word = (result or "").strip().lower()
    made = {"made": True, "makes": True, "down": False}.get(word)
    over = _RELATIVE.fullmatch(word)
    return Wanted(
        tuple(map(_contract, re.split(r"[,\s]+", contract.strip()))) if contract else (),
        _declarers(declarer) if declarer else (),
        None if made is not None or over or result is None else _span("result", result),
        None if over is None else _over(over),
        made,
        None if score is None else _span("score", score),
    )


def _contract(text: str) -> _Contract:
    """Return a contract of a text.

    :raises ArgumentError: if it is none
    """
    if text.lower() in ("pass", "passed"):
        return _Contract(0)
    match = _CONTRACT.fullmatch(text)
    if match is None:
        raise ArgumentError(f"'{text}' is not a contract; write 3NT, 4S-N, 4HX or pass")
    strain = "NT" if match[2][0].upper() == "N" else match[2].upper()
    declarer = None if match[4] is None else Seat.of(match[4])
    return _Contract(int(match[1]), strain, match[3] and match[3].upper(), declarer)


def _over(match: re.Match[str]) -> tuple[int, int]:
    """Return the tricks above a contract, of a text as ``=``, ``-1``, ``+2`` or ``-1..-3``."""
    if match[0] == "=":
        return 0, 0
    ends = int(match[1]), int(match[2] or match[1])
    return min(ends), max(ends)


def _declarers(text: str) -> tuple[Seat, ...]:
    """Return the seats of a text: a side, a seat or several.

    :raises ArgumentError: if it names none
    """
    word = text.strip().lower()
    try:
        return _SIDES.get(word) or tuple(Seat.of(part) for part in re.split(r"[,\s]+", word))
    except CardError:
        raise ArgumentError(f"'{text}' is not a declarer; write north, ns or ew") from None


def _span(name: str, text: str) -> tuple[int, int]:
    """Return the least and the most of a text.

    :raises ArgumentError: if it is neither a number nor a range
    """
    limit, span = _LIMIT.fullmatch(text.strip()), _SPAN.fullmatch(text.strip())
    if limit is not None:
        n = int(limit[2])
        return {
            "<": (-_MOST, n - 1), "<=": (-_MOST, n), ">": (n + 1, _MOST), ">=": (n, _MOST),
        }.get(limit[1], (n, n))  # fmt: skip
    if span is None:
        raise ArgumentError(f"'{text}' is not a {name}; write one {_HOW[name]}")
    low = int(span[1])
    return low, _MOST if span[2] else low if span[3] is None else int(span[3])


def _is(named: _Contract, tags: Mapping[str, str], played: DeclaredContract | None) -> bool:
    """Return whether a contract was played."""
    if not named.level:
        return tags.get("Contract", "").lower() == "pass"
    return (
        played is not None
        and (played.level, played.strain) == (named.level, named.strain)
        and named.risk in (None, played.risk)
        and named.declarer in (None, played.declarer)
    )


def _points(score: str, played: DeclaredContract | None) -> int | None:
    """Return a score as North-South's points, None if it is not one."""
    match, bare = SCORE.fullmatch(score), BARE_SCORE.fullmatch(score)
    if match is not None:
        return int(match[2]) * (1 if match[1] == "NS" else -1)
    if bare is None or played is None:
        return None
    return int(bare[1]) * (1 if played.declarer % 2 == Seat.NORTH else -1)


def _within(value: int | None, span: tuple[int, int]) -> bool:
    return value is not None and span[0] <= value <= span[1]
