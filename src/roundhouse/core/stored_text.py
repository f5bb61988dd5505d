"""Texts that are stored, and written later in the language of the reader.

In the language STORED, the functions of `translation.py` and `format_money` return their arguments
in control characters instead of a text. What else they are joined with stays as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from roundhouse.core.formats import format_money
from roundhouse.core.translation import (
    STORED_BEGIN,
    STORED_END,
    translate,
    translate_in_context,
    translate_plural,
)

_STORED = re.compile(f"{STORED_BEGIN}([^{STORED_END}]*){STORED_END}")
_FUNCTIONS: Mapping[str, Callable[..., str]] = {
    function.__name__: function
    for function in (translate, translate_in_context, translate_plural, format_money)
}


def translate_stored(text: str) -> str:
    """Write a stored text in the current language; other texts stay."""
    return _STORED.sub(_write, text)


def _write(match: re.Match[str]) -> str:
    function, arguments, values = json.loads(match[1])
    filled = {
        name: translate_stored(value) if isinstance(value, str) else value
        for name, value in values.items()
    }
    return _FUNCTIONS[function](*arguments, **filled)
