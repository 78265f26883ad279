"""The cards on the board: a field of requests and commands about poker."""

from __future__ import annotations

from typing import Annotated

from dealwright.requests.fields import Option
from dealwright.requests.served import Served

__all__ = ["Board"]

Board = Annotated[
    str,
    Option(
        "--board", "-b", metavar="CARDS", help="Cards on the board.",
        served=Served(most=100, example="Qh Jh 2c"),
    ),
]  # fmt: skip
