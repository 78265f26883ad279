"""Messages that can be translated: templates, their values, and the language of their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealwright.scoped import Scoped

if TYPE_CHECKING:
    import gettext
    from collections.abc import Mapping
    from contextlib import AbstractContextManager
    from typing import Any

__all__ = [
    "Message",
    "choose_language",
    "filled",
    "in_language",
    "language",
    "portable",
    "translated",
]

_LOCALE = "locale"
_default: tuple[str, gettext.NullTranslations | None] = ("en", None)
_LANGUAGE: Scoped[tuple[str, gettext.NullTranslations | None]] = Scoped("language")


class Message:
    """Text that is made when it is shown: a template, and the values that fill it.

    A template without values is the text itself, as in ``logging``, so its braces need no escape.

    >>> message = Message("{n:,} deals fit '{condition}'", n=1200, condition="hcp(north) > 36")
    >>> str(message), message.values["n"]
    ("1,200 deals fit 'hcp(north) > 36'", 1200)
    """

    __slots__ = ("template", "values")

    def __init__(self, template: str, /, **values: Any) -> None:
        self.template = template
        self.values = values

    def __str__(self) -> str:
        return filled(self.template, self.values)

    def __repr__(self) -> str:
        return f"Message({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.template, portable(self.values))


def _rebuilt(template: str, values: dict[str, Any]) -> Message:
    return Message(template, **values)


def filled(template: str, values: Mapping[str, Any]) -> str:
    """Return the text of a template in the chosen language.

    >>> filled("{card} is not a card", {"card": "1S"})
    '1S is not a card'
    """
    text = translated(template)
    if not values:
        return text
    try:
        return text.format_map(values)
    except (LookupError, ValueError, AttributeError):
        if text == template:
            raise
        return template.format_map(values)  # a translation with a wrong name: show the original


class _Shown:
    """A value that another process only shows."""

    def __init__(self, text: str, representation: str) -> None:
        self.text, self.representation = text, representation

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.representation


def portable(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a message with only the texts of those that may not be pickled."""
    from numbers import Number

    plain = (str, Number, Message, Exception, type(None))
    return {
        name: value if isinstance(value, plain) else _Shown(str(value), repr(value))
        for name, value in values.items()
    }


def translated(text: str) -> str:
    """Return a text in the chosen language; the text itself if nobody has translated it."""
    catalogue = (_LANGUAGE.current or _default)[1]
    return text if catalogue is None or not text else catalogue.gettext(text)


def language() -> str:
    """Return the code of the chosen language."""
    return (_LANGUAGE.current or _default)[0]


def choose_language(code: str, catalogue: gettext.NullTranslations | None = None) -> None:
    """Choose the language of the process, or give a catalogue of its messages.

    Without a catalogue, that of the package is loaded; a language that has none shows English.
    ``in_language`` chooses for a context instead.

    >>> choose_language("en")
    >>> language()
    'en'
    """
    global _default
    _default = _read_catalogue(code, catalogue)


def in_language(
    code: str, catalogue: gettext.NullTranslations | None = None
) -> AbstractContextManager[object]:
    """Return a context manager in which messages, and those of jobs made in it, have a language.

    >>> with in_language("nl"):
    ...     language()
    'nl'
    >>> language()
    'en'
    """
    return _LANGUAGE.using(_read_catalogue(code, catalogue))


def _read_catalogue(
    code: str, catalogue: gettext.NullTranslations | None
) -> tuple[str, gettext.NullTranslations | None]:
    if catalogue is None and code != "en":
        import gettext  # half a millisecond, for those who choose
        from importlib.resources import files

        folder = str(files("dealwright") / _LOCALE)
        catalogue = gettext.translation("dealwright", folder, [code], fallback=True)
    return code, catalogue
