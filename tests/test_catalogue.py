"""Looking rules up: by id, number, order and reference."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.catalogue import EVERY, FILE, Catalogue, source_key
from kb.catalogue.records import fold
from kb.chunk import chunks_of
from kb.errors import IndexUnusable
from kb.models import Aside, Game, Kind, Parsed, Problem, Rule, Source, Span

CHESS = Game("chess", "Chess", ("ch",), notices=("Unofficial.",))
DRAUGHTS = Game("draughts", "Draughts")


def rule(source: Source, number: str, parent: str = "", refs: tuple[str, ...] = (), kind: Kind = "rule") -> Rule:
    return Rule(
        f"{source_key(source)}:{number}", number, parent, 1, kind, "", f"Words of {number}.", refs, Span(1, 2, 3)
    )


def parsed(source: Source, *rules: Rule) -> Parsed:
    return Parsed(source, rules, (Aside("menu", "Home  page", Span(9, 9)),), (), 100, 90, 8)


OLD = Source("chess", "laws", "Laws", "rules", "old.md", "1.9", main=True)
NEW = Source("chess", "laws", "Laws", "rules", "new.md", "1.10", main=True)
FAQ = Source("chess", "faq", "FAQ", "faq", "faq.md", "")
OTHER = Source("draughts", "rules", "Rules", "rules", "r.md", "2024", main=True)
PROBLEM = Problem("odd", "Something is odd.", "chess/laws@1.10", 3)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    documents = [
        (CHESS, parsed(FAQ, rule(FAQ, "faq-1", refs=("4.1", "4.1.B", "77")), rule(FAQ, "4", kind="faq"))),
        (CHESS, parsed(OLD, rule(OLD, "4"), rule(OLD, "4.1", "4"), rule(OLD, "5"))),
        (
            CHESS,
            parsed(
                NEW,
                rule(NEW, "4", kind="heading"),
                rule(NEW, "4.1", "4", ("4.1.b", "5", "465")),
                rule(NEW, "4.1.a", "4.1"),
                rule(NEW, "4.1.b", "4.1", ("4.1",)),
                rule(NEW, "4.2", "4"),
                rule(NEW, "4.10", "4", ("faq-1",)),
            ),
        ),
        (DRAUGHTS, parsed(OTHER, rule(OTHER, "4.1"))),
    ]
    filed = [(one, chunks_of(one, game)) for game, one in documents]
    made = Catalogue.create(tmp_path_factory.mktemp("c") / FILE, [CHESS, DRAUGHTS], filed, [PROBLEM])
    yield made
    made.close()


def ids(rules: tuple[Rule, ...]) -> list[str]:
    return [one.id for one in rules]


def test_records_come_back_as_they_went_in(catalogue: Catalogue) -> None:
    assert catalogue.games() == (CHESS, DRAUGHTS)
    assert catalogue.sources() == (FAQ, OLD, NEW, OTHER)
    assert catalogue.sources("draughts") == (OTHER,)
    assert catalogue.rule("chess/laws@1.10:4.1") == rule(NEW, "4.1", "4", ("4.1.b", "5", "465"))
    assert catalogue.rule("chess/laws@1.10:9") is None
    assert catalogue.problems() == (PROBLEM,)
    assert catalogue.counts() == {"games": 2, "sources": 4, "rules": 12, "chunks": 12}


def test_the_newest_version_is_meant_unless_one_is_asked_for(catalogue: Catalogue) -> None:
    assert catalogue.newest("chess") == (FAQ, NEW)
    assert ids(catalogue.find("4.1")) == ["chess/laws@1.10:4.1", "draughts/rules@2024:4.1"]
    assert ids(catalogue.find("4.1", version="1.9")) == ["chess/laws@1.9:4.1"]
    assert ids(catalogue.find("5")) == []
    assert ids(catalogue.find("5", version=EVERY)) == ["chess/laws@1.9:5"]


def test_a_games_main_document_comes_first(catalogue: Catalogue) -> None:
    assert ids(catalogue.find("4", game="chess")) == ["chess/laws@1.10:4", "chess/faq@:4"]
    assert ids(catalogue.find("4", game="chess", document="faq")) == ["chess/faq@:4"]


@pytest.mark.parametrize("spelled", ["4.1.b", "4.1.B", "4.1.b.", "Rule 4.1.b", "CR 4.1.B"])
def test_any_spelling_of_a_number_finds_it(catalogue: Catalogue, spelled: str) -> None:
    assert ids(catalogue.find(spelled)) == ["chess/laws@1.10:4.1.b"]


def test_nearest_numbers_are_those_of_the_same_section(catalogue: Catalogue) -> None:
    assert [r.number for r in catalogue.nearest("4.1.c", game="chess", document="laws")] == ["4.1", "4.1.a", "4.1.b"]
    assert [r.number for r in catalogue.nearest("4.3", game="chess", document="laws", n=2)] == ["4.2", "4.10"]
    assert catalogue.nearest("no number at all") == ()


def test_the_nearest_to_a_number_behind_letters_that_none_has_are_those_without(catalogue: Catalogue) -> None:
    for number in ("CR4.1.c", "cr4.1.c", "X-4.1.c"):
        assert [r.number for r in catalogue.nearest(number, "chess", "laws")] == ["4.1", "4.1.a", "4.1.b"]


def test_a_number_with_other_signs_between_its_parts_is_one_rules_or_nothing(catalogue: Catalogue) -> None:
    assert ids(catalogue.parted("4:1b", game="chess")) == ["chess/laws@1.10:4.1.b"]
    assert ids(catalogue.parted("4-1")) == ["chess/laws@1.10:4.1", "draughts/rules@2024:4.1"]
    assert catalogue.parted("4:9") == catalogue.parted("4") == catalogue.parted("4:1", game="ludo") == ()


def test_family(catalogue: Catalogue) -> None:
    assert [r.number for r in catalogue.children("chess/laws@1.10:4")] == ["4.1", "4.2", "4.10"]
    assert [r.number for r in catalogue.parents("chess/laws@1.10:4.1.b")] == ["4", "4.1"]
    assert [r.number for r in catalogue.neighbours("chess/laws@1.10:4.1.a")] == ["4.1", "4.1.a", "4.1.b"]
    assert catalogue.children("chess/laws@1.10:9") == catalogue.neighbours("chess/laws@1.10:9") == ()


def test_a_section_is_all_below_a_rule_or_nothing(catalogue: Catalogue) -> None:
    numbers = ["4.1", "4.1.a", "4.1.b", "4.2", "4.10"]
    assert [r.number for r in catalogue.section("chess/laws@1.10:4", 5)] == numbers
    assert catalogue.section("chess/laws@1.10:4", 4) == ()
    assert catalogue.section("chess/laws@1.10:4.1.b", 4) == catalogue.section("chess/laws@1.10:9", 4) == ()


def test_references_stay_in_their_document_before_they_leave_it(catalogue: Catalogue) -> None:
    assert ids(catalogue.refs("chess/laws@1.10:4.1")) == ["chess/laws@1.10:4.1.b"]
    assert catalogue.missing("chess/laws@1.10:4.1") == ("5", "465")  # 5 is only in an older version
    assert ids(catalogue.refs("chess/faq@:faq-1")) == ["chess/laws@1.10:4.1", "chess/laws@1.10:4.1.b"]
    assert ids(catalogue.refs("chess/laws@1.10:4.10")) == ["chess/faq@:faq-1"]
    assert ids(catalogue.cited_by("chess/laws@1.10:4.1")) == ["chess/faq@:faq-1", "chess/laws@1.10:4.1.b"]
    assert catalogue.missing_refs() == (
        ("chess/faq@:faq-1", "77"),
        ("chess/laws@1.10:4.1", "5"),
        ("chess/laws@1.10:4.1", "465"),
    )


def test_ordinals_are_places_in_the_order_of_the_corpus(catalogue: Catalogue) -> None:
    assert catalogue.ordinal("chess/laws@1.10:4.1") == 6
    assert catalogue.chunk(6).id == "chess/laws@1.10:4.1"
    assert [chunk.number for chunk in catalogue.chunks([11, 0])] == ["4.1", "faq-1"]
    with pytest.raises(KeyError):
        catalogue.chunk(12)


def test_scope_narrows_to_games_documents_versions_and_kinds(catalogue: Catalogue) -> None:
    assert catalogue.scope().tolist() == [0, 1, 5, 6, 7, 8, 9, 10, 11]
    assert catalogue.scope(version=EVERY).tolist() == list(range(12))
    assert catalogue.scope(["draughts"]).tolist() == [11]
    assert catalogue.scope(["chess"], ["laws"], "1.9").tolist() == [2, 3, 4]
    assert catalogue.scope(kinds=["heading", "faq"]).tolist() == [1, 5]
    assert catalogue.scope(["go"]).tolist() == []


def test_the_document_of_an_id(catalogue: Catalogue) -> None:
    assert catalogue.source_of("chess/laws@1.10:4.1") == NEW
    assert catalogue.source_of("chess/faq@:faq-1") == FAQ
    with pytest.raises(KeyError):
        catalogue.source_of("go/rules@1:1")


def test_coverage_counts_what_was_set_aside(catalogue: Catalogue) -> None:
    assert catalogue.coverage()[0] == (FAQ, 100, 90, (("menu", 8),))
    assert [aside.text for aside in catalogue.asides("chess", "laws", "1.9")] == ["Home  page"]


def test_a_file_that_is_no_catalogue_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"something else entirely" * 200)
    with pytest.raises(IndexUnusable, match=FILE):
        Catalogue.open(tmp_path / FILE)
    with pytest.raises(IndexUnusable):
        Catalogue.open(tmp_path / "missing.sqlite")


def test_a_page_that_is_damaged_below_a_whole_beginning_is_said_when_it_is_read(tmp_path: Path) -> None:
    one = parsed(NEW, rule(NEW, "4", refs=("5",)))
    Catalogue.create(tmp_path / FILE, (CHESS,), ((one, chunks_of(one, CHESS)),)).close()
    whole, size = (tmp_path / FILE).read_bytes(), 4096
    said = 0
    for at in range(size, len(whole), size):
        (tmp_path / FILE).write_bytes(whole[:at] + b"\xff" * size + whole[at + size :])
        try:
            held = Catalogue.open(tmp_path / FILE)
        except IndexUnusable:
            continue
        try:
            held.rule(f"{source_key(NEW)}:4"), held.games(), held.chunks(range(1)), held.counts()
        except IndexUnusable as error:
            said += "damaged" in str(error)
    assert said


def test_the_same_records_give_the_same_bytes(tmp_path: Path) -> None:
    one = parsed(NEW, rule(NEW, "4", refs=("5",)))
    for name in ("a", "b"):
        Catalogue.create(tmp_path / name, [CHESS], [(one, chunks_of(one, CHESS))]).close()
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_prints_of_one_number_are_filed_as_one() -> None:
    assert fold("CR 8.1(A)") == fold("8.1.a") == "8.1a"
    assert fold("4.1(3)") == fold("4.1.3")
    assert fold("Glossary/Pass.a") == "glossary/pass.a"
