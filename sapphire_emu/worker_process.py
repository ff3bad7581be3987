"""How a process of a pool begins: which signals it heeds, and that it ends with its parent."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait


def settle_in() -> None:
    """The ``initializer`` of a pool's processes.

    Stops from the keyboard and a terminal that hangs up reach the whole group; they are the
    parent's affair. SIGTERM ends a worker at once, whatever it inherited: the pool uses it to end
    the others after one has crashed. A parent that is killed takes its workers along.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), daemon=True).start()


def _end_with(sentinel: int) -> None:
    with contextlib.suppress(OSError):
        wait([sentinel])
    os._exit(1)
