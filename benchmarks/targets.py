"""The speeds that the package means to reach, and which of them a run reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from benchmarks import (
    board_files,
    costly_counts,
    double_dummy,
    draws,
    equity,
    exact,
    filtering,
    numbering,
    poker,
    programs,
    scripts,
    solving,
    startup,
    teaching,
    threads,
    uniform,
)
from benchmarks.measuring import Contest

__all__ = ["Target", "reached"]

Contests = Mapping[str, Contest]


class Target(NamedTuple):
    """A target, the figure reached (None: not measured) and whether it is good enough."""

    text: str
    figure: float | None
    unit: str
    passed: bool

    @property
    def verdict(self) -> str:
        """PASS, MISS or what else to say."""
        return "not measured" if self.figure is None else "PASS" if self.passed else "MISS"


def _time(name: str, timing: str) -> Callable[[Contests], float | None]:
    def figure(contests: Contests) -> float | None:
        found = contests[name].timing(timing) if name in contests else None
        return found.median if found else None

    return figure


def _ratio(name: str, ours: str, peer: str) -> Callable[[Contests], float | None]:
    return lambda contests: contests[name].ratio(ours, peer) if name in contests else None


def _least_ratio(name: str, ours: str, peer: str) -> Callable[[Contests], float | None]:
    def figure(contests: Contests) -> float | None:
        found = contests[name].ratios.get((ours, peer)) if name in contests else None
        return min(found) if found else None

    return figure


Row = tuple[str, Callable[[Contests], float | None], float, str]


def _numbering() -> Iterator[Row]:
    """Yield the targets of the numberings."""
    limits = {"portable": 50, "avx2": 25, "avx512": 10}
    fastest = uniform.kernel_name(uniform.native_bodies()[-1])
    for n, k in numbering.CASES:
        rank, unrank = numbering.name_of("rank", n, k), numbering.name_of("unrank", n, k)
        yield f"{rank}: at most 5 ns", _time(rank, fastest), -5, "ns"
        for body in uniform.native_bodies():
            text = f"{unrank}, {body}: at most {limits[body]} ns"
            yield text, _time(unrank, uniform.kernel_name(body)), -limits[body], "ns"
        for job in (rank, unrank):
            yield f"{job}: 15 times combin", _ratio(job, fastest, "combin"), 15, "x"
            yield (
                f"{job}: 500 times more_itertools",
                _ratio(job, fastest, "more_itertools"),
                500,
                "x",
            )
    yield "one rank: at most 1000 ns", _time("one", "rank()"), -1000, "ns"
    yield "one unrank: at most 1000 ns", _time("one", "unrank()"), -1000, "ns"
    yield "deal to number: at most 12 ns", _time(numbering.DEALS, "rank kernel"), -12, "ns"
    yield "number to deal: at most 30 ns", _time(numbering.DEALS, "unrank kernel"), -30, "ns"


def _exact() -> Iterator[Row]:
    """Yield the targets of exact counting and drawing."""
    for case in exact.CASES:
        text = f"count, {case.name}: at most {case.milliseconds:g} ms"
        yield text, _time("counts", case.name), -case.milliseconds, "ms"
    for name, costly in costly_counts.COUNTS.items():
        text = f"fresh count, {name}: at most {costly.milliseconds:g} ms"
        yield text, _time("costly", name), -costly.milliseconds, "ms"
    for case in exact.CASES:
        limit = 1000 / case.millions
        text = f"draw, {case.name}: at most {limit:g} ns"
        yield text, _time("draws", case.name), -limit, "ns"
    yield "deals, irregular shapes: at most 5 us", _time("irregular", "deal()"), -5000, "ns"
    article = _ratio("seed 004", exact.CASES[1].name, "dealer")
    yield "the article's example: 4,000 times dealer", article, 4000, "x"
    yield "a rare condition: 500,000 times dealer", _ratio("rare", "rare", "dealer"), 500_000, "x"


def _poker() -> Iterator[Row]:
    """Yield the targets of poker hands: 200 million a second, all of seven in 0.25 s."""
    for way in (poker.ROWS, poker.MASKS):
        yield f"poker, {way}: at most 5 ns", _time(poker.BATCH, way), -5, "ns"
    limit = 0.25e9 / 133_784_560
    yield "poker, all hands of seven: 0.25 s", _time(poker.ALL, "count_values(7)"), -limit, "ns"
    yield "poker, one hand: at most 600 ns", _time(poker.ONE, "evaluate(hand)"), -600, "ns"
    ratio = _ratio(poker.BATCH, poker.ROWS, "phevaluator")
    yield "poker, batches: 100 times phevaluator", ratio, 100, "x"
    ratio = _ratio(poker.OMAHA, "evaluate(hole, board)", "phevaluator")
    yield "poker, Omaha: 4 times phevaluator", ratio, 4, "x"
    for name, ours, peer in (
        (poker.TEXT, "evaluate(text)", "eval7"),
        (poker.TEXT, "evaluate(text)", "phevaluator"),
        (poker.OMAHA_ONE, "evaluate(hole, board)", "phevaluator"),
        (poker.NAMED, "category(value)", "treys"),
        (equity.RIVER, equity.RIVER_OURS, "eval7"),
        *zip([numbering.PERMUTED] * 4, numbering.OURS, numbering.THEIRS, strict=True),
    ):
        yield f"{name}, {ours}: as fast as {peer}", _ratio(name, ours, peer), 1, "x"
    ratio = _ratio(numbering.WALK, "colex", "itertools")
    yield "combinations one by one: 1.5 times itertools' time", ratio, 1 / 1.5, "x"


def _draws() -> Iterator[Row]:
    """Yield the targets of draws: 50 million hands a second, the table in 0.3 s, read in 60 ms."""
    for body, limit in {"portable": 12, "avx2": 3}.items():
        text = f"draw 7 of 52, {body}: at most {limit} ns"
        yield text, _time(draws.DRAW, uniform.kernel_name(body)), -limit, "ns"
    yield "simulate, seven cards: at most 20 ns", _time(draws.CLASSIFY, draws.SIMULATE), -20, "ns"
    for times, peer in ((100, draws.TUNED), (20, draws.SHUFFLE), (20, draws.FLOYD)):
        ratio = _ratio(draws.CLASSIFY, draws.SIMULATE, peer)
        yield f"simulate, seven cards: {times} times {peer}", ratio, times, "x"
    hands = 133_784_560
    build, scan = _time(draws.BUILD, draws.TABLE), _time(draws.SCAN, draws.COUNTS)
    yield "table of all hands, built: 0.3 s", build, -0.3e9 / hands, "ns"
    yield "table of all hands, categories: 60 ms", scan, -0.06e9 / hands, "ns"


def _solving() -> Iterator[Row]:
    """Yield the targets of double dummy, beside endplay's CPU time."""
    for name, peer, times in (
        (solving.TABLES, solving.ENDPLAY_TABLES, 0.97),
        (solving.MAKES, solving.ENDPLAY_MAKES, 8),
        (solving.BORDER, solving.ENDPLAY_BORDER, 2),
        (solving.TRICKS, solving.ENDPLAY_LEADS, 1),
        (solving.BEATS, solving.ENDPLAY_LEADS, 2),
    ):
        yield f"{name}: {times} times {peer}", _ratio("solving", name, peer), times, "x"


def _double_dummy() -> Iterator[Row]:
    """Yield the targets of the solver, beside DDS's CPU time with one thread."""
    for name, times in zip(double_dummy.QUESTIONS, (1.7, 1.8, 4, 1.9), strict=True):
        peer = f"{double_dummy.PEER}, {name}"
        yield f"{name}: {times} times DDS", _ratio("double dummy", name, peer), times, "x"


def _equity() -> Iterator[Row]:
    """Yield the targets of equity: counted in milliseconds, 25 million random deals a second."""
    for case in equity.CASES:
        if case.limit is not None:
            text = f"equity, {case.name}: at most {case.limit:g} ms"
            yield text, _time(equity.EXACT, case.name), -case.limit, "ms"
    for name, what, limit in (
        (equity.PAIRS, "AA against KK", 40),
        (equity.RANDOM, "two random hands", 40),
        (equity.SIX, "six random hands", 100),
    ):
        yield f"equity, {what} dealt: at most {limit} ns", _time(name, equity.OURS), -limit, "ns"


def _files() -> Iterator[Row]:
    """Yield the targets of files: four times as fast as endplay, in 150 MB."""
    for ours, peer in zip(board_files.OURS, board_files.THEIRS, strict=True):
        yield f"files, {ours}: 4 times endplay", _ratio("files", ours, peer), 4, "x"
    memory = _time("files", board_files.MEMORY)
    yield "files, memory: at most 150 MB", memory, -150, "MB"


def _most(name: str, timing: str) -> Callable[[Contests], float | None]:
    def figure(contests: Contests) -> float | None:
        found = contests[name].timing(timing) if name in contests else None
        return max(found.values) if found else None

    return figure


def _teaching() -> Iterator[Row]:
    """Yield the targets of teachers' scripts: every one in 450 ms and 100 MB."""
    yield "teachers' scripts, each", _most("teaching", teaching.WHOLE), -450, "ms"
    yield "teachers' scripts, each: memory", _most("teaching", teaching.MEMORY), -100, "MB"


def _scripts() -> Iterator[Row]:
    """Yield the targets of scripts: 20 times dealer in the middle, never slower."""
    middle = _ratio("scripts", scripts.INSIDE, scripts.PEER)
    yield "scripts, the median example: 20 times dealer", middle, 20, "x"
    for ours in (scripts.INSIDE, scripts.WHOLE):
        least = _least_ratio("scripts", ours, scripts.PEER)
        yield f"scripts, every example, {ours}: as fast", least, 1, "x"


def _starts() -> Iterator[Row]:
    """Yield the targets of commands, in starts of bare Python."""
    for words, (_, most) in startup.COMMANDS.items():
        name = startup.name_of(words)
        yield f"{name}: at most {most:g} starts of Python", _time("starts", name), -most, "starts"


def reached(contests: Contests) -> Iterator[Target]:
    """Yield every target with the median that was measured."""
    fastest = uniform.kernel_name(uniform.native_bodies()[-1])
    bmi2 = uniform.kernel_name("avx2")
    rows: list[Row] = [
        ("uniform deals, avx2 body (BMI2): at most 20 ns", _time("uniform", bmi2), -20, "ns"),
        ("uniform deals: 18 times dealer", _ratio("uniform", fastest, "dealer"), 18, "x"),
        (
            "uniform deals: 30 times numpy permuted",
            _ratio("uniform", fastest, "numpy permuted"), 30, "x",
        ),
        (
            "uniform deals: 400 times the Python loop",
            _ratio("uniform", fastest, "Python loop"), 400, "x",
        ),
        (
            "filter, North: 30 times dealer",
            _ratio("filter", filtering.COUNTING, "dealer"), 30, "x",
        ),
        *_exact(),
        *_numbering(),
        *_poker(),
        *_draws(),
        *_equity(),
        *_double_dummy(),
        *_solving(),
        *_scripts(),
        *_teaching(),
        *_files(),
        (
            "ten small programs, each: as fast as endplay's",
            _least_ratio("programs", programs.OURS, programs.PEER), 1, "x",
        ),
        ("import: under 30 ms of CPU", _time("startup", startup.IMPORT), -30, "ms"),
        *_starts(),
        ("dealwright --help: under 250 ms", _time("startup", startup.HELP_WALL), -250, "ms"),
        ("dealwright deal 5: under 400 ms", _time("startup", startup.DEAL_WALL), -400, "ms"),
        (
            "dealwright deal 10, two hands: under 500 ms",
            _time("startup", startup.RARE_WALL), -500, "ms",
        ),
        ("two threads: 1.8 times one", _ratio("threads", threads.TWO, threads.ONE), 1.8, "x"),
    ]  # fmt: skip
    for text, measure, limit, unit in rows:
        figure = measure(contests)
        passed = figure is not None and (figure <= -limit if limit < 0 else figure >= limit)
        yield Target(text, figure, unit, passed)
