"""A long run at full speed that looks for leaks: ``python -m benchmarks.soak --help``."""
