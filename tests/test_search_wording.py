"""What the rules know of a question's words: the share of its weight, synonyms, words that other games define."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest

from kb.build import build
from kb.catalogue import Catalogue
from kb.embed import HashingEmbedder
from kb.generation import open_generation
from kb.lexical import LexicalIndex, Within, tokenize
from kb.search import Extras, Recipe, Scope, Searcher, synonyms
from kb.search.gloss import Gloss
from kb.search.ranking import Mix
from kb.search.records import Evidence
from kb.search.searcher import Look
from kb.search.synonyms import synonyms as synonyms_of
from kb.search.wording import ELSEWHERE, ELSEWHERE_COUNTED, KNOWN, NEAR, UNKNOWN, Wording
from kb.store import FaissStore

LANTERNS = """# Lanterns

## 1. Night

### 1.1. A moth is exhausted when it circles a lantern.

### 1.2. A moth that burns is put into the ashes.

### 1.3. Two moths at one lantern duel.
"""

KITES = """# Kites

## 1. Wind

### 1.1. A kite climbs when its string is loose.

### 1.2. Entangled is a state of two kites whose strings cross.

### 1.3. A gust is a card that moves every kite.
"""

TOML = """id = "{id}"
name = "{name}"

[[document]]
id = "core"
title = "Core Rules"
kind = "rules"
file = "core.md"
version = "1"
main = true
"""

TEXTS = ("moth lantern", "moth ashes", "moth duel lantern")


@pytest.fixture
def heard(tmp_path: Path) -> Within:
    return LexicalIndex.build([(text,) for text in TEXTS], tmp_path).within()


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("wording")
    for game, name, text in (("lanterns", "Lanterns", LANTERNS), ("kites", "Kites", KITES)):
        (root / "corpus" / game).mkdir(parents=True)
        (root / "corpus" / game / "game.toml").write_text(TOML.format(id=game, name=name))
        (root / "corpus" / game / "core.md").write_text(text)
    build(root / "corpus", root / "index", HashingEmbedder(256))
    return root / "index"


def opened(index: Path, recipe: Recipe | None = None) -> Searcher:
    held = open_generation(index)
    parts = Catalogue.open(held.catalogue), LexicalIndex.open(held.words), FaissStore(held.folder)
    return Searcher(*parts, HashingEmbedder(256), Extras(held.folder), recipe)


def wording(index: Path, recipe: Recipe | None = None) -> Wording:
    return opened(index, recipe)._wording


def test_the_share_known_is_of_the_weight_by_idf(heard: Within, index: Path) -> None:
    """Three passages: moth in all of them, duel in one, juggler in none; idf by Lucene's formula, by hand."""
    known = wording(index).known("moth duel juggler", heard, ("en",))
    weights = [math.log(1 + (3 - n + 0.5) / (n + 0.5)) for n in (3, 1, 0)]
    assert known.words == 3
    assert [word for word, _ in known.unknown] == ["juggler"]
    assert known.share == pytest.approx(sum(weights[:2]) / sum(weights))
    assert wording(index).known("moth duel", heard, ("en",)).share == 1


def test_a_question_of_small_words_alone_has_a_share_too(heard: Within, index: Path) -> None:
    known = wording(index).known("what is it", heard, ("en",))
    assert 0 <= known.share <= 1
    assert wording(index).known("", heard, ("en",)).share == 1


def test_words_weigh_by_the_share_known_where_there_are_vectors() -> None:
    import numpy as np

    mix = Mix(
        allow=np.arange(2), words=None, pairs=None, meaning=(np.arange(2), np.ones(2, np.float32)),
        prior=np.zeros(2, np.float32), known=0.5, recipe=Recipe(least=0.2),
    )  # fmt: skip
    assert mix.trust() == pytest.approx(0.6)
    assert replace(mix, known=0.0).trust() == pytest.approx(0.2)
    assert replace(mix, meaning=(np.arange(0), np.ones(0, np.float32))).trust() == 1


def test_a_synonym_stands_for_a_word_that_the_rules_do_not_have(index: Path) -> None:
    """The rules say "exhausted"; the player says "tapped"."""
    searcher = opened(index)
    heard = searcher._words.within(searcher._place(("lanterns",), Scope()).extent)
    words = wording(index)
    known = words.known("is a tapped moth", heard, ("en",))
    assert words.terms("is a tapped moth", known, heard, ("en",)) == {"tap": 1, "moth": 1, "exhaust": 0.6}
    without = wording(index, Recipe(synonyms=0))
    assert without.terms("is a tapped moth", known, heard, ("en",)) == {"tap": 1, "moth": 1}
    german = words.terms("is a tapped moth", known, heard, ("de",))
    assert "exhaust" not in german


def test_a_word_that_the_rules_have_needs_no_synonym(index: Path) -> None:
    searcher = opened(index)
    heard = searcher._words.within(searcher._place(("lanterns",), Scope()).extent)
    known = wording(index).known("exhausted moth duels", heard, ("en",))
    assert wording(index).terms("exhausted moth duels", known, heard, ("en",)) == {"exhaust": 1, "moth": 1, "duel": 1}


def test_a_word_that_another_game_defines_speaks_against_an_answer(index: Path) -> None:
    evidence = opened(index).search("does an entangled moth burn", Scope(games=("lanterns",))).evidence[0]
    plain = opened(index).search("does an enormous moth burn", Scope(games=("lanterns",))).evidence[0]
    assert evidence.elsewhere == ("entangled",)
    assert plain.elsewhere == ()
    for one, foreign in ((evidence, ELSEWHERE), (plain, 0)):
        assert one.confidence == pytest.approx(one.cosine + KNOWN * one.known - UNKNOWN - foreign, abs=1e-5)
    assert opened(index).search("what is entangled", Scope(games=("kites",))).evidence[0].elsewhere == ()


def test_another_form_of_a_word_is_not_told_as_unknown(index: Path) -> None:
    """The rules say "burns"; "burnt" is known by it, and "drowned" by nothing."""
    searcher = opened(index)
    assert searcher.search("was a moth burnt", Scope(games=("lanterns",))).evidence[0].unknown == ()
    assert searcher.search("was a moth drowned", Scope(games=("lanterns",))).evidence[0].unknown == ("drowned",)


def test_how_long_is_no_word_of_the_matter(index: Path) -> None:
    long, plain = (
        opened(index).search(text, Scope(games=("lanterns",))).evidence[0]
        for text in ("how long do moths duel", "a long duel of moths")
    )
    assert (long.unknown, plain.unknown) == ((), ("long",))


def test_a_short_reading_that_no_passage_is_near_to_or_has_whole_is_at_most_weak(index: Path) -> None:
    """Put in English the words alone would answer; two rules have "ashes" and "duel", one has "moths" and "duel"."""
    searcher = opened(index)
    place = searcher._place(("lanterns",), Scope())
    look = Look("lanterns", place, searcher._words.within(place.extent))
    far = searcher._embedder.embed(["gust"], "query")[0] * 0.1

    def evidence(text: str, language: str) -> Evidence:
        return searcher._in_game(Gloss(text, (), language), True, far, look).evidence

    plain, read, whole = evidence("ashes duel", ""), evidence("ashes duel", "de"), evidence("moths duel", "de")
    assert max(one.cosine for one in (plain, read, whole)) < NEAR
    assert plain.confidence == pytest.approx(plain.cosine + KNOWN, abs=1e-5)
    assert whole.confidence == pytest.approx(whole.cosine + KNOWN, abs=1e-5)
    assert read.confidence == pytest.approx(min(plain.confidence, read.answered - UNKNOWN), abs=1e-5)


def test_unscoped_the_game_that_knows_the_word_comes_first(index: Path) -> None:
    assert opened(index).search("what is entangled").hits[0].citation.game == "kites"


def test_no_more_than_so_many_words_of_other_games_count(index: Path) -> None:
    evidence = opened(index).search("entangled gust kite moth", Scope(games=("lanterns",))).evidence[0]
    assert len(evidence.elsewhere) >= ELSEWHERE_COUNTED
    foreign = ELSEWHERE * ELSEWHERE_COUNTED
    assert evidence.confidence == pytest.approx(
        evidence.cosine + KNOWN * evidence.known - UNKNOWN * len(evidence.unknown) - foreign, abs=1e-5
    )


def test_rings_hold_single_words_and_no_word_is_its_own_synonym() -> None:
    rings = json.loads(Path(synonyms.__file__).with_name("synonyms_en.json").read_text("utf-8"))
    for ring in rings:
        assert len(ring) == len(set(ring)) >= 2
        for word in ring:
            assert word == word.lower()
            assert " " not in word
            assert all(term not in synonyms_of(term) for term in tokenize(word))


def test_synonyms_are_given_both_ways() -> None:
    assert "discard" in synonyms_of("graveyard")
    assert "graveyard" in synonyms_of("discard")
    assert synonyms_of("zzxqy") == ()
