"""The six methods of solvers in 0.2; the next minor version removes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from warnings import warn

import numpy as np

from dealwright.double_dummy.asks import Cards, Leads, Tables, Tricks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.double_dummy.asks import Ask
    from dealwright.double_dummy.solver import Solver
    from dealwright.kernels.stopping import StopFlag

__all__ = ["WithMethods", "with_solve"]


_KINDS = {
    "tables": Tables, "cards": Cards, "tricks": Tricks, "makes": Tricks,
    "leads": Leads, "beating": Leads,
}  # fmt: skip


class WithMethods:
    """The six methods, for the solvers of the package; hidden from type checkers."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name == "at_once":
                warn("at_once is deprecated: use batch_factor", DeprecationWarning, stacklevel=2)
                return self.batch_factor
            kind = _KINDS.get(name)
            if kind is None:
                raise AttributeError(f"{type(self).__name__} has no attribute {name}")

            def method(*arguments: Any, stop: StopFlag | None = None, **keywords: Any) -> Any:
                text = f"{name} is deprecated: use solve(asks.{kind.__name__}(...))"
                warn(text, DeprecationWarning, stacklevel=2)
                keywords = {"goal" if key == "tricks" else key: keywords[key] for key in keywords}
                answer = self.solve(kind(*arguments, **keywords), stop=stop)
                return answer.tolist() if kind is Cards else answer

            return method


def with_solve(solver: Any) -> Solver:
    """Return a solver, with the method ``solve`` if it has the six methods."""
    if hasattr(solver, "solve"):
        return solver  # type: ignore[no-any-return]
    name = type(solver).__name__
    text = f"the six methods of the solver {name} are deprecated: give it the method solve"
    warn(text, DeprecationWarning, stacklevel=3)
    return _SixMethods(solver)


class _SixMethods:
    """A ``Solver`` that calls an object with the six methods."""

    def __init__(self, solver: Any) -> None:
        self._solver = solver
        self.batch_factor = int(getattr(solver, "at_once", 1))

    def solve(self, ask: Ask, *, stop: StopFlag | None = None) -> NDArray[Any]:
        """Return the answer to an ask, by the old method for it."""
        solver, answer = self._solver, np.empty(len(ask), np.object_)
        match ask:
            case Tables(masks, strains):
                return solver.tables(masks, strains, stop=stop)  # type: ignore[no-any-return]
            case Cards(positions):
                for index, cards in enumerate(solver.cards(positions, stop=stop)):
                    answer[index] = cards
                return answer
            case Tricks():
                names = ("tricks", "makes")
            case Leads():
                names = ("leads", "beating")
        goal = () if ask.goal is None else (ask.goal,)
        method = getattr(solver, names[len(goal)])
        return method(ask.masks, ask.declarer, ask.strain, *goal, stop=stop)  # type: ignore[no-any-return]
