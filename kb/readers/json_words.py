"""The words that fields of a JSON document are named by, and what a field of such a name holds."""

from __future__ import annotations

import re

TITLES = ("title", "heading", "header", "name", "term", "caption", "subject", "keyword")
_TEXTS = (
    *("text", "content", "contents", "body", "description", "desc", "rule", "ruletext", "value", "html", "markdown"),
    *("definition", "paragraph", "paragraphs", "lines", "statement", "meaning", "summary", "p", "para"),
)
NUMBERS = (
    "number",
    "nr",
    "num",
    "no",
    "rulenumber",
    "ruleno",
    "ref",
    "reference",
    "section",
    "article",
    "code",
    "label",
)
LEVELS = ("chapter", "part", "clause", "regulation", "law", "subsection", "paragraph")
"""Names of numbers where each of their values is given once: else they say where a rule belongs."""

LETTERED = ("letter", "point", "item", *NUMBERS)
"""Names of fields that letter sub-rules, where their values are letters."""

COUNTS = (
    "page",
    "order",
    "level",
    "depth",
    "index",
    "version",
    "year",
    "line",
    "position",
    "sort",
    "count",
    "edition",
)
DATES = ("version", "edition", "effective", "effectivedate", "updated", "lastupdated", "published", "released", "date")
"""What a document says of itself; in a record of its own they are for programs."""
_PROGRAMS = (
    *(
        "id",
        "uid",
        "uuid",
        "slug",
        "key",
        "type",
        "kind",
        "category",
        "class",
        "lang",
        "language",
        "url",
        "link",
        "href",
    ),
    *(
        "parent",
        "children",
        "tags",
        "image",
        "icon",
        "anchor",
        "created",
        "updated",
        "modified",
        "sha",
        "hash",
        "status",
    ),
)
IDS = ("id", "uid", "uuid", "slug", "key", "anchor")
_CONTAINERS = (
    *(
        "rules",
        "sections",
        "children",
        "items",
        "chapters",
        "content",
        "contents",
        "data",
        "entries",
        "list",
        "articles",
    ),
    *(
        "paragraphs",
        "subrules",
        "subsections",
        "subitems",
        "body",
        "text",
        "document",
        "documents",
        "root",
        "rows",
        "value",
    ),
    *("parts", "nodes", "rule", "section", "chapter", "elements", "steps", "points", "clauses", "part", "subsection"),
    *("sub", "subs", "subitem", "subpoint", "nested", "entry", "provisions", "bullets", "options", "blocks"),
    *("subparagraphs", "subparagraph", "paragraph", "article", "clause", "point", "subclauses", "subpoints"),
)


def short(key: str) -> str:
    """A field's name as we compare it: rule_number, ruleNumber and rule-number are one."""
    return re.sub(r"[^a-z0-9]", "", key.casefold())


def is_main_text(name: str) -> bool:
    """Whether a field's name says no more than that text stands there."""
    return short(name) in _TEXTS


def is_for_programs(name: str) -> bool:
    """Whether a field is made for programs: ids, kinds, links, dates."""
    return short(name) in _PROGRAMS or short(name) in COUNTS


def is_container(name: str) -> bool:
    """Whether a field's name only says that rules stand below."""
    return short(name) in _CONTAINERS


def label(name: str) -> str:
    """A field's name as a person would write it: "see_also" -> "See also"."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").replace("-", " ").split()
    return " ".join(words).lower().capitalize()
