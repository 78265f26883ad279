"""``dealwright tournament squaredeal``: deal and check events of SquareDeal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.command import Command, Exit
from dealwright.cli.options import Json
from dealwright.cli.tournament_options import OpenBoards, boards_by_phase, sessions_by_phase
from dealwright.requests.fields import Argument, Option

if TYPE_CHECKING:
    from dealwright.fair.tournament.squaredeal import SquareDealEvent, SquareDealKeys

__all__ = ["COMMAND"]

HELP = """Deal an event of SquareDeal from its description and its keys, or check boards against them.

With --output the sets are dealt into files, originals or with --reserve reserves; no card is shown. With
--check the boards of files are looked up in all sets of the event: the exit status is 1 if the keys
are not those that were published, or a file has other boards. With neither, you see the event, and
whether the keys are the published ones.

Examples:

  dealwright tournament squaredeal WBG2024.sqd --keys WBG2024.sqk --format pbn --output sets

  dealwright tournament squaredeal WBG2024.sqd --phase FIN --session 1-2 --reserve --format pbn,dup --output sets

  dealwright tournament squaredeal WBG2024.sqd --check FIN1.pbn --check FIN2.pbn

  dealwright tournament squaredeal SWISS2026.sqd --phase SWISS --sessions SWISS=5 --session 5 --output sets

  dealwright tournament squaredeal WC2025.sqd --value "44,882.13" --boards "BAMFIN=1-15" --output sets
"""  # noqa: E501


def squaredeal(
    description: Annotated[
        Path, Argument(metavar="FILE.sqd", help="The description of the event.")
    ],
    keys: Annotated[
        Path | None, Option(metavar="FILE.sqk", help="Its keys (default: beside it).")
    ] = None,
    value: Annotated[
        str | None,
        Option(metavar="TEXT", help="The delayed value, if the description has none."),
    ] = None,
    save: Annotated[
        Path | None,
        Option(metavar="FILE.sqd", help="Write the description with the value."),
    ] = None,
    phase: Annotated[
        str | None,
        Option(metavar="PHASE", help="Only this phase: its number, file or description."),
    ] = None,
    session: Annotated[
        str | None, Option(metavar="N", help="Only this session, or those of 1-4.")
    ] = None,
    reserve: Annotated[
        bool, Option("--reserve", help="Deal the reserve sets, not the originals.")
    ] = False,
    boards: OpenBoards = None,
    sessions: Annotated[
        list[str] | None,
        Option(
            metavar="PHASE=N",
            help="How many sessions a phase without a fixed number has.",
        ),
    ] = None,
    format: Annotated[
        str,
        Option("--format", "-F", metavar="NAMES", help="The formats of the files."),
    ] = "pbn",
    out: Annotated[
        Path | None,
        Option("--output", "-o", metavar="FOLDER", help="Where the files go."),
    ] = None,
    check: Annotated[
        list[Path] | None,
        Option(metavar="FILE", help="Find the boards of this file."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Deal or check sets of an event."""
    from dealwright.fair.tournament.squaredeal import read_sqd, read_sqk

    _refuse_combinations(out=out, check=check, save=save, value=value, as_json=as_json)
    event = read_sqd(description)
    if value is not None:
        event = _with_value(event, value)
    if save is not None:
        save.write_text(event.to_text(), "utf-8")
        if out is None and not check and keys is None:
            return
    event = event.with_boards(boards_by_phase(boards)).with_sessions(sessions_by_phase(sessions))
    event_keys = read_sqk(keys or description.with_suffix(".sqk"), event)
    if check:
        _check(event, event_keys, check, as_json=as_json)
    elif out is not None:
        kinds = [kind.strip() for kind in format.split(",") if kind.strip()]
        _deal(event, event_keys, out, kinds, phase, session, reserve=reserve)
    else:
        for line in _report(event, event_keys):
            print(line)
        if event.key_hash is not None and not event.commits_to(event_keys):
            raise Exit(1)


def _refuse_combinations(
    *, out: Path | None, check: list[Path] | None, save: Path | None, value: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """Refuse options that cannot be combined.

    :raises ArgumentError: if two cannot be combined, or the file to save exists
    """
    if out is not None and check:
        raise ArgumentError("--output deals and --check checks; give only one of them")
    if as_json and not check:
        raise ArgumentError("--json goes with --check")
    if save is not None and value is None:
        raise ArgumentError("--save goes with --value")
    if save is not None and save.exists():
        raise ArgumentError(f"{save} already exists")


def _with_value(event: SquareDealEvent, text: str) -> SquareDealEvent:
    """Return the event with a delayed value.

    :raises ArgumentError: if it has another value already
    """
    from dealwright.cli.messages import say
    from dealwright.fair.tournament.squaredeal import delayed_value

    value = delayed_value(text, event.version)
    if event.value not in (None, value):
        raise ArgumentError(f"the description has the delayed value '{event.value}' already")
    say(f"note: the delayed value is '{value}'")
    return replace(event, value=value)


def _deal(
    event: SquareDealEvent, keys: SquareDealKeys, out: Path, kinds: list[str], phase: str | None,
    session: str | None, *, reserve: bool,
) -> None:  # fmt: skip
    from dealwright.cli.jobs import show_progress
    from dealwright.fair.tournament.squaredeal_sets import chosen_sets, dealing_squaredeal

    session_range = None if session is None else _sessions(session)
    sets = chosen_sets(event, phase=phase, sessions=session_range, reserve=reserve)
    job = dealing_squaredeal(event, keys, sets, out, kinds)
    print("the published key hash KH matches the keys", file=sys.stderr)
    with show_progress(job, "dealing"):
        for dealt in job:
            print(dealt.label)
        sets_dealt = job.result()
    print(f"{len(sets_dealt)} set{'' if len(sets_dealt) == 1 else 's'} in {out}", file=sys.stderr)
    if len(sets_dealt) < len(sets):
        raise SearchStopped(f"interrupted: {len(sets_dealt)} of {len(sets)} sets are dealt")


def _sessions(text: str) -> range:
    first, _, last = text.partition("-")
    numbers = [part.strip() for part in (first, last or first)]
    if not all(part.isdecimal() and len(part) < 5 for part in numbers):
        raise ArgumentError(f"--session takes a number, or a range as 1-4, not '{text}'")
    return range(int(numbers[0]), int(numbers[1]) + 1)


def _check(
    event: SquareDealEvent, keys: SquareDealKeys, files: list[Path], *, as_json: bool,
) -> None:  # fmt: skip
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_verdict
    from dealwright.fair.tournament.squaredeal_sets import finding_boards
    from dealwright.requests.documents import write_json

    job = finding_boards(event, keys, files)
    with show_progress(job, "checking"):
        checked = job.result()
    if as_json:
        print_verdict([write_json(checked, indent=2)])
    else:
        print_verdict(checked.lines())
    if job.stopping and len(checked.findings) <= len(files):
        raise SearchStopped("interrupted: the answer is from the files checked so far")
    if not checked.holds:
        raise Exit(1)


def _report(event: SquareDealEvent, keys: SquareDealKeys) -> Iterator[str]:
    """Yield the lines of a description, and whether the keys match the published hash."""
    yield event.title
    yield f"delayed value: {event.delayed}, {event.value or 'not known yet'}"
    for number, phase in enumerate(event.phases, 1):
        session_count = len(phase.numbers)
        sessions = f"{session_count or 'any number of'} session{'' if session_count == 1 else 's'}"
        yield f"{number}  {phase.file}: {phase.title}, {sessions} of {phase.boards}"
    if event.key_hash is None:
        yield "not published: there is no key hash KH"
    elif event.commits_to(keys):
        yield "the published key hash KH matches the keys"
    else:
        yield f"WRONG  the published key hash KH does not match the keys, {keys.hash}"


COMMAND = Command(squaredeal, HELP, order=5)
