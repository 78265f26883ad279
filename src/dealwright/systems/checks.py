"""Checks of a system: rules that are wrong, idle rules, hands without a call, with exact counts.

Rules stand in order, and the first that fits makes the call; so most rules lose some hands to those
above them, and a general rule below its exceptions may lose nearly all. That is how systems are
written. Wrong is the other order: a rule whose hands go to more general rules above it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.answers.tabular import Tabular
from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.distributions import distribution, distributions
from dealwright.ask.resources import Resources
from dealwright.base.errors import ConditionError, locate
from dealwright.base.jobs import Job
from dealwright.base.kernels import PredealtPack, deal_uniform, key_from_bytes
from dealwright.cards import Seat, Suit
from dealwright.cards.bridge.auction import Auction
from dealwright.conditions.nodes import Binary, Measure, Node, Number, Unary, all_of
from dealwright.deals.features import built_in
from dealwright.deals.hand import hand_text
from dealwright.numbering.stream import Stream
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import values_of
from dealwright.systems.calls import Position, position_text
from dealwright.systems.disjoint import box_of
from dealwright.systems.system import ApplicableRule, System

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import DIGITS, OR_NULL, WITHOUT_NONE, Key, Rows

__all__ = ["CheckedPosition", "CheckedRule", "SystemCheck", "checking_system"]

_RAISE = 3  # cards in a suit that only a raise promises
_SAMPLE = 300_000  # deals that are looked at before a position is counted
_MOST_EXAMPLES = 20_000
_AT_ONCE = 30  # rules whose truth is one number of 31 bits


@dataclass(frozen=True)
class CheckedRule:
    """A rule at a position: deals matched, and deals where it is the first match.

    ``taken`` has the number of deals lost to each earlier rule. ``raises`` is the suit that it
    raises and only opponents have shown, None if it does not.
    """

    call: str
    text: Annotated[str, Key("rule")]
    line: int
    fits: Annotated[int, DIGITS]
    applies: Annotated[int, DIGITS]
    taken: Annotated[Mapping[int, Annotated[int, DIGITS]], Rows(("rule", "count"))]
    raises: Annotated[str | None, WITHOUT_NONE] = None


@dataclass(frozen=True)
class CheckedPosition:
    """One position: the deals that reach it, its rules, and hands that no rule fits.

    ``without`` counts the deals without a call, ``points`` are their callers' least and greatest
    HCP, ``example`` is one such hand. ``total`` is 0 if no deal reaches the position, or if it is
    not ``counted``: its rules are too complex for exact counting.
    """

    auction: str
    total: Annotated[int, DIGITS]
    rules: tuple[CheckedRule, ...]
    without: Annotated[int, DIGITS] = 0
    points: tuple[int, int] | None = None
    example: Annotated[str, OR_NULL] = ""
    counted: bool = True

    json_keys = ("auction", "total", "without", "points", "example", "counted", "rules")


@dataclass(frozen=True)
class SystemCheck(Tabular):
    """The findings of a check, position by position.

    Without shares, ``proved`` positions with ``proved_rules`` rules are not among ``positions``:
    nothing is wrong or idle there, because a deal was found for each of their rules.
    """

    table_rows = "positions"

    system: str
    positions: tuple[CheckedPosition, ...]
    proved: int = field(default=0, repr=False)
    proved_rules: int = field(default=0, repr=False)

    json_keys = ("system", "problems", "positions")

    @property
    def problems(self) -> int:
        """The number of rules that are wrong."""
        return sum(
            bool(_wrong(position, place))
            for position in self._counted
            for place in range(len(position.rules))
        )

    @property
    def idle(self) -> int:
        """The number of positions that no deal reaches, and of other rules that never apply."""
        rules = [
            not rule.applies and not _wrong(position, place)
            for position in self._counted
            if position.total
            for place, rule in enumerate(position.rules)
        ]
        return sum(rules) + sum(not position.total for position in self._counted)

    @property
    def guessed(self) -> int:
        """The number of positions with hands that no rule covers; robots guess their calls."""
        return sum(position.without > 0 for position in self._counted)

    @property
    def _counted(self) -> list[CheckedPosition]:
        return [position for position in self.positions if position.counted]

    @property
    def uncounted(self) -> int:
        """The number of positions that could not be counted exactly."""
        return sum(not position.counted for position in self.positions)

    def lines(self, *, every: bool = False) -> Iterator[str]:
        """Yield what is wrong, idle and guessed; with ``every``, all rules and what they lose."""
        for position in self.positions:
            yield from _lines_of(position, every)
        rules = sum(len(position.rules) for position in self._counted) + self.proved_rules
        positions = len(self._counted) + self.proved
        line = (
            f"{self.system or 'system'}: {positions} positions, {rules} rules: "
            f"{self.problems or 'nothing'} wrong, {self.idle or 'none'} idle, "
            f"{self.guessed or 'no'} position{'' if self.guessed == 1 else 's'} with guessed calls"
        )
        others = self.uncounted
        unchecked = f"; {others} position{' was' if others == 1 else 's were'} not checked"
        yield line + unchecked if others else line

    def __str__(self) -> str:
        return "\n".join(self.lines(every=True))


def _lines_of(position: CheckedPosition, every: bool) -> Iterator[str]:
    auction = position.auction or "opening"
    if not position.counted:
        yield f"{auction}: the rules cannot be counted exactly, so they were not checked"
        return
    if not position.total:
        yield f"idle     {auction}: no deal reaches this position"
        return
    if position.without:
        low, high = position.points or (0, 37)
        yield (
            f"guessed  {auction}: no rule covers {position.without / position.total:.4%} of the "
            f"hands ({position.without:,} deals), {low} to {high} HCP, as {position.example}"
        )
    for place, rule in enumerate(position.rules):
        above = ", ".join(_named(position.rules[number]) for number in rule.taken)
        if wrong := _wrong(position, place):
            yield f"WRONG    {auction}: {_named(rule)} {wrong}"
        elif not rule.fits:
            yield f"idle     {auction}: {_named(rule)} fits no hand here"
        elif not rule.applies:
            yield f"idle     {auction}: {_named(rule)} never applies: its hands go to {above}"
        if every and rule.applies:
            share, lost = rule.applies / position.total, rule.fits - rule.applies
            yield f"{auction}: {_named(rule)} {share:.4%}, loses {lost / position.total:.4%}"
            for number, n in rule.taken.items():
                yield f"    {n / position.total:.4%} to {_named(position.rules[number])}"


def _wrong(position: CheckedPosition, place: int) -> str:
    """Return what is wrong with a rule, "" if nothing is.

    It raises a suit that only opponents have shown; or rules above that are at least as general
    take all of its hands, in an opening more than half of them.
    """
    rule = position.rules[place]
    if rule.raises:
        return f"raises {rule.raises}, which only opponents have shown"
    if rule.text.startswith("else") or not rule.fits:
        return ""
    general = [
        number
        for number in rule.taken
        if rule.fits < position.rules[number].fits + (not rule.applies)
    ]
    lost = sum(rule.taken[number] for number in general)
    if rule.applies and (position.auction or 2 * lost <= rule.fits):
        return ""
    if not general:
        return ""
    above = ", ".join(_named(position.rules[number]) for number in general)
    return f"loses {(rule.fits - rule.applies) / rule.fits:.1%} of its hands: {above}"


def _named(rule: CheckedRule) -> str:
    return f"{rule.call} (line {rule.line}: {rule.text})"


def checking_system(
    system: System, *, resources: Resources | None = None, shares: bool = True
) -> Job[SystemCheck, SystemCheck]:
    r"""Return a job that checks every position of a system; its partial results grow.

    With ``shares`` every rule is counted. Without, only what random deals do not settle: of most
    positions they have a deal for each rule, which proves that it is not idle.

    >>> from dealwright.systems import read_system
    >>> text = "opening\n  1NT hcp in 15..17\n  1S hcp in 16..16\n  1C hcp <= 14"
    >>> check = checking_system(read_system(text)).result()
    >>> for line in check.lines():
    ...     print(line[:60])
    guessed  opening: no rule covers 4.0863% of the hands (2,192
    WRONG    opening: 1S (line 3: hcp in 16..16) loses 100.0% of
    system: 1 positions, 3 rules: 1 wrong, none idle, 1 position
    """
    used_resources = resources or Resources(seconds=600.0)

    def checked(job: Job[SystemCheck, SystemCheck]) -> Generator[SystemCheck, None, SystemCheck]:
        check_ = SystemCheck(system.name, ())
        positions, examples = system.positions, None if shares else _Examples(system)
        done = 0
        for done, position in enumerate(positions):
            job.report(done, len(positions), "positions")
            if job.stopping:
                break
            if examples is not None and (rules := examples.settle(position)):
                check_ = replace(
                    check_, proved=check_.proved + 1, proved_rules=check_.proved_rules + rules
                )
                continue
            checked_position = _checked(system, position, used_resources, job)
            check_ = replace(check_, positions=(*check_.positions, checked_position))
            yield check_
        else:
            done = len(positions)
        job.report(done, len(positions), "positions")
        return check_

    return Job(checked)


class _Examples:
    """Random deals that reach the positions of a system, and what they prove."""

    def __init__(self, system: System) -> None:
        self._system = system
        dealt = deal_uniform(PredealtPack(), key_from_bytes(bytes(32)), 0, _SAMPLE)
        self._masks: NDArray[np.uint64] = np.asarray(dealt)
        self._reached: dict[Auction, NDArray[np.int64]] = {}

    def settle(self, position: Position) -> int:
        """Return the number of rules of a position where nothing is wrong or idle; 0 if unknown.

        Every hand has a call there, and each rule makes the call of some deal. An opening is
        counted, for a rule is wrong there that loses more than half of its hands.
        """
        auction = _auction_at(position)
        applicable, turn = self._system.applicable_rules(auction), auction.turn
        if not position or applicable is None or turn is None:
            return 0
        if applicable[-1].tree != Number(1) or any(
            _raised(position, applied, turn) for applied in applicable
        ):
            return 0
        try:
            masks = self._masks[self._deals(auction)[:_MOST_EXAMPLES]]
        except ConditionError:  # a call on the way has no rule
            return 0
        remaining = np.ones(len(masks), np.bool_)
        for applied in applicable:
            fits = values_of(applied.tree, masks) != 0 if len(masks) else remaining
            if not (fits & remaining).any():
                return 0
            remaining &= ~fits
        return len(applicable)

    def _deals(self, auction: Auction) -> NDArray[np.int64]:
        """Return the deals that reach an auction, by their indices."""
        if auction not in self._reached:
            if not auction.calls:
                self._reached[auction] = np.arange(len(self._masks), dtype=np.int64)
            else:
                before = Auction(auction.dealer, auction.calls[:-1])
                deals, tree = self._deals(before), self._system.call_tree(before, auction.calls[-1])
                if tree is not None and len(deals):
                    deals = deals[values_of(tree, self._masks[deals]) != 0]
                self._reached[auction] = deals
        return self._reached[auction]


def _auction_at(position: Position) -> Auction:
    """Return the auction that leads to a position; North is the first of the side to call."""
    ours = not position or position[0].ours
    return Auction(Seat.NORTH if ours else Seat.WEST, tuple(made.call for made in position))


def _checked(
    system: System, position: Position, resources: Resources, job: Job[Any, Any]
) -> CheckedPosition:
    auction = _auction_at(position)
    auction_text = position_text(position)
    applicable = system.applicable_rules(auction)
    assert applicable is not None
    assert auction.turn is not None
    try:
        tree = system.tree(auction)
    except ConditionError:
        tree = Number(0)
    lines = [locate(system.text.source.text, applied.rule.at)[0] for applied in applicable]
    raises = [_raised(position, applied, auction.turn) for applied in applicable]
    masks = [
        _mask(applicable[first : first + _AT_ONCE]) for first in range(0, len(applicable), _AT_ONCE)
    ]
    points = Measure(built_in()["hcp"], auction.turn)
    if tree == Number(0):
        return CheckedPosition(auction_text, 0, _rules(applicable, lines, raises, {}))
    (counts,) = distributions(Question(tree), [masks], resources, stop=job.flag)
    if counts is None:
        return CheckedPosition(
            auction_text, 0, _rules(applicable, lines, raises, {}), counted=False
        )
    if not counts.total:
        return CheckedPosition(auction_text, 0, _rules(applicable, lines, raises, {}))
    truths = {
        tuple(
            bool(row[place // _AT_ONCE] >> place % _AT_ONCE & 1) for place in range(len(applicable))
        ): n
        for row, n in counts.items()
    }
    without = truths.get((False,) * len(applicable), 0)
    checked = CheckedPosition(
        auction_text, counts.total, _rules(applicable, lines, raises, truths), without
    )
    if not without:
        return checked
    hole = all_of([tree, *(Unary("not", applied.tree) for applied in applicable)])
    assert hole is not None
    span = list(distribution(Question(hole, values=(points,)), resources, stop=job.flag).column())
    example_deal = QuestionDealing(1, Question(hole), Stream.of("example"), resources).result()
    example = hand_text(int(example_deal.masks[0, auction.turn]))
    return CheckedPosition(
        auction_text, counts.total, checked.rules, without, (span[0], span[-1]), example
    )


def _raised(position: Position, applied: ApplicableRule, seat: Seat) -> str | None:
    """Return the suit that a rule raises although only opponents have bid it, None for none.

    Our side has called, and the hand has at least three cards in the suit, as no cue bid promises.
    """
    suit = applied.call[1:]
    if suit not in tuple("CDHS") or not any(made.ours and made.call != "Pass" for made in position):
        return None
    bid_by = {made.ours for made in position if made.call[1:] == suit}
    if bid_by != {False}:
        return None
    length = Measure(built_in()["length"], seat, "CDHS".index(suit))
    least, _ = box_of(applied.tree).get(length, (0, 13))
    return Suit("CDHS".index(suit)).name.lower() if least >= _RAISE else None


def _mask(applicable: list[ApplicableRule]) -> Node:
    """Return the truths of some rules as one number, with a bit for each."""
    sum_: Node | None = None
    for bit, applied in enumerate(applicable):
        truth: Node = Binary("!=", applied.tree, Number(0))
        part = truth if bit == 0 else Binary("*", Number(1 << bit), truth)
        sum_ = part if sum_ is None else Binary("+", sum_, part)
    assert sum_ is not None
    return sum_


def _rules(
    applicable: list[ApplicableRule],
    places: list[int],
    raises: list[str | None],
    truths: Mapping[tuple[bool, ...], int],
) -> tuple[CheckedRule, ...]:
    fits, applies = [0] * len(applicable), [0] * len(applicable)
    taken: list[dict[int, int]] = [{} for _ in applicable]
    for truth, n in truths.items():
        first = next((place for place, true in enumerate(truth) if true), len(applicable))
        for place in range(first, len(applicable)):
            if truth[place]:
                fits[place] += n
                if place == first:
                    applies[place] += n
                else:
                    taken[place][first] = taken[place].get(first, 0) + n
    return tuple(
        CheckedRule(
            applied.call, applied.rule.text.partition("  ")[2], places[index], fits[index],
            applies[index], dict(sorted(taken[index].items())), raises[index],
        )
        for index, applied in enumerate(applicable)
    )  # fmt: skip
