"""The files of a practice set: the options that say which, and what writes them."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.base.files import replacing
from dealwright.cli.answering import values_of_text
from dealwright.cli.options import Json, condition_text
from dealwright.cli.solved_boards import Solve, solving_boards
from dealwright.cli.user_settings import letters, setting_value
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from dealwright.formats import Board
    from dealwright.practice.practice_sets import PracticeSet
    from dealwright.requests.decisions import DecideRequest
    from dealwright.requests.practice import PracticeRequest

__all__ = ["SetFiles", "WrittenSet", "taken_of_text", "write_set"]

_NOTHING: Mapping[str, Any] = {}


class WrittenSet(NamedTuple):
    """A practice set, with what its files have beside it.

    ``texts`` are further files, ``note`` is about the number of boards, ``tags`` are those of PBN.
    ``placed`` has the dealer and the vulnerability if they do not follow the board number.
    ``interrupted`` is the message if it has fewer boards than were asked for. ``begun`` is on how
    many boards the auction begins as the lesson says, None without an opening.
    """

    boards: PracticeSet
    texts: Mapping[str, str] = _NOTHING
    note: str = ""
    tags: Mapping[str, str] = _NOTHING
    placed: Mapping[str, Any] = _NOTHING
    interrupted: str = ""
    begun: int | None = None


@dataclass(frozen=True, kw_only=True)
class SetFiles:
    """Which files of a practice set are written, where, and with what on them."""

    output: Annotated[
        Path | None,
        Option(
            "--output", "-o", metavar="FOLDER", help="The folder for the files (default: practice)."
        ),
    ] = None  # fmt: skip
    show_types: Annotated[bool, Option(help="Name each board's type in the full record.")] = False
    pdf: Annotated[bool, Option(help="Write the record and the sheets as PDF as well.")] = False
    title: Annotated[
        str, Option(metavar="TEXT", help="The heading of the record and the sheets.")
    ] = ""
    date: Annotated[str, Option(metavar="TEXT", help="The date at their foot, or today.")] = ""
    replace: Annotated[bool, Option(help="Replace existing files.")] = False
    solve: Solve = False
    as_json: Json = False


def taken_of_text(
    request: PracticeRequest | DecideRequest, file: Path | None, board: int
) -> dict[str, Any]:
    """Return the condition of a request, and of a whole script also its number, seed and board.

    :raises ArgumentError: if the condition is given twice, cannot be read, or fixes cards
    :raises ConditionError: if it is a script that cannot be read, or used as a condition
    """
    given: dict[str, Any] = {"n": request.n, "board": board, "seed": request.seed}
    usual = {"n": None, "board": 1, "seed": None}
    return {**given, **values_of_text(condition_text(request.condition, file), given, usual)}


def write_set(made: WrittenSet, options: SetFiles) -> None:
    """Write the files of a set, and print which they are.

    :raises ArgumentError: if a file exists or cannot be written
    :raises SearchStopped: if the set has fewer boards than were asked for, once it is written
    """
    folder = Path(setting_value("sets"), "practice") if options.output is None else options.output
    boards = _solved(made) if options.solve else None
    if made.tags:
        boards = [replace(each, tags={**each.tags, **made.tags}) for each in boards or _plain(made)]
    files = _files(made, boards, options)
    files |= {name: text.encode() for name, text in made.texts.items()}
    _write(folder, files, replace=options.replace)
    _report(made, folder, files, as_json=options.as_json)
    if made.interrupted:
        raise SearchStopped(made.interrupted)


def _solved(made: WrittenSet) -> list[Board]:
    """Return the boards of a set with their tricks and par."""
    from dealwright.cli.jobs import show_progress

    job = solving_boards(_plain(made))
    with show_progress(job, "solving"):
        boards = job.result()
    if len(boards) < len(made.boards.deals):
        raise SearchStopped(f"interrupted: {len(boards):,} boards were solved, none is written")
    return boards


def _plain(made: WrittenSet) -> list[Board]:
    from dealwright.formats import Settings
    from dealwright.formats.writing import boards_of_deals

    settings = Settings(first=made.boards.first, **made.placed)
    return boards_of_deals(settings, made.boards.deals, 0)


def _files(made: WrittenSet, boards: list[Board] | None, options: SetFiles) -> dict[str, bytes]:
    """Return the contents of the files by name; ``boards`` are the solved boards, if any."""
    from dealwright.base.translation import translated
    from dealwright.formats import Settings, format_named, writer
    from dealwright.formats.hand_sheet import hand_sheet
    from dealwright.practice.practice_sets import ONE_TYPE

    practice_set = made.boards
    source = practice_set.deals.source
    assert source is not None
    solved = None if boards is None else lambda _: boards
    today = options.date == "today"
    settings = Settings(
        **made.placed,
        first=practice_set.first,
        seed=source.seed,
        method=source.method,
        solved=solved,
        letters=letters().in_print,  # the texts are sheets too
        title=options.title,
        date=datetime.now(UTC).astimezone().date().isoformat() if today else options.date,
    )
    texts = {
        f"{seat.name.lower()}.txt": hand_sheet(practice_set.deals, seat, settings)
        for seat in practice_set.pair
    }
    kinds = {"record.txt": "diagram", "boards.pbn": "pbn", "boards.lin": "lin"}
    if options.pdf:
        kinds["record.pdf"] = "pdf"
    for name, kind in kinds.items():
        board_writer = writer(kind, settings)
        texts[name] = (
            board_writer.begin()
            + board_writer.deals(practice_set.deals, 0)
            + board_writer.end(len(practice_set.types), 0)
        )
    heading = settings.title or translated("Hand record")
    texts["record.txt"] = f"{heading}\n\n{texts['record.txt']}{settings.foot}\n"
    if {*practice_set.counts} != {ONE_TYPE} or len({*practice_set.seats}) > 1:
        types = _types_text(practice_set)
        if options.show_types:
            texts["record.txt"] += "\n" + types
        else:
            texts["types.txt"] = types
    files = {
        name: text.encode(format_named(kinds.get(name, "diagram")).encoding)
        for name, text in texts.items()
    }
    if options.pdf:
        from dealwright.formats.kinds.hands import hand_sheets

        for seat in practice_set.pair:
            files[f"{seat.name.lower()}.pdf"] = hand_sheets(practice_set.deals, [seat], settings)
    return files


def _types_text(practice_set: PracticeSet) -> str:
    """Return the type of each board, and where its described hand sits."""
    numbered = enumerate(
        zip(practice_set.types, practice_set.seats, strict=True), practice_set.first
    )
    types = "".join(f"{number:>4}  {seat.letter}  {name}\n" for number, (name, seat) in numbered)
    return "board, where the described hand sits, type\n" + types


def _write(folder: Path, files: dict[str, bytes], *, replace: bool) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        existing = [name for name in files if (folder / name).exists()]
        if existing and not replace:
            raise ArgumentError(
                f"{folder / existing[0]} already exists; take another folder or --replace"
            )
        for name, content in files.items():
            with replacing(folder / name) as part:
                part.write_bytes(content)
    except OSError as error:
        raise ArgumentError(f"cannot write to {folder}: {error.strerror}") from None


def _report(made: WrittenSet, folder: Path, files: dict[str, bytes], *, as_json: bool) -> None:
    from shlex import quote

    practice_set = made.boards
    assert practice_set.deals.source is not None
    counts = ", ".join(f"{count} {name}" for name, count in practice_set.counts.items())
    if as_json:
        values = {
            "folder": str(folder), "files": [*files], "counts": practice_set.counts,
            "seed": practice_set.deals.source.seed,
            **({} if made.begun is None else {"begun": made.begun}),
        }  # fmt: skip
        print(json.dumps(values, indent=2))
        return
    notes = [counts] if len(practice_set.counts) > 1 else []
    about = f" ({'; '.join(notes + [made.note] * bool(made.note))})" if notes or made.note else ""
    number = len(practice_set.types)
    boards = f"{number} board{'' if number == 1 else 's'}"
    print(f"{boards}{about} in {folder}: {', '.join(files)}")
    seed = quote(practice_set.deals.source.seed)
    print(f"repeat with --seed {seed}", file=sys.stderr)
