"""Reading a weights file without NumPy, which wrote it (`savez_compressed`)."""

from __future__ import annotations

import ast
import struct
from array import array
from math import prod
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

MAGIC = b"\x93NUMPY"
ABOUT = "about"  # the member with the metadata, a string
_CODES = {"<f2": "e", "<f4": "f", "<f8": "d"}  # of the module `struct`


def read_arrays(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the metadata and arrays of a weights file, as memoryviews of float32.

    Raises:
        OSError: The file cannot be read.
        ValueError: The file is damaged.
        KeyError: There is no metadata.
    """
    try:
        with ZipFile(path) as file:
            members = {name.removesuffix(".npy"): file.read(name) for name in file.namelist()}
    except BadZipFile as error:
        raise ValueError(str(error)) from None
    about = members.pop(ABOUT)
    kind, shape, data = _split(about)
    if not kind.startswith("<U") or shape:
        raise ValueError(f"`{ABOUT}` is not a string")
    arrays = {name: _read_floats(member) for name, member in members.items()}
    return data.decode("utf-32-le").rstrip("\0"), arrays


def _split(member: bytes) -> tuple[str, tuple[int, ...], bytes]:
    """Return the type, the shape and the data of an array; see numpy.lib.format."""
    if member[:6] != MAGIC or len(member) < 12:
        raise ValueError("not an array of NumPy")
    size, start = struct.unpack_from("<H", member, 8)[0], 10
    if member[6] > 1:
        size, start = struct.unpack_from("<I", member, 8)[0], 12
    try:
        header = ast.literal_eval(member[start : start + size].decode("latin-1"))
        kind, shape, is_column_major = header["descr"], header["shape"], header["fortran_order"]
    except (SyntaxError, KeyError, TypeError) as error:
        raise ValueError(f"not an array of NumPy: {error}") from None
    if is_column_major and len(shape) > 1:
        raise ValueError("the rows of an array are not stored one after the other")
    return kind, shape, member[start + size :]


def _read_floats(member: bytes) -> Any:
    kind, shape, data = _split(member)
    if kind not in _CODES:
        raise ValueError(f"an array has the type {kind!r}, not a float")
    try:
        numbers = array("f", struct.unpack(f"<{prod(shape)}{_CODES[kind]}", data))
    except struct.error as error:
        raise ValueError(str(error)) from None
    return memoryview(numbers).cast("B").cast("f", shape)
