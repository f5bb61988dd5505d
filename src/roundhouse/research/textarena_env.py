"""TextArena environments: text in, text out.

    from roundhouse.research import textarena_env
    textarena_env.register()
    env = textarena.make("roundhouse-texas-v1")
    env.reset(num_players=4, seed=1)
    done = False
    while not done:
        player, observation = env.get_observation()
        done, info = env.step(agents[player](observation))
    rewards, info = env.close()

The prompt of a player has the short rules, the board and the words of all moves. Each turn has the
position in words. The environment plays chance and forced moves. A move that is not legal is
explained and may be corrected a few times; then the player forfeits, and the game ends. A reward is
twice the share of the win, minus 1.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from roundhouse.core.errors import RoundhouseError
from roundhouse.play import registry
from roundhouse.play.description import describe_match
from roundhouse.play.match import Match
from roundhouse.play.prompt import explain_mistake, list_moves, read_move, write_instructions
from roundhouse.play.prompt import write_position as write_prompt
from roundhouse.research.extras import MissingExtra
from roundhouse.research.game_loading import ENVIRONMENT_VERSION, load_game
from roundhouse.research.rewards import compute_win_shares

try:
    import textarena as ta
except ImportError as missing:
    raise MissingExtra("the TextArena interface", missing, "text") from missing

RETRIES = 2  # corrections of one move before a player forfeits


class RoundhouseEnv(ta.Env):
    """A game as a TextArena environment.

    Args:
        game: The id of the game.
        retries: How many times a player may correct one move.
        legal_moves: Whether to list the legal moves in each position.
        board: A board file; None for the game's default board.
        rules: The version of the rules; None for the newest.
        speed: `"compiled"` or `"interpreted"`; None for the default.
        **options: Options of the game.
    """

    def __init__(
        self,
        game: str,
        *,
        retries: int = RETRIES,
        legal_moves: bool = False,
        board: str | Path | None = None,
        rules: int | None = None,
        speed: str | None = None,
        **options: Any,
    ) -> None:
        self.game, _ = load_game(game, None, options, board=board, rules=rules, speed=speed)
        self.retries, self.legal_moves = retries, legal_moves

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Start a game.

        Args:
            num_players: The number of seats.
            seed: The seed of chance; None for a random seed.

        Raises:
            BadSeats: The game does not have this number of seats.
        """
        self._match = Match(self.game.fork(), num_players, list(_names(num_players)))
        self._rng = random.Random(seed)
        self.state = ta.FFAMultiPlayerState(num_players, error_allowance=self.retries)
        self.state.reset(
            game_state={},
            player_prompt_function=lambda player_id, game_state: write_instructions(
                self.game, num_players, player_id
            ),
        )
        self._go_on()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play the move that an answer names.

        Args:
            action: The answer of the current player; its move is in the last line.

        Returns:
            Whether the game is over, and an empty dictionary.
        """
        player, state = self.state.current_player_id, self.state
        words = read_move(action)
        state.add_observation(
            action, ta.ObservationType.PLAYER_ACTION, from_id=player, to_id=player
        )
        if words in list_moves(self._match.state):
            self._match.submit(player, words, self._match.ply)
            self._go_on()
        else:
            self._refuse(words)
        done, info = state.step(rotate_player=False)
        return bool(done), info

    def get_board_str(self) -> str:
        """Return the position as spectators may know it, for TextArena's rendering."""
        return describe_match(self._match, None)

    def _go_on(self) -> None:
        """Play chance and forced moves, then show the position or the result."""
        self._match.advance(self._rng)
        if self._match.over:
            shares = compute_win_shares(self._match.state.ranks())
            self.state.set_game_outcome(_to_rewards(shares), self._match.state.end().sentence)
            return
        self.state.manually_set_current_player_id(self._match.state.turn)
        self._show("")

    def _refuse(self, words: str) -> None:
        player, players = self.state.current_player_id, self.state.num_players
        reason = explain_mistake(self._match.state, words)
        if self.state.set_invalid_move(reason):
            shares = [0.0 if n == player else 1 / (players - 1) for n in range(players)]
            self.state.set_game_outcome(
                _to_rewards(shares), f"Player {player} made no legal move and forfeits."
            )
            return
        self._show(f"{reason}\n\n")

    def _show(self, before: str) -> None:
        """Show the current player the position, after an explanation."""
        seat = self.state.current_player_id
        position = write_prompt(
            self._match.state, self.legal_moves, describe_match(self._match, seat)
        )
        self.state.add_observation(before + position, ta.ObservationType.GAME_BOARD, to_id=seat)


def env_id(game: str) -> str:
    """Return the TextArena id of a game."""
    return f"roundhouse-{game}-v{ENVIRONMENT_VERSION}"


def register() -> None:
    """Register every game with TextArena.

    `roundhouse-GAME-v1` shows a player the prompt and the current position, and
    `roundhouse-GAME-v1-raw` the messages as TextArena has them.

    Raises:
        RoundhouseError: The games are registered already.
    """
    wrappers = {"default": [ta.wrappers.GameBoardObservationWrapper]}
    for meta in registry.games():
        try:
            ta.envs.registration.register_with_versions(
                env_id(meta.id), f"{__name__}:RoundhouseEnv", wrappers, game=meta.id
            )
        except ValueError as error:
            raise RoundhouseError(str(error)) from None


def _names(players: int) -> list[str]:
    return [f"Player {n}" for n in range(players)]


def _to_rewards(shares: list[float]) -> dict[int, float]:
    return {player: 2 * share - 1 for player, share in enumerate(shares)}
