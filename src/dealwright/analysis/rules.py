"""Files of strategies: rules that choose a contract, or an opening lead, from the hands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from dealwright.analysis.alternatives import Alternative, usual_declarer
from dealwright.cards import Card, Suit
from dealwright.condition import Condition, parse
from dealwright.deals.hand_columns import bit_counts
from dealwright.deals.predeal import Masks, predeal_masks
from dealwright.errors import ConditionError, DealwrightError
from dealwright.sampling.evaluation import truth_of
from dealwright.workspace import Workspace, default_workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Card", "LeadRule", "Rule", "Strategies", "Strategy", "parse_strategies"]

_HEAD = re.compile(r"(where|for|predeal|against)\b[\s:]*(.*)", re.IGNORECASE)
_STRATEGY = re.compile(r"strategy\s+(\S.*)", re.IGNORECASE)
_DEFINITION = re.compile(r"[A-Za-z_]\w*\s*=(?!=)")
_RULE = re.compile(r"(.*?)(?:\s+if\s+(.*))?\Z", re.IGNORECASE)
_LEAD = re.compile(r"(top|low|fourth)\s+(longest|spades|hearts|diamonds|clubs)\Z", re.IGNORECASE)


@dataclass(frozen=True)
class LeadRule:
    """A card to lead: one card, or the ``top``, ``fourth`` or ``low`` card of a suit.

    The suit is None for the longest, of equally long ones the higher. Of a suit of fewer than four
    cards, ``fourth`` is the lowest.

    >>> str(LeadRule.parse("fourth longest")), str(LeadRule.parse("SQ"))
    ('fourth longest', 'SQ')
    """

    which: str
    suit: Suit | None = None

    @classmethod
    def parse(cls, text: str) -> LeadRule:
        """Read ``fourth longest``, ``top spades``, ``low clubs`` or a card.

        :raises CardError: if it is none of these
        """
        found = _LEAD.match(text.strip())
        if found is None:
            return cls(str(Card(text.strip())))
        word = found[2].lower()
        return cls(found[1].lower(), None if word == "longest" else Suit.of(word))

    def __str__(self) -> str:
        if self.which not in ("top", "low", "fourth"):
            return self.which
        suit = "longest" if self.suit is None else self.suit.name.lower()
        return f"{self.which} {suit}"

    def cards(self, hands: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the index of the card led from each hand, int64[n]; -1 where there is none."""
        if self.which not in ("top", "low", "fourth"):
            card = Card(self.which).index
            held = hands >> np.uint64(card) & np.uint64(1)
            return np.where(held == 1, card, -1).astype(np.int64)
        found = np.full(len(hands), -1, dtype=np.int64)
        lengths = np.stack([bit_counts(hands >> np.uint64(13 * s) & np.uint64(8191)) for s in Suit])
        if self.suit is None:
            suits = 3 - np.argmax(lengths[::-1], axis=0)
        else:
            suits = np.full(len(hands), int(self.suit), dtype=np.int64)
        for at, (hand, suit) in enumerate(zip(hands.tolist(), suits.tolist(), strict=True)):
            ranks = [rank for rank in range(12, -1, -1) if hand >> (13 * suit + rank) & 1]
            if ranks:
                place = {"top": 0, "low": -1, "fourth": min(3, len(ranks) - 1)}[self.which]
                found[at] = 13 * suit + ranks[place]
        return found


@dataclass(frozen=True)
class Rule:
    """A choice, and the condition under which it is made; None for always."""

    choice: Alternative | LeadRule
    condition: Condition | None


@dataclass(frozen=True)
class Strategy:
    """Rules with a name: the first that applies chooses."""

    name: str
    rules: tuple[Rule, ...]


@dataclass
class Strategies:
    """What a file of strategies says; ``against`` is the contract where leads are chosen."""

    where: Condition | None = None
    side: str = "ns"
    predeal: Masks = (0, 0, 0, 0)
    against: Alternative | None = None
    strategies: list[Strategy] = field(default_factory=list)

    def choices(self, masks: NDArray[np.uint64], strategy: Strategy) -> NDArray[np.int64]:
        """Return which rule of a strategy applies to each deal, int64[n]; -1 for none."""
        found = np.full(len(masks), -1, dtype=np.int64)
        for at, rule in enumerate(strategy.rules):
            open_ = np.flatnonzero(found < 0)
            tree = None if rule.condition is None else rule.condition.tree
            applies = truth_of(tree, masks[open_])
            if isinstance(rule.choice, LeadRule):
                assert self.against is not None
                applies &= rule.choice.cards(masks[open_, self.against.declarer.left]) >= 0
            found[open_[applies]] = at
        return found


def parse_strategies(text: str, file: str = "strategies") -> Strategies:
    r"""Read a file of strategies.

    Lines before the first strategy are ``where CONDITION``, ``for ns`` (or ``ew``), ``predeal
    CARDS``, ``against CONTRACT`` (then the strategies choose leads) and definitions, ``name =
    expression``. ``strategy NAME`` begins a strategy; each of its lines is a choice, and ``if``
    with a condition. The first line that applies chooses; without any, the deal is passed out.
    ``#`` begins a comment.

    >>> found = parse_strategies("where hcp(south) in 7..9\nstrategy blast\n 3NT\n"
    ...                          "strategy invite\n 3NT if hcp(south) == 9\n 2NT")
    >>> [strategy.name for strategy in found.strategies], str(found.strategies[1].rules[1].choice)
    (['blast', 'invite'], '2NT-S')

    :raises ConditionError: if a line cannot be read; its text has the number of the line
    """
    made, words = Strategies(), default_workspace().child()
    lines = [line.split("#", 1)[0].strip() for line in text.splitlines()]
    first = next((at for at, line in enumerate(lines) if _STRATEGY.match(line)), len(lines))
    definitions = [line for line in lines[:first] if _DEFINITION.match(line)]
    if definitions:
        words.define("\n".join(definitions), file)
    rules = list[Rule]()
    for number, line in enumerate(lines, 1):
        if not line or (number <= first and _DEFINITION.match(line)):
            continue
        try:
            if number <= first:
                _read_head(made, line, words)
            elif named := _STRATEGY.match(line):
                rules = []
                made.strategies.append(Strategy(named[1], ()))
            else:
                rules.append(_read_rule(made, line, words))
                made.strategies[-1] = Strategy(made.strategies[-1].name, tuple(rules))
        except DealwrightError as error:
            raise ConditionError(f"{file}, line {number}: {str(error).splitlines()[0]}") from None
    _check(made, file)
    return made


def _check(made: Strategies, file: str) -> None:
    """Refuse fewer than two strategies, names used twice, and strategies without a line."""
    if len(made.strategies) < 2:
        raise ConditionError(
            f"{file} has {len(made.strategies)} strategies; two are compared at least",
            hint="Begin each with a line: strategy NAME",
        )
    names = [strategy.name for strategy in made.strategies]
    for strategy in made.strategies:
        if names.count(strategy.name) > 1:
            raise ConditionError(f"{file}: two strategies are called {strategy.name}")
        if not strategy.rules:
            raise ConditionError(f"{file}: the strategy {strategy.name} has no line")


def _read_head(made: Strategies, line: str, words: Workspace) -> None:
    found = _HEAD.match(line)
    if found is None:
        raise ConditionError(
            f"'{line}' is not where, for, predeal, against, strategy or a definition"
        )
    word, rest = found[1].lower(), found[2]
    if word == "where":
        more = parse(rest, words)
        made.where = more if made.where is None else made.where & more
    elif word == "for":
        if rest.lower() not in ("ns", "ew"):
            raise ConditionError(f"a side is ns or ew, not '{rest}'")
        made.side = rest.lower()
    elif word == "predeal":
        made.predeal = predeal_masks(rest)
    else:
        made.against = Alternative.parse(rest)


def _read_rule(made: Strategies, line: str, words: Workspace) -> Rule:
    found = _RULE.match(line)
    assert found is not None
    choice: Alternative | LeadRule
    if made.against is not None:
        choice = LeadRule.parse(found[1])
    else:
        choice = Alternative.parse(found[1], usual_declarer(made.side))
    return Rule(choice, None if found[2] is None else parse(found[2], words))
