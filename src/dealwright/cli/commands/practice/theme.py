"""``dealwright practice theme``: stored boards that a theme of play decides, and their texts."""

from __future__ import annotations

from dealwright.base.errors import ArgumentError
from dealwright.cli.command import Command
from dealwright.cli.practice_files import SetFiles, WrittenSet, write_set
from dealwright.requests.practice import FirstBoard
from dealwright.requests.themes import ThemedRequest

__all__ = ["COMMAND"]

HELP = """Write boards to play that a theme decides, with their endings and answers.

South's 6NT makes only by the theme, and the best line of the ending needs it. THEME is squeeze,
throw-in, finesse-or-drop, or ending, where the best line beats a player who samples. endings.txt
has the endings, answers.txt the key cards and the chances. The boards are stored ones, chosen by
the seed, with their suits exchanged at random.

Examples:

  dealwright practice theme squeeze 8 --output squeezes

  dealwright practice theme finesse-or-drop --seed friday --pdf --output finesses
"""


def theme(request: ThemedRequest, files: SetFiles, board: FirstBoard = 1) -> None:
    """Write boards of a theme."""
    write_set(_themed_set(request, board), files)


def _themed_set(request: ThemedRequest, first: int) -> WrittenSet:
    """Return a set of boards of a theme, with their endings and answers.

    :raises ArgumentError: if the theme is unknown, or fewer boards are stored than the request says
    """
    from dealwright.cards import Seat
    from dealwright.deals import Deals
    from dealwright.deals.batch import Source
    from dealwright.play.themes.boards import CONTRACT
    from dealwright.play.themes.texts import answers_text, endings_text
    from dealwright.practice.practice_sets import ONE_TYPE, PracticeSet

    if first < 1:
        raise ArgumentError(f"board numbers begin at 1, not {first}")
    answer = request.job().result()
    boards, number = answer.boards, len(answer.boards)
    if request.n is not None and number < request.n:
        raise ArgumentError(
            f"{request.n} boards are more than the {number} stored of the theme "
            f"{request.theme}: use -n {number}"
        )
    deals = Deals(
        [board.deal.masks for board in boards], source=Source(answer.seed, "theme", number)
    )
    pair, alike = (Seat.NORTH, Seat.SOUTH), (ONE_TYPE,) * number
    texts = {
        "endings.txt": endings_text(boards, first),
        "answers.txt": answers_text(boards, first),
    }
    note = "all that are stored" if request.n is None and number == answer.stored else ""
    practice_set = PracticeSet(deals, first, pair, alike, (Seat.SOUTH,) * number)
    return WrittenSet(practice_set, texts, note, {"Declarer": "S", "Contract": CONTRACT})


COMMAND = Command(theme, HELP, order=1)
