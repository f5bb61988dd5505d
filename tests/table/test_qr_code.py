"""QR codes of share links."""

from __future__ import annotations

import hashlib

import pytest

from roundhouse.table.presentation.qr_code import encode, qr_code

LINK = "http://127.0.0.1:8000/i/" + "aB3_x-" * 20
# Digests of the modules that segno 1.6.6 draws for the first bytes of LINK, with the mask chosen
# here. The codes are full, because padding may differ.
DRAWN_BY_SEGNO = {
    1: (17, "74eb18c3800c44e5"),
    2: (32, "ab620a2ca5b1d783"),
    5: (106, "26f128cc211178f6"),
    6: (134, "b1ec8316a30227b3"),
}


@pytest.mark.parametrize("version", DRAWN_BY_SEGNO)
def test_codes_are_those_of_another_encoder(version: int) -> None:
    length, digest = DRAWN_BY_SEGNO[version]
    modules = encode(LINK[:length].encode(), version)
    assert len(modules) == 17 + 4 * version
    assert hashlib.sha256(bytes(bit for row in modules for bit in row)).hexdigest()[:16] == digest


def test_label_is_escaped_and_long_links_have_no_code() -> None:
    assert 'aria-label="a &lt;b&gt;"' in qr_code(LINK[:30], "a <b>")
    assert not qr_code(LINK * 2, "too long")
