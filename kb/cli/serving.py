"""Commands that measure, serve and help the shell: eval, serve, mcp, completion."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from kb.cli.common import Context, out, pass_context

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.option("--host", help="The address to listen on (127.0.0.1: this machine only; 0.0.0.0: the whole network).")
@click.option("--port", type=click.IntRange(1, 65535), help="The port to listen on (8501).")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="A further name this machine is reached by.")
@pass_context
def serve(ctx: Context, host: str | None, port: int | None, hosts: tuple[str, ...]) -> None:
    """Serve the page, a page a rule, the JSON API and MCP, all from one process, until stopped."""
    ctx.open().close()  # builds a missing index before anybody asks
    from kb.web.app import serve as serve_until_stopped

    settings = ctx.settings
    serve_until_stopped(settings.corpus, settings.index, host or settings.host, port or settings.port, hosts=hosts)


@click.command()
@pass_context
def mcp(ctx: Context) -> None:
    """Serve LLM clients over standard input and output (MCP)."""
    kb = ctx.open()
    from kb.mcp import serve as serve_until_closed

    serve_until_closed(lambda: kb)


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
