"""Several exact distributions under one condition, counted together where that costs less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from dealwright.ask.counting import counts_of
from dealwright.condition import Condition, Quantity
from dealwright.conditions.nodes import Node
from dealwright.deals import predeal_masks
from dealwright.deals.predeal import Predeal
from dealwright.kernels import Packs
from dealwright.planning.counting import ExactModel
from dealwright.planning.effort import Effort
from dealwright.planning.exact import modelled
from dealwright.planning.limits import DEFAULT_MEMORY
from dealwright.planning.plan import plan_condition

__all__ = ["distributions"]

_CHEAP = 0.005  # seconds; what costs less is counted alone
_TOGETHER = 6  # groups at most
_MORE = 1.5  # times what one of them costs, the most that counting them together may cost

Counts = Counter[tuple[int, ...]]


def distributions(
    condition: Condition | None,
    groups: Sequence[Sequence[Quantity]],
    *,
    predeal: Predeal | None = None,
    memory: int = DEFAULT_MEMORY,
    seconds: float = 30.0,
) -> list[Counts | None]:
    """Return how many deals of a condition have each values of some quantities, for each group.

    None where that cannot be counted, or no more within about so many seconds in all (by measured
    constants, so that it does not depend on the machine). No deal at all gives empty counts.

    >>> from dealwright import hcp, north, parse, spades
    >>> points, both = distributions(
    ...     parse("hcp(north) >= 36"), [[hcp(north)], [hcp(north), spades(north)]]
    ... )
    >>> points, sum(both.values()) == sum(points.values())
    (Counter({(36,): 5068685884371984000, (37,): 337912392291465600}), True)
    """
    plan = plan_condition(None if condition is None else condition.tree)
    if plan.impossible:
        return [Counter() for _ in groups]
    if plan.opaque:
        return [None for _ in groups]
    asked = [tuple(quantity.tree for quantity in group) for group in groups]
    several = _Several(
        [clause.node for clause in plan.clauses], Packs(predeal_masks(predeal)), memory,
        Effort(seconds),
    )  # fmt: skip
    return several.counts(asked)


@dataclass
class _Several:
    clauses: list[Node]
    packs: Packs
    memory: int
    effort: Effort

    def counts(self, groups: Sequence[tuple[Node, ...]]) -> list[Counts | None]:
        """Return the counts of groups: cheap ones alone, dear ones of the same size together."""
        found: dict[tuple[Node, ...], Counts | None] = {}
        alike: dict[tuple[int, ...], list[tuple[Node, ...]]] = {}
        for group in dict.fromkeys(groups):
            model = self._model(group)
            if model is None or model.impossible or model.predicted_seconds < _CHEAP:
                found[group] = self._alone(group)
            else:
                alike.setdefault(tuple(model.sizes.values()), []).append(group)
        for same in alike.values():
            for at in range(0, len(same), _TOGETHER):
                found |= self._together(same[at : at + _TOGETHER])
        return [found[group] for group in groups]

    def __post_init__(self) -> None:
        self._looking = Effort(self.effort.most)  # to look must not take from counting, nor be free

    def _model(self, group: tuple[Node, ...]) -> ExactModel | None:
        return modelled(self.clauses, self.packs.fixed, values=group, effort=self._looking)

    def _alone(self, group: tuple[Node, ...]) -> Counts | None:
        counts = counts_of(self.clauses, self.packs, group, self.memory, self.effort)
        return None if counts is None else Counter(counts)

    def _together(
        self, groups: Sequence[tuple[Node, ...]]
    ) -> dict[tuple[Node, ...], Counts | None]:
        """Return the counts of groups that need the same states, from one count where it can be.

        Quantities that depend on points alone, such as the points of two hands, are labels of
        what is counted anyway.
        """
        every = tuple(dict.fromkeys(node for group in groups for node in group))
        model, first = self._model(every), self._model(groups[0])
        cheap = (
            len(groups) > 1
            and model is not None
            and first is not None
            and model.predicted_seconds < _MORE * first.predicted_seconds
        )
        joint = self._alone(every) if cheap else None
        if joint is not None:
            return {group: _marginal(joint, every, group) for group in groups}
        return {group: self._alone(group) for group in groups}


def _marginal(joint: Counts, every: tuple[Node, ...], group: tuple[Node, ...]) -> Counts:
    places = [every.index(node) for node in group]
    found = Counts()
    for values, n in joint.items():
        found[tuple(values[place] for place in places)] += n
    return found
