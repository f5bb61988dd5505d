"""Run the steps of `deploy/Containerfile` in the root of a Debian system, without an image.

    debootstrap --include=python3-venv,ca-certificates bookworm ROOT
    python .ci/try_containerfile.py ROOT [PORT]

It needs root. Instead of the image that FROM names, a virtual environment of the system's Python is
used. The server runs until its page has answered.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1]
PYTHON = "/usr/local/python"  # in the new root
START_SECONDS = 60
PASSED_ON = ("PIP_", "UV_", "SSL_", "HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")


def read_steps(text: str) -> list[tuple[str, str]]:
    """Return the instructions of a container file with their arguments."""
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


@dataclass
class Container:
    """A folder that commands see as the root of the system."""

    root: Path
    user: str = "root"
    env: dict[str, str] = field(
        default_factory=lambda: {
            "PATH": f"{PYTHON}/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            **{name: value for name, value in os.environ.items() if name.startswith(PASSED_ON)},
        }
    )

    def command(self, arguments: list[str]) -> list[str]:
        return ["chroot", f"--userspec={self.user}", str(self.root), *arguments]

    def run(self, arguments: list[str]) -> None:
        subprocess.run(self.command(arguments), env=self.env, check=True)

    def copy(self, pattern: str, to: str) -> None:
        folder = self.root / to.lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        for path in SOURCE.glob(pattern):
            shutil.copy(path, folder)

    def take(self, name: str, rest: str) -> list[str]:
        """Run an instruction; return the command of the server when it is named."""
        if name == "FROM":
            self.run(["python3", "-m", "venv", PYTHON])
        elif name == "RUN":
            self.run(["sh", "-c", rest])
        elif name == "COPY":
            self.copy(*rest.split())
        elif name == "USER":
            self.user = rest
        elif name == "ENV":
            self.env.update(part.split("=", 1) for part in shlex.split(rest))
        elif name == "ENTRYPOINT":
            return [part.strip('",') for part in shlex.split(rest.strip("[]"))]
        return []


def prepare(container: Container) -> None:
    """Copy what reaches the network of this machine."""
    for path in ("/etc/resolv.conf", os.environ.get("PIP_CERT", "")):
        if path and Path(path).is_file():
            target = container.root / path.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)


def wait_for_page(url: str) -> int:
    """Return the length of a page as soon as the server answers."""
    for _ in range(10 * START_SECONDS):
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:
                return len(answer.read())
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"{url} did not answer")


def main(root: str, port: str = "8000") -> None:
    container = Container(Path(root).resolve())
    prepare(container)
    server: list[str] = []
    for name, rest in read_steps((SOURCE / "deploy" / "Containerfile").read_text("utf-8")):
        print(f"{name} {rest}", flush=True)
        server = container.take(name, rest) or server
    with subprocess.Popen(container.command([*server, "--port", port]), env=container.env) as run:
        try:
            print(f"page: {wait_for_page(f'http://127.0.0.1:{port}/')} characters", flush=True)
        finally:
            run.terminate()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
