"""``dealwright tournament new``: commit to a plan."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from dealwright.base.errors import TournamentError
from dealwright.base.files import write_new
from dealwright.cli.command import Command
from dealwright.cli.tournament_options import NoCards, NoCondition, NoSeed, beside, refuse_options
from dealwright.requests.fields import Argument, Option

__all__ = ["COMMAND"]

HELP = """Commit to a plan: write a public file, to be published now, and a secret file, to be kept.

The plan is a TOML file:

  title = "Spring congress"
  value = "Lotto 6aus49 of 24 and 27 February and 3 March 2027, each draw in ascending order"

  [[phase]]
  name = "Pairs"
  sessions = 2
  boards = "1-24"
  reserves = 1

The value is a number or text that everybody will know later, and nobody knows now. It needs at
least 64 bits of chance: with few outcomes, as of a coin or one closing price, whoever makes the
secret could try secrets until the deals suit them whatever the outcome. Three draws of 6 out of 49
have 71 bits, a round of drand 256.

sessions may be "?", boards may name a range for each session ("1-16, 17-32"), and file = "pairs-#"
the files. With [drand], chain and round, the value is that round of the public beacon.

The public file has the plan, the date, the algorithm and the commitment, a SHA-256 that covers all
of them and the secret. The secret file is readable by you alone: keep a copy in a safe place, and
publish it after the event.

Example:

  dealwright tournament new plan.toml
"""


def new(
    plan: Annotated[Path, Argument(metavar="PLAN.toml", help="The plan.")],
    name: Annotated[
        str | None,
        Option(metavar="NAME", help="The name of both files (default: from the title)."),
    ] = None,
    seed: NoSeed = None,
    where: NoCondition = None,
    predeal: NoCards = None,
) -> None:
    """Write the public and the secret file."""
    from dealwright.cli.input import input_bytes
    from dealwright.cli.messages import say
    from dealwright.fair.tournament.commitment import new_tournament
    from dealwright.fair.tournament.plans import is_device
    from dealwright.fair.tournament.values import ENOUGH_BITS

    refuse_options(seed, where, predeal)
    try:
        text = input_bytes(str(plan), 1 << 20).decode()
    except UnicodeDecodeError:
        raise TournamentError(f"{plan} is not UTF-8") from None
    public, secret = new_tournament(text)
    stem = name or re.sub(r"\W+", "-", public.plan.title.lower()).strip("-") or "tournament"
    if is_device(Path(stem).name) or not stem.isprintable():
        raise TournamentError(
            f"{stem!r} is not a valid file name on every system; give another --name"
        )
    files = Path(f"{stem}.public.json"), Path(f"{stem}.secret.json")
    for file in files:
        if file.exists():
            raise TournamentError(f"{file} already exists; give another --name")
    write_new(files[1], secret.to_json(public.digest), private=True)
    write_new(files[0], public.to_json())
    print(f"{files[0]}: publish it now; whoever has it can check the event")
    print(f"{files[1]}: keep it; nobody may see it before the event is over")
    print(f"{beside(files[0], '.log')} will say which sets were dealt")
    print(f"commitment {public.digest}")
    if public.plan.drand is None:
        say(
            f"note: the public value needs at least {ENOUGH_BITS} bits of chance; three draws of 6 "
            "out of 49 have 71, one closing price about 10. With fewer, whoever makes the "
            "secret can try secrets until the deals suit them whatever the outcome"
        )


COMMAND = Command(new, HELP, order=0)
