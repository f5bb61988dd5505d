"""A bot that asks a text player, and falls back to another bot."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from roundhouse.bots.bot import Bot
from roundhouse.bots.llm.endpoint import EndpointError
from roundhouse.bots.llm.readers import Answer, Message, TextPlayer
from roundhouse.bots.llm.settings import LlmSettings
from roundhouse.core.game import Game
from roundhouse.core.state import State
from roundhouse.play.prompt import (
    explain_mistake,
    list_moves,
    read_move,
    write_instructions,
    write_position,
)

PAUSE = 0.5  # seconds before a request is repeated after an error
MAX_SILENT = 3  # decisions in a row without any answer, after which the player is not asked again


@dataclass
class LlmStats:
    """What a text player needed, and how often it failed."""

    decisions: int = 0
    answers: int = 0
    illegal: int = 0  # answers that did not name a legal move
    errors: int = 0  # requests without an answer
    fallbacks: int = 0  # decisions of the fallback
    prompt_tokens: int = 0
    answer_tokens: int = 0
    seconds: float = 0.0


class LlmBot(Bot):
    """Plays the moves that a text player names.

    Args:
        game: The game.
        settings: Budgets, retries, and whether prompts list the legal moves.
        player: Who answers.
        fallback: The bot that decides when the player does not.
        transcript: A file to which every answer is appended as a line of JSON, or None.
    """

    def __init__(
        self,
        game: Game,
        settings: LlmSettings,
        player: TextPlayer,
        fallback: Bot,
        transcript: Path | None = None,
    ) -> None:
        self._game, self._settings, self._player = game, settings, player
        self._fallback, self._transcript = fallback, transcript
        self._stopped = threading.Event()
        self._silent = 0
        self._instructions: dict[tuple[int, int], str] = {}
        self._tokens = 0
        self.stats = LlmStats()

    def choose(self, state: State) -> int:
        """Return the action to play."""
        actions = state.legal()
        if len(actions) == 1:
            return actions[0]
        self._stopped.clear()
        self.stats.decisions += 1
        started = time.monotonic()
        words = self._ask(state, started + self._settings.seconds)
        self.stats.seconds += time.monotonic() - started
        if words:
            return self._game.parse(words)
        self.stats.fallbacks += 1
        return self._fallback.choose(state)

    def stop(self) -> None:
        """End a running request soon; the fallback then decides."""
        self._stopped.set()
        self._player.stop()
        self._fallback.stop()

    def clear(self) -> None:
        """Forget the game: its tokens, and that the player did not answer."""
        self._silent = self._tokens = 0
        self._fallback.clear()

    def _ask(self, state: State, deadline: float) -> str:
        """Return the words of a legal move, or an empty string if the player names none."""
        if self._silent >= MAX_SILENT:
            return ""
        position = Message("user", write_position(state, self._settings.legal))
        messages = [Message("system", self._instruct(state)), position]
        legal, answered = set(list_moves(state)), self.stats.answers
        for attempt in range(self._settings.retries + 1):
            seconds = deadline - time.monotonic()
            if seconds <= 0 or self._stopped.is_set() or self._tokens >= self._settings.tokens:
                break
            try:
                answer = self._player.answer(messages, seconds)
            except EndpointError as error:
                self.stats.errors += 1
                self._write(state, messages, error=str(error))
                if not error.is_temporary:
                    break
                if attempt < self._settings.retries:
                    self._stopped.wait(min(PAUSE, max(0.0, deadline - time.monotonic())))
                continue
            self._count(answer)
            words = read_move(answer.text)
            self._write(state, messages, answer, words, is_legal=words in legal)
            if words in legal:
                self._silent = 0
                return words
            self.stats.illegal += 1
            mistake = explain_mistake(state, words)
            messages += [Message("assistant", answer.text), Message("user", mistake)]
        self._silent = 0 if self.stats.answers > answered else self._silent + 1
        return ""

    def _instruct(self, state: State) -> str:
        key = state.seats, state.turn
        if key not in self._instructions:
            self._instructions[key] = write_instructions(self._game, *key)
        return self._instructions[key]

    def _count(self, answer: Answer) -> None:
        self.stats.answers += 1
        self.stats.prompt_tokens += answer.prompt_tokens
        self.stats.answer_tokens += answer.answer_tokens
        self._tokens += answer.prompt_tokens + answer.answer_tokens

    def _write(
        self,
        state: State,
        messages: Sequence[Message],
        answer: Answer | None = None,
        words: str = "",
        **more: object,
    ) -> None:
        """Append a request and its answer to the transcript."""
        if self._transcript is None:
            return
        entry = {
            "game": self._game.meta.id,
            "seat": state.turn,
            "model": self._settings.model,
            "messages": [{"role": each.role, "content": each.text} for each in messages],
            "answer": answer.text if answer else None,
            "tokens": [answer.prompt_tokens, answer.answer_tokens] if answer else None,
            "words": words,
            **more,
        }
        line = self._player.hide_key(json.dumps(entry, ensure_ascii=False))
        with self._transcript.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
