"""Who can play: the embedded engine, Stockfish, and other UCI engines by their names."""

from __future__ import annotations

from collections.abc import Iterator

from sapphire_emu.doctor.finding import Finding, fault, fine, lacks

OTHERS = ("arasan", "ethereal", "fruit", "glaurung", "lc0", "texel", "toga2", "wasp")
"""UCI engines that systems ship. They are looked for, and not started."""


def engines() -> Iterator[Finding]:
    """The engines of this computer."""
    from sapphire_emu.opponent.embedded import embedded_program
    from sapphire_emu.opponent.external import find_engine
    from sapphire_emu.opponent.identify import identify

    program = embedded_program()
    own = identify(program.command, program.environment)
    if own is None:
        mend = "pip install --force-reinstall sapphire-emu"
        yield fault("opponent", "the embedded engine does not start", mend)
    else:
        yield fine("opponent", f"embedded: {own.name}")
    path = find_engine("stockfish")
    known = None if path is None else identify((path,))
    if path is None:
        mend = "none needed; to play against it, install the package stockfish"
        yield lacks("stockfish", "none on PATH", mend)
    elif known is None:
        yield lacks("stockfish", f"{path} does not answer uci", "install the package stockfish")
    else:
        yield fine("stockfish", ", ".join(filter(None, (known.name, path, known.scale))))
    others = [name for name in OTHERS if find_engine(name) is not None]
    if others:
        words = ", ".join(f"--opponent uci:{name}" for name in others)
        yield fine("engines", f"also here, by name: {words}")
