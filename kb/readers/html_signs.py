"""What an HTML page says beside its text: page furniture, how lists count, which attributes are rule numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

from lxml import etree

from kb import numbering

Element: TypeAlias = Any  # lxml carries no types

_SCRIPT = frozenset({"script", "style", "template", "noscript"})
_CONTROL = frozenset({"button", "select", "textarea", "datalist", "input"})
_STRUCK = frozenset({"del", "s", "strike"})
"""Text that is struck out is in force no longer."""
_MENU_ROLES = frozenset({"navigation", "menu", "menubar", "tablist", "search", "contentinfo"})
_MENU_WORDS = {
    *(
        "toc",
        "contents",
        "menu",
        "nav",
        "navbar",
        "navigation",
        "navbox",
        "breadcrumb",
        "breadcrumbs",
        "sidebar",
        "search",
    ),
    *("catlinks", "pagination", "pager", "skip", "share", "social", "editsection"),
}
_HEADERS = frozenset({"header"})
_BANNERS = frozenset({"cookie", "cookies", "consent", "gdpr", "newsletter"})
_FOOTERS = frozenset({"footer", "printfooter", "colophon", "copyright", "catlinks"})
_SHORT_FOOTER = 1500
"""A block named like a footer or banner with more text than this is content."""

_CONTENTS_LEAST = 4
"""Links of the shortest contents of a page ..."""

_CONTENTS_LINKED = 0.9
"""... and the share of its letters that stand in them."""

_CONTENT = ("main", "article", "section", "blockquote", "li", "td")
_WORD = re.compile(r"[a-z]+|[A-Z][a-z]*")
_LINKED = 0.6
"""A block named like a menu is one when at least this share of its text is links; prose about a menu is not."""

_PERMALINKS = frozenset("¶#§🔗⚓")
"""Signs behind a heading that link to the heading itself; a browser shows most of them under the pointer only."""

_LISTED = 0.5
"""A page with more than this share of its text preformatted is a text file in a page's clothes."""

_SHORT_FORM = 200
"""A form with less text than this is a search box or the like; longer ones wrap whole pages."""


@dataclass(frozen=True, slots=True)
class Weight:
    """How much text an element holds, how much of it is in links, and whether it holds controls, headings."""

    text: int
    linked: int
    controls: int
    headings: int


def weights(root: Element) -> dict[Element, Weight]:
    """The weight of every element that could be page furniture, in one pass."""
    candidates: dict[Element, Weight] = {}
    opened: dict[Element, tuple[int, int, int, int]] = {}
    text = linked = controls = headings = 0
    links = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        tag = element.tag
        if not isinstance(tag, str):
            continue
        if event == "start":
            if _could_be_furniture(element):
                opened[element] = (text, linked, controls, headings)
            links += tag == "a"
            controls += tag in _CONTROL and not discloses(element)
            headings += tag in _HEADINGS
            size = len((element.text or "").strip())
        else:
            links -= tag == "a"
            size = 0
        text, linked = text + size, linked + (size if links else 0)
        if event == "end":
            if element in opened:
                was = opened.pop(element)
                candidates[element] = Weight(text - was[0], linked - was[1], controls - was[2], headings - was[3])
            size = len((element.tail or "").strip())
            text, linked = text + size, linked + (size if links else 0)
    return candidates


_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_FURNITURE = frozenset({"header", "footer", "form", "aside", "nav"})


def _could_be_furniture(element: Element) -> bool:
    return element.tag in _FURNITURE or bool(_names(element) & (_MENU_WORDS | _FOOTERS | _BANNERS | _HEADERS))


def _names(element: Element) -> set[str]:
    names = f"{element.get('class', '')} {element.get('id', '')}"
    if names == " ":
        return set()
    return {word.lower() for word in _WORD.findall(names)}


def aside_of(element: Element, weight: Weight | None) -> str:
    """Why an element is set apart ("script", "menu", "form", "page header", "page footer"), or "" for content."""
    tag, role = element.tag, element.get("role", "")
    if tag in _SCRIPT:
        return "script"
    if tag == "nav" or role in _MENU_ROLES:
        return "menu"
    if tag in _CONTROL:
        return "" if discloses(element) else "form"
    if tag in _STRUCK:
        return "deleted"
    if tag == "title":
        return "page title" if _within(element, ("head",)) else ""
    if tag == "a" and "#" in element.get("href", ""):
        text = _text(element)
        if text in _PERMALINKS or _leads_up(element, text):
            return "permalink"
    return "" if weight is None else _furniture(element, weight)


def _leads_up(link: Element, text: str) -> bool:
    """Whether a link leads back to the page's beginning; the word "top" alone may be one of a sentence."""
    if not _TO_TOP.fullmatch(text):
        return False
    if text.strip("[]").casefold() != "top":
        return True
    parent = link.getparent()
    return parent is not None and (parent.tag in _HEADINGS or _text(parent).strip("[]() ") == text.strip("[]() "))


def discloses(element: Element) -> bool:
    """Whether a button is the title of what it opens: the question of a FAQ, the heading of a section."""
    if element.tag != "button" or _within(element, _NO_CONTENT):
        return False
    text = _text(element)
    parent = element.getparent()
    named = _names(element) | (_names(parent) if parent is not None else set())
    folds = bool(named & _FOLDS)
    return bool(_letters(text)) and (text.endswith("?") or folds or _within(element, _HEADINGS))


_NO_CONTENT = ("nav", "form", "header", "footer")
_FOLDS = frozenset({"accordion", "collapse", "collapsible", "faq", "expander"})
_TO_TOP = re.compile(
    r"[\[(↑⇧▲⬆^\s]*(?:(?:(?:back|return|go|jump) )?to (?:the )?top(?: of (?:the )?page)?|nach oben|zum seitenanfang"
    r"|volver arriba|haut de page|retour en haut|torna su|[↑⇧▲⬆^]|\[?top\]?)[↑⇧▲⬆^\s\])]*",
    re.IGNORECASE,
)
"""A link that leads back to the page's beginning."""


def _furniture(element: Element, weight: Weight) -> str:
    mostly_links, names = weight.linked >= _LINKED * max(weight.text, 1), _names(element)
    if element.tag == "form":
        return "form" if weight.text < _SHORT_FORM else ""
    if element.tag == "footer" or (names & _FOOTERS and weight.text < _SHORT_FOOTER):
        return "" if _within(element, _CONTENT) else "page footer"
    if names & _BANNERS and weight.text < _SHORT_FOOTER:
        return "banner"
    if element.tag == "header" or (element.tag == "div" and names & _HEADERS):
        return "page header" if not weight.headings and (weight.controls or mostly_links) else ""
    small_form = bool(weight.controls) and weight.text < _SHORT_FORM
    named = element.tag in _FURNITURE or bool(names & _MENU_WORDS)
    return "menu" if named and (mostly_links or small_form) and not _is_whole_heading(element) else ""


def _is_whole_heading(element: Element) -> bool:
    """Whether a heading holds nothing but the element: its link to itself, whatever it is named."""
    heading = next(element.iterancestors(*_HEADINGS), None)
    return heading is not None and _text(heading) == _text(element)


def _text(element: Element) -> str:
    return "".join(element.itertext()).strip()


def _within(element: Element, tags: tuple[str, ...]) -> bool:
    return next(element.iterancestors(*tags), None) is not None


def is_listing(root: Element) -> bool:
    """Whether preformatted text on a page is code or a drawing, and not what the page is for."""
    return sum(len(_text(pre)) for pre in root.iter("pre")) < _LISTED * len(_text(root))


def name_own_links(root: Element) -> None:
    """Make links to the page by its address ("naps.html#rules") links within it ("#rules"), in place.

    The page's own address is that whose links lead to names on the page, nearly all of them.
    """
    bases: dict[str, list[tuple[Element, str]]] = {}
    for link in root.iter("a"):
        base, sign, name = link.get("href", "").partition("#")
        if base and sign:
            bases.setdefault(base, []).append((link, name))
    if not bases:
        return
    names = {*root.xpath("//@id"), *root.xpath("//a/@name")}
    for found in bases.values():
        own = sum(name in names for _, name in found)
        if own >= _LEAST and own >= _CONTENTS_LINKED * len(found):
            for link, name in found:
                link.set("href", f"#{name}")


def contents_lists(root: Element) -> set[Element]:
    """Lists that are the contents of their page: nothing but links within it, to half of its headings or more.

    Lists one after another count as one: a list for each chapter.
    """
    headings = sum(1 for _ in root.iter(*_HEADINGS))
    found: set[Element] = set()
    run: list[Element] = []
    links = 0
    for element in root.iter("ul", "ol", "dl"):
        if next(element.iterancestors("ul", "ol", "dl"), None) is None:
            if not (run and element.getprevious() is run[-1] and not (run[-1].tail or "").strip()):
                run, links = [], 0
            names = [_text(link) for link in element.iter("a") if link.get("href", "").startswith("#")]
            if _letters("".join(names)) >= _CONTENTS_LINKED * _letters(_text(element)):
                run.append(element)
                links += len(names)
                if links >= max(_CONTENTS_LEAST, headings / 2):
                    found.update(run)
                    run = [element]
    return found


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


def is_layout(table: Element) -> bool:
    """Whether a table arranges blocks on the page, so that its cells are no cells of a row.

    One with header cells may have lists in the others.
    """
    blocks = table.xpath(".//table | .//h1 | .//h2 | .//h3 | .//h4")
    return bool(blocks or (table.xpath(".//ol | .//ul//ul") and not table.xpath(".//th")))


# Attributes

_NAMED_NUMBER = re.compile(r"data-(?:\w+-)*?(?:number|num|nr|no|rule|label|section|sec|para|article|clause|ref|id)")
_PREFIX = re.compile(
    r"^(?:rule|regulation|reg|section|sec|article|art|paragraph|para|clause|cr|r|s|p)[-_.]?(?=\d)", re.I
)
_PARTED = re.compile(r"\d+(?:[.:]\d+)*(?:[.:]?[a-z]{1,2}(?:\.\d+)*)?")
_LEAST = 3
"""One or two numeric ids are chance; a page that carries its rule numbers in attributes does so throughout."""


def attribute_numbers(root: Element) -> dict[Element, str]:
    """Rule numbers that stand in attributes only: data-number="4.2", id="rule-4.2.1".

    An attribute counts where at least three elements carry different numbers in it, most of them with more than one
    part (a bare id="3" is as likely a picture or a page).
    """
    found: dict[str, list[tuple[Element, str]]] = {}
    for element in root.iter(etree.Element):
        for name, value in element.attrib.items():
            if name == "id" or _NAMED_NUMBER.fullmatch(str(name)):
                number = _PREFIX.sub("", str(value).strip())
                if len(number) < 20 and _PARTED.fullmatch(number):
                    found.setdefault(str(name), []).append((element, number))
    numbers: dict[Element, str] = {}
    for _, entries in sorted(found.items()):
        parted = sum(not number.isdigit() for _, number in entries)
        if len({number for _, number in entries}) >= _LEAST and parted * 2 >= len(entries):
            numbers.update((element, numbering.normalise(number)) for element, number in entries)
    return numbers
