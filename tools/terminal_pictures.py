"""The pictures of terminals: commands as they are typed, with what they print, as SVG.

Each command runs on a pseudo-terminal; Rich turns its colours into a picture.
``python tools/regenerate.py terminals`` writes them.
"""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

if not __package__:
    sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.terminals import read_terminal

__all__ = ["PICTURES", "picture", "words_of"]

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
NOTRUMP = "north: 15-17 balanced; south: 5+ spades"
# Name of the picture: columns of the terminal, the commands.
PICTURES = {
    "deals": (102, [["deal", "2", NOTRUMP, "--seed", "friday"], ["count", NOTRUMP]]),
    "systems": (96, [["system", "table", "natural"]]),
    "poker": (96, [["poker", "equity", "QQ+,AKs", "15%"], ["poker", "range", "22+ ATs+ KQs AQo+"]]),
}
# Dark text on light paper would vanish on a dark page: the terminal brings its own background.
THEME = TerminalTheme(
    (23, 26, 33),
    (222, 226, 233),
    [
        (80, 86, 98), (240, 113, 120), (127, 200, 127), (230, 180, 80),
        (110, 170, 250), (200, 146, 234), (110, 200, 210), (222, 226, 233),
    ],
)  # fmt: skip
_SVG = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
.{unique_id}-title {{ font: bold 16px system-ui, sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" />
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def printed(words: list[str], columns: int) -> str:
    """Return what a command prints on a terminal of so many columns, with its colours."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    for name in ("NO_COLOR", "COLUMNS"):
        environment.pop(name, None)
    program = subprocess.Popen(  # noqa: S603 (the commands are above)
        [sys.executable, "-m", "dealwright", *words],
        stdin=subprocess.DEVNULL, stdout=follower, stderr=subprocess.DEVNULL, env=environment,
    )  # fmt: skip
    os.close(follower)
    shown = read_terminal(leader)
    if program.wait():
        raise SystemExit(f"{words[0]} ended with {program.returncode}")
    return shown.decode("utf-8").replace("\r\n", "\n")


def picture(name: str) -> str:
    """Return a picture as SVG."""
    columns, commands = PICTURES[name]
    console = Console(
        record=True, width=columns, file=io.StringIO(), force_terminal=True, legacy_windows=False
    )
    for at, words in enumerate(commands):
        shown = " ".join(word if re.fullmatch(r"[\w.+-]+", word) else f'"{word}"' for word in words)
        typed = Text.assemble(("$ ", "green"), (f"dealwright {shown}", "bold"))
        console.print(Text("\n") + typed if at else typed, soft_wrap=False)
        console.print(Text.from_ansi(printed(words, columns).rstrip("\n")))
    return console.export_svg(title="dealwright", theme=THEME, code_format=_SVG, unique_id=name)


def words_of(svg: str) -> list[str]:
    """Return the texts of a picture with the class of each, which is its colour."""
    return re.findall(r'<text class="([^"]*"[^>]*>[^<]*)</text>', svg)
