"""``practice --theme``: stored boards that a theme of play decides, and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from dealwright.base.errors import ArgumentError
from dealwright.requests.themes import ThemedRequest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dealwright.practice.practice_sets import PracticeSet

__all__ = ["ONE_TYPE", "WrittenSet", "themed_set"]

ONE_TYPE = "all alike"  # the type of a set without types
_NOTHING: Mapping[str, Any] = {}


class WrittenSet(NamedTuple):
    """A practice set, with what its files have beside it.

    ``texts`` are further files, ``note`` is about the number of boards, ``tags`` are those of PBN.
    ``placed`` has the dealer and the vulnerability if they do not follow the board number.
    ``interrupted`` is the message if it has fewer boards than were asked for. ``begun`` is on how
    many boards the auction begins as the lesson says, None without an opening.
    """

    boards: PracticeSet
    texts: Mapping[str, str] = _NOTHING
    note: str = ""
    tags: Mapping[str, str] = _NOTHING
    placed: Mapping[str, Any] = _NOTHING
    interrupted: str = ""
    begun: int | None = None


def themed_set(request: ThemedRequest, first: int) -> WrittenSet:
    """Return a set of boards of a theme, with their endings and answers.

    :raises ArgumentError: if the theme is unknown, or fewer boards are stored than the request says
    """
    from dealwright.cards import Seat
    from dealwright.deals import Deals
    from dealwright.deals.batch import Source
    from dealwright.play.themes.boards import CONTRACT
    from dealwright.play.themes.texts import answers_text, endings_text
    from dealwright.practice.practice_sets import PracticeSet

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
