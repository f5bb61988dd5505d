from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.board import BoardFile, origins
from roundhouse.core.errors import BadBoard

TEXT = """
provenance = "ours"
[size]
wide = 3
flag = true
[[city]]
id = "fargo"
[[city]]
id = "minot"
"""


@pytest.fixture
def board_file() -> BoardFile:
    return BoardFile.parse(TEXT, "sample.toml")


def test_valid_entries_are_read(board_file: BoardFile) -> None:
    assert board_file.number(board_file.table("size"), "wide", "[size]") == 3
    assert board_file.ids("city") == ["fargo", "minot"]


def test_error_names_file_entry_and_reason(board_file: BoardFile) -> None:
    with pytest.raises(BadBoard) as excinfo:
        board_file.number(board_file.table("size"), "high", "[size]")
    assert str(excinfo.value) == "sample.toml: [size]: `high` is missing"
    assert (excinfo.value.file, excinfo.value.entry) == ("sample.toml", "[size]")


def test_wrong_types_and_ranges_are_refused(board_file: BoardFile) -> None:
    size = board_file.table("size")
    with pytest.raises(BadBoard, match="whole number, not True"):
        board_file.number(size, "flag", "[size]")
    with pytest.raises(BadBoard, match="it must be 4 to 9"):
        board_file.number(size, "wide", "[size]", 4, 9)
    with pytest.raises(BadBoard, match=r"\[size\]: `size` must be a list"):
        BoardFile("f", {"size": {}}).get({"size": {}}, "size", list, "[size]")
    with pytest.raises(BadBoard, match="`town` is missing"):
        board_file.rows("town")
    with pytest.raises(BadBoard, match="at most 1 fit"):
        board_file.rows("city", 1)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "there is none"),
        ([3], "must be a table"),
        ([{}], "`id` is missing"),
        ([{"id": "two words"}], "one word"),
        ([{"id": ""}], "one word"),
        ([{"id": "a"}, {"id": "a"}], "used twice"),
    ],
)
def test_invalid_ids_are_refused(rows: list[object], reason: str) -> None:
    with pytest.raises(BadBoard, match=reason):
        BoardFile("f", {"city": rows}).ids("city")


def test_digest_depends_only_on_the_data(board_file: BoardFile) -> None:
    other = BoardFile.parse("# a comment\n" + TEXT, "another name")
    assert other.digest == board_file.digest
    changed = BoardFile.parse(TEXT.replace("wide = 3", "wide = 4"), "sample.toml")
    assert changed.digest != board_file.digest


def test_origins_yields_entries_with_their_sources() -> None:
    data = {
        "provenance": "picture",
        "links": {"provenance": {"one_way": "list", "bow": "ours"}},
        "city": [{"id": "fargo", "provenance": ["rulebook", "picture"], "x_provenance": "ours"}],
    }
    assert list(origins(data)) == [
        ("board", "picture"),
        ("links one_way", "list"),
        ("links bow", "ours"),
        ("city fargo", "rulebook, picture"),
        ("city fargo x", "ours"),
    ]


@given(st.text(max_size=300))
def test_random_text_gives_only_bad_board_errors(text: str) -> None:
    try:
        board_file = BoardFile.parse(text, "garbage")
        assert len(board_file.digest) == 16
        board_file.ids("city")
    except BadBoard as error:
        assert str(error).startswith("garbage: ")
