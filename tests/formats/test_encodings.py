"""Encodings of files: UTF-8, else Latin-1 with a note; any other only where it is asked for."""

from __future__ import annotations

import codecs
import subprocess
import sys
from pathlib import Path

import pytest

from dealwright.base.decoding import checked_encoding, decoded
from dealwright.base.errors import ArgumentError
from dealwright.formats import Board, read, reading, write

DEAL = "N:2.T98.K752.KJT84 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43."
NAMES = {
    "cp1250": "Łukasz Świątek", "cp1251": "Зенкевич", "shift_jis": "山田", "utf-16": "Øyvind 山",
    "utf-16-be": "Łukasz", "utf-8": "Zoë", "latin-1": "René", "cp1252": "Zoë “Z”", "big5": "王",
}  # fmt: skip
# A name of one letter for each format whose boards have names, and csv, whose comments are text.
TEXT = ["pbn", "lin", "rbn", "json"]


def pbn(name: str) -> str:
    return f'[Board "1"]\n[West "{name}"]\n[Deal "{DEAL}"]\n'


class TestDecoded:
    @pytest.mark.parametrize(("encoding", "name"), NAMES.items())
    def test_as_asked(self, encoding: str, name: str) -> None:
        assert decoded(name.encode(encoding), encoding) == (name, "", 1, 1)

    @pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
    def test_utf_8(self, mark: bytes) -> None:
        assert decoded(mark + "Zoë".encode()) == ("Zoë", "", 1, 1)
        assert decoded(mark + "Zoë".encode(), "utf8") == ("Zoë", "", 1, 1)

    def test_latin_1_is_noted_with_its_place(self) -> None:
        text, note, line, column = decoded("eins\nzwölf".encode("latin-1"))
        assert (text, line, column) == ("eins\nzwölf", 2, 3)
        assert note.startswith("not UTF-8, so read as Latin-1")
        text, note, line, column = decoded(codecs.BOM_UTF8 + b"a\xe9")
        assert (text[-2:], line, column) == ("aé", 1, 5)

    def test_latin_1_that_is_asked_for_is_not_noted(self) -> None:
        assert decoded(b"Ren\xe9", "latin-1") == ("René", "", 1, 1)

    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
    def test_utf_16_is_suggested_and_not_guessed(self, encoding: str) -> None:
        found = decoded(pbn("Bo").encode(encoding))
        assert found.text != pbn("Bo")
        assert "utf-16" in found.note

    def test_what_an_encoding_lacks(self) -> None:
        text, note, line, column = decoded(b"a\nb\x81c", "cp1252")
        assert (text, line, column) == ("a\nb\ufffdc", 2, 2)
        assert "some of it is not cp1252" in note

    @pytest.mark.parametrize(
        "name",
        ["latin-99", "", "hex", "base64", "rot13", "zlib", "idna", "punycode", "undefined",
         "unicode_escape", "raw_unicode_escape", "a\0b", "../utf_8", "ü"],
    )  # fmt: skip
    def test_no_encodings(self, name: str) -> None:
        with pytest.raises(ArgumentError, match="is not an encoding of text; give one such as"):
            checked_encoding(name)


class TestReaders:
    @pytest.mark.parametrize("kind", TEXT)
    @pytest.mark.parametrize("encoding", ["cp1250", "utf-16", "utf-8"])
    def test_boards(self, kind: str, encoding: str) -> None:
        boards = [Board(1, hands=read(DEAL, "line").boards[0].hands, tags={"West": "Łukasz"})]
        data = write(boards, kind)[0].decode().encode(encoding)
        record = read(data, kind, encoding=encoding)
        assert record.problems == ()
        assert record.boards[0].tags["West"] == "Łukasz"
        assert [board.hands for board in reading(data, kind, encoding=encoding)] == [
            boards[0].hands
        ]  # fmt: skip

    def test_the_note_comes_once_and_costs_no_board(self) -> None:
        text = pbn("René") + pbn("Zoë")
        record = read(text.encode("latin-1"), "pbn")
        assert len(record.boards) == 2
        (problem,) = record.problems
        assert (problem.line, problem.column, problem.dropped) == (2, 11, False)

    def test_formats_of_bytes_have_none(self) -> None:
        board = Board(1, hands=read(DEAL, "line").boards[0].hands)
        data = write([board], "zrd")[0]
        assert read(data, "zrd", encoding="utf-16").boards[0].hands == board.hands

    def test_unknown_names(self) -> None:
        for data in ("", b""):
            with pytest.raises(ArgumentError, match="'klingon' is not an encoding"):
                read(data, "pbn", encoding="klingon")


class TestCommands:
    @pytest.fixture
    def polish(self, tmp_path: Path) -> str:
        path = tmp_path / "a.pbn"
        path.write_bytes(pbn("Łukasz Świątek").encode("cp1250"))
        return str(path)

    def test_convert(self, cli, polish: str, tmp_path: Path) -> None:
        target = tmp_path / "b.pbn"
        found = cli("convert", polish, str(target), "--encoding", "cp1250")
        assert (found.status, found.err) == (0, "")
        assert "Łukasz Świątek" in target.read_text("utf-8")
        found = cli("convert", polish, str(target))
        assert found.status == 0
        assert found.err == (
            f"dealwright: replaced {target}\n"
            f"dealwright: {polish}: note: line 2, column 8: not UTF-8, so read as Latin-1; if "
            "letters are wrong, give --encoding (cp1250, cp1252 or utf-16)\n"
        )
        assert "£ukasz" in target.read_text("utf-8")

    @pytest.mark.long
    def test_the_others(self, cli, polish: str) -> None:
        words = ["--encoding", "cp1250"]
        found = cli("find", "1", polish, "--format", "pbn", *words)
        assert "Świątek" in found.out
        assert "note" not in found.err
        for command in (["count", "1"], ["distribution", "1", "hcp(north)"]):
            assert "note" not in cli(*command, "--boards", polish, *words).err
            assert "note: line 2" in cli(*command, "--boards", polish).err
            refused = cli(*command, *words)
            assert (refused.status, refused.out) == (2, "")
            assert "--encoding needs --boards" in refused.err

    def test_utf_16(self, cli, tmp_path: Path) -> None:
        path, target = tmp_path / "a.pbn", tmp_path / "b.pbn"
        path.write_bytes(pbn("Øyvind").encode("utf-16"))
        found = cli("convert", str(path), str(target))
        assert (found.status, found.err) == (0, "")
        assert "Øyvind" in target.read_text("utf-8")
        assert cli("convert", str(path), str(target), "--encoding", "utf-16").status == 0
        assert "Øyvind" in target.read_text("utf-8")

    def test_scripts(self, cli, tmp_path: Path) -> None:
        path = tmp_path / "a.dl"
        path.write_bytes('action average "Łuk" aces(north)'.encode("cp1250"))
        found = cli("run", str(path), "--encoding", "cp1250")
        assert found.status == 0
        assert "Łuk" in found.out
        assert "note" not in found.err
        assert f"note: {path}, line 1: not UTF-8, so read as Latin-1" in cli("run", str(path)).err
        assert "note" not in cli("explain", str(path), "--encoding", "cp1250").err
        assert "goes with the file of a script" in cli("explain", "1", "--encoding", "cp1250").err

    def test_standard_input(self) -> None:
        done = subprocess.run(
            [
                *[sys.executable, "-m", "dealwright", "convert", "-", "-"],
                *["--from", "pbn", "--to", "json", "--encoding", "shift_jis"],
            ],
            input=pbn("山田").encode("shift_jis"), capture_output=True, check=True,
        )  # fmt: skip
        assert "山田" in done.stdout.decode() or "\\u5c71" in done.stdout.decode()
        assert done.stderr == b""

    @pytest.mark.parametrize(
        "words", [["convert", "A", "B"], ["find", "1", "A"], ["count", "1", "--boards", "A"],
                  ["distribution", "1", "hcp(north)", "--boards", "A"]],
    )  # fmt: skip
    def test_unknown_names(self, cli, polish: str, tmp_path: Path, words: list[str]) -> None:
        names = {"A": polish, "B": str(tmp_path / "b.pbn")}
        given = [names.get(word, word) for word in words]
        found = cli(*given, "--encoding", "klingon")
        assert (found.status, found.out) == (2, "")
        assert found.err == (
            "dealwright: 'klingon' is not an encoding of text; give one such as utf-8, latin-1, "
            "cp1250, cp1252, utf-16 or shift_jis\n"
        )
