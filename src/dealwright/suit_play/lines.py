"""The line of play that wins against a set of splits, as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from dealwright.cards import RANK_LETTERS
from dealwright.suit_play.game import VOID, Game, Place, Position, Trick, opening

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.records import OneOf, Row, Through

__all__ = ["Step", "View", "line_of", "short_line", "steps_of"]

_TOP = "play from the top"
_SMALL = "98765432"
_LONG = 20_000  # characters of a line; of 200 random suits the longest takes some 4,000
_MANY = 4  # equal cards of which none has a name


Chosen = tuple[str, Place, dict[int, Place | None], list[tuple[Trick, int]]]


@dataclass(frozen=True)
class View:
    """A position with its ranks, as text from the top down."""

    dummy: str
    declarer: str
    missing: str
    position: Position

    @classmethod
    def first(cls, dummy: str, declarer: str, missing: str, need: int, entries: int | None) -> View:
        """Return the view before the first trick."""
        position = opening(dummy, declarer, missing, need, entries).plain()
        return cls(dummy, declarer, missing, position)

    def rank(self, hand: str, place: Place) -> str:
        """Return the rank of a card of declarer's side."""
        block, at = place
        own = self.dummy if hand == "N" else self.declarer
        before = sum(each.count(hand) for each in self.position.blocks[:block])
        return own[before + self.position.blocks[block][:at].count(hand)]

    def classes(self) -> list[str]:
        """Return the ranks of each class of missing cards."""
        own = self.dummy + self.declarer
        ranks = [rank for rank in reversed(RANK_LETTERS) if rank in own or rank in self.missing]
        return ["".join(each) for out, each in groupby(ranks, lambda r: r not in own) if out]

    def small(self, which: int) -> bool:
        """Return whether a class is of small cards: the lowest, of nines or lower or of many."""
        ranks = self.classes()[which]
        lowest = which == len(self.position.missing) - 1
        return lowest and (ranks[0] in _SMALL or len(ranks) >= _MANY)

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
        small = rank in _SMALL and place[0] == len(self.position.missing)
        return "small" if small else f"the {rank}"

    def after(self, game: Game, trick: Trick) -> View:
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
            "".join(rank for rank in own if rank not in played)
            for own in (self.dummy, self.declarer)
        )
        return View(dummy, declarer, out, game.next(self.position, trick).plain())


def short_line(game: Game, view: View, wanted: int) -> str:
    """Return a line that wins against a set of splits, as text.

    Of a line that is far too long to read the first tricks are told; ``...`` stands for what
    depends on more cards. ``steps_of`` has every line whole.
    """
    text = line_of(game, view, wanted, 1)
    depth = 2
    while "..." in text:
        longer = line_of(game, view, wanted, depth)
        if len(longer) > _LONG:
            break
        text, depth = longer, depth + 1
    return text


def line_of(game: Game, view: View, wanted: int, depth: int) -> str:
    """Return a line that wins against a set of splits, which the family of the position covers.

    Decisions after so many tricks (``depth``) are left out.
    """
    position = view.position
    if not wanted or position.need <= 0:
        return ""
    if _from_top(game, position, wanted):
        return _TOP
    if not depth:
        return "..."
    hand, lead, replies, tricks = _chosen(game, position, wanted)
    return _first_trick(view, hand, lead, replies) + _next_tricks(game, view, tricks, depth - 1)


class _Next(NamedTuple):
    """The number of the next step, for the ranks that both defenders have shown."""

    shown: tuple[str, str]
    step: int


def _next_of_tuple(next: tuple[str, str, int]) -> _Next:
    return _Next(next[:2], next[2])


def _tuple_of_next(next: _Next) -> tuple[str, str, int]:
    return (*next.shown, next.step)


@dataclass(frozen=True)
class Step:
    """A trick of a line: a lead, the card played to it, and what follows.

    ``hand`` leads ``card``. ``replies`` has the other hand's card ("": a discard) for
    the ranks that the next defender may have shown. ``next`` has the number of the next step of the
    line for the ranks that both defenders have shown, in the order of their play; after others
    nothing matters any more. "" are the ranks of a defender who shows out.

    Missing cards with no card of declarer's side between them are equals. They are named as if of
    equals the highest were always played first.
    """

    hand: Annotated[str, OneOf(("declarer", "dummy"))]
    card: str
    replies: tuple[Annotated[tuple[str, str], Row(("shown", "card"))], ...]
    next: tuple[
        Annotated[tuple[str, str, int], Through(_Next, _next_of_tuple, _tuple_of_next)], ...
    ]


def steps_of(game: Game, view: View, wanted: int) -> tuple[Step, ...]:
    """Return the same line as steps, the first trick first."""
    steps: list[Step] = []
    places: dict[tuple[View, int], int] = {}

    def add(view: View, wanted: int) -> int:
        if (view, wanted) in places:
            return places[view, wanted]
        place = places[view, wanted] = len(steps)
        steps.append(Step("", "", (), ()))  # its place; the steps after it have later ones
        choose = _top_tricks if _from_top(game, view.position, wanted) else _chosen
        hand, lead, replies, tricks = choose(game, view.position, wanted)
        other, classes = "N" if hand == "S" else "S", view.classes()

        def shown(which: int) -> str:
            return "" if which == VOID else classes[which]

        steps[place] = Step(
            "declarer" if hand == "S" else "dummy",
            view.rank(hand, lead),
            tuple(
                (shown(left), "" if card is None else view.rank(other, card))
                for left, card in replies.items()
            ),
            tuple(
                (shown(trick.left), shown(trick.right), add(after, left_over))
                for trick, after, left_over in _continued(game, view, tricks)
                if left_over and after.position.need > 0
            ),
        )
        return place

    if wanted and view.position.need > 0:
        add(view, wanted)
    return tuple(steps)


def _chosen(game: Game, position: Position, wanted: int) -> Chosen:
    """Return who leads what, the other hand's replies, and the tricks with the splits of each."""
    hand, lead = next(
        (hand, lead) for hand, lead in _ordered_leads(position)
        if _covered(wanted, game.after_lead(position, hand, lead))
    )  # fmt: skip
    replies = dict[int, Place | None]()
    tricks = list[tuple[Trick, int]]()
    for left, can in game.left_plays(position, hand).items():
        if not wanted & can:
            continue
        replies[left] = other = next(
            other for other in _ordered_replies(position, hand, lead, left)
            if _covered(wanted & can, game.after_other(position, hand, lead, left, other))
        )  # fmt: skip
        for right, reached in game.right_plays(position, hand, left).items():
            if wanted & reached:
                tricks.append((Trick(hand, lead, left, other, right), wanted & reached))
    return hand, lead, replies, tricks


def _continued(
    game: Game, view: View, tricks: Sequence[tuple[Trick, int]]
) -> list[tuple[Trick, View, int]]:
    """Return the view after each trick, and the splits that the line wins there.

    Tricks with the same view go on alike, if one line wins what all of them must.
    """
    position = view.position
    after = [view.after(game, trick) for trick, _ in tricks]
    own = [_wanted_after(game, position, *each) for each in tricks]
    together: dict[View, int] = {}
    for each, wanted in zip(after, own, strict=True):
        together[each] = together.get(each, 0) | wanted
    return [
        (trick, each, whole if _covered(whole, game.family(each.position)) else wanted)
        for (trick, _), each, wanted in zip(tricks, after, own, strict=True)
        for whole in (together[each],)
    ]


def _covered(wanted: int, family: Sequence[int]) -> bool:
    return any(wanted & each == wanted for each in family)


def _ordered_leads(position: Position) -> list[tuple[str, Place]]:
    """Return leads from declarer's lowest to dummy's highest."""
    return sorted(position.leads, key=lambda each: (each[0] == "N", [-at for at in each[1]]))


def _cheapest(position: Position, hand: str, left: int) -> Place | None:
    """Return the lowest card opposite a lead that beats what the defender played."""
    cards = position.cards("N" if hand == "S" else "S")
    return max((each for each in cards if each[0] <= left), default=None)


def _ordered_replies(position: Position, hand: str, lead: Place, left: int) -> list[Place | None]:
    """Return what the other hand plays, the most natural first."""
    cards = position.cards("N" if hand == "S" else "S")
    cheapest = _cheapest(position, hand, left)
    if lead[0] <= left or cheapest is None:  # the lead wins so far, or nothing does
        return [*reversed(cards)] or [None]
    if left >= len(position.missing) - 1:
        return [*cards]
    return [cheapest, *(each for each in cards if each != cheapest)]


def _wanted_after(game: Game, position: Position, trick: Trick, reached: int) -> int:
    """Return the splits after a trick that come from a set of splits before it."""
    lifted = game.lift(position, trick, reached)
    return sum(1 << bit for bit, before in enumerate(lifted) if before)


def _top_cards(position: Position) -> tuple[str, Place, Place | None]:
    """Return the hand that leads, its card and the other's: the highest and the other's lowest.

    The order is that of ``Position``: of equals in both hands dummy's is the highest.
    """
    hand = "S" if position.cards("S") else "N"
    own, others = position.cards(hand), position.cards("N" if hand == "S" else "S")
    higher = not others or own[0] < others[0]
    lead = own[0] if higher else own[-1]
    return hand, lead, None if not others else others[-1] if higher else others[0]


def _top_tricks(game: Game, position: Position, wanted: int) -> Chosen:
    """Return the next trick from the top, in the form of ``_chosen``."""
    hand, lead, other = _top_cards(position)
    plays = game.left_plays(position, hand)
    replies = {left: other for left, can in plays.items() if wanted & can}
    tricks = [
        (Trick(hand, lead, left, other, right), wanted & reached)
        for left in replies
        for right, reached in game.right_plays(position, hand, left).items()
        if wanted & reached
    ]
    return hand, lead, replies, tricks


def _from_top(game: Game, position: Position, wanted: int) -> bool:
    """Return whether playing the highest card with the other hand's lowest wins every split."""
    if position.need <= 0 or not wanted:
        return True
    hand = "S" if position.cards("S") else "N"
    if not any(each == hand for each, _ in position.leads):
        return False
    return all(
        _from_top(
            game, game.next(position, trick).plain(), _wanted_after(game, position, trick, reached)
        )
        for trick, reached in _top_tricks(game, position, wanted)[3]
    )


def _first_trick(view: View, hand: str, lead: Place, replies: dict[int, Place | None]) -> str:
    """Return what is led, and what the other hand plays to it."""
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


def _next_tricks(game: Game, view: View, tricks: Sequence[tuple[Trick, int]], depth: int) -> str:
    """Return what follows, for each outcome of a trick, in as few words as the outcomes allow."""
    texts: dict[str, list[Trick]] = {}
    for trick, after, wanted in _continued(game, view, tricks):
        text = line_of(game, after, wanted, depth)
        if text:
            texts.setdefault(text, []).append(trick)
    if not texts:
        return ""
    if len(texts) == 1:
        return "; then " + next(iter(texts))
    by_result = {trick.won for each in texts.values() for trick in each}
    apart = all(len({trick.won for trick in each}) == 1 for each in texts.values())
    if len(by_result) == len(texts) == 2 and apart:
        parts = sorted((not each[0].won, text) for text, each in texts.items())
        return "; " + "; ".join(
            f"if it {'loses' if lost else 'wins'}, {_bracketed(text, at == len(parts) - 1)}"
            for at, (lost, text) in enumerate(parts)
        )
    order = sorted(texts.items(), key=lambda each: (len(each[1]), each[0] == _TOP))
    every = [trick for each in texts.values() for trick in each]
    parts_of = [
        f"if {_condition(view, each, every)}, {_bracketed(text)}" for text, each in order[:-1]
    ]
    return "; " + "; ".join(parts_of) + f"; else {_bracketed(order[-1][0], last=True)}"


def _bracketed(text: str, last: bool = False) -> str:
    return text if last or ";" not in text else f"[{text}]"


def _condition(view: View, tricks: Sequence[Trick], every: Sequence[Trick]) -> str:
    """Return what tells some outcomes of a trick from the others."""
    names = ("West", "East") if tricks[0].hand == "S" else ("East", "West")

    def says(name: str, classes: set[int]) -> str:
        cards = "/".join(view.card(each) for each in sorted(classes) if each != VOID)
        parts = [f"plays {cards.replace('/the ', '/')}"] if cards else []
        return f"{name} {' or '.join(parts + ['shows out'] * (VOID in classes))}"

    lefts, rights = {trick.left for trick in tricks}, {trick.right for trick in tricks}
    for needs_left, needs_right in ((False, True), (True, False), (True, True)):
        alike = [
            trick for trick in every
            if (not needs_left or trick.left in lefts)
            and (not needs_right or trick.right in rights)
        ]  # fmt: skip
        if len(alike) == len(tricks):
            both = [says(names[0], lefts)] * needs_left + [says(names[1], rights)] * needs_right
            return " and ".join(both)
    by_left: dict[int, set[int]] = {}
    for trick in tricks:
        by_left.setdefault(trick.left, set()).add(trick.right)
    return ", or ".join(
        f"{says(names[0], {left})} and {says(names[1], each)}" for left, each in by_left.items()
    )
