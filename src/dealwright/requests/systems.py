"""Requests about bidding systems: call tables, checks, meanings of auctions, auctions of deals."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol

from dealwright.base.errors import ArgumentError, naming
from dealwright.requests.base import Limits, Request
from dealwright.requests.deals import PREDEAL, SEED, Memory
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import whole_number
from dealwright.requests.served import Served

if TYPE_CHECKING:
    from dealwright.ask.condition import Condition
    from dealwright.ask.resources import Resources
    from dealwright.base.jobs import Job
    from dealwright.cards import Seat
    from dealwright.cards.bridge.auction import Auction, DeclaredContract
    from dealwright.deals.workspace import Workspace
    from dealwright.systems import System

__all__ = [
    "PARAMETERS",
    "SYSTEM",
    "AuctionCalls",
    "AuctionFirst",
    "AuctionOpponents",
    "AuctionParameters",
    "AuctionSystem",
    "BidRequest",
    "CallRequest",
    "CallTableRequest",
    "MeaningsRequest",
    "Parameters",
    "ShowRequest",
    "SystemCheckRequest",
    "SystemRequest",
    "condition_of_auction",
    "system_of",
]

_SECONDS = 600.0  # of work for one position, by measured constants
SYSTEM = Served(
    "The name of a system in the package, or the text of one.", most=50_000, example="natural"
)
PARAMETERS = Option(
    "--set", metavar="NAME=VALUE", help="Replace a definition, as strength=14..16.",
    served=Served(most=20, example=["strength=12..14"]),
)  # fmt: skip
Parameters = Annotated[tuple[str, ...], PARAMETERS]


def system_of(
    text: str, parameters: Sequence[str], limits: Limits, *, opponents: System | None = None
) -> System:
    """Return the system of a name, a text, or, if the limits allow it, a file.

    :raises DealwrightError: naming ``system`` or ``parameters``
    """
    from dealwright.systems import parameters_of, read_system, system_names

    with naming("parameters"):
        definitions = parameters_of(parameters)
    with naming("system"):
        is_known = text in system_names() or "\n" in text
        if not definitions and opponents is None and is_known:
            from dealwright.deals.workspace import default_workspace

            return _read_once(text, default_workspace())
        if not limits.files and not is_known:
            raise ArgumentError(
                f"'{text[:40]}' is not a system; name {', '.join(system_names())}, or write one"
            )
        return read_system(text, parameters=definitions, opponents=opponents)


@functools.lru_cache(maxsize=8)
def _read_once(text: str, workspace: Workspace) -> System:
    """Return a system of the package, or of a text: a robot asks for each of its calls."""
    from dealwright.systems import read_system

    return read_system(text, workspace=workspace)


# What an auction shows, in requests about deals that agree with it.
AuctionSystem = Annotated[
    str | None,
    Option(
        "--system", metavar="FILE", help="The bidding system of --auction: a file or a name.",
        served=SYSTEM._replace(example=None),  # without an auction it is refused
    ),
]  # fmt: skip
AuctionParameters = Annotated[tuple[str, ...], PARAMETERS._replace(served=Served(most=20))]
AuctionOpponents = Annotated[
    str | None,
    Option(
        "--opponents", metavar="FILE", help="The system of the other side's calls in --auction."
    ),
]
AuctionCalls = Annotated[
    str | None,
    Option(
        "--auction", metavar="CALLS",
        help='The calls, as "1NT 2C 2H"; the other side\'s in brackets.',
        served=Served(most=200),
    ),
]  # fmt: skip
AuctionFirst = Annotated[
    str | None,
    Option(
        "--first", metavar="SEAT",
        help="Who made the first call of the auction (default: north, or west if the other side "
        "began).",
        served=Served(most=5),
    ),
]  # fmt: skip


def _is_contract(text: str, contract: DeclaredContract) -> bool:
    """Return whether a text such as ``3NT-S`` names a contract, whoever declares or doubles it."""
    word = text.strip().upper().replace("NT", "N")
    return word[:2] == f"{contract.level}{contract.strain[0]}"


class _OfAuction(Protocol):
    """A request with an auction."""

    @property
    def system(self) -> str | None: ...
    @property
    def parameters(self) -> tuple[str, ...]: ...
    @property
    def opponents(self) -> str | None: ...
    @property
    def auction(self) -> str | None: ...
    @property
    def first(self) -> str | None: ...


def condition_of_auction(
    request: _OfAuction, limits: Limits, declarer: Seat | None = None, contract: str = ""
) -> Condition | None:
    """Return the condition of what an auction shows, None without one.

    If the request does not say who made the first call, it is turned so that ``declarer`` declares.
    An auction that has a contract ends in ``contract``.

    :raises ArgumentError: if the auction or its system is missing
    :raises CardError: if it is not an auction
    """
    if (request.system is None) != (request.auction is None):
        with naming("system" if request.system is None else "auction"):
            raise ArgumentError(
                "give system and auction together: the system says what the calls mean"
            )
    if request.first is not None and request.auction is None:
        with naming("first"):
            raise ArgumentError("first says who made the first call: give system and auction")
    if request.opponents is not None and request.auction is None:
        with naming("opponents"):
            raise ArgumentError("opponents bid in an auction: give system and auction")
    if request.system is None or request.auction is None:
        return None
    rivals = None if request.opponents is None else system_of(request.opponents, (), limits)
    system = system_of(request.system, request.parameters, limits, opponents=rivals)
    with naming("auction"):
        first = request.first
        if first is None and declarer is not None:
            from dealwright.cards.bridge.auction import contract_so_far
            from dealwright.systems.calls import auction_of

            auction = auction_of(request.auction)
            reached = contract_so_far(auction.calls, auction.dealer)
            if reached is not None and contract and not _is_contract(contract, reached):
                raise ArgumentError(f"the auction ends in {reached.text}, not in {contract}")
            if reached is not None:
                turned = (auction.dealer + declarer - reached.declarer) % 4
                first = ("north", "east", "south", "west")[turned]
        return system.meaning(request.auction, first)


@dataclass(frozen=True, kw_only=True)
class SystemRequest(Request):
    """A request about a system, with replaced definitions; opponents may have one of their own."""

    system: Annotated[
        str,
        Argument(
            "The file of the system, or the name of one in the package.", "FILE", served=SYSTEM
        ),
    ]  # fmt: skip
    parameters: Parameters = ()
    opponents: Annotated[
        str | None,
        Option(
            "--opponents", metavar="FILE", help="The opponents' system (without one they pass)."
        ),
    ] = None
    memory: Memory = None

    def read(self, limits: Limits) -> System:
        """Return the system.

        :raises DealwrightError: naming the argument that cannot be read
        """
        opponents = None if self.opponents is None else system_of(self.opponents, (), limits)
        return system_of(self.system, self.parameters, limits, opponents=opponents)

    def resources(self, limits: Limits, seconds: float = _SECONDS) -> Resources:
        """Return the resources of counting a position."""
        from dealwright.ask.resources import Resources

        budget = seconds if limits.seconds is None else limits.seconds
        return Resources(self.memory, threads=limits.threads, seconds=budget)


_IN_PARTS = Option(
    "--in-parts", help="Count in parts what is too large to count at once, instead of sampling."
)
_SEED = SEED._replace(served=None)
_DEALER = Option(
    "--dealer", metavar="SEAT", help="The dealer.",
    served=Served(most=5, example="north"),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class CallTableRequest(SystemRequest):
    """How often each call comes up."""

    about: ClassVar[str] = (
        "How often each call comes up at a position of a bidding system, exactly."
    )
    answer: ClassVar[str] = "system_table"
    partial: ClassVar[bool] = True

    auction: Annotated[
        str,
        Argument(
            "The calls of the side, those of the opponents in brackets: '1NT 2C', '1S (2H)'.",
            "[AUCTION]", served=Served(most=200, example="1NT"),
        ),
    ] = ""  # fmt: skip
    depth: Annotated[
        int,
        Option(
            "--depth", metavar="N", help="How many calls deep.",
            parser=functools.partial(whole_number, label="--depth"),
            served=Served(least=1, most=3, example=1),
        ),
    ] = 1  # fmt: skip
    lengths: Annotated[
        bool,
        Option(
            "--lengths", help="Add the caller's suits.",
            served=Served(example=False),
        ),
    ] = False  # fmt: skip
    shapes: Annotated[bool, Option("--shapes", help="Add the patterns of the caller's hand.")] = (
        False
    )
    in_parts: Annotated[bool, _IN_PARTS] = False
    seed: Annotated[str | None, _SEED] = None

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that tabulates the calls.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.systems.calls import auction_of
        from dealwright.systems.tables import tabulating_calls

        system = self.read(limits)
        with naming("auction"):
            auction_of(self.auction)
        return tabulating_calls(
            system, self.auction, depth=self.depth, lengths=self.lengths, shapes=self.shapes,
            in_parts=self.in_parts, resources=self.resources(limits), seed=self.seed,
        )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class SystemCheckRequest(SystemRequest):
    """Gaps of a system: hands without a call, and rules that never apply."""

    about: ClassVar[str] = "Hands without a call and rules that never apply, with exact counts."
    answer: ClassVar[str] = "system_check"
    partial: ClassVar[bool] = True

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that checks every position, with the share of every rule."""
        return self.checking(limits)

    def checking(self, limits: Limits = Limits(), *, shares: bool = True) -> Job[Any, Any]:  # noqa: B008
        """Return the job that checks every position; see ``systems.checks.checking_system``."""
        from dealwright.systems.checks import checking_system

        return checking_system(self.read(limits), resources=self.resources(limits), shares=shares)


@dataclass(frozen=True, kw_only=True)
class ShowRequest(SystemRequest):
    """The hands that an auction shows."""

    about: ClassVar[str] = (
        "What an auction shows about each hand of a side and about both together, exactly."
    )
    answer: ClassVar[str] = "system_shown"

    auction: Annotated[
        str,
        Argument(
            "The calls of the side, those of the opponents in brackets: '1NT 2C', '1S (2H) X'.",
            "AUCTION", served=Served(most=200, example="1NT 2C"),
        ),
    ]  # fmt: skip
    predeal: Annotated[
        str | None,
        PREDEAL._replace(
            options=("--hand",), help="Cards you can see, as in 'north SAKQ, H2'.",
            served=Served(most=200, example="south AQ42.KJ8.Q32.AJ4"),
        ),
    ] = None  # fmt: skip
    in_parts: Annotated[bool, _IN_PARTS] = False
    seed: Annotated[str | None, _SEED] = None

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that counts the hands shown by the auction.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.ask.condition import question_of
        from dealwright.systems.showing import showing

        with naming("predeal"):
            fixed = question_of(None, self.predeal).fixed
        system = self.read(limits)
        with naming("auction"):
            return showing(
                system, self.auction, fixed=fixed, in_parts=self.in_parts,
                resources=self.resources(limits, 120.0), seed=self.seed,
            )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class BidRequest(SystemRequest):
    """The auction of a deal."""

    about: ClassVar[str] = (
        "The auction of a deal by the rules of a system, each call with its rule."
    )
    answer: ClassVar[str] = "system_auction"

    deal: Annotated[
        str,
        Argument(
            "A deal.", "DEAL|FILE", cards="cards",
            served=Served(
                most=200,
                example="N:AQ4.KJ8.QT32.AJ4 JT9.Q76.975.T952 K532.A542.K8.K87 876.T93.AJ64.Q63",
            ),
            remark=", or a file of boards.",
        ),
    ]  # fmt: skip
    dealer: Annotated[
        str,
        _DEALER._replace(help="The dealer of a deal."),
    ] = "north"
    side: Annotated[
        str,
        Option(
            "--side", metavar="ns|ew", help="Who plays the system: ns or ew.",
            served=Served(most=2),
        ),
    ] = "ns"  # fmt: skip
    calls: Annotated[
        tuple[str, ...],
        Option(
            typed=False,
            served=Served("All calls so far, from the dealer on.", most=100),
        ),
    ] = ()  # fmt: skip
    memory: None = None

    @property
    def side_number(self) -> int:
        """The side that plays the system: 0 for North-South, 1 for East-West.

        :raises ArgumentError: if it is not a side
        """
        with naming("side"):
            if self.side.lower() not in ("ns", "ew"):
                raise ArgumentError(f"'{self.side}' is not a side; write ns or ew")
        return ("ns", "ew").index(self.side.lower())

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that bids the deal.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.base.jobs import one_call
        from dealwright.cards import Seat
        from dealwright.cards.bridge.auction import Auction
        from dealwright.deals import Deal
        from dealwright.systems.bidding import bid_deal

        system = self.read(limits)
        with naming("deal"):
            deal = Deal(self.deal)
        side = self.side_number
        with naming("calls"):  # raises an error if one is illegal
            reduce(Auction.with_call, self.calls, Auction(Seat.of(self.dealer)))
        return one_call(lambda _: bid_deal(system, deal, self.dealer, side=side, calls=self.calls))


@dataclass(frozen=True, kw_only=True)
class _NextCallRequest(SystemRequest):
    """A request about the next call of an auction, in which both sides play a system."""

    calls: Annotated[
        str,
        Argument(
            "Every call from the dealer on, '1NT P 2D P'; '' before the first.", "AUCTION",
            served=Served(most=300, example="1NT P 2D P"),
        ),
    ]  # fmt: skip
    dealer: Annotated[str, _DEALER] = "north"
    opponents: Annotated[
        str | None,
        Option(
            "--opponents", metavar="FILE", help="The opponents' system (default: the same).",
            served=Served(most=50_000),
        ),
    ] = None  # fmt: skip
    memory: None = None

    def systems(self, limits: Limits) -> tuple[System, System | None]:
        """Return the system of who calls next, and that of the opponents if one is given.

        :raises DealwrightError: naming the argument that cannot be read
        """
        own = system_of(self.system, self.parameters, limits)
        if self.opponents is None:
            return own, None
        with naming("opponents"):
            return own, system_of(self.opponents, (), limits)

    def auction(self) -> Auction:
        """Return the auction so far.

        :raises DealwrightError: naming the dealer or the calls
        """
        from dealwright.cards import Seat
        from dealwright.cards.bridge.auction import Auction

        with naming("dealer"):
            dealer = Seat.of(self.dealer)
        with naming("calls"):
            return Auction.of(dealer, self.calls.replace(",", " ").split())


@dataclass(frozen=True, kw_only=True)
class MeaningsRequest(_NextCallRequest):
    """What the calls of an auction show, and each call that may come next."""

    about: ClassVar[str] = (
        "What the calls of an auction show, and each call that may come next, with exact shares."
    )
    answer: ClassVar[str] = "system_meanings"

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that reads the calls.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.base.jobs import one_call
        from dealwright.systems.meanings import system_meanings

        (system, opponents), auction = self.systems(limits), self.auction()
        return one_call(
            lambda _: system_meanings(system, auction.calls, auction.dealer, opponents=opponents)
        )


@dataclass(frozen=True, kw_only=True)
class CallRequest(_NextCallRequest):
    """The next call of a hand."""

    about: ClassVar[str] = (
        "The next call of a hand as a robot makes it: its rule, what it shows, and other calls."
    )
    answer: ClassVar[str] = "system_call"

    hand: Annotated[
        str,
        Argument(
            "The hand that calls, AQ4.KJ8.K932.A54.", "HAND", cards="cards",
            served=Served(most=60, example="AQ4.KJ8.K932.A54"),
        ),
    ]  # fmt: skip
    vulnerable: Annotated[
        str,
        Option(
            "--vulnerable", metavar="none|ns|ew|all",
            help="Who is vulnerable: none, ns, ew or all.",
            served=Served(most=20),
        ),
    ] = "none"  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that makes the call.

        :raises DealwrightError: naming the argument that makes no sense
        """
        from dealwright.base.jobs import one_call
        from dealwright.cards.bridge.boards import Vulnerability
        from dealwright.deals.hand import hand_mask
        from dealwright.systems.calling import system_call

        (system, opponents), auction = self.systems(limits), self.auction()
        with naming("hand"):
            mask = hand_mask(self.hand)
        with naming("vulnerable"):
            vulnerable = Vulnerability.parse(self.vulnerable)
        return one_call(
            lambda _: system_call(
                system, auction.calls, mask, auction.dealer, vulnerable=vulnerable,
                opponents=opponents,
            )
        )  # fmt: skip
