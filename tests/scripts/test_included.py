"""Files in scripts (``#include``), and libraries of definitions (``--include``)."""

from __future__ import annotations

import pickle
from pathlib import Path
from time import process_time

import pytest

from dealwright import ConditionError, Workspace, deal, parse
from dealwright.cli import status_of
from dealwright.scripts import check_script, run_script

SYSTEM = """\
strong = hcp(north) >= 16
long = spades(north) >= 5 &&
   hcp(north) > 3
bad = (hcp(north)
ask = 15 <= hcp(north) <= 17
worse = bad + 1
"""


def lent(text: str = SYSTEM) -> Workspace:
    """Return a workspace with the definitions of a file."""
    mine = Workspace()
    mine.define(text, "system.txt")
    return mine


def files(folder: Path, **texts: str) -> Path:
    """Write files ``name.dl`` into a folder; return the folder."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.dl").write_text(text)
    return folder


def error_of(script: str, *folders: Path) -> ConditionError:
    """Return the error of a script."""
    with pytest.raises(ConditionError) as caught:
        run_script(script, include=folders)
    return caught.value


class TestLibraries:
    def test_a_condition_uses_the_names(self) -> None:
        plain = "hcp(north) >= 16 && spades(north) >= 5 && hcp(north) > 3"
        assert parse("strong && long", lent()).count() == parse(plain).count()
        assert deal(5, "strong", seed=1, workspace=lent()) == deal(5, "hcp(north) >= 16", seed=1)

    @pytest.mark.parametrize("text", ["bad", "worse && strong"])
    def test_a_broken_definition_is_an_error_at_its_line_if_it_is_used(self, text: str) -> None:
        with pytest.raises(
            ConditionError, match=r"expected '\)' \(system\.txt, line 4\)"
        ) as caught:
            parse(text, lent())
        assert caught.value.file == "system.txt"
        assert caught.value.text == SYSTEM
        again = pickle.loads(pickle.dumps(caught.value))
        assert (again.file, str(again)) == ("system.txt", str(caught.value))

    def test_a_note_names_the_line(self) -> None:
        (note,) = parse("strong ||\nask", lent()).notes
        assert note.line == 2
        assert note.text.endswith("(system.txt, line 5)")

    def test_every_note_of_a_definition_is_passed_on(self) -> None:
        """Mutant: the first one alone."""
        notes = parse("two", lent("two = 1 <= hcp(north) <= 7 &&\n2 <= spades(north) <= 4")).notes
        assert [note.text.rpartition("(")[2] for note in notes] == [
            "system.txt, line 1)", "system.txt, line 2)",
        ]  # fmt: skip

    def test_the_texts_own_names_count(self) -> None:
        own = parse("strong = hcp(south) > 30 condition strong", lent())
        assert own == parse("hcp(south) > 30") or own.count() == parse("hcp(south) > 30").count()
        # the library keeps its meaning
        mixed = parse(
            "strong = hcp(south) > 20 condition both && strong",
            lent("strong = hcp(north) > 20\nboth = strong"),
        )
        assert mixed.count() == parse("hcp(north) > 20 && hcp(south) > 20").count()

    def test_later_definitions_count_from_there_on(self) -> None:
        mine = lent("a = 1 b = a a = 2 c = 10 * a + b")
        assert parse("c == 21", mine).probability() == 1
        mine.define("a = 3", "more.txt")
        assert parse("a == 3 && b == 1 && c == 21", mine).probability() == 1

    def test_a_name_below_is_unknown(self) -> None:
        with pytest.raises(ConditionError, match=r"unknown name 'b' \(system\.txt, line 1\)"):
            parse("a", lent("a = b\nb = 1"))

    def test_children_have_the_definitions_and_parents_do_not(self) -> None:
        mine = lent()
        child = mine.child()
        child.define("more = strong")
        assert parse("more", child).count() == parse("hcp(north) >= 16").count()
        with pytest.raises(ConditionError, match="unknown name 'more'"):
            parse("more", mine)

    def test_scripts_use_them_with_their_words(self) -> None:
        mine = lent("three = rnd(1) + 3\nrun = 1 action average 3\nx = par(north)")
        assert "".join(run_script("action average three", workspace=mine, seed=1)).startswith("3 ")
        with pytest.raises(ConditionError, match=r"no other statements \(system\.txt, line 2\)"):
            run_script("condition run", workspace=mine)
        with pytest.raises(ConditionError, match=r"takes a side.*\(system\.txt, line 3\)"):
            run_script("condition x", workspace=mine)

    @pytest.mark.long
    def test_thousands_of_names_are_read_once_and_in_linear_time(self) -> None:
        def text(names: int) -> str:
            return "a0 = hcp(north) > 9\n" + "".join(
                f"a{n} = a{n - 1} and not (a{n - 1} and hcp(south) == {n % 30})\n"
                for n in range(1, names)
            )

        times = []
        for names in (500, 2000):
            begin = process_time()
            parse(f"a{names - 1}", lent(text(names)))
            times.append(process_time() - begin)
        assert times[1] < 12 * times[0]  # 4 if linear, 16 if quadratic


class TestCommands:
    def test_every_command_with_a_condition(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        library = tmp_path / "system.txt"
        library.write_text(SYSTEM)
        given = ["--include", str(library)]
        for command in (
            ["count", "strong && long"],
            ["deal", "2", "strong", "--seed", "1"],
            ["deal", "2", "--level", "hcp(north) * strong", "strong"],
            ["deal", "2", "--type", "strong 1: strong"],
            ["explain", "strong"],
            ["distribution", "strong", "long", "strong + 1"],
            ["practice", "--type", "strong 1: strong", "-n", "2", "-o", str(tmp_path / "set")],
            ["compare", "strong", "-n", "50", "--of", "strong + 1"],
            ["number", "--deal", "1", "--condition", "strong"],
        ):
            assert status_of([*command, *given]) == 0, capsys.readouterr().err
            assert status_of(command) == 2
            assert "unknown name 'strong'" in capsys.readouterr().err

    def test_several_files(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        folder = files(tmp_path, a="strong = hcp(north) > 15", b="long = hearts(north) > 5")
        given = ["--include", str(folder / "a.dl"), "--include", str(folder / "b.dl")]
        assert status_of(["count", "strong && long", *given, "--json"]) == 0
        plain = parse("hcp(north) > 15 && hearts(north) > 5").count()
        assert f'"{plain}"' in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("name", "message"),
        [("gone.txt", "cannot read"), (".", "Is a directory"), ("empty.txt", "has no definition")],
    )
    def test_bad_files(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, message: str
    ) -> None:
        (tmp_path / "empty.txt").write_text("hcp(north) == 3")
        assert status_of(["count", "1", "--include", str(tmp_path / name)]) == 2
        said = capsys.readouterr().err
        assert message in said
        assert said.count("\n") == 1

    def test_run_takes_files_and_folders(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder = files(tmp_path / "lib", y="y = hcp(south) > 9\n")
        library = tmp_path / "system.txt"
        library.write_text(SYSTEM)
        script = files(
            tmp_path, a='#include "y.dl"\ncondition strong and y\naction average aces(east)'
        )
        given = ["--include", str(folder), "--include", str(library)]
        assert status_of(["run", str(script / "a.dl"), *given]) == 0
        assert status_of(["explain", str(script / "a.dl"), *given]) == 0
        assert "(y.dl, line 1)" in capsys.readouterr().out
        assert status_of(["run", str(script / "a.dl"), *given[:2]]) == 2


class TestIncludedFiles:
    def test_the_text_stands_in_place(self, tmp_path: Path) -> None:
        folder = files(tmp_path, fit="fit = spades(north) +\n", rest="spades(south)")
        script = '#include "fit.dl"\n  # include "rest.dl" // why\naction average "fit" fit'
        assert "".join(run_script(script, include=[folder])) == "".join(
            run_script('action average "fit" spades(north) + spades(south)')
        )

    def test_errors_and_notes_name_the_file_and_the_line(self, tmp_path: Path) -> None:
        folder = files(tmp_path, bad="x = 1\n\ny = hcp(sth)", ask="z = 15 <= hcp(north) <= 17\n")
        error = error_of('a = 1\n#include "bad.dl"\ncondition y', folder)
        assert "(bad.dl, line 3)" in str(error)
        assert "        ^" in str(error)
        error = error_of('#include "ask.dl"\ncondition z and\nq', folder)
        assert "unknown name 'q' (line 3)" in str(error)
        assert error.file == ""
        run = run_script('a = 1\n#include "ask.dl"\ncondition z and a', include=[folder])
        (note,) = run.script.notes
        assert note.line == 2
        assert note.text.endswith("(ask.dl, line 1)")
        lines = list(check_script(run).lines())
        assert any("z = " not in line and "(ask.dl, line 1)" in line for line in lines)

    def test_files_include_others_beside_them(self, tmp_path: Path) -> None:
        folder = files(tmp_path)
        files(folder / "sub", one='#include "two.dl"\n', two="x = 7\n")
        found = "".join(run_script('#include "sub/one.dl"\naction average x', include=[folder]))
        assert found.startswith("7 ")

    def test_a_missing_file_is_a_comment_with_a_note(self, tmp_path: Path) -> None:
        folder = files(tmp_path, one='\n#include "gone.dl"\nx = 1\n')
        run = run_script('a = 1\n#include "one.dl"\ncondition x and a', include=[folder])
        assert str(run.script.notes[0]) == (
            "line 2: there is no file 'gone.dl'; the line is a comment (one.dl, line 2)"
        )
        assert run_script('#include "one.dl"\naction average 1').script.notes[0].line == 1

    @pytest.mark.parametrize(
        "text",
        ['/*\n#include "x.dl"\n*/', '1 #include "x.dl"', '#included "x.dl"', "#include <x.dl>"],
    )
    def test_what_is_no_include(self, tmp_path: Path, text: str) -> None:
        folder = files(tmp_path, x="nothing that can be read (")
        assert (
            run_script(
                f"condition 1 and\n{text}\naction average 1"
                if text[0] == "1"
                else f"{text}\naction average 1",
                include=[folder],
            ).script.notes
            == ()
        )

    @pytest.mark.parametrize(
        "name",
        ["../out.dl", "sub/../../out.dl", "/etc/hostname", "C:x.dl", "..\\out.dl", "\\\\host\\x"],
    )
    def test_files_outside_are_refused(self, tmp_path: Path, name: str) -> None:
        files(tmp_path, out="x = 1")
        folder = files(tmp_path / "in", one=f'\n#include "{name}"\n')
        error = error_of(f'a = 1\n#include "{name}"\ncondition a', folder)
        assert "outside the folders of scripts (line 2)" in str(error)
        error = error_of('#include "one.dl"\ncondition a', folder)
        assert "outside the folders of scripts (one.dl, line 2)" in str(error)

    def test_symbolic_links_may_not_lead_out(self, tmp_path: Path) -> None:
        files(tmp_path, out="x = 1")
        folder = files(tmp_path / "in", real="x = 1\n")
        (folder / "out.dl").symlink_to(tmp_path / "out.dl")
        (folder / "in.dl").symlink_to(folder / "real.dl")
        (folder / "up").symlink_to(tmp_path)
        assert "leads outside" in str(error_of('#include "out.dl"\nx', folder))
        assert "leads outside" in str(error_of('#include "up/out.dl"\nx', folder))
        assert run_script('#include "in.dl"\ncondition x', include=[folder]).condition is not None

    def test_circles_depth_and_size_are_bounded(self, tmp_path: Path) -> None:
        folder = files(
            tmp_path, a='#include "b.dl"\n', b='#include "a.dl"\n', long="# " + "x" * 999_990,
            **{f"d{n}": f'#include "d{n + 1}.dl"\n' for n in range(25)},
            **{f"t{n}": f'#include "t{n + 1}.dl"\n' * 2 for n in range(15)},
        )  # fmt: skip
        assert "'a.dl' includes itself (b.dl, line 1)" in str(
            error_of('#include "a.dl"\n1', folder)
        )
        assert "20 deep (d19.dl, line 1)" in str(error_of('#include "d0.dl"\n1', folder))
        assert "at most 1,000 files" in str(error_of('#include "t0.dl"\n1', folder))
        error = error_of('# here\n#include "long.dl"\n1', folder)
        assert "at most 1,000,000 characters (line 2)" in str(error)

    def test_script_variables(self, tmp_path: Path) -> None:
        folder = files(tmp_path, x="# param 1 = 5\nx = 10 * $0 + $1\n", y="y = $2")
        script = '# param 0 = 2\n#include "x.dl"\naction average x'
        assert "".join(run_script(script, include=[folder])).startswith("25 ")
        assert "".join(run_script(script, {0: "3", 1: "1"}, include=[folder])).startswith("31 ")
        assert "$2 has no value (y.dl, line 1)" in str(error_of('#include "y.dl"\ny', folder))
