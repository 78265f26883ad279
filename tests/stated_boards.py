"""Boards that state their facts, leave them out, or contradict themselves, by seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import TypeVar

from dealwright.cards import Card, Seat
from dealwright.cards.bridge.auction import Auction, DeclaredContract
from dealwright.cards.bridge.boards import Vulnerability, board_dealer, board_vulnerability
from dealwright.cards.bridge.scoring import Contract
from dealwright.formats.bidding import CALL_TURNS, CARD_TURNS
from dealwright.formats.double_dummy_tags import STRAINS, with_par, with_tricks
from dealwright.formats.records import Board, Hands, Turn
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream

__all__ = ["stated_boards"]

WORDS = ("Ann", "B. O'Neill", "3 of 4", "Zoë", "1430", "say yes", "x;y", "50%", "what?")
_TURNS = {**CALL_TURNS, **CARD_TURNS}
T = TypeVar("T")
NOTES = ("", "5-card suit", "two suits", "or 16+ any", "weak; 6-10")


def stated_boards(seed: object, *, plain: float = 0.5) -> Iterator[Board]:
    """Yield boards without end; ``plain`` is the share of facts that are as usual."""
    stream = Stream.of(f"stated {seed}")
    for number in count(1):
        yield _Maker(Source(stream, number), number, plain).board()


class Source(Draws):
    """Random choices of a board."""

    def random(self) -> float:
        return self.below(1 << 53) / (1 << 53)

    def choice(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def sample(self, things: Sequence[T], number: int) -> list[T]:
        left = list(things)
        return [left.pop(self.below(len(left))) for _ in range(number)]

    def integer(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)


def winner(trick: dict[int, int], lead: int, trump: int) -> int:
    """Return the seat that wins a trick of cards by seats."""
    led = trick[lead] // 13
    return max(trick, key=lambda seat: (
        trick[seat] // 13 == trump, trick[seat] // 13 == led, trick[seat]
    ))  # fmt: skip


class _Maker:
    """Makes one board: first what is true, then what the board states of it."""

    def __init__(self, source: Source, number: int, plain: float) -> None:
        self.source, self.number, self.plain = source, number, plain

    def usual(self) -> bool:
        return self.source.random() < self.plain

    def stated(self, true: str, *others: str) -> str:
        """Return a fact as it is, nothing, or another."""
        share = self.source.random()
        return true if share < self.plain else self.source.choice(("", "", *others, true))

    def board(self) -> Board:
        source = self.source
        hands = self.hands()
        dealer: Seat | None = board_dealer(self.number)
        if not self.usual():
            dealer = source.choice([None, *Seat])
        sides: Vulnerability | None = board_vulnerability(self.number)
        if not self.usual():
            sides = source.choice([None, *Vulnerability])
        auction = self.auction(dealer or Seat.NORTH) if source.random() < 0.8 else None
        contract = auction.contract if auction is not None else None
        over = auction is not None and auction.turn is None
        if contract is None and source.random() < 0.4 and not (over and self.usual()):
            bid = source.choice(("3NT", "4S", "2HX", "6C", "1DXX"))
            declarer = source.choice(list(Seat))
            level, strain, risk = int(bid[0]), bid[1:].rstrip("X"), "X" * bid.count("X")
            contract = DeclaredContract(level, strain, risk, declarer)
        board = Board(
            number=self.number if self.usual() else source.choice((None, 7, 1204)),
            dealer=dealer, vulnerability=sides, hands=hands,
            auction=() if auction is None else self.turns(auction.calls),
        )  # fmt: skip
        if contract is not None:
            board = self.played(board, contract)
        elif over and self.usual():
            board = replace(board, tags={"Contract": "Pass", "Declarer": "", "Result": ""})
        return self.described(board)

    def hands(self) -> Hands:
        source = self.source
        pack = source.sample(range(52), 52)
        masks: list[int | None] = [
            sum(1 << card for card in pack[13 * seat : 13 * seat + 13]) for seat in Seat
        ]
        if source.random() < 0.2 * (1 - self.plain):
            for seat in source.sample(list(Seat), source.integer(2, 4)):
                masks[seat] = None
        return masks[0], masks[1], masks[2], masks[3]

    def auction(self, dealer: Seat) -> Auction:
        """Return a legal auction, which sometimes has not ended."""
        source, auction = self.source, Auction(dealer)
        ended = self.usual() or self.usual()
        for _ in range(source.integer(0, 10)):
            calls = auction.legal_calls
            if not calls:
                break
            passes = source.random() < 0.4 or len(calls) == 1
            place = 0 if passes else min(len(calls) - 1, source.integer(1, source.integer(1, 6)))
            auction = auction.with_call(calls[place])
        while ended and auction.turn is not None:
            auction = auction.with_call("Pass")
        return auction

    def turns(self, texts: tuple[str, ...]) -> tuple[Turn, ...]:
        """Return calls or cards, some of them with marks and notes."""
        source, turns = self.source, [_TURNS.get(text) or Turn(text) for text in texts]
        if turns and not self.usual():
            for place in source.sample(range(len(turns)), min(len(turns), 2)):
                mark = source.choice(("", "!", "??", "$14"))
                turns[place] = Turn(turns[place].text, mark, source.choice((None, *NOTES)))
        return tuple(turns)

    def played(self, board: Board, contract: DeclaredContract) -> Board:
        """Return a board with what it states of its contract, cards, result and score."""
        source, tags = self.source, {}
        declarer, text = contract.declarer, contract.text
        tags["Contract"] = self.stated(text, "5C", "1NTX")
        tags["Declarer"] = self.stated(declarer.letter, declarer.left.letter, f"^{declarer.letter}")
        leader: Seat | None = declarer.left
        if not self.usual():
            leader = source.choice([None, None, *Seat])
        cards, least, most = self.cards(board.hands, contract)
        result = source.integer(least, most)
        tags["Result"] = self.stated(str(result), str((result + 3) % 14), f"^{result}", "NS 9")
        vulnerable = board.vulnerability is not None and board.vulnerability.includes(declarer)
        points = Contract(contract.level, contract.strain[0], len(contract.risk)).score(
            result, vulnerable=vulnerable
        )
        points *= 1 if declarer % 2 == 0 else -1
        tags["Score"] = (
            ""
            if not tags["Result"]
            else self.stated(f"NS {points}", f"EW {-points}", f"NS {points + 50}")
        )
        play = [Turn(str(Card(card))) for card in cards] if leader is not None else []
        if play and source.random() < 0.2 * (1 - self.plain):  # some program wrote something else
            place = source.below(len(play))
            other = source.choice((*(str(Card(card)) for card in range(52)), "-", "^R", "^L"))
            play[place] = Turn(other)
        turns = self.turns(tuple(turn.text for turn in play))
        return replace(board, tags=tags, leader=leader, play=turns)

    def cards(self, hands: Hands, contract: DeclaredContract) -> tuple[list[int], int, int]:
        """Return cards as rows of players from the leader on, and what declarer's tricks may be."""
        source = self.source
        if None in hands or source.random() < 0.3:
            return [], 0, 13
        left = [hand or 0 for hand in hands]
        trump = "CDHS".find(contract.strain[0]) if contract.strain != "NT" else 4
        first = lead = int(contract.declarer.left)
        rows, won, tricks = list[int](), 0, source.choice((1, 5, 12, 13, 13))
        for _ in range(tricks):
            trick = dict[int, int]()
            for turn in range(4):
                seat = (lead + turn) % 4
                held = [card for card in range(52) if left[seat] >> card & 1]
                follow = [card for card in held if trick and card // 13 == trick[lead] // 13]
                trick[seat] = source.choice(follow or held)
                left[seat] ^= 1 << trick[seat]
            rows += [trick[(first + column) % 4] for column in range(4)]
            lead = winner(trick, lead, trump)
            won += lead % 2 == contract.declarer % 2
        if tricks == 12:  # the last one is forced
            won, tricks = won + self.forced(left, lead, trump, contract), 13
        return rows, won, won + 13 - tricks

    def forced(self, left: list[int], lead: int, trump: int, contract: DeclaredContract) -> bool:
        """Return whether declarer wins the last trick."""
        trick = {seat: left[seat].bit_length() - 1 for seat in range(4)}
        return winner(trick, lead, trump) % 2 == contract.declarer % 2

    def described(self, board: Board) -> Board:
        """Return a board with names, other tags, tables and comments."""
        source, tags = self.source, dict(board.tags)
        if self.usual():
            for seat in Seat:
                if self.usual():
                    tags[seat.name.capitalize()] = source.choice(WORDS)
        for name in ("Event", "Site", "Date", "Scoring", "Room", "Generator", "HomeTeam"):
            if not self.usual() and not self.usual():
                tags[name] = {
                    "Date": "2026.11.27", "Scoring": source.choice(("IMP", "MP", "Rubber")),
                    "Room": source.choice(("Open", "Closed")),
                }.get(name) or source.choice(WORDS)  # fmt: skip
        comments = tuple(
            source.choice(WORDS) for _ in range(source.integer(0, 2) * (not self.usual()))
        )
        board = replace(board, tags=tags, comments=comments)
        if source.random() < 0.2 * (1 - self.plain):
            tricks = {(seat, strain): source.integer(0, 13) for seat in Seat for strain in STRAINS}
            board = with_par(with_tricks(board, tricks), source.choice((-50, 0, 420)), "NS 4S=")
        if source.random() < 0.2 * (1 - self.plain):
            table = {"TotalScoreTable": ("1 2.5", "2 3.5")}
            head = {"TotalScoreTable": "Rank\\2R;TotalScore\\4R"}
            board = replace(
                board, sections={**board.sections, **table}, tags={**board.tags, **head}
            )
        return board
