"""``python -m sapphire_emu.opponent.engine``: the engine as a UCI program."""

from sapphire_emu.opponent.engine.uci import main

main()
