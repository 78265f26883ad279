"""Find themed boards to be stored: ``python -m tools.themed_boards THEME NUMBER [SEED]``.

Writes the theme's boards of ``src/dealwright/play/themes/stored_boards.json`` anew, with the seed
and the version of Dealwright. Boards found so far are written after each one.
"""

from __future__ import annotations

import json
import sys
from dataclasses import fields
from pathlib import Path
from time import process_time
from typing import Any

from tools.themed_boards.finding import finding_boards

import dealwright
from dealwright.answers.records import write_record
from dealwright.base.files import replacing
from dealwright.play.themes.boards import THEMES, ThemedBoard

__all__ = ["main"]

_FILE = Path(__file__).parents[2] / "src/dealwright/play/themes/stored_boards.json"


def main(theme: str, number: int, seed: str) -> None:
    """Find boards, write them, and print the CPU time of each."""
    found = list[dict[str, Any]]()
    begin = process_time()
    for board in finding_boards(theme, number, seed=seed):
        values = write_record(board)
        found.append({field.name: values[field.name] for field in fields(ThemedBoard)})
        print(f"{len(found)} in {process_time() - begin:.0f} s", flush=True)
        _write(theme, seed, found)


def _write(theme: str, seed: str, found: list[dict[str, Any]]) -> None:
    document = json.loads(_FILE.read_text("utf-8")) if _FILE.exists() else {}
    boards, seeds = document.get("boards", {}), document.get("seeds", {})
    boards[theme], seeds[theme] = found, seed
    head = {
        "version": dealwright.__version__,
        "seeds": {each: seeds[each] for each in THEMES if each in seeds},
    }
    parts = list[str]()  # with a line for each board
    for each in (each for each in THEMES if each in boards):
        lines = ",\n".join(map(json.dumps, boards[each]))
        parts.append(f"{json.dumps(each)}: [\n{lines}\n]")
    text = json.dumps(head)[:-1] + ', "boards": {\n' + ",\n".join(parts) + "\n}}\n"
    with replacing(_FILE) as part:
        part.write_text(text, "utf-8")


if __name__ == "__main__":
    if sys.argv[1:2] == [] or sys.argv[1] not in THEMES:
        sys.exit(f"name a theme: {', '.join(THEMES)}")
    main(sys.argv[1], int(sys.argv[2]), (sys.argv[3:] or ["pool"])[0])
