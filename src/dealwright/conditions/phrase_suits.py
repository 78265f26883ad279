"""The suits of a phrase: lengths, alone, in pairs and compared, and how many are short or long."""

from __future__ import annotations

from fractions import Fraction

from dealwright.base.errors import ConditionError
from dealwright.cards import Suit
from dealwright.conditions.nodes import Binary, Measure, Node, Number, Within, chained
from dealwright.conditions.phrase_cards import (
    COLOURS,
    RANK_WORDS,
    SHORT_SUITS,
    card_in,
    length_of,
    read_suits_after_or,
    stopper_in,
)
from dealwright.conditions.phrase_pieces import SUITS, PhraseCursor
from dealwright.conditions.phrase_ranges import (
    POINT_WORDS,
    PhraseSpan,
    begins_range,
    read_span,
    sign_words,
    turned_span,
)
from dealwright.conditions.syntax import Token

__all__ = [
    "AS_MANY",
    "COMPARED",
    "GROUPS",
    "HONOURS",
    "MOST_POINTS",
    "PAIRS",
    "check_limit",
    "each_suit",
    "feature_name",
    "limited_test",
    "points_test",
    "read_as_many",
    "read_compared",
    "read_equal",
    "read_measure",
    "read_of_both",
    "read_one_and_the_other",
    "read_several",
    "read_short_tests",
    "read_suit_first",
    "read_suits",
    "read_two_suits",
    "suited_test",
]

MOST_POINTS = 37
_EACH = ("each", "every", "both", "all")
GROUPS = (*_EACH, "either", "other")
_LONGER = ("better", "longer", "more")
COMPARED = {"more": ">", "longer": ">", "fewer": "<", "shorter": "<"}
PAIRS = {"major": (Suit.SPADES, Suit.HEARTS), "minor": (Suit.DIAMONDS, Suit.CLUBS)}
HONOURS = ("honour", "honours", "honor", "honors")
AS_MANY = {"at least": ">=", "at most": "<=", "exactly": "=="}


def read_suits(cursor: PhraseCursor) -> tuple[list[int], str]:
    """Take suits: ``spades``, ``spades or hearts``, ``major``, ``each major``, ``other suits``.

    Return them, and what joins them: ``and``, ``or`` or ``either``.

    :raises ConditionError: if there are none
    """
    start, begin = cursor.piece, cursor.place
    cursor.takes("in", "of")
    joined = "and" if cursor.takes(*_EACH) else "or"
    if joined == "and" or cursor.takes("one", "a"):
        cursor.takes("of")
    if cursor.takes("other"):
        return _other_suits(cursor, begin, joined)
    if cursor.takes("either"):
        joined = "either"
    cursor.takes("four", "4")
    word = cursor.word()
    if word.removesuffix("s") in PAIRS:
        cursor.place += 1
        cursor.takes("suit", "suits")
        return [int(suit) for suit in PAIRS[word.removesuffix("s")]], joined
    if word in ("suit", "suits"):
        cursor.place += 1
        return [int(suit) for suit in reversed(Suit)], joined
    if word not in SUITS:
        raise cursor.error(start, "expected a suit", "Name a suit, or write: in each major")
    cursor.place += 1
    suits = [SUITS[word], *read_suits_after_or(cursor)]
    cursor.takes("suit", "suits", "cards", "support")
    return suits, joined


def _other_suits(cursor: PhraseCursor, begin: int, joined: str) -> tuple[list[int], str]:
    """Take what comes after ``other``: the suits but the one that the hand named last.

    :raises ConditionError: if there is none, or two that ``or`` joins
    """
    named, either = list[int](), False
    for piece in reversed(cursor.pieces[:begin]):
        word = piece.lower()
        if word in (";", ":") or (named and word in (",", "(")):
            break
        either = either or word == "or"
        if word in SUITS:
            named.append(SUITS[word])
    cursor.takes("two", "2", "three", "3")
    final = cursor.take()
    kind = final.lower().removesuffix("s")
    if kind not in (*PAIRS, "suit") or not named or (either and len({*named}) > 1):
        raise cursor.error(
            cursor.pieces[begin], f"'other {final}' does not say which suits",
            "Name them, as in 3+ spades, 3+ hearts",
        )  # fmt: skip
    cursor.takes("suit", "suits")
    suits = [int(suit) for suit in PAIRS.get(kind, tuple(reversed(Suit)))]
    every = final.lower().endswith("s")
    return [suit for suit in suits if suit != named[0]], "and" if every else joined


def check_limit(
    cursor: PhraseCursor, begin: int, named: int, suits: tuple[list[int], str], span: PhraseSpan
) -> None:
    """Refuse ``at most 3 spades or hearts``: each may be limited, or one of them.

    :raises ConditionError: if a limit stands before suits that are joined by ``or``
    """
    words = cursor.pieces[named : cursor.place]
    if suits[1] != "or" or not span.is_limit or "or" not in words:
        return
    limit = cursor.between(begin, named)
    each = [f"{limit} {word}" for word in words if word.lower() in SUITS]
    raise cursor.error(
        cursor.pieces[begin],
        f"'{cursor.between(begin, cursor.place)}' may be said of each suit, or of one of them",
        f"Write: {', '.join(each)} - or: {' or '.join(each)}",
    )


def each_suit(
    cursor: PhraseCursor,
    suits: tuple[list[int], str],
    span: PhraseSpan,
    joined: str,
    start: Token | None = None,
) -> Node:
    """Return the test that the length of one suit, or of each, is in a range.

    At most three cards in either major are at most three in each.
    """
    place = cursor.piece if start is None else start
    tests = [suited_test(cursor, place, span, suit) for suit in suits[0]]
    joint = joined or suits[1]
    if joint == "either":
        joint = "and" if span.is_limit else "or"
    return chained(joint, tests)


def read_several(cursor: PhraseCursor, begin: int, span: PhraseSpan) -> Node | None:
    """Return the test of how many suits are ``singletons``, ``4+ majors``, ``stoppers`` ...

    None if the next is something else.
    """
    place, first = cursor.place, cursor.pieces[begin]
    found = _tests_of_suits(cursor, begin)
    if found is None:
        return None
    tests, joint = found
    counted, text = cursor.between(place, cursor.place), cursor.between(begin, place)
    in_words = not first[0].isdigit() and first not in ("-", "<", ">", "=", "<=", ">=")
    noun = cursor.pieces[place].lower().removesuffix("s")
    named = noun in (*SHORT_SUITS, "stopper", *PAIRS, "suit")
    plural = cursor.pieces[place] if named else cursor.ahead(-1)
    most = max(span.ends)
    is_plural = plural.lower().endswith("s")
    if most > len(tests) and not is_plural and (most > 4 or not in_words):
        cursor.place = place  # points, and another item
        return None
    if most > len(tests):
        one = f"{noun} {counted[len(cursor.pieces[place]) :].strip()}" if named else counted
        hint = f"{text} points, {one.strip()}"
        readable = cursor.grammar.is_readable(cursor, hint)
        raise cursor.error(
            first, f"a hand cannot have {text} {counted}", f"Write: {hint}" if readable else ""
        )
    if not (in_words or is_plural or span.bare):
        raise cursor.error(
            first, f"'{text}' before '{counted}' has two readings",
            f"Write: {text} points, {counted} - or: {_in_words(span)} {counted}",
        )  # fmt: skip
    if joint == "and":  # in each major
        if span.low != 1:
            raise cursor.error(first, f"'{text} {counted}' is not a number of each suit",
                             f"Write: {counted}")  # fmt: skip
        return chained("and", tests)
    return _number_of(cursor, tests, span)


def _number_of(cursor: PhraseCursor, tests: list[Node], span: PhraseSpan) -> Node:
    """Return the test of how many of some tests hold."""
    if not span.outside and span.high in (None, len(tests)) and span.low in (1, len(tests)):
        return chained("or" if span.low == 1 and len(tests) > 1 else "and", tests)
    total = tests[0]
    for test in tests[1:]:
        total = Binary("+", total, test)
    return limited_test(cursor, total, span)


def _tests_of_suits(cursor: PhraseCursor, begin: int) -> tuple[list[Node], str] | None:
    """Take what a number may count, and return its test of each suit, and what joins them."""
    word = cursor.word().removesuffix("s")
    if word in SHORT_SUITS:
        return read_short_tests(cursor)
    if word == "stopper":
        cursor.place += 1
        suits, joint = _suits_in(cursor)
        return [stopper_in(cursor, suit) for suit in suits], joint
    if word in (*PAIRS, "suit") and cursor.word(1) == "of" and _begins_range_ahead(cursor, 2):
        cursor.place += 2
        span = read_span(cursor)
        cursor.takes("card", "cards")
        return _long_tests(cursor, word, turned_span(cursor, span)), "or"
    return _long_suits(cursor, begin)


def _begins_range_ahead(cursor: PhraseCursor, ahead: int) -> bool:
    cursor.place += ahead
    begins = begins_range(cursor)
    cursor.place -= ahead
    return begins


def read_short_tests(cursor: PhraseCursor) -> tuple[list[Node], str]:
    """Take ``singletons``, ``singletons or voids in the majors`` or ``singleton kings``."""
    lengths = [SHORT_SUITS[cursor.take().lower().removesuffix("s")]]
    while cursor.word() == "or" and cursor.word(1).removesuffix("s") in SHORT_SUITS:
        lengths.append(SHORT_SUITS[cursor.word(1).removesuffix("s")])
        cursor.place += 2
    ranks = ""
    word = cursor.word()
    if word.removesuffix("s") in RANK_WORDS or word in HONOURS:
        ranks = RANK_WORDS.get(word.removesuffix("s"), "AKQJT")
        cursor.place += 1
    suits, joint = _suits_in(cursor)
    if word in SUITS and cursor.word(1) not in (*SHORT_SUITS, "stopper"):
        cursor.place += 1
        suits = [SUITS[word]]
    tests = list[Node]()
    for suit in suits:
        test = chained(
            "or", [Binary("==", length_of(cursor, suit), Number(cards)) for cards in lengths]
        )
        if ranks:
            cards = chained("or", [card_in(cursor, rank, suit) for rank in ranks])
            test = Binary("and", test, cards)
        tests.append(test)
    return tests, joint


def _suits_in(cursor: PhraseCursor) -> tuple[list[int], str]:
    """Take ``in the majors``; return the suits, all four if none are named."""
    named = (*GROUPS, *PAIRS, "majors", "minors", "one", *SUITS)
    if cursor.word() in ("in", "of") and cursor.word(1) in named:
        suits, joint = read_suits(cursor)
        return suits, "and" if joint == "and" else "or"
    cursor.takes("somewhere")
    return [int(suit) for suit in reversed(Suit)], "or"


def _long_suits(cursor: PhraseCursor, begin: int) -> tuple[list[Node], str] | None:
    """Take ``4+ majors`` or ``5+ card suits``, or nothing if something else comes next."""
    place = cursor.place
    if not begins_range(cursor):
        return None
    card = 1 + (cursor.word(1) == "-")
    if cursor.piece.type == "number" and cursor.word(card) in ("card", "cards"):
        kind = cursor.word(card + 1).removesuffix("s")
        if kind in (*PAIRS, "suit"):
            number, count = cursor.piece, cursor.between(begin, place)
            named = kind if count.lower().split()[-1] in ("one", "1") else f"{kind}s"
            raise cursor.error(
                number, f"'{number}-card' may mean exactly {number} cards, or {number} and "
                f"more", f"Write: {count} {named} of exactly {number} cards - or: "
                f"{count} {named} of {number}+ cards",
            )  # fmt: skip
    try:
        span = read_span(cursor)
    except ConditionError:
        cursor.place = place
        return None
    cursor.takes("-")
    cursor.takes("card", "cards")
    kind = cursor.word().removesuffix("s")
    if kind not in (*PAIRS, "suit") or span.bare:
        cursor.place = place
        return None
    cursor.place += 1
    return _long_tests(cursor, kind, span), "or"


def _long_tests(cursor: PhraseCursor, kind: str, span: PhraseSpan) -> list[Node]:
    suits = PAIRS.get(kind, tuple(reversed(Suit)))
    return [suited_test(cursor, cursor.piece, span, int(suit)) for suit in suits]


def _two_named(cursor: PhraseCursor, ahead: int) -> tuple[list[int], int]:
    """Return two suits named ahead, and by how many words: ``majors``, ``red suits`` ..."""
    word, following = cursor.word(ahead), cursor.word(ahead + 1)
    if word in ("majors", "minors"):
        return [int(suit) for suit in PAIRS[word.removesuffix("s")]], 1
    if word in COLOURS and following == "suits":
        return [int(suit) for suit in COLOURS[word]], 2
    if word in SUITS and following == "and" and cursor.word(ahead + 2) in SUITS:
        return [SUITS[word], SUITS[cursor.word(ahead + 2)]], 3
    return [], 0


def read_of_both(cursor: PhraseCursor, begin: int, span: PhraseSpan) -> Node | None:
    """Return the test of ``ten cards in the majors``, of both suits together, or None.

    :raises ConditionError: if each of them may be meant
    """
    suits, words = _two_named(cursor, 1)
    if cursor.word() != "in" or not suits or cursor.word(1) in SUITS:
        return None
    text, named = (
        cursor.between(begin, cursor.place),
        cursor.between(cursor.place + 1, cursor.place + 1 + words),
    )
    cursor.place += 1 + words
    if not cursor.takes("together", "combined") and 2 * max(span.ends) <= 13:
        raise cursor.error(
            cursor.pieces[begin], f"'{text} in the {named}' may be of each, or of both together",
            f"Write: {text} in each {named.removesuffix('s')} - or: {text} in the {named} "
            "together" if named[0].lower() == "m" else "",
        )  # fmt: skip
    one, other = (length_of(cursor, suit) for suit in suits)
    return limited_test(cursor, Binary("+", one, other), span._replace(bare=False))


def read_one_and_the_other(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``4 of one major and 5+ of the other``, or None."""
    place = cursor.place
    try:
        first, kind = _of_one(cursor)
        cursor.takes("and", ",", "with")
        second = read_span(cursor)
        cursor.takes("card", "cards")
        whole = bool(kind) and cursor.takes("of", "in") and cursor.takes("other")
    except ConditionError:
        cursor.place = place
        return None
    if not whole:
        cursor.place = place
        return None
    cursor.takes(kind, "one")
    one, other = (int(suit) for suit in PAIRS[kind])
    start = cursor.pieces[place]
    ways = [
        Binary("and", suited_test(cursor, start, first, a), suited_test(cursor, start, second, b))
        for a, b in ((one, other), (other, one))
    ]
    return chained("or", ways)


def _of_one(cursor: PhraseCursor) -> tuple[PhraseSpan, str]:
    """Take ``4 of one major``; return the range and the kind of suit, which may be ""."""
    span = read_span(cursor)
    cursor.takes("card", "cards")
    kind = ""
    if cursor.takes("of", "in"):
        cursor.takes("one", "either")
        kind = cursor.word() if cursor.word() in PAIRS else ""
        cursor.place += 1
    return span, kind


def read_two_suits(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``5-4 majors``, or None if something else comes next."""
    sign, words = sign_words(cursor)
    start, final, ahead = cursor.ahead(words), cursor.ahead(words + 2), words + 3
    if not (start.type == final.type == "number" and cursor.ahead(words + 1) == "-"):
        return None
    if sign != "=" and cursor.word(ahead) == "or" and cursor.word(ahead + 1) in _LONGER:
        ahead += 2
    ahead += 2 * _is_either_way(cursor, ahead)
    ahead += cursor.word(ahead) == "in"
    word = cursor.word(ahead)
    if word not in ("majors", "minors") or sign not in ("", "+", "="):
        return None
    test = "==" if sign == "=" else ">="
    first, second = int(cursor.amount(start)), int(cursor.amount(final))
    if first + second > 13:
        raise cursor.error(start, f"a hand has 13 cards, not {first + second}")
    cursor.place += ahead + 1
    comma = cursor.word() == ","
    if _is_either_way(cursor, comma):
        cursor.place += comma + 2
        cursor.takes("round", "around")
    one, other = (length_of(cursor, int(suit)) for suit in PAIRS[word.removesuffix("s")])
    ways = dict.fromkeys([(first, second), (second, first)])
    tests = [
        Binary("and", Binary(test, one, Number(low)), Binary(test, other, Number(high)))
        for low, high in ways
    ]
    return chained("or", tests)


def _is_either_way(cursor: PhraseCursor, ahead: int) -> bool:
    return (cursor.word(ahead), cursor.word(ahead + 1)) == ("either", "way")


def read_compared(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``more clubs than hearts``, or None.

    ``clubs longer than hearts`` is the same.
    """
    words = [cursor.word(place) for place in range(4)]
    if words[0] in COMPARED:
        words[:2] = words[1::-1]
    one, test, than, other = words
    if not (test in COMPARED and than == "than" and one in SUITS and other in SUITS):
        return None
    cursor.place += 4
    return Binary(COMPARED[test], length_of(cursor, SUITS[one]), length_of(cursor, SUITS[other]))


def read_as_many(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``at least as many hearts as spades``, or None.

    ``hearts at least as long as spades`` is the same.

    :raises ConditionError: if it does not say whether there may be more
    """
    start, begin, ahead = cursor.piece, cursor.place, 0
    suit_first = cursor.word() in SUITS
    sign = ""
    for words in (2, 1):
        text = " ".join(cursor.word(suit_first + place) for place in range(words))
        if text in AS_MANY:
            sign, ahead = AS_MANY[text], words
            break
    words_after = [cursor.word(suit_first + ahead + place) for place in range(5)]
    if suit_first:
        one, other, long = cursor.word(), words_after[3], words_after[:3] == ["as", "long", "as"]
    else:
        one, other = words_after[2], words_after[4]
        long = words_after[:2] == ["as", "many"] and words_after[3] == "as"
    if not long or one not in SUITS or other not in SUITS:
        return None
    cursor.place += ahead + 5
    if not sign:
        text = cursor.between(begin, cursor.place)
        hints = [
            f"{one} {word} as long as {other}" if suit_first else f"{word} {text}"
            for word in ("exactly", "at least")
        ]
        raise cursor.error(start, f"'{text}' may mean as many, or as many and more",
                         f"Write: {' - or: '.join(hints)}")  # fmt: skip
    return Binary(sign, length_of(cursor, SUITS[one]), length_of(cursor, SUITS[other]))


def read_equal(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``equal length in the minors``, or None.

    ``majors of equal length`` and ``the same number of spades and hearts`` are the same.
    """
    lengths = ("length", "lengths", "number", "numbers")
    ahead = 0
    suits, words = _two_named(cursor, 0)
    if suits:
        matched = cursor.word(words) == "of" and cursor.word(words + 1) in ("equal", "same")
        ahead = words + 2
    else:
        matched = cursor.word() in ("equal", "same")
        ahead = 1
    if not (matched and cursor.word(ahead) in lengths):
        return None
    ahead += 1
    if not suits:
        ahead += cursor.word(ahead) in ("in", "of")
        ahead += cursor.word(ahead) == "both"
        suits, words = _two_named(cursor, ahead)
        ahead += words
    if not suits:
        return None
    cursor.place += ahead
    one, other = (length_of(cursor, suit) for suit in suits)
    return Binary("==", one, other)


def read_suit_first(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``spade void`` or ``heart stopper``, or None if it is another item."""
    word, kind = cursor.word(), cursor.word(1)
    if word not in SUITS or kind not in (*SHORT_SUITS, "stopper"):
        return None
    cursor.place += 2
    if kind == "stopper":
        return stopper_in(cursor, SUITS[word])
    cards = SHORT_SUITS[kind]
    return limited_test(cursor, length_of(cursor, SUITS[word]), PhraseSpan(cards, cards))


def read_measure(cursor: PhraseCursor) -> Measure:
    """Take a feature of the hand, or of the suit that comes after it."""
    name = feature_name(cursor, 0)
    assert name is not None
    start = cursor.take()
    if name == f"{start.lower()}_{cursor.word()}":
        cursor.place += 1
    feature = cursor.features[name]
    suit: int | None = None
    ahead = cursor.word() in ("of", "in")
    other = not ahead and cursor.word(1) in (*SHORT_SUITS, "stopper")  # 2 tens, spade void
    if feature.per_suit and cursor.word(ahead) in SUITS and not other:
        cursor.place += ahead
        suit = SUITS[cursor.take().lower()]
    if suit is None and not feature.whole_hand:
        raise cursor.error(start, f"{name} describes one suit",
                         f"Write: {name} in spades")  # fmt: skip
    return Measure(feature, int(cursor.owner), suit)


def feature_name(cursor: PhraseCursor, ahead: int) -> str | None:
    """Return the name of the feature that a word ahead means, also in the singular."""
    word = cursor.word(ahead)
    if cursor.ahead(ahead).type != "word":
        return None
    for name in (f"{word}_{cursor.word(ahead + 1)}", word, f"{word}s", word.removesuffix("s")):
        if name in HONOURS:
            return "top5"
        if name in POINT_WORDS:
            return "hcp"
        if name in cursor.features and name != "length":
            return cursor.features[name].name
    return None


def points_test(cursor: PhraseCursor, start: Token, span: PhraseSpan) -> Node:
    """Return the test that the hand's points are in a range."""
    if (span.low or 0) > MOST_POINTS or (span.low is None and (span.high or 0) < 0):
        raise cursor.error(start, f"a hand has 0 to {MOST_POINTS} points")
    return limited_test(cursor, Measure(cursor.features["hcp"], int(cursor.owner)), span)


def suited_test(cursor: PhraseCursor, start: Token, span: PhraseSpan, suit: int) -> Node:
    """Return the test that the length of a suit is in a range."""
    if max(span.low or 0, 0 if span.high is None else span.high) > 13:
        raise cursor.error(start, "a suit has 13 cards")
    return limited_test(cursor, length_of(cursor, suit), span)


def limited_test(cursor: PhraseCursor, measure: Node, span: PhraseSpan) -> Node:
    """Return the test that a value is in a range, which is in the unit of players."""
    low, high = (_in_units(cursor, end, measure) for end in (span.low, span.high))
    if span.outside:
        return Binary("!=", measure, Number(low or 0))
    if low is None or high is None:
        return (
            Binary("<=", measure, Number(high))
            if low is None and high is not None
            else Binary(">=", measure, Number(low or 0))
        )
    if low == high:
        return Binary("==", measure, Number(low))
    return Within(measure, ((low, high),))


def _in_units(cursor: PhraseCursor, end: Fraction | int | None, measure: Node) -> int | None:
    """Return the end of a range in the unit of a feature, such as hundredths."""
    if end is None:
        return None
    scale = measure.feature.scale if isinstance(measure, Measure) else 1
    value = Fraction(end) * scale
    if value.denominator != 1:
        name = measure.feature.name if isinstance(measure, Measure) else "this"
        raise cursor.error(
            cursor.ahead(-1), f"{float(end):g} is too fine: {name} is counted "
            f"in {'hundredths' if scale == 100 else 'whole numbers'}",
        )  # fmt: skip
    return int(value)


def _in_words(span: PhraseSpan) -> str:
    """Return a range that begins with a word."""
    if span.low is None or span.high is None:
        return f"at most {span.high}" if span.low is None else f"at least {span.low}"
    return f"between {span.low} and {span.high}"
