"""``dealwright completion``: the script of a shell, and completions of a command line."""

from __future__ import annotations

from typing import Annotated

from dealwright.cli.command import Command
from dealwright.requests.fields import Argument, Option

__all__ = ["COMMAND", "SCRIPTS", "script_of"]

# The file of this folder for each shell.
SCRIPTS = {
    "bash": "dealwright.bash",
    "zsh": "_dealwright",
    "fish": "dealwright.fish",
    "powershell": "dealwright.ps1",
}

HELP = """Print the script that gives a shell tab completion for dealwright.

SHELL is bash, zsh, fish or powershell. Save the script once, in the folder where the shell looks for
it, and open a new shell. In PowerShell, write the example's line into the file $PROFILE. Commands,
options, files, and the names of formats, systems, scenarios, games and functions of a condition are
completed.

With --word the command prints what may follow WORDS, as the script asks: files or values on the
first line, then a value and its meaning a line.

Examples:

  dealwright completion bash > ~/.local/share/bash-completion/completions/dealwright

  dealwright completion zsh > ~/.zfunc/_dealwright

  dealwright completion fish > ~/.config/fish/completions/dealwright.fish

  dealwright completion powershell | Out-String | Invoke-Expression

  dealwright completion bash --word=--for -- deal 5
"""  # noqa: E501


def completion(
    shell: Annotated[str, Argument(metavar="SHELL", help="bash, zsh, fish or powershell.")],
    words: Annotated[
        list[str] | None, Argument(metavar="[WORDS]...", help="The words before --word.")
    ] = None,
    word: Annotated[
        str | None, Option("--word", metavar="WORD", help="The word that is being typed.")
    ] = None,
) -> None:
    """Print the script, or the completions of a word."""
    if word is None:
        print(script_of(shell), end="")
        return
    from dealwright.cli.completion_candidates import candidates

    completions = candidates(words or [], word)
    print("files" if completions.files else "values")
    for value, about in completions.values:
        print(f"{value}\t{about}" if about else value)


def script_of(shell: str) -> str:
    """Return the script of a shell.

    >>> script_of("fish").splitlines()[0]
    '# dealwright completion fish > ~/.config/fish/completions/dealwright.fish'

    :raises ArgumentError: if the shell is unknown
    """
    from importlib import resources

    from dealwright.base.errors import ArgumentError

    if shell not in SCRIPTS:
        raise ArgumentError(f"there is no completion for '{shell}': {', '.join(SCRIPTS)}")
    return resources.files(__name__).joinpath(SCRIPTS[shell]).read_text("utf-8")


COMMAND = Command(completion, HELP, "Set up", order=1)
