"""The text mode is remembered in an account, and by the browser of a guest."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from tests.web.conftest import TIMEOUT_S
from tests.web.in_process import PASSWORD, PageUser, Site, running_site
from tests.web.processes import PAGE, form_token
from tests.web.table_setup import create_table


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("site")) as result:
        yield result


@pytest.fixture(scope="module")
def table(site: Site) -> str:
    return create_table(site.services, "ann", "bob", "cem")


def sees_words(browser: httpx.Client, table: str) -> bool:
    return 'class="words"' in browser.get(f"/t/{table}").text


@pytest.fixture
def other_browser(site: Site) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=site.url, headers=PAGE, follow_redirects=True, timeout=TIMEOUT_S
    ) as browser:
        yield browser


def sign_in(browser: httpx.Client, user: PageUser) -> None:
    token = form_token(browser.get("/me"))
    fields = {"csrf": token, "name": user.name, "password": PASSWORD}
    assert browser.post("/me/sign-in", data=fields).status_code == 200


def test_account_has_the_text_mode_in_every_browser(
    site: Site, table: str, other_browser: httpx.Client
) -> None:
    ann = site.add_user("Ann")
    assert not sees_words(ann.web, table)
    page = ann.post("/display", display="words", back=f"/t/{table}")
    assert 'class="words"' in page.text
    assert "display" not in ann.web.cookies
    sign_in(other_browser, ann)
    assert sees_words(other_browser, table)
    ann.post("/display", display="", back="/")
    assert not sees_words(other_browser, table)


def test_guest_has_the_text_mode_in_one_browser(
    site: Site, table: str, other_browser: httpx.Client
) -> None:
    guest = site.add_user("Gus", has_account=False)
    guest.post("/display", display="words", back="/")
    assert sees_words(guest.web, table)
    assert not sees_words(other_browser, table)


def test_guest_takes_the_text_mode_into_a_new_account(
    site: Site, table: str, other_browser: httpx.Client
) -> None:
    bea = site.add_user("Bea", has_account=False)
    bea.post("/display", display="words", back="/")
    assert bea.post("/me/register", name="Bea", password=PASSWORD).status_code == 200
    sign_in(other_browser, bea)
    assert sees_words(other_browser, table)


def test_choice_of_an_account_counts_more_than_that_of_the_browser(
    site: Site, table: str, other_browser: httpx.Client
) -> None:
    cem = site.add_user("Cem")
    other_browser.cookies.set("display", "words")
    sign_in(other_browser, cem)
    assert sees_words(other_browser, table)  # the account has not chosen
    cem.post("/display", display="", back="/")
    assert not sees_words(other_browser, table)
