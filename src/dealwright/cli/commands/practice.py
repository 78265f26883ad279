"""``dealwright practice``: a set of boards for partners to bid."""

from __future__ import annotations

import json
import sys
import tomllib
from dataclasses import replace as replaced
from datetime import UTC, datetime
from functools import reduce
from operator import and_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.base.files import replacing
from dealwright.cli.answering import values_of_text
from dealwright.cli.command import Command
from dealwright.cli.decision_boards import decided_set
from dealwright.cli.input import input_text
from dealwright.cli.options import (
    ConditionFile,
    Include,
    Json,
    condition_text,
    say_notes,
)
from dealwright.cli.solved_boards import Solve, board_solver, solving_boards
from dealwright.cli.theme_boards import ONE_TYPE, WrittenSet, themed_set
from dealwright.cli.user_settings import letters, setting_value
from dealwright.requests import decisions
from dealwright.requests.dealing import Types
from dealwright.requests.deals import ConditionText, East, North, Seed, South, Threads, West
from dealwright.requests.fields import Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.themes import THEME, ThemedRequest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from dealwright.ask.condition import Condition
    from dealwright.formats import Board
    from dealwright.practice.practice_sets import PracticeSet

__all__ = ["COMMAND"]

_NUMBER = 16  # of boards that are dealt, unless another is asked for

HELP = """Write a practice set: each partner's hands alone, the full record, and files for BBO.

CONDITION, or the hands of --north and --south, hold for every board. Types have exact shares, in
random order. Their conditions describe one hand (north, or the seat that the file gives as
described). --place rotates the boards to move that hand: first moves it to the first of the pair to
call, either to a random seat of the pair.

Where a sentence says *opens*, that hand deals each board, and the opponents pass throughout by the
rules of systems: --dealer and --no-quiet-opponents change that. The command says on how many boards
the auction begins with that opening, as the systems bid.

--theme squeeze, throw-in, finesse-or-drop or ending takes boards to play instead: South's 6NT makes
only by the theme, and the best line of the ending needs it. endings.txt has the endings,
answers.txt the key cards and the chances. The boards are stored ones, chosen by the seed, with their
suits exchanged at random.

--decide lead, contract or call looks for boards where one choice gains less than --close or more
than --clear IMPs against the other, on layouts that agree with the hand and CONDITION, what the
auction shows. The whole 95 % interval is on one side of the limit. Calls are those of --system,
which bids the auction so far and the rest of it. decisions.txt has the hands and the choices, from
clear to close, answers.txt the IMPs. It takes some 10 s of CPU a board, and ends after --time
seconds (300).

Examples:

  dealwright practice 16 "north: opens 1NT; south: 5+ hearts" --output transfers

  dealwright practice 32 --types types.toml --seed 5 --output set

  dealwright practice 8 --theme squeeze --output squeezes

  dealwright practice 10 --decide lead --close 1 --output leads

  dealwright practice --decide contract --contract "3NT-N 4S-N" --clear 2 "north: 15-17 balanced; south: 5 spades, 8-12" --output games

  dealwright practice 10 --decide call --clear 2 --system two-over-one --output calls

  dealwright practice 16 --type "weak 2: spades(north) == 6 && hcp(north) in 5..10" --type "strong 1: hcp(north) >= 22" --place first --output openings

The file has a [[type]] for each type, with name, share and condition; before them it may set
condition (common to all), described, place, pair and overlap.
"""  # noqa: E501


def practice(
    condition: ConditionText = None,
    n: Annotated[
        str | None,
        Option(
            "--number",
            "-n",
            metavar="N",
            bare="first",
            help="The number of boards (default: 16, or as many as are stored of a theme).",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        Option(
            "--output", "-o", metavar="FOLDER", help="The folder for the files (default: practice)."
        ),
    ] = None,
    types_file: Annotated[
        Path | None, Option("--types", metavar="FILE", help="The types, in TOML.")
    ] = None,
    types: Types = (),
    north: North = None,
    east: East = None,
    south: South = None,
    west: West = None,
    file: ConditionFile = None,
    include: Include = None,
    theme: Annotated[str | None, THEME] = None,
    decide: Annotated[str | None, decisions.DECIDE] = None,
    contract: Annotated[str | None, decisions.CONTRACT] = None,
    close: Annotated[float | None, decisions.CLOSE] = None,
    clear: Annotated[float | None, decisions.CLEAR] = None,
    system: Annotated[str | None, decisions.SYSTEM] = None,
    opponents: Annotated[str | None, decisions.OPPONENTS] = None,
    time: Annotated[float | None, decisions.TIME] = None,
    place: Annotated[
        str | None,
        Option(metavar="WHERE", help="described, first, either, or a seat: where the hand sits."),
    ] = None,
    pair: Annotated[
        str | None, Option(metavar="SIDE", help="Who practises: ns (default) or ew.")
    ] = None,
    dealer: Annotated[
        str | None,
        Option(
            "--dealer",
            metavar="SEAT",
            help="The dealer; random; or board, for that of each number (default: the hand that "
            "opens, where a lesson says opens; else by number).",
        ),
    ] = None,
    quiet: Annotated[
        bool | None,
        Option(
            "--quiet-opponents/--no-quiet-opponents",
            help="The opponents pass throughout, by the rules of systems (default: where a lesson "
            "says opens).",
        ),
    ] = None,
    board: Annotated[int, Option(metavar="N", help="Number of the first board.")] = 1,
    show_types: Annotated[
        bool, Option("--show-types", help="Name each board's type in the full record.")
    ] = False,
    pdf: Annotated[
        bool, Option("--pdf", help="Write the record and the sheets as PDF as well.")
    ] = False,
    title: Annotated[
        str, Option("--title", metavar="TEXT", help="The heading of the record and the sheets.")
    ] = "",
    date: Annotated[
        str,
        Option("--date", metavar="TEXT", help="The date at their foot, or today."),
    ] = "",
    replace: Annotated[bool, Option("--replace", help="Replace existing files.")] = False,
    solve: Solve = False,
    seed: Seed = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Deal a practice set and write its files."""
    from dealwright.conditions.phrases import phrases_of_seats

    board_solver("diagram", solve=solve)
    given: dict[str, Any] = {"n": n, "board": board, "seed": seed}
    usual = {"n": None, "board": 1, "seed": None}
    taken = {**given, **values_of_text(condition_text(condition, file), given, usual)}
    n, board, seed = taken["n"], taken["board"], taken["seed"]
    where = _condition(taken["condition"], phrases_of_seats(north, east, south, west))
    number = None if n is None else whole_number(n, "the number of boards")
    folder = Path(setting_value("sets"), "practice") if out is None else out
    of_decisions = {
        "--contract": contract, "--close": close, "--clear": clear, "--time": time,
        "--system": system, "--opponents": opponents,
    }  # fmt: skip
    if decide is None and (left := _first_given(of_decisions)):
        raise ArgumentError(f"{left} goes with --decide")
    others = {
        "--types": types_file, "--type": types, "--place": place, "--pair": pair,
        "--dealer": dealer, "--quiet-opponents": quiet,
    }  # fmt: skip
    if decide is not None:
        if refused := _first_given({"--theme": theme, **others}):
            raise ArgumentError(f"--decide chooses the boards: it does not go with {refused}")
        request = decisions.DecideRequest(
            decide=decide, n=number, close=close, clear=clear, contract=contract, system=system,
            opponents=opponents, time=time, seed=seed, condition=taken["condition"], north=north,
            east=east, south=south, west=west,
        )  # fmt: skip
        made = decided_set(request, board)
    elif theme is not None:
        if refused := _first_given({"a condition": where, **others}):
            raise ArgumentError(f"--theme chooses the boards: it does not go with {refused}")
        made = themed_set(ThemedRequest(theme=theme, n=number, seed=seed), board)
    else:
        options = _options(types_file, types, where)
        options.update({k: v for k, v in {"place": place, "pair": pair}.items() if v is not None})
        number = _NUMBER if number is None else number
        texts = (taken["condition"], *phrases_of_seats(north, east, south, west))
        texts = (*texts, *(text.partition(":")[2] for text in types))
        made = _lesson(number, board, options, texts, dealer, quiet, (seed, threads))
    boards = _solved(made) if solve else None
    if made.tags:
        boards = [
            replaced(each, tags={**each.tags, **made.tags}) for each in boards or _plain(made)
        ]
    files = _files(made, boards, show_types=show_types, pdf=pdf, title=title, date=date)
    files |= {name: text.encode() for name, text in made.texts.items()}
    _write(folder, files, replace=replace)
    _report(made, folder, files, as_json=as_json)
    if made.interrupted:
        raise SearchStopped(made.interrupted)


def _first_given(options: Mapping[str, object]) -> str:
    """Return the name of the first option that is given, "" if none is."""
    return next((name for name, value in options.items() if value not in (None, ())), "")


def _dealt(
    number: int, first: int, seed: str | None, threads: int | None, options: dict[str, Any]
) -> PracticeSet:
    """Return a set that is dealt."""
    from dealwright.cli.jobs import show_progress
    from dealwright.practice.practice_sets import dealing_practice_set

    job = dealing_practice_set(number, first=first, seed=seed, threads=threads, **options)
    with show_progress(job, "dealing"):
        practice_set = job.result()
    if job.state == "stopped" and len(practice_set.deals) < number:
        raise SearchStopped(
            f"interrupted: {len(practice_set.deals):,} boards were dealt, none is written"
        )
    return practice_set


def _lesson(
    number: int, first: int, options: dict[str, Any], texts: Sequence[str | None],
    dealer: str | None, quiet: bool | None, drawing: tuple[str | None, int | None],
) -> WrittenSet:  # fmt: skip
    """Return a set that is dealt; where its sentence says *opens*, auctions begin as it says."""
    from dealwright.ask.condition import as_condition
    from dealwright.cards import Seat
    from dealwright.cards.bridge.boards import board_dealer
    from dealwright.formats.settings import dealer_named
    from dealwright.systems.lessons import boards_that_begin, lesson_of, quiet_opponents

    said = [
        options.pop("said", options.get("common")),
        *(where for _, where, _ in options["types"]),
    ]
    lesson = lesson_of(*texts, *(where for where in said if isinstance(where, str)))
    stays = options.get("place", "described") == "described"
    named = None if dealer in (None, "board") else dealer_named(dealer)
    if dealer is None and lesson is not None and stays:
        named = lesson.seat
    if quiet or (quiet is None and lesson is not None and stays):
        dealers = [named] if isinstance(named, Seat) else [*Seat]
        passing = quiet_opponents(lesson, dealers, pair=options.get("pair", "ns"))
        common = options.get("common")
        options["common"] = passing if common is None else as_condition(common) & passing
    dealt = _dealt(number, first, *drawing, options)
    placed = {} if named is None else {"dealer": named}
    if lesson is None or not stays or named == "random":
        return WrittenSet(dealt, placed=placed)
    count = len(dealt.deals)
    dealers = [board_dealer(first + k) if named is None else named for k in range(count)]
    begun = boards_that_begin(lesson, dealt.deals, dealers)
    note = f"the auction begins with {lesson.text} on {begun} of {count}"
    return WrittenSet(dealt, note=note, placed=placed, begun=begun)


def _condition(text: str | None, phrases: Sequence[str]) -> Condition | None:
    """Return the condition of every board, None if there is none, and print its notes."""
    from dealwright.ask.condition import parse

    conditions = [parse(each) for each in (*([] if text is None else [text]), *phrases)]
    say_notes(conditions)
    return reduce(and_, conditions) if conditions else None


def _options(
    types_file: Path | None, types: Sequence[str], where: Condition | None
) -> dict[str, Any]:
    """Return the types and what else their file says; ``where`` alone is the one type."""
    from dealwright.practice.practice_sets import read_types
    from dealwright.practice.type_texts import parse_type

    if types_file is not None and types:
        raise ArgumentError("give the types in a file (--types) or one by one (--type), not both")
    if types:
        hand_types = [parse_type(text) for text in types]
        say_notes(condition for _, condition, _ in hand_types)
        return {"types": hand_types, "common": where}
    if types_file is None:
        if where is None:
            raise ArgumentError(
                'say what to practise, as in "north: opens 1NT; south: 5+ hearts", '
                "or give types (--types, --type)"
            )
        return {"types": [(ONE_TYPE, where, 1)]}
    try:
        options = read_types(tomllib.loads(input_text(types_file)))
    except tomllib.TOMLDecodeError as error:
        raise ArgumentError(f"{types_file} is not TOML: {error}") from None
    if where is not None:
        given = options.get("common")
        options["common"] = where if given is None else where & given
        options["said"] = given
    return options


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


def _files(
    made: WrittenSet,
    boards: list[Board] | None,
    *,
    show_types: bool,
    pdf: bool,
    title: str,
    date: str,
) -> dict[str, bytes]:
    """Return the contents of the files by name; ``boards`` are the solved boards, if any."""
    from dealwright.base.translation import translated
    from dealwright.formats import Settings, format_named, writer
    from dealwright.formats.hand_sheet import hand_sheet

    practice_set = made.boards
    source = practice_set.deals.source
    assert source is not None
    solved = None if boards is None else lambda _: boards
    settings = Settings(
        **made.placed,
        first=practice_set.first,
        seed=source.seed,
        method=source.method,
        solved=solved,
        letters=letters().in_print,  # the texts are sheets too
        title=title,
        date=datetime.now(UTC).astimezone().date().isoformat() if date == "today" else date,
    )
    texts = {
        f"{seat.name.lower()}.txt": hand_sheet(practice_set.deals, seat, settings)
        for seat in practice_set.pair
    }
    kinds = {"record.txt": "diagram", "boards.pbn": "pbn", "boards.lin": "lin"}
    if pdf:
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
        if show_types:
            texts["record.txt"] += "\n" + types
        else:
            texts["types.txt"] = types
    files = {
        name: text.encode(format_named(kinds.get(name, "diagram")).encoding)
        for name, text in texts.items()
    }
    if pdf:
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
    print(f"{len(practice_set.types)} boards{about} in {folder}: {', '.join(files)}")
    seed = quote(practice_set.deals.source.seed)
    print(f"repeat with --seed {seed}", file=sys.stderr)


COMMAND = Command(practice, HELP, "Practise")
