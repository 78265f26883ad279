"""``dealwright tournament bigdeal``: the boards of Big Deal 2.0."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.command import Command
from dealwright.cli.options import Output, WriteAs, listed_formats, printed_format
from dealwright.cli.tournament_options import NoCards, NoCondition, NoSeed, refuse_options
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from dealwright.fair.tournament.bigdeal import BigDealSeed

__all__ = ["COMMAND"]

HELP = """Deal the boards that Big Deal 2.0 deals.

A hash of 160 bits and the owner decide them: --hash takes the hash of a set that was dealt before,
from deallog.txt or dealentr.txt. Without it the hash is made from --entropy and 320 bits of the
operating system, or with --only-given from --entropy alone. Anybody who knows the hash and the owner
can deal the boards: keep the hash secret until they are played.

Examples:

  dealwright tournament bigdeal --owner "Bridge club" -n 24 --output monday.pbn

  dealwright tournament bigdeal --owner "Bridge club" -n 17-32 --hash-file dealentr.txt --output monday.dup

  dealwright tournament bigdeal --hash 648CC374641E68A57C20772F6ACF5D4565033E8F --owner hrzkVbQb9F0QhgIYEwfBUwKjNHDoGZ -n 2 --format line
"""  # noqa: E501


def bigdeal(
    hash: Annotated[
        str | None, Option(metavar="HEX", help="The hash, 40 hexadecimal digits (-h).")
    ] = None,
    owner: Annotated[
        str | None,
        Option(metavar="TEXT", help="The owner that Big Deal was set up with, or -W's text."),
    ] = None,
    number: Annotated[
        str,
        Option("--number", "-n", metavar="N", help="How many boards, or which, as in 11-20."),
    ] = "24",
    entropy: Annotated[
        list[str] | None,
        Option(
            metavar="TEXT",
            help="Entropy (-e), or @FILE for that of a file (-E).",
            remark="; may be repeated, in order.",
        ),
    ] = None,
    only_given: Annotated[
        bool,
        Option("--only-given", help="Take nothing from the operating system (-o)."),
    ] = False,
    hash_file: Annotated[
        Path | None,
        Option(
            metavar="FILE", help="dealentr.txt: refuse a hash that is in it, and add the new one."
        ),
    ] = None,
    format: WriteAs = None,
    output: Output = None,
    seed: NoSeed = None,
    where: NoCondition = None,
    predeal: NoCards = None,
) -> None:
    """Deal and write boards."""
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import display_settings, open_output
    from dealwright.fair.tournament.bigdeal import (
        OWNER,
        BigDealSeed,
        HashFile,
        board_range,
        dealing_bigdeal,
    )
    from dealwright.formats import Settings, format_named, writer

    refuse_options(seed, where, predeal)
    boards = board_range(number)
    kind = printed_format(format, output)
    board_writer = writer(kind, Settings(boards[0], **display_settings(output)))
    if hash is not None:
        if entropy or only_given or hash_file is not None:
            raise ArgumentError(
                "--hash deals a set again; --entropy, --only-given and --hash-file are for new ones"
            )
        bigdeal_seed = BigDealSeed.parse(hash, OWNER if owner is None else owner)
    else:
        bigdeal_seed = _new_seed(
            entropy or [], OWNER if owner is None else owner, only_given=only_given
        )
    if hash_file is not None:
        HashFile(hash_file).add(bigdeal_seed.hash)
    job = dealing_bigdeal(bigdeal_seed, boards)
    done = 0
    encoding, exact = format_named(kind, writing=True).encoding, kind != "diagram"
    with show_progress(job, "dealing"), open_output(output, encoding, exact=exact) as file:
        file.write(board_writer.begin())
        for deals in job:
            file.write(board_writer.deals(deals, done))
            done += len(deals)
        file.write(board_writer.end(done, done))
    if done < len(boards):
        raise SearchStopped(f"interrupted: {done:,} of {len(boards):,} boards are dealt")


def _new_seed(entropy: list[str], owner: str, *, only_given: bool) -> BigDealSeed:
    """Return a seed from the entropy of the command line, files and the operating system."""
    from dealwright.cli.input import input_bytes
    from dealwright.cli.messages import say
    from dealwright.fair.tournament.bigdeal import ENOUGH_BITS, BigDealSeed, Entropy

    if only_given and not entropy:
        raise ArgumentError("--only-given needs --entropy")
    collected = Entropy()
    for text in entropy:
        if text.startswith("@"):
            collected.add_file(input_bytes(text[1:], 1 << 20))
        else:
            collected.add_text(text)
    if not only_given:
        collected.add_system()
    if collected.bits < ENOUGH_BITS:
        say(
            f"note: the entropy counts as {collected.bits} bits, and Big Deal wants {ENOUGH_BITS}: "
            "boards that can be guessed are not for play"
        )
    return BigDealSeed(collected.hash(), owner)


COMMAND = Command(bigdeal, HELP, order=4, ending=listed_formats)
