"""Notices to a webhook: Discord's, Slack's, or plain JSON for one's own program."""

from __future__ import annotations

import json
from typing import Any

from roundhouse.web.notify.message import Message
from roundhouse.web.notify.outside import check_answer, check_url, post_soon

DISCORD, SLACK, JSON = "discord", "slack", "json"
STYLES = (DISCORD, SLACK, JSON)
_HOSTS = {"discord.com": DISCORD, "discordapp.com": DISCORD, "hooks.slack.com": SLACK}


def style_of(url: str) -> str:
    """What kind of webhook an address is, by its host."""
    return _HOSTS.get(str(check_url(url).hostname).removeprefix("www."), JSON)


def body_of(style: str, message: Message) -> dict[str, Any]:
    """The notice as the other side wants it. Nobody is pinged by what is in a name."""
    words = f"{message.text} {message.link}".strip()
    if style == DISCORD:
        return {"content": words[:1900], "allowed_mentions": {"parse": []}}
    if style == SLACK:
        safe = message.text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return {"text": f"{safe} <{message.link}>" if message.link else safe}
    return {
        "id": message.id,
        "subject": message.subject,
        "text": message.text,
        "link": message.link,
        "game": message.game,
        "table": message.table,
    }


async def send_webhook(url: str, style: str, message: Message, inside: bool) -> None:
    """Raises NotSent."""
    body = json.dumps(body_of(style or style_of(url), message)).encode()
    headers = {"content-type": "application/json", "x-roundhouse-notice": message.id}
    check_answer(str(check_url(url).hostname), await post_soon(url, body, headers, inside))
