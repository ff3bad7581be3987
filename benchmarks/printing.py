"""Printed pages over a pseudo-terminal: ``python -m benchmarks.printing``.

A page is the board as OPTION, H8 prints it. Each run prints so many through a serial link to a
reader at the other end, and is measured beside the same number of bytes written straight into
another pseudo-terminal: the share of its speed that the link keeps. Twice the pages should take
twice the time.
"""

from __future__ import annotations

import os
import pty
import threading
import time
import tty

from firmware_model import Machine
from firmware_model.events import Output, SerialOut
from firmware_model.printing import Report, to_bytes
from sapphire_emu.links.address import Settings
from sapphire_emu.links.opening import open_link

PAGES = (500, 1_000, 2_000)
ENOUGH_BYTES = 32_768
"""The link's queue is kept shorter than it may be, so that no page is lost."""


def page() -> Report:
    """The board of the first position, as a report."""
    found: list[Report] = []

    def listen(event: Output) -> None:
        if isinstance(event, SerialOut):
            found.append(event.report)

    Machine(listener=listen).press("option", "h8")
    return found[-1]


def reader(handle: int, wanted: int) -> threading.Thread:
    """A thread that reads so many bytes from the other end."""

    def read() -> None:
        left = wanted
        while left > 0:
            left -= len(os.read(handle, 65_536))

    thread = threading.Thread(target=read)
    thread.start()
    return thread


def through_link(report: Report, pages: int, page_bytes: int) -> float:
    """Seconds for so many pages through a link."""
    link = open_link("pty", Settings(), print)
    handle = os.open(link.path, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(handle)
    started = time.perf_counter()
    thread = reader(handle, pages * page_bytes)
    for _ in range(pages):
        while link.progress.waiting > ENOUGH_BYTES:
            time.sleep(0.0005)
        link.send(report)
    thread.join()
    taken_s = time.perf_counter() - started
    os.close(handle)
    link.close()
    return taken_s


def straight(total_bytes: int) -> float:
    """Seconds for so many bytes written straight into a pseudo-terminal."""
    near, far = pty.openpty()
    tty.setraw(far)
    started = time.perf_counter()
    thread = reader(far, total_bytes)
    left = total_bytes
    while left:
        left -= os.write(near, bytes(min(left, 1_024)))
    thread.join()
    taken_s = time.perf_counter() - started
    os.close(near)
    os.close(far)
    return taken_s


def main() -> None:
    """Print the figures."""
    report = page()
    page_bytes = len(to_bytes(report, Settings().dialect))
    for pages in PAGES:
        link_s, straight_s = through_link(report, pages, page_bytes), straight(pages * page_bytes)
        print(
            f"{pages:5} pages of {page_bytes} bytes: {link_s:.2f} s, "
            f"{pages / link_s:,.0f} pages/s, {straight_s / link_s:.2f} of the speed of bare writes"
        )


if __name__ == "__main__":
    main()
