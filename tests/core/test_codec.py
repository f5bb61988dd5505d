from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roundhouse.core.codec import Codec, Names, Verb
from roundhouse.core.errors import IllegalAction, RoundhouseError, UnknownMove

CITIES = Names(["fargo", "minot"], 4)


@pytest.fixture
def codec() -> Codec:
    swap = Verb(6, "swap", (CITIES, Names.numbers(3)))
    return Codec(20, [Verb(0, "pass"), Verb(1, "lay", (CITIES,)), swap])


def test_actions_convert_to_words_and_back(codec: Codec) -> None:
    assert codec.text(0) == "pass"
    assert codec.text(2) == "lay minot"
    assert codec.text(6 + 1 * 3 + 2) == "swap minot 2"
    assert codec.parse("  swap   minot 2 ") == 11
    assert codec.actions() == [0, 1, 2, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize("action", [3, 5, 12, 19, 20, -1])
def test_undefined_actions_are_refused(codec: Codec, action: int) -> None:
    with pytest.raises(IllegalAction, match="no action"):
        codec.text(action)


def test_misspelled_move_gets_a_suggestion(codec: Codec) -> None:
    with pytest.raises(UnknownMove, match="did you mean 'lay fargo'"):
        codec.parse("lay fargoo")


@pytest.mark.parametrize(
    ("size", "verbs"),
    [
        (3, [Verb(0, "lay", (CITIES,))]),
        (3, [Verb(-1, "pass")]),
        (9, [Verb(0, "lay", (CITIES,)), Verb(1, "pass")]),
        (9, [Verb(0, "pass"), Verb(1, "pass")]),
        (9, [Verb(0, "lay", (Names(["a", "b"], 1),))]),
    ],
    ids=["does not fit", "negative base", "overlap", "duplicate verb", "too many names"],
)
def test_invalid_codec_raises(size: int, verbs: list[Verb]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Codec(size, verbs)


@given(st.data())
def test_codecs_are_bijective(data: st.DataObject) -> None:
    """For any verbs, names and capacities, words and actions round-trip."""
    verbs: list[Verb] = []
    base = 0
    for n in range(data.draw(st.integers(1, 4))):
        sizes = data.draw(st.lists(st.integers(1, 4), max_size=3))
        arguments = tuple(
            Names([f"n{i}" for i in range(size)], size + data.draw(st.integers(0, 2)))
            for size in sizes
        )
        verb = Verb(base + data.draw(st.integers(0, 3)), f"verb{n}", arguments)
        verbs.append(verb)
        base = verb.base + verb.size
    codec = Codec(base, verbs)
    texts = [codec.text(action) for action in codec.actions()]
    assert len(set(texts)) == len(texts)
    assert [codec.parse(words) for words in texts] == codec.actions()


@given(st.text(max_size=200))
def test_random_text_gives_a_clear_error(words: str) -> None:
    codec = Codec(4, [Verb(0, "lay", (CITIES,))])
    try:
        assert codec.text(codec.parse(words)) == " ".join(words.split())
    except RoundhouseError as error:
        assert "no move of this game" in str(error)
