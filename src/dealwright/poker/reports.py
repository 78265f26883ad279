"""The text of poker answers: equities, odds, ranges, named hands and tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from dealwright.answers.estimate_texts import percents
from dealwright.answers.report import Column, Report, Table, shortened
from dealwright.poker.ranges import parse_range, range_lines

if TYPE_CHECKING:
    from dealwright.cards import Card
    from dealwright.poker.chances import Odds
    from dealwright.poker.equities import Equity
    from dealwright.poker.equity_by_hand import HandEquities
    from dealwright.poker.hand_names import NamedHand
    from dealwright.poker.hand_tables import TableSummary
    from dealwright.poker.hits import RangeHits

__all__ = [
    "PLAIN",
    "equity_report",
    "hand_equities_lines",
    "hand_lines",
    "hits_lines",
    "odds_report",
    "table_lines",
]

PLAIN = ("", "", "", "")  # no colours of suits
_BAR = 20
_LONGEST_NAME = 32  # characters of a range
_ROW = 6  # classes, or kinds of next cards, on a line


def equity_report(answer: Equity, *, symbols: bool = True) -> Report:
    """Return a row for each player: the equity, its interval, wins, ties and a bar."""
    known = f", board {answer.board}" if answer.board else ""
    known += f", dead {answer.dead}" if answer.dead else ""
    names = [player.range for player in answer.players]
    width = max(6, *(len(shortened(name, _LONGEST_NAME, symbols=symbols)) for name in names))
    share = partial(Column.number, width=11, spec=".4f")  # in percent
    interval = f"  {100 * answer.confidence:.4g} % interval"
    columns = [
        Column.number("", 3), Column.words("  player", 2 + width, longest=_LONGEST_NAME),
        share("equity %"),
        *([] if answer.exact else [Column.words(interval, 22)]),
        share("scoops %" if answer.lows else "wins %"), share("ties %"),
        *([share("high %"), share("low %")] if answer.lows else []), Column.drawing(_BAR),
    ]  # fmt: skip
    rows = (_player_row(answer, place, name) for place, name in enumerate(names))
    if answer.exact:
        how = f"exact: {answer.total:,} showdowns, weighted by range"
    else:
        how = f"simulated: {answer.total:,} showdowns; seed {answer.seed} repeats them"
    part = f"{100 * answer.lows / answer.total:.4f} % of showdowns"
    low = [f"somebody wins the low half in {part}"] if answer.lows else []
    return Report(f"{answer.game}{known}", "", Table(columns, rows), "", *low, how)


def _player_row(answer: Equity, place: int, name: str) -> Iterator[Any]:
    """Yield the values of a player."""
    player = answer.players[place]
    yield from (place, f"  {name}", 100 * float(player.equity))
    if not answer.exact:
        yield f"  {percents(answer.estimate(place), 4)}"
    yield from (100 * n / answer.total for n in (player.wins, player.ties))
    if answer.lows:
        yield from (100 * float(player.high), 100 * float(player.low))
    yield float(player.equity)


def odds_report(answer: Odds, *, symbols: bool = True, colours: Sequence[str] = PLAIN) -> Report:
    """Return the hand now, its outs, and a table with a row for each category.

    ``colours`` are escape sequences for the suits, clubs first.
    """

    def text_of(cards: Iterable[Card]) -> str:
        return " ".join(_card(card, symbols, colours[card.suit]) for card in cards)

    known = text_of(answer.hole) or ("no cards" if not answer.board else "any cards")
    if answer.board:
        known += f" on {text_of(answer.board)}"
    dead = f", dead {text_of(answer.dead)}" if answer.dead else ""
    parts: list[str | Table] = [f"{answer.game}: {known}{dead}, {answer.unseen} unseen"]
    if answer.now is not None:
        parts.append(f"now: {answer.now.name} - {text_of(answer.now.cards)}")
        if answer.streets:
            parts.append(_outs_head(answer))
            parts += (f"  {kind.words:14} {text_of(cards)}" for kind, cards in answer.outs.items())
    if not answer.streets:
        return Report(*parts, "all cards have come")
    return Report(*parts, "", _categories(answer), "", *_notes(answer))


def _card(card: Card, symbols: bool, colour: str) -> str:
    word = card.rank.letter + (card.suit.symbol if symbols else card.suit.letter.lower())
    return f"{colour}{word}\x1b[0m" if colour else word


def _outs_head(answer: Odds) -> str:
    n = answer.number_of_outs
    if not n:
        return "no outs: no next card makes a better category"
    word = "out" if n == 1 else "outs"
    return f"{n} {word}, {n / answer.unseen:.2%} of the {answer.unseen} cards that may come next:"


def _categories(answer: Odds) -> Table:
    """Return a row for each category, best first: columns for each street and the simulation."""
    last = answer.streets[-1]
    columns, totals = [Column.words("", 14)], ["total"]
    for street in answer.streets:
        heads, ends = (f"{street.name} %", "hands"), ("100.0000", f"{street.total:,}")
        totals += ends
        columns += (
            Column.number(head, 2 + max(len(head), len(end)))
            for head, end in zip(heads, ends, strict=True)
        )
    rows = list[list[str]]()
    for kind in last.counts:
        row = [kind.words]
        for street in answer.streets:
            n = street.counts[kind]
            row += [f"{float(100 * street.share(kind)):.4f}", f"{n:,}"] if n else ["-", "-"]
        if last.estimates:
            drawn = percents(last.estimates[kind], 4) if last.counts[kind] else "-"
            row.append(f"  {drawn:>18}")
        rows.append(row)
    if last.estimates:
        columns.append(Column.number("simulated, 95 %", 20))
        totals.append("")
    return Table(columns, [*rows, totals])


def _notes(answer: Odds) -> Iterator[str]:
    name = answer.streets[-1].name
    by = name if name.endswith("cards") else f"the {name}"
    yield f"by {by}: the category of all its cards then, made now or later; each hand counts once"
    if answer.rounds:
        yield f"simulated: {answer.rounds:,} hands, 95 % intervals; seed {answer.seed} repeats them"


def hand_equities_lines(equities: HandEquities, *, colour: bool = False) -> Iterator[str]:
    """Yield the range with the equity of each class, its whole equity, the best and worst hands."""
    shares = {row.name: float(row.equity) for row in equities.classes}
    yield from range_lines(parse_range(equities.range, equities.game), shares=shares, colour=colour)
    yield ""
    board = f" on {equities.board}" if equities.board else ""
    yield (
        f"equity {float(100 * equities.equity):.4f} % against {equities.against}{board}; "
        "the grid has that of each class, in percent"
    )
    hands = equities.hands
    for label, rows in (("best", hands[:_ROW]), ("worst", hands[: -_ROW - 1 : -1])):
        listed = ", ".join(f"{row.hand} {float(100 * row.equity):.2f}" for row in rows)
        yield f"{label:6} {listed}"


def hits_lines(hits: RangeHits, *, colour: bool = False) -> Iterator[str]:
    """Yield the range, and the share of its hands that make or draw to each kind."""
    yield from range_lines(parse_range(hits.range, hits.game), colour=colour)
    yield ""
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


def hand_lines(named: NamedHand) -> Iterator[str]:
    """Yield the value and the name of a hand, and how many hands it beats."""
    board = f" on {named.board}" if named.board else ""
    yield f"{named.game}: {named.cards}{board}"
    yield f"{named.name}: value {named.value:,} of {named.worst:,}"
    if named.five:
        yield f"best five  {named.five}"
    if named.number is not None:
        yield f"number     {named.number:,}"
    if named.beats is not None and named.ties is not None:
        yield f"beats      {float(100 * named.beats):.4f} % of all hands with as many cards"
        yield f"ties       {float(100 * named.ties):.4f} %"


def table_lines(summary: TableSummary, seconds: float | None = None) -> Iterator[str]:
    """Yield the contents of a table, and the time it took to build."""
    duration = "" if seconds is None else f", {seconds:.2f} s"
    where = "in memory" if summary.path is None else summary.path
    yield f"{where}: {summary.n} choose {summary.k}, {summary.order}, {summary.dtype}"
    yield f"game       {summary.game or 'none of the games here'}"
    yield f"hands      {summary.entries:,}, {summary.nbytes:,} bytes of values{duration}"
    if summary.filled < summary.entries:
        yield f"filled     {summary.filled:,}; 'dealwright poker table build' goes on"
    yield f"checksum   {summary.checksum or 'none yet'}"
    for kind, n in (summary.categories or {}).items():
        yield f"{kind.words:15}{n:14,} {100 * n / summary.entries:11.6f} %"
