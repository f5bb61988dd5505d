"""Browser push notifications (Web Push). Needs the extra `push`."""

from __future__ import annotations

import base64
import json
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from roundhouse.core.translation import mark
from roundhouse.core.translation import translate as _
from roundhouse.web.notifications.message import Notification, NotSent
from roundhouse.web.notifications.outbound_http import GONE, check_answer, check_url, post

NO_PUSH = mark("Push notifications aren't set up on this server (install the extra `push`).")
MAX_SUBSCRIPTION_CHARS = 4000
KEPT_SECONDS = "86400"  # how long the push service keeps a message while the device is off


class SubscriptionGone(NotSent):
    """The browser has revoked the subscription."""


def can_push() -> bool:
    return find_spec("pywebpush") is not None


def new_key() -> str:
    """Return a new private key that identifies this server to push services."""
    from py_vapid import Vapid02

    result = Vapid02()
    result.generate_keys()
    number = result.private_key.private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


def public_key(private: str) -> str:
    """Return the public key, for the browser."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_raw(private.encode()).public_key
    return _text(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def check_subscription(text: str) -> dict[str, Any]:
    """Return a browser's subscription, checked; raises NotSent."""
    try:
        if len(text) > MAX_SUBSCRIPTION_CHARS:
            raise ValueError
        data = json.loads(text)
        keys = {name: str(data["keys"][name]) for name in ("p256dh", "auth")}
        url = str(data["endpoint"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NotSent(_("This is not a valid push subscription.")) from None
    check_url(url)
    return {"endpoint": url, "keys": keys}


async def send_push(
    subscription: str, message: Notification, private: str, contact: str, inside: bool
) -> None:
    """Send a push message.

    Raises NotSent, or SubscriptionGone if the browser has revoked the subscription.
    """
    if not can_push():
        raise NotSent(_(NO_PUSH))
    from py_vapid import Vapid02
    from pywebpush import WebPusher, WebPushException

    checked = check_subscription(subscription)
    parts = urlsplit(checked["endpoint"])
    payload = {
        "title": message.subject,
        "body": message.text,
        "link": message.link,
        "id": message.id,
        "lang": message.language,
    }
    try:
        sealed = WebPusher(checked).encode(json.dumps(payload).encode(), "aes128gcm")
        claims = {"sub": contact, "aud": f"{parts.scheme}://{parts.netloc}"}
        signed = Vapid02.from_raw(private.encode()).sign(claims)
    except (WebPushException, ValueError) as error:
        reason = _("This is not a valid push subscription: {error}", error=error)
        raise NotSent(reason) from None
    headers = {
        **signed,
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": KEPT_SECONDS,
        "topic": message.table[:32] or "notice",
    }
    answer = await post(checked["endpoint"], sealed["body"], headers, inside)
    if answer.status in GONE:
        raise SubscriptionGone(_("The browser no longer accepts notifications."))
    check_answer(str(parts.hostname), answer)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
