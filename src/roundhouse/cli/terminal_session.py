"""A terminal session: one match between a player and bots, prompt by prompt."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from roundhouse.bots.net import has_network
from roundhouse.bots.registry import make_bot, uses_network
from roundhouse.cli.map import map_text
from roundhouse.cli.terminal import bold, dim, wrap
from roundhouse.cli.view_text import (
    matching,
    moves_of,
    offers,
    offers_text,
    result_text,
    table_text,
)
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.text import insert_names, join_words
from roundhouse.core.translation import ENGLISH, mark, use_language
from roundhouse.core.translation import translate as _
from roundhouse.core.view import Choice, Shortcut, View
from roundhouse.play.match import MOVE, Match
from roundhouse.play.perspective import determinize

HELP = mark(
    """NUMBER        choose this move
WORDS         show only the choices with these words; Enter takes the last one left
map [SHEET]   draw the sheet for this decision, or another one
board         save pictures of the board as SVG files
table         show the table and all choices again
log           show the log of the game so far
rules         show the rules
undo          undo your last move and everything after it
save [FILE]   save the game to resume it later
quit          save and leave
abandon       leave without saving"""
)


Commands: TypeAlias = dict[str, Callable[[Any, str], None]]


class TerminalSession:
    """A match in the terminal; `bots` has the bot of each seat, None for the player."""

    help = HELP

    def __init__(
        self,
        match: Match,
        seat: int,
        bots: Sequence[str | None],
        rng: random.Random,
        file: Path | None = None,
    ) -> None:
        self.match, self.seat, self.rng, self.file = match, seat, rng, file
        self.game, self.names, self.unit = match.game, match.names, match.game.meta.unit
        self.players = [
            make_bot(bot, self.game, random.Random(rng.getrandbits(60))) if bot else None
            for bot in bots
        ]
        self.guided = sorted({bot for bot in bots if bot and uses_network(bot, self.game)})
        self.log_ply = 0  # the log has been printed up to this ply
        self.has_ended = False

    def run(self) -> int:
        """Run until the game is over or the player leaves."""
        print(bold(f"{self.game.meta.title}: {', '.join(self.names)}"))
        if self.guided and not has_network(self.game):
            message = _(
                "Playing without a network, because none was trained for this board and these "
                "options: {bots}.",
                bots=join_words(self.guided),
            )
            print(dim(message))
        print(dim(_("Type a number to choose, words to search, or `help`.")))
        self._show_start()
        while not self.has_ended:
            self._play_others()
            self._print_log()
            if self.match.over:
                self._goodbye()
                break
            self._ask()
        return 0

    def _play_others(self) -> None:
        """Play chance, forced moves and bots until it is the player's turn."""
        while True:
            self.match.advance(self.rng)
            turn = self.match.state.turn
            if self.match.over or turn == self.seat:
                return
            player = self.players[turn]
            assert player is not None, "every other seat has a bot"
            with use_language(ENGLISH):  # language models read texts
                action = player.choose(determinize(self.match.state, turn, self.rng))
            self.match.submit(turn, self.game.text(action), self.match.ply)

    def _print_log(self) -> None:
        """Print the log entries since the last call."""
        for _ply, sentence in self.match.sentences(self.seat, self.log_ply):
            print(wrap(insert_names(sentence, self.names), "    ", "  - "))
        self.log_ply = self.match.ply

    def _show(self, view: View) -> None:
        print()
        if sys.stdout.isatty():
            self._map("")
        print(table_text(view, self.names, self.unit))
        self._show_offers(list(enumerate(offers(view), 1)))

    def _show_start(self) -> None:
        """Show nothing: the first prompt shows the table."""

    def _show_offers(self, numbered: Sequence[tuple[int, Choice | Shortcut]]) -> None:
        print(offers_text(numbered, self.names))

    def _ask(self) -> None:
        """Read lines until one of them makes a move or ends the session."""
        view = self.match.state.view(self.seat)
        self._show(view)
        only: Choice | Shortcut | None = None
        ply = self.match.ply
        while not self.has_ended and self.match.ply == ply:
            line = self._read(insert_names(view["prompt"], self.names))
            word, _space, rest = line.partition(" ")
            if word in self.commands:
                self.commands[word](self, rest.strip())
                if word == "table":
                    self._show(view)
                continue
            offer = _exact(view, line) or (only if not line else None)
            if offer is not None:
                self._make(offer)
                continue
            only = self._filter(view, line)

    def _filter(self, view: View, words: str) -> Choice | Shortcut | None:
        """Show the choices with these words; return it if there is exactly one."""
        matches = matching(view, words, self.names)
        if words.isdigit() or not matches:
            message = _(
                "There is no choice {words}; type `table` to see all choices, or `help`.",
                words=repr(words),
            )
            print(message)
            return None
        self._show_offers(matches)
        if len(matches) > 1:
            return None
        print(_("Enter takes it."))
        return matches[0][1]

    def _make(self, offer: Choice | Shortcut) -> None:
        try:
            for words in moves_of(offer):
                self.match.submit(self.seat, words, self.match.ply)
        except RoundhouseError as error:
            print(error)

    def _read(self, prompt: str) -> str:
        """Read a line; the end of input and Ctrl-C save and quit."""
        try:
            line = input(f"{prompt} > ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return "quit"
        if not sys.stdin.isatty():
            print(line)  # so that a piped session reads like a typed one
        return line

    def _show_result(self) -> None:
        view = self.match.state.view(self.seat)
        print()
        print(table_text(view, self.names, self.unit))
        print(result_text(view, self.names, self.unit))

    def _goodbye(self) -> None:
        self._show_result()
        if self.file is not None:
            self._save("")

    def _help(self, _words: str) -> None:
        print(_(self.help))

    def _table(self, _: str) -> None:
        """Do nothing: `_ask` holds the view and shows the table."""

    def _map(self, name: str) -> None:
        view = self.match.state.view(self.seat)
        sheets = [drawing.name for drawing in self.game.drawings if not drawing.narrow]
        if name and name not in sheets:
            values = {"name": repr(name), "sheets": ", ".join(sheets)}
            print(_("There is no sheet {name}; there are: {sheets}.", **values))
            return
        print(map_text(self.game.draw(view, name or view["focus"])))

    def _board(self, _words: str) -> None:
        view = self.match.state.view(self.seat)
        for drawing in (each for each in self.game.drawings if not each.narrow):
            path = Path(f"{self.game.meta.id}-{drawing.name}.svg")
            path.write_text(self.game.draw(view, drawing.name), encoding="utf-8")
            print(_("Picture: {path}", path=path.resolve()))

    def _log(self, _: str) -> None:
        for ply, sentence in self.match.sentences(self.seat):
            print(wrap(insert_names(sentence, self.names), "      ", f"{ply:4}  "))

    def _rules(self, _: str) -> None:
        from roundhouse.cli.markdown import render
        from roundhouse.play import registry

        print(render(registry.full_rules(self.game.meta.id)))

    def _undo(self, _words: str) -> None:
        """Undo the player's last move; bots always agree."""
        chosen = [
            ply
            for ply, move in enumerate(self.match.line)
            if move.entry.seat == self.seat and move.entry.kind == MOVE
        ]
        if not chosen:
            print(_("You have not made a move yet."))
            return
        self.match.undo(self.seat, chosen[-1])
        self.log_ply = self.match.ply
        print(_("Undone."))

    def _save(self, name: str) -> None:
        if name:
            self.file = Path(name if name.endswith(".game") else f"{name}.game")
        elif self.file is None:
            self.file = _free_name(self.game.meta.id)
        try:
            self.match.record().save(self.file)
        except OSError as error:
            print(_("Not saved: {error}", error=error))
            return
        print(_("Saved. Resume with: roundhouse play {file}", file=self.file))

    def _quit(self, name: str) -> None:
        self._save(name)
        self.has_ended = True

    def _abandon(self, _: str) -> None:
        self.has_ended = True

    commands: ClassVar[Commands] = {
        "help": _help,
        "?": _help,
        "board": _board,
        "map": _map,
        "log": _log,
        "table": _table,
        "rules": _rules,
        "undo": _undo,
        "save": _save,
        "quit": _quit,
        "abandon": _abandon,
    }


def _exact(view: View, line: str) -> Choice | Shortcut | None:
    """Return the choice that a number or a complete move names."""
    offered = offers(view)
    if line.isdigit() and 1 <= int(line) <= len(offered):
        return offered[int(line) - 1]
    return next((offer for offer in offered if moves_of(offer) == [line]), None)


def _free_name(game: str) -> Path:
    number = 1
    while Path(f"{game}-{number}.game").exists():
        number += 1
    return Path(f"{game}-{number}.game")
