"""Converting between our plans and SquareDeal's descriptions."""

from __future__ import annotations

import json
import re

from dealwright.base.errors import TournamentError
from dealwright.fair.tournament.plans import EventPlan, read_plan
from dealwright.fair.tournament.squaredeal import SquareDealEvent, SquareDealPhase

__all__ = ["description_of_plan", "plan_of_description"]


def description_of_plan(plan: EventPlan) -> SquareDealEvent:
    """Return the description of a plan, not yet published.

    SquareDeal keeps one reserve set for each session, even if the plan has none.

    >>> plan = read_plan('''
    ... title = "Spring congress"
    ... value = "Closing value of the DAX on 2027-03-05"
    ... [[phase]]
    ... name = "Pairs"
    ... sessions = 12
    ... boards = "1-24, 25-48"
    ... ''')
    >>> print(description_of_plan(plan).phases[0].line())
    12:1-24,25-48:pairs-##:Pairs #/12

    :raises TournamentError: if SquareDeal cannot express something in the plan
    """
    phases = list[SquareDealPhase]()
    for phase in plan.phases:
        where = f"phase '{phase.name}'"
        if phase.reserves > 1:
            raise TournamentError(f"{where}: SquareDeal has one reserve set for each session")
        sessions = phase.sessions or 0  # not fixed, which version 2.7 can do
        file = phase.file.replace("#", "#" * len(str(sessions)))
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*(?:#+[A-Za-z0-9_-]*)?", file):
            raise TournamentError(
                f"{where}: SquareDeal names files with letters, digits, _, - and one #, a letter "
                f"first, not '{phase.file}'"
            )
        boards = ",".join(f"{first}-{last}" for first, last in phase.boards)
        number = f" #/{sessions}" if sessions > 1 else "" if sessions else " #"
        phases.append(SquareDealPhase(sessions, boards, file, f"{phase.name}{number}"))
    return SquareDealEvent(plan.title, plan.value, tuple(phases))


def plan_of_description(event: SquareDealEvent) -> str:
    """Return the plan of a description, as TOML with one reserve set for each session.

    Characters that a plan does not allow in a name become spaces.

    >>> phase = SquareDealPhase(6, "1-16,17-32", "FIN#", "Finals & playoff #/6")
    >>> text = plan_of_description(SquareDealEvent("Club", "Close of the DAX", (phase,)))
    >>> print(text.partition("[[phase]]")[2].strip())
    name = "Finals playoff"
    sessions = 6
    boards = "1-16, 17-32"
    file = "FIN#"
    reserves = 1

    :raises TournamentError: if the boards of a phase are open, or a plan cannot express something
    """
    lines = [f"title = {_quoted(event.title)}", f"value = {_quoted(event.delayed)}"]
    for number, phase in enumerate(event.phases, 1):
        ranges = [phase.boards_of(index + 1) for index in range(phase.boards.count(",") + 1)]
        name = " ".join(re.sub(r"[^\w .#()+-]|_", " ", phase.title).split())
        names = [f"name = {_quoted(text_)}" for text_ in (name, f"{name} {number}")]
        lines += [
            "",
            "[[phase]]",
            names[1] if names[0] in lines else names[0],
            f"sessions = {phase.sessions or _quoted('?')}",
            f'boards = "{", ".join(f"{text_[0]}-{text_[-1]}" for text_ in ranges)}"',
            f'file = "{re.sub("#+", "#", phase.file)}"',
            "reserves = 1",
        ]
    text = "\n".join(lines) + "\n"
    read_plan(text)
    return text


def _quoted(text: str) -> str:
    """Return a text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False)
