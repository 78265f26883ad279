"""Checks of a system: hands without a call, rules that never apply, overlaps, with exact counts."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealwright.answers.tabular import Tabular
from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.distributions import distribution, distributions
from dealwright.ask.resources import Resources
from dealwright.bridge.auction import Auction
from dealwright.cards import Seat
from dealwright.conditions.nodes import Binary, Measure, Node, Number, Unary, all_of
from dealwright.deals.hand import hand_text
from dealwright.errors import ConditionError, locate
from dealwright.features import built_in
from dealwright.jobs import Job
from dealwright.planning.question import Question
from dealwright.stream import Stream
from dealwright.systems.calls import Position, position_text
from dealwright.systems.system import ApplicableRule, System

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.records import DIGITS, OR_NULL, Key, Rows

__all__ = ["CheckedPosition", "CheckedRule", "SystemCheck", "checking_system"]

_AT_ONCE = 30  # rules whose truth is one number of 31 bits


@dataclass(frozen=True)
class CheckedRule:
    """A rule at a position: deals matched, and deals where it is the first match.

    ``taken`` has the number of deals lost to each earlier rule.
    """

    call: str
    text: Annotated[str, Key("rule")]
    line: int
    fits: Annotated[int, DIGITS]
    applies: Annotated[int, DIGITS]
    taken: Annotated[Mapping[int, Annotated[int, DIGITS]], Rows(("rule", "count"))]


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
    """The findings of a check, position by position."""

    table_rows = "positions"

    system: str
    positions: tuple[CheckedPosition, ...]

    json_keys = ("system", "problems", "positions")

    @property
    def problems(self) -> int:
        """The number of positions without deals or with a hole, and of rules that never apply."""
        counted = [position for position in self.positions if position.counted]
        incomplete = sum(not position.total or position.without > 0 for position in counted)
        rules = [rule for position in counted if position.total for rule in position.rules]
        return incomplete + sum(not rule.applies for rule in rules)

    @property
    def uncounted(self) -> int:
        """The number of positions that could not be counted exactly."""
        return sum(not position.counted for position in self.positions)

    def lines(self, *, every: bool = False) -> Iterator[str]:
        """Yield the problems as text; with ``every``, all rules and the deals they lose."""
        for position in self.positions:
            yield from _lines_of(position, every)
        counted = [position for position in self.positions if position.counted]
        rules = sum(len(position.rules) for position in counted)
        problems = f"{self.problems} problem{'' if self.problems == 1 else 's'}"
        line = (
            f"{self.system or 'system'}: {len(counted)} positions, {rules} rules, "
            f"{problems if self.problems else 'no hole and no rule without a hand'}"
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
        yield f"{auction}: no deal reaches this position"
        return
    if position.without:
        low, high = position.points or (0, 37)
        yield (
            f"{auction}: {position.without:,} deals have no call "
            f"({position.without / position.total:.4%}), "
            f"{low} to {high} HCP, as {position.example}"
        )
    for rule in position.rules:
        if rule.applies and not every:
            continue
        if not rule.fits:
            yield f"{auction}: {_named(rule)} fits no hand here"
        elif not rule.applies:
            above = ", ".join(_named(position.rules[number]) for number in rule.taken)
            yield f"{auction}: {_named(rule)} never applies: its hands go to {above}"
        else:
            share, lost = rule.applies / position.total, rule.fits - rule.applies
            yield f"{auction}: {_named(rule)} {share:.4%}, loses {lost / position.total:.4%}"
            for number, n in rule.taken.items():
                yield f"    {n / position.total:.4%} to {_named(position.rules[number])}"


def _named(rule: CheckedRule) -> str:
    return f"{rule.call} (line {rule.line}: {rule.text})"


def checking_system(
    system: System, *, resources: Resources | None = None
) -> Job[SystemCheck, SystemCheck]:
    r"""Return a job that checks every position of a system; its partial results grow.

    >>> from dealwright.systems import read_system
    >>> text = "opening\n  1NT hcp in 15..17\n  1S hcp in 16..16\n  1C hcp <= 14"
    >>> check = checking_system(read_system(text)).result()
    >>> for line in check.lines():
    ...     print(line[:60])
    opening: 2,192,105,914,658,390,563,270,502,400 deals have no
    opening: 1S (line 3: hcp in 16..16) never applies: its hands
    system: 1 positions, 3 rules, 2 problems
    """
    used_resources = resources or Resources(seconds=600.0)

    def checked(job: Job[SystemCheck, SystemCheck]) -> Generator[SystemCheck, None, SystemCheck]:
        check_ = SystemCheck(system.name, ())
        positions = system.positions
        for number, position in enumerate(positions):
            job.report(number, len(positions), "positions")
            if job.stopping:
                break
            checked_position = _checked(system, position, used_resources, job)
            check_ = SystemCheck(system.name, (*check_.positions, checked_position))
            yield check_
        job.report(len(check_.positions), len(positions), "positions")
        return check_

    return Job(checked)


def _auction_at(position: Position) -> Auction:
    """Return the auction that leads to a position; North is the first of the side to call."""
    ours = not position or position[0].ours
    return Auction(Seat.NORTH if ours else Seat.WEST, tuple(made.call for made in position))


def _checked(
    system: System, position: Position, resources: Resources, job: Job[Any, Any]
) -> CheckedPosition:
    auction = _auction_at(position)
    auction_text = position_text(position)
    spots = system.spots(auction)
    assert spots is not None
    assert auction.turn is not None
    try:
        tree = system.tree(auction)
    except ConditionError:
        tree = Number(0)
    lines = [locate(system.text.source.text, spot.rule.at)[0] for spot in spots]
    masks = [_mask(spots[first : first + _AT_ONCE]) for first in range(0, len(spots), _AT_ONCE)]
    points = Measure(built_in()["hcp"], auction.turn)
    if tree == Number(0):
        return CheckedPosition(auction_text, 0, _rules(spots, lines, {}))
    (counts,) = distributions(Question(tree), [masks], resources, stop=job.flag)
    if counts is None:
        return CheckedPosition(auction_text, 0, _rules(spots, lines, {}), counted=False)
    if not counts.total:
        return CheckedPosition(auction_text, 0, _rules(spots, lines, {}))
    truths = {
        tuple(
            bool(row[place // _AT_ONCE] >> place % _AT_ONCE & 1) for place in range(len(spots))
        ): n
        for row, n in counts.items()
    }
    without = truths.get((False,) * len(spots), 0)
    checked = CheckedPosition(auction_text, counts.total, _rules(spots, lines, truths), without)
    if not without:
        return checked
    hole = all_of([tree, *(Unary("not", spot.tree) for spot in spots)])
    assert hole is not None
    span = list(distribution(Question(hole, values=(points,)), resources, stop=job.flag).column())
    example_deal = QuestionDealing(1, Question(hole), Stream.of("example"), resources).result()
    example = hand_text(int(example_deal.masks[0, auction.turn]))
    return CheckedPosition(
        auction_text, counts.total, checked.rules, without, (span[0], span[-1]), example
    )


def _mask(spots: list[ApplicableRule]) -> Node:
    """Return the truths of some rules as one number, with a bit for each."""
    sum_: Node | None = None
    for bit, spot in enumerate(spots):
        truth: Node = Binary("!=", spot.tree, Number(0))
        part = truth if bit == 0 else Binary("*", Number(1 << bit), truth)
        sum_ = part if sum_ is None else Binary("+", sum_, part)
    assert sum_ is not None
    return sum_


def _rules(
    spots: list[ApplicableRule], places: list[int], truths: Mapping[tuple[bool, ...], int]
) -> tuple[CheckedRule, ...]:
    fits, applies = [0] * len(spots), [0] * len(spots)
    taken: list[dict[int, int]] = [{} for _ in spots]
    for truth, n in truths.items():
        first = next((place for place, true in enumerate(truth) if true), len(spots))
        for place in range(first, len(spots)):
            if truth[place]:
                fits[place] += n
                if place == first:
                    applies[place] += n
                else:
                    taken[place][first] = taken[place].get(first, 0) + n
    return tuple(
        CheckedRule(
            spot.call, spot.rule.text.partition("  ")[2], places[index], fits[index],
            applies[index], dict(sorted(taken[index].items())),
        )
        for index, spot in enumerate(spots)
    )  # fmt: skip
