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

__all__ = ["MOST_POINTS", "SEAT_NAMES", "PhraseItems"]

MOST_POINTS = 37
SEAT_NAMES = {name: seat for seat in Seat for name in (seat.name.lower(), seat.letter.lower())}
_EACH = ("each", "every", "both", "all")
_GROUPS = (*_EACH, "either", "other")
_LONGER = ("better", "longer", "more")
_COMPARED = {"more": ">", "longer": ">", "fewer": "<", "shorter": "<"}
_NAMED = ("unbalanced", "stopper", "stoppers")
_PAIRS = {"major": (Suit.SPADES, Suit.HEARTS), "minor": (Suit.DIAMONDS, Suit.CLUBS)}
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
        if word in ("not", "no", "!", "without"):
            self._next += 1
            counted = self._none_of("not" if word == "!" else word)
            return (nodes.Unary("not", self._item()[0]) if counted is None else counted), None
        if word == "(":
            self._next += 1
            inside = self._hand()
            if not self._takes(")"):
                raise self.error(self._piece, "expected ')'", "Each '(' needs its ')'")
            return inside, None
        if piece.type == "shape":
            self._next += 1
            shape = self._shape(piece)
            if "=" in piece:
                self._takes("exactly")
            elif [self._word(place) for place in range(3)] == ["in", "any", "order"]:
                self._next += 3
            return shape, None
        if piece.type == "word":
            return self._worded(), None
        raise self._unexpected()

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

    def _none_of(self, denied: str) -> Node | None:
        """Return the test of ``no aces or kings``, ``no spades`` or ``no singleton or void``.

        None if the next is another item.
        """
        if denied == "not" and self._word() in RANK_WORDS and self._word(1) not in ("of", "or"):
            last = Suit(self._last_suit(self._next) or Suit.SPADES).name.lower()
            raise self.error(
                self._piece, f"'not {self._piece}' does not say of which suit",
                f"Write: not {self._piece} of {last} - or: no {self._piece}s",
            )  # fmt: skip
        readers = (self._no_short_suit, self._no_long_suit, self._no_longer_suit,
                   self._none_outside, self._none_named)  # fmt: skip
        for reader in readers[denied == "not" :]:
            item = reader()
            if item is not None:
                return item
        return None

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

    def _none_named(self) -> Node | None:
        """Return the test of ``no aces or kings`` or ``no spades``, or None."""
        begin = self._next
        tests = list[Node]()
        while self._names_number():
            word = self._next
            suit = SUITS.get(self._word())
            if suit is None:
                measure = self._measure()
            else:
                measure, self._next = self._length(suit), self._next + 1
            tests.append(self._limited(measure, Span(0, 0)))
            if len(tests) > 1 and self._begins_range():
                named, last = self._between(begin, word - 1), self._between(word, self._next)
                first = self._next
                self._span()
                number = self._between(first, self._next)
                raise self.error(
                    self._pieces[word - 1], f"'no {named} or {last}' before a number has two "
                    f"readings", f"Write: no {named}, no {last}, {number} - or: (no {named}) or "
                    f"({last} {number})",
                )  # fmt: skip
            if self._word() != "or":
                return nodes.chained("and", tests)
            self._next += 1
        if not tests:
            return None
        self._next -= 1  # what follows "or" is another item
        return nodes.chained("and", tests)

    def _names_number(self) -> bool:
        """Return whether a suit or a feature comes next, and not a card or another item."""
        known = self._word() in SUITS or self._feature_name(0) is not None
        named = self._word() in NAMED_SHAPES
        return known and not named and self._word(1) not in (*SHORT_SUITS, "stopper", "of")

    def _ranged(self) -> tuple[Node, frozenset[int] | None]:
        """Return an item that begins with a range, and its points if it has no unit."""
        for reader in (self._top_cards, self._two_suits):
            item = reader()
            if item is not None:
                return item, None
        start = self._piece
        if len(start) >= 4 and start.isdigit():
            raise self._digits_error(start)
        span = self._choice_span() or self._span()
        if self._takes("card", "cards"):
            span = self._turned(span)
            if span.bare and self._word() != "in":
                assert span.low is not None
                raise self._exactly_or_more(start, span.low)
        item = self._counted(start, span)
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
        return word in (*POINT_WORDS, *_PAIRS, *SUITS) or self._feature_name(ahead) is not None

    def _counted(self, start: Token, span: Span) -> Node | None:
        """Return the test of what the next word counts, or None if it counts nothing."""
        word = self._word()
        if self._piece.type != "word":
            return None
        if word == "support" and self._word(1) in ("for", "in"):
            self._next += 2
            word = self._word()
        if word == "in" and self._word(1) in (*_GROUPS, *_PAIRS, *SUITS, "one"):
            return self._each(self._suits(), span, "")
        if word in SUITS and span.bare and len(word) == 1 and self._touches(0):
            raise self._card_or_length(start)
        if word in (*SUITS, *_PAIRS, "suit", "suits", "other"):
            if word in (*_PAIRS, "suit") and span.bare:
                assert span.low is not None
                raise self._exactly_or_more(start, span.low)
            return self._each(self._suits(), self._turned(span), "", start)
        if word in POINT_WORDS and not (self._word(1) == "in" and self._word(2) in SUITS):
            self._next += 1
            return self._points(start, self._turned(span))
        if self._feature_name(0) is None:
            return None
        measure = self._measure()
        return self._limited(measure, self._turned(span))

    def _suits(self) -> tuple[list[int], str]:
        """Take suits: ``spades``, ``spades or hearts``, ``major``, ``each major``, ``other suits``.

        Return them, and whether ``and`` or ``or`` joins them.

        :raises ConditionError: if there are none
        """
        start, begin = self._piece, self._next
        self._takes("in", "of")
        joined = "and" if self._takes(*_EACH) else "or"
        if joined == "and" or self._takes("one"):
            self._takes("of")
        if self._takes("other"):
            return self._other_suits(begin, joined)
        self._takes("either", "four", "4")
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
        """Return the test that the length of one suit, or of each, is in a range."""
        place = self._piece if start is None else start
        tests = [self._suited(place, span, suit) for suit in suits[0]]
        return nodes.chained(joined or suits[1], tests)

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
            self._top_cards, self._named_item, self._compared, self._suit_first, self._card_of,
            self._coloured, self._headed, self._yarborough, self._glued_card, self._holding,
            self._unit_first,
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
            return nodes.chained(joined, [self._stopper(suit) for suit in suits])
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
        words = 1 + (self._feature_name(0) == f"{self._word()}_{self._word(1)}")
        place, start = self._next, self._piece
        known = self._word() in (*POINT_WORDS, *SUITS) or self._feature_name(0) is not None
        self._next += words
        if not known or not self._begins_range():
            self._next = place
            return None
        if start.lower() in POINT_WORDS:
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
        if cards == 1 and (self._word() in RANK_WORDS or self._ends_in_suit()):
            card = self._card_of() or self._glued_card()
            if isinstance(card, nodes.HasCard):
                alone = Binary("==", self._length(int(Card(card.card).suit)), Number(1))
                return Binary("and", alone, card)
            raise self._unexpected()
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

    def _limited(self, measure: Measure, span: Span) -> Node:
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

    def _in_units(self, end: Fraction | int | None, measure: Measure) -> int | None:
        """Return the end of a range in the unit of a feature, such as hundredths."""
        if end is None:
            return None
        value = Fraction(end) * measure.feature.scale
        if value.denominator != 1:
            raise self.error(
                self._ahead(-1), f"{float(end):g} is too fine: {measure.feature.name} is counted "
                f"in {'hundredths' if measure.feature.scale == 100 else 'whole numbers'}",
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
