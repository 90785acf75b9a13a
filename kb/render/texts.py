"""Versions and citations as plain text: diff, history, a rule to paste, what is wrong with a citation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kb.lint import Slip
from kb.models import Rule
from kb.render.page import Page
from kb.versions import Change, Diff, Past, word_changes
from kb.views import RuleView

CONTEXT = 8  # words shown on each side of a change
MARKS = {"added": ("+", "32"), "removed": ("-", "31"), "changed": ("~", "33"), "renumbered": (">", "36")}


def diff(d: Diff, p: Page) -> str:
    """Counts, then the changes in the order of the document; of a changed rule the words that went and came."""
    kinds = ", ".join(f"{d.count(kind)} {kind}" for kind in ("added", "removed", "changed", "renumbered"))
    lines = [f"{d.new.title} {d.old.version} -> {d.new.version}: {kinds}, {d.unchanged} unchanged"]
    for change in d.changes:
        lines += _change(change, p)
    return "\n".join(lines)


def _change(c: Change, p: Page) -> Iterator[str]:
    mark, code = MARKS[c.kind]
    old, new = c.old.number if c.old else "", c.new.number if c.new else ""
    name = old if old == new or not new else new if not old else f"{old} -> {new}"
    head = f"{p.paint(mark, code)} {name}"
    if c.old and c.new:
        yield head if c.kind == "renumbered" else f"{head} ({min(99, int(100 * c.similarity))} % the same)"
        if c.kind == "changed":
            yield from p.wrap(_marked(flat(c.old), flat(c.new), p), "    ")
        return
    one = c.old or c.new
    yield from p.wrap(flat(one) if one else "", "    ", f"{head} ")


def flat(rule: Rule) -> str:
    """Title and text on one line."""
    return " ".join(rule.words.split())


def _marked(old: str, new: str, p: Page) -> str:
    """Both texts in one: [-gone-] {+come+}."""
    shapes = {"=": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    parts = word_changes(old, new)
    shown = [(m, _elided(t, at > 0, at < len(parts) - 1) if m == "=" else t) for at, (m, t) in enumerate(parts)]
    return " ".join(shapes[mark].format(text) for mark, text in shown)


def _elided(text: str, after: bool, before: bool) -> str:
    """A stretch that stayed the same, cut to the words next to what changed before or after it."""
    words = text.split()
    if len(words) <= 3 * CONTEXT:
        return text
    head, tail = words[:CONTEXT] if after else [], words[-CONTEXT:] if before else []
    return " ".join([*head, "...", *tail])


def history(past: Sequence[Past], p: Page) -> str:
    """One version a paragraph: its number there, and how it differs from the version before."""
    lines: list[str] = []
    before: Rule | None = None
    for one in past:
        if one.rule is None:
            continue
        how = one.change or "first version in the corpus"
        lines.append(f"{one.source.version}: {one.rule.number} ({how})")
        text = flat(one.rule)
        if before is None or one.change == "changed":
            lines += p.wrap(_marked(flat(before), text, p) if before else text, "    ")
        before = one.rule
    return "\n".join(lines)


def cited(v: RuleView, p: Page, *, markdown: bool = False) -> str:
    """A rule to paste: words, label, id with hash."""
    if markdown:
        quote = "\n".join(f"> {x}" for x in v.text.splitlines())
        return f"{quote}\n>\n> {v.citation.label} `{v.pasted}`"
    return "\n".join([*p.wrap(v.citation.label), *p.wrap(v.text, "| "), v.pasted])


def verified(slip: Slip | None, view: RuleView | None, p: Page) -> str:
    """Whether it stands, and where it leads."""
    told = f"{slip.code}: {slip.message}" if slip else "stands"
    lines = list(p.wrap(told, "  ", ""))
    if slip and slip.fix:
        lines += p.wrap(f"now: {slip.fix}", "  ")
    if view:
        lines += [*p.wrap(f"{view.citation.label} {view.pasted}", "  "), *p.wrap(view.text, "  | ")]
    return "\n".join(lines)


def slips(found: Sequence[Slip], p: Page) -> str:
    """`file:line:column: code: what is wrong`, one a line as editors read it."""
    lines = []
    for s in found:
        fix = f"; now {s.fix}" if s.fix else ""
        lines.append(f"{s.file}:{s.mention.line}:{s.mention.column}: {s.code}: {s.message}{fix}")
    return "\n".join(lines)
