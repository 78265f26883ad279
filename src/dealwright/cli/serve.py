"""``dealwright serve``: the page in a browser."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

from dealwright.cli.commands import Command
from dealwright.cli.user_settings import chosen
from dealwright.errors import ArgumentError
from dealwright.requests.fields import Option

__all__ = ["COMMAND"]

HELP = """Start the page, and open it in the browser.

The page has a table of limits for each hand, shows the exact number of deals while you type, and
deals boards. Only this machine can reach it unless you give --host. Other programs may send
requests too: /openapi.json describes them. Rooms in which two to four people bid are kept in a
file for 14 days, even when the program does not run. Ctrl-C ends it.

Examples:

  dealwright serve

  dealwright serve --port 8000 --no-open

  dealwright serve --rooms club.sqlite

  dealwright serve --no-open --name club.example --proxy 127.0.0.1
"""
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
# every address of the machine, where somebody asks for it
_EVERY = {"0.0.0.0": socket.AF_INET, "::": socket.AF_INET6}  # noqa: S104
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # RFC 5737 and 3849


def serve(
    host: Annotated[
        str,
        Option(metavar="ADDRESS", help="The address to listen at; 0.0.0.0 for all of them."),
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
        Option("--name", metavar="HOST", help="Another name of this machine; repeat it."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        Option(
            "--proxy",
            metavar="ADDRESS",
            help="A proxy whose word on its clients' addresses counts, as 127.0.0.1; repeat it.",
        ),
    ] = None,
    processes: Annotated[
        int | None,
        Option("--processes", metavar="N", least=1, help="Processes (default: every core)."),
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
        Option("--rooms", metavar="FILE", help="Keep open rooms here (see the page)."),
    ] = None,
) -> None:
    """Serve; the arguments are those of the command line."""
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

    proxies = [proxy_network(each) for each in proxy or ()]
    kept = Rooms(rooms or rooms_path())
    if rooms is not None:
        kept.open()
    if host not in _LOOPBACK:
        print(
            f"note: {host} can be reached from other machines, without a password", file=sys.stderr
        )
    with _listening(host, chosen("port") if port is None else port) as listener:
        here = [host] if host not in _EVERY else _addresses(_EVERY[host])
        port = listener.getsockname()[1]
        for each in here:
            print(f"http://{f'[{each}]' if ':' in each else each}:{port}/", flush=True)
        if not no_open:
            import webbrowser

            own = host if host in _LOOPBACK else here[0]
            webbrowser.open(f"http://{f'[{own}]' if ':' in own else own}:{port}/")
        names = [*_LOOPBACK, *here, socket.gethostname(), *(name or ())]
        workers = Workers(processes or os.cpu_count() or 1, patience=patience)
        app = application(workers, kept, names)
        run(app, listener, kept.end_streams, proxies, patience)


def _addresses(family: socket.AddressFamily) -> list[str]:
    """Return the addresses at which others reach this machine, or its name if none is known."""
    found = dict[str, None]()
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as out:
        out.connect((_ELSEWHERE[family], 9))  # sends nothing: it chooses the way
        found[out.getsockname()[0]] = None
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, family):
            found[str(address[0])] = None
    return [each for each in found if not each.startswith("127.") and each != "::1"] or [
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
            f"cannot listen at {host}, port {port}: {error.strerror}; --port 0 takes a free one"
        ) from None
    return listener


COMMAND = Command(serve, HELP, "Practise", order=1)
