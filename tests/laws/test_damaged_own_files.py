"""Files of our own kinds with one bit changed: the same answer, a named error or a finding."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dealwright import CombinationTable, dealing
from dealwright.ask.dealt_files import DealingFiles, FileSettings
from dealwright.base.errors import DealwrightError
from dealwright.fair.tournament.checking import check_event
from dealwright.fair.tournament.commitment import new_tournament, read_public, read_secret
from dealwright.fair.tournament.revealing import Log, revealing, sets_to_deal
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream
from dealwright.web.room import Room
from dealwright.web.rooms import Rooms
from tests.trials import trials

PLAN = """title = "Club"
value = "The lottery"
[[phase]]
name = "Pairs"
sessions = 2
boards = "1-3"
"""


class Kind(NamedTuple):
    """A kind of files: what writes them into a folder, what reads them, which are damaged."""

    write: Callable[[Path], object]
    read: Callable[[Path], Any]
    names: str = "*"


def deal_into(folder: Path) -> Any:
    """Return the deals of the files that are there after a job was ended."""
    DealingFiles(dealing(20, seed=1), folder, FileSettings("line"), size=8).result()
    return [path.read_bytes() for path in sorted(folder.glob("*.deals"))]


def write_event(folder: Path) -> None:
    made, secret = new_tournament(PLAN)
    (folder / "public.json").write_text(made.to_json())
    (folder / "secret.json").write_text(secret.to_json(made.digest))
    (folder / "secret.json").chmod(0o600)
    reveal(folder, Log(folder / "log"), folder / "sets")


def reveal(folder: Path, log: Log, sets: Path, session: int | None = None) -> None:
    made = read_public(folder / "public.json")
    secret = read_secret(folder / "secret.json", made)
    revealing(
        made, secret, "4 11", sets_to_deal(made, session=session), sets, log, ("pbn",)
    ).result()


def read_event(folder: Path) -> Any:
    """Return what the readers of each file say; no set may be dealt again elsewhere."""
    found = check_event(
        folder / "public.json", folder / "secret.json", "4 11", [folder / "sets" / "record.json"]
    )
    if not found.holds:
        raise DealwrightError("a finding")
    for session in (1, 2):
        with suppress(DealwrightError):
            reveal(folder, Log(folder / "log"), folder / "elsewhere", session)
        assert not (folder / "elsewhere").exists()
    return found.verdict


def write_rooms(folder: Path) -> None:
    rooms = Rooms(folder / "rooms.sqlite")
    deals = tuple(str(each.text()) for each in dealing(6, seed=1).result())
    name = rooms.add(Room(deals))
    tokens = [rooms.sit(name, seat) for seat in ("north", "south")]
    rooms.call(name, tokens[0], "1C", 1, 0)
    rooms.close()
    (folder / "tokens.json").write_text(json.dumps([name, *tokens]))


def read_rooms(folder: Path) -> Any:
    name, north, south = json.loads((folder / "tokens.json").read_text())
    rooms = Rooms(folder / "rooms.sqlite", clock=lambda: 0.0)
    try:
        rooms.open()
        seen = [rooms.view(name, token) for token in (north, south)]
        rooms.call(name, south, "1H", 1, 2)
        return [seen, rooms.view(name, south)["calls"]]
    finally:
        rooms.close()


def table_of(folder: Path) -> Any:
    with CombinationTable.open(folder / "x.table", verify=True) as table:
        return [int(table[subset]) for subset in ((0, 1, 2), (3, 5, 7), (9, 10, 11))]


def write_table(folder: Path) -> None:
    with CombinationTable(12, 3, dtype="uint16", path=folder / "x.table") as table:
        table.fill(lambda subsets: subsets.sum(axis=1))
        table.seal()


KINDS = {
    "deals": Kind(deal_into, deal_into),
    "event": Kind(write_event, read_event, "**/*"),
    "table": Kind(write_table, table_of),
    "rooms": Kind(write_rooms, read_rooms, "*.sqlite"),
}


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_one_bit(tmp_path: Path, kind: str) -> None:
    write, read, names = KINDS[kind]
    sound, damaged = tmp_path / "sound", tmp_path / "damaged"
    sound.mkdir()
    write(sound)
    shutil.copytree(sound, damaged)
    right = read(damaged)
    chance, refused = Draws(Stream("1"), 0), 0
    files = [path.relative_to(sound) for path in sorted(sound.glob(names)) if path.is_file()]
    for _ in range(trials(200)):
        shutil.rmtree(damaged)
        shutil.copytree(sound, damaged)
        file = damaged / files[chance.below(len(files))]
        data = bytearray(file.read_bytes())
        used = [at for at, byte in enumerate(data) if byte]  # pages of SQLite are mostly empty
        place = used[chance.below(len(used))]
        data[place] ^= 1 << chance.below(8)
        file.write_bytes(data)
        try:
            assert read(damaged) == right, (file.name, place)
        except DealwrightError:
            refused += 1
        except Exception as error:
            pytest.fail(f"{file.name}, byte {place}: {error!r}")
    assert refused > 0
