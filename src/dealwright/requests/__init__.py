r"""The requests of the command line and the server: each field is described once.

A request is a class in a module of this folder; its answer is a kind of document, here a number. A
module ``points.py`` with this text adds one::

    '''The request for the points of a hand.'''

    from dataclasses import dataclass
    from typing import Annotated, Any, ClassVar

    from dealwright.base.jobs import Job, one_call
    from dealwright.deals import Hand
    from dealwright.requests.base import Limits, Request
    from dealwright.requests.fields import Argument
    from dealwright.requests.served import Served

    __all__ = ["PointsRequest"]

    @dataclass(frozen=True, kw_only=True)
    class PointsRequest(Request):
        '''The points of a hand.'''

        about: ClassVar[str] = "The high-card points of a hand."
        answer: ClassVar[str] = "number"

        hand: Annotated[
            str,
            Argument(
                "Its cards, spades first.", cards="cards",
                served=Served(most=40, example="AK52.KQ3.984.A72"),
            ),
        ]

        def job(self, limits: Limits = Limits()) -> Job[Any, int]:
            hand = Hand(self.hand)
            return one_call(lambda _: hand.hcp)

A command gives it, a file ``points.py`` of ``dealwright.cli.commands``::

    '''``dealwright points``: the points of a hand.'''

    from dealwright.cli.command import Command
    from dealwright.requests.points import PointsRequest

    __all__ = ["COMMAND"]

    HELP = "Count a hand's points.\n\nExample:\n\n  dealwright points AK52.KQ3.984.A72"

    def points(request: PointsRequest) -> None:
        print(request.job().result())

    COMMAND = Command(points, HELP, panel="Deal", order=9)

The server and the pages take it by a row of ``REQUESTS`` in ``dealwright.web.requests``::

    "points": Endpoint("points:PointsRequest", Limits),
"""
