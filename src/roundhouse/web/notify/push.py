"""Notices that a browser shows though no page is open (Web Push). Needs the extra `push`."""

from __future__ import annotations

import base64
import json
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from roundhouse.web.notify.message import Message, NotSent
from roundhouse.web.notify.outside import GONE, check_answer, check_url, post_soon

NO_PUSH = "This server does not send push notices: install it with the extra `push`."
KEPT_SECONDS = "86400"  # by the browser's maker, while the device is off


class Gone(NotSent):
    """The browser has taken the permission back: there is nobody to send to any more."""


def can_push() -> bool:
    return find_spec("pywebpush") is not None


def new_key() -> str:
    """A fresh private key by which the browsers' makers know this server."""
    from py_vapid import Vapid02

    made = Vapid02()
    made.generate_keys()
    number = made.private_key.private_numbers().private_value
    return _text(number.to_bytes(32, "big"))


def public_key(private: str) -> str:
    """What a page hands to the browser."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_raw(private.encode()).public_key
    return _text(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def check_subscription(text: str) -> dict[str, Any]:
    """What a browser has given as its address, checked; raises NotSent."""
    try:
        given = json.loads(text)
        keys = {name: str(given["keys"][name]) for name in ("p256dh", "auth")}
        url = str(given["endpoint"])
    except (ValueError, KeyError, TypeError):
        raise NotSent("That is no address of a browser.") from None
    check_url(url)
    return {"endpoint": url, "keys": keys}


async def send_push(
    subscription: str, message: Message, private: str, contact: str, inside: bool
) -> None:
    """Raises NotSent, and Gone if the browser does not want it any more."""
    if not can_push():
        raise NotSent(NO_PUSH)
    from py_vapid import Vapid02
    from pywebpush import WebPusher, WebPushException

    given = check_subscription(subscription)
    parts = urlsplit(given["endpoint"])
    words = {"title": message.subject, "body": message.text, "link": message.link, "id": message.id}
    try:
        sealed = WebPusher(given).encode(json.dumps(words).encode(), "aes128gcm")
        claims = {"sub": contact, "aud": f"{parts.scheme}://{parts.netloc}"}
        signed = Vapid02.from_raw(private.encode()).sign(claims)
    except (WebPushException, ValueError) as error:
        raise NotSent(f"That is no address of a browser: {error}") from None
    headers = {
        **signed,
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": KEPT_SECONDS,
        "topic": message.table[:32] or "notice",
    }
    answer = await post_soon(given["endpoint"], sealed["body"], headers, inside)
    if answer.status in GONE:
        raise Gone("The browser does not take notices any more.")
    check_answer(str(parts.hostname), answer)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
