"""Arguments and options of the commands about tournaments."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from dealwright.base.errors import ArgumentError, TournamentError
from dealwright.requests.fields import Argument, Option

__all__ = [
    "NoCards",
    "NoCondition",
    "NoSeed",
    "OpenBoards",
    "Public",
    "Value",
    "beside",
    "boards_by_phase",
    "refuse_options",
    "sessions_by_phase",
]

Public = Annotated[Path, Argument(metavar="PUBLIC", help="The public file, NAME.public.json.")]
Value = Annotated[
    str,
    Option(
        metavar="VALUE",
        help="The public value, as the plan describes it; for a round of drand, its JSON file.",
    ),
]
NoSeed = Annotated[str | None, Option("--seed", "-s", hidden=True)]
NoCondition = Annotated[str | None, Option("--where", hidden=True)]
NoCards = Annotated[str | None, Option("--predeal", "-p", hidden=True)]
OpenBoards = Annotated[
    list[str] | None,
    Option(
        "--boards", metavar="PHASE=RANGES",
        help='The boards of a phase of SquareDeal that has "?".',
    ),
]  # fmt: skip
_ENDING = ".public.json"


def beside(public: Path, ending: str) -> Path:
    """Return the file beside a public file with the same name and another ending."""
    name = public.name
    stem = name[: -len(_ENDING)] if name.endswith(_ENDING) else public.stem
    return public.with_name(f"{stem}{ending}")


def boards_by_phase(texts: list[str] | None) -> dict[str, str]:
    """Return the boards of --boards by phase.

    >>> boards_by_phase(["BAMFIN=1-15", "2=1-8,9-16"])
    {'BAMFIN': '1-15', '2': '1-8,9-16'}

    :raises ArgumentError: if a text has no =
    """
    by_phase = dict[str, str]()
    for text in texts or []:
        phase, equals, boards = text.partition("=")
        if not equals:
            raise ArgumentError(f"--boards takes PHASE=RANGES, as FIN=1-15, not '{text}'")
        by_phase[phase.strip()] = boards.strip()
    return by_phase


def sessions_by_phase(texts: list[str] | None) -> dict[str, int]:
    """Return the numbers of --sessions by phase.

    >>> sessions_by_phase(["Swiss=3"])
    {'Swiss': 3}

    :raises ArgumentError: if a text is not PHASE=N
    """
    by_phase = dict[str, int]()
    for text in texts or []:
        name, equals, number = text.rpartition("=")
        if not equals or not number.strip().isdigit() or not 0 < int(number) <= 1000:
            raise ArgumentError(f"--sessions takes PHASE=N, not '{text}'")
        by_phase[name.strip()] = int(number)
    return by_phase


def refuse_options(seed: str | None, where: str | None, predeal: str | None) -> None:
    """Refuse options of other commands, and give the reason.

    :raises TournamentError: if one is given
    """
    if seed is not None:
        raise TournamentError(
            "--seed is refused: a tournament is dealt from a secret of 256 bits that the operating "
            "system gives, and a seed that somebody chooses can be guessed"
        )
    if where is not None or predeal is not None:
        name = "--where" if predeal is None else "--predeal"
        raise TournamentError(f"{name} is refused: in a tournament every deal is equally likely")
