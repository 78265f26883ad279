"""The public names: features in the stub that type checkers read, and the module of each name.

``src/dealwright/__init__.pyi`` lists the public names by hand, and the features between marks;
``src/dealwright/public_names.py`` is made of it. ``tools/regenerate.py`` writes both.
"""

from __future__ import annotations

import re
from pathlib import Path

from dealwright.features import built_in

__all__ = ["files"]

ROOT = Path(__file__).parents[1]
STUB, NAMES = Path("src/dealwright/__init__.pyi"), Path("src/dealwright/public_names.py")
_FEATURES = re.compile(r"(# features\n).*?(# end of features\n)", re.DOTALL)
_LINE = re.compile(r"^from (\S+) import (\w+) as \2$|^(\w+): FeatureWord$", re.MULTILINE)


def files() -> dict[Path, str]:
    """Return both files by their paths below the checkout."""
    words = sorted({feature.name for feature in built_in()} - {"shape_index"})
    lines = "".join(f"{word}: FeatureWord\n" for word in words)
    before = (ROOT / STUB).read_text("utf-8")
    stub = _FEATURES.sub(lambda marks: marks[1] + lines + marks[2], before)
    one_line = stub.replace("import (\n    ", "import ").replace(",\n)", "")
    homes = {
        found[2] or found[3]: found[1] or "dealwright.vocabulary"
        for found in _LINE.finditer(one_line)
    }
    rows = "".join(f'    "{name}": "{home}",\n' for name, home in sorted(homes.items()))
    names = (
        '"""The module of each public name; tools/regenerate.py makes it of __init__.pyi."""\n\n'
        "from __future__ import annotations\n\n"
        f'__all__ = ["HOMES"]\n\nHOMES = {{\n{rows}}}\n'
    )
    return {STUB: stub, NAMES: names}
