"""``dealwright practice``: a set of boards to bid; its commands write boards to play."""

from __future__ import annotations

from dataclasses import replace

from dealwright.base.errors import SearchStopped
from dealwright.cli.command import Group
from dealwright.cli.input import input_text
from dealwright.cli.options import ConditionFile, Include, say_notes
from dealwright.cli.practice_files import SetFiles, WrittenSet, taken_of_text, write_set
from dealwright.cli.practice_spellings import newer_words
from dealwright.requests.practice import PracticeRequest

__all__ = ["COMMAND"]

HELP = """Write a practice set: each partner's hands alone, the full record, and files for BBO.

CONDITION, or the hands of --north and --south, hold for every board. Types have exact shares, in
random order. Their conditions describe one hand (north, or the seat that the file gives as
described). --place rotates the boards to move that hand: first moves it to the first of the pair to
call, either to a random seat of the pair.

Where a sentence says *opens*, that hand deals each board, and the opponents pass throughout by the
rules of systems: --dealer and --no-quiet-opponents change that. The command says on how many boards
the auction begins with that opening, as the systems bid.

Examples:

  dealwright practice 16 "north: opens 1NT; south: 5+ hearts" --output transfers

  dealwright practice 32 --types types.toml --seed 5 --output set

  dealwright practice 16 --type "weak 2: spades(north) == 6 && hcp(north) in 5..10" --type "strong 1: hcp(north) >= 22" --place first --output openings

The file has a [[type]] for each type, with name, share and condition; before them it may set
condition (common to all), described, place, pair and overlap.
"""  # noqa: E501


def practice(
    request: PracticeRequest, files: SetFiles, file: ConditionFile = None, include: Include = None
) -> None:
    """Deal a practice set and write its files."""
    from dealwright.cli.jobs import show_progress

    request = replace(request, **taken_of_text(request, file, request.board))
    if request.types_toml is not None and not request.types:  # which are refused together
        request = replace(request, types_toml=input_text(request.types_toml))
    say_notes([*request.conditions, *(where for _, where, _ in request.hand_types)])
    job = request.job()
    with show_progress(job, "dealing"):
        dealt = job.result()
    count = len(dealt.deals)
    if job.state == "stopped" and count < request.number:
        raise SearchStopped(f"interrupted: {count:,} boards were dealt, none is written")
    dealer, begun, note = request.named_dealer, request.begun(dealt), ""
    if begun is not None and request.lesson is not None:
        note = f"the auction begins with {request.lesson.text} on {begun} of {count}"
    placed = {} if dealer is None else {"dealer": dealer}
    write_set(WrittenSet(dealt, note=note, placed=placed, begun=begun), files)


COMMAND = Group(HELP, "Practise", own=practice, respell=newer_words)
