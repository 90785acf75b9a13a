"""Commands about the corpus and its index: build, add, status, doctor."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kb.cli.common import FOUND, NOTHING, Context, finish, out, out_json, pass_context

SOURCE_KINDS = ("rules", "faq", "errata", "glossary", "policy")


@click.command()
@click.option("--check", is_flag=True, help="Read and check the corpus, write nothing.")
@click.option("--full", is_flag=True, help="Embed everything anew instead of reusing what has not changed.")
@click.option("--model", default="", metavar="ID_OR_PATH", help="Another embedding model: a folder, or an ID of a hub.")
@click.option("--revision", default="", metavar="REV", help="Which revision of it.")
@pass_context
def build(ctx: Context, check: bool, full: bool, model: str, revision: str) -> None:
    """Build the index from the corpus. The old one serves until the new one is complete.

    Exit code with --check: 1 if anything in the corpus needs a look.
    """
    from kb import render

    report = ctx.build(full=full, check=check, model=model, revision=revision)
    out(render.build_report(report, ctx.page()))
    for line in render.problems(report.problems, ctx.page()):
        ctx.say(line)
    finish(NOTHING if check and report.problems else FOUND)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", required=True, metavar="G", help="The game's id; a new one makes a new folder.")
@click.option("--title", required=True, metavar="T")
@click.option("--version", required=True, metavar="V")
@click.option("--game-name", default="", metavar="NAME", help="The name of a new game as people write it.")
@click.option("--kind", type=click.Choice(SOURCE_KINDS), default="rules")
@click.option("--document", default="", metavar="ID", help="The document's id (from the title).")
@click.option("--short", default="", metavar="NAME", help='How labels name it, such as "CR".')
@click.option("--url", default="")
@click.option("--licence", default="")
@click.option("--effective", default="", metavar="DATE", help="The day it came into force, YYYY-MM-DD.")
@click.option("--authority", type=click.Choice(("official", "restated", "community")), default="official")
@click.option("--language", default="en", metavar="TAG")
@click.option("--overwrite", is_flag=True, help="Replace this version if it is there already.")
@click.option("--no-build", is_flag=True, help="Leave the index as it is.")
@pass_context
def add(ctx: Context, /, file: Path, no_build: bool, **given: Any) -> None:
    """Copy a document into the corpus, with its hash, and build the index."""
    from kb.api import KnowledgeBase

    source = KnowledgeBase.add(ctx.settings.corpus, file, **given)
    out(f"added {source.game}/{source.id}@{source.version}: {source.file} (sha256 {source.sha256[:12]})")
    if not no_build:
        from kb import render

        out(render.build_report(ctx.build(), ctx.page()))


@click.command()
@click.option("--coverage", is_flag=True, help="Characters in rules, set aside and left over, for each document.")
@click.option("--json", "as_json", is_flag=True)
@pass_context
def status(ctx: Context, coverage: bool, as_json: bool) -> None:
    """Say what is loaded, how old it is, and which references lead nowhere."""
    from kb import render, schema

    with ctx.open() as kb:
        report = kb.status(coverage=coverage)
    if as_json:
        out_json(schema.status(report))
    else:
        out(render.status(report, ctx.page()))


@click.command()
@click.option("--json", "as_json", is_flag=True)
@pass_context
def doctor(ctx: Context, as_json: bool) -> None:
    """Look for what is wrong with the corpus, its state files, the index and the installation. Exit code 1 if anything
    is.
    """
    from kb import render, schema
    from kb.api import KnowledgeBase

    found = KnowledgeBase.examine(ctx.settings.corpus, ctx.settings.index, ctx.settings.model)
    if as_json:
        out_json({"schema": schema.SCHEMA, "findings": [schema.finding(f) for f in found]})
    else:
        out(render.findings(found, ctx.page()) or "nothing wrong")
    finish(NOTHING if any(f.severity == "error" for f in found) else FOUND)
