"""Tables of combinations: entries, filling, files, text, and the defects of BinCoeff they cure."""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from hashlib import blake2b
from itertools import combinations as subsets
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import Card, CardError, NumberingError
from dealwright.base.jobs import Progress
from dealwright.numbering.combinations import Combinations
from dealwright.numbering.table_files import HEADER_BYTES, TableHeader
from dealwright.numbering.table_text import combination_texts, write_combinations
from dealwright.numbering.tables import CombinationTable
from tests.processes import PATIENCE

GUIDE = Path(__file__).parents[2] / "docs" / "coming-from" / "bincoeff.md"

# The figure of the article that introduced BinCoeff: from number 116 of 13 choose 5 down to 0.
FIGURE = """\
T9854 T9853 T9852 T9843 T9842 T9832 T9765 T9764 T9763 T9762
T9754 T9753 T9752 T9743 T9742 T9732 T9654 T9653 T9652 T9643
T9642 T9632 T9543 T9542 T9532 T9432 T8765 T8764 T8763 T8762
T8754 T8753 T8752 T8743 T8742 T8732 T8654 T8653 T8652 T8643
T8642 T8632 T8543 T8542 T8532 T8432 T7654 T7653 T7652 T7643
T7642 T7632 T7543 T7542 T7532 T7432 T6543 T6542 T6532 T6432
T5432 98765 98764 98763 98762 98754 98753 98752 98743 98742
98732 98654 98653 98652 98643 98642 98632 98543 98542 98532
98432 97654 97653 97652 97643 97642 97632 97543 97542 97532
97432 96543 96542 96532 96432 95432 87654 87653 87652 87643
87642 87632 87543 87542 87532 87432 86543 86542 86532 86432
85432 76543 76542 76532 76432 75432 65432
"""
COLEX = sorted(subsets(range(13), 5), key=lambda item: item[::-1])


def by_hand(n: int, k: int, number: int) -> tuple[int, ...]:
    """Unrank in colex by the definition: the highest position whose binomial still fits."""
    found = []
    for j in range(k, 0, -1):
        position = n - 1
        while comb(position, j) > number:
            position -= 1
        found.append(position)
        number -= comb(position, j)
    return tuple(reversed(found))


def weights(positions: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A value that differs between neighbours."""
    total: np.ndarray[Any, Any] = (positions.astype(np.int64) ** 2).sum(axis=1) * 3 + 1
    return total


WEIGHTS = [3 * sum(p * p for p in item) + 1 for item in COLEX]


def refused(path: Path, what: str, **options: Any) -> None:
    """The file is refused in one line that names it and says what is wrong."""
    with pytest.raises(NumberingError) as raised:
        CombinationTable.open(path, **options)
    assert str(path) in str(raised.value)
    assert what in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A complete table of 13 choose 5."""
    path = tmp_path / "complete.table"
    with CombinationTable(13, 5, path=path) as table:
        table.fill(weights)
    return path


# ---- entries


def test_the_article_13_choose_5(body: str) -> None:
    table = CombinationTable(13, 5)
    assert (table.n, table.k, table.order, table.entries) == (13, 5, "colex", 1287)
    assert (len(table), table.nbytes, table.dtype) == (1287, 2574, np.dtype("uint16"))
    assert table.fill(weights, chunk=100) == 1287
    assert list(table) == WEIGHTS
    assert table[12, 11, 10, 9, 8] == table[1286] == table[-1] == WEIGHTS[1286]
    for number, item in enumerate(COLEX):
        assert table[item] == table[item[::-1]] == table[number] == table[number - 1287]
    assert type(table[0]) is int


@pytest.mark.parametrize("order", ["colex", "lex", "gray", "block"])
def test_every_way_to_an_entry(order: str) -> None:
    table = CombinationTable(13, 5, "int32", order=order)
    members = list(Combinations(13, 5, order))
    rows = np.array(members, dtype=np.uint8)
    masks = np.bitwise_or.reduce(np.uint64(1) << rows.astype(np.uint64), axis=1)
    table.set(rows, np.arange(1287))
    assert list(table) == list(range(1287))
    assert table.get(rows[::-1]).tolist() == list(range(1286, -1, -1))
    assert table.get(rows[:, ::-1]).tolist() == list(range(1287))
    assert table.get(rows[7]) == table[rows[7]] == table[list(members[7])] == 7
    table.set_masks(masks, np.arange(1287) + 5)
    assert table.get_masks(masks[:3]).tolist() == [5, 6, 7]
    table.set_numbers([0, -0, 1286], [1, 2, -3])
    assert table.get_numbers([1286, 0, 0]).tolist() == [-3, 2, 2]  # the last of a repeated number
    assert table.get_numbers([]).tolist() == []
    table.set(members[9], 99)
    assert table[np.int64(9)] == 99


def test_slices_are_views_in_memory() -> None:
    table = CombinationTable(13, 5, np.uint8, default=4)
    assert table[3] == 4
    view = table[10:20:2]
    view[:] = 9
    table[0:2] = [7, 8]
    table[-1:] = 6
    assert [table[10], table[11], table[18], table[0], table[1], table[-1]] == [9, 4, 9, 7, 8, 6]
    table[10:12] += 1
    assert (table[10], table[11]) == (10, 5)
    assert np.shares_memory(np.asarray(table), view)
    assert np.asarray(table, dtype=np.float64)[1] == 8.0
    assert not np.shares_memory(np.array(table), view)
    with pytest.raises(ValueError, match="without a copy"):
        table.__array__(np.float32, copy=False)


@pytest.mark.parametrize(
    ("dtype", "value"),
    [(bool, True), (np.int64, -(2**62)), (np.uint64, 2**64 - 1), (np.float32, 0.5), (">i4", -7)],
)
def test_types(dtype: Any, value: Any, tmp_path: Path) -> None:
    table = CombinationTable(6, 3, dtype)
    table[5] = value
    table.save(tmp_path / "t")
    with CombinationTable.open(tmp_path / "t", verify=True) as again:
        assert again == table
        assert again.dtype == np.dtype(dtype)
        assert (again[5], type(again[5])) == (value, type(value))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda t: t[12, 11, 10, 9], "4 positions, not 5"),
        (lambda t: t[13, 11, 10, 9, 8], "outside 0 to 12"),
        (lambda t: t[12, 12, 10, 9, 8], "12 occurs twice in a combination"),
        (lambda t: t[8, 12, 10, 9, 8], "8 occurs twice in a combination"),
        (lambda t: t["AKQJT"], "of 52, not of 13: write positions, not 'AKQJT'"),
        (lambda t: t[12, "a", 10, 9, 8], "of 52, not of 13"),
        (lambda t: t[True], "an integer, not True"),
        (lambda t: t[1.5], "an integer, not 1.5"),
        (lambda t: t.get([[0, 1, 2, 3, 3]]), "row 0 .0 1 2 3 3. is not 5 different"),
        (lambda t: t.get(np.zeros((2, 2, 5), dtype=int)), "rows of 5"),
        (lambda t: t.get_masks([15]), "is not 5 of 13"),
        (lambda t: t.get_numbers([0, 1287]), "1,287 is not one of the numbers 0 to 1,286"),
        (lambda t: t.get_numbers([-1]), "-1 is not one"),
        (lambda t: t.get_numbers([0.5]), "an integer, not"),
        (lambda t: t.get_numbers([[0]]), "one-dimensional"),
        (lambda t: t.__setitem__(0, 65536), "65,536 does not fit a table of uint16"),
        (lambda t: t.__setitem__(0, np.int64(-1)), "-1 does not fit"),
        (lambda t: t.__setitem__(0, 0.5), "float64 do not go into a table of uint16"),
        (lambda t: t.__setitem__(slice(0, 3), [1, 2]), "3 values are needed"),
        (lambda t: t.set_numbers([1, 2], [1, 2, 3]), "2 values are needed"),
        (lambda t: t.append(1), "only a table of objects"),
        (lambda t: t.verify(), "in memory has no checksum"),
        (lambda t: t.seal(), "in memory has no checksum"),
        (lambda t: t.fill(weights, chunk=0), "must be at least 1, not 0"),
        (lambda t: t.fill(weights, threads=0), "must be at least 1, not .* and 0"),
        (lambda t: t.fill(weights, masks=True, numbers=True), "masks or numbers, not both"),
        (lambda t: t.fill(lambda r: r[1:], numbers=True), r"returned \(1286,\) for 1287"),
        (lambda t: t.fill(lambda p: p[:-1, 0]), r"returned \(1286,\) for 1287"),
        (lambda t: t.fill(lambda p: p.sum()), r"returned \(\) for 1287"),
        (lambda t: t.fill(lambda p: p.astype(float)[:, 0]), "float64 do not go"),
        (lambda t: t.fill(lambda p: p[:, 0].astype(int) - 1), "-1 does not fit"),
        (lambda t: CombinationTable(5, -1), r"n and k must not be negative \(n=5, k=-1\)"),
        (lambda t: CombinationTable(5, 2, "uint17"), "not uint17"),
        (lambda t: CombinationTable(5, 2, "datetime64[s]"), "numbers .* or objects, not"),
        (lambda t: CombinationTable(5, 2, object, path="x"), "in memory only"),
        (lambda t: CombinationTable(5, 2, object).save("x"), "in memory only"),
        (lambda t: CombinationTable(5, 2, path="x", mode="r"), "mode 'x', 'w' or 'a'"),
        (lambda t: CombinationTable.open("x", "w"), "mode 'r' or 'r.'"),
        (lambda t: t.save("x", mode="a"), "mode 'x' or 'w'"),
    ],
)
def test_refusals(wrong: Callable[[CombinationTable], object], message: str) -> None:
    with pytest.raises(NumberingError, match=message) as raised:
        wrong(CombinationTable(13, 5))
    assert "\n" not in str(raised.value)


def test_numbers_out_of_range_end_a_sequence() -> None:
    table = CombinationTable(13, 5)
    for number in (1287, -1288):
        with pytest.raises(IndexError, match="1,287 entries"):
            table[number]


def test_info_repr_and_equality(file: Path) -> None:
    memory = CombinationTable(13, 5, order="colex")
    memory.fill(weights)
    assert memory.info()["checksum"] is None
    assert repr(memory) == "<CombinationTable(13, 5, uint16)>"
    with CombinationTable.open(file) as stored:
        info = stored.info()
        assert stored == memory
        assert stored != 5
        assert (info["path"], info["filled"], info["set"]) == (str(file), 1287, 1287)
        assert len(info["checksum"]) == 32
        memory[0] += 1
        assert stored != memory
        assert "path=" in repr(stored)
    assert CombinationTable(13, 5, order="lex") != CombinationTable(13, 5)
    assert CombinationTable(13, 5, np.uint8) == CombinationTable(13, 5, np.float64)
    assert "order='lex'" in repr(CombinationTable(13, 5, order="lex"))


# ---- objects


def test_objects() -> None:
    table = CombinationTable(13, 5, object)
    table[12, 11, 10, 9, 8] = royal = ["a list", "of two"]
    table.set([[4, 3, 2, 1, 0], [5, 3, 2, 1, 0]], ["wheel", (1, 2)])
    assert table[-1] is royal
    assert list(table.items()) == [(0, "wheel"), (1, (1, 2)), (1286, royal)]
    assert list(table) == ["wheel", (1, 2), royal]
    assert table[0:3].tolist() == ["wheel", (1, 2), None]
    assert table.get_masks([31, 47]).tolist() == ["wheel", (1, 2)]
    assert table.nbytes < 1000
    table[0:2] = ["x", "y"]
    table.set_numbers([7], [None])
    assert (table[1], len(table), len(np.asarray(table))) == ("y", 4, 1287)
    other = CombinationTable(13, 5, object)
    other.set_numbers([0, 1, 7, 1286], ["x", "y", None, royal])
    assert other == table
    assert other != CombinationTable(13, 5, object)
    assert CombinationTable(4, 2, object) != CombinationTable(4, 2)
    for wrong in ("ab", 5, ["x"]):
        with pytest.raises(NumberingError, match="2 objects are needed"):
            table[0:2] = wrong


def test_objects_are_filled_too() -> None:
    table = CombinationTable(6, 3, object)
    assert table.fill(lambda p: [tuple(row) for row in p.tolist()], chunk=7) == 20
    assert list(table) == list(Combinations(6, 3))
    table.fill(lambda masks: masks, masks=True)
    assert table[0] == 7
    assert type(table[0]) is int
    with pytest.raises(NumberingError, match="for 20 combinations"):
        table.fill(lambda p: [1])


# ---- filling


def test_chunks_threads_masks_and_bodies_make_the_same_file(
    body: str, file: Path, tmp_path: Path
) -> None:
    calls: list[tuple[Any, ...]] = []
    with CombinationTable(13, 5, path=tmp_path / "a") as table:
        job = table.filling(weights, chunk=300)
        job.watch(lambda progress: calls.append(progress[:3]))
        assert [numbers.stop for numbers in job] == [300, 600, 900, 1200, 1287]
    assert calls == [(done, 1287, "entries") for done in (0, 300, 600, 900, 1200, 1287)]
    with CombinationTable(13, 5, path=tmp_path / "b") as table:
        table.fill(weights, chunk=13, threads=3)

    def of_masks(masks: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        bits = masks[:, None] >> np.arange(13, dtype=np.uint64) & np.uint64(1)
        result: np.ndarray[Any, Any] = bits.astype(np.int64) @ np.arange(13) ** 2 * 3 + 1
        return result

    with CombinationTable(13, 5, path=tmp_path / "c") as table:
        table.fill(of_masks, masks=True)
    with CombinationTable(13, 5, path=tmp_path / "e") as table:
        table.fill(lambda numbers: WEIGHTS[numbers.start : numbers.stop], numbers=True, chunk=77)
    memory = CombinationTable(13, 5)
    memory.fill(weights, threads=2, chunk=50)
    memory.save(tmp_path / "d")
    for name in "abcde":
        assert (tmp_path / name).read_bytes() == file.read_bytes()


class Interrupting:
    """Weights, until Ctrl-C comes in some chunk."""

    def __init__(self, chunks: int) -> None:
        self.left = chunks

    def __call__(self, positions: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return weights(positions)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupted_fill_resumes(file: Path, tmp_path: Path, threads: int) -> None:
    path = tmp_path / "partial"
    with (
        pytest.raises(KeyboardInterrupt),
        CombinationTable(13, 5, path=path) as table,
    ):
        table.fill(Interrupting(3), chunk=100, threads=threads)
    with CombinationTable.open(path, "r+") as table:
        assert 0 < table.filled <= 300
        assert table[table.filled - 1] == WEIGHTS[table.filled - 1]
        assert table[table.filled] == 0
        with pytest.raises(NumberingError, match="no checksum yet; it is filled up to entry"):
            table.verify()
        with pytest.raises(NumberingError, match="finish the fill first"):
            table.save(tmp_path / "copy")
        with pytest.raises(KeyboardInterrupt):
            table.fill(Interrupting(2), chunk=64)
    before = table.filled
    with CombinationTable(13, 5, path=path, mode="a") as table:
        assert table.fill(weights, chunk=111) == 1287 - before
    assert path.read_bytes() == file.read_bytes()


def test_a_killed_fill_resumes(file: Path, tmp_path: Path) -> None:
    script = textwrap.dedent("""
        import os, signal, sys
        import numpy as np
        from dealwright.numbering.tables import CombinationTable
        def weights(positions):
            if positions[0, 4] >= 11:
                os.kill(os.getpid(), signal.SIGKILL)
            return (positions.astype(np.int64) ** 2).sum(axis=1) * 3 + 1
        CombinationTable(13, 5, path=sys.argv[1]).fill(weights, chunk=50)
    """)
    path = tmp_path / "killed"
    done = subprocess.run([sys.executable, "-c", script, path], check=False, timeout=PATIENCE)
    assert done.returncode == -signal.SIGKILL
    with CombinationTable.open(path, "r+") as table:
        assert table.filled == 500  # of 11 choose 5 = 462, the next whole chunk
        table.fill(weights)
    assert path.read_bytes() == file.read_bytes()


def test_an_error_in_the_progress_report_keeps_the_chunk(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.done:
            raise RuntimeError(f"{progress.done} of {progress.total}")

    with CombinationTable(13, 5, path=tmp_path / "t") as table:
        job = table.filling(weights, chunk=100, threads=2)
        job.watch(stop)
        with pytest.raises(RuntimeError, match="100 of 1287"):
            job.result()
        assert table.filled == 100


def test_resuming_in_memory() -> None:
    table = CombinationTable(13, 5)
    with pytest.raises(KeyboardInterrupt):
        table.fill(Interrupting(2), chunk=100)
    assert table.filled == 200
    assert table.fill(weights) == 1087
    assert list(table) == WEIGHTS
    assert table.fill(lambda p: p[:, 0]) == 1287  # a complete one is filled anew
    with pytest.raises(KeyboardInterrupt):
        table.fill(Interrupting(2), chunk=100)
    assert table.fill(weights, resume=False) == 1287


def test_a_complete_file_is_left_as_it_is(file: Path) -> None:
    before = file.read_bytes()
    with CombinationTable(13, 5, path=file, mode="a") as table:
        assert table.fill(lambda p: p[:, 0]) == 0
    assert file.read_bytes() == before
    with CombinationTable(13, 5, path=file, mode="a") as table:
        assert table.fill(lambda p: p[:, 0], resume=False, chunk=200) == 1287
    with CombinationTable.open(file, verify=True) as table:
        assert table[0] == 0
    with CombinationTable.open(file, "r+") as table:
        with pytest.raises(KeyboardInterrupt):
            table.fill(Interrupting(1), resume=False, chunk=200)
        assert (table.filled, table.info()["checksum"]) == (200, None)


# ---- files


def test_reopening(file: Path) -> None:
    assert file.stat().st_size == HEADER_BYTES + 1287 * 2
    with CombinationTable.open(file, verify=True) as table:
        table.verify()
        verifying = table.verifying()
        assert list(verifying)[-1] == 1287
        assert verifying.progress == (1287, 1287, "entries", "")
        assert list(table) == WEIGHTS
        part = table[5:8]
        with pytest.raises(ValueError, match="read-only"):
            part[0] = 1
        for change in (
            lambda: table.__setitem__(0, 1),
            lambda: table.__setitem__(slice(0, 2), 1),
            lambda: table.set_masks([31], 1),
            lambda: table.fill(weights),
            table.seal,
        ):
            with pytest.raises(
                NumberingError, match=r"opened for reading; open it with mode='r\+'"
            ):
                change()
    assert part.tolist() == WEIGHTS[5:8]  # a view keeps the file mapped
    table.close()
    for use in (lambda: table[0], lambda: len(table), table.flush, table.verify, table.items):
        with pytest.raises(NumberingError, match="closed"):
            use()


def test_changes_by_hand_renew_the_checksum(file: Path, tmp_path: Path) -> None:
    before = file.read_bytes()
    with CombinationTable.open(file, "r+") as table:
        table[700] = 5
        table.flush()
        assert table.info()["checksum"] is None
        shutil.copy(file, tmp_path / "lost its writer")
    with CombinationTable.open(file, verify=True) as table:
        assert table[700] == 5
    with CombinationTable.open(tmp_path / "lost its writer", "r+") as table:
        with pytest.raises(NumberingError, match="was changed and not closed"):
            table.verify()
        table.seal()
    assert (tmp_path / "lost its writer").read_bytes() == file.read_bytes() != before
    with CombinationTable.open(file, "r+") as table:
        table[700] = WEIGHTS[700]
    assert file.read_bytes() == before


def test_a_file_set_by_hand_is_sealed(tmp_path: Path) -> None:
    path = tmp_path / "t"
    with CombinationTable(13, 5, np.int8, path=path, default=-1) as table:
        table[3] = 4
        assert table.filled == 0
    with CombinationTable.open(path, "r+") as table:
        assert (table[2], table[3], table[1286]) == (-1, 4, -1)
        table.seal()
        table.verify()
    with CombinationTable.open(path, verify=True) as table:
        assert table.filled == 1287


def test_modes(file: Path, tmp_path: Path) -> None:
    with pytest.raises(NumberingError, match="already exists"):
        CombinationTable(13, 5, path=file)
    memory = CombinationTable(13, 5)
    with pytest.raises(NumberingError, match="already exists"):
        memory.save(file)
    with pytest.raises(NumberingError, match="holds 13 choose 5, colex, uint16"):
        CombinationTable(13, 5, np.uint8, path=file, mode="a")
    with CombinationTable.open(file) as old:
        memory.save(file, mode="w")
        assert list(old) == WEIGHTS  # the old file stays as long as it is mapped
        old.save(tmp_path / "again")
    with CombinationTable.open(file, verify=True) as table:
        assert table == memory
        table.save(file, mode="w")  # over itself
        table.verify()
    with CombinationTable(13, 4, path=file, mode="w") as table:
        assert table.entries == 715
    with pytest.raises(FileNotFoundError):
        CombinationTable.open(tmp_path / "missing")


def test_every_altered_byte_of_the_header_is_refused(file: Path, tmp_path: Path) -> None:
    good = file.read_bytes()
    path = tmp_path / "altered"
    for at in range(HEADER_BYTES):
        bad = bytearray(good)
        bad[at] ^= 0x11
        path.write_bytes(bad)
        refused(path, "")
    bad = bytearray(good)
    bad[20] ^= 1
    path.write_bytes(bad)
    refused(path, "the header is altered")


def test_altered_data_are_found_by_verify(file: Path) -> None:
    good = file.read_bytes()
    for at in (HEADER_BYTES, HEADER_BYTES + 1001, len(good) - 1):
        bad = bytearray(good)
        bad[at] ^= 1
        file.write_bytes(bad)
        CombinationTable.open(file).close()
        refused(file, "the values are altered", verify=True)


@pytest.mark.parametrize(
    ("size", "what"),
    [
        (0, "not a combination table"),
        (5, "not a combination table"),
        (8, "cut off within the header, after 8 bytes"),
        (127, "cut off within the header"),
        (128, "cut off; 128 bytes where the header says 2,702"),
        (2701, "cut off; 2,701 bytes"),
        (2703, "too long; 2,703 bytes"),
    ],
)
def test_truncated_files(file: Path, size: int, what: str) -> None:
    os.truncate(file, size)
    refused(file, what)
    refused(file, what, mode="r+")


def test_foreign_files(tmp_path: Path) -> None:
    path = tmp_path / "foreign"
    path.write_text("T9854 T9853\n" * 200)
    refused(path, "not a combination table")
    with path.open("wb") as other:
        np.save(other, np.zeros(1287))
    refused(path, "not a combination table")


@pytest.mark.parametrize(
    ("field", "value", "what"),
    [
        ("<I8", 2, "format version 2; this reads version 1"),
        ("<Q16", 14, "contradicts itself"),
        ("<Q48", 1288, "contradicts itself"),
        ("<Q56", 1288, "contradicts itself"),
        ("<Q56", 5, "contradicts itself"),
        ("<Q16", 2**64 - 1, "contradicts itself"),
        ("8s32", b"wild", "unknown order or type"),
        ("8s32", b"\xff", "unknown order or type"),
        ("8s40", b"|O", "unknown order or type"),
        ("8s40", b"<u2,<u2", "unknown order or type"),
    ],
)
def test_headers_that_contradict_themselves(file: Path, field: str, value: Any, what: str) -> None:
    data = bytearray(file.read_bytes())
    kind, at = re.fullmatch(r"(<.|8s)(\d+)", field).groups()  # type: ignore[union-attr]
    struct.pack_into(kind, data, int(at), value)
    data[112:128] = blake2b(data[:112], digest_size=16).digest()
    file.write_bytes(data)
    refused(file, what)


def test_a_header_of_absurd_size_is_refused_at_once(tmp_path: Path) -> None:
    header = TableHeader(2**63, 2**62, "colex", np.dtype("u1"), 10)
    path = tmp_path / "absurd"
    path.write_bytes(header.pack() + bytes(10))
    refused(path, "contradicts itself")


def test_a_file_that_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OSError):  # 20 million gigabytes: no file or no room to map it
        CombinationTable(64, 20, np.uint8, path=tmp_path / "t")
    assert not (tmp_path / "t").exists()


def test_more_than_2_to_31_entries(tmp_path: Path) -> None:
    probe = tmp_path / "probe"
    with probe.open("wb") as stream:
        stream.truncate(1 << 26)
    if probe.stat().st_blocks * 512 > 1 << 20:
        pytest.skip("this file system has no sparse files")
    path = tmp_path / "huge"
    last = tuple(range(56, 64))
    middle = by_hand(64, 8, 2**32 + 7)
    with CombinationTable(64, 8, np.uint8, path=path) as table:
        assert (table.entries, table.nbytes) == (4_426_165_368, 4_426_165_368)
        table[0] = 1
        table[last] = 200
        table[middle] = 32
        table[2**31] = 31
        table.set_masks([0b111111110], 9)
        assert len(table) == 4_426_165_368
    assert path.stat().st_size == HEADER_BYTES + 4_426_165_368
    assert path.stat().st_blocks * 512 < 1 << 22
    with CombinationTable.open(path) as table:
        assert (table[0], table[-1], table[2**32 + 7], table[2**31]) == (1, 200, 32, 31)
        assert table.get([middle, last]).tolist() == [32, 200]
        assert table.get_numbers([2**32 + 6, 2**32 + 7, 4_426_165_367]).tolist() == [0, 32, 200]
        assert table[2**32 + 6 : 2**32 + 9].tolist() == [0, 32, 0]
        assert table[1, 2, 3, 4, 5, 6, 7, 8] == 9
    os.truncate(path, path.stat().st_size - 1)
    refused(path, "cut off")


def test_filling_beyond_2_to_32(tmp_path: Path) -> None:
    probe = tmp_path / "probe"
    with probe.open("wb") as stream:
        stream.truncate(1 << 26)
    if probe.stat().st_blocks * 512 > 1 << 20:
        pytest.skip("this file system has no sparse files")
    path = tmp_path / "huge"
    with CombinationTable(64, 8, np.uint8, path=path) as table:
        assert table._file is not None
        table._file.restart(2**32 - 10)  # as if it had been filled so far
        seen: list[np.ndarray[Any, Any]] = []

        def first(positions: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
            if len(seen) == 2:
                raise KeyboardInterrupt
            seen.append(positions)
            result: np.ndarray[Any, Any] = positions[:, 0]
            return result

        with pytest.raises(KeyboardInterrupt):
            table.fill(first, chunk=20)
        assert table.filled == 2**32 + 30
        assert tuple(seen[0][9].tolist()) == by_hand(64, 8, 2**32 - 1)
        assert tuple(seen[1][-1].tolist()) == by_hand(64, 8, 2**32 + 29)
        numbers = range(2**32 - 10, 2**32 + 30)
        expected = [by_hand(64, 8, number)[0] for number in numbers]
        assert table[2**32 - 10 : 2**32 + 30].tolist() == expected


# ---- text


def test_the_figure_of_the_article(tmp_path: Path) -> None:
    out = io.StringIO()
    CombinationTable(13, 5).write_text(out, width=60, stop=117)
    assert out.getvalue() == FIGURE
    CombinationTable(13, 5).write_text(tmp_path / "all.txt", width=60)
    lines = (tmp_path / "all.txt").read_text()
    assert lines.startswith("AKQJT AKQJ9 AKQJ8")
    assert lines.split()[-117:] == FIGURE.split()
    assert len(lines.split()) == 1287
    assert all(len(line) == 59 for line in lines.splitlines()[:-1])
    CombinationTable(13, 5).write_text(out := io.StringIO(), stop=117, descending=False)
    assert out.getvalue().split() == FIGURE.split()[::-1]


def test_text_longer_than_a_batch() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    expected = ["".join(item) for item in subsets(reversed(letters), 5)]
    for descending in (True, False):
        write_combinations(
            Combinations(26, 5), out := io.StringIO(), letters, width=1, descending=descending
        )
        assert out.getvalue().split("\n")[:-1] == expected[:: 1 if descending else -1]


def test_text_of_other_shapes() -> None:
    some = Combinations(5, 2)

    def text(**options: Any) -> str:
        write_combinations(some, out := io.StringIO(), **options)
        return out.getvalue()

    names = ["do", "re", "mi", "fa", "so"]
    assert text(names=names, group="-", separator=", ", width=12, start=7) == (
        "so-fa, so-mi\nso-re\n"
    )
    assert text(names=None, group=" ", separator=" | ", start=3, stop=6, descending=False) == (
        "3 0 | 3 1 | 3 2\n"
    )
    assert text(names="abcde", separator="", width=1, stop=2) == "ca\nba\n"
    assert text(names="abcde", start=4, stop=4) == ""
    write_combinations(Combinations(3, 0), out := io.StringIO(), "abc")
    assert out.getvalue() == "\n"
    for wrong, message in [
        ({}, "13 names for 5 positions"),
        ({"names": None, "width": 0}, "at least one character"),
        ({"names": None, "start": 3, "stop": 2}, "3 up to 2"),
        ({"names": None, "stop": 11}, "up to 11 are not a range within 0 to 10"),
        ({"names": None, "start": -1}, "-1 up to 10"),
    ]:
        with pytest.raises(NumberingError, match=message):
            text(**wrong)


# ---- the defects of BinCoeff (docs/coming-from/bincoeff.md names these tests)


def test_counts_are_exact() -> None:
    assert CombinationTable(52, 7, object).entries == 133_784_560
    assert CombinationTable(67, 33, object).entries == 14_226_520_737_620_288_370
    assert CombinationTable(100, 50, object).entries == 100_891_344_545_564_193_334_812_497_256


def test_67_choose_33_fits_64_bits() -> None:
    table = CombinationTable(67, 33, object)
    top = tuple(range(34, 67))
    table[top] = "last"
    assert list(table.items()) == [(14_226_520_737_620_288_369, "last")]
    rows = np.array([top, range(33)], dtype=np.uint8)
    ranks = Combinations(67, 33).rank(rows)
    assert (ranks.dtype, ranks.tolist()) == (np.uint64, [14_226_520_737_620_288_369, 0])
    assert table.get(rows).tolist() == ["last", None]
    with pytest.raises(NumberingError, match="dtype=object keeps those set only"):
        CombinationTable(67, 33, np.uint8)


def test_100_choose_50_is_no_unsigned_int() -> None:
    source = Combinations(100, 50)
    top = tuple(range(50, 100))
    assert source.size.bit_length() == 97
    assert source.rank(top) == comb(100, 50) - 1
    assert source.rank(np.array([top])).tolist() == [comb(100, 50) - 1]
    table = CombinationTable(100, 50, object)
    table.set(np.array([top, range(50)]), ["top", "bottom"])
    table[2**90] = "middle"
    assert [number for number, _ in table.items()] == [0, 2**90, comb(100, 50) - 1]
    assert table.get_numbers([2**90, 5]).tolist() == ["middle", None]
    assert table[by_hand(100, 50, 2**90)] == "middle"
    with pytest.raises(OverflowError):
        len(source)
    with pytest.raises(NumberingError, match="no 64-bit numbers"):
        table.get_masks([1])
    with pytest.raises(NumberingError, match="too many to fill"):
        table.fill(weights)
    with pytest.raises(NumberingError, match="do not fit an array"):
        CombinationTable(100, 50)


@pytest.mark.parametrize(
    ("n", "k", "low"), [(52, 13, 2**32 - 2), (67, 33, 2**63 - 2), (100, 50, 2**64 - 2)]
)
def test_numbers_beyond_32_and_64_bits_are_written(n: int, k: int, low: int) -> None:
    texts = list(combination_texts(Combinations(n, k), None, " ", low, low + 4, descending=False))
    expected = [" ".join(map(str, by_hand(n, k, low + i)[::-1])) for i in range(4)]
    assert texts == expected


@pytest.mark.parametrize(("n", "k"), [(13, 5), (52, 13), (100, 50)])
def test_descending_output_goes_down(n: int, k: int) -> None:
    size = comb(n, k)
    source = Combinations(n, k)
    for start, stop in [(size - 5, size), (size // 2, size // 2 + 5), (0, 5)]:
        texts = combination_texts(source, None, " ", start, stop)
        ranks = [source.rank(tuple(map(int, text.split()))) for text in texts]
        assert ranks == list(range(stop - 1, start - 1, -1))


def test_output_of_a_huge_numbering_begins_at_once() -> None:
    texts = combination_texts(Combinations(100, 50), None, " ")
    assert next(texts).startswith("99 98 97")


def test_unset_entries_are_no_phantoms() -> None:
    table = CombinationTable(13, 5, object)
    table[100] = thing = ["mutable"]
    assert table[99] is None
    assert table[5] is None
    assert len(table) == 1
    assert table.append(thing) == 101
    assert [number for number, _ in table.items()] == [100, 101]
    assert CombinationTable(13, 5, object, default="none")[0] == "none"
    with pytest.raises(NumberingError, match="can change, and all unset entries"):
        CombinationTable(13, 5, object, default=[])


def test_appending_fills_in_order_and_stops() -> None:
    table = CombinationTable(4, 2, object)
    assert [table.append(item) for item in "abcdef"] == list(range(6))
    with pytest.raises(NumberingError, match="full; its last entry is 5"):
        table.append("g")
    assert table[3, 2] == "f"


def test_input_is_never_changed() -> None:
    table = CombinationTable(13, 5)
    down = [12, 11, 10, 9, 8]
    rows = np.array([[12, 11, 10, 9, 8], [4, 3, 2, 1, 0]], dtype=np.int32)
    masks, numbers = np.array([31], dtype=np.uint64), np.array([3], dtype=np.int8)
    values = np.array([1, 2], dtype=np.int64)
    before: list[np.ndarray[Any, Any]] = [rows.copy(), masks.copy(), numbers.copy(), values.copy()]
    assert table[down] == 0
    table.set(rows, values)
    table.get(rows)
    table.get_masks(masks)
    table.get_numbers(numbers)
    assert down == [12, 11, 10, 9, 8]
    after: list[np.ndarray[Any, Any]] = [rows, masks, numbers, values]
    assert all(np.array_equal(a, b) for a, b in zip(after, before, strict=True))
    unsorted = [12, 8, 11, 10, 9]
    mixed = np.array([unsorted, [0, 4, 1, 3, 2]])
    assert table[unsorted] == table[mixed[0]] == table.get(unsorted) == 1
    assert table.get(mixed).tolist() == [1, 2]
    table.set(mixed, [5, 6])
    assert (table[-1], table[0]) == (5, 6)
    assert unsorted == [12, 8, 11, 10, 9]
    assert mixed.tolist() == [unsorted, [0, 4, 1, 3, 2]]
    with pytest.raises(NumberingError, match="row 1"):
        table.get([[12, 11, 10, 9, 8], [4, 4, 2, 1, 0]])


def test_cards_as_text_in_any_order() -> None:
    table = CombinationTable(52, 5)
    table["As Kd Qh Js Tc"] = 9
    cards = [Card(text) for text in ("Js", "Tc", "As", "Kd", "Qh")]
    assert table["TcJsQhKdAs"] == table[cards] == table[["Js", "Tc", "As", "Kd", "Qh"]] == 9
    assert table.get("Kd As Qh Js Tc") == table[[card.index for card in cards]] == 9
    with pytest.raises(NumberingError, match=r"SA \(51\) occurs twice"):
        table["As Kd Qh Js As"]
    with pytest.raises(NumberingError, match="4 positions, not 5"):
        table["As Kd Qh Js"]
    with pytest.raises(CardError, match="is not a card"):
        table["As Kd Qh Js Xx"]


@pytest.mark.parametrize("n", [0, 1, 13])
def test_nothing_chosen_is_one_combination(n: int, tmp_path: Path) -> None:
    table = CombinationTable(n, 0)
    table[()] = 7
    assert (table.entries, table[0], table[-1], list(table)) == (1, 7, 7, [7])
    assert table.get(np.zeros((2, 0), dtype=np.uint8)).tolist() == [7, 7]
    assert table.get_masks([0]).tolist() == [7]
    table.fill(lambda positions: np.full(len(positions), 3))
    assert table[()] == 3
    table.save(tmp_path / "t")
    with CombinationTable.open(tmp_path / "t", verify=True) as again:
        assert again == table


def test_one_chosen_and_more_than_there_are(tmp_path: Path) -> None:
    assert CombinationTable(13, 1, default=2)[(12,)] == 2
    none = CombinationTable(3, 5, path=tmp_path / "t")
    assert (none.entries, len(none), list(none), none.fill(weights)) == (0, 0, [], 0)
    none.close()
    with CombinationTable.open(tmp_path / "t", verify=True) as again:
        assert again.entries == 0
        with pytest.raises(IndexError):
            again[0]


def test_the_article_column_tables() -> None:
    columns = [[comb(position, j) for position in range(13)] for j in (5, 4, 3, 2)]
    assert columns[0] == [0, 0, 0, 0, 0, 1, 6, 21, 56, 126, 252, 462, 792]
    assert columns[1][:12] == [0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330]
    assert columns[2][:11] == [0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120]
    assert columns[3][:10] == [0, 0, 1, 3, 6, 10, 15, 21, 28, 36]
    assert 792 + 330 + 120 + 36 + 8 == 1286 == Combinations(13, 5).rank((12, 11, 10, 9, 8))
    for item in COLEX:
        high = item[::-1]
        total = sum(column[p] for column, p in zip(columns, high, strict=False)) + high[4]
        assert total == Combinations(13, 5).rank(high)


def test_the_guide_names_tests_that_are_here() -> None:
    named = set(re.findall(r"test_\w+", GUIDE.read_text(encoding="utf-8"))) - {"test_tables"}
    assert len(named) >= 8
    assert named <= set(globals())


# ---- the size of the article's example


@pytest.mark.slow
def test_52_choose_7_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "spades.table"
    bits = np.array([holding.bit_count() for holding in range(8192)], dtype=np.uint16)

    def spades(masks: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        found: np.ndarray[Any, Any] = bits[(masks >> np.uint64(39)).astype(np.int64)]
        return found

    begun = time.perf_counter()
    with CombinationTable(52, 7, path=path) as table:
        assert table.fill(spades, masks=True) == 133_784_560
    built = time.perf_counter()
    assert path.stat().st_size == HEADER_BYTES + 267_569_120
    with CombinationTable.open(path) as table:
        assert table.nbytes == 267_569_120
        histogram = np.zeros(8, dtype=np.int64)
        for start in range(0, table.entries, 1 << 22):
            histogram += np.bincount(table[start : start + (1 << 22)], minlength=8)
        assert histogram.tolist() == [comb(13, s) * comb(39, 7 - s) for s in range(8)]
        assert table[tuple(range(45, 52))] == 7
        scanned = time.perf_counter()
        table.verify()
    done = time.perf_counter()
    print(
        f"built {built - begun:.1f} s, scanned {scanned - built:.1f} s, "
        f"verified {done - scanned:.1f} s"
    )
    assert done - begun < 60


def test_two_that_change_a_file(tmp_path: Path) -> None:
    """They would mix their values, under a checksum that agrees."""
    path = tmp_path / "x.table"
    with CombinationTable(12, 3, path=path, mode="a") as table:
        for open_again in (
            lambda: CombinationTable(12, 3, path=path, mode="a"),
            lambda: CombinationTable.open(path, "r+"),
        ):
            with pytest.raises(NumberingError, match="is open for changing elsewhere"):
                open_again()
        table.fill(lambda subsets: subsets.sum(axis=1))
        assert CombinationTable.open(path, partial=True)[0, 1, 2] == 3  # it can be read
    CombinationTable.open(path, "r+").close()


def test_a_seal_is_over_all_values_the_last_too(tmp_path: Path) -> None:
    path = tmp_path / "t"
    with CombinationTable(13, 5, np.uint8, path=path, default=1) as table:
        table.seal()
    whole = path.read_bytes()
    values = whole.rindex(bytes([1]) * 1287)
    for place in (values, values + 1286):
        path.write_bytes(whole[:place] + b"\x02" + whole[place + 1 :])
        with pytest.raises(NumberingError, match="the values are altered"):
            CombinationTable.open(path, verify=True)
