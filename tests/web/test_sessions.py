"""Sessions end and are renewed; names and passwords of accounts."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import PATIENCE, Caller, Server, new_table
from tests.web.processes import PAGE, form_token

from roundhouse.web.errors import Clash, NotSignedIn, Refusal, TooMany
from roundhouse.web.names import skeleton
from roundhouse.web.passwords import weakness
from roundhouse.web.security import Limits
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings
from roundhouse.web.store.accounts import Accounts
from roundhouse.web.tables.chairs import OPEN, PERSON, Chair, chair_for

GOOD = "steam engine 7"
DAY = 24 * 3600.0


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    made = Services.build(Settings(data=tmp_path))
    yield made
    made.store.close()


def _aged(data: Path, **days: float) -> None:
    """As if all sessions were begun, or used last, so many days ago."""
    columns = {"begun": ("sessions", "created"), "used": ("session_uses", "seen")}
    with sqlite3.connect(data / "roundhouse.sqlite", timeout=20) as db:
        for what, age in days.items():
            table, column = columns[what]
            db.execute(f"update {table} set {column} = ?", (time.time() - age * DAY,))
    db.close()


# Sessions (17)


@pytest.mark.slow
def test_registering_gives_a_new_session_and_ends_the_old_one(caller: Caller) -> None:
    ann = caller("Rhea Newton")
    table = new_table(ann, "me", "bot:random", "bot:random")["id"]
    old = ann.headers["authorization"]
    made = ann.post("/api/me/register", json={"name": "Rhea Newton", "password": GOOD}).json()
    assert made["account"]
    assert ann.get("/api/me", headers={"authorization": old}).status_code == 401
    ann.headers["authorization"] = f"Bearer {made['token']}"
    assert ann.get("/api/me").json() == {"name": "Rhea Newton", "account": True}
    assert ann.get(f"/api/tables/{table}").json()["seats"][0]["yours"]


@pytest.mark.slow
def test_a_cookie_that_somebody_else_knows_is_worth_nothing_after_registering(
    server: Server,
) -> None:
    """Session fixation: the visitor's cookie was planted by somebody who keeps a copy of it."""
    with (
        httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as victim,
        httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as thief,
    ):
        planted = thief.get("/").cookies["roundhouse"]
        victim.cookies.set("roundhouse", planted)
        login = {"name": "Victor Fix", "password": GOOD}
        mine = form_token(victim.get("/me"))
        done = victim.post("/me/register", data={**login, "csrf": mine})
        assert done.status_code == 303
        assert done.cookies["roundhouse"] != planted
        assert "Victor Fix" not in thief.get("/me").text
        victim.cookies.clear()
        victim.cookies.set("roundhouse", done.cookies["roundhouse"])
        assert "Victor Fix" in victim.get("/me").text
        # The same when an account signs in where another one was.
        before = done.cookies["roundhouse"]
        mine = form_token(victim.get("/me"))
        again = victim.post("/me/sign-in", data={**login, "csrf": mine})
        assert again.cookies["roundhouse"] != before
        thief.cookies.clear()
        thief.cookies.set("roundhouse", before)
        assert "Victor Fix" not in thief.get("/me").text


def test_sessions_end(services: Services) -> None:
    token = services.signer.new_token()
    services.people.welcome(token, "Ann")
    data, settings = services.settings.data, services.settings
    _aged(data, begun=settings.session_days - 1, used=settings.session_idle_days - 1)
    assert services.people.of_token(token) is not None  # and so it is in use again
    _aged(data, begun=settings.session_idle_days + 10)
    assert services.people.of_token(token) is not None
    _aged(data, used=settings.session_idle_days + 1)
    assert services.people.of_token(token) is None
    _aged(data, begun=0, used=0)
    assert services.people.of_token(token) is None  # it is gone for good
    other = services.signer.new_token()
    services.people.welcome(other, "Bob")
    _aged(data, begun=settings.session_days + 1, used=0)
    assert services.people.of_token(other) is None


def test_a_session_of_before_this_was_written_down_goes_on(services: Services) -> None:
    token = services.signer.new_token()
    services.people.welcome(token, "Ann")
    with sqlite3.connect(services.settings.data / "roundhouse.sqlite") as db:
        db.execute("delete from session_uses")
    db.close()
    _aged(services.settings.data, begun=100)
    assert services.people.of_token(token) is not None
    _aged(services.settings.data, used=61)
    assert services.people.of_token(token) is None


@pytest.mark.slow
def test_sign_out_everywhere(server: Server, caller: Caller) -> None:
    home, away = caller("Sonia Out"), caller()
    login = {"name": "Sonia Out", "password": GOOD}
    token = home.post("/api/me/register", json=login).json()["token"]
    home.headers["authorization"] = f"Bearer {token}"
    token = away.post("/api/me/sign-in", json=login).json()["token"]
    away.headers["authorization"] = f"Bearer {token}"
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=PATIENCE) as page:
        mine = form_token(page.get("/me"))
        page.post("/me/sign-in", data={**login, "csrf": mine})
        account = page.get("/me")
        assert "Sign out everywhere" in account.text
        gone = page.post("/me/sign-out-everywhere", data={"csrf": form_token(account)})
        assert gone.status_code == 303
        assert "Sonia Out" not in page.get("/me").text
    for client in (home, away):
        assert client.get("/api/me").status_code == 401
    token = away.post("/api/me/sign-in", json=login, headers={"authorization": ""})
    assert token.status_code in (200, 401)


@pytest.mark.slow
def test_sign_out_everywhere_by_program(caller: Caller) -> None:
    client = caller("Sally Out")
    login = {"name": "Sally Out", "password": GOOD}
    first = client.post("/api/me/register", json=login).json()["token"]
    client.headers["authorization"] = f"Bearer {first}"
    assert client.post("/api/me/sign-out-everywhere").status_code == 204
    assert client.get("/api/me").status_code == 401


# Tries (14)


def test_tries_are_counted_by_account(services: Services) -> None:
    token = services.signer.new_token()
    services.people.register(services.people.welcome(token), "Ada", GOOD)
    most, _ = Limits.rates["account"]
    for _ in range(most + 2):  # the right ones do not count
        services.sign_in(None, "", "Ada", GOOD)
    for _ in range(most):
        with pytest.raises(NotSignedIn):
            services.sign_in(None, "", "aDA", "wrong")
    for password in ("wrong", GOOD):
        with pytest.raises(TooMany):
            services.sign_in(None, "", "Ada ", password)


# Names (18)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lila", "LiIa"),
        ("Lila", "L1la"),
        ("Olaf", "0laf"),
        ("Ann", "\u0410nn"),  # a Cyrillic capital
        ("Oscar", "\u039fscar"),  # a Greek one
        ("Ann", "ann"),
        ("Ann", "A.n n"),
        ("Jose", "Jos\u00e9"),
        ("Modem", "Modern"),
        ("Bob", "\uff22\uff4f\uff42"),  # as wide as Chinese letters
        ("Ann", "A\u200bnn"),  # a space of no width
    ],
)
def test_look_alikes_look_alike(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_other_names_do_not_look_alike() -> None:
    names = [
        "Ann",
        "Anna",
        "Bob",
        "Rob",
        "Cem",
        "Player 12",
        "Player 22",
        "\u041f\u0451\u0442\u0440",
    ]
    assert len({skeleton(name) for name in [*names, "\U0001f682", "\U0001f683"]}) == 10


def _account(services: Services, name: str) -> str:
    person = services.people.welcome(services.signer.new_token())
    services.people.register(person, name, GOOD)
    return person.id


def test_an_accounts_name_is_nobody_elses(services: Services) -> None:
    people = services.people
    _account(services, "Lila Stone")
    guest = people.welcome(services.signer.new_token(), "Bob")
    taken: list[Callable[[], object]] = [
        lambda: people.welcome(services.signer.new_token(), "lila  stone"),
        lambda: people.rename(guest, "LiIa Stone"),
        lambda: people.register(guest, "L1la St0ne", GOOD),
    ]
    for attempt in taken:
        with pytest.raises(Clash, match="choose another name"):
            attempt()
    assert people.name_at_table(guest.id, "Lila Stone") == "Lila Stone (guest)"
    assert people.name_at_table(guest.id, "Bob") == "Bob"


def test_an_account_keeps_the_name_it_signs_in_with(services: Services) -> None:
    people = services.people
    ann, bob = _account(services, "Ann"), _account(services, "Bob")
    token, _ = people.sign_in(None, "", "Ann", GOOD)
    person = people.of_token(token)
    assert person is not None
    with pytest.raises(Clash):
        people.rename(person, "B0b")
    people.rename(person, "Ann of Fargo")
    people.rename(person, "Ann of Minot")
    assert people.name_at_table(bob, "Ann of Minot") == "Ann of Minot (guest)"
    assert people.name_at_table(bob, "Ann of Fargo") == "Ann of Fargo"
    assert people.name_at_table(bob, "Ann") == "Ann (guest)"
    assert people.name_at_table(ann, "Ann") == "Ann"
    people.rename(person, "Ann")
    people.sign_in(None, "", "Ann", GOOD)


def test_at_a_table_nobody_sits_under_an_accounts_name(services: Services) -> None:
    guest = services.people.welcome(services.signer.new_token(), "Lila")  # she was first
    _account(services, "LiIa")
    chairs = [
        Chair(0, PERSON, guest.name, guest.id),
        chair_for(1, "guest:Lila", guest),
        Chair(2, OPEN, "open seat", invite="i"),
    ]
    table = services.tables.create(guest.id, "northern", {}, chairs)
    with services.tables.at(table) as found:
        assert found.names[:2] == ["Lila (guest)", "Lila (guest)"]
        from roundhouse.web.tables import seating

        seating.join_invited(services.tables, found, "somebody", "Li1a", "i")
        assert found.names[2] == "Li1a (guest)"


def test_accounts_from_before_have_their_names_too(services: Services) -> None:
    _account(services, "Lila")
    with sqlite3.connect(services.settings.data / "roundhouse.sqlite") as db:
        db.execute("delete from account_names")
    db.close()
    assert Accounts(services.store.engine).owner(skeleton("Lila")) is None
    again = Services.build(services.settings)
    with pytest.raises(Clash):
        again.people.welcome(again.signer.new_token(), "Lila")
    again.store.close()


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("aaaaaaaa", "10 to 200"),
        ("aaaaaaaaaa", "repeats itself"),
        ("abababababab", "repeats itself"),
        ("1234567890", "row of keys"),
        ("qwertyuiop", "row of keys"),
        ("asdfghjkl;!", "row of keys"),
        ("abcdefgabcdefg", "row of keys"),
        ("password123", "first that would be tried"),
        ("P@ssw0rd2024!", "first that would be tried"),
        ("adaLovelace", "hardly more than your name"),
        ("ada lovelace 42", "hardly more than your name"),
        ("x" * 201, "10 to 200"),
    ],
)
def test_weak_passwords_are_refused(services: Services, password: str, why: str) -> None:
    assert why in (weakness(password, "Ada Lovelace") or "")
    guest = services.people.welcome(services.signer.new_token())
    with pytest.raises(Refusal, match=why):
        services.people.register(guest, "Ada Lovelace", password)


@pytest.mark.parametrize(
    "password",
    [
        GOOD,
        "Zw3!kd0-Pq",
        "vier kleine Wagen",
        "\u0441\u0435\u0432\u0435\u0440\u043d\u044b\u0439 \u043f\u0443\u0442\u044c",
    ],
)
def test_other_passwords_are_good(password: str) -> None:
    assert weakness(password, "Ada Lovelace") is None
