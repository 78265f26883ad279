"""``dealwright odds``: where the cards are at the table."""

from __future__ import annotations

import functools
from dataclasses import fields
from pathlib import Path
from typing import Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.answering import answer_job, lines_with_symbols, print_notes, with_condition
from dealwright.cli.command import Command
from dealwright.cli.options import Include, Json, Output, printed_format
from dealwright.cli.system_options import with_auction_paths
from dealwright.requests.base import Limits
from dealwright.requests.fields import Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.play import TableDealsRequest, TableOddsRequest

__all__ = ["COMMAND"]

HELP = """Print the odds at the table: where the unseen cards are.

Give your hand and the dummy, 13 cards each, including cards already played; the tricks so far with
--play, four cards a trick, the leader's first; and what the auction shows, as a condition (--where)
or as the calls of a bidding system (--system, --auction). You get the chance that each unseen hand
has each unseen card, the chance of each break, the points and lengths of the hands, and the chance of
events, all with and without the auction.

An event is written "hearts 3-3", "spades 2-2 or 3-1", "onside KC" (before the tenace), "offside KC",
"west KC", "drop QS" (under the top cards) or as a condition, joined by and, or, not and brackets.
Several events are counted separately and all together.

A line of play is a list of steps and an end: "cash SA SK; if SQ drops then make else finesse KH".
Steps are "cash SA SK", "cash two clubs" and "finesse KH"; a branch tests what they have shown: "SQ
drops", "both follow to clubs", "west shows out of clubs", "finesse KH wins". The end is make, down, a
finesse or an event. With two lines, you see the layouts in which one succeeds and the other fails.

State what a defender's card means with --choice (restricted choice) and --likely (signals, leads):
layouts get weights accordingly, and the answer names the model.

--deals N deals N layouts that agree with all this instead, each with its exact probability; the hands
have their played cards too. They are printed, or written to a file with --output.

Examples:

  dealwright odds --hand "south AKT32.432.432.AK" --dummy "north 7654.AQ5.AKQ.765" --event "drop QS" --event "onside KH"

  dealwright odds --hand "south AQ542.KJ87.32.AK" --dummy "north K63.AQ4.AK54.432" --where "hcp(west) <= 6 && spades(west) <= 2"

  dealwright odds --hand "south AQ542.KJ87.32.AK" --dummy "north K63.AQ4.AK54.432" --play "DQ DA D7 D2, H4 H2 HK C9" --event "spades 3-2 or drop JS"

  dealwright odds --hand "south AKT9.432.432.AK2" --dummy "north 87654.AQ5.AK.765" --line "cash SA SK; if SQ drops then make else finesse KH" --line "cash SA; finesse SQ"

  dealwright odds --hand "south AT98.432.432.AK2" --dummy "north K7654.AQ5.AKQ.76" --play "C3 C6 CQ CA, SA S2 S4 SQ" --choice random --event "west SJ"

  dealwright odds --hand "south AQ542.KJ87.32.K3" --dummy "north K63.AQ4.J854.542" --system natural --auction "1NT" --first west --event "west AC"

  dealwright odds --hand "south AQ542.KJ87.32.AK" --dummy "north K63.AQ4.AK54.432" --play "DQ DA D7 D2" --deals 1000 --output layouts.pbn
"""  # noqa: E501


def odds(
    request: TableOddsRequest,
    deals: Annotated[
        int | None,
        Option(
            metavar="N", help="Deal N layouts instead, each with its exact probability.",
            parser=functools.partial(whole_number, label="the number of layouts"),
        ),
    ] = None,
    output: Output = None,
    format: Annotated[
        str | None,
        Option("--format", "-F", metavar="NAME", help="The format of --deals, as in 'deal'."),
    ] = None,
    as_json: Json = False,
    include: Include = None,
) -> None:  # fmt: skip
    """Print the odds, or deals that agree with them."""
    request = print_notes(with_condition(with_auction_paths(request)))
    if deals is not None:
        _deal(request, deals, "json" if as_json else printed_format(format, output), output)
        return
    if output is not None or format is not None:
        raise ArgumentError("--output and --format belong to --deals")
    answer_job(
        request.job(),
        "counting",
        lines_with_symbols,
        as_json=as_json,
        interrupted="the odds are from the deals examined so far",
    )


def _deal(request: TableOddsRequest, number: int, kind: str, output: Path | None) -> None:
    """Write layouts that agree with what is known."""
    from dealwright.cli.output import display_settings, open_output
    from dealwright.formats import Settings, format_named, writer

    if request.events or request.lines:
        raise ArgumentError("--deals deals layouts; --event and --line ask for odds")
    form = format_named(kind, writing=True)
    shared = {field.name for field in fields(TableOddsRequest)} & {
        field.name for field in fields(TableDealsRequest)
    }
    seen = {name: getattr(request, name) for name in shared}
    dealt = TableDealsRequest(n=number, **seen).job(Limits()).result()
    assert dealt.source is not None
    settings = Settings(seed=dealt.source.seed, **display_settings(output))
    board_writer = writer(kind, settings)
    with open_output(output, form.encoding, exact=kind != "diagram") as file:
        file.write(board_writer.begin())
        file.write(board_writer.deals(dealt, 0))
        file.write(board_writer.end(len(dealt), len(dealt)))


COMMAND = Command(odds, HELP, "Count and explain", order=4)
