"""The command `kb`: results on standard output, all else on standard error, a designed exit code for each end."""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from kb import __version__
from kb.cli.common import Context, leave, run
from kb.settings import COLORS

# Which module holds a command: read when the command is, so that `--help` and a query load no more than they use.
COMMANDS = {
    "query": "ask",
    "get": "ask",
    "check": "ask",
    "compare": "ask",
    "games": "ask",
    "build": "corpus",
    "add": "corpus",
    "status": "corpus",
    "doctor": "corpus",
    "diff": "texts",
    "history": "texts",
    "cite": "texts",
    "verify": "texts",
    "lint": "texts",
    "export": "texts",
    "eval": "serving",
    "serve": "serving",
    "mcp": "serving",
    "completion": "serving",
}


RARELY = 50_000
"""New objects from one collection of garbage to the next: Python's 700 cost a question a twentieth of its time."""


class Commands(click.Group):
    """A group whose commands are imported one by one, in the order of `COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        attribute = "evaluate" if cmd_name == "eval" else cmd_name
        command: click.Command = getattr(import_module(f"kb.cli.{module}"), attribute)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """As click's, and names the nearest command for a misspelt one."""
        if args and args[0] not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f"did you mean `kb {near[0]}`?" if near else f'to ask a question: kb query "{" ".join(args)}"'
            raise click.UsageError(f"no such command {args[0]!r}; {hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--corpus", type=click.Path(path_type=Path), metavar="DIR", help="The folder of games (./corpus).")
@click.option(
    "--index", type=click.Path(path_type=Path), metavar="DIR", help="The folder of the built index (beside the corpus)."
)
@click.option("--config", type=click.Path(path_type=Path), metavar="FILE", help="A settings file (kb.toml).")
@click.option("-q", "--quiet", is_flag=True, help="Results only: no progress, no warnings.")
@click.option("-v", "--verbose", count=True, help="Say more; -vv shows tracebacks.")
@click.option("--color", type=click.Choice(COLORS), help="Colours: on a terminal (auto), always, never.")
@click.version_option(__version__, prog_name="kb")
@click.pass_context
def cli(ctx: click.Context, /, config: Path | None, quiet: bool, verbose: int, **options: Any) -> None:
    """Cited answers to tabletop rules questions, from whole rulebooks, offline."""
    ctx.obj = Context(options, config, quiet, verbose)


def main() -> NoReturn:
    """Run `kb` and end the process with its exit code."""
    # Before NumPy is loaded: its BLAS threads wait for each other longer than one thread takes over a rulebook.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(RARELY)
    code = run(cli)
    if "kb.cli.ask" in sys.modules and "kb.build" not in sys.modules:
        leave(code)  # it only read
    sys.exit(code)
