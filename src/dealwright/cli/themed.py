"""``practice --theme``: boards that a theme of play decides, stored or found, and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealwright.errors import ArgumentError, SearchStopped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dealwright.formats import Board
    from dealwright.practice.practice_sets import PracticeSet
    from dealwright.stream import Stream
    from dealwright.themes.boards import ThemedBoard

__all__ = ["ONE_TYPE", "themed_set", "with_contract"]

ONE_TYPE = "all alike"  # the type of a set without types


def themed_set(
    theme: str, number: int, first: int, seed: str | None, *, fresh: bool
) -> tuple[PracticeSet, dict[str, str]]:
    """Return a set of boards of a theme, and its further files: the endings and the answers.

    :raises ArgumentError: if the theme is unknown, or not so many boards are stored
    """
    from dealwright.cards import Seat
    from dealwright.deals import Deals
    from dealwright.deals.batch import Source
    from dealwright.practice.practice_sets import PracticeSet
    from dealwright.stream import Stream
    from dealwright.themes.lines import THEMES
    from dealwright.themes.pool import pool_boards
    from dealwright.themes.texts import answers_text, endings_text

    if theme not in THEMES:
        raise ArgumentError(f"a theme is {', '.join(THEMES[:-1])} or {THEMES[-1]}, not '{theme}'")
    if first < 1:
        raise ArgumentError(f"board numbers begin at 1, not {first}")
    stream = Stream.of(seed)
    boards = _found(theme, number, stream) if fresh else pool_boards(theme, number, stream)
    deals = Deals(
        [board.deal.masks for board in boards], source=Source(stream.seed, "theme", len(boards))
    )
    pair, alike = (Seat.NORTH, Seat.SOUTH), (ONE_TYPE,) * number
    practice_set = PracticeSet(deals, first, pair, alike, (Seat.SOUTH,) * number)
    return practice_set, {
        "endings.txt": endings_text(boards, first),
        "answers.txt": answers_text(boards, first),
    }


def _found(theme: str, number: int, stream: Stream) -> list[ThemedBoard]:
    from dealwright.cli.jobs import show_progress
    from dealwright.themes.boards import finding_boards

    job = finding_boards(theme, number, seed=stream)
    with show_progress(job, "finding"):
        boards = job.result()
    if len(boards) < number:
        raise SearchStopped(f"interrupted: {len(boards):,} boards were found, none is written")
    return boards


def with_contract(boards: Iterable[Board]) -> list[Board]:
    """Return boards with the contract of themed boards."""
    from dataclasses import replace

    from dealwright.themes.boards import CONTRACT

    tags = {"Declarer": "S", "Contract": CONTRACT}
    return [replace(board, tags={**board.tags, **tags}) for board in boards]
