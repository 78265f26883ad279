"""``python -m benchmarks``: measure, check, and print the tables."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import (
    board_files,
    columns,
    costly_counts,
    double_dummy,
    draws,
    equity,
    exact,
    filtering,
    numbering,
    poker,
    programs,
    reach,
    report,
    scripts,
    solving,
    startup,
    teaching,
    threads,
    uniform,
)
from benchmarks.checks import WrongAnswerError
from benchmarks.measuring import FULL, QUICK, Budget, Contest, progress
from benchmarks.targets import reached

BENCHMARKS: dict[str, Callable[[Budget], Contest]] = {
    "uniform": uniform.run,
    "filter": filtering.run_north,
    "south": filtering.run_south,
    "counts": exact.run_counts,
    "costly": costly_counts.run,
    "draws": exact.run_draws,
    "seed 004": exact.run_dealer,
    "rare": exact.run_rare,
    "irregular": exact.run_irregular,
    "reach": reach.run,
    "features": columns.run,
    **numbering.runs(),
    **poker.runs(),
    **draws.runs(),
    **equity.runs(),
    "scripts": scripts.run,
    "teaching": teaching.run,
    "programs": programs.run,
    "files": board_files.run,
    "double dummy": double_dummy.run,
    "solving": solving.run,
    "startup": startup.run,
    "starts": startup.starts,
    "threads": threads.run,
}

EPILOG = """examples:
  python -m benchmarks                          everything, in about a quarter of an hour
  python -m benchmarks --quick                  everything, in about a minute (rougher)
  python -m benchmarks --only filter --only south
  python -m benchmarks --markdown > table.md    the tables of the most asked jobs
  python -m benchmarks --json figures.json      every measurement

CPU time, one thread, except for the start-up's wall times and for threads. Ours and each peer run
in turn, and a ratio is the median of the ratios round by round, so that a busy machine slows both
sides alike. The peers dealer and deal are Debian packages (apt-get install dealer deal);
combin, more-itertools, phevaluator, eval7, treys and pokerkit come with
pip install '.[benchmarks]'.

The exit status is 0 if every answer was right, whatever the speed, and 1 if one was wrong.
"""


def parser() -> argparse.ArgumentParser:
    """Return the options."""
    options = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Run Dealwright beside its peers; every benchmark checks its answer.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    options.add_argument("--quick", action="store_true", help="fewer and shorter rounds")
    options.add_argument(
        "--only", action="append", choices=list(BENCHMARKS), metavar="NAME",
        help=f"run this one only; may be repeated: {', '.join(BENCHMARKS)}",
    )  # fmt: skip
    options.add_argument(
        "--markdown", action="store_true", help="print tables of the main jobs instead"
    )
    options.add_argument("--json", type=Path, metavar="FILE", help="write every figure to a file")
    return options


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmarks; return the exit status."""
    options = parser().parse_args(arguments)
    budget = QUICK if options.quick else FULL
    contests: list[Contest] = []
    if report.stale():
        progress(f"warning: {report.stale()}")
    try:
        for name in options.only or BENCHMARKS:
            contests.append(BENCHMARKS[name](budget))
            if not options.markdown:
                print("\n".join(report.contest_lines(contests[-1])), end="\n\n", flush=True)
    except WrongAnswerError as error:
        print(f"wrong answer: {error}", file=sys.stderr)
        return 1
    targets = list(reached({contest.name: contest for contest in contests}))
    if options.markdown:
        print("\n".join(report.markdown(contests)))
    else:
        print("\n".join(report.target_lines(targets)))
        facts = {name: value for name, value in report.machine().items() if value}
        print("\n" + "; ".join(f"{name} {value}" for name, value in facts.items()))
    if options.json:
        text = json.dumps(report.as_json(contests, targets), indent=1)
        options.json.write_text(text + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
