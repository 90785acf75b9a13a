"""Search over two invented games: numbers, scope, ranking, definitions, spelling, evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.build import build
from kb.catalogue import Catalogue
from kb.embed import HashingEmbedder
from kb.errors import UnknownGame
from kb.generation import open_generation
from kb.lexical import LexicalIndex
from kb.models import Chunk, Game, Mode, Span
from kb.search import Extras, Scope, Searcher
from kb.search.defining import defined_in
from kb.search.definitions import REMARK, SENTENCE, TITLE, key_of
from kb.search.numbers import MOST, NEARED
from kb.search.question import content_terms, content_words, parse, without_marks
from kb.search.spelling import MOST as MOST_WORDS
from kb.search.spelling import misspelt, near
from kb.search.wording import ANSWERED, FOCUS
from kb.store import FaissStore

TOWERS = """# Towers

## 1. Turns

### 1.1. A turn has three steps: draw, build and end.

### 1.2. Draw two cards in the draw step. See rule 2.1.

### 1.10. In the end step, discard down to seven cards.

## 2. Units

### 2.1. A dragon is a unit that can fly over walls.

### 2.2. A knight cannot enter a tower that holds a dragon.

### 2.3. Archers, knights, dragons and wagons are sold in the market.
"""

FERRIES = """# Ferries

## 1. Sailing

### 1.1. A ferry sails to the next harbour when its captain says so.

### 1.2. A captain may rest instead of sailing; a resting captain draws no cards.

### 1.3. A ferry is stranded while no captain is aboard.
"""

TOML = """id = "{id}"
name = "{name}"
aliases = ["{alias}"]

[[document]]
id = "core"
title = "Core Rules"
short = "CR"
kind = "rules"
file = "core.md"
version = "1"
main = true
"""


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    games = ("towers", "Towers & Dragons", "tad", TOWERS), ("ferries", "Ferries", "boats", FERRIES)
    return indexed(tmp_path_factory.mktemp("search"), *games)


def indexed(root: Path, *games: tuple[str, str, str, str]) -> Searcher:
    """Search games, each its id, name, alias and rules, built and opened without a model."""
    for game, name, alias, text in games:
        folder = root / "corpus" / game
        folder.mkdir(parents=True)
        (folder / "game.toml").write_text(TOML.format(id=game, name=name, alias=alias))
        (folder / "core.md").write_text(text)
    build(root / "corpus", root / "index", HashingEmbedder(256))
    return opened(root / "index", HashingEmbedder(256))


def opened(index: Path, embedder: HashingEmbedder) -> Searcher:
    held = open_generation(index)
    parts = Catalogue.open(held.catalogue), LexicalIndex.open(held.words), FaissStore(held.folder)
    return Searcher(*parts, embedder, Extras(held.folder))


HARBOURS = """# Harbours

## 1. Mooring

1.1. A ferry may moor at a pier.

Example: Two ferries moor at one pier.

## Glossary

**Moor**
To make a ferry fast to a pier.

**Moored**
A ferry that lies at a pier.

**Pier**
Where a ferry lies.

**Pier Rule**
Not more than two ferries lie at one pier.

**May**
A ferry that may do a thing need not do it.
"""


@pytest.fixture(scope="module")
def harbours(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    return indexed(tmp_path_factory.mktemp("harbours"), ("harbours", "Harbours", "hb", HARBOURS))


def rule_saying(text: str) -> Chunk:
    return Chunk("", "towers/core@1:2.9", "2.9", "rule", (), text, text, "", Span(1, 1))


def found(searcher: Searcher, question: str, **scope: tuple[str, ...]) -> list[str]:
    return [h.chunk.rule_id for h in searcher.search(question, Scope(**scope)).hits]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("towers 2.1", "towers/core@1:2.1"),
        ("tad CR 1.10.", "towers/core@1:1.10"),
        ("what does rule 1.10 of towers & dragons say?", "towers/core@1:1.10"),
        ("Ferries: rule 1.3", "ferries/core@1:1.3"),
        ("towers/core@1:2.2", "towers/core@1:2.2"),
        ("towers/core@1:2.2~0a1b2c3d", "towers/core@1:2.2"),
        ("ferries:1.3", "ferries/core@1:1.3"),
        ("ferries: what does 1.3 say?", "ferries/core@1:1.3"),
        ("Towers & Dragons CR 2.2 (v1)", "towers/core@1:2.2"),
    ],
)
@pytest.mark.parametrize("mode", ["auto", "words", "meaning", "exact"])
def test_a_number_that_exists_comes_first_in_every_mode(
    searcher: Searcher, question: str, first: str, mode: str
) -> None:
    result = searcher.search(question, mode=mode)  # type: ignore[arg-type]
    assert result.hits[0].chunk.rule_id == first
    assert result.exact
    assert result.hits[0].parts[0][1].rank == 1


def test_a_version_that_is_not_there_is_missing(searcher: Searcher) -> None:
    assert searcher.search("towers@9:2.2").missing[0].number == "2.2"


def test_a_number_in_two_games_gives_both(searcher: Searcher) -> None:
    assert found(searcher, "1.2") == ["ferries/core@1:1.2", "towers/core@1:1.2"]


def test_a_number_that_does_not_exist_names_the_nearest(searcher: Searcher) -> None:
    result = searcher.search("towers 2.9")
    assert result.hits == ()
    assert result.missing[0].number == "2.9"
    assert "Towers & Dragons CR 2.3 (v1)" in result.missing[0].nearest


def test_a_quantity_is_no_rule_number(searcher: Searcher) -> None:
    assert not searcher.search("do I draw 2 cards").exact


def test_scope_narrows_before_ranking(searcher: Searcher) -> None:
    assert {h.split("/")[0] for h in found(searcher, "who draws cards", games=("ferries",))} == {"ferries"}
    assert {h.split("/")[0] for h in found(searcher, "boats: who draws cards")} == {"ferries"}
    assert found(searcher, "who draws cards", games=("ferries",), kinds=("faq",)) == []


def test_hits_of_a_game_stand_together(searcher: Searcher) -> None:
    games = [h.split("/")[0] for h in found(searcher, "who draws cards")]
    assert len(games) == 5
    assert sorted(games) in (games, games[::-1])


def test_an_unknown_game_names_the_nearest(searcher: Searcher) -> None:
    with pytest.raises(UnknownGame) as caught:
        searcher.resolve(["towrs"])
    assert "towers" in caught.value.hint
    assert searcher.resolve(["TAD", "towers"]) == ("towers",)


def test_words_decide_where_the_vectors_do_not(searcher: Searcher) -> None:
    hits = searcher.search("discard down to seven in the end step", Scope(games=("towers",))).hits
    assert hits[0].chunk.number == "1.10"
    parts = dict(hits[0].parts)
    assert parts["words"].rank == 1
    assert parts["meaning"].rank >= 1


def test_a_reference_lifts_the_rule_it_names(searcher: Searcher) -> None:
    ordinals = dict(searcher._extras.referred(range(20)))
    chunks = searcher._catalogue.chunks([*ordinals, *ordinals.values()])
    assert [chunk.number for chunk in chunks] == ["1.2", "2.1"]


@pytest.mark.parametrize("question", ["dragon", "Dragons", "what is a dragon?"])
def test_a_word_alone_gives_its_definition_not_a_list_that_names_it(searcher: Searcher, question: str) -> None:
    assert found(searcher, question)[0] == "towers/core@1:2.1"


@pytest.mark.parametrize(
    "text",
    [
        "When a dragon is asleep, it stays.",
        "If any dragons are sold, stop.",
        "There is a dragon.",
        "Whenever the dragon is fed, it sleeps.",
    ],
)
def test_a_sentence_under_a_condition_defines_nothing(text: str) -> None:
    assert [name for name, _ in defined_in(rule_saying(text)) if name == "dragon"] == []


@pytest.mark.parametrize(
    ("text", "name", "rank"),
    [
        ("A dragon is a unit that flies.", "dragon", SENTENCE),
        ("Dragons are units that fly.", "dragon", SENTENCE),
        ("Dragons are winged units.", "dragon", SENTENCE),
        ("Roosting means that it lies on a tower.", "roost", SENTENCE),
        ("To ROOST a dragon is to lay it on a tower.", "roost", SENTENCE),
        ("To roost is to lie on a tower.", "roost", SENTENCE),
        ("A dragon is asleep while it lies.", "asleep", SENTENCE),
        ("Dragons\nSee the next page.", "dragon", TITLE),
        ("A dragon is sold in the market.", "dragon", REMARK),
        ("A dragon is to be fed each turn.", "dragon", REMARK),
        ("Dragons are always sold in pairs.", "dragon", REMARK),
        ("Dragons are the only units that fly.", "dragon", REMARK),
        ("It flies.\nA dragon is a unit.", "dragon", None),
        ("It is fed.\nThe dragon is sold then.", "dragon", None),
    ],
)
def test_what_a_thing_is_defines_it_better_than_a_title_and_what_is_said_of_it_less(
    text: str, name: str, rank: int | None
) -> None:
    assert dict(defined_in(rule_saying(text))).get(name) == rank


@pytest.mark.parametrize(
    ("question", "first"), [("moored", "moored"), ("what is moored?", "moored"), ("moor", "moor"), ("Mooring", "moor")]
)
def test_of_two_entries_with_one_stem_the_one_written_so_comes_first(
    harbours: Searcher, question: str, first: str
) -> None:
    assert found(harbours, question)[0] == f"harbours/core@1:harbours/glossary/{first}"


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("pier rule", "pier-rule"),
        ("what is the Pier Rule?", "pier-rule"),
        ("pier", "pier"),
        ("how long is a pier", "pier"),
        ("may", "may"),
        ("what does may mean?", "may"),
    ],
)
def test_small_words_of_a_name_are_of_it(harbours: Searcher, question: str, first: str) -> None:
    result = harbours.search(question)
    assert result.hits[0].chunk.number == f"harbours/glossary/{first}"
    assert result.evidence[0].known == 1


@pytest.mark.parametrize("mode", ["auto", "words", "meaning", "exact"])
@pytest.mark.parametrize("question", ["{}", "Harbours CR {} (v1)", "what does {} say?", '"{}".'])
@pytest.mark.parametrize("number", ["harbours/glossary/moored", "1.1/example-1"])
def test_a_rule_without_a_number_is_found_by_the_name_that_stands_for_one(
    harbours: Searcher, question: str, number: str, mode: Mode
) -> None:
    result = harbours.search(question.format(number), mode=mode)
    assert (result.hits[0].chunk.number, result.exact, result.missing) == (number, True, ())


ROOF = (
    "# R-1 Climbing\n\nR-1.1 One cat a turn climbs up.\n\nR-1.12 A wet cat waits.\n\n# R-2 Sleep\n\nR-2.1 Cats sleep.\n"
)


@pytest.fixture(scope="module")
def roof(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    """A game whose numbers all begin with the same letter, beside one with plain ones."""
    games = ("roof", "Roof", "the roof", ROOF), ("ferries", "Ferries", "the ferries", FERRIES)
    return indexed(tmp_path_factory.mktemp("roof"), *games)


@pytest.mark.parametrize("mode", ["auto", "words", "meaning", "exact"])
@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("roof 1.12", "roof/core@1:R-1.12"),
        ("what does rule 2.1 say", "roof/core@1:R-2.1"),
        ("2.1", "roof/core@1:R-2.1"),
        ("rule 1.2", "ferries/core@1:1.2"),
    ],
)
def test_a_number_is_found_without_the_letters_that_all_of_its_document_have(
    roof: Searcher, question: str, rule: str, mode: Mode
) -> None:
    result = roof.search(question, mode=mode)
    assert (result.hits[0].chunk.rule_id, result.exact, result.missing) == (rule, True, ())


def test_letters_before_a_number_do_not_lend_it_to_a_part_of_another(roof: Searcher) -> None:
    assert [one.number for one in roof.search("roof 12").missing + roof.search("roof rule 1.9").missing] == [
        "12",
        "1.9",
    ]


@pytest.mark.parametrize("text", ["\0", "\u200b", "?", "😀", "--"])
def test_marks_alone_find_nothing(harbours: Searcher, text: str) -> None:
    assert harbours.search(text).hits == ()


def test_words_that_only_bind_are_no_matter_that_the_rules_know(harbours: Searcher) -> None:
    assert harbours.search("what is the").evidence[0].known == 0
    assert harbours.search("pier").evidence[0].known == 1


def test_what_becomes_of_a_thing_defines_the_word(searcher: Searcher) -> None:
    assert found(searcher, "stranded")[0] == "ferries/core@1:1.3"


@pytest.mark.parametrize("typed", ["harboor", "harbourr", "habrour", "hrbour", "harbouq"])
def test_one_letter_wrong_is_put_right(searcher: Searcher, typed: str) -> None:
    result = searcher.search(f"when do we reach the next {typed}", Scope(games=("ferries",)))
    assert result.corrected == ((typed, "harbour"),)
    assert result.hits[0].chunk.number == "1.1"


def test_another_spelling_is_one_word_and_no_fault(searcher: Searcher) -> None:
    """The rules write "harbour"; nothing is told of "harbor", and it is found as well."""
    american, british = (
        searcher.search(f"when do we reach the next {word}", Scope(games=("ferries",)))
        for word in ("harbor", "harbour")
    )
    assert (american.corrected, american.evidence) == ((), british.evidence)
    assert [hit.chunk.number for hit in american.hits] == [hit.chunk.number for hit in british.hits]


@pytest.mark.parametrize("typed", ["arbour", "sharbour", "ahrbour"])
def test_few_mistake_the_first_letter(searcher: Searcher, typed: str) -> None:
    result = searcher.search(f"when do we reach the next {typed}", Scope(games=("ferries",)))
    assert bool(result.corrected) is (typed == "ahrbour")


def test_a_word_longer_than_any_is_cut_where_it_is_told(searcher: Searcher) -> None:
    unknown = searcher.search("a" * 5000 + " ferry", Scope(games=("ferries",))).evidence[0].unknown
    assert [(len(word), word[-1]) for word in unknown] == [(41, "…")]


def test_a_name_is_not_put_right(searcher: Searcher) -> None:
    assert searcher.search("may Harbourt rest", Scope(games=("ferries",))).corrected == ()


def test_near_prefers_the_same_first_letter_and_knows_when_nothing_is_near() -> None:
    words = ["bold", "cold", "harbour"]
    assert near("colt", words, lambda term: 1) == ("cold", 1)
    assert near("zebra", words, lambda term: 1) == ("", 0)
    assert near("colt", words, lambda term: 0) == ("", 0)


def test_evidence_names_what_no_rule_knows(searcher: Searcher) -> None:
    evidence = searcher.search("can a dragon juggle", Scope(games=("towers",))).evidence[0]
    assert evidence.unknown == ("juggle",)
    assert evidence.known == 0.5
    assert evidence.weak < evidence.answered


@pytest.mark.parametrize("question", ["zzxqy", "🜁🜂", "A AND", '"open', "don't", "((", "*", "a" * 5000])
def test_odd_questions_give_results_and_no_error(searcher: Searcher, question: str) -> None:
    result = searcher.search(question)
    assert all(h.score == h.score for h in result.hits)


def test_more_than_there_is_gives_all_there_is_once(searcher: Searcher) -> None:
    hits = searcher.search("captain", limit=50).hits
    ids = [h.chunk.rule_id for h in hits]
    assert len(ids) == len(set(ids))


def test_the_same_question_gives_the_same_result(searcher: Searcher) -> None:
    assert searcher.search("can a knight enter a tower") == searcher.search("can a knight enter a tower")


def test_options_stay_and_their_marks_go() -> None:
    assert without_marks("Which? a) red b) blue c) both") == "Which? red blue both"
    assert without_marks("see rule 4 b) now") == "see rule 4 b) now"


def test_question_words_go_and_negations_stay() -> None:
    assert content_terms("can a knight not enter the tower") == ["knight", "not", "enter", "tower"]
    assert content_terms("what is it") == ["what", "is", "it"]


def test_a_game_is_named_where_its_name_stands_as_one() -> None:
    root = [Game("root", "Root")]
    assert parse("In Root, who moves first?", root).games == ("root",)
    assert parse("who moves first in root", root).games == ("root",)
    assert parse("does the root of a tree block a path", root).games == ()
    assert parse("towers and dragons: who starts", [Game("towers", "Towers & Dragons")]).text == "who starts"


def test_a_name_is_known_by_its_terms() -> None:
    assert key_of("Attack [Action]") == key_of("attacks")
    assert key_of("702.19. Trample") == key_of("trample")
    assert key_of("seven grey towers stand beside two rivers") == ""


def test_a_spanish_question_is_read_word_by_word_and_says_so(searcher: Searcher) -> None:
    result = searcher.search("¿cuántas cartas robo en mi turno?", Scope(games=("towers",)))
    assert result.read_as == "how many card draw in my turn ?"
    assert result.hits[0].chunk.number == "1.2"


def test_a_question_that_is_like_every_passage_needs_more_evidence(searcher: Searcher) -> None:
    """The mean cosine of a question with a game's passages, by hand, and what it adds to the threshold."""
    extras = searcher._extras
    for game in ("towers", "ferries"):
        centre = extras._centres[game]
        assert extras.like_all(game, centre) == pytest.approx(float(centre @ centre))
        asked = searcher.search("does the captain of a ferry rest", Scope(games=(game,))).evidence[0]
        vector = searcher._embedder.embed(["does the captain of a ferry rest"], "query")[0]
        more = max(0.0, float(centre @ vector) - FOCUS)
        assert asked.answered == pytest.approx(ANSWERED + more, abs=1e-5)


def test_scores_compare_across_questions(searcher: Searcher) -> None:
    met = searcher.search("can a knight enter a tower that holds a dragon", Scope(games=("towers",))).hits
    nonsense = searcher.search("zebra pancake velocipede", Scope(games=("towers",))).hits
    scores = [hit.score for hit in met]
    assert scores == sorted(scores, reverse=True)
    assert 0.5 <= scores[0] <= 1
    assert all(0 <= hit.score < 0.1 for hit in nonsense)


def test_rules_and_questions_in_german_are_stemmed_as_german(tmp_path: Path) -> None:
    folder = tmp_path / "corpus" / "burgen"
    folder.mkdir(parents=True)
    text = TOML.format(id="burgen", name="Burgen", alias="bg")
    (folder / "game.toml").write_text(text.replace('kind = "rules"', 'kind = "rules"\nlanguage = "de"'))
    rules = ("Ein Drache ist ein geflügeltes Wesen.", "Rote Karten beenden den Zug.", "Der Markt öffnet am Morgen.")
    (folder / "core.md").write_text("# Burgen\n\n" + "\n\n".join(f"### 1.{n}. {r}" for n, r in enumerate(rules, 1)))
    embedder = HashingEmbedder(256)
    build(tmp_path / "corpus", tmp_path / "index", embedder)
    result = opened(tmp_path / "index", embedder).search("Was macht der rotem Karte?", mode="words")
    assert result.hits[0].chunk.number == "1.2"
    assert result.evidence[0].unknown == ()
    assert result.corrected == ()


def test_a_question_is_read_in_english_for_the_games_that_have_no_rules_in_its_language(tmp_path: Path) -> None:
    for game, language, rules in (
        ("burgen", "de", ("Ein Drache fliegt weit.", "Rote Karten beenden den Zug.", "Der Markt öffnet am Morgen.")),
        ("castles", "en", ("The market opens early.", "A dragon is a beast.", "Red cards end the turn at once.")),
    ):
        folder = tmp_path / "corpus" / game
        folder.mkdir(parents=True)
        text = TOML.format(id=game, name=game.title(), alias=game[:2])
        (folder / "game.toml").write_text(text.replace('kind = "rules"', f'kind = "rules"\nlanguage = "{language}"'))
        numbered = "\n\n".join(f"### 1.{n}. {rule}" for n, rule in enumerate(rules, 1))
        (folder / "core.md").write_text(f"# {game.title()}\n\n{numbered}")
    embedder = HashingEmbedder(256)
    build(tmp_path / "corpus", tmp_path / "index", embedder)
    search = opened(tmp_path / "index", embedder).search
    both = search("Beenden rote Karten den Zug?", mode="words")
    assert {hit.citation.game: hit.chunk.number for hit in reversed(both.hits)} == {"burgen": "1.2", "castles": "1.3"}
    assert both.read_as == "end red cards the turn ?"
    assert search("Beenden rote Karten den Zug?", Scope(games=("burgen",)), "words").read_as == ""
    assert search("Do red cards end the turn?", mode="words").read_as == ""
    german = search("Do red cards end the turn?", Scope(games=("burgen",)), "words")
    assert (german.read_as, german.hits[0].chunk.number) == ("rote karte beenden zug", "1.2")


def test_a_content_word_is_one_in_every_language_of_the_scope() -> None:
    assert [word for word, _ in content_words("die Karten", ("de",))] == ["Karten"]
    assert [word for word, _ in content_words("die Karten")] == ["die", "Karten"]
    assert content_words("die Karten", ("de", "en")) == (("Karten", ("kart", "karten")),)


COURTS = """# Courts

### 7-1-2. A serve goes over the net.

### 7-1-3. A serve that hits the net is played again.

### 8:10d. A player who leaves the court sits out.

### A7c. Rackets are strung.

A 2x2 match has four players. A knock-out is a K.O. in short. Smash 5 is a hard smash.
"""


@pytest.fixture(scope="module")
def courts(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    """A game that numbers its rules in several ways."""
    return indexed(tmp_path_factory.mktemp("courts"), ("courts", "Courts", "the courts", COURTS))


@pytest.mark.parametrize("mode", ["auto", "words", "meaning", "exact"])
@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("7.1.2", "7-1-2"),
        ("7:1:2?", "7-1-2"),
        ("7\u20111\u20112", "7-1-2"),
        ("8.10 (d)", "8:10d"),
        ("rule 8 10 d", "8:10d"),
        ("8-10D)", "8:10d"),
        ("CR8:10d", "8:10d"),
        ("a.7.c", "A7c"),
        ("A 7 c", "A7c"),
        ("Does 7.1.3 mean that I sweep?", "7-1-3"),
    ],
)
def test_any_spelling_of_a_number_comes_first_in_every_mode(
    courts: Searcher, question: str, number: str, mode: Mode
) -> None:
    result = courts.search(question, mode=mode)
    assert (result.hits[0].chunk.number, result.exact, result.missing) == (number, True, ())


@pytest.mark.parametrize("mode", ["auto", "words", "meaning", "exact"])
@pytest.mark.parametrize(
    ("question", "number"),
    [("Does 1.10 mean that a dragon draws?", "1.10"), ("CR 2", "2"), ("Core Rules 2", "2"), ("CR1.10", "1.10")],
)
def test_a_number_that_is_cited_or_stands_among_words_comes_first(
    searcher: Searcher, question: str, number: str, mode: Mode
) -> None:
    result = searcher.search(question, Scope(("towers",)), mode)
    assert (result.hits[0].chunk.number, result.exact, result.missing) == (number, True, ())


@pytest.mark.parametrize("question", ["Dragon 2", "draw, 2", "a dragon of 1.1 m", "knight v 2.1 archers"])
def test_a_quantity_cites_no_rule(searcher: Searcher, question: str) -> None:
    assert searcher.search(question, Scope(("towers",))).missing == ()


def test_two_numbers_side_by_side_give_both(courts: Searcher) -> None:
    assert [hit.chunk.number for hit in courts.search("7-1-3 8:10d").hits] == ["7-1-3", "8:10d"]


@pytest.mark.parametrize("question", ["Smash 5", "2x2", "K.O.", "players, 5", "M10 match"])
def test_a_word_and_an_integer_or_a_word_with_one_are_words(courts: Searcher, question: str) -> None:
    result = courts.search(question)
    assert (bool(result.hits), result.exact, result.missing) == (True, False, ())


@pytest.mark.parametrize(("question", "nearest"), [("7.1.9", "7-1-3"), ("A7z", "A7c"), ("CR8:10z", "8:10d")])
def test_a_number_that_is_not_there_has_its_neighbours_however_it_is_written(
    courts: Searcher, question: str, nearest: str
) -> None:
    (missing,) = courts.search(question).missing
    assert not courts.search(question).exact
    assert f"Courts CR {nearest} (v1)" in missing.nearest


def test_of_many_numbers_that_are_not_there_some_have_their_nearest(courts: Searcher) -> None:
    result = courts.search(" ".join(f"9.{place}" for place in range(300)))
    assert len(result.missing) == MOST
    assert [bool(one.nearest) for one in result.missing] == [True] * NEARED + [False] * (MOST - NEARED)


def test_twenty_numbers_are_all_found(courts: Searcher) -> None:
    asked = ", ".join(["7-1-2", "9.9", "7-1-3", "8:10d", "A7c", "9.8"] * 4)
    result = courts.search(f"rules {asked}", limit=9)
    assert {hit.chunk.number for hit in result.hits[:4]} == {"7-1-2", "7-1-3", "8:10d", "A7c"}


def test_of_many_unknown_words_some_are_held_against_the_corpus() -> None:
    words = " ".join(f"qu{chr(97 + one // 26)}{chr(97 + one % 26)}zz" for one in range(200))
    assert len(misspelt(words, lambda term: 0, lambda word: False)) == MOST_WORDS
