"""One topic over every game."""

from __future__ import annotations

from kb import KnowledgeBase
from kb.compare import ASPECTS, BEST, compare
from kb.models import Answer


def test_a_state_is_told_aspect_by_aspect(knowledge: KnowledgeBase) -> None:
    made = knowledge.compare("Stunned")
    assert list(made.aspects) == [name for _, name in ASPECTS if name in made.aspects]
    assert {"How it is gained", "What it forbids", "What it counts", "How it ends by itself"} <= set(made.aspects)
    for column in made.columns:
        assert all(cell.citations for cell in column.cells)
        told = [(cell.aspect, frozenset(c.quote for c in cell.citations)) for cell in column.cells]
        assert len(told) == len(set(told))


def test_another_topic_gets_the_best_passage_of_each_game(knowledge: KnowledgeBase) -> None:
    made = knowledge.compare("combat damage")
    cells = {column.game.id: column.cells for column in made.columns}
    assert "423" in cells["riftbound"][0].citations[0].number or cells["riftbound"][0].citations[0].document == "faq"
    assert made.aspects == (BEST,)


def test_a_game_that_says_nothing_is_named(knowledge: KnowledgeBase) -> None:
    made = compare("x", knowledge.games(), (), lambda game: Answer("x", "none", ""))
    assert all(not column.cells for column in made.columns)
    assert "Riftbound" in made.notes[0]
