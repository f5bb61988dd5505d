"""Fixtures: a mail server and a receiver of webhooks, both on the loopback interface."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.web.sinks import HookSink, MailSink, hook_sink, mail_sink


@pytest.fixture
def mails() -> Iterator[MailSink]:
    with mail_sink() as result:
        yield result


@pytest.fixture
def hooks() -> Iterator[HookSink]:
    with hook_sink() as result:
        yield result
