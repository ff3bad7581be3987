"""``make bench``: every measurement, one after the other, or those that are named."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

NAMES = sorted(
    path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_")
)


def main(wanted: list[str]) -> int:
    """Run the named measurements, all without names."""
    unknown = [name for name in wanted if name not in NAMES]
    if unknown:
        print(f"unknown benchmark {unknown[0]} (expected {', '.join(NAMES)})", file=sys.stderr)
        return 2
    for name in wanted or NAMES:
        print(f"== {name}", flush=True)
        sys.argv = [f"benchmarks.{name}"]
        runpy.run_module(f"benchmarks.{name}", run_name="__main__")
    return 0


sys.exit(main(sys.argv[1:]))
