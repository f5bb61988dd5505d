"""What can be set about a server; every default is good for one machine."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

A_DAY = 24 * 3600.0


def data_folder() -> Path:
    """Where a user's matches are kept: ROUNDHOUSE_DATA, or the system's place for such things."""
    given = os.environ.get("ROUNDHOUSE_DATA")
    if given:
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "roundhouse"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "roundhouse"
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "roundhouse"


def _given(name: str) -> Callable[[], str]:
    """What the environment says about this, read when settings are made."""
    return lambda: os.environ.get(f"ROUNDHOUSE_{name}", "")


@dataclass(frozen=True)
class Settings:
    """One server's settings."""

    database: str = ""  # a URL of SQLAlchemy's; empty: a SQLite file in the data folder
    data: Path = field(default_factory=data_folder)
    workers: int = 2  # processes that think for bots
    bot_seconds: float = 3.0  # no bot thinks longer about one move, whatever its level
    bot_pause: float | None = None  # bots answer after so long, whatever a table's tempo is
    limits: bool = True  # rate limits; only benches and tests switch them off
    secure: bool = False  # behind HTTPS: cookies are marked Secure
    hsts: bool = False  # browsers that came by HTTPS once are told to come by nothing else
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded-For is believed
    session_idle_days: float = 60  # a session that nobody has used for so long ends,
    session_days: float = 365  # and any session after so long
    connections: int = 2000  # open at once, in all
    address_connections: int = 200  # of these from one address
    address_streams: int = 100  # event streams to one address,
    person_streams: int = 24  # to one person,
    streams: int = 1500  # and in all
    kept: int = 400  # so many tables are kept in memory
    kept_bytes: int = 200_000_000  # and fewer, if their positions take more than this
    checkpoint: float = 30.0  # seconds between two writings of SQLite's log into its file
    idle: float = 900.0  # a table that nobody has asked for in so many seconds leaves memory
    site: str = field(default_factory=_given("SITE"))  # the address of the pages, for letters
    mail: str = field(default_factory=_given("MAIL"))  # smtp://[name:password@]host[:port]
    mail_from: str = field(default_factory=_given("MAIL_FROM"))  # the sender of letters
    private_addresses: bool = False  # notices may be sent to private addresses, and without TLS
    notice_delay: float = 10.0  # seconds that somebody is waited for before they are told
    notice_gap: float = 60.0  # between two notices to one address
    notice_retries: tuple[float, ...] = (60.0, 600.0)  # waits before a notice is tried again
    metrics: int = 0  # a port on the loopback for Prometheus; 0: none
    clock_seconds: float = 1.0  # between two looks at the clocks
    absent: float = A_DAY  # who is waited for so long may be voted away, where there is no clock

    @property
    def session_idle(self) -> float:
        return self.session_idle_days * A_DAY

    @property
    def session_life(self) -> float:
        return self.session_days * A_DAY

    @property
    def url(self) -> str:
        """The database's URL, the user's choice before the default."""
        given = self.database or os.environ.get("ROUNDHOUSE_DATABASE", "")
        if not given:
            return f"sqlite:///{self.data / 'roundhouse.sqlite'}"
        for short in ("postgres://", "postgresql://"):
            if given.startswith(short):
                return "postgresql+psycopg://" + given.removeprefix(short)
        return given
