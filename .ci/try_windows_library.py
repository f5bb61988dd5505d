"""Call the Windows libraries of games in Wine, and compare with this machine's libraries.

    python .ci/try_windows_library.py [GAME ...]

It needs Wine and the package ziglang, which links the libraries and a small program that loads
them. The calls are those of random games, perft and bots here; the program repeats each with the
same memory. Results and memory must be the same, byte for byte.
"""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from roundhouse.bots.native_builds import build_library
from roundhouse.bots.registry import make_bot
from roundhouse.core.backends.native import NativeBinder
from roundhouse.core.backends.native_array import NativeArray
from roundhouse.core.backends.native_library import file_name
from roundhouse.core.rule import NATIVE
from roundhouse.core.state import advance
from roundhouse.play import registry

TARGET, ZIG_TARGET = "win32-amd64", "x86_64-windows-gnu"
WINE = ("wine", "/usr/lib/wine/wine64")
BOTS = ("search:40", "guided:40", "net", "instinct", "greedy")
DECISIONS = 3  # of each bot

# The calls are in a file. A call is the length and the name of the function, pieces of memory with
# their sizes, and slots: the number of a piece and a place in it, or -1 and a value. The program
# writes the result, the first slot and the pieces of each call.
PROGRAM = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static int64_t number(FILE *in) {
    int64_t value;
    if (fread(&value, 8, 1, in) != 1) exit(3);
    return value;
}

int main(int count, char **words) {
    HMODULE library = LoadLibraryA(words[1]);
    FILE *in = fopen(words[2], "rb"), *out = fopen(words[3], "wb");
    if (!library || !in || !out) { fprintf(stderr, "error %lu\n", GetLastError()); return 2; }
    for (int64_t calls = number(in); calls > 0; calls--) {
        char name[256] = {0};
        if (fread(name, 1, number(in), in) == 0) return 3;
        int64_t pieces = number(in);
        char **memory = calloc(pieces + 1, sizeof *memory);
        int64_t *sizes = calloc(pieces + 1, sizeof *sizes);
        for (int64_t n = 0; n < pieces; n++) {
            sizes[n] = number(in);
            memory[n] = _aligned_malloc(sizes[n] + 64, 64);
            if (fread(memory[n], 1, sizes[n], in) != (size_t)sizes[n]) return 3;
        }
        int64_t length = number(in), *slots = calloc(length + 1, 8);
        for (int64_t n = 0; n < length; n++) {
            int64_t piece = number(in), value = number(in);
            slots[n] = piece < 0 ? value : (int64_t)(intptr_t)memory[piece] + value;
        }
        int64_t (*function)(int64_t) = (void *)GetProcAddress(library, name);
        if (!function) { fprintf(stderr, "no function %s\n", name); return 4; }
        int64_t result = function((int64_t)(intptr_t)slots);
        fwrite(&result, 8, 1, out);
        fwrite(slots, 8, 1, out);
        for (int64_t n = 0; n < pieces; n++) {
            fwrite(memory[n], 1, sizes[n], out);
            _aligned_free(memory[n]);
        }
        free(memory), free(sizes), free(slots);
    }
    return fclose(out);
}
"""


class CallMemory:
    """The memory that a call uses: pieces, because arrays may share parts of one."""

    def __init__(self, arrays: list[NativeArray]) -> None:
        self._pieces: list[list[int]] = []  # first address, end
        for start, end in sorted((each.address, each.address + _size(each)) for each in arrays):
            if self._pieces and start < self._pieces[-1][1]:
                self._pieces[-1][1] = max(end, self._pieces[-1][1])
            else:
                self._pieces.append([start, end])

    def place(self, array: NativeArray) -> tuple[int, int]:
        """Return the piece with an array, and where it begins there."""
        for n, (start, end) in enumerate(self._pieces):
            if start <= array.address < end:
                return n, array.address - start
        return -1, 0  # empty

    def content(self) -> list[bytes]:
        return [ctypes.string_at(start, end - start) for start, end in self._pieces]


def _size(array: NativeArray) -> int:
    return len(array.flat.cast("B"))


@dataclass
class Call:
    """A call of a function of a library.

    Attributes:
        slots: A piece of memory with a place in it, or -1 with a value.
        before: The pieces.
        after: The result, the first slot and the pieces, as the program writes them; without the
            slot if the result is an integer, or without the result.
    """

    name: str
    is_float: bool
    slots: list[tuple[int, int]]
    before: list[bytes]
    after: list[bytes]

    def packed(self) -> bytes:
        name = self.name.encode()
        parts = [_numbers(len(name)), name, _numbers(len(self.before))]
        for data in self.before:
            parts += [_numbers(len(data)), data]
        parts.append(_numbers(len(self.slots)))
        parts += [_numbers(*slot) for slot in self.slots]
        return b"".join(parts)

    def has_answer(self, data: bytes) -> bool:
        """Return whether the program's answer is the same as here."""
        number = data[8:16] if self.is_float else data[:8]
        return b"".join([number, data[16:]]) == b"".join(self.after)


def _numbers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}q", *values)


def _flatten(value: Any) -> Iterator[Any]:
    """Yield arrays and numbers, in the order in which `native.py` packs them."""
    if isinstance(value, tuple):
        for field in value:
            yield from _flatten(field)
    else:
        yield value
        if isinstance(value, NativeArray):
            yield from value.shape


def _slot(value: Any, memory: CallMemory) -> tuple[int, int]:
    if isinstance(value, NativeArray):
        return memory.place(value)
    if isinstance(value, float):
        return -1, struct.unpack("<q", struct.pack("<d", value))[0]
    return -1, int(value)


def record(game_id: str) -> list[Call]:
    """Return the calls of random games, perft and bots."""
    calls: list[Call] = []
    call_function = NativeBinder._call

    def call_and_record(function: Any, is_float: bool, *arguments: Any) -> Any:
        values = list(_flatten(arguments))
        memory = CallMemory([value for value in values if isinstance(value, NativeArray)])
        slots, before = [_slot(value, memory) for value in values], memory.content()
        result = call_function(function, is_float, *arguments)
        number = struct.pack("<d", result) if is_float else _numbers(int(result))
        after = [number, *memory.content()]
        calls.append(Call(function.__name__, is_float, slots, before, after))
        return result

    NativeBinder._call = staticmethod(call_and_record)
    try:
        _play(game_id)
    finally:
        NativeBinder._call = staticmethod(call_function)
    return calls


def _play(game_id: str) -> None:
    game = registry.load(game_id, speed=NATIVE)
    start = game.start(max(game.meta.seats))
    start.perft(2)
    game.engine.random_games(game.engine.load(start.pack()), 20, 1)
    for name in BOTS:
        state, rng = game.start(max(game.meta.seats)), random.Random(3)
        bot = make_bot(name, game, random.Random(7))
        for _ in range(DECISIONS):
            advance(state, rng)
            state.apply(bot.choose(state))


def repeat(calls: list[Call], library: Path, program: Path, folder: Path) -> None:
    """Repeat calls in Wine; raise ValueError for one with another result."""
    questions, replies = folder / "calls", folder / "answers"
    questions.write_bytes(b"".join([_numbers(len(calls)), *(call.packed() for call in calls)]))
    wine = next(filter(None, map(shutil.which, WINE)))
    env = {**os.environ, "WINEPREFIX": str(folder.parent / "wine"), "WINEDEBUG": "-all"}
    paths = [f"Z:{path}".replace("/", "\\") for path in (library, questions, replies)]
    subprocess.run([wine, str(program), *paths], env=env, check=True)
    answers, at = replies.read_bytes(), 0
    for n, call in enumerate(calls):
        size = 16 + sum(map(len, call.before))
        answer = answers[at : at + size]
        if not call.has_answer(answer):
            raise ValueError(f"call {n} of {len(calls)}, {call.name}: another result")
        at += size
    if at != len(answers):
        raise ValueError("the program answered more than it was asked")


def main(games: list[str]) -> None:
    home = Path(tempfile.mkdtemp())
    source, program = home / "program.c", home / "program.exe"
    source.write_text(PROGRAM, encoding="utf-8")
    compiler = [sys.executable, "-m", "ziglang", "cc", "-target", ZIG_TARGET, "-O1"]
    subprocess.run([*compiler, "-o", str(program), str(source)], check=True)
    for game in games or [meta.id for meta in registry.games()]:
        folder = home / game
        build_library(game, (TARGET,), folder=str(folder))
        library = folder / file_name(registry.package(game), TARGET)
        calls = record(game)
        repeat(calls, library, program, folder)
        names = {call.name for call in calls}
        print(f"{game}: {len(calls)} calls of {len(names)} functions: the same", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
