"""Files that commands write: whatever stops the writing, what was there stays as it was."""

from __future__ import annotations

import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dealwright.base.errors import ArgumentError
from dealwright.base.files import replacing
from dealwright.cli import dealt_files
from dealwright.cli.dealt_files import folder_of
from dealwright.formats import read
from dealwright.numbering.combinations import Combinations
from dealwright.numbering.table_text import write_combinations
from tests.processes import PATIENCE, wait_until

COMMAND = [sys.executable, "-c", "from dealwright.cli import main; main()"]
SMALL = 20_000
SCRIPT = 'produce 500 condition hcp(north) > 11 action frequency "x" (hcp(north), 0, 40)'
TYPE = "any 100: hcp(north) >= 0"
WRITING = {
    "deal": (["deal", "500", "--seed", "1", "-o", "x.pbn"], "x.pbn"),
    "deal json": (["deal", "500", "--seed", "1", "-o", "x.json"], "x.json"),
    "convert": (["convert", "source.pbn", "x.lin"], "x.lin"),
    "convert in place": (["convert", "x.pbn", "x.pbn"], "x.pbn"),
    "run": (["run", "script.dl", "--seed", "1", "-o", "x.pbn"], "x.pbn"),
    "practice": (
        ["practice", "-n", "64", "--type", TYPE, "--seed", "1", "-o", ".", "--replace"],
        "record.txt",
    ),
}  # fmt: skip


def limited() -> None:
    """Allow no file of more than ``SMALL`` bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with 500 boards, a script, and a precious file of each name that is written."""
    subprocess.run(
        [*COMMAND, "deal", "500", "--seed", "7", "-o", "source.pbn"],
        cwd=tmp_path, check=True, capture_output=True,
    )  # fmt: skip
    (tmp_path / "script.dl").write_text(SCRIPT)
    for _, name in WRITING.values():
        (tmp_path / name).write_bytes((tmp_path / "source.pbn").read_bytes())
    return tmp_path


@pytest.mark.long
@pytest.mark.parametrize("name", WRITING)
def test_a_file_that_grows_too_large(folder: Path, name: str) -> None:
    arguments, _ = WRITING[name]
    before = files(folder)
    done = subprocess.run(
        [*COMMAND, *arguments], cwd=folder, capture_output=True, text=True, preexec_fn=limited
    )
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    assert "File too large" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    after = files(folder)
    if name == "practice":  # several files; those before the one that failed are whole
        assert set(after) >= set(before)
        assert after["record.txt"] == before["record.txt"] or len(after["record.txt"]) < SMALL
    else:
        assert after == before


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a file system of 64 KB."""
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], capture_output=True
    )
    if made.returncode:
        pytest.skip("this user may not mount a file system; the limit of file sizes is tested")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.long
@pytest.mark.parametrize("ending", ["pbn", "lin", "json", "deals"])
def test_a_full_disk(full_disk: Path, ending: str) -> None:
    old = full_disk / f"old.{ending}"

    def dealt(number: str) -> subprocess.CompletedProcess[str]:
        call = [*COMMAND, "deal", number, "--seed", "1", "-o", str(old)]
        return subprocess.run(call, capture_output=True, text=True)

    assert dealt("20").returncode == 0
    before = files(full_disk)
    done = dealt("5000")
    assert done.returncode == 2
    assert done.stderr.strip() == f"dealwright: cannot write {old}: No space left on device"
    assert files(full_disk) == before


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_a_kill_in_the_middle(tmp_path: Path, end: signal.Signals) -> None:
    path = tmp_path / "x.deals"
    path.write_text("precious")
    work = subprocess.Popen(
        [*COMMAND, "deal", "1e9", "--seed", "1", "-o", str(path)], stderr=subprocess.DEVNULL
    )
    wait_until(lambda: any(p.stat().st_size for p in tmp_path.glob(".dealwright-*/x.deals")))
    work.send_signal(end)
    work.wait(timeout=PATIENCE)
    assert path.read_text() == "precious"


@pytest.mark.long
def test_a_file_converted_onto_itself(folder: Path) -> None:
    before = read((folder / "x.pbn").read_bytes(), "pbn").boards
    subprocess.run([*COMMAND, "convert", "x.pbn", "x.pbn"], cwd=folder, check=True)
    assert [board.hands for board in read((folder / "x.pbn").read_bytes(), "pbn").boards] == [
        board.hands for board in before
    ]


class TestReplacing:
    def test_links_permissions_and_leftovers(self, tmp_path: Path) -> None:
        real, link = tmp_path / "real", tmp_path / "link"
        real.write_text("old")
        real.chmod(0o640)
        link.symlink_to(real)
        with replacing(link) as part:
            part.write_text("new")
        assert link.is_symlink()
        assert real.read_text() == "new"
        assert stat.S_IMODE(real.stat().st_mode) == 0o640
        assert sorted(files(tmp_path)) == ["link", "real"]

    def test_an_error_in_the_block(self, tmp_path: Path) -> None:
        path = tmp_path / "x"
        with pytest.raises(ZeroDivisionError), replacing(path) as part:
            part.write_text(f"{1 / 0}")
        assert files(tmp_path) == {}

    def test_pipes_and_devices_are_written_directly(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        for path in (pipe, Path(os.devnull)):
            with replacing(path) as part:
                assert part == path

    def test_a_read_only_file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "x"
        path.write_text("old")
        monkeypatch.setattr(os, "access", lambda *_: False)  # the superuser may write every file
        with pytest.raises(PermissionError), replacing(path):
            pass

    def test_what_the_library_writes(self, tmp_path: Path) -> None:
        path = tmp_path / "x"
        path.write_text("old")
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, hard))
        try:
            with pytest.raises(OSError, match="File too large"):
                write_combinations(Combinations(13, 5), path)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert files(tmp_path) == {"x": b"old"}


def test_dealing_refuses_an_unknown_ending(cli, tmp_path: Path) -> None:
    result = cli("deal", "2", "-o", str(tmp_path / "x.doc"))
    assert result.status == 2
    assert "x.doc'; give --format" in result.err
    assert files(tmp_path) == {}
    assert cli("deal", "2", "-o", str(tmp_path / "x.doc"), "--format", "line").status == 0
    assert cli("deal", "2", "--seed", "1", "-o", "-").out == cli("deal", "2", "--seed", "1").out


def unbuffered(folder: Path, *arguments: str, name: str = "out") -> tuple[int, str, int]:
    """Return the status, the messages and the bytes written of a command without a buffer."""
    with (folder / name).open("wb") as file:
        done = subprocess.run(
            [*COMMAND, *arguments], stdout=file, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"}, preexec_fn=limited,
        )  # fmt: skip
    return done.returncode, done.stderr, (folder / name).stat().st_size


@pytest.mark.long
def test_without_a_buffer_a_disk_that_fills_is_seen(tmp_path: Path) -> None:
    status, told, size = unbuffered(tmp_path, "deal", "2", "--seed", "1")
    assert (status, 200 < size < SMALL) == (0, True)
    status, told, size = unbuffered(tmp_path, "deal", "500", "--seed", "1")
    assert (status, size) == (2, SMALL)
    assert told == "dealwright: cannot write standard output: File too large\n"


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [
        ["count", "hcp(north) > 3"],
        ["deal", "2", "--seed", "1"],
        ["deal", "2", "--seed", "1", "--format", "pbn"],
        ["explain", "hcp(north) > 3", "--json"],
        ["--version"],
        ["deal", "--help"],
    ],
    ids=" ".join,
)
def test_a_closed_output_is_an_error(arguments: list[str]) -> None:
    done = subprocess.run(
        [*COMMAND, *arguments], stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: os.close(1),
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "dealwright: cannot write standard output: it is closed\n"


def test_a_file_is_written_without_standard_streams(tmp_path: Path) -> None:
    path = tmp_path / "x.deals"
    call = [*COMMAND, "deal", "3", "--seed", "1", "-o", str(path)]
    assert subprocess.run(call, preexec_fn=lambda: os.closerange(0, 3)).returncode == 0
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize("partial", [False, True])
def test_ctrl_c_keeps_the_old_file(tmp_path: Path, partial: bool) -> None:
    path = tmp_path / "x.deals"
    path.write_text("precious")
    call = [*COMMAND, "deal", "1e9", "--seed", "1", "-o", str(path), *["--partial"][: int(partial)]]
    work = subprocess.Popen(call, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: any(p.stat().st_size for p in tmp_path.glob(".dealwright-*/x.deals")))
    work.send_signal(signal.SIGINT)
    _, told = work.communicate(timeout=PATIENCE)
    assert work.returncode == 1
    if partial:
        assert f"replaced {path}" in told
        assert len(path.read_text().splitlines()) > 1000
    else:
        assert path.read_text() == "precious"
        assert f"interrupted: {path} is unchanged; with --partial it would have" in told
        assert list(tmp_path.iterdir()) == [path]


def test_a_folder_with_other_files_takes_no_deals(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("precious")
    done = subprocess.run(
        [*COMMAND, "deal", "3", "-o", "."], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.endswith(
        "is a folder with other files; name a file in it, or an empty folder\n"
    )
    assert [each.name for each in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """A name that ends as a folder does is no file."""
    call = [*COMMAND, "deal", "2", "-o", f"{tmp_path}/new/"]
    done = subprocess.run(call, capture_output=True, text=True)
    assert (done.returncode, list(tmp_path.iterdir())) == (2, [])
    assert f"there is no folder {tmp_path}/new/; make it first, or name a file" in done.stderr


@pytest.mark.parametrize(
    "words",
    [
        "deal 2 --seed 1 -o x.pbn", "convert in.pbn x.lin", "find 1 in.pbn -o x.pbn",
        "scenarios splinter --deal 1 --seed 1 -o x.pbn", "system bid natural in.pbn -o x.pbn",
        "system deal natural 1NT --seed 1 -o x.pbn",
        "system export natural -o x.bml --bml",
    ],
)  # fmt: skip
def test_a_file_that_is_replaced_is_named(
    cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli("deal", "2", "--seed", "1", "-o", "in.pbn").status == 0
    told = [cli(*words.split()) for _ in range(2)]
    assert [each.status for each in told] == [0, 0], told
    (name,) = [word for word in words.split() if word.startswith("x.")]
    assert [f"replaced {name}" in each.err for each in told] == [False, True]


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", ["count hcp(north)>36", "deal 3 -F pbn", "--help", "features"])
def test_a_full_disk_under_standard_output(words: str, unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, *words.split()], stdout=full, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "dealwright: cannot write standard output: No space left on device\n"


@pytest.mark.parametrize("words", ["deal 3 --seed 1", "nonsense"])
def test_a_full_disk_under_standard_error(words: str) -> None:
    """Messages are lost there, as where it is closed; the answer and the status stay."""
    call = [*COMMAND, *words.split()]
    wanted = subprocess.run(call, capture_output=True, text=True)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(call, stdout=subprocess.PIPE, stderr=full, text=True)
    assert (done.returncode, done.stdout) == (wanted.returncode, wanted.stdout)


def test_messages_that_nobody_reads() -> None:
    """As ``dealwright nonsense 2>&1 | head -n 0``: the status stays."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        done = subprocess.run([*COMMAND, "nonsense"], stdout=pipe, stderr=pipe)
    assert done.returncode == 2


@pytest.mark.parametrize("output", [[], ["--output", "-"]])
@pytest.mark.parametrize("name", ["zrd", "pdf"])
def test_bytes_are_not_written_on_a_terminal(
    name: str, output: list[str], cli: Callable[..., Any]
) -> None:
    done = cli("deal", "1", "--format", name, *output)
    assert (done.status, done.out) == (2, "")
    assert done.err == f"dealwright: {name} goes to a file: --output deals.{name}\n"


@pytest.mark.parametrize("name", ["json", "pbn"])
def test_boards_say_which_cards_were_fixed_and_exchanged(
    name: str, cli: Callable[..., Any]
) -> None:
    """All that is needed to deal them again."""
    words = ["--predeal", "north SAK", "--exchange", "ew,majors", "--seed", "a", "--format", name]
    done = cli("deal", "1", *words)
    assert "north SAK" in done.out
    assert "ew, majors" in done.out


def test_a_cluster_deals_into_a_new_folder_but_not_into_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    new, file = tmp_path / "new", tmp_path / "new.pbn"
    assert folder_of(new, {}) is folder_of(file, {}) is None
    assert folder_of(tmp_path, {}) == tmp_path
    monkeypatch.setattr(dealt_files, "joined_cluster", object)
    assert (folder_of(new, {}), folder_of(file, {})) == (new, None)
    with pytest.raises(ArgumentError, match="--solve needs a single file"):
        folder_of(new, {"--solve": True})
