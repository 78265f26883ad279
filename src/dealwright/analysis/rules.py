"""Files of strategies: rules that choose a contract, or an opening lead, from the hands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from dealwright.analysis.choosers import Chooser, Choosers, chooser
from dealwright.ask.condition import Condition, parse
from dealwright.base.decoding import lines_of
from dealwright.base.errors import ConditionError, DealwrightError
from dealwright.cards import Card, Suit
from dealwright.cards.bridge.alternatives import Alternative, checked_side, usual_declarer
from dealwright.deals.hand_columns import bit_counts
from dealwright.deals.predeal import Masks, predeal_masks
from dealwright.deals.workspace import Workspace, checked_workspace
from dealwright.planning.sampling.evaluation import truth_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Card",
    "ContractRule",
    "LeadRule",
    "Strategies",
    "Strategy",
    "named_strategies",
    "parse_strategies",
]

_MAPPING = "the mapping"  # in place of the name of a file
_HEAD = re.compile(r"(where|for|predeal|against)\b[\s:]*(.*)", re.IGNORECASE)
_STRATEGY = re.compile(r"strategy\s+(\S.*)", re.IGNORECASE)
_DEFINITION = re.compile(r"[A-Za-z_]\w*\s*=(?!=)")
_RULE = re.compile(r"(.*?)(?:\s+if\s+(.*))?\Z", re.IGNORECASE)
_LEAD = re.compile(r"(top|low|fourth)\s+(longest|spades|hearts|diamonds|clubs)\Z", re.IGNORECASE)


@dataclass(frozen=True)
class LeadRule:
    """A card to lead: one card, or the ``top``, ``fourth`` or ``low`` card of a suit.

    The suit is None for the longest, or the higher of equally long ones. With fewer than four
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
        match = _LEAD.match(text.strip())
        if match is None:
            return cls(str(Card(text.strip())))
        word = match[2].lower()
        return cls(match[1].lower(), None if word == "longest" else Suit.of(word))

    def __str__(self) -> str:
        if self.which not in ("top", "low", "fourth"):
            return self.which
        suit = "longest" if self.suit is None else self.suit.name.lower()
        return f"{self.which} {suit}"

    def cards(self, hands: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the index of the card led from each hand, int64[n]; -1 if there is none."""
        if self.which not in ("top", "low", "fourth"):
            card = Card(self.which).index
            holds_card = hands >> np.uint64(card) & np.uint64(1)
            return np.where(holds_card == 1, card, -1).astype(np.int64)
        cards = np.full(len(hands), -1, dtype=np.int64)
        lengths = np.stack([bit_counts(hands >> np.uint64(13 * s) & np.uint64(8191)) for s in Suit])
        if self.suit is None:
            suits = 3 - np.argmax(lengths[::-1], axis=0)
        else:
            suits = np.full(len(hands), int(self.suit), dtype=np.int64)
        for row, (hand, suit) in enumerate(zip(hands.tolist(), suits.tolist(), strict=True)):
            ranks = [rank for rank in range(12, -1, -1) if hand >> (13 * suit + rank) & 1]
            if ranks:
                index = {"top": 0, "low": -1, "fourth": min(3, len(ranks) - 1)}[self.which]
                cards[row] = 13 * suit + ranks[index]
        return cards


@dataclass(frozen=True)
class ContractRule:
    """A choice, and the condition under which it is made; None for always."""

    choice: Alternative | LeadRule
    condition: Condition | None


@dataclass(frozen=True)
class Strategy:
    """Rules with a name, of which the first that applies chooses; or a function that chooses."""

    name: str
    rules: tuple[ContractRule, ...]
    function: Chooser | None = None


@dataclass
class Strategies:
    """The contents of a file of strategies; ``against`` is the contract if leads are chosen."""

    where: Condition | None = None
    side: str = "ns"
    predeal: Masks = (0, 0, 0, 0)
    against: Alternative | None = None
    strategies: list[Strategy] = field(default_factory=list)

    @property
    def in_python(self) -> bool:
        """Whether a function chooses in one of the strategies."""
        return any(strategy.function is not None for strategy in self.strategies)

    def choices(self, masks: NDArray[np.uint64], strategy: Strategy) -> NDArray[np.int64]:
        """Return which rule of a strategy applies to each deal, int64[n]; -1 for none."""
        rules_applied = np.full(len(masks), -1, dtype=np.int64)
        for number, rule in enumerate(strategy.rules):
            undecided = np.flatnonzero(rules_applied < 0)
            tree = None if rule.condition is None else rule.condition.tree
            applies = truth_of(tree, masks[undecided])
            if isinstance(rule.choice, LeadRule):
                assert self.against is not None
                applies &= rule.choice.cards(masks[undecided, self.against.declarer.left]) >= 0
            rules_applied[undecided[applies]] = number
        return rules_applied


def parse_strategies(
    text: str, file: str = "strategies", workspace: Workspace | None = None
) -> Strategies:
    r"""Read a file of strategies.

    Lines before the first strategy are ``where CONDITION``, ``for ns`` (or ``ew``), ``predeal
    CARDS``, ``against CONTRACT`` (then the strategies choose leads) and definitions, ``name =
    expression``. ``strategy NAME`` begins a strategy; each of its lines is a choice, and ``if``
    with a condition. The first line that applies chooses; without any, the deal is passed out.
    ``#`` begins a comment.

    >>> rules = parse_strategies("where hcp(south) in 7..9\nstrategy blast\n 3NT\n"
    ...                          "strategy invite\n 3NT if hcp(south) == 9\n 2NT")
    >>> [strategy.name for strategy in rules.strategies], str(rules.strategies[1].rules[1].choice)
    (['blast', 'invite'], '2NT-S')

    :raises ConditionError: if a line cannot be read; its text has the number of the line
    """
    strategies, words = Strategies(), checked_workspace(workspace).child()
    lines = [line.split("#", 1)[0].strip() for line in lines_of(text)]
    first_strategy = next(
        (index for index, line in enumerate(lines) if _STRATEGY.match(line)), len(lines)
    )
    definitions = [line for line in lines[:first_strategy] if _DEFINITION.match(line)]
    if definitions:
        words.define("\n".join(definitions), file)
    rules = list[ContractRule]()
    for number, line in enumerate(lines, 1):
        if not line or (number <= first_strategy and _DEFINITION.match(line)):
            continue
        try:
            if number <= first_strategy:
                _read_head(strategies, line, words)
            elif name_match := _STRATEGY.match(line):
                rules = []
                strategies.strategies.append(Strategy(name_match[1], ()))
            else:
                rules.append(_read_rule(strategies, line, words))
                strategies.strategies[-1] = Strategy(strategies.strategies[-1].name, tuple(rules))
        except DealwrightError as error:
            raise ConditionError(f"{file}, line {number}: {str(error).splitlines()[0]}") from None
    _check(strategies, file)
    return strategies


def named_strategies(
    choosers: Choosers,
    side: str = "ns",
    predeal: Masks = (0, 0, 0, 0),
    workspace: Workspace | None = None,
) -> Strategies:
    """Return strategies by name: each a function (see ``choosers.chooser``), or lines of rules.

    >>> given = named_strategies({"blast": "3NT-N", "look": lambda south: "3NT-N"})
    >>> [strategy.function is None for strategy in given.strategies]
    [True, False]

    :raises ArgumentError: if the side is unknown, or a function has other parameters
    :raises ConditionError: if a line cannot be read
    """
    strategies, words = (
        Strategies(side=checked_side(side), predeal=predeal),
        checked_workspace(workspace),
    )
    for name, given in choosers.items():
        if not isinstance(given, str):
            function = chooser(name, given, side)
            strategies.strategies.append(Strategy(name, (), function))
            continue
        rules = list[ContractRule]()
        for number, line in enumerate(lines_of(given), 1):
            if text := line.split("#", 1)[0].strip():
                try:
                    rules.append(_read_rule(strategies, text, words))
                except DealwrightError as error:
                    message = str(error).splitlines()[0]
                    raise ConditionError(f"strategy {name}, line {number}: {message}") from None
        strategies.strategies.append(Strategy(name, tuple(rules)))
    _check(strategies, _MAPPING)
    return strategies


def _check(strategies: Strategies, file: str) -> None:
    """Raise an error for fewer than two strategies, duplicate names and empty strategies."""
    if len(strategies.strategies) < 2:
        raise ConditionError(
            f"compare at least two strategies; {file} has {len(strategies.strategies)}",
            hint="Begin each with a line: strategy NAME" if file != _MAPPING else "",
        )
    names = [strategy.name for strategy in strategies.strategies]
    for strategy in strategies.strategies:
        if names.count(strategy.name) > 1:
            raise ConditionError(f"{file}: two strategies are called {strategy.name}")
        if not strategy.rules and strategy.function is None:
            raise ConditionError(f"{file}: the strategy {strategy.name} has no line")


def _read_head(strategies: Strategies, line: str, words: Workspace) -> None:
    match = _HEAD.match(line)
    if match is None:
        raise ConditionError(
            f"'{line}' is not where, for, predeal, against, strategy or a definition"
        )
    word, rest = match[1].lower(), match[2]
    if word == "where":
        condition = parse(rest, words)
        strategies.where = condition if strategies.where is None else strategies.where & condition
    elif word == "for":
        if rest.lower() not in ("ns", "ew"):
            raise ConditionError(f"'{rest}' is not a side; write ns or ew")
        strategies.side = rest.lower()
    elif word == "predeal":
        strategies.predeal = predeal_masks(rest)
    else:
        strategies.against = Alternative.parse(rest)


def _read_rule(strategies: Strategies, line: str, words: Workspace) -> ContractRule:
    match = _RULE.match(line)
    assert match is not None
    choice: Alternative | LeadRule
    if strategies.against is not None:
        choice = LeadRule.parse(match[1])
    else:
        choice = Alternative.parse(match[1], usual_declarer(strategies.side))
    return ContractRule(choice, None if match[2] is None else parse(match[2], words))
