"""Figures for Prometheus, on a port of the loopback that no visitor reaches."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import start_http_server
from prometheus_client.registry import Collector

from roundhouse.web.errors import CannotServe
from roundhouse.web.guard import App, Receive, Scope, Send
from roundhouse.web.services import Services

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
HOST = "127.0.0.1"


class Metrics:
    """Counts requests; what the services know of themselves is asked when somebody scrapes."""

    def __init__(self, services: Services) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "roundhouse_requests", "Requests answered", ["part", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "roundhouse_request_seconds",
            "Until the answer begins",
            ["part"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.registry.register(_House(services))
        self._server: Any = None
        self._thread: threading.Thread | None = None

    def open(self, port: int) -> None:
        try:
            self._server, self._thread = start_http_server(port, HOST, self.registry)
        except OSError as error:
            raise CannotServe(f"cannot serve metrics at port {port}: {error.strerror}") from None

    def close(self) -> None:
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join()


class Counted:
    """Around the app: every request is counted by the part of the site that it is for."""

    def __init__(self, app: App, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, part = time.perf_counter(), part_of(scope["method"], scope["path"])

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(part, str(message["status"])).inc()
                self._metrics.seconds.labels(part).observe(time.perf_counter() - began)
            await send(message)

        await self._app(scope, receive, answer)


_PARTS = frozenset(
    {"t", "g", "p", "api", "static", "me", "people", "leaderboard", "tournaments", "new", "play"}
)


def part_of(method: str, path: str) -> str:
    """What a request is for, as one of few words: a label for each table would fill the memory."""
    steps = path.strip("/").split("/")
    first = steps[0] or "home"
    if path.endswith("/events"):
        return "events"
    if first in ("t", "api") and method == "POST" and steps[-1] in ("move", "moves"):
        return "move"
    if first == "t":
        return "table"
    return first if first in _PARTS or first == "home" else "other"


class _House(Collector):
    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        services = self._services
        yield _gauge("roundhouse_tables_in_memory", "Tables", len(services.tables.open))
        yield _gauge("roundhouse_tables_watched", "Tables", len(services.watchers.watched()))
        yield _gauge("roundhouse_event_streams", "Open pages", services.watchers.streams.open)
        notices = CounterMetricFamily(
            "roundhouse_notices", "Notices of this process", labels=["came_to"]
        )
        for word in ("sent", "failed", "put off"):
            notices.add_metric([word], services.community.delivery.counts[word])
        yield notices
        pool = services.store.engine.pool
        used = getattr(pool, "checkedout", lambda: 0)()
        yield _gauge("roundhouse_database_connections", "In use", used)


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, words, value=value)
