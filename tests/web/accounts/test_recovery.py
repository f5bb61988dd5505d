"""Password reset by email, and changes of the email address."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import select, update
from tests.web.conftest import TIMEOUT_S, on_both_databases
from tests.web.in_process import PASSWORD, PageUser, Site, running_site
from tests.web.processes import PAGE, form_token
from tests.web.sinks import MailSink, eventually, mail_sink

from roundhouse.core.errors import RoundhouseError
from roundhouse.web.accounts.email_links import CONFIRM, MAX_BY_ADDRESS, MAX_BY_ORIGIN, RECOVER
from roundhouse.web.accounts.recovery_pages import link_sent
from roundhouse.web.http.rate_limits import RateLimits
from roundhouse.web.services import Services
from roundhouse.web.storage.schema import channels, email_links, schema, vault

SITE = "https://rails.example"
NEW_PASSWORD = "nine green lanterns"


@pytest.fixture
def mails() -> Iterator[MailSink]:
    with mail_sink() as result:
        yield result


@pytest.fixture
def site(tmp_path: Path, mails: MailSink, database_url: str) -> Iterator[Site]:
    settings = {"mail": mails.url, "mail_from": "house@x.example", "site": SITE}
    with running_site(tmp_path, database=database_url, **settings) as result:
        yield result


@pytest.fixture
def ann(site: Site, mails: MailSink) -> PageUser:
    """A user with an account and a confirmed email address."""
    result = site.add_user("Ann")
    change_email(result, "ann@home.example")
    result.post(link_in(wait_for_mail(mails)))
    mails.messages.clear()
    return result


def change_email(user: PageUser, address: str, password: str = PASSWORD) -> httpx.Response:
    return user.post("/me/notices/mail", address=address, password=password)


def wait_for_mail(mails: MailSink, count: int = 1) -> Any:
    return eventually(lambda: mails.messages[count - 1 :])[0]


def wait_until_idle(site: Site) -> None:
    """Wait until no email is on its way."""
    eventually(lambda: not site.services.social.background_mail.pending)


def link_in(email: Any) -> str:
    match = re.search(re.escape(SITE) + r"(/(?:confirm|recover)/\S+)", email.get_content())
    assert match, email.get_content()
    return match.group(1)


def ask_for_link(site: Site, name: str, origin: str = "127.0.0.1") -> httpx.Response:
    """Ask for a reset link in a new browser, from a loopback address."""
    with new_browser(site, origin) as web:
        return web.post("/recover", data={"csrf": form_token(web.get("/me")), "name": name})


def reset(site: Site, link: str, password: str = NEW_PASSWORD) -> httpx.Response:
    with new_browser(site) as web:
        return web.post(link, data={"csrf": form_token(web.get("/me")), "password": password})


def new_browser(site: Site, origin: str = "127.0.0.1") -> httpx.Client:
    return httpx.Client(
        base_url=site.url,
        headers=PAGE,
        follow_redirects=True,
        timeout=TIMEOUT_S,
        transport=httpx.HTTPTransport(local_address=origin),
    )


def rows_of(services: Services, purpose: str) -> list[Any]:
    return services.storage.database.rows(
        select(email_links).where(email_links.c.purpose == purpose)
    )


def add_confirmed_mail(services: Services, user: str, address: str = "ann@home.example") -> str:
    row = {"id": f"mail of {user}"[:24], "person": user, "kind": "mail", "address": address}
    services.social.channels.replace_mail({**row, "confirmed": True})
    return str(row["id"])


def add_account(services: Services, name: str) -> str:
    user = services.users.create_guest(services.signer.new_token())
    services.users.register(user, name, PASSWORD)
    return user.id


# Reset links


@on_both_databases
def test_password_reset_link_works_once(site: Site, ann: PageUser, mails: MailSink) -> None:
    ask_for_link(site, "Ann")
    link = link_in(wait_for_mail(mails))
    assert reset(site, link, "password123").status_code == 400  # too weak: the link stays valid
    done = reset(site, link)
    assert done.status_code == 200
    assert "Ann" in done.text
    assert reset(site, link, "ten green lanterns").status_code == 403
    assert "You are a guest" in ann.get("/me").text  # all sessions have ended
    assert ann.post("/me/sign-in", name="Ann", password=PASSWORD).status_code in (401, 403)


def test_stolen_database_opens_no_account(site: Site, ann: PageUser, mails: MailSink) -> None:
    """A thief knows every key and hash of the database, but no secret of a link."""
    ask_for_link(site, "Ann")
    link = link_in(wait_for_mail(mails))
    secret_of_link = link.rpartition("/")[2]
    database = site.services.storage.database
    everything = {table.name: database.rows(select(table)) for table in schema.sorted_tables}
    assert secret_of_link not in str(everything)
    stolen_keys = [str(row["value"]) for row in database.rows(select(vault))]
    hashes = [row["password"] for row in everything["people"]]
    attempts = [row["key"] for row in everything["email_links"]]
    for key in stolen_keys:
        signer = URLSafeTimedSerializer(key, salt="recover")
        attempts += [str(signer.dumps([ann.id, str(value)[-16:]])) for value in hashes]
    for attempt in attempts:
        assert reset(site, f"/recover/{attempt}").status_code == 403
    assert reset(site, link).status_code == 200


@pytest.mark.parametrize("address", ["/recover", "/recover/any"])
def test_server_without_email_has_no_recovery(tmp_path: Path, address: str) -> None:
    with running_site(tmp_path) as site:
        user = site.add_user("Ann")
        assert user.get(address).status_code == 404
        assert user.post(address, name="Ann", password=NEW_PASSWORD).status_code == 404
        user.post("/me/sign-out")
        assert 'href="/recover"' not in user.get("/me").text


def test_answer_is_the_same_when_the_mail_server_refuses(
    site: Site, ann: PageUser, mails: MailSink
) -> None:
    missing = ask_for_link(site, "Nobody")
    assert (missing.status_code, link_sent() in missing.text) == (200, True)
    mails.rejections_left = 1
    known = ask_for_link(site, "Ann")
    assert (known.status_code, without_token(known)) == (200, without_token(missing))
    assert "ann@home.example" not in known.text
    wait_until_idle(site)
    assert mails.attempts > 1
    assert rows_of(site.services, RECOVER) == []  # a link exists only if its email was sent
    assert "rejected the email" in ann.get("/me/notices").text


def without_token(page: httpx.Response) -> str:
    return page.text.replace(form_token(page), "")


def test_answer_does_not_wait_for_the_account_or_the_mail_server(
    site: Site, ann: PageUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking, answered = threading.Event(), threading.Event()
    find = site.services.storage.accounts.find_user_by_login

    def find_later(login: str) -> Any:
        looking.set()
        assert answered.wait(TIMEOUT_S)
        return find(login)

    monkeypatch.setattr(site.services.storage.accounts, "find_user_by_login", find_later)
    assert link_sent() in ask_for_link(site, "Ann").text
    assert looking.wait(TIMEOUT_S)
    answered.set()
    wait_until_idle(site)


def test_stranger_cannot_flood_or_block_an_account(
    site: Site, ann: PageUser, mails: MailSink
) -> None:
    for _ in range(MAX_BY_ORIGIN + 2):
        assert link_sent() in ask_for_link(site, "Ann", "127.0.0.2").text
    wait_until_idle(site)
    assert len(mails.messages) == MAX_BY_ORIGIN
    ask_for_link(site, "Ann", "127.0.0.3")  # the owner
    wait_until_idle(site)
    assert len(mails.messages) == MAX_BY_ORIGIN + 1
    for n in range(MAX_BY_ADDRESS):
        assert link_sent() in ask_for_link(site, "Ann", f"127.0.0.{n + 4}").text
    wait_until_idle(site)
    assert len(mails.messages) == MAX_BY_ADDRESS
    assert reset(site, link_in(mails.messages[0])).status_code == 200  # all of them work
    ask_for_link(site, "Ann", "127.0.0.2")  # whoever has the account again may start over
    wait_until_idle(site)
    assert len(mails.messages) == MAX_BY_ADDRESS + 1


def test_link_is_used_once_at_the_same_moment(db_services: Services) -> None:
    ann = add_account(db_services, "Ann")
    channel = add_confirmed_mail(db_services, ann)
    token = db_services.social.email_links.create(RECOVER, channel, "ann@home.example", "1.2.3.4")
    assert token
    start = threading.Barrier(2)

    def attempt(password: str) -> bool:
        start.wait()
        try:
            db_services.recovery.reset(token, password)
        except RoundhouseError:
            return False
        return True

    passwords = [NEW_PASSWORD, "ten yellow lanterns"]
    with ThreadPoolExecutor(2) as threads:
        results = list(threads.map(attempt, passwords))
    assert sorted(results) == [False, True]
    db_services.sign_in(None, "", "Ann", passwords[results.index(True)])


def test_emails_are_counted_at_the_same_moment(db_services: Services) -> None:
    channel = add_confirmed_mail(db_services, add_account(db_services, "Ann"))
    start = threading.Barrier(2 * MAX_BY_ADDRESS)

    def ask(n: int) -> str | None:
        start.wait()
        return db_services.social.email_links.create(RECOVER, channel, "ann@home.example", f"{n}")

    with ThreadPoolExecutor(2 * MAX_BY_ADDRESS) as threads:
        tokens = list(threads.map(ask, range(2 * MAX_BY_ADDRESS)))
    assert len([token for token in tokens if token]) == MAX_BY_ADDRESS


def test_link_expires(db_services: Services) -> None:
    channel = add_confirmed_mail(db_services, add_account(db_services, "Ann"))
    token = db_services.social.email_links.create(RECOVER, channel, "ann@home.example", "1.2.3.4")
    assert token
    assert db_services.recovery.check(token)
    with db_services.storage.database.writing() as db:
        db.execute(update(email_links).values(expires=1.0))
    with pytest.raises(RoundhouseError, match="expired"):
        db_services.recovery.reset(token, NEW_PASSWORD)


# Changes of the email address


def test_session_alone_cannot_change_the_email_address(
    site: Site, ann: PageUser, mails: MailSink
) -> None:
    for password in ("", "wrong password"):
        refused = change_email(ann, "thief@away.example", password)
        assert (refused.status_code, "Wrong password" in refused.text) == (401, True)
    page = ann.get("/me/notices").text
    assert "ann@home.example" in page
    assert "thief@away.example" not in page
    assert mails.messages == []


@on_both_databases
def test_old_address_is_told_and_its_links_end(site: Site, ann: PageUser, mails: MailSink) -> None:
    ask_for_link(site, "Ann")
    old_link = link_in(wait_for_mail(mails))
    mails.messages.clear()
    change_email(ann, "new@home.example")
    change_email(ann, "newer@home.example")  # the new address was not confirmed: it is not told
    wait_until_idle(site)
    emails = [m for m in mails.messages if m["To"] == "ann@home.example"]
    assert [m["Subject"] for m in emails] == ["Your email address was removed"]
    assert reset(site, old_link).status_code == 403
    unused = link_in(next(m for m in mails.messages if m["To"] == "new@home.example"))
    assert ann.get(unused).status_code == 403
    assert ann.post(unused).status_code == 403
    ann.post(link_in(next(m for m in mails.messages if m["To"] == "newer@home.example")))
    mails.messages.clear()
    (channel,) = site.services.social.channels.find_all(ann.id)
    ann.post("/me/notices/remove", channel=channel["id"])
    assert wait_for_mail(mails)["To"] == "newer@home.example"


@on_both_databases
def test_following_a_link_confirms_nothing(site: Site, mails: MailSink) -> None:
    ann = site.add_user("Ann")
    change_email(ann, "ann@home.example")
    link = link_in(wait_for_mail(mails))
    for _ in range(2):  # scanners of mail follow links
        page = ann.get(link)
        assert page.status_code == 200
        assert f'method="post" action="{link}"' in page.text
    (channel,) = site.services.social.channels.find_all(ann.id)
    assert not channel["confirmed"]
    with new_browser(site) as phone:  # the email may be read where nobody is signed in
        assert "is confirmed" in phone.post(link).text
        assert phone.post(link).status_code == 403
    (channel,) = site.services.social.channels.find_all(ann.id)
    assert channel["confirmed"]


def test_address_of_a_guest_does_not_become_one_of_the_account(db_services: Services) -> None:
    """Somebody may have left it in the browser in which the owner signs in."""
    ann = add_account(db_services, "Ann")
    guest = db_services.users.create_guest(db_services.signer.new_token())
    add_confirmed_mail(db_services, guest.id, "thief@away.example")
    db_services.sign_in(guest, "", "Ann", PASSWORD)
    assert db_services.social.channels.find_all(ann) == []
    with db_services.storage.database.reading() as db:
        assert list(db.scalars(select(channels.c.address))) == []


@on_both_databases
def test_one_address_gets_few_confirmation_emails(site: Site, mails: MailSink) -> None:
    for n in range(MAX_BY_ORIGIN + 1):
        guest = site.add_user(f"Guest {n}", has_account=False)
        answer = guest.post("/me/notices/mail", address="Victim@home.example")
        assert answer.status_code == (200 if n < MAX_BY_ORIGIN else 429)
    assert len(mails.messages) == MAX_BY_ORIGIN
    assert len(rows_of(site.services, CONFIRM)) == MAX_BY_ORIGIN


def test_tags_of_an_email_address_do_not_count_as_other_addresses(
    site: Site, mails: MailSink
) -> None:
    for n in range(MAX_BY_ORIGIN + 1):
        guest = site.add_user(f"Guest {n}", has_account=False)
        guest.post("/me/notices/mail", address=f"victim+{n}@home.example")
    assert len(mails.messages) == MAX_BY_ORIGIN


def test_guests_of_one_address_send_few_emails(
    tmp_path: Path, mails: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {**RateLimits.rates, "emails": (3, 1 / 1440)}
    monkeypatch.setattr(RateLimits, "rates", few)
    with running_site(tmp_path, mail=mails.url, site=SITE, limits=True) as site:
        for n in range(5):
            guest = site.add_user(f"Guest {n}", has_account=False)
            guest.post("/me/notices/mail", address=f"victim{n}@home.example")
    assert len(mails.messages) == 3


def test_wrong_passwords_for_changes_count_by_account(tmp_path: Path, mails: MailSink) -> None:
    with running_site(tmp_path, mail=mails.url, site=SITE, limits=True) as site:
        ann = site.add_user("Ann")
        codes = [change_email(ann, "x@x.example", f"guess {n}").status_code for n in range(12)]
        assert set(codes[:10]) == {401}
        assert set(codes[10:]) == {429}
        assert change_email(ann, "x@x.example").status_code == 429
