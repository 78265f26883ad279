"""A stand-in for numpy in ``sys.modules``: the real one is loaded when an attribute is used.

To load numpy takes seven times as long as to start Python, and many command lines compute nothing
with an array. Only ``dealwright.cli.main`` puts the stand-in in place; a program that imports the
package gets numpy itself.
"""

from __future__ import annotations

import sys
from _thread import RLock
from importlib.machinery import ModuleSpec
from types import ModuleType

TYPE_CHECKING = False  # typing takes 2 ms
if TYPE_CHECKING:
    from typing import Any

__all__ = ["install"]

_LOCK = RLock()


def install() -> None:
    """Put the stand-in in place, unless numpy is loaded; ``import numpy`` then finds it."""
    if "numpy" not in sys.modules:
        sys.modules["numpy"] = _LateNumpy("numpy")
        sys.meta_path.insert(0, _LoadedSubmodules)


class _LateNumpy(ModuleType):
    """Numpy before it is loaded.

    When it is, this becomes an ordinary module with the same contents, because other modules have
    bound it to a name.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.__spec__ = ModuleSpec(name, None)

    def __getattr__(self, name: str) -> Any:
        """Load numpy under a lock; until all its names are here, every thread comes this way."""
        with _LOCK:
            if sys.modules.get("numpy") is self:
                del sys.modules["numpy"]
            import numpy as np

            def later_name(name: str) -> Any:  # a submodule that is imported later
                return getattr(np, name)

            vars(self).update(vars(np), __getattr__=later_name)
            self.__class__ = ModuleType  # type: ignore[assignment]
        return getattr(np, name)


class _LoadedSubmodules:
    """Finds a submodule that is loaded already, so that it is not executed again.

    ``import numpy.linalg`` looks for the submodule, asks the stand-in for ``__path__``, which loads
    numpy and that submodule with it, and then would load the submodule itself.
    """

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        loaded = sys.modules.get(name) if name.startswith("numpy.") and target is None else None
        if loaded is None:
            return None
        loader: Any = _LoadedSubmodules
        return ModuleSpec(name, loader, loader_state=loaded.__spec__)

    @staticmethod
    def create_module(spec: ModuleSpec) -> ModuleType:
        return sys.modules[spec.name]

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__ = module.__spec__.loader_state
