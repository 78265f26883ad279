"""Requests for deals: of a condition, in shares of hand types, by weights, or as a file."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeVar

from dealwright.base.errors import ArgumentError, PredealError, naming
from dealwright.requests.base import Limits, Request, value_or
from dealwright.requests.deals import SEED, DealsRequest, Limit, Threads, is_script_name
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction

    from dealwright.ask.condition import Condition, Quantity
    from dealwright.ask.dealing import Dealing, QuestionDealing
    from dealwright.base.jobs import Job
    from dealwright.cards import Seat
    from dealwright.cards.bridge.boards import Vulnerability
    from dealwright.deals import Deals
    from dealwright.formats.board_file import BoardFile
    from dealwright.formats.records import Board
    from dealwright.planning.question import Question
    from dealwright.practice.mixed_dealing import MixedDealing, MixedDeals
    from dealwright.practice.weighting import WeightedDealing, WeightedSample

__all__ = [
    "BoardFields",
    "DealBoardsRequest",
    "DealRequest",
    "DealingRequest",
    "ExportRequest",
    "HandTypes",
    "MixtureRequest",
    "Types",
    "WeightedRequest",
    "number_of_deals",
]

_Dealing = TypeVar("_Dealing", bound="Dealing")
_MOST_DEALS, _MOST_BOARDS = 1000, 100  # over HTTP


def number_of_deals(text: str) -> int:
    """Read the number of deals.

    :raises ArgumentError: if it is not a whole number, or a condition in its place
    """
    if is_script_name(text):
        raise ArgumentError(f"{text} is a script: dealwright run {text}")
    if any(map(str.isalpha, text)) and not set(text).isdisjoint(" (<>=&|!"):
        raise ArgumentError(f'say how many deals first: dealwright deal 8 "{text}"')
    return whole_number(text, "the number of deals")


Types = Annotated[
    tuple[str, ...],
    Option(
        "--type", "-T", metavar="TYPE",
        help="A hand type and its share, as 'weak 35: hcp(north) in 12..14'; the condition holds "
        "for all types.",
        served=Served(
            most=20,
            example=["weak 2: hcp(east) in 6..9", "strong 1: hcp(east) in 10..13"],
        ),
    ),
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _NumberOfDealsRequest(Request):
    """A request for a number of deals."""

    n: Annotated[
        int,
        Argument(
            "How many deals.", "N", parser=number_of_deals,
            served=Served(least=1, most=_MOST_DEALS, example=5, default=1, needed=False),
        ),
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class _Dealer:
    """The dealer of boards."""

    dealer: Annotated[
        str | None,
        Option(
            metavar="SEAT", help="The dealer, or random (default: by number).",
            served=Served(most=20),
        ),
    ] = None  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class BoardFields(_Dealer):
    """The fields of boards: the number of the first board, the dealer and the vulnerability."""

    vulnerable: Annotated[
        str | None,
        Option(
            metavar="SIDES", help="none, ns, ew, all or random (default: by board number).",
            served=Served(most=20),
        ),
    ] = None  # fmt: skip
    board: Annotated[
        int,
        Option(
            metavar="N", help="Number of the first board.",
            served=Served(least=1, most=9999),
        ),
    ] = 1  # fmt: skip

    def dealer_and_sides(
        self,
    ) -> tuple[Seat | Literal["random"] | None, Vulnerability | Literal["random"] | None]:
        """Return the dealer and the vulnerability, each None if it follows the board number.

        :raises ArgumentError: if the number of the first board is below 1
        :raises CardError: if the dealer or the vulnerability cannot be read
        """
        from dealwright.formats.settings import dealer_named, vulnerability_named

        if self.board < 1:
            raise ArgumentError(f"board numbers begin at 1, not {self.board}")
        return dealer_named(self.dealer), vulnerability_named(self.vulnerable)


@dataclass(frozen=True, kw_only=True)
class DealingRequest(DealsRequest, _NumberOfDealsRequest):
    """A request for deals of a condition; without a seed they differ every time."""

    seed: Annotated[
        str | None,
        SEED._replace(served=Served(most=100, example="friday")),
    ] = None
    limit: Limit = None
    threads: Threads = None

    @abstractmethod
    def dealing(self, limits: Limits = Limits()) -> Dealing:  # noqa: B008
        """Return the job that deals.

        :raises DealwrightError: if the request makes no sense
        """

    def drawing(self, limits: Limits) -> dict[str, Any]:
        """Return the seed and the threads, as arguments of a dealing."""
        return {"seed": self.seed, "threads": value_or(self.threads, limits.threads)}


@dataclass(frozen=True, kw_only=True)
class _ExchangingRequest(DealingRequest):
    """A request for deals of which each may have hands and suits exchanged."""

    exchange: Annotated[
        str,
        Option(
            metavar="NAMES",
            help="Exchange hands or suits at random in each deal: ew, ns, majors, minors, suits.",
            served=Served(most=40, example="ew, suits"),
        ),
    ] = ""  # fmt: skip

    def exchanging(self, dealing: _Dealing) -> _Dealing:
        """Return a dealing that exchanges what is named.

        :raises ArgumentError: if a name is unknown
        """
        if self.exchange:
            from dealwright.deals.exchanging import exchange_named

            dealing.exchange = exchange_named(self.exchange)
        return dealing


@dataclass(frozen=True, kw_only=True)
class DealRequest(_ExchangingRequest, _Dealer):
    """Deals of a condition."""

    about: ClassVar[str] = "Deals of a condition, each equally likely."
    answer: ClassVar[str] = "deals"

    method: Annotated[
        str,
        Option(
            "--method", "-m", metavar="NAME",
            help="auto, exact, filter, mixed, or pavlicek1999 (biased; kept as history).",
        ),
    ] = "auto"  # fmt: skip
    line_wins: Annotated[
        tuple[str, ...],
        Option(
            "--line-wins", metavar="LINE",
            help="A line of play that wins, as 'cash SA; finesse SQ'; the fixed cards then have "
            "both hands of a side, with x for small ones.",
            served=Served(most=8),
        ),
    ] = ()  # fmt: skip
    line_loses: Annotated[
        tuple[str, ...],
        Option(
            "--line-loses", metavar="LINE", help="A line of play that fails.",
            served=Served(most=8),
        ),
    ] = ()  # fmt: skip

    @cached_property
    def _of_lines(self) -> tuple[tuple[int, int, int, int], Condition]:
        """The cards that are fixed, and the condition of the lines.

        :raises DealwrightError: if the hands or a line cannot be read
        """
        from dealwright.play.at_table.templates import line_conditions

        with naming("predeal"):
            if not self.predeal:
                raise PredealError(
                    "a line of play needs the two hands of a side: give them with --predeal, as "
                    "south AKT9.432.Kxx.AQ2, north xxxx.AQ5.Axx.xxx"
                )
        return line_conditions(self.predeal, self.line_wins, self.line_loses)

    @property
    def has_lines(self) -> bool:
        """Whether lines of play win or fail."""
        return bool(self.line_wins or self.line_loses)

    @property
    def fixed_cards(self) -> str:
        """The cards fixed at a seat, as text: of hands with an x the others."""
        if not self.has_lines:
            return self.predeal or ""
        from dealwright.deals.predeal import predeal_text

        return predeal_text(self._of_lines[0])

    quiet_opponents: Annotated[
        bool,
        Option(
            "--quiet-opponents", help="Only deals on which the opponents pass throughout, by "
                "the rules of systems, and the auction begins as the condition says (north: "
                    "opens 1NT).",
            served=Served(),
        ),
    ] = False  # fmt: skip

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The conditions, those of lines of play and of quiet opponents too."""
        lines = [self._of_lines[1]] if self.has_lines else []
        return (*super().conditions, *lines, *self._quiet)

    @property
    def _quiet(self) -> list[Condition]:
        """The condition that the opponents pass, if that is asked for."""
        if not self.quiet_opponents:
            return []
        from dealwright.cards import Seat
        from dealwright.formats.settings import dealer_named
        from dealwright.systems.lessons import lesson_of, quiet_opponents

        lesson = lesson_of(*self.condition_texts, *self.hand_phrases)
        dealer = dealer_named(self.dealer)
        return [quiet_opponents(lesson, [dealer] if isinstance(dealer, Seat) else Seat)]

    @property
    def question(self) -> Question:
        """The question about the deals."""
        if not self.has_lines:
            return super().question
        from dealwright.ask.condition import question_of

        return replace(question_of(self.where), fixed=self._of_lines[0])

    def dealing(self, limits: Limits = Limits()) -> QuestionDealing:  # noqa: B008
        """Return the job that deals."""
        from dealwright.ask.dealing import QuestionDealing
        from dealwright.numbering.stream import Stream

        limits = limits._replace(threads=value_or(self.threads, limits.threads))
        dealing = QuestionDealing(
            self.n, self.question, Stream.of(self.seed),
            self.resources(limits, value_or(self.budget, limits.seconds)), method=self.method,
            limit=self.limit,
        )  # fmt: skip
        return self.exchanging(dealing)

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that deals."""
        return self.dealing(limits)


class HandTypes:
    """What the field ``types`` of a request says."""

    if TYPE_CHECKING:  # a field of whoever has it, in its own order
        types: tuple[str, ...]

    @cached_property
    def hand_types(self) -> list[tuple[str, Condition, str]]:
        """The name, the condition and the share of each type.

        :raises ArgumentError: if a text is not NAME SHARE: CONDITION
        :raises ConditionError: if a condition cannot be read
        """
        from dealwright.practice.type_texts import parse_type

        return [parse_type(text) for text in self.types]


@dataclass(frozen=True, kw_only=True)
class MixtureRequest(_ExchangingRequest, HandTypes):
    """Deals of hand types, or of values of a quantity, in shares."""

    about: ClassVar[str] = (
        "Deals of hand types in shares, or with a quantity's values in equal shares."
    )
    answer: ClassVar[str] = "mixed_deals"

    types: Types = ()
    levels: Annotated[
        tuple[str, ...],
        Option(
            "--level", "-L", metavar="QUANTITY",
            help="Deal all values of a quantity equally often: 'hcp(north)'; or in shares: "
            "'hcp(north): 15=2 16=1 17=1'; several are levelled jointly.",
            remark="",
            served=Served(least=0, most=3),
        ),
    ] = ()  # fmt: skip
    overlap: Annotated[
        str | None,
        Option(
            metavar="HOW",
            help="Deals that fit two types: error, first (they belong to the first), or share "
            "(both deal them).",
            served=Served(most=10),
        ),
    ] = None  # fmt: skip
    apportion: Annotated[
        bool,
        Option("--apportion", help="Deal exact numbers of each type, in random order."),
    ] = False

    @cached_property
    def level_shares(self) -> tuple[list[Quantity], Mapping[Any, Fraction] | None]:
        """The quantities to level, and the shares of their values (None: equal).

        :raises ArgumentError: if a text is not QUANTITY or QUANTITY: VALUE=SHARE ...
        :raises ConditionError: if a quantity cannot be read
        """
        from dealwright.practice.type_texts import parse_levels

        return parse_levels(self.levels)

    def dealing(self, limits: Limits = Limits()) -> MixedDealing:  # noqa: B008
        """Return the job that deals; the shares of all types are counted first."""
        from dealwright.practice.mixtures import Mixture as HandMixture

        common: dict[str, Any] = {
            "predeal": self.predeal or None,
            "memory": value_or(self.memory, limits.memory),
            "limit": self.limit,
        }
        if self.types:
            overlap = self.overlap or "error"
            mixture = HandMixture(self.hand_types, common=self.where, overlap=overlap, **common)
        else:
            mixture = HandMixture.levelled(self.where, *self.level_shares, **common)
        dealing = mixture.dealing(self.n, apportion=self.apportion, **self.drawing(limits))
        return self.exchanging(dealing)

    def job(self, limits: Limits = Limits()) -> Job[Any, MixedDeals]:  # noqa: B008
        """Return the job that counts the shares and deals.

        :raises ArgumentError: if there are types and levels, or neither
        """
        from dealwright.base.jobs import one_call

        if bool(self.types) == bool(self.levels):
            raise ArgumentError("give types or levels")
        _ = self.hand_types, self.where, self.level_shares  # errors are raised before the job

        def deal_mixture(job: Job[Any, Any]) -> MixedDeals:
            dealing = self.dealing(limits)
            return dealing.answer(_deals_of(job, dealing))

        return one_call(deal_mixture)


@dataclass(frozen=True, kw_only=True)
class WeightedRequest(DealingRequest):
    """Deals in proportion to weights."""

    about: ClassVar[str] = "Deals drawn in proportion to weights of a quantity's values."
    answer: ClassVar[str] = "weighted_sample"

    weights: Annotated[
        tuple[str, ...],
        Option(
            "--weight", "-w", metavar="WEIGHTS",
            help="Weight deals by integers: 'hearts(west): 5=3 6..7=9 other=1'; several "
            "multiply.",
            served=Served(most=8, needed=True, example=["hearts(west): 5=3 6=9"]),
        ),
    ] = ()  # fmt: skip

    def dealing(self, limits: Limits = Limits()) -> WeightedDealing:  # noqa: B008
        """Return the job that deals; the weights are counted first."""
        from dealwright.practice.weighting import weighted

        distribution = weighted(
            self.where, self.weights, predeal=self.predeal or None,
            memory=value_or(self.memory, limits.memory),
        )  # fmt: skip
        return distribution.dealing(self.n, **self.drawing(limits))

    def job(self, limits: Limits = Limits()) -> Job[Any, WeightedSample]:  # noqa: B008
        """Return the job that counts the weights and deals."""
        from dealwright.base.jobs import one_call

        _ = self.where  # errors are raised before the job

        def deal_sample(job: Job[Any, Any]) -> WeightedSample:
            dealing = self.dealing(limits)
            return dealing.answer(_deals_of(job, dealing))

        return one_call(deal_sample)


@dataclass(frozen=True, kw_only=True)
class DealBoardsRequest(DealRequest, MixtureRequest, WeightedRequest, BoardFields):
    """Boards to write: of a condition, in shares or by weights."""

    answer: ClassVar[str] = ""
    leading: ClassVar[tuple[str, ...]] = ("seed", "predeal", "dealer", "vulnerable", "board")

    budget: None = None

    @property
    def weighs(self) -> bool:
        """Whether deals are not equally likely, because of weights, types or levels.

        :raises ArgumentError: if options cannot be combined
        """
        values_by_option = {"--weight": self.weights, "--type": self.types, "--level": self.levels}
        options = [option for option, value in values_by_option.items() if value]
        if len(options) > 1:
            raise ArgumentError(f"{' and '.join(options)} cannot be combined")
        if self.overlap is not None and not self.types:
            raise ArgumentError("--overlap needs --type")
        if self.apportion and not (self.types or self.levels):
            raise ArgumentError("--apportion needs --type or --level")
        if options and self.has_lines:
            raise ArgumentError(f"lines of play cannot be combined with {options[0]}")
        if options and self.method != "auto":
            raise ArgumentError(f"--method cannot be combined with {options[0]}")
        if self.weights and self.limit is not None:
            raise ArgumentError("--limit cannot be combined with --weight: every draw is dealt")
        if self.weights and self.exchange:
            raise ArgumentError("--exchange cannot be combined with --weight")
        return bool(options)

    def dealing(self, limits: Limits = Limits()) -> Any:  # noqa: B008
        """Return the job that deals."""
        if not self.weighs:
            return DealRequest.dealing(self, limits)
        return (WeightedRequest if self.weights else MixtureRequest).dealing(self, limits)

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that deals."""
        dealing: Dealing = self.dealing(limits)
        return dealing


@dataclass(frozen=True, kw_only=True)
class ExportRequest(DealRequest, BoardFields):
    """Deals as a file."""

    about: ClassVar[str] = "Deals of a condition as a file, its content as Base64."
    answer: ClassVar[str] = "board_file"

    deals: Annotated[
        tuple[str, ...],
        Option(served=Served("These deals instead, as texts.", most=_MOST_BOARDS)),
    ] = ()
    format: Annotated[
        str,
        Option(
            served=Served(
                "The name of a format that dealwright deal writes.", most=20, example="pbn"
            )
        ),
    ]
    solve: Annotated[
        bool, Option(served=Served("With double-dummy tricks and par, 0.1 s a board."))
    ] = False
    tricks: Annotated[
        tuple[str, ...],
        Option(
            served=Served(
                "The tricks of each deal where they are known: 20 digits, as DoubleDummyTricks "
                "of PBN has them.", most=_MOST_BOARDS, example=["7" * 20],
            )
        ),
    ] = ()  # fmt: skip
    title: Annotated[str, Option(served=Served("The heading of printed pages.", most=100))] = ""
    date: Annotated[str, Option(served=Served("The date below printed pages.", most=40))] = ""

    def job(self, limits: Limits = Limits()) -> Job[Any, BoardFile]:  # noqa: B008
        """Return the job that deals and writes the file.

        :raises DealwrightError: if the request makes no sense
        """
        from dealwright.base.jobs import one_call
        from dealwright.deals import Deals
        from dealwright.formats import Settings, format_named
        from dealwright.formats.board_file import board_file

        format_named(self.format, writing=True)  # raises an error before any deal
        dealer, vulnerability = self.dealer_and_sides()
        solve = _with_known_tables(self.tricks) if self.solve or self.tricks else None
        if self.deals:
            deals = Deals.parse(self.deals)
            settings = Settings(
                self.board, dealer, vulnerability, self.seed or "", solved=solve, title=self.title,
                date=self.date,
            )  # fmt: skip
            return one_call(lambda _: board_file(deals, self.format, settings))
        dealing = self.dealing(limits)

        def write(job: Job[Any, Any]) -> BoardFile:
            deals = _deals_of(job, dealing)
            settings = Settings(
                self.board, dealer, vulnerability, dealing.seed, condition=dealing.condition_text,
                method=dealing.method, predeal=self.predeal or "", solved=solve,
                exchange=", ".join(dealing.exchange), title=self.title, date=self.date,
            )  # fmt: skip
            return board_file(deals, self.format, settings)

        return one_call(write)


def _with_known_tables(tricks: Sequence[str]) -> Callable[[Sequence[Board]], Iterable[Board]]:
    """Return what gives boards, in their order, tricks and par; unknown tricks are solved.

    :raises ArgumentError: if a text is not 20 digits of tricks
    """
    from dealwright.double_dummy.tables import with_tables
    from dealwright.formats.double_dummy_tags import TAG, tricks_of, with_tricks
    from dealwright.formats.records import Board

    known = [tricks_of(Board(tags={TAG: text})) for text in tricks]
    for text, table in zip(tricks, known, strict=True):
        if len(table) < 20:
            raise ArgumentError(f"'{text}' is not 20 digits of tricks, each 0 to d")
    remaining = iter(known)

    def solved(boards: Sequence[Board]) -> Iterable[Board]:
        tables = (next(remaining, None) for _ in boards)
        return with_tables(
            board if table is None else with_tricks(board, table)
            for board, table in zip(boards, tables, strict=True)
        )

    return solved


def _deals_of(job: Job[Any, Any], dealing: Dealing) -> Deals:
    """Return the deals of a dealing, run as a part of a job."""
    dealing.flag = job.flag
    dealing.watch(lambda progress: job.report(*progress))
    return dealing.result()
