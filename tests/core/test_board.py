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
def sheet() -> BoardFile:
    return BoardFile.parse(TEXT, "sample.toml")


def test_what_is_there_is_found(sheet: BoardFile) -> None:
    assert sheet.number(sheet.table("size"), "wide", "[size]") == 3
    assert sheet.ids("city") == ["fargo", "minot"]


def test_a_complaint_names_file_entry_and_reason(sheet: BoardFile) -> None:
    with pytest.raises(BadBoard) as caught:
        sheet.number(sheet.table("size"), "high", "[size]")
    assert str(caught.value) == "sample.toml: [size]: `high` is missing"
    assert (caught.value.file, caught.value.entry) == ("sample.toml", "[size]")


def test_wrong_kinds_and_ranges(sheet: BoardFile) -> None:
    size = sheet.table("size")
    with pytest.raises(BadBoard, match="whole number, not True"):
        sheet.number(size, "flag", "[size]")
    with pytest.raises(BadBoard, match="it must be 4 to 9"):
        sheet.number(size, "wide", "[size]", 4, 9)
    with pytest.raises(BadBoard, match=r"\[size\]: `size` must be a list"):
        BoardFile("f", {"size": {}}).get({"size": {}}, "size", list, "[size]")
    with pytest.raises(BadBoard, match="`town` is missing"):
        sheet.rows("town")
    with pytest.raises(BadBoard, match="at most 1 fit"):
        sheet.rows("city", 1)


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
def test_bad_ids(rows: list[object], reason: str) -> None:
    with pytest.raises(BadBoard, match=reason):
        BoardFile("f", {"city": rows}).ids("city")


def test_the_digest_is_of_the_data(sheet: BoardFile) -> None:
    other = BoardFile.parse("# a comment\n" + TEXT, "another name")
    assert other.digest == sheet.digest
    changed = BoardFile.parse(TEXT.replace("wide = 3", "wide = 4"), "sample.toml")
    assert changed.digest != sheet.digest


def test_origins_tell_where_facts_come_from() -> None:
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
def test_garbage_is_no_board(text: str) -> None:
    try:
        sheet = BoardFile.parse(text, "garbage")
        assert len(sheet.digest) == 16
        sheet.ids("city")
    except BadBoard as error:
        assert str(error).startswith("garbage: ")
