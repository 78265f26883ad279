"""The public names: features in the stubs that type checkers read, and the module of each name.

``__init__.pyi`` of a package whose names are loaded on first use lists them by hand, that of
``dealwright`` the features between marks; ``public_names.py`` is made of it, beside it or in
``base``. ``tools/regenerate.py`` writes all of them. ``deals/feature_names.pyi`` has the features
as attributes of hands.
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from dealwright.deals.features import built_in

__all__ = ["PACKAGES", "files", "homes_file"]

ROOT = Path(__file__).parents[1]
# Their names are loaded on first use.
PACKAGES = ("dealwright", "dealwright.answers", "dealwright.deals", "dealwright.poker")
ATTRIBUTES = Path("src/dealwright/deals/feature_names.pyi")
_FEATURES = re.compile(r"(# features\n).*?(# end of features\n)", re.DOTALL)
_LINE = re.compile(r"^from (\S+) import (\w+) as \2$|^(\w+): FeatureWord$", re.MULTILINE)


def files() -> dict[Path, str]:
    """Return the files by their paths below the checkout."""
    words = sorted({feature.name for feature in built_in()} - {"shape_index"})
    lines = "".join(f"{word}: FeatureWord\n" for word in words)
    texts = {ATTRIBUTES: _attributes()}
    for package in PACKAGES:
        folder = Path("src", *package.split("."))
        before = (ROOT / folder / "__init__.pyi").read_text("utf-8")
        stub = _FEATURES.sub(lambda marks: marks[1] + lines + marks[2], before)
        texts |= {folder / "__init__.pyi": stub, homes_file(package): _homes(stub)}
    return texts


def homes_file(package: str) -> Path:
    """Return the file with the modules of a package's names: in the package, or in its base."""
    room = ("base",) if package == "dealwright" else ()
    return Path("src", *package.split("."), *room, "public_names.py")


def _homes(stub: str) -> str:
    """Return the module that has the module of each name of a stub."""
    one_line = stub.replace("import (\n    ", "import ").replace(",\n)", "")
    homes = {
        found[2] or found[3]: found[1] or "dealwright.ask.vocabulary"
        for found in _LINE.finditer(one_line)
    }
    modules = {name: f"{home}.{name}" for name, home in homes.items() if _is_module(home, name)}
    rest = {name: home for name, home in homes.items() if name not in modules}
    tables = {"HOMES": rest} | ({"MODULES": modules} if modules else {})
    written = "".join(
        f"\n{table} = {{\n"
        + "".join(f'    "{name}": "{home}",\n' for name, home in sorted(rows.items()))
        + "}\n"
        for table, rows in tables.items()
    )
    exported = ", ".join(f'"{table}"' for table in tables)
    return (
        '"""The module of each public name; tools/regenerate.py makes it of __init__.pyi."""\n\n'
        "from __future__ import annotations\n\n"
        f"__all__ = [{exported}]\n{written}"
    )


def _is_module(home: str, name: str) -> bool:
    """Return whether a public name is a module of its package, not something that it defines."""
    package = import_module(home)
    if name in vars(package):
        return isinstance(vars(package)[name], ModuleType)
    return hasattr(package, "__path__") and find_spec(f"{home}.{name}") is not None


def _attributes() -> str:
    features = sorted((one for one in built_in() if one.whole_hand), key=lambda one: one.name)
    text = (
        '"""Features as attributes for type checkers; tools/regenerate.py writes this file."""\n\n'
        "import numpy as np\nfrom numpy.typing import NDArray\n"
    )
    for name, what, kind in (
        ("HandFeatures", "one hand", "int"),
        ("ColumnFeatures", "many hands", "NDArray[np.int32]"),
    ):
        text = text.rstrip("\n") + f'\n\nclass {name}:\n    """The features of {what}."""\n\n'
        for feature in features:
            summary = feature.summary[0].upper() + feature.summary[1:]
            text += (
                f"    @property\n    def {feature.name}(self) -> {kind}:\n"
                f'        """{summary}."""\n\n'
            )
    return text.rstrip("\n") + "\n"
