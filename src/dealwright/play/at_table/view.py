"""A table as a player sees it: hands, play, auction and models, and the odds that follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from dealwright.ask.condition import Condition, as_condition
from dealwright.ask.counting import budget_of
from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.resources import Resources
from dealwright.base.errors import PredealError, naming
from dealwright.base.jobs import Job
from dealwright.cards import Card, Seat, Strain, cards_from_mask
from dealwright.conditions.nodes import all_of
from dealwright.deals import Deals, predeal_masks
from dealwright.deals.predeal import Predeal
from dealwright.deals.workspace import Workspace
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.question import Question
from dealwright.play.at_table.events import VisibleCards
from dealwright.play.at_table.evidence import Evidence, read_evidence
from dealwright.play.at_table.finding import finding_odds, shown_out
from dealwright.play.at_table.lines import read_line
from dealwright.play.at_table.odds import OddsAtTable
from dealwright.play.at_table.play import read_play
from dealwright.practice.weighting import WeightedDeals

if TYPE_CHECKING:
    from dealwright.play.ending import Ending

__all__ = ["TableView", "table_view"]


def table_view(
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
) -> TableView:
    """Return a table as a player sees it.

    ``hand`` and ``dummy`` are the visible hands with their seats, 13 cards each, including cards
    already played: ``"south AQ542.KJ87.32.AK"``. ``where`` is the condition of the auction,
    ``known`` other cards that are known to be at a seat. ``play`` has the tricks so far (see
    ``read_play``); ``leader`` led to the first. All deals that agree with these are equally likely,
    unless ``choice`` and ``likely`` weight them by how defenders choose among equal cards, and by
    stated chances of what was seen (see ``read_evidence``).

    >>> seen = table_view("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765")
    >>> odds = seen.odds(["drop QS", "onside KH", "drop QS or onside KH"])
    >>> print(*(f"{float(event.probability):.4f}" for event in odds.events))
    0.5313 0.5000 0.7657 0.2657

    :raises PredealError: if the cards contradict each other
    :raises CardError: if a card cannot have been played so
    :raises ConditionError: if the auction's condition cannot be read
    :raises ArgumentError: if a choice or a chance cannot be read
    """
    with naming("hand"):
        masks = _with_hand([0, 0, 0, 0], "hand", hand)
    with naming("dummy"):
        masks = masks if dummy is None else _with_hand(masks, "dummy", dummy)
        hands = _checked(masks)
    with naming("leader"):
        first = Seat.of(leader)
    with naming("trump"):
        strain = Strain.of(trump)
    with naming("known"):
        known_masks = predeal_masks(known)
        _checked([hands[seat] | known_masks[seat] for seat in Seat])
    with naming("play"):
        seen = VisibleCards(hands, read_play(play, hands, leader=first, trump=strain))
        played = seen.play.played
        fixed = _checked([hands[seat] | played[seat] | known_masks[seat] for seat in Seat])
    with naming("where"):
        auction = None if where is None else as_condition(where, workspace)
    return TableView(
        seen, fixed, auction, read_evidence(seen, known_masks, choice, likely, workspace), workspace
    )


@dataclass(frozen=True)
class TableView:
    """What a player sees and knows; made by ``table_view``.

    ``fixed`` are the masks of all cards whose seats are known, ``auction`` the condition of the
    auction, ``evidence`` the weights of layouts.

    >>> from dealwright import table_view
    >>> seen = table_view("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765")
    >>> f"{float(seen.given('hcp(west) >= 8').odds(['onside KH']).events[0].probability):.4f}"
    '0.9721'
    """

    seen: VisibleCards
    fixed: tuple[int, int, int, int]
    auction: Condition | None = None
    evidence: Evidence = field(default_factory=Evidence)
    workspace: Workspace | None = None

    def given(self, where: Condition | str) -> TableView:
        """Return the table with another condition added to that of the auction.

        >>> seen = table_view("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765")
        >>> seen.given("hcp(west) >= 8").odds(["onside KH"]).events[0].probability
        Fraction(1360, 1399)

        :raises ConditionError: if the condition cannot be read
        """
        condition = as_condition(where, self.workspace)
        return replace(
            self, auction=condition if self.auction is None else self.auction & condition
        )

    def condition(self, event: str) -> Condition:
        """Return the condition of an event: ``hearts 3-3``, ``onside KC``, ``drop QS``, ...

        :raises ConditionError: if it cannot be read, or does not fit the cards that are seen
        """
        return self.seen.condition(event, self.workspace)

    def line(self, text: str) -> Condition:
        """Return the condition of the layouts in which a line of play succeeds; see ``read_line``.

        :raises ConditionError: if it cannot be read, or depends on what has not been shown
        """
        return read_line(text, self.seen, self.workspace)

    def deal(
        self, n: int, *, seed: Seed | Stream | None = None, resources: Resources | None = None
    ) -> Deals:
        """Return n deals that agree with all that is known, for robots and simulations.

        Each layout of the unseen cards comes with its exact probability: in proportion to the
        weights of the evidence, or all alike without evidence. The hands have 13 cards, those
        already played too. Counting takes milliseconds once, a deal then less than a microsecond.

        >>> seen = table_view("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765")
        >>> deals = seen.given("hcp(west) >= 8").deal(1000, seed=1)
        >>> deals[0].south, int(deals.west.hcp.min())
        (Hand('AKT32.432.432.AK'), 8)

        :raises ConditionError: if no deal agrees with what is known, or the weights of the
            evidence cannot be counted exactly beside it
        """
        auction = None if self.auction is None else self.auction.tree
        tree = all_of([shown_out(self.seen), auction])
        question = Question(tree, self.fixed, (), self.evidence.weight)
        used = Resources(workspace=self.workspace) if resources is None else resources
        if question.weight is None:
            return QuestionDealing(n, question, Stream.of(seed), used).result()
        return WeightedDeals.of_question(question, (), used).deal(n, seed=seed).deals

    def best_play(
        self, *, tricks: int, card: Card | str | None = None, budget: int | None = None
    ) -> Ending:
        """Return the best line from here on, once at most 7 cards are left in each hand.

        ``tricks`` more are wanted, the current one included; layouts have the weights of ``deal``:
        all that agree with the auction, the play, shown voids and evidence. See ``endgame``.

        >>> seen = table_view(
        ...     "south AQ2.AKQ.AKQ.5432", "north 543.JT9.JT9.AKQJ", leader="north",
        ...     play="CA C6 C2 C7, CK C8 C3 C9, CQ CT C4 D2, CJ D3 C5 D4, "
        ...     "HJ H2 HA H3, DA D5 D9 D6, DK D7 DT D8, DQ H4 DJ H5, HK H6 H9 H7, HQ H8 HT S6",
        ... )
        >>> best = seen.best_play(tricks=2)
        >>> print(best.best.probability, best.layouts)
        11/20 20

        :raises ArgumentError: if more than 7 cards are left, or two partners' hands are not seen
        :raises ConditionError: if no layout agrees with what is known
        """
        return self.finding_best_play(tricks=tricks, card=card, budget=budget).result()

    def finding_best_play(
        self, *, tricks: int, card: Card | str | None = None, budget: int | None = None
    ) -> Job[Ending, Ending]:
        """Return the job of ``best_play``; it yields the interval of the best line as it narrows.

        :raises ArgumentError: if more than 7 cards are left, or two partners' hands are not seen
        :raises ConditionError: if no layout agrees with what is known
        """
        from dealwright.play.at_table.endings import layout_weights, position_of
        from dealwright.play.ending.solving import BUDGET, solving

        position = position_of(self.seen, tricks)
        auction = None if self.auction is None else self.auction.tree
        weights = layout_weights(
            position, self.fixed, [shown_out(self.seen), auction], self.evidence.weight
        )
        position = replace(position, weights=weights)
        return solving(position, card, BUDGET if budget is None else budget)

    def odds(
        self, events: Sequence[str] = (), *, lines: Sequence[str] = (),
        seed: Seed | Stream | None = None, resources: Resources | None = None,
    ) -> OddsAtTable:  # fmt: skip
        """Return the odds of unseen cards, hands, events and lines of play; see ``finding_odds``.

        >>> seen = table_view("south AKT32.432.432.AK", "north 7654.AQ5.AKQ.765")
        >>> odds = seen.odds(lines=["cash SA SK; drop QS", "cash SA; finesse SQ"])
        >>> print(*(round(float(line.probability), 4) for line in odds.lines_of_play))
        0.5313 0.5622
        >>> odds.apart[0].layout, odds.apart[0].wins
        ('S Qx - xx', (True, False))
        """
        return self.finding_odds(events, lines=lines, seed=seed, resources=resources).result()

    def finding_odds(
        self, events: Sequence[str] = (), *, lines: Sequence[str] = (),
        seed: Seed | Stream | None = None, resources: Resources | None = None,
    ) -> Job[OddsAtTable, OddsAtTable]:  # fmt: skip
        """Return a job that finds the odds at the table.

        Odds that can be counted within the budget of ``resources`` (default: 2 seconds of work) are
        exact; the others are estimated from samples dealt with ``seed``.

        :raises ConditionError: if an event or a line cannot be read; in the result, if no deal
            satisfies what is known
        """
        return finding_odds(
            self.seen,
            Question(None, self.fixed, (), self.evidence.weight),
            [(event, self.condition(event)) for event in events],
            [(line, self.line(line)) for line in lines],
            auction=self.auction,
            evidence=self.evidence.sentences,
            stream=Stream.of(seed),
            resources=resources
            or Resources(
                workspace=self.workspace, seconds=budget_of(None, workspace=self.workspace)
            ),
        )


def _with_hand(masks: Sequence[int], what: str, cards: Predeal) -> list[int]:
    """Return the masks of the visible hands with another hand added."""
    hand_masks = predeal_masks(cards)
    seats = [seat for seat in Seat if hand_masks[seat]]
    if len(seats) != 1 or hand_masks[seats[0]].bit_count() != 13:
        has = [f"{seat.name.lower()} has {hand_masks[seat].bit_count()}" for seat in seats]
        raise PredealError(
            f"give the {what} with its seat and 13 cards, played ones too, as south "
            "AQ542.KJ87.32.AK; "
            f"{', '.join(map(str, has))}"
        )
    if masks[seats[0]]:
        raise PredealError(f"the hand and the dummy are both {seats[0].name.lower()}'s")
    return [masks[seat] | hand_masks[seat] for seat in Seat]


def _checked(masks: Sequence[int]) -> tuple[int, int, int, int]:
    """Return four masks as a tuple.

    :raises PredealError: if a card is at two seats, or a seat has more than 13
    """
    return predeal_masks({seat: cards_from_mask(masks[seat]) for seat in Seat})
