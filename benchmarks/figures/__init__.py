"""The figures that the README promises: one table of them, their checks, and what was found.

``python -m benchmarks.figures`` runs the sizes that every change must pass, ``--release`` the long
ones. The table is :mod:`benchmarks.figures.table`.
"""
