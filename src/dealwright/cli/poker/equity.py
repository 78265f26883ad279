"""``dealwright poker equity``: each player's share of the pot."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dealwright.cli.answering import print_answer
from dealwright.cli.commands import Command
from dealwright.cli.options import ClusterAddress, Json
from dealwright.cli.poker.options import games_with
from dealwright.errors import SearchStopped
from dealwright.requests.poker import Equity

if TYPE_CHECKING:
    from dealwright.poker.equities import Equity as EquityAnswer

__all__ = ["COMMAND"]

_BAR = 20

HELP = """Compute the share of the pot of each of two to ten players at the showdown.

A player of hold'em or short deck is a range such as AA, "QQ+,AKs", 15% or random; in other games
the known cards, or random. Unknown cards are dealt. If an exact count takes only seconds, the
result is exact; otherwise it is simulated until every equity is known to 0.05 %.

Examples:

  dealwright poker equity AA KK

  dealwright poker equity "QQ+,AKs" "15%" random --board "Qh Jh 2c"

  dealwright poker equity "AA@0.5, AKs" "22+" --dead "As" --method exact

  dealwright poker equity "As2s3dKd" "QhQd4c5c" --game omaha-hilo --board "3s 4h 8s"

  dealwright poker equity "As 2s 3d" "4h 5d 7c" --game razz --json
"""


def equity(request: Equity, cluster: ClusterAddress = None, as_json: Json = False) -> None:
    """Compute and print the equities."""
    from dealwright.cli.jobs import show_progress

    job = request.job()
    with show_progress(job, "equity"):
        answer = job.result()
    print_answer(answer, _report, as_json=as_json)
    if answer.stopped == "interrupted":
        raise SearchStopped("interrupted; the shares are of the rounds so far")


def _report(answer: EquityAnswer) -> Iterator[str]:
    """Yield the lines of a report."""
    from dealwright.cli.output import shows_symbols

    symbols = shows_symbols(sys.stdout)
    known = f", board {answer.board}" if answer.board else ""
    known += f", dead {answer.dead}" if answer.dead else ""
    yield f"{answer.game}{known}"
    yield ""
    names = [_short(player.range, symbols=symbols) for player in answer.players]
    width = max(6, *map(len, names))
    interval = "" if answer.exact else f"  {'95 % interval':<20}"
    halves = f"  {'high %':>9}  {'low %':>9}" if answer.lows else ""
    wins = "scoops %" if answer.lows else "wins %"
    yield f"     {'player':{width}}  {'equity %':>9}{interval}  {wins:>9}  {'ties %':>9}{halves}"
    for index in range(len(answer.players)):
        yield _row(answer, index, f"{index:>3}  {names[index]:{width}}", symbols=symbols)
    yield ""
    if answer.lows:
        yield f"somebody wins the low half in {100 * answer.lows / answer.total:.4f} % of showdowns"
    if answer.exact:
        yield f"exact: {answer.total:,} showdowns, each weighted as its hands"
    else:
        yield f"simulated: {answer.total:,} showdowns; --seed {answer.seed} repeats them"


def _row(answer: EquityAnswer, index: int, name: str, *, symbols: bool) -> str:
    from dealwright.answers.interval_texts import percents

    player = answer.players[index]
    share = float(player.equity)
    filled = round(_BAR * share)
    bar = ("█" if symbols else "#") * filled + ("░" if symbols else ".") * (_BAR - filled)
    halves = ""
    if answer.lows:
        halves = f"  {100 * float(player.high):9.4f}  {100 * float(player.low):9.4f}"
    interval = "" if answer.exact else f"  {percents(answer.estimate(index), 4):<20}"
    return (
        f"{name}  {100 * share:9.4f}{interval}  "
        f"{100 * player.wins / answer.total:9.4f}  {100 * player.ties / answer.total:9.4f}"
        f"{halves}  {bar}"
    )


def _short(text: str, *, symbols: bool) -> str:
    """Return a range in at most 32 characters, in ASCII if symbols cannot be shown."""
    plain = text if symbols else text.encode("ascii", "replace").decode()
    more = "…" if symbols else "..."
    return plain if len(plain) <= 32 else plain[: 32 - len(more)] + more


COMMAND = Command(equity, HELP, order=1, ending=games_with("has_pot"))
