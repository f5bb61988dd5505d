"""What every room owes the table, looked at over whole random games."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from tests.games.sheets import HAND, STAGE, THEMES, sheet

from roundhouse.core.game import Game, Position
from roundhouse.core.view import NARROW, Drawing, Event, View, account

TEXT, PIECES = 4.5, 3.0  # contrast
# An id of a board file or of the notation: `cheyenne-denver`, `crew|yard`, `west_1`, `seat 0`.
ID = re.compile(r"\b[a-z]+[|_][a-z]|\bseat \d|\b[a-z]{3,}-(?:\d|[a-z]{3,}-)|:[a-z]")
Step = tuple[Position, int, Position]  # before, action, after


def steps(game: Game, seats: int, seed: int) -> Iterator[Step]:
    """A random game, move by move."""
    rng = random.Random(f"{game.meta.id} {seats} {seed}")
    state = game.start(seats)
    while not state.over:
        before = state.clone()
        action = rng.choice(state.legal())
        state.apply(action)
        yield before, action, state.clone()


def looks(game: Game, seats: int, many: int = 12) -> list[Position]:
    """Some positions of a random game: the first ones, some on the way, the last."""
    walked = list(steps(game, seats, 0))
    picked = [*walked[:3], *walked[3 :: max(1, len(walked) // many)]]
    return [*(before for before, _, _ in picked), walked[-1][2]]


def check_drawings(game: Game, seats: int) -> int:
    """Every drawing of some positions, as who is to act and as a spectator sees it."""
    read = 0
    for position in looks(game, seats):
        for seat in (max(position.turn, 0), None):
            legible(position, seat)
            read += len(game.drawings)
    return read


def legible(position: Position, seat: int | None) -> None:
    """No text too small, none that does not stand out, no piece that vanishes, in both themes; what
    can be pointed at has a name without ids."""
    view = position.view(seat)
    for drawing in position.game.drawings:
        svg = position.game.draw(view, drawing.name)
        for theme in THEMES:
            seen = sheet(svg, theme, _room(drawing))
            where = f"{drawing.name}, {theme}"
            for text in seen.texts:
                assert text.pixels >= (10 if drawing.mine else 11) - 0.001, (where, text)
                assert text.contrast >= TEXT, (where, text)
            for piece in seen.pieces:
                assert piece.contrast >= PIECES, (where, piece)
            for title in seen.titles:
                assert title, where
                assert not ID.search(title), (where, title)


def _room(drawing: Drawing) -> tuple[int, int]:
    """The room that a drawing has on a page."""
    if drawing.narrow:
        return NARROW
    return HAND if drawing.mine else STAGE


def check_words(game: Game, seats: int) -> int:
    """Choices, names of what can be clicked, prompts: without ids or numbers of seats. Every action
    is offered once."""
    ids = _ids(game)
    read = 0
    for position in looks(game, seats, 25):
        if position.turn >= 0:
            spoken(position)
            assert not position.view(position.turn)["shortcuts"]
        for said in _said(game, position.view(position.turn if position.turn >= 0 else None)):
            assert not ids & set(re.findall(r"[a-z0-9:-]+", said)), f"an id in {said!r}"
            read += 1
    return read


def spoken(position: Position) -> None:
    """Every choice in words, once, with a consequence; nobody by the number of a seat."""
    view = position.view(position.turn)
    assert view["prompt"]
    assert 0 < len(view["why"]) <= 105, f"no small reason: {view['why']!r}"
    labels = [(c["group"], c["label"]) for c in view["choices"]]
    assert len(labels) == len(set(labels)), "two choices look the same"
    for offered in view["choices"]:
        assert all(offered[part] for part in ("label", "group", "note")), offered
        for said in (offered["label"], offered["group"], offered["note"], offered["warning"]):
            assert not ID.search(said), offered
    for shortcut in view["shortcuts"]:
        assert shortcut["label"], shortcut
        assert shortcut["note"], shortcut
        assert not ID.search(" ".join((shortcut["label"], shortcut["group"], shortcut["note"])))
    for said in (view["prompt"], view["why"]):
        assert not ID.search(said), said
    assert view["focus"] in {d.name for d in position.game.drawings if not d.mine}
    for panel in view["panels"]:
        assert 2 <= len(panel["brief"]) <= 3


def _said(game: Game, view: View) -> Iterator[str]:
    yield from (view["prompt"], view["why"])
    for offered in view["choices"]:
        yield from (offered["label"], offered["note"], offered["warning"], offered["group"])
    for drawing in game.drawings:
        yield from re.findall(r"<title>(.*?)</title>", game.draw(view, drawing.name))


def _ids(game: Game) -> set[str]:
    """Ids of the board that are no words of their own."""
    data = game.board_file.data
    found = {row["id"] for key in ("city", "hex", "link") for row in data.get(key, [])}
    return {name for name in found if re.search(r"[\d-]", name)}


def check_hand(game: Game, seats: int) -> None:
    """What one holds is drawn from one's own seat alone; a spectator sees nothing of anybody's."""
    for hand in (d.name for d in game.drawings if d.mine):
        _check_hand(game, seats, hand)


def _check_hand(game: Game, seats: int, hand: str) -> None:
    for position in looks(game, seats):
        nobody = game.draw(position.view(None), hand)
        assert not re.search("<(text|rect|circle|polygon|path)", nobody)
        for seat in range(seats):
            svg = game.draw(position.view(seat), hand)
            again = game.draw(position.redeal(seat, random.Random(1)).view(seat), hand)
            assert svg == again
            others = [game.draw(position.view(n), hand) for n in range(seats) if n != seat]
            assert seats == 1 or position.turn < 0 or svg not in others or _alike(position, seat)


def _alike(position: Position, seat: int) -> bool:
    """Whether another seat's panel says the same."""
    panels = position.view(None)["panels"]
    mine = {**panels[seat], "seat": 0, "badges": []}
    return any({**p, "seat": 0, "badges": []} == mine for p in panels if p["seat"] != seat)


def check_money(game: Game, seats: int, seeds: int = 2) -> set[str]:
    """Rows of events account for every change of the scores, and parts add up to the last ones."""
    titles = set()
    for seed in range(seeds):
        last = game.start(seats)
        told: list[Event] = []
        for before, action, after in steps(game, seats, seed):
            last = after
            events = game.events(before, action, after, None)
            assert all(game.events(before, action, after, n) == events for n in range(seats))
            _check_rows(events, before, after)
            titles |= {event.title for event in events}
            told += events
        _check_end(game, last, events)
        _check_account(game, last, told)
    return titles


def _check_account(game: Game, last: Position, told: list[Event]) -> None:
    """The whole game's events say where every point came from."""
    first = game.start(last.seats).scores()
    parts = account(first, last.scores(), told)
    for seat in range(last.seats):
        assert sum(part.by_seat[seat] for part in parts) == last.scores()[seat]
    assert all(part.label != "at the start, and otherwise" for part in parts)
    assert len(parts) >= 2 or len(told) == 2  # a single round is one part


def _check_rows(events: tuple[Event, ...], before: Position, after: Position) -> None:
    changed = [0] * before.seats
    for event in events:
        assert event.title
        assert event.text or event.rows
        for seat, amount, _ in event.rows:
            if event.title != "The end":
                changed[seat] += amount
    then, now = before.scores(), after.scores()
    moved = [b - a for a, b in zip(then, now, strict=True)]
    assert moved == changed, f"scores moved by {moved}, events say {changed}"


def _check_end(game: Game, last: Position, events: tuple[Event, ...]) -> None:
    scores = last.scores()
    assert events[-1].title == "The end"
    assert [amount for _, amount, _ in events[-1].rows] == scores
    parts = last.breakdown()
    assert [sum(part.by_seat[n] for part in parts) for n in range(last.seats)] == scores
    assert len({part.label for part in parts}) == len(parts)
