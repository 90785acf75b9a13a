"""Reports as plain text: what is loaded, what a build did, what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kb.models import Game, Problem, Source
from kb.render.page import Page
from kb.views import Coverage, Finding, StatusReport

if TYPE_CHECKING:
    from kb.build import BuildReport


def findings(found: Sequence[Finding], p: Page) -> str:
    """One finding a paragraph: severity, where, what, and what to do."""
    lines: list[str] = []
    for f in found:
        place = f"{f.where}:{f.line}" if f.line else f.where
        lines += p.wrap(f"{f.severity}: {place}: {f.message} [{f.code}]", "  ", "")
        lines += p.wrap(f.fix, "  ") if f.fix else []
    return "\n".join(lines)


def games(listed: Sequence[Game], sources: Sequence[Source], p: Page) -> str:
    """Each game with its ids and documents."""
    blocks = []
    for g in listed:
        also = f", also {', '.join(g.aliases)}" if g.aliases else ""
        lines = list(p.wrap(f"{p.paint(g.name, '1')} ({g.id}{also})", "  ", ""))
        for s in (x for x in sources if x.game == g.id):
            since = f", in force from {s.effective}" if s.effective else ""
            lines += p.wrap(
                f"{s.id} {s.version}: {s.title} [{s.kind}, {s.authority}, {s.language}]{since}", "    ", "  "
            )
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)


def status(s: StatusReport, p: Page) -> str:
    """The index in a few lines, then what wants attention."""
    i = s.index
    lines = [
        f"index    {i.stamp} built {i.built}{' (older than the corpus: run `kb build`)' if s.stale else ''}",
        f"folder   {s.folder}",
        f"corpus   {s.corpus}",
        f"holds    {s.games} games, {s.documents} documents, {s.rules} rules, {i.chunks} passages",
        f"model    {i.embedder}",
    ]
    if s.missing_refs:
        lines.append("cited but not in the corpus:")
        lines += [f"  {origin} cites {to}" for origin, to in s.missing_refs]
    lines += [_coverage(c) for c in s.coverage]
    problems = findings(s.problems, p)
    return "\n".join([*lines, problems] if problems else lines)


def _coverage(c: Coverage) -> str:
    aside = sum(n for _, n in c.set_aside)
    share = 100 * aside / c.visible if c.visible else 0.0
    by = ", ".join(f"{name} {n}" for name, n in c.set_aside)
    counts = f"{c.visible} characters, {c.in_rules} in rules, {aside} set aside ({share:.1f} %{': ' if by else ''}{by})"
    return f"{c.document}: {counts}, {c.left_over} left over"


def build_report(report: BuildReport, p: Page) -> str:
    """What a build did, one line, and what it met."""
    return "\n".join(p.wrap(str(report)))


def problems(met: Sequence[Problem], p: Page) -> Iterator[str]:
    """What a build met, a paragraph each; many of one kind are counted, with the first shown."""
    kinds: dict[tuple[str, str], list[Problem]] = {}
    for one in met:
        kinds.setdefault((one.code, one.document), []).append(one)
    for (code, document), ones in kinds.items():
        more = f" (and {len(ones) - 1} more: kb status)" if len(ones) > 1 else ""
        place = f"{document}:{ones[0].line}" if ones[0].line else document
        yield from p.wrap(f"{place or 'corpus'}: {ones[0].message} [{code}]{more}", "  ", "")
