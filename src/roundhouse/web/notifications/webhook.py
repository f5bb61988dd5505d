"""Notifications to a webhook: Discord, Slack, or plain JSON."""

from __future__ import annotations

import json
from typing import Any

from roundhouse.web.notifications.message import Notification
from roundhouse.web.notifications.outbound_http import check_answer, check_url, post

DISCORD, SLACK, JSON = "discord", "slack", "json"
STYLES = (DISCORD, SLACK, JSON)
_HOSTS = {"discord.com": DISCORD, "discordapp.com": DISCORD, "hooks.slack.com": SLACK}


def style_of(url: str) -> str:
    """Return the kind of a webhook by its host."""
    return _HOSTS.get(str(check_url(url).hostname).removeprefix("www."), JSON)


def body_of(style: str, message: Notification) -> dict[str, Any]:
    """Return the JSON body for a kind of webhook, without triggering mentions."""
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


async def send_webhook(url: str, style: str, message: Notification, inside: bool) -> None:
    """Post a message to a webhook; raises NotSent."""
    body = json.dumps(body_of(style or style_of(url), message)).encode()
    headers = {"content-type": "application/json", "x-roundhouse-notice": message.id}
    check_answer(str(check_url(url).hostname), await post(url, body, headers, inside))
