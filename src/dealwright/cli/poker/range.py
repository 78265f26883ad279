"""``dealwright poker range``: a range as a grid, its hits on a board, its hands' equities."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dealwright.cli.commands import Command
from dealwright.cli.options import ClusterAddress, Json
from dealwright.cli.poker.options import games_with
from dealwright.requests.poker import HandEquities, Range, RangeHits

if TYPE_CHECKING:
    from dealwright.poker.equity_by_hand import HandEquities as EquitiesAnswer
    from dealwright.poker.hits import RangeHits as HitsAnswer
    from dealwright.poker.ranges import Range as RangeAnswer

__all__ = ["COMMAND"]

_SHADES = (17, 18, 19, 20, 26, 32)  # blues of 256 colours, from the smallest weight to the largest
_ROW = 6  # classes, or kinds of next cards, on a line

HELP = """Show a range as the grid of 13 by 13 classes, suited hands above the diagonal.

A cell has the name of a class that is in the range, its average weight in percent if that is not
whole, or a dot. With a board, the command also shows what the range makes and draws to there; with
--against, the equity of every class against another range, also in the grid.

Examples:

  dealwright poker range "22+ ATs+ KQs AQo+"

  dealwright poker range "15%" --board "Qh Jh 2c"

  dealwright poker range "22+ AK:0.5" --against "random"

  dealwright poker range "QQ+" --against "AK" --board "Kh 7d 2c" --json
"""


def show(request: HandEquities, cluster: ClusterAddress = None, as_json: Json = False) -> None:
    """Print a range, its hits or its equities."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report
    from dealwright.documents import write_json
    from dealwright.errors import PokerError

    text, board, game = request.range, request.board, request.game
    hand_range = Range(range=text, game=game).job().result()
    equities: EquitiesAnswer | None = None
    hits: HitsAnswer | None = None
    if request.against:
        job = request.job()
        with show_progress(job, "equity"):
            equities = job.result()
    elif board:
        hits = RangeHits(range=text, board=board, dead=request.dead, game=game).job().result()
    elif request.dead:
        raise PokerError("dead cards change nothing without --board or --against")
    if as_json:
        print(write_json(equities or hits or hand_range, indent=2))
    else:
        print_report(_report(hand_range, equities, hits))


def _report(
    hand_range: RangeAnswer, equities: EquitiesAnswer | None, hits: HitsAnswer | None
) -> Iterator[str]:
    """Yield the lines of a report."""
    shares = {row.name: float(row.equity) for row in equities.classes} if equities else {}
    yield f"{hand_range.game}: {hand_range}"
    percent = float(100 * hand_range.share)
    yield f"{len(hand_range):,} hands, {percent:.2f} % of all hands of two cards"
    yield ""
    yield from _grid(hand_range, shares)
    if equities:
        yield ""
        board = f" on {equities.board}" if equities.board else ""
        yield (
            f"equity {float(100 * equities.equity):.4f} % against {equities.against}{board}; "
            "the grid has that of each class, in percent"
        )
        yield from _best_and_worst(equities)
    if hits:
        yield ""
        yield from _hits(hits)


def _grid(hand_range: RangeAnswer, shares: Mapping[str, float]) -> Iterator[str]:
    """Yield the grid: names, weights or equities of the classes."""
    from dealwright.cards import RANK_LETTERS
    from dealwright.cli.output import shows_colour
    from dealwright.poker.range_classes import HandClass, lowest_rank

    size, colour = 13 - lowest_rank(hand_range.game), shows_colour(sys.stdout)
    letters = RANK_LETTERS[::-1][:size]
    yield "   " + "".join(f"{letter:^5}" for letter in letters).rstrip()
    for row, weights in enumerate(hand_range.matrix()[:size, :size].tolist()):
        line = f" {letters[row]} "
        for column, weight in enumerate(weights):
            high, low = 12 - min(row, column), 12 - max(row, column)
            name = HandClass(high, low, "" if row == column else "so"[row > column]).name
            text = "."
            if weight:
                text = f"{100 * shares[name]:.0f}" if name in shares else name
                text = "-" if shares and name not in shares else text
                if not shares and weight < 0.9995:
                    text = f"{max(100 * weight, 1):.0f}%"
            cell = f"{text:^5}"
            if colour and weight:
                depth = shares.get(name, 0) if shares else weight
                shade = _SHADES[min(int(depth * len(_SHADES)), len(_SHADES) - 1)]
                cell = f"\x1b[48;5;{shade}m\x1b[38;5;255m{cell}\x1b[0m"
            line += cell
        yield line.rstrip()


def _best_and_worst(equities: EquitiesAnswer) -> Iterator[str]:
    hands = equities.hands
    for label, rows in (("best", hands[:_ROW]), ("worst", hands[: -_ROW - 1 : -1])):
        listed = ", ".join(f"{row.hand} {float(100 * row.equity):.2f}" for row in rows)
        yield f"{label:6} {listed}"


def _hits(hits: HitsAnswer) -> Iterator[str]:
    yield f"on {hits.board}, {hits.hands:,} hands"
    for kind, n in hits.made.items():
        if n:
            yield f"  {kind:24}{100 * n / hits.total:9.2f} %"
    if hits.draws:
        yield "draws of hands that have no straight or flush yet"
        for kind, n in hits.draws.items():
            if n:
                yield f"  {kind:24}{100 * n / hits.total:9.2f} %"
    if hits.next_cards:
        yield "next cards that make two pair or better most often"
        better = {
            card: sum(n for kind, n in counts.items() if kind >= 2) / sum(counts.values())
            for card, counts in hits.next_cards.items()
            if counts
        }
        order = sorted(better, key=lambda card: -better[card])[:_ROW]
        yield "  " + ", ".join(f"{card} {100 * better[card]:.1f} %" for card in order)


COMMAND = Command(show, HELP, order=2, ending=games_with("has_ranges"))
