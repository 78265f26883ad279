"""What a hand of a phrase has not: ``no aces or kings``, ``not 5+ spades``, ``neither X nor Y``."""

from __future__ import annotations

from abc import abstractmethod

from dealwright.base.errors import ConditionError
from dealwright.cards import Suit
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Binary, Measure, Node, Number, ShapeTest
from dealwright.conditions.phrase_cards import RANK_WORDS, SHORT_SUITS
from dealwright.conditions.phrase_pieces import SUITS
from dealwright.conditions.phrase_ranges import POINT_WORDS, Span
from dealwright.conditions.phrase_suits import AS_MANY, COMPARED, PAIRS, PhraseSuits
from dealwright.conditions.shapes import NAMED_SHAPES

__all__ = ["DENIALS", "PhraseDenials", "kinds_of"]

DENIALS = ("not", "no", "!", "without")
_ORS = ("or", "|", "||")


class PhraseDenials(PhraseSuits):
    """Reads what a hand has not, for one seat after the other."""

    @abstractmethod
    def _item(self) -> tuple[Node, frozenset[int] | None]:
        """Return an item, and its points if it is points without a unit."""

    @abstractmethod
    def _hand(self) -> Node:
        """Read the groups of a hand."""

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
            if not nor and (in_brackets or self._word(1) in (*DENIALS, "neither")):
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
        if not neither:
            self._refuse_what_follows(begin, denied, item)
        return nodes.chained("and", items)

    def _refuse_what_follows(self, begin: int, denied: str, item: Node) -> None:
        """Refuse ``not 12+ balanced`` and ``no void and singleton``: the second may be denied too.

        What ``no X`` denies ends before something of another kind: ``no void and 12+``.

        :raises ConditionError: if a person may mean two things
        """
        place = self._next
        joined = self._takes("and", "&", "&&")
        second, same = ("", False) if self._ends_item() else self._what_follows(denied, item)
        rest = f" {self._rest_of_group()}".rstrip()
        self._next = place
        if not second or denied == "!" or not (denied == "not" or (joined and same)):
            return
        first, link = self._between(begin, place), " and " if joined else " "
        hints = [f"{denied} {first}, {second}{rest}", f"not ({first}{link}{second}{rest})"]
        if denied != "not":
            hints.append(f"{denied} {first} or {second}{rest}")
        raise self.error(
            self._pieces[begin - 1], f"'{denied} {first}{link}{second}' has two readings",
            f"Write: {' - or: '.join(filter(self._is_readable, hints))}",
        )  # fmt: skip

    def _ends_item(self) -> bool:
        """Return whether no other item follows, or one that begins anew."""
        word = self._word()
        return self._piece.type == "end" or word in (
            ",", ";", ")", "nor", "but", "neither", *_ORS, *DENIALS
        )  # fmt: skip

    def _what_follows(self, denied: str, item: Node) -> tuple[str, bool]:
        """Return the text of the next item, and whether it is of the kind of one that is denied."""
        place = self._next
        try:
            kind = kinds_of(self._item()[0])
        except ConditionError:  # a noun: "no aces and kings"
            self._next = place
            return ("", False) if denied == "not" else self._noun_that_follows(place, denied)
        return self._between(place, self._next), kind == kinds_of(item)

    def _noun_that_follows(self, place: int, denied: str) -> tuple[str, bool]:
        try:
            kind = self._denied_item(denied)[1]
        except ConditionError:  # its own error is told when it is read
            return "", False
        return self._between(place, self._next), "noun" in kind

    def _neither(self) -> Node:
        """Return the test of ``neither X nor Y``, or ``neither major longer than four cards``."""
        longer = self._no_longer_suit()
        if longer is not None:
            return longer
        ranks = self._no_coloured() or self._no_ranks()  # neither ace nor king of spades
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
        if card and following == "and" and self._word(2) in RANK_WORDS:
            one, other = self._word(), self._word(2)
            suits = [self._word(place) for place in (3, 4) if self._word(place) in SUITS]
            suit = Suit(SUITS[suits[0]]).name.lower() if suits else "spades"
            raise self.error(
                self._piece, f"'{word} {one} and {other}' has two readings",
                f"Write: no {one} or {other} of {suit} - or: not ({one} and {other} of {suit})",
            )  # fmt: skip
        suit_before = self._last_suit(begin := self._next)
        readers = (self._no_short_suit, self._no_long_suit, self._no_longer_suit,
                   self._none_outside, self._no_coloured, self._no_ranks)  # fmt: skip
        for reader in readers[word == "not" :]:
            item = reader()
            if item is not None:
                return item, kinds_of(item)
        item = self._none_named(word)
        if item is not None:
            self._refuse_cards_of_a_suit(begin, word, suit_before)
            return item, frozenset({"noun"})
        item = nodes.Unary("not", self._item()[0])
        return item, kinds_of(item)

    def _refuse_cards_of_a_suit(self, begin: int, word: str, last: int | None) -> None:
        """Refuse ``5+ spades without the ace or king``: of spades, or of any suit.

        :raises ConditionError: if cards are named in the singular, behind a suit
        """
        names = self._between(begin, self._next)
        ranks = [rank for rank in names.lower().split() if rank in RANK_WORDS]
        if last is None or word != "without" or not ranks or ranks[0].endswith("s"):
            return
        suit, cards = Suit(last).name.lower(), " or ".join(ranks)
        raise self.error(
            self._pieces[begin - 1], f"'{word} {names}' does not say of which suit",
            f"Write: {word} {cards} of {suit} - or: no {' or '.join(rank + 's' for rank in ranks)}",
        )  # fmt: skip

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
        if self._word() not in (*PAIRS, "suit") or words != ("longer", "than"):
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

    def _counts(self, ahead: int) -> bool:
        """Return whether a word ahead is what a number counts."""
        word = self._word(ahead)
        return (
            word in (*PAIRS, *SUITS)
            or word.removesuffix("s") in (*SHORT_SUITS, "stopper")
            or self._point_words(ahead) > 0
            or self._feature_name(ahead) is not None
        )

    def _names_number(self) -> bool:
        """Return whether a suit or a feature comes next, and not a card or another item."""
        known = self._word() in SUITS or self._feature_name(0) is not None
        other = self._word() in NAMED_SHAPES or self._compares(1)
        return known and not other and self._word(1) not in (*SHORT_SUITS, "stopper", "of")

    def _compares(self, ahead: int) -> bool:
        """Return whether ``longer than`` or ``as long as`` comes ahead."""
        words = [self._word(ahead + place) for place in range(5)]
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
