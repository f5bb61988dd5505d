from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.errors import BadState
from roundhouse.core.layout import Struct, i8, i16, i32, i64


class Sample(Struct):
    turn = i8()
    cash = i16(3)
    grid = i8(2, 2)
    total = i32()
    clock = i64()


def filled() -> Sample:
    sample = Sample()
    sample.turn, sample.cash, sample.grid = -2, [1, -300, 7], [[1, 2], [3, -4]]
    sample.total, sample.clock = 70_000, 1 << 40
    return sample


def test_a_new_record_is_blank() -> None:
    assert Sample().cash == [0, 0, 0]
    assert Sample().grid == [[0, 0], [0, 0]]
    assert Sample().pack() == bytes(Sample.dtype.itemsize)


def test_rows_of_a_table_are_lists_of_their_own() -> None:
    sample = Sample()
    sample.grid[0][0] = 5
    assert sample.grid == [[5, 0], [0, 0]]


def test_packing_keeps_everything() -> None:
    assert vars(Sample.unpack(filled().pack())) == vars(filled())


def test_the_array_is_the_same_record() -> None:
    batch = filled().array()
    assert batch.dtype == Sample.dtype
    assert batch.tobytes() == filled().pack()
    assert batch[0]["cash"].tolist() == [1, -300, 7]


def test_wide_fields_come_first_so_that_all_are_aligned() -> None:
    places = Sample.dtype.fields
    assert places is not None
    for name in Sample.fields:
        dtype, offset = places[name][:2]
        assert offset % dtype.base.itemsize == 0


def test_all_fields_are_signed() -> None:
    assert all(Sample.dtype[name].base.kind == "i" for name in Sample.fields)


def test_a_copy_is_independent_at_every_depth() -> None:
    sample = filled()
    copy = sample.copy()
    copy.turn = 1
    copy.cash[0] = 99
    copy.grid[1][1] = 99
    assert vars(sample) == vars(filled())


def test_assign_becomes_the_other() -> None:
    sample = Sample()
    sample.assign(filled())
    assert vars(sample) == vars(filled())


def test_bytes_of_another_length_are_refused() -> None:
    with pytest.raises(BadState, match="another game or another version"):
        Sample.unpack(b"123")


def test_numbers_that_do_not_fit_are_an_error_and_not_wrapped() -> None:
    sample = Sample()
    sample.turn = 200
    with pytest.raises(OverflowError):
        sample.pack()


def test_three_dimensions_are_too_many() -> None:
    with pytest.raises(TypeError, match="two dimensions"):
        i8(1, 2, 3)  # type: ignore[call-overload]


@pytest.mark.parametrize("name", ["size", "round", "item", "copy", "pack"])
def test_names_that_records_have_already_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=name):
        type("Bad", (Struct,), {name: i8()})


@given(st.lists(st.integers(-(2**15), 2**15 - 1), min_size=3, max_size=3), st.integers(-128, 127))
def test_any_numbers_round_trip(cash: list[int], turn: int) -> None:
    sample = Sample()
    sample.cash, sample.turn = cash, turn
    again = Sample.unpack(sample.pack())
    assert (again.cash, again.turn) == (cash, turn)
    assert all(type(n) is int for n in again.cash)
    assert np.array_equal(sample.array(), again.array())
