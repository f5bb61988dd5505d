"""Compile the modules of an archive in the browser, for a faster start later.

Compiled modules are larger than their sources, so they are not part of the site.
"""

from __future__ import annotations

import asyncio
import io
import marshal
import sys
from importlib.util import MAGIC_NUMBER, cache_from_source
from typing import Any
from zipfile import ZipFile

LIBRARY = f"/lib/python{sys.version_info.major}{sys.version_info.minor}.zip"
PACKAGES = "/app"
# The header of a compiled module whose source is not compared: the version of the site is enough.
HEADER = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)


async def compile_library(archive: Any) -> bytes:
    """Return the standard library with compiled modules in place of those in use.

    Args:
        archive: An ArrayBuffer of JavaScript.
    """
    used = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    output = io.BytesIO()
    with ZipFile(io.BytesIO(archive.to_bytes())) as source, ZipFile(output, "w") as target:
        for name in source.namelist():
            data, path = source.read(name), f"{LIBRARY}/{name}"
            if path in used:
                target.writestr(f"{name}c", compile_module(data, path))
            else:
                target.writestr(name, data)
            await asyncio.sleep(0)  # requests of pages are answered meanwhile
    return output.getvalue()


async def compile_packages(archive: Any) -> bytes:
    """Return the packages of the site with a compiled module beside each module.

    Args:
        archive: An ArrayBuffer of JavaScript.
    """
    output = io.BytesIO()
    with ZipFile(io.BytesIO(archive.to_bytes())) as source, ZipFile(output, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, data)
            if name.endswith(".py"):
                target.writestr(cache_from_source(name), compile_module(data, f"{PACKAGES}/{name}"))
            await asyncio.sleep(0)
    return output.getvalue()


def compile_module(source: bytes, path: str) -> bytes:
    """Return the content of a compiled module's file."""
    return HEADER + marshal.dumps(compile(source, path, "exec", dont_inherit=True))
