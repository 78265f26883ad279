#!/usr/bin/env python3
"""Look for wrong answers in random cases, each held to an oracle or to laws.

    python tools/fuzz.py                             all domains, 30 seconds of work together
    python tools/fuzz.py counts --seconds 20 --seed a
    python tools/fuzz.py counts draws --case 17 --seed a   case 17 of each domain alone
    python tools/fuzz.py --list                      the domains

It prints the smallest failing case that it finds, and what repeats it. The status is 0 if no case
failed, 1 if one did, 2 if the command is wrong. Seconds are CPU time of this process and of those
that it starts. Ctrl-C ends it with what it has.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import random
import resource
import sys
import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import fuzzing

_MOST_FAULTS = 5  # of a domain, until it rests
_SHARE_OF_SMALLER = 0.5  # of the seconds for a domain, for simpler cases of one fault


def domains() -> dict[str, ModuleType]:
    """Return all domains by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(fuzzing.__path__))
    return {
        name: importlib.import_module(f"tools.fuzzing.{name}")
        for name in names
        if not name.startswith("_")
    }


def work() -> float:
    """Return the CPU seconds of this process and of its children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(times.ru_utime + times.ru_stime for times in used)


@dataclass
class Run:
    """A domain's cases of one seed, and what came of them."""

    name: str
    domain: ModuleType
    seed: str
    compared: int = 0
    skipped: int = 0
    spent: float = 0.0
    faults: list[tuple[int, Any, str]] = field(default_factory=list)

    def check(self, number: int, seconds: float) -> None:
        """Check one case; if it fails, look for a simpler one for ``seconds`` at most."""
        start = work()
        case = self.domain.draw(random.Random(f"{self.seed}/{self.name}/{number}"))
        try:
            fault = self.fault_of(case)
        except fuzzing.NotCompared:
            self.skipped += 1
        else:
            self.compared += 1
            if fault is not None:
                self.faults.append((number, *self._smallest(case, fault, seconds)))
        self.spent += work() - start

    def fault_of(self, case: Any) -> str | None:
        """Return what is wrong with a case; an exception that is not expected is a fault.

        :raises NotCompared: if there is nothing to compare
        """
        try:
            fault: str | None = self.domain.fault(case)
        except fuzzing.NotCompared:
            raise
        except Exception as error:  # the fault that is looked for may be any
            frames = traceback.extract_tb(error.__traceback__)[-3:]
            return "".join(
                [*traceback.format_list(frames), *traceback.format_exception_only(error)]
            ).rstrip()
        return fault

    def _smallest(self, case: Any, fault: str, seconds: float) -> tuple[Any, str]:
        """Return a simplest case that still fails: each has no simpler one that does."""
        smaller = getattr(self.domain, "smaller", None)
        end = work() + seconds
        while smaller is not None:
            for simpler in smaller(case):
                if work() > end:
                    return case, fault
                try:
                    found = self.fault_of(simpler)
                except fuzzing.NotCompared:
                    continue
                if found is not None:
                    case, fault = simpler, found
                    break
            else:
                break
        return case, fault

    def lines(self) -> Iterable[str]:
        """Yield the faults, and a line of figures."""
        for number, case, fault in self.faults:
            shown = str(case)
            shown = (
                shown if len(shown) <= 2000 else f"{shown[:2000]} ... ({len(shown):,} characters)"
            )
            yield f"{self.name}, case {number}: {shown}"
            yield from (f"    {line}" for line in fault.splitlines())
            yield f"    again: python tools/fuzz.py {self.name} --seed {self.seed} --case {number}"
        yield (
            f"{self.name:10} {self.compared:7,} compared {self.skipped:7,} skipped "
            f"{len(self.faults):3} faults {self.spent:7.1f} s"
        )


def fuzz(runs: list[Run], seconds: float) -> None:
    """Check cases of each domain in turn, always of that which has worked least."""
    numbers = {run.name: count() for run in runs}
    share = seconds / max(1, len(runs))
    while True:
        active = [run for run in runs if run.spent < share and len(run.faults) < _MOST_FAULTS]
        if not active:
            return
        run = min(active, key=lambda run: run.spent)
        run.check(next(numbers[run.name]), _SHARE_OF_SMALLER * share)
        if sys.stderr.isatty():
            done = sum(run.spent for run in runs) / seconds
            cases = sum(run.compared for run in runs)
            print(f"\r{done:4.0%} {cases:,} cases", end="", file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its status."""
    known = domains()
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("domains", nargs="*", metavar="DOMAIN", help="the domains (default: all)")
    parser.add_argument(
        "--seconds", type=float, default=30.0, help="of work together (default: 30)"
    )
    parser.add_argument("--seed", default=None, help="a word (default: a new one, printed)")
    parser.add_argument("--case", type=int, help="this case of each domain alone")
    parser.add_argument("--list", action="store_true", help="list the domains")
    asked = parser.parse_args(arguments)
    if asked.list:
        for name, module in known.items():
            print(f"{name:10} {(module.__doc__ or '').splitlines()[0]}")
        return 0
    unknown = [name for name in asked.domains if name not in known]
    if unknown:
        parser.error(f"there is no domain '{unknown[0]}'; choose {', '.join(known)}")
    if not asked.seconds > 0:
        parser.error(f"--seconds must be above 0, not {asked.seconds:g}")
    seed = asked.seed or f"{random.SystemRandom().randrange(10**9)}"
    runs = [Run(name, known[name], seed) for name in asked.domains or known]
    try:
        if asked.case is None:
            fuzz(runs, asked.seconds)
        else:
            for run in runs:
                run.check(asked.case, asked.seconds)
    except KeyboardInterrupt:
        print("interrupted: these are the cases so far")
    for run in runs:
        print(*run.lines(), sep="\n")
    print(f"--seed {seed}")
    idle = [run.name for run in runs if not run.compared and not run.skipped]
    if idle or not any(run.compared for run in runs):
        print(f"nothing was compared{' in ' + ', '.join(idle) if idle else ''}: more --seconds")
        return 1
    return int(any(run.faults for run in runs))


if __name__ == "__main__":
    sys.exit(main())
