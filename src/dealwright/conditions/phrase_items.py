"""The items of a phrase about one hand: points, lengths, shapes, cards and other features."""

from __future__ import annotations

import re
from typing import Any

from dealwright.base.errors import ConditionError
from dealwright.cards import Card, Seat, Suit
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Binary, Measure, Node, Number, ShapeTest
from dealwright.conditions.opening import opening_tree
from dealwright.conditions.phrase_cards import RANK_WORDS, RANKS, SHORT_SUITS
from dealwright.conditions.phrase_denials import DENIALS, PhraseDenials
from dealwright.conditions.phrase_pieces import SUITS
from dealwright.conditions.phrase_ranges import POINT_WORDS, Span
from dealwright.conditions.phrase_suits import COMPARED, GROUPS, HONOURS, MOST_POINTS, PAIRS
from dealwright.conditions.shapes import NAMED_SHAPES
from dealwright.conditions.syntax import Token

__all__ = ["SEAT_NAMES", "PhraseItems"]

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


class PhraseItems(PhraseDenials):
    """Reads the items of a phrase, for one seat after the other."""

    def _item(self) -> tuple[Node, frozenset[int] | None]:
        """Return an item, and its points if it is points without a unit."""
        if self._word() == "all" and self._ahead(1).type == "number" and self._word(2) != "of":
            self._next += 1  # all four aces
        piece, word = self._piece, self._word()
        if self._begins_range():
            return self._ranged()
        if word in DENIALS:
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

    def _counted(self, begin: int, span: Span) -> Node | None:
        """Return the test of what the next word counts, or None if it counts nothing."""
        start, word = self._pieces[begin], self._word()
        if self._piece.type != "word":
            return None
        self._refuse_miscounted(start)
        if word == "support" and self._word(1) in ("for", "in"):
            self._next += 2
            word = self._word()
        grouped = self._word(1) in PAIRS or (
            self._word(1) in (*GROUPS, "one") and self._ahead(2).type == "word"
        )
        if word in ("in", "of") and (grouped or (word == "in" and self._word(1) in SUITS)):
            named = self._next + 1
            suits = self._suits()
            self._check_limit(begin, named, suits, span)
            return self._each(suits, span, "")
        if word in SUITS and span.bare and len(word) == 1 and self._touches(0):
            raise self._card_or_length(start)
        if word in (*SUITS, *PAIRS, "suit", "suits", "other"):
            if word in (*PAIRS, "suit") and span.bare:
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

    def _refuse_miscounted(self, start: Token) -> None:
        """Refuse a number before what it does not count here, though it may seem so.

        :raises ConditionError: if ``more spades than hearts`` or ``ace or king of spades`` follow
        """
        words = [self._word(place) for place in range(4)]
        if words[0] in COMPARED and words[2] == "than" and words[1] in SUITS and words[3] in SUITS:
            one, other = (Suit(SUITS[words[place]]).name.lower() for place in (1, 3))
            raise self.error(start, "a phrase cannot say by how many cards",
                             f"Write: {words[0]} {one} than {other}")  # fmt: skip
        if (words[0] in RANK_WORDS and words[1] == "or" and words[2] in RANK_WORDS
                and words[3] in ("of", "in", *SUITS)):  # fmt: skip
            one, other = words[0], words[2]
            raise self.error(
                self._piece, f"a number before '{one} or {other}' of a suit has two readings",
                f"Write: {one} or {other} of spades - or: {other} of spades or 1+ {one}s",
            )  # fmt: skip

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

    def _card_or_length(self, start: Token) -> ConditionError:
        suit = Suit.of(self._word())
        rank = "T" if start == "10" else str(start)
        seat, name = self._seat.name.lower(), suit.name.lower()
        card = f" - or, for the card: hascard({seat}, {rank}{suit.letter})"
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
            word = self._take()
            call += word[0] if word.lower() in SUITS else word.lower().replace("notrump", "nt")
        system: str | None = None
        if self._takes("in", "by"):
            first = self._next
            while (
                (self._piece.type in ("word", "number") and self._word() not in ("or", "and"))
                or self._piece == "-"
                or (self._piece in (".", "/", "~") and (self._next == first or self._touches(0)))
            ):
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
        if named and self._word(ahead + 1) in (*GROUPS, *PAIRS, "majors", "minors", "a", "one"):
            self._next += ahead
            suits, joined = self._suits()
            return nodes.chained(
                "and" if joined == "and" else "or",
                [nodes.chained("or", [self._limited(self._length(suit), Span(few, few))
                                      for few in lengths]) for suit in suits],
            )  # fmt: skip
        word = self._word()
        if cards and (word in (*RANK_WORDS, *HONOURS) or self._ends_in_suit()):
            card = self._card_of() or self._glued_card()
            if isinstance(card, nodes.HasCard):
                alone = Binary("==", self._length(int(Card(card.card).suit)), Number(cards))
                return Binary("and", alone, card)
            if card is not None or self._word(1) in ("or", "and"):
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
        raise self.error(start, "'any' goes before a shape", "Write: any 5422 - or: any 54xx")

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

    def _unexpected(self) -> ConditionError:
        piece = self._piece
        if piece.type == "end":
            return self.error(piece, "unexpected end; expected a hand",
                              "Write: 15-17 balanced - or: 5+ spades")  # fmt: skip
        if piece == "[" or piece == "{":
            inside = re.compile(r"[\[{]\s*(\d+)\s*[,:-]\s*(\d+)").match(self.text, piece.start_pos)
            hint = f"Write: {inside[1]}-{inside[2]}" if inside else "Use round brackets"
            return self.error(piece, f"unexpected '{piece}'", hint)
        if piece.type == "word":
            return self._unknown(piece)
        return self.error(piece, f"unexpected '{piece}'")

    def _with_semicolon(self, piece: Token) -> str:
        """Return the phrase with a semicolon before a seat; "" if it cannot be read with it."""
        before, after = self.text[: piece.start_pos].rstrip(" ,"), self.text[piece.start_pos :]
        if after.count(":") > _MOST_SEATS:
            return ""
        try:
            reader: Any = type(self)(f"{before}; {after}", self.features)
            reader.phrase()  # of the class that reads all of a phrase
        except ConditionError:
            return ""
        return f"{before}; {after}"

    def _notrump(self, piece: Token) -> ConditionError:
        """Return the error for notrump, which is meant as a kind of hand behind points."""
        before = self.text[: piece.start_pos]
        call = re.search(r"\b[1-7]\s*$", before)
        hint = f"Write: opens {call[0].strip() if call else 1}NT"
        if re.search(r"\d\d?\s*-\s*\d\d?\s*$", before):
            hint = "Write: balanced"
        return self.error(piece, f"'{piece}' is a call, and a phrase describes a hand", hint)

    def _unknown(self, piece: Token) -> ConditionError:
        """Return the error for a word that is no item here."""
        word = piece.lower()
        if word in SEAT_NAMES and self._word(1) == ":":
            hint = self._with_semicolon(piece) or "north: 15-17; south: 5+ spades"
            return self.error(piece, "a ';' goes before the next seat", f"Write: {hint}")
        if word in SUITS:
            suit = Suit(SUITS[word]).name.lower()
            return self.error(piece, f"'{piece}' needs a number before it", f"Write: 5+ {suit}")
        if word in ("major", "minor"):
            hint = f"Write: 4+ {word}"
            return self.error(piece, f"'{piece}' needs a number before it", hint)
        if word in ("majors", "minors"):
            return self.error(piece, f"'{piece}' needs two lengths before it",
                              f"Write: 5-4 {piece} - or: 4+ {word[:-1]}")  # fmt: skip
        if re.match(r"\s*\(", self.text[piece.start_pos + len(piece) :]):
            return self.error(
                piece, f"'{piece}(...)' is a condition, not part of a phrase",
                "Put it after 'where': north: 15-17; where hcp(south) > 8",
            )  # fmt: skip
        if word in RANK_WORDS:
            return self.error(piece, f"'{piece}' needs a suit, or a number before it",
                              f"Write: {word} of spades - or: 1 {word}")  # fmt: skip
        named = self._feature_name(0)
        if word in POINT_WORDS or named is not None:
            measured = None if named is None else self.features[named]
            few = measured is not None and measured.bounds[1] < 8 * measured.scale
            hint = f"Write: {1 if few else 8}+ {piece}"
            return self.error(piece, f"'{piece}' needs a number before it", hint)
        if word in ("nt", "notrump", "notrumps"):
            return self._notrump(piece)
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
