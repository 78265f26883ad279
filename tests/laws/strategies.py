"""Random deals, hands and conditions for the laws."""

from __future__ import annotations

from hypothesis import strategies as st

from dealwright.base import kernels
from dealwright.conditions import nodes
from dealwright.deals.features import feature
from dealwright.numbering.stream import Stream

_KEY = Stream("laws").key

deal_rows = st.integers(0, 10**9).map(
    lambda i: kernels.deal_uniform(kernels.PredealtPack(), _KEY, i, 1).tolist()[0]
)
seats = st.integers(0, 3)
suits = st.integers(0, 3)
whole_hand = st.sampled_from(
    [
        *("hcp", "controls", "losers", "tens", "jacks", "queens", "kings", "aces", "c13"),
        *("top2", "top3", "top4", "top5"),
    ]
).map(feature)

measures = st.one_of(
    st.builds(nodes.Measure, whole_hand, seats),
    st.builds(nodes.Measure, whole_hand, seats, suits),
    st.builds(nodes.Measure, st.just(feature("length")), seats, suits),
)
numbers = st.builds(nodes.Number, st.integers(-40, 40))
cards = st.builds(nodes.HasCard, seats, st.integers(0, 51))
ranges = st.tuples(st.integers(-3, 20), st.integers(0, 12)).map(lambda p: (p[0], p[0] + p[1]))
open_ranges = st.one_of(
    ranges, ranges.map(lambda r: (None, r[1])), ranges.map(lambda r: (r[0], None))
)


def _pattern(lengths: list[int | None]) -> tuple[int | None, ...]:
    known = [n for n in lengths if n is not None]
    if len(known) == 4:
        return (*lengths[:3], None)
    return tuple(lengths)


patterns = st.builds(
    nodes.Pattern,
    st.booleans(),
    st.booleans(),
    st.lists(st.one_of(st.none(), st.integers(0, 4)), min_size=4, max_size=4).map(_pattern),
)
pattern_lists = st.lists(patterns, min_size=1, max_size=3).map(
    lambda items: nodes.Patterns(tuple(items))
)
lengths_of = st.sampled_from(["s", "h", "d", "c", "l1", "l2", "l3", "l4"]).map(nodes.LengthOf)


def _operators(below: st.SearchStrategy[nodes.Node]) -> st.SearchStrategy[nodes.Node]:
    comparisons = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    return st.one_of(
        st.builds(nodes.Binary, st.sampled_from(["and", "or"]), below, below),
        st.builds(nodes.Binary, comparisons, below, below),
        st.builds(nodes.Binary, st.sampled_from(["+", "-", "*", "/", "%"]), below, below),
        st.builds(nodes.Unary, st.just("not"), below),
        below.map(_negated),
        st.builds(nodes.Choice, below, below, below),
        st.builds(nodes.Within, below, st.lists(open_ranges, min_size=1, max_size=3).map(tuple)),
    )


def _negated(node: nodes.Node) -> nodes.Node:
    """Return minus a node; the text of minus a number is a negative number."""
    if isinstance(node, nodes.Number) and node.value > 0:
        return nodes.Number(-node.value)
    return nodes.Unary("-", node)


def _about_lengths(rule: nodes.Node) -> nodes.Node:
    """Return a rule that looks at a length: one that does not is refused."""
    if any(isinstance(node, nodes.LengthOf) for node in nodes.walk(rule)):
        return rule
    return nodes.Binary("+", rule, nodes.LengthOf("s"))


shape_rules = st.recursive(st.one_of(lengths_of, numbers), _operators, max_leaves=6).map(
    _about_lengths
)
shape_tests = st.builds(
    nodes.ShapeTest,
    seats,
    st.one_of(
        pattern_lists,
        st.sampled_from(["balanced", "semibalanced"]).map(nodes.NamedShape),
        shape_rules,
    ),
)
leaves = st.one_of(measures, numbers, cards, shape_tests)
_TREES = st.recursive(leaves, _operators, max_leaves=10)


@st.composite
def _some_tree(draw: st.DrawFn) -> nodes.Node:
    """Draw a tree; a strategy of its own, so that a failure does not print all of the above."""
    return draw(_TREES)


trees = _some_tree()
