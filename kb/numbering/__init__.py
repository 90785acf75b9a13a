"""The grammar of rule numbers: reading one off a line, its order, its parent, and the numbers cited in prose.

Pure text in, records out. A number is a run of components, each digits or letters, with or without a separator between
them: 423.1.a.1, 702.19b, 8:10d, 1-2-1-1, 1a1, 1c++, 13C6a, A2b, EV.5.2, 12(3), (a)(1)(ii).

Each name is loaded from its module when it is first used: most questions name no rule and begin no line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kb.lazily import loader

if TYPE_CHECKING:
    from kb.numbering.citations import CitationQuery, parse_citation, text_hash
    from kb.numbering.eastasian import ARTICLES
    from kb.numbering.grammar import (
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

__getattr__ = loader(__name__, _HOMES)
