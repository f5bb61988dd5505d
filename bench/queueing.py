"""A model of servers, a database and clients on some cores, played through event by event.

Each kind of work has stations: a server process has one core at most (Python's lock), so have the
clients together (one Python process here), the database as many as there are. Those who are at a
station share it evenly; when all stations together want more cores than there are, each gets less
in the same proportion. A client thinks, then its request is the client's work, the server's and the
database's, one after the other.
"""

from __future__ import annotations

import heapq
import random
import statistics
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Work:
    """Seconds of processor time that one move takes."""

    client: float
    server: float
    database: float

    @property
    def together(self) -> float:
        return self.client + self.server + self.database


@dataclass
class Job:
    """What one client waits for: the stations it has to pass yet, and the work at each."""

    began: float
    stations: list[int]
    left: list[float]


@dataclass
class Model:
    servers: int
    cores: int
    work: Work
    rng: random.Random = field(default_factory=lambda: random.Random(2))
    _jobs: dict[int, Job] = field(default_factory=dict)

    def begin(self, client: int, now: float) -> None:
        """Clients are spread over the servers once and for all."""
        shape = 4  # requests differ: a deviation of half the mean
        given = (self.work.client, self.work.server, self.work.database)
        left = [self.rng.gammavariate(shape, work / shape) for work in given]
        self._jobs[client] = Job(now, [-1, client % self.servers, -2], left)

    def rates(self) -> dict[int, float]:
        """How much of a core each client's job has now."""
        at: dict[int, list[int]] = {}
        for client, job in self._jobs.items():
            at.setdefault(job.stations[0], []).append(client)
        wants = {s: min(len(who), self.cores if s == -2 else 1) for s, who in at.items()}
        share = min(1.0, self.cores / max(1, sum(wants.values())))
        return {c: wants[s] * share / len(who) for s, who in at.items() for c in who}

    def pass_by(self, seconds: float, rates: dict[int, float]) -> None:
        for client, rate in rates.items():
            self._jobs[client].left[0] -= seconds * rate

    def first_to_end(self, rates: dict[int, float]) -> tuple[float, int]:
        if not rates:
            return float("inf"), -1
        return min((max(0.0, self._jobs[c].left[0]) / rate, c) for c, rate in rates.items())

    def step_on(self, client: int) -> Job | None:
        """To its next station; the job, if that was the last."""
        job = self._jobs[client]
        job.left.pop(0)
        job.stations.pop(0)
        return None if job.left else self._jobs.pop(client)


def simulate(
    clients: int, think: float, work: Work, servers: int, cores: int, seconds: float = 200
) -> tuple[float, float, float]:
    """(moves/s, median, 95 %) of so many clients who think, move, and think again."""
    model, now, taken = Model(servers, cores, work), 0.0, []
    thinking = [(model.rng.expovariate(1 / think), n) for n in range(clients)]
    heapq.heapify(thinking)
    while now < seconds:
        rates = model.rates()
        to_end, client = model.first_to_end(rates)
        to_start = thinking[0][0] - now if thinking else float("inf")
        step = min(to_end, to_start)
        now += step
        model.pass_by(step, rates)
        if to_start < to_end:
            model.begin(heapq.heappop(thinking)[1], now)
        elif job := model.step_on(client):
            taken.append(now - job.began)
            heapq.heappush(thinking, (now + model.rng.expovariate(1 / think), client))
    taken.sort()
    return len(taken) / now, statistics.median(taken), taken[int(len(taken) * 0.95)]
