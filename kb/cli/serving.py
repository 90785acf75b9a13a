"""Commands that measure, serve and help the shell: eval, serve, mcp, completion."""

from __future__ import annotations

from pathlib import Path

import click
from click.shell_completion import get_completion_class

from kb.cli.common import Context, out, pass_context

SHELLS = ("bash", "zsh", "fish")


@click.command("eval")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--half", type=click.Choice(("tune", "report")), help="Only one half of the questions, by their ids.")
@click.option("--no-options", is_flag=True, help="Put multiple-choice questions without their options.")
@click.option("--classes", is_flag=True, help="Each class of questions by itself, too.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), metavar="RUN", help="Keep the run.")
@click.option("--against", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="RUN")
@pass_context
def evaluate(
    ctx: Context,
    files: tuple[Path, ...],
    half: str | None,
    no_options: bool,
    classes: bool,
    save: Path | None,
    against: Path | None,
) -> None:
    """Put labelled questions (JSON Lines FILES) to the search and print how it did, with 95 % intervals.

    With --against, the mean difference in nDCG@10 to a saved run, question by question.
    """
    from kb.evaluate import Asked, by_class, compare, load_run, report, save_run
    from kb.evaluate import evaluate as put
    from kb.evaluate.table import table

    before = load_run(against) if against else None
    everything: list[Asked] = []
    with ctx.open() as kb:
        for file in files:
            asked, skipped = put(kb, file, options=not no_options, half=half or "", progress=ctx.progress())
            everything += asked
            out(table((report(asked, file.stem), *(by_class(asked) if classes else ()))))
            if skipped:
                ctx.say(f"{len(skipped)} questions of {file.name} are about documents that are not in the corpus")
            if before is not None:
                out(f"  nDCG@10 against {against}: {compare(asked, before, 'related', 'nDCG@10')}")
    if save:
        save_run(save, everything)


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
