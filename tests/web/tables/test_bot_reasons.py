"""Why bots moved: a line in the log, in games without secrets."""

from __future__ import annotations

from tests.web.table_setup import create_table, move

from roundhouse import Game
from roundhouse.table.presentation.log import BotReason, describe_reason
from roundhouse.table.presentation.table_context import ViewRequest
from roundhouse.web.bots.bot_status import MAX_REASONS
from roundhouse.web.services import Services
from roundhouse.web.tables.table_page import table_context


def test_reason_names_the_other_move_unless_the_choice_was_clear(northern: Game) -> None:
    state = northern.start(3)
    view = state.view(state.turn)
    choice = view["choices"][-1]
    move_text, label = choice["move"], choice["label"]
    assert describe_reason(view, move_text, 0.1) == "a clear choice"
    assert describe_reason(view, move_text, 0.4).startswith("also considered: ")
    assert describe_reason(view, move_text, 0.9).startswith("a close call with: ")
    assert describe_reason(view, move_text, 0.9).endswith(label)
    assert describe_reason(view, "no such move", 0.9) == ""


def test_log_shows_reasons_of_moves_that_stand(services: Services) -> None:
    table = create_table(services, "ann", "bob", "cleo")
    with services.tables.at(table) as result:
        choices = result.match.state.view(0)["choices"]
    words, other = choices[0]["move"], choices[-1]["move"]
    services.bot_status.note_reason(table, 0, BotReason(words, other, 0.5))
    services.bot_status.note_reason(table, 1, BotReason("a move that was undone", other, 0.0))
    for user in ("ann", "bob"):
        with services.tables.at(table) as result:
            first = result.match.state.view(result.turn)["choices"][0]["move"]
        move(services, table, user, first)
    with services.tables.at(table) as result:
        context = table_context(services, result, ViewRequest("ann"))
    (line,) = [line for line in context.log if line.why]
    assert line.ply == 1
    assert str(line.why).lower().startswith("also considered: ")
    assert choices[-1]["label"] in line.why
    assert context.bot_reasons


def test_only_the_latest_reasons_are_kept(services: Services) -> None:
    for ply in range(MAX_REASONS + 5):
        services.bot_status.note_reason("t", ply, BotReason("move", "other", 0.0))
    assert list(services.bot_status.reasons("t")) == list(range(5, MAX_REASONS + 5))
    assert services.bot_status.reasons("other") == {}
