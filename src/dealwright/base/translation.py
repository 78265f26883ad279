"""Translations of the words printed around boards, and the chosen language.

Errors and help are English. Catalogues of the words are in `locale`, one folder a language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealwright.base.context_values import Scoped

if TYPE_CHECKING:
    import gettext
    from contextlib import AbstractContextManager
    from typing import Any

__all__ = ["choose_language", "in_language", "language", "translated"]

_LOCALE = "locale"
_default: tuple[str, gettext.NullTranslations | None] = ("en", None)
_LANGUAGE: Scoped[tuple[str, gettext.NullTranslations | None]] = Scoped("language")


def translated(words: str, /, **values: Any) -> str:
    """Return words in the chosen language, with values in the place of their names.

    >>> translated("Board {number}", number=7)
    'Board 7'
    """
    catalogue = (_LANGUAGE.current or _default)[1]
    text = words if catalogue is None else catalogue.gettext(words)
    return text.format_map(values)


def language() -> str:
    """Return the code of the chosen language."""
    return (_LANGUAGE.current or _default)[0]


def choose_language(code: str, catalogue: gettext.NullTranslations | None = None) -> None:
    """Choose the language of the process, with a catalogue of its words or the package's own.

    A language without a catalogue shows English. ``in_language`` chooses for a context instead.

    >>> choose_language("en")
    >>> language()
    'en'
    """
    global _default
    _default = _read_catalogue(code, catalogue)


def in_language(
    code: str, catalogue: gettext.NullTranslations | None = None
) -> AbstractContextManager[object]:
    """Return a context manager in which boards, and those of jobs made in it, have a language.

    >>> with in_language("nl"):
    ...     language(), translated("North")
    ('nl', 'Noord')
    >>> language()
    'en'
    """
    return _LANGUAGE.using(_read_catalogue(code, catalogue))


def _read_catalogue(
    code: str, catalogue: gettext.NullTranslations | None
) -> tuple[str, gettext.NullTranslations | None]:
    if catalogue is None and code != "en":
        import gettext  # takes half a millisecond
        from importlib.resources import files

        folder = str(files("dealwright.base") / _LOCALE)
        catalogue = gettext.translation("dealwright", folder, [code], fallback=True)
    return code, catalogue
