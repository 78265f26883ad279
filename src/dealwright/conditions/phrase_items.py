"""The items of a phrase about one hand: points, lengths, shapes, cards and other features."""

from __future__ import annotations

import re
from abc import abstractmethod
from fractions import Fraction

from dealwright.cards import Card, Seat, Suit
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Binary, Measure, Node, Number, ShapeTest
from dealwright.conditions.opening import opening_tree
from dealwright.conditions.phrase_cards import RANK_WORDS, RANKS, SHORT_SUITS, PhraseCards
from dealwright.conditions.phrase_pieces import SUITS
from dealwright.conditions.phrase_ranges import POINT_WORDS, Span
from dealwright.conditions.shapes import NAMED_SHAPES
from dealwright.conditions.syntax import Token
from dealwright.errors import ConditionError

__all__ = ["MOST_POINTS", "SEAT_NAMES", "PhraseItems", "kinds_of"]

MOST_POINTS = 37
SEAT_NAMES = {name: seat for seat in Seat for name in (seat.name.lower(), seat.letter.lower())}
_DENIALS = ("not", "no", "!", "without")
_ORS = ("or", "|", "||")
_EACH = ("each", "every", "both", "all")
_GROUPS = (*_EACH, "either", "other")
_LONGER = ("better", "longer", "more")
_COMPARED = {"more": ">", "longer": ">", "fewer": "<", "shorter": "<"}
_NAMED = ("unbalanced", "stopper", "stoppers")
_PAIRS = {"major": (Suit.SPADES, Suit.HEARTS), "minor": (Suit.DIAMONDS, Suit.CLUBS)}
_COLOURS = {"red": (Suit.HEARTS, Suit.DIAMONDS), "black": (Suit.SPADES, Suit.CLUBS)}
_HONOURS = ("honour", "honours", "honor", "honors")
_AS_MANY = {"at least": ">=", "at most": "<=", "exactly": "=="}
_RULES = {15: "pearson", 18: "opening_count", 19: "opening_count", 20: "opening_count",
          22: "opening_count_quick"}  # fmt: skip
_MEETS = ("satisfies", "satisfying", "meets", "meeting", "fits", "passes")
_BIDDING = re.compile(  # words of bidding, which do not describe a hand
    "bids?|blackwood|calls?|double[ds]?|fit|forcing|game|invit(e|ation(al)?)|jacoby|jump|limit"
    "|m(ax|in)imum|michaels|misfit|negative|open(ers?|ings?)|overcalls?|partner|pass(ed|es)?"
    "|penalty|preempt(s|ive)?|raises?|rebids?|redoubles?|relay|respon(d|ds|ders?|ses?)|reverse"
    "|slam|splinters?|stayman|strong|takeout|transfers?|weak"
)


class PhraseItems(PhraseCards):
    """Reads the items of a phrase, for one seat after the other."""

    @abstractmethod
    def _hand(self) -> Node:
        """Read the groups of a hand."""

    def _item(self) -> tuple[Node, frozenset[int] | None]:
        """Return an item, and its points if it is points without a unit."""
        if self._word() == "all" and self._ahead(1).type == "number" and self._word(2) != "of":
            self._next += 1  # all four aces
        piece, word = self._piece, self._word()
        if self._begins_range():
            return self._ranged()
        if word in _DENIALS:
            self._next += 1
            return self._denied(word), None
        if word == "neither":
            self._next += 1
            return self._neither(), None
        if word == "(":
            self._next += 1
            inside = self._hand()
            if not self._takes(")"):
                raise self.error(self._piece, "expected ')'", "Each '(' needs its ')'")
            return inside, None
        if piece.type == "shape":
            return self._shape_item(), None
        if piece.type == "word":
            return self._worded(), None
        raise self._unexpected()

    def _shape_item(self) -> Node:
        piece = self._take()
        shape = self._shape(piece)
        if "=" in piece:
            self._takes("exactly")
        elif [self._word(place) for place in range(3)] == ["in", "any", "order"]:
            self._next += 3
        return shape

    def _short_lengths(self) -> list[int]:
        """Take ``singleton or void`` where no suit follows, and return the lengths, else none."""
        few, ahead = list[int](), 0
        while self._word(ahead) in SHORT_SUITS:
            few.append(SHORT_SUITS[self._word(ahead)])
            ahead += 1 + (self._word(ahead + 1) == "or" and self._word(ahead + 2) in SHORT_SUITS)
        if len(few) < 2 or self._word(ahead) in ("in", *SUITS, *RANK_WORDS):
            return []
        self._next += ahead
        return few

    # ------------------------------------------------------------------------------------- denials

    def _denied(self, denied: str, *, neither: bool = False) -> Node:
        """Return the test of ``no X or Y``: neither of them, if both are of one kind.

        :raises ConditionError: if they are not, so that a person may mean two things
        """
        begin = self._next
        item, kind = self._denied_item(denied)
        items, first, nor = [item], self._between(begin, self._next), neither
        while self._word() in ("nor", *_ORS) and self._ahead(1) != ":":
            nor = self._word() == "nor" or (neither and len(items) == 1)
            in_brackets = self._pieces[begin] == "(" or (neither and not nor)
            if not nor and (in_brackets or self._word(1) in (*_DENIALS, "neither")):
                break
            self._next += 1
            place = self._next
            item, other = self._denied_item(denied)
            items.append(item)
            if nor:
                continue
            second, rest = self._between(place, self._next), self._rest_of_group()
            if denied == "!" or kind != other or "noun" in kind:
                raise self._two_readings_of_no(begin, denied, (first, second, rest))
            if rest or self._short_in(first, second):
                raise self._two_readings_of_no(begin, denied, (first, second, rest))
        if neither and not any(
            piece in ("nor", "or") for piece in self._pieces[begin : self._next]
        ):
            raise self.error(
                self._pieces[begin - 1], "'neither' needs 'nor'",
                "Write: neither 5 hearts nor 5 spades",
            )  # fmt: skip
        return nodes.chained("and", items)

    def _neither(self) -> Node:
        """Return the test of ``neither X nor Y``, or ``neither major longer than four cards``."""
        longer = self._no_longer_suit()
        if longer is not None:
            return longer
        if self._word() in _COLOURS and self._word(1) in RANK_WORDS:  # neither black king
            suits, letter = _COLOURS[self._word()], RANK_WORDS[self._word(1)]
            self._next += 2
            cards = [self._card(letter, int(suit)) for suit in suits]
            return nodes.chained("and", [nodes.Unary("not", card) for card in cards])
        ranks = self._no_ranks()  # neither ace nor king of spades
        return self._denied("not", neither=True) if ranks is None else ranks

    def _denied_item(self, denied: str) -> tuple[Node, frozenset[str]]:
        """Return the test of one thing that a hand has not, and of what kind it is."""
        word = "not" if denied == "!" else denied
        following = self._word(1)
        listed = following in ("or", "nor", "and", ",") and self._word(2) in RANK_WORDS
        named = listed or following in ("of", "in", *SUITS)
        card = self._piece.type == "word" and self._word() in RANK_WORDS
        if word == "not" and card and not named:
            last = Suit(self._last_suit(self._next) or Suit.SPADES).name.lower()
            raise self.error(
                self._piece, f"'not {self._piece}' does not say of which suit",
                f"Write: not {self._piece} of {last} - or: no {self._piece}s",
            )  # fmt: skip
        readers = (self._no_short_suit, self._no_long_suit, self._no_longer_suit,
                   self._none_outside, self._no_ranks)  # fmt: skip
        for reader in readers[word == "not" :]:
            item = reader()
            if item is not None:
                return item, kinds_of(item)
        item = self._none_named(word)
        if item is not None:
            return item, frozenset({"noun"})
        item = nodes.Unary("not", self._item()[0])
        return item, kinds_of(item)

    def _short_in(self, first: str, second: str) -> bool:
        """Return whether one of two short suits is of a suit, which may be that of the other."""
        words = [text.lower().split() for text in (first, second)]
        short = all({word.removesuffix("s") for word in text} & {*SHORT_SUITS} for text in words)
        return short and len({any(word in SUITS for word in text) for text in words}) == 2

    def _rest_of_group(self) -> str:
        """Return the text from here to the next comma, ``or`` or end of the hand."""
        ahead = 0
        while self._ahead(ahead).type != "end" and self._word(ahead) not in (
            ",", ";", ")", "nor", *_ORS
        ):  # fmt: skip
            ahead += 1
        return self._between(self._next, self._next + ahead)

    def _two_readings_of_no(
        self, begin: int, denied: str, texts: tuple[str, str, str]
    ) -> ConditionError:
        first, second, rest = texts
        word = "not" if denied == "!" else denied
        short = self._short_in(first, second)
        neither = [f"{word} {first}", f"{'no' if short else word} {second}", rest]
        tail = f"({second} {rest})" if rest else second
        hints = [", ".join(filter(None, neither)), f"({word} {first}) or {tail}"]
        if short and not rest:
            words = f"{first} {second}".lower().split()
            suit = next(word for word in words if word in SUITS)
            lengths = [word for word in words if word in SHORT_SUITS]
            hints.append(f"no {' or '.join(lengths)} in {suit}")
        hints = [text for text in hints if self._is_readable(text)]
        return self.error(
            self._pieces[begin - 1],
            f"'{denied} {first} or {second}' has two readings",
            f"Write: {' - or: '.join(hints)}" if hints else "",
        )

    def _is_readable(self, text: str) -> bool:
        """Return whether a text is a hand by itself."""
        reader = type(self)(text, self.features)
        reader._seat = self._seat
        try:
            reader._hand()
        except ConditionError:
            return False
        return reader._piece.type == "end"

    def _no_short_suit(self) -> Node | None:
        few = self._short_lengths()
        lengths = [self._length(int(suit)) for suit in reversed(Suit)]
        tests = [Binary("!=", length, Number(cards)) for length in lengths for cards in few]
        return nodes.chained("and", tests) if tests else None

    def _no_long_suit(self) -> Node | None:
        """Return the test of ``no 5+ card major``, or None."""
        ahead = 1 + (self._word(1) == "-")
        if self._piece.type != "number" or self._word(ahead) not in ("card", "cards"):
            return None
        cards = self._number()
        self._next += ahead
        return self._each(self._suits(), Span(None, cards - 1), "and")

    def _no_longer_suit(self) -> Node | None:
        """Return the test of ``no suit longer than four cards``, or None."""
        words = self._word(1), self._word(2)
        if self._word() not in (*_PAIRS, "suit") or words != ("longer", "than"):
            return None
        suits = self._suits()
        self._next += 2
        longest = self._number()
        self._takes("card", "cards")
        return self._each(suits, Span(None, longest), "and")

    def _none_named(self, denied: str) -> Node | None:
        """Return the test of ``no aces or kings`` or ``no spades``, or None.

        ``not controls 6+`` is the opposite of ``controls 6+``.
        """
        begin = self._next
        tests = list[Node]()
        while self._names_number():
            word = self._next
            tests += [self._limited(measure, Span(0, 0)) for measure in self._named_measures()]
            named, last = self._between(begin, word - 1), self._between(word, self._next)
            if word == begin and self._begins_range() and (
                denied == "not" or last.lower() in POINT_WORDS
            ):  # fmt: skip
                self._next = begin
                return None
            number = self._points_follow(13 if last.lower() in SUITS else 4)
            if number and word > begin:
                raise self.error(
                    self._pieces[word - 1], f"'no {named} or {last}' before a number has two "
                    f"readings", f"Write: no {named}, no {last}, {number} - or: (no {named}) or "
                    f"({last} {number})",
                )  # fmt: skip
            if number:
                raise self.error(
                    self._pieces[word], f"'no {last} {number}' has two readings",
                    f"Write: no {last}, {number} - or: not {last} {number}",
                )  # fmt: skip
            if self._word() not in ("or", "nor"):
                return nodes.chained("and", tests)
            self._next += 1
        if not tests:
            return None
        self._next -= 1  # what follows "or" is another item
        return nodes.chained("and", tests)

    def _named_measures(self) -> list[Measure]:
        """Take a suit, or a feature that may have suits: ``controls in hearts or clubs``."""
        if self._word() in SUITS:
            return [self._length(SUITS[self._take().lower()])]
        measure = self._measure()
        suits = [] if measure.suit is None else self._suits_after_or()
        return [measure, *(Measure(measure.feature, measure.seat, suit) for suit in suits)]

    def _points_follow(self, most: int) -> str:
        """Return the text of a range up to ``most`` that comes next and counts nothing, or ""."""
        if not self._begins_range():
            return ""
        place = self._next
        try:
            span = self._turned(self._span())
            counts = self._piece.type == "word" and (
                self._word() in ("card", "cards", "of", "in", "support")
                or self._word().removesuffix("s") in (*SHORT_SUITS, "stopper", "suit")
                or self._counts(0)
            )
            text = self._between(place, self._next)
        except ConditionError:
            return ""
        finally:
            self._next = place
        return text if span.ends and max(span.ends) <= most and not counts else ""

    def _names_number(self) -> bool:
        """Return whether a suit or a feature comes next, and not a card or another item."""
        known = self._word() in SUITS or self._feature_name(0) is not None
        other = self._word() in NAMED_SHAPES or self._compares(1)
        return known and not other and self._word(1) not in (*SHORT_SUITS, "stopper", "of")

    def _compares(self, ahead: int) -> bool:
        """Return whether ``longer than`` or ``as long as`` comes ahead."""
        words = [self._word(ahead + place) for place in range(5)]
        return (words[0] in _COMPARED and words[1] == "than") or (
            words[:3] == ["as", "long", "as"]
            or (words[2:] == ["as", "long", "as"] and " ".join(words[:2]) in _AS_MANY)
            or (words[1:4] == ["as", "long", "as"] and words[0] in _AS_MANY)
        )

    def _ranged(self) -> tuple[Node, frozenset[int] | None]:
        """Return an item that begins with a range, and its points if it has no unit."""
        for reader in (self._top_cards, self._two_suits, self._one_and_the_other):
            item = reader()
            if item is not None:
                return item, None
        start, begin = self._piece, self._next
        if len(start) >= 4 and start.isdigit():
            raise self._digits_error(start)
        span = self._choice_span() or self._span()
        several = self._several(begin, span)
        if several is not None:
            return several, None
        if self._takes("card", "cards"):
            span = self._turned(span)
            if span.bare and self._word() not in ("in", "of"):
                assert span.low is not None
                raise self._exactly_or_more(start, span.low)
        item = self._of_both(begin, span) or self._counted(begin, span)
        if item is not None:
            return item, None
        dashed = start.type == "number" and self._ahead(-2) == "-"
        if dashed and span.low == span.high and 2 * (span.low or 0) <= 13:
            raise self.error(
                start,
                f"'{span.low}-{span.high}' may be points or a shape",
                f"Write: {span.low} points - or: {span.low}-{span.high} majors - or: "
                f"any {span.low}{span.high}xx",
            )
        if self._piece == "of" or (span.bare and self._piece.type == "word" and self._touches(0)):
            raise self._unexpected()
        span = self._turned(span)
        return self._points(start, span), span.points(MOST_POINTS)

    def _choice_span(self) -> Span | None:
        """Return the values of ``5 or 6`` before what they count, or None."""
        if not (self._piece.type == self._ahead(2).type == "number" and self._word(1) == "or"):
            return None
        following = self._ahead(3)
        if following.type != "word" or following.lower() in ("or", "and", "to"):
            return None
        if not (self._counts(3) or following.lower() in ("card", "cards")):
            return None
        low, high = self._amount(self._piece), self._amount(self._ahead(2))
        self._next += 3
        if high != low + 1:
            raise self.error(following, "only consecutive numbers are joined like this",
                             f"Write: {low} {following} or {high} {following}")  # fmt: skip
        return Span(low, high)

    def _counts(self, ahead: int) -> bool:
        """Return whether a word ahead is what a number counts."""
        word = self._word(ahead)
        return (
            word in (*_PAIRS, *SUITS)
            or word.removesuffix("s") in (*SHORT_SUITS, "stopper")
            or self._point_words(ahead) > 0
            or self._feature_name(ahead) is not None
        )

    def _counted(self, begin: int, span: Span) -> Node | None:
        """Return the test of what the next word counts, or None if it counts nothing."""
        start, word = self._pieces[begin], self._word()
        if self._piece.type != "word":
            return None
        if word == "support" and self._word(1) in ("for", "in"):
            self._next += 2
            word = self._word()
        grouped = self._word(1) in _PAIRS or (
            self._word(1) in (*_GROUPS, "one") and self._ahead(2).type == "word"
        )
        if word in ("in", "of") and (grouped or (word == "in" and self._word(1) in SUITS)):
            named = self._next + 1
            suits = self._suits()
            self._check_limit(begin, named, suits, span)
            return self._each(suits, span, "")
        if word in SUITS and span.bare and len(word) == 1 and self._touches(0):
            raise self._card_or_length(start)
        if word in (*SUITS, *_PAIRS, "suit", "suits", "other"):
            if word in (*_PAIRS, "suit") and span.bare:
                assert span.low is not None
                raise self._exactly_or_more(start, span.low)
            named = self._next
            suits = self._suits()
            span = self._turned(span)
            self._check_limit(begin, named, suits, span)
            return self._each(suits, span, "", start)
        if self._point_words():
            return self._points_counted(start, span)
        if self._feature_name(0) is None:
            return None
        measure = self._measure()
        return self._limited(measure, self._turned(span))

    def _points_counted(self, start: Token, span: Span) -> Node:
        """Return the test of ``points`` or ``points in spades``."""
        self._next += self._point_words()
        span = self._turned(span)
        if self._word() == "in" and self._word(1) in SUITS:
            suit = SUITS[self._word(1)]
            self._next += 2
            hcp = Measure(self.features["hcp"], int(self._seat), suit)
            return self._limited(hcp, self._turned(span))
        return self._points(start, span)

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

    def _suits(self) -> tuple[list[int], str]:
        """Take suits: ``spades``, ``spades or hearts``, ``major``, ``each major``, ``other suits``.

        Return them, and what joins them: ``and``, ``or`` or ``either``.

        :raises ConditionError: if there are none
        """
        start, begin = self._piece, self._next
        self._takes("in", "of")
        joined = "and" if self._takes(*_EACH) else "or"
        if joined == "and" or self._takes("one"):
            self._takes("of")
        if self._takes("other"):
            return self._other_suits(begin, joined)
        if self._takes("either"):
            joined = "either"
        self._takes("four", "4")
        word = self._word()
        if word.removesuffix("s") in _PAIRS:
            self._next += 1
            self._takes("suit", "suits")
            return [int(suit) for suit in _PAIRS[word.removesuffix("s")]], joined
        if word in ("suit", "suits"):
            self._next += 1
            return [int(suit) for suit in reversed(Suit)], joined
        if word not in SUITS:
            raise self.error(start, "expected a suit", "Write: spades, or in each major")
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
        if kind not in (*_PAIRS, "suit") or not named or (either and len({*named}) > 1):
            raise self.error(
                self._pieces[begin], f"'other {final}' does not say which suits",
                "Name them, as in 3+ spades, 3+ hearts",
            )  # fmt: skip
        self._takes("suit", "suits")
        suits = [int(suit) for suit in _PAIRS.get(kind, tuple(reversed(Suit)))]
        every = final.lower().endswith("s")
        return [suit for suit in suits if suit != named[0]], "and" if every else joined

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
        return nodes.chained(joint, tests)

    # ------------------------------------------------------------------- suits that are counted

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
        named = noun in (*SHORT_SUITS, "stopper", *_PAIRS, "suit")
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
            return nodes.chained("and", tests)
        return self._number_of(tests, span)

    def _number_of(self, tests: list[Node], span: Span) -> Node:
        """Return the test of how many of some tests hold."""
        if not span.outside and span.high in (None, len(tests)) and span.low in (1, len(tests)):
            return nodes.chained("or" if span.low == 1 and len(tests) > 1 else "and", tests)
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
        if word in (*_PAIRS, "suit") and self._word(1) == "of" and self._begins_range_ahead(2):
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
        if word.removesuffix("s") in RANK_WORDS or word in _HONOURS:
            ranks = RANK_WORDS.get(word.removesuffix("s"), "AKQJT")
            self._next += 1
        suits, joint = self._suits_in()
        if word in SUITS and self._word(1) not in (*SHORT_SUITS, "stopper"):
            self._next += 1
            suits = [SUITS[word]]
        tests = list[Node]()
        for suit in suits:
            test = nodes.chained(
                "or", [Binary("==", self._length(suit), Number(cards)) for cards in lengths]
            )
            if ranks:
                cards = nodes.chained("or", [self._card(rank, suit) for rank in ranks])
                test = Binary("and", test, cards)
            tests.append(test)
        return tests, joint

    def _suits_in(self) -> tuple[list[int], str]:
        """Take ``in the majors``; return the suits, all four if none are named."""
        named = (*_GROUPS, *_PAIRS, "majors", "minors", "one", *SUITS)
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
            if kind in (*_PAIRS, "suit"):
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
        if kind not in (*_PAIRS, "suit") or span.bare:
            self._next = place
            return None
        self._next += 1
        return self._long_tests(kind, span), "or"

    def _long_tests(self, kind: str, span: Span) -> list[Node]:
        suits = _PAIRS.get(kind, tuple(reversed(Suit)))
        return [self._suited(self._piece, span, int(suit)) for suit in suits]

    def _two_named(self, ahead: int) -> tuple[list[int], int]:
        """Return two suits named ahead, and by how many words: ``majors``, ``red suits`` ..."""
        word, following = self._word(ahead), self._word(ahead + 1)
        if word in ("majors", "minors"):
            return [int(suit) for suit in _PAIRS[word.removesuffix("s")]], 1
        if word in _COLOURS and following == "suits":
            return [int(suit) for suit in _COLOURS[word]], 2
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
            if not (self._takes("of", "in") and self._takes("other")):
                kind = ""
        except ConditionError:
            kind = ""
        if not kind:
            self._next = place
            return None
        self._takes(kind, "one")
        one, other = (int(suit) for suit in _PAIRS[kind])
        start = self._pieces[place]
        ways = [
            Binary("and", self._suited(start, first, a), self._suited(start, second, b))
            for a, b in ((one, other), (other, one))
        ]
        return nodes.chained("or", ways)

    def _of_one(self) -> tuple[Span, str]:
        """Take ``4 of one major``; return the range and the kind of suit, which may be ""."""
        span = self._span()
        self._takes("card", "cards")
        kind = ""
        if self._takes("of", "in"):
            self._takes("one", "either")
            kind = self._word() if self._word() in _PAIRS else ""
            self._next += 1
        return span, kind

    def _card_or_length(self, start: Token) -> ConditionError:
        suit = Suit.of(self._word())
        rank = "T" if start == "10" else str(start)
        seat, name = self._seat.name.lower(), suit.name.lower()
        card = f" - or, for the card: where hascard({seat}, {rank}{suit.letter})"
        return self.error(
            start,
            f"'{start}{self._piece}' may be a number of cards or a card",
            f"Write: {start} {name} - or: {start}+ {name}{card if rank in RANKS else ''}",
        )

    def _digits_error(self, start: Token) -> ConditionError:
        digits = str(start)
        if len(digits) == 4 and sum(map(int, digits)) == 13:
            return self.error(
                start,
                f"'{digits}' may be a shape in any order, or with spades first",
                f"Write: any {digits} - or: {'='.join(digits)}",
            )
        return self.error(start, f"{digits} is too large a number")

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
        one, other = (self._length(int(suit)) for suit in _PAIRS[word.removesuffix("s")])
        ways = dict.fromkeys([(first, second), (second, first)])
        tests = [
            Binary("and", Binary(test, one, Number(low)), Binary(test, other, Number(high)))
            for low, high in ways
        ]
        return nodes.chained("or", tests)

    def _is_either_way(self, ahead: int) -> bool:
        return (self._word(ahead), self._word(ahead + 1)) == ("either", "way")

    def _worded(self) -> Node:
        """Return an item that begins with a word."""
        readers = (
            self._top_cards, self._named_item, self._compared, self._as_many, self._equal,
            self._rule_of, self._suit_first, self._card_of, self._coloured, self._headed,
            self._yarborough, self._glued_card, self._holding, self._unit_first,
        )  # fmt: skip
        for reader in readers:
            item = reader()
            if item is not None:
                return item
        raise self._unknown(self._piece)

    def _named_item(self) -> Node | None:
        """Return the item that the next word names, or None if it names none."""
        piece, word = self._piece, self._word()
        if word == "semi" and self._word(1) in ("balanced", "-"):
            self._next += 1
            self._takes("-")
            word = "semi" + self._word()
        if word == "any":
            return self._any_order()
        if word == "opens":
            return self._opening()
        if word == "bal":
            word = "balanced"
        if word == "flat":
            raise self.error(piece, "'flat' may be 4-3-3-3, or any balanced shape",
                             "Write: any 4333 - or: balanced")  # fmt: skip
        if word not in (*NAMED_SHAPES, *_NAMED, *SHORT_SUITS):
            return None
        self._next += 1
        if word in SHORT_SUITS:
            return self._short(SHORT_SUITS[word])
        if word == "stopper":
            suits = [self._suit_after(piece, word), *self._suits_after_or()]
            return nodes.chained("or", [self._stopper(suit) for suit in suits])
        if word == "stoppers":
            suits, joined = self._suits()
            return nodes.chained(
                "and" if joined == "and" else "or", [self._stopper(suit) for suit in suits]
            )
        shape = ShapeTest(int(self._seat), nodes.NamedShape(word.removeprefix("un")))
        return nodes.Unary("not", shape) if word == "unbalanced" else shape

    def _compared(self) -> Node | None:
        """Return the test of ``more clubs than hearts``, or None.

        ``clubs longer than hearts`` is the same.
        """
        words = [self._word(place) for place in range(4)]
        if words[0] in _COMPARED:
            words[:2] = words[1::-1]
        one, test, than, other = words
        if not (test in _COMPARED and than == "than" and one in SUITS and other in SUITS):
            return None
        self._next += 4
        return Binary(_COMPARED[test], self._length(SUITS[one]), self._length(SUITS[other]))

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
            if text in _AS_MANY:
                sign, ahead = _AS_MANY[text], words
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

    def _rule_of(self) -> Node | None:
        """Return the test of ``rule of 20``, or None."""
        ahead = int(self._word() in _MEETS)
        if (self._word(ahead), self._word(ahead + 1)) != ("rule", "of"):
            return None
        self._next += ahead + 2
        place = self._piece
        number = self._number()
        name = _RULES.get(int(number))
        if name is None:
            raise self.error(place, f"no count of a hand is known for the rule of {place}",
                             "Write: rule of 20 - or: rule of 22 - or: rule of 15")  # fmt: skip
        return self._limited(Measure(self.features[name], int(self._seat)), Span(number, None))

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

    def _unit_first(self) -> Node | None:
        """Return the test of ``spades 5+``, ``HCP 15-17`` or ``controls 6+``, or None."""
        points = self._point_words()
        words = points or 1 + (self._feature_name(0) == f"{self._word()}_{self._word(1)}")
        place, start = self._next, self._piece
        known = points > 0 or self._word() in SUITS or self._feature_name(0) is not None
        self._next += words
        if not known or not self._begins_range():
            self._next = place
            return None
        if points:
            return self._points(start, self._span())
        if start.lower() in SUITS:
            return self._suited(start, self._span(), SUITS[start.lower()])
        after = self._span()
        behind, self._next = self._next, place
        measure = self._measure()
        self._next = behind
        return self._limited(measure, after)

    def _opening(self) -> Node:
        self._next += 1
        begin = self._piece
        if begin.type == "end":
            raise self.error(begin, "expected a call", "Write: north: opens 1NT")
        call, end = "", begin
        while self._piece.type in ("number", "word") and (not call or self._touches(0)):
            end = self._take()
            call += end
        if call.isdigit() and self._piece.type == "word":  # 1 spade
            call += self._take()
        system: str | None = None
        if self._takes("in", "by"):
            first = self._next
            while self._piece.type in ("word", "number") or self._piece == "-":
                self._next += 1
            system = self._between(first, self._next)
        try:
            return opening_tree(self._seat, call, system)
        except ValueError as error:
            raise self.error(begin, str(error).split("\n")[0]) from None

    def _short(self, cards: int) -> Node:
        """Return the test of a short suit: in the suits that come next, or in any.

        ``singleton or void in hearts`` is about hearts, ``singleton king of hearts`` about both.
        """
        lengths = [cards]
        ahead = 0
        while self._word(ahead) == "or" and self._word(ahead + 1) in SHORT_SUITS:
            lengths.append(SHORT_SUITS[self._word(ahead + 1)])
            ahead += 2
        named = self._word(ahead) == "in"
        if self._word(ahead + named) in SUITS and (
            named or self._word(ahead + 1) not in (*SHORT_SUITS, "stopper")
        ):
            self._next += ahead
            suits = [self._suit_after(self._piece, "void"), *self._suits_after_or()]
            pairs = [(suit, few) for suit in suits for few in lengths]
            return nodes.chained(
                "or", [self._limited(self._length(suit), Span(few, few)) for suit, few in pairs]
            )
        word = self._word()
        if cards and (word in (*RANK_WORDS, *_HONOURS) or self._ends_in_suit()):
            card = self._card_of() or self._glued_card()
            if isinstance(card, nodes.HasCard):
                alone = Binary("==", self._length(int(Card(card.card).suit)), Number(cards))
                return Binary("and", alone, card)
            if card is not None or self._word(1) in (*_ORS, "and"):
                raise self._unexpected()
            self._next -= 1
            return nodes.chained("or", self._short_tests()[0])
        self._takes("somewhere")
        every = [self._length(int(suit)) for suit in reversed(Suit)]
        return nodes.chained("or", [Binary("==", length, Number(cards)) for length in every])

    def _any_order(self) -> Node:
        """Return the test of ``any 5422`` or ``any 54xx``."""
        start = self._take()
        first = self._piece
        position = first.start_pos
        match_ = re.compile(r"[0-9x]{4}(?!\w)", re.IGNORECASE).match(self.text, position, self._end)
        if match_ is not None:
            while self._piece.type != "end" and self._piece.start_pos < match_.end():
                self._next += 1
            lengths = [None if letter in "xX" else int(letter) for letter in match_[0]]
            return self._pattern(first, lengths, any_order=True)
        if first.type == "shape":
            self._next += 1
            if "=" in first:
                raise self.error(first, f"'any' is any order, and {first} is spades first",
                                 f"Write: {first} - or: {first.replace('=', '-')}")  # fmt: skip
            return self._shape(first)
        raise self.error(start, "'any' goes before a shape", "Write: any 5422, or any 54xx")

    def _shape(self, piece: Token) -> Node:
        """Return the test of ``5-4-2-2``, any order, or ``5=4=2=2``, spades first."""
        exact = "=" in piece
        lengths = [int(part) for part in re.split("[-=]", piece)]
        if len(lengths) != 4:
            sign = "=" if exact else "-"
            missing = 13 - sum(lengths)
            whole = sign.join(map(str, [*lengths, missing]))
            hint = f"Write: {whole}" if len(lengths) == 3 and missing >= 0 else ""
            raise self.error(
                piece, f"a shape has four lengths, and {piece} has {len(lengths)}", hint
            )
        return self._pattern(piece, list(lengths), any_order=not exact)

    def _pattern(self, piece: Token, lengths: list[int | None], *, any_order: bool) -> Node:
        first, second, third, fourth = lengths
        known = [length for length in lengths if length is not None]
        if sum(known) > 13 or (len(known) == 4 and sum(known) != 13):
            raise self.error(piece, f"this shape has {sum(known)} cards, not 13",
                             "A hand has 13 cards")  # fmt: skip
        pattern = nodes.Pattern(True, any_order, (first, second, third, fourth))
        return ShapeTest(int(self._seat), nodes.Patterns((pattern,)))

    # --------------------------------------------------------------------------------------- tests

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
            if name in _HONOURS:
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
        return nodes.Within(measure, ((low, high),))

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

    # -------------------------------------------------------------------------------------- errors

    def _unexpected(self) -> ConditionError:
        piece = self._piece
        if piece.type == "end":
            return self.error(piece, "unexpected end; expected a hand",
                              "Write: 15-17 balanced, or 5+ spades")  # fmt: skip
        if piece == "[" or piece == "{":
            inside = re.compile(r"[\[{]\s*(\d+)\s*[,:-]\s*(\d+)").match(self.text, piece.start_pos)
            hint = f"Write: {inside[1]}-{inside[2]}" if inside else "Use round brackets"
            return self.error(piece, f"unexpected '{piece}'", hint)
        if piece.type == "word":
            return self._unknown(piece)
        return self.error(piece, f"unexpected '{piece}'")

    def _unknown(self, piece: Token) -> ConditionError:
        """Return the error for a word that is no item here."""
        word = piece.lower()
        if word in SEAT_NAMES and self._word(1) == ":":
            hint = "Write: north: 15-17; south: 5+ spades"
            return self.error(piece, "a ';' goes before the next seat", hint)
        if word in SUITS:
            suit = Suit(SUITS[word]).name.lower()
            return self.error(piece, f"'{piece}' needs a number before it", f"Write: 5+ {suit}")
        if word in ("major", "minor"):
            hint = f"Write: 4+ {word}"
            return self.error(piece, f"'{piece}' needs a number before it", hint)
        if word in ("majors", "minors"):
            return self.error(piece, f"'{piece}' needs two lengths before it",
                              f"Write: 5-4 {piece}, or 4+ {word[:-1]} for one of them")  # fmt: skip
        if re.match(r"\s*\(", self.text[piece.start_pos + len(piece) :]):
            return self.error(
                piece, f"'{piece}(...)' is a condition, not part of a phrase",
                "Put it after 'where': north: 15-17; where hcp(south) > 8",
            )  # fmt: skip
        if word in RANK_WORDS:
            return self.error(piece, f"'{piece}' needs a suit, or a number before it",
                              f"Write: {word} of spades, or 1 {word}")  # fmt: skip
        if word in POINT_WORDS or self._feature_name(0) is not None:
            return self.error(piece, f"'{piece}' needs a number before it", f"Write: 8+ {piece}")
        if word in ("nt", "notrump", "notrumps"):
            call = re.search(r"\b[1-7]\s*$", self.text[: piece.start_pos])
            return self.error(piece, f"'{piece}' is a call, and a phrase describes a hand",
                              f"Write: opens {call[0].strip() if call else 1}NT")  # fmt: skip
        if _BIDDING.fullmatch(word):
            return self.error(
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
            *self.features.names(),
        ]
        hint = self.near(piece, [name for name in known if len(name) > 2])
        return self.error(piece, f"'{piece}' is not a word that a phrase can use", hint or (
            "A phrase has points (15-17), lengths (5+ spades), shapes (balanced, 5-4-2-2) and cards"
        ))  # fmt: skip


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


def _in_words(span: Span) -> str:
    """Return a range that begins with a word."""
    if span.low is None or span.high is None:
        return f"at most {span.high}" if span.low is None else f"at least {span.low}"
    return f"between {span.low} and {span.high}"
