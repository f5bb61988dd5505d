"""Push notifications in Chromium, from the subscription to the service worker.

The test replaces the push service: it receives the encrypted message and passes it on.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from tests.web.conftest import Opener
from tests.web.in_process import PageUser, Site, open_page_as, running_site
from tests.web.notifications.test_notifications import QUICK, create_table
from tests.web.sinks import HookSink, eventually, hook_sink
from tests.web.tables.test_browser import MINE, choose, new_table, ply

pytestmark = [pytest.mark.browser, pytest.mark.slow]
pytest.importorskip("pywebpush")

DESK = (1440, 900)
ALLOWED = {"permissions": ["notifications"]}
SECRET = b"0123456789abcdef"
# Replaces the push service: returns the subscription of this browser.
FAKE_SUBSCRIBE = """
PushManager.prototype.subscribe = async function (options) {
  const registration = await navigator.serviceWorker.ready;
  const key = new Uint8Array(options.applicationServerKey);
  if (!registration.active || !options.userVisibleOnly || key.length !== 65 || key[0] !== 4)
    throw new Error("no push service would take this");
  return %s;
};
"""


@dataclass(frozen=True)
class Keys:
    """The key pair of a browser."""

    private: Any
    public: dict[str, str]

    def read(self, body: bytes) -> Any:
        import http_ece

        return json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=SECRET))


def new_keys() -> Keys:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    result = ec.generate_private_key(ec.SECP256R1())
    point = result.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    text = {
        name: base64.urlsafe_b64encode(value).rstrip(b"=").decode()
        for name, value in (("p256dh", point), ("auth", SECRET))
    }
    return Keys(result, text)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("push"), **QUICK) as result:
        yield result


@pytest.fixture
def browser(full_browser: Any) -> Any:
    """The shell shows no notifications."""
    return full_browser


@pytest.fixture
def service() -> Iterator[HookSink]:
    with hook_sink() as result:
        yield result


def deliver(page: Any, site: Site, message: Any) -> list[dict[str, Any]]:
    """Deliver a push message; return the notifications that the browser shows."""
    tools = page.context.new_cdp_session(page)
    registrations: list[Any] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    for _ in range(600):  # the browser reports it with a delay
        if registrations:
            break
        page.wait_for_timeout(100)
    (number,) = {r["registrationId"] for r in registrations if not r["isDeleted"]}
    where = {"origin": site.url, "registrationId": number, "data": json.dumps(message)}
    get_notifications = """async () => {
      const here = await navigator.serviceWorker.ready;
      const shown = await here.getNotifications();
      return shown.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    }"""

    def there() -> list[dict[str, Any]]:
        """Return all notifications once this one is among them."""
        here: list[dict[str, Any]] = page.evaluate(get_notifications)
        return here if any(n["body"] == message["body"] for n in here) else []

    # On a busy machine Chromium sometimes drops a message silently. A push service repeats it until
    # it is acknowledged; the tag makes sure that it is shown once.
    for _ in range(10):
        tools.send("ServiceWorker.deliverPushMessage", where)
        try:
            rows: list[dict[str, Any]] = eventually(there, seconds=3)
        except AssertionError:
            continue
        return rows
    raise AssertionError(f"the browser never showed {message['title']!r}")


def test_notification_opens_the_game(browser: Any, site: Site, service: HookSink) -> None:
    ann, bob, cat = site.add_user("Ann"), site.add_user("Bob"), site.add_user("Cat")
    keys = new_keys()
    address = json.dumps({"endpoint": service.url("/push/ann"), "keys": keys.public})
    for page in open_page_as(browser, site, ann, DESK, **ALLOWED):
        page.add_init_script(FAKE_SUBSCRIBE % address)
        page.goto("/me/notices")
        page.click("text=Notify me in this browser")
        page.wait_for_selector("text=Push notifications")
        page.click("text=Send test notification")
        page.wait_for_selector("text=Sent. If it does not arrive")
        trial = keys.read(eventually(lambda: service.requests)[0][2])
        assert [n["title"] for n in deliver(page, site, trial)] == [trial["title"]]

        page.goto("/learn")  # away from the table
        table = create_table(site.services, ann, bob, cat)
        path, _, body = eventually(lambda: service.requests[1:])[0]
        text = keys.read(body)
        assert path == "/push/ann"
        assert text["title"] == "Your turn: Northern Pacific"
        assert f"/t/{table}" in text["link"]
        notifications = deliver(page, site, text)
        assert (text["title"], text["body"]) in [(n["title"], n["body"]) for n in notifications]
        assert _click(page.context.service_workers[0], text["link"]) == [text["link"], 1]
        _remove_channel(page, site, ann)


def _click(worker: Any, link: str) -> Any:
    """Click a notification; return the address it opens and how many are left.

    Chromium opens windows only for real clicks, so the test replaces `openWindow`.
    """
    return worker.evaluate(
        """async (link) => {
          const opened = new Promise((done) => { self.clients.openWindow = async (a) => done(a); });
          const shown = await self.registration.getNotifications();
          const notification = shown.find((n) => n.data === link);
          self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
          return [await opened, (await self.registration.getNotifications()).length];
        }""",
        link,
    )


def _remove_channel(page: Any, site: Site, ann: PageUser) -> None:
    page.goto("/me/notices")
    page.click("text=Remove")
    page.wait_for_selector("text=No channels yet")
    assert site.services.social.channels.find_all(ann.id) == []


def test_denied_permission_is_reported(browser: Any, site: Site) -> None:
    """Without permission nothing is stored."""
    dan = site.add_user("Dan")
    for page in open_page_as(browser, site, dan, DESK):
        page.goto("/me/notices")
        page.click("text=Notify me in this browser")
        page.wait_for_selector("text=Your browser blocked notifications")
        assert site.services.social.channels.find_all(dan.id) == []


def test_hidden_page_shows_a_notification(open_page: Opener) -> None:
    page = open_page("/", permissions=["notifications"])
    page.add_init_script("""
      window.notifications = [];
      const Real = Notification;
      window.Notification = class extends Real {
        constructor(title, about) { super(title, about); notifications.push([title, about.tag]); }
      };
    """)
    new_table(page, "me", "guest", "bot:beginner", names={1: "Bea"})
    choose(page)
    page.wait_for_selector(MINE)  # Bea's turn on the same device; the page is visible
    assert page.evaluate("notifications") == []
    page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    at = ply(page)
    choose(page)  # the bot moves, then it is Ann's turn again
    page.wait_for_selector(f'{MINE}:not([data-ply="{at + 1}"])')
    assert page.evaluate("notifications") == [["Your turn", page.url.split("/t/")[1].split("?")[0]]]
