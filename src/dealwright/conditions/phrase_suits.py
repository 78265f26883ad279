"""The suits of a phrase: lengths, alone, in pairs and compared, and how many are short or long."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction

from dealwright.base.errors import ConditionError
from dealwright.cards import Suit
from dealwright.conditions.nodes import Binary, Measure, Node, Number, Within, chained
from dealwright.conditions.phrase_cards import COLOURS, RANK_WORDS, SHORT_SUITS, PhraseCards
from dealwright.conditions.phrase_pieces import SUITS
from dealwright.conditions.phrase_ranges import POINT_WORDS, Span
from dealwright.conditions.syntax import Token

__all__ = ["AS_MANY", "COMPARED", "GROUPS", "HONOURS", "MOST_POINTS", "PAIRS", "PhraseSuits"]

MOST_POINTS = 37
_EACH = ("each", "every", "both", "all")
GROUPS = (*_EACH, "either", "other")
_LONGER = ("better", "longer", "more")
COMPARED = {"more": ">", "longer": ">", "fewer": "<", "shorter": "<"}
PAIRS = {"major": (Suit.SPADES, Suit.HEARTS), "minor": (Suit.DIAMONDS, Suit.CLUBS)}
HONOURS = ("honour", "honours", "honor", "honors")
AS_MANY = {"at least": ">=", "at most": "<=", "exactly": "=="}


class PhraseSuits(PhraseCards):
    """Reads the lengths of suits, for one seat after the other."""

    @abstractmethod
    def _is_readable(self, text: str) -> bool:
        """Return whether a text is a hand by itself."""

    def _suits(self) -> tuple[list[int], str]:
        """Take suits: ``spades``, ``spades or hearts``, ``major``, ``each major``, ``other suits``.

        Return them, and what joins them: ``and``, ``or`` or ``either``.

        :raises ConditionError: if there are none
        """
        start, begin = self._piece, self._next
        self._takes("in", "of")
        joined = "and" if self._takes(*_EACH) else "or"
        if joined == "and" or self._takes("one", "a"):
            self._takes("of")
        if self._takes("other"):
            return self._other_suits(begin, joined)
        if self._takes("either"):
            joined = "either"
        self._takes("four", "4")
        word = self._word()
        if word.removesuffix("s") in PAIRS:
            self._next += 1
            self._takes("suit", "suits")
            return [int(suit) for suit in PAIRS[word.removesuffix("s")]], joined
        if word in ("suit", "suits"):
            self._next += 1
            return [int(suit) for suit in reversed(Suit)], joined
        if word not in SUITS:
            raise self.error(start, "expected a suit", "Name a suit, or write: in each major")
        self._next += 1
        suits = [SUITS[word], *self._suits_after_or()]
        self._takes("suit", "suits", "cards", "support")
        return suits, joined

    def _other_suits(self, begin: int, joined: str) -> tuple[list[int], str]:
        """Take what comes after ``other``: the suits but the one that the hand named last.

        :raises ConditionError: if there is none, or two that ``or`` joins
        """
        named, either = list[int](), False
        for piece in reversed(self._pieces[:begin]):
            word = piece.lower()
            if word in (";", ":") or (named and word in (",", "(")):
                break
            either = either or word == "or"
            if word in SUITS:
                named.append(SUITS[word])
        self._takes("two", "2", "three", "3")
        final = self._take()
        kind = final.lower().removesuffix("s")
        if kind not in (*PAIRS, "suit") or not named or (either and len({*named}) > 1):
            raise self.error(
                self._pieces[begin], f"'other {final}' does not say which suits",
                "Name them, as in 3+ spades, 3+ hearts",
            )  # fmt: skip
        self._takes("suit", "suits")
        suits = [int(suit) for suit in PAIRS.get(kind, tuple(reversed(Suit)))]
        every = final.lower().endswith("s")
        return [suit for suit in suits if suit != named[0]], "and" if every else joined

    def _check_limit(
        self, begin: int, named: int, suits: tuple[list[int], str], span: Span
    ) -> None:
        """Refuse ``at most 3 spades or hearts``: each may be limited, or one of them.

        :raises ConditionError: if a limit stands before suits that are joined by ``or``
        """
        words = self._pieces[named : self._next]
        if suits[1] != "or" or not span.is_limit or "or" not in words:
            return
        limit = self._between(begin, named)
        each = [f"{limit} {word}" for word in words if word.lower() in SUITS]
        raise self.error(
            self._pieces[begin],
            f"'{self._between(begin, self._next)}' may be said of each suit, or of one of them",
            f"Write: {', '.join(each)} - or: {' or '.join(each)}",
        )

    def _each(
        self, suits: tuple[list[int], str], span: Span, joined: str, start: Token | None = None
    ) -> Node:
        """Return the test that the length of one suit, or of each, is in a range.

        At most three cards in either major are at most three in each.
        """
        place = self._piece if start is None else start
        tests = [self._suited(place, span, suit) for suit in suits[0]]
        joint = joined or suits[1]
        if joint == "either":
            joint = "and" if span.is_limit else "or"
        return chained(joint, tests)

    def _several(self, begin: int, span: Span) -> Node | None:
        """Return the test of how many suits are ``singletons``, ``4+ majors``, ``stoppers`` ...

        None if the next is something else.
        """
        place, first = self._next, self._pieces[begin]
        found = self._tests_of_suits(begin)
        if found is None:
            return None
        tests, joint = found
        counted, text = self._between(place, self._next), self._between(begin, place)
        in_words = not first[0].isdigit() and first not in ("-", "<", ">", "=", "<=", ">=")
        noun = self._pieces[place].lower().removesuffix("s")
        named = noun in (*SHORT_SUITS, "stopper", *PAIRS, "suit")
        plural = self._pieces[place] if named else self._ahead(-1)
        most = max(span.ends)
        is_plural = plural.lower().endswith("s")
        if most > len(tests) and not is_plural and (most > 4 or not in_words):
            self._next = place  # points, and another item
            return None
        if most > len(tests):
            one = f"{noun} {counted[len(self._pieces[place]) :].strip()}" if named else counted
            hint = f"{text} points, {one.strip()}"
            raise self.error(first, f"a hand cannot have {text} {counted}",
                             f"Write: {hint}" if self._is_readable(hint) else "")  # fmt: skip
        if not (in_words or is_plural or span.bare):
            raise self.error(
                first, f"'{text}' before '{counted}' has two readings",
                f"Write: {text} points, {counted} - or: {_in_words(span)} {counted}",
            )  # fmt: skip
        if joint == "and":  # in each major
            if span.low != 1:
                raise self.error(first, f"'{text} {counted}' is not a number of each suit",
                                 f"Write: {counted}")  # fmt: skip
            return chained("and", tests)
        return self._number_of(tests, span)

    def _number_of(self, tests: list[Node], span: Span) -> Node:
        """Return the test of how many of some tests hold."""
        if not span.outside and span.high in (None, len(tests)) and span.low in (1, len(tests)):
            return chained("or" if span.low == 1 and len(tests) > 1 else "and", tests)
        total = tests[0]
        for test in tests[1:]:
            total = Binary("+", total, test)
        return self._limited(total, span)

    def _tests_of_suits(self, begin: int) -> tuple[list[Node], str] | None:
        """Take what a number may count, and return its test of each suit, and what joins them."""
        word = self._word().removesuffix("s")
        if word in SHORT_SUITS:
            return self._short_tests()
        if word == "stopper":
            self._next += 1
            suits, joint = self._suits_in()
            return [self._stopper(suit) for suit in suits], joint
        if word in (*PAIRS, "suit") and self._word(1) == "of" and self._begins_range_ahead(2):
            self._next += 2
            span = self._span()
            self._takes("card", "cards")
            return self._long_tests(word, self._turned(span)), "or"
        return self._long_suits(begin)

    def _begins_range_ahead(self, ahead: int) -> bool:
        self._next += ahead
        begins = self._begins_range()
        self._next -= ahead
        return begins

    def _short_tests(self) -> tuple[list[Node], str]:
        """Take ``singletons``, ``singletons or voids in the majors`` or ``singleton kings``."""
        lengths = [SHORT_SUITS[self._take().lower().removesuffix("s")]]
        while self._word() == "or" and self._word(1).removesuffix("s") in SHORT_SUITS:
            lengths.append(SHORT_SUITS[self._word(1).removesuffix("s")])
            self._next += 2
        ranks = ""
        word = self._word()
        if word.removesuffix("s") in RANK_WORDS or word in HONOURS:
            ranks = RANK_WORDS.get(word.removesuffix("s"), "AKQJT")
            self._next += 1
        suits, joint = self._suits_in()
        if word in SUITS and self._word(1) not in (*SHORT_SUITS, "stopper"):
            self._next += 1
            suits = [SUITS[word]]
        tests = list[Node]()
        for suit in suits:
            test = chained(
                "or", [Binary("==", self._length(suit), Number(cards)) for cards in lengths]
            )
            if ranks:
                cards = chained("or", [self._card(rank, suit) for rank in ranks])
                test = Binary("and", test, cards)
            tests.append(test)
        return tests, joint

    def _suits_in(self) -> tuple[list[int], str]:
        """Take ``in the majors``; return the suits, all four if none are named."""
        named = (*GROUPS, *PAIRS, "majors", "minors", "one", *SUITS)
        if self._word() in ("in", "of") and self._word(1) in named:
            suits, joint = self._suits()
            return suits, "and" if joint == "and" else "or"
        self._takes("somewhere")
        return [int(suit) for suit in reversed(Suit)], "or"

    def _long_suits(self, begin: int) -> tuple[list[Node], str] | None:
        """Take ``4+ majors`` or ``5+ card suits``, or nothing if something else comes next."""
        place = self._next
        if not self._begins_range():
            return None
        card = 1 + (self._word(1) == "-")
        if self._piece.type == "number" and self._word(card) in ("card", "cards"):
            kind = self._word(card + 1).removesuffix("s")
            if kind in (*PAIRS, "suit"):
                number, count = self._piece, self._between(begin, place)
                named = kind if count.lower().split()[-1] in ("one", "1") else f"{kind}s"
                raise self.error(
                    number, f"'{number}-card' may mean exactly {number} cards, or {number} and "
                    f"more", f"Write: {count} {named} of exactly {number} cards - or: "
                    f"{count} {named} of {number}+ cards",
                )  # fmt: skip
        try:
            span = self._span()
        except ConditionError:
            self._next = place
            return None
        self._takes("-")
        self._takes("card", "cards")
        kind = self._word().removesuffix("s")
        if kind not in (*PAIRS, "suit") or span.bare:
            self._next = place
            return None
        self._next += 1
        return self._long_tests(kind, span), "or"

    def _long_tests(self, kind: str, span: Span) -> list[Node]:
        suits = PAIRS.get(kind, tuple(reversed(Suit)))
        return [self._suited(self._piece, span, int(suit)) for suit in suits]

    def _two_named(self, ahead: int) -> tuple[list[int], int]:
        """Return two suits named ahead, and by how many words: ``majors``, ``red suits`` ..."""
        word, following = self._word(ahead), self._word(ahead + 1)
        if word in ("majors", "minors"):
            return [int(suit) for suit in PAIRS[word.removesuffix("s")]], 1
        if word in COLOURS and following == "suits":
            return [int(suit) for suit in COLOURS[word]], 2
        if word in SUITS and following == "and" and self._word(ahead + 2) in SUITS:
            return [SUITS[word], SUITS[self._word(ahead + 2)]], 3
        return [], 0

    def _of_both(self, begin: int, span: Span) -> Node | None:
        """Return the test of ``ten cards in the majors``, of both suits together, or None.

        :raises ConditionError: if each of them may be meant
        """
        suits, words = self._two_named(1)
        if self._word() != "in" or not suits or self._word(1) in SUITS:
            return None
        text, named = (
            self._between(begin, self._next),
            self._between(self._next + 1, self._next + 1 + words),
        )
        self._next += 1 + words
        if not self._takes("together", "combined") and 2 * max(span.ends) <= 13:
            raise self.error(
                self._pieces[begin], f"'{text} in the {named}' may be of each, or of both together",
                f"Write: {text} in each {named.removesuffix('s')} - or: {text} in the {named} "
                "together" if named[0].lower() == "m" else "",
            )  # fmt: skip
        one, other = map(self._length, suits)
        return self._limited(Binary("+", one, other), span._replace(bare=False))

    def _one_and_the_other(self) -> Node | None:
        """Return the test of ``4 of one major and 5+ of the other``, or None."""
        place = self._next
        try:
            first, kind = self._of_one()
            self._takes("and", ",", "with")
            second = self._span()
            self._takes("card", "cards")
            whole = bool(kind) and self._takes("of", "in") and self._takes("other")
        except ConditionError:
            self._next = place
            return None
        if not whole:
            self._next = place
            return None
        self._takes(kind, "one")
        one, other = (int(suit) for suit in PAIRS[kind])
        start = self._pieces[place]
        ways = [
            Binary("and", self._suited(start, first, a), self._suited(start, second, b))
            for a, b in ((one, other), (other, one))
        ]
        return chained("or", ways)

    def _of_one(self) -> tuple[Span, str]:
        """Take ``4 of one major``; return the range and the kind of suit, which may be ""."""
        span = self._span()
        self._takes("card", "cards")
        kind = ""
        if self._takes("of", "in"):
            self._takes("one", "either")
            kind = self._word() if self._word() in PAIRS else ""
            self._next += 1
        return span, kind

    def _two_suits(self) -> Node | None:
        """Return the test of ``5-4 majors``, or None if something else comes next."""
        sign, words = self._sign_words()
        start, final, ahead = self._ahead(words), self._ahead(words + 2), words + 3
        if not (start.type == final.type == "number" and self._ahead(words + 1) == "-"):
            return None
        if sign != "=" and self._word(ahead) == "or" and self._word(ahead + 1) in _LONGER:
            ahead += 2
        ahead += 2 * self._is_either_way(ahead)
        ahead += self._word(ahead) == "in"
        word = self._word(ahead)
        if word not in ("majors", "minors") or sign not in ("", "+", "="):
            return None
        test = "==" if sign == "=" else ">="
        first, second = int(self._amount(start)), int(self._amount(final))
        if first + second > 13:
            raise self.error(start, f"a hand has 13 cards, not {first + second}")
        self._next += ahead + 1
        comma = self._word() == ","
        if self._is_either_way(comma):
            self._next += comma + 2
            self._takes("round", "around")
        one, other = (self._length(int(suit)) for suit in PAIRS[word.removesuffix("s")])
        ways = dict.fromkeys([(first, second), (second, first)])
        tests = [
            Binary("and", Binary(test, one, Number(low)), Binary(test, other, Number(high)))
            for low, high in ways
        ]
        return chained("or", tests)

    def _is_either_way(self, ahead: int) -> bool:
        return (self._word(ahead), self._word(ahead + 1)) == ("either", "way")

    def _compared(self) -> Node | None:
        """Return the test of ``more clubs than hearts``, or None.

        ``clubs longer than hearts`` is the same.
        """
        words = [self._word(place) for place in range(4)]
        if words[0] in COMPARED:
            words[:2] = words[1::-1]
        one, test, than, other = words
        if not (test in COMPARED and than == "than" and one in SUITS and other in SUITS):
            return None
        self._next += 4
        return Binary(COMPARED[test], self._length(SUITS[one]), self._length(SUITS[other]))

    def _as_many(self) -> Node | None:
        """Return the test of ``at least as many hearts as spades``, or None.

        ``hearts at least as long as spades`` is the same.

        :raises ConditionError: if it does not say whether there may be more
        """
        start, begin, ahead = self._piece, self._next, 0
        suit_first = self._word() in SUITS
        sign = ""
        for words in (2, 1):
            text = " ".join(self._word(suit_first + place) for place in range(words))
            if text in AS_MANY:
                sign, ahead = AS_MANY[text], words
                break
        words_after = [self._word(suit_first + ahead + place) for place in range(5)]
        if suit_first:
            one, other, long = self._word(), words_after[3], words_after[:3] == ["as", "long", "as"]
        else:
            one, other = words_after[2], words_after[4]
            long = words_after[:2] == ["as", "many"] and words_after[3] == "as"
        if not long or one not in SUITS or other not in SUITS:
            return None
        self._next += ahead + 5
        if not sign:
            text = self._between(begin, self._next)
            hints = [
                f"{one} {word} as long as {other}" if suit_first else f"{word} {text}"
                for word in ("exactly", "at least")
            ]
            raise self.error(start, f"'{text}' may mean as many, or as many and more",
                             f"Write: {' - or: '.join(hints)}")  # fmt: skip
        return Binary(sign, self._length(SUITS[one]), self._length(SUITS[other]))

    def _equal(self) -> Node | None:
        """Return the test of ``equal length in the minors``, or None.

        ``majors of equal length`` and ``the same number of spades and hearts`` are the same.
        """
        lengths = ("length", "lengths", "number", "numbers")
        ahead = 0
        suits, words = self._two_named(0)
        if suits:
            matched = self._word(words) == "of" and self._word(words + 1) in ("equal", "same")
            ahead = words + 2
        else:
            matched = self._word() in ("equal", "same")
            ahead = 1
        if not (matched and self._word(ahead) in lengths):
            return None
        ahead += 1
        if not suits:
            ahead += self._word(ahead) in ("in", "of")
            ahead += self._word(ahead) == "both"
            suits, words = self._two_named(ahead)
            ahead += words
        if not suits:
            return None
        self._next += ahead
        one, other = map(self._length, suits)
        return Binary("==", one, other)

    def _suit_first(self) -> Node | None:
        """Return the test of ``spade void`` or ``heart stopper``, or None if it is another item."""
        word, kind = self._word(), self._word(1)
        if word not in SUITS or kind not in (*SHORT_SUITS, "stopper"):
            return None
        self._next += 2
        if kind == "stopper":
            return self._stopper(SUITS[word])
        cards = SHORT_SUITS[kind]
        return self._limited(self._length(SUITS[word]), Span(cards, cards))

    def _measure(self) -> Measure:
        """Take a feature of the hand, or of the suit that comes after it."""
        name = self._feature_name(0)
        assert name is not None
        start = self._take()
        if name == f"{start.lower()}_{self._word()}":
            self._next += 1
        feature = self.features[name]
        suit: int | None = None
        ahead = self._word() in ("of", "in")
        other = not ahead and self._word(1) in (*SHORT_SUITS, "stopper")  # 2 tens, spade void
        if feature.per_suit and self._word(ahead) in SUITS and not other:
            self._next += ahead
            suit = SUITS[self._take().lower()]
        if suit is None and not feature.whole_hand:
            raise self.error(start, f"{name} is a number of one suit",
                             f"Write: {name} in spades")  # fmt: skip
        return Measure(feature, int(self._seat), suit)

    def _feature_name(self, ahead: int) -> str | None:
        """Return the name of the feature that a word ahead means, also in the singular."""
        word = self._word(ahead)
        if self._ahead(ahead).type != "word":
            return None
        for name in (f"{word}_{self._word(ahead + 1)}", word, f"{word}s", word.removesuffix("s")):
            if name in HONOURS:
                return "top5"
            if name in POINT_WORDS:
                return "hcp"
            if name in self.features and name != "length":
                return self.features[name].name
        return None

    def _points(self, start: Token, span: Span) -> Node:
        if (span.low or 0) > MOST_POINTS or (span.low is None and (span.high or 0) < 0):
            raise self.error(start, f"a hand has 0 to {MOST_POINTS} points")
        return self._limited(Measure(self.features["hcp"], int(self._seat)), span)

    def _suited(self, start: Token, span: Span, suit: int) -> Node:
        if max(span.low or 0, 0 if span.high is None else span.high) > 13:
            raise self.error(start, "a suit has 13 cards")
        return self._limited(self._length(suit), span)

    def _limited(self, measure: Node, span: Span) -> Node:
        """Return the test that a value is in a range, which is in the unit of players."""
        low, high = (self._in_units(end, measure) for end in (span.low, span.high))
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

    def _in_units(self, end: Fraction | int | None, measure: Node) -> int | None:
        """Return the end of a range in the unit of a feature, such as hundredths."""
        if end is None:
            return None
        scale = measure.feature.scale if isinstance(measure, Measure) else 1
        value = Fraction(end) * scale
        if value.denominator != 1:
            name = measure.feature.name if isinstance(measure, Measure) else "this"
            raise self.error(
                self._ahead(-1), f"{float(end):g} is too fine: {name} is counted "
                f"in {'hundredths' if scale == 100 else 'whole numbers'}",
            )  # fmt: skip
        return int(value)


def _in_words(span: Span) -> str:
    """Return a range that begins with a word."""
    if span.low is None or span.high is None:
        return f"at most {span.high}" if span.low is None else f"at least {span.low}"
    return f"between {span.low} and {span.high}"
