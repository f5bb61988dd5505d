"""Merging edited data into a board file: other lines and comments stay."""

from __future__ import annotations

import tomllib
from difflib import unified_diff
from typing import Any

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.core.errors import BadBoard
from roundhouse.play import registry
from roundhouse.web.boards.merge import merge, plain, same

GAMES = [meta.id for meta in registry.games()]


def read_board(game: str) -> tuple[str, dict[str, Any]]:
    text = registry.text(game, "board.toml")
    return text, plain(tomllib.loads(text))


def diff_lines(before: str, after: str) -> tuple[list[str], list[str]]:
    """Return the removed lines and the new lines."""
    diff = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[2:]
    lines = [[line[1:] for line in diff if line.startswith(mark)] for mark in "-+"]
    return lines[0], lines[1]


@pytest.mark.parametrize("game", GAMES)
def test_unedited_file_is_unchanged(game: str) -> None:
    text, data = read_board(game)
    assert merge(text, data, "mine") == text


def test_changed_number_changes_one_line() -> None:
    text, data = read_board("southern")
    data["board"]["city_income"][1] = 1
    data["board"]["max_income"] = 51
    removed, new = diff_lines(text, merge(text, data, "mine"))
    assert [line.split("  #")[0] for line in new] == ["city_income = [3, 1, 1]", "max_income = 51"]
    assert [line.split("  #")[1] for line in new] == [line.split("  #")[1] for line in removed]


def test_float_stays_float_when_the_script_sends_an_integer() -> None:
    """JavaScript does not distinguish 52.0 from 52, but the digest does."""
    text, data = read_board("texas")
    data["hex"][0]["x"] = 52
    assert merge(text, data, "mine") == text
    assert not same(True, 1)
    assert not same("1", 1)


def test_comments_stay_when_entries_are_added_and_removed() -> None:
    text, data = read_board("southern")
    last = data["link"].pop()
    del data["city"][7]
    data["city"].append({"id": "y", "name": "Y", "provenance": "my board"})
    result = merge(text, data, "mine")
    removed, new = diff_lines(text, result)
    assert new == ["[[city]]", 'id = "y"', 'name = "Y"', 'provenance = "my board"', ""]
    assert f'id = "{last["id"]}"' in removed
    assert not [line for line in removed if "#" in line and "colour" not in line]
    # The comment above the next table stays there, after the new last entry.
    backdrop = result.index("# The picture's backdrop")
    assert result.rindex("[[link]]") < backdrop < result.index("[[backdrop]]")
    data["link"].append(last)
    restored = merge(text, data, "mine")
    assert restored.index(f'id = "{last["id"]}"') < restored.index("# The picture's backdrop")


def test_renamed_entry_keeps_its_place_and_comments() -> None:
    text, data = read_board("union")
    data["city"][0]["id"] = "victoria"
    removed, new = diff_lines(text, merge(text, data, "mine"))
    assert (removed, new) == (['id = "vancouver"'], ['id = "victoria"'])


def test_multiline_lists_keep_their_lines() -> None:
    text, data = read_board("rails")
    grid = data["map"]["terrain"]["grid"]
    grid[2] = "M" + grid[2][1:]
    removed, new = diff_lines(text, merge(text, data, "mine"))
    assert len(removed) == len(new) == 1
    assert new[0].endswith("# row  2")
    text, data = read_board("northern")
    data["links"]["one_way"].remove(["fargo", "minot"])
    data["links"]["one_way"].append(["duluth", "seattle"])
    removed, new = diff_lines(text, merge(text, data, "mine"))
    assert len(new) == 2
    assert all(line.startswith('  ["') for line in new)


def test_all_entries_can_be_removed_and_restored() -> None:
    text, data = read_board("northern")
    cities = data["city"]
    data["city"] = []
    assert "city" not in tomllib.loads(merge(text, data, "mine"))
    data["city"] = cities
    assert merge(text, data, "mine") == text


def test_missing_value_is_an_error() -> None:
    text, data = read_board("northern")
    data["city"][0]["x"] = None
    with pytest.raises(BadBoard, match="`x`"):
        merge(text, data, "mine")


def test_invalid_toml_is_an_error_with_the_line() -> None:
    with pytest.raises(BadBoard, match="line 2"):
        merge("a = 1\nb = = 2\n", {"a": 1}, "mine")


KEYS = st.sampled_from(["a", "b", "id", "x y", "ü"])
LEAVES = st.integers(-9, 9) | st.text("ab\"'#\n", max_size=4) | st.booleans() | st.just(0.5)
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, min_size=1, max_size=3)
    ),
    max_leaves=8,
)
FILES = st.dictionaries(KEYS, VALUES, max_size=4)


def drop_empty_lists(data: dict[str, Any]) -> dict[str, Any]:
    """Remove empty lists, because a file has no table without entries."""
    return {key: value for key, value in data.items() if value != []}


@settings(max_examples=25, deadline=None)
@given(FILES, FILES)
def test_merge_turns_any_file_into_any_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    text = tomlkit.dumps(before)
    result = plain(tomllib.loads(merge(text, after, "mine")))
    assert same(drop_empty_lists(result), drop_empty_lists(after))
