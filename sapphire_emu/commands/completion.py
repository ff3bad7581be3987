"""``sapphire completion``: what a shell needs to complete the program's words."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

COMPLETE_VARIABLE = "_SAPPHIRE_COMPLETE"
"""The environment variable by which the shell asks; click's convention for this program's name."""


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, *, shell: str) -> None:
    """Print the script that makes a shell complete commands, options, values and key names.

    \b
    Examples:
      sapphire completion bash >> ~/.bash_completion
      sapphire completion zsh > ~/.zfunc/_sapphire      with fpath+=~/.zfunc before compinit
      sapphire completion fish > ~/.config/fish/completions/sapphire.fish
      source <(sapphire completion bash)                for this shell only
    """
    made = get_completion_class(shell)
    assert made is not None
    click.echo(made(context.find_root().command, {}, "sapphire", COMPLETE_VARIABLE).source())
