"""Folders of deals: the same bytes whoever deals them, and however often that was interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

from dealwright import ArgumentError, Deals, dealing
from dealwright.ask.dealt_files import DealingFiles, FileSettings, _deal_file, _listed
from dealwright.base.cluster import Cluster
from dealwright.base.current_cluster import joining
from tests.conftest import Result
from tests.processes import PATIENCE

N, SIZE = 2200, 500
CONDITION = "hcp(north) in 15..17 && balanced(north)"


def job_of(folder: Path, kind: str = "line", *, n: int = N, seed: str = "1") -> DealingFiles:
    return DealingFiles(dealing(n, CONDITION, seed=seed), folder, FileSettings(kind), size=SIZE)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["line", "parquet", "pbn", "json"])
def test_workers_write_the_same_bytes(tmp_path: Path, two: Cluster, kind: str) -> None:
    here, there = job_of(tmp_path / "here", kind), job_of(tmp_path / "there", kind)
    assert list(here) == [500, 1000, 1500, 2000, 2200]
    with joining(two):
        assert there.result().files == 5
    found = contents(tmp_path / "here")
    assert contents(tmp_path / "there") == found
    ending = "deals" if kind == "line" else kind
    files = [f"deals-00000{index}.{ending}" for index in range(5)]
    assert list(found) == ["SHA256SUMS", *files, "dealwright.json"]


@pytest.mark.parametrize("where", [None, CONDITION])
def test_files_are_the_deals_of_the_seed_in_order(tmp_path: Path, where: str | None) -> None:
    job = DealingFiles(dealing(N, where, seed=1), tmp_path, FileSettings("line"), size=SIZE)
    method = "uniform" if where is None else "exact"
    assert job.dealing.method == method
    assert job.result().deals == N
    lines = "".join(path.read_text() for path in sorted(tmp_path.glob("*.deals"))).splitlines()
    expected = dealing(N, where, seed=1, method="auto" if where is None else "exact").result()
    assert np.array_equal(Deals.parse(lines).masks, expected.masks)


def test_what_killed_workers_left_is_deleted_when_all_is_dealt(tmp_path: Path) -> None:
    left = tmp_path / ".dealwright-killed"
    left.mkdir()
    (left / "deals-000000.deals").write_text("half a file")
    job_of(tmp_path, n=20).result()
    assert list(contents(tmp_path)) == ["SHA256SUMS", "deals-000000.deals", "dealwright.json"]


def test_a_worker_deals_only_where_the_folder_is(tmp_path: Path) -> None:
    """A folder that a worker does not see is an error, not a folder of its own."""
    here = job_of(tmp_path / "here", n=20)
    here.result()
    before = contents(tmp_path / "here")
    assert _deal_file(here.work, 0)[:2] == (0, 20)
    assert contents(tmp_path / "here") == before
    with pytest.raises(ArgumentError, match="there is no folder"):
        _deal_file(job_of(tmp_path / "elsewhere", n=20).work, 0)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("files", "last"), [(7, "deals-000006"), (10**6, "deals-999999"), (10**6 + 1, "deals-1000000")]
)
def test_names_of_files_have_the_same_length(tmp_path: Path, files: int, last: str) -> None:
    """So they sort as the deals do, and six digits are enough for a million files."""
    work = replace(job_of(tmp_path).work, n=files, size=1)
    assert work.path(files - 1).stem == last
    assert len(work.path(0).stem) == len(last)


def test_boards_are_numbered_through(tmp_path: Path) -> None:
    DealingFiles(dealing(20, seed=1), tmp_path, FileSettings("pbn", first=5), size=8).result()
    texts = [path.read_text() for path in sorted(tmp_path.glob("*.pbn"))]
    numbers = [line for text in texts for line in text.splitlines() if line.startswith("[Board ")]
    assert numbers == [f'[Board "{at}"]' for at in range(5, 25)]


@pytest.mark.long
def test_a_job_that_was_stopped_goes_on(tmp_path: Path, two: Cluster) -> None:
    whole = job_of(tmp_path / "whole")
    whole.result()
    first = job_of(tmp_path / "parts")
    for done in first:
        if done >= 1000:
            first.stop()
    assert (first.result().files, first.result().deals, first.state) == (2, 1000, "stopped")
    again = job_of(tmp_path / "parts")
    with joining(two):
        assert (again.result().files, again.result().before) == (5, 2)
    assert contents(tmp_path / "parts") == contents(tmp_path / "whole")
    assert job_of(tmp_path / "parts").result().before == 5


def test_a_folder_of_other_deals_is_left_alone(tmp_path: Path) -> None:
    job_of(tmp_path / "a").result()
    before = contents(tmp_path / "a")
    with pytest.raises(ArgumentError, match="has deals of the seed 1: continue with that --seed"):
        job_of(tmp_path / "a", seed="2").result()
    with pytest.raises(ArgumentError, match=r"has other deals \(deals\)"):
        job_of(tmp_path / "a", n=N + 1).result()
    assert contents(tmp_path / "a") == before
    about = tmp_path / "a" / "dealwright.json"
    about.write_text("[]")
    with pytest.raises(ArgumentError, match="has other deals"):
        job_of(tmp_path / "a").result()
    about.write_text("{")
    with pytest.raises(ArgumentError, match="is damaged"):
        job_of(tmp_path / "a").result()
    about.unlink()
    with pytest.raises(ArgumentError, match="is a folder with other files"):
        job_of(tmp_path / "a").result()
    with pytest.raises(ArgumentError, match="cannot write"):
        job_of(about.parent / "deals-000000.deals" / "below").result()


def test_deals_that_are_searched_for_have_no_files(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"found by searching \(method \w+\)"):
        DealingFiles(dealing(9, "hcp(north) * hcp(south) * spades(east) == 77"), tmp_path)


def test_the_command_refuses_what_a_folder_cannot_have(
    cli: Callable[..., Result], tmp_path: Path
) -> None:
    for words, said in (
        (
            ("--output", str(tmp_path / "new"), "--cluster", "here"),
            "write a cluster as tcp://HOST:PORT",
        ),
        (("--output", str(tmp_path), "--numbers"), "--numbers needs a single file"),
        (("--output", str(tmp_path), "--method", "filter"), "--method filter needs a single file"),
        (("--output", str(tmp_path), "--format", "gibberish"), "gibberish"),
        (
            ("--output", str(tmp_path), "--format", "none"),
            "the format none cannot be written to files",
        ),
        (("--output", str(tmp_path), "--cluster", "here"), "write a cluster as tcp://HOST:PORT"),
    ):
        done = cli("deal", "10", CONDITION, *words)
        assert done.status == 2
        assert said in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow  # 20 s each
@pytest.mark.parametrize("more", [(), ("--cluster", "local:2")], ids=["here", "cluster"])
def test_a_killed_command_goes_on(tmp_path: Path, more: tuple[str, ...]) -> None:
    words = [sys.executable, "-m", "dealwright", "deal", "600000", "--seed", "1"]
    folder = tmp_path / "killed"
    folder.mkdir()
    asked = [*words, "--format", "line", "--output"]
    with subprocess.Popen(
        [*asked, str(folder), *more], stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        until = monotonic() + 60
        while monotonic() < until and not _listed(folder / "SHA256SUMS"):
            sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
    assert 1 <= len(_listed(folder / "SHA256SUMS")) < 5
    done = subprocess.run(
        [*asked, str(folder), *more], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert "of them already there" in done.stderr
    whole = tmp_path / "whole"
    whole.mkdir()
    subprocess.run([*asked, str(whole)], capture_output=True, timeout=PATIENCE, check=True)
    assert contents(folder) == contents(whole)


def test_an_empty_file_is_dealt_again(tmp_path: Path) -> None:
    """As a crash of the system may leave it."""
    assert job_of(tmp_path).result().before == 0
    found = contents(tmp_path)
    (tmp_path / "deals-000002.deals").write_text("")
    assert job_of(tmp_path).result().before == 4
    assert contents(tmp_path) == found


@pytest.mark.parametrize("name", ["deals-000002.deals", "SHA256SUMS"])
def test_a_changed_bit_is_dealt_again(tmp_path: Path, name: str) -> None:
    """In a file of deals or in its checksum: both are named, and the folder is as it was."""
    job_of(tmp_path).result()
    sound = contents(tmp_path)
    changed = bytearray(sound[name])
    changed[len(changed) // 2] ^= 1  # of the checksums, the middle is that of 000002
    (tmp_path / name).write_bytes(changed)
    dealt = job_of(tmp_path).result()
    assert (dealt.before, dealt.damaged) == (4, ("deals-000002.deals",))
    assert contents(tmp_path) == sound
    assert job_of(tmp_path).result().damaged == ()


def test_a_file_without_a_checksum_is_dealt_again(tmp_path: Path) -> None:
    """A kill may come between the name of a file and its checksum; that is no damage."""
    job_of(tmp_path).result()
    sound = contents(tmp_path)
    (tmp_path / "SHA256SUMS").write_bytes(sound["SHA256SUMS"].splitlines(keepends=True)[0])
    (tmp_path / "deals-000003.deals").write_text("not ours")
    dealt = job_of(tmp_path).result()
    assert (dealt.before, dealt.damaged) == (1, ())
    assert contents(tmp_path) == sound


def test_the_checksums_are_those_of_sha256sum(tmp_path: Path) -> None:
    job_of(tmp_path, n=20).result()
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=tmp_path, check=True)


def test_the_command_names_what_it_deals_again(cli: Callable[..., Result], tmp_path: Path) -> None:
    words = ("deal", "10", "--seed", "1", "--format", "line", "--output", str(tmp_path))
    assert cli(*words).status == 0
    (tmp_path / "deals-000000.deals").write_text("")
    note = "note: deals-000000.deals does not match its checksum: dealt again"
    assert note in cli(*words).err
    assert note not in cli(*words).err


def test_two_at_once(tmp_path: Path) -> None:
    """The second is refused, whatever it deals; it would remove what the first one writes."""
    first = job_of(tmp_path / "a")
    next(iter(first))
    for seed in "12":
        with pytest.raises(
            ArgumentError, match=r"another process is dealing into .*a; wait for it"
        ):
            job_of(tmp_path / "a", seed=seed).result()
    first.result()
    assert job_of(tmp_path / "a").result().before == 5
    job_of(tmp_path / "b").result()
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.long
def test_two_processes(tmp_path: Path) -> None:
    """From an empty folder, with two seeds: one of them deals, and the other one says why not."""
    code = (
        "import sys; from pathlib import Path; from tests.ask.test_dealt_files import job_of\n"
        "try: print(job_of(Path(sys.argv[1]), seed=sys.argv[2]).result().deals)\n"
        "except ValueError as error: print('refused', error)"
    )
    for attempt in range(3):
        folder = tmp_path / str(attempt)
        folder.mkdir()
        both = [
            subprocess.Popen(
                [sys.executable, "-c", code, str(folder), seed], stdout=subprocess.PIPE, text=True
            )
            for seed in "12"
        ]
        told = [each.communicate(timeout=PATIENCE)[0] for each in both]
        assert [each == f"{N}\n" for each in told].count(True) == 1, told
        seed = "12"[told.index(f"{N}\n")]
        assert job_of(folder, seed=seed).result().before == 5
        job_of(folder / "again", seed=seed).result()
        assert (
            contents(folder / "again").items()
            <= {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}.items()
        )
