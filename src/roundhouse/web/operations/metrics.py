"""Prometheus metrics on a port of the loopback interface."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import start_http_server
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Receive, Scope, Send

from roundhouse.web.http.errors import CannotServe
from roundhouse.web.services import Services

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
HOST = "127.0.0.1"


class Metrics:
    """Counts requests, and collects figures of the services at each scrape."""

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
        self.registry.register(ServiceCollector(services))
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


class RequestMetrics:
    """Middleware that counts requests by part of the site."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
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
    """Return the part of the site as one of a few labels, to bound their number."""
    steps = path.strip("/").split("/")
    first = steps[0] or "home"
    if path.endswith("/events"):
        return "events"
    if first in ("t", "api") and method == "POST" and steps[-1] in ("move", "moves"):
        return "move"
    if first == "t":
        return "table"
    return first if first in _PARTS or first == "home" else "other"


class ServiceCollector(Collector):
    def __init__(self, services: Services) -> None:
        self._services = services

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        services = self._services
        yield _gauge("roundhouse_tables_in_memory", "Tables", len(services.tables.open))
        yield _gauge("roundhouse_tables_watched", "Tables", len(services.watchers.watched_tables()))
        yield _gauge("roundhouse_event_streams", "Open pages", services.watchers.streams.open)
        notifications = CounterMetricFamily(
            "roundhouse_notices", "Notifications sent by this process", labels=["came_to"]
        )
        for word in ("sent", "failed", "put off"):
            notifications.add_metric([word], services.social.delivery.counts[word])
        yield notifications
        pool = services.storage.database.engine.pool
        used = getattr(pool, "checkedout", lambda: 0)()
        yield _gauge("roundhouse_database_connections", "In use", used)


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, words, value=value)
