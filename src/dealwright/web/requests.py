"""What can be asked over HTTP: the requests, their fields and limits, and the job of each.

A new request is a row of ``REQUESTS``; the server, its OpenAPI document and the workers read them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dealwright.errors import ArgumentError
from dealwright.jobs import Job

if TYPE_CHECKING:
    from dealwright.ask.dealing import Dealing, QuestionDealing
    from dealwright.ask.planning import Resources
    from dealwright.condition import Condition
    from dealwright.deals import Deals
    from dealwright.planning.question import Question
    from dealwright.scripts import Run

__all__ = ["REQUESTS", "Field", "Request", "checked_fields", "job_of"]

MOST_DEALS = 1000
_MOST_BOARDS = 100  # of a script
MOST_SECONDS = 5.0
_MEMORY = 256 << 20  # bytes that an exact count may take
_TRIED = 200_000_000  # deals that are examined at most where deals are searched for


@dataclass(frozen=True)
class Field:
    """A field of a request: its JSON type, its bounds, and what it means."""

    type: str  # string, integer, number, boolean, strings
    about: str
    least: float = 0
    most: float = 0  # characters of a string, strings of a list
    needed: bool = False
    example: Any = None

    def schema(self) -> dict[str, Any]:
        """Return its JSON schema."""
        found: dict[str, Any] = {"type": self.type, "description": self.about}
        if self.type == "string":
            found["maxLength"] = int(self.most)
        elif self.type == "strings":
            text = {"type": "string", "maxLength": 1000}
            found |= {"type": "array", "items": text, "minItems": 1, "maxItems": int(self.most)}
        elif self.type in ("integer", "number"):
            found |= {"minimum": self.least, "maximum": self.most}
        if self.example is not None:
            found["example"] = self.example
        return found

    def checked(self, name: str, value: object) -> Any:
        """Return the value of the field.

        :raises ArgumentError: if it has another type, or is out of bounds
        """
        if self.type == "strings":
            if not isinstance(value, list) or not 1 <= len(value) <= self.most:
                raise ArgumentError(f"'{name}' is a list of 1 to {self.most:g} texts")
            return [_TEXT.checked(name, each) for each in value]
        if self.type == "string":
            if not isinstance(value, str):
                raise ArgumentError(f"'{name}' is a text, not {_shown(value)}")
            if len(value) > self.most:
                raise ArgumentError(f"'{name}' has at most {self.most:,g} characters")
            return value
        if self.type == "boolean":
            if not isinstance(value, bool):
                raise ArgumentError(f"'{name}' is true or false, not {_shown(value)}")
            return value
        kinds = (int,) if self.type == "integer" else (int, float)
        number = isinstance(value, kinds) and not isinstance(value, bool)
        if not number or not self.least <= value <= self.most:  # type: ignore[operator]
            what = "an integer" if self.type == "integer" else "a number"
            raise ArgumentError(
                f"'{name}' is {what} of {self.least:g} to {self.most:g}, not {_shown(value)}"
            )
        return value


_TEXT = Field("string", "", most=1000)


@dataclass(frozen=True)
class Request:
    """A request: what it asks, its fields, and the job that answers it.

    ``partial`` says that the job's partial results are answers so far; ``repeats`` that the same
    request always has the same answer; ``several`` that it is a list of documents.
    """

    about: str
    kind: str  # of the document that answers
    fields: Mapping[str, Field]
    make: Callable[[Mapping[str, Any]], Job[Any, Any]]
    partial: bool = False
    repeats: bool = True
    several: bool = False

    def checked(self, given: object) -> dict[str, Any]:
        """Return the fields of a request; see ``checked_fields``."""
        return checked_fields(self.fields, given)


def checked_fields(fields: Mapping[str, Field], given: object) -> dict[str, Any]:
    """Return the values of fields.

    :raises ArgumentError: if one is missing, unknown, or not valid
    """
    if not isinstance(given, dict):
        raise ArgumentError("a request is a JSON object")
    for name in given:
        if name not in fields:
            known = ", ".join(fields) or "this request, which has none"
            raise ArgumentError(f"'{name[:40]}' is not a field of {known}")
    for name, field in fields.items():
        if field.needed and name not in given:
            raise ArgumentError(f"'{name}' is missing")
    return {name: fields[name].checked(name, value) for name, value in given.items()}


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


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


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


def _seed(given: Mapping[str, Any]) -> str:
    return str(given.get("seed", "page"))


def _counting(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.ask.counting import Counting

    return Counting(_question(given), _resources(given, 1.0), seed=_seed(given))


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
    from dealwright.errors import ArgumentError
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

    def work(job: Job[Any, Any]) -> Generator[Any, None, Any]:
        if types:
            mixture = Mixture(read, common=where, overlap=given.get("overlap", "error"), **bounds)
        else:
            mixture = Mixture.levelled(where, quantities, shares, **bounds)
        dealing = mixture.dealing(given.get("n", 1), seed=given.get("seed"), threads=1)
        yield from ()
        return dealing.answer(_dealt(job, dealing))

    return Job(work)


def _weighing(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.practice.weighting import weighted

    where = _condition(given)

    def work(job: Job[Any, Any]) -> Generator[Any, None, Any]:
        law = weighted(
            where, given["weights"], predeal=given.get("predeal") or None, memory=_MEMORY
        )
        dealing = law.dealing(given.get("n", 1), seed=given.get("seed"), threads=1)
        yield from ()
        return dealing.answer(_dealt(job, dealing))

    return Job(work)


def _distributing(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.ask.distributions import Distributing

    resources = _resources(given, MOST_SECONDS)
    seconds = given.get("seconds", MOST_SECONDS)
    return Distributing(_question(given), resources, seed=_seed(given), budget=seconds)


def _tabling(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.ask.card_tables import CardTabling

    return CardTabling(_question(given), _resources(given, 1.0), seed=_seed(given))


def _explaining(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.ask.explanation import Explaining

    return Explaining(_question(given), _resources(given, 1.0), seed=_seed(given))


def _exporting(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.deals import Deals
    from dealwright.formats import Settings, format_named
    from dealwright.formats.board_file import BoardFile, board_file
    from dealwright.formats.settings import dealer_named, vulnerability_named

    kind = given["format"]
    format_named(kind, writing=True)  # before any deal
    board = given.get("board", 1)
    dealer = dealer_named(given.get("dealer"))
    sides = vulnerability_named(given.get("vulnerable"))
    if "deals" in given:
        deals = Deals.parse(given["deals"])

        def write(job: Job[Any, BoardFile]) -> Generator[Any, None, BoardFile]:
            yield from ()
            settings = Settings(board, dealer, sides, given.get("seed", ""))
            return board_file(deals, kind, settings)

        return Job(write)
    dealing = _dealing(given)

    def work(job: Job[Any, BoardFile]) -> Generator[Any, None, BoardFile]:
        yield from ()
        dealt = _dealt(job, dealing)
        settings = Settings(
            board, dealer, sides, dealing.seed, condition=dealing.condition_text,
            method=dealing.method, predeal=given.get("predeal", ""),
        )  # fmt: skip
        return board_file(dealt, kind, settings)

    return Job(work)


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

    def work(job: Job[Any, Any]) -> Generator[Any, None, Any]:
        yield from ()
        return check_script(run)

    return Job(work)


def _solving(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.bridge.boards import Vulnerability, board_dealer, board_vulnerability
    from dealwright.cards import Seat
    from dealwright.deals import Deal
    from dealwright.double_dummy.tables import SolvedBoard, SolvedBoards, solving

    deals = [Deal(text) for text in given["deals"]]
    dealer = Seat.of(given["dealer"]) if "dealer" in given else None
    known = Vulnerability.parse(given["vulnerable"]) if "vulnerable" in given else None
    solved = solving(deals)

    def work(job: Job[Any, SolvedBoards]) -> Generator[Any, None, SolvedBoards]:
        tables = yield from job.run_part(solved)
        boards = []
        for number, (deal, table) in enumerate(
            zip(deals, tables.tolist(), strict=False), given.get("board", 1)
        ):
            seat = board_dealer(number) if dealer is None else dealer
            sides = board_vulnerability(number) if known is None else known
            boards.append(SolvedBoard(number, seat, sides, deal, tuple(map(tuple, table))))
        return SolvedBoards(tuple(boards))

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

    def work(job: Job[Any, Any]) -> Generator[Any, None, Any]:
        yield from ()
        return condition

    return Job(work)


def _playing(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.analysis.play import play_of
    from dealwright.cards import parse_cards
    from dealwright.deals import Deal
    from dealwright.double_dummy.asked import asked_solver

    deal, played = Deal(given["deal"]), parse_cards(given.get("played", ""))

    def work(job: Job[Any, Any]) -> Generator[Any, None, Any]:
        yield from ()
        return play_of(deal, given["contract"], played, solver=asked_solver(), stop=job.flag)

    return Job(work)


def _numbering(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.ask.numbering import DealNumber
    from dealwright.deals import Deal
    from dealwright.numbering.deals import deal_number, masks_from_number, parse_deal_number

    def numbered(text: str) -> DealNumber:
        if ":" in text:
            deal = Deal(text)
            return DealNumber(deal, deal_number(deal.masks))
        number = parse_deal_number(text)
        return DealNumber(Deal(masks_from_number(number)), number)

    found = [numbered(text) for text in given["deals"]]

    def work(job: Job[Any, Any]) -> Generator[Any, None, Any]:
        yield from ()
        return found

    return Job(work)


def _awarding(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.analysis.contract_award import awarding
    from dealwright.ask.planning import Resources

    return awarding(
        given["deal"], given["contract"], side=given.get("side", "ns"),
        vulnerable=given.get("vulnerable", False), where=given.get("condition", "").strip() or None,
        predeal=given.get("predeal") or None, layouts=given.get("layouts"),
        seconds=max(0.1, given.get("seconds", 3.0)), seed=_seed(given),
        resources=Resources(_MEMORY, threads=1, seconds=1.0),
    )  # fmt: skip


_CONDITION = Field(
    "string", "The condition of the deals; every deal without one.", most=20_000,
    example="hcp(north) in 15..17 && balanced(north)",
)  # fmt: skip
_SHARED = {
    "condition": _CONDITION,
    "predeal": Field(
        "string", "Fixed cards.", most=400, example="south AKQ2.T98.543.A72 north SJ"
    ),
    "seed": Field("string", "Repeats what was drawn.", most=100, example="friday"),
    "seconds": Field(
        "number", "Seconds of work that an exact answer may cost, else it is estimated.",
        most=MOST_SECONDS, example=1,
    ),
}  # fmt: skip
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
REQUESTS: dict[str, Request] = {
    "count": Request(
        "How many deals satisfy a condition: exact, or an estimate with its interval.",
        "share", _SHARED, _counting, partial=True,
    ),
    "explain": Request(
        "How likely a condition is, how it is dealt, what each clause costs, and why no deal fits.",
        "explanation", _SHARED, _explaining,
    ),
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
        },
        _exporting,
        repeats=False,
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
    "distribution": Request(
        "The distribution of one or more quantities over the deals of a condition.",
        "histogram",
        {
            **_SHARED,
            "quantities": Field(
                "strings", "Such as hcp(west) or shape(west).", most=3, needed=True,
                example=["hcp(west)"],
            ),
        },
        _distributing,
    ),
    "cards": Request(
        "In how many deals of a condition each seat holds each card: exact, or in a sample.",
        "card_table", _SHARED, _tabling, partial=True,
    ),
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
        _numbering,
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
