"""Records as plain text for a terminal: wrapped to its width, coloured where that was asked for, safe to print."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.models import Answer, Citation, Hit, Rule, Verdict
from kb.views import Comparison, Finding, RuleView

WIDEST = 100  # longer lines are hard to read
NARROWEST = 24  # below this a hanging indent leaves no room for words
OUTCOMES = {
    "legal": ("LEGAL", "32"),
    "illegal": ("ILLEGAL", "31"),
    "not_addressed": ("NOT ADDRESSED", "33"),
    "undecided": ("UNDECIDED", "33"),
    "undefined": ("UNDEFINED", "33"),
}


@dataclass(frozen=True, slots=True)
class Page:
    """How wide to print, and whether with colours (ANSI)."""

    width: int = 80
    color: bool = False

    def paint(self, text: str, code: str) -> str:
        """`text` in an ANSI style, such as "1" (bold) or "31" (red)."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and text else text

    def wrap(self, text: str, indent: str = "", first: str | None = None) -> Iterator[str]:
        """Lines of `text` no wider than the page; line breaks of the text are kept, a table's row is not folded."""
        lead = indent if first is None else first
        for line in visible(text).splitlines() or [""]:
            if line.lstrip().startswith("|"):
                yield lead + line
            else:
                yield from textwrap.wrap(
                    line, max(self.width, NARROWEST), initial_indent=lead, subsequent_indent=indent, break_on_hyphens=False
                ) or [lead.rstrip()]
            lead = indent


def page(color: bool) -> Page:
    """The page of this terminal (80 columns where there is none)."""
    return Page(min(shutil.get_terminal_size().columns, WIDEST), color)


def visible(text: str) -> str:
    """`text` with control characters written out, so that a document cannot steer the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" or ord(c) > 0x9F else f"\\x{ord(c):02x}" for c in text)


def answer(a: Answer, p: Page, *, explain: bool = False) -> str:
    """Verdicts, then the cited passages, then what is not known."""
    blocks = [verdict(v, p) for v in a.verdicts]
    if not a.verdicts and a.text:
        blocks.append("\n".join(p.wrap(a.text)))
    blocks += [hit(h, p, explain=explain) for h in a.hits]
    shown: set[str] = set()
    notices = [n for h in a.hits for n in h.citation.notices if not (n in shown or shown.add(n))]  # type: ignore[func-returns-value]
    tail = [*_bullets("Notice:", notices, p), *_bullets("Not known:" if a.status != "answered" else "Note:", a.notes, p)]
    return "\n\n".join(b for b in (*blocks, "\n".join(tail)) if b)


def _bullets(head: str, lines: Iterable[str], p: Page) -> list[str]:
    return [x for line in lines for x in p.wrap(line, "  ", f"{head} ")]


def verdict(v: Verdict, p: Page, *, steps: bool = False) -> str:
    """One verdict: the outcome in capitals, why, what is missing, the quotes it rests on; with `steps` the run before it."""
    word, code = OUTCOMES[v.outcome]
    lines = list(p.wrap(v.why, "  ", f"{v.game}: {word}. "))
    lines[0] = lines[0].replace(word, p.paint(word, f"1;{code}"), 1)
    lines += [x for fact in v.missing for x in p.wrap(fact, "    ", "  ? ")]
    lines += [x for c in v.citations for x in quoted(c, p)]
    if steps:
        lines = [*(x for i, s in enumerate(v.steps, 1) for x in _step(i, s.event, s.before, s.after, s.why, s.citations, p)), *lines]
    return "\n".join(lines)


def _step(
    number: int, event: str, before: Sequence[str], after: Sequence[str], why: str, cited: Sequence[Citation], p: Page
) -> Iterator[str]:
    states = f"{', '.join(before) or 'none'} -> {', '.join(after) or 'none'}"
    yield from p.wrap(f"{event}: {states}", "   ", f"{number}. ")
    labels = "; ".join(c.label for c in cited)
    yield from p.wrap(f"{why} [{labels}]" if labels else why, "   ")


def quoted(c: Citation, p: Page) -> Iterator[str]:
    """A citation's label and the words it quotes, indented."""
    yield from (p.paint(x, "2") for x in p.wrap(c.label, "    ", "  "))
    yield from p.wrap(c.quote, "  | ")


def hit(h: Hit, p: Page, *, explain: bool = False) -> str:
    """One passage: label, kind if it is no rule, heading path, quote, and where it stands."""
    c = h.citation
    kind = "" if h.chunk.kind == "rule" else f" [{h.chunk.kind}]"
    lines = [p.paint(x, "1") for x in p.wrap(f"{c.label}{kind}", "   ", f"{h.rank}. ")]
    if c.heading_path:
        lines += [p.paint(x, "2") for x in p.wrap(" > ".join(c.heading_path), "   ")]
    lines += p.wrap(c.quote, "   | ")
    if c.authority != "official":
        lines += p.wrap(f"{c.authority} text; see {c.url}" if c.url else f"{c.authority} text", "   ")
    if explain:
        parts = ", ".join(f"{name} #{x.rank} ({x.score:.3f})" for name, x in h.parts if x.rank)
        lines += p.wrap(f"score {h.score:.3f}: {parts or 'looked up'}; {h.chunk.rule_id}", "   ")
    return "\n".join(lines)


def rule_view(v: RuleView, p: Page, groups: Sequence[str] = ()) -> str:
    """One rule with its label, path and words, then the groups asked for, then what surrounds it in one line."""
    c = v.citation
    lines = [p.paint(x, "1") for x in p.wrap(c.label, "  ", "")]
    if c.heading_path:
        lines += [p.paint(x, "2") for x in p.wrap(" > ".join(c.heading_path), "  ")]
    if v.moved_from:
        lines += p.wrap(f"moved here from {v.moved_from}", "  ")
    lines += p.wrap(v.text, "| ")
    for group in groups:
        lines += _group(group, getattr(v, group.replace("-", "_")), p)
    if v.missing:
        lines += p.wrap(f"cites {', '.join(v.missing)}, which the corpus does not hold", "  ")
    if "children" not in groups and "tree" not in groups and v.children:
        lines += p.wrap(f"sub-rules: {', '.join(r.number for r in v.children)}", "  ")
    lines += [x for other in v.same_number for x in p.wrap(f"same number: {other.label}", "  ")]
    lines += _bullets("Notice:", c.notices, p)
    return "\n".join(lines)


def _group(name: str, rules: Sequence[Rule], p: Page) -> list[str]:
    lines = [p.paint(f"{name}:", "2")]
    for r in rules:
        words = "\n".join(x for x in (r.title, r.text) if x)
        lines += p.wrap(words, "    ", f"  {r.number} ")
    return lines if rules else [f"{name}: none"]


def findings(found: Sequence[Finding], p: Page) -> str:
    """One finding a paragraph: severity, where, what, and what to do."""
    lines: list[str] = []
    for f in found:
        place = f"{f.where}:{f.line}" if f.line else f.where
        lines += p.wrap(f"{f.severity}: {place}: {f.message} [{f.code}]", "  ", "")
        lines += p.wrap(f.fix, "  ") if f.fix else []
    return "\n".join(lines)


def comparison(c: Comparison, p: Page) -> str:
    """The topic, aspect by aspect, each game's words with their citations."""
    blocks = [p.paint(c.topic, "1")]
    for aspect in c.aspects:
        lines = [p.paint(aspect, "1")] if aspect else []
        for column in c.columns:
            for cell in (x for x in column.cells if x.aspect == aspect):
                labels = "; ".join(x.label for x in cell.citations)
                lines += p.wrap(f"{cell.text} [{labels}]" if labels else cell.text, "    ", f"  {column.game.name}: ")
        blocks.append("\n".join(lines))
    blocks.append("\n".join(_bullets("Note:", c.notes, p)))
    return "\n\n".join(b for b in blocks if b)
