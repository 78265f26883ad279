"""Values of JSON for a class: missing ones are its defaults, unknown ones are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any

__all__ = ["own_fields", "with_defaults"]


def with_defaults(kind: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values with the defaults of a dataclass for those that are missing.

    Versions before the one that added a field wrote documents without it.

    >>> from dealwright.answers import Estimate
    >>> with_defaults(Estimate, {"value": 3, "hits": 7})
    {'confidence': 0.95, 'samples': 0, 'hits': 7, 'seed': '', 'value': 3}
    """
    defaults = {
        field.name: field.default if field.default_factory is MISSING else field.default_factory()
        for field in fields(kind)
        if field.default is not MISSING or field.default_factory is not MISSING
    }
    return {**defaults, **values}


def own_fields(kind: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return those of the values that are fields of a dataclass.

    >>> from dealwright.deals import Source
    >>> own_fields(Source, {"seed": "1", "colour": "red"})
    {'seed': '1'}
    """
    return {field.name: values[field.name] for field in fields(kind) if field.name in values}
