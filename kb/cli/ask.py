"""Commands that answer: query, get, check, compare, games."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from kb.cli.common import FOUND, NO_VERDICT, NOTHING, Context, finish, out, out_json, pass_context, verdict_exit
from kb.errors import KbError, NotFound, UsageError
from kb.settings import MAX_LIMIT

if TYPE_CHECKING:
    from kb.api import KnowledgeBase
    from kb.models import Answer

KINDS = ("rule", "faq", "example", "term", "clause", "heading", "note")
GROUPS = ("parents", "children", "refs", "cited-by", "examples")


@click.command()
@click.argument("text", nargs=-1)
@click.option("-g", "--game", "games", multiple=True, metavar="GAME", help="Only this game (repeatable).")
@click.option("-n", "--limit", type=click.IntRange(1, MAX_LIMIT), help="How many passages (5).")
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Only passages of this kind (repeatable)."
)
@click.option("--mode", type=click.Choice(("auto", "exact", "words", "meaning")), default="auto", help="How to search.")
@click.option("--document", default="", metavar="DOC", help="Only this document.")
@click.option("--version", default="", metavar="V", help="This version of the documents instead of the newest.")
@click.option(
    "--context",
    type=click.Choice(("none", "section", "parents")),
    default="none",
    help="Show what surrounds a passage.",
)
@click.option("--explain", is_flag=True, help="Show how each passage was found.")
@click.option("--format", "fmt", type=click.Choice(("text", "json", "jsonl", "md")), default="text")
@click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
@pass_context
def query(ctx: Context, /, text: tuple[str, ...], fmt: str, as_json: bool, explain: bool, **asked: Any) -> None:
    """Answer a question with cited rules, or look a rule up by its number.

    TEXT is the question. "-", or a pipe and no TEXT, reads one question a line: plain text, or a JSON object with
    "question" and, if wanted, "game". Exit code: 0 found, 1 nothing found, 3 no verdict and nothing found.
    """
    fmt = "json" if as_json and fmt == "text" else fmt
    asked["limit"] = asked["limit"] or ctx.settings.limit
    if text == ("-",) or (not text and not sys.stdin.isatty()):
        finish(_query_lines(ctx, "jsonl" if fmt == "json" else fmt, explain, asked))
        return
    question = " ".join(text).strip()
    if not question:
        raise UsageError("the question is empty", 'ask one: kb query "can a stunned unit rally"')
    with ctx.open() as kb:
        answer = kb.query(question, **asked)
        _show(ctx, kb, answer, fmt, explain)
    finish(_answer_exit(answer))


def _query_lines(ctx: Context, fmt: str, explain: bool, asked: dict[str, Any]) -> int:
    """Answer each line of standard input; the code is 1 if nothing was found for any. A bad line gets its own."""
    from kb.render import visible

    found = False
    with ctx.open() as kb:
        for line in sys.stdin:
            line = line.strip().removeprefix("\ufeff")
            if not line:
                continue
            answer = _one_line(kb, line, asked)
            found = found or _answer_exit(answer) == FOUND
            if fmt == "text":
                out(f"# {visible(answer.question)}")
            _show(ctx, kb, answer, fmt, explain)
            if fmt == "text":
                out("\n")
    return FOUND if found else NOTHING


def _one_line(kb: KnowledgeBase, line: str, asked: dict[str, Any]) -> Answer:
    from kb.models import Answer

    try:
        row = json.loads(line) if line.startswith("{") else {"question": line}
        question, game = str(row.get("question") or ""), row.get("game")
        return kb.query(question, **{**asked, **({"games": (str(game),)} if game else {})})
    except json.JSONDecodeError as error:
        return Answer(line, "none", "", notes=(f"this line is not JSON: {error}",), index=kb.stamp)
    except KbError as error:
        return Answer(line, "none", "", notes=(f"{str(error).rstrip('.')}. {error.hint}".strip(),), index=kb.stamp)


def _show(ctx: Context, kb: KnowledgeBase, answer: Answer, fmt: str, explain: bool) -> None:
    if fmt in ("json", "jsonl"):
        from kb import schema

        out_json(schema.answer(answer), indent=2 if fmt == "json" else None)
        return
    from kb import render

    names = {g.id: g.name for g in kb.games()}
    if fmt == "md":
        out(render.answer_markdown(answer, names))
    else:
        out(render.answer(answer, ctx.page(), explain=explain, names=names))


def _answer_exit(answer: Answer) -> int:
    if answer.status != "none":
        return FOUND
    return NO_VERDICT if answer.verdicts else NOTHING


def _list(value: str | None, allowed: tuple[str, ...], option: str) -> tuple[str, ...]:
    """A comma-separated option as a tuple of known names."""
    names = tuple(x.strip() for x in (value or "").split(",") if x.strip())
    for name in names:
        if name not in allowed:
            raise UsageError(f"{option}: unknown group {name!r}", f"known: {', '.join(allowed)}")
    return names


@click.command()
@click.argument("citations", nargs=-1, required=True, metavar="CITATION...")
@click.option("--tree", is_flag=True, help="With every rule below it.")
@click.option("--with", "groups", metavar="GROUP,...", help=f"Show {', '.join(GROUPS)} in full.")
@click.option("--json", "as_json", is_flag=True)
@pass_context
def get(ctx: Context, citations: tuple[str, ...], tree: bool, groups: str | None, as_json: bool) -> None:
    """Show a rule by its citation: riftbound 423.1.a, riftbound/core@1.3:423.1, or the number alone.

    The words after a game's name are its citation; give several as separate arguments.
    """
    from kb import render, schema

    shown = (*_list(groups, GROUPS, "--with"), *(("tree",) if tree else ()))
    missing: list[NotFound] = []
    with ctx.open() as kb:
        for i, citation in enumerate(_join_games(citations, {n for g in kb.games() for n in (g.id, *g.aliases)})):
            try:
                view = kb.get(citation, tree=tree)
            except NotFound as error:
                missing.append(error)
                continue
            if as_json:
                out_json(schema.rule_view(view), indent=None if len(citations) > 1 else 2)
            else:
                out(("\n" if i else "") + render.rule_view(view, ctx.page(), shown))
    if missing and len(citations) == 1:
        raise missing[0]
    for lost in missing:
        ctx.say(f"kb: {lost}\n    {lost.hint}")
    finish(NOTHING if missing else FOUND)


def _join_games(words: Iterable[str], names: set[str]) -> Iterator[str]:
    """`riftbound 423.1` typed without quotes is one citation, not two."""
    held = ""
    for word in words:
        if word.split("@")[0].casefold() in names and not held:
            held = word
        else:
            yield f"{held} {word}".strip()
            held = ""
    if held:
        yield held


@click.command()
@click.argument("game")
@click.argument("events", nargs=-1, metavar="[EVENT]...")
@click.option(
    "--ask", default="", metavar="ACTION", help="What is asked; without it, whether the state holds and when it ends."
)
@click.option("--state", default="", help="The state; by default the game's only one, or stunned.")
@click.option("--json", "as_json", is_flag=True)
@pass_context
def check(ctx: Context, game: str, events: tuple[str, ...], ask: str, state: str, as_json: bool) -> None:
    """Run a unit through EVENTs and say what follows, with the rule under each step.

    Exit code: 0 legal, 1 illegal, 3 not addressed, undecided or undefined.
    """
    from kb import render, schema

    with ctx.open() as kb:
        verdict = kb.check(game, events, ask, state=state)
        names = {g.id: g.name for g in kb.games()}
    if as_json:
        out_json(schema.checked(verdict))
    else:
        out(render.verdict(verdict, ctx.page(), steps=True, names=names))
    finish(verdict_exit(verdict))


@click.command()
@click.argument("topic", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True)
@pass_context
def compare(ctx: Context, topic: tuple[str, ...], as_json: bool) -> None:
    """Put one topic to every game, each answer cited: kb compare stunned."""
    from kb import render, schema

    with ctx.open() as kb:
        table = kb.compare(" ".join(topic))
    if as_json:
        out_json(schema.comparison(table))
    else:
        out(render.comparison(table, ctx.page()))
    finish(FOUND if any(c.cells for c in table.columns) else NOTHING)


@click.command()
@click.option("--json", "as_json", is_flag=True)
@pass_context
def games(ctx: Context, as_json: bool) -> None:
    """List the games and their documents."""
    from kb import render, schema

    with ctx.open() as kb:
        listed, sources = kb.games(), kb.sources()
    if as_json:
        rows = [{**schema.game(g), "documents": [schema.source(s) for s in sources if s.game == g.id]} for g in listed]
        out_json({"schema": schema.SCHEMA, "games": rows})
    else:
        out(render.games(listed, sources, ctx.page()))
