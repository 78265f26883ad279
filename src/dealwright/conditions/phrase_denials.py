"""What a hand of a phrase has not: ``no aces or kings``, ``not 5+ spades``, ``neither X nor Y``."""

from __future__ import annotations

from dealwright.base.errors import ConditionError
from dealwright.cards import Suit
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Binary, Measure, Node, Number, ShapeTest
from dealwright.conditions.phrase_cards import (
    RANK_WORDS,
    SHORT_SUITS,
    length_of,
    read_no_coloured,
    read_no_ranks,
    read_none_outside,
    read_suits_after_or,
)
from dealwright.conditions.phrase_pieces import SUITS, PhraseCursor
from dealwright.conditions.phrase_ranges import (
    POINT_WORDS,
    PhraseSpan,
    begins_range,
    point_words,
    read_number,
    read_span,
    turned_span,
)
from dealwright.conditions.phrase_suits import (
    AS_MANY,
    COMPARED,
    PAIRS,
    each_suit,
    feature_name,
    limited_test,
    read_measure,
    read_suits,
)
from dealwright.conditions.shape_sets import NAMED_SHAPES

__all__ = [
    "DENIALS",
    "counts_cards",
    "is_readable",
    "kinds_of",
    "points_follow",
    "read_denied",
    "read_neither",
    "short_in",
]

DENIALS = ("not", "no", "!", "without")
_ORS = ("or", "|", "||")


def _short_lengths(cursor: PhraseCursor) -> list[int]:
    """Take ``singleton or void`` where no suit follows, and return the lengths, else none."""
    few, ahead = list[int](), 0
    while cursor.word(ahead) in SHORT_SUITS:
        few.append(SHORT_SUITS[cursor.word(ahead)])
        ahead += 1 + (cursor.word(ahead + 1) == "or" and cursor.word(ahead + 2) in SHORT_SUITS)
    if len(few) < 2 or cursor.word(ahead) in ("in", *SUITS, *RANK_WORDS):
        return []
    cursor.place += ahead
    return few


def read_denied(cursor: PhraseCursor, denied: str, *, neither: bool = False) -> Node:
    """Return the test of ``no X or Y``: neither of them, if both are of one kind.

    :raises ConditionError: if they are not, so that a person may mean two things
    """
    begin = cursor.place
    item, kind = _denied_item(cursor, denied)
    items, first, nor = [item], cursor.between(begin, cursor.place), neither
    while cursor.word() in ("nor", *_ORS) and cursor.ahead(1) != ":":
        nor = cursor.word() == "nor" or (neither and len(items) == 1)
        in_brackets = cursor.pieces[begin] == "(" or (neither and not nor)
        if not nor and (in_brackets or cursor.word(1) in (*DENIALS, "neither")):
            break
        cursor.place += 1
        place = cursor.place
        item, other = _denied_item(cursor, denied)
        items.append(item)
        if nor:
            continue
        second, rest = cursor.between(place, cursor.place), _rest_of_group(cursor)
        if denied == "!" or kind != other or "noun" in kind:
            raise _two_readings_of_no(cursor, begin, denied, (first, second, rest))
        if rest or short_in(cursor, first, second):
            raise _two_readings_of_no(cursor, begin, denied, (first, second, rest))
    if neither and not any(piece in ("nor", "or") for piece in cursor.pieces[begin : cursor.place]):
        raise cursor.error(
            cursor.pieces[begin - 1], "'neither' needs 'nor'",
            "Write: neither 5 hearts nor 5 spades",
        )  # fmt: skip
    if not neither:
        _refuse_what_follows(cursor, begin, denied, item)
    return nodes.chained("and", items)


def _refuse_what_follows(cursor: PhraseCursor, begin: int, denied: str, item: Node) -> None:
    """Refuse ``not 12+ balanced`` and ``no void and singleton``: the second may be denied too.

    What ``no X`` denies ends before something of another kind: ``no void and 12+``.

    :raises ConditionError: if a person may mean two things
    """
    place = cursor.place
    joined = cursor.takes("and", "&", "&&")
    second, same = ("", False) if _ends_item(cursor) else _what_follows(cursor, denied, item)
    rest = f" {_rest_of_group(cursor)}".rstrip()
    cursor.place = place
    if not second or denied == "!" or not (denied == "not" or (joined and same)):
        return
    first, link = cursor.between(begin, place), " and " if joined else " "
    hints = [f"{denied} {first}, {second}{rest}", f"not ({first}{link}{second}{rest})"]
    if denied != "not":
        hints.append(f"{denied} {first} or {second}{rest}")
    raise cursor.error(
        cursor.pieces[begin - 1], f"'{denied} {first}{link}{second}' has two readings",
        f"Write: {' - or: '.join(text for text in hints if is_readable(cursor, text))}",
    )  # fmt: skip


def _ends_item(cursor: PhraseCursor) -> bool:
    """Return whether no other item follows, or one that begins anew."""
    word = cursor.word()
    return cursor.piece.type == "end" or word in (
        ",", ";", ")", "nor", "but", "neither", *_ORS, *DENIALS
    )  # fmt: skip


def _what_follows(cursor: PhraseCursor, denied: str, item: Node) -> tuple[str, bool]:
    """Return the text of the next item, and whether it is of the kind of one that is denied."""
    place = cursor.place
    try:
        kind = kinds_of(cursor.grammar.read_item(cursor)[0])
    except ConditionError:  # a noun: "no aces and kings"
        cursor.place = place
        return ("", False) if denied == "not" else _noun_that_follows(cursor, place, denied)
    return cursor.between(place, cursor.place), kind == kinds_of(item)


def _noun_that_follows(cursor: PhraseCursor, place: int, denied: str) -> tuple[str, bool]:
    try:
        kind = _denied_item(cursor, denied)[1]
    except ConditionError:  # its own error is told when it is read
        return "", False
    return cursor.between(place, cursor.place), "noun" in kind


def read_neither(cursor: PhraseCursor) -> Node:
    """Return the test of ``neither X nor Y``, or ``neither major longer than four cards``."""
    longer = _no_longer_suit(cursor)
    if longer is not None:
        return longer
    ranks = read_no_coloured(cursor) or read_no_ranks(cursor)  # neither ace nor king of spades
    return read_denied(cursor, "not", neither=True) if ranks is None else ranks


def _denied_item(cursor: PhraseCursor, denied: str) -> tuple[Node, frozenset[str]]:
    """Return the test of one thing that a hand has not, and of what kind it is."""
    word = "not" if denied == "!" else denied
    following = cursor.word(1)
    listed = following in ("or", "nor", "and", ",") and cursor.word(2) in RANK_WORDS
    named = listed or following in ("of", "in", *SUITS)
    card = cursor.piece.type == "word" and cursor.word() in RANK_WORDS
    if word == "not" and card and not named:
        last = Suit(cursor.last_suit(cursor.place) or Suit.SPADES).name.lower()
        raise cursor.error(
            cursor.piece, f"'not {cursor.piece}' does not say of which suit",
            f"Write: not {cursor.piece} of {last} - or: no {cursor.piece}s",
        )  # fmt: skip
    if card and following == "and" and cursor.word(2) in RANK_WORDS:
        one, other = cursor.word(), cursor.word(2)
        suits = [cursor.word(place) for place in (3, 4) if cursor.word(place) in SUITS]
        suit = Suit(SUITS[suits[0]]).name.lower() if suits else "spades"
        raise cursor.error(
            cursor.piece, f"'{word} {one} and {other}' has two readings",
            f"Write: no {one} or {other} of {suit} - or: not ({one} and {other} of {suit})",
        )  # fmt: skip
    suit_before = cursor.last_suit(begin := cursor.place)
    readers = (_no_short_suit, _no_long_suit, _no_longer_suit,
               read_none_outside, read_no_coloured, read_no_ranks)  # fmt: skip
    for reader in readers[word == "not" :]:
        item = reader(cursor)
        if item is not None:
            return item, kinds_of(item)
    item = _none_named(cursor, word)
    if item is not None:
        _refuse_cards_of_a_suit(cursor, begin, word, suit_before)
        return item, frozenset({"noun"})
    item = nodes.Unary("not", cursor.grammar.read_item(cursor)[0])
    return item, kinds_of(item)


def _refuse_cards_of_a_suit(cursor: PhraseCursor, begin: int, word: str, last: int | None) -> None:
    """Refuse ``5+ spades without the ace or king``: of spades, or of any suit.

    :raises ConditionError: if cards are named in the singular, behind a suit
    """
    names = cursor.between(begin, cursor.place)
    ranks = [rank for rank in names.lower().split() if rank in RANK_WORDS]
    if last is None or word != "without" or not ranks or ranks[0].endswith("s"):
        return
    suit, cards = Suit(last).name.lower(), " or ".join(ranks)
    raise cursor.error(
        cursor.pieces[begin - 1], f"'{word} {names}' does not say of which suit",
        f"Write: {word} {cards} of {suit} - or: no {' or '.join(rank + 's' for rank in ranks)}",
    )  # fmt: skip


def short_in(cursor: PhraseCursor, first: str, second: str) -> bool:
    """Return whether one of two short suits is of a suit, which may be that of the other."""
    words = [text.lower().split() for text in (first, second)]
    short = all({word.removesuffix("s") for word in text} & {*SHORT_SUITS} for text in words)
    return short and len({any(word in SUITS for word in text) for text in words}) == 2


def _rest_of_group(cursor: PhraseCursor) -> str:
    """Return the text from here to the next comma, ``or`` or end of the hand."""
    ahead = 0
    while cursor.ahead(ahead).type != "end" and cursor.word(ahead) not in (
        ",", ";", ")", "nor", *_ORS
    ):  # fmt: skip
        ahead += 1
    return cursor.between(cursor.place, cursor.place + ahead)


def _two_readings_of_no(
    cursor: PhraseCursor, begin: int, denied: str, texts: tuple[str, str, str]
) -> ConditionError:
    first, second, rest = texts
    word = "not" if denied == "!" else denied
    short = short_in(cursor, first, second)
    neither = [f"{word} {first}", f"{'no' if short else word} {second}", rest]
    tail = f"({second} {rest})" if rest else second
    hints = [", ".join(filter(None, neither)), f"({word} {first}) or {tail}"]
    if short and not rest:
        words = f"{first} {second}".lower().split()
        suit = next(word for word in words if word in SUITS)
        lengths = [word for word in words if word in SHORT_SUITS]
        hints.append(f"no {' or '.join(lengths)} in {suit}")
    hints = [text for text in hints if is_readable(cursor, text)]
    return cursor.error(
        cursor.pieces[begin - 1],
        f"'{denied} {first} or {second}' has two readings",
        f"Write: {' - or: '.join(hints)}" if hints else "",
    )


def is_readable(cursor: PhraseCursor, text: str) -> bool:
    """Return whether a text is a hand by itself."""
    reader = PhraseCursor(text, cursor.features, cursor.grammar)
    reader.owner = cursor.owner
    try:
        cursor.grammar.read_hand(reader)
    except ConditionError:
        return False
    return reader.piece.type == "end"


def _no_short_suit(cursor: PhraseCursor) -> Node | None:
    few = _short_lengths(cursor)
    lengths = [length_of(cursor, int(suit)) for suit in reversed(Suit)]
    tests = [Binary("!=", length, Number(cards)) for length in lengths for cards in few]
    return nodes.chained("and", tests) if tests else None


def _no_long_suit(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``no 5+ card major``, or None."""
    ahead = 1 + (cursor.word(1) == "-")
    if cursor.piece.type != "number" or cursor.word(ahead) not in ("card", "cards"):
        return None
    cards = read_number(cursor)
    cursor.place += ahead
    return each_suit(cursor, read_suits(cursor), PhraseSpan(None, cards - 1), "and")


def _no_longer_suit(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``no suit longer than four cards``, or None."""
    words = cursor.word(1), cursor.word(2)
    if cursor.word() not in (*PAIRS, "suit") or words != ("longer", "than"):
        return None
    suits = read_suits(cursor)
    cursor.place += 2
    longest = read_number(cursor)
    cursor.takes("card", "cards")
    return each_suit(cursor, suits, PhraseSpan(None, longest), "and")


def _none_named(cursor: PhraseCursor, denied: str) -> Node | None:
    """Return the test of ``no aces or kings`` or ``no spades``, or None.

    ``not controls 6+`` is the opposite of ``controls 6+``.
    """
    begin = cursor.place
    tests = list[Node]()
    while _names_number(cursor):
        word = cursor.place
        tests += [
            limited_test(cursor, measure, PhraseSpan(0, 0)) for measure in _named_measures(cursor)
        ]
        named, last = cursor.between(begin, word - 1), cursor.between(word, cursor.place)
        if word == begin and begins_range(cursor) and (
            denied == "not" or last.lower() in POINT_WORDS
        ):  # fmt: skip
            cursor.place = begin
            return None
        number = points_follow(cursor, 13 if last.lower() in SUITS else 4)
        if number and word > begin:
            raise cursor.error(
                cursor.pieces[word - 1], f"'no {named} or {last}' before a number has two "
                f"readings", f"Write: no {named}, no {last}, {number} - or: (no {named}) or "
                f"({last} {number})",
            )  # fmt: skip
        if number:
            raise cursor.error(
                cursor.pieces[word], f"'no {last} {number}' has two readings",
                f"Write: no {last}, {number} - or: not {last} {number}",
            )  # fmt: skip
        if cursor.word() not in ("or", "nor"):
            return nodes.chained("and", tests)
        cursor.place += 1
    if not tests:
        return None
    cursor.place -= 1  # what follows "or" is another item
    return nodes.chained("and", tests)


def _named_measures(cursor: PhraseCursor) -> list[Measure]:
    """Take a suit, or a feature that may have suits: ``controls in hearts or clubs``."""
    if cursor.word() in SUITS:
        return [length_of(cursor, SUITS[cursor.take().lower()])]
    measure = read_measure(cursor)
    suits = [] if measure.suit is None else read_suits_after_or(cursor)
    return [measure, *(Measure(measure.feature, measure.seat, suit) for suit in suits)]


def points_follow(cursor: PhraseCursor, most: int) -> str:
    """Return the text of a range up to ``most`` that comes next and counts nothing, or ""."""
    if not begins_range(cursor):
        return ""
    place = cursor.place
    try:
        span = turned_span(cursor, read_span(cursor))
        counts = cursor.piece.type == "word" and (
            cursor.word() in ("card", "cards", "of", "in", "support")
            or cursor.word().removesuffix("s") in (*SHORT_SUITS, "stopper", "suit")
            or counts_cards(cursor, 0)
        )
        text = cursor.between(place, cursor.place)
    except ConditionError:
        return ""
    finally:
        cursor.place = place
    return text if span.ends and max(span.ends) <= most and not counts else ""


def counts_cards(cursor: PhraseCursor, ahead: int) -> bool:
    """Return whether a word ahead is what a number counts."""
    word = cursor.word(ahead)
    return (
        word in (*PAIRS, *SUITS)
        or word.removesuffix("s") in (*SHORT_SUITS, "stopper")
        or point_words(cursor, ahead) > 0
        or feature_name(cursor, ahead) is not None
    )


def _names_number(cursor: PhraseCursor) -> bool:
    """Return whether a suit or a feature comes next, and not a card or another item."""
    known = cursor.word() in SUITS or feature_name(cursor, 0) is not None
    other = cursor.word() in NAMED_SHAPES or _compares(cursor, 1)
    return known and not other and cursor.word(1) not in (*SHORT_SUITS, "stopper", "of")


def _compares(cursor: PhraseCursor, ahead: int) -> bool:
    """Return whether ``longer than`` or ``as long as`` comes ahead."""
    words = [cursor.word(ahead + place) for place in range(5)]
    return (words[0] in COMPARED and words[1] == "than") or (
        words[:3] == ["as", "long", "as"]
        or (words[2:] == ["as", "long", "as"] and " ".join(words[:2]) in AS_MANY)
        or (words[1:4] == ["as", "long", "as"] and words[0] in AS_MANY)
    )


def kinds_of(item: Node) -> frozenset[str]:
    """Return what an item is about: lengths, shapes, cards or features."""
    kinds = set[str]()
    for part in nodes.walk(item):
        if isinstance(part, nodes.HasCard):
            kinds.add("card")
        elif isinstance(part, ShapeTest):
            kinds.add("shape")
        elif isinstance(part, Measure):
            kinds.add(part.feature.name)
    return frozenset(kinds)
