"""The one user of a tab."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from roundhouse.browser.documents import Documents
from roundhouse.core.translation import is_known, mark
from roundhouse.core.translation import translate as _
from roundhouse.table.names import tidy_name

USER = "me"
DEFAULT_NAME = mark("Player")
THEMES = ("", "dark", "light")


@dataclass(frozen=True)
class LocalPlayer:
    """The user; all players at this device share it."""

    name: str
    id: str = USER
    account: bool = False


class LocalPlayers:
    """The user and their settings. Every name is allowed at this device."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents

    @property
    def me(self) -> LocalPlayer:
        return LocalPlayer(self.setting("name") or _(DEFAULT_NAME))

    def rename(self, name: str) -> None:
        self.set("name", tidy_name(name, _(DEFAULT_NAME)))

    def setting(self, name: str) -> str:
        return str((self._documents.get("settings", name) or {}).get("value", ""))

    def set(self, name: str, value: str) -> None:
        self._documents.put("settings", name, {"value": value})

    @property
    def theme(self) -> str:
        chosen = self.setting("theme")
        return chosen if chosen in THEMES else ""

    @property
    def language(self) -> str:
        """The chosen language; empty: as the browser asks."""
        chosen = self.setting("language")
        return chosen if is_known(chosen) else ""

    @property
    def in_words(self) -> bool:
        """Whether tables are shown in words, without drawings."""
        return self.setting("display") == "words"

    def name_at_table(self, user: str, name: str) -> str:
        return name

    def blocked_by(self, user: str, others: Iterable[str]) -> bool:
        return False

    def is_bot_account(self, user: str) -> bool:
        return False

    def check_may_play(self, user: str) -> None:
        """Do nothing: the user may have any number of games."""
