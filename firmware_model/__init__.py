"""The machine itself: pure and deterministic, inputs in, outputs out.

>>> from firmware_model import Machine
>>> m = Machine()
>>> m.press("option", "ver").text
'rt 1400'
"""

from typing import TYPE_CHECKING, Any

from firmware_model._version import __version__

if TYPE_CHECKING:
    from firmware_model.machine import Machine

__all__ = ["Machine", "__version__"]


def __getattr__(name: str) -> Any:
    """Import the machine when it is asked for: help and completion do without it."""
    if name == "Machine":
        from firmware_model.machine import Machine

        return Machine
    raise AttributeError(f"module 'firmware_model' has no attribute '{name}'")
