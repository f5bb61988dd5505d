"""The shipped weights: one file for each game that has a network.

A network plays on one board, under one version of the rules, with the options it was trained with.
"""

from __future__ import annotations

import ast
import json
import struct
from array import array
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from roundhouse.core.game import Game

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


FOLDER = Path(__file__).parent / "trained"


@dataclass(frozen=True)
class Weights:
    """The arrays of a network by name, and the metadata of its training."""

    arrays: dict[str, Any]  # buffers of float32, such as a memoryview or an array of NumPy
    metadata: dict[str, Any]

    @property
    def value_prior_sharpness(self) -> float:
        """The search parameter of this name in training; the game's may differ now."""
        for name in ("value_prior_sharpness", "keen"):  # older files call it `keen`
            if name in self.metadata:
                return float(self.metadata[name])
        return 1.0

    def fits(self, game: Game) -> bool:
        """Return whether they were trained for this board, these rules and these options."""
        here = (game.meta.id, game.rules, game.board_file.digest, game.engine.observation_size)
        data = self.metadata
        if here != (data["game"], data["rules"], data["board"], data["observation"]):
            return False
        fixed: dict[str, str] = data.get("options", {})  # the same in all games of the training
        return all(str(game.options.get(name)) == value for name, value in fixed.items())


def read_weights(path: Path) -> Weights:
    """Read a weights file."""
    about, arrays = read_arrays(path)
    return Weights(arrays, json.loads(about))


@cache
def _shipped(game: str) -> Weights | None:
    path = FOLDER / f"{game}.npz"
    return read_weights(path) if path.exists() else None


def trained_weights(game: Game) -> Weights | None:
    """Return the weights for a game, or None.

    The answer is also None for interpreted code, which is too slow.
    """
    return _shipped(game.meta.id) if game.engine.compiled and has_network(game) else None


def has_network(game: Game) -> bool:
    """Return whether a network was trained for this board, rules and options."""
    weights = _shipped(game.meta.id)
    return weights is not None and weights.fits(game)
