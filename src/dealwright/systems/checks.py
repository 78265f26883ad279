"""Checks of a system: hands without a call, rules that never apply, overlaps; each one counted."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
from dealwright.systems.system import Spot, System

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.records import DIGITS, OR_NULL, Key, Rows

__all__ = ["CheckedPosition", "CheckedRule", "SystemCheck", "checking_system"]

_AT_ONCE = 30  # rules whose truth is one number of 31 bits


@dataclass(frozen=True)
class CheckedRule:
    """A rule at a position: the deals it fits alone, those where it applies, and who takes others.

    ``taken`` has, for each rule above it that takes deals from it, the number of deals.
    """

    call: str
    text: Annotated[str, Key("rule")]
    line: int
    fits: Annotated[int, DIGITS]
    applies: Annotated[int, DIGITS]
    taken: Annotated[Mapping[int, Annotated[int, DIGITS]], Rows(("rule", "count"))]


@dataclass(frozen=True)
class CheckedPosition:
    """One position: the deals that come to it, its rules, and hands that no rule fits.

    ``without`` counts the deals without a call, ``points`` are their callers' least and greatest
    HCP, ``example`` is one such hand. ``total`` is 0 if the position never comes up, or if it is
    not ``counted``: its rules are beyond exact counting.
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
class SystemCheck:
    """What a check found, position by position."""

    system: str
    positions: tuple[CheckedPosition, ...]

    json_keys = ("system", "problems", "positions")

    @property
    def problems(self) -> int:
        """How many positions never come up or have a hole, and how many rules never apply."""
        counted = [at for at in self.positions if at.counted]
        found = sum(not at.total or at.without > 0 for at in counted)
        rules = [rule for at in counted if at.total for rule in at.rules]
        return found + sum(not rule.applies for rule in rules)

    @property
    def uncounted(self) -> int:
        """How many positions are beyond exact counting."""
        return sum(not at.counted for at in self.positions)

    def lines(self, *, every: bool = False) -> Iterator[str]:
        """Yield the problems as text; with ``every`` all rules, and what each loses to which."""
        for at in self.positions:
            yield from _lines_of(at, every)
        counted = [at for at in self.positions if at.counted]
        rules = sum(len(at.rules) for at in counted)
        found = f"{self.problems} problem{'' if self.problems == 1 else 's'}"
        line = (
            f"{self.system or 'system'}: {len(counted)} positions, {rules} rules, "
            f"{found if self.problems else 'no hole and no rule without a hand'}"
        )
        others = self.uncounted
        left = f"; {others} position{' was' if others == 1 else 's were'} not checked"
        yield line + left if others else line

    def __str__(self) -> str:
        return "\n".join(self.lines(every=True))


def _lines_of(at: CheckedPosition, every: bool) -> Iterator[str]:
    said = at.auction or "opening"
    if not at.counted:
        yield f"{said}: the rules cannot be counted exactly, so they were not checked"
        return
    if not at.total:
        yield f"{said}: no deal comes here"
        return
    if at.without:
        low, high = at.points or (0, 37)
        yield (
            f"{said}: {at.without:,} deals have no call ({at.without / at.total:.4%}), "
            f"{low} to {high} HCP, as {at.example}"
        )
    for rule in at.rules:
        if rule.applies and not every:
            continue
        if not rule.fits:
            yield f"{said}: {_named(rule)} fits no hand here"
        elif not rule.applies:
            above = ", ".join(_named(at.rules[one]) for one in rule.taken)
            yield f"{said}: {_named(rule)} never applies: its hands go to {above}"
        else:
            share, lost = rule.applies / at.total, rule.fits - rule.applies
            yield f"{said}: {_named(rule)} {share:.4%}, loses {lost / at.total:.4%}"
            for one, n in rule.taken.items():
                yield f"    {n / at.total:.4%} to {_named(at.rules[one])}"


def _named(rule: CheckedRule) -> str:
    return f"{rule.call} (line {rule.line}: {rule.text})"


def checking_system(
    system: System, *, resources: Resources | None = None
) -> Job[SystemCheck, SystemCheck]:
    r"""Return a job that checks every position of a system; its partial results grow.

    >>> from dealwright.systems import read_system
    >>> text = "opening\n  1NT hcp in 15..17\n  1S hcp in 16..16\n  1C hcp <= 14"
    >>> found = checking_system(read_system(text)).result()
    >>> for line in found.lines():
    ...     print(line[:60])
    opening: 2,192,105,914,658,390,563,270,502,400 deals have no
    opening: 1S (line 3: hcp in 16..16) never applies: its hands
    system: 1 positions, 3 rules, 2 problems
    """
    used = resources or Resources(seconds=600.0)

    def checked(job: Job[SystemCheck, SystemCheck]) -> Generator[SystemCheck, None, SystemCheck]:
        found = SystemCheck(system.name, ())
        positions = system.positions
        for done, position in enumerate(positions):
            job.report(done, len(positions), "positions")
            if job.stopping:
                break
            at = _checked(system, position, used, job)
            found = SystemCheck(system.name, (*found.positions, at))
            yield found
        job.report(len(found.positions), len(positions), "positions")
        return found

    return Job(checked)


def _auction_at(position: Position) -> Auction:
    """Return the auction that leads to a position, North the first of the side to call."""
    ours = not position or position[0].ours
    return Auction(Seat.NORTH if ours else Seat.WEST, tuple(made.call for made in position))


def _checked(
    system: System, position: Position, resources: Resources, job: Job[Any, Any]
) -> CheckedPosition:
    auction = _auction_at(position)
    said = position_text(position)
    spots = system.spots(auction)
    assert spots is not None
    assert auction.turn is not None
    try:
        tree = system.tree(auction)
    except ConditionError:
        tree = Number(0)
    places = [locate(system.text.source.text, spot.rule.at)[0] for spot in spots]
    masks = [_mask(spots[first : first + _AT_ONCE]) for first in range(0, len(spots), _AT_ONCE)]
    points = Measure(built_in()["hcp"], auction.turn)
    if tree == Number(0):
        return CheckedPosition(said, 0, _rules(spots, places, {}))
    (counts,) = distributions(Question(tree), [masks], resources, stop=job.flag)
    if counts is None:
        return CheckedPosition(said, 0, _rules(spots, places, {}), counted=False)
    if not counts.total:
        return CheckedPosition(said, 0, _rules(spots, places, {}))
    truths = {
        tuple(
            bool(row[place // _AT_ONCE] >> place % _AT_ONCE & 1) for place in range(len(spots))
        ): n
        for row, n in counts.items()
    }
    without = truths.get((False,) * len(spots), 0)
    found = CheckedPosition(said, counts.total, _rules(spots, places, truths), without)
    if not without:
        return found
    hole = all_of([tree, *(Unary("not", spot.tree) for spot in spots)])
    assert hole is not None
    span = list(distribution(Question(hole, values=(points,)), resources, stop=job.flag).column())
    one = QuestionDealing(1, Question(hole), Stream.of("example"), resources).result()
    example = hand_text(int(one.masks[0, auction.turn]))
    return CheckedPosition(said, counts.total, found.rules, without, (span[0], span[-1]), example)


def _mask(spots: list[Spot]) -> Node:
    """Return the truth of some rules as one number, a bit each."""
    found: Node | None = None
    for place, spot in enumerate(spots):
        truth: Node = Binary("!=", spot.tree, Number(0))
        part = truth if place == 0 else Binary("*", Number(1 << place), truth)
        found = part if found is None else Binary("+", found, part)
    assert found is not None
    return found


def _rules(
    spots: list[Spot], places: list[int], truths: Mapping[tuple[bool, ...], int]
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
            spot.call, spot.rule.text.partition("  ")[2], places[at], fits[at], applies[at],
            dict(sorted(taken[at].items())),
        )
        for at, spot in enumerate(spots)
    )  # fmt: skip
