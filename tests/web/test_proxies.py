"""The web servers of the page on rooms on the internet, with the configurations that it prints."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import sqlite3
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

import pytest

from tests.processes import PATIENCE, wait_until
from tests.web.conftest import serving
from tests.web.hosts import NGINX, free_port

PAGE = Path(__file__).parents[2] / "docs/how-to/rooms-online.md"
ADDRESS = "127.0.0.2"  # the player's, not that of the web server
CADDY = """{
    admin off
    auto_https disable_redirects
}
"""


def printed(name: str, **changes: str) -> str:
    """Return a configuration of the page, with what is other here."""
    found = re.search(rf"^```{name}\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert found, f"the page has no configuration of {name}"
    text = found[1]
    for old, new in changes.items():
        assert text.count(old) == 1, f"the configuration of {name} has no {old!r}"
        text = text.replace(old, new)
    return text


def command_of(name: str, folder: Path, port: int, behind: str) -> list[str]:
    """Write the configuration of a web server; return the command that runs it."""
    file, certificate, key = (str(folder / each) for each in ("config", "cert.pem", "key.pem"))
    if name == "caddy":
        site = f"https://club.example:{port} {{\n    bind 127.0.0.1\n    tls {certificate} {key}"
        text = printed(name, **{"club.example {": site, "127.0.0.1:8052": behind})
        Path(file).write_text(CADDY + text)
        return ["caddy", "run", "--adapter", "caddyfile", "--config", file]
    changes = {
        "listen 443": f"listen 127.0.0.1:{port}", "127.0.0.1:8052": behind,
        "/etc/ssl/club.example.pem": certificate, "/etc/ssl/club.example.key": key,
    }  # fmt: skip
    Path(file).write_text(NGINX.format(folder=folder, server=printed(name, **changes)))
    return ["nginx", "-e", "stderr", "-p", str(folder), "-c", file]


@contextmanager
def in_front(name: str, folder: Path, behind: str) -> Iterator[int]:
    """Run a web server in front of an address until the context ends; yield its port."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-keyout", folder / "key.pem", "-out", folder / "cert.pem",
         "-subj", "/CN=club.example", "-addext", "subjectAltName=DNS:club.example"],
        check=True, capture_output=True,
    )  # fmt: skip
    port = free_port()
    command = command_of(name, folder, port, behind)
    home = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    with (
        (folder / "log").open("w+") as log,
        subprocess.Popen(command, stderr=log, stdout=log, env={**os.environ, **home}) as process,
    ):

        def listens() -> bool:
            assert process.poll() is None, (folder / "log").read_text()
            with socket.socket() as trial:
                return trial.connect_ex(("127.0.0.1", port)) == 0

        try:
            wait_until(listens)
            yield port
        finally:
            process.terminate()
            process.wait()


class Connection(HTTPSConnection):
    """A connection of the player at ``ADDRESS`` to the web server."""

    def __init__(self, port: int, certificate: Path) -> None:
        super().__init__("club.example", port, timeout=PATIENCE)
        self.context = ssl.create_default_context(cafile=certificate)

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout, (ADDRESS, 0))
        self.sock = self.context.wrap_socket(plain, server_hostname=self.host)


@pytest.mark.slow  # two seconds each, and web servers that not everybody has
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(each, marks=pytest.mark.skipif(
            shutil.which(each) is None or shutil.which("openssl") is None,
            reason=f"needs {package} and openssl: apt-get install {package} openssl",
        ))
        for each, package in (("caddy", "caddy"), ("nginx", "nginx-light"))
    ],
)  # fmt: skip
def test_a_room_behind_a_web_server(name: str, tmp_path: Path) -> None:
    """Names, origins and addresses pass; events come as they are sent; files fit."""
    rooms = tmp_path / "rooms.sqlite"
    options = ("--name", "club.example", "--proxy", "127.0.0.1", "--rooms", str(rooms))
    with serving("--processes", "1", *options) as server, in_front(
        name, tmp_path, server.host
    ) as port:  # fmt: skip
        origin = f"https://club.example:{port}"

        def ask(path: str, given: object, token: str = "", **headers: str) -> tuple[int, Any]:
            with closing(Connection(port, tmp_path / "cert.pem")) as connection:
                sent = {"content-type": "application/json", "origin": origin, **headers}
                sent |= {"authorization": f"Bearer {token}"} if token else {}
                connection.request("POST", f"/api/v1/{path}", json.dumps(given), sent)
                response = connection.getresponse()
                return response.status, json.loads(response.read())

        assert ask("rooms", {}, origin=origin.replace("https", "http"))[0] == 403
        forged = {"x-forwarded-for": "192.0.2.77", "x-forwarded-proto": "http"}
        status, made = ask("rooms", {}, **forged)
        assert status == 200, made
        _, north = ask(f"rooms/{made['room']}/seats", {"seat": "north"})
        with closing(Connection(port, tmp_path / "cert.pem")) as connection:
            headers = {"authorization": f"Bearer {north['token']}", "accept-encoding": "gzip"}
            connection.request("GET", f"/api/v1/rooms/{made['room']}/events", headers=headers)
            stream = connection.getresponse()
            for calls in ([], ["1C", "Pass"]):
                assert stream.readline() == b"event: state\n"
                assert json.loads(stream.readline()[6:])["calls"] == calls
                assert stream.readline() == b"\n"
                if not calls:
                    call = {"call": "1C", "board": 1, "place": 0}
                    assert ask(f"rooms/{made['room']}/calls", call, north["token"])[0] == 200
        large = {"files": [{"name": "a.pbn", "text": "x" * 3_900_000}]}
        assert ask("audit", large)[0] == 422
    with closing(sqlite3.connect(rooms)) as file:
        assert file.execute("SELECT opener FROM rooms").fetchall() == [(ADDRESS,)]
