"""What a tab keeps in the browser's IndexedDB: JSON documents by kind and key."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

Document = dict[str, Any]
Change = tuple[str, str, str | None]  # kind, key and text, or None to delete
KINDS = ("tables", "boards", "records", "analyses", "puzzles", "settings")


class Documents:
    """All documents in memory, and what has changed since the last `take_changes`."""

    def __init__(self, stored: Mapping[str, Mapping[str, str]] | None = None) -> None:
        """Start with stored documents: JSON texts by kind and key."""
        stored = stored or {}
        self._texts: dict[str, dict[str, str]] = {k: dict(stored.get(k, {})) for k in KINDS}
        self._changes: dict[tuple[str, str], str | None] = {}

    def get(self, kind: str, key: str) -> Document | None:
        text = self._texts[kind].get(key)
        return None if text is None else json.loads(text)

    def all(self, kind: str) -> dict[str, Document]:
        return {key: json.loads(text) for key, text in self._texts[kind].items()}

    def count(self, kind: str) -> int:
        return len(self._texts[kind])

    def put(self, kind: str, key: str, document: Mapping[str, Any]) -> None:
        text = json.dumps(document, ensure_ascii=False)
        self._texts[kind][key] = self._changes[kind, key] = text

    def delete(self, kind: str, key: str) -> None:
        if self._texts[kind].pop(key, None) is not None:
            self._changes[kind, key] = None

    def delete_all(self) -> None:
        for kind in KINDS:
            for key in list(self._texts[kind]):
                self.delete(kind, key)

    def export(self) -> dict[str, dict[str, Document]]:
        """Return everything, for a file."""
        return {kind: self.all(kind) for kind in KINDS}

    def add_all(self, exported: Mapping[str, Mapping[str, Document]]) -> int:
        """Add an export's contents without replacing anything; return the number added."""
        count = 0
        for kind in KINDS:
            for key, document in exported[kind].items():
                if key not in self._texts[kind] and isinstance(document, dict):
                    self.put(kind, key, document)
                    count += 1
        return count

    def take_changes(self) -> list[Change]:
        """Return all changes, which the browser must now store."""
        changes = [(*place, text) for place, text in self._changes.items()]
        self._changes = {}
        return changes

    def return_changes(self, changes: Sequence[Change]) -> None:
        """Take back changes that were not stored, unless there are later ones."""
        for kind, key, text in changes:
            self._changes.setdefault((kind, key), text)
