"""``python -m sapphire_emu`` is ``sapphire``."""

from sapphire_emu.cli import main

main()
