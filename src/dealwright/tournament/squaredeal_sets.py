"""The sets of a SquareDeal event: dealt into files, and found again in files of boards."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from dealwright.deals import Deals
from dealwright.errors import TournamentError
from dealwright.files import bytes_within
from dealwright.formats import format_named, format_of_path, read
from dealwright.jobs import Job
from dealwright.tournament.bigdeal import dealing_bigdeal
from dealwright.tournament.checking import CheckedEvent
from dealwright.tournament.plans import SetName
from dealwright.tournament.revealing import DealtSet, file_name, written_set
from dealwright.tournament.squaredeal import SquareDealEvent, SquareDealKeys, session_seed
from dealwright.tournament.verifier import Finding

__all__ = ["chosen_sets", "dealing_squaredeal", "deals_of_session", "finding_boards"]

_MOST_BYTES = 1 << 26  # of a file of boards
_NAMED = 5  # boards that a finding names
_UNNUMBERED = {"bri", "dge"}  # formats whose boards have no numbers, and are read as 1, 2, 3


def chosen_sets(
    event: SquareDealEvent,
    *,
    phase: str | None = None,
    sessions: range | None = None,
    reserve: bool = False,
) -> list[tuple[int, SetName]]:
    """Return the originals, or the reserves, of all sessions or some, with their phases' numbers.

    :raises TournamentError: if there is no such phase or session
    """
    wanted = None if phase is None else event.phase_number(phase)
    for number, each in enumerate(event.phases, 1):
        if wanted in (None, number) and not each.numbers:
            raise TournamentError(
                f"the description leaves the number of sessions of '{each.title}' open: "
                f"--sessions '{each.file}=3'"
            )
    found = [
        (number, name)
        for number, name in event.sets(reserve=reserve)
        if wanted in (None, number) and (sessions is None or name.session in sessions)
    ]
    there = {name.session for _, name in found}
    missing = [session for session in sessions or () if session not in there]
    if missing or not found:
        which = missing[0] if missing else "of that range"
        raise TournamentError(f"there is no session {which} in the phases asked for")
    return found


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
    own = event.phases[phase - 1]
    seed = session_seed(
        keys.keys[phase, own.key_of(session)], _known_value(event), reserve=reserve,
        session=None if own.sessions else session,
    )  # fmt: skip
    batches = dealing_bigdeal(seed, own.boards_of(session))
    return Deals.concatenate(list(batches))


def dealing_squaredeal(
    event: SquareDealEvent,
    keys: SquareDealKeys,
    sets: Sequence[tuple[int, SetName]],
    folder: str | os.PathLike[str],
    formats: Sequence[str] = ("pbn",),
) -> Job[DealtSet, tuple[DealtSet, ...]]:
    """Return a job that deals sets into files of a folder, named as SquareDeal names them.

    No card is shown: what is yielded and returned are fingerprints.

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
            raise TournamentError(f"{file} exists already")

    def work(job: Job[DealtSet, tuple[DealtSet, ...]]) -> Generator[
        DealtSet, None, tuple[DealtSet, ...]
    ]:  # fmt: skip
        place.mkdir(parents=True, exist_ok=True)
        made = list[DealtSet]()
        for (number, name), stem in zip(sets, stems, strict=True):
            job.report(len(made), len(sets), "sets")
            if job.stopping:
                break
            deals = deals_of_session(event, keys, number, name.session, reserve=bool(name.reserve))
            boards = event.phases[number - 1].boards_of(name.session)
            made.append(written_set(name, deals, boards, stem, place, formats, event.title))
            yield made[-1]
        return tuple(made)

    return Job(work)


def _check_published(event: SquareDealEvent, keys: SquareDealKeys) -> None:
    """Check that an event can be dealt: it was published with these keys, and its value is known.

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

    :raises TournamentError: if two are the same, or the boards of a set are open
    """
    stems = list[str]()
    for number, name in sets:
        phase = event.phases[number - 1]
        phase.boards_of(name.session)
        stems.append(phase.file_of(name.session, reserve=bool(name.reserve)))
    twice = [stem for stem, times in Counter(stems).items() if times > 1]
    if twice:
        raise TournamentError(f"two sessions have the files '{twice[0]}'; deal them one by one")
    return stems


class _Place(NamedTuple):
    """Where a deal belongs: the name of its set's files, and its board."""

    stem: str
    board: int


def finding_boards(
    event: SquareDealEvent,
    keys: SquareDealKeys,
    files: Sequence[str | os.PathLike[str]],
) -> Job[Finding, CheckedEvent]:
    """Return a job that deals every set again and finds the boards of files among them.

    Its partial results are what was checked: the key hash, then each file. A file holds if its
    boards are those of one session or several, whole and with their numbers, and if it is not
    named as another one. Phases whose boards or sessions are open are left out, which ``others``
    of the answer says. After a stop, the answer is of
    the files checked so far.

    :raises TournamentError: if the delayed value is not known, or a file cannot be read as boards
    :raises OSError: if a file cannot be read
    """

    def work(job: Job[Finding, CheckedEvent]) -> Generator[Finding, None, CheckedEvent]:
        same = event.commits_to(keys)
        found = [Finding(same, "the published key hash KH is that of the keys")]
        yield found[0]
        left_out = tuple(
            f"{phase.title}: left out, because the description leaves its {what} open: "
            f"{option} '{phase.file}={example}'"
            for phase in event.phases
            for is_open, what, option, example in (
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
        for at, (number, name) in enumerate(sets):
            job.report(at, len(sets), "sets")
            if job.stopping:
                return CheckedEvent(tuple(found), others=left_out)
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
            found.append(_of_file(Path(file), places, sizes))
            yield found[-1]
        return CheckedEvent(tuple(found), others=left_out)

    return Job(work)


def _of_file(path: Path, places: Mapping[tuple[int, ...], _Place], sizes: Counter[str]) -> Finding:
    """Return what the boards of a file are.

    :raises TournamentError: if it cannot be read as boards
    """
    kind = format_of_path(str(path), reading=True)
    if kind is None:
        raise TournamentError(f"{path}: the name shows no format of boards")
    data = bytes_within(path, _MOST_BYTES)
    if data is None:
        raise TournamentError(f"{path} is too long: more than {_MOST_BYTES >> 20} MB")
    record = read(data, kind)
    wrong = [str(problem) for problem in record.problems][:1]
    foreign, renumbered = list[str](), list[str]()
    met = Counter[_Place]()
    for at, board in enumerate(record.boards, 1):
        shown = str(at if board.number is None else board.number)
        place = places.get(tuple(hand or 0 for hand in board.hands))
        if place is None:
            foreign.append(shown)
            continue
        met[place] += 1
        if kind not in _UNNUMBERED and board.number not in (None, place.board):
            renumbered.append(f"{shown} is {place.board} of {place.stem}")
    stems = list(dict.fromkeys(place.stem for place in met))
    wrong += _not_whole(met, sizes)
    if foreign:
        wrong.append(f"in no set: board {_listed(foreign)}")
    if renumbered:
        wrong.append(f"board {_listed(renumbered)}")
    if path.stem in sizes and path.stem not in stems:
        wrong.append(f"it is named as {path.stem}")
    if not record.boards:
        wrong.append("it has no board")
    named = " and ".join(stems) or "none of the event"
    text = f"{path.name}: {_boards(len(record.boards))}, of {named}"
    return Finding(not wrong, "; ".join([text, *wrong]))


def _not_whole(met: Counter[_Place], sizes: Counter[str]) -> list[str]:
    """Return which boards of the sets that were met are missing, and which occur again."""
    there = Counter(place.stem for place in met)
    missing = [
        f"{sizes[stem] - n} of the {_boards(sizes[stem])} of {stem} are missing"
        for stem, n in there.items()
        if n < sizes[stem]
    ]
    return missing + [
        f"board {place.board} of {place.stem} occurs {times} times"
        for place, times in met.items()
        if times > 1
    ]


def _boards(number: int) -> str:
    return f"{number} board{'' if number == 1 else 's'}"


def _listed(words: Sequence[str]) -> str:
    more = len(words) - _NAMED
    return ", ".join(words[:_NAMED]) + (f" and {more} more" if more > 0 else "")
