"""``sapphire rating``: the sheet, the sums, what else there is to know about them."""

from sapphire_emu.commands.rating import looks, repair, sums
from sapphire_emu.commands.rating.show import rating

for command in (
    sums.calc,
    sums.explain,
    repair.why,
    repair.restore,
    looks.plot,
    looks.export,
):
    rating.add_command(command)

__all__ = ["rating"]
