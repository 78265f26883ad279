"""Whether the arrays of a saved model fit together, so that no kernel reads outside them.

A digest finds damage and not intent: anybody can write a file whose digest agrees. So every array
that is an index into another one is compared with the other's length, and every hand with the cards
that it is dealt from.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.cards import PACK
from dealwright.kernels.exact import most_weight

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Misfit", "check_arrays"]

_MOST_AUTOMATA = 8
_MOST_ROWS = 560  # of a kind of a suit: ways to split 13 small cards over four owners
_MOST_CODES = 1 << 62
_TYPES = {
    "fixed": np.uint64, "small": np.uint64, "accept_start": np.int64, "row_ways": np.float64,
    "row_counts": np.uint32, "assignment": np.uint16, "row_letters": np.uint16,
    "half0.ranks": np.uint64, "half1.ranks": np.uint64, "half0.ways": np.uint64,
    "half1.ways": np.uint64, "half0.code": np.uint32, "half1.code": np.uint32,
    "half0.counts": np.uint8, "half1.counts": np.uint8,
}  # fmt: skip


class Misfit(Exception):
    """Arrays that do not fit together."""


def check_arrays(kind: str, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Check that the arrays of a model of a kind fit together.

    :raises Misfit: if one is missing, or has entries that point outside another one
    """
    for name, array in arrays.items():
        wanted = _TYPES.get(name, _TYPES.get(name.partition(".")[2], np.int32))
        _must(array.ndim == 1 and array.dtype == wanted, name)
    try:
        _check_seating(arrays)
        (_check_honours if kind == "honours" else _check_suits)(arrays)
    except (KeyError, IndexError, ValueError, OverflowError) as error:
        raise Misfit(str(error)) from None


def _must(holds: object, name: str) -> None:
    if not holds:
        raise Misfit(name)


def _within(array: NDArray[Any], least: int, below: int, name: str) -> None:
    """Check that all entries are at least ``least`` and below ``below``."""
    _must(not len(array) or (int(array.min()) >= least and int(array.max()) < below), name)


def _starts(array: NDArray[Any], parts: int, entries: int, name: str) -> None:
    """Check the starts of consecutive parts of some entries."""
    _must(len(array) == parts + 1 and array[0] == 0 and array[-1] == entries, name)
    _must((np.diff(array) >= 0).all(), name)


def _check_seating(arrays: Mapping[str, NDArray[Any]]) -> None:
    owners, seats, pool = (arrays[name] for name in ("owners", "owner_seat", "pool_seats"))
    fixed = [int(mask) for mask in arrays["fixed"]]
    _must(sorted([*seats.tolist(), *pool.tolist()]) == [0, 1, 2, 3] and len(pool) <= 3, "seats")
    _must(owners.tolist() == [len(seats) + (len(pool) > 0)], "owners")
    _must(len(fixed) == 4 and max(mask.bit_count() for mask in fixed) <= 13, "fixed")
    _must(
        sum(fixed) <= PACK and _union(fixed).bit_count() == sum(map(int.bit_count, fixed)), "fixed"
    )


def _union(masks: list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _check_accepted(arrays: Mapping[str, NDArray[Any]], lefts: int, rights: int) -> None:
    right, weight = arrays["accept_right"], arrays["accept_weight"]
    _starts(arrays["accept_start"], lefts, len(right), "accept_start")
    _within(right, 0, rights, "accept_right")
    most = most_weight(int(arrays["owners"][0]), arrays["fixed"].tolist())
    _within(weight, 1, most + 1, "accept_weight")
    _must(len(weight) == len(right), "accept_weight")


def _check_suits(arrays: Mapping[str, NDArray[Any]]) -> None:
    automata = len(arrays["letters0"])
    _must(automata <= _MOST_AUTOMATA, "letters0")
    free, shifts = 0, set[int]()
    for suit in range(4):
        shift, cards = _check_suit(arrays, suit, automata)
        free, shifts = free | cards << shift, shifts | {shift}
    _must(shifts == {0, 13, 26, 39}, "place")
    _must(free == PACK ^ _union([int(mask) for mask in arrays["fixed"]]), "place")
    points = arrays["points"].tolist()
    _must(len(points) == 2 and min(points) >= 1, "points")
    for half in range(2):
        _check_half(arrays, half, automata, points[half])
    outcomes = arrays["outcomes"].tolist()
    _must(len(outcomes) == automata and min(outcomes, default=1) >= 0, "outcomes")
    for j in range(automata):
        fit = arrays[f"fit{j}"]
        _must(len(fit) == int(arrays["classes0"][j]) * int(arrays["classes1"][j]), "fit")
        _within(fit, -1, outcomes[j], "fit")
    (joints,) = arrays["joints"].tolist()
    _must(joints >= 0 and len(arrays["joint"]) == prod(outcomes), "joint")
    _within(arrays["joint"], -1, joints, "joint")
    _check_accepted(arrays, joints * points[0], points[1])


def _check_suit(arrays: Mapping[str, NDArray[Any]], suit: int, automata: int) -> tuple[int, int]:
    """Check a suit; return its place in the pack and its free cards."""
    part = {name: arrays[f"suit{suit}.{name}"] for name in (
        "place", "assignment", "class_kind", "class_points", "class_first", "class_size",
        "row_start", "row_counts", "row_ways", "row_letters",
    )}  # fmt: skip
    (owners,) = arrays["owners"].tolist()
    shift, small, honours = part["place"].tolist()
    _must(shift in (0, 13, 26, 39), "place")
    _must(0 <= small < 8192 and 0 <= honours < 8192 and not small & honours, "place")
    owned = part["assignment"].reshape(-1, 4).astype(np.int64)
    _must((owned.sum(axis=1) == honours).all(), "assignment")
    _must((np.bitwise_or.reduce(owned, axis=1) == honours).all(), "assignment")
    _must(not owned[:, owners:].any(), "assignment")
    first, size = part["class_first"].astype(np.int64), part["class_size"].astype(np.int64)
    classes, rows, kinds = len(first), len(part["row_ways"]), len(part["row_start"]) - 1
    for name in ("class_kind", "class_points", "class_size"):
        _must(len(part[name]) == classes, name)
    _within(first, 0, len(owned) + 1, "class_first")
    _within(size, 1, len(owned) + 1, "class_size")
    _within(first + size, 0, len(owned) + 1, "class_first")
    _within(part["class_kind"], 0, kinds, "class_kind")
    _within(part["class_points"], 0, 1 << 20, "class_points")
    _starts(part["row_start"], kinds, rows, "row_start")
    _within(np.diff(part["row_start"]), 0, _MOST_ROWS + 1, "row_start")
    counts = part["row_counts"][:, None] >> np.arange(0, 32, 8, dtype=np.uint32) & 255
    _must(len(counts) == rows and (counts.sum(axis=1) == small.bit_count()).all(), "row_counts")
    _must(not counts[:, owners:].any(), "row_counts")
    factorials = np.array([factorial(n) for n in range(14)], dtype=np.float64)
    ways = factorials[small.bit_count()] / factorials[counts].prod(axis=1, dtype=np.float64)
    _must((part["row_ways"] == np.rint(ways)).all(), "row_ways")
    letters = arrays[f"letters{suit}"]
    _must(len(letters) == automata, "letters")
    _within(letters, 1, 1 << 16, "letters")
    read = (
        part["row_letters"].reshape(rows, automata)
        if automata
        else np.zeros((rows, 0), dtype=np.float64)
    )
    _must(len(part["row_letters"]) == rows * automata and (read < letters).all(), "row_letters")
    return shift, small | honours


def _check_half(arrays: Mapping[str, NDArray[Any]], half: int, automata: int, points: int) -> None:
    classes = arrays[f"classes{half}"].tolist()
    _must(len(classes) == automata and min(classes, default=1) >= 1, "classes")
    _must(prod(classes) < _MOST_CODES, "classes")
    for j in range(automata):
        first, second = (int(arrays[f"letters{2 * half + k}"][j]) for k in (0, 1))
        compose = arrays[f"compose{half}.{j}"]
        _must(len(compose) >= first * second, "compose")
        _within(compose, -1, classes[j], "compose")
    most = [int(arrays[f"suit{2 * half + k}.class_points"].max(initial=0)) + 1 for k in (0, 1)]
    _must(len(arrays[f"add_points{half}"]) >= prod(most), "add_points")
    _within(arrays[f"add_points{half}"], -1, points, "add_points")


def _check_honours(arrays: Mapping[str, NDArray[Any]]) -> None:
    fixed = [int(mask) for mask in arrays["fixed"]]
    seats, pool = arrays["owner_seat"].tolist(), arrays["pool_seats"].tolist()
    need = [13 - fixed[seat].bit_count() for seat in seats]
    need += [sum(13 - fixed[seat].bit_count() for seat in pool)] if pool else []
    _must(arrays["need"].tolist() == need, "need")
    (small,) = arrays["small"].tolist()
    ranks = [mask for half in (0, 1) for mask in arrays[f"half{half}.ranks"].tolist()]
    cards = [small, *fixed, *ranks]
    _must(sum(cards) == PACK and _union(cards) == PACK, "ranks")  # each card once
    points = [_check_cells(arrays, half, need) for half in range(2)]
    starts = arrays["right_start"]
    _must(len(starts) > 0, "right_start")
    values = np.arange(len(starts), dtype=np.int64)
    _must((np.diff(points[1]) >= 0).all(), "points")
    _must((starts == np.searchsorted(points[1], values)).all(), "right_start")
    _within(points[1], 0, max(len(starts) - 1, 1), "points")
    lefts = len(arrays["accept_start"]) - 1
    _within(points[0], 0, lefts, "points")
    _check_accepted(arrays, lefts, len(starts) - 1)


def _check_cells(
    arrays: Mapping[str, NDArray[Any]], half: int, need: list[int]
) -> NDArray[np.int32]:
    """Check the cells of a half of the ranks; return their points."""
    part = {name: arrays[f"half{half}.{name}"] for name in (
        "ranks", "counts", "ways", "code", "points"
    )}  # fmt: skip
    sizes = [int(mask).bit_count() for mask in part["ranks"]]
    _must(max(sizes, default=0) <= 4, "ranks")
    cells = len(part["ways"])
    counts = part["counts"].reshape(cells, len(sizes), 4).astype(np.int64)
    _must((counts.sum(axis=2) == np.array(sizes, np.int64)).all(), "counts")
    _must(not counts[:, :, len(need) :].any(), "counts")
    held = counts.sum(axis=1)
    _must((held[:, : len(need)] <= need).all(), "counts")
    factorials = np.array([factorial(n) for n in range(5)], dtype=np.int64)
    ways = (factorials[sizes] // factorials[counts].prod(axis=2, dtype=np.int64)).prod(
        axis=1, dtype=np.int64
    )
    _must((part["ways"].astype(np.int64) == ways).all(), "ways")
    code = held[:, :3] << np.arange(0, 15, 5, dtype=np.int64)
    if len(need) < 4:
        code[:, len(need) - 1 :] = 0  # the last owner has what is left
    _must((part["code"] == code.sum(axis=1)).all(), "code")
    _must(len(part["points"]) == cells, "points")
    return part["points"]
