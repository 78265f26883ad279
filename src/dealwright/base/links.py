"""What a room asks of rooms above it, through the package, which stands above all of them.

``deals.where("hcp(north) > 11")`` needs the language of conditions, and ``north: opens 1NT`` a
bidding system. A low room names what it needs; ``dealwright/__init__.py`` says which module that
is, and it is loaded when it is first asked for.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing would take longer to import than the rest
if TYPE_CHECKING:
    from typing import Any

__all__ = ["LINKS", "linked"]

LINKS: dict[str, str] = {}


def linked(name: str) -> Any:
    """Return the module of a link.

    >>> linked("systems").__name__
    'dealwright.systems'
    """
    from importlib import import_module

    return import_module(LINKS[name])
