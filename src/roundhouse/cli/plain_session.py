"""A terminal session in plain sentences, for screen readers and for programs.

Nothing is drawn, wrapped or laid out in columns: each line can be read by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from roundhouse.cli.terminal_session import Commands, TerminalSession
from roundhouse.cli.view_text import offers
from roundhouse.core.description import BRIEF, FULL, name_seats, write_offer
from roundhouse.core.errors import UnknownPlace
from roundhouse.core.translation import mark
from roundhouse.core.view import Choice, Shortcut, View
from roundhouse.play.description import describe_match

HELP = mark(
    """NUMBER: choose this move
WORDS: list only the choices with these words; Enter takes the last one left
choices: list all choices again
brief: describe the position without the board
table: describe the whole position, then list all choices
at PLACE: tell what is at a place, and what you can choose there
log: list what has happened so far
rules: show the rules
undo: undo your last move and everything after it
save FILE: save the game to resume it later
quit: save and leave
abandon: leave without saving"""
)


class PlainSession(TerminalSession):
    """A match in plain sentences."""

    help = HELP

    def _show_start(self) -> None:
        print(describe_match(self.match, self.seat, BRIEF))

    def _print_log(self) -> None:
        self._print_sentences(self.log_ply)
        self.log_ply = self.match.ply

    def _print_sentences(self, since: int) -> None:
        for _, sentence in self.match.sentences(self.seat, since):
            print(f"{name_seats(sentence, self.seat, self.names)}.")

    def _show(self, view: View) -> None:
        self._show_offers(list(enumerate(offers(view), 1)))

    def _show_offers(self, numbered: Sequence[tuple[int, Choice | Shortcut]]) -> None:
        for number, offer in numbered:
            print(f"{number}. {name_seats(write_offer(offer), self.seat, self.names)}")

    def _show_result(self) -> None:
        print(describe_match(self.match, self.seat))

    def _choices(self, _: str) -> None:
        view = self.match.state.view(self.seat)
        if view["why"]:
            print(name_seats(view["why"], self.seat, self.names))
        self._show(view)

    def _brief(self, _: str) -> None:
        print(describe_match(self.match, self.seat, BRIEF))

    def _table(self, _: str) -> None:
        """Describe the position; `_ask` then lists the choices."""
        print(describe_match(self.match, self.seat, FULL))

    def _at(self, place: str) -> None:
        try:
            print(self.game.describe_place(self.match.state.view(self.seat), place, self.names))
        except UnknownPlace as error:
            print(error)

    def _log(self, _: str) -> None:
        self._print_sentences(0)

    commands: ClassVar[Commands] = {
        **{
            word: command
            for word, command in TerminalSession.commands.items()
            if word not in ("map", "board")
        },
        "choices": _choices,
        "brief": _brief,
        "table": _table,
        "at": _at,
        "log": _log,
    }
