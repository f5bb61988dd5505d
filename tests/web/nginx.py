"""A real nginx with the configuration of deploy/, on ports of the test's own."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.web.conftest import PATIENCE, STARTING, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"


def nginx() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def _certificate(folder: Path) -> None:
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=rails.example"),
            *("-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")),
        ],
        check=True,
        stderr=subprocess.DEVNULL,
    )


@contextmanager
def running_nginx(program: str, ports: Sequence[int]) -> Iterator[str]:
    """The address of an nginx that passes requests on to servers at these ports."""
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-nginx-"))
    plain, secure = free_port(), free_port()
    try:
        _certificate(folder)
        site = (DEPLOY / "nginx.conf").read_text()
        lines = site.splitlines(keepends=True)
        pattern = next(line for line in lines if "server 127.0.0.1:8001" in line)
        servers = "".join(pattern.replace(":8001", f":{port}") for port in ports)
        kept = [line for line in lines if "server 127.0.0.1:" not in line]
        site = "".join(kept).replace("    keepalive 64;\n", f"{servers}    keepalive 64;\n")
        site = site.replace("listen 80;", f"listen 127.0.0.1:{plain};")
        site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;")
        site = site.replace("/etc/ssl/roundhouse", str(folder))
        (folder / "nginx.conf").write_text(
            f"daemon off;\nworker_processes 1;\npid {folder}/pid;\nerror_log {folder}/error.log;\n"
            "events { worker_connections 2048; }\nhttp {\naccess_log off;\n"
            + "".join(
                f"{kind}_temp_path {folder}/{kind};\n"
                for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            )
            + site
            + "}\n"
        )
        process = subprocess.Popen(
            [program, "-p", str(folder), "-c", str(folder / "nginx.conf")],
            stderr=subprocess.DEVNULL,
        )
        try:
            url = f"https://127.0.0.1:{secure}"
            end = time.monotonic() + STARTING
            while True:
                try:
                    httpx.get(f"{url}/health", verify=False, timeout=PATIENCE)
                    break
                except httpx.TransportError:
                    assert process.poll() is None, (folder / "error.log").read_text()
                    assert time.monotonic() < end, "nginx does not answer"
                    time.sleep(0.05)
            yield url
        finally:
            process.terminate()
            process.wait(PATIENCE)
    finally:
        shutil.rmtree(folder)
