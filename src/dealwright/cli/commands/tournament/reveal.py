"""``dealwright tournament reveal``: deal the sets, once the public value is known."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from dealwright.base.errors import SearchStopped
from dealwright.cli.command import Command
from dealwright.cli.tournament_options import (
    NoCards,
    NoCondition,
    NoSeed,
    Public,
    Value,
    beside,
    refuse_options,
    sessions_by_phase,
)
from dealwright.requests.fields import Option
from dealwright.requests.numbers import whole_number

__all__ = ["COMMAND"]

HELP = """Deal the sets into files, once the public value is known. No card is shown.

For each set you get PBN, DUP, BRI, DGE and DLM for dealing machines and programs, a hand record and
curtain cards (PDF), a sheet for the sealed envelope and a label for the box with its fingerprint;
record.json names every file with its SHA-256. The command prints only fingerprints.

A set is dealt once: with the log beside the secret, the program refuses to deal it again or with
another value. If the command was interrupted, the same command deals the sets that are missing.

Examples:

  dealwright tournament reveal spring-congress.public.json --value "4 11 23 30 38 45 2 9 17 28 33 49 7 15 21 26 40 44" --output sets

  dealwright tournament reveal spring-congress.public.json --value round.json --output sets --phase Swiss --session 3 --no-reserves
"""  # noqa: E501


def reveal(
    public: Public,
    value: Value,
    out: Annotated[
        Path,
        Option("--output", "-o", metavar="FOLDER", help="Where the files go."),
    ],
    secret: Annotated[
        Path | None,
        Option(metavar="FILE", help="The secret file, by default NAME.secret.json."),
    ] = None,
    phase: Annotated[
        str | None, Option(metavar="NAME", help="Only the sets of this phase.")
    ] = None,
    session: Annotated[
        str | None, Option(metavar="N", help="Only the sets of this session.")
    ] = None,
    sessions: Annotated[
        list[str] | None,
        Option(metavar="PHASE=N", help='How many sessions a phase with "?" has.'),
    ] = None,
    reserves: Annotated[
        bool, Option("--reserves/--no-reserves", help="Whether reserve sets are dealt too.")
    ] = True,
    formats: Annotated[
        str, Option(metavar="NAMES", help="The formats of the files.")
    ] = "pbn,dup,bri,dge,dlm,pdf,hands,envelope",
    seed: NoSeed = None,
    where: NoCondition = None,
    predeal: NoCards = None,
) -> None:
    """Deal the sets into files."""
    from dealwright.cli.jobs import show_progress
    from dealwright.fair.tournament.commitment import read_public, read_secret
    from dealwright.fair.tournament.revealing import Log, revealing, sets_to_deal
    from dealwright.fair.tournament.values import public_value

    refuse_options(seed, where, predeal)
    commitment = read_public(public)
    key = read_secret(secret or beside(public, ".secret.json"), commitment)
    names = sets_to_deal(
        commitment, phase=phase, reserves=reserves, sessions=sessions_by_phase(sessions),
        session=None if session is None else whole_number(session, "--session"),
    )  # fmt: skip
    job = revealing(
        commitment, key, public_value(value, commitment.plan), names, out,
        Log(beside(public, ".log")), [kind.strip() for kind in formats.split(",") if kind.strip()],
    )  # fmt: skip
    with show_progress(job, "dealing"):
        for dealt in job:
            print(dealt.label)
        record = job.result()
    sets = f"{len(record.sets)} set{'' if len(record.sets) == 1 else 's'}"
    print(f"{sets} in {out}, named in {out / 'record.json'}", file=sys.stderr)
    if record.left:
        raise SearchStopped(f"interrupted: {record.left} of {len(names)} sets are missing")


COMMAND = Command(reveal, HELP, order=2)
