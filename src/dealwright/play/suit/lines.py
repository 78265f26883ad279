"""The line of play that wins against a set of splits, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from dealwright.cards import RANK_LETTERS
from dealwright.play.suit.game import VOID, Place, SuitGame, SuitPosition, Trick, kind_of, opening

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import OneOf, Row, Through

__all__ = ["LinePlan", "Step", "View", "line_of", "short_line", "steps_of"]

_SMALL_RANKS = "98765432"
_LONG = 20_000  # characters of a line; the longest of 200 random suits has about 4,000
_MANY_EQUALS = 4  # this many equal cards are called small


Chosen = tuple[str, Place, dict[int, Place | None], list[tuple[Trick, int]]]


@dataclass(frozen=True)
class View:
    """A position with its ranks, as text from the top down; ``alike`` as in ``opening``."""

    dummy: str
    declarer: str
    missing: str
    position: SuitPosition
    alike: tuple[str, ...] = ()

    @classmethod
    def first(
        cls, dummy: str, declarer: str, missing: str, need: int, entries: int | None,
        alike: tuple[str, ...] = (),
    ) -> View:  # fmt: skip
        """Return the view before the first trick."""
        position = opening(dummy, declarer, missing, need, entries, alike).plain()
        return cls(dummy, declarer, missing, position, alike)

    def rank(self, hand: str, place: Place) -> str:
        """Return the rank of a card of declarer's side."""
        block, index = place
        ranks = self.dummy if hand == "N" else self.declarer
        before = sum(block_cards.count(hand) for block_cards in self.position.blocks[:block])
        return ranks[before + self.position.blocks[block][:index].count(hand)]

    def classes(self) -> list[str]:
        """Return the ranks of each class of missing cards."""
        our_cards = self.dummy + self.declarer
        ranks = [
            rank for rank in reversed(RANK_LETTERS) if rank in our_cards or rank in self.missing
        ]
        return [
            "".join(group)
            for missing, group in groupby(
                ranks, lambda r: None if r in our_cards else kind_of(r, self.alike)
            )
            if missing is not None
        ]

    def small(self, which: int) -> bool:
        """Return whether a class is of small cards: the lowest, of nines or lower or of many."""
        ranks = self.classes()[which]
        lowest = which == len(self.position.missing) - 1
        return lowest and (ranks[0] in _SMALL_RANKS or len(ranks) >= _MANY_EQUALS)

    def card(self, which: int) -> str:
        """Return words for a card of a class."""
        return "low" if self.small(which) else f"the {self.class_name(which)}"

    def class_name(self, which: int) -> str:
        """Return the ranks of a class as text, ``Q``, ``Q/J`` or ``Q-8``."""
        ranks = self.classes()[which]
        return "/".join(ranks) if len(ranks) < 3 else f"{ranks[0]}-{ranks[-1]}"

    def own_card(self, hand: str, place: Place) -> str:
        """Return words for a card of declarer's side; a small one beats no missing card."""
        rank = self.rank(hand, place)
        small = rank in _SMALL_RANKS and place[0] == len(self.position.missing)
        return "small" if small else f"the {rank}"

    def after(self, game: SuitGame, trick: Trick) -> View:
        """Return the view after a trick."""
        other = "N" if trick.hand == "S" else "S"
        played = self.rank(trick.hand, trick.lead)
        played += self.rank(other, trick.other) if trick.other else ""
        out, classes = self.missing, self.classes()
        gone = [0] * len(classes)
        for which in (trick.left, trick.right):
            if which != VOID:
                out = out.replace(classes[which][gone[which]], "")
                gone[which] += 1
        dummy, declarer = (
            "".join(rank for rank in hand if rank not in played)
            for hand in (self.dummy, self.declarer)
        )
        return View(dummy, declarer, out, game.next(self.position, trick).plain(), self.alike)


class LinePlan(NamedTuple):
    """A line in words: its first trick, and how it goes on after each outcome of that."""

    trick: str
    cases: tuple[tuple[str, LinePlan], ...] = ()

    def text(self) -> str:
        """Return the line as one sentence, cases with several tricks in brackets."""
        text = self.trick
        for place, (when, plan) in enumerate(self.cases):
            comma = "," if when.startswith("if ") else ""
            text += f"; {when}{comma} {_bracketed(plan.text(), place == len(self.cases) - 1)}"
        return text

    def rows(self, depth: int = 0, when: str = "") -> Iterator[tuple[int, str, str]]:
        """Yield how deep a case is in the cases, after which outcome, and what to play.

        >>> plan = LinePlan("small to the Q", (("if it wins", LinePlan("small to the T")),))
        >>> [*plan.rows()]
        [(0, '', 'small to the Q'), (1, 'if it wins', 'small to the T')]
        """
        play, plan = self.trick, self
        while len(plan.cases) == 1 and plan.cases[0][0] == "then":
            plan = plan.cases[0][1]
            play += f", then {plan.trick}"
        yield depth, when, play
        for case, after in plan.cases:
            yield from after.rows(depth + 1, case)


_FROM_TOP, _CUT = LinePlan("play from the top"), LinePlan("...")


def short_line(game: SuitGame, view: View, wanted: int) -> LinePlan:
    """Return a line that wins against a set of splits, in words.

    If a line is far too long to read, only its first tricks are described, and ``...`` stands for
    the rest. ``steps_of`` returns the whole line.
    """
    plan, depth = line_of(game, view, wanted, 1) or LinePlan(""), 2
    while "..." in plan.text():
        longer = line_of(game, view, wanted, depth) or LinePlan("")
        if len(longer.text()) > _LONG:
            break
        plan, depth = longer, depth + 1
    return plan


def line_of(game: SuitGame, view: View, wanted: int, depth: int) -> LinePlan | None:
    """Return a line that wins against a set of splits, which the family of the position covers.

    Decisions after ``depth`` tricks are left out. None where any play wins.
    """
    position = view.position
    if not wanted or game.over(position):
        return None
    if _from_top(game, position, wanted):
        return _FROM_TOP
    if not depth:
        return _CUT
    hand, lead, replies, tricks = _chosen(game, position, wanted)
    return LinePlan(
        _first_trick(view, hand, lead, replies), _next_tricks(game, view, tricks, depth - 1)
    )


class _Next(NamedTuple):
    """The number of the next step, given the ranks that both defenders have played."""

    shown: tuple[str, str]
    step: int


def _next_of_tuple(next: tuple[str, str, int]) -> _Next:
    return _Next(next[:2], next[2])


def _tuple_of_next(next: _Next) -> tuple[str, str, int]:
    return (*next.shown, next.step)


@dataclass(frozen=True)
class Step:
    """A trick of a line: a lead, the card played to it, and what follows.

    ``hand`` leads ``card``. ``replies`` has the other hand's card ("": a discard) for the ranks
    that the next defender may play. ``next`` has the number of the next step of the line for the
    ranks that both defenders have played, in order; after other ranks any play will do. "" are the
    ranks of a defender who shows out.

    Missing cards with no card of declarer's side between them are equals; they are named as if the
    highest were always played first.
    """

    hand: Annotated[str, OneOf(("declarer", "dummy"))]
    card: str
    replies: tuple[Annotated[tuple[str, str], Row(("shown", "card"))], ...]
    next: tuple[
        Annotated[tuple[str, str, int], Through(_Next, _next_of_tuple, _tuple_of_next)], ...
    ]


def steps_of(game: SuitGame, view: View, wanted: int) -> tuple[Step, ...]:
    """Return the same line as steps, the first trick first."""
    steps: list[Step] = []
    places: dict[tuple[View, int], int] = {}

    def add(view: View, wanted: int) -> int:
        if (view, wanted) in places:
            return places[view, wanted]
        place = places[view, wanted] = len(steps)
        steps.append(Step("", "", (), ()))  # reserves its number; later steps have higher ones
        choose = _top_tricks if _from_top(game, view.position, wanted) else _chosen
        hand, lead, replies, tricks = choose(game, view.position, wanted)
        opposite, classes = "N" if hand == "S" else "S", view.classes()

        def shown(which: int) -> str:
            return "" if which == VOID else classes[which]

        steps[place] = Step(
            "declarer" if hand == "S" else "dummy",
            view.rank(hand, lead),
            tuple(
                (shown(left), "" if card is None else view.rank(opposite, card))
                for left, card in replies.items()
            ),
            tuple(
                (shown(trick.left), shown(trick.right), add(after, left_over))
                for trick, after, left_over in _continued(game, view, tricks)
                if left_over and not game.over(after.position)
            ),
        )
        return place

    if wanted and not game.over(view.position):
        add(view, wanted)
    return tuple(steps)


def _chosen(game: SuitGame, position: SuitPosition, wanted: int) -> Chosen:
    """Return the lead, the other hand's replies, and the tricks with the splits of each."""
    hand, lead = next(
        (hand, lead) for hand, lead in _ordered_leads(position)
        if _covered(wanted, game.after_lead(position, hand, lead))
    )  # fmt: skip
    replies = dict[int, Place | None]()
    tricks = list[tuple[Trick, int]]()
    for left, splits in game.left_plays(position, hand).items():
        if not wanted & splits:
            continue
        replies[left] = other = next(
            other for other in _ordered_replies(position, hand, lead, left)
            if _covered(wanted & splits, game.after_other(position, hand, lead, left, other))
        )  # fmt: skip
        for right, reached in game.right_plays(position, hand, left).items():
            if wanted & reached:
                tricks.append((Trick(hand, lead, left, other, right), wanted & reached))
    return hand, lead, replies, tricks


def _continued(
    game: SuitGame, view: View, tricks: Sequence[tuple[Trick, int]]
) -> list[tuple[Trick, View, int]]:
    """Return the view after each trick, and the splits that the line wins there.

    Tricks with the same view continue alike, if one line wins everything that they must.
    """
    position = view.position
    views = [view.after(game, trick) for trick, _ in tricks]
    wanted_splits = [game.wanted_after(position, *each) or 0 for each in tricks]
    by_view: dict[View, int] = {}
    for view_after, wanted in zip(views, wanted_splits, strict=True):
        by_view[view_after] = by_view.get(view_after, 0) | wanted
    return [
        (
            trick,
            view_after,
            joint_splits if _covered(joint_splits, game.family(view_after.position)) else wanted,
        )
        for (trick, _), view_after, wanted in zip(tricks, views, wanted_splits, strict=True)
        for joint_splits in (by_view[view_after],)
    ]


def _covered(wanted: int, family: Sequence[int]) -> bool:
    return any(wanted & splits == wanted for splits in family)


def _ordered_leads(position: SuitPosition) -> list[tuple[str, Place]]:
    """Return leads from declarer's lowest to dummy's highest."""
    return sorted(position.leads, key=lambda lead: (lead[0] == "N", [-index for index in lead[1]]))


def _cheapest(position: SuitPosition, hand: str, left: int) -> Place | None:
    """Return the lowest card opposite a lead that beats what the defender played."""
    cards = position.cards("N" if hand == "S" else "S")
    return max((card for card in cards if card[0] <= left), default=None)


def _ordered_replies(
    position: SuitPosition, hand: str, lead: Place, left: int
) -> list[Place | None]:
    """Return the other hand's plays, the most natural first."""
    cards = position.cards("N" if hand == "S" else "S")
    cheapest = _cheapest(position, hand, left)
    if lead[0] <= left or cheapest is None:  # the lead wins so far, or nothing does
        return [*reversed(cards)] or [None]
    if left >= len(position.missing) - 1:
        return [*cards]
    return [cheapest, *(card for card in cards if card != cheapest)]


def _top_cards(position: SuitPosition) -> tuple[str, Place, Place | None]:
    """Return the hand that leads, its card and the other's: the highest and the other's lowest.

    The order is that of ``SuitPosition``: among equals in both hands, dummy's is the highest.
    """
    hand = "S" if position.cards("S") else "N"
    leader_cards, other_cards = position.cards(hand), position.cards("N" if hand == "S" else "S")
    higher = not other_cards or leader_cards[0] < other_cards[0]
    lead = leader_cards[0] if higher else leader_cards[-1]
    return hand, lead, None if not other_cards else other_cards[-1] if higher else other_cards[0]


def _top_tricks(game: SuitGame, position: SuitPosition, wanted: int) -> Chosen:
    """Return the next trick from the top, in the form of ``_chosen``."""
    hand, lead, other = _top_cards(position)
    plays = game.left_plays(position, hand)
    replies = {left: other for left, splits in plays.items() if wanted & splits}
    tricks = [
        (Trick(hand, lead, left, other, right), wanted & reached)
        for left in replies
        for right, reached in game.right_plays(position, hand, left).items()
        if wanted & reached
    ]
    return hand, lead, replies, tricks


def _from_top(game: SuitGame, position: SuitPosition, wanted: int) -> bool:
    """Return whether playing the highest card, with the other hand's lowest, wins every split."""
    if game.over(position) or not wanted:
        return True
    hand = "S" if position.cards("S") else "N"
    if not any(leader == hand for leader, _ in position.leads):
        return False
    return all(
        (after := game.wanted_after(position, trick, reached)) is not None
        and _from_top(game, game.next(position, trick).plain(), after)
        for trick, reached in _top_tricks(game, position, wanted)[3]
    )


def _first_trick(view: View, hand: str, lead: Place, replies: dict[int, Place | None]) -> str:
    """Return the lead and the other hand's card, as text."""
    position, opposite = view.position, "N" if hand == "S" else "S"
    left_name = "West" if hand == "S" else "East"
    start = view.own_card(hand, lead) + (" from dummy" if hand == "N" else "")
    main = replies[max((left for left in replies if left != VOID), default=VOID)]
    opposite_cards = position.cards(opposite)
    if main is None or (lead < main and main == opposite_cards[-1]):
        text = start if start[:5] == "small" else f"{'run' if lead[0] else 'cash'} {start}"
    elif start[:5] == view.own_card(opposite, main)[:5] == "small":
        text = "small from both hands"
    else:
        text = f"{start} to {view.own_card(opposite, main)}"
    for left, other in sorted(replies.items()):
        beaten = main is None or left < min(lead, main)[0]
        natural = _cheapest(position, hand, left) or opposite_cards[-1:]
        if other is None or other == main or (beaten and natural in (other, [other])):
            continue
        what = f"if {left_name} shows out" if left == VOID else f"on {view.card(left)}"
        text += f" ({view.own_card(opposite, other)} {what})"
    return text


def _next_tricks(
    game: SuitGame, view: View, tricks: Sequence[tuple[Trick, int]], depth: int
) -> tuple[tuple[str, LinePlan], ...]:
    """Return the continuation for each outcome of a trick, as briefly as possible."""
    plans: dict[LinePlan, list[Trick]] = {}
    for trick, after, wanted in _continued(game, view, tricks):
        plan = line_of(game, after, wanted, depth)
        if plan:
            plans.setdefault(plan, []).append(trick)
    if len(plans) <= 1:
        return tuple(("then", plan) for plan in plans)
    by_result = {trick.won for group in plans.values() for trick in group}
    separate = all(len({trick.won for trick in group}) == 1 for group in plans.values())
    if len(by_result) == len(plans) == 2 and separate:
        parts = sorted(plans.items(), key=lambda group: not group[1][0].won)
        return tuple(
            ("if it wins" if group[0].won else "if it loses", plan) for plan, group in parts
        )
    order = sorted(plans.items(), key=lambda group: (len(group[1]), group[0] == _FROM_TOP))
    all_tricks = [trick for group in plans.values() for trick in group]
    return (
        *((f"if {_condition(view, group, all_tricks)}", plan) for plan, group in order[:-1]),
        ("else", order[-1][0]),
    )


def _bracketed(text: str, last: bool = False) -> str:
    return text if last or ";" not in text else f"[{text}]"


def _condition(view: View, tricks: Sequence[Trick], every: Sequence[Trick]) -> str:
    """Return the text that distinguishes some outcomes of a trick from the others."""
    names = ("West", "East") if tricks[0].hand == "S" else ("East", "West")

    def says(name: str, classes: set[int]) -> str:
        cards = "/".join(view.card(class_) for class_ in sorted(classes) if class_ != VOID)
        parts = [f"plays {cards.replace('/the ', '/')}"] if cards else []
        return f"{name} {' or '.join(parts + ['shows out'] * (VOID in classes))}"

    lefts, rights = {trick.left for trick in tricks}, {trick.right for trick in tricks}
    for needs_left, needs_right in ((False, True), (True, False), (True, True)):
        matching = [
            trick for trick in every
            if (not needs_left or trick.left in lefts)
            and (not needs_right or trick.right in rights)
        ]  # fmt: skip
        if len(matching) == len(tricks):
            clauses = [says(names[0], lefts)] * needs_left + [says(names[1], rights)] * needs_right
            return " and ".join(clauses)
    by_left: dict[int, set[int]] = {}
    for trick in tricks:
        by_left.setdefault(trick.left, set()).add(trick.right)
    return ", or ".join(
        f"{says(names[0], {left})} and {says(names[1], class_)}" for left, class_ in by_left.items()
    )
