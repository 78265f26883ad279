"""Conditions and quantities: Python objects with operators and methods over the trees.

``hcp(north)`` is a Quantity, an integer for every deal. Comparing a Quantity makes a Condition. The
operators ``&``, ``|`` and ``~`` combine conditions, and methods count, deal and explain them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any, NoReturn, overload

from dealwright.base.errors import ConditionError
from dealwright.conditions import units
from dealwright.conditions.nodes import Binary, Costly, Node, Number, Unary, Within
from dealwright.conditions.parse import read_condition, read_quantity
from dealwright.conditions.text_reader import Note
from dealwright.conditions.units import is_test
from dealwright.conditions.unparse import clause_texts, to_text
from dealwright.deals import predeal_masks
from dealwright.deals.columns import DealColumn, PredicateColumn
from dealwright.deals.workspace import Workspace, checked_workspace
from dealwright.planning.question import Question

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.answers import Estimate, Histogram
    from dealwright.answers.card_table import CardTable
    from dealwright.ask.card_tables import CardTabling
    from dealwright.ask.comparison import Comparing, Comparison
    from dealwright.ask.counting import Counting
    from dealwright.ask.dealing import QuestionDealing
    from dealwright.ask.distributions import Distributing
    from dealwright.ask.explanation import Explaining, Explanation
    from dealwright.ask.numbering import ConditionDeals
    from dealwright.ask.resources import Resources
    from dealwright.deals import Deal, Deals
    from dealwright.deals.batch import DealsLike
    from dealwright.deals.predeal import Predeal
    from dealwright.numbering.stream import Seed, Stream

__all__ = [
    "Condition",
    "Quantity",
    "as_condition",
    "as_quantity",
    "parse",
    "per_deal",
    "question_of",
]


def _node(value: object) -> Node:
    if isinstance(value, Quantity | Condition):
        return value.tree
    try:
        if not isinstance(value, bool):
            return Number(index(value))  # type: ignore[arg-type]
    except TypeError:
        pass
    raise ConditionError(f"{value!r} cannot be used in a condition; numbers must be integers")


def _integer(value: object) -> int:
    node = _node(value)
    if not isinstance(node, Number):
        raise ConditionError(f"{value!r} cannot be the end of a range; use an integer")
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
        return Quantity(units.joined(op, self.tree, _node(other)))

    def _after(self, op: str, other: object) -> Quantity:
        return Quantity(units.joined(op, _node(other), self.tree))

    def _compared(self, op: str, other: object) -> Condition:
        return Condition(units.joined(op, self.tree, _node(other)))

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
        units.check_ends((least, most), self.tree)
        if least > most:
            raise ConditionError(f"the range {least}..{most} is empty")
        return Condition(Within(self.tree, ((least, most),)))

    def among(self, values: Iterable[int]) -> Condition:
        """Return the condition that the quantity is one of the given integers.

        :raises ConditionError: if there are no integers
        """
        ranges = tuple((value, value) for value in sorted({_integer(value) for value in values}))
        if not ranges:
            raise ConditionError("name at least one value")
        units.check_ends((value for value, _ in ranges), self.tree)
        return Condition(Within(self.tree, ranges))

    @overload
    def values(self, deals: Deal) -> int: ...

    @overload
    def values(self, deals: Deals | Iterable[Deal | str]) -> NDArray[np.int32]: ...

    def values(self, deals: DealsLike) -> NDArray[np.int32] | int:
        """Return the quantity for each deal of a batch, int32[n], or for one Deal.

        >>> from dealwright import deal, hcp, north
        >>> deals = deal(3, seed=1)
        >>> hcp(north).values(deals).tolist(), hcp(north).values(deals[0])
        ([14, 5, 7], 14)

        :raises CardError: if they are something else; see ``Deals.of``
        """
        from dealwright.deals import Deal, Deals
        from dealwright.planning.sampling.evaluation import values_of

        numbers = values_of(self.tree, Deals.of(deals).masks)
        return int(numbers[0]) if isinstance(deals, Deal) else numbers

    def __bool__(self) -> NoReturn:
        raise ConditionError("a quantity has no truth value", hint="Compare it: hcp(north) >= 15")

    def __hash__(self) -> int:
        return hash((Quantity, self.tree))

    def __str__(self) -> str:
        return to_text(self.tree, decimals=True)

    def __repr__(self) -> str:
        return f"<Quantity {self}>"


class Condition:
    """A test of deals, immutable; ``tree`` is its meaning, ``str()`` its text.

    ``notes`` list the parts of its text that may not mean what they seem to, with their lines.

    >>> from dealwright import hcp, north, parse, shape
    >>> condition = (hcp(north) >= 15) & shape(north, "balanced")
    >>> condition == parse("hcp(north) >= 15 && balanced(north)")
    True
    """

    __slots__ = ("_counted", "notes", "tree")

    def __init__(self, tree: Node, notes: tuple[Note, ...] = ()) -> None:
        self.tree = tree
        self.notes = notes
        self._counted: int | None = None  # the exact number of deals, once known

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
        """Return ``then`` if the condition holds, else ``other``, in one unit as in a sum.

        :raises ConditionError: if one is a whole number that hardly means hundredths
        """
        return Quantity(units.chosen(self.tree, _node(then), _node(other)))

    def as_number(self) -> Quantity:
        """Return the quantity that is not 0 if the condition holds (1 for a comparison)."""
        return Quantity(self.tree)

    @overload
    def matches(self, deals: Deal) -> bool: ...

    @overload
    def matches(self, deals: Deals | Iterable[Deal | str]) -> NDArray[np.bool_]: ...

    def matches(self, deals: DealsLike) -> NDArray[np.bool_] | bool:
        """Return which deals of a batch satisfy the condition, bool[n], or whether one Deal does.

        >>> from dealwright import Deal, deal, parse
        >>> flat = parse("shape(north, any 4333)")
        >>> flat.matches(Deal("N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -"))
        False
        >>> flat.matches(deal(3, "hcp(north) > 30", seed=1)).shape
        (3,)

        :raises CardError: if they are something else; see ``Deals.of``
        """
        from dealwright.deals import Deal, Deals
        from dealwright.planning.sampling.evaluation import truth_of

        truth = truth_of(self.tree, Deals.of(deals).masks)
        return bool(truth[0]) if isinstance(deals, Deal) else truth

    def deal(
        self,
        n: int,
        *,
        seed: Seed | Stream | None = None,
        predeal: Predeal | None = None,
        method: str = "auto",
        threads: int | None = None,
        limit: int | None = None,
        memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> Deals:
        """Return n deals that satisfy the condition; see ``dealwright.deal``."""
        return self.dealing(
            n, seed=seed, predeal=predeal, method=method, threads=threads, limit=limit,
            memory=memory, workspace=workspace,
        ).result()  # fmt: skip

    def dealing(
        self,
        n: int,
        *,
        seed: Seed | Stream | None = None,
        predeal: Predeal | None = None,
        method: str = "auto",
        threads: int | None = None,
        limit: int | None = None,
        memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> QuestionDealing:
        """Return a job that deals n deals; see ``dealwright.dealing``."""
        from dealwright.ask.dealing import QuestionDealing
        from dealwright.numbering.stream import Stream

        return QuestionDealing(
            n, question_of(self, predeal), Stream.of(seed),
            _resources(memory, workspace, threads), method=method, limit=limit,
        )  # fmt: skip

    def counting(
        self,
        *,
        predeal: Predeal | None = None,
        method: str = "auto",
        seed: Seed | Stream | None = None,
        threads: int | None = None,
        limit: int | None = None,
        hits: int | None = None,
        budget: float | None = None,
        memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> Counting:
        """Return a job that counts the deals; its results are shares, exact or estimated.

        ``method`` is ``auto``, ``exact`` (refuse to estimate) or ``filter`` (always estimate). For
        an estimate, deals are examined until ``hits`` satisfy the condition (by default 100,000) or
        ``limit`` have been examined. ``budget`` is the greatest cost of the count in seconds of
        work, by default 2, without a limit for the method ``exact``; an estimate gets the rest of
        it, or an eighth.

        >>> from dealwright import parse
        >>> job = parse("cccc(north) >= 1500").counting(seed=1, hits=1000)
        >>> job.result().estimate.method, job.progress.unit
        ('filter', 'deals')
        """
        from dealwright.ask.counting import Counting, budget_of

        seconds = budget_of(budget, method, workspace)
        return Counting(
            question_of(self, predeal), _resources(memory, workspace, threads, seconds), seed=seed,
            limit=limit, hits=hits, method=method,
        )  # fmt: skip

    def probability(
        self,
        *,
        given: Condition | str | None = None,
        predeal: Predeal | None = None,
        method: str = "auto",
        seed: Seed | Stream | None = None,
        threads: int | None = None,
        limit: int | None = None,
        hits: int | None = None,
        budget: float | None = None,
        memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> Fraction | Estimate:
        """Return the probability that a random deal satisfies the condition: a Fraction if exact.

        With ``given``, return the probability among the deals that satisfy that condition. The
        other arguments are those of ``counting``.

        >>> from dealwright import parse
        >>> parse("spades(north) == 3").probability()
        Fraction(1336935171, 4669217350)
        >>> clubs = parse("clubs(north) >= 5")
        >>> clubs.probability(given="spades(north) in 3..4 && hearts(north) in 2..6")
        Fraction(47039, 378210)

        :raises ConditionError: if no deal satisfies ``given``
        """
        base = None if given is None else as_condition(given)
        jobs = [
            condition.counting(
                predeal=predeal, method=method, seed=seed, threads=threads, limit=limit, hits=hits,
                budget=budget, memory=memory, workspace=workspace,
            )
            for condition in ([self] if base is None else [base, base & self])
        ]  # fmt: skip
        if given is None:
            counted = jobs[0].result()
            self._remember(counted.count, predeal)
            share = counted.estimate
        else:
            from dealwright.ask.counting import conditional

            share = conditional(jobs[0], jobs[1], self.tree)
        return Fraction(share.value) if share.exact else share

    def _remember(self, count: Estimate, predeal: Predeal | None) -> None:
        if count.exact and predeal is None:
            self._counted = int(count)

    def count(
        self,
        *,
        predeal: Predeal | None = None,
        method: str = "auto",
        seed: Seed | Stream | None = None,
        threads: int | None = None,
        limit: int | None = None,
        hits: int | None = None,
        budget: float | None = None,
        memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> int | Estimate:
        """Return how many of the 53,644,737,765,488,792,839,237,440,000 deals satisfy it.

        The result is an int if exact, else an Estimate; ``int()`` and ``float()`` work on both. The
        arguments are those of ``counting``.

        >>> from dealwright import parse
        >>> parse("hcp(north) in 15..17 && balanced(north)").count()
        2610137721058114653884217600
        """
        job = self.counting(
            predeal=predeal, method=method, seed=seed, threads=threads, limit=limit, hits=hits,
            budget=budget, memory=memory, workspace=workspace,
        )  # fmt: skip
        number = job.result().count
        self._remember(number, predeal)
        return int(number) if number.exact else number

    def distribution(
        self, *quantities: Quantity | str, predeal: Predeal | None = None,
        seed: Seed | Stream | None = None, budget: float | None = None,
        memory: int | None = None, workspace: Workspace | None = None,
    ) -> Histogram:  # fmt: skip
        """Return the joint distribution of quantities over the condition's deals.

        A text such as ``"hcp(north)"`` or ``"shape(west)"`` is a quantity too. It is exact if it
        can be counted in ``budget`` seconds of work (by default 30). Otherwise, as with a column
        such as ``tricks(south, spades)``, it is that of a sample dealt with ``seed``: as many deals
        as ``budget`` seconds (by default 2) allow.

        >>> from dealwright import hcp, north, parse
        >>> strong = parse("hcp(north) >= 35").distribution(hcp(north))
        >>> {points: float(strong.probability(points)) for points in (35, 36, 37)}
        {35: 0.9069767441860465, 36: 0.0872093023255814, 37: 0.005813953488372093}

        :raises ConditionError: if no deal satisfies it, or none was found
        """
        job = self.distributing(
            *quantities, predeal=predeal, seed=seed, budget=budget, memory=memory,
            workspace=workspace,
        )  # fmt: skip
        return job.result()

    def distributing(
        self, *quantities: Quantity | str, predeal: Predeal | None = None,
        seed: Seed | Stream | None = None, budget: float | None = None,
        memory: int | None = None, workspace: Workspace | None = None,
    ) -> Distributing:  # fmt: skip
        """Return a job that counts a distribution; see ``distribution``."""
        from dealwright.ask.distributions import Distributing

        question = question_of(self, predeal, quantities, workspace=workspace)
        return Distributing(question, _resources(memory, workspace), seed=seed, budget=budget)

    def cards(
        self, *, predeal: Predeal | None = None, seed: Seed | Stream | None = None,
        budget: float | None = None, memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> CardTable:  # fmt: skip
        """Return the number of the condition's deals in which each seat holds each of the 52 cards.

        It is exact if the condition can be counted within ``budget`` seconds of work (by default
        2); otherwise it is that of a sample dealt with ``seed``.

        >>> from dealwright import parse
        >>> table = parse("hcp(west) >= 12").cards(predeal="south KQ2.AJ5.K632.Q43")
        >>> table.exact, round(float(table.chance("SA", "west")), 4)
        (True, 0.6408)

        :raises ConditionError: if no deal satisfies it
        """
        job = self.card_tabling(
            predeal=predeal, seed=seed, budget=budget, memory=memory, workspace=workspace
        )
        return job.result()

    def card_tabling(
        self, *, predeal: Predeal | None = None, seed: Seed | Stream | None = None,
        budget: float | None = None, memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> CardTabling:  # fmt: skip
        """Return a job that makes the card table; see ``cards``."""
        from dealwright.ask.card_tables import CardTabling
        from dealwright.ask.counting import budget_of

        resources = _resources(memory, workspace, seconds=budget_of(budget, workspace=workspace))
        return CardTabling(question_of(self, predeal), resources, seed=seed)

    def expectation(
        self, quantity: Quantity | str, *, predeal: Predeal | None = None,
        memory: int | None = None, workspace: Workspace | None = None,
    ) -> Fraction | Estimate:  # fmt: skip
        """Return the mean of a quantity over the condition's deals: exact if ``distribution`` is.

        >>> from dealwright import hcp, north, parse, south
        >>> parse("hcp(north) == 16").expectation(hcp(south))
        Fraction(8, 1)

        :raises ConditionError: if no deal satisfies it, or it cannot be counted exactly
        """
        histogram = self.distribution(quantity, predeal=predeal, memory=memory, workspace=workspace)
        return histogram.mean() if histogram.exact else histogram.estimate()

    def numbers(
        self,
        *,
        predeal: Predeal | None = None,
        memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> ConditionDeals:
        """Return the deals that satisfy the condition as a lazy numbered list.

        >>> from dealwright import parse
        >>> deals = parse("spades(north) == 13 && hearts(east) == 13").numbers()
        >>> deals.size, deals.rank(deals[10**6])
        (10400600, 1000000)

        :raises ConditionError: if it cannot be counted exactly
        """
        from dealwright.ask.numbering import ConditionDeals

        return ConditionDeals(question_of(self, predeal), _resources(memory, workspace))

    def explaining(
        self,
        *,
        predeal: Predeal | None = None,
        method: str = "auto",
        seed: Seed | Stream | None = None,
        threads: int | None = None,
        limit: int | None = None,
        hits: int | None = None,
        budget: float | None = None,
        memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> Explaining:
        """Return the job that explains the condition; ``method`` is as for dealing."""
        from dealwright.ask.counting import budget_of
        from dealwright.ask.explanation import Explaining

        return Explaining(
            question_of(self, predeal),
            _resources(memory, workspace, threads, budget_of(budget, workspace=workspace)),
            seed=seed, method=method, limit=limit, hits=hits,
        )  # fmt: skip

    def explain(
        self,
        *,
        predeal: Predeal | None = None,
        method: str = "auto",
        seed: Seed | Stream | None = None,
        threads: int | None = None,
        limit: int | None = None,
        hits: int | None = None,
        budget: float | None = None,
        memory: int | None = None,
        workspace: Workspace | None = None,
    ) -> Explanation:
        """Return an explanation of how the condition is tested and what each clause costs."""
        job = self.explaining(
            predeal=predeal, method=method, seed=seed, threads=threads, limit=limit, hits=hits,
            budget=budget, memory=memory, workspace=workspace,
        )  # fmt: skip
        return job.result()

    def compare(
        self,
        methods: Sequence[str] = ("exact", "pavlicek1999"),
        *,
        quantities: Sequence[Quantity | str] = (),
        deals: int | None = None,
        seed: Seed | None = None,
        threads: int | None = None,
        workspace: Workspace | None = None,
    ) -> list[Comparison]:
        """Return the distributions of quantities under several methods of dealing.

        By default the quantities are the shape and HCP of each seat that the condition reads.

        >>> from dealwright import parse
        >>> condition = parse("spades(west) in 5..6 && hearts(west) == 4")
        >>> shapes, _ = condition.compare(deals=2000, seed=1)
        >>> distance, honest = shapes.differences["pavlicek1999"]
        >>> distance > 2 * honest
        True

        :raises ArgumentError: if there are fewer than two methods, or one is unknown
        :raises ConditionError: if a method cannot deal the condition
        """
        return self.comparing(
            methods, quantities=quantities, deals=deals, seed=seed, threads=threads,
            workspace=workspace,
        ).result()  # fmt: skip

    def comparing(
        self,
        methods: Sequence[str] = ("exact", "pavlicek1999"),
        *,
        quantities: Sequence[Quantity | str] = (),
        deals: int | None = None,
        seed: Seed | None = None,
        threads: int | None = None,
        workspace: Workspace | None = None,
    ) -> Comparing:
        """Return a job that compares methods of dealing; see ``compare``.

        >>> from dealwright import parse
        >>> job = parse("hcp(north) >= 15").comparing(["exact", "filter"], deals=5000, seed=1)
        >>> [comparison.quantity for comparison in job.result()], job.progress.unit
        (['shape_index(north)', 'hcp(north)'], 'deals')

        :raises ArgumentError: as ``compare`` does
        """
        from dealwright.ask.comparison import DEFAULT_DEALS, Comparing, usual_quantities

        compared = quantities or [Quantity(node) for node in usual_quantities(self.tree)]
        question = question_of(self, None, compared, workspace=workspace)
        number = DEFAULT_DEALS if deals is None else deals
        resources = _resources(None, workspace, threads)
        return Comparing(question, methods, resources, deals=number, seed=seed)

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
        return to_text(self.tree, decimals=True)

    def _repr_html_(self) -> str:
        from html import escape  # it loads a table of 2,000 names

        from dealwright.numbering.deals import DEALS

        clauses = clause_texts(self.tree)
        text = '\n<span style="opacity: 0.75">&amp;&amp;</span> '.join(map(escape, clauses))
        below = [f"note: {note}" for note in self.notes]
        if self._counted is not None:
            share = f", 1 in {DEALS / self._counted:,.4g}" if self._counted else ""
            below.append(f"{self._counted:,} deals{share}")
        lines = "".join(f"<div>{escape(line)}</div>" for line in below)
        return f'<pre style="white-space: pre-wrap; margin: 0">{text}</pre>{lines}'

    def __repr__(self) -> str:
        return f"parse({to_text(self.tree, decimals=True)!r})"


def parse(text: str, workspace: Workspace | None = None) -> Condition:
    """Read a condition in the language of ``dealer``, with what ``workspace`` defines.

    >>> parse("hcp(north) in 15..17 and balanced(north)")
    parse('hcp(north) in 15..17 && balanced(north)')

    :raises ConditionError: if it cannot be read; its text has a caret under the place
    """
    if not isinstance(text, str):
        raise ConditionError(f"a condition is read from a text, not from {type(text).__name__}")
    space = checked_workspace(workspace)
    try:
        return Condition(*read_condition(text, space.features, space.definitions, typed=True))
    except ConditionError as error:
        from dealwright.ask.hint_checks import with_true_offers

        raise with_true_offers(error, space) from None


def per_deal(function: Callable[[Deal], object]) -> Condition:
    """Return a condition that calls a Python function on one Deal at a time.

    This is about a hundred times slower than a condition in the language. A function passed instead
    of a condition is first called with a batch (Deals in, bool[n] out), which is much faster, and
    called deal by deal only if that fails.

    >>> from dealwright import deal, per_deal
    >>> dealt = deal(2, per_deal(lambda deal: deal.north.hcp > deal.south.hcp), seed=1)
    >>> bool((dealt.north.hcp > dealt.south.hcp).all())
    True
    """
    return Condition(Costly(PredicateColumn(function, per_deal=True)))


def as_condition(value: object, workspace: Workspace | None = None) -> Condition:
    """Return a condition, made from a condition, a text, a function of a batch, or a column.

    >>> from dealwright import as_condition, deal
    >>> condition = as_condition(lambda deals: deals.north.hcp >= 20)
    >>> condition.matches(deal(4, "hcp(north) == 20", seed=1)).tolist()
    [True, True, True, True]

    :raises ConditionError: if the value is none of these
    """
    if isinstance(value, Condition):
        return value
    if isinstance(value, str):
        return parse(value, workspace)
    if isinstance(value, Quantity):
        tree = value.tree
        return Condition(tree if is_test(tree) else Binary("!=", tree, Number(0)))
    if isinstance(value, DealColumn):
        return Condition(Costly(value))
    if callable(value):
        return Condition(Costly(PredicateColumn.of(value)))
    raise ConditionError(
        f"{value!r} is not a condition",
        hint="Give a text, a condition such as hcp(north) >= 15, or a function of a batch",
    )


def as_quantity(
    value: object, workspace: Workspace | None = None, *, texts: bool = False
) -> Quantity:
    """Return a quantity, made from a quantity, a ``DealColumn`` or a text.

    A text is an expression, or ``shape(seat)``. With ``texts`` its values may be texts, as the
    branches of ``balanced(north) ? "flat" : "other"``.

    >>> as_quantity("hcp(north) + hcp(south)"), str(as_quantity("shape(west)"))
    (<Quantity hcp(north) + hcp(south)>, 'shape_index(west)')

    :raises ConditionError: if it cannot be read, or is not a quantity
    """
    if isinstance(value, Quantity):
        return value
    if isinstance(value, Condition):
        return value.as_number()
    if isinstance(value, DealColumn):
        return Quantity(Costly(value))
    if not isinstance(value, str):
        raise ConditionError(f"{value!r} is not a quantity", hint="Write hcp(north), or its text")
    match = _SHAPE_OF.fullmatch(value)
    text = f"shape_index({match[1]})" if match else value
    used_workspace = checked_workspace(workspace)
    return Quantity(
        read_quantity(text, used_workspace.features, used_workspace.definitions, texts=texts)
    )


_SHAPE_OF = re.compile(r"\s*shape\s*\(\s*(\w+)\s*\)\s*", re.IGNORECASE)


def question_of(
    where: Condition | str | Callable[[Any], object] | None,
    predeal: Predeal | None = None,
    quantities: Sequence[Quantity | str] = (),
    *,
    weight: Quantity | None = None,
    workspace: Workspace | None = None,
) -> Question:
    """Return a question in normal form, which counting, dealing and explaining take.

    ``where`` is a Condition, its text, a function of a batch, or None for every deal.

    :raises ConditionError: if the condition or a quantity cannot be read
    :raises PredealError: if no deal can hold the predealt cards
    """
    condition = None if where is None else as_condition(where, workspace)
    return Question(
        None if condition is None else condition.tree,
        predeal_masks(predeal),
        tuple(as_quantity(quantity, workspace, texts=True).tree for quantity in quantities),
        None if weight is None else weight.tree,
    )


def _resources(
    memory: int | None,
    workspace: Workspace | None,
    threads: int | None = None,
    seconds: float | None = None,
) -> Resources:
    from dealwright.ask.resources import Resources

    return Resources(memory, workspace, threads, seconds)
