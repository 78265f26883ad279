"""The files of a tournament: the public plan and commitment, and the secret."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from dealwright.base.errors import TournamentError
from dealwright.base.files import bytes_within, json_once
from dealwright.fair.tournament.plans import EventPlan, check_names, read_plan

__all__ = ["ALGORITHM", "Commitment", "Secret", "new_tournament", "read_public", "read_secret"]

ALGORITHM = (
    "dealwright tournament 1: HKDF-SHA256 (RFC 5869), ChaCha20 (RFC 8439), "
    "96-bit candidates below 52!/13!^4, colexicographic hands"
)
_KIND, _SECRET_KIND = "dealwright tournament", "dealwright tournament secret"
_BYTES = 32
_MOST_BYTES = 1 << 20  # bytes of a file


@dataclass(frozen=True)
class Commitment:
    """The public file: the plan as written, its date, and the SHA-256 commitment."""

    plan_text: str
    created: str
    digest: str
    algorithm: str = ALGORITHM

    @property
    def plan(self) -> EventPlan:
        """The plan.

        :raises TournamentError: if its text is not a plan
        """
        return read_plan(self.plan_text)

    def to_json(self) -> str:
        """Return the public file."""
        values = {
            "kind": _KIND,
            "algorithm": self.algorithm,
            "created": self.created,
            "plan": self.plan_text,
            "commitment": self.digest,
        }
        return json.dumps(values, indent=2, ensure_ascii=False) + "\n"

    def fits(self, secret: Secret) -> bool:
        """Return whether the commitment is to this plan and a secret."""
        expected = _digest(self.algorithm, self.created, self.plan_text, secret)
        return hmac.compare_digest(expected, self.digest)


@dataclass(frozen=True)
class Secret:
    """The secret of a tournament, hidden in ``repr``."""

    key: bytes = field(repr=False)

    def to_json(self, digest: str) -> str:
        """Return the secret file of the tournament with this commitment."""
        values = {"kind": _SECRET_KIND, "commitment": digest, "secret": self.key.hex()}
        return json.dumps(values, indent=2) + "\n"


def _digest(algorithm: str, created: str, plan_text: str, secret: Secret) -> str:
    """Return the commitment: SHA-256 of the fields, each preceded by its length, as hex."""
    hasher = hashlib.sha256()
    for part in (algorithm.encode(), created.encode(), plan_text.encode(), secret.key):
        hasher.update(len(part).to_bytes(8, "big") + part)
    return hasher.hexdigest()


def new_tournament(plan_text: str, *, created: datetime | None = None) -> tuple[Commitment, Secret]:
    """Return the commitment to a plan, and a new secret from the operating system.

    >>> commitment, secret = new_tournament('''
    ... title = "Club"
    ... value = "The first six throws of a die at 19:30"
    ... [[phase]]
    ... name = "Evening"
    ... boards = "1-27"
    ... ''')
    >>> len(commitment.digest), commitment.fits(secret), commitment.fits(Secret(bytes(32)))
    (64, True, False)

    :raises TournamentError: if the text is not a plan, or a name in it cannot be a file name
    """
    check_names(read_plan(plan_text))
    moment = (created or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    secret = Secret(secrets.token_bytes(_BYTES))
    return Commitment(plan_text, moment, _digest(ALGORITHM, moment, plan_text, secret)), secret


def read_public(path: str | os.PathLike[str]) -> Commitment:
    """Return the commitment of a public file.

    :raises TournamentError: if it is not a public file of a tournament
    """
    values = _read(path, _KIND, ("algorithm", "created", "plan", "commitment"))
    if values["algorithm"] != ALGORITHM:
        raise TournamentError(f"{path}: the algorithm is not '{ALGORITHM}'")
    if not re.fullmatch(r"[0-9a-f]{64}", values["commitment"]):
        raise TournamentError(f"{path}: the commitment is not 64 hexadecimal digits")
    return Commitment(values["plan"], values["created"], values["commitment"])


def read_secret(path: str | os.PathLike[str], public: Commitment) -> Secret:
    """Return the secret of a tournament.

    :raises TournamentError: if it is not a secret file, others may read it, or it is the secret of
        another tournament or of another plan
    """
    if os.name == "posix" and os.stat(path).st_mode & 0o077:
        raise TournamentError(f"{path} can be read by others; run chmod 600 on it")
    values = _read(path, _SECRET_KIND, ("commitment", "secret"))
    if not re.fullmatch(r"[0-9a-f]{64}", values["secret"]):
        raise TournamentError(f"{path}: the secret is not {2 * _BYTES} hexadecimal digits")
    secret = Secret(bytes.fromhex(values["secret"]))
    if values["commitment"] != public.digest:
        raise TournamentError(f"{path} is the secret of another tournament")
    if not public.fits(secret):
        raise TournamentError(
            "the commitment is not that of the secret with this plan, date and algorithm: "
            "the public file or the secret was changed"
        )
    return secret


def _read(path: str | os.PathLike[str], kind: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the fields of a file, all texts; error messages never quote file contents."""
    data = bytes_within(path, _MOST_BYTES)
    try:
        values = None if data is None else json_once(data)
    except ValueError as error:
        if "twice" in str(error):
            raise TournamentError(f"{path}: a member occurs twice") from None
        values = None
    if not isinstance(values, dict) or values.get("kind") != kind:
        raise TournamentError(f"{path} is not a file of the kind '{kind}'")
    if any(not isinstance(values.get(name), str) for name in names):
        raise TournamentError(f"{path} needs {', '.join(names)}")
    if len(values) > len(names) + 1:
        raise TournamentError(f"{path} has more than {', '.join(names)}")
    return values
