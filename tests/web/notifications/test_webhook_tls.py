"""Webhooks over TLS: the certificate must match the host."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from roundhouse.web.notifications import outbound_http
from roundhouse.web.notifications.message import NotSent
from roundhouse.web.notifications.outbound_http import post

pytest.importorskip("cryptography")


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def write_certificate(folder: Path) -> tuple[Path, Path]:
    """Write a self-signed certificate for 127.0.0.1 and its key."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "receiver")])
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "certificate.pem", folder / "key.pem"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths


@pytest.fixture
def tls_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a receiver over TLS whose certificate is trusted."""
    certificate, key = write_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    outbound_http._tls.cache_clear()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = ThreadingHTTPServer(("0.0.0.0", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    thread.join()
    server.server_close()
    outbound_http._tls.cache_clear()


def test_certificate_of_the_host_is_accepted(tls_port: int) -> None:
    answer = asyncio.run(post(f"https://127.0.0.1:{tls_port}/x", b"{}", {}, inside=True))
    assert answer.status == 204


def test_certificate_of_another_host_is_refused(tls_port: int) -> None:
    with pytest.raises(NotSent, match="certificate verify failed"):
        asyncio.run(post(f"https://127.0.0.2:{tls_port}/x", b"{}", {}, inside=True))
