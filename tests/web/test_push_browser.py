"""Push notices in real Chromium: asked for on the page, sealed by the server for this browser,
shown by its service worker. Only the push service between them is not there: what it would carry
is carried here."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from tests.web.inside import Inside, Visitor, inside, opened
from tests.web.sinks import HookSink, eventually, hook_sink
from tests.web.test_notices import QUICK, lay

pytestmark = [pytest.mark.browser, pytest.mark.slow]
pytest.importorskip("pywebpush")

DESK = (1440, 900)
ALLOWED = {"permissions": ["notifications"]}
SECRET = b"0123456789abcdef"
# In place of the push service: the address that it would have given this browser.
SUBSCRIBED = """
PushManager.prototype.subscribe = async function (wanted) {
  const registration = await navigator.serviceWorker.ready;
  const key = new Uint8Array(wanted.applicationServerKey);
  if (!registration.active || !wanted.userVisibleOnly || key.length !== 65 || key[0] !== 4)
    throw new Error("no push service would take this");
  return %s;
};
"""


@dataclass(frozen=True)
class Keys:
    """A browser's, which it tells nobody."""

    private: Any
    told: dict[str, str]

    def read(self, body: bytes) -> Any:
        import http_ece

        return json.loads(http_ece.decrypt(body, private_key=self.private, auth_secret=SECRET))


def new_keys() -> Keys:
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    made = ec.generate_private_key(ec.SECP256R1())
    point = made.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    told = {
        name: base64.urlsafe_b64encode(value).rstrip(b"=").decode()
        for name, value in (("p256dh", point), ("auth", SECRET))
    }
    return Keys(made, told)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("push"), **QUICK) as made:
        yield made


@pytest.fixture
def service() -> Iterator[HookSink]:
    with hook_sink() as made:
        yield made


def deliver(page: Any, house: Inside, told: Any) -> list[dict[str, Any]]:
    """As the push service would; what the browser shows then."""
    tools = page.context.new_cdp_session(page)
    registrations: list[Any] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    for _ in range(600):  # the browser tells of it when it gets round to it
        if registrations:
            break
        page.wait_for_timeout(100)
    (number,) = {r["registrationId"] for r in registrations if not r["isDeleted"]}
    where = {"origin": house.url, "registrationId": number, "data": json.dumps(told)}
    shown = """async () => {
      const here = await navigator.serviceWorker.ready;
      const found = await here.getNotifications();
      return found.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    }"""

    def there() -> list[dict[str, Any]]:
        """Once this one is among them: others may be there already."""
        here: list[dict[str, Any]] = page.evaluate(shown)
        return here if any(n["body"] == told["body"] for n in here) else []

    # Chromium drops one now and then on a busy machine, and says nothing. A push service sends
    # until it is acknowledged; that it is shown once all the same is the tag's doing.
    for _ in range(10):
        tools.send("ServiceWorker.deliverPushMessage", where)
        try:
            found: list[dict[str, Any]] = eventually(there, seconds=3)
        except AssertionError:
            continue
        return found
    raise AssertionError(f"the browser never showed {told['title']!r}")


def test_a_browser_is_told_and_opens_the_game(
    browser: Any, house: Inside, service: HookSink
) -> None:
    ann, bob, cat = house.person("Ann"), house.person("Bob"), house.person("Cat")
    keys = new_keys()
    address = json.dumps({"endpoint": service.url("/push/ann"), "keys": keys.told})
    for page in opened(browser, house, ann, DESK, **ALLOWED):
        page.add_init_script(SUBSCRIBED % address)
        page.goto("/me/notices")
        page.click("text=Tell me in this browser")
        page.wait_for_selector("text=push notices")
        page.click("text=Send me one now")
        page.wait_for_selector("text=It was sent just now")
        trial = keys.read(eventually(lambda: service.posted)[0][2])
        assert [n["title"] for n in deliver(page, house, trial)] == [trial["title"]]

        page.goto("/learn")  # not at the table: so it is told
        table = lay(house.services, ann, bob, cat)
        path, _, body = eventually(lambda: service.posted[1:])[0]
        told = keys.read(body)
        assert path == "/push/ann"
        assert told["title"] == "Your turn: Northern Pacific"
        assert f"/t/{table}" in told["link"]
        shown = deliver(page, house, told)
        assert (told["title"], told["body"]) in [(n["title"], n["body"]) for n in shown]
        assert _clicked(page.context.service_workers[0], told["link"]) == [told["link"], 1]
        _ends(page, house, ann)


def _clicked(worker: Any, link: str) -> Any:
    """What a click on a notice opens, and how many are left. (A window is opened for people only:
    so this looks at what is asked for.)"""
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


def _ends(page: Any, house: Inside, ann: Visitor) -> None:
    page.goto("/me/notices")
    page.click("text=Remove")
    page.wait_for_selector("text=Nothing yet")
    assert house.services.community.channels.of(ann.id) == []


def test_a_browser_that_does_not_allow_it_says_so(browser: Any, house: Inside) -> None:
    """Nobody has allowed it here, and there is no push service: nothing is kept."""
    dan = house.person("Dan")
    for page in opened(browser, house, dan, DESK):
        page.goto("/me/notices")
        page.click("text=Tell me in this browser")
        page.wait_for_selector("text=The browser does not allow it, or cannot do it.")
        assert house.services.community.channels.of(dan.id) == []
