"""Words for the results of deals: tricks, makes, par, scores and IMPs.

Tricks, makes and par are columns that a double-dummy solver fills. Scores (of a number of tricks)
and IMPs (of a difference of points) are choices between numbers, so they take any expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dealwright.cards import Seat, Strain
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.conditions.nodes import Binary, Choice, Costly, Node, Number, Word

if TYPE_CHECKING:
    from dealwright.cards.bridge.scoring import Contract

__all__ = [
    "CALLED",
    "VULNERABLE",
    "WORDS",
    "imps_of",
    "makes_of",
    "par_of",
    "score_of",
    "tricks_of",
]

CALLED = ("tricks", "par")  # with names of seats, strains and sides between the brackets
WORDS = (*CALLED, "makes", "score", "imps")
VULNERABLE = {
    **dict.fromkeys(("vul", "v", "all", "both"), True),
    **dict.fromkeys(("nv", "nonvul", "none", "non_vul"), False),
}


def tricks_of(declarer: Seat, strain: Strain) -> Node:
    """Return a declarer's tricks in a strain.

    >>> from dealwright.conditions.unparse import to_text
    >>> to_text(tricks_of(Seat.SOUTH, Strain.NOTRUMP))
    'tricks(south, notrump)'
    """
    from dealwright.double_dummy.columns import TricksColumn

    return Costly(TricksColumn(declarer, strain))


def makes_of(contract: Contract, declarer: Seat) -> Node:
    """Return whether a declarer makes a contract.

    >>> from dealwright.conditions.unparse import to_text
    >>> from dealwright.cards.bridge.scoring import Contract
    >>> to_text(makes_of(Contract.parse("4s"), Seat.WEST))
    'makes(4S, west)'
    """
    from dealwright.double_dummy.columns import MakesColumn

    return Costly(MakesColumn(contract, declarer))


def par_of(
    side: str, vulnerability: Vulnerability = Vulnerability.NONE, dealer: Seat = Seat.NORTH
) -> Node:
    """Return the par score of a side, ``ns`` or ``ew``, in points.

    >>> from dealwright.conditions.unparse import to_text
    >>> to_text(par_of("ns", Vulnerability.NS))
    'par(ns, ns)'
    """
    from dealwright.double_dummy.columns import ParColumn

    return Costly(ParColumn(side, vulnerability, dealer))


def score_of(vulnerable: bool, contract: Contract, tricks: Node) -> Node:
    """Return declarer's points for a number of tricks, which is an expression.

    Fewer tricks than 0 score as 0, more than 13 as 13.

    >>> from dealwright.conditions.unparse import to_text
    >>> from dealwright.cards.bridge.scoring import Contract
    >>> to_text(score_of(True, Contract.parse("4SX"), tricks_of(Seat.SOUTH, Strain.SPADES)))
    'score(vul, 4SX, tricks(south, spades))'
    """
    scores = [contract.score(count, vulnerable=vulnerable) for count in range(14)]
    name = f"score({'vul' if vulnerable else 'nv'}, {contract.word}, {{}})"
    return Word(name, _stepped(tricks, list(range(1, 14)), scores), (tricks,))


def imps_of(points: Node) -> Node:
    """Return the IMPs of a difference of points, which is an expression.

    >>> from dealwright.conditions.unparse import to_text
    >>> to_text(imps_of(Number(100)))
    'imps(100)'
    """
    from dealwright.cards.bridge.scoring import IMP_STEPS

    losses = [1 - step for step in reversed(IMP_STEPS)]
    return Word(
        "imps({})", _stepped(points, [*losses, *IMP_STEPS], list(range(-24, 25))), (points,)
    )


def _stepped(value: Node, steps: Sequence[int], results: Sequence[int]) -> Node:
    """Return the result whose index is the number of ascending steps that a value reaches."""
    if isinstance(value, Number):
        return Number(results[sum(value.value >= step for step in steps)])
    if not steps:
        return Number(results[0])
    middle = len(steps) // 2
    reached = Binary(">=", value, Number(steps[middle]))
    more = _stepped(value, steps[middle + 1 :], results[middle + 1 :])
    return Choice(reached, more, _stepped(value, steps[:middle], results[: middle + 1]))
