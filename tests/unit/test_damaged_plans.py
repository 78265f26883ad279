"""Files of plans that are damaged, or altered with a digest that agrees, are refused.

The altered ones run in a child process: what reads outside an array ends the process, not a test.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import ConditionDeals, parse
from dealwright.errors import NumberingError
from dealwright.planning.saved import Saved, load_model, save_model
from dealwright.random_integers import Draws
from dealwright.stream import Stream
from tests.trials import trials

CONDITIONS = [
    "hcp(north) in 15..17 && balanced(north)", "hcp(north) == 37", "hcp(north) + hcp(south) >= 33",
    "spades(north) >= 5 && hcp(south) > 12", "controls(west) > 8 && aces(east) == 0",
]  # fmt: skip


def saved(folder: Path, condition: str) -> Saved:
    parse(condition).numbers().save(folder / "x.plan")
    return load_model(folder / "x.plan")


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_plan_comes_back(tmp_path: Path, condition: str) -> None:
    deals = parse(condition).numbers()
    deals.save(tmp_path / "x.plan")
    assert ConditionDeals.load(tmp_path / "x.plan") == deals


@pytest.mark.long
def test_damaged_bytes(tmp_path: Path) -> None:
    """A byte changed anywhere, or the end cut off, is an error of one kind or changes nothing."""
    path = tmp_path / "x.plan"
    deals = parse("hcp(north) == 37").numbers()
    deals.save(path)
    data, chance = path.read_bytes(), Draws(Stream("1"), 0)
    refused = 0
    for _ in range(1500):
        at = chance.below(len(data))
        damaged = data[:at] + bytes([chance.below(256)]) + data[at + 1 :]
        path.write_bytes(damaged if chance.below(10) else data[:at])
        try:
            assert ConditionDeals.load(path) == deals
        except NumberingError:
            refused += 1
    assert refused > 500


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("owners", 4), ("owner_seat", 3), ("letters0", 9), ("accept_start", 1 << 40),
        ("accept_right", 1 << 20), ("accept_weight", 0), ("suit0.class_kind", 999),
        ("suit1.class_first", -5), ("suit2.row_letters", 60_000), ("suit3.row_ways", 7.0),
        ("suit0.row_start", -1), ("compose0.0", 500), ("fit0", 500), ("joint", 77),
        ("add_points1", 1 << 20), ("points", 1 << 30), ("classes1", 0), ("fixed", 3),
        ("suit2.place", 1 << 30),
    ],
)  # fmt: skip
def test_an_array_that_points_outside(tmp_path: Path, name: str, value: Any) -> None:
    model = saved(tmp_path, CONDITIONS[0])
    model.arrays[name][0] = value
    save_model(tmp_path / "y.plan", model)
    with pytest.raises(NumberingError, match=r"is a damaged plan: .* does not fit"):
        ConditionDeals.load(tmp_path / "y.plan")


@pytest.mark.long
def test_arrays_that_are_missing_or_of_another_type(tmp_path: Path) -> None:
    for condition in CONDITIONS[:2]:
        model = saved(tmp_path, condition)
        for name, array in model.arrays.items():
            left = {key: value for key, value in model.arrays.items() if key != name}
            for arrays in (left, {**left, name: array.astype(np.float32)}):
                save_model(tmp_path / "y.plan", model._replace(arrays=arrays))
                with pytest.raises(NumberingError, match="is a damaged plan"):
                    ConditionDeals.load(tmp_path / "y.plan")


def altered(model: Saved, chance: Draws) -> dict[str, Any]:
    """Return the arrays with a few entries changed, or one array cut off."""
    arrays = {name: array.copy() for name, array in model.arrays.items()}
    for _ in range((1, 1, 1, 2, 4)[chance.below(5)]):
        name = sorted(arrays)[chance.below(len(arrays))]
        array = arrays[name]
        if not len(array):
            continue
        at = chance.below(len(array))
        if not chance.below(10):
            arrays[name] = array[:at].copy()
        elif array.dtype.kind == "f":
            array[at] = (0.0, 1e300, -1.0, array[at] + 1)[chance.below(4)]
        else:
            most, least = np.iinfo(array.dtype).max, np.iinfo(array.dtype).min
            other = int(array[chance.below(len(array))])
            value = (int(array[at]) + 1, int(array[at]) - 1, most, least, other)[chance.below(5)]
            array[at] = min(max(value, least), most)
    return arrays


def alter_many(folder: Path, count: int) -> None:
    """Load altered plans, and number deals with those that still count as many deals.

    Counting an altered plan again takes no more operations than its plan says, and so 128 MiB are
    enough for all of them.
    """
    chance = Draws(Stream("7"), 0)
    models = [saved(folder, condition) for condition in CONDITIONS]
    path = folder / "y.plan"
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(count):
        model = models[number % len(models)]
        save_model(path, model._replace(arrays=altered(model, chance)))
        with suppress(NumberingError):
            deals = ConditionDeals.load(path)
            deals.rank_many(deals.unrank_many(range(0, deals.size, deals.size // 50 + 1)))
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - used  # KiB
    print("done" if more < 128 << 10 else f"{more >> 10} MiB")


@pytest.mark.long
def test_counting_again_takes_no_more_operations_than_the_plan_says(tmp_path: Path) -> None:
    for condition in CONDITIONS:
        model = saved(tmp_path, condition)
        assert model.operations > 0
        save_model(tmp_path / "y.plan", model)
        again = ConditionDeals.load(tmp_path / "y.plan")
        again.save(tmp_path / "z.plan")
        assert load_model(tmp_path / "z.plan").operations == model.operations
        save_model(tmp_path / "y.plan", model._replace(operations=model.operations // 2))
        with pytest.raises(NumberingError, match="is a damaged plan: it cannot be counted"):
            ConditionDeals.load(tmp_path / "y.plan")
        save_model(tmp_path / "y.plan", model._replace(operations=-1))
        with pytest.raises(NumberingError, match="is not a plan"):
            ConditionDeals.load(tmp_path / "y.plan")


@pytest.mark.long
@pytest.mark.parametrize("count", [150, pytest.param(trials(5000), marks=pytest.mark.slow)])
def test_no_altered_plan_ends_the_process(tmp_path: Path, count: int) -> None:
    code = (
        "from pathlib import Path; from tests.unit.test_damaged_plans import alter_many;"
        f"alter_many(Path({str(tmp_path)!r}), {count})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[-2000:]
