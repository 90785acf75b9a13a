"""Numbers that a page's own style sheet prints: CSS counters (CSS Lists 3), as word processors export them.

Only what numbering needs: counter-reset, counter-increment and content of ::before, for selectors of tags, classes and
ids joined by blanks or ">".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.readers.blocks import marker
from kb.readers.html_lists import LIST_TYPES
from kb.readers.html_signs import Element

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]{1,500})\{([^{}]{0,3000})\}")
_PART = re.compile(r"(?P<tag>[a-zA-Z][\w-]*|\*)?(?P<more>(?:[.#][\w-]+)*)(?P<pseudo>(?:::?[\w-]+)?)")
_CONTENT = re.compile(
    r"\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'"
    r"|attr\(\s*(?P<attribute>[\w-]+)\s*\)"
    r"|counter\(\s*(?P<one>[\w-]+)\s*(?:,\s*(?P<style>[\w-]+)\s*)?\)"
    r"|counters\(\s*(?P<all>[\w-]+)\s*,\s*[\"'](?P<joint>[^\"']*)[\"']\s*(?:,\s*(?P<styles>[\w-]+)\s*)?\)"
)
_NAME = re.compile(r"(?P<name>[a-zA-Z][\w-]*)(?:\s+(?P<value>-?\d{1,6}))?")
_MAX_RULES = 2000
"""Of one page; a word processor writes some thirty for each list."""


@dataclass(frozen=True, slots=True)
class _Compound:
    """One part of a selector: a tag ("" for any), classes, ids, and whether the part before it must be the parent."""

    tag: str
    classes: frozenset[str]
    ids: frozenset[str]
    child: bool


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a style sheet says for a selector: counters set, counters moved, text printed before."""

    selector: tuple[_Compound, ...]
    resets: tuple[tuple[str, int], ...] = ()
    steps: tuple[tuple[str, int], ...] = ()
    content: str | None = None


@dataclass(slots=True)
class _Counter:
    """A counter in force: the element whose children see it, and its value."""

    scope: Element | None
    value: int


@dataclass(slots=True)
class Counters:
    """The counters of a page; `open` and `close` must be told of every element, in order."""

    rules: list[_Rule] = field(default_factory=list)
    likely: dict[tuple[str, str, str], tuple[_Rule, ...]] = field(default_factory=dict)
    live: dict[str, list[_Counter]] = field(default_factory=dict)
    by_scope: dict[Element, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, root: Element) -> Counters:
        """Reads the style elements of a page."""
        rules: list[_Rule] = []
        for style in root.iter("style"):
            for selectors, body in _RULE.findall(_COMMENT.sub("", style.text or "")):
                if "counter" in body or "content" in body:
                    rules.extend(_rules(selectors, body))
        counts = any(rule.steps or "attr(" in (rule.content or "") for rule in rules)
        return cls(rules[:_MAX_RULES] if counts else [])

    def open(self, element: Element) -> str:
        """Counts an element and returns the text that is printed before it, "" where there is none."""
        content = None
        resets: tuple[tuple[str, int], ...] = ()
        steps: tuple[tuple[str, int], ...] = ()
        for rule in self._likely(element):
            if _matches(rule.selector, element):
                resets, steps = rule.resets or resets, rule.steps or steps
                content = content if rule.content is None else rule.content
        for name, value in resets:
            self._reset(name, value, element)
        for name, value in steps:
            if not self.live.get(name):
                self._reset(name, 0, element)
            self.live[name][-1].value += value
        return "" if content is None else "".join(self._printed(content, element))

    def _likely(self, element: Element) -> tuple[_Rule, ...]:
        """The rules whose last part fits the element; elements of one tag, class and id share the answer."""
        key = (str(element.tag), element.get("class") or "", element.get("id") or "")
        if key not in self.likely:
            self.likely[key] = tuple(rule for rule in self.rules if _fits(rule.selector[0], element))
        return self.likely[key]

    def close(self, element: Element) -> None:
        """Ends the counters that only the children of this element see."""
        for name in self.by_scope.pop(element, ()):
            self.live[name].pop()

    def _reset(self, name: str, value: int, element: Element) -> None:
        scope, counters = element.getparent(), self.live.setdefault(name, [])
        if counters and counters[-1].scope is scope:
            counters[-1].value = value
            return
        counters.append(_Counter(scope, value))
        if scope is not None:
            self.by_scope.setdefault(scope, []).append(name)

    def _printed(self, content: str, element: Element) -> Iterator[str]:
        for part in _CONTENT.finditer(content):
            if part["one"] or part["all"]:
                values = [counter.value for counter in self.live.get(part["one"] or part["all"], ())] or [0]
                shown = [_value(value, part["style"] or part["styles"]) for value in values]
                yield shown[-1] if part["one"] else part["joint"].join(shown)
            elif part["attribute"]:
                yield element.get(part["attribute"]) or ""
            else:
                yield part["double"] if part["double"] is not None else part["single"] or ""


def _value(value: int, style: str | None) -> str:
    form = LIST_TYPES.get(style or "decimal", "1")
    return marker(value, form) if form else ""


def _rules(selectors: str, body: str) -> Iterator[_Rule]:
    declared = dict(re.findall(r"([\w-]+)\s*:\s*((?:\"[^\"]*\"|'[^']*'|[^;\"'])*)", body))
    resets, steps = _counts(declared.get("counter-reset", ""), 0), _counts(declared.get("counter-increment", ""), 1)
    for selector in selectors.split(","):
        parts, pseudo = _selector(selector)
        if not parts or pseudo.strip(":") not in ("", "before", "marker"):
            continue
        # Counters of ::before itself move when it is printed, that is at the start of its element.
        yield _Rule(parts, resets, steps, declared.get("content") if pseudo else None)


def _counts(text: str, default: int) -> tuple[tuple[str, int], ...]:
    found = ((match["name"], match["value"]) for match in _NAME.finditer(text))
    return tuple((name, default if value is None else int(value)) for name, value in found if name != "none")


def _selector(text: str) -> tuple[tuple[_Compound, ...], str]:
    """The parts of a selector, last first, and the pseudo-element of the last; no parts where we cannot read it."""
    parts: list[_Compound] = []
    child, pseudo = False, ""
    for word in text.replace(">", " > ").split():
        if word == ">":
            child = True
            continue
        match = _PART.fullmatch(word)
        if match is None or pseudo:
            return (), ""
        names = re.findall(r"[.#][\w-]+", match["more"])
        pseudo = match["pseudo"]
        parts.append(
            _Compound(
                (match["tag"] or "").lower().replace("*", ""),
                frozenset(name[1:] for name in names if name[0] == "."),
                frozenset(name[1:] for name in names if name[0] == "#"),
                child,
            )
        )
        child = False
    return tuple(reversed(parts)), pseudo


def _matches(selector: tuple[_Compound, ...], element: Element) -> bool:
    """Whether the parts before a selector's last, which is known to fit, fit the elements above."""
    child, above = selector[0].child, element.getparent()
    for part in selector[1:]:
        while above is not None and not _fits(part, above):
            if child:
                return False
            above = above.getparent()
        if above is None:
            return False
        child, above = part.child, above.getparent()
    return True


def _fits(part: _Compound, element: Element) -> bool:
    if part.tag and element.tag != part.tag:
        return False
    if part.ids and element.get("id") not in part.ids:
        return False
    return not part.classes or part.classes <= set((element.get("class") or "").split())
