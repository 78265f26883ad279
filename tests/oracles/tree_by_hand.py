"""The value of a condition for one deal, from the manual's words, card by card."""

from __future__ import annotations

from dealwright.conditions import nodes
from dealwright.conditions.shape_sets import NAMED_SHAPES

HONOUR_POINTS = {
    "hcp": {12: 4, 11: 3, 10: 2, 9: 1},
    "controls": {12: 2, 11: 1},
    "tens": {8: 1},
    "jacks": {9: 1},
    "queens": {10: 1},
    "kings": {11: 1},
    "aces": {12: 1},
    "top2": {12: 1, 11: 1},
    "top3": {12: 1, 11: 1, 10: 1},
    "top4": {12: 1, 11: 1, 10: 1, 9: 1},
    "top5": {12: 1, 11: 1, 10: 1, 9: 1, 8: 1},
    "c13": {12: 6, 11: 4, 10: 2, 9: 1},
}


def ranks_of(mask: int, suit: int) -> set[int]:
    return {rank for rank in range(13) if mask >> 13 * suit + rank & 1}


def losers(ranks: set[int]) -> int:
    if not ranks:
        return 0
    if len(ranks) == 1:
        return 0 if 12 in ranks else 1
    if len(ranks) == 2:
        return 2 - len(ranks & {12, 11})
    return 3 - len(ranks & {12, 11, 10})


def measure(name: str, mask: int, suit: int | None) -> int:
    suits = range(4) if suit is None else [suit]
    total = 0
    for s in suits:
        ranks = ranks_of(mask, s)
        if name == "length":
            total += len(ranks)
        elif name == "losers":
            total += losers(ranks)
        else:
            total += sum(HONOUR_POINTS[name].get(rank, 0) for rank in ranks)
    return total


def truncated(a: int, b: int) -> int:
    return 0 if b == 0 else abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def value(node: nodes.Node, deal: list[int]) -> int:
    """Return the node's value for a deal of four masks."""
    match node:
        case nodes.Number():
            return node.value
        case nodes.Measure():
            return measure(node.feature.name, deal[node.seat], node.suit)
        case nodes.HasCard():
            return deal[node.seat] >> node.card & 1
        case nodes.ShapeTest():
            lengths = [len(ranks_of(deal[node.seat], suit)) for suit in (3, 2, 1, 0)]
            return int(in_shape(node.shapes, lengths) != 0)
        case nodes.Alias():
            return value(node.value, deal)
        case nodes.Choice():
            return value(node.then if value(node.test, deal) else node.other, deal)
        case nodes.Within():
            return inside(value(node.value, deal), node.ranges)
        case nodes.Unary():
            return operated(node.op, value(node.operand, deal))
        case nodes.Binary():
            return operated(node.op, value(node.left, deal), value(node.right, deal))
    raise AssertionError(node)


def inside(x: int, ranges: tuple[tuple[int | None, int | None], ...]) -> int:
    return int(
        any((low is None or x >= low) and (high is None or x <= high) for low, high in ranges)
    )


def operated(op: str, a: int, b: int | None = None) -> int:
    if b is None:
        return -a if op == "-" else int(not a)
    results = {
        "+": a + b,
        "-": a - b,
        "*": a * b,
        "/": truncated(a, b),
        "%": 0 if b == 0 else a - truncated(a, b) * b,
        "==": int(a == b),
        "!=": int(a != b),
        "<": int(a < b),
        "<=": int(a <= b),
        ">": int(a > b),
        ">=": int(a >= b),
        "and": int(bool(a) and bool(b)),
        "or": int(bool(a) or bool(b)),
    }
    return results[op]


def in_shape(node: nodes.Node, lengths: list[int]) -> int:  # noqa: C901  a case a node, no more
    """Return the value of a shape class or of shape arithmetic for four lengths."""
    ordered = sorted(lengths, reverse=True)
    match node:
        case nodes.NamedShape():
            return int(tuple(ordered) in NAMED_SHAPES[node.name])
        case nodes.LengthOf():
            named = dict(
                zip(("s", "h", "d", "c", "l1", "l2", "l3", "l4"), lengths + ordered, strict=True)
            )
            return named[node.name]
        case nodes.Patterns():
            inside_now = 0
            for item in node.items:
                if fits(item, lengths):
                    inside_now = int(item.add)
            return inside_now
        case nodes.Number():
            return node.value
        case nodes.Alias():
            return in_shape(node.value, lengths)
        case nodes.Choice():
            picked = node.then if in_shape(node.test, lengths) else node.other
            return in_shape(picked, lengths)
        case nodes.Within():
            return inside(in_shape(node.value, lengths), node.ranges)
        case nodes.Unary():
            return operated(node.op, in_shape(node.operand, lengths))
        case nodes.Binary():
            return operated(node.op, in_shape(node.left, lengths), in_shape(node.right, lengths))
    raise AssertionError(node)


def fits(item: nodes.Pattern, lengths: list[int]) -> bool:
    if not item.any_order:
        pairs = zip(item.lengths, lengths, strict=True)
        return all(want is None or want == have for want, have in pairs)
    left = list(lengths)
    for want in item.lengths:
        if want is not None:
            if want not in left:
                return False
            left.remove(want)
    return True
