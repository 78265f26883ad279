"""The cards that a phrase names: honours, holdings, stoppers."""

from __future__ import annotations

import re

from dealwright.cards import Card, Rank, Suit
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Binary, Measure, Node, Number
from dealwright.conditions.phrase_pieces import NUMBER_WORDS, SUITS, PhraseCursor
from dealwright.conditions.phrase_ranges import sign_words
from dealwright.conditions.syntax import Token

__all__ = [
    "COLOURS",
    "RANKS",
    "RANK_WORDS",
    "SHORT_SUITS",
    "card_in",
    "ends_in_suit",
    "length_of",
    "read_card_of_suit",
    "read_coloured",
    "read_glued_card",
    "read_headed",
    "read_holding",
    "read_no_coloured",
    "read_no_ranks",
    "read_none_outside",
    "read_suit_after",
    "read_suits_after_or",
    "read_top_cards",
    "read_yarborough",
    "stopper_in",
]

SHORT_SUITS = {"void": 0, "singleton": 1, "stiff": 1, "doubleton": 2}
RANKS = {rank.letter: rank for rank in Rank}
RANK_WORDS = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "knave": "J", "ten": "T", "nine": "9",
}  # fmt: skip
_TOP = "two of top three"
COLOURS = {"red": (Suit.HEARTS, Suit.DIAMONDS), "black": (Suit.SPADES, Suit.CLUBS)}
_HONOURS = "AKQJT"
_HONOUR_WORDS = ("honours", "honors", "cards")


def read_top_cards(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``two of top three spades``, or None if something else comes next."""
    sign, words = sign_words(cursor)
    start = cursor.ahead(words)
    if (cursor.word(words + 1), cursor.word(words + 2)) != ("of", "top"):
        return None
    cards = NUMBER_WORDS.get(cursor.word(words + 3)) or int(
        cursor.word(words + 3) if cursor.word(words + 3).isdigit() else 0
    )
    number = cards if start.lower() == "all" else int(cursor.amount(start))
    if cards not in (3, 4, 5) or number > cards:
        raise cursor.error(cursor.ahead(words + 3), "expected: two of top three (or five)")
    cursor.place += words + 4
    begin, suit = cursor.place, None
    if cursor.takes(*_HONOUR_WORDS) and cursor.word() not in ("of", "in", *SUITS):
        suit = cursor.last_suit(begin)
    if suit is None:
        suit = read_suit_after(cursor, start, _TOP)
        cursor.takes(*_HONOUR_WORDS)
    measure = Measure(cursor.features[f"top{cards}"], int(cursor.owner), suit)
    test = {"=": "==", "-": "<=", ">": ">", "<": "<"}.get(sign, ">=")
    return Binary(test, measure, Number(number))


def read_card_of_suit(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``ace or king of spades``, or None.

    ``ace, king and jack of spades`` is all of them.
    """
    piece, ranks, joints = cursor.piece, list[str](), set[str]()
    ahead = int(cursor.word() == "both")
    while cursor.word(ahead) in RANK_WORDS:
        ranks.append(RANK_WORDS[cursor.word(ahead)])
        ahead += 1
        if cursor.word(ahead) in ("or", "and", ",") and cursor.word(ahead + 1) in RANK_WORDS:
            joints.add("or" if cursor.word(ahead) == "or" else "and")
            ahead += 1
    linked = cursor.word(ahead) == "of" or (
        cursor.word(ahead) == "in" and cursor.word(ahead + 1) in SUITS
    )
    if not ranks or len(joints) > 1 or not (linked or cursor.word(ahead) in SUITS):
        return None
    cursor.place += ahead
    suit = read_suit_after(cursor, piece, piece.lower())
    return nodes.chained(
        "and" if "and" in joints else "or", [card_in(cursor, rank, suit) for rank in ranks]
    )


def read_no_ranks(cursor: PhraseCursor) -> Node | None:
    """Return the test of no ``ace or king of spades``: no such card is held; None for others.

    The suit, or the suits, belong to each of the cards.
    """
    ahead, names, joints = 0, [cursor.word()], list[str]()
    while cursor.word(ahead + 1) in ("or", "nor", ","):
        joints.append(cursor.word(ahead + 1))
        names.append(cursor.word(ahead + 2))
        ahead += 2
    letters = [RANK_WORDS.get(name.removesuffix("s"), "") for name in names]
    is_list = len({name.endswith("s") for name in names}) == 1 and len({*letters}) == len(names)
    commas = joints.count(",")  # "ace, king or queen", and not "kings or aces, queen of hearts"
    if commas and (commas != len(joints) - 1 or joints[-1] == "," or not is_list):
        return None
    linked = cursor.word(ahead + 1) in ("of", "in") and cursor.word(ahead + 2) in SUITS
    if not all(letters) or not linked:
        return None
    cursor.place += ahead + 1
    suits = [read_suit_after(cursor, cursor.piece, "ace"), *read_suits_after_or(cursor)]
    cards = [card_in(cursor, letter, suit) for suit in suits for letter in letters]
    return nodes.chained("and", [nodes.Unary("not", card) for card in cards])


def read_no_coloured(cursor: PhraseCursor) -> Node | None:
    """Return the test of no ``red aces``: neither of them is held; None for others."""
    suits, name = COLOURS.get(cursor.word()), cursor.word(1).removesuffix("s")
    if suits is None or name not in RANK_WORDS:
        return None
    cursor.place += 2
    cards = [card_in(cursor, RANK_WORDS[name], suit) for suit in suits]
    return nodes.chained("and", [nodes.Unary("not", card) for card in cards])


def read_coloured(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``both red aces`` or ``black kings``, or None."""
    both = cursor.word() == "both"
    suits, name = COLOURS.get(cursor.word(both)), cursor.word(both + 1)
    if suits is None or name.removesuffix("s") not in RANK_WORDS or not name.endswith("s"):
        return None
    cursor.place += both + 2
    letter = RANK_WORDS[name.removesuffix("s")]
    return nodes.chained("and", [card_in(cursor, letter, suit) for suit in suits])


def read_none_outside(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``ace or king outside spades``, none of which is held, or None.

    ``outside ace or king`` and ``... in the other suits`` mean the suit that was named last.
    """
    first = cursor.word() == "outside"
    ahead, letters = int(first), list[str]()
    while cursor.word(ahead).removesuffix("s") in RANK_WORDS:
        letters.append(RANK_WORDS[cursor.word(ahead).removesuffix("s")])
        ahead += 1
        if not (cursor.word(ahead) == "or" and letters):
            break
        ahead += 1
    place, suit = cursor.place, cursor.last_suit(cursor.place)
    cursor.place += ahead
    if cursor.takes("outside"):
        suit = read_suit_after(cursor, cursor.piece, "outside") if cursor.word() in SUITS else None
    elif cursor.takes("in"):
        is_other = cursor.takes("other")
        cursor.takes("three", "3")
        suit = suit if is_other and cursor.takes("suits") else None
    elif not first:
        suit = None
    if suit is None or not letters:
        cursor.place = place
        return None
    others = [other for other in reversed(Suit) if other != suit]
    cards = [card_in(cursor, letter, int(other)) for letter in letters for other in others]
    return nodes.chained("and", [nodes.Unary("not", card) for card in cards])


def read_yarborough(cursor: PhraseCursor) -> Node | None:
    """Return the test of no card above the nine, or None."""
    if not cursor.takes("yarborough"):
        return None
    names = ("aces", "kings", "queens", "jacks", "tens")
    held = [Measure(cursor.features[name], int(cursor.owner)) for name in names]
    return nodes.chained("and", [Binary("==", measure, Number(0)) for measure in held])


def read_headed(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``headed by KQJ``, of the suit that was named last, or None.

    The suit has these honours, and none that is higher than the lowest of them.
    """
    if (cursor.word(), cursor.word(1)) != ("headed", "by") or cursor.ahead(2).type == "end":
        return None
    start, suit = cursor.piece, cursor.last_suit(cursor.place)
    cursor.place += 2
    letters = _honour_words(cursor) or cursor.take().upper().replace("10", "T")
    if suit is None or not set(letters) <= set(_HONOURS) or len({*letters}) < len(letters):
        raise cursor.error(start, "'headed by' needs a suit before it, and honours",
                         "Write: 6+ spades headed by KQJ")  # fmt: skip
    higher = _HONOURS[: max(map(_HONOURS.index, letters)) + 1]
    tests = [(letter in letters, card_in(cursor, letter, suit)) for letter in higher]
    return nodes.chained(
        "and", [card if held else nodes.Unary("not", card) for held, card in tests]
    )


def _honour_words(cursor: PhraseCursor) -> str:
    """Take ``ace and king`` or ``A and K``, and return the letters; "" if none come next."""
    words = {**RANK_WORDS, **{letter.lower(): letter for letter in _HONOURS}}
    letters, ahead, place = "", 0, cursor.place
    while cursor.word(ahead) in words:
        letters += words[cursor.word(ahead)]
        cursor.place += ahead + 1
        if letters[1:] and cursor.word() in ("of", "in", *SUITS):
            if cursor.pieces[place + 1] == ",":  # the king, jack and ten of hearts
                cursor.place = place + 1
                return letters[0]
            raise cursor.error(cursor.pieces[place], "which of these honours head the suit?",
                             "Write: 6+ spades headed by AK, queen of hearts")  # fmt: skip
        listed = cursor.word() == "," and cursor.word(2) == "and"
        ahead = int(listed or cursor.word() in ("and", "-"))
    return letters


def read_glued_card(cursor: PhraseCursor) -> Node | None:
    """Return the test of a card such as ``AS`` or ``SA``, or None if none comes next."""
    word = cursor.piece
    if len(word) != 2:
        return None
    letters = word.upper()
    if letters[0] in RANKS and letters[1] in "SHDC":
        cursor.place += 1
        return card_in(cursor, letters[0], SUITS[letters[1].lower()])
    if letters[1] in RANKS and letters[0] in "SHDC":
        cursor.place += 1
        return card_in(cursor, letters[1], SUITS[letters[0].lower()])
    return None


def ends_in_suit(cursor: PhraseCursor) -> bool:
    """Return whether a card such as ``KH`` comes next."""
    letters = cursor.piece.upper()
    return len(letters) == 2 and letters[0] in RANKS and letters[1] in "SHDC"


def read_holding(cursor: PhraseCursor) -> Node | None:
    """Return the test of ``AKxxx of spades`` or ``Ax or Kx of spades``, or None.

    The suit has these honours and no other, and as many cards as there are letters: x is a
    card from the nine down.
    """
    piece, holdings = cursor.piece, list[str]()
    while (letters := _holding_letters(cursor, 2 * len(holdings))) and (
        not holdings or cursor.word(2 * len(holdings) - 1) == "or"
    ):
        holdings.append(letters)
    if not holdings:
        return None
    if cursor.word(2 * len(holdings) - 1) not in ("of", "in", *SUITS):
        holdings = holdings[:1]
    cursor.place += 2 * len(holdings) - 1
    suit = read_suit_after(cursor, piece, str(piece))
    if whole := [letters for letters in holdings if set(letters) <= set(_HONOURS)]:
        letters, name = whole[0], Suit(suit).name.lower()
        words = {letter: word for word, letter in RANK_WORDS.items() if word != "knave"}
        named = " and ".join(words[letter] for letter in letters)
        raise cursor.error(
            piece, f"'{letters} of {name}' may be the whole suit, or a part of it",
            f"Write: {named} of {name} - or: exactly {len(letters)} {name} headed by {letters}",
        )  # fmt: skip
    return nodes.chained("or", [_held(cursor, letters, suit) for letters in holdings])


def _holding_letters(cursor: PhraseCursor, ahead: int) -> str:
    """Return the letters of a holding ahead such as ``AKxxx``, or ""."""
    if cursor.word(ahead) == "at" and cursor.word(ahead + 1) not in ("of", "in", *SUITS):
        return ""
    letters = cursor.word(ahead).upper().replace("10", "T")
    named = letters.rstrip("X")
    is_holding = re.fullmatch(r"[AKQJT]*[2-9]*X*", letters) and len(set(named)) == len(named)
    return letters if is_holding and len(letters) > 1 else ""


def _held(cursor: PhraseCursor, letters: str, suit: int) -> Node:
    """Return the test that a suit is ``AKxxx``."""
    named = letters.rstrip("X")
    honours = sum(letter in _HONOURS for letter in named)
    tests = [card_in(cursor, letter, suit) for letter in named]
    tests.append(Binary("==", length_of(cursor, suit), Number(len(letters))))
    top5 = Measure(cursor.features["top5"], int(cursor.owner), suit)
    tests.append(Binary("==", top5, Number(honours)))
    return nodes.chained("and", tests)


def stopper_in(cursor: PhraseCursor, suit: int) -> Node:
    """Return the test of a stopper."""
    return Binary(">=", Measure(cursor.features["stoppers"], int(cursor.owner), suit), Number(1))


def read_suit_after(cursor: PhraseCursor, start: Token, what: str) -> int:
    """Take ``of`` or ``in`` and a suit.

    :raises ConditionError: if no suit comes next
    """
    cursor.takes("of", "in")
    word = cursor.word()
    if word not in SUITS:
        link = "in" if what in ("stopper", _TOP) else "of"
        several = re.fullmatch("[AKQJT]{2,}", what, re.IGNORECASE) is not None
        hint = f"5+ spades headed by {what}" if several else f"{what} {link} spades"
        raise cursor.error(start, f"'{what}' needs a suit", f"Write: {hint}")
    cursor.place += 1
    return SUITS[word]


def read_suits_after_or(cursor: PhraseCursor) -> list[int]:
    """Take the suits that ``or`` adds to one.

    :raises ConditionError: if points follow that may be the length of the last suit
    """
    suits = list[int]()
    while (
        cursor.word() == "or"
        and cursor.word(1) in SUITS
        and cursor.word(2).removesuffix("s") not in (*SHORT_SUITS, "stopper")
        and cursor.word(2) not in (*RANK_WORDS, "longer", "shorter")
    ):
        suits.append(SUITS[cursor.word(1)])
        cursor.place += 2
    number = cursor.grammar.points_follow(cursor, 13) if suits else ""
    if number:
        last = cursor.pieces[cursor.place - 1]
        whole = cursor.between(cursor.item_begin, cursor.place)
        first = cursor.between(cursor.item_begin, cursor.place - 2)
        raise cursor.error(
            last, f"'{number}' may be points, or belong to '{last}'",
            f"Write: {whole}, {number} - or: ({first}) or ({last} {number})",
        )  # fmt: skip
    return suits


def card_in(cursor: PhraseCursor, letter: str, suit: int) -> Node:
    """Return the test that the hand has a card."""
    card = Card(f"{letter}{Suit(suit).letter}")
    return nodes.HasCard(int(cursor.owner), card.index)


def length_of(cursor: PhraseCursor, suit: int) -> Measure:
    """Return the length of a suit of the hand."""
    return Measure(cursor.features["length"], int(cursor.owner), suit)
