"""Names that work until the next minor version, with a warning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

__all__ = ["WithDict", "warn_of"]


class WithDict:
    """``to_dict`` and ``from_dict`` of answers: ``write_json`` and ``read_json`` are for all."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON values; deprecated: use ``write_json``."""
        from dealwright.records import write_record

        warn_of("to_dict", "write_json")
        return write_record(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the object of JSON values; deprecated: use ``read_json``."""
        from dealwright.records import read_record

        warn_of("from_dict", "read_json")
        return read_record(cls, values)  # type: ignore[no-any-return]


def warn_of(name: str, other: str) -> None:
    """Warn the caller of a deprecated name."""
    from warnings import warn

    warn(f"{name} is deprecated: use dealwright.{other}", DeprecationWarning, stacklevel=3)
