"""From drafts to records: unique numbers, parents, depths, titles, references, and the count of characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kb import numbering
from kb.encoding import GUESSED
from kb.models import Aside, Document, Kind, Parsed, Problem, Rule, Span
from kb.recognise import decimals
from kb.recognise.candidates import is_title
from kb.recognise.chapters import number_chapters
from kb.recognise.citing import Scheme, references
from kb.recognise.draft import Draft, Walk, aside_of, visible


def parsed(document: Document, walk: Walk) -> Parsed:
    """Return the records of a finished walk."""
    number_chapters(walk.drafts)
    decimal = decimals.counts_so(walk.drafts)
    if decimal:
        decimals.settle(walk.drafts)
    problems = [*_encoding(document), *_number_all(document, walk.drafts)]
    parents = _parents(walk.drafts, decimals.parent_of if decimal else numbering.parent_of)
    rules = tuple(_rules(document, walk.drafts, parents))
    asides = tuple(aside_of(name, piece) for name, piece in walk.asides)
    return Parsed(
        source=document.source,
        rules=rules,
        asides=_joined(asides),
        problems=tuple(problems),
        visible=sum(visible(line.text) for line in document.lines),
        in_rules=sum(visible(piece.text) for draft in walk.drafts for piece in draft.pieces),
        set_aside=sum(visible(piece.text) for _, piece in walk.asides),
    )


def _encoding(document: Document) -> list[Problem]:
    if document.encoding not in GUESSED:
        return []
    message = f"Read as {document.encoding}, which is a guess: if letters look wrong, save the file as UTF-8."
    return [_problem(document, "encoding-guessed", message, 1)]


def _joined(asides: Sequence[Aside]) -> tuple[Aside, ...]:
    """Join asides of one name that stand on consecutive lines."""
    out: list[Aside] = []
    for each in asides:
        last = out[-1] if out else None
        if last and last.recogniser == each.recogniser and each.span.start_line - last.span.end_line <= 2:
            span = Span(last.span.start_line, each.span.end_line, last.span.page)
            out[-1] = Aside(last.recogniser, f"{last.text}\n{each.text}", span)
        else:
            out.append(each)
    return tuple(out)


def _number_all(document: Document, drafts: Sequence[Draft]) -> list[Problem]:
    """Give the second and later rules of one number a suffix, and report rules given twice or out of order."""
    seen: dict[str, int] = {}
    problems = []
    for draft in drafts:
        number = draft.number
        seen[number] = seen.get(number, 0) + 1
        at = draft.pieces[0].line.line if draft.pieces else 0
        if seen[number] > 1:
            draft.number = f"{number}#{seen[number]}"
            if draft.grammar:
                problems.append(_problem(document, "duplicate-number", f"Rule {number} is given more than once.", at))
        elif draft.problem == "out-of-order":
            problems.append(_problem(document, draft.problem, f"Rule {number} stands out of order.", at))
    return problems


def _problem(document: Document, code: str, message: str, line: int) -> Problem:
    return Problem(code, message, f"{document.source.game}/{document.source.id}", line)


def _parents(drafts: Sequence[Draft], parent_of: Callable[[str], str]) -> list[Draft | None]:
    """The rule above each draft: by the number's grammar where that rule has been read, else by place."""
    latest: dict[str, Draft] = {}
    title: Draft | None = None
    out: list[Draft | None] = []
    for nth, draft in enumerate(drafts):
        above = _by_grammar(draft, latest, parent_of) if draft.grammar else None
        if draft.grammar and above is None:
            above = _outer(draft)
            if not draft.level and len(numbering.components(draft.number)) == 1:
                above, title = _under_title(drafts, nth, above, title)
        out.append(above if draft.grammar else draft.above)
        if draft.grammar:
            latest[draft.number.partition("#")[0]] = draft
    return out


def _by_grammar(draft: Draft, latest: dict[str, Draft], parent_of: Callable[[str], str]) -> Draft | None:
    number = parent_of(draft.number)
    while number:
        found = latest.get(number) or _zeroth(draft, number, latest)
        if found is not None and not _beside(draft, found):
            return found
        number = parent_of(number)
    return None


def _beside(draft: Draft, found: Draft) -> bool:
    """Tell whether a heading was put in behind another of its level: § 2a is not in § 2."""
    letters = draft.number.removeprefix(found.number)
    return 0 < draft.level == found.level and letters != draft.number and letters.isalpha()


def _zeroth(draft: Draft, above: str, latest: dict[str, Draft]) -> Draft | None:
    """The title of a group that is numbered zero in it: 5.00 over 5.01, 5.02 ..."""
    for zero in ("0", "00"):
        found = latest.get(f"{above}.{zero}")
        if found is not None and found is not draft and draft.number.partition("#")[0] != found.number:
            return found
    return None


def _outer(draft: Draft) -> Draft | None:
    """The heading around a rule, numbered ones of its own rank or below left out: 5.1 is no parent of 5.2."""
    above = draft.above
    while above is not None and above.grammar and _no_higher(above.number, draft.number):
        above = above.above
    return above


def _no_higher(above: str, number: str) -> bool:
    parent = numbering.parent_of(number)
    sizes = len(numbering.components(above)), len(numbering.components(number))
    if sizes == (1, 1) and above.isdecimal() and number.isdecimal():
        return int(number) == int(above) + 1
    return sizes[0] > sizes[1] or (parent != "" and numbering.parent_of(above) == parent)


def _under_title(
    drafts: Sequence[Draft], nth: int, above: Draft | None, title: Draft | None
) -> tuple[Draft | None, Draft | None]:
    """Rules numbered in one row (101, 102 ...): one that is only a title heads those after it, up to the next."""
    draft = drafts[nth]
    if title is not None and title.above is not draft.above:
        title = None
    if _bare_title(draft) and not _has_below(drafts, nth):
        return above, draft
    return (title if title is not None and not _bare_title(draft) else above), title


def _bare_title(draft: Draft) -> bool:
    text = draft.text("text")
    return not draft.has("title") and "\n" not in text and is_title(text)


def _has_below(drafts: Sequence[Draft], nth: int) -> bool:
    below = drafts[nth + 1] if nth + 1 < len(drafts) else None
    own = numbering.components(drafts[nth].number)
    return below is not None and below.grammar and numbering.components(below.number)[: len(own)] == own


def _rules(document: Document, drafts: Sequence[Draft], parents: Sequence[Draft | None]) -> list[Rule]:
    heads = {id(above) for draft, above in zip(drafts, parents, strict=True) if above and draft.kind != "example"}
    depths: dict[int, int] = {}
    scheme, targets = Scheme.of(drafts), _targets(drafts)
    out = []
    for draft, parent in zip(drafts, parents, strict=True):
        depths[id(draft)] = depths.get(id(parent), 0) + 1
        rule = _rule(document, draft, parent, depths[id(draft)], scheme)
        rule = replace(rule, refs=_with_links(rule, draft, targets))
        out.append(_titled(rule) if id(draft) in heads and draft.grammar else rule)
    return out


def _rule(document: Document, draft: Draft, parent: Draft | None, depth: int, scheme: Scheme) -> Rule:
    source = document.source
    _split_title(draft)
    title, text = draft.text("title"), draft.text("text")
    lines = [piece.line for piece in draft.pieces]
    span = Span(lines[0].line, max(each.line for each in lines), lines[0].page) if lines else Span(1, 1)
    return Rule(
        id=f"{source.game}/{source.id}@{source.version}:{draft.number}",
        number=draft.number,
        parent=parent.number if parent else "",
        depth=depth,
        kind=_kind(draft, text),
        title=title,
        text=text,
        refs=references(f"{_unlabelled(draft, title)}\n{text}", draft.number, scheme),
        span=span,
    )


def _unlabelled(draft: Draft, title: str) -> str:
    """The title without the number that it bears itself: "Chapter 2 Combat", where chapters are no rules."""
    mark = None if draft.grammar else numbering.leading(title)
    return title[mark.start :] if mark and mark.word else title


def _targets(drafts: Sequence[Draft]) -> dict[str, str]:
    """The rule that each anchor of the document stands in."""
    out: dict[str, str] = {}
    for draft in drafts:
        for piece in draft.pieces:
            for anchor in piece.line.anchors:
                out.setdefault(anchor, draft.number)
    return out


def _with_links(rule: Rule, draft: Draft, targets: Mapping[str, str]) -> tuple[str, ...]:
    """The rule's references, those named in its words first, then those its links lead to."""
    links = (link for piece in draft.pieces for link in piece.line.links)
    linked = (targets[link] for link in links if targets.get(link, rule.number) != rule.number)
    return tuple(dict.fromkeys((*rule.refs, *linked)))


def _split_title(draft: Draft) -> None:
    """The first line of a numbered rule is its title where it reads like one and a paragraph follows it."""
    texts = [piece for piece in draft.pieces if piece.part == "text"]
    if not draft.grammar or draft.has("title") or len(texts) < 2 or not _is_head(texts[0].text):
        return
    first, second = texts[:2]
    begins = _MARKER.sub("", second.text, count=1)[:1]
    if second.joined == "\n" and second.line.role == "text" and begins.isupper():
        first.part, second.joined = "title", ""


_MARKER = re.compile(r"[•▪·*-]\s+|\(?\w{1,3}[.)]\s+")


def _is_head(text: str) -> bool:
    """Tell whether a first line reads like a title, also one that asks, or in capitals with a stop: "THE END."."""
    return is_title(text.removesuffix("?").removesuffix("." if text.isupper() else "?"))


def _kind(draft: Draft, text: str) -> Kind:
    if draft.kind == "heading" and text:
        return "rule"
    return draft.kind


def _titled(rule: Rule) -> Rule:
    """A rule with sub-rules whose only words read like a title is a heading."""
    if (
        rule.kind == "rule"
        and not rule.title
        and "\n" not in rule.text
        and (is_title(rule.text) or _is_label(rule.text))
        and not _SENTENCES.search(rule.text)
    ):
        return replace(rule, kind="heading", title=rule.text, text="")
    return rule


_SENTENCES = re.compile(r"[a-zß-ÿ]{3,}[.!?] \w")


def _is_label(text: str) -> bool:
    """A title with a colon: few words, and each long one of them in capitals ("Blocking Fouls:")."""
    words = re.findall(r"[^\W\d_]{4,}", text)
    return text.endswith(":") and is_title(text[:-1]) and bool(words) and all(word[0].isupper() for word in words)
