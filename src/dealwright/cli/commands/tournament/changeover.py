"""``dealwright tournament changeover``: from a plan to SquareDeal's files, and back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from dealwright.base.errors import TournamentError
from dealwright.base.files import write_new
from dealwright.cli.command import Command
from dealwright.cli.tournament_options import OpenBoards, boards_by_phase
from dealwright.requests.fields import Argument, Option

__all__ = ["COMMAND"]

HELP = """Turn a plan into an event of SquareDeal, or SquareDeal's description into a plan.

From a plan, or from a description that is not published yet, the command writes NAME.sqd and
NAME.sqk: the description with the key hash, to be published now, and new keys, which only you can
read. Continue with SquareDeal, or with tournament squaredeal. From a description it writes a plan
if NAME ends with .toml; tournament new publishes it.

Examples:

  dealwright tournament changeover plan.toml --output spring

  dealwright tournament changeover WBG2024.sqd --output games.toml

  dealwright tournament changeover WC2025.sqd --boards "BAMFIN=1-15" --output winter.toml
"""


def changeover(
    source: Annotated[
        Path, Argument(metavar="FILE", help="A plan (.toml) or a description (.sqd).")
    ],
    out: Annotated[
        Path,
        Option(
            "--output",
            "-o",
            metavar="NAME",
            help="PLAN.toml, or the name of the .sqd and the .sqk.",
        ),
    ],
    boards: OpenBoards = None,
) -> None:
    """Write the plan, or the files of SquareDeal."""
    from dealwright.cli.input import input_text
    from dealwright.fair.tournament.changeover import description_of_plan, plan_of_description
    from dealwright.fair.tournament.plans import read_plan
    from dealwright.fair.tournament.squaredeal import new_keys, read_sqd

    if source.suffix.lower() == ".toml":
        event = description_of_plan(read_plan(input_text(source)))
    else:
        event = read_sqd(source).with_boards(boards_by_phase(boards))
    if out.suffix.lower() == ".toml":
        _write(out, plan_of_description(event))
        print(f"{out}: commit to it with dealwright tournament new {out}")
        return
    if event.key_hash is not None:
        raise TournamentError(f"{source} is published; write a plan of it with --output PLAN.toml")
    files = Path(f"{out}.sqd"), Path(f"{out}.sqk")
    for file in files:
        if file.exists():
            raise TournamentError(f"{file} already exists; give another --output")
    keys = new_keys(event)
    _write(files[1], keys.to_text(), private=True)
    _write(files[0], replace(event, key_hash=keys.hash).to_text())
    print(f"{files[0]}: publish it now; whoever has it and the keys can check the event")
    print(f"{files[1]}: keep it; nobody may see it before the event is over")
    print(f"key hash {keys.hash}")


def _write(path: Path, text: str, *, private: bool = False) -> None:
    """Write a file that does not exist yet.

    :raises TournamentError: if it exists, or cannot be written
    """
    try:
        write_new(path, text, private=private)
    except OSError as error:
        raise TournamentError(f"cannot write {path}: {error.strerror}") from None


COMMAND = Command(changeover, HELP, order=6)
