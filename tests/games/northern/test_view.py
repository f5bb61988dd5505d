"""Views of Northern Pacific: choices, log, events and panels."""

from __future__ import annotations

from .states import new_state, play, set_up_last_link, with_fields


def test_choices_are_for_the_seat_to_act() -> None:
    state = new_state(3)
    assert len(state.view(0)["choices"]) == 50
    assert state.view(1)["choices"] == state.view(None)["choices"] == []
    assert state.view(1)["prompt"] == "Waiting for @0: invest a cube or lay track"


def test_choices_have_groups_refs_and_notes() -> None:
    view = new_state(3, "invest large fargo").view(1)
    groups = list(dict.fromkeys(choice["group"] for choice in view["choices"]))
    assert groups == ["Invest a small cube in", "Invest a large cube in", "Lay track to"]
    lay = next(choice for choice in view["choices"] if choice["move"] == "lay fargo")
    assert lay["refs"] == ["city:fargo", "link:minneapolis-fargo"]
    assert lay["note"] == "@0 +2"
    invest = next(c for c in view["choices"] if c["move"] == "invest small fargo")
    assert invest["note"] == ("+1 if the track gets here · last free space · cubes here: @0")
    assert invest["ghost"] == {"shape": "cube", "colour": "#d55e00", "ink": "#111111", "text": "B"}


def test_investment_in_unreachable_city_has_warning() -> None:
    view = new_state(3, "invest small duluth", "lay fargo", "lay minot").view(0)
    warnings = {c["move"]: c["warning"] for c in view["choices"]}
    assert warnings["invest small duluth"] == "the track can no longer reach Duluth"
    assert warnings["invest small glasgow"] == ""
    unreachable = next(c for c in view["choices"] if c["move"] == "invest large duluth")
    assert unreachable["note"].startswith("lost when the round ends")


def test_track_that_cuts_off_cubes_names_their_owners() -> None:
    state = new_state(3, "invest small duluth", "invest small duluth")
    third = {c["move"]: c for c in state.view(2)["choices"]}["lay fargo"]
    assert third["note"] == "no one gains · @0 loses 1 and @1 loses 1"
    assert third["warning"] == ""
    play(state, "invest small minot")
    first = {c["move"]: c for c in state.view(0)["choices"]}["lay fargo"]
    assert first["note"] == "no one gains · @1 loses 1"
    assert first["warning"] == "cuts off your cubes in Duluth"


def test_round_end_is_an_event() -> None:
    state = set_up_last_link(new_state(3), small=[9, 1, 1])
    after = state.clone()
    play(after, "lay seattle")
    (event,) = state.game.events(state, state.game.parse("lay seattle"), after, None)
    assert event.title == "Round 1 is over"
    assert event.rows == ((0, 10, ""), (1, 2, ""), (2, 2, ""))


def test_log_sentences() -> None:
    state = new_state(3, "invest small fargo", "invest large fargo")

    def log_sentence(words: str) -> str:
        after = state.clone()
        play(after, words)
        return state.game.sentence(state, state.game.parse(words), after, None)

    assert log_sentence("invest small minot") == "@2 invests a small cube in Minot"
    assert log_sentence("invest large minot") == "@2 invests a large cube in Minot"
    assert log_sentence("lay fargo") == "@2 lays track to Fargo: @0 gains 1, @1 gains 2"
    state = set_up_last_link(state)
    assert log_sentence("lay seattle") == "@2 lays track to Seattle; round 1 ends"


def test_prompt_for_an_empty_hand() -> None:
    state = with_fields(new_state(3), small=[0, 3, 3], large=[0, 1, 1])
    assert state.view(0)["prompt"] == "You have no cubes left: lay the next track"


def test_panels_and_notes() -> None:
    view = new_state(4, "invest large fargo", "lay fargo").view(None)
    facts = {fact["label"]: fact["value"] for fact in view["panels"][0]["facts"]}
    assert facts == {
        "in hand": "5 small, 1 large",
        "on the map": "0",
        "rounds before": "0",
        "lost": "0",
    }
    notes = {fact["label"]: fact["value"] for fact in view["notes"]}
    assert notes == {"round": "1 of 3", "railhead": "Fargo", "max. cubes per city": "3"}


def test_notes_describe_the_variant() -> None:
    def round_note(variant: str) -> str:
        return new_state(3, variant=variant).view(None)["notes"][0]["value"]

    assert round_note("single") == "1 of 1"
    assert round_note("scoreless") == "1; first to win 2"
    panel = new_state(3, variant="scoreless").view(None)["panels"][0]
    assert panel["facts"][-1] == {"label": "rounds won", "value": "0"}


def test_scoreless_panels_show_rounds_won() -> None:
    state = set_up_last_link(new_state(3, variant="scoreless"), small=[9, 1, 1])
    play(state, "lay seattle")
    panels = state.view(None)["panels"]
    assert [panel["score"] for panel in panels] == [1, 0, 0]
    assert {panel.get("unit") for panel in panels} == {"rounds won"}
    assert state.scores() == [10, 2, 2]  # N6: scores are `good`
    assert "unit" not in new_state(3).view(None)["panels"][0]


def test_view_of_a_finished_game() -> None:
    state = set_up_last_link(new_state(3, variant="single"), small=[9, 1, 1])
    play(state, "lay seattle")
    view = state.view(0)
    assert view["ranks"] == [0, 1, 1]
    assert (view["phase"], view["prompt"], view["choices"]) == ("over", "The game is over", [])


def test_route_is_listed_in_order() -> None:
    facts = new_state(3, "lay duluth", "lay grand-forks", "lay fargo").view(None)["facts"]
    assert facts["route"] == ["minneapolis", "duluth", "grand-forks", "fargo"]
    assert facts["railhead"] == "fargo"
