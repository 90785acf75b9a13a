"""The grammar of rule numbers: reading one off a line, its order, its parent, and the numbers cited in prose.

Pure text in, records out. A number is a run of components, each digits or letters, with or without a separator between
them: 423.1.a.1, 702.19b, 8:10d, 1-2-1-1, 1a1, 1c++, 13C6a, A2b, EV.5.2, 12(3), (a)(1)(ii).

Each name is loaded from its module when it is first used: most questions name no rule and begin no line.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kb.numbering.citations import CitationQuery, parse_citation, text_hash
    from kb.numbering.eastasian import ARTICLES
    from kb.numbering.grammar import (
        DEEPEST,
        LETTERS,
        bare,
        components,
        family,
        is_number,
        normalise,
        parent_of,
        shape,
        sort_key,
        spellings,
    )
    from kb.numbering.markers import Marker, leading, lettered, named_numeral, relative, trailing
    from kb.numbering.references import find_references

_HOMES = {
    "citations": ("CitationQuery", "parse_citation", "text_hash"),
    "eastasian": ("ARTICLES",),
    "grammar": (
        "DEEPEST",
        "LETTERS",
        "bare",
        "components",
        "family",
        "is_number",
        "normalise",
        "parent_of",
        "shape",
        "sort_key",
        "spellings",
    ),
    "markers": ("Marker", "leading", "lettered", "named_numeral", "relative", "trailing"),
    "references": ("find_references",),
}

__all__ = [
    "ARTICLES",
    "DEEPEST",
    "LETTERS",
    "CitationQuery",
    "Marker",
    "bare",
    "components",
    "family",
    "find_references",
    "is_number",
    "leading",
    "lettered",
    "named_numeral",
    "normalise",
    "parent_of",
    "parse_citation",
    "relative",
    "shape",
    "sort_key",
    "spellings",
    "text_hash",
    "trailing",
]


def __getattr__(name: str) -> Any:
    """Load a name from its module on first use."""
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module 'kb.numbering' has no attribute {name!r}")
    value = getattr(import_module(f"kb.numbering.{home}"), name)
    globals()[name] = value
    return value
