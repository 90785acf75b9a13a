"""Commands about versions and about texts that cite rules: diff, history, cite, verify, lint, export."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kb.cli.common import FOUND, NOTHING, Context, finish, out, out_json, pass_context
from kb.errors import UsageError

LINT_FORMATS = ("text", "json", "sarif")


@click.command()
@click.argument("game")
@click.argument("old")
@click.argument("new")
@click.option("--document", default="", metavar="DOC", help="Which document, if not the game's main one.")
@click.option("--format", "fmt", type=click.Choice(("text", "json")), default="text")
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@pass_context
def diff(ctx: Context, game: str, old: str, new: str, document: str, fmt: str, as_json: bool) -> None:
    """Say what changed in GAME's document from version OLD to NEW. A rule that only got another number has not changed.

    Exit code: 0 if the versions say the same, 1 if anything was added, removed, changed or renumbered.
    """
    from kb import render, schema

    with ctx.open() as kb:
        found = kb.diff(game, old, new, document=document)
    if as_json or fmt == "json":
        out_json(schema.diff(found))
    else:
        out(render.diff(found, ctx.page()))
    finish(NOTHING if found.changes else FOUND)


@click.command()
@click.argument("citation", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True)
@pass_context
def history(ctx: Context, citation: tuple[str, ...], as_json: bool) -> None:
    """Follow a rule through the versions of its document, oldest first."""
    from kb import render, schema

    with ctx.open() as kb:
        past = kb.history(" ".join(citation))
    if as_json:
        out_json(schema.history(past))
    else:
        out(render.history(past, ctx.page()))


@click.command()
@click.argument("citation", nargs=-1, required=True)
@click.option("--format", "fmt", type=click.Choice(("text", "id", "md", "json")), default="text")
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@pass_context
def cite(ctx: Context, citation: tuple[str, ...], fmt: str, as_json: bool) -> None:
    """Print a rule as a citation to paste: its label, its words, and an id whose hash tells later whether they still
    stand.
    """
    from kb import render, schema

    with ctx.open() as kb:
        view = kb.get(" ".join(citation))
    if as_json or fmt == "json":
        out_json(schema.cited(view))
    elif fmt == "id":
        out(view.pasted)
    else:
        out(render.cited(view, ctx.page(), markdown=fmt == "md"))


@click.command()
@click.argument("citation", nargs=-1, required=True)
@click.option("--quote", default="", metavar="WORDS", help="Also that the rule says these words.")
@click.option("--json", "as_json", is_flag=True)
@pass_context
def verify(ctx: Context, citation: tuple[str, ...], quote: str, as_json: bool) -> None:
    """Say whether a pasted citation still stands: the rule exists, and its words are those that were cited.

    Exit code: 0 it stands, 1 it is missing, renumbered, edited or misquoted.
    """
    from kb import render, schema

    with ctx.open() as kb:
        slip, view = kb.verify(" ".join(citation), quote)
    if as_json:
        out_json(schema.verified(slip, view))
    else:
        out(render.verified(slip, view, ctx.page()))
    finish(NOTHING if slip else FOUND)


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-g", "--game", default="", metavar="GAME", help='The game that "rule 12.3" without a name means.')
@click.option("--format", "fmt", type=click.Choice(LINT_FORMATS), default="text")
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@click.option("--fix", is_flag=True, help="Write the new number or hash where that is certain.")
@pass_context
def lint(ctx: Context, paths: tuple[Path, ...], game: str, fmt: str, as_json: bool, fix: bool) -> None:
    """Check the rule citations in other texts: missing, renumbered, edited, misquoted. Exits with 1 if any is."""
    from kb import render, schema

    with ctx.open() as kb:
        slips = kb.lint(paths, game=game, fix=fix)
    fmt = "json" if as_json else fmt
    if fmt == "text":
        out(render.slips(slips, ctx.page()))
        ctx.say(f"{len(slips)} citation{'s' if len(slips) != 1 else ''} to mend" if slips else "every citation stands")
    else:
        out_json(schema.sarif(slips) if fmt == "sarif" else schema.linted(slips))
    finish(NOTHING if any(not (fix and s.fix) for s in slips) else FOUND)


@click.command()
@click.argument("fmt", type=click.Choice(("jsonl", "md", "html")), metavar="jsonl|md|html")
@click.option("-g", "--game", "games", multiple=True, metavar="GAME", help="Only this game (repeatable).")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write here instead of to standard output.")
@pass_context
def export(ctx: Context, fmt: Any, games: tuple[str, ...], output: Path | None) -> None:
    """Write every rule: JSON a line, Markdown, or one HTML file that searches offline."""
    with ctx.open() as kb:
        text = kb.export(fmt, games=games)
    if output is None:
        out(text.removesuffix("\n"))
        return
    try:
        output.write_text(text, "utf-8")
    except OSError as error:
        raise UsageError(f"{output}: cannot be written: {error.strerror}") from error
    ctx.say(f"wrote {output} ({len(text):,} characters)")
