"""Loaded by every Python that a test starts (by way of PYTHONPATH): the network is refused there as well.

What was tried is noted in the file that SDC_TEST_NETWORK names, for the test to fail by.
"""

import os
import sys

_INTERNET = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")


def _audit(event, arguments):
    if not event.startswith("socket."):
        return
    if event in _INTERNET or (event == "socket.__new__" and int(arguments[1]) != _unix()):
        with open(os.environ["SDC_TEST_NETWORK"], "a", encoding="utf-8") as file:  # noqa: PTH123 - pathlib takes its time at every start
            file.write(f"{event} in a child process\n")
        raise PermissionError(f"a test's child process tried to reach the network ({event})")


def _unix():
    import socket

    return int(getattr(socket, "AF_UNIX", -1))


if "SDC_TEST_NETWORK" in os.environ:
    sys.addaudithook(_audit)
