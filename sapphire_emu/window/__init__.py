"""The window: a handheld you want to hold.

Drawn from vectors at window size; knows the machine only through :class:`driver.Running`. The
history of ratings, the clipboard's games and everything else that lives elsewhere is handed in by
``sapphire_emu.commands.play``.
"""
