"""Finding the odds at the table: by counting if possible, otherwise from a sample."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_
from typing import Any

from dealwright.answers import Histogram
from dealwright.ask.card_tables import CardTabling
from dealwright.ask.condition import Condition
from dealwright.ask.distributions import Distributing, distributions
from dealwright.ask.resources import Resources
from dealwright.base.jobs import Job
from dealwright.cards import Card, Seat, Suit
from dealwright.conditions.nodes import Binary, HasCard, Measure, Node, Number, all_of, walk
from dealwright.conditions.unparse import to_text
from dealwright.deals.features import built_in
from dealwright.deals.hand import hand_text
from dealwright.numbering.stream import Stream
from dealwright.planning.question import Question
from dealwright.play.at_table.events import VisibleCards
from dealwright.play.at_table.odds import (
    ALL,
    Chance,
    EventOdds,
    LayoutOdds,
    OddsAtTable,
    UnseenHands,
)

__all__ = ["finding_odds", "shown_out"]

_SUITS = tuple(reversed(Suit))
_NUMBERS = (*(suit.name.lower() for suit in _SUITS), "hcp")
_Named = Sequence[tuple[str, Condition]]
_Known = tuple[UnseenHands, list[Chance]]


def finding_odds(
    seen: VisibleCards, question: Question, events: _Named, lines: _Named, *,
    auction: Condition | None, evidence: tuple[str, ...], stream: Stream, resources: Resources,
) -> Job[OddsAtTable, OddsAtTable]:  # fmt: skip
    """Return the job of ``TableView.finding_odds``.

    ``question`` has the cards whose seats are known and the weights of layouts, ``events`` and
    ``lines`` their texts and conditions. With an ``auction`` the odds are found twice, without and
    with it. ``evidence`` are the sentences that explain the weights.
    """
    if len(events) > 1:
        events = [*events, (ALL, reduce(and_, (condition for _, condition in events)))]
    trees = [condition.tree for _, condition in (*events, *lines)]

    def work(job: Job[OddsAtTable, OddsAtTable]) -> Generator[Any, None, OddsAtTable]:
        shown = shown_out(seen)
        before: _Known | None = None
        if auction is not None:
            full_question = replace(question, tree=shown)
            before = yield from _known(job, full_question, seen.unseen, trees, resources, stream)
        full_question = replace(
            question, tree=all_of([shown, None if auction is None else auction.tree])
        )
        unseen, chances = yield from _known(
            job, full_question, seen.unseen, trees, resources, stream
        )
        odds = [
            EventOdds(text, str(condition), chances[number], before and before[1][number])
            for number, (text, condition) in enumerate((*events, *lines))
        ]
        answer = OddsAtTable(
            {
                seat.name.lower(): hand_text(mask)
                for seat, mask in zip(Seat, seen.hands, strict=True)
                if mask
            },
            tuple(map(str, seen.play.cards)),
            _voids(seen),
            "" if auction is None else to_text(auction.tree),
            unseen,
            tuple(odds[: len(events)]),
            before and before[0],
            evidence,
            tuple(odds[len(events) :]),
            tuple(_apart(seen, full_question, [line for _, line in lines], resources, job)),
        )
        yield answer
        return answer

    return Job(work)


def shown_out(seen: VisibleCards) -> Node | None:
    """Return the condition that hands are void in the suits of which they have shown out."""
    length = built_in()["length"]
    return all_of(
        Binary("==", Measure(length, seat, suit), Number(dealt))
        for seat, suit, dealt in seen.play.voids
    )


def _voids(seen: VisibleCards) -> dict[str, tuple[str, ...]]:
    """Return the suits of which each unseen hand has shown out, by seat."""
    voids = seen.play.voids
    return {
        seat.name.lower(): tuple(
            suit.name.lower() for void_seat, suit, _ in voids if void_seat is seat
        )
        for seat in seen.unseen
        if any(void_seat is seat for void_seat, _, _ in voids)
    }


def _known(
    job: Job[Any, Any], question: Question, seats: Sequence[Seat], events: Sequence[Node],
    resources: Resources, stream: Stream,
) -> Generator[Any, None, _Known]:  # fmt: skip
    """Find the cards, the hands and the chances of events over the deals of a question."""
    tabling = CardTabling(question, resources, seed=stream)
    tabling.flag = job.flag
    cards = tabling.result()
    length, hcp = built_in()["length"], built_in()["hcp"]
    nodes: list[Node] = []
    for seat in seats:
        nodes += [Measure(length, seat, suit) for suit in _SUITS]
        nodes.append(Measure(hcp, seat))
    nodes += events
    counts = distributions(question, [[node] for node in nodes], resources, stop=job.flag)
    missing = sum(histogram is None for histogram in counts)
    numbers = list[Histogram]()
    for node, histogram_ in zip(nodes, counts, strict=True):
        if histogram_ is None:
            sampling = Distributing(
                replace(question, values=(node,)), resources, seed=stream,
                budget=resources.budget.seconds / missing,
            )  # fmt: skip
            histogram_ = yield from job.run_part(sampling)
        numbers.append(histogram_)
    hands = {
        seat.name.lower(): dict(zip(_NUMBERS, numbers[5 * number : 5 * number + 5], strict=True))
        for number, seat in enumerate(seats)
    }
    return UnseenHands(cards, hands), [
        histogram.probability(1) for histogram in numbers[5 * len(seats) :]
    ]


def _apart(
    seen: VisibleCards, question: Question, lines: Sequence[Condition], resources: Resources,
    job: Job[Any, Any],
) -> Iterator[LayoutOdds]:  # fmt: skip
    """Yield the layouts in which some lines succeed and others fail, likeliest first."""
    if len(lines) < 2 or len(seen.unseen) != 2:
        return
    first, second = seen.unseen
    parts = [part for line in lines for part in walk(line.tree)]
    named = sorted({Card(part.card) for part in parts if isinstance(part, HasCard)})[::-1]
    measured = {part.suit for part in parts if isinstance(part, Measure)} - {None}
    suits = [suit for suit in _SUITS if suit in measured]
    nodes: list[Node] = [line.tree for line in lines]
    nodes += [HasCard(first, card.index) for card in named]
    nodes += [Measure(built_in()["length"], first, suit) for suit in suits]
    (counted,) = distributions(question, [nodes], resources, stop=job.flag)
    if counted is None:
        return
    for row, _ in sorted(counted.counts.items(), key=lambda row: (-row[1], row[0])):
        wins = tuple(value != 0 for value in row[: len(lines)])
        if len(set(wins)) == 1:
            continue
        held = {
            card: at_first != 0 for card, at_first in zip(named, row[len(lines) :], strict=False)
        }
        lengths = dict(zip(suits, row[len(lines) + len(named) :], strict=True))
        texts = [_layout(seen, suit, lengths[suit], held) for suit in suits]
        texts += [
            f"{card} {(first if at_first else second).name.lower()}"
            for card, at_first in held.items()
            if card.suit not in lengths
        ]
        yield LayoutOdds(", ".join(texts), wins, counted.probability(row))


def _layout(seen: VisibleCards, suit: Suit, length: int, held: Mapping[Card, bool]) -> str:
    """Return the cards of a suit in both unseen hands, with x for those that no line names."""
    out = 13 - (sum(seen.hands) & 8191 << 13 * suit).bit_count()
    holdings = []
    for at_first, count in ((True, length), (False, out - length)):
        ranks = [card.rank.letter for card in held if card.suit is suit and held[card] is at_first]
        holdings.append("".join(ranks) + "x" * (count - len(ranks)) or "void")
    return f"{suit.letter} {holdings[0]} - {holdings[1]}"
