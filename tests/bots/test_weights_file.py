"""Weights files are read without NumPy, and equal what NumPy reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from roundhouse.bots.net.weights import FOLDER, read_arrays


def test_shipped_weights_are_read_as_numpy_reads_them() -> None:
    path = FOLDER / "northern.npz"
    about, arrays = read_arrays(path)
    with np.load(path) as file:
        assert about == str(file["about"])
        assert arrays.keys() == {*file.files} - {"about"}
        for name, array in arrays.items():
            assert np.array_equal(np.asarray(array), file[name].astype(np.float32))


def test_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    path.write_bytes(b"PK\x03\x04 not a zip file")
    with pytest.raises(ValueError, match="zip"):
        read_arrays(path)
    np.savez(path, about=np.array("{}"), table=np.zeros((2, 3), np.int32))
    with pytest.raises(ValueError, match="not a float"):
        read_arrays(path)
    np.savez(path, table=np.zeros((2, 3), np.float32))
    with pytest.raises(KeyError):
        read_arrays(path)
