"""One sitting at the terminal: a match between a person and bots, a prompt at a time."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from roundhouse.bots.registry import make_bot
from roundhouse.cli.map import map_text
from roundhouse.cli.page import matching, moves_of, offers, offers_text, result_text, table_text
from roundhouse.cli.terminal import bold, dim, wrap
from roundhouse.core.errors import RoundhouseError
from roundhouse.core.text import say
from roundhouse.core.view import Choice, Shortcut, View
from roundhouse.play.match import MOVE, Match
from roundhouse.play.perspective import imagine

HELP = """number        make that choice
some words    show only the choices with these words; Enter takes the only one left
map [SHEET]   draw the sheet that matters now, or another one
board         save a picture of the board and say where
table         show the table and all choices again
log           tell the whole game so far
rules         print the rules
undo          take your last choice back, and all that followed
save [FILE]   save the game, to go on later
quit          save and leave
abandon       leave without saving"""


class Sitting:
    """`bots` names the bot of each seat, None where the person sits."""

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
        self.told = 0  # the log has been read up to this ply
        self.leaving = False

    def run(self) -> int:
        """Until the game is over or the person leaves."""
        print(bold(f"{self.game.meta.title}: {', '.join(self.names)}"))
        print(dim("Type a number to choose, words to search, `help` for more."))
        while not self.leaving:
            self._others()
            self._tell()
            if self.match.over:
                self._goodbye()
                break
            self._ask()
        return 0

    def _others(self) -> None:
        """Chance, forced moves and bots, until the person has a choice."""
        while True:
            self.match.advance(self.rng)
            turn = self.match.state.turn
            if self.match.over or turn == self.seat:
                return
            player = self.players[turn]
            assert player is not None, "every other seat has a bot"
            action = player.choose(imagine(self.match.state, turn, self.rng))
            self.match.submit(turn, self.game.text(action), self.match.ply)

    def _tell(self) -> None:
        """The log since it was last read."""
        for _, said in self.match.sentences(self.seat, self.told):
            print(wrap(say(said, self.names), "    ", "  - "))
        self.told = self.match.ply

    def _show(self, view: View) -> None:
        print()
        if sys.stdout.isatty():
            self._map("")
        print(table_text(view, self.names, self.unit))
        print(offers_text(list(enumerate(offers(view), 1)), self.names))

    def _ask(self) -> None:
        """Read lines until one of them is a choice, or leaves."""
        view = self.match.state.view(self.seat)
        self._show(view)
        only: Choice | Shortcut | None = None
        ply = self.match.ply
        while not self.leaving and self.match.ply == ply:
            line = self._read(say(view["prompt"], self.names))
            word, _, rest = line.partition(" ")
            if word in COMMANDS:
                COMMANDS[word](self, rest.strip())
                if word == "table":
                    self._show(view)
                continue
            offer = _exact(view, line) or (only if not line else None)
            if offer is not None:
                self._make(offer)
                continue
            only = self._filter(view, line)

    def _filter(self, view: View, words: str) -> Choice | Shortcut | None:
        """Show the choices with these words; the only one, if there is but one."""
        found = matching(view, words, self.names)
        if words.isdigit() or not found:
            print(f"There is no choice {words!r}; `table` shows them all, `help` tells the rest.")
            return None
        print(offers_text(found, self.names))
        if len(found) > 1:
            return None
        print(dim("Enter takes it."))
        return found[0][1]

    def _make(self, offer: Choice | Shortcut) -> None:
        try:
            for words in moves_of(offer):
                self.match.submit(self.seat, words, self.match.ply)
        except RoundhouseError as error:
            print(error)

    def _read(self, prompt: str) -> str:
        """A line; the end of input and Ctrl-C leave, with the game saved."""
        try:
            line = input(f"{prompt} > ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return "quit"
        if not sys.stdin.isatty():
            print(line)  # so that a piped session reads like a typed one
        return line

    def _goodbye(self) -> None:
        view = self.match.state.view(self.seat)
        print()
        print(table_text(view, self.names, self.unit))
        print(result_text(view, self.names, self.unit))
        if self.file is not None:
            self._save("")

    def _help(self, _: str) -> None:
        print(HELP)

    def _table(self, _: str) -> None:
        """Shown by the one who asks, who holds the view."""

    def _map(self, name: str) -> None:
        view = self.match.state.view(self.seat)
        sheets = [drawing.name for drawing in self.game.drawings if not drawing.narrow]
        if name and name not in sheets:
            print(f"There is no sheet {name!r}; there are: {', '.join(sheets)}.")
            return
        print(map_text(self.game.draw(view, name or view["focus"])))

    def _board(self, _: str) -> None:
        view = self.match.state.view(self.seat)
        for drawing in (each for each in self.game.drawings if not each.narrow):
            path = Path(f"{self.game.meta.id}-{drawing.name}.svg")
            path.write_text(self.game.draw(view, drawing.name), encoding="utf-8")
            print(f"Picture: {path.resolve()}")

    def _log(self, _: str) -> None:
        for ply, said in self.match.sentences(self.seat):
            print(wrap(say(said, self.names), "      ", f"{ply:4}  "))

    def _rules(self, _: str) -> None:
        from roundhouse.cli.markdown import render
        from roundhouse.play import registry

        print(render(registry.text(self.game.meta.id, "RULES.md")))

    def _undo(self, _: str) -> None:
        """Back before the person's last choice: alone with bots, nobody else need agree."""
        chosen = [
            ply
            for ply, made in enumerate(self.match.line)
            if made.entry.seat == self.seat and made.entry.kind == MOVE
        ]
        if not chosen:
            print("You have not chosen anything yet.")
            return
        self.match.undo(self.seat, chosen[-1])
        self.told = self.match.ply
        print("Taken back.")

    def _save(self, name: str) -> None:
        if name:
            self.file = Path(name if name.endswith(".game") else f"{name}.game")
        elif self.file is None:
            self.file = _free_name(self.game.meta.id)
        try:
            self.match.record().save(self.file)
        except OSError as error:
            print(f"Not saved: {error}")
            return
        print(f"Saved. Go on with: roundhouse play {self.file}")

    def _quit(self, name: str) -> None:
        self._save(name)
        self.leaving = True

    def _abandon(self, _: str) -> None:
        self.leaving = True


COMMANDS = {
    "help": Sitting._help,
    "?": Sitting._help,
    "board": Sitting._board,
    "map": Sitting._map,
    "log": Sitting._log,
    "table": Sitting._table,
    "rules": Sitting._rules,
    "undo": Sitting._undo,
    "save": Sitting._save,
    "quit": Sitting._quit,
    "abandon": Sitting._abandon,
}


def _exact(view: View, line: str) -> Choice | Shortcut | None:
    """The choice that a number or a whole move names."""
    offered = offers(view)
    if line.isdigit() and 1 <= int(line) <= len(offered):
        return offered[int(line) - 1]
    return next((offer for offer in offered if moves_of(offer) == [line]), None)


def _free_name(game: str) -> Path:
    number = 1
    while Path(f"{game}-{number}.game").exists():
        number += 1
    return Path(f"{game}-{number}.game")
