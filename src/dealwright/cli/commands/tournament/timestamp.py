"""``dealwright tournament timestamp``: have the commitment dated by others."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Annotated

from dealwright.base.errors import ArgumentError, TournamentError
from dealwright.cli.command import Command
from dealwright.cli.tournament_options import Public, beside
from dealwright.requests.fields import Option

__all__ = ["COMMAND"]

HELP = """Have the public file time-stamped, so that nobody can say it was made later.

Without options you get a line to print or to post, and NAME.tsq, a request that any time-stamp authority
signs (RFC 3161):

  curl -H "Content-Type: application/timestamp-query" --data-binary @NAME.tsq https://freetsa.org/tsr > NAME.tsr

With --reply the command checks the authority's answer with its certificate (--authority), and prints
the time; openssl ts -verify does the same. With --git it commits the public file to its git
repository.

Examples:

  dealwright tournament timestamp spring-congress.public.json

  dealwright tournament timestamp spring-congress.public.json --reply spring-congress.tsr --authority cacert.pem

  dealwright tournament timestamp spring-congress.public.json --git
"""  # noqa: E501


def timestamp(
    public: Public,
    reply: Annotated[
        Path | None, Option(metavar="FILE", help="The reply of an authority to be checked.")
    ] = None,
    authority: Annotated[
        Path | None, Option(metavar="FILE", help="Its certificate, in PEM.")
    ] = None,
    git: Annotated[
        bool, Option("--git", help="Commit the public file to its git repository.")
    ] = False,
) -> None:
    """Write a request for a time stamp, check a reply, or commit to git."""
    from dealwright.cli.input import input_bytes
    from dealwright.fair.tournament.commitment import read_public
    from dealwright.fair.tournament.timestamps import request_of, time_of_reply

    commitment = read_public(public)
    content = input_bytes(str(public), 1 << 20)
    if (reply is None) != (authority is None):
        raise ArgumentError("--reply and --authority go together")
    if reply is not None and authority is not None:
        time = time_of_reply(
            input_bytes(str(reply), 1 << 20), content, input_bytes(str(authority), 1 << 20)
        )
        print(f"{public} existed at {time:%Y-%m-%d %H:%M:%S %Z}, says its time stamp")
        return
    if git:
        _commit(public, f"Commitment of {commitment.plan.title}: {commitment.digest}")
        return
    request = beside(public, ".tsq")
    request.write_bytes(request_of(content))
    print(f"{commitment.plan.title}, commitment SHA-256 {commitment.digest}")
    print(f"{request}: have it signed by a time-stamp authority")


def _commit(public: Path, message: str) -> None:
    """Commit a file to the git repository that contains it.

    :raises TournamentError: if git fails
    """
    for words in (["add", "--", public.name], ["commit", "-q", "-m", message, "--", public.name]):
        try:
            process = subprocess.run(  # noqa: S603  fixed words, and a file name after --
                ["git", *words],  # noqa: S607
                cwd=public.parent, capture_output=True, text=True, check=False,
            )  # fmt: skip
        except OSError:
            raise TournamentError("git is not installed") from None
        if process.returncode:
            lines = (process.stderr or process.stdout).strip().splitlines()
            raise TournamentError(f"git could not commit {public}: {lines[-1] if lines else ''}")
    print(f"{public} is committed: {message}")


COMMAND = Command(timestamp, HELP, order=1)
