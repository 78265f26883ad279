"""The argument of the commands that read or write a table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from dealwright.requests.fields import Argument

__all__ = ["File"]

File = Annotated[Path, Argument(metavar="FILE", help="The file of the table.")]
