"""Themed boards as text: their endings as problems, and the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealwright.play.themes.boards import ThemedBoard

__all__ = ["answers_text", "endings_text"]

_RIVALS = {
    "squeeze": "without a squeeze", "throw-in": "without a throw-in",
    "ending": "by sampling",
}  # fmt: skip


def endings_text(boards: Sequence[ThemedBoard], first: int) -> str:
    """Return the endings: what declarer knows, and how many tricks are wanted."""
    return "\n".join("\n".join(_problem(board, n)) for n, board in enumerate(boards, first))


def _problem(board: ThemedBoard, number: int) -> Iterator[str]:
    ending = board.ending
    yield f"Board {number}: {board.contract} by {board.declarer}, west leads {board.play[0]}"
    yield f"  north   {ending.hands['north']}"
    yield f"  south   {ending.hands['south']}"
    yield f"  unseen  {ending.unseen}"
    shown = [f"{seat} has no {' or '.join(suits)}" for seat, suits in ending.voids.items()]
    wanted = f"{board.tricks} of the last {13 - len(board.play) // 4} tricks are wanted"
    yield f"  {'; '.join([f'{ending.leader} leads', wanted, *shown])}"
    yield ""


def answers_text(boards: Sequence[ThemedBoard], first: int) -> str:
    """Return the answers: key card, chances, the defenders' cards, and the play to the ending."""
    return "\n".join("\n".join(_answer(board, n)) for n, board in enumerate(boards, first))


def _answer(board: ThemedBoard, number: int) -> Iterator[str]:
    victims = " and ".join(map(str, board.victims))
    of = {"squeeze": f" of {victims}", "throw-in": f" of {victims}"}.get(board.theme, "")
    theme = board.theme.replace("-", " ") if board.theme != "throw-in" else board.theme
    rival = _RIVALS.get(board.theme, f"after {board.rival_card}")
    yield f"Board {number}: {theme}{of if victims else ''}"
    yield f"  key card {board.card} by {board.seat}"
    if board.after:
        yield f"  best line of the ending {_percent(board.best)}"
        played = " ".join(map(str, board.after))
        yield (
            f"  after {played}: {board.card} {_percent(board.chance)}, "
            f"{board.rival_card} {_percent(board.rival)}"
        )
    else:
        yield f"  best line {_percent(board.chance)}, {rival} {_percent(board.rival)}"
    if board.theme == "ending":
        yield f"  the sampling player plays {board.rival_card}"
    for seat in ("west", "east"):
        yield f"  {seat}    {board.ending.hands[seat]}"
    cards = [str(card) for card in board.play]
    tricks = (" ".join(cards[start : start + 4]) for start in range(0, len(cards), 4))
    yield f"  play: {', '.join(tricks)}"
    yield ""


def _percent(chance: Fraction) -> str:
    fraction = f" ({chance})" if chance.denominator < 1_000_000 else ""
    return f"{float(chance):.1%}{fraction}"
