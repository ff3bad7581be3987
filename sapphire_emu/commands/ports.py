"""``sapphire ports``: the real serial ports of this computer."""

from __future__ import annotations

import json

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def ports(*, as_json: bool) -> None:
    """List the serial ports of this computer and what is attached to each.

    A pseudo-terminal is not listed: it is there only while a program holds it.

    \b
    Examples:
      sapphire ports
      sapphire ports --json
      sapphire link test /dev/ttyUSB0      ask whether a Novag is at one
    """
    from serial.tools.list_ports import comports

    found = sorted(comports(), key=lambda port: port.device)
    for port in found:
        if as_json:
            shown = {
                "port": port.device,
                "description": port.description,
                "manufacturer": port.manufacturer,
                "serial_number": port.serial_number,
                "usb": f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None else None,
            }
            click.echo(json.dumps(shown))
            continue
        what = port.description if port.description not in (None, "n/a") else "nothing known of it"
        usb = f"  usb {port.vid:04x}:{port.pid:04x}" if port.vid is not None else ""
        click.echo(f"{port.device:<16} {what}{usb}")
    if not found and not as_json:
        click.echo("no serial ports found (a USB adapter shows up as /dev/ttyUSB0, COM3 or so)")
