"""Answers as plain text: verdicts, cited passages, rules with what surrounds them, comparisons."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kb.models import Answer, Citation, Hit, Rule, Verdict
from kb.render.page import Page, bullets

if TYPE_CHECKING:
    from kb.views import Comparison, RuleView

OUTCOMES = {
    "legal": ("LEGAL", "32"),
    "illegal": ("ILLEGAL", "31"),
    "not_addressed": ("NOT ADDRESSED", "33"),
    "undecided": ("UNDECIDED", "33"),
    "undefined": ("UNDEFINED", "33"),
}
NEAREST = "The nearest passages, none of which answers it:"


def answer(a: Answer, p: Page, *, explain: bool = False, names: Mapping[str, str] | None = None) -> str:
    """Verdicts, then the cited passages, then what is not known. `names` are the games' names by id."""
    blocks = [verdict(v, p, names=names) for v in a.verdicts]
    if not a.verdicts and a.text:
        blocks.append("\n".join(p.wrap(a.text)))
    blocks += [NEAREST] if a.status == "none" and a.hits else []
    shown: set[str] = set()
    for h in a.hits:
        blocks.append(hit(h, p, explain=explain, shown=shown))
        shown |= set(h.citation.notices)
    tail = bullets("Not known:" if a.status != "answered" else "Note:", a.notes, p)
    tail += bullets("Why:", a.why if explain else (), p)
    return "\n\n".join(b for b in (*blocks, "\n".join(tail)) if b)


def verdict(v: Verdict, p: Page, *, steps: bool = False, names: Mapping[str, str] | None = None) -> str:
    """One verdict: the outcome in capitals, why, what is missing, the quotes it rests on; with `steps` the run before
    it.
    """
    word, code = (v.headline, "1") if v.headline else OUTCOMES[v.outcome]
    lines = list(p.wrap(v.why, "  ", f"{(names or {}).get(v.game, v.game)}: {word}. "))
    lines[0] = lines[0].replace(word, p.paint(word, f"1;{code}"), 1)
    lines += [x for fact in v.missing for x in p.wrap(fact, "    ", "  ? ")]
    lines += [x for c in v.citations for x in quoted(c, p)]
    if steps:
        lines = [
            *(x for i, s in enumerate(v.steps, 1) for x in _step(i, s.event, s.before, s.after, s.why, s.citations, p)),
            *lines,
        ]
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


def hit(h: Hit, p: Page, *, explain: bool = False, shown: Collection[str] = ()) -> str:
    """One passage: label, kind if it is no rule, heading path, quote, source, and the notices not `shown` yet."""
    c = h.citation
    kind = "" if h.chunk.kind == "rule" else f" [{h.chunk.kind}]"
    lines = [p.paint(x, "1") for x in p.wrap(f"{c.label}{kind}", "   ", f"{h.rank}. ")]
    if c.heading_path:
        lines += [p.paint(x, "2") for x in p.wrap(" > ".join(c.heading_path), "   ")]
    lines += [x for r in h.before for x in _beside(r, p)]
    lines += p.wrap(c.quote, "   | ")
    lines += [x for r in h.after for x in _beside(r, p)]
    if c.authority != "official":
        lines += p.wrap(f"{c.authority} text; see {c.url}" if c.url else f"{c.authority} text", "   ")
    lines += [x for notice in c.notices if notice not in shown for x in p.wrap(notice, "     ", "   ! ")]
    if explain:
        parts = ", ".join(f"{name} #{x.rank} ({x.score:.3f})" for name, x in h.parts if x.rank)
        lines += p.wrap(f"score {h.score:.3f}: {parts or 'looked up'}; {h.chunk.rule_id}", "   ")
    return "\n".join(lines)


def _beside(rule: Rule, p: Page) -> Iterator[str]:
    """A rule of a hit's surroundings."""
    yield from (p.paint(x, "2") for x in p.wrap(rule.words, "     ", f"   {rule.number} "))


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
    also = "see also" if v.how == "definition" else "same number"
    lines += [x for other in v.same_number for x in p.wrap(f"{also}: {other.label}", "  ")]
    lines += [x for notice in c.notices for x in p.wrap(notice, "    ", "  ! ")]
    return "\n".join(lines)


def _group(name: str, rules: Sequence[Rule], p: Page) -> list[str]:
    lines = [p.paint(f"{name}:", "2")]
    for r in rules:
        lines += p.wrap(r.words, "    ", f"  {r.number} ")
    return lines if rules else [f"{name}: none"]


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
    blocks.append("\n".join(bullets("Note:", c.notes, p)))
    return "\n\n".join(b for b in blocks if b)


def answer_markdown(a: Answer, names: Mapping[str, str] | None = None) -> str:
    """An answer to paste into a chat or a page: verdicts, then block quotes with their labels."""
    lines = [f"**{_plain(a.question)}**", ""]
    for v in a.verdicts:
        game, outcome = (names or {}).get(v.game, v.game), v.headline or OUTCOMES[v.outcome][0]
        lines += [f"- {_plain(game)}: **{outcome.lower()}**. {_plain(v.why)}"]
        lines += [f"  - {_plain(c.label)}" for c in v.citations]
    lines += [""] if a.verdicts else []
    for h in a.hits:
        lines += [f"> {_plain(x)}" for x in h.citation.quote.splitlines()]
        lines += [">", f"> {_plain(h.citation.label)}", ""]
    lines += [f"- {_plain(note)}" for note in a.notes]
    return "\n".join(lines).rstrip()


def _plain(text: str) -> str:
    """Text whose characters mean nothing to Markdown or HTML."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|$" else c for c in text)
