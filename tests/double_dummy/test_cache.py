"""The cache of double-dummy results: what is asked again, other processes, damage, its bound."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random  # noqa: TID251  of damage: no deal is drawn
from zlib import crc32

import numpy as np
import pytest

from dealwright import ArgumentError, Seat, Stopped, Strain, deal, solve
from dealwright.answers.records import read_record
from dealwright.base.kernels.stopping import StopFlag
from dealwright.double_dummy import cache as cache_module
from dealwright.double_dummy import results as results_module
from dealwright.double_dummy.asks import Ask, Leads, Tables, Tricks
from dealwright.double_dummy.bounds import UNKNOWN, merged
from dealwright.double_dummy.cache import (
    DEFAULT_BOUND,
    CachedSolver,
    CacheInfo,
    cache_bound,
    cache_path,
    default_solver,
)
from dealwright.double_dummy.core_solver import CoreSolver
from dealwright.double_dummy.results import Results
from tests.oracles.formula_solver import FormulaSolver
from tests.processes import PATIENCE

MASKS = deal(40, seed="cache").masks
EASY = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"


class Counted(FormulaSolver):
    """A solver whose tricks are a function of the hands; it counts what it solves."""

    def __init__(self) -> None:
        self.solved = 0

    def leads(self, masks: np.ndarray, declarer: Seat, strain: Strain) -> np.ndarray:
        """Return the tricks of the defenders after each lead, int8[n, 52]."""
        leader = masks[:, declarer.left, None]
        cards = np.arange(52, dtype=np.uint64)
        made = (masks[:, [0]] >> np.uint64(strain)) % np.uint64(11) + cards % np.uint64(3)
        return np.where(leader >> cards & np.uint64(1), made.astype(np.int8), -1).astype(np.int8)

    def tricks(self, masks: np.ndarray, declarer: Seat, strain: Strain) -> np.ndarray:
        return (13 - self.leads(masks, declarer, strain).max(axis=1)).astype(np.int8)

    def solve(self, ask: Ask, *, stop: object = None) -> np.ndarray:
        self.solved += len(ask) * (len(ask.strains) if isinstance(ask, Tables) else 1)
        return super().solve(ask)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "cache.sqlite"


@pytest.fixture
def plain() -> Counted:
    return Counted()


@pytest.fixture
def cached(path: Path) -> Iterator[CachedSolver]:
    solver = CachedSolver(Counted(), path)
    yield solver
    solver.close()


def solves(cached: CachedSolver) -> int:
    """Return how many results were solved since the last time."""
    counted = cached.solver
    assert isinstance(counted, Counted)
    n, counted.solved = counted.solved, 0
    return n


class TestAnswers:
    @pytest.mark.long
    def test_only_what_is_missing(self, cached: CachedSolver, plain: Counted) -> None:
        spades, south = Strain.SPADES, Seat.SOUTH
        expected = plain.solve(Tables(MASKS))
        found = cached.solve(Tables(MASKS[:10], [spades]))
        assert np.array_equal(found[:, :, spades], expected[:10, :, spades])
        assert (np.delete(found, spades, axis=2) == -1).all()
        assert solves(cached) == 10
        assert np.array_equal(cached.solve(Tables(MASKS)), expected)
        assert solves(cached) == 10 * 4 + 30 * 5
        assert (cached.asked, cached.found) == (40 + 800, 40)
        assert np.array_equal(cached.solve(Tables(MASKS)), expected)
        made = expected[:, south, spades]
        assert np.array_equal(cached.solve(Tricks(MASKS, south, spades)), made)
        for goal in range(1, 14):
            found = cached.solve(Tricks(MASKS, south, spades, goal))
            assert np.array_equal(found, made >= goal)
        assert solves(cached) == 0

    def test_goals_close_in_on_the_tricks(self, cached: CachedSolver, plain: Counted) -> None:
        """An answer to one goal answers every easier or harder one."""
        made = plain.solve(Tricks(MASKS, Seat.EAST, Strain.HEARTS))
        at_least_5 = cached.solve(Tricks(MASKS, Seat.EAST, Strain.HEARTS, 5))
        assert np.array_equal(at_least_5, made >= 5)
        assert solves(cached) == 40
        assert np.array_equal(cached.solve(Tricks(MASKS, Seat.EAST, Strain.HEARTS, 8)), made >= 8)
        assert solves(cached) == (made >= 5).sum()
        assert np.array_equal(cached.solve(Tricks(MASKS, Seat.EAST, Strain.HEARTS, 6)), made >= 6)
        assert solves(cached) == ((made >= 5) & (made < 8)).sum()
        assert np.array_equal(cached.solve(Tricks(MASKS, Seat.EAST, Strain.HEARTS)), made)
        assert solves(cached) == (made != 5).sum()  # at least 5, and not 6

    def test_leads(self, cached: CachedSolver, plain: Counted) -> None:
        diamonds = Strain.DIAMONDS
        expected = plain.solve(Leads(MASKS, Seat.WEST, diamonds))
        for goal in (4, 2, 6):
            beats = cached.solve(Leads(MASKS, Seat.WEST, diamonds, goal))
            assert np.array_equal(beats, plain.solve(Leads(MASKS, Seat.WEST, diamonds, goal)))
        solves(cached)
        assert np.array_equal(cached.solve(Leads(MASKS[:20], Seat.WEST, diamonds)), expected[:20])
        solves(cached)
        assert np.array_equal(cached.solve(Leads(MASKS, Seat.WEST, diamonds))[:20], expected[:20])
        assert 0 < solves(cached) <= 20
        for goal in range(15):
            beats = cached.solve(Leads(MASKS, Seat.WEST, diamonds, goal))
            assert np.array_equal(beats, plain.solve(Leads(MASKS, Seat.WEST, diamonds, goal)))
        assert solves(cached) == 2 * 40  # the goals 0 and 14 are handed on
        made = cached.solve(Tricks(MASKS, Seat.WEST, diamonds))
        assert np.array_equal(made, 13 - expected.max(axis=1))
        assert solves(cached) == 0

    def test_goals_that_need_no_solver(self, cached: CachedSolver) -> None:
        assert cached.solve(Tricks(MASKS, Seat.WEST, Strain.CLUBS, 0)).all()
        assert not cached.solve(Tricks(MASKS, Seat.WEST, Strain.CLUBS, 14)).any()

    def test_the_same_deal_twice(self, cached: CachedSolver, plain: Counted) -> None:
        rows = np.array([3, 1, 3, 3, 1, 2])
        found = cached.solve(Tricks(MASKS[rows], Seat.NORTH, Strain.NOTRUMP))
        assert np.array_equal(found, plain.solve(Tricks(MASKS[rows], Seat.NORTH, Strain.NOTRUMP)))
        assert solves(cached) == 3

    def test_none(self, cached: CachedSolver) -> None:
        none = MASKS[:0]
        assert cached.solve(Tables(none)).shape == (0, 4, 5)
        assert cached.solve(Tables(MASKS, [])).max() == -1
        assert cached.solve(Tricks(none, Seat.NORTH, Strain.CLUBS, 5)).shape == (0,)
        assert cached.solve(Leads(none, Seat.NORTH, Strain.CLUBS)).shape == (0, 52)


class TestFiles:
    def test_the_next_run_and_the_other_contracts(self, path: Path, plain: Counted) -> None:
        for n in (40, 0):
            with_file = CachedSolver(Counted(), path)
            made = with_file.solve(Tricks(MASKS, Seat.NORTH, Strain.CLUBS, 7))
            assert np.array_equal(made, plain.solve(Tricks(MASKS, Seat.NORTH, Strain.CLUBS, 7)))
            assert solves(with_file) == n
            with_file.close()
        assert path.stat().st_size < 20_000
        assert [each.name for each in path.parent.iterdir()] == [path.name]

    @pytest.mark.long
    def test_a_hundred_thousand_results_in_a_second(self, path: Path) -> None:
        """Of as many deals: 0.36 s of an idle core."""
        masks = deal(100_000, seed="many").masks
        solver = CachedSolver(Counted(), path)
        first = solver.solve(Tricks(masks, Seat.SOUTH, Strain.NOTRUMP, 9))
        began = time.process_time()
        again = solver.solve(Tricks(masks, Seat.SOUTH, Strain.NOTRUMP, 9))
        assert time.process_time() - began < 3
        assert np.array_equal(first, again)
        assert (solver.asked, solver.found) == (200_000, 100_000)
        solver.close()

    @pytest.mark.long
    def test_two_at_a_time(self, path: Path) -> None:
        """Processes write bounds of the same deals; every one of them is kept."""
        code = (
            "import sys, numpy as np\n"
            "from dealwright.double_dummy import results\n"
            "from dealwright.double_dummy.bounds import UNKNOWN\n"
            "from dealwright.double_dummy.results import Results\n"
            "results._ATTEMPTS = 3000  # where the disk of a busy machine stands still meanwhile\n"
            "path, which = sys.argv[1], int(sys.argv[2])\n"
            "kept = Results(path, 1 << 26)\n"
            "for start in range(0, 400, 8):\n"
            "    bounds = np.full((8, 20), UNKNOWN, np.uint8)\n"
            "    bounds[:, which] = 0x77\n"
            "    kept.write([b'%012d' % at for at in range(start, start + 8)], bounds)\n"
            "sys.exit(kept.problem or 0)\n"
        )
        work = [
            subprocess.Popen([sys.executable, "-c", code, str(path), str(which)])
            for which in range(4)
        ]
        assert [each.wait(PATIENCE) for each in work] == [0] * 4
        with Results(path, 1 << 26) as kept:
            found = kept.read([b"%012d" % at for at in range(400)], 20)
            assert (found[:, :4] == 0x77).all()
            assert (found[:, 4:] == UNKNOWN).all()
            assert kept.count() == 400

    def test_a_copy_of_the_process(self, cached: CachedSolver, path: Path) -> None:
        code = (
            "import os, sys, numpy as np\n"
            "from dealwright.double_dummy.results import Results\n"
            "kept = Results(sys.argv[1], 1 << 26)\n"
            "kept.write([b'a'], np.array([[0x77]], np.uint8))\n"
            "child = os.fork()\n"
            "if not child:\n"
            "    same = kept.read([b'a'], 1)[0, 0] == 0x77\n"
            "    kept.write([b'b'], np.array([[0x88]], np.uint8))\n"
            "    os._exit(0 if same and not kept.problem else 1)\n"
            "assert os.waitpid(child, 0)[1] == 0\n"
            "assert kept.read([b'a', b'b'], 1).tolist() == [[0x77], [0x88]]\n"
        )
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", code, str(path)], capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")

    @pytest.mark.parametrize("bound", [100_000, 400_000])
    def test_the_bound(self, path: Path, bound: int) -> None:
        """Keys in random order: the file stays near its bound, the newest rows are there."""
        with Results(path, bound) as kept:
            keys = [at.tobytes()[:12] for at in deal(20_000, seed="bound").masks]
            for start in range(0, len(keys), 500):
                part = keys[start : start + 500]
                kept.write(part, np.full((500, 20), 0x55, np.uint8))
                with sqlite3.connect(path) as db:  # age all rows: each write is a day
                    db.execute("UPDATE results SET used = used - 1")
                db.close()
            assert kept.count() <= bound // 64
            assert kept.count() >= bound // 64 * 0.7 - 500
            newest = kept.read(keys[-500:], 20)
            assert (newest == 0x55).all()
            assert (kept.read(keys[:500], 20) == UNKNOWN).all()
            assert not kept.problem
        assert path.stat().st_size < 1.3 * bound

    def test_what_is_used_again_stays(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        day = [100]
        monkeypatch.setattr(results_module, "_today", lambda: day[0])
        with Results(path, 64 * 100) as kept:
            old, other = [b"old"], [b"other"]
            kept.write(old, np.array([[0x11]], np.uint8))
            kept.write(other, np.array([[0x11]], np.uint8))
            day[0] = 101
            assert kept.read(old, 1)[0, 0] == 0x11
            kept.write([b"%d" % at for at in range(99)], np.full((99, 1), 0x11, np.uint8))
            assert kept.read(old, 1)[0, 0] == 0x11
            assert kept.read(other, 1)[0, 0] == UNKNOWN


def check_unused(path: Path, what: str) -> None:
    """Check that answers are right without the file, and that its problem is named."""
    solver = CachedSolver(Counted(), path)
    for n in (40, 40):
        found = solver.solve(Tricks(MASKS, Seat.NORTH, Strain.CLUBS, 7))
        assert np.array_equal(found, Counted().solve(Tricks(MASKS, Seat.NORTH, Strain.CLUBS, 7)))
        assert solves(solver) == n
    assert solver.problem.startswith(f"{path}: ")
    assert what in solver.problem
    solver.close()


class TestDamage:
    def test_no_database(self, path: Path) -> None:
        path.parent.mkdir()
        path.write_text("[Board 1]\n" * 1000)
        check_unused(path, "file is not a database")
        assert path.read_text() == "[Board 1]\n" * 1000

    def test_a_folder(self, path: Path) -> None:
        path.mkdir(parents=True)
        check_unused(path, "unable to open")

    def test_no_folder(self, path: Path) -> None:
        path.parent.write_text("a file")
        check_unused(path, "File exists")

    def test_another_programs_database(self, path: Path) -> None:
        path.parent.mkdir()
        with sqlite3.connect(path) as db:
            db.execute("CREATE TABLE boards (number)")
        db.close()
        before = path.read_bytes()
        check_unused(path, "of another program")
        assert path.read_bytes() == before

    def test_another_version(self, cached: CachedSolver, path: Path) -> None:
        cached.solve(Tables(MASKS[:1]))
        cached.close()
        with sqlite3.connect(path) as db:
            db.execute("PRAGMA user_version = 99")
        db.close()
        check_unused(path, "another version")

    def test_pages_overwritten(self, cached: CachedSolver, path: Path) -> None:
        cached.solve(Tables(MASKS))
        cached.close()
        data = bytearray(path.read_bytes())
        data[4096:] = b"\xaa" * (len(data) - 4096)
        path.write_bytes(data)
        check_unused(path, "malformed")

    def test_rows_of_another_width(self, cached: CachedSolver, path: Path) -> None:
        """They are no results, whoever wrote them."""
        cached.solve(Tables(MASKS[:2]))
        with sqlite3.connect(path) as db:
            db.execute("UPDATE results SET bounds = x'00'")
        db.close()
        solves(cached)
        assert np.array_equal(cached.solve(Tables(MASKS[:2])), Counted().solve(Tables(MASKS[:2])))
        assert solves(cached) == 10

    @pytest.mark.long
    def test_a_full_disk(self, path: Path) -> None:
        """A process may write no file of more than 100 kB; its answers are right all the same."""
        code = (
            "import resource, sys\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
            "from tests.double_dummy.test_cache import *\n"
            "solver = CachedSolver(Counted(), sys.argv[1])\n"
            "masks = deal(20_000, seed=1).masks\n"
            "ask = Tricks(masks, Seat.NORTH, Strain.CLUBS, 7)\n"
            "assert (solver.solve(ask) == Counted().solve(ask)).all()\n"
            "print(solver.problem)\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"{path}: ")
        with Results(path, 1 << 26) as kept:  # what was written before is there
            kept.read([b"a"], 20)
            assert not kept.problem

    def test_a_file_that_may_not_be_written(self, cached: CachedSolver, path: Path) -> None:
        if not hasattr(os, "seteuid") or os.geteuid():
            pytest.skip("becoming another user needs root")
        cached.solve(Tables(MASKS))
        cached.close()
        path.chmod(0o444)
        for folder in (path.parent, *path.parents):
            folder.chmod(folder.stat().st_mode | 0o555)
        os.seteuid(65534)
        try:
            solver = CachedSolver(Counted(), path)
            more = deal(60, seed="cache").masks
            assert np.array_equal(solver.solve(Tables(more)), Counted().solve(Tables(more)))
            assert "readonly" in solver.problem or "unable to open" in solver.problem
            solver.close()
        finally:
            os.seteuid(0)


FEW = MASKS[:6]
HEADER = range(100)  # of the file; what follows in its first page are the tables' definitions


def ask_everything(path: Path) -> CachedSolver:
    """Ask a cache for all kinds of results, which must be right; return it, closed."""
    plain, solver = Counted(), CachedSolver(Counted(), path)
    asked = (FEW, Seat.EAST, Strain.HEARTS)
    assert np.array_equal(solver.solve(Leads(*asked, 5)), plain.solve(Leads(*asked, 5)))
    assert np.array_equal(solver.solve(Leads(*asked)), plain.solve(Leads(*asked)))
    assert np.array_equal(solver.solve(Tricks(*asked, 9)), plain.solve(Tricks(*asked, 9)))
    assert np.array_equal(solver.solve(Tables(FEW)), plain.solve(Tables(FEW)))
    solver.close()
    return solver


@pytest.fixture(scope="module")
def few_results(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a small cache."""
    path = tmp_path_factory.mktemp("cache") / "few.sqlite"
    ask_everything(path)
    return path.read_bytes()


def places(data: bytes, where: str) -> list[int]:
    """Return the bytes of a cache's file that belong to its header, keys, values and so on."""
    deals = Tables(FEW).store_keys()
    with sqlite3.connect(":memory:") as db:
        db.deserialize(data[:18] + b"\1\1" + data[20:])  # without the log, which memory cannot have
        rows = db.execute("SELECT key, bounds FROM results").fetchall()
    db.close()
    assert len(rows) == 2 * len(deals)
    keys, values = list[int](), list[int]()
    for key, value in rows:
        start = data.index(key + value)
        keys += range(start, start + len(key))
        values += range(start + len(key), start + len(key) + len(value))
    pages = [at for page in range(0, len(data), 4096) for at in range(page, page + 12)]
    definitions = [at for at in range(100, 4096) if data[at]]
    return {
        "header": list(HEADER), "keys": keys, "values": values, "pages": pages,
        "rows": list(range(min(keys) - 40, max(values) + 1)), "definitions": definitions,
        "anywhere": list(range(len(data))),
    }[where]  # fmt: skip


class TestDamagedBytes:
    @pytest.mark.long
    @pytest.mark.parametrize(
        "where", ["header", "definitions", "pages", "rows", "keys", "values", "anywhere"]
    )
    def test_no_wrong_answer_and_no_traceback(
        self, few_results: bytes, tmp_path: Path, where: str
    ) -> None:
        """Thirty files with a flipped bit, or another byte."""
        chance = Random(f"damaged {where}")
        candidates = places(few_results, where)
        for number in range(30):
            data = bytearray(few_results)
            at = chance.choice(candidates)
            data[at] ^= chance.choice([1 << chance.randrange(8), chance.randrange(1, 256)])
            path = tmp_path / f"{number}.sqlite"
            path.write_bytes(data)
            described = CacheInfo.of(path, DEFAULT_BOUND)
            first = ask_everything(path)
            assert len(first.notes()) <= 1
            again = ask_everything(path)
            if where == "values":
                assert (described.damaged, first.damaged, again.damaged) == (1, 1, 0)
                assert described.rows == 2 * len(FEW)
                assert len(first.notes()) == 1
                assert first.notes()[0].startswith("1 damaged row of the cache")
                assert solves(again) == 0
            if where == "keys":
                assert described.damaged == 1

    def test_a_right_checksum_over_a_wrong_range(self, few_results: bytes, path: Path) -> None:
        """Fourteen tricks, or fewer at most than at least, are no result, whoever wrote them."""
        path.parent.mkdir()
        path.write_bytes(few_results)
        deals = Tables(FEW).store_keys()
        with sqlite3.connect(path) as db:
            for key, bounds in ((deals[0], 0xEE), (deals[1], 0x34)):
                row = bytes([bounds]) * 20
                row += crc32(key + row).to_bytes(4, "little")
                assert db.execute(
                    "UPDATE results SET bounds = ? WHERE key = ?", (row, key)
                ).rowcount
        db.close()
        assert CacheInfo.of(path, DEFAULT_BOUND).damaged == 2
        assert ask_everything(path).damaged == 2
        assert CacheInfo.of(path, DEFAULT_BOUND).damaged == 0

    def test_rows_in_each_others_place(self, few_results: bytes, path: Path) -> None:
        """The checksum is of key and results, so results belong to no other deal."""
        path.parent.mkdir()
        path.write_bytes(few_results)
        first, second = Tables(FEW).store_keys()[:2]
        with sqlite3.connect(path) as db:
            other = "SELECT bounds FROM results WHERE key = ?"
            (row,) = db.execute(other, (first,)).fetchone()
            db.execute("UPDATE results SET bounds = ? WHERE key = ?", (row, second))
        db.close()
        assert ask_everything(path).damaged == 1

    def test_a_number_of_rows_that_is_none(self, few_results: bytes, path: Path) -> None:
        """It decides what is dropped, so it is counted again before anything is."""
        path.parent.mkdir()
        for wrong in (
            "'many'",
            "NULL",
            "-1",
            "9223372036854775807",
            "1e300",
            "1073741824",
            f"{1 << 40}",
        ):
            path.write_bytes(few_results)
            with sqlite3.connect(path) as db:
                db.execute("DROP TABLE size")
                db.execute("CREATE TABLE size (rows)")
                db.execute(f"INSERT INTO size VALUES ({wrong})")
            db.close()
            with Results(path, 1 << 20) as kept:
                kept.write([b"a deal"], np.array([[0x99]], np.uint8))
                assert kept.count() == 2 * len(FEW) + 1
                assert not kept.problem
            with sqlite3.connect(path) as db:
                assert db.execute("SELECT rows FROM size").fetchone() == (2 * len(FEW) + 1,)
            db.close()

    def test_a_cache_of_an_older_version_begins_anew(self, cli, path: Path) -> None:
        """Its rows had no checksum."""
        path.parent.mkdir()
        with sqlite3.connect(path) as db:
            db.executescript(
                "CREATE TABLE results (key BLOB PRIMARY KEY, bounds BLOB NOT NULL, "
                "used INTEGER NOT NULL) WITHOUT ROWID; CREATE TABLE size (rows INTEGER NOT NULL);"
                f"PRAGMA application_id = {0x44576474}; PRAGMA user_version = 1;"
                "INSERT INTO size VALUES (6);"
            )
            rows = [(key, b"\x99" * 20, 1) for key in Tables(FEW).store_keys()]
            db.executemany("INSERT INTO results VALUES (?, ?, ?)", rows)
        db.close()
        first = ask_everything(path)
        assert first.notes() == [
            f"the cache was from an older version of Dealwright, and was emptied: {path}"
        ]
        solves(first)
        again = ask_everything(path)
        assert (again.notes(), solves(again)) == ([], 0)

    def test_info_names_damage(self, cli, few_results: bytes, path: Path) -> None:
        path.parent.mkdir()
        data = bytearray(few_results)
        data[places(few_results, "values")[5]] ^= 1
        path.write_bytes(data)
        shown = cli("cache", "info", "--cache", str(path))
        assert (shown.status, shown.err) == (0, "")
        assert shown.out.splitlines()[2:] == [
            "rows   12",
            f"note   1 damaged row of the cache not used, but solved again when needed: {path}",
        ]
        document = json.loads(cli("cache", "info", "--cache", str(path), "--json").out)
        assert (document["rows"], document["damaged"], document["problem"]) == (12, 1, "")
        assert document["notes"] == [shown.out.splitlines()[-1].removeprefix("note   ")]
        read = read_record(CacheInfo, document)
        assert read == CacheInfo.of(path, DEFAULT_BOUND)


class TestLocked:
    """Another program holds the file; nothing here waits by the clock."""

    @pytest.fixture
    def pauses(self, monkeypatch: pytest.MonkeyPatch) -> list[float]:
        """Count the pauses between attempts, and make none."""
        pauses = list[float]()
        monkeypatch.setattr(results_module, "sleep", pauses.append)
        return pauses

    @pytest.fixture
    def locked(self, few_results: bytes, path: Path) -> Iterator[sqlite3.Connection]:
        path.parent.mkdir()
        path.write_bytes(few_results)
        db = sqlite3.connect(path, isolation_level=None)
        yield db
        db.close()

    def test_a_second_in_all_and_a_note(
        self, locked: sqlite3.Connection, path: Path, pauses: list[float]
    ) -> None:
        """Not even readers get in; every answer after the first comes at once."""
        locked.execute("PRAGMA locking_mode = EXCLUSIVE")
        locked.execute("BEGIN EXCLUSIVE")
        solver = ask_everything(path)
        assert sum(pauses) == pytest.approx(1)
        assert max(pauses) <= 0.05
        assert solver.notes() == [f"the cache is not used: {path}: another program has it locked"]

    def test_writers_do_not_keep_readers_out(
        self, locked: sqlite3.Connection, path: Path, pauses: list[float]
    ) -> None:
        locked.execute("BEGIN IMMEDIATE")
        solver = ask_everything(path)
        assert (solves(solver), solver.notes(), pauses) == (0, [], [])
        other = CachedSolver(Counted(), path)
        assert np.array_equal(other.solve(Tables(MASKS)), Counted().solve(Tables(MASKS)))
        assert sum(pauses) == pytest.approx(1)
        assert "another program has it locked" in other.problem
        other.close()

    def test_a_short_lock_is_waited_for(
        self, locked: sqlite3.Connection, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        locked.execute("BEGIN IMMEDIATE")
        pauses = list[float]()

        def pause(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 10:
                locked.execute("COMMIT")

        monkeypatch.setattr(results_module, "sleep", pause)
        with Results(path, DEFAULT_BOUND) as kept:
            kept.write([b"a deal"], np.array([[0x99]], np.uint8))
            assert kept.read([b"a deal"], 1).tolist() == [[0x99]]
            assert (kept.problem, len(pauses)) == ("", 10)

    def test_an_interrupt_ends_the_waiting(
        self, locked: sqlite3.Connection, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Ctrl-C raises in the pause, or sets a flag; the file can be used afterwards."""
        locked.execute("BEGIN IMMEDIATE")
        stop, pauses = StopFlag(), list[float]()

        def interrupted(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 3:
                raise KeyboardInterrupt
            if len(pauses) == 5:
                stop.set()

        monkeypatch.setattr(results_module, "sleep", interrupted)
        bounds = np.array([[0x99]], np.uint8)
        with Results(path, DEFAULT_BOUND) as kept:
            with pytest.raises(KeyboardInterrupt):
                kept.write([b"a deal"], bounds)
            kept.write([b"a deal"], bounds, stop)  # what was solved is an answer all the same
            assert len(pauses) == 5
            locked.execute("COMMIT")
            kept.write([b"a deal"], bounds)
            assert kept.read([b"a deal"], 1).tolist() == [[0x99]]
            assert not kept.problem
            assert len(pauses) == 5

    def test_a_stop_flag_ends_a_question(
        self, locked: sqlite3.Connection, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        locked.execute("PRAGMA locking_mode = EXCLUSIVE")
        locked.execute("BEGIN EXCLUSIVE")
        stop = StopFlag()
        monkeypatch.setattr(results_module, "sleep", lambda _: stop.set())
        solver = CachedSolver(Counted(), path)
        with pytest.raises(Stopped):
            solver.solve(Tables(FEW), stop=stop)
        assert (solves(solver), solver.problem) == (0, "")

    def test_clear_deletes_no_file_in_use(
        self, cli, locked: sqlite3.Connection, path: Path, pauses: list[float],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        """Not even in the default place, where a damaged file is deleted."""
        monkeypatch.setattr(cache_module, "_default_path", lambda: path)
        locked.execute("BEGIN IMMEDIATE")
        refused = cli("cache", "clear", "--cache", str(path))
        assert (refused.status, refused.err.count("\n")) == (2, 1)
        assert "another program has it locked; try again" in refused.err
        locked.execute("COMMIT")
        assert "rows   12\n" in cli("cache", "info", "--cache", str(path)).out


class TestPlace:
    def test_of_the_environment(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        assert cache_path() is None  # so no test writes to the user's
        monkeypatch.setenv("DEALWRIGHT_CACHE", str(tmp_path / "a"))
        assert cache_path() == tmp_path / "a"
        monkeypatch.delenv("DEALWRIGHT_CACHE")
        monkeypatch.setenv("XDG_CACHE_HOME", "/folder")
        monkeypatch.setenv("LOCALAPPDATA", "/local")
        monkeypatch.setenv("HOME", "/home/user")
        for platform, folder in (
            ("linux", "/folder"), ("darwin", "/home/user/Library/Caches"), ("win32", "/local"),
        ):  # fmt: skip
            monkeypatch.setattr(sys, "platform", platform)
            assert cache_path() == Path(folder, "dealwright", "double-dummy.sqlite")

    def test_the_bound(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert cache_bound() == DEFAULT_BOUND == 1 << 28
        monkeypatch.setenv("DEALWRIGHT_CACHE_SIZE", "2G")
        assert cache_bound() == 2 << 30
        monkeypatch.setenv("DEALWRIGHT_CACHE_SIZE", "much")
        with pytest.raises(
            ArgumentError, match="DEALWRIGHT_CACHE_SIZE: write an amount of memory as"
        ):
            cache_bound()

    def test_the_default_solver(self, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
        assert isinstance(default_solver(), CoreSolver)
        found = default_solver(cache=path)
        assert isinstance(found, CachedSolver)
        assert solve(EASY, solver=found)[0, 0].tolist() == [13, 12, 12, 13, 13]
        found.close()
        assert path.is_file()
        monkeypatch.setenv("DEALWRIGHT_CACHE", str(path))
        assert isinstance(default_solver(cache=False), CoreSolver)
        again = default_solver()
        assert isinstance(again, CachedSolver)
        solve(EASY, solver=again)
        assert (again.found, again.asked) == (20, 20)
        again.close()

    @pytest.mark.parametrize(
        ("named", "cache", "place"),
        [
            ("off", None, None), ("off", True, "default"), ("off", "own", "own"),
            ("named", None, "named"), ("named", True, "named"), ("named", False, None),
            ("named", "own", "own"), ("", None, "default"), ("", True, "default"),
        ],
    )  # fmt: skip
    def test_which_file_the_default_solver_keeps(
        self, named: str, cache: object, place: str | None, tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:  # fmt: skip
        monkeypatch.setattr(cache_module, "_default_path", lambda: tmp_path / "default")
        monkeypatch.setenv("DEALWRIGHT_CACHE", str(tmp_path / named) if named == "named" else named)
        found = default_solver(cache=tmp_path / cache if isinstance(cache, str) else cache)
        assert isinstance(found, CachedSolver) == (place is not None)
        if isinstance(found, CachedSolver):
            solve(EASY, solver=found)
            found.close()
        assert [each.name for each in tmp_path.iterdir()] == ([] if place is None else [place])


class TestCommands:
    def test_what_came_from_the_cache(self, cli, path: Path, monkeypatch) -> None:
        first = cli("solve", EASY, "--line", "--cache", str(path))
        assert (first.status, first.err) == (0, "")
        again = cli("solve", EASY, "--line", "--cache", str(path))
        assert again.out == first.out
        assert again.err == "dealwright: 20 of 20 results from the cache\n"
        monkeypatch.setenv("DEALWRIGHT_CACHE", str(path))
        assert cli("solve", EASY).err == "dealwright: 20 of 20 results from the cache\n"
        assert cli("solve", EASY, "--no-cache").err == ""
        both = cli("solve", EASY, "--no-cache", "--cache", str(path))
        assert (both.status, both.err.count("\n")) == (2, 1)
        assert "exclude each other" in both.err

    def test_a_problem_is_a_note(self, cli, tmp_path: Path) -> None:
        path = tmp_path / "a"
        path.write_text("no cache" * 100)
        found = cli("solve", EASY, "--line", "--cache", str(path))
        assert found.status == 0
        assert found.out.split("\t")[2] == "ddccdddccd0011000110"
        assert found.err == (
            f"dealwright: note: the cache is not used: {path}: file is not a database\n"
        )

    @pytest.mark.long
    def test_a_killed_run_goes_on(self, path: Path, tmp_path: Path) -> None:
        deals = tmp_path / "a.deals"
        deals.write_text("\n".join(each.text() for each in deal(16, seed="killed run")))
        command = [
            sys.executable, "-m", "dealwright", "solve", str(deals), "--from", "line", "--line",
            "--cache", str(path),
        ]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as work:
            assert work.stdout
            before = [work.stdout.readline() for _ in range(8)]
            os.kill(work.pid, signal.SIGKILL)
            before += work.stdout.readlines()
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.stdout.splitlines(keepends=True)[: len(before)] == before
        count = int(done.stderr.removeprefix("dealwright: ").partition(" ")[0].replace(",", ""))
        assert done.stderr == f"dealwright: {count:,} of 320 results from the cache\n"
        assert count >= 20 * len(before) >= 160

    def test_info_and_clear(self, cli, cached: CachedSolver, path: Path) -> None:
        missing = cli("cache", "info", "--cache", str(path))
        assert missing.out.splitlines()[1:] == [
            "size   0 bytes, of at most 268,435,456", "rows   0",
        ]  # fmt: skip
        assert not path.exists()
        assert cli("cache", "clear", "--cache", str(path)).status == 0
        assert not path.exists()
        cached.solve(Tables(MASKS))
        cached.solve(Leads(MASKS[:5], Seat.WEST, Strain.HEARTS))
        cached.close()
        assert "rows   45\n" in cli("cache", "info", "--cache", str(path)).out
        assert cli("cache", "clear", "--cache", str(path)).status == 0
        assert "rows   0\n" in cli("cache", "info", "--cache", str(path)).out

    def test_without_a_place(self, cli) -> None:
        found = cli("cache", "info")
        assert found.status == 2
        assert "turns the cache off; name a file" in found.err

    def test_damage_and_clear(self, cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Only in its own place is a file deleted that is no cache any more."""
        other = tmp_path / "boards.pbn"
        other.write_text("boards " * 100)
        refused = cli("cache", "clear", "--cache", str(other))
        assert (refused.status, refused.err.count("\n")) == (2, 1)
        assert other.read_text() == "boards " * 100
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
        monkeypatch.setenv("DEALWRIGHT_CACHE", "")
        place = cache_path()
        assert place is not None
        place.parent.mkdir(parents=True)
        place.write_text("damaged " * 100)
        assert "the cache is not used: " in cli("cache", "info").out
        assert cli("cache", "clear").status == 0
        assert not place.exists()


def test_bounds_that_disagree_are_those_that_came_last() -> None:
    """Of all pairs of bounds: their common part, and where there is none the second."""
    bounds = [(low, high) for low in range(14) for high in range(low, 14)]
    code = np.array([low | high << 4 for low, high in bounds], dtype=np.uint8)
    for (low, high), one in zip(bounds, code, strict=True):
        found = merged(np.full(len(code), one, dtype=np.uint8), code)
        wanted = [
            (max(low, other[0]), min(high, other[1]))
            if max(low, other[0]) <= min(high, other[1])
            else other
            for other in bounds
        ]
        assert [(each & 15, each >> 4) for each in found.tolist()] == wanted
