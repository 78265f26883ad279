"""A newcomer types what the pages say, and nothing that they do not say."""

from __future__ import annotations

from pathlib import Path

from tools.newcomer import (
    ROOT,
    WALK,
    Newcomer,
    extras_of,
    installs_of,
    needed_for,
    packages_of,
)

README = (ROOT / "README.md").read_text("utf-8")
FIRST = (ROOT / "docs/tutorial/first-deals.md").read_text("utf-8")


def test_the_walk_goes_through_every_tutorial() -> None:
    assert {ROOT / "README.md", *(ROOT / "docs/tutorial").glob("*.md")} == set(WALK)


def test_both_first_pages_say_the_same_of_installing() -> None:
    assert packages_of(README) == packages_of(FIRST) == ["g++", "python3-dev", "python3-venv"]
    environment, first = installs_of(README)
    python, activate, install = installs_of(FIRST)
    assert environment == f"{python} && {activate}"
    assert first.startswith(f"{install} && dealwright deal 5 ")


def test_an_extra_may_name_others() -> None:
    optional = {"all": ["dealwright[pdf,web]"], "pdf": ["reportlab>=4"], "web": ["uvicorn>=1"]}
    assert needed_for(["all"], optional) == ["reportlab>=4", "uvicorn>=1"]


def test_extras_are_those_that_a_page_names() -> None:
    assert extras_of("`pip install '.[pdf]'`, (pip install '.[dd,web]'), '.[test]'") == [
        "dd",
        "pdf",
        "web",
    ]
    assert extras_of("pip install '.[test]' && pytest") == []
    assert extras_of("(`pip install 'dealwright[dd]'`)") == ["dd"]
    assert "web" in extras_of(README)


def test_a_wheel_is_installed_instead_of_the_folder(tmp_path: Path) -> None:
    wheel = tmp_path / "dealwright-1-cp312-abi3-any.whl"
    newcomer = Newcomer(tmp_path, wheel)
    typed = {
        "pip install .": "pip install '/root/{}'",
        "pip install . && dealwright --version": "pip install '/root/{}' && dealwright --version",
        "pip install '.[dd]'": "pip install '/root/{}[dd]'",
        "pip install numpy": "pip install numpy",
    }
    for command, expected in typed.items():
        words = newcomer.words_of(command, newcomer.checkout, activate=False)
        assert words[-1] == f"cd /root/dealwright && {expected.format(wheel.name)}"
    assert newcomer.suite == "trixie"
    assert Newcomer(tmp_path, tmp_path / "dealwright-1-cp311-cp311-any.whl").suite == "bookworm"
    plain = Newcomer(tmp_path, None).words_of("pip install .", newcomer.checkout, activate=True)
    assert plain[-1].endswith(". /root/dealwright/.venv/bin/activate && pip install .")
