"""Hands as players say them: ``north: 15-17 balanced; south: 5+ spades, 8+``.

A phrase is a second spelling of a condition: it is read into the same tree. Its grammar is::

    text   := alt ("or:" alt)*
    alt    := seat ":" hand (";" seat ":" hand)* [";" "where" condition]
    hand   := group ("," group)*          a comma is "and"
    group  := run ("or" run)*             "or" binds tighter than the comma
    run    := item+                       a blank is "and"; beside "or" a run has one item
    item   := ("not" | "no") item | "(" hand ")" | points | length | shape | card | range FEATURE
    range  := n | n"+" | n"-"m | n"-" | "-"n | ("at least" | "at most" | "exactly") n

Text with two likely readings is refused, and the error names both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from dealwright.cards import Seat
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.phrase_items import (
    SEAT_NAMES,
    SHORT_SUITS,
    PhraseItems,
)
from dealwright.conditions.syntax import Token
from dealwright.errors import ConditionError
from dealwright.features import Features

__all__ = ["PhraseReader", "is_phrase", "phrases_of_seats", "suggested_phrase"]

_AND = ("and", "with", "&", "&&")
_SIDES = {"ns": ("north", "south"), "ew": ("east", "west"), "we": ("west", "east"),
          "sn": ("south", "north")}  # fmt: skip
_BEGINNING = re.compile(rf"\s*(?:{'|'.join((*SEAT_NAMES, *_SIDES))})\s*:", re.IGNORECASE)
_NAME = "(?P<seat>north|east|south|west)"
_SEAT_FIRST = re.compile(rf"{_NAME}\b\s*(?:has|with|holds)?\s*(?P<hand>.+)", re.I | re.S)
_SEAT_LAST = re.compile(rf"(?P<hand>.+?)[\s,]+(?:in |for )?{_NAME}", re.I | re.S)
_NEXT_SEAT = re.compile(r"\s*[;,]\s*(?:and\s+)?(?=(?:north|east|south|west)\b)", re.I)


def is_phrase(text: str) -> bool:
    """Return whether a text is a phrase: it begins with a seat and a colon.

    >>> is_phrase("N: 12+"), is_phrase("hcp(north) >= 12")
    (True, False)
    """
    return _BEGINNING.match(text) is not None


def phrases_of_seats(
    north: str | None, east: str | None, south: str | None, west: str | None
) -> list[str]:
    """Return the hands in words that are given, each with its seat.

    >>> phrases_of_seats("15-17 balanced", None, "5+ spades", None)
    ['north: 15-17 balanced', 'south: 5+ spades']
    """
    hands = {"north": north, "east": east, "south": south, "west": west}
    return [f"{seat}: {hand}" for seat, hand in hands.items() if hand is not None]


def suggested_phrase(text: str, features: Features) -> str:
    """Return a text as a phrase if only its seat and colon are missing, or its colons, else "".

    >>> from dealwright.features import default_features
    >>> suggested_phrase("15-17 balanced north", default_features())
    'north: 15-17 balanced'
    >>> suggested_phrase("north opens 1NT, south has 5+ hearts", default_features())
    'north: opens 1NT; south: 5+ hearts'
    """
    hands = _NEXT_SEAT.split(text.strip())
    if len(hands) > 1:
        phrases = [suggested_phrase(hand, features) for hand in hands]
        return "; ".join(phrases) if all(phrases) else ""
    seat, hand = "north", text.strip()
    named = _SEAT_FIRST.fullmatch(hand) or _SEAT_LAST.fullmatch(hand)
    if named is not None:
        seat, hand = named["seat"].lower(), named["hand"].strip()
    try:
        PhraseReader(hand, features).hand(Seat[seat.upper()])
    except ConditionError:
        return ""
    return f"{seat}: {hand}"


class PhraseReader(PhraseItems):
    """Reads one phrase, which is all of a text or the part of it from ``begin`` to ``end``."""

    def __init__(
        self,
        text: str,
        features: Features,
        begin: int = 0,
        end: int | None = None,
        *,
        condition: Callable[[int, int], Node] | None = None,
    ) -> None:
        super().__init__(text, features, begin, end)
        self._condition = condition

    def phrase(self) -> Node:
        """Return the tree of the whole phrase.

        :raises ConditionError: if it cannot be read, or has two readings
        """
        alternatives = [self._alternative()]
        while self._piece.type != "end":
            if not (self._word() == "or" and self._ahead(1) == ":"):
                raise self._unexpected()
            self._next += 2
            alternatives.append(self._alternative())
        return nodes.chained("or", alternatives)

    def hand(self, seat: Seat) -> Node:
        """Return the tree of a phrase that is about one hand and names no seat.

        :raises ConditionError: as ``phrase``
        """
        self._seat = seat
        tree = self._hand()
        if self._piece.type != "end":
            raise self._unexpected()
        return tree

    def _alternative(self) -> Node:
        parts = list[Node]()
        while True:
            if self._takes("where"):
                piece = self._take()
                if self._condition is None:
                    raise self.error(piece, "'where' cannot be used inside hand{...}",
                                     "Write: hand{north: 15-17} && hcp(south) > 8")  # fmt: skip
                if not parts or not piece.strip():
                    raise self.error(piece, "'where' goes between the hands and a condition",
                                     "Write: north: 15-17; where hcp(south) > 8")  # fmt: skip
                parts.append(self._condition(piece.start_pos, piece.end_pos))
                break
            self._seat = self._named_seat()
            parts.append(self._hand())
            if not self._takes(";"):
                break
            if self._piece.type == "end":
                break
        return nodes.chained("and", parts)

    def _named_seat(self) -> Seat:
        piece = self._take()
        name = piece.lower()
        if self._piece != ":" or name not in (*SEAT_NAMES, *_SIDES):
            raise self.error(piece, f"expected a seat and a colon, not '{piece}'",
                             "Write: north: 15-17 balanced; south: 5+ spades")  # fmt: skip
        self._next += 1
        if name in _SIDES:
            first, second = _SIDES[name]
            limits = self._points_ahead() or ">= 25"
            raise self.error(
                piece,
                f"{piece} is two hands, and a phrase is about one",
                f"Write a hand for each; for both together: where hcp({first}) + hcp({second}) "
                f"{limits}",
            )
        return SEAT_NAMES[name]

    def _points_ahead(self) -> str:
        """Return the comparison of the number that comes next, or "" if none does."""
        if self._piece.type != "number":
            return ""
        try:
            span = self._span()
        except ConditionError:
            return ""
        if span.low is None or span.high is None:
            return f"<= {span.high}" if span.low is None else f">= {span.low}"
        return f"in {span.low}..{span.high}" if span.low < span.high else f"== {span.low}"

    # ---------------------------------------------------------------------------- groups of a hand

    def _hand(self) -> Node:
        groups, bare = [], list[Token]()
        while True:
            start = self._piece
            group, plain = self._group()
            groups.append(group)
            if plain:
                bare.append(start)
            if len(bare) > 1:
                first, second = bare[-2], bare[-1]
                one = " ".join(self.text[first.start_pos : second.start_pos].strip(" ,").split())
                other = " ".join(self.text[second.start_pos : self._piece.start_pos].split())
                raise self.error(
                    second,
                    f"a comma means 'and', and no hand has {one} points and {other} points",
                    f"Write: {one} or {other}",
                )
            if not self._takes(","):
                break
        return nodes.chained("and", groups)

    def _group(self) -> tuple[Node, bool]:
        """Return the runs that ``or`` joins, and whether they are points without a unit."""
        begin = self._next
        runs, sizes, places, plain = list[Node](), list[int](), [self._next], True
        while True:
            run, size, bare = self._run()
            runs.append(run)
            sizes.append(size)
            plain = plain and bare
            if not (self._word() in ("or", "|", "||") and self._ahead(1) != ":"):
                break
            self._next += 1
            places.append(self._next)
        if len(runs) > 1 and max(sizes) > 1:
            raise self._two_readings_of_or(begin, places, sizes)
        if len(runs) > 1:
            self._check_no_or(places)
        return nodes.chained("or", runs), plain

    def _two_readings_of_or(
        self, begin: int, places: list[int], sizes: list[int]
    ) -> ConditionError:
        ends = [place - 1 for place in places[1:]] + [self._next]
        texts = [self._between(*pair) for pair in zip(places, ends, strict=True)]
        apart = " or ".join(
            f"({text})" if size > 1 else text for text, size in zip(texts, sizes, strict=True)
        )
        words = texts[0].rsplit(" ", 1)
        together = self._between(begin, self._next)
        if sizes[0] > 1:
            together = f"{words[0]}, {' or '.join([words[1], *texts[1:]])}"
        hint = f"Write: {together} - or: {apart}"
        return self.error(
            self._pieces[places[1] - 1], "'or' beside several words has two readings", hint
        )

    def _check_no_or(self, places: list[int]) -> None:
        """Refuse ``no singleton or void``, which may mean neither of them.

        :raises ConditionError: if a run that is denied stands beside a short suit that is not
        """
        for place, following in pairwise(places):
            denied = self._pieces[place].lower() in ("no", "not")
            short = self._pieces[place + denied].lower() in SHORT_SUITS
            if denied and short and self._pieces[following].lower() in SHORT_SUITS:
                first, second = self._pieces[place + 1], self._pieces[following]
                raise self.error(
                    self._pieces[place],
                    f"'no {first} or {second}' has two readings",
                    f"Write: no {first}, no {second} - or: (no {first}) or {second}",
                )

    def _run(self) -> tuple[Node, int, bool]:
        """Return the items of a run, their number, and whether it is points without a unit."""
        items, bare = list[Node](), list[Token]()
        while not (self._piece.type == "end" or self._word() in (",", ";", ")", "or", "|", "||")):
            if items and self._takes(*_AND):
                continue
            start = self._piece
            item, plain = self._item()
            items.append(item)
            if plain:
                bare.append(start)
            if len(bare) > 1:
                raise self.error(
                    start,
                    "two numbers of points side by side",
                    "Write one range (15-17), join them by 'or', or name what they count: "
                    "12+ points 5 spades",
                )
        if not items:
            raise self._unexpected()
        return nodes.chained("and", items), len(items), bool(bare) and len(items) == 1
