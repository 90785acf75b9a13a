"""From a citation to its rule: exact, normalised, moved, defined, or the nearest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kb import KnowledgeBase, NotFound, UsageError
from kb.build import build
from kb.embed import HashingEmbedder
from kb.errors import BadCitation, UnknownGame


@pytest.mark.parametrize(
    ("citation", "rule", "how"),
    [
        ("chess/laws@2:1.2", "chess/laws@2:1.2", "exact"),
        ("chess/laws@1:1.2", "chess/laws@1:1.2", "exact"),
        ("chess@1:1.2", "chess/laws@1:1.2", "exact"),
        ("chess 1.2", "chess/laws@2:1.2", "exact"),
        ("CH 1.2", "chess/laws@2:1.2", "exact"),
        ("Chess LC 1.2 (v2)", "chess/laws@2:1.2", "exact"),
        ("Chess LC 1.2 (v1)", "chess/laws@1:1.2", "exact"),
        ("chess/clubs 1.2", "chess/clubs@1:1.2", "exact"),
        ("chess Club Rules 1.2", "chess/clubs@1:1.2", "exact"),
        ("Go & Stones 1.2", "go/core@3:1.2", "exact"),
        ("chess 1.4.A.", "chess/laws@2:1.4.a", "exact"),
        ("rule 1.4.a", "chess/laws@2:1.4.a", "exact"),
        ("chess 1.4 (a)", "chess/laws@2:1.4.a", "normalised"),
        ("1 . 4 a", "chess/laws@2:1.4.a", "normalised"),
        ("chess 1 4 a", "chess/laws@2:1.4.a", "normalised"),
        ("LC1.4a", "chess/laws@2:1.4.a", "normalised"),
        ("1,4a", "chess/laws@2:1.4.a", "normalised"),
        ("chess 1:4a", "chess/laws@2:1.4.a", "normalised"),
        ("1\u20114\u2011a", "chess/laws@2:1.4.a", "normalised"),
        ("chess 1.3.a", "chess/laws@2:1.4.a", "moved"),
        ("chess castling", "chess/laws@2:2", "definition"),
        ("castling", "chess/laws@2:2", "definition"),
    ],
)
def test_a_citation_leads_to_its_rule(small: KnowledgeBase, citation: str, rule: str, how: str) -> None:
    view = small.get(citation)
    assert (view.rule.id, view.how) == (rule, how)


def test_a_moved_rule_says_where_from(small: KnowledgeBase) -> None:
    assert small.get("chess 1.3.a").moved_from == "Chess LC 1.3.a (v1)"


def test_a_bare_number_names_the_same_number_elsewhere(small: KnowledgeBase) -> None:
    view = small.get("1.2")
    assert view.rule.id == "chess/laws@2:1.2"
    assert [(c.game, c.document) for c in view.same_number] == [("chess", "clubs"), ("go", "core")]


def test_a_hash_leads_to_the_words_whatever_their_number(small: KnowledgeBase) -> None:
    pasted = small.get("chess/laws@1:1.2").pasted
    assert pasted.startswith("chess/laws@1:1.2~")
    view = small.get(pasted.replace("@1", ""))
    assert (view.rule.id, view.how) == ("chess/laws@2:1.3", "moved")
    assert small.get(view.pasted).rule == view.rule


def test_what_surrounds_a_rule(small: KnowledgeBase) -> None:
    view = small.get("chess 1.4", tree=True)
    assert [r.number for r in view.parents] == ["1"]
    assert [r.number for r in view.children] == ["1.4.a"]
    assert [r.kind for r in view.tree] == ["rule", "example"]
    assert view.missing == ("9.9",)
    assert [r.number for r in view.refs] == ["1.2"]
    assert [r.number for r in small.get("chess 1.2").cited_by] == ["1.4"]
    assert [r.kind for r in small.get("chess 1.4.a").examples] == ["example"]
    assert view.citation.notices == ("Unofficial.",)


@pytest.mark.parametrize("citation", ["chess 1.9", "chess 1.4.b", "chess/laws@1:2.1", "1.77"])
def test_a_rule_that_is_not_there_names_the_nearest(small: KnowledgeBase, citation: str) -> None:
    with pytest.raises(NotFound) as caught:
        small.get(citation)
    assert "1." in caught.value.hint


def test_a_number_is_not_looked_for_in_another_document_than_the_one_named(small: KnowledgeBase) -> None:
    with pytest.raises(NotFound):
        small.get("chess/clubs:1.4 (a)")


def test_a_number_below_a_rule_that_no_grammar_knows_names_the_rule(small: KnowledgeBase) -> None:
    with pytest.raises(NotFound, match=r"1\.2\.iiib") as caught:
        small.get("chess 1.2.IIIb")
    assert "Chess LC 1.2 (v2)" in caught.value.hint


def test_a_version_that_is_not_there_names_those_that_are(small: KnowledgeBase) -> None:
    with pytest.raises(NotFound) as caught:
        small.get("chess/laws@7:1.2")
    assert caught.value.hint == "the versions are: 1, 2"


@pytest.mark.parametrize("citation", ["chess", "chss"])
def test_a_game_alone_is_told_from_a_rule(small: KnowledgeBase, citation: str) -> None:
    with pytest.raises(NotFound) as caught:
        small.get(citation)
    assert "the game Chess" in caught.value.hint


GARDEN = """## 1. Beds

### 1.1 Digging

A bed is dug before anything is sown in it.

### 1.2 The Fence

Nobody sows outside the fence.
"""
ROOF = (
    "# R-1 Climbing\n\nR-1.1 One cat a turn climbs up.\n\nR-1.2 A wet cat waits.\n\n# R-2 Sleep\n\nR-2.1 Cats sleep.\n"
)


@pytest.fixture(scope="module")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A game whose rules have titles of their own, and one whose numbers all begin with the same letter."""
    folder = tmp_path_factory.mktemp("yard")
    for game, text in (("garden", GARDEN), ("roof", ROOF)):
        (folder / "corpus" / game).mkdir(parents=True)
        (folder / "corpus" / game / "rules.md").write_text(text)
        document = '[[document]]\nid = "rules"\ntitle = "Rules"\nkind = "rules"\nfile = "rules.md"\nversion = "1"\n'
        (folder / "corpus" / game / "game.toml").write_text(f'id = "{game}"\nname = "{game.title()}"\n\n{document}')
    build(folder / "corpus", folder / "index", embedder=HashingEmbedder())
    with KnowledgeBase.open(folder / "corpus", folder / "index") as opened:
        yield opened


@pytest.mark.parametrize(
    ("citation", "rule"),
    [("garden the fence", "garden/rules@1:1.2"), ("roof 2.1", "roof/rules@1:R-2.1"), ("2.1", "roof/rules@1:R-2.1")],
)
def test_a_rule_by_its_title_and_by_its_number_without_letters(yard: KnowledgeBase, citation: str, rule: str) -> None:
    assert yard.get(citation).rule.id == rule


def test_a_part_of_a_title_names_it(yard: KnowledgeBase) -> None:
    with pytest.raises(NotFound) as caught:
        yard.get("garden fence")
    assert caught.value.hint == "did you mean: The Fence?"


def test_a_term_that_is_nearly_one(small: KnowledgeBase) -> None:
    with pytest.raises(NotFound) as caught:
        small.get("chess castlign")
    assert "Castling" in caught.value.hint


@pytest.mark.parametrize(
    ("citation", "error"),
    [("", BadCitation), ("  ", BadCitation), ("chss 1.2", UnknownGame), ("chess/lws 1.2", BadCitation)],
)
def test_what_is_no_citation_is_refused(small: KnowledgeBase, citation: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        small.get(citation)


def test_versions_side_by_side(small: KnowledgeBase) -> None:
    found = small.diff("chess", "1", "v2")
    pairs = [(c.kind, c.old.number, c.new.number) for c in found.changes if c.old and c.new]
    assert pairs == [
        ("renumbered", "1.1", "1.2"),
        ("renumbered", "1.2", "1.3"),
        ("changed", "1.3", "1.4"),
        ("renumbered", "1.3.a", "1.4.a"),
    ]
    with pytest.raises(UsageError) as caught:
        small.diff("chess", "1", "7")
    assert "1, 2" in caught.value.hint


def test_a_rule_through_its_versions(small: KnowledgeBase) -> None:
    past = small.history("chess 1.3")
    assert [(p.source.version, p.rule.number if p.rule else "", p.change) for p in past] == [
        ("1", "1.2", None),
        ("2", "1.3", "renumbered"),
    ]


def test_export_holds_every_rule_of_the_newest_versions(small: KnowledgeBase) -> None:
    lines = small.export("jsonl").splitlines()
    assert len(lines) == sum(len(small.rules(s)) for s in small.sources() if s.version != "1" or s.id == "clubs")
    assert len(small.export("jsonl", games=("go",)).splitlines()) < len(lines)
