"""The pages and the manual pages of the commands, from the program itself.

``docs/reference/commands/`` has a page for each command or group, and an index, ``man/man1/`` a
manual page for each command. ``tools/regenerate.py`` writes them.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import dealwright
from dealwright.cli.app import PROGRAM
from dealwright.cli.command import PANELS, Command, Group
from dealwright.requests.fields import Field

ROOT = Path(__file__).parents[1]
PAGES, MANUAL = Path("docs/reference/commands"), Path("man/man1")
NAVIGATION = Path("mkdocs.yml")


@dataclass(frozen=True)
class Parameter:
    """An argument, or an option with all its names."""

    names: tuple[str, ...]  # of an option; an argument has none
    value: str  # what its value is called, "" for a switch
    about: str
    default: str
    required: bool = False
    several: bool = False

    @property
    def usage(self) -> str:
        """An argument as the usage line shows it."""
        name = self.value.strip("[]").removesuffix("...").strip("[]")
        text = f"{name}..." if self.several else name
        return text if self.required else f"[{text}]"

    @property
    def spelling(self) -> str:
        """An option as it is typed."""
        return f"{', '.join(self.names)} {self.value}".rstrip()


@dataclass(frozen=True)
class Block:
    """A paragraph of a help text, or lines that are shown as they are."""

    text: str
    as_it_is: bool = False


@dataclass(frozen=True)
class Described:
    """A command, or a group with its commands, in words.

    ``needs_command`` is whether it is a group that does nothing of its own.
    """

    words: tuple[str, ...]
    panel: str
    text: tuple[Block, ...]  # of the help, the first its summary
    examples: tuple[Block, ...]
    arguments: tuple[Parameter, ...]
    options: tuple[Parameter, ...]
    ending: str
    below: tuple[Described, ...] = field(default=())
    needs_command: bool = False

    @property
    def name(self) -> str:
        """The words that call the command."""
        return " ".join(self.words)

    @property
    def summary(self) -> str:
        """The first paragraph of the help."""
        return self.text[0].text

    @property
    def usage(self) -> str:
        """The words that call the command, with its options and arguments."""
        shown = [argument.usage for argument in self.arguments]
        words = ["COMMAND", "..."] if self.needs_command else shown
        return " ".join([self.name, "[OPTIONS]", *words])

    def all(self) -> Iterator[Described]:
        """Yield the command, and all below it."""
        yield self
        for each in self.below:
            yield from each.all()


def described() -> Described:
    """Return the program: the group of all its commands."""
    return _described(PROGRAM, ("dealwright",))


def _described(command: Command | Group, words: tuple[str, ...]) -> Described:
    blocks = _blocks(command.help)
    titles = [at for at, block in enumerate(blocks) if block.text in ("Example:", "Examples:")]
    text, examples = (blocks[: titles[0]], blocks[titles[0] + 1 :]) if titles else (blocks, [])
    fields = [field for field in command.fields if not field.hidden]
    ending = command.ending() if command.ending else ""
    below = command.commands if isinstance(command, Group) else {}
    return Described(
        words,
        command.panel,
        tuple(text),
        tuple(examples),
        tuple(_parameter(field) for field in fields if field.argument),
        tuple(_parameter(field) for field in fields if field.options),
        " ".join(ending.split()),
        tuple(_described(part, (*words, name)) for name, part in below.items()),
        command.own is None,
    )


def _blocks(text: str) -> list[Block]:
    """Return the paragraphs of a help text; those that are shown as they are begin with a space."""
    found = list[Block]()
    for part in text.strip("\n").split("\n\n"):
        if not part.startswith("  "):
            found.append(Block(" ".join(part.split())))
            continue
        lines = "\n".join(line.removeprefix("  ") for line in part.split("\n"))
        if found and found[-1].as_it_is:
            lines = f"{found.pop().text}\n{lines}"
        found.append(Block(lines.rstrip(), as_it_is=True))
    return found


def _parameter(field: Field) -> Parameter:
    value = "" if field.flag else field.metavar or field.name.upper()
    none = field.flag or field.default in (None, "", ..., ())
    shown = "" if none else field.default
    several = (field.argument and field.several and " " not in value) or value.rstrip("]").endswith(
        "..."
    )
    about = " ".join(field.help.split())
    names = (*field.options, *field.off)
    return Parameter(names, value, about, str(shown), field.required, several)


# --- Markdown ---------------------------------------------------------------------------------


def pages(program: Described) -> dict[Path, str]:
    """Return the text of each page by its path."""
    written = {PAGES / "index.md": _index(program)}
    for command in program.below:
        written[PAGES / f"{command.words[-1]}.md"] = _page(command)
    return written


_HEAD = "<!-- Written by tools/regenerate.py; change the command's help, then run it. -->\n\n"


def _index(program: Described) -> str:
    lines = [
        "# Commands", "",
        "Every command with its options, written from the program. [The command line]"
        "(../command-line.md) explains what they share, and links to the subjects.", "",
    ]  # fmt: skip
    panels = dict.fromkeys([*PANELS, *(each.panel for each in program.below)])
    for panel in panels:
        lines += [f"## {panel}", "", "| command | |", "|---|---|"]
        for command in program.below:
            if command.panel == panel:
                link = f"[`{command.name}`]({command.words[-1]}.md)"
                lines.append(f"| {link} | {_escaped(command.summary)} |")
        lines.append("")
    return _HEAD + "\n".join(lines)


def _page(command: Described) -> str:
    parts = [_section(each, 1 if each is command else 2) for each in command.all()]
    return _HEAD + "\n".join(parts)


def _section(command: Described, level: int) -> str:
    lines = [f"{'#' * level} {command.name}", "", f"    {command.usage}", ""]
    lines += _shown(command.text)
    if command.below and level == 1:
        lines += ["| command | |", "|---|---|"]
        for each in [*command.all()][1:]:
            if not each.below:
                anchor = each.name.replace(" ", "-")
                lines.append(f"| [`{each.name}`](#{anchor}) | {_escaped(each.summary)} |")
        lines.append("")
    if command.arguments:
        lines += ["| argument | meaning | default |", "|---|---|---|"]
        lines += [_row(part.usage, part) for part in command.arguments]
        lines.append("")
    if command.options:
        lines += ["| option | meaning | default |", "|---|---|---|"]
        lines += [_row(part.spelling, part) for part in command.options]
        lines.append("")
    if command.ending:
        lines += [*_wrapped(command.ending), ""]
    lines += _shown(command.examples)
    return "\n".join(lines)


def _shown(blocks: tuple[Block, ...]) -> list[str]:
    """Return blocks as lines of Markdown."""
    lines = list[str]()
    for block in blocks:
        if block.as_it_is:
            lines += ["```sh" if "dealwright" in block.text else "```", block.text, "```", ""]
        else:
            lines += [*_wrapped(block.text), ""]
    return lines


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(_escaped(text), 118, break_on_hyphens=False, break_long_words=False)


def _row(name: str, part: Parameter) -> str:
    default = f"`{part.default}`" if part.default else "required" if part.required else ""
    shown = name.replace("|", "\\|")
    return f"| `{shown}` | {_escaped(part.about)} | {default} |"


def _escaped(text: str) -> str:
    """Return a text without the marks of Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)


# --- Manual pages -----------------------------------------------------------------------------


def manual(program: Described) -> dict[Path, str]:
    """Return the text of each manual page by its path."""
    return {
        MANUAL / f"{'-'.join(each.words)}.1": _manual_page(each, program) for each in program.all()
    }


_EXIT = "0 done; 1 fewer deals than requested (a limit, Ctrl-C); 2 bad input."


def _manual_page(command: Described, program: Described) -> str:
    name = "-".join(command.words)
    lines = [
        '.\\" Written by tools/regenerate.py from the program.',
        f'.TH {name.upper()} 1 "" "Dealwright {dealwright.__version__}" "Dealwright"',
        ".SH NAME", f"{_roff(name)} \\- {_roff(command.summary.rstrip('.'))}",
        ".SH SYNOPSIS", f".B {_roff(command.name)}",
        _roff(command.usage.removeprefix(command.name).strip()),
    ]  # fmt: skip
    if command.text[1:]:
        lines.append(".SH DESCRIPTION")
        lines += _roff_blocks(command.text[1:])
    if command.below:
        lines.append(".SH COMMANDS")
        for each in [*command.all()][1:]:
            if not each.below:
                lines += [".TP", f"\\fB{_roff(each.name)}\\fR", _roff(each.summary)]
    for title, parts in (("ARGUMENTS", command.arguments), ("OPTIONS", command.options)):
        if parts:
            lines.append(f".SH {title}")
        for part in parts:
            head = part.spelling if part.names else part.usage
            default = f" [default: {part.default}]" if part.default else ""
            lines += [".TP", f"\\fB{_roff(head)}\\fR", _roff(part.about + default)]
    if command.ending and command is not program:
        lines += [".SH NOTES", _roff(command.ending)]
    if command.examples:
        lines += [".SH EXAMPLES", *_roff_blocks(command.examples)]
    lines += [".SH EXIT STATUS", _EXIT, ".SH SEE ALSO"]
    above = [program] if len(command.words) > 1 else [*program.below]
    lines.append(", ".join(f"\\fB{_roff('-'.join(each.words))}\\fR(1)" for each in above))
    return "\n".join(lines) + "\n"


def _roff_blocks(blocks: tuple[Block, ...]) -> list[str]:
    """Return blocks as lines of groff."""
    lines = list[str]()
    for block in blocks:
        if block.as_it_is:
            lines += [".PP", ".nf", *(_roff(line) for line in block.text.split("\n")), ".fi"]
        else:
            lines += [".PP", _roff(block.text)]
    return lines


_ROFF = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}


def _roff(text: str) -> str:
    """Return a text as groff reads it: every character as it is, and no line a request."""
    shown = "".join(_ROFF.get(c, c if c < "\x7f" else f"\\[u{ord(c):04X}]") for c in text)
    return f"\\&{shown}" if shown.startswith(".") else shown


def files() -> dict[Path, str]:
    """Return all files by their paths below the checkout."""
    program = described()
    written = pages(program)
    return written | manual(program) | {NAVIGATION: _navigation(written)}


def _navigation(written: Mapping[Path, str]) -> str:
    """Return the navigation of the site with every page of a command; new ones are the last."""
    names = [path.relative_to("docs").as_posix() for path in written]
    text = (ROOT / NAVIGATION).read_text("utf-8")
    block = re.search(
        r"(?m)^( *)- reference/commands/index\.md\n(?: *- reference/commands/.*\n)*", text
    )
    assert block is not None
    there = re.findall(r"- (\S+)", block[0])
    order = [name for name in there if name in names]
    order += [name for name in names if name not in there]
    lines = "".join(f"{block[1]}- {name}\n" for name in order)
    return text[: block.start()] + lines + text[block.end() :]
