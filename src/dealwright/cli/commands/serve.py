"""``dealwright serve``: the page in a browser."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from dealwright.base.errors import ArgumentError
from dealwright.cli.command import Command
from dealwright.cli.user_settings import setting_value
from dealwright.requests.fields import Option

__all__ = ["COMMAND"]

HELP = """Start the web app, and open it in your browser.

The page has a table of limits for each hand, shows the exact number of deals while you type, and
deals boards. Only this machine can reach it unless you give --host. Other programs may send
requests too: /openapi.json describes them. Rooms in which two to four people bid are kept in a
file for 30 days, even while the program is not running. Ctrl-C stops it.

Examples:

  dealwright serve

  dealwright serve --port 8000 --no-open

  dealwright serve --rooms club.sqlite

  dealwright serve --no-open --name club.example --proxy 127.0.0.1
"""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
# every address of the machine, only if the user asks for it
_EVERY = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # RFC 5737 and 3849


def serve(
    host: Annotated[
        str,
        Option(metavar="ADDRESS", help="The address to listen on; 0.0.0.0 for all of them."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        Option(
            metavar="N", least=0, most=65535, help="The port (0: any free port; default: 8052)."
        ),
    ] = None,
    no_open: Annotated[bool, Option("--no-open", help="Do not open the browser.")] = False,
    name: Annotated[
        list[str] | None,
        Option("--name", metavar="HOST", help="Another name of this machine."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        Option(
            "--proxy",
            metavar="ADDRESS",
            help="A trusted proxy, which reports the addresses of its clients, as 127.0.0.1.",
        ),
    ] = None,
    processes: Annotated[
        int | None,
        Option("--processes", metavar="N", least=1, help="Worker processes (default: one a core)."),
    ] = None,
    patience: Annotated[
        float,
        Option(
            "--patience",
            metavar="X",
            least=1,
            most=1000,
            help="Give each request X times its usual time, on a slow machine.",
        ),
    ] = 1.0,
    rooms: Annotated[
        Path | None,
        Option("--rooms", metavar="FILE", help="Keep rooms in this file."),
    ] = None,
) -> None:
    """Start the server and open the page."""
    try:
        from dealwright.web.app import application
        from dealwright.web.serving import run
    except ImportError:
        raise ArgumentError(
            "the page needs a web server; install it with pip install 'dealwright[web]'"
        ) from None
    from dealwright.web.clients import proxy_network
    from dealwright.web.rooms import Rooms, rooms_path
    from dealwright.web.workers import Workers

    proxies = [proxy_network(address) for address in proxy or ()]
    room_store = Rooms(rooms or rooms_path())
    if rooms is not None:
        room_store.open()
    if host not in _LOOPBACK:
        print(
            f"note: {host} can be reached from other machines, without a password", file=sys.stderr
        )
    with _listening(host, setting_value("port") if port is None else port) as listener:
        addresses = [host] if host not in _EVERY else _addresses(_EVERY[host])
        port = listener.getsockname()[1]
        for address in addresses:
            print(f"http://{f'[{address}]' if ':' in address else address}:{port}/", flush=True)
        if not no_open:
            import webbrowser

            browser_host = host if host in _LOOPBACK else addresses[0]
            webbrowser.open(
                f"http://{f'[{browser_host}]' if ':' in browser_host else browser_host}:{port}/"
            )
        names = [*_LOOPBACK, *addresses, socket.gethostname(), *(name or ())]
        workers = Workers(processes or os.cpu_count() or 1, patience=patience)
        app = application(workers, room_store, names)
        run(app, listener, room_store.end_streams, proxies, patience)


def _addresses(family: socket.AddressFamily) -> list[str]:
    """Return the addresses of this machine in its networks, or its name if none is known."""
    addresses = dict[str, None]()
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((_ELSEWHERE[family], 9))  # sends nothing; chooses the route
        addresses[probe.getsockname()[0]] = None
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, family):
            addresses[str(address[0])] = None
    return [text for text in addresses if not text.startswith("127.") and text != "::1"] or [
        socket.gethostname()
    ]


def _listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address.

    :raises ArgumentError: if it cannot
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise ArgumentError(
            f"cannot listen on {host}, port {port}: {error.strerror}; --port 0 takes a free one"
        ) from None
    return listener


COMMAND = Command(serve, HELP, "Practise", order=1)
