"""Sessions, and the names and passwords of accounts."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S, ClientFactory, Server, new_table
from tests.web.processes import PAGE, form_token

from roundhouse.table.chairs import HUMAN, OPEN, Chair, chair_for
from roundhouse.table.errors import Clash, NotSignedIn, Refusal
from roundhouse.table.names import tidy_name
from roundhouse.table.service import TableRequest
from roundhouse.web.accounts.lookalikes import mixes_scripts, skeletons
from roundhouse.web.accounts.passwords import weakness
from roundhouse.web.http.addresses import set_requester
from roundhouse.web.http.errors import TooMany
from roundhouse.web.http.rate_limits import RateLimits
from roundhouse.web.services import Services
from roundhouse.web.settings import Settings

GOOD = "steam engine 7"
DAY = 24 * 3600.0


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    result = Services.build(Settings(data=tmp_path))
    yield result
    result.storage.database.close()


def _age_sessions(data: Path, **days: float) -> None:
    """Pretend that all sessions were started, or last used, some days ago."""
    columns = {"started": ("sessions", "created"), "used": ("sessions", "seen")}
    with sqlite3.connect(data / "roundhouse.sqlite", timeout=20) as db:
        for what, age in days.items():
            table, column = columns[what]
            db.execute(f"update {table} set {column} = ?", (time.time() - age * DAY,))
    db.close()


# Sessions


@pytest.mark.slow
def test_registering_starts_a_new_session_and_ends_the_old_one(new_client: ClientFactory) -> None:
    ann = new_client("Rhea Newton")
    table = new_table(ann, "me", "bot:random", "bot:random")["id"]
    old = ann.headers["authorization"]
    data = ann.post("/api/me/register", json={"name": "Rhea Newton", "password": GOOD}).json()
    assert data["account"]
    assert ann.get("/api/me", headers={"authorization": old}).status_code == 401
    ann.headers["authorization"] = f"Bearer {data['token']}"
    assert ann.get("/api/me").json() == {"name": "Rhea Newton", "account": True, "owner": None}
    assert ann.get(f"/api/tables/{table}").json()["seats"][0]["yours"]


@pytest.mark.slow
def test_planted_cookie_is_invalid_after_registering(server: Server) -> None:
    """Session fixation: an attacker plants a cookie and keeps a copy of it."""
    with (
        httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as victim,
        httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as thief,
    ):
        planted = thief.get("/").cookies["roundhouse"]
        victim.cookies.set("roundhouse", planted)
        login = {"name": "Victor Fix", "password": GOOD}
        csrf_token = form_token(victim.get("/me"))
        response = victim.post("/me/register", data={**login, "csrf": csrf_token})
        assert response.status_code == 303
        assert response.cookies["roundhouse"] != planted
        assert "Victor Fix" not in thief.get("/me").text
        victim.cookies.clear()
        victim.cookies.set("roundhouse", response.cookies["roundhouse"])
        assert "Victor Fix" in victim.get("/me").text
        # The same holds when an account signs in over another session.
        before = response.cookies["roundhouse"]
        csrf_token = form_token(victim.get("/me"))
        again = victim.post("/me/sign-in", data={**login, "csrf": csrf_token})
        assert again.cookies["roundhouse"] != before
        thief.cookies.clear()
        thief.cookies.set("roundhouse", before)
        assert "Victor Fix" not in thief.get("/me").text


def test_sessions_expire_by_age_and_by_idle_time(services: Services) -> None:
    token = services.signer.new_token()
    services.users.create_guest(token, "Ann")
    data, settings = services.settings.data, services.settings
    _age_sessions(data, started=settings.session_days - 1, used=settings.session_idle_days - 1)
    assert services.sessions.find_user(token) is not None  # this use renews the session
    _age_sessions(data, started=settings.session_idle_days + 10)
    assert services.sessions.find_user(token) is not None
    _age_sessions(data, used=settings.session_idle_days + 1)
    assert services.sessions.find_user(token) is None
    _age_sessions(data, started=0, used=0)
    assert services.sessions.find_user(token) is None  # the session was deleted
    other = services.signer.new_token()
    services.users.create_guest(other, "Bob")
    _age_sessions(data, started=settings.session_days + 1, used=0)
    assert services.sessions.find_user(other) is None


def test_session_without_a_recorded_use_stays_valid(services: Services) -> None:
    token = services.signer.new_token()
    services.users.create_guest(token, "Ann")
    with sqlite3.connect(services.settings.data / "roundhouse.sqlite") as db:
        db.execute("update sessions set seen = null")
    db.close()
    _age_sessions(services.settings.data, started=100)
    assert services.sessions.find_user(token) is not None
    _age_sessions(services.settings.data, used=61)
    assert services.sessions.find_user(token) is None


@pytest.mark.slow
def test_sign_out_everywhere_ends_all_sessions(server: Server, new_client: ClientFactory) -> None:
    home, away = new_client("Sonia Out"), new_client()
    login = {"name": "Sonia Out", "password": GOOD}
    token = home.post("/api/me/register", json=login).json()["token"]
    home.headers["authorization"] = f"Bearer {token}"
    token = away.post("/api/me/sign-in", json=login).json()["token"]
    away.headers["authorization"] = f"Bearer {token}"
    with httpx.Client(base_url=server.url, headers=PAGE, timeout=TIMEOUT_S) as page:
        csrf_token = form_token(page.get("/me"))
        page.post("/me/sign-in", data={**login, "csrf": csrf_token})
        account = page.get("/me")
        assert "Sign out everywhere" in account.text
        removed = page.post("/me/sign-out-everywhere", data={"csrf": form_token(account)})
        assert removed.status_code == 303
        assert "Sonia Out" not in page.get("/me").text
    for client in (home, away):
        assert client.get("/api/me").status_code == 401
    response = away.post("/api/me/sign-in", json=login, headers={"authorization": ""})
    assert response.status_code in (200, 401)


@pytest.mark.slow
def test_sign_out_everywhere_works_through_the_api(new_client: ClientFactory) -> None:
    client = new_client("Sally Out")
    login = {"name": "Sally Out", "password": GOOD}
    first = client.post("/api/me/register", json=login).json()["token"]
    client.headers["authorization"] = f"Bearer {first}"
    assert client.post("/api/me/sign-out-everywhere").status_code == 204
    assert client.get("/api/me").status_code == 401


# Failed sign-ins


def test_failed_sign_ins_are_limited_per_account(services: Services) -> None:
    token = services.signer.new_token()
    services.users.register(services.users.create_guest(token), "Ada", GOOD)
    most, _ = RateLimits.rates["account"]
    for _ in range(most + 2):  # successful sign-ins do not count
        services.sign_in(None, "", "Ada", GOOD)
    for _ in range(most):
        with pytest.raises(NotSignedIn):
            services.sign_in(None, "", "aDA", "wrong")
    for password in ("wrong", GOOD):
        with pytest.raises(TooMany):
            services.sign_in(None, "", "Ada ", password)


def test_one_address_cannot_lock_out_the_owner_of_an_account(services: Services) -> None:
    token = services.signer.new_token()
    services.users.register(services.users.create_guest(token), "Ada", GOOD)
    set_requester("192.0.2.1")
    for _ in range(RateLimits.rates["account"][0]):
        with pytest.raises(NotSignedIn):
            services.sign_in(None, "", "Ada", "wrong")
    with pytest.raises(TooMany):
        services.sign_in(None, "", "Ada", GOOD)
    set_requester("192.0.2.2")
    assert services.sign_in(None, "", "Ada", GOOD)
    most, _ = RateLimits.rates["guesses"]
    for n in range(2 * most):  # from all over the world
        set_requester(f"198.51.100.{n}")
        with suppress(NotSignedIn, TooMany):
            services.sign_in(None, "", "Ada", "wrong")
    with pytest.raises(TooMany):
        services.sign_in(None, "", "Ada", GOOD)
    set_requester("")


# Names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lila", "LiIa"),
        ("Lila", "L1la"),
        ("Olaf", "0laf"),
        ("Ann", "\u0410nn"),  # a Cyrillic capital letter
        ("Oscar", "\u039fscar"),  # a Greek capital letter
        ("Ann", "ann"),
        ("Ann", "A.n n"),
        ("Jose", "Jos\u00e9"),
        ("Modem", "Modern"),
        ("Bob", "\uff22\uff4f\uff42"),  # fullwidth letters
        ("Ann", "A\u200bnn"),  # a zero-width space
        ("Ada", "\ua4ee\ua4d3\ua4ee"),  # Lisu letters
        ("AWA", "\u13aa\u13b3\u13aa"),  # Cherokee letters
        ("soap", "\u0455\u043e\u0430\u0440"),  # Cyrillic letters only
        ("Ann", "\U0001d400\U0001d427\U0001d427"),  # mathematical letters
        ("\u0412\u043e\u0432\u0430", "\u0432\u043e\u0432\u0430"),  # Cyrillic capital and small
        ("\u0410\u0412\u0421", "ABC"),
        ("wolf", "vvolf"),
    ],
)
def test_similar_names_share_a_skeleton(one: str, other: str) -> None:
    assert skeletons(one) & skeletons(other)


def test_different_names_have_different_skeletons() -> None:
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
    names += ["\U0001f682", "\U0001f683", "Clara", "Dara", "Ivan", "Inan", "Mia", "Nia"]
    for one, other in combinations(names, 2):
        assert not skeletons(one) & skeletons(other)


@pytest.mark.parametrize(
    ("name", "mixed"),
    [
        ("Jos\u00e9 42 \U0001f682", False),
        ("\u041f\u0451\u0442\u0440", False),
        ("\u6771\u4eac\u30ab\u3089 Ken", False),  # Japanese with Latin letters
        ("\ud55c\uae00 Kim", False),
        ("P\u0430ul", True),  # a Cyrillic letter among Latin ones
        ("\u03a9mega", True),
        ("\u30ab\ud55c", True),
    ],
)
def test_mixed_scripts_are_found(name: str, mixed: bool) -> None:
    assert mixes_scripts(name) == mixed


def _account(services: Services, name: str) -> str:
    user = services.users.create_guest(services.signer.new_token())
    services.users.register(user, name, GOOD)
    return user.id


def test_name_of_an_account_is_reserved(services: Services) -> None:
    users = services.users
    _account(services, "Lila Stone")
    guest = users.create_guest(services.signer.new_token(), "Bob")
    attempts: list[Callable[[], object]] = [
        lambda: users.create_guest(services.signer.new_token(), "lila  stone"),
        lambda: users.rename(guest, "LiIa Stone"),
        lambda: users.register(guest, "L1la St0ne", GOOD),
    ]
    for attempt in attempts:
        with pytest.raises(Clash, match="Choose another name"):
            attempt()
    assert users.name_at_table(guest.id, "Lila Stone") == "Lila Stone (guest)"
    assert users.name_at_table(guest.id, "Bob") == "Bob"


def test_name_of_several_alphabets_is_refused(services: Services) -> None:
    users, mixed = services.users, "P\u0430ul"
    guest = users.create_guest(services.signer.new_token(), "Bob")
    attempts: list[Callable[[], object]] = [
        lambda: users.create_guest(services.signer.new_token(), mixed),
        lambda: users.rename(guest, mixed),
        lambda: users.register(guest, mixed, GOOD),
    ]
    for attempt in attempts:
        with pytest.raises(Refusal, match="several alphabets"):
            attempt()
    assert users.name_at_table(guest.id, mixed) == f"{mixed} (guest)"


# The code points with the property Default_Ignorable_Code_Point.
IGNORABLE = (
    "00ad 034f 061c 115f-1160 17b4-17b5 180b-180f 200b-200f 202a-202e 2060-206f 3164 fe00-fe0f "
    "feff ffa0 fff0-fff8 1bca0-1bca3 1d173-1d17a e0000-e0fff"
)


def test_names_have_no_invisible_characters() -> None:
    for text in [*IGNORABLE.split(), "2800", "16fe4", "d800"]:  # and blanks, and half a character
        first, _, last = text.partition("-")
        for code in range(int(first, 16), int(last or first, 16) + 1):
            assert tidy_name(f"A{chr(code)}da", "") == "Ada", hex(code)
            assert tidy_name(chr(code), "nothing") == "nothing", hex(code)
    assert tidy_name("\u0301 \u0301Ada", "") == "Ada"  # marks without a letter
    assert tidy_name("e\u034f\u0301", "") == "\u00e9"


def test_account_is_found_however_its_name_is_typed(db_services: Services) -> None:
    composed, decomposed = "R\u00e9my \u01f0", "Re\u0301my j\u030c"
    _account(db_services, decomposed)
    for name in (composed, decomposed, composed.casefold(), f"{decomposed}\ufe0f"):
        assert db_services.sign_in(None, "", name, GOOD)
    assert db_services.users.find_account(composed)


@pytest.mark.parametrize("letter", ["\u0390", "\ufb03", "\ufdfa", "\u1e9e", "m"])
def test_long_name_is_refused_and_does_not_break_the_database(
    db_services: Services, letter: str
) -> None:
    """Folding the case of a name, or its letters, may make it several times as long."""
    name = letter * 24
    guest = db_services.users.create_guest(db_services.signer.new_token())
    try:
        token = db_services.users.register(guest, name, GOOD)
    except Refusal as error:
        assert "too long" in str(error)
    else:
        user = db_services.sessions.find_user(token)
        assert user is not None
        assert (user.name, letter in "m\u0390") == (name, True)
        db_services.users.rename(user, letter.upper() * 23)
    with suppress(NotSignedIn):
        db_services.sign_in(None, "", name, GOOD)


def test_account_keeps_its_sign_in_name(services: Services) -> None:
    users = services.users
    ann, bob = _account(services, "Ann"), _account(services, "Bob")
    token, _ = users.sign_in(None, "", "Ann", GOOD)
    user = services.sessions.find_user(token)
    assert user is not None
    with pytest.raises(Clash):
        users.rename(user, "B0b")
    users.rename(user, "Ann of Fargo")
    users.rename(user, "Ann of Minot")
    assert users.name_at_table(bob, "Ann of Minot") == "Ann of Minot (guest)"
    assert users.name_at_table(bob, "Ann of Fargo") == "Ann of Fargo"
    assert users.name_at_table(bob, "Ann") == "Ann (guest)"
    assert users.name_at_table(ann, "Ann") == "Ann"
    users.rename(user, "Ann")
    users.sign_in(None, "", "Ann", GOOD)


def test_guest_with_an_accounts_name_is_marked_at_the_table(services: Services) -> None:
    guest = services.users.create_guest(services.signer.new_token(), "Lila")  # before the account
    _account(services, "LiIa")
    chairs = [
        Chair(0, HUMAN, guest.name, guest.id),
        chair_for(1, "guest:Lila", guest),
        Chair(2, OPEN, "open seat", invite="i"),
    ]
    table = services.tables.create(TableRequest(guest.id, "northern", chairs))
    with services.tables.at(table) as result:
        assert result.names[:2] == ["Lila (guest)", "Lila (guest)"]
        from roundhouse.table import seating

        seating.join_invited(services.tables, result, "other", "Li1a", "i")
        assert result.names[2] == "Li1a (guest)"


def test_names_of_old_accounts_are_reserved_at_startup(services: Services) -> None:
    _account(services, "Lila")
    with sqlite3.connect(services.settings.data / "roundhouse.sqlite") as db:
        db.execute("delete from account_names")
    db.close()
    assert services.storage.accounts.owners(skeletons("Lila")) == set()
    again = Services.build(services.settings)
    with pytest.raises(Clash):
        again.users.create_guest(again.signer.new_token(), "Lila")
    again.storage.database.close()


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("aaaaaaaa", "10 to 200"),
        ("aaaaaaaaaa", "too repetitive"),
        ("abababababab", "too repetitive"),
        ("1234567890", "keyboard pattern"),
        ("qwertyuiop", "keyboard pattern"),
        ("asdfghjkl;!", "keyboard pattern"),
        ("abcdefgabcdefg", "keyboard pattern"),
        ("password123", "too common"),
        ("P@ssw0rd2024!", "too common"),
        ("adaLovelace", "too similar to your name"),
        ("ada lovelace 42", "too similar to your name"),
        ("x" * 201, "10 to 200"),
    ],
)
def test_weak_passwords_are_refused(services: Services, password: str, reason: str) -> None:
    assert reason in (weakness(password, "Ada Lovelace") or "")
    guest = services.users.create_guest(services.signer.new_token())
    with pytest.raises(Refusal, match=reason):
        services.users.register(guest, "Ada Lovelace", password)


@pytest.mark.parametrize(
    "password",
    [
        GOOD,
        "Zw3!kd0-Pq",
        "vier kleine Wagen",
        "\u0441\u0435\u0432\u0435\u0440\u043d\u044b\u0439 \u043f\u0443\u0442\u044c",
    ],
)
def test_strong_passwords_are_accepted(password: str) -> None:
    assert weakness(password, "Ada Lovelace") is None
