"""The words of a command line, read by a table of fields."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from dealwright.base.errors import ArgumentError
from dealwright.base.jobs import Job, one_call
from dealwright.cli.command import Command
from dealwright.cli.command_words import HelpRequested, UsageError, read_words, values_of
from dealwright.cli.user_settings import _cached_values, _overrides
from dealwright.requests.base import Limits, Request
from dealwright.requests.fields import Argument, Field, GivenFields, Option, fields_of

LEFT: list[str] = []


@contextmanager
def noted(value: str) -> Generator[str]:
    yield f"<{value}>"
    LEFT.append(value)


def merge(
    sources: Annotated[list[str], Argument("Files.", "IN...")],
    target: Annotated[str, Argument("A file.", "OUT")],
    number: Annotated[int, Option("--number", "-n", least=1, most=9)] = 3,
    share: Annotated[float | None, Option("--share")] = None,
    quiet: Annotated[bool, Option("--quiet", "-q")] = False,
    verbose: Annotated[bool, Option("-v")] = False,
    kept: Annotated[bool, Option("--keep/--no-keep")] = True,
    tag: Annotated[list[str] | None, Option("--tag", "-t")] = None,
    cards: Annotated[str | None, Option("--cards", join="; ".join, cards="cards")] = None,
    renumber: Annotated[str | None, Option("--renumber", metavar="[N]", bare_value="1")] = None,
    opened: Annotated[str | None, Option("--opened", context=noted)] = None,
) -> None:
    """Merge."""


FIELDS = fields_of(merge)


def values(*words: str) -> dict[str, Any]:
    with ExitStack() as stack:
        return values_of(FIELDS, read_words(FIELDS, words), stack)


def given(*words: str) -> dict[str, Any]:
    """Return the values that differ from the defaults."""
    defaults = {field.name: field.default for field in FIELDS}
    return {name: value for name, value in values(*words).items() if value != defaults[name]}


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("a b", {}),
        ("-n 5 a b", {"number": 5}),
        ("a -n5 b", {"number": 5}),
        ("a b --number=5", {"number": 5}),
        ("a b -qv", {"quiet": True, "verbose": True}),
        ("a b -qn4", {"quiet": True, "number": 4}),
        ("a b --no-keep", {"kept": False}),
        ("a b -t x --tag=y", {"tag": ["x", "y"]}),
        ("a b --share 0.5", {"share": 0.5}),
        ("a b --cards SA --cards HK", {"cards": "SA; HK"}),
        ("a --renumber b", {"renumber": "1"}),
        ("a --renumber 7 b", {"renumber": "7"}),
        ("a b --renumber=7", {"renumber": "7"}),
        ("a b --share=-1", {"share": -1.0}),
        ("a b -t -q", {"tag": ["-q"]}),  # a value is whatever stands behind its option
    ],
)
def test_options(line: str, more: dict[str, Any]) -> None:
    assert given(*line.split()) == {"sources": ["a"], "target": "b", **more}


@pytest.mark.parametrize(
    ("line", "sources", "target"),
    [("a b c", ["a", "b"], "c"), ("- b -", ["-", "b"], "-"), ("-q -- -a --b", ["-a"], "--b")],
)
def test_arguments(line: str, sources: list[str], target: str) -> None:
    found = values(*line.split())
    assert (found["sources"], found["target"]) == (sources, target)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "Missing argument 'IN...'."),
        ("a", "Missing argument 'IN...'."),
        ("a b --nubmer 3", "No such option: --nubmer. Did you mean --number?"),
        ("a b -x", "No such option: -x."),
        ("a b --number", "Option '--number' requires an argument."),
        ("a b -qn", "Option '-n' requires an argument."),
        ("a b --quiet=1", "Option '--quiet' does not take a value."),
        ("a b -n x", "Invalid value for '--number' / '-n': 'x' is not a valid integer."),
        ("a b -n 10", "Invalid value for '--number' / '-n': 10 is not in the range 1<=x<=9."),
        ("a b --share x", "Invalid value for '--share': 'x' is not a valid float."),
        ("a b --share nan", "Invalid value for '--share': 'nan' is not a valid float."),
    ],
)
def test_usage_errors(line: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        values(*line.split())
    assert str(caught.value) == message


@pytest.mark.parametrize("line", ["a b --number 5 -n 6", "a b --no-keep --keep", "a b -q -q"])
def test_an_option_given_twice_is_refused(line: str) -> None:
    with pytest.raises(UsageError, match="is given twice"):
        values(*line.split())


def test_a_negative_number_is_no_option() -> None:
    with pytest.raises(ArgumentError, match=r"^a number here cannot be negative \(-5\)"):
        values("a", "-5")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-2", "3"], "N cannot be negative (-2)"),
        (["5", "-3"], "K cannot be negative (-3)"),
        (["5", "3", "-1"], "a number here cannot be negative (-1)"),
    ],
)
def test_the_argument_that_is_negative_is_named(words: list[str], said: str) -> None:
    """Of two arguments; a number without its option, as of ``practice -3``, goes before them."""
    two = [Argument("", name)._replace(name=name.lower(), type=int) for name in ("N", "K")]
    with pytest.raises(ArgumentError, match=f"^{re.escape(said)}$"):
        read_words(two, words)
    bare = Option("-n", metavar="BOARDS", bare="first")._replace(name="n", type=int)
    with pytest.raises(ArgumentError, match=r"^BOARDS cannot be negative \(-3\)$"):
        read_words([Argument("", "TEXT")._replace(name="text"), bare], ["-3", "a"])


def test_one_argument_takes_one_word() -> None:
    field = Argument()._replace(name="n")
    with pytest.raises(UsageError, match=r"unexpected extra arguments \(b c\)"):
        read_words([field], ["a", "b", "c"])


def test_help_is_wanted_wherever_it_stands() -> None:
    with pytest.raises(HelpRequested):
        read_words(FIELDS, ["a", "--help", "--nope"])
    assert read_words(FIELDS, ["a", "-t", "--help", "--", "--help"])["tag"] == ["--help"]


def test_a_context_lasts_as_long_as_the_command() -> None:
    LEFT.clear()
    with ExitStack() as stack:
        found = values_of(FIELDS, read_words(FIELDS, ["a", "b", "--opened", "x"]), stack)
        assert (found["opened"], LEFT) == ("<x>", [])
    assert LEFT == ["x"]


def test_a_setting_is_the_default_of_its_option() -> None:
    fields = [Option("--threads", setting=True)._replace(name="threads", type=int, default=None)]
    _cached_values.cache_clear()
    _overrides["threads"] = "3"
    try:
        with ExitStack() as stack:
            assert values_of(fields, {}, stack) == {"threads": 3}
            assert values_of(fields, {"threads": ["2"]}, stack) == {"threads": 2}
    finally:
        _overrides.clear()
        _cached_values.cache_clear()


@dataclass(frozen=True, kw_only=True)
class Shared(Request):
    """Fields that several requests have."""

    seed: Annotated[str | None, Option("--seed")] = None


@dataclass(frozen=True, kw_only=True)
class Greeting(Shared):
    """A request."""

    name: Annotated[str, Argument("Who is greeted.")]
    loud: Annotated[bool, Option("--loud")] = False
    hidden: Annotated[int, Option(typed=False)] = 2

    def job(self, limits: Limits = Limits()) -> Job[Any, str]:  # noqa: B008 - a constant
        return one_call(lambda _: f"hello, {self.name}")


def test_a_command_takes_a_request_and_what_was_typed() -> None:
    found: list[Any] = []

    def greet(
        request: Greeting, typed: GivenFields, as_json: Annotated[bool, Option("--json")] = False
    ) -> None:
        found.append((request, typed, as_json))

    greet.__annotations__ = {
        "request": Greeting, "typed": GivenFields, "as_json": Annotated[bool, Option("--json")],
        "return": None,
    }  # fmt: skip
    command = Command(greet, "Greet.")
    assert [field.name for field in command.fields] == ["name", "loud", "seed", "as_json"]
    command.run(["Bo", "--json", "--seed", "x"])
    assert found == [
        (Greeting(name="Bo", seed="x"), GivenFields({"name", "as_json", "seed"}), True)
    ]
    assert found[0][0].hidden == 2


@dataclass(frozen=True, kw_only=True)
class Printing:
    """Options that several commands have."""

    paper: Annotated[str, Option(metavar="SIZE")] = "A4"
    plain: Annotated[bool, Option()] = False


def test_a_command_takes_several_dataclasses() -> None:
    """Mutant: the first of them alone."""
    found: list[Any] = []

    def greet(request: Greeting, printing: Printing) -> None:
        found.append((request, printing))

    greet.__annotations__ = {"request": Greeting, "printing": Printing, "return": None}
    command = Command(greet, "Greet.")
    assert [field.name for field in command.fields] == ["name", "loud", "seed", "paper", "plain"]
    command.run(["Bo", "--paper", "A3"])
    command.run(["Bo", "--plain", "--loud"])
    assert found == [
        (Greeting(name="Bo"), Printing(paper="A3")),
        (Greeting(name="Bo", loud=True), Printing(plain=True)),
    ]


@dataclass(frozen=True, kw_only=True)
class Asked(Shared):
    """A request whose own argument comes after an inherited one, but leads."""

    leading = ("kind",)
    name: Annotated[str, Argument()] = "x"
    kind: Annotated[str, Argument()]

    def job(self, limits: Limits = Limits()) -> Job[Any, str]:  # noqa: B008 - a constant
        return one_call(lambda _: self.kind)


def test_a_leading_argument_is_the_first() -> None:
    assert [field.name for field in fields_of(Asked)] == ["kind", "name", "seed"]


@pytest.mark.parametrize(
    ("bare", "words", "texts"),
    [
        ("first", ["5"], {"n": ["5"]}), ("first", ["5", "a"], {"n": ["5"], "kind": ["a"]}),
        ("first", ["a", "5"], {"kind": ["a"], "rest": ["5"]}),
        ("second", ["5"], {"kind": ["5"]}), ("second", ["a", "5"], {"n": ["5"], "kind": ["a"]}),
        ("second", ["a", "5", "b"], {"n": ["5"], "kind": ["a"], "rest": ["b"]}),
        ("second", ["a", "b", "5"], None), ("last", ["5"], {"kind": ["5"]}),
        ("last", ["a", "b", "5"], {"n": ["5"], "kind": ["a"], "rest": ["b"]}),
    ],
)  # fmt: skip
def test_a_number_without_its_option(
    bare: str, words: list[str], texts: dict[str, list[str]] | None
) -> None:
    fields = [
        Argument()._replace(name="kind"), Argument()._replace(name="rest"),
        Option("-n", bare=bare)._replace(name="n", options=("-n",)),
    ]  # fmt: skip
    if texts is None:
        with pytest.raises(UsageError, match="Got unexpected extra argument"):
            read_words(fields, words)
    else:
        assert read_words(fields, words) == texts


def test_bounds_are_shown() -> None:
    assert [Field(least=1).bounds, Field(least=0, most=9).bounds, Field().bounds] == [
        "x>=1", "0<=x<=9", "",
    ]  # fmt: skip
