"""What Northern Pacific tells, and how it says it."""

from __future__ import annotations

from .positions import before_seattle, changed, play, table


def test_choices_are_for_the_seat_to_act() -> None:
    state = table(3)
    assert len(state.view(0)["choices"]) == 50
    assert state.view(1)["choices"] == state.view(None)["choices"] == []
    assert state.view(1)["prompt"] == "@0 invests a cube or lays track"


def test_choices_are_grouped_and_tied_to_the_drawing() -> None:
    view = table(3, "invest large fargo").view(1)
    groups = list(dict.fromkeys(choice["group"] for choice in view["choices"]))
    assert groups == ["Invest a small cube", "Invest a large cube", "Lay track to"]
    lay = next(choice for choice in view["choices"] if choice["move"] == "lay fargo")
    assert lay["refs"] == ["city:fargo", "link:minneapolis-fargo"]
    assert lay["note"] == "@0 +2"
    invest = next(c for c in view["choices"] if c["move"] == "invest small fargo")
    assert invest["note"] == (
        "+1 when the track gets there; the last free place; cubes of @0 are there"
    )
    assert invest["ghost"] == {"shape": "cube", "colour": "#d55e00", "ink": "#111111", "text": "B"}


def test_what_cannot_pay_off_any_more_says_so() -> None:
    view = table(3, "invest small duluth", "lay fargo", "lay minot").view(0)
    warnings = {c["move"]: c["warning"] for c in view["choices"]}
    assert warnings["invest small duluth"] == "the railroad can no longer reach Duluth"
    assert warnings["invest small glasgow"] == ""
    lost = next(c for c in view["choices"] if c["move"] == "invest large duluth")
    assert lost["note"].startswith("lost when the round ends")


def test_track_that_leaves_cubes_behind_says_whose() -> None:
    state = table(3, "invest small duluth", "invest small duluth")
    third = {c["move"]: c for c in state.view(2)["choices"]}["lay fargo"]
    assert third["note"] == "nobody gains; @0 loses 1 and @1 loses 1"
    assert third["warning"] == ""
    play(state, "invest small minot")
    first = {c["move"]: c for c in state.view(0)["choices"]}["lay fargo"]
    assert first["note"] == "nobody gains; @1 loses 1"
    assert first["warning"] == "your cubes in Duluth can no longer be reached then"


def test_the_end_of_a_round_is_an_event() -> None:
    state = before_seattle(table(3), small=[9, 1, 1])
    after = state.clone()
    play(after, "lay seattle")
    (event,) = state.game.events(state, state.game.parse("lay seattle"), after, None)
    assert event.title == "Round 1 is over"
    assert event.rows == ((0, 10, ""), (1, 2, ""), (2, 2, ""))


def test_the_log() -> None:
    state = table(3, "invest small fargo", "invest large fargo")

    def told(words: str) -> str:
        after = state.clone()
        play(after, words)
        return state.game.sentence(state, state.game.parse(words), after, None)

    assert told("invest small minot") == "@2 invests a small cube in Minot"
    assert told("invest large minot") == "@2 invests a large cube in Minot"
    assert told("lay fargo") == "@2 lays track to Fargo: @0 gains 1, @1 gains 2"
    state = before_seattle(state)
    assert told("lay seattle") == "@2 lays track to Seattle; round 1 ends"


def test_an_empty_hand_is_told_so() -> None:
    state = changed(table(3), small=[0, 3, 3], large=[0, 1, 1])
    assert state.view(0)["prompt"] == "Your hand is empty: lay the next track"


def test_panels_and_notes() -> None:
    view = table(4, "invest large fargo", "lay fargo").view(None)
    facts = {fact["label"]: fact["value"] for fact in view["panels"][0]["facts"]}
    assert facts == {"in hand": "5 small, 1 large", "on the map": "0", "good": "0", "bad": "0"}
    notes = {fact["label"]: fact["value"] for fact in view["notes"]}
    assert notes == {"round": "1 of 3", "railhead": "Fargo", "cubes a city holds": "3"}


def test_the_variants_say_what_they_are() -> None:
    def lap(variant: str) -> str:
        return table(3, variant=variant).view(None)["notes"][0]["value"]

    assert lap("single") == "the only one"
    assert lap("scoreless") == "1; first to win 2"
    panel = table(3, variant="scoreless").view(None)["panels"][0]
    assert panel["facts"][-1] == {"label": "rounds won", "value": "0"}


def test_the_score_shown_in_scoreless_is_rounds_won() -> None:
    state = before_seattle(table(3, variant="scoreless"), small=[9, 1, 1])
    play(state, "lay seattle")
    panels = state.view(None)["panels"]
    assert [panel["score"] for panel in panels] == [1, 0, 0]
    assert {panel.get("unit") for panel in panels} == {"rounds won"}
    assert state.scores() == [10, 2, 2]  # N6: records keep `good`
    assert "unit" not in table(3).view(None)["panels"][0]


def test_the_end() -> None:
    state = before_seattle(table(3, variant="single"), small=[9, 1, 1])
    play(state, "lay seattle")
    view = state.view(0)
    assert view["ranks"] == [0, 1, 1]
    assert (view["phase"], view["prompt"], view["choices"]) == ("over", "The game is over", [])


def test_the_route_is_told_in_order() -> None:
    facts = table(3, "lay duluth", "lay grand-forks", "lay fargo").view(None)["facts"]
    assert facts["route"] == ["minneapolis", "duluth", "grand-forks", "fargo"]
    assert facts["railhead"] == "fargo"
