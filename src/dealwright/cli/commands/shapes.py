"""``dealwright shapes``: the 560 hand shapes, or those of a class with their exact shares."""

from __future__ import annotations

import sys

from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.requests.tables import ShapesRequest

__all__ = ["COMMAND"]

HELP = """List the 560 hand shapes in squashed order, or the shapes of a class with their shares.

A class is written as inside shape(north, ...): patterns, a name, or arithmetic.

Examples:

  dealwright shapes

  dealwright shapes "any 4333 + any 4432 + any 5332"

  dealwright shapes "s >= 5 && h >= 4"
"""


def shapes(request: ShapesRequest, as_json: Json = False) -> None:
    """List shapes."""
    from dealwright.ask.shape_classes import HANDS
    from dealwright.numbering.shapes import shape_hands, shape_index
    from dealwright.requests.documents import write_json

    expression = request.shapes
    shape_set = request.job().result()
    if as_json:
        print(write_json(shape_set))
        return
    rows = [(shape_index(*lengths), lengths) for lengths in shape_set]
    hands = shape_hands()
    header = "Index|  S  H  D  C"
    print(header if expression is None else f"{header}           hands    percent")
    print("=" * (18 if expression is None else 45))
    lines = []
    for index, lengths in rows:
        line = f"{index:5d}|" + "".join(f"{n:3d}" for n in lengths)
        if expression is not None:
            line += f"{int(hands[index]):16,d} {100 * int(hands[index]) / HANDS:10.6f}"
        lines.append(line)
    sys.stdout.write("".join(line + "\n" for line in lines))
    if expression is not None:
        share = 100 * float(shape_set.probability)
        named = "1 shape" if len(shape_set) == 1 else f"{len(shape_set):,} shapes"
        print(f"{named}, {shape_set.hands:,} of {HANDS:,} hands, {share:.6f} %")


COMMAND = Command(shapes, HELP, "Numbers and tables", order=1)
