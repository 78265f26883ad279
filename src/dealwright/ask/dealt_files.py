"""Jobs that deal into a folder: a file for each range of deals, here or on a cluster."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealwright import __version__
from dealwright.ask.dealing import DealingTask, QuestionDealing, dealing_of_worker
from dealwright.base.current_cluster import joined_cluster
from dealwright.base.errors import ArgumentError, ConditionError, Stopped
from dealwright.base.files import json_once, locked, replacing
from dealwright.base.jobs import Job
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Settings, format_named, writer
from dealwright.numbering.stream import STREAM_VERSION

if TYPE_CHECKING:
    from dealwright.base.kernels.stopping import StopFlag

__all__ = ["DEALS_OF_FILE", "DealingFiles", "DealtFiles", "FileSettings"]

DEALS_OF_FILE = 1 << 17  # two seconds of one core as Parquet, 13 MB
_ABOUT = "dealwright.json"
_SUMS = "SHA256SUMS"  # as sha256sum writes and checks it
_METHODS = ("uniform", "exact")


@dataclass(frozen=True)
class FileSettings:
    """The format of files of deals, and the settings of their boards; see ``formats.Settings``."""

    kind: str = "parquet"
    first: int = 1
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    predeal: str = ""


@dataclass(frozen=True)
class DealtFiles:
    """A folder of deals: the numbers of its files, of files that existed before, and of deals.

    ``damaged`` are the names of the files whose bytes had changed, so that they were dealt again.
    """

    folder: Path
    files: int
    before: int
    deals: int
    damaged: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Work:
    """A description of the job, from which any process can deal any of the files."""

    n: int
    dealing: DealingTask
    method: str
    settings: FileSettings
    folder: str
    size: int

    @property
    def files(self) -> int:
        return -(-self.n // self.size)

    def path(self, index: int) -> Path:
        """Return the path of a file; names sort in the order of the deals."""
        width = max(6, len(str(self.files - 1)))
        ending = format_named(self.settings.kind).endings[0]
        return Path(self.folder) / f"deals-{index:0{width}}{ending}"

    def about(self) -> dict[str, Any]:
        """Return all values on which the bytes of the files depend."""
        settings = self.settings
        return {
            "dealwright": __version__,
            "stream": STREAM_VERSION,
            "seed": self.dealing.seed,
            "deals": self.n,
            "deals_of_file": self.size,
            "condition": self.dealing.question.text,
            "fixed": [f"{mask:x}" for mask in self.dealing.question.fixed],
            "method": self.method,
            "memory": self.dealing.memory,
            "format": settings.kind,
            "first": settings.first,
            "dealer": None if settings.dealer is None else settings.dealer.letter,
            "vulnerable": None if settings.vulnerability is None else settings.vulnerability.value,
            "predeal": settings.predeal,
        }


class DealingFiles(Job[int, DealtFiles]):
    """A job that deals into a folder; its partial results are the numbers of deals written so far.

    Deals are drawn exactly, even if a single file of them would be made by searching. Each file has
    ``size`` deals, whose numbers in the stream depend only on the index of the file, and gets its
    name when it is complete; then ``SHA256SUMS`` gets its checksum. A file that agrees with its
    checksum is not dealt again, so a job that was stopped or killed continues where it ended. The
    bytes depend neither on interruptions nor on the machines. With a joined ``Cluster`` the workers
    write the files, so all of them need access to the folder.

    :raises ArgumentError: if deals are found by searching, the folder has other deals, or the
        format cannot be written
    """

    def __init__(
        self,
        dealing: QuestionDealing,
        folder: str | os.PathLike[str],
        settings: FileSettings | None = None,
        *,
        size: int = DEALS_OF_FILE,
    ) -> None:
        super().__init__(type(self)._deal)
        self._settings = FileSettings() if settings is None else settings
        if not format_named(self._settings.kind, writing=True).endings:
            raise ArgumentError(f"the format {self._settings.kind} cannot be written to files")
        self.dealing = dealing = _without_search(dealing)
        self.work = _Work(
            dealing.n, dealing.task(), dealing.method, self._settings,
            str(Path(folder).absolute()), size,
        )  # fmt: skip

    def _deal(self) -> Generator[int, None, DealtFiles]:
        with _locked_folder(self.work):
            try:
                return (yield from self._deal_missing())
            except OSError as error:
                raise ArgumentError(f"cannot write {self.work.folder}: {error.strerror}") from None

    def _deal_missing(self) -> Generator[int, None, DealtFiles]:
        work = self.work
        folder = Path(work.folder)
        sums, missing, damaged = _checked_files(work)
        before = work.files - len(missing)
        done = work.n - sum(_deals_in_file(work, index) for index in missing)
        self.report(done, work.n, "deals")
        files = before
        tasks = ((work, index) for index in missing)
        with (folder / _SUMS).open("w", encoding="utf-8", newline="\n") as listed:
            listed.writelines(_line(name, digest) for name, digest in sums.items())
            listed.flush()
            with suppress(Stopped):
                for index, deals, digest in self._dealt_files(tasks):
                    path = work.path(index)
                    if not path.exists():
                        raise ArgumentError(
                            f"a worker wrote {path}, which this machine does not see: use a "
                            "folder that it shares with every worker"
                        )
                    sums[path.name] = digest
                    listed.write(_line(path.name, digest))
                    listed.flush()
                    files, done = files + 1, done + deals
                    self.report(done, work.n, "deals")
                    yield done
                    if self.stopping:
                        break
        if files == work.files:
            with replacing(folder / _SUMS) as part:
                part.write_text("".join(_line(*item) for item in sorted(sums.items())), "utf-8")
            for left in folder.glob(".dealwright-*"):  # of workers that were killed
                shutil.rmtree(left, ignore_errors=True)
        return DealtFiles(folder, files, before, done, damaged)

    def _dealt_files(self, tasks: Iterable[tuple[_Work, int]]) -> Iterator[tuple[int, int, str]]:
        """Deal files; yield the index of each, the number of its deals, and its digest."""
        cluster = joined_cluster()
        if cluster is not None:
            yield from cluster.in_order(_deal_file, tasks, self.flag)
            return
        for work, index in tasks:
            yield _write(work, index, self.dealing, self.flag)


def _without_search(dealing: QuestionDealing) -> QuestionDealing:
    """Return the dealing, with exact deals in place of those that would be searched for.

    :raises ArgumentError: if deals can only be searched for
    """
    dealing.prepare()
    if dealing.method in _METHODS:
        return dealing
    if dealing.method in ("filter", "mixed"):
        exact = QuestionDealing(
            dealing.n, dealing.question, dealing.stream, dealing.resources, method="exact"
        )
        exact.flag = dealing.flag
        with suppress(ConditionError):
            exact.prepare()
            return exact
    raise ArgumentError(
        f"deals of this condition are found by searching (method {dealing.method}), so they "
        "cannot be divided into files; write one file instead of a folder"
    )


@contextmanager
def _locked_folder(work: _Work) -> Generator[None]:
    """Make a folder, or find that it is of the same deals; keep it for this process.

    :raises ArgumentError: if it cannot be written, is of other deals, or another process has it
    """
    folder = Path(work.folder)
    about = folder / _ABOUT
    with ExitStack() as stack:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if not about.exists():
                _check_empty(folder)
            stack.enter_context(locked(about, 0o666))
            text = about.read_bytes()
            if not text:
                _check_empty(folder)
                about.write_text(json.dumps(work.about(), indent=2) + "\n", "utf-8")
        except BlockingIOError:
            raise ArgumentError(
                f"another process is dealing into {folder}; wait for it, or choose another folder"
            ) from None
        except OSError as error:
            raise ArgumentError(f"cannot write {folder}: {error.strerror}") from None
        if text:
            _check_same(text, about, work.about())
        yield


def _check_empty(folder: Path) -> None:
    """Check that a folder has no files but what a job that was killed may leave.

    :raises ArgumentError: if it has
    """
    if any(not path.name.startswith((".dealwright-", _ABOUT)) for path in folder.iterdir()):
        raise ArgumentError(
            f"{folder} is a folder with other files; name a file in it, or an empty folder"
        )


def _check_same(text: bytes, about: Path, expected: dict[str, Any]) -> None:
    """Check that a folder is of the deals that are expected.

    :raises ArgumentError: if it is damaged, or of other deals
    """
    folder = about.parent
    try:
        stored = json_once(text)
    except ValueError:
        raise ArgumentError(f"{about} is damaged; choose another folder") from None
    if stored == expected:
        return
    known = stored if isinstance(stored, dict) else {}
    others = [name for name, value in expected.items() if known.get(name) != value]
    if others == ["seed"]:
        raise ArgumentError(
            f"{folder} has deals of the seed {known.get('seed')}: continue with that --seed, or "
            "choose another folder"
        )
    raise ArgumentError(f"{folder} has other deals ({', '.join(others)}); choose another folder")


def _checked_files(work: _Work) -> tuple[dict[str, str], list[int], tuple[str, ...]]:
    """Compare the files of a folder with their checksums.

    Return the checksums of the files that agree, the indices of the files to deal, and the names
    of those that do not agree. A file without a checksum was completed just before a kill.
    """
    sums, missing, damaged = {}, [], []
    listed = _listed(Path(work.folder) / _SUMS)
    for index in range(work.files):
        path = work.path(index)
        expected = listed.get(path.name)
        digest = _digest(path) if expected is not None and path.exists() else None
        if digest is not None and digest == expected:
            sums[path.name] = digest
            continue
        missing.append(index)
        if digest is not None:
            damaged.append(path.name)
    return sums, missing, tuple(damaged)


def _listed(path: Path) -> dict[str, str]:
    """Return the checksums of a list of them; a damaged line has none."""
    try:
        lines = path.read_bytes().decode("ascii", "replace").splitlines()
    except FileNotFoundError:
        return {}
    pairs = (line.split("  ", 1) for line in lines)
    return {pair[1]: pair[0] for pair in pairs if len(pair) == 2}


def _line(name: str, digest: str) -> str:
    return f"{digest}  {name}\n"


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _deals_in_file(work: _Work, index: int) -> int:
    return min(work.size, work.n - index * work.size)


def _deal_file(work: _Work, index: int) -> tuple[int, int, str]:
    """Deal a file in a worker; see ``_write``."""
    if not Path(work.folder).is_dir():
        raise ArgumentError(f"there is no folder {work.folder}, which every worker must see")
    return _write(work, index, dealing_of_worker(work.dealing), None)


def _write(
    work: _Work, index: int, dealing: QuestionDealing, stop: StopFlag | None
) -> tuple[int, int, str]:
    """Write a file; return its index, the number of its deals, and its digest.

    :raises ArgumentError: if it cannot be written
    :raises Stopped: if the flag is set
    """
    options = work.settings
    start, deals = index * work.size, _deals_in_file(work, index)
    settings = Settings(
        first=options.first + start,
        dealer=options.dealer,
        vulnerability=options.vulnerability,
        seed=work.dealing.seed,
        condition=work.dealing.question.text,
        method=work.method,
        predeal=options.predeal,
    )
    form, writing = format_named(options.kind, writing=True), writer(options.kind, settings)
    path, done = work.path(index), 0
    try:
        with (
            replacing(path) as part,
            part.open("w", encoding=form.encoding, newline="") as file,
        ):
            file.write(writing.begin())
            for batch in dealing.span(start, deals):
                if stop is not None:
                    stop.check()
                file.write(writing.deals(batch, done))
                done += len(batch)
            file.write(writing.end(deals, deals))
            file.close()
            digest = _digest(part)
    except OSError as error:
        raise ArgumentError(f"cannot write {path}: {error.strerror}") from None
    return index, deals, digest
