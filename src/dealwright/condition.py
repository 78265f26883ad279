"""Conditions and quantities: the public face of the trees, with Python's operators.

``hcp(north)`` is a Quantity, an integer for every deal; comparing it makes a Condition, which
``& | ~`` combine and which can be counted, dealt and explained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn

from dealwright.conditions import to_text
from dealwright.conditions.nodes import Binary, Choice, Node, Number, Opaque, Unary, Within
from dealwright.conditions.parse import read_condition
from dealwright.conditions.text_reader import Note
from dealwright.errors import ConditionError

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray

    from dealwright.answers import Estimate
    from dealwright.ask.counting import Distribution
    from dealwright.ask.dealing import Dealt
    from dealwright.ask.explanation import Explanation
    from dealwright.ask.numbering import ConditionDeals
    from dealwright.deals import Deal, Deals

__all__ = ["Condition", "Quantity", "as_condition", "each", "parse"]


def _node(value: object) -> Node:
    if isinstance(value, Quantity | Condition):
        return value.tree
    try:
        if not isinstance(value, bool):
            return Number(index(value))  # type: ignore[arg-type]
    except TypeError:
        pass
    raise ConditionError(f"{value!r} cannot stand in a condition; numbers must be integers")


def _integer(value: object) -> int:
    node = _node(value)
    if not isinstance(node, Number):
        raise ConditionError(f"{value!r} cannot end a range; ends are integers")
    return node.value


class Quantity:
    """An integer for every deal, such as ``hcp(north)`` or ``spades(north) + spades(south)``.

    >>> from dealwright import hcp, north, south
    >>> str(hcp(north) + hcp(south) >= 25)
    'hcp(north) + hcp(south) >= 25'
    """

    __slots__ = ("tree",)

    def __init__(self, tree: Node) -> None:
        self.tree = tree

    def _with(self, op: str, other: object) -> Quantity:
        return Quantity(Binary(op, self.tree, _node(other)))

    def _after(self, op: str, other: object) -> Quantity:
        return Quantity(Binary(op, _node(other), self.tree))

    def _compared(self, op: str, other: object) -> Condition:
        return Condition(Binary(op, self.tree, _node(other)))

    def __add__(self, other: object) -> Quantity:
        return self._with("+", other)

    def __radd__(self, other: object) -> Quantity:
        return self._after("+", other)

    def __sub__(self, other: object) -> Quantity:
        return self._with("-", other)

    def __rsub__(self, other: object) -> Quantity:
        return self._after("-", other)

    def __mul__(self, other: object) -> Quantity:
        return self._with("*", other)

    def __rmul__(self, other: object) -> Quantity:
        return self._after("*", other)

    def __floordiv__(self, other: object) -> NoReturn:
        raise ConditionError(
            "// rounds down in Python but toward zero in conditions",
            hint="Write .divided_by(n), which goes toward zero, as / does in text",
        )

    __truediv__ = __floordiv__

    def divided_by(self, other: object) -> Quantity:
        """Return the quotient toward zero (0 when the divisor is 0)."""
        return self._with("/", other)

    def remainder(self, other: object) -> Quantity:
        """Return the remainder, with the sign of the dividend (0 when the divisor is 0)."""
        return self._with("%", other)

    def __neg__(self) -> Quantity:
        return Quantity(Unary("-", self.tree))

    def __eq__(self, other: object) -> Condition:  # type: ignore[override]
        return self._compared("==", other)

    def __ne__(self, other: object) -> Condition:  # type: ignore[override]
        return self._compared("!=", other)

    def __lt__(self, other: object) -> Condition:
        return self._compared("<", other)

    def __le__(self, other: object) -> Condition:
        return self._compared("<=", other)

    def __gt__(self, other: object) -> Condition:
        return self._compared(">", other)

    def __ge__(self, other: object) -> Condition:
        return self._compared(">=", other)

    def between(self, low: int, high: int) -> Condition:
        """Return the condition ``low <= self <= high``.

        >>> from dealwright import hcp, north
        >>> str(hcp(north).between(15, 17))
        'hcp(north) in 15..17'

        :raises ConditionError: if the range is empty
        """
        least, most = _integer(low), _integer(high)
        if least > most:
            raise ConditionError(f"the range {least}..{most} is empty")
        return Condition(Within(self.tree, ((least, most),)))

    def among(self, values: Iterable[int]) -> Condition:
        """Return the condition that the quantity is one of some integers.

        :raises ConditionError: if there is none
        """
        ranges = tuple((value, value) for value in sorted({_integer(value) for value in values}))
        if not ranges:
            raise ConditionError("no value is among none")
        return Condition(Within(self.tree, ranges))

    def values(self, deals: Deals) -> NDArray[np.int32]:
        """Return the quantity for each deal of a batch, int32[n]."""
        from dealwright.ask.evaluation import values_of

        return values_of(self.tree, deals)

    def __bool__(self) -> NoReturn:
        raise ConditionError("a quantity has no truth value", hint="Compare it: hcp(north) >= 15")

    def __hash__(self) -> int:
        return hash((Quantity, self.tree))

    def __str__(self) -> str:
        return to_text(self.tree)

    def __repr__(self) -> str:
        return f"<Quantity {self}>"


class Condition:
    """A test of deals, immutable; ``tree`` is its meaning, ``str()`` its text.

    ``notes`` say what in its text may not mean what it seems to, as values with their lines.

    >>> from dealwright import hcp, north, parse, shape
    >>> condition = (hcp(north) >= 15) & shape(north, "balanced")
    >>> condition == parse("hcp(north) >= 15 && balanced(north)")
    True
    """

    __slots__ = ("notes", "tree")

    def __init__(self, tree: Node, notes: tuple[Note, ...] = ()) -> None:
        self.tree = tree
        self.notes = notes

    def __and__(self, other: object) -> Condition:
        return Condition(Binary("and", self.tree, as_condition(other).tree))

    def __rand__(self, other: object) -> Condition:
        return as_condition(other) & self

    def __or__(self, other: object) -> Condition:
        return Condition(Binary("or", self.tree, as_condition(other).tree))

    def __ror__(self, other: object) -> Condition:
        return as_condition(other) | self

    def __xor__(self, other: object) -> Condition:
        return (self | other) & ~(self & as_condition(other))

    def __invert__(self) -> Condition:
        return Condition(Unary("not", self.tree))

    def chooses(self, then: object, other: object) -> Quantity:
        """Return the quantity that is ``then`` where the condition holds, else ``other``."""
        return Quantity(Choice(self.tree, _node(then), _node(other)))

    def as_number(self) -> Quantity:
        """Return the quantity that is not 0 where the condition holds (1 for a comparison)."""
        return Quantity(self.tree)

    def matches(self, deals: Deals) -> NDArray[np.bool_]:
        """Return which deals of a batch satisfy the condition, bool[n]."""
        from dealwright.ask.evaluation import truth_for

        return truth_for(self.tree, deals)

    def deal(self, n: int, **options: Any) -> Deals:
        """Return n deals that satisfy the condition; options as for ``dealwright.deal``."""
        from dealwright.ask.dealing import deal

        return deal(n, self, **options)

    def dealing(self, n: int, **options: Any) -> Dealt:
        """Return the deals as a sequence of batches; options as for ``dealwright.deal``."""
        from dealwright.ask.dealing import Dealt

        return Dealt(n, self, **options)

    def probability(
        self, *, given: Condition | str | None = None, **options: Any
    ) -> Fraction | Estimate:
        """Return the chance that a random deal satisfies the condition: a Fraction where exact.

        With ``given``, the chance among the deals that satisfy that condition. Options:
        ``predeal``, ``method`` (``auto``, ``exact``: refuse to estimate, ``filter``: always
        estimate) and, for estimates, ``seed``, ``threads``, ``limit`` (of deals examined), ``hits``
        (stop when that many have been found).

        >>> from dealwright import parse
        >>> parse("spades(north) == 3").probability()
        Fraction(1336935171, 4669217350)
        >>> clubs = parse("clubs(north) >= 5")
        >>> clubs.probability(given="spades(north) in 3..4 && hearts(north) in 2..6")
        Fraction(47039, 378210)

        :raises ConditionError: if the condition that is given holds in no deal
        """
        from dealwright.ask.counting import conditional, probability

        if given is not None:
            return conditional(self, as_condition(given), **options)
        return probability(self, **options)

    def count(self, **options: Any) -> int | Estimate:
        """Return how many of the 53,644,737,765,488,792,839,237,440,000 deals satisfy it.

        An int where the condition decomposes over suits, else an Estimate (``int()`` and
        ``float()`` work on both). Options as for ``probability``.

        >>> from dealwright import parse
        >>> parse("hcp(north) in 15..17 && balanced(north)").count()
        2610137721058114653884217600
        """
        from dealwright.ask.counting import count

        return count(self, **options)

    def distribution(self, *quantities: Quantity | str, **options: Any) -> Distribution:
        """Return the exact joint distribution of quantities over the deals that satisfy it.

        >>> from dealwright import hcp, north, parse
        >>> strong = parse("hcp(north) >= 35").distribution(hcp(north))
        >>> {points: float(strong.probability(points)) for points in (35, 36, 37)}
        {35: 0.9069767441860465, 36: 0.0872093023255814, 37: 0.005813953488372093}

        :raises ConditionError: if no deal satisfies it, or it cannot be counted exactly
        """
        from dealwright.ask.counting import distribution

        return distribution(self, quantities, **options)

    def expectation(self, quantity: Quantity, **options: Any) -> Fraction:
        """Return the exact mean of a quantity over the deals that satisfy the condition.

        >>> from dealwright import hcp, north, parse, south
        >>> parse("hcp(north) == 16").expectation(hcp(south))
        Fraction(8, 1)

        :raises ConditionError: if no deal satisfies it, or it cannot be counted exactly
        """
        from dealwright.ask.counting import expectation

        return expectation(self, quantity, **options)

    def numbers(self, **options: Any) -> ConditionDeals:
        """Return the deals that satisfy it as a numbered list that is never built.

        >>> from dealwright import parse
        >>> deals = parse("spades(north) == 13 && hearts(east) == 13").numbers()
        >>> deals.size, deals.rank(deals[10**6])
        (10400600, 1000000)

        :raises ConditionError: if it cannot be counted exactly
        """
        from dealwright.ask.numbering import ConditionDeals

        return ConditionDeals(self, **options)

    def explain(self, **options: Any) -> Explanation:
        """Return how the condition is tested, and what each of its clauses costs."""
        from dealwright.ask.explanation import explain

        return explain(self, **options)

    def __bool__(self) -> NoReturn:
        raise ConditionError(
            "a condition has no truth value",
            hint="Join conditions with & | ~ (not 'and', 'or', 'not'), each in brackets; a range "
            "is hcp(north).between(15, 17)",
        )

    def __eq__(self, other: object) -> bool:
        return self.tree == other.tree if isinstance(other, Condition) else NotImplemented

    def __hash__(self) -> int:
        return hash((Condition, self.tree))

    def __str__(self) -> str:
        return to_text(self.tree)

    def __repr__(self) -> str:
        return f"parse({to_text(self.tree)!r})"


def parse(text: str) -> Condition:
    """Read a condition in the language of ``dealer`` (see the reference in the documentation).

    >>> parse("hcp(north) in 15..17 and balanced(north)")
    parse('hcp(north) in 15..17 && balanced(north)')

    :raises ConditionError: if it cannot be read; its text has a caret under the place
    """
    if not isinstance(text, str):
        raise ConditionError(f"a condition is read from a text, not from {type(text).__name__}")
    return Condition(*read_condition(text))


def each(function: Callable[[Deal], object]) -> Condition:
    """Return a condition that calls a Python function on one Deal at a time.

    Some hundred times slower than a condition in the language. A function passed where a condition
    is wanted is first tried on a batch (Deals in, bool[n] out), which is much faster, and asked
    deal by deal only if it cannot answer that.

    >>> from dealwright import deal, each
    >>> dealt = deal(2, each(lambda deal: deal.north.hcp > deal.south.hcp), seed=1)
    >>> bool((dealt.north.hcp > dealt.south.hcp).all())
    True
    """
    return Condition(Opaque(function, per_deal=True))


def _from_function(function: Callable[[Any], Any]) -> Condition:
    import numpy as np

    from dealwright.deals import Deals
    from dealwright.kernels import Packs, deal_uniform, key_from_bytes

    sample = Deals.trusted(deal_uniform(Packs(), key_from_bytes(bytes(32)), 0, 3))
    try:
        answer = np.asarray(function(sample))
        if answer.shape == (len(sample),) and answer.dtype.kind in "biu":
            return Condition(Opaque(function, per_deal=False))
    except Exception:  # noqa: S110  whatever a user's function raises on a batch, ask about a deal
        pass
    try:
        bool(function(sample[0]))
    except Exception as error:
        name = getattr(function, "__name__", "predicate")
        raise ConditionError(f"'{name}' fails on a deal: {error}") from error
    return Condition(Opaque(function, per_deal=True))


def as_condition(value: object) -> Condition:
    """Return a condition from one, from its text, or from a function of a batch.

    :raises ConditionError: if the value is none of these
    """
    if isinstance(value, Condition):
        return value
    if isinstance(value, str):
        return parse(value)
    if isinstance(value, Quantity):
        return Condition(value.tree)
    if callable(value):
        return _from_function(value)
    raise ConditionError(
        f"{value!r} is not a condition",
        hint="Give a text, a condition such as hcp(north) >= 15, or a function of a batch",
    )
