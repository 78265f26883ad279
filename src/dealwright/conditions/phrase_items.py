"""The items of a phrase about one hand: points, lengths, shapes, cards and other features."""

from __future__ import annotations

import re

from dealwright.base.errors import ConditionError
from dealwright.cards import Card, Seat, Suit
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Binary, Measure, Node, Number, ShapeTest
from dealwright.conditions.opening_bids import opening_tree
from dealwright.conditions.phrase_cards import (
    RANK_WORDS,
    RANKS,
    SHORT_SUITS,
    ends_in_suit,
    length_of,
    read_card_of_suit,
    read_coloured,
    read_glued_card,
    read_headed,
    read_holding,
    read_suit_after,
    read_suits_after_or,
    read_top_cards,
    read_yarborough,
    stopper_in,
)
from dealwright.conditions.phrase_denials import DENIALS, counts_cards, read_denied, read_neither
from dealwright.conditions.phrase_pieces import SUITS, PhraseCursor
from dealwright.conditions.phrase_ranges import (
    POINT_WORDS,
    PhraseSpan,
    begins_range,
    exactly_or_more,
    point_words,
    read_number,
    read_span,
    turned_span,
)
from dealwright.conditions.phrase_suits import (
    COMPARED,
    GROUPS,
    HONOURS,
    MOST_POINTS,
    PAIRS,
    check_limit,
    each_suit,
    feature_name,
    limited_test,
    points_test,
    read_as_many,
    read_compared,
    read_equal,
    read_measure,
    read_of_both,
    read_one_and_the_other,
    read_several,
    read_short_tests,
    read_suit_first,
    read_suits,
    read_two_suits,
    suited_test,
)
from dealwright.conditions.shape_sets import NAMED_SHAPES
from dealwright.conditions.syntax import Token

__all__ = ["SEAT_NAMES", "read_item", "unexpected"]

SEAT_NAMES = {name: seat for seat in Seat for name in (seat.name.lower(), seat.letter.lower())}
_NAMED = ("unbalanced", "stopper", "stoppers")
_RULES = {15: "pearson", 18: "opening_count", 19: "opening_count", 20: "opening_count",
          22: "opening_count_quick"}  # fmt: skip
_MEETS = ("satisfies", "satisfying", "meets", "meeting", "fits", "passes")
_MOST_SEATS = 4  # of a phrase that is read again with a semicolon
_BIDDING = re.compile(  # words of bidding, which do not describe a hand
    "bids?|blackwood|calls?|double[ds]?|fit|forcing|game|invit(e|ation(al)?)|jacoby|jump|limit"
    "|m(ax|in)imum|michaels|misfit|negative|open(ers?|ings?)|overcalls?|partner|pass(ed|es)?"
    "|penalty|preempt(s|ive)?|raises?|rebids?|redoubles?|relay|respon(d|ds|ders?|ses?)|reverse"
    "|slam|splinters?|stayman|strong|takeout|transfers?|weak"
)


def read_item(cursor: PhraseCursor) -> tuple[Node, frozenset[int] | None]:
    """Return an item, and its points if it is points without a unit."""
    if cursor.word() == "all" and cursor.ahead(1).type == "number" and cursor.word(2) != "of":
        cursor.place += 1  # all four aces
    piece, word = cursor.piece, cursor.word()
    if begins_range(cursor):
        return _ranged(cursor)
    if word in DENIALS:
        cursor.place += 1
        return read_denied(cursor, word), None
    if word == "neither":
        cursor.place += 1
        return read_neither(cursor), None
    if word == "(":
        cursor.place += 1
        inside = cursor.grammar.read_hand(cursor)
        if not cursor.takes(")"):
            raise cursor.error(cursor.piece, "expected ')'", "Each '(' needs its ')'")
        return inside, None
    if piece.type == "shape":
        return _shape_item(cursor), None
    if piece.type == "word":
        return _worded(cursor), None
    raise unexpected(cursor)


def _shape_item(cursor: PhraseCursor) -> Node:
    piece = cursor.take()
    shape = _shape(cursor, piece)
    if "=" in piece:
        cursor.takes("exactly")
    elif [cursor.word(place) for place in range(3)] == ["in", "any", "order"]:
        cursor.place += 3
    return shape


def _ranged(cursor: PhraseCursor) -> tuple[Node, frozenset[int] | None]:
    """Return an item that begins with a range, and its points if it has no unit."""
    for reader in (
        read_top_cards,
        read_two_suits,
        read_one_and_the_other,
    ):
        item = reader(cursor)
        if item is not None:
            return item, None
    start, begin = cursor.piece, cursor.place
    if len(start) >= 4 and start.isdigit():
        raise _digits_error(cursor, start)
    span = _choice_span(cursor) or read_span(cursor)
    several = read_several(cursor, begin, span)
    if several is not None:
        return several, None
    if cursor.takes("card", "cards"):
        span = turned_span(cursor, span)
        if span.bare and cursor.word() not in ("in", "of"):
            assert span.low is not None
            raise exactly_or_more(cursor, start, span.low)
    item = read_of_both(cursor, begin, span) or _counted(cursor, begin, span)
    if item is not None:
        return item, None
    dashed = start.type == "number" and cursor.ahead(-2) == "-"
    if dashed and span.low == span.high and 2 * (span.low or 0) <= 13:
        raise cursor.error(
            start,
            f"'{span.low}-{span.high}' may be points or a shape",
            f"Write: {span.low} points - or: {span.low}-{span.high} majors - or: "
            f"any {span.low}{span.high}xx",
        )
    if cursor.piece == "of" or (span.bare and cursor.piece.type == "word" and cursor.touches(0)):
        raise unexpected(cursor)
    span = turned_span(cursor, span)
    return points_test(cursor, start, span), span.points(MOST_POINTS)


def _choice_span(cursor: PhraseCursor) -> PhraseSpan | None:
    """Return the values of ``5 or 6`` before what they count, or None."""
    if not (cursor.piece.type == cursor.ahead(2).type == "number" and cursor.word(1) == "or"):
        return None
    following = cursor.ahead(3)
    if following.type != "word" or following.lower() in ("or", "and", "to"):
        return None
    if not (counts_cards(cursor, 3) or following.lower() in ("card", "cards")):
        return None
    low, high = cursor.amount(cursor.piece), cursor.amount(cursor.ahead(2))
    cursor.place += 3
    if high != low + 1:
        raise cursor.error(following, "only consecutive numbers are joined like this",
                         f"Write: {low} {following} or {high} {following}")  # fmt: skip
    return PhraseSpan(low, high)


def _counted(cursor: PhraseCursor, begin: int, span: PhraseSpan) -> Node | None:
    """Return the test of what the next word counts, or None if it counts nothing."""
    start, word = cursor.pieces[begin], cursor.word()
    if cursor.piece.type != "word":
        return None
    _refuse_miscounted(cursor, start)
    if word == "support" and cursor.word(1) in ("for", "in"):
        cursor.place += 2
        word = cursor.word()
    grouped = cursor.word(1) in PAIRS or (
        cursor.word(1) in (*GROUPS, "one") and cursor.ahead(2).type == "word"
    )
    if word in ("in", "of") and (grouped or (word == "in" and cursor.word(1) in SUITS)):
        named = cursor.place + 1
        suits = read_suits(cursor)
        check_limit(cursor, begin, named, suits, span)
        return each_suit(cursor, suits, span, "")
    if word in SUITS and span.bare and len(word) == 1 and cursor.touches(0):
        raise _card_or_length(cursor, start)
    if word in (*SUITS, *PAIRS, "suit", "suits", "other"):
        if word in (*PAIRS, "suit") and span.bare:
            assert span.low is not None
            raise exactly_or_more(cursor, start, span.low)
        named = cursor.place
        suits = read_suits(cursor)
        span = turned_span(cursor, span)
        check_limit(cursor, begin, named, suits, span)
        return each_suit(cursor, suits, span, "", start)
    if point_words(cursor):
        return _points_counted(cursor, start, span)
    if feature_name(cursor, 0) is None:
        return None
    measure = read_measure(cursor)
    return limited_test(cursor, measure, turned_span(cursor, span))


def _refuse_miscounted(cursor: PhraseCursor, start: Token) -> None:
    """Refuse a number before what it does not count here, though it may seem so.

    :raises ConditionError: if ``more spades than hearts`` or ``ace or king of spades`` follow
    """
    words = [cursor.word(place) for place in range(4)]
    if words[0] in COMPARED and words[2] == "than" and words[1] in SUITS and words[3] in SUITS:
        one, other = (Suit(SUITS[words[place]]).name.lower() for place in (1, 3))
        raise cursor.error(start, "a phrase cannot say by how many cards",
                         f"Write: {words[0]} {one} than {other}")  # fmt: skip
    if (words[0] in RANK_WORDS and words[1] == "or" and words[2] in RANK_WORDS
            and words[3] in ("of", "in", *SUITS)):  # fmt: skip
        one, other = words[0], words[2]
        raise cursor.error(
            cursor.piece, f"a number before '{one} or {other}' of a suit has two readings",
            f"Write: {one} or {other} of spades - or: {other} of spades or 1+ {one}s",
        )  # fmt: skip


def _points_counted(cursor: PhraseCursor, start: Token, span: PhraseSpan) -> Node:
    """Return the test of ``points`` or ``points in spades``."""
    cursor.place += point_words(cursor)
    span = turned_span(cursor, span)
    if cursor.word() == "in" and cursor.word(1) in SUITS:
        suit = SUITS[cursor.word(1)]
        cursor.place += 2
        hcp = Measure(cursor.features["hcp"], int(cursor.owner), suit)
        return limited_test(cursor, hcp, turned_span(cursor, span))
    return points_test(cursor, start, span)


def _card_or_length(cursor: PhraseCursor, start: Token) -> ConditionError:
    suit = Suit.of(cursor.word())
    rank = "T" if start == "10" else str(start)
    seat, name = cursor.owner.name.lower(), suit.name.lower()
    card = f" - or, for the card: hascard({seat}, {rank}{suit.letter})"
    return cursor.error(
        start,
        f"'{start}{cursor.piece}' may be a number of cards or a card",
        f"Write: {start} {name} - or: {start}+ {name}{card if rank in RANKS else ''}",
    )


def _digits_error(cursor: PhraseCursor, start: Token) -> ConditionError:
    digits = str(start)
    if len(digits) == 4 and sum(map(int, digits)) == 13:
        return cursor.error(
            start,
            f"'{digits}' may be a shape in any order, or with spades first",
            f"Write: any {digits} - or: {'='.join(digits)}",
        )
    return cursor.error(start, f"{digits} is too large a number")


def _worded(cursor: PhraseCursor) -> Node:
    """Return an item that begins with a word."""
    readers = (
        read_top_cards, _named_item, read_compared, read_as_many, read_equal,
        _rule_of, read_suit_first, read_card_of_suit, read_coloured, read_headed,
        read_yarborough, read_glued_card, read_holding, _unit_first,
    )  # fmt: skip
    for reader in readers:
        item = reader(cursor)
        if item is not None:
            return item
    raise _unknown(cursor, cursor.piece)


def _named_item(cursor: PhraseCursor) -> Node | None:
    """Return the item that the next word names, or None if it names none."""
    piece, word = cursor.piece, cursor.word()
    if word == "semi" and cursor.word(1) in ("balanced", "-"):
        cursor.place += 1
        cursor.takes("-")
        word = "semi" + cursor.word()
    if word == "any":
        return _any_order(cursor)
    if word == "opens":
        return _opening(cursor)
    if word == "bal":
        word = "balanced"
    if word == "flat":
        raise cursor.error(piece, "'flat' may be 4-3-3-3, or any balanced shape",
                         "Write: any 4333 - or: balanced")  # fmt: skip
    if word not in (*NAMED_SHAPES, *_NAMED, *SHORT_SUITS):
        return None
    cursor.place += 1
    if word in SHORT_SUITS:
        return _short(cursor, SHORT_SUITS[word])
    if word == "stopper":
        suits = [read_suit_after(cursor, piece, word), *read_suits_after_or(cursor)]
        return nodes.chained("or", [stopper_in(cursor, suit) for suit in suits])
    if word == "stoppers":
        suits, joined = read_suits(cursor)
        return nodes.chained(
            "and" if joined == "and" else "or", [stopper_in(cursor, suit) for suit in suits]
        )
    shape = ShapeTest(int(cursor.owner), nodes.NamedShape(word.removeprefix("un")))
    return nodes.Unary("not", shape) if word == "unbalanced" else shape


def _rule_of(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``rule of 20``, or None."""
    ahead = int(cursor.word() in _MEETS)
    if (cursor.word(ahead), cursor.word(ahead + 1)) != ("rule", "of"):
        return None
    cursor.place += ahead + 2
    place = cursor.piece
    number = read_number(cursor)
    name = _RULES.get(int(number))
    if name is None:
        raise cursor.error(place, f"there is no rule of {place}",
                         "Write: rule of 20 - or: rule of 22 - or: rule of 15")  # fmt: skip
    return limited_test(
        cursor, Measure(cursor.features[name], int(cursor.owner)), PhraseSpan(number, None)
    )


def _unit_first(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``spades 5+``, ``HCP 15-17`` or ``controls 6+``, or None."""
    points = point_words(cursor)
    words = points or 1 + (feature_name(cursor, 0) == f"{cursor.word()}_{cursor.word(1)}")
    place, start = cursor.place, cursor.piece
    known = points > 0 or cursor.word() in SUITS or feature_name(cursor, 0) is not None
    cursor.place += words
    if not known or not begins_range(cursor):
        cursor.place = place
        return None
    if points:
        return points_test(cursor, start, read_span(cursor))
    if start.lower() in SUITS:
        return suited_test(cursor, start, read_span(cursor), SUITS[start.lower()])
    after = read_span(cursor)
    behind, cursor.place = cursor.place, place
    measure = read_measure(cursor)
    cursor.place = behind
    return limited_test(cursor, measure, after)


def _opening(cursor: PhraseCursor) -> Node:
    cursor.place += 1
    begin = cursor.piece
    if begin.type == "end":
        raise cursor.error(begin, "expected a call", "Write: north: opens 1NT")
    call, end = "", begin
    while cursor.piece.type in ("number", "word") and (not call or cursor.touches(0)):
        end = cursor.take()
        call += end
    if call.isdigit() and cursor.piece.type == "word":  # 1 spade
        word = cursor.take()
        call += word[0] if word.lower() in SUITS else word.lower().replace("notrump", "nt")
    system: str | None = None
    if cursor.takes("in", "by"):
        first = cursor.place
        while (
            (cursor.piece.type in ("word", "number") and cursor.word() not in ("or", "and"))
            or cursor.piece == "-"
            or (cursor.piece in (".", "/", "~") and (cursor.place == first or cursor.touches(0)))
        ):
            cursor.place += 1
        system = cursor.between(first, cursor.place)
    try:
        return opening_tree(cursor.owner, call, system)
    except ValueError as error:
        raise cursor.error(begin, str(error).split("\n")[0]) from None


def _short(cursor: PhraseCursor, cards: int) -> Node:
    """Return the test of a short suit: in the suits that come next, or in any.

    ``singleton or void in hearts`` is about hearts, ``singleton king of hearts`` about both.
    """
    lengths = [cards]
    ahead = 0
    while cursor.word(ahead) == "or" and cursor.word(ahead + 1) in SHORT_SUITS:
        lengths.append(SHORT_SUITS[cursor.word(ahead + 1)])
        ahead += 2
    named = cursor.word(ahead) == "in"
    if cursor.word(ahead + named) in SUITS and (
        named or cursor.word(ahead + 1) not in (*SHORT_SUITS, "stopper")
    ):
        cursor.place += ahead
        suits = [read_suit_after(cursor, cursor.piece, "void"), *read_suits_after_or(cursor)]
        pairs = [(suit, few) for suit in suits for few in lengths]
        return nodes.chained(
            "or",
            [
                limited_test(cursor, length_of(cursor, suit), PhraseSpan(few, few))
                for suit, few in pairs
            ],
        )
    if named and cursor.word(ahead + 1) in (*GROUPS, *PAIRS, "majors", "minors", "a", "one"):
        cursor.place += ahead
        suits, joined = read_suits(cursor)
        return nodes.chained(
            "and" if joined == "and" else "or",
            [
                nodes.chained(
                    "or",
                    [
                        limited_test(cursor, length_of(cursor, suit), PhraseSpan(few, few))
                        for few in lengths
                    ],
                )
                for suit in suits
            ],
        )
    word = cursor.word()
    if cards and (word in (*RANK_WORDS, *HONOURS) or ends_in_suit(cursor)):
        card = read_card_of_suit(cursor) or read_glued_card(cursor)
        if isinstance(card, nodes.HasCard):
            alone = Binary("==", length_of(cursor, int(Card(card.card).suit)), Number(cards))
            return Binary("and", alone, card)
        if card is not None or cursor.word(1) in ("or", "and"):
            raise unexpected(cursor)
        cursor.place -= 1
        return nodes.chained("or", read_short_tests(cursor)[0])
    cursor.takes("somewhere")
    every = [length_of(cursor, int(suit)) for suit in reversed(Suit)]
    return nodes.chained("or", [Binary("==", length, Number(cards)) for length in every])


def _any_order(cursor: PhraseCursor) -> Node:
    """Return the test of ``any 5422`` or ``any 54xx``."""
    start = cursor.take()
    first = cursor.piece
    position = first.start_pos
    match_ = re.compile(r"[0-9x]{4}(?!\w)", re.IGNORECASE).match(cursor.text, position, cursor.end)
    if match_ is not None:
        while cursor.piece.type != "end" and cursor.piece.start_pos < match_.end():
            cursor.place += 1
        lengths = [None if letter in "xX" else int(letter) for letter in match_[0]]
        return _pattern(cursor, first, lengths, any_order=True)
    if first.type == "shape":
        cursor.place += 1
        if "=" in first:
            raise cursor.error(first, f"'any' is any order, and {first} is spades first",
                             f"Write: {first} - or: {first.replace('=', '-')}")  # fmt: skip
        return _shape(cursor, first)
    raise cursor.error(start, "'any' goes before a shape", "Write: any 5422 - or: any 54xx")


def _shape(cursor: PhraseCursor, piece: Token) -> Node:
    """Return the test of ``5-4-2-2``, any order, or ``5=4=2=2``, spades first."""
    exact = "=" in piece
    lengths = [int(part) for part in re.split("[-=]", piece)]
    if len(lengths) != 4:
        sign = "=" if exact else "-"
        missing = 13 - sum(lengths)
        whole = sign.join(map(str, [*lengths, missing]))
        hint = f"Write: {whole}" if len(lengths) == 3 and missing >= 0 else ""
        raise cursor.error(piece, f"a shape has four lengths, and {piece} has {len(lengths)}", hint)
    return _pattern(cursor, piece, list(lengths), any_order=not exact)


def _pattern(
    cursor: PhraseCursor, piece: Token, lengths: list[int | None], *, any_order: bool
) -> Node:
    first, second, third, fourth = lengths
    known = [length for length in lengths if length is not None]
    if sum(known) > 13 or (len(known) == 4 and sum(known) != 13):
        raise cursor.error(piece, f"this shape has {sum(known)} cards, not 13",
                         "A hand has 13 cards")  # fmt: skip
    pattern = nodes.Pattern(True, any_order, (first, second, third, fourth))
    return ShapeTest(int(cursor.owner), nodes.Patterns((pattern,)))


def unexpected(cursor: PhraseCursor) -> ConditionError:
    """Return the error for a piece that cannot come here."""
    piece = cursor.piece
    if piece.type == "end":
        return cursor.error(piece, "unexpected end; expected a hand",
                          "Write: 15-17 balanced - or: 5+ spades")  # fmt: skip
    if piece == "[" or piece == "{":
        inside = re.compile(r"[\[{]\s*(\d+)\s*[,:-]\s*(\d+)").match(cursor.text, piece.start_pos)
        hint = f"Write: {inside[1]}-{inside[2]}" if inside else "Use round brackets"
        return cursor.error(piece, f"unexpected '{piece}'", hint)
    if piece.type == "word":
        return _unknown(cursor, piece)
    return cursor.error(piece, f"unexpected '{piece}'")


def _with_semicolon(cursor: PhraseCursor, piece: Token) -> str:
    """Return the phrase with a semicolon before a seat; "" if it cannot be read with it."""
    before, after = cursor.text[: piece.start_pos].rstrip(" ,"), cursor.text[piece.start_pos :]
    if after.count(":") > _MOST_SEATS:
        return ""
    try:
        text = f"{before}; {after}"
        cursor.grammar.read_whole(PhraseCursor(text, cursor.features, cursor.grammar))
    except ConditionError:
        return ""
    return f"{before}; {after}"


def _notrump(cursor: PhraseCursor, piece: Token) -> ConditionError:
    """Return the error for notrump, which is meant as a kind of hand behind points."""
    before = cursor.text[: piece.start_pos]
    call = re.search(r"\b[1-7]\s*$", before)
    hint = f"Write: opens {call[0].strip() if call else 1}NT"
    if re.search(r"\d\d?\s*-\s*\d\d?\s*$", before):
        hint = "Write: balanced"
    return cursor.error(piece, f"'{piece}' is a call, and a phrase describes a hand", hint)


def _unknown(cursor: PhraseCursor, piece: Token) -> ConditionError:
    """Return the error for a word that is not an item here."""
    word = piece.lower()
    if word in SEAT_NAMES and cursor.word(1) == ":":
        hint = _with_semicolon(cursor, piece) or "north: 15-17; south: 5+ spades"
        return cursor.error(piece, "a ';' goes before the next seat", f"Write: {hint}")
    if word in SUITS:
        suit = Suit(SUITS[word]).name.lower()
        return cursor.error(piece, f"'{piece}' needs a number before it", f"Write: 5+ {suit}")
    if word in ("major", "minor"):
        hint = f"Write: 4+ {word}"
        return cursor.error(piece, f"'{piece}' needs a number before it", hint)
    if word in ("majors", "minors"):
        return cursor.error(piece, f"'{piece}' needs two lengths before it",
                          f"Write: 5-4 {piece} - or: 4+ {word[:-1]}")  # fmt: skip
    if re.match(r"\s*\(", cursor.text[piece.start_pos + len(piece) :]):
        return cursor.error(
            piece, f"'{piece}(...)' is a condition, not part of a phrase",
            "Put it after 'where': north: 15-17; where hcp(south) > 8",
        )  # fmt: skip
    if word in RANK_WORDS:
        return cursor.error(piece, f"'{piece}' needs a suit, or a number before it",
                          f"Write: {word} of spades - or: 1 {word}")  # fmt: skip
    named = feature_name(cursor, 0)
    if word in POINT_WORDS or named is not None:
        measured = None if named is None else cursor.features[named]
        few = measured is not None and measured.bounds[1] < 8 * measured.scale
        hint = f"Write: {1 if few else 8}+ {piece}"
        return cursor.error(piece, f"'{piece}' needs a number before it", hint)
    if word in ("nt", "notrump", "notrumps"):
        return _notrump(cursor, piece)
    if _BIDDING.fullmatch(word):
        return cursor.error(
            piece, f"'{piece}' is a word of bidding, and a phrase describes a hand",
            "Write what it shows, such as 6 spades, 5-10; or what is opened, such as opens 2S; "
            "or look among the scenarios",
        )  # fmt: skip
    known = [
        *SUITS,
        *SHORT_SUITS,
        *NAMED_SHAPES,
        *_NAMED,
        "yarborough",
        *cursor.features.names(),
    ]
    hint = cursor.near(piece, [name for name in known if len(name) > 2])
    return cursor.error(piece, f"'{piece}' is not a word that a phrase can use", hint or (
        "A phrase has points (15-17), lengths (5+ spades), shapes (balanced, 5-4-2-2) and cards"
    ))  # fmt: skip
