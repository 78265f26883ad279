"""Random small packs, and conditions that some but not all of their deals satisfy."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from dealwright import Deals
from dealwright.conditions import nodes
from dealwright.conditions.parse import parse_tree
from dealwright.planning.sampling.evaluation import values_of
from tests.laws.strategies import deal_rows, trees

SEATS = ("north", "east", "south", "west")
SUITS = ("clubs", "diamonds", "hearts", "spades")
HONOURS = sum(0b1111_0000_0000_0 << 13 * suit for suit in range(4))
FEW = [(5, 5), (6, 6), (7, 4), (13, 2), (3, 3, 2), (5, 2, 2), (3, 3, 3), (2, 2, 2, 1), (4, 2, 1, 1)]
MANY = [(8, 8), (9, 7), (4, 4, 4), (5, 4, 3), (7, 3, 2), (3, 3, 2, 2), (4, 3, 2, 1)]
BY_HAND = ["hcp", "controls", "losers", "aces", "tens", "c13", "top3", "queens"]
CARD_VALUES = ["hcp", "controls", "aces", "tens", "c13", "top3", "queens", "jacks"]
OTHERS = ["quality", "longest", "shortest", "freakness", "top5"]


@dataclass(frozen=True)
class Pack:
    """Cards fixed at their seats, and one deal of the others to take values from."""

    fixed: tuple[int, ...]
    base: tuple[int, ...]

    @property
    def seats(self) -> list[str]:
        """The seats with free cards."""
        return [SEATS[s] for s in range(4) if self.fixed[s] != self.base[s]]

    def value(self, text: str) -> int:
        """Return an expression's value for the one deal."""
        return int(values_of(tree_of(text), Deals([list(self.base)]).masks)[0])


def tree_of(text: str) -> nodes.Node:
    return parse_tree(text)


@st.composite
def packs(draw: st.DrawFn, shares: list[tuple[int, ...]]) -> Pack:
    """Draw a pack whose free cards are shared as one of ``shares`` says, often of two suits."""
    base = draw(deal_rows)
    share = draw(st.sampled_from(shares))
    at = draw(st.permutations(range(4)))
    two = draw(st.permutations(range(4)))[:2]
    liked = draw(st.sampled_from([(1 << 52) - 1, HONOURS, sum(8191 << 13 * suit for suit in two)]))
    fixed = list(base)
    for seat, need in zip(at, share, strict=False):
        hand = [card for card in range(52) if base[seat] >> card & 1]
        first = [card for card in hand if liked >> card & 1]
        rest = [card for card in hand if not liked >> card & 1]
        if len(first) < need:
            chosen = first + rest[: need - len(first)]
        else:
            chosen = draw(
                st.lists(st.sampled_from(first), min_size=need, max_size=need, unique=True)
            )
        fixed[seat] ^= sum(1 << card for card in chosen)
    return Pack(tuple(fixed), tuple(base))


class Conditions:
    """Strategies of texts over one pack."""

    def __init__(self, pack: Pack, features: list[str]) -> None:
        self.pack = pack
        self.seat = st.sampled_from(pack.seats * 4 + list(SEATS))
        self.suit = st.sampled_from(SUITS)
        whole = [name for name in features if name != "quality"]
        single = [n for n in features if n not in ("longest", "shortest", "freakness")]
        self.measure = st.one_of(
            st.builds("{}({})".format, self.suit, self.seat),
            st.builds("{}({})".format, st.sampled_from(whole), self.seat),
            st.builds("{}({}, {})".format, st.sampled_from(single), self.seat, self.suit),
        )
        card = st.sampled_from([c for c in range(52) if not sum(pack.fixed) >> c & 1])
        self.held = st.builds(
            lambda seat, c: f"hascard({seat}, {'23456789TJQKA'[c % 13]}{'CDHS'[c // 13]})",
            self.seat,
            card,
        )
        both = st.sampled_from([name for name in single if name in whole])
        cancelling = st.builds(  # a hand without one of its suits, beside another measure
            "({0} + {1}({2}) - {3} * {1}({2}, {4}))".format,
            self.measure, both, self.seat, st.integers(1, 2), self.suit,
        )  # fmt: skip
        twice = st.builds(  # one comparison, written in two ways
            "({0} + ({1} > {2}) + ({1} - {2} > 0))".format,
            self.measure, self.measure, self.measure,
        )  # fmt: skip
        self.term = st.one_of(
            self.measure,
            self.measure,
            cancelling,
            st.builds("({} {} {})".format, self.measure, st.sampled_from("+-"), self.measure),
            st.builds("({0} - {1} * {2})".format, self.measure, st.integers(2, 3), self.measure),
            st.builds("(-{} + {})".format, self.measure, self.measure),
            st.builds("({} + {} - {})".format, self.measure, self.measure, self.measure),
            st.builds("({} {} {})".format, self.measure, st.sampled_from("/%"), st.integers(2, 5)),
            st.builds("({} / {})".format, self.measure, self.measure),
            st.builds("({0} > {1} ? {0} : {1})".format, self.measure, self.measure),
            st.builds("({} ? {} : {})".format, self.held, self.measure, self.measure),
            twice,
        )

    @st.composite
    @staticmethod
    def _about(draw: st.DrawFn, self: Conditions) -> str:
        """Draw a comparison of a term with a number near its value in the pack's one deal."""
        term = draw(self.term)
        near = self.pack.value(term) + draw(st.integers(-1, 1))
        form = draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "set"]))
        if form == "in":
            return f"{term} in {near - draw(st.integers(0, 2))}..{near + draw(st.integers(0, 2))}"
        if form == "set":
            return f"{term} in {{{near}, {near + 2}..{near + 3}, ..{near - 3}}}"
        return f"{term} {form} {near}"

    @st.composite
    @staticmethod
    def _shape(draw: st.DrawFn, self: Conditions) -> str:
        """Draw a test of a seat's shape; half of them admit the shape of the pack's one deal."""
        seat = draw(self.seat)
        lengths = [self.pack.value(f"{suit}({seat})") for suit in reversed(SUITS)]
        own = "".join(str(min(n, 9)) for n in lengths)
        longest = max(lengths)
        form = draw(
            st.sampled_from(
                [
                    "any 4333 + any 4432 + any 5332",
                    "any 4xxx - any 44xx",
                    f"any {own} + any {min(longest, 9)}xxx",
                    f"xxxx - {own}",
                    "balanced",
                    "semibalanced",
                    f"s + h >= {lengths[0] + lengths[1]}",
                    f"l1 - l4 <= {longest - min(lengths)} && c <= {lengths[3]}",
                    f"s > h || d == {lengths[2]}",
                    f"s in {lengths[0] - 1}..{lengths[0] + 1}",
                    f"l1 in {{{longest}..}} && h - c in ..{lengths[1] - lengths[3]}",
                    f"not (s + h in {lengths[0] + lengths[1]}..13)",
                ]
            )
        )
        return f"shape({seat}, {form})"

    def condition(self) -> st.SearchStrategy[nodes.Node]:
        test = st.one_of(
            self._about(self),
            self._about(self),
            self._shape(self),
            self.held,
            st.builds("{} > {}".format, self.term, self.term),
            st.builds(
                "{2}({0}) + {2}({1}) >= 8 || {3}({0}) + {3}({1}) >= 8".format,
                self.seat, self.seat, self.suit, self.suit,
            ),
        )  # fmt: skip
        clause = st.one_of(
            test,
            test,
            st.builds("(({}) || ({}))".format, test, test),
            st.builds("not (({}) && ({}))".format, test, test),
            st.builds("(({}) ? ({}) : ({}))".format, test, test, test),
            st.sampled_from(["1", "2 > 1"]),
        ).map("({})".format)
        texts = st.lists(clause, min_size=1, max_size=4).map(" && ".join)
        return texts.map(tree_of)


@st.composite
def problems(
    draw: st.DrawFn, shares: list[tuple[int, ...]], features: list[str] = BY_HAND
) -> tuple[Pack, nodes.Node]:
    """Draw a pack and a condition."""
    pack = draw(packs(shares))
    tree = draw(Conditions(pack, features).condition())
    if draw(st.integers(0, 5)) == 0:
        tree = nodes.Binary("and", tree, draw(trees))
    return pack, tree


@st.composite
def sums(draw: st.DrawFn, shares: list[tuple[int, ...]]) -> tuple[Pack, nodes.Node]:
    """Draw a pack and a condition on sums of card values alone, which is counted over ranks."""
    pack = draw(packs(shares))
    seat = st.sampled_from(pack.seats)
    value = st.builds("{}({})".format, st.sampled_from(CARD_VALUES), seat)
    total = st.one_of(
        value,
        st.builds("({} {} {})".format, value, st.sampled_from("+-"), value),
        st.builds("({} - {} * {})".format, value, st.integers(2, 3), value),
    )
    clauses = []
    for term in draw(st.lists(total, min_size=1, max_size=3)):
        near = pack.value(term) + draw(st.integers(-1, 1))
        other = draw(st.one_of(st.just(str(near)), total))
        clauses.append(f"{term} {draw(st.sampled_from(['==', '!=', '<=', '>', '>=']))} {other}")
    joined = draw(st.sampled_from([" && ", " || "])).join(clauses)
    return pack, tree_of(joined)


@st.composite
def questions(
    draw: st.DrawFn, shares: list[tuple[int, ...]]
) -> tuple[Pack, nodes.Node, list[nodes.Node]]:
    """Draw a pack, a condition and one or two quantities."""
    pack = draw(packs(shares))
    strategies = Conditions(pack, BY_HAND)
    texts = draw(st.lists(strategies.term, min_size=1, max_size=2))
    return pack, draw(strategies.condition()), [tree_of(text) for text in texts]
