"""Logging: plain lines, or one JSON object per line."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

TEXT, JSON = "text", "json"


class TextLogFormatter(logging.Formatter):
    """Plain lines; what continues a message is indented.

    So no input can look like a message of its own.
    """

    def format(self, record: logging.LogRecord) -> str:
        text = "\n    ".join(super().format(record).splitlines())
        return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


class JsonLogFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "said": record.getMessage(),
        }
        if record.exc_info:
            line["trouble"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure_logging(kind: str) -> None:
    """Log warnings to standard error, and our own messages from INFO."""
    handler = logging.StreamHandler()
    plain = TextLogFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLogFormatter() if kind == JSON else plain)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("roundhouse").setLevel(logging.INFO)
