"""The contents of a file as plain data: boards, and the problems found while reading them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dealwright.base.errors import CardError
from dealwright.base.kernels import board_text
from dealwright.cards import PACK, Seat, cards_from_mask
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals import Deal
from dealwright.deals.hand import hand_text

__all__ = [
    "UNKNOWN",
    "Board",
    "Hands",
    "Problem",
    "Record",
    "Turn",
    "hands_of",
    "hands_text",
    "record_of",
    "small_number",
    "whole_deal",
    "whole_hands",
]

Hands = tuple[int | None, int | None, int | None, int | None]
UNKNOWN: Hands = (None, None, None, None)
_WHOLE_HANDS = [13, 13, 13, 13]


@dataclass(frozen=True)
class Turn:
    """A call or a card: ``text`` is PBN's word (``Pass``, ``X``, ``XX``, ``3NT``, ``SQ``).

    PBN also has ``-`` (nothing), ``*`` (ended), ``+`` (to be continued) and ``^I ^S ^R ^L``
    (irregularities). ``mark`` is a judgement (``!``, ``??`` or ``$14``); ``note`` explains an
    alert; it is "" for an alert without explanation, None without an alert.
    """

    text: str
    mark: str = ""
    note: str | None = None


@dataclass(frozen=True)
class Board:
    """One board; what a file does not specify is None or empty.

    ``hands`` are sets of cards, north, east, south, west; an unknown hand is None, and the fourth
    is filled in if three have 13 cards. ``tags`` are the other tags of PBN, without those that say
    ``?``; ``sections`` the lines of its further sections. ``auction`` begins with the dealer.
    ``play`` is as in PBN: four cards a trick in the order of the seats from ``leader``, whoever led
    to the trick.

    :raises CardError: if a card occurs twice, or a hand has more than 13
    """

    number: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    hands: Hands = UNKNOWN
    tags: Mapping[str, str] = field(default_factory=dict)
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    auction: tuple[Turn, ...] = ()
    leader: Seat | None = None
    play: tuple[Turn, ...] = ()
    comments: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", hands_of(self.hands))

    @property
    def deal(self) -> Deal | None:
        """The deal, or None if a hand is unknown or does not have 13 cards."""
        hands = whole_hands(self)
        return None if hands is None else Deal(hands)


@dataclass(frozen=True)
class Problem:
    """An error in a file and its place; line and column count from 1 (0: the whole file).

    ``dropped`` is true if a board was lost, and false if only text around boards was ignored.
    """

    line: int
    column: int
    message: str
    dropped: bool = True

    def __str__(self) -> str:
        if not self.line:
            return self.message
        return f"line {self.line}, column {self.column}: {self.message}"


@dataclass(frozen=True)
class Record:
    """The result of reading a file."""

    boards: tuple[Board, ...] = ()
    problems: tuple[Problem, ...] = ()


def record_of(items: Iterable[Board | Problem]) -> Record:
    """Return a record of boards and problems, each in their order."""
    boards, problems = [], []
    for item in items:
        if isinstance(item, Problem):
            problems.append(item)
        else:
            boards.append(item)
    return Record(tuple(boards), tuple(problems))


def hands_of(hands: Sequence[int | None]) -> Hands:
    """Check four hands; fill in the fourth if three have 13 cards.

    :raises CardError: if a card occurs twice, or a hand has more than 13
    """
    north, east, south, west = hands
    if (
        north and east and south and west
        and north | east | south | west == PACK
        and north.bit_count() == east.bit_count() == south.bit_count() == west.bit_count() == 13
    ):  # fmt: skip
        return north, east, south, west
    known_hands: list[int | None] = [hand or None for hand in hands]
    together = 0
    for seat, hand in zip(Seat, known_hands, strict=True):
        if hand is None:
            continue
        if hand.bit_count() > 13:
            raise CardError(f"{seat.name.lower()} has {hand.bit_count()} cards")
        if hand & together:
            duplicates = ", ".join(str(card) for card in cards_from_mask(hand & together))
            raise CardError(f"dealt twice: {duplicates} (the second time to {seat.name.lower()})")
        together |= hand
    if together.bit_count() == 39 and known_hands.count(None) == 1:
        known_hands[known_hands.index(None)] = PACK ^ together
    return known_hands[0], known_hands[1], known_hands[2], known_hands[3]


def hands_text(hands: Sequence[int | None], first: Seat = Seat.NORTH) -> str:
    """Return hands as a PBN deal string, from the first seat clockwise; unknown ones are ``-``.

    >>> hands_text((None, 1 << 51, None, None), Seat.EAST)
    'E:A... - - -'
    """
    turned = [*hands[first:], *hands[:first]]
    known = [hand for hand in turned if hand is not None]
    if len(known) == 4:  # nearly always
        return f"{first.letter}:{board_text.hands_text(known, ' ', False)}"
    words = ["-" if hand is None else hand_text(hand) for hand in turned]
    return f"{first.letter}:{' '.join(words)}"


def small_number(text: str) -> int | None:
    """Return a number of at most nine digits, or None for any other text.

    >>> small_number(" 12 "), small_number("²"), small_number("1" * 10)
    (12, None, None)
    """
    word = text.strip()
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def whole_hands(board: Board) -> tuple[int, int, int, int] | None:
    """Return the four hands of a board, or None if one is unknown or has not 13 cards."""
    hands = board.hands
    whole = [hand.bit_count() if hand else 0 for hand in hands] == _WHOLE_HANDS
    return hands if whole else None  # type: ignore[return-value]


def whole_deal(board: Board) -> tuple[int, int, int, int]:
    """Return the four hands of a board.

    :raises CardError: if a hand is unknown or does not have 13 cards
    """
    hands = whole_hands(board)
    if hands is None:
        raise CardError("not all four hands of 13 cards are known")
    return hands
