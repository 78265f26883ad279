"""The odds at the table: each unseen card, the breaks, the hands and events, counted exactly."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from dealwright.answers import Estimate, Histogram
from dealwright.answers.card_table import CardTable
from dealwright.ask.card_tables import CardTabling
from dealwright.ask.counting import budget_of
from dealwright.ask.distributions import Distributing, distributions
from dealwright.ask.planning import Resources
from dealwright.at_table.events import Table
from dealwright.at_table.play import read_play
from dealwright.cards import Card, Seat, Strain, Suit, cards_from_mask
from dealwright.condition import Condition, as_condition
from dealwright.conditions.nodes import Binary, Measure, Node, Number
from dealwright.conditions.unparse import to_text
from dealwright.deals import predeal_masks
from dealwright.deals.hand import hand_mask, hand_text
from dealwright.deals.predeal import Predeal
from dealwright.errors import PredealError
from dealwright.features import built_in
from dealwright.jobs import Job
from dealwright.planning.question import Question
from dealwright.stream import Seed, Stream

__all__ = ["EventOdds", "OddsAtTable", "UnseenHands", "finding_odds", "odds_at_table"]

_SUITS = tuple(reversed(Suit))
_NUMBERS = (*(suit.name.lower() for suit in _SUITS), "hcp")
_ALL = "all together"
_SHOWN = 200  # characters of a condition in a report

Chance = Fraction | Estimate


@dataclass(frozen=True)
class UnseenHands:
    """What is known of the hands that are not seen: each card, and each hand's lengths and points.

    ``hands`` has for each unseen seat the distributions of the lengths of its suits as they were
    dealt, by their names, and of its points, ``hcp``.
    """

    cards: CardTable
    hands: Mapping[str, Mapping[str, Histogram]]

    def breaks(self, suit: Suit | str) -> dict[tuple[int, int], Chance]:
        """Return the chance of each division of a suit between two unseen hands.

        West's cards are before East's, and North's before South's. It is empty if the unseen hands
        are not two.

        >>> found = odds_at_table("south AK32.432.432.432", "north 7654.AK5.AKQ.765").unseen
        >>> {ways: round(float(chance), 4) for ways, chance in found.breaks("spades").items()}
        ... # doctest: +NORMALIZE_WHITESPACE
        {(0, 5): 0.0196, (1, 4): 0.1413, (2, 3): 0.3391,
         (3, 2): 0.3391, (4, 1): 0.1413, (5, 0): 0.0196}
        """
        if len(self.hands) != 2:
            return {}
        name = Suit.of(suit).name.lower()
        first, second = (hand[name] for hand in self.hands.values())
        out = min(first.column()) + max(second.column())
        return {(cards, out - cards): first.probability(cards) for cards in first.column()}

    def to_dict(self) -> dict[str, Any]:
        """Return what is known as JSON values: those of the table of cards, and ``hands``."""
        return {
            **self.cards.to_dict(),
            "hands": {
                seat: {name: found.to_dict() for name, found in numbers.items()}
                for seat, numbers in self.hands.items()
            },
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> UnseenHands:
        """Return what is known of JSON values; the inverse of ``to_dict``."""
        return cls(
            CardTable.from_dict(values),
            {
                seat: {name: Histogram.from_dict(found) for name, found in numbers.items()}
                for seat, numbers in values["hands"].items()
            },
        )


@dataclass(frozen=True)
class EventOdds:
    """The chance of an event, a Fraction where exact; ``condition`` is the event as it was read.

    ``without_auction`` is its chance by the cards and the play alone, None without an auction.
    """

    event: str
    condition: str
    probability: Chance
    without_auction: Chance | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the event as JSON values: a fraction is a text such as "3/8"."""
        return {
            "event": self.event,
            "condition": self.condition,
            "probability": _chance_values(self.probability),
            "without_auction": _chance_values(self.without_auction),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> EventOdds:
        """Return the event of JSON values; the inverse of ``to_dict``."""
        probability = _chance(values["probability"])
        assert probability is not None
        return cls(
            values["event"], values["condition"], probability, _chance(values["without_auction"])
        )


@dataclass(frozen=True)
class OddsAtTable:
    """The odds at the table.

    ``seen`` are the hands that are seen, as they were dealt, by seat; ``play`` the cards played;
    ``voids`` the suits that each unseen hand has shown out of; ``auction`` what the auction says.
    ``unseen`` is what is known of the other hands, ``without_auction`` the same by the cards and
    the play alone (None if there is no auction). Of several events the last one is all together.
    """

    seen: Mapping[str, str]
    play: tuple[str, ...]
    voids: Mapping[str, tuple[str, ...]]
    auction: str
    unseen: UnseenHands
    events: tuple[EventOdds, ...] = ()
    without_auction: UnseenHands | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the odds as JSON values; ``count`` and ``cards`` are those of a table of cards."""
        return {
            **self.unseen.to_dict(),
            "auction": self.auction,
            "seen": dict(self.seen),
            "play": list(self.play),
            "voids": {seat: list(suits) for seat, suits in self.voids.items()},
            "events": [event.to_dict() for event in self.events],
            "without_auction": self.without_auction and self.without_auction.to_dict(),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> OddsAtTable:
        """Return the odds of JSON values; the inverse of ``to_dict``."""
        without = values["without_auction"]
        return cls(
            dict(values["seen"]),
            tuple(values["play"]),
            {seat: tuple(suits) for seat, suits in values["voids"].items()},
            values["auction"],
            UnseenHands.from_dict(values),
            tuple(EventOdds.from_dict(event) for event in values["events"]),
            None if without is None else UnseenHands.from_dict(without),
        )

    def lines(self, *, symbols: bool = True) -> Iterator[str]:
        """Yield the odds as text, in percent; after a bar what they are without the auction."""
        for seat, hand in self.seen.items():
            yield f"{seat} {hand}"
        if self.play:
            yield f"played {' '.join(self.play)}"
        for seat, suits in self.voids.items():
            yield f"{seat} has shown out of {' and '.join(suits)}"
        if self.auction:
            said = " ".join(self.auction.split())
            yield f"given {said[:_SHOWN]}{' ...' if len(said) > _SHOWN else ''}"
        yield next(self.unseen.cards.lines())
        yield ""
        yield from self._card_lines(symbols)
        if len(self.unseen.hands) == 2:
            yield ""
            yield from self._break_lines(symbols)
        yield ""
        yield from self._hand_lines()
        if self.events:
            yield ""
        for event in self.events:
            yield f"{_percent(event.probability)}{self._bar(event.without_auction)}  {event.event}"
            if event.event not in (event.condition, _ALL):
                yield " " * len(_percent(event.probability)) + f"  {event.condition}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _bar(self, chance: Chance | None) -> str:
        return "" if chance is None else f" |{_percent(chance)}"

    def _card_lines(self, symbols: bool) -> Iterator[str]:
        """Yield a line for each unseen card, or for cards of a suit with the same chances."""
        seats = [Seat.of(seat) for seat in self.unseen.hands]
        known = [each.cards for each in (self.unseen, self.without_auction) if each is not None]
        gone = {Card(card) for card in self.play}
        gone.update(
            card for hand in self.seen.values() for card in cards_from_mask(hand_mask(hand))
        )

        def chances(card: Card) -> list[list[Chance]]:
            return [[table.chance(card, seat) for seat in seats] for table in known]

        heads = "".join(f"{seat.name.lower():>9}" for seat in seats)
        yield " " * 15 + heads + (f" |{heads}  without the auction" if len(known) == 2 else "")
        for suit in _SUITS:
            left = [card for card in cards_from_mask(8191 << 13 * suit) if card not in gone]
            for each, cards in groupby(left, key=chances):
                ranks = "".join(card.rank.letter for card in cards)
                shares = ("".join(map(_percent, row)) for row in each)
                yield f"{suit.symbol if symbols else suit.letter} {ranks:<13}" + " |".join(shares)

    def _break_lines(self, symbols: bool) -> Iterator[str]:
        """Yield a line for each suit: the chance of each division."""
        first, second = self.unseen.hands
        yield f"breaks, {first} first and {second} second"
        for suit in _SUITS:
            mark = suit.symbol if symbols else suit.letter
            for known, word in ((self.unseen, ""), (self.without_auction, "without the auction ")):
                if known is not None:
                    yield f"{' ' if word else mark} {word}" + "  ".join(
                        f"{one}-{other} {float(chance):.2%}"
                        for (one, other), chance in sorted(known.breaks(suit).items(), reverse=True)
                    )

    def _hand_lines(self) -> Iterator[str]:
        """Yield a line for each unseen hand, or two: its lengths and points, and their means."""
        for seat, numbers in self.unseen.hands.items():
            for known, word in (
                (numbers, seat),
                (self.without_auction and self.without_auction.hands[seat], "without the auction"),
            ):
                if known:
                    yield f"{word}: " + ", ".join(
                        f"{name} {_ends(found)} (mean {float(found.mean()):.2f})"
                        for name, found in known.items()
                    )


def _ends(found: Histogram) -> str:
    values = list(found.column())
    return f"{values[0]}-{values[-1]}" if len(values) > 1 else str(values[0])


def _percent(chance: Chance) -> str:
    return f"{float(chance):9.3%}"


def _chance_values(chance: Chance | None) -> Any:
    if isinstance(chance, Estimate):
        return chance.to_dict()
    return None if chance is None else str(chance)


def _chance(values: Any) -> Chance | None:
    if values is None:
        return None
    return Fraction(values) if isinstance(values, str) else Estimate.from_dict(values)


def odds_at_table(
    hand: Predeal,
    dummy: Predeal | None = None,
    *,
    where: Condition | str | None = None,
    play: str = "",
    events: Sequence[str] = (),
    leader: Seat | str = Seat.WEST,
    trump: Strain | str = Strain.NOTRUMP,
    known: Predeal | None = None,
    seed: Seed | Stream | None = None,
    resources: Resources | None = None,
) -> OddsAtTable:
    """Return the odds at the table; see ``finding_odds``.

    >>> found = odds_at_table(
    ...     "south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765",
    ...     events=["drop QS", "onside KH", "drop QS or onside KH"],
    ... )
    >>> print(*(f"{float(event.probability):.4f}" for event in found.events))
    0.5313 0.5000 0.7657 0.2657
    """
    return finding_odds(
        hand, dummy, where=where, play=play, events=events, leader=leader, trump=trump,
        known=known, seed=seed, resources=resources,
    ).result()  # fmt: skip


def finding_odds(
    hand: Predeal,
    dummy: Predeal | None = None,
    *,
    where: Condition | str | None = None,
    play: str = "",
    events: Sequence[str] = (),
    leader: Seat | str = Seat.WEST,
    trump: Strain | str = Strain.NOTRUMP,
    known: Predeal | None = None,
    seed: Seed | Stream | None = None,
    resources: Resources | None = None,
) -> Job[OddsAtTable, OddsAtTable]:
    """Return a job that finds the odds at the table.

    ``hand`` and ``dummy`` are the hands that are seen, 13 cards each, played ones too, with their
    seats: ``"south AQ542.KJ87.32.AK"``. ``where`` is what the auction says, ``known`` other cards
    that are known to be with a seat. ``play`` has the tricks so far (see ``read_play``), of which
    ``leader`` led the first, and ``events`` what is asked. All is exact where it can be counted for
    the budget of ``resources`` (2 seconds of work unless given); the rest is of samples, dealt with
    ``seed``. Every deal that agrees with what was seen counts the same: a defender's choice among
    equal cards is no evidence here.

    :raises PredealError: if the cards contradict each other
    :raises CardError: if a card cannot have been played so
    :raises ConditionError: if an event or the condition cannot be read; in the result, if no deal
        satisfies it
    """
    seen = _seen(hand, dummy)
    made = read_play(play, seen, leader=Seat.of(leader), trump=Strain.of(trump))
    table = Table(seen, made)
    used = resources or Resources(seconds=budget_of(None))
    fixed = _fixed(table, predeal_masks(known))
    shown: Node | None = None
    for seat, suit, dealt in made.voids:
        shown = _both(shown, Binary("==", Measure(built_in()["length"], seat, suit), Number(dealt)))
    auction = None if where is None else as_condition(where, used.workspace)
    asked = [table.condition(event, used.workspace) for event in events]
    names = list(events)
    if len(asked) > 1:
        together = asked[0]
        for each in asked[1:]:
            together = together & each
        asked.append(together)
        names.append(_ALL)
    seats = [seat.name.lower() for seat in table.unseen]
    stream = Stream.of(seed)

    def found(job: Job[OddsAtTable, OddsAtTable]) -> Generator[OddsAtTable, None, OddsAtTable]:
        trees = [condition.tree for condition in asked]
        everything = _both(shown, None if auction is None else auction.tree)
        plain = None
        if auction is not None:
            plain = yield from _known(
                job, Question(shown, fixed), table.unseen, trees, used, stream
            )
        unseen, chances = yield from _known(
            job, Question(everything, fixed), table.unseen, trees, used, stream
        )
        result = OddsAtTable(
            {seat.name.lower(): hand_text(seen[seat]) for seat in Seat if seen[seat]},
            tuple(map(str, made.cards)),
            {
                seat: tuple(
                    suit.name.lower() for one, suit, _ in made.voids if one.name.lower() == seat
                )
                for seat in seats
                if any(one.name.lower() == seat for one, _, _ in made.voids)
            },
            "" if auction is None else to_text(auction.tree),
            unseen,
            tuple(
                EventOdds(name, str(condition), chance, plain and plain[1][at])
                for at, (name, condition, chance) in enumerate(
                    zip(names, asked, chances, strict=True)
                )
            ),
            plain and plain[0],
        )
        yield result
        return result

    return Job(found)


def _known(
    job: Job[Any, Any], question: Question, seats: Sequence[Seat], events: Sequence[Node],
    resources: Resources, stream: Stream,
) -> Generator[Any, None, tuple[UnseenHands, list[Chance]]]:  # fmt: skip
    """Find the cards, the hands and the chances of events over the deals of a question."""
    tabling = CardTabling(question, resources, seed=stream)
    tabling.flag = job.flag
    cards = tabling.result()
    length = built_in()["length"]
    nodes: list[Node] = [
        node
        for seat in seats
        for node in (
            *(Measure(length, seat, suit) for suit in _SUITS),
            Measure(built_in()["hcp"], seat),
        )
    ]
    nodes += events
    counts = distributions(question, [[node] for node in nodes], resources, stop=job.flag)
    missing = sum(each is None for each in counts)
    numbers = list[Histogram]()
    for node, counted in zip(nodes, counts, strict=True):
        if counted is None:
            sampling = Distributing(
                Question(question.tree, question.fixed, (node,)), resources, seed=stream,
                budget=resources.budget.seconds / missing,
            )  # fmt: skip
            counted = yield from job.run_part(sampling)
        numbers.append(counted)
    hands = {
        seat.name.lower(): dict(zip(_NUMBERS, numbers[5 * at : 5 * at + 5], strict=True))
        for at, seat in enumerate(seats)
    }
    return UnseenHands(cards, hands), [each.probability(1) for each in numbers[5 * len(seats) :]]


def _both(one: Node | None, other: Node | None) -> Node | None:
    return Binary("and", one, other) if one is not None and other is not None else one or other


def _seen(hand: Predeal, dummy: Predeal | None) -> tuple[int, int, int, int]:
    """Return the masks of the hands that are seen, 0 for the others."""
    masks = [0, 0, 0, 0]
    for what, cards in (("hand", hand), ("dummy", dummy)):
        given = predeal_masks(cards)
        seats = [seat for seat in Seat if given[seat]]
        if cards is None:
            continue
        if len(seats) != 1 or given[seats[0]].bit_count() != 13:
            raise PredealError(
                f"the {what} is one hand of 13 cards, played ones too, as south AQ542.KJ87.32.AK; "
                + ", ".join(f"{seat.name.lower()} has {given[seat].bit_count()}" for seat in seats)
            )
        if masks[seats[0]]:
            raise PredealError(f"the hand and the dummy are both {seats[0].name.lower()}'s")
        masks[seats[0]] = given[seats[0]]
    return _checked(masks)


def _fixed(table: Table, known: Sequence[int]) -> tuple[int, int, int, int]:
    """Return the masks of all cards whose seats are known."""
    return _checked([table.seen[seat] | table.play.played[seat] | known[seat] for seat in Seat])


def _checked(masks: Sequence[int]) -> tuple[int, int, int, int]:
    """Return four masks as a tuple.

    :raises PredealError: if a card is at two seats, or a seat has more than 13
    """
    return predeal_masks({seat: cards_from_mask(masks[seat]) for seat in Seat})
