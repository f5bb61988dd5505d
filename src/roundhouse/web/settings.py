"""Settings of a server. The defaults suit one machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

DAY = 24 * 3600.0


def data_folder() -> Path:
    """Return ROUNDHOUSE_DATA, or the data folder of the operating system."""
    value = os.environ.get("ROUNDHOUSE_DATA")
    if value:
        return Path(value)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "roundhouse"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "roundhouse"
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "roundhouse"


def _environment(name: str) -> Callable[[], str]:
    """Return a function that reads an environment variable."""
    return lambda: os.environ.get(name, "")


@dataclass(frozen=True)
class Settings:
    """Settings of one server."""

    database: str = ""  # SQLAlchemy URL; empty: a SQLite file in the data folder
    data: Path = field(default_factory=data_folder)  # folder of the database and uploads
    workers: int = 2  # processes that search for bots, besides one for analyses
    bot_seconds: float = 3.0  # maximum thinking time of a bot for one move
    bot_pause: float | None = None  # seconds before bots answer; None: the table's bot delay
    limits: bool = True  # rate limits; only benchmarks and tests switch them off
    secure: bool = False  # the site uses HTTPS: cookies are marked Secure
    hsts: bool = False  # tell browsers to use HTTPS only, for a year
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded-For is trusted
    session_idle_days: float = 60  # days until an unused session ends
    session_days: float = 365  # days until any session ends
    connections: int = 2000  # maximum of open connections
    address_connections: int = 200  # maximum of open connections from one address
    address_streams: int = 100  # maximum of event streams to one address
    user_streams: int = 24  # maximum of event streams to one user
    streams: int = 1500  # maximum of event streams in all
    max_tables: int = 400  # tables kept in memory
    max_table_bytes: int = 200_000_000  # memory of the positions of these tables
    checkpoint: float = 30.0  # seconds between two checkpoints of SQLite's write-ahead log
    idle: float = 900.0  # seconds after which an unused table leaves memory
    site: str = field(default_factory=_environment("ROUNDHOUSE_SITE"))  # public address, for emails
    docs: str = field(
        default_factory=_environment("ROUNDHOUSE_DOCS")
    )  # address of the documentation, for the link to the player's guide
    mail: str = field(
        default_factory=_environment("ROUNDHOUSE_MAIL")
    )  # smtp://[name:password@]host[:port]
    mail_from: str = field(
        default_factory=_environment("ROUNDHOUSE_MAIL_FROM")
    )  # address of the sender
    private_addresses: bool = False  # allow webhooks to private addresses and without TLS
    notification_delay: float = 10.0  # seconds of a turn before its player is notified
    notification_gap: float = 60.0  # seconds between two notifications to one address
    notification_retries: tuple[float, ...] = (60.0, 600.0)  # seconds before each new attempt
    metrics: int = 0  # port for Prometheus on the loopback interface; 0: none
    clock_seconds: float = 1.0  # seconds between two checks of the clocks
    absent: float = DAY  # seconds after which an absent player can be voted out, without a clock

    @property
    def session_idle(self) -> float:
        return self.session_idle_days * DAY

    @property
    def session_life(self) -> float:
        return self.session_days * DAY

    @property
    def url(self) -> str:
        """The URL of the database: the setting, the environment, or the default."""
        value = self.database or os.environ.get("ROUNDHOUSE_DATABASE", "")
        if not value:
            return f"sqlite:///{self.data / 'roundhouse.sqlite'}"
        for short in ("postgres://", "postgresql://"):
            if value.startswith(short):
                return "postgresql+psycopg://" + value.removeprefix(short)
        return value
