"""The cards that a phrase names: honours, holdings, stoppers."""

from __future__ import annotations

import re
from abc import abstractmethod

from dealwright.cards import Card, Rank, Seat, Suit
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Binary, Measure, Node, Number
from dealwright.conditions.phrase_pieces import NUMBER_WORDS, SUITS
from dealwright.conditions.phrase_ranges import PhraseRanges
from dealwright.conditions.syntax import Token
from dealwright.deals.features import Features

__all__ = ["COLOURS", "RANKS", "RANK_WORDS", "SHORT_SUITS", "PhraseCards"]

SHORT_SUITS = {"void": 0, "singleton": 1, "stiff": 1, "doubleton": 2}
RANKS = {rank.letter: rank for rank in Rank}
RANK_WORDS = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "knave": "J", "ten": "T", "nine": "9",
}  # fmt: skip
_TOP = "two of top three"
COLOURS = {"red": (Suit.HEARTS, Suit.DIAMONDS), "black": (Suit.SPADES, Suit.CLUBS)}
_HONOURS = "AKQJT"
_HONOUR_WORDS = ("honours", "honors", "cards")


class PhraseCards(PhraseRanges):
    """Reads cards of a hand, for one seat after the other."""

    def __init__(
        self, text: str, features: Features, begin: int = 0, end: int | None = None
    ) -> None:
        names = {name.partition("_")[0] for name in features.names()}
        counted = names | {name.removesuffix("s") for name in names}
        super().__init__(text, begin, end, counted=counted)
        self.features = features
        self._seat = Seat.NORTH
        self._item_begin = 0  # the piece with which the item begins

    def _top_cards(self) -> Node | None:
        """Return the test of ``two of top three spades``, or None if something else comes next."""
        sign, words = self._sign_words()
        start = self._ahead(words)
        if (self._word(words + 1), self._word(words + 2)) != ("of", "top"):
            return None
        cards = NUMBER_WORDS.get(self._word(words + 3)) or int(
            self._word(words + 3) if self._word(words + 3).isdigit() else 0
        )
        number = cards if start.lower() == "all" else int(self._amount(start))
        if cards not in (3, 4, 5) or number > cards:
            raise self.error(self._ahead(words + 3), "expected: two of top three (or five)")
        self._next += words + 4
        begin, suit = self._next, None
        if self._takes(*_HONOUR_WORDS) and self._word() not in ("of", "in", *SUITS):
            suit = self._last_suit(begin)
        if suit is None:
            suit = self._suit_after(start, _TOP)
            self._takes(*_HONOUR_WORDS)
        measure = Measure(self.features[f"top{cards}"], int(self._seat), suit)
        test = {"=": "==", "-": "<=", ">": ">", "<": "<"}.get(sign, ">=")
        return Binary(test, measure, Number(number))

    def _card_of(self) -> Node | None:
        """Return the test of ``ace or king of spades``, or None.

        ``ace, king and jack of spades`` is all of them.
        """
        piece, ranks, joints = self._piece, list[str](), set[str]()
        ahead = int(self._word() == "both")
        while self._word(ahead) in RANK_WORDS:
            ranks.append(RANK_WORDS[self._word(ahead)])
            ahead += 1
            if self._word(ahead) in ("or", "and", ",") and self._word(ahead + 1) in RANK_WORDS:
                joints.add("or" if self._word(ahead) == "or" else "and")
                ahead += 1
        linked = self._word(ahead) == "of" or (
            self._word(ahead) == "in" and self._word(ahead + 1) in SUITS
        )
        if not ranks or len(joints) > 1 or not (linked or self._word(ahead) in SUITS):
            return None
        self._next += ahead
        suit = self._suit_after(piece, piece.lower())
        return nodes.chained(
            "and" if "and" in joints else "or", [self._card(rank, suit) for rank in ranks]
        )

    def _no_ranks(self) -> Node | None:
        """Return the test of no ``ace or king of spades``: no such card is held; None for others.

        The suit, or the suits, belong to each of the cards.
        """
        ahead, names, joints = 0, [self._word()], list[str]()
        while self._word(ahead + 1) in ("or", "nor", ","):
            joints.append(self._word(ahead + 1))
            names.append(self._word(ahead + 2))
            ahead += 2
        letters = [RANK_WORDS.get(name.removesuffix("s"), "") for name in names]
        is_list = len({name.endswith("s") for name in names}) == 1 and len({*letters}) == len(names)
        commas = joints.count(",")  # "ace, king or queen", and not "kings or aces, queen of hearts"
        if commas and (commas != len(joints) - 1 or joints[-1] == "," or not is_list):
            return None
        linked = self._word(ahead + 1) in ("of", "in") and self._word(ahead + 2) in SUITS
        if not all(letters) or not linked:
            return None
        self._next += ahead + 1
        suits = [self._suit_after(self._piece, "ace"), *self._suits_after_or()]
        cards = [self._card(letter, suit) for suit in suits for letter in letters]
        return nodes.chained("and", [nodes.Unary("not", card) for card in cards])

    def _no_coloured(self) -> Node | None:
        """Return the test of no ``red aces``: neither of them is held; None for others."""
        suits, name = COLOURS.get(self._word()), self._word(1).removesuffix("s")
        if suits is None or name not in RANK_WORDS:
            return None
        self._next += 2
        cards = [self._card(RANK_WORDS[name], suit) for suit in suits]
        return nodes.chained("and", [nodes.Unary("not", card) for card in cards])

    def _coloured(self) -> Node | None:
        """Return the test of ``both red aces`` or ``black kings``, or None."""
        both = self._word() == "both"
        suits, name = COLOURS.get(self._word(both)), self._word(both + 1)
        if suits is None or name.removesuffix("s") not in RANK_WORDS or not name.endswith("s"):
            return None
        self._next += both + 2
        letter = RANK_WORDS[name.removesuffix("s")]
        return nodes.chained("and", [self._card(letter, suit) for suit in suits])

    def _none_outside(self) -> Node | None:
        """Return the test of ``ace or king outside spades``, none of which is held, or None.

        ``outside ace or king`` and ``... in the other suits`` mean the suit that was named last.
        """
        first = self._word() == "outside"
        ahead, letters = int(first), list[str]()
        while self._word(ahead).removesuffix("s") in RANK_WORDS:
            letters.append(RANK_WORDS[self._word(ahead).removesuffix("s")])
            ahead += 1
            if not (self._word(ahead) == "or" and letters):
                break
            ahead += 1
        place, suit = self._next, self._last_suit(self._next)
        self._next += ahead
        if self._takes("outside"):
            suit = self._suit_after(self._piece, "outside") if self._word() in SUITS else None
        elif self._takes("in"):
            is_other = self._takes("other")
            self._takes("three", "3")
            suit = suit if is_other and self._takes("suits") else None
        elif not first:
            suit = None
        if suit is None or not letters:
            self._next = place
            return None
        others = [other for other in reversed(Suit) if other != suit]
        cards = [self._card(letter, int(other)) for letter in letters for other in others]
        return nodes.chained("and", [nodes.Unary("not", card) for card in cards])

    def _yarborough(self) -> Node | None:
        """Return the test of no card above the nine, or None."""
        if not self._takes("yarborough"):
            return None
        names = ("aces", "kings", "queens", "jacks", "tens")
        held = [Measure(self.features[name], int(self._seat)) for name in names]
        return nodes.chained("and", [Binary("==", measure, Number(0)) for measure in held])

    def _headed(self) -> Node | None:
        """Return the test of ``headed by KQJ``, of the suit that was named last, or None.

        The suit has these honours, and none that is higher than the lowest of them.
        """
        if (self._word(), self._word(1)) != ("headed", "by") or self._ahead(2).type == "end":
            return None
        start, suit = self._piece, self._last_suit(self._next)
        self._next += 2
        letters = self._honour_words() or self._take().upper().replace("10", "T")
        if suit is None or not set(letters) <= set(_HONOURS) or len({*letters}) < len(letters):
            raise self.error(start, "'headed by' needs a suit before it, and honours",
                             "Write: 6+ spades headed by KQJ")  # fmt: skip
        higher = _HONOURS[: max(map(_HONOURS.index, letters)) + 1]
        tests = [(letter in letters, self._card(letter, suit)) for letter in higher]
        return nodes.chained(
            "and", [card if held else nodes.Unary("not", card) for held, card in tests]
        )

    def _honour_words(self) -> str:
        """Take ``ace and king`` or ``A and K``, and return the letters; "" if none come next."""
        words = {**RANK_WORDS, **{letter.lower(): letter for letter in _HONOURS}}
        letters, ahead, place = "", 0, self._next
        while self._word(ahead) in words:
            letters += words[self._word(ahead)]
            self._next += ahead + 1
            if letters[1:] and self._word() in ("of", "in", *SUITS):
                if self._pieces[place + 1] == ",":  # the king, jack and ten of hearts
                    self._next = place + 1
                    return letters[0]
                raise self.error(self._pieces[place], "which of these honours head the suit?",
                                 "Write: 6+ spades headed by AK, queen of hearts")  # fmt: skip
            listed = self._word() == "," and self._word(2) == "and"
            ahead = int(listed or self._word() in ("and", "-"))
        return letters

    def _glued_card(self) -> Node | None:
        """Return the test of a card such as ``AS`` or ``SA``, or None if none comes next."""
        word = self._piece
        if len(word) != 2:
            return None
        letters = word.upper()
        if letters[0] in RANKS and letters[1] in "SHDC":
            self._next += 1
            return self._card(letters[0], SUITS[letters[1].lower()])
        if letters[1] in RANKS and letters[0] in "SHDC":
            self._next += 1
            return self._card(letters[1], SUITS[letters[0].lower()])
        return None

    def _ends_in_suit(self) -> bool:
        """Return whether a card such as ``KH`` comes next."""
        letters = self._piece.upper()
        return len(letters) == 2 and letters[0] in RANKS and letters[1] in "SHDC"

    def _holding(self) -> Node | None:
        """Return the test of ``AKxxx of spades`` or ``Ax or Kx of spades``, or None.

        The suit has these honours and no other, and as many cards as there are letters: x is a
        card from the nine down.
        """
        piece, holdings = self._piece, list[str]()
        while (letters := self._holding_letters(2 * len(holdings))) and (
            not holdings or self._word(2 * len(holdings) - 1) == "or"
        ):
            holdings.append(letters)
        if not holdings:
            return None
        if self._word(2 * len(holdings) - 1) not in ("of", "in", *SUITS):
            holdings = holdings[:1]
        self._next += 2 * len(holdings) - 1
        suit = self._suit_after(piece, str(piece))
        if whole := [letters for letters in holdings if set(letters) <= set(_HONOURS)]:
            letters, name = whole[0], Suit(suit).name.lower()
            words = {letter: word for word, letter in RANK_WORDS.items() if word != "knave"}
            named = " and ".join(words[letter] for letter in letters)
            raise self.error(
                piece, f"'{letters} of {name}' may be the whole suit, or a part of it",
                f"Write: {named} of {name} - or: exactly {len(letters)} {name} headed by {letters}",
            )  # fmt: skip
        return nodes.chained("or", [self._held(letters, suit) for letters in holdings])

    def _holding_letters(self, ahead: int) -> str:
        """Return the letters of a holding ahead such as ``AKxxx``, or ""."""
        if self._word(ahead) == "at" and self._word(ahead + 1) not in ("of", "in", *SUITS):
            return ""
        letters = self._word(ahead).upper().replace("10", "T")
        named = letters.rstrip("X")
        is_holding = re.fullmatch(r"[AKQJT]*[2-9]*X*", letters) and len(set(named)) == len(named)
        return letters if is_holding and len(letters) > 1 else ""

    def _held(self, letters: str, suit: int) -> Node:
        """Return the test that a suit is ``AKxxx``."""
        named = letters.rstrip("X")
        honours = sum(letter in _HONOURS for letter in named)
        tests = [self._card(letter, suit) for letter in named]
        tests.append(Binary("==", self._length(suit), Number(len(letters))))
        top5 = Measure(self.features["top5"], int(self._seat), suit)
        tests.append(Binary("==", top5, Number(honours)))
        return nodes.chained("and", tests)

    def _stopper(self, suit: int) -> Node:
        """Return the test of a stopper."""
        return Binary(">=", Measure(self.features["stoppers"], int(self._seat), suit), Number(1))

    def _suit_after(self, start: Token, what: str) -> int:
        """Take ``of`` or ``in`` and a suit.

        :raises ConditionError: if no suit comes next
        """
        self._takes("of", "in")
        word = self._word()
        if word not in SUITS:
            link = "in" if what in ("stopper", _TOP) else "of"
            several = re.fullmatch("[AKQJT]{2,}", what, re.IGNORECASE) is not None
            hint = f"5+ spades headed by {what}" if several else f"{what} {link} spades"
            raise self.error(start, f"'{what}' needs a suit", f"Write: {hint}")
        self._next += 1
        return SUITS[word]

    def _suits_after_or(self) -> list[int]:
        """Take the suits that ``or`` adds to one.

        :raises ConditionError: if points follow that may be the length of the last suit
        """
        suits = list[int]()
        while (
            self._word() == "or"
            and self._word(1) in SUITS
            and self._word(2).removesuffix("s") not in (*SHORT_SUITS, "stopper")
            and self._word(2) not in (*RANK_WORDS, "longer", "shorter")
        ):
            suits.append(SUITS[self._word(1)])
            self._next += 2
        number = self._points_follow(13) if suits else ""
        if number:
            last = self._pieces[self._next - 1]
            whole = self._between(self._item_begin, self._next)
            first = self._between(self._item_begin, self._next - 2)
            raise self.error(
                last, f"'{number}' may be points, or belong to '{last}'",
                f"Write: {whole}, {number} - or: ({first}) or ({last} {number})",
            )  # fmt: skip
        return suits

    @abstractmethod
    def _points_follow(self, most: int) -> str:
        """Return the text of a range up to ``most`` that comes next and counts nothing, or ""."""

    def _card(self, letter: str, suit: int) -> Node:
        card = Card(f"{letter}{Suit(suit).letter}")
        return nodes.HasCard(int(self._seat), card.index)

    def _length(self, suit: int) -> Measure:
        return Measure(self.features["length"], int(self._seat), suit)
