"""The table of sentences holds what the pages say."""

from __future__ import annotations

import re

from tools.sentences import STATIC, sentences_of_module, sentences_of_page

COMMENT = re.compile(r"^\s*(//|/\*|\*).*$|/\*.*?\*/|\s// .*$", re.MULTILINE)
PLAIN = re.compile(r'(?<![\w$])["`][A-Z][a-z]+ [a-z]{2,}[^"`]*["`]')


def test_sentences_of_a_module() -> None:
    text = (
        'say(t`${n} of ${t`all ${m}`}`, `t`, at`x`, t` so\n far`, t`${{ a: 1 }[b] + "}`"} deals`)'
    )
    assert [*sentences_of_module(text)] == ["{0} of {1}", "all {0}", "so far", "{0} deals"]


def test_sentences_of_a_page() -> None:
    text = """<title>Deal</title><p title="A hint">1 <b>in
      all</b><br><i translate="no">PBN <u>file</u></i>now<script>var x</script></p>"""
    assert [*sentences_of_page(text)] == ["Deal", "A hint", "in all", "now"]


def test_no_module_has_a_sentence_that_is_not_in_the_table() -> None:
    for path in STATIC.glob("*.js"):
        if not path.stem.startswith("words"):
            text = COMMENT.sub("", path.read_text(encoding="utf-8"))
            assert PLAIN.findall(text) == [], path.name
