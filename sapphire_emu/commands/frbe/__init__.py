"""``sapphire frbe``: read, check, name, rate, build and convert the federation's files."""

from __future__ import annotations

import click

from sapphire_emu.commands.frbe.check import check
from sapphire_emu.commands.frbe.fictive import fictive
from sapphire_emu.commands.frbe.make import build, convert
from sapphire_emu.commands.frbe.name import name
from sapphire_emu.commands.frbe.read import read


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="See docs/frbe.md for the layout, the formulas and what the source leaves open.",
)
def frbe() -> None:
    """Result files of the Belgian federation (FRBE/KBSB/KSB) and fictive ratings.

    \b
    Examples:
      sapphire frbe read B18TST1B.618
      sapphire frbe check results/
      sapphire frbe fictive B18TST1B.618 --kind closed
      sapphire frbe name --end 2000-11-18 --id TST --division 1 --series B --club 618
      sapphire frbe build event.toml -o outbox
      sapphire frbe convert B18TST1B.618 --to trf16 -o event.trf
    """


for command in (read, check, name, fictive, build, convert):
    frbe.add_command(command)
