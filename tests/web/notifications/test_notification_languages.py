"""Notifications arrive in the language of their addressee."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from babel.dates import format_datetime
from tests.web.in_process import PASSWORD, PageUser, Site, running_site
from tests.web.notifications.test_notifications import (
    QUICK,
    find_link,
    find_user_to_move,
    play_first_move,
)
from tests.web.sinks import HookSink, MailSink, eventually

from roundhouse.core.translation import LANGUAGES
from roundhouse.table.chairs import HUMAN, Chair
from roundhouse.table.clock import expires_at, time_control_named
from roundhouse.table.service import TableRequest

YOUR_TURN = {
    "en": "Your turn: Northern Pacific",
    "de": "Du bist am Zug: Northern Pacific",
    "fr": "À vous de jouer\xa0: Northern Pacific",
}


@pytest.fixture
def site(tmp_path: Path, mails: MailSink) -> Iterator[Site]:
    with running_site(tmp_path, mail=mails.url, **QUICK) as result:
        yield result


def last_mail(mails: MailSink) -> EmailMessage:
    """Return the email that arrives next, and forget it."""
    email = eventually(lambda: mails.messages)[-1]
    mails.messages.clear()
    assert isinstance(email, EmailMessage)
    return email


def add_email(user: PageUser, mails: MailSink) -> EmailMessage:
    """Add a confirmed address and return the email that asked for confirmation."""
    user.post("/me/notices/mail", address=f"{user.name.lower()}@home.example", password=PASSWORD)
    email = last_mail(mails)
    assert user.post(find_link(email, "confirm")).status_code == 200
    return email


def create_table(site: Site, user: PageUser, control: str = "none") -> str:
    """Return a table at which it is a user's turn, with the guests Bob and Cat."""
    others = [site.add_user(name, has_account=False) for name in ("Bob", "Cat")]
    chairs = [Chair(n, HUMAN, each.name, each.id) for n, each in enumerate((user, *others))]
    request = TableRequest(user.id, "northern", chairs, time_control=time_control_named(control))
    table = site.services.tables.create(request)
    while find_user_to_move(site.services, table) != user.id:
        play_first_move(site.services, table)
    return table


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_emails_are_in_the_language_of_the_account(
    site: Site, mails: MailSink, language: str
) -> None:
    ann = site.add_user("Ann")
    ann.post("/language", language=language)
    add_email(ann, mails)
    table = create_table(site, ann, "days")
    email = last_mail(mails)
    assert (email["Subject"], email["Content-Language"]) == (YOUR_TURN[language], language)
    with site.services.tables.at(table) as result:
        expires = datetime.fromtimestamp(expires_at(result.clock), UTC)
    moment = format_datetime(expires, "long", locale=language)  # ends with seconds and zone
    date, until = moment.rpartition(", ")[0], f"{expires:%M} UTC" if language != "en" else "M UTC"
    text = " ".join(email.get_content().split())
    assert date in text
    assert until in text
    both = {"en": "Bob and Cat", "de": "Bob und Cat", "fr": "Bob et Cat"}
    assert both[language] in text
    unsubscribe = {"en": "Unsubscribe:", "de": "Abbestellen:", "fr": "Se désabonner :"}
    assert unsubscribe[language] in text


def test_email_without_a_time_control_has_no_date(site: Site, mails: MailSink) -> None:
    ann = site.add_user("Ann")
    add_email(ann, mails)
    create_table(site, ann)
    assert "You have until" not in last_mail(mails).get_content()


def test_reminder_has_subject_and_date_of_the_language(
    site: Site, mails: MailSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundhouse.web.notifications.outbox.REMINDER_SECONDS", 0.05)
    gerda = site.add_user("Gerda")
    gerda.post("/language", language="de")
    add_email(gerda, mails)
    table = create_table(site, gerda, "day")
    last_mail(mails)
    with site.services.tables.at(table) as result:
        expires = expires_at(result.clock)
    database = type(site.services.storage.database)
    monkeypatch.setattr(database, "now", property(lambda self: expires - 3600))
    email = last_mail(mails)
    assert email["Subject"] == "Deine Zeit läuft ab: Northern Pacific"
    assert f"Du hast Zeit bis {datetime.fromtimestamp(expires, UTC).day}. " in email.get_content()


def test_every_email_about_an_account_is_in_its_language(site: Site, mails: MailSink) -> None:
    gerda, stranger = site.add_user("Gerda"), site.add_user("Eve")
    gerda.post("/language", language="de")
    confirmation = add_email(gerda, mails)
    assert confirmation["Subject"] == "Bestätige deine E-Mail-Adresse"
    assert "Gerda möchte" in confirmation.get_content()

    channel = site.services.social.channels.find_all(gerda.id)[0]["id"]
    page = gerda.post("/me/notices/try", channel=channel)
    assert "Verschickt." in page.text
    assert last_mail(mails)["Subject"] == "Testbenachrichtigung von Roundhouse"

    stranger.post("/recover", name="Gerda")
    reset = last_mail(mails)
    assert reset["Subject"] == "Dein Roundhouse-Passwort zurücksetzen"
    assert "innerhalb von 24 Stunden" in " ".join(reset.get_content().split())

    gerda.post("/me/notices/remove", channel=channel)
    assert last_mail(mails)["Subject"] == "Deine E-Mail-Adresse wurde entfernt"


def test_guest_is_written_to_in_the_language_last_used(site: Site, mails: MailSink) -> None:
    guest = site.add_user("Guest", has_account=False)
    guest.web.cookies.set("language", "fr")
    assert add_email(guest, mails)["Subject"].startswith("Confirmez votre adresse")
    create_table(site, guest)
    assert last_mail(mails)["Subject"] == YOUR_TURN["fr"]
    guest.post("/language", language="de")
    create_table(site, guest)
    assert last_mail(mails)["Subject"] == YOUR_TURN["de"]


def test_language_of_a_guest_comes_along_with_the_channels(site: Site, hooks: HookSink) -> None:
    account, guest = site.add_user("Ann"), site.add_user("Guest", has_account=False)
    guest.post("/language", language="de")
    guest.post("/me/notices/webhook", address=hooks.url(), style="json")
    guest.post("/me/sign-in", name="Ann", password=PASSWORD)
    create_table(site, account)
    assert eventually(hooks.bodies)[0]["subject"] == YOUR_TURN["de"]


def test_webhook_has_texts_of_the_language_and_codes_in_english(
    site: Site, hooks: HookSink
) -> None:
    claire = site.add_user("Claire")
    claire.post("/language", language="fr")
    claire.post("/me/notices/webhook", address=hooks.url(), style="json")
    table = create_table(site, claire)
    body = eventually(hooks.bodies)[0]
    assert (body["subject"], body["game"], body["table"]) == (YOUR_TURN["fr"], "northern", table)
    assert body["text"].startswith("C’est à vous de jouer dans Northern Pacific avec")


def test_reason_of_a_failure_is_in_the_language_of_its_reader(site: Site, hooks: HookSink) -> None:
    hooks.status = 500
    gerda = site.add_user("Gerda")
    gerda.post("/language", language="de")
    gerda.post("/me/notices/webhook", address=hooks.url(), style="json")
    create_table(site, gerda)
    eventually(lambda: site.services.social.channels.find_all(gerda.id)[0]["error"])
    assert "127.0.0.1 hat mit 500 geantwortet" in gerda.get("/me/notices").text


def test_questions_of_links_in_emails_are_in_the_language_of_the_account(
    site: Site, mails: MailSink
) -> None:
    gerda = site.add_user("Gerda")
    gerda.post("/language", language="de")
    gerda.post("/me/notices/mail", address="gerda@home.example", password=PASSWORD)
    gerda.web.cookies.delete("language")  # as on another device
    page = gerda.get(find_link(last_mail(mails), "confirm"))
    assert "Ist gerda@home.example deine E-Mail-Adresse?" in page.text
    assert "Adresse bestätigen" in page.text
