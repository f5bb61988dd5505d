"""Pages address their reader as "you"; other players stay in the third person."""

from __future__ import annotations

from roundhouse.table.presentation.markup import NamesForReader, rich


def test_the_reader_is_you_in_their_color() -> None:
    names = NamesForReader(["Ann", "Bo"], 0)
    text = str(rich("@0 pays @1; @0 is <first>", names))
    assert text == (
        '<span class="who who0">You</span> pay <span class="who who1">Bo</span>; '
        '<span class="who who0">you</span> are &lt;first&gt;'
    )


def test_spectators_read_all_names() -> None:
    text = '<span class="who who0">Ann</span> passes'
    assert rich("@0 passes", NamesForReader(["Ann", "Bo"], None)) == text
    assert rich("@0 passes", ["Ann", "Bo"]) == text
