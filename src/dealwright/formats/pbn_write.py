"""Writing Portable Bridge Notation 2.1: boards with all that was read, and deals as they come."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from dealwright import __version__
from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.formats.boards import Boards
from dealwright.formats.dealt import Dealt, DealtWriter, dealt_of
from dealwright.formats.pbn_game import MANDATORY
from dealwright.formats.pbn_tokens import escaped
from dealwright.formats.records import Board, Turn, hands_text

__all__ = ["Games", "game_text", "make", "turn_text", "write"]

_HEAD = "% PBN 2.1\n"
_AWKWARD = re.compile(r'["\\\x00-\x1f\x85\u2028\u2029]')
_OWN = {*MANDATORY, "Auction", "Play", "Note"}


def write(boards: Sequence[Board]) -> str:
    """Return a file of games; its lines end as export form asks."""
    games = "\n".join(game_text(board) for board in boards)
    return f"{_HEAD}% EXPORT\n{games}".replace("\n", "\r\n")


def make(boards: Boards) -> Games:
    """Return a writer of dealt games in the tags and order of export form.

    The deal string begins with the dealer. Lines end as text does here, not with CR LF, so that the
    file does not call itself an export.
    """
    return Games(boards)


class Games(DealtWriter):
    """A writer of dealt games."""

    def begin(self) -> str:
        settings = self._settings
        about = {
            "seed": settings.seed,
            "method": settings.method,
            "predeal": settings.predeal,
            "condition": settings.condition,
        }
        lines = [
            f"% {name}: {' '.join(value.split())}"[:255] + "\n"
            for name, value in about.items()
            if value
        ]
        return "".join([_HEAD, f"% Creator: Dealwright {__version__}\n", *lines])

    def deals(self, deals: Deals, number: int) -> str:
        return "".join(self.games(deals, number))

    def games(self, deals: Deals, number: int) -> list[str]:
        """Return the text of each of some deals, the first of them deal ``number`` (from 0)."""
        settings = self._settings
        if settings.numbers is not None:
            return [self.boards([dealt]) for dealt in dealt_of(settings, deals, number)]
        games = []
        for at, row in enumerate(deals.masks.tolist(), number):
            dealer, sides = settings.dealer_of(at), settings.vulnerability_of(at)
            first, between, last = _around(dealer, sides)
            cards = hands_text(row, dealer)
            games.append(f"{first}{settings.number(at)}{between}{cards}{last}")
        return games

    def boards(self, dealt: Sequence[Dealt]) -> str:
        games = []
        for board, rank, _ in dealt:
            told = board if rank is None else replace(board, comments=(f"number {rank}",))
            games.append(game_text(told) + "\n")
        return "".join(games)


@cache
def _around(dealer: Seat, sides: Vulnerability) -> tuple[str, str, str]:
    """Return a game's text before the number of the board, up to the cards, and behind them."""
    text = game_text(Board(number=1, dealer=dealer, vulnerability=sides)) + "\n"
    first, _, rest = text.partition('[Board "1"]')
    between, _, last = rest.partition('[Deal "?"]')
    return f'{first}[Board "', f'"]{between}[Deal "', f'"]{last}'


def game_text(board: Board) -> str:
    """Return one game, without the blank line after it."""
    tags = dict(board.tags)
    if board.number is not None:
        tags["Board"] = str(board.number)
    tags["Dealer"] = board.dealer.letter if board.dealer is not None else "?"
    tags["Vulnerable"] = board.vulnerability.value if board.vulnerability else "?"
    first = board.dealer or Seat.NORTH
    tags["Deal"] = hands_text(board.hands, first) if any(board.hands) else "?"
    unknown = {"Date": "????.??.??"}
    mandatory = [_tag(name, tags.get(name, unknown.get(name, "?"))) for name in MANDATORY]
    plain = {n: v for n, v in tags.items() if n not in _OWN and n not in board.sections}
    tables = {name: tags.get(name, "") for name in board.sections}
    supplemental = [_tag(name, plain[name]) for name in sorted(plain)]
    sections = [
        "\n".join([_tag(name, tables[name]), *board.sections[name]]) for name in sorted(tables)
    ]
    lines = [*mandatory, *supplemental, *_auction(board), *_play(board), *sections]
    lines += _comments(board.comments)
    return "".join(f"{line}\n" for line in lines)


def _tag(name: str, value: str) -> str:
    """Return a tag."""
    if _AWKWARD.search(value) is None:
        return f'[{name} "{value}"]'
    return f'[{name} "{escaped(" ".join(value.splitlines()))}"]'


def _auction(board: Board) -> list[str]:
    if not board.auction:
        return []
    letter = board.dealer.letter if board.dealer is not None else "?"
    return [_tag("Auction", letter), *_turns(board.auction)]


def _play(board: Board) -> list[str]:
    if board.leader is None and not board.play:
        return []
    letter = board.leader.letter if board.leader is not None else "?"
    return [_tag("Play", letter), *_turns(board.play)]


def turn_text(turn: Turn) -> str:
    """Return a call or a card with its marks, without a note.

    >>> turn_text(Turn("4S", "! $14")), turn_text(Turn("SQ", "$14"))
    ('4S! $14', 'SQ $14')
    """
    return turn.text + ("" if turn.mark[:1] in ("", "!", "?") else " ") + turn.mark


def _turns(turns: Sequence[Turn]) -> list[str]:
    """Return calls or cards, four a line, and the notes that explain them."""
    notes: dict[str, int] = {}
    lines: list[list[str]] = [[]]
    counted = 0
    for turn in turns:
        text = turn_text(turn)
        if turn.note is not None:
            text += f" ={notes.setdefault(turn.note, len(notes) + 1)}="
        lines[-1].append(text)
        counted += turn.text[0] != "^"
        if turn.text[0] != "^" and counted % 4 == 0:
            lines.append([])
    rows = [" ".join(line) for line in lines if line]
    return rows + [_tag("Note", f"{number}:{note}") for note, number in notes.items()]


def _comments(comments: Iterable[str]) -> list[str]:
    """Return comments in braces; one with a brace in it as lines of their own."""
    lines = []
    for comment in comments:
        if "}" in comment:
            lines += [f"; {line}" for line in comment.splitlines()]
        else:
            lines.append(f"{{{comment}}}")
    return lines
