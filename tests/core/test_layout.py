from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.backends.jit import array_of, dtype_of
from roundhouse.core.errors import BadState
from roundhouse.core.layout import Struct, i8, i16, i32, i64, read_number
from roundhouse.play import registry


class Sample(Struct):
    turn = i8()
    cash = i16(3)
    grid = i8(2, 2)
    total = i32()
    clock = i64()


def filled_sample() -> Sample:
    sample = Sample()
    sample.turn, sample.cash, sample.grid = -2, [1, -300, 7], [[1, 2], [3, -4]]
    sample.total, sample.clock = 70_000, 1 << 40
    return sample


def test_new_struct_is_zero() -> None:
    assert Sample().cash == [0, 0, 0]
    assert Sample().grid == [[0, 0], [0, 0]]
    assert Sample().pack() == bytes(Sample.packed_size)


def test_rows_of_an_array_are_separate_lists() -> None:
    sample = Sample()
    sample.grid[0][0] = 5
    assert sample.grid == [[5, 0], [0, 0]]


def test_pack_and_unpack_round_trip() -> None:
    assert vars(Sample.unpack(filled_sample().pack())) == vars(filled_sample())


def numpy_bytes(struct: Struct) -> bytes:
    """Return the bytes of a struct that NumPy has filled field by field."""
    batch = np.zeros(1, dtype_of(type(struct)))
    for name in struct.fields:
        batch[name][0] = getattr(struct, name)
    return batch.tobytes()


def test_array_holds_the_same_values() -> None:
    batch = array_of(filled_sample())
    assert batch.dtype == dtype_of(Sample)
    assert batch.tobytes() == filled_sample().pack() == numpy_bytes(filled_sample())
    assert batch[0]["cash"].tolist() == [1, -300, 7]


@pytest.mark.parametrize("name", [meta.id for meta in registry.games()])
def test_bytes_of_a_game_are_those_of_numpy(name: str) -> None:
    game = registry.load(name, speed="interpreted")
    assert game.board.pack() == numpy_bytes(game.board)
    state, rng = game.start(game.meta.seats[-1]), random.Random(1)
    for _ in range(200):
        if not state.over:
            state.apply(rng.choice(state.legal()))
    packed = numpy_bytes(state.py_state)
    assert state.pack() == packed
    assert vars(type(state.py_state).unpack(packed)) == vars(state.py_state)
    for field in ("turn", "seats"):
        assert read_number(type(state.py_state), field, packed) == getattr(state, field)


def test_all_fields_are_aligned() -> None:
    dtype_fields = dtype_of(Sample).fields
    assert dtype_fields is not None
    for name in Sample.fields:
        dtype, offset = dtype_fields[name][:2]
        assert offset % dtype.base.itemsize == 0


def test_all_fields_are_signed() -> None:
    assert all(dtype_of(Sample)[name].base.kind == "i" for name in Sample.fields)


def test_copy_is_deep() -> None:
    sample = filled_sample()
    copy = sample.copy()
    copy.turn = 1
    copy.cash[0] = 99
    copy.grid[1][1] = 99
    assert vars(sample) == vars(filled_sample())


def test_assign_copies_all_fields() -> None:
    sample = Sample()
    sample.assign(filled_sample())
    assert vars(sample) == vars(filled_sample())


def test_bytes_of_the_wrong_length_are_refused() -> None:
    with pytest.raises(BadState, match="another game or version"):
        Sample.unpack(b"123")


def test_number_that_does_not_fit_raises_overflow_error() -> None:
    sample = Sample()
    sample.turn = 200
    with pytest.raises(OverflowError):
        sample.pack()


def test_three_dimensions_are_refused() -> None:
    with pytest.raises(TypeError, match="two dimensions"):
        i8(1, 2, 3)  # type: ignore[call-overload]


def test_list_of_the_wrong_length_is_refused() -> None:
    sample = Sample()
    sample.cash = [1, 2]
    with pytest.raises(ValueError, match="Sample: pack expected 10 items"):
        sample.pack()


@pytest.mark.parametrize("name", ["copy", "pack", "fields", "tail"])
def test_reserved_field_names_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        type("Bad", (Struct,), {name: i8()})


@pytest.mark.parametrize("name", ["size", "round", "item"])
def test_field_names_that_numpy_uses_are_refused_where_it_is_used(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        dtype_of(type("Bad", (Struct,), {name: i8()}))


@given(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=3, max_size=3), st.integers(-128, 127))
def test_any_numbers_round_trip(cash: list[int], turn: int) -> None:
    sample = Sample()
    sample.cash, sample.turn = cash, turn
    unpacked = Sample.unpack(sample.pack())
    assert (unpacked.cash, unpacked.turn) == (cash, turn)
    assert all(type(n) is int for n in unpacked.cash)
    assert np.array_equal(array_of(sample), array_of(unpacked))
