"""The stand-in for numpy, each time in a new process, where numpy is not loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest

_START = "import sys\nfrom dealwright.cli.late_numpy import install\ninstall()\n"


def run(code: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", _START + code], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


def test_the_first_attribute_loads_numpy() -> None:
    shown = run(
        "import numpy as np\n"
        "print('numpy.linalg' in sys.modules)\n"
        "print(np.arange(3).sum(), type(np), np.linalg is sys.modules['numpy.linalg'])\n"
        "import numpy\n"
        "print(np is numpy, np.ndarray is numpy.ndarray, np.__version__ == numpy.__version__)\n"
        "import numpy.polynomial\n"
        "print(np.polynomial is numpy.polynomial, hasattr(np, 'nothing'))\n"
    )
    assert shown == [
        "False", "3 <class 'module'> True", "False True True", "True False",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "statement",
    [
        "import numpy.linalg as submodule",
        "from numpy import linalg as submodule",
        "import numpy._core._multiarray_umath as submodule",
    ],
)
def test_a_submodule_is_loaded_once(statement: str) -> None:
    """One that numpy imports itself is not executed again, which compiled ones refuse."""
    shown = run(
        f"{statement}\n"
        "import numpy\n"
        "name = submodule.__name__\n"
        "print(sys.modules[name] is submodule, submodule.__spec__.name == name)\n"
        "print(numpy.linalg is sys.modules['numpy.linalg'], numpy.linalg.norm([3, 4]))\n"
    )
    assert shown == ["True True", "True 5.0"]


_TWO_THREADS = """
from threading import Thread
import numpy as np
results = []
def use(): results.append(np.linalg.norm([3, 4]))
second = Thread(target=use)
"""


def test_another_thread_never_sees_half_of_it() -> None:
    """The second thread asks while the first one is in the middle of numpy's import."""
    shown = run(
        _TWO_THREADS + "class Pause:\n"
        "    def find_spec(name, path=None, target=None):\n"
        "        if name == 'numpy.linalg' and not second.ident:\n"
        "            second.start()\n"
        "            second.join(0.1)  # it waits for the import, unless it sees half of it\n"
        "sys.meta_path.insert(0, Pause)\n"
        "use()\n"
        "second.join()\n"
        "print(*results)\n"
    )
    assert shown == ["5.0 5.0"]


def test_one_thread_alone_takes_the_stand_in_away() -> None:
    """The second thread begins while the first one is between its test and the removal."""
    shown = run(
        _TWO_THREADS + "import linecache, threading\n"
        "removals = []\n"
        "def trace(frame, event, argument):\n"
        "    name = frame.f_code.co_filename\n"
        "    if not name.endswith('late_numpy.py'): return None\n"
        "    if event == 'line' and 'del sys.modules' in linecache.getline(name, frame.f_lineno):\n"
        "        removals.append(1)\n"
        "        if not second.ident:\n"
        "            second.start()\n"
        "            second.join(0.1)  # it waits at the lock; without one it removes numpy too\n"
        "    return trace\n"
        "threading.settrace(trace)\n"
        "sys.settrace(trace)\n"
        "use()\n"
        "second.join()\n"
        "print(*results, len(removals))\n"
    )
    assert shown == ["5.0 5.0 1"]


def test_numpy_that_is_loaded_stays() -> None:
    code = "import numpy as np\nfrom dealwright.cli.late_numpy import install\ninstall()\n"
    code += "import numpy, sys\nprint(np is numpy, numpy is sys.modules['numpy'])\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True True\n"
