"""The sets of a SquareDeal event: dealing them into files, and finding them in files of boards."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from dealwright.base.errors import TournamentError
from dealwright.base.files import bytes_within
from dealwright.base.jobs import Job
from dealwright.deals import Deals
from dealwright.fair.tournament.bigdeal import dealing_bigdeal
from dealwright.fair.tournament.checking import CheckedEvent
from dealwright.fair.tournament.plans import SetName
from dealwright.fair.tournament.revealing import DealtSet, file_name, written_set
from dealwright.fair.tournament.squaredeal import SquareDealEvent, SquareDealKeys, session_seed
from dealwright.fair.tournament.verifier import Finding
from dealwright.formats import format_named, format_of_path, read

__all__ = ["chosen_sets", "dealing_squaredeal", "deals_of_session", "finding_boards"]

_MOST_BYTES = 1 << 26  # of a file of boards
_NAMED = 5  # most boards that a finding names
_UNNUMBERED = {"bri", "dge"}  # formats without board numbers, read as 1, 2, 3


def chosen_sets(
    event: SquareDealEvent,
    *,
    phase: str | None = None,
    sessions: range | None = None,
    reserve: bool = False,
) -> list[tuple[int, SetName]]:
    """Return the originals or the reserves of all or some sessions, with their phases' numbers.

    :raises TournamentError: if there is no such phase or session
    """
    phase_number = None if phase is None else event.phase_number(phase)
    for number, phase_ in enumerate(event.phases, 1):
        if phase_number in (None, number) and not phase_.numbers:
            raise TournamentError(
                f"the description leaves the number of sessions of '{phase_.title}' open: "
                f"--sessions '{phase_.file}=3'"
            )
    sets = [
        (number, name)
        for number, name in event.sets(reserve=reserve)
        if phase_number in (None, number) and (sessions is None or name.session in sessions)
    ]
    sessions_found = {name.session for _, name in sets}
    missing = [session for session in sessions or () if session not in sessions_found]
    if missing or not sets:
        session_text = missing[0] if missing else "of that range"
        raise TournamentError(f"there is no session {session_text} in the phases asked for")
    return sets


def deals_of_session(
    event: SquareDealEvent,
    keys: SquareDealKeys,
    phase: int,
    session: int,
    *,
    reserve: bool = False,
) -> Deals:
    """Return the deals of a session; ``phase`` and ``session`` count from 1.

    :raises TournamentError: if the delayed value or the boards are not known
    """
    session_phase = event.phases[phase - 1]
    seed = session_seed(
        keys.keys[phase, session_phase.key_of(session)], _known_value(event), reserve=reserve,
        session=None if session_phase.sessions else session,
    )  # fmt: skip
    batches = dealing_bigdeal(seed, session_phase.boards_of(session))
    return Deals.concatenate(list(batches))


def dealing_squaredeal(
    event: SquareDealEvent,
    keys: SquareDealKeys,
    sets: Sequence[tuple[int, SetName]],
    folder: str | os.PathLike[str],
    formats: Sequence[str] = ("pbn",),
) -> Job[DealtSet, tuple[DealtSet, ...]]:
    """Return a job that deals sets into files of a folder, named as SquareDeal names them.

    No card is shown: only fingerprints are yielded and returned.

    :raises TournamentError: if the published key hash is not that of the keys, the delayed value or
        the boards of a set are not known, or a file exists already
    :raises ArgumentError: if there is no such format, or it is not written
    """
    _check_published(event, keys)
    place = Path(folder)
    stems = _file_stems(event, sets)
    for kind in formats:
        if kind != "envelope":
            format_named(kind, writing=True)
    for file in (place / file_name(stem, kind) for stem in stems for kind in formats):
        if file.exists():
            raise TournamentError(f"{file} already exists")

    def work(job: Job[DealtSet, tuple[DealtSet, ...]]) -> Generator[
        DealtSet, None, tuple[DealtSet, ...]
    ]:  # fmt: skip
        place.mkdir(parents=True, exist_ok=True)
        dealt_sets = list[DealtSet]()
        for (number, name), stem in zip(sets, stems, strict=True):
            job.report(len(dealt_sets), len(sets), "sets")
            if job.stopping:
                break
            deals = deals_of_session(event, keys, number, name.session, reserve=bool(name.reserve))
            boards = event.phases[number - 1].boards_of(name.session)
            dealt_sets.append(written_set(name, deals, boards, stem, place, formats, event.title))
            yield dealt_sets[-1]
        return tuple(dealt_sets)

    return Job(work)


def _check_published(event: SquareDealEvent, keys: SquareDealKeys) -> None:
    """Check that an event was published with these keys, and that its value is known.

    :raises TournamentError: if not
    """
    if event.key_hash is None:
        raise TournamentError("the description has no key hash KH: the event is not published")
    if not event.commits_to(keys):
        raise TournamentError(
            f"the key hash KH is {event.key_hash[:8]}..., that of the keys {keys.hash[:8]}...: "
            "these are not the keys that were published"
        )
    _known_value(event)


def _known_value(event: SquareDealEvent) -> str:
    """Return the delayed value.

    :raises TournamentError: if it is not known
    """
    if event.value is None:
        raise TournamentError(
            f"the delayed value is not known: give --value, {event.delayed}, or set DV"
        )
    return event.value


def _file_stems(event: SquareDealEvent, sets: Sequence[tuple[int, SetName]]) -> list[str]:
    """Return the names of the files of sets, without endings.

    :raises TournamentError: if two are equal, or the boards of a set are open
    """
    stems = list[str]()
    for number, name in sets:
        phase = event.phases[number - 1]
        phase.boards_of(name.session)
        stems.append(phase.file_of(name.session, reserve=bool(name.reserve)))
    duplicates = [stem for stem, times in Counter(stems).items() if times > 1]
    if duplicates:
        raise TournamentError(
            f"two sessions have the files '{duplicates[0]}'; deal them one by one"
        )
    return stems


class _Place(NamedTuple):
    """The set and board of a deal: the name of the set's files, and the board number."""

    stem: str
    board: int


def finding_boards(
    event: SquareDealEvent,
    keys: SquareDealKeys,
    files: Sequence[str | os.PathLike[str]],
) -> Job[Finding, CheckedEvent]:
    """Return a job that deals every set again and looks for the boards of files among them.

    Its partial results are the findings: the key hash, then each file. A file holds if its boards
    are all those of one or several sessions, with their numbers, and if it does not have the name
    of another session. Phases whose boards or sessions are open are left out and listed in
    ``others`` of the answer. After a stop, the answer covers the files checked so far.

    :raises TournamentError: if the delayed value is not known, or a file cannot be read as boards
    :raises OSError: if a file cannot be read
    """

    def work(job: Job[Finding, CheckedEvent]) -> Generator[Finding, None, CheckedEvent]:
        same = event.commits_to(keys)
        findings = [Finding(same, "the published key hash KH matches the keys")]
        yield findings[0]
        left_out = tuple(
            f"{phase.title}: left out, because the description leaves its {part} open: "
            f"{option} '{phase.file}={example}'"
            for phase in event.phases
            for is_open, part, option, example in (
                (not phase.numbers, "number of sessions", "--sessions", "3"),
                (phase.boards == "?", "boards", "--boards", "1-16"),
            )
            if is_open
        )
        places, sizes = dict[tuple[int, ...], _Place](), Counter[str]()
        sets = [
            (number, name)
            for reserve in (False, True)
            for number, name in event.sets(reserve=reserve)
            if event.phases[number - 1].boards != "?"
        ]
        for index, (number, name) in enumerate(sets):
            job.report(index, len(sets), "sets")
            if job.stopping:
                return CheckedEvent(tuple(findings), others=left_out)
            phase, reserve = event.phases[number - 1], bool(name.reserve)
            stem = phase.file_of(name.session, reserve=reserve)
            boards = phase.boards_of(name.session)
            deals = deals_of_session(event, keys, number, name.session, reserve=reserve)
            sizes[stem] = len(boards)
            for board, row in zip(boards, deals.rows(), strict=True):
                places[tuple(row)] = _Place(stem, board)
        for file in files:
            if job.stopping:
                break
            findings.append(_of_file(Path(file), places, sizes))
            yield findings[-1]
        return CheckedEvent(tuple(findings), others=left_out)

    return Job(work)


def _of_file(path: Path, places: Mapping[tuple[int, ...], _Place], sizes: Counter[str]) -> Finding:
    """Return a finding on the boards of a file.

    :raises TournamentError: if it cannot be read as boards
    """
    kind = format_of_path(str(path), reading=True)
    if kind is None:
        raise TournamentError(f"{path}: the name shows no format of boards")
    data = bytes_within(path, _MOST_BYTES)
    if data is None:
        raise TournamentError(f"{path} is too long: more than {_MOST_BYTES >> 20} MB")
    record = read(data, kind)
    faults = [str(problem) for problem in record.problems][:1]
    foreign, renumbered = list[str](), list[str]()
    places_found = Counter[_Place]()
    for index, board in enumerate(record.boards, 1):
        shown = str(index if board.number is None else board.number)
        place = places.get(tuple(hand or 0 for hand in board.hands))
        if place is None:
            foreign.append(shown)
            continue
        places_found[place] += 1
        if kind not in _UNNUMBERED and board.number not in (None, place.board):
            renumbered.append(f"{shown} is {place.board} of {place.stem}")
    stems = list(dict.fromkeys(place.stem for place in places_found))
    faults += _not_whole(places_found, sizes)
    if foreign:
        faults.append(f"in no set: board {_listed(foreign)}")
    if renumbered:
        faults.append(f"board {_listed(renumbered)}")
    if path.stem in sizes and path.stem not in stems:
        faults.append(f"it is named as {path.stem}")
    if not record.boards:
        faults.append("it has no board")
    sets_text = " and ".join(stems) or "none of the event"
    text = f"{path.name}: {_boards(len(record.boards))}, of {sets_text}"
    return Finding(not faults, "; ".join([text, *faults]))


def _not_whole(places_found: Counter[_Place], sizes: Counter[str]) -> list[str]:
    """Return which boards of the sets found are missing, and which occur more than once."""
    boards_found = Counter(place.stem for place in places_found)
    missing = [
        f"{sizes[stem] - n} of the {_boards(sizes[stem])} of {stem} are missing"
        for stem, n in boards_found.items()
        if n < sizes[stem]
    ]
    return missing + [
        f"board {place.board} of {place.stem} occurs {times} times"
        for place, times in places_found.items()
        if times > 1
    ]


def _boards(number: int) -> str:
    return f"{number} board{'' if number == 1 else 's'}"


def _listed(words: Sequence[str]) -> str:
    more = len(words) - _NAMED
    return ", ".join(words[:_NAMED]) + (f" and {more} more" if more > 0 else "")
