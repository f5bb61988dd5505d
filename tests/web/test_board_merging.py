"""Edited data in the file it came from: nothing else in the file moves, and no comment is lost."""

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
from roundhouse.web.editing.merge import merge
from roundhouse.web.editing.plain import plain, same

GAMES = [box.id for box in registry.games()]


def opened(game: str) -> tuple[str, dict[str, Any]]:
    text = registry.text(game, "board.toml")
    return text, plain(tomllib.loads(text))


def changes(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that are gone and those that are new."""
    diff = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[2:]
    lines = [[line[1:] for line in diff if line.startswith(mark)] for mark in "-+"]
    return lines[0], lines[1]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_edited_is_the_same_to_the_letter(game: str) -> None:
    text, data = opened(game)
    assert merge(text, data, "mine") == text


def test_a_changed_number_changes_one_line() -> None:
    text, data = opened("southern")
    data["board"]["city_income"][1] = 1
    data["board"]["max_income"] = 51
    gone, new = changes(text, merge(text, data, "mine"))
    assert [line.split("  #")[0] for line in new] == ["city_income = [3, 1, 1]", "max_income = 51"]
    assert [line.split("  #")[1] for line in new] == [line.split("  #")[1] for line in gone]


def test_whole_and_broken_numbers_are_not_exchanged_for_each_other() -> None:
    """A script does not know 52.0 from 52; the digest does."""
    text, data = opened("texas")
    data["hex"][0]["x"] = 52
    assert merge(text, data, "mine") == text
    assert not same(True, 1)
    assert not same("1", 1)


def test_entries_come_and_go_between_their_comments() -> None:
    text, data = opened("southern")
    last = data["link"].pop()
    del data["city"][7]
    data["city"].append({"id": "y", "name": "Y", "provenance": "my board"})
    made = merge(text, data, "mine")
    gone, new = changes(text, made)
    assert new == ["[[city]]", 'id = "y"', 'name = "Y"', 'provenance = "my board"', ""]
    assert f'id = "{last["id"]}"' in gone
    assert not [line for line in gone if "#" in line and "colour" not in line]
    # What heads the next table still stands before it, and after the new last entry.
    backdrop = made.index("# The picture's backdrop")
    assert made.rindex("[[link]]") < backdrop < made.index("[[backdrop]]")
    data["link"].append(last)
    again = merge(text, data, "mine")
    assert again.index(f'id = "{last["id"]}"') < again.index("# The picture's backdrop")


def test_a_renamed_entry_keeps_its_place_and_its_comments() -> None:
    text, data = opened("union")
    data["city"][0]["id"] = "victoria"
    gone, new = changes(text, merge(text, data, "mine"))
    assert (gone, new) == (['id = "vancouver"'], ['id = "victoria"'])


def test_lists_in_many_lines_keep_their_lines() -> None:
    text, data = opened("rails")
    grid = data["map"]["terrain"]["grid"]
    grid[2] = "M" + grid[2][1:]
    gone, new = changes(text, merge(text, data, "mine"))
    assert len(gone) == len(new) == 1
    assert new[0].endswith("# row  2")
    text, data = opened("northern")
    data["links"]["one_way"].remove(["fargo", "minot"])
    data["links"]["one_way"].append(["duluth", "seattle"])
    gone, new = changes(text, merge(text, data, "mine"))
    assert len(new) == 2
    assert all(line.startswith('  ["') for line in new)


def test_all_entries_gone_and_entered_anew() -> None:
    text, data = opened("northern")
    kept = data["city"]
    data["city"] = []
    assert "city" not in tomllib.loads(merge(text, data, "mine"))
    data["city"] = kept
    assert merge(text, data, "mine") == text


def test_nothing_is_no_value() -> None:
    text, data = opened("northern")
    data["city"][0]["x"] = None
    with pytest.raises(BadBoard, match="`x`"):
        merge(text, data, "mine")


def test_a_file_that_is_no_toml_is_refused_with_the_line() -> None:
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


def without_empty_rows(data: dict[str, Any]) -> dict[str, Any]:
    """Where no entries are left there is no table of them."""
    return {key: value for key, value in data.items() if value != []}


@settings(max_examples=25, deadline=None)
@given(FILES, FILES)
def test_any_file_becomes_any_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    text = tomlkit.dumps(before)
    made = plain(tomllib.loads(merge(text, after, "mine")))
    assert same(without_empty_rows(made), without_empty_rows(after))
