"""The tutorial of an event: its commands are typed in their order, and say what it prints."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "an-event.md"
_VARYING = re.compile(r"[0-9a-f]{64}|(?:[0-9a-f]{4} ){3}[0-9a-f]{4}")


def test_the_event_of_the_tutorial(
    cli: Callable[..., Any], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text()
    plan = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert plan
    Path("plan.toml").write_text(plan[1])
    sessions = re.findall(r"```\n\$ dealwright (.*?)\n(.*?)```", text, re.DOTALL)
    assert len(sessions) == 4
    for command, printed in sessions:
        done = cli(*shlex.split(command))
        assert done.status == 0, done.err
        lines = [_VARYING.sub("...", line) for line in done.out.splitlines()]
        wanted = [_VARYING.sub("...", line) for line in printed.splitlines()]
        if "..." in wanted:
            cut = wanted.index("...")
            assert lines[:cut] == wanted[:cut]
            assert lines[len(lines) - len(wanted[cut + 1 :]) :] == wanted[cut + 1 :]
        else:
            assert lines == wanted
