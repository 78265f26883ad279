"""What checks the site finds each fault that a page can have."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.check_site import faults_in_files

SOUND = """<html><head><title>Home</title></head><body><h1 id="top">Home</h1>
<a href="more/">more</a> <a href="more/#there">there</a> <a href="#top">top</a>
<a href="https://example.org/no">elsewhere</a> <a href="more/data.txt">a file</a>
<img src="more/picture.png" alt="A picture"></body></html>"""
OTHER = """<title>More</title><h1>More</h1><svg><title>Drawing</title></svg><p id="there">
<a href="..">back</a> <a href="../index.html#top">top</a>"""


def site(folder: Path, home: str) -> list[str]:
    (folder / "more").mkdir()
    (folder / "index.html").write_text(home, "utf-8")
    (folder / "more" / "index.html").write_text(OTHER, "utf-8")
    (folder / "more" / "data.txt").touch()
    (folder / "more" / "picture.png").touch()
    return list(faults_in_files(folder))


@pytest.mark.long
def test_a_sound_site_has_no_fault(tmp_path: Path) -> None:
    assert site(tmp_path, SOUND) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("more/", "moor/", "leads nowhere"),
        ("more/data.txt", "more/data.csv", "leads nowhere"),
        ("picture.png", "pictures.png", "leads nowhere"),
        ("#there", "#here", "no such place"),
        ("#top", "#end", "no such place"),
        ('alt="A picture"', 'alt=""', "no alternative text"),
        (' alt="A picture"', "", "no alternative text"),
        ("<title>Home</title>", "", "no title"),
        ("<title>Home</title>", "<svg><title>Home</title></svg>", "no title"),
        ("h1", "h2", "0 headings"),
        ("</body>", "<h1>Again</h1></body>", "2 headings"),
        ("</body>", '<p id="top"></body>', "given 2 times"),
        ("</body>", "<blockquote><blockquote><blockquote></body>", "three quotations"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in SOUND
    found = site(tmp_path, SOUND.replace(old, new))
    assert found
    assert all(line.startswith("index.html: ") and fault in line for line in found)
