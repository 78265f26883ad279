"""``dealwright odds``: where the cards are at the table."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from dealwright.cli.commands import Command
from dealwright.cli.options import Include, Json, event_in_english, in_english, resources_of
from dealwright.cli.questions import Where, both
from dealwright.errors import ArgumentError, SearchStopped
from dealwright.requests.deals import Budget, Memory, Predeal, Seed
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from dealwright.condition import Condition

__all__ = ["COMMAND"]

HELP = """Print the odds at the table: where the cards are that you do not see.

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

Examples:

  dealwright odds --hand "south AKT32.432.432.AK" --dummy "north 7654.AQ5.AKQ.765" --event "drop QS" --event "onside KH"

  dealwright odds --hand "south AQ542.KJ87.32.AK" --dummy "north K63.AQ4.AK54.432" --where "hcp(west) <= 6 && spades(west) <= 2"

  dealwright odds --hand "south AQ542.KJ87.32.AK" --dummy "north K63.AQ4.AK54.432" --play "DQ DA D7 D2, H4 H2 HK C9" --event "spades 3-2 or drop JS"

  dealwright odds --hand "south AKT9.432.432.AK2" --dummy "north 87654.AQ5.AK.765" --line "cash SA SK; if SQ drops then make else finesse KH" --line "cash SA; finesse SQ"

  dealwright odds --hand "south AT98.432.432.AK2" --dummy "north K7654.AQ5.AKQ.76" --play "C3 C6 CQ CA, SA S2 S4 SQ" --choice random --event "west SJ"

  dealwright odds --hand "south AQ542.KJ87.32.K3" --dummy "north K63.AQ4.J854.542" --system natural --auction "1NT" --first west --event "west AC"
"""  # noqa: E501


def odds(
    hand: Annotated[
        str,
        Option(metavar="CARDS", settle=in_english, help='Your hand, as "south AQ542.KJ87.32.AK".'),
    ],
    dummy: Annotated[
        str | None,
        Option(metavar="CARDS", settle=in_english, help='The dummy, as "north K63.AQ4.AK54.432".'),
    ] = None,
    where: Where = None,
    system: Annotated[
        str | None,
        Option(metavar="FILE", help="The bidding system of --auction: a file or a name."),
    ] = None,
    auction: Annotated[
        str | None,
        Option(metavar="CALLS", help='The calls, as "1NT 2C 2H"; in brackets the other side\'s.'),
    ] = None,
    first: Annotated[
        str | None,
        Option(
            metavar="SEAT",
            help="Who made the first call of --auction (default: north, of the other side west).",
        ),
    ] = None,
    play: Annotated[
        str,
        Option(
            metavar="CARDS",
            settle=in_english,
            help='The tricks so far, as "H5 H7 HQ H3, C2 C9 CK CA".',
        ),
    ] = "",
    leader: Annotated[
        str, Option(metavar="SEAT", help="Who led to the first trick of --play.")
    ] = "west",
    trump: Annotated[str, Option(metavar="STRAIN", help="The trump suit of --play, or NT.")] = "NT",
    event: Annotated[
        list[str] | None,
        Option(metavar="EVENT", help="An event whose chance you want; may be repeated."),
    ] = None,
    line: Annotated[
        list[str] | None,
        Option(metavar="LINE", help="A line of play; of several you see what tells them apart."),
    ] = None,
    choice: Annotated[
        str,
        Option(
            metavar="MODEL",
            help="How defenders choose among equal cards: random, honours, lowest, highest, or "
            '"west random, east lowest". Without it their choice is no evidence.',
        ),
    ] = "",
    likely: Annotated[
        list[str] | None,
        Option(
            metavar="CHANCE",
            help='How likely what you saw is, as "9/10 if spades(west) % 2 == 0 else 1/10"; may be '
            "repeated.",
        ),
    ] = None,
    predeal: Predeal = None,
    as_json: Json = False,
    include: Include = None,
    seed: Seed = None,
    budget: Budget = None,
    memory: Memory = None,
) -> None:
    """Find the odds; the arguments are those of the command line."""
    from dealwright.ask.counting import budget_of
    from dealwright.at_table import table
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report, shows_symbols
    from dealwright.documents import write_json

    if (system is None) != (auction is None):
        raise ArgumentError("--system and --auction go together: a system says what calls mean")
    if first is not None and auction is None:
        raise ArgumentError("--first says who made the first call: give --system and --auction")
    said: Condition | None = None
    if system is not None and auction is not None:
        from dealwright.cli.system.options import found_system
        from dealwright.systems import read_system

        said = read_system(found_system(system)).heard(auction, first)
    if where is not None:
        said = both(said, where)
    seen = table(
        hand, dummy, where=said, play=play, leader=leader, trump=trump,
        known=predeal, choice=choice, likely=likely or (),
    )  # fmt: skip
    job = seen.finding_odds(
        [event_in_english(each) for each in event or ()], lines=line or (), seed=seed,
        resources=resources_of(
            memory, seconds=budget_of(budget)
        ),
    )  # fmt: skip
    with show_progress(job, "counting"):
        found = job.result()
    if as_json:
        print(write_json(found, indent=2))
    else:
        print_report(found.lines(symbols=shows_symbols(sys.stdout)))
    if job.state == "stopped":
        raise SearchStopped("interrupted: the odds are of the deals examined so far")


COMMAND = Command(odds, HELP, "Count and explain", order=4)
