"""Ports only printers have: a queue of CUPS, and a receipt printer on USB."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from typing import Any

from sapphire_emu.errors import UserError
from sapphire_emu.links.papers import load_escpos
from sapphire_emu.links.port import PortGone

JOB_TIMEOUT_S = 60
USB_TIMEOUT_MS = 1000
USB_BYTES = 64
_QUEUE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@-]{0,126}")
_USB = re.compile(r"([0-9a-fA-F]{4}):([0-9a-fA-F]{4})")


class _SendOnly:
    """What never sends anything back."""

    def read(self, wait_s: float) -> bytes:
        """Nothing comes from there."""
        time.sleep(wait_s)
        return b""

    def unread(self) -> int:
        """Not known."""
        return 0


class CupsPort(_SendOnly):
    """A print queue, fed raw jobs through ``lp``; each block is a job.

    :raises UserError: no such command, or a name that cannot be a queue's.
    """

    def __init__(self, queue: str) -> None:
        self.path = f"printer:cups:{queue}"
        if not _QUEUE.fullmatch(queue):
            raise UserError(f"{self.path}: no queue's name (expected letters, digits, _ . @ -)")
        lp = shutil.which("lp")
        if lp is None:
            raise UserError(f"{self.path}: there is no command lp (install cups-client)")
        lpstat = shutil.which("lpstat")
        if lpstat is not None:
            known = subprocess.run(
                [lpstat, "-p", queue], capture_output=True, timeout=JOB_TIMEOUT_S, check=False
            )
            if known.returncode:
                raise UserError(f"{self.path}: no such queue: {_said(known)}")
        self._command = [lp, "-d", queue, "-o", "raw", "-t", "Sapphire"]

    def write(self, data: bytes) -> int:
        """Hand over a job."""
        try:
            done = subprocess.run(
                self._command, input=data, capture_output=True, timeout=JOB_TIMEOUT_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PortGone(f"lp: {error}") from error
        if done.returncode:
            raise PortGone(_said(done))
        return len(data)

    def close(self) -> None:
        """Nothing is held."""


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    text = " ".join(done.stderr.decode("utf-8", "replace").split())
    return text or f"{done.args[0]} ended with status {done.returncode}"


class UsbPort(_SendOnly):
    """A receipt printer on USB by its two numbers, through python-escpos and pyusb. Untested on
    hardware.

    :raises UserError: a library is missing, or the printer is.
    """

    def __init__(self, numbers: str) -> None:
        self.path = f"printer:escpos:usb:{numbers}"
        found = _USB.fullmatch(numbers)
        if found is None:
            raise UserError(f"{self.path}: no USB numbers (expected VENDOR:PRODUCT as 04b8:0e15)")
        vendor, product = (int(part, 16) for part in found.groups())
        try:
            self._printer: Any = load_escpos().Usb(vendor, product, timeout=USB_TIMEOUT_MS)
            self._printer.open()
        except UserError:
            raise
        except Exception as error:  # whatever pyusb and its backends raise
            text = " ".join(str(error).split()) or type(error).__name__
            raise UserError(f"{self.path}: cannot be opened: {text}") from error

    def write(self, data: bytes) -> int:
        """Hand over a few bytes."""
        piece = data[:USB_BYTES]
        try:
            self._printer._raw(piece)
        except Exception as error:
            if "timeout" in type(error).__name__.lower():
                return 0
            raise PortGone(" ".join(str(error).split())) from error
        return len(piece)

    def close(self) -> None:
        """Give the printer back."""
        try:
            self._printer.close()
        except Exception:  # each of its drivers has errors of its own; it may be unplugged already
            return
