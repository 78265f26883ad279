"""The bytes of files as text: UTF-8, else Latin-1, or a requested encoding."""

from __future__ import annotations

import codecs
from typing import NamedTuple

from dealwright.base.errors import ArgumentError

__all__ = ["Decoded", "checked_encoding", "decoded", "lines_of"]

# Encodings that only Python has, not files.
_NOT_OF_FILES = {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}
_UTF_8 = {"utf-8", "utf-8-sig"}
_REPLACED = "\ufffd"  # replaces bytes that an encoding does not have


class Decoded(NamedTuple):
    """A text, and a note on its encoding ("": none), with the place of the note.

    ``line`` and ``column`` count from 1.
    """

    text: str
    note: str = ""
    line: int = 1
    column: int = 1


def lines_of(text: str) -> list[str]:
    r"""Return the lines of a text: they end with LF, CR LF or CR, and with nothing else.

    ``str.splitlines`` also ends a line at eight characters that occur within names, such as U+2028.

    >>> lines_of("a\r\nb\u2028c\n"), lines_of("")
    (['a', 'b\u2028c'], [])
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines if lines[-1] else lines[:-1]


def checked_encoding(name: str) -> str:
    """Return the usual name of an encoding.

    >>> checked_encoding("windows-1250"), checked_encoding("UTF8")
    ('cp1250', 'utf-8')

    :raises ArgumentError: if there is no encoding of text with that name
    """
    try:
        codec_name = codecs.lookup(name).name
        b" ".decode(name, "replace")
    except (LookupError, UnicodeError, ValueError):
        codec_name = ""
    if not codec_name or codec_name in _NOT_OF_FILES:
        raise ArgumentError(
            f"'{name}' is not an encoding of text; give one such as utf-8, latin-1, cp1250, "
            "cp1252, utf-16 or shift_jis"
        )
    return codec_name


def decoded(data: bytes, encoding: str | None = None) -> Decoded:
    r"""Return the text of a file: UTF-8, UTF-16 with a mark, and else Latin-1 with a note.

    No other encoding is guessed. If one is given, bytes that it does not have become ``\ufffd``,
    with a note.

    >>> decoded("Zoë".encode()).text, decoded(b"\xa3\xf3d\x9f", "cp1250").text
    ('Zoë', 'Łódź')
    >>> text, note, *place = decoded(b"Ren\xe9")
    >>> text, *place
    ('René', 1, 4)

    :raises ArgumentError: if there is no such encoding
    """
    if encoding is not None:
        return _as_asked(data, checked_encoding(encoding))
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _as_asked(data, "utf-16")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        start = fault.start + len(data) - len(fault.object)
        line = data.count(b"\n", 0, start) + 1
        column = start - data.rfind(b"\n", 0, start)
        tried = "utf-16" if _like_utf_16(data) else "cp1250, cp1252 or utf-16"
        note = f"not UTF-8, so read as Latin-1; if letters are wrong, give --encoding ({tried})"
        return Decoded(data.decode("latin-1"), note, line, column)
    if _like_utf_16(data):
        return Decoded(text, "many bytes are 0, as in UTF-16; give --encoding (utf-16-le)")
    return Decoded(text)


def _like_utf_16(data: bytes) -> bool:
    """Return whether a file has zeros in most even or most odd places."""
    if not data.count(0):
        return False
    few, many = sorted((data[::2].count(0), data[1::2].count(0)))
    return 4 * many > len(data) and 8 * few < many


def _as_asked(data: bytes, encoding: str) -> Decoded:
    codec = "utf-8-sig" if encoding in _UTF_8 else encoding
    try:
        return Decoded(data.decode(codec).removeprefix("\ufeff"))
    except UnicodeDecodeError:
        text = data.decode(codec, "replace").removeprefix("\ufeff")
    start = text.find(_REPLACED)
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    return Decoded(
        text,
        f"some of it is not {encoding}; that became {_REPLACED}",
        line,
        column,
    )
