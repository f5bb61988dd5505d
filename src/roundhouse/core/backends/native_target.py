"""Link the code of `native_compiler.py` for a processor or for WebAssembly.

A library in WebAssembly is a side module of Emscripten: Python in a browser (Pyodide) loads it into
its own memory, so addresses mean the same as on any machine.

This module loads the compiler.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from roundhouse.core.backends.native_library import (
    OTHER_PLATFORMS,
    WASM32_SIMD128,
    is_wasm,
    platform_of,
)

OPTIMIZATION = 3  # the level of LLVM's pipeline

# What a library may call; LLVM adds calls that copy and clear memory. Our games call none: they are
# not the same everywhere (`core/floats.py`).
C_FUNCTIONS = {"exp", "expf", "log", "logf", "pow", "powf", "sqrt", "sqrtf"}

WASM_TRIPLE = "wasm32-unknown-emscripten"
WASM_FEATURES = "+bulk-memory,+nontrapping-fptoint,+sign-ext"  # Pyodide needs them too

# Of a package instead of a system, because few systems have linkers for others.
ZIG = (sys.executable, "-m", "ziglang")
WASM_LINKER = (*ZIG, "wasm-ld")
WASM_FLAGS = ("-shared", "--experimental-pic", "--no-entry", "--export-dynamic", "--strip-all")


# LLVM's name and Zig's name of a platform.
TRIPLES = {
    "linux-aarch64": ("aarch64-unknown-linux-gnu", "aarch64-linux-gnu"),
    "darwin-arm64": ("arm64-apple-macosx11.0.0", "aarch64-macos"),
    "darwin-x86_64": ("x86_64-apple-macosx11.0.0", "x86_64-macos"),
    "win32-amd64": ("x86_64-pc-windows-gnu", "x86_64-windows-gnu"),
}


class NoLinker(RuntimeError):
    """A library could not be linked."""


@dataclass(frozen=True)
class _Target:
    """What code is generated for, in LLVM's words."""

    triple: str
    cpu: str
    features: str = ""


def _target_of(instruction_set: str) -> _Target:
    if instruction_set in OTHER_PLATFORMS:
        return _Target(TRIPLES[instruction_set][0], OTHER_PLATFORMS[instruction_set])
    if not is_wasm(instruction_set):
        return _Target(llvm.get_process_triple(), instruction_set)
    simd = ",+simd128" if instruction_set == WASM32_SIMD128 else ""
    return _Target(WASM_TRIPLE, "generic", WASM_FEATURES + simd)


def emit_object(code: bytes, instruction_set: str) -> bytes:
    """Optimize a library for an instruction set, and return its object file."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = _target_of(instruction_set)
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=OPTIMIZATION, reloc="pic", codemodel="default"
    )
    module = llvm.parse_bitcode(code)
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(OPTIMIZATION)
    options.loop_vectorization = options.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    _export(module)
    needed = {function.name for function in module.functions if function.is_declaration}
    if missing := {name for name in needed - C_FUNCTIONS if not name.startswith("llvm.")}:
        raise RuntimeError(f"a library would need functions that it lacks: {sorted(missing)}")
    emitted: bytes = machine.emit_object(module)
    return emitted


def _export(module: Any) -> None:
    """Name the functions that a DLL exports; other systems export all public ones."""
    if "windows" in module.triple:
        for function in module.functions:
            if function.name.startswith("rh_") and not function.is_declaration:
                function.storage_class = "dllexport"


def link(data: bytes, path: Path, instruction_set: str, compilers: Sequence[str]) -> None:
    """Write an object file as a shared library; it appears whole or not at all.

    It is linked with no other library: the few functions of the C library that it calls are found
    in the process that loads it, whichever version of the C library that has.

    Args:
        data: The object file.
        path: Where to write the library.
        instruction_set: What it is for.
        compilers: The C compilers to try.

    Raises:
        NoLinker: There is none that works.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as folder:
        source, linked = Path(folder, "library.o"), Path(folder, "library.so")
        source.write_bytes(data)
        for command in _link_commands(instruction_set, compilers):
            arguments = [*command, "-o", str(linked), str(source)]
            try:
                subprocess.run(arguments, check=True, capture_output=True, text=True)
            except FileNotFoundError:
                continue
            except subprocess.CalledProcessError as error:
                raise NoLinker(f"{command[0]} could not link a library: {error.stderr}") from None
            linked.replace(path)
            return
    raise NoLinker(f"no C compiler was found to link a library ({', '.join(compilers)})")


def _link_commands(instruction_set: str, compilers: Sequence[str]) -> list[list[str]]:
    """Return the commands to try, without input and output."""
    if is_wasm(instruction_set):
        return [[*WASM_LINKER, *WASM_FLAGS, "--unresolved-symbols=import-dynamic"]]
    flags = ["-shared", "-nostdlib"]
    commands = [[compiler] for compiler in compilers]
    where = platform_of(instruction_set)
    if instruction_set in OTHER_PLATFORMS:
        commands = [[*ZIG, "cc", "-target", TRIPLES[instruction_set][1]]]
    if where.startswith("win32"):  # a DLL names the libraries that it calls
        flags.remove("-nostdlib")
    elif where.startswith("darwin"):
        flags += ["-undefined", "dynamic_lookup"]
    else:
        flags += ["-Wl,-s", "-Wl,-z,noexecstack"]
    return [[*command, *flags] for command in commands]
