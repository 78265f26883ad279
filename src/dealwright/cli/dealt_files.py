"""``deal --output FOLDER``: a file for each range of deals, dealt here or on a cluster."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dealwright.base.current_cluster import joined_cluster
from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.output import is_standard

if TYPE_CHECKING:
    from dealwright.ask.dealing import QuestionDealing
    from dealwright.ask.dealt_files import FileSettings

__all__ = ["deal_into", "folder_of"]


def folder_of(output: Path | None, refused: Mapping[str, object]) -> Path | None:
    """Return the folder that --output names, or None if it names a file.

    The folder exists, or with --cluster it is new and its name has no ending. ``refused`` has the
    values of options that cannot be used with a folder.

    :raises ArgumentError: if one of them is given
    """
    if output is None or is_standard(output):
        return None
    if not output.is_dir() and (joined_cluster() is None or output.suffix):
        return None
    if options := [name for name, value in refused.items() if value]:
        raise ArgumentError(f"{options[0]} needs a single file, and {output} is a folder")
    return output


def deal_into(
    folder: Path,
    dealing: QuestionDealing,
    settings: FileSettings,
) -> None:
    """Deal into a folder; print the number of files and the seed."""
    from shlex import quote

    from dealwright.ask.dealt_files import DealingFiles
    from dealwright.cli.jobs import show_progress

    job = DealingFiles(dealing, folder, settings)
    with show_progress(job, "dealing") as bar:
        dealt = job.result()
    earlier = f", {dealt.before:,} of them already there" if dealt.before else ""
    for name in dealt.damaged:
        print(f"note: {name} does not match its checksum: dealt again", file=sys.stderr)
    print(
        f"{dealt.deals:,} deals in {dealt.files:,} files in {folder}{earlier}, {bar.elapsed:.2f} "
        f"s, {job.dealing.method}; repeat with --seed {quote(dealing.seed)}",
        file=sys.stderr,
    )
    if dealt.deals < dealing.n:
        raise SearchStopped(
            f"interrupted: {dealt.deals:,} of {dealing.n:,} deals are written; the same command "
            f"with --seed {quote(dealing.seed)} continues"
        )
