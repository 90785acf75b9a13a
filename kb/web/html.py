"""HTML by Jinja2 templates, autoescaped: the pieces that the Streamlit page and the plain pages have in common."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from difflib import SequenceMatcher
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from kb.cite import id_of
from kb.errors import KbError
from kb.models import Answer, Citation, Hit, Rule, Verdict
from kb.views import RuleView
from kb.web.richtext import Link, marked_words, rich

if TYPE_CHECKING:
    from kb.api import KnowledgeBase
    from kb.versions import Change, ChangeKind, Diff

HERE = Path(__file__).parent
TIP_LENGTH = 240  # characters of a cited rule shown on hover: enough to recognise it
LONGEST_LIST = 25  # rules listed under a heading of a rule page, which has to stay under 20 kB
CUT_TEXT = 200  # characters of a listed rule
OUTCOMES = {
    "legal": "Legal",
    "illegal": "Illegal",
    "not_addressed": "Not addressed",
    "undecided": "Undecided",
    "undefined": "Undefined",
}
PARTS = {"exact": "by its number", "words": "by its words", "meaning": "by its meaning"}
MOST_CHANGES = 200  # rules shown: more is read better as a file
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SPACES = re.compile(r"(\s+)")
KINDS = {"faq": "FAQ", "term": "definition"}


def asset(name: str) -> str:
    """The text of a file of assets/."""
    return (HERE / "assets" / name).read_text("utf-8")


@cache
def fingerprint(name: str) -> str:
    """Twelve hex digits of an asset's bytes, for an address that may be cached for ever."""
    return sha256((HERE / "assets" / name).read_bytes()).hexdigest()[:12]


def rule_url(rule_id: str) -> str:
    """The address of a rule's page: its id is its path, so that a link names document and version for good."""
    return "/r/" + quote(rule_id, safe="/@:")


def cited_url(c: Citation) -> str:
    """The address of the page of what `c` cites."""
    return rule_url(id_of(c))


def slip(h: Hit) -> str:
    """A ruling to paste into a chat: the words, where they stand, the link. The browser fills `{origin}` in."""
    quoted = "\n".join(f"> {line}" for line in h.citation.quote.splitlines())
    return f"{quoted}\n{h.citation.label}\n{{origin}}{rule_url(h.chunk.rule_id)}"


def report_url(h: Hit) -> str:
    """A letter about a passage, with what whoever mends it has to know."""
    body = f"Passage: {h.chunk.rule_id}\nLines: {h.citation.lines[0]}-{h.citation.lines[1]}\n\nWhat is wrong:\n"
    return "mailto:?" + urlencode({"subject": f"Problem with {h.citation.label}", "body": body}, quote_via=quote)


def fold_url(rule_id: str, quoted: str) -> str:
    """The address of what is around a rule, fetched when its fold is opened."""
    return "/fold/" + quote(rule_id, safe="/@:")


def lines(c: Citation) -> str:
    """Where a quote stands in the file: "line 7" or "lines 7 to 9"."""
    first, last = c.lines
    return f"line {first}" if first == last else f"lines {first} to {last}"


def one_text(r: Rule) -> str:
    """Title and words of a rule on one line, cut where it is long."""
    text = " ".join(f"{r.title} {r.text}".split())
    return text if len(text) <= CUT_TEXT else text[:CUT_TEXT].rsplit(" ", 1)[0] + " …"


def tip(r: Rule) -> str:
    """What a cited number shows on hover."""
    text = f"{r.number} {r.title} {r.text}".strip()
    return text if len(text) <= TIP_LENGTH else text[:TIP_LENGTH].rsplit(" ", 1)[0] + " …"


def links_of(rules: Iterable[Rule], *, tips: bool = True) -> dict[str, Link]:
    """The links of the rules that a text cites, by number."""
    return {r.number: Link(rule_url(r.id), tip(r) if tips else "") for r in rules}


@cache
def environment() -> Environment:
    """The templates, autoescaped; an unknown name is an error, not an empty string."""
    env = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.globals.update(
        rich=rich,
        rule_url=rule_url,
        cited_url=cited_url,
        fold_url=fold_url,
        slip=slip,
        report_url=report_url,
        lines=lines,
        one_text=one_text,
        counted=counted,
        outcome=OUTCOMES.__getitem__,
        part_name=lambda p: PARTS.get(p, p),
        kind_name=lambda k: KINDS.get(k, k),
    )
    return env


def render(template: str, kb: KnowledgeBase, **values: Any) -> str:
    """Fill a template with `values` and what every page knows: the games' names, the index's stamp, the styles."""
    names = {g.id: g.name for g in kb.games()}
    known = {"game_name": lambda g: names.get(g, g), "stamp": kb.stamp, "css": Markup(styles()), "language": "en"}
    return environment().get_template(template).render({**known, **values})


@cache
def styles() -> str:
    """The styles of the plain pages, in the page itself: a rule is one request."""
    return COMMENT.sub("", asset("kb.css") + asset("plain.css")).replace("\n", "")


def results(kb: KnowledgeBase, answer: Answer, *, live: bool) -> str:
    """The results of a question as one block. `live` adds what needs the page's script: copying, folds, keys."""
    return render(
        "results.html",
        kb,
        answer=answer,
        live=live,
        words=marked_words(answer.question),
        links=hit_links(kb, answer.hits),
        count=count(answer),
    )


def verdict_block(kb: KnowledgeBase, v: Verdict) -> str:
    """One verdict by itself, as the state checker shows it."""
    return render("verdict.html", kb, v=v)


def count(answer: Answer) -> str:
    """How many passages there are, in words."""
    return f"{counted(len(answer.hits), 'passage')} found" if answer.hits else "No passage found"


def counted(n: int, thing: str) -> str:
    """ "1 game", "3 games"."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def hit_links(kb: KnowledgeBase, hits: Sequence[Hit]) -> dict[str, dict[str, Link]]:
    """The rules that each hit's text cites, by the hit's rule: a number may mean another rule in another game."""
    return {h.chunk.rule_id: links_of(rule_refs(kb, h.chunk.rule_id)) for h in hits}


def rule_refs(kb: KnowledgeBase, rule_id: str) -> tuple[Rule, ...]:
    """The rules that a rule cites; none where the index changed under the question."""
    try:
        return kb.get(rule_id).refs
    except KbError:
        return ()


def split_faq(view: RuleView) -> tuple[tuple[Rule, ...], tuple[Rule, ...]]:
    """The FAQ entries about a rule (under it or citing it), and the other rules that cite it."""
    faqs = [r for r in (*view.children, *view.cited_by) if r.kind == "faq"]
    return tuple(dict.fromkeys(faqs)), tuple(r for r in view.cited_by if r.kind != "faq")


def changes(kb: KnowledgeBase, found: Diff, wanted: Collection[ChangeKind]) -> str:
    """What changed between two versions: a line that counts, then the wanted kinds, rule by rule."""
    kinds: tuple[ChangeKind, ...] = ("added", "removed", "changed", "renumbered")
    summary = ", ".join(f"{found.count(kind)} {kind}" for kind in kinds) + f"; {found.unchanged} unchanged"
    those = [c for c in found.changes if c.kind in wanted]
    shown = [_change(c) for c in those[:MOST_CHANGES]]
    return render("changes.html", kb, summary=summary, shown=shown, left_out=max(0, len(those) - MOST_CHANGES))


def _change(c: Change) -> dict[str, Any]:
    old, new = c.old, c.new
    numbers = list(dict.fromkeys(r.number for r in (old, new) if r))
    words = marked_changes(old.words if old else "", new.words if new else "")
    return {"kind": c.kind, "title": " → ".join(numbers), "words": words, "url": rule_url(new.id) if new else ""}


def marked_changes(old: str, new: str) -> Markup:
    """The new words, with those taken out and put in marked. White space is a word of its own: nothing is lost."""
    before, after = SPACES.split(old), SPACES.split(new)
    out = []
    for op, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        gone, come = "".join(before[i:j]), "".join(after[k:m])
        if op == "equal":
            out.append(escape(come))
            continue
        out += [Markup("<del>{}</del>").format(gone)] if gone else []
        out += [Markup("<ins>{}</ins>").format(come)] if come else []
    return Markup("").join(out)


def timeline(happened: Sequence[str]) -> Markup:
    """The events so far, in order."""
    if not happened:
        return Markup('<div class="kb" id="kb-timeline"><p class="soft">Nothing has happened yet.</p></div>')
    items = Markup("").join(Markup("<li>{}</li>").format(event) for event in happened)
    return Markup('<div class="kb" id="kb-timeline"><ol>{}</ol></div>').format(items)


def plain(text: str) -> Markup:
    """A sentence by itself."""
    return Markup('<div class="kb"><p>{}</p></div>').format(text)
