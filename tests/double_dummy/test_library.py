"""Libraries of solved deals: what they hold, which deals match, and the commands that read them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dealwright import (
    ArgumentError,
    Deals,
    Seat,
    Strain,
    as_quantity,
    deal,
    parse,
    solve,
)
from dealwright.ask.boards import BoardTest, LibraryBoards
from dealwright.base.errors import Stopped
from dealwright.base.kernels.stopping import StopFlag
from dealwright.double_dummy.asks import Tables
from dealwright.double_dummy.batches import Batches
from dealwright.double_dummy.library import LibrarySolver, SolvedLibrary
from dealwright.double_dummy.tables import solved_board
from dealwright.formats import read, write
from dealwright.planning.sampling.evaluation import truth_of
from tests.oracles.recording_solver import RecordingSolver

N = 3000
MASKS = deal(N, seed="library").masks
# no tricks of these deals, but a number of its own for each declarer and strain of each
TABLES = (
    MASKS[:, :, None] // np.array([1, 14, 196, 2744, 38416], np.uint64) % np.uint64(14)
).astype(np.int8)
STRONG = parse("hcp(north) >= 17").tree
HOLDS = truth_of(STRONG, MASKS)


def data_of(masks: np.ndarray, tables: np.ndarray) -> bytes:
    rows = zip(masks.tolist(), tables.tolist(), strict=True)
    return write([solved_board(*row) for row in rows], "zrd")[0]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("library") / "some.zrd"
    found.write_bytes(data_of(MASKS, TABLES))
    return found


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealwright.double_dummy.library._AT_ONCE", 700)


class TestLibrary:
    @pytest.mark.long
    def test_what_it_holds(self, path: Path) -> None:
        library = SolvedLibrary(path)
        assert (len(library), library.bytes) == (N, 23 * N) == (N, path.stat().st_size)
        assert np.array_equal(library.masks(0, N), MASKS)
        assert np.array_equal(library.tables(0, N), TABLES)
        assert np.array_equal(library.masks(1000, 1010), MASKS[1000:1010])
        assert np.array_equal(library.tables(2990, 4000), TABLES[2990:])
        assert library.tables(0, 1).dtype == np.int8

    def test_unknown_tricks(self, tmp_path: Path) -> None:
        tables = TABLES[:4].copy()
        tables[1] = -1
        tables[2, 1, 3] = -1
        (tmp_path / "a.zrd").write_bytes(data_of(MASKS[:4], tables))
        assert np.array_equal(SolvedLibrary(tmp_path / "a.zrd").tables(0, 4), tables)

    @pytest.mark.usefixtures("small_pieces")
    def test_matching(self, path: Path) -> None:
        library = SolvedLibrary(path)
        pieces = list(library.matching(lambda masks: truth_of(STRONG, masks)))
        assert len(pieces) == 5
        assert np.array_equal(np.concatenate([masks for masks, _ in pieces]), MASKS[HOLDS])
        assert np.array_equal(np.concatenate([tables for _, tables in pieces]), TABLES[HOLDS])
        part = np.concatenate([masks for masks, _ in library.matching(None, 100, 1500)])
        assert np.array_equal(part, MASKS[100:1500])
        assert list(library.matching(None, 5, 5)) == []
        assert sum(len(masks) for masks, _ in library.matching()) == N

    @pytest.mark.usefixtures("small_pieces")
    def test_stopped(self, path: Path) -> None:
        stop = StopFlag()
        pieces = SolvedLibrary(path).matching(stop=stop)
        next(pieces)
        stop.set()
        with pytest.raises(Stopped):
            next(pieces)

    @pytest.mark.long
    @pytest.mark.usefixtures("small_pieces")
    def test_records_that_are_no_deals(self, tmp_path: Path) -> None:
        data = bytearray(data_of(MASKS[:2000], TABLES[:2000]))
        for record in (0, 650, 1999):
            data[23 * record] ^= 3
        path = tmp_path / "a.zrd"
        path.write_bytes(data)
        library = SolvedLibrary(path)
        good = np.delete(np.arange(2000), [0, 650, 1999])
        found = np.concatenate([tables for _, tables in library.matching()])
        assert np.array_equal(found, TABLES[good])
        assert library.invalid == 3
        with pytest.raises(ArgumentError, match=r"record 650 \(from 0\) of .* is not a deal"):
            library.masks(640, 660)

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"", "it has 0 bytes, and a deal takes 23"), (bytes(22), "it has 22 bytes"),
            (bytes(46), "its records are not deals"),
        ],
    )  # fmt: skip
    def test_other_files(self, tmp_path: Path, data: bytes, message: str) -> None:
        path = tmp_path / "a.zrd"
        path.write_bytes(data)
        with pytest.raises(ArgumentError, match=f"not a library of solved deals: {message}"):
            SolvedLibrary(path)
        with pytest.raises(ArgumentError, match="No such file"):
            SolvedLibrary(tmp_path / "none.zrd")

    @pytest.mark.long
    def test_tables_of_a_solver(self, tmp_path: Path) -> None:
        tables = solve(Deals(MASKS[:3]))
        path = tmp_path / "a.zrd"
        path.write_bytes(data_of(MASKS[:3], tables))
        assert np.array_equal(SolvedLibrary(path).tables(0, 3), tables)


def test_a_condition_stops_at_the_next_piece(path: Path) -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(Stopped):
        next(BoardTest(parse("hcp(north) >= 0")).solved(SolvedLibrary(path), stop=stop))


def test_batches_end_by_the_time_they_were_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mutant: the seconds left multiplied by the pace, so a slow solver went on for minutes."""
    now = [0.0]
    monkeypatch.setattr("dealwright.double_dummy.batches.monotonic", lambda: now[0])
    sizes = list[int]()
    for rows in Batches().of(until=30.0):
        sizes.append(rows.stop - rows.start)
        now[0] += 2.0 * sizes[-1]  # two seconds a board
        if now[0] >= 30:
            break
    assert sizes == [8, 7]


def test_tables_of_no_strain_cost_something() -> None:
    """A task of a cluster has as many deals as two seconds pay for."""
    assert Tables(MASKS[:1], []).cost == Tables(MASKS[:1], [Strain.CLUBS]).cost > 0


def test_a_solver_that_knows_some_deals_asks_for_the_others_alone() -> None:
    other = RecordingSolver()
    solver = LibrarySolver(other)
    tables = TABLES[:3].copy()
    tables[1, Seat.SOUTH, Strain.NOTRUMP] = -1
    solver.know(MASKS[:3], tables)
    strains = [Strain.HEARTS, Strain.NOTRUMP]
    found = solver.solve(Tables(MASKS[:4], strains))
    assert other.asked == [("tables", 1), ("tables", 1)]  # one lacks notrump alone
    wanted = RecordingSolver().solve(Tables(MASKS[:4], strains))
    wanted[[0, 2]] = TABLES[[0, 2]]
    wanted[1, :, Strain.HEARTS] = TABLES[1, :, Strain.HEARTS]
    assert np.array_equal(found[:, :, strains], wanted[:, :, strains])
    assert (np.delete(found, strains, axis=2) == -1).all()
    assert np.array_equal(
        solver.solve(Tables(MASKS[1:2], [Strain.SPADES]))[:, :, Strain.SPADES],
        TABLES[1:2, :, Strain.SPADES],
    )
    assert len(other.asked) == 2  # of the second deal no other strain is missing


class TestBoardTest:
    @pytest.mark.usefixtures("small_pieces")
    def test_solved_deals(self, path: Path) -> None:
        test = BoardTest(STRONG)
        pieces = list(test.solved(SolvedLibrary(path)))
        assert np.array_equal(np.concatenate([tables for _, tables in pieces]), TABLES[HOLDS])
        assert (test.found, test.examined) == (HOLDS.sum(), N)

    @pytest.mark.long
    @pytest.mark.usefixtures("small_pieces")
    def test_boards(self, path: Path) -> None:
        """The same boards, counts and histogram as of the file read board by board."""
        boards = read(path.read_bytes(), "zrd").boards
        for most in (None, 1500):
            plain, fast = BoardTest(STRONG), BoardTest(STRONG)
            expected = list(plain.matching(boards[:most]))
            assert list(fast.matching(LibraryBoards([SolvedLibrary(path)], most))) == expected
            assert (fast.found, fast.examined) == (plain.found, plain.examined)
        quantity = as_quantity("spades(south)").tree
        histogram = BoardTest(STRONG).histogram(LibraryBoards([SolvedLibrary(path)]), [quantity])
        assert histogram == BoardTest(STRONG).histogram(boards, [quantity])

    def test_the_first_few(self, path: Path) -> None:
        test = BoardTest(STRONG)
        found = test.matching(LibraryBoards([SolvedLibrary(path)]))
        assert [next(found).hands for _ in range(3)] == [
            tuple(row) for row in MASKS[HOLDS][:3].tolist()
        ]
        assert (test.found, test.examined) == (3, np.flatnonzero(HOLDS)[2] + 1)

    @pytest.mark.usefixtures("small_pieces")
    def test_stopped(self, path: Path) -> None:
        job = LibraryBoards([SolvedLibrary(path), SolvedLibrary(path)])
        done = []
        for boards in job:
            done.append(len(boards))
            if len(done) == 6:
                job.stop()
        assert (job.state, job.result()) == ("stopped", sum(done))
        assert done == [700, 700, 700, 700, 200, 700]
        assert job.progress.total == 2 * N


@pytest.mark.long
class TestCommands:
    def test_as_of_a_file_read_board_by_board(
        self, cli, path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What ``--encoding`` names is read by the plain reader, which takes no notice of it."""
        for words in (
            ("find", "hcp(north) >= 17", str(path), "--format", "pbn"),
            ("find", "hcp(north) >= 17", str(path), "--format", "ddline", "--number", "3"),
            ("find", "1", str(path), "--format", "line", "--limit", "100"),
            ("count", "hcp(north) >= 17", "--boards", str(path)),
            ("count", "hcp(north) >= 17", "--boards", str(path), "--json"),
            ("distribution", "hcp(north) >= 17", "spades(south)", "--boards", str(path)),
        ):
            fast, plain = cli(*words), cli(*words, "--encoding", "latin-1")
            assert fast == plain
            assert fast.status == 0
            assert fast.out

    def test_what_is_said(self, cli, path: Path, tmp_path: Path) -> None:
        found = cli("find", "hcp(north) >= 17", str(path), "--format", "none")
        assert found.err == f"{HOLDS.sum():,} of 3,000 boards ({100 * HOLDS.mean():.3g} %)\n"
        data = bytearray(path.read_bytes())
        data[0] ^= 3
        other = tmp_path / "a.zrd"
        other.write_bytes(data)
        found = cli("count", "hcp(north) >= 17", "--boards", str(other), "--json")
        assert found.status == 1
        assert "a.zrd: 1 record is not a deal, and is skipped\n" in found.err
        assert " of 2,999 boards " in found.err
        other.write_bytes(path.read_bytes()[:100])
        found = cli("find", "1", str(other), "--format", "line")
        assert (found.status, found.out.count("N:")) == (1, 4)
        assert "1 record is not a deal, and is skipped\n4 of 4 boards" in found.err
        other.write_text("[Board 1]\n" * 10)
        found = cli("find", "1", str(other))
        assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
