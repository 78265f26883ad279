"""A table as a player sees it: hands, play, auction and models, and the odds that follow."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dealwright.answers import Histogram
from dealwright.ask.card_tables import CardTabling
from dealwright.ask.counting import budget_of
from dealwright.ask.distributions import Distributing, distributions
from dealwright.ask.planning import Resources
from dealwright.at_table.events import Seen
from dealwright.at_table.evidence import Evidence, read_evidence
from dealwright.at_table.lines import read_line
from dealwright.at_table.odds import (
    ALL,
    Chance,
    EventOdds,
    LayoutOdds,
    OddsAtTable,
    UnseenHands,
)
from dealwright.at_table.play import read_play
from dealwright.cards import Card, Seat, Strain, Suit, cards_from_mask
from dealwright.condition import Condition, as_condition
from dealwright.conditions.nodes import Binary, HasCard, Measure, Node, Number, all_of, walk
from dealwright.conditions.unparse import to_text
from dealwright.deals import predeal_masks
from dealwright.deals.hand import hand_text
from dealwright.deals.predeal import Predeal
from dealwright.errors import PredealError
from dealwright.features import built_in
from dealwright.jobs import Job
from dealwright.planning.question import Question
from dealwright.stream import Seed, Stream
from dealwright.workspace import Workspace

__all__ = ["Table", "table"]

_SUITS = tuple(reversed(Suit))
_NUMBERS = (*(suit.name.lower() for suit in _SUITS), "hcp")


def table(
    hand: Predeal,
    dummy: Predeal | None = None,
    *,
    where: Condition | str | None = None,
    play: str = "",
    leader: Seat | str = Seat.WEST,
    trump: Strain | str = Strain.NOTRUMP,
    known: Predeal | None = None,
    choice: str = "",
    likely: Sequence[str] = (),
    workspace: Workspace | None = None,
) -> Table:
    """Return a table as a player sees it.

    ``hand`` and ``dummy`` are the hands that are seen, 13 cards each, played ones too, with their
    seats: ``"south AQ542.KJ87.32.AK"``. ``where`` is what the auction says, ``known`` other cards
    that are known to be with a seat. ``play`` has the tricks so far (see ``read_play``), of which
    ``leader`` led the first. Every deal that agrees with these counts the same, unless ``choice``
    and ``likely`` weigh them by what defenders do with equal cards, and by stated chances of what
    was seen (see ``read_evidence``).

    >>> seen = table("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765")
    >>> found = seen.odds(["drop QS", "onside KH", "drop QS or onside KH"])
    >>> print(*(f"{float(event.probability):.4f}" for event in found.events))
    0.5313 0.5000 0.7657 0.2657

    :raises PredealError: if the cards contradict each other
    :raises CardError: if a card cannot have been played so
    :raises ConditionError: if the auction's condition cannot be read
    :raises ArgumentError: if a choice or a chance cannot be read
    """
    hands = _hands(hand, dummy)
    made = read_play(play, hands, leader=Seat.of(leader), trump=Strain.of(trump))
    seen = Seen(hands, made)
    given = predeal_masks(known)
    return Table(
        seen,
        _checked([seen.hands[seat] | made.played[seat] | given[seat] for seat in Seat]),
        None if where is None else as_condition(where, workspace),
        read_evidence(seen, given, choice, likely, workspace),
        workspace,
    )


@dataclass(frozen=True)
class Table:
    """What a player sees and knows; made by ``table``.

    ``fixed`` are the masks of all cards whose seats are known, ``auction`` the condition of what
    was bid, ``evidence`` the weights of layouts.

    >>> from dealwright import table
    >>> seen = table("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765")
    >>> f"{float(seen.given('hcp(west) >= 8').odds(['onside KH']).events[0].probability):.4f}"
    '0.9721'
    """

    seen: Seen
    fixed: tuple[int, int, int, int]
    auction: Condition | None = None
    evidence: Evidence = field(default_factory=Evidence)
    workspace: Workspace | None = None

    def given(self, where: Condition | str) -> Table:
        """Return the table with something more that is known, as the auction says it.

        >>> seen = table("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765")
        >>> seen.given("hcp(west) >= 8").odds(["onside KH"]).events[0].probability
        Fraction(1360, 1399)

        :raises ConditionError: if the condition cannot be read
        """
        more = as_condition(where, self.workspace)
        return replace(self, auction=more if self.auction is None else self.auction & more)

    def condition(self, event: str) -> Condition:
        """Return the condition of an event: ``hearts 3-3``, ``onside KC``, ``drop QS``, ...

        :raises ConditionError: if it cannot be read, or does not fit the cards that are seen
        """
        return self.seen.condition(event, self.workspace)

    def line(self, text: str) -> Condition:
        """Return the condition of the layouts in which a line of play succeeds; see ``read_line``.

        :raises ConditionError: if it cannot be read, or asks for what is not seen by then
        """
        return read_line(text, self.seen, self.workspace)

    def odds(
        self, events: Sequence[str] = (), *, lines: Sequence[str] = (),
        seed: Seed | Stream | None = None, resources: Resources | None = None,
    ) -> OddsAtTable:  # fmt: skip
        """Return the odds of unseen cards, hands, events and lines of play; see ``finding_odds``.

        >>> seen = table("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765")
        >>> found = seen.odds(lines=["cash SA SK; drop QS", "cash SA; finesse SQ"])
        >>> print(*(round(float(line.probability), 4) for line in found.lines_of_play))
        0.5313 0.5622
        >>> found.apart[0].layout, found.apart[0].wins
        ('S Qx - xx', (True, False))
        """
        return self.finding_odds(events, lines=lines, seed=seed, resources=resources).result()

    def finding_odds(
        self, events: Sequence[str] = (), *, lines: Sequence[str] = (),
        seed: Seed | Stream | None = None, resources: Resources | None = None,
    ) -> Job[OddsAtTable, OddsAtTable]:  # fmt: skip
        """Return a job that finds the odds at the table.

        All is exact where it can be counted for the budget of ``resources`` (2 seconds of work
        unless given); the rest is of samples, dealt with ``seed``.

        :raises ConditionError: if an event or a line cannot be read; in the result, if no deal
            satisfies what is known
        """
        used = resources or Resources(workspace=self.workspace, seconds=budget_of(None))
        asked = [(event, self.condition(event)) for event in events]
        if len(asked) > 1:
            together = asked[0][1]
            for _, condition in asked[1:]:
                together = together & condition
            asked.append((ALL, together))
        lines_asked = [(line, self.line(line)) for line in lines]
        stream = Stream.of(seed)

        def found(job: Job[OddsAtTable, OddsAtTable]) -> Generator[Any, None, OddsAtTable]:
            shown = self._shown()
            trees = [condition.tree for _, condition in (*asked, *lines_asked)]
            plain: _Found | None = None
            if self.auction is not None:
                plain = yield from _known(
                    job, self._question(shown), self.seen.unseen, trees, used, stream
                )
            said = None if self.auction is None else self.auction.tree
            everything = self._question(all_of([shown, said]))
            given = yield from _known(job, everything, self.seen.unseen, trees, used, stream)
            odds = [
                EventOdds(text, str(condition), given[1][at], plain and plain[1][at])
                for at, (text, condition) in enumerate((*asked, *lines_asked))
            ]
            result = OddsAtTable(
                {seat.name.lower(): hand_text(mask) for seat, mask in self._seats() if mask},
                tuple(map(str, self.seen.play.cards)),
                self._voids(),
                "" if self.auction is None else to_text(self.auction.tree),
                given[0],
                tuple(odds[: len(asked)]),
                plain and plain[0],
                self.evidence.sentences,
                tuple(odds[len(asked) :]),
                tuple(self._apart(everything, [line for _, line in lines_asked], used, job)),
            )
            yield result
            return result

        return Job(found)

    def _seats(self) -> Iterator[tuple[Seat, int]]:
        return zip(Seat, self.seen.hands, strict=True)

    def _question(self, tree: Node | None) -> Question:
        return Question(tree, self.fixed, (), self.evidence.weight)

    def _shown(self) -> Node | None:
        """Return that hands have no more of the suits that they have shown out of."""
        length = built_in()["length"]
        return all_of(
            Binary("==", Measure(length, seat, suit), Number(dealt))
            for seat, suit, dealt in self.seen.play.voids
        )

    def _voids(self) -> dict[str, tuple[str, ...]]:
        """Return the suits that each unseen hand has shown out of, by seat."""
        voids = self.seen.play.voids
        return {
            seat.name.lower(): tuple(suit.name.lower() for one, suit, _ in voids if one is seat)
            for seat in self.seen.unseen
            if any(one is seat for one, _, _ in voids)
        }

    def _apart(
        self,
        question: Question,
        lines: Sequence[Condition],
        resources: Resources,
        job: Job[Any, Any],
    ) -> Iterator[LayoutOdds]:
        """Yield the layouts in which some lines succeed and others do not, likeliest first."""
        if len(lines) < 2 or len(self.seen.unseen) != 2:
            return
        first, second = self.seen.unseen
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
            held = {card: there != 0 for card, there in zip(named, row[len(lines) :], strict=False)}
            lengths = dict(zip(suits, row[len(lines) + len(named) :], strict=True))
            texts = [self._layout(suit, lengths[suit], held) for suit in suits]
            texts += [
                f"{card} {(first if there else second).name.lower()}"
                for card, there in held.items()
                if card.suit not in lengths
            ]
            yield LayoutOdds(", ".join(texts), wins, counted.probability(row))

    def _layout(self, suit: Suit, length: int, held: Mapping[Card, bool]) -> str:
        """Return the cards of a suit with both unseen hands, x for those without a name."""
        out = 13 - (sum(self.seen.hands) & 8191 << 13 * suit).bit_count()
        both = []
        for mine, own in ((True, length), (False, out - length)):
            ranks = [card.rank.letter for card in held if card.suit is suit and held[card] is mine]
            both.append("".join(ranks) + "x" * (own - len(ranks)) or "void")
        return f"{suit.letter} {both[0]} - {both[1]}"


_Found = tuple[UnseenHands, list[Chance]]


def _known(
    job: Job[Any, Any], question: Question, seats: Sequence[Seat], events: Sequence[Node],
    resources: Resources, stream: Stream,
) -> Generator[Any, None, _Found]:  # fmt: skip
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
                replace(question, values=(node,)), resources, seed=stream,
                budget=resources.budget.seconds / missing,
            )  # fmt: skip
            counted = yield from job.run_part(sampling)
        numbers.append(counted)
    hands = {
        seat.name.lower(): dict(zip(_NUMBERS, numbers[5 * at : 5 * at + 5], strict=True))
        for at, seat in enumerate(seats)
    }
    return UnseenHands(cards, hands), [each.probability(1) for each in numbers[5 * len(seats) :]]


def _hands(hand: Predeal, dummy: Predeal | None) -> tuple[int, int, int, int]:
    """Return the masks of the hands that are seen, 0 for the others."""
    masks = [0, 0, 0, 0]
    for what, cards in (("hand", hand), ("dummy", dummy)):
        given = predeal_masks(cards)
        seats = [seat for seat in Seat if given[seat]]
        if cards is None:
            continue
        if len(seats) != 1 or given[seats[0]].bit_count() != 13:
            has = [f"{seat.name.lower()} has {given[seat].bit_count()}" for seat in seats]
            raise PredealError(
                f"the {what} is one hand of 13 cards, played ones too, as south AQ542.KJ87.32.AK; "
                f"{', '.join(map(str, has))}"
            )
        if masks[seats[0]]:
            raise PredealError(f"the hand and the dummy are both {seats[0].name.lower()}'s")
        masks[seats[0]] = given[seats[0]]
    return _checked(masks)


def _checked(masks: Sequence[int]) -> tuple[int, int, int, int]:
    """Return four masks as a tuple.

    :raises PredealError: if a card is at two seats, or a seat has more than 13
    """
    return predeal_masks({seat: cards_from_mask(masks[seat]) for seat in Seat})
