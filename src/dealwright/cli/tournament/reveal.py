"""``dealwright tournament reveal``: deal the sets, once the public value is known."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from dealwright.cli.commands import Command
from dealwright.cli.options import whole_number
from dealwright.cli.tournament.options import (
    NoCards,
    NoCondition,
    NoSeed,
    Public,
    Value,
    beside,
    refuse,
)
from dealwright.errors import ArgumentError, SearchStopped

__all__ = ["COMMAND"]

HELP = """Deal the sets into files, once the public value is known. No card is shown.

For each set you get PBN, DUP, BRI, DGE and DLM for dealing machines and programs, a hand record and
curtain cards (PDF), a sheet for the sealed envelope and a label for the box with its fingerprint;
record.json names every file with its SHA-256. The command prints only fingerprints.

A set is dealt once: with the log beside the secret, the program refuses to deal it again or with
another value.

Examples:

  dealwright tournament reveal spring-congress.public.json --value "24311.07" --out sets

  dealwright tournament reveal spring-congress.public.json --value round.json --out sets --phase Swiss --session 3 --no-reserves
"""  # noqa: E501


def reveal(
    public: Public,
    value: Value,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the files go.")],
    secret: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The secret file (default: NAME.secret.json)."),
    ] = None,
    phase: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only the sets of this phase.")
    ] = None,
    session: Annotated[
        str | None, typer.Option(metavar="N", help="Only the sets of this session.")
    ] = None,
    sessions: Annotated[
        list[str] | None,
        typer.Option(metavar="PHASE=N", help='How many sessions a phase with "?" has.'),
    ] = None,
    reserves: Annotated[
        bool, typer.Option("--reserves/--no-reserves", help="Whether reserve sets are dealt too.")
    ] = True,
    formats: Annotated[
        str, typer.Option(metavar="NAMES", help="The formats of the files.")
    ] = "pbn,dup,bri,dge,dlm,pdf,hands,envelope",
    seed: NoSeed = None,
    where: NoCondition = None,
    predeal: NoCards = None,
) -> None:
    """Deal; the arguments are those of the command line."""
    from dealwright.cli.jobs import show_progress
    from dealwright.tournament.commitment import read_public, read_secret
    from dealwright.tournament.revealing import Log, revealing, sets_to_deal
    from dealwright.tournament.values import public_value

    refuse(seed, where, predeal)
    made = read_public(public)
    key = read_secret(secret or beside(public, ".secret.json"), made)
    names = sets_to_deal(
        made, phase=phase, reserves=reserves, sessions=_numbers(sessions or []),
        session=None if session is None else whole_number(session, "--session"),
    )  # fmt: skip
    job = revealing(
        made, key, public_value(value, made.plan), names, out, Log(beside(public, ".log")),
        [kind.strip() for kind in formats.split(",") if kind.strip()],
    )  # fmt: skip
    with show_progress(job, "dealing"):
        for dealt in job:
            print(dealt.label)
        found = job.result()
    print(f"{len(found.sets)} sets in {out}, named in {out / 'record.json'}", file=sys.stderr)
    if len(found.sets) < len(names):
        raise SearchStopped(
            "interrupted: {sets} of {names} sets are dealt", sets=len(found.sets), names=len(names)
        )


def _numbers(texts: list[str]) -> dict[str, int]:
    found = dict[str, int]()
    for text in texts:
        name, equals, number = text.rpartition("=")
        if not equals or not number.strip().isdigit() or not 0 < int(number) <= 1000:
            raise ArgumentError("--sessions takes PHASE=N, not '{written}'", written=text)
        found[name.strip()] = int(number)
    return found


COMMAND = Command(reveal, HELP, order=2)
