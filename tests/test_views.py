"""What the library says of a rule: the id that is pasted."""

from __future__ import annotations

from kb.numbering import parse_citation
from tests.records import VIEW


def test_the_pasted_id_can_be_read_back() -> None:
    query = parse_citation(VIEW.pasted)
    assert (query.game, query.document, query.version, query.number, query.hash) == (
        "chess",
        "laws",
        "1.3",
        "4.1",
        "0a1b2c3d",
    )
