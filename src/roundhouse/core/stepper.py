"""What one engine's positions need to be stepped from Python: a class, and memory to work in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from roundhouse.core.engine import Engine
from roundhouse.core.fast_position import FastPosition
from roundhouse.core.game import Position
from roundhouse.core.python_calls import (
    BITS,
    CALL,
    CONTEXT,
    apply_call,
    chance_call,
    legal_call,
    look_call,
    weights_call,
)
from roundhouse.core.python_objects import NO_ARGUMENT, ONE_ARGUMENT, add_method
from roundhouse.core.rule import Binder

METHODS: tuple[tuple[str, int, Callable[..., Any]], ...] = (
    ("legal", NO_ARGUMENT, legal_call),
    ("apply", ONE_ARGUMENT, apply_call),
    ("play_chance", ONE_ARGUMENT, chance_call),
    ("_look", NO_ARGUMENT, look_call),
    ("_weights", NO_ARGUMENT, weights_call),
)
# What the methods need of Python: `context` has the addresses of these objects, which stay.
OBJECTS = {
    "none": None,
    "true": True,
    "false": False,
    "bits": BITS,
    "getrandbits": "getrandbits",
    "refuse": "_refuse",
    "refuse_chance": "_refuse_chance",
}

# Positions know their game, and so keep the compiled code; nothing here may keep it longer.
_classes: WeakKeyDictionary[Binder, type[FastPosition]] = WeakKeyDictionary()


class Stepper:
    """One engine's: forks have the class in common, and each a memory of its own."""

    def __init__(self, engine: Engine) -> None:
        self.position = class_of(engine.bind)
        self._actions: Any = engine.buffer(engine.size)
        self._numbers = list(range(engine.size))  # made once, not at each listing
        self._objects: Any = np.array([id(number) for number in self._numbers], np.int64)
        # They must stay where they are for as long as `context` has their addresses.
        self._kept = (engine.boards, engine.scratches)
        self.context = bytearray(CONTEXT.itemsize)
        context: Any = np.frombuffer(self.context, CONTEXT)
        context["board"], context["scratch"], context["out"], context["numbers"] = (
            int(array.ctypes.data)
            for array in (engine.boards, engine.scratches, self._actions, self._objects)
        )
        context["size"], context["listing"] = engine.state.dtype.itemsize, 1  # 0 is of no listing
        for name, thing in OBJECTS.items():
            context[name] = id(thing)


def class_of(bind: Binder) -> type[FastPosition]:
    """The class of positions that are stepped by these rules, compiled."""
    if bind not in _classes:
        made = type(FastPosition.__name__, (FastPosition,), {"__slots__": ()})
        made.__module__ = FastPosition.__module__
        for name, takes, function in METHODS:
            text = getattr(Position, name, getattr(FastPosition, name)).__doc__
            add_method(made, name, bind.address(function, CALL), takes, text)
        _classes[bind] = made
    return _classes[bind]
