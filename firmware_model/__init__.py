"""The machine itself: pure and deterministic, inputs in, outputs out.

>>> from firmware_model import Machine
>>> m = Machine()
>>> m.press("option", "ver").text
'rt 1400'
"""

from firmware_model._version import __version__
from firmware_model.machine import Machine

__all__ = ["Machine", "__version__"]
