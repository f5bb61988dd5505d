"""An nginx process with the configuration of deploy/ on free ports."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.child_processes import bind_to_parent
from tests.web.conftest import STARTUP_TIMEOUT_S, TIMEOUT_S, find_free_port

DEPLOY = Path(__file__).parents[2] / "deploy"


def find_nginx() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def _create_certificate(folder: Path) -> None:
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
def running_nginx(program: str, ports: Sequence[int], *, has_limits: bool = True) -> Iterator[str]:
    """Run nginx in front of servers at these ports; yield its URL."""
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-nginx-"))
    plain, secure = find_free_port(), find_free_port()
    try:
        _create_certificate(folder)
        site = (DEPLOY / "nginx.conf").read_text()
        lines = site.splitlines(keepends=True)
        if not has_limits:
            lines = [line for line in lines if not line.lstrip().startswith("limit_")]
        template = next(line for line in lines if "server 127.0.0.1:8001" in line)
        servers = "".join(template.replace(":8001", f":{port}") for port in ports)
        other_lines = [line for line in lines if "server 127.0.0.1:" not in line]
        site = "".join(other_lines).replace("    keepalive 64;\n", f"{servers}    keepalive 64;\n")
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
            bind_to_parent([program, "-p", folder, "-c", folder / "nginx.conf"], "TERM"),
            stderr=subprocess.DEVNULL,
        )
        try:
            url = f"https://127.0.0.1:{secure}"
            end = time.monotonic() + STARTUP_TIMEOUT_S
            while True:
                try:
                    httpx.get(f"{url}/health", verify=False, timeout=TIMEOUT_S)
                    break
                except httpx.TransportError:
                    assert process.poll() is None, (folder / "error.log").read_text()
                    assert time.monotonic() < end, "nginx does not respond"
                    time.sleep(0.05)
            yield url
        finally:
            process.terminate()
            process.wait(TIMEOUT_S)
    finally:
        shutil.rmtree(folder)
