"""Commands that measure, serve and help the shell: eval, serve, mcp, completion."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from kb.cli.common import out

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the completion script of a SHELL: source it, or put it in the shell's start file."""
    root = ctx.find_root()
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"no completion for {shell}")
    out(made(root.command, {}, "kb", "_KB_COMPLETE").source())
