"""Pictures of the rules, as a server gives them out."""

from __future__ import annotations

import pytest
from tests.web.conftest import Served


@pytest.mark.slow
def test_by_day_by_night_and_not_at_all(served: Served) -> None:
    client, _ = served
    page = client.get("/g/northern/rules").text
    assert page.count('<figure class="rule-picture">') == 4
    assert 'src="/g/northern/rules/track.svg?lamp="' in page
    day = client.get("/g/northern/rules/track.svg?lamp=light")
    assert day.headers["content-type"] == "image/svg+xml"
    night = client.get("/g/northern/rules/track.svg?lamp=dark").text
    assert "--map:#2b2620" in night
    assert "--map:#2b2620" not in day.text
    for lost in ("/g/northern/rules/moon.svg", "/g/moon/rules/track.svg"):
        assert client.get(lost).status_code == 404
