"""``dealwright tournament``: its commands, one file each."""

from __future__ import annotations

from dealwright.cli.command import Group

__all__ = ["COMMAND"]

HELP = """Tournament sets that nobody can choose, and anybody can check afterwards.

Before the event, publish the plan with a commitment. Deal when the public value, which nobody could
know before, is known. After the event, publish the secret. Every deal is equally likely.

Examples:

  dealwright tournament new plan.toml

  dealwright tournament timestamp spring-congress.public.json

  dealwright tournament reveal spring-congress.public.json --value "4 11 23 30 38 45 2 9 17 28 33 49 7 15 21 26 40 44" --output sets

  dealwright tournament verify spring-congress.public.json --secret spring-congress.secret.json --value "4 11 23 30 38 45 2 9 17 28 33 49 7 15 21 26 40 44" sets/record.json

  dealwright tournament squaredeal WBG2024.sqd --check FIN1.pbn
"""  # noqa: E501

COMMAND = Group(HELP, "Tournaments")
