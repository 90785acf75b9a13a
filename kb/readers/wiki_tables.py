"""Tables of MediaWiki text, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mwparserfromhell import nodes

from kb.readers.table_cells import Spans

_CELLS = ("td", "th")


def rows(
    contents: Any, flat: Callable[[Any], str], down: int, spans: Spans | None = None
) -> Iterator[tuple[list[str], bool, int]]:
    """The rows of a table: cells, whether all are header cells, and lines down from the table's first.

    `flat` gives the text of a cell; `down` is where `contents` begins.
    """
    spans = Spans() if spans is None else spans
    cells: list[str] = []
    heads: list[bool] = []
    began = down
    for node in () if contents is None else contents.nodes:
        name = str(node.tag).strip().lower() if isinstance(node, nodes.Tag) else ""
        if name in ("tr", "caption", "tbody", "thead") and cells:
            yield cells, all(heads), began
            spans.end_row()
            cells, heads = [], []
        if name == "td" and not cells and str(node.contents).startswith("+"):
            yield [flat(node.contents).removeprefix("+").strip()], False, down  # "|+" is a caption
        elif name in _CELLS:
            began = began if cells else down
            spans.add(cells, flat(node.contents), _attribute(node, "rowspan"), _attribute(node, "colspan"))
            heads.append(name == "th")
        elif name in ("tr", "tbody", "thead"):
            yield from rows(node.contents, flat, down + 1, spans)
        elif name == "caption":
            yield [flat(node.contents)], False, down
        down += str(node).count("\n")
    if cells:
        yield cells, all(heads), began
        spans.end_row()


def _attribute(node: Any, name: str) -> str:
    return str(node.get(name).value).strip(" \"'") if node.has(name) else ""
