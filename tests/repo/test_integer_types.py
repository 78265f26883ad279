"""Arrays state their types: numpy's own integers have 32 bits on some platforms.

An array of counts or numbers of deals would then overflow. Whether a sum is of integers cannot be
read from the source, so these are the calls whose result depends on the platform, or on what a
reader has to know by heart.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import dealwright

TWINS = Path(__file__).parents[1] / "twins"
# A numpy function, and the place of its dtype among the arguments without a name.
PLACES = {
    "arange": 3, "cumprod": 2, "cumsum": 2, "empty": 1, "full": 2, "ones": 1, "prod": 2, "zeros": 1,
}  # fmt: skip
METHODS = {"cumprod": 1, "cumsum": 1, "prod": 1}


def untyped(source: str) -> Iterator[ast.Call]:
    """Yield the calls that leave the type of an array to numpy."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        of_numpy = isinstance(node.func.value, ast.Name) and node.func.value.id in ("np", "numpy")
        place = (PLACES if of_numpy else METHODS).get(node.func.attr)
        stated = any(keyword.arg == "dtype" for keyword in node.keywords)
        if place is not None and not stated and len(node.args) <= place:
            yield node


@pytest.mark.parametrize(
    ("source", "calls"),
    [
        ("np.arange(13); np.cumsum(x); x.prod(axis=1)", 3),
        ("np.arange(13, dtype=np.int64); np.zeros(3, np.int8); x.prod(dtype=np.int64)", 0),
        ("np.full(3, 7); np.full(3, 7, np.uint8); np.ones((2, 2))", 2),
        ("prod(x); np.sum(x); x.sum(); itertools.product(x)", 0),
    ],
)
def test_what_is_found(source: str, calls: int) -> None:
    assert len(list(untyped(source))) == calls


@pytest.mark.long
@pytest.mark.parametrize("folder", [Path(dealwright.__file__).parent, TWINS], ids=lambda p: p.name)
def test_every_array_states_its_type(folder: Path) -> None:
    files = sorted(folder.rglob("*.py"))
    assert files
    found = [
        f"{path.relative_to(folder)}:{call.lineno}: {ast.unparse(call)}"
        for path in files
        for call in untyped(path.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)
