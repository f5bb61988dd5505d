"""Record files (`*.game`): a JSON header, then one move per line.

{"game": "northern", "rules": 1, "board": "5c1f...", "options": {...}, "seats": 3, ...}
0 invest small fargo
1 lay fargo
* open 2
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from roundhouse.core.board import BoardFile
from roundhouse.core.constants import CHANCE
from roundhouse.core.errors import BadRecord, IllegalAction, RoundhouseError, UnknownMove
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.core.translation import translate as _
from roundhouse.play import registry

CHANCE_SIGN = "*"
HIDDEN = "?"


@dataclass(frozen=True)
class Move:
    """One line of a record: the seat or CHANCE, and the words."""

    seat: int
    words: str

    def __str__(self) -> str:
        return f"{CHANCE_SIGN if self.seat == CHANCE else self.seat} {self.words}"


@dataclass(frozen=True)
class ReplayStep:
    """A replayed move with its action and the states around it."""

    before: State
    move: Move
    action: int
    after: State


@dataclass(frozen=True)
class Record:
    """A game as it was played, finished or not.

    Attributes:
        game: The id of the game.
        seats: The number of seats.
        rules: The version of the rules.
        board: The digest of the board.
        options: The value of every option.
        names: The players' names by seat.
        moves: The moves in order.
        result: Scores and ranks, or None if the game is not over.
        seen_by: The seat or "spectator" for whom hidden words were replaced, or None.
        file: The name of the file, for error messages.
        lines: The line number of each move in the file.
        players: Who plays each seat from here on, `player` or `bot:NAME`; empty: not known.
    """

    game: str
    seats: int
    rules: int
    board: str
    options: dict[str, str] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()
    result: dict[str, list[int]] | None = None
    seen_by: int | str | None = None
    file: str = "record"
    lines: tuple[int, ...] = ()
    players: tuple[str, ...] = ()

    @classmethod
    def begin(cls, game: Game, seats: int, names: tuple[str, ...] = ()) -> Record:
        """Return an empty record of a new game."""
        names = names or tuple(f"Seat {n}" for n in range(seats))
        return cls(
            game.meta.id, seats, game.rules, game.board_file.digest, dict(game.options), names
        )

    def dumps(self) -> str:
        """Return the text of the record file."""
        header: dict[str, Any] = {
            "game": self.game,
            "rules": self.rules,
            "board": self.board,
            "options": self.options,
            "seats": self.seats,
            "names": list(self.names),
            "result": self.result,
        }
        if self.seen_by is not None:
            header["seen_by"] = self.seen_by
        if self.players:
            header["players"] = list(self.players)
        return "\n".join([json.dumps(header, ensure_ascii=False), *map(str, self.moves)]) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the record file."""
        Path(path).write_text(self.dumps(), encoding="utf-8")

    @classmethod
    def loads(cls, text: str, file: str = "record") -> Record:
        """Parse a record file; `replay` checks its moves.

        Args:
            text: The text of the file.
            file: The name of the file, for error messages.

        Returns:
            The record.

        Raises:
            BadRecord: The file is malformed.
        """
        lines = text.splitlines()
        if not lines:
            raise BadRecord(_("the file is empty"), 1, file)
        header = _header(lines[0], file)
        moves, numbers = [], []
        for number, line in enumerate(lines[1:], 2):
            if not line.strip():
                continue
            who, _space, words = line.strip().partition(" ")
            seat = CHANCE if who == CHANCE_SIGN else _seat(who, header["seats"])
            if seat is None or not words.strip():
                raise BadRecord(
                    _("a move is `seat words` or `* words`, not {line}", line=repr(line[:60])),
                    number,
                    file,
                )
            moves.append(Move(seat, " ".join(words.split())))
            numbers.append(number)
        return cls(
            game=header["game"],
            seats=header["seats"],
            rules=header["rules"],
            board=header["board"],
            options=header["options"],
            names=tuple(header["names"]),
            moves=tuple(moves),
            result=header["result"],
            seen_by=header["seen_by"],
            file=file,
            lines=tuple(numbers),
            players=tuple(header["players"]),
        )

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record file; raise BadRecord if it is unreadable or malformed."""
        try:
            return cls.loads(Path(path).read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise BadRecord(_("cannot be read: {error}", error=error), 1, str(path)) from None

    def load_game(
        self, board: str | Path | BoardFile | None = None, speed: str | None = None
    ) -> Game:
        """Return the game of the record.

        Args:
            board: The board, if it was not the game's default one.
            speed: "compiled" or "interpreted"; None for the default of the process.

        Returns:
            The game with the record's rules and options.

        Raises:
            BadRecord: The game, an option or the board does not match.
        """
        try:
            game = registry.open_game(self.game, board, self.options, speed, self.rules)
            game.meta.check_seats(self.seats)
        except RoundhouseError as error:
            raise BadRecord(str(error), 1, self.file) from None
        self.check_game(game)
        return game

    def check_game(self, game: Game) -> None:
        """Raise BadRecord if a game has other rules or another board than the record."""
        if self.rules != game.rules:
            raise BadRecord(
                _(
                    "played by version {version} of the rules; this is version {current}",
                    version=self.rules,
                    current=game.rules,
                ),
                1,
                self.file,
            )
        if self.board != game.board_file.digest:
            raise BadRecord(
                _(
                    "played on another board (digest {digest}); give the board file it was "
                    "played on",
                    digest=self.board,
                ),
                1,
                self.file,
            )

    def replay(self, game: Game) -> Iterator[State]:
        """Yield the states before each move and at the end; raise BadRecord if illegal."""
        yield game.start(self.seats)
        for step in self.steps(game):
            yield step.after

    def steps(self, game: Game) -> Iterator[ReplayStep]:
        """Yield each move with its action and the states around it.

        Args:
            game: The game, from `load_game`.

        Yields:
            The replayed moves.

        Raises:
            BadRecord: A move is illegal, or the result is wrong.
        """
        state = game.start(self.seats)
        before = state.clone()
        for n, move in enumerate(self.moves):
            action = self._make(game, state, n, move)
            after = state.clone()
            yield ReplayStep(before, move, action, after)
            before = after
        if state.over and self.result is not None and self.result != outcome(state):
            raise BadRecord(
                _(
                    "says the result is {result}; it is {actual}",
                    result=self.result,
                    actual=outcome(state),
                ),
                1,
                self.file,
            )

    def _make(self, game: Game, state: State, n: int, move: Move) -> int:
        """Apply a move to `state` and return its action."""
        line = self.lines[n] if self.lines else n + 2
        if HIDDEN in move.words.split():
            raise BadRecord(
                _(
                    "this move is hidden in a record for one seat; only the full record can "
                    "be replayed"
                ),
                line,
                self.file,
            )
        if state.over:
            raise BadRecord(_("the game is over before this move"), line, self.file)
        if move.seat != state.turn:
            reason = _("it is chance's turn, not that of `{move}`", move=move)
            if state.turn != CHANCE:
                values = {"seat": state.turn, "move": move}
                reason = _("it is seat {seat}'s turn, not that of `{move}`", **values)
            raise BadRecord(reason, line, self.file)
        try:
            action = game.parse(move.words)
            state.apply(action)
        except (UnknownMove, IllegalAction) as error:
            raise BadRecord(str(error), line, self.file) from None
        return action

    def finish(self, state: State) -> Record:
        """Return the record with the result, if the game is over."""
        return replace(self, result=outcome(state) if state.over else None)

    def redact(self, game: Game, seat: int | None) -> Record:
        """Return the record as a seat may see it, with `?` for hidden words.

        Args:
            game: The game, from `load_game`.
            seat: The seat, or None for a spectator.
        """
        if not game.meta.secrets:
            return self
        moves = tuple(
            Move(step.move.seat, game.redact(step.before, step.action, seat))
            for step in self.steps(game)
        )
        seen_by = "spectator" if seat is None else seat
        return replace(self, moves=moves, seen_by=seen_by)


def outcome(state: State) -> dict[str, list[int]]:
    """Return the result of a finished game in the format of a record."""
    return {"scores": state.scores(), "ranks": state.ranks()}


def _seat(word: str, seats: int) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and int(word) < seats else None


def _is_result(result: Any, seats: int) -> bool:
    return isinstance(result, dict) and all(
        isinstance(numbers, list) and [type(n) for n in numbers] == [int] * seats
        for numbers in (result.get("scores"), result.get("ranks"))
    )


def _header(line: str, file: str) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(_("the first line is not a JSON header"), 1, file) from None
    if not isinstance(header, dict):
        raise BadRecord(_("the header must be a JSON object"), 1, file)
    required: dict[str, type] = {"game": str, "rules": int, "board": str, "seats": int}
    for key, kind in required.items():
        if type(header.get(key)) is not kind:
            raise BadRecord(
                _("the header needs `{key}` ({kind})", key=key, kind=kind.__name__), 1, file
            )
    if not 1 <= header["seats"] <= 20:
        raise BadRecord(_("`seats` is out of range"), 1, file)
    header.setdefault("options", {})
    header.setdefault("names", [])
    header.setdefault("result", None)
    header.setdefault("seen_by", None)
    header.setdefault("players", [])
    options, names, players = header["options"], header["names"], header["players"]
    if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
        raise BadRecord(_("`options` must map names to words"), 1, file)
    if not isinstance(names, list) or not all(isinstance(n, str) for n in names):
        raise BadRecord(_("`names` must be a list of names"), 1, file)
    if len(names) not in (0, header["seats"]):
        raise BadRecord(
            _(
                "{count} names for {seats} seats; give one name per seat",
                count=len(names),
                seats=header["seats"],
            ),
            1,
            file,
        )
    if not isinstance(players, list) or not all(isinstance(word, str) for word in players):
        raise BadRecord(_("`players` must be a list of words"), 1, file)
    if len(players) not in (0, header["seats"]):
        raise BadRecord(_("`players` must have one word per seat"), 1, file)
    if header["result"] is not None and not _is_result(header["result"], header["seats"]):
        raise BadRecord(_("`result` must have `scores` and `ranks`, one number per seat"), 1, file)
    if not isinstance(header["seen_by"], int | str | None):
        raise BadRecord(_('`seen_by` must be a seat or "spectator"'), 1, file)
    return header
