"""What can be asked over HTTP: the requests, their fields and limits, and the job of each.

A new request is a row of ``REQUESTS``; the server, its OpenAPI document and the workers read them.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from dealwright.errors import ArgumentError
from dealwright.jobs import Job, one_call
from dealwright.requests.base import Limits
from dealwright.requests.deals import MOST_SECONDS, Cards, Count, Distribution, Explain
from dealwright.requests.solved import MOST_TIME, Contracts, Lead, Makes
from dealwright.requests.tables import Number, Shapes
from dealwright.web.fair_requests import FAIR_REQUESTS
from dealwright.web.fields import (
    Field,
    Request,
    seed_of,
    served,
    shown,
)
from dealwright.web.poker_requests import POKER_REQUESTS
from dealwright.web.system_requests import SYSTEM_REQUESTS

if TYPE_CHECKING:
    from dealwright.ask.dealing import Dealing, QuestionDealing
    from dealwright.ask.planning import Resources
    from dealwright.condition import Condition
    from dealwright.deals import Deals
    from dealwright.formats.board_file import BoardFile
    from dealwright.planning.question import Question
    from dealwright.practice.mixed_dealing import MixedDeals
    from dealwright.practice.weighting import WeightedSample
    from dealwright.scripts import Run

__all__ = ["REQUESTS", "job_of"]

MOST_DEALS = 1000
_MOST_BOARDS = 100  # of a script
_MEMORY = 256 << 20  # bytes that an exact count may take


def _limits(seconds: float = 1.0) -> Limits:
    """Return what an answer may use."""
    return Limits(_MEMORY, threads=1, seconds=seconds)


def _sampling() -> Limits:
    """Return what an answer by solved deals may use; one core is left to the others."""
    from dealwright.double_dummy.asked import uncached_solver

    return _limits(MOST_SECONDS)._replace(time=20.0, solver=uncached_solver(1))


_TRIED = 200_000_000  # deals that are examined at most where deals are searched for
_MOST_ELEMENTS = 1000  # of which combinations are numbered


def job_of(name: str, given: object) -> Job[Any, Any]:
    """Return the job of a request.

    >>> job_of("count", {"condition": "hcp(north) >= 20"}).result().count.exact
    True

    :raises ArgumentError: if the request is not valid
    :raises ConditionError: if a condition cannot be read
    :raises PredealError: if no deal can hold the predealt cards
    """
    request = REQUESTS[name]
    return request.make(request.checked(given))


def _condition(given: Mapping[str, Any]) -> Condition | None:
    from dealwright.condition import parse

    text = given.get("condition", "")
    return parse(text) if text.strip() else None


def _question(given: Mapping[str, Any]) -> Question:
    from dealwright.condition import question_of

    predeal = given.get("predeal") or None
    return question_of(_condition(given), predeal, given.get("quantities", ()))


def _resources(given: Mapping[str, Any], seconds: float) -> Resources:
    from dealwright.ask.planning import Resources

    return Resources(_MEMORY, threads=1, seconds=given.get("seconds", seconds))


def _dealing(given: Mapping[str, Any]) -> QuestionDealing:
    from dealwright.ask.dealing import QuestionDealing
    from dealwright.stream import Stream

    return QuestionDealing(
        given.get("n", 1), _question(given), Stream.of(given.get("seed")),
        _resources(given, MOST_SECONDS), limit=_TRIED,
    )  # fmt: skip


def _dealt(job: Job[Any, Any], dealing: Dealing) -> Deals:
    """Return the deals of a dealing that is a part of a job."""
    dealing.flag = job.flag
    dealing.watch(lambda progress: job.report(*progress))
    return dealing.result()


def _mixing(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.practice.law_texts import parse_levels, parse_type
    from dealwright.practice.mixtures import Mixture

    types, levels = map(given.get, ("types", "levels"))
    if (types is None) == (levels is None):
        raise ArgumentError("give types or levels")
    where = _condition(given)
    bounds: dict[str, Any] = {
        "predeal": given.get("predeal") or None,
        "memory": _MEMORY,
        "limit": _TRIED,
    }
    read = [parse_type(text) for text in types or ()]
    quantities, shares = parse_levels(levels or ())

    def mixed(job: Job[Any, Any]) -> MixedDeals:
        if types:
            mixture = Mixture(read, common=where, overlap=given.get("overlap", "error"), **bounds)
        else:
            mixture = Mixture.levelled(where, quantities, shares, **bounds)
        dealing = mixture.dealing(given.get("n", 1), seed=given.get("seed"), threads=1)
        return dealing.answer(_dealt(job, dealing))

    return one_call(mixed)


def _weighing(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.practice.weighting import weighted

    where = _condition(given)

    def sample(job: Job[Any, Any]) -> WeightedSample:
        law = weighted(
            where, given["weights"], predeal=given.get("predeal") or None, memory=_MEMORY
        )
        dealing = law.dealing(given.get("n", 1), seed=given.get("seed"), threads=1)
        return dealing.answer(_dealt(job, dealing))

    return one_call(sample)


def _exporting(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.deals import Deals
    from dealwright.double_dummy.tables import with_tables
    from dealwright.formats import Settings, format_named
    from dealwright.formats.board_file import board_file
    from dealwright.formats.settings import dealer_named, vulnerability_named

    kind = given["format"]
    format_named(kind, writing=True)  # before any deal
    board = given.get("board", 1)
    dealer = dealer_named(given.get("dealer"))
    sides = vulnerability_named(given.get("vulnerable"))
    solved = with_tables if given.get("solve") else None
    if "deals" in given:
        deals = Deals.parse(given["deals"])
        settings = Settings(board, dealer, sides, given.get("seed", ""), solved=solved)
        return one_call(lambda _: board_file(deals, kind, settings))
    dealing = _dealing(given)

    def written(job: Job[Any, Any]) -> BoardFile:
        dealt = _dealt(job, dealing)
        settings = Settings(
            board, dealer, sides, dealing.seed, condition=dealing.condition_text,
            method=dealing.method, predeal=given.get("predeal", ""), solved=solved,
        )  # fmt: skip
        return board_file(dealt, kind, settings)

    return one_call(written)


def _writing_script(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.formats.board_file import BoardFile
    from dealwright.scripts import dealer_script

    def written(_: Job[Any, Any]) -> BoardFile:
        where = given.get("condition", "").strip() or None
        text = dealer_script(where, given.get("predeal"))
        return BoardFile("deals.dealer.txt", "dealer", text.encode())

    return one_call(written)


def _script(given: Mapping[str, Any]) -> Run:
    from dealwright.scripts import run_script

    return run_script(
        given["script"],
        seed=given.get("seed"),
        threads=1,
        memory=_MEMORY,
        budget=given.get("seconds", 1.0),
    )  # no folders, so that no file is read


def _running(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.scripts.answers import Answering

    return Answering(_script(given), most=_MOST_BOARDS)


def _checking(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.scripts import check_script

    run = _script(given)
    return one_call(lambda _: check_script(run))


def _solving(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.bridge.boards import Vulnerability
    from dealwright.cards import Seat
    from dealwright.deals import Deal
    from dealwright.double_dummy.tables import SolvedBoard, SolvedBoards, solving
    from dealwright.formats import Settings

    deals = [Deal(text) for text in given["deals"]]
    boards = Settings(
        given.get("board", 1),
        Seat.of(given["dealer"]) if "dealer" in given else None,
        Vulnerability.parse(given["vulnerable"]) if "vulnerable" in given else None,
    )
    solved = solving(deals)

    def work(job: Job[Any, SolvedBoards]) -> Generator[Any, None, SolvedBoards]:
        tables = yield from job.run_part(solved)
        return SolvedBoards(
            tuple(
                SolvedBoard(
                    boards.number(at), boards.dealer_of(at), boards.vulnerability_of(at), deal,
                    tuple(map(tuple, table)),
                )
                for at, (deal, table) in enumerate(zip(deals, tables.tolist(), strict=False))
            )
        )  # fmt: skip

    return Job(work)


def _exchanging(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.condition import Condition, parse
    from dealwright.conditions.exchanged import exchanged

    orders = []
    for name, letters in (("seats", "NESW"), ("suits", "CDHS")):
        order = [letters.find(letter) for letter in given.get(name, letters).upper()]
        if sorted(order) != [0, 1, 2, 3]:
            raise ArgumentError(f"'{name}' are the letters {letters} in any order")
        orders.append(order)
    condition = Condition(exchanged(parse(given["condition"]).tree, *orders))
    return one_call(lambda _: condition)


def _playing(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.analysis.play import play_of
    from dealwright.cards import parse_cards
    from dealwright.deals import Deal
    from dealwright.double_dummy.asked import asked_solver

    deal, played = Deal(given["deal"]), parse_cards(given.get("played", ""))
    return one_call(
        lambda job: play_of(deal, given["contract"], played, solver=asked_solver(), stop=job.flag)
    )


def _numbering_each(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.ask.numbering import numbered_deal

    found = [
        numbered_deal(text) if ":" in text else numbered_deal(number=text)
        for text in given["deals"]
    ]
    return one_call(lambda _: found)


def _combining(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.numbering.combinations import CombinationNumber, Combinations

    family = Combinations(given["n"], given["k"], given.get("order", "colex"))
    if ("combination" in given) == ("number" in given):
        raise ArgumentError("give 'combination' or 'number', one of the two")

    def numbered(_: Job[Any, Any]) -> CombinationNumber:
        if "number" in given:
            number = _whole(given["number"], "'number'")
        else:
            words = given["combination"].replace(",", " ").split()
            number = family.rank(tuple(_whole(word, "an element") for word in words))
        return family.numbered(number)

    return one_call(numbered)


def _whole(text: str, what: str) -> int:
    digits = text.strip().replace(",", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_ELEMENTS):
        raise ArgumentError(f"{what} is a whole number, not {shown(text)}")
    return int(digits)


def _awarding(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.analysis.contract_award import awarding
    from dealwright.ask.planning import Resources

    return awarding(
        given["deal"], given["contract"], side=given.get("side", "ns"),
        vulnerable=given.get("vulnerable", False), where=given.get("condition", "").strip() or None,
        predeal=given.get("predeal") or None, layouts=given.get("layouts"),
        seconds=max(0.1, given.get("seconds", 3.0)), seed=seed_of(given),
        resources=Resources(_MEMORY, threads=1, seconds=1.0),
    )  # fmt: skip


_SHARED = served(Count, _limits).fields  # condition, fixed cards, seed, seconds
_BOARD = Field("integer", "The number of the first board (1).", 1, 9999)
_DEALING = {**_SHARED, "n": Field("integer", "How many deals (1).", 1, MOST_DEALS, example=5)}
_SCRIPTED = {
    "script": Field(
        "string", "The script; lines #include are comments.", most=20_000, needed=True,
        example='produce 4\ncondition hcp(north) >= 20\naction printall, average aces(north)',
    ),
    "seed": _SHARED["seed"],
    "seconds": _SHARED["seconds"],
}  # fmt: skip
_FIXED = Field("string", "Fixed cards.", most=400)
_LIMIT_OF_SIMULATION = MOST_TIME + 2 * MOST_SECONDS  # planning and the last call too
REQUESTS: dict[str, Request] = {
    "count": served(Count, _limits),
    "explain": served(Explain, _limits),
    "deal": Request(
        "Deals of a condition, each equally likely.",
        "deals",
        _DEALING,
        _dealing,
        repeats=False,
    ),
    "export": Request(
        "Deals of a condition as a file, its content as Base64.",
        "board_file",
        {
            **_DEALING,
            "deals": Field("strings", "These deals instead, as texts.", most=_MOST_BOARDS),
            "board": _BOARD,
            "dealer": Field("string", "A seat or random (by board number).", most=20),
            "vulnerable": Field("string", "none, ns, ew, all or random (by number).", most=20),
            "format": Field(
                "string", "The name of a format that dealwright deal writes.", most=20,
                needed=True, example="pbn",
            ),
            "solve": Field("boolean", "With double-dummy tricks and par, 0.2 s a board."),
        },
        _exporting,
        repeats=False,
    ),
    "script": Request(
        "A condition as a script of dealer, which BBO's deal source takes; its content as Base64.",
        "board_file",
        {"condition": _SHARED["condition"], "predeal": _SHARED["predeal"]},
        _writing_script,
    ),
    "mixture": Request(
        "Deals of hand types in shares, or with a quantity's values in equal shares.",
        "mixed_deals",
        {
            **_DEALING,
            "types": Field(
                "strings", "Hand types, as NAME SHARE: CONDITION.", most=20,
                example=["weak 2: hcp(east) in 6..9", "strong 1: hcp(east) in 10..13"],
            ),
            "levels": Field("strings", "Quantities, as hcp(north) or hcp(north): 15=2 16=1.", 0, 3),
            "overlap": Field(
                "string", "Deals of two types: error, first (of the first) or share.", most=10
            ),
        },
        _mixing,
        repeats=False,
    ),
    "weighted": Request(
        "Deals drawn in proportion to weights of a quantity's values.",
        "weighted_sample",
        {
            **_DEALING,
            "weights": Field(
                "strings", "Weights, as hearts(west): 5=3 6..7=9 other=1.", most=8, needed=True,
                example=["hearts(west): 5=3 6=9"],
            ),
        },
        _weighing,
        repeats=False,
    ),
    "distribution": served(Distribution, partial(_limits, MOST_SECONDS)),
    "cards": served(Cards, _limits),
    "play": Request(
        "What each lead, or each card after some, leads to in a contract, double dummy.",
        "solved_play",
        {
            "deal": Field(
                "string", "The deal.", most=200, needed=True,
                example="N:AKQ2.T98.543.A72 JT9.AKQ.AKQ.KQJT 876.J76.J76.9865 543.5432.T982.43",
            ),
            "contract": Field(
                "string", "The contract and its declarer.", most=20, needed=True, example="3NT-E"
            ),
            "played": Field(
                "string", "The cards played so far, in order.", most=300, example="S8 S5 SA S9"
            ),
        },
        _playing,
    ),
    "exchange": Request(
        "A condition with hands and suits exchanged.",
        "condition",
        {
            "condition": Field(
                "string", "The condition.", most=20_000, needed=True,
                example="hcp(north) in 15..17 && spades(south) >= 5",
            ),
            "seats": Field(
                "string", "What stands for north, east, south and west.", most=4, example="ESWN"
            ),
            "suits": Field(
                "string", "What stands for clubs, diamonds, hearts and spades.", most=4,
                example="CDSH",
            ),
        },
        _exchanging,
    ),
    "numbers": Request(
        "Deals with their numbers, as a list; a deal is a text, its number, or 16 characters.",
        "deal_number",
        {
            "deals": Field(
                "strings", "The deals.", most=_MOST_BOARDS, needed=True,
                example=["rVXjFWNN2mWL9JH_"],
            )
        },
        _numbering_each,
        several=True,
    ),
    "run": Request(
        "What a script written for dealer answers: its statistics, deals and printed text.",
        "script_answer", _SCRIPTED, _running, repeats=False,
    ),
    "check": Request(
        "What is suspicious in a script, and what each clause of its condition costs.",
        "check", {"script": _SCRIPTED["script"]}, _checking,
    ),
    "solve": Request(
        "The tricks of each declarer in each strain, double dummy, and par by the board's number.",
        "solved_boards",
        {
            "deals": Field(
                "strings", "Deals as texts.", most=8, needed=True,
                example=["N:AKQ2.T98.543.A72 JT9.AKQ.AKQ.KQJT 876.J76.J76.9865 543.5432.T982.43"],
            ),
            "board": _BOARD,
            "dealer": Field("string", "A seat (by board number).", most=20),
            "vulnerable": Field("string", "none, ns, ew or all (by board number).", most=20),
        },
        _solving,
    ),
    "number": served(Number, partial(_limits, MOST_SECONDS)),
    "combination": Request(
        "The number of a k-subset of {0..n-1}, or the subset of a number.", "combination",
        {
            "n": Field("integer", "The number of elements.", 0, _MOST_ELEMENTS, True, 13),
            "k": Field("integer", "The size of a subset.", 0, _MOST_ELEMENTS, True, 5),
            "combination": Field("string", "Its elements, ascending or descending.", most=5000),
            "number": Field(
                "string", "Its number, in place of its elements.", most=1500, example="1286"
            ),
            "order": Field("string", "colex (squashed), lex, gray or block.", most=20),
        },
        _combining,
    ),
    "shapes": served(Shapes, _limits),
    **POKER_REQUESTS,
    **SYSTEM_REQUESTS,
    **FAIR_REQUESTS,
    "lead": served(Lead, _sampling, repeats=False, seconds=_LIMIT_OF_SIMULATION),
    "contracts": served(Contracts, _sampling, repeats=False, seconds=_LIMIT_OF_SIMULATION),
    "makes": served(Makes, _sampling, repeats=False, seconds=_LIMIT_OF_SIMULATION),
    "award": Request(
        "10 times the expected score of a contract over that of the side's best contract; the "
        "opponents' cards are dealt anew, and solved double dummy.",
        "award",
        {
            "deal": Field(
                "string", "The deal, of which the side's hands stay.", most=200, needed=True,
                example="N:AKQ2.KQ3.A32.K54 T98.JT9.JT98.JT9 J543.A2.K54.AQ32 76.87654.Q76.876",
            ),
            "contract": Field(
                "string", "The contract and its declarer, or pass.", most=12, needed=True,
                example="6S-N",
            ),
            "side": Field("string", "The side that is awarded, ns or ew (ns).", most=2),
            "vulnerable": Field("boolean", "Whether the side is vulnerable."),
            "condition": Field(
                "string", "What is known of the opponents: the condition of the deal.", most=20_000
            ),
            "predeal": Field("string", "Cards that were fixed.", most=400),
            "layouts": Field("integer", "How many layouts at most (200).", 2, 1000, example=20),
            "seed": _SHARED["seed"],
            "seconds": Field("number", "Seconds of work (3).", most=MOST_SECONDS, example=1),
        },
        _awarding, partial=True, repeats=False,
    ),
}  # fmt: skip
