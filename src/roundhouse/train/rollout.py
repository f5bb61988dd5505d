"""Many games at once, played by the network against itself, and some against its old selves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import torch
from torch import Tensor

from roundhouse.core.contract import MOST_SEATS
from roundhouse.core.game import Game
from roundhouse.research.batch import Batch
from roundhouse.train.advantage import absolute
from roundhouse.train.network import Network

MOST_CHOICES = 320  # legal actions looked at; where there are more the last are never chosen
GUESTS = 5  # every fifth game has old selves at some of its seats


@dataclass
class Played:
    """What was seen and done, by time and game."""

    seen: Tensor
    legal: Tensor
    count: Tensor
    player: Tensor
    seats: Tensor
    chosen: Tensor  # the place in `legal`
    chance: Tensor  # its log-probability then
    values: Tensor  # shares by seat
    won: Tensor  # shares by seat of games that ended with the decision
    done: Tensor
    own: Tensor  # decided by the network that learns, not by a guest


class Table:
    """Games of one seat count: a batch, as tensors."""

    def __init__(self, game: Game, seats: int, n: int, device: str, seed: int) -> None:
        self.batch: Any = Batch(game, seats, n, device, seed=seed)
        self.device, self.n, self.number = device, n, seats
        self._scales = torch.as_tensor(game.scales, device=device)
        self.seats = torch.full((n,), seats, device=device)

    def _tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(array, device=self.device)

    def look(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """What the seat to act sees, its legal actions, how many, and who it is."""
        games = self.batch.games
        count = self._tensor(games.count).long().clamp(max=MOST_CHOICES)
        width = max(2, int(count.max()))
        seen = self._tensor(games.seen).float() * self._scales
        legal = self._tensor(games.legal)[:, :width].long()
        legal = legal.masked_fill(torch.arange(width, device=self.device) >= count[:, None], 0)
        return seen, legal, count, self._tensor(games.player).long()

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Shares by seat of games that ended, and which did."""
        given = actions.to(torch.int32).contiguous()
        if self.device == "cpu":
            self.batch.step(given.numpy())
        else:
            self.batch.step(given, check=False)
        done = self._tensor(self.batch.games.done).bool().clone()
        paid = self._tensor(self.batch.games.reward).float()
        won = torch.zeros(self.n, MOST_SEATS, device=self.device)
        won[:, : self.number] = (paid + 1.0 / self.number) * done[:, None]
        return won, done


def draw(logits: Tensor) -> Tensor:
    """A place a row, by the probabilities (Gumbel's trick: one pass, no cumulated sums)."""
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)))
    return (logits + noise).argmax(1)


@torch.no_grad()
def play(
    table: Table, network: Network, guests: Sequence[Network], steps: int
) -> tuple[Played, Tensor]:
    """So many decisions in every game; and the values of what then is to be decided."""
    device, n = table.device, table.n
    rows: list[dict[str, Tensor]] = []
    column = torch.arange(n, device=device)
    for _ in range(steps):
        seen, legal, count, player = table.look()
        shares, logits = network(seen, legal, count, table.seats)
        chosen = draw(logits)
        own = torch.ones(n, dtype=torch.bool, device=device)
        for number, guest in enumerate(guests):
            mine = (column % (GUESTS * len(guests)) == GUESTS * number) & (
                (player + column // (GUESTS * len(guests))) % 2 == 0
            )
            which = mine.nonzero()[:, 0]
            _, theirs = guest(seen[which], legal[which], count[which], table.seats[which])
            chosen[which] = draw(theirs)
            own[which] = False
        chance = torch.log_softmax(logits, 1).gather(1, chosen[:, None])[:, 0]
        row = {
            "seen": seen.half(),
            "legal": legal.to(torch.int16),
            "count": count,
            "player": player.clone(),
            "seats": table.seats,
            "chosen": chosen,
            "chance": chance,
            "values": absolute(shares.exp(), player, table.seats),
            "own": own,
        }
        row["won"], row["done"] = table.step(legal.gather(1, chosen[:, None])[:, 0])
        rows.append(row)
    seen, legal, count, player = table.look()
    shares, _ = network(seen, legal, count, table.seats)
    width = max(row["legal"].shape[1] for row in rows)
    for row in rows:
        row["legal"] = torch.nn.functional.pad(row["legal"], (0, width - row["legal"].shape[1]))
    stacked = {f.name: torch.stack([row[f.name] for row in rows]) for f in fields(Played)}
    return Played(**stacked), absolute(shares.exp(), player, table.seats)
