"""Hands as players say them: ``north: 15-17 balanced; south: 5+ spades, 8+``.

A phrase is a second spelling of a condition: it is read into the same tree. Its grammar is::

    text   := alt ("or:" alt)*
    alt    := seat ":" hand (";" seat ":" hand)* [";" "where" condition]
    hand   := group ("," group)*          a comma is "and"
    group  := run ("or" run)*             "or" binds tighter than the comma
    run    := item+                       a blank is "and"; beside "or" a run has one item
    item   := ("not" | "no") item ("or" item)* | "(" hand ")" | points | length | shape | card
            | range FEATURE | range ("singletons" | "stoppers" | range "majors" ...)
    range  := n | n"+" | n"-"m | n"-" | "-"n | ("at least" | "at most" | "exactly" | ">=") n

Text with two likely readings is refused, and the error names both.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from dealwright.base.errors import ConditionError, nesting_checked
from dealwright.cards import Seat, Suit
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.phrase_cards import SHORT_SUITS
from dealwright.conditions.phrase_denials import is_readable, kinds_of, points_follow, short_in
from dealwright.conditions.phrase_items import SEAT_NAMES, read_item, unexpected
from dealwright.conditions.phrase_pieces import SUITS, Grammar, PhraseCursor
from dealwright.conditions.phrase_ranges import SIGNS, begins_range, read_span
from dealwright.conditions.phrase_suits import MOST_POINTS
from dealwright.conditions.syntax import Token
from dealwright.conditions.syntax_messages import SCRIPT_STATEMENT
from dealwright.conditions.text_reader import plain_text, without_quotes
from dealwright.deals.features import Features

__all__ = [
    "is_phrase",
    "phrases_of_seats",
    "read_hand",
    "read_hand_of",
    "read_phrase",
    "suggested_phrase",
]

_AND = ("and", "&", "&&")
_LINKS = ("with", "but", "holding", "holds", "containing", "having", "has")  # also first words
_SIDES = {"ns": ("north", "south"), "ew": ("east", "west"), "we": ("west", "east"),
          "sn": ("south", "north")}  # fmt: skip
_BEGINNING = re.compile(rf"\s*(?:{'|'.join((*SEAT_NAMES, *_SIDES))})\s*:", re.IGNORECASE)
_BARE_NUMBER = re.compile(r"\d+(?![\d+-])(?! *-)")
_WORDED_LIMIT = re.compile(
    "(?:{})(?= )".format(
        "|".join(words for words, sign in SIGNS.items() if words[0].isalpha() and sign != "=")
    ),
    re.IGNORECASE,
)
_LONGEST_SUIT = 7  # a number up to this may be the length of a suit
_NAME = "(?P<seat>north|east|south|west)"
_SEAT_FIRST = re.compile(rf"{_NAME}\b\s*(?:has|with|holds)?\s*(?P<hand>.+)", re.I | re.S)
_SEAT_LAST = re.compile(rf"(?P<hand>.+?)(?<![\s,])[\s,]+(?:in |for )?{_NAME}", re.I | re.S)
_NEXT_SEAT = re.compile(r"(?<!\s)\s*[;,]\s*(?:and\s+)?(?=(?:north|east|south|west)\b)", re.I)


def is_phrase(text: str) -> bool:
    """Return whether a text is a phrase: it begins with a seat and a colon.

    >>> is_phrase("N: 12+"), is_phrase("hcp(north) >= 12")
    (True, False)
    """
    return _BEGINNING.match(without_quotes(text)) is not None


def phrases_of_seats(
    north: str | None, east: str | None, south: str | None, west: str | None
) -> list[str]:
    """Return the hands in words that are given, each with its seat.

    >>> phrases_of_seats("15-17 balanced", None, "5+ spades", None)
    ['north: 15-17 balanced', 'south: 5+ spades']

    :raises ConditionError: if one is a script
    """
    hands = {"north": north, "east": east, "south": south, "west": west}
    given = {
        seat: plain_text(without_quotes(hand)) for seat, hand in hands.items() if hand is not None
    }
    for seat, hand in given.items():
        if SCRIPT_STATEMENT.search(hand) or "condition" in hand.split():
            raise ConditionError(
                f"the hand of {seat} is a script; a script goes where the condition goes",
                text=hand, position=0, hint='Write: dealwright count "$(cat FILE)"',
            )  # fmt: skip
    return [f"{seat}: {hand}" for seat, hand in given.items()]


def suggested_phrase(text: str, features: Features) -> str:
    """Return a text as a phrase if only its seat and colon are missing, or its colons, else "".

    >>> from dealwright.deals.features import default_features
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
        read_hand_of(Seat[seat.upper()], hand, features)
    except ConditionError:
        return ""
    return f"{seat}: {hand}"


class _Run(NamedTuple):
    """The items of a run, their texts, its text, and its points if it is points without a unit."""

    items: list[Node]
    texts: list[str]
    text: str
    points: frozenset[int] | None


def read_phrase(
    text: str,
    features: Features,
    begin: int = 0,
    end: int | None = None,
    *,
    condition: Callable[[int, int], Node] | None = None,
) -> Node:
    """Return the tree of a phrase, which is all of a text or its part from ``begin`` to ``end``.

    ``condition`` reads a part of the text behind ``where``.

    :raises ConditionError: if it cannot be read, or has two readings
    """
    return _read_whole(PhraseCursor(text, features, _GRAMMAR, begin, end, condition=condition))


def read_hand_of(seat: Seat, text: str, features: Features) -> Node:
    """Return the tree of a phrase that is about one hand and names no seat.

    :raises ConditionError: as ``read_phrase``
    """
    cursor = PhraseCursor(text, features, _GRAMMAR)
    cursor.owner = seat
    with nesting_checked():
        tree = read_hand(cursor)
    if cursor.piece.type != "end":
        raise unexpected(cursor)
    return tree


def _read_whole(cursor: PhraseCursor) -> Node:
    alternatives = [_alternative(cursor)]
    while cursor.piece.type != "end":
        if not (cursor.word() == "or" and cursor.ahead(1) == ":"):
            raise unexpected(cursor)
        cursor.place += 2
        alternatives.append(_alternative(cursor))
    return nodes.chained("or", alternatives)


def _alternative(cursor: PhraseCursor) -> Node:
    parts = list[Node]()
    while True:
        if cursor.takes("where"):
            piece = cursor.take()
            if cursor.condition is None:
                raise cursor.error(piece, "'where' cannot be used inside hand{...}",
                                 "Write: hand{north: 15-17} && hcp(south) > 8")  # fmt: skip
            if not parts or not piece.strip():
                raise cursor.error(piece, "'where' goes between the hands and a condition",
                                 "Write: north: 15-17; where hcp(south) > 8")  # fmt: skip
            parts.append(cursor.condition(piece.start_pos, piece.end_pos))
            break
        cursor.owner = _named_seat(cursor)
        parts.append(read_hand(cursor))
        if not cursor.takes(";"):
            break
        if cursor.piece.type == "end":
            break
    return nodes.chained("and", parts)


def _named_seat(cursor: PhraseCursor) -> Seat:
    piece = cursor.take()
    name = piece.lower()
    if cursor.piece != ":" or name not in (*SEAT_NAMES, *_SIDES):
        near = cursor.near(piece, SEAT_NAMES) if cursor.piece == ":" else ""
        raise cursor.error(piece, f"expected a seat and a colon, not '{piece}'",
                         near or "Write: north: 15-17 balanced; south: 5+ spades")  # fmt: skip
    cursor.place += 1
    if name in _SIDES:
        first, second = _SIDES[name]
        limits = _points_ahead(cursor) or ">= 25"
        raise cursor.error(
            piece,
            f"{piece} is two hands, and a phrase is about one",
            f"Write a hand for each; for both together: where hcp({first}) + hcp({second}) "
            f"{limits}",
        )
    return SEAT_NAMES[name]


def _points_ahead(cursor: PhraseCursor) -> str:
    """Return the comparison of the number that comes next, or "" if none does."""
    if not begins_range(cursor):
        return ""
    try:
        span = read_span(cursor)
    except ConditionError:
        return ""
    if span.outside:
        return f"!= {span.low}"
    if span.low is None or span.high is None:
        return f"<= {span.high}" if span.low is None else f">= {span.low}"
    return f"in {span.low}..{span.high}" if span.low < span.high else f"== {span.low}"


def read_hand(cursor: PhraseCursor) -> Node:
    """Read a hand: groups with commas between them."""
    groups, points = [], dict[frozenset[int], str]()
    while True:
        place, begin = cursor.piece, cursor.place
        group, values = _group(cursor)
        groups.append(group)
        if values is not None:
            text = cursor.between(begin, cursor.place)
            for others, other in points.items():
                if others.isdisjoint(values):
                    raise cursor.error(
                        place,
                        f"a comma means 'and', and no hand has {other} points and {text} points",
                        f"Write: {other} or {text}",
                    )
            points.setdefault(values, text)
        if not cursor.takes(","):
            break
    return nodes.chained("and", groups)


def _group(cursor: PhraseCursor) -> tuple[Node, frozenset[int] | None]:
    """Return the runs that ``or`` joins, and their points if they are points without a unit."""
    runs, places = list[_Run](), [cursor.place]
    start = cursor.piece
    either = cursor.takes("either")
    while True:
        runs.append(_run(cursor))
        if not (cursor.word() in ("or", "|", "||") and cursor.ahead(1) != ":"):
            break
        cursor.place += 1
        places.append(cursor.place)
    if len(runs) > 1:
        _check_numbers(cursor, places, runs)
        _refuse_shared_words(cursor, places, runs)
        if any(len(run.items) > 1 for run in runs) and not _are_whole(runs):
            raise _two_readings_of_or(cursor, cursor.pieces[places[1] - 1], runs)
    elif either:
        raise cursor.error(start, "'either' needs 'or'", "Write: either 5+ spades or 6+ hearts")
    tree = nodes.chained("or", [nodes.chained("and", run.items) for run in runs])
    values = [run.points for run in runs if run.points is not None]
    return tree, frozenset().union(*values) if len(values) == len(runs) else None


def _check_numbers(cursor: PhraseCursor, places: list[int], runs: list[_Run]) -> None:
    """Refuse ``4 or 6+ spades``: 4 may be points, or spades.

    :raises ConditionError: if a small number without a unit stands before one with a unit
    """
    end = cursor.place
    ends = [place - 1 for place in places[1:]] + [end]
    for number in range(len(runs) - 1):
        run, other = runs[number], runs[number + 1]
        cursor.place = places[number + 1]
        cursor.takes(*_LINKS)
        if run.points is None or other.points is not None or not begins_range(cursor):
            continue
        cursor.place = places[number]
        cursor.takes(*_LINKS, "either")
        small = max(read_span(cursor).ends) <= _LONGEST_SUIT
        cursor.place = places[number + 1]
        cursor.takes(*_LINKS)
        read_span(cursor)
        unit = cursor.between(cursor.place, ends[number + 1])
        texts = [f"{run.text} points or {other.text}", f"{run.text} {unit} or {other.text}"]
        hints = [text for text in texts if is_readable(cursor, text)]
        if small and len(hints) > 1 and len(other.items) == 1:
            raise cursor.error(
                cursor.pieces[places[number]],
                f"'{run.text}' may be points, or belong to '{unit}'",
                f"Write: {' - or: '.join(hints)}",
            )
    cursor.place = end


def _refuse_shared_words(cursor: PhraseCursor, places: list[int], runs: list[_Run]) -> None:
    """Refuse ``at most 3 spades or 4 hearts`` and ``spade singleton or void``.

    The words before the number, and the suit, may belong to both sides of ``or``.

    :raises ConditionError: if they stand on one side alone
    """
    for number in range(1, len(runs)):
        one, other = runs[number - 1], runs[number]
        start = cursor.pieces[places[number] - 1]
        _refuse_shared_limit(cursor, start, one.texts[-1], "or", other.texts[0])
        words = f"{one.text} {other.text}".lower().split()
        single = len(one.items) == len(other.items) == 1 and "somewhere" not in words
        if single and short_in(cursor, one.text, other.text):
            suit = Suit(next(SUITS[word] for word in words if word in SUITS)).name.lower()
            lengths = [word for word in words if word in SHORT_SUITS]
            apart = [
                text if any(word in SUITS for word in text.lower().split())
                else f"{text} somewhere" for text in (one.text, other.text)
            ]  # fmt: skip
            raise cursor.error(
                start, f"'{one.text} or {other.text}' may be of one suit, or of any",
                f"Write: {' or '.join(lengths)} in {suit} - or: {' or '.join(apart)}",
            )  # fmt: skip


def _refuse_shared_limit(
    cursor: PhraseCursor, start: Token, one: str, joint: str, other: str
) -> None:
    """Refuse ``at most 3 spades or 4 hearts``: at most four hearts, or four.

    :raises ConditionError: if words of a range stand before the first number alone
    """
    limit = _WORDED_LIMIT.match(one)
    if limit is None or not _BARE_NUMBER.match(other):
        return
    sign = limit[0].lower().strip()
    raise cursor.error(
        start, f"'{sign}' may belong to both sides of '{joint}'",
        f"Write: {one} {joint} {sign} {other} - or: {one} {joint} exactly {other}",
    )  # fmt: skip


def _two_readings_of_or(cursor: PhraseCursor, place: Token, runs: list[_Run]) -> ConditionError:
    apart = " or ".join(f"({run.text})" if len(run.items) > 1 else run.text for run in runs)
    together = _together(runs)
    try:
        read_hand_of(cursor.owner, together, cursor.features)
    except ConditionError:  # it contradicts itself
        hint = f"Write: {apart}"
    else:
        several = sum(len(run.items) > 1 for run in runs) > 1
        likelier, other = (apart, together) if several else (together, apart)
        hint = f"Write: {likelier} - or: {other}"
    return cursor.error(place, "'or' beside several words has two readings", hint)


def _run(cursor: PhraseCursor) -> _Run:
    begin = cursor.place
    items, texts, values = list[Node](), list[str](), list[frozenset[int]]()
    joined = False
    while not (cursor.piece.type == "end" or cursor.word() in (",", ";", ")", "or", "|", "||")):
        if cursor.takes(*_LINKS):
            continue
        if items and cursor.takes(*_AND):
            joined = True
            continue
        start, first = cursor.piece, cursor.place
        cursor.item_begin = first
        item, points = read_item(cursor)
        items.append(item)
        texts.append(cursor.between(first, cursor.place))
        if joined and kinds_of(item) == kinds_of(items[-2]):
            _refuse_shared_limit(cursor, start, texts[-2], "and", texts[-1])
        joined = False
        if points is not None:
            values.append(points)
        if len(values) > 1 and not _is_interval(*values[-2:]):
            raise cursor.error(
                start,
                "two numbers of points side by side",
                "Write one range (15-17), join them by 'or', or name what they count: "
                "12+ points 5 spades",
            )
    if not items:
        raise unexpected(cursor)
    points = values[0] if values and len(items) == 1 else None
    return _Run(items, texts, cursor.between(begin, cursor.place), points)


def _together(runs: list[_Run]) -> str:
    """Return the reading of ``balanced 15-17 or 20-21`` in which ``or`` binds before the blank.

    What is joined are things of one kind: ``12-14 or 18-19, balanced``.
    """
    several = [place for place, run in enumerate(runs) if len(run.items) > 1]
    if len(several) > 1:
        return " or ".join(", ".join(run.texts) for run in runs)
    texts = [run.texts[0] for run in runs]
    place = several[0]
    run = runs[place]
    kind = _kind(runs[place - 1 if place else 1].items[0])
    alike = [index for index, item in enumerate(run.items) if _kind(item) == kind]
    nearest = 0 if place else -1
    joined = alike[nearest] if alike else (0 if place else len(run.items) - 1)
    texts[place] = run.texts[joined]
    return ", ".join([*run.texts[:joined], " or ".join(texts), *run.texts[joined + 1 :]])


def _are_whole(runs: list[_Run]) -> bool:
    """Return whether each side of ``or`` is a hand by itself: all say the same things, each once.

    They begin with points, or repeat an item: ``15-17 balanced or 20-21 balanced``.
    """
    sides = [[kinds_of(item) for item in run.items] for run in runs]
    if any(side != sides[0] or len({*side}) < max(2, len(side)) for side in sides):
        return False
    repeated = any(all(item in run.items for run in runs) for item in runs[0].items)
    return repeated or sides[0][0] == frozenset(["hcp"])


def _kind(item: Node) -> str:
    """Return what an item is about: a feature, or the shape."""
    measures = (part for part in nodes.walk(item) if isinstance(part, nodes.Measure))
    measure = next(measures, None)
    return "" if measure is None else measure.feature.name


def _is_interval(first: frozenset[int], second: frozenset[int]) -> bool:
    """Return whether points are limited on one side each: at least 15 and at most 17."""
    ends = {0, MOST_POINTS}
    limits = first & ends, second & ends
    return not first.isdisjoint(second) and all(map(len, limits)) and limits[0] != limits[1]


_GRAMMAR = Grammar(_read_whole, read_hand, read_item, is_readable, points_follow)
