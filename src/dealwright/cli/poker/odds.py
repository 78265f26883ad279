"""``dealwright poker odds``: the chance of each category, exact and simulated."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from dealwright.cli.answering import answer_job
from dealwright.cli.commands import Command
from dealwright.cli.options import ClusterAddress, Json
from dealwright.cli.poker.options import games_with
from dealwright.cli.user_settings import suit_colours
from dealwright.requests.poker import Odds

if TYPE_CHECKING:
    from dealwright.answers import Estimate
    from dealwright.cards import Card
    from dealwright.poker.chances import Odds as OddsAnswer
    from dealwright.poker.chances import Street

__all__ = ["COMMAND"]

HELP = """Compute how likely each category is, given the known cards: now, and by each street.

Counts are exact: every way to deal the unknown cards is counted, and the last street is simulated
too. The odds by a street are the chances of each category at that street, whatever the hand is now.
Outs are the next cards that lead to a better category, including those that pair the board.

Examples:

  dealwright poker odds "As Kd" --board "Qh Jh 2c"

  dealwright poker odds "As Ah Kd Qd" --game omaha --dead "Ks Kc"

  dealwright poker odds "7s 6s 5s" --game stud --rounds 0

  dealwright poker odds
"""


def odds(request: Odds, cluster: ClusterAddress = None, as_json: Json = False) -> None:
    """Count and simulate the odds."""
    answer_job(
        request.job(), "counting", lambda answer: _report(answer, sys.stdout), as_json=as_json,
        interrupted="only the finished streets are shown",
    )  # fmt: skip


def _report(answer: OddsAnswer, stream: TextIO) -> Iterator[str]:
    """Yield the lines of a report."""
    yield _known(answer, stream)
    if answer.now is not None:
        yield f"now: {answer.now.name} - {_cards(answer.now.cards, stream)}"
        if answer.streets:
            yield from _outs(answer, stream)
    if not answer.streets:
        yield "all cards have come"
        return
    yield ""
    yield from _table(answer)
    yield ""
    yield from _notes(answer)


def _known(answer: OddsAnswer, stream: TextIO) -> str:
    known = _cards(answer.hole, stream) or ("no cards" if not answer.board else "any cards")
    if answer.board:
        known += f" on {_cards(answer.board, stream)}"
    dead = f", dead {_cards(answer.dead, stream)}" if answer.dead else ""
    return f"{answer.game}: {known}{dead}, {answer.unseen} unseen"


def _outs(answer: OddsAnswer, stream: TextIO) -> Iterator[str]:
    n = answer.number_of_outs
    if not n:
        yield "no outs: no next card makes a better category"
        return
    word = "out" if n == 1 else "outs"
    yield f"{n} {word}, {n / answer.unseen:.2%} of the {answer.unseen} cards that may come next:"
    for kind, cards in answer.outs.items():
        yield f"  {kind.words:14} {_cards(cards, stream)}"


def _table(answer: OddsAnswer) -> Iterator[str]:
    """Yield a row for each category, best first: columns for each street and the simulation."""
    last = answer.streets[-1]
    heads, totals = f"{'':14}", f"{'total':14}"
    for street in answer.streets:
        heads += _columns(street, f"{street.name} %", "hands")
        totals += _columns(street, "100.0000", f"{street.total:,}")
    yield heads + (f"  {'simulated, 95 %':>18}" if last.estimates else "")
    for kind in last.counts:
        row = f"{kind.words:14}"
        for street in answer.streets:
            n = street.counts[kind]
            share = f"{float(100 * street.share(kind)):.4f}"
            row += _columns(street, share, f"{n:,}") if n else _columns(street, "-", "-")
        if last.estimates:
            interval = _estimate(last.estimates[kind]) if last.counts[kind] else "-"
            row += f"  {interval:>18}".rstrip()
        yield row
    yield totals


def _columns(street: Street, share: str, count: str) -> str:
    """Return the two columns of a street, as wide as its head and total."""
    left = max(len("100.0000"), len(f"{street.name} %"))
    right = max(len("hands"), len(f"{street.total:,}"))
    return f"  {share:>{left}}  {count:>{right}}"


def _estimate(estimate: Estimate) -> str:
    """Return the interval of a share in percent."""
    from dealwright.answers.interval_texts import percents

    return percents(estimate, 4)


def _notes(odds: OddsAnswer) -> Iterator[str]:
    name = odds.streets[-1].name
    by = name if name.endswith("cards") else f"the {name}"
    yield f"by {by}: the category of all its cards then, made now or later; each hand counts once"
    if odds.rounds:
        yield f"simulated: {odds.rounds:,} hands, 95 % intervals; --seed {odds.seed} repeats them"


def _cards(cards: Iterable[Card], stream: TextIO) -> str:
    """Return cards as text, with symbols and colours if the stream shows them."""
    from dealwright.cli.output import shows_colour, shows_symbols

    symbols = shows_symbols(stream)
    colours = suit_colours() if shows_colour(stream) else ("",) * 4
    words = []
    for card in cards:
        suit = card.suit.symbol if symbols else card.suit.letter.lower()
        word = card.rank.letter + suit
        colour = colours[card.suit]
        words.append(f"{colour}{word}\x1b[0m" if colour else word)
    return " ".join(words)


COMMAND = Command(odds, HELP, ending=games_with("has_odds"))
