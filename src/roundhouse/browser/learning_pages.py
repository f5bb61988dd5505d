"""Lessons, rules and puzzles."""

from __future__ import annotations

from roundhouse.browser.local_app import LocalContext
from roundhouse.browser.local_http import SVG, LocalResponse, Router, download
from roundhouse.browser.local_player import USER
from roundhouse.core.translation import translate as _
from roundhouse.play import registry
from roundhouse.play.lesson import get_lesson
from roundhouse.table.commands.arguments import MAX_MOVES
from roundhouse.table.errors import NotFound
from roundhouse.web.learning.lessons import (
    StepRequest,
    answer_address,
    build_after_move,
    build_lesson_page,
    build_lessons_page,
    load_lesson,
)
from roundhouse.web.learning.puzzle_page_context import (
    PuzzleRequest,
    Solver,
    answer_puzzle,
    build_game_puzzles_page,
    build_puzzle_page,
    build_puzzles_page,
    daily_address,
    draw_puzzle,
    next_address,
)
from roundhouse.web.learning.rulebook import (
    RulesPage,
    build_sources_page,
    draw_rule_picture,
    render_rules,
)

router = Router()

# Lessons


@router.get("/learn")
def lessons(context: LocalContext) -> LocalResponse:
    return context.page("learn.html", build_lessons_page(lambda game: _reached(context, game)))


@router.get("/learn/{game}")
def begin_lesson(context: LocalContext, game: str) -> LocalResponse:
    load_lesson(game)
    return context.redirect(f"/learn/{game}/1")


@router.get("/learn/{game}/{step}")
def lesson_step(context: LocalContext, game: str, step: str) -> LocalResponse:
    guided = load_lesson(game)
    number = max(1, min(_step_number(step), guided.last + 1))
    arguments = context.request.arguments
    request = StepRequest(
        arguments.get("tried", []),
        context.text("took"),
        context.number("answer"),
        context.text("sheet"),
    )
    context.app.players.set(f"lesson {game}", str(number))
    template = "_lesson.html" if context.request.wants_fragment else "lesson.html"
    return context.page(template, build_lesson_page(guided, number, request))


@router.get("/learn/{game}/{step}/after/{ply}")
def after_move(context: LocalContext, game: str, step: str, ply: str) -> LocalResponse:
    """Show the table after one of the other seats' moves in a step."""
    page = build_after_move(load_lesson(game), _step_number(step), _step_number(ply))
    return context.page("_step.html", page)


@router.post("/learn/{game}/{step}")
def try_step(context: LocalContext, game: str, step: str) -> LocalResponse:
    moves = [value for name, value in context.request.fields if name == "move"]
    answer = context.request.form.get("answer", "")
    chosen = int(answer) if answer.isdigit() else None
    guided = load_lesson(game)
    return context.redirect(answer_address(guided, _step_number(step), moves[:MAX_MOVES], chosen))


def _step_number(text: str) -> int:
    if not text.isdigit() or len(text) > 6:
        raise NotFound(_("There is nothing here."))
    return int(text)


def _reached(context: LocalContext, game: str) -> int:
    saved = context.app.players.setting(f"lesson {game}")
    return int(saved) if saved.isdigit() else 0


# Rules


@router.get("/g/{game}/rules")
def rules(context: LocalContext, game: str) -> LocalResponse:
    meta = registry.meta(game)
    text = render_rules(meta.id, context.app.players.theme)
    return context.page("rules.html", RulesPage(game=meta, text=text, lesson=get_lesson(game)))


@router.get("/g/{game}/rules/{name}.svg")
def rule_picture(context: LocalContext, game: str, name: str) -> LocalResponse:
    return LocalResponse(draw_rule_picture(game, name, context.text("theme")), 200, SVG)


@router.get("/g/{game}/board")
def board(context: LocalContext, game: str) -> LocalResponse:
    digest = context.text("board")
    loaded = context.app.games.game(registry.meta(game).id, {}, digest)
    return context.page("board_sources.html", build_sources_page(loaded, digest))


@router.get("/g/{game}/board.toml")
def board_file(context: LocalContext, game: str) -> LocalResponse:
    text = context.app.games.board_text(registry.meta(game).id, context.text("board"))
    return download(text, f"{game}.toml")


# Puzzles


@router.get("/puzzles")
def puzzles(context: LocalContext) -> LocalResponse:
    return context.page("puzzles.html", build_puzzles_page(_solver(context)))


@router.get("/puzzles/daily")
def daily(context: LocalContext) -> LocalResponse:
    return context.redirect(daily_address(context.app.puzzles))


@router.get("/puzzles/{game}")
def puzzles_of(context: LocalContext, game: str) -> LocalResponse:
    return context.page("game_puzzles.html", build_game_puzzles_page(_solver(context), game))


@router.get("/puzzles/{game}/next")
def next_puzzle(context: LocalContext, game: str) -> LocalResponse:
    return context.redirect(next_address(_solver(context), game, context.text("theme")))


@router.get("/puzzles/{game}/{puzzle}/picture.svg")
def puzzle_picture(context: LocalContext, game: str, puzzle: str) -> LocalResponse:
    svg = draw_puzzle(context.app.puzzles, game, puzzle, context.text("theme"))
    return LocalResponse(svg, 200, SVG)


@router.get("/puzzles/{game}/{puzzle}")
def puzzle_page(context: LocalContext, game: str, puzzle: str) -> LocalResponse:
    """Show a puzzle, or the review of an answer to users who have tried it."""
    step = context.number("step")
    request = PuzzleRequest(
        context.text("theme"),
        context.text("answer"),
        context.text("line"),
        -1 if step is None else step,
        context.text("sheet"),
        context.text("counted"),
    )
    page = build_puzzle_page(_solver(context), game, puzzle, request)
    return context.redirect(page) if isinstance(page, str) else context.page("puzzle.html", page)


@router.post("/puzzles/{game}/{puzzle}")
def answer(context: LocalContext, game: str, puzzle: str) -> LocalResponse:
    """Answer with the first of the given moves; no move means giving up."""
    moves = [value for name, value in context.request.fields if name == "move"]
    to = answer_puzzle(_solver(context), game, puzzle, moves, context.text("theme"))
    return context.redirect(to)


def _solver(context: LocalContext) -> Solver:
    return Solver(context.app.puzzles, USER)
