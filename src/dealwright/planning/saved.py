"""Counting models in files: the arrays, the condition, the total, and a digest of all."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.errors import NumberingError
from dealwright.files import replacing
from dealwright.planning.models import digest_of
from dealwright.planning.saved_checks import Misfit, check_arrays

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Saved", "load_model", "save_model"]

_FORMAT = "dealwright plan 3"
# What numpy, zipfile and json raise where bytes are not what they should be.
_UNREADABLE = (
    ValueError, KeyError, EOFError, TypeError, AttributeError, IndexError, OverflowError,
    RuntimeError, NotImplementedError, RecursionError, MemoryError, SyntaxError, struct.error,
    zipfile.BadZipFile, zlib.error,
)  # fmt: skip
_KINDS = ("suits", "honours")


class Saved(NamedTuple):
    """A saved model: its kernel, arrays, condition, total, and the operations of counting it."""

    kind: str
    arrays: dict[str, NDArray[Any]]
    condition: str
    total: int
    operations: int


def save_model(path: Path, model: Saved) -> None:
    """Write a model to a file, a numpy .npz archive whatever its ending.

    :raises NumberingError: if the file cannot be written
    """
    about = {
        "format": _FORMAT,
        "kind": model.kind,
        "condition": model.condition,
        "total": str(model.total),
        "operations": str(model.operations),
        "digest": digest_of(model.arrays),
    }
    text = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    try:
        with replacing(path) as part, part.open("wb") as file:
            savez: Any = np.savez_compressed  # numpy's type hints lack the keywords
            savez(file, about=text, **model.arrays)
    except OSError as error:
        raise NumberingError(f"cannot write {path}: {error.strerror}") from None


def load_model(path: Path) -> Saved:
    """Return a saved model.

    :raises NumberingError: if the file is not a plan, or its digest does not agree
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        about = json.loads(arrays.pop("about").tobytes())
        if about["format"] != _FORMAT:
            raise KeyError("format")
        if about["kind"] not in _KINDS:
            raise KeyError("kind")
        condition, total, digest = about["condition"], int(about["total"]), about["digest"]
        operations = int(about["operations"])
        if not 0 <= operations < 1 << 62:
            raise KeyError("operations")
        if not (isinstance(condition, str) and isinstance(digest, str)):
            raise KeyError("condition")
    except OSError as error:
        raise NumberingError(f"cannot read {path}: {error.strerror or error}") from None
    except _UNREADABLE:
        raise NumberingError(f"{path} is not a plan that this version can read") from None
    if digest_of(arrays) != digest:
        raise NumberingError(f"{path} is a damaged plan: its digest does not agree")
    try:
        check_arrays(about["kind"], arrays)
    except Misfit as misfit:
        raise NumberingError(f"{path} is a damaged plan: {misfit} does not fit") from None
    return Saved(about["kind"], arrays, condition, total, operations)
