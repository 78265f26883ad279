"""The request for a practice set: boards of hand types for partners to bid."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from dealwright.base.errors import ArgumentError
from dealwright.cards import Seat
from dealwright.requests.base import Limits, value_or
from dealwright.requests.dealing import HandTypes, Types
from dealwright.requests.deals import DealsRequest, Threads
from dealwright.requests.fields import Option
from dealwright.requests.numbers import number_of_boards

if TYPE_CHECKING:
    from dealwright.base.jobs import Job
    from dealwright.deals import Deals
    from dealwright.practice.practice_sets import PracticeSet
    from dealwright.systems.lessons import Lesson

__all__ = ["FirstBoard", "PracticeRequest"]

NUMBER = 16  # boards, unless another number is asked for

FirstBoard = Annotated[int, Option(metavar="N", help="Number of the first board.")]


@dataclass(frozen=True, kw_only=True)
class PracticeRequest(DealsRequest, HandTypes):
    """A practice set; where its texts say *opens*, that hand deals and the opponents pass."""

    about: ClassVar[str] = "Boards of hand types for two partners to bid, each type with its share."
    answer: ClassVar[str] = "practice_set"
    leading: ClassVar[tuple[str, ...]] = ("n",)

    n: Annotated[
        int | None,
        Option(
            "--number", "-n", metavar="N", bare="first",
            parser=number_of_boards,
            help="The number of boards (default: 16).",
        ),
    ] = None  # fmt: skip
    types_toml: Annotated[
        str | None, Option("--types", metavar="FILE", help="The types, in TOML.")
    ] = None
    types: Types = ()
    place: Annotated[
        str | None,
        Option(metavar="WHERE", help="described, first, either, or a seat: where the hand sits."),
    ] = None
    pair: Annotated[
        str | None, Option(metavar="SIDE", help="Who practises: ns (default) or ew.")
    ] = None
    dealer: Annotated[
        str | None,
        Option(
            metavar="SEAT",
            help="The dealer; random; or board, for that of each number (default: the hand that "
            "opens, where a lesson says opens; else by number).",
        ),
    ] = None  # fmt: skip
    quiet_opponents: Annotated[
        bool | None,
        Option(
            "--quiet-opponents/--no-quiet-opponents",
            help="The opponents pass throughout, by the rules of systems (default: where a lesson "
            "says opens).",
        ),
    ] = None  # fmt: skip
    board: FirstBoard = 1
    threads: Threads = None
    predeal: None = None
    budget: None = None
    memory: None = None

    @property
    def number(self) -> int:
        """The number of boards."""
        return NUMBER if self.n is None else self.n

    @cached_property
    def _document(self) -> dict[str, Any]:
        """What the types in TOML say, as arguments of ``practice_set``; empty without them.

        :raises ArgumentError: if they are not TOML, or say something else
        """
        from dealwright.practice.practice_sets import read_types

        if self.types_toml is None:
            return {}
        try:
            return read_types(tomllib.loads(self.types_toml))
        except tomllib.TOMLDecodeError as error:
            raise ArgumentError(f"the types are not TOML: {error}") from None

    @cached_property
    def _arguments(self) -> dict[str, Any]:
        """The arguments of ``practice_set`` that are given, but for the opponents.

        :raises ArgumentError: if there are no types, or they are given in two ways
        """
        from dealwright.ask.condition import as_condition
        from dealwright.practice.practice_sets import ONE_TYPE

        if self.types_toml is not None and self.types:
            raise ArgumentError(
                "give the types in a file (--types) or one by one (--type), not both"
            )
        where, document = self.where, self._document
        if not document and not self.types and where is None:
            raise ArgumentError(
                'say what to practise, as in "north: opens 1NT; south: 5+ hearts", '
                "or give types (--types, --type)"
            )
        if document or self.types:
            common = document.get("common")
            if where is not None:
                common = where if common is None else where & as_condition(common)
            arguments = {"types": self.hand_types, **document, "common": common}
        else:
            arguments = {"types": [(ONE_TYPE, where, 1)]}
        given = {"place": self.place, "pair": self.pair}
        return arguments | {name: value for name, value in given.items() if value is not None}

    @cached_property
    def lesson(self) -> Lesson | None:
        """The opening that the conditions and the types name, None if there is none."""
        from dealwright.systems.lessons import lesson_of

        texts = [*self.condition_texts, *self.hand_phrases]
        texts += [text.partition(":")[2] for text in self.types]
        texts += [self._document.get("common")]
        return lesson_of(*texts, *(where for _, where, _ in self._document.get("types", ())))

    @property
    def _stays(self) -> bool:
        """Whether the hands stay at the seats that the conditions name."""
        place: str = self._arguments.get("place", "described")
        return place == "described"

    @property
    def named_dealer(self) -> Seat | Literal["random"] | None:
        """The dealer of every board; None if it follows the number of the board.

        :raises CardError: if the dealer cannot be read
        """
        from dealwright.formats.settings import dealer_named

        if self.dealer is None and self.lesson is not None and self._stays:
            return self.lesson.seat
        return None if self.dealer == "board" else dealer_named(self.dealer)

    def job(self, limits: Limits = Limits()) -> Job[Deals, PracticeSet]:  # noqa: B008
        """Return the job that deals.

        :raises DealwrightError: if the request makes no sense
        """
        from dealwright.ask.condition import as_condition
        from dealwright.practice.practice_sets import dealing_practice_set
        from dealwright.systems.lessons import quiet_opponents

        arguments, lesson, dealer = dict(self._arguments), self.lesson, self.named_dealer
        if value_or(self.quiet_opponents, lesson is not None and self._stays):
            dealers = [dealer] if isinstance(dealer, Seat) else [*Seat]
            quiet = quiet_opponents(lesson, dealers, pair=arguments.get("pair", "ns"))
            common = arguments.get("common")
            arguments["common"] = quiet if common is None else as_condition(common) & quiet
        return dealing_practice_set(
            self.number, first=self.board, seed=self.seed,
            threads=value_or(self.threads, limits.threads), **arguments,
        )  # fmt: skip

    def begun(self, practice_set: PracticeSet) -> int | None:
        """Return on how many boards of a set the auction begins with the opening of the lesson.

        None without an opening, where the hands are moved, and where the dealer is random.
        """
        from dealwright.cards.bridge.boards import board_dealer
        from dealwright.systems.lessons import boards_that_begin

        dealer = self.named_dealer
        if self.lesson is None or not self._stays or dealer == "random":
            return None
        first, count = practice_set.first, len(practice_set.deals)
        dealers = [board_dealer(first + k) if dealer is None else dealer for k in range(count)]
        return boards_that_begin(self.lesson, practice_set.deals, dealers)
