"""Options of a call that are those of another function, told by ``help()`` and checked by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypeVar

__all__ = ["options_of"]

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def options_of(
    job: Callable[..., Any],
) -> Callable[[Callable[Arguments, Answer]], Callable[Arguments, Answer]]:
    """Return a decorator: the ``**options`` of a function are the keyword arguments of ``job``.

    ``help()`` then lists them, and a name that ``job`` does not take is an error of the call.

    >>> def counting(text: str, *, seed: int | None = None) -> int: ...
    >>> @options_of(counting)
    ... def count(text: str, **options: Any) -> str:
    ...     return text
    >>> signature(count)
    <Signature (text: 'str', *, seed: 'int | None' = None) -> 'str'>
    >>> count("x", sed=1)
    Traceback (most recent call last):
    TypeError: count() takes no 'sed'; its options are: seed
    """

    def decorated(call: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
        own = signature(call)
        named = [each for each in own.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
        keywords = signature(job).parameters.values()
        more = [
            each for each in keywords
            if each.kind is Parameter.KEYWORD_ONLY and each.name not in own.parameters
        ]  # fmt: skip
        names = {each.name for each in (*named, *more)}

        @wraps(call)
        def checked(*args: Arguments.args, **options: Arguments.kwargs) -> Answer:
            if unknown := [name for name in options if name not in names]:
                listed = ", ".join(each.name for each in more)
                raise TypeError(
                    f"{call.__name__}() takes no '{unknown[0]}'; its options are: {listed}"
                )
            return call(*args, **options)

        checked.__signature__ = own.replace(parameters=[*named, *more])  # type: ignore[attr-defined]
        return checked

    return decorated
