"""Pictures of the rules, as the server sends them."""

from __future__ import annotations

import pytest
from tests.web.conftest import ClientAndServices


@pytest.mark.slow
def test_pictures_follow_the_theme_and_unknown_ones_return_404(
    client_and_services: ClientAndServices,
) -> None:
    client, _ = client_and_services
    page = client.get("/g/northern/rules").text
    assert page.count('<figure class="rule-picture">') == 4
    assert 'src="/g/northern/rules/track.svg?theme=&amp;language=en"' in page
    light = client.get("/g/northern/rules/track.svg?theme=light")
    assert light.headers["content-type"] == "image/svg+xml"
    dark = client.get("/g/northern/rules/track.svg?theme=dark").text
    assert "--map:#252b29" in dark
    assert "--map:#252b29" not in light.text
    for missing in ("/g/northern/rules/moon.svg", "/g/moon/rules/track.svg"):
        assert client.get(missing).status_code == 404
