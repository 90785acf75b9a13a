"""The tokenizer, and BM25 against its formula written out."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from kb.errors import IndexUnusable
from kb.lexical import K1, B, LexicalIndex, idf, tokenize
from kb.lexical.scoring import sum_of

TEXTS = (
    "A stunned unit can not attack.",
    "An attack needs an attacker; the attacker attacks.",
    "",
    "Stunned units stay stunned until the end of the turn.",
    "Rule 103.2.b speaks of decks.",
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Rule 103.2.b.", ["rule", "103.2.b"]),
        ("702.19b and 8:10d", ["702.19b", "and", "8:10d"]),
        ("1-2-1, 1a1, N5.1.1 (a4)", ["1-2-1", "1a1", "n5.1.1", "a4"]),
        ("-3 power, +1", ["-3", "power", "+1"]),
        ("−3 and 3–5", ["-3", "and", "3-5"]),
        ("3-player 2nd 10/7", ["3", "player", "2nd", "10/7"]),
        ("must NOT", ["must", "not"]),
        ("don’t CAN'T cannot", ["not", "not", "not"]),
        ("the knight's", ["the", "knight"]),
        ("attacking attacks attacked", ["attack", "attack", "attack"]),
        ("first-player_token", ["first", "player", "token"]),
        ("ﬁnal ＡＢＣ", ["final", "abc"]),
        ("[M] <script>", ["m", "script"]),
        ("Spielfeldhälfte", ["spielfeldhälft"]),
        ("", []),
        ("   ⚔️ — …", []),
    ],
)
def test_terms(text: str, terms: list[str]) -> None:
    assert tokenize(text) == terms


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("de", "die roten Karten", "die rote Karte"),
        ("de-AT", "Spielern", "Spieler"),
        ("fr", "joueuses", "joueuse"),
        ("es", "jugadores", "jugador"),
        ("nl", "kaarten", "kaart"),
        ("xx", "cards", "card"),
    ],
)
def test_words_are_stemmed_as_their_language_wants(language: str, one: str, other: str) -> None:
    assert tokenize(one, language) == tokenize(other, language)


def test_each_document_is_cut_in_its_own_language(tmp_path: Path) -> None:
    documents = [("die roten Karten",), ("the red cards",)]
    index = LexicalIndex.build(documents, tmp_path, languages=("de", "en"))
    assert index.within().knows(tokenize("rote", "de")[0]) == 1
    assert index.within().knows(tokenize("rote", "en")[0]) == 0
    assert [at for at, _ in index.search(tokenize("Karte", "de"), 5)] == [0]
    assert [at for at, _ in index.search(tokenize("card"), 5)] == [1]


def build(folder: Path, texts: tuple[str, ...] = TEXTS) -> LexicalIndex:
    return LexicalIndex.build([(text,) for text in texts], folder)


def test_scores_are_those_of_the_formula(tmp_path: Path) -> None:
    counts = [Counter(tokenize(text)) for text in TEXTS]
    mean = sum(c.total() for c in counts) / len(counts)
    asked = tokenize("stunned attack attack")
    right = {}
    for at, count in enumerate(counts):
        score = 0.0
        for term in asked:
            df = sum(term in c for c in counts)
            tf = count[term] / (1 - B + B * count.total() / mean)
            score += math.log(1 + (len(TEXTS) - df + 0.5) / (df + 0.5)) * tf * (K1 + 1) / (tf + K1)
        if score > 0:
            right[at] = score
    found = build(tmp_path).search(asked, 10)
    assert [i for i, _ in found] == sorted(right, key=lambda i: (-right[i], i))
    np.testing.assert_allclose([s for _, s in found], [right[i] for i, _ in found], rtol=1e-5)


def test_fields_are_weighted_and_measured_by_their_own_length(tmp_path: Path) -> None:
    documents = [("rally", "moving"), ("moving", "rally"), ("other", "words")]
    index = LexicalIndex.build(documents, tmp_path, (1.0, 0.5))
    found = index.search(["ralli"], 5)
    assert [i for i, _ in found] == [0, 1]
    assert found[0][1] == pytest.approx(idf(2, 3) * 1.0 * (K1 + 1) / (1.0 + K1), rel=1e-5)
    assert found[1][1] == pytest.approx(idf(2, 3) * 0.5 * (K1 + 1) / (0.5 + K1), rel=1e-5)


def test_length_is_measured_within_its_group(tmp_path: Path) -> None:
    documents = [("pawn moves",), ("pawn moves",), ("pawn " + "very long game " * 30,)]
    index = LexicalIndex.build(documents, tmp_path, (1.0,), [0, 0, 1])
    scores = dict(index.search(["pawn"], 3))
    assert scores[0] == pytest.approx(scores[2], rel=1e-5)


def test_ties_are_ordered_by_passage(tmp_path: Path) -> None:
    index = build(tmp_path, ("pawn",) * 50)
    assert [i for i, _ in index.search(["pawn"], 7)] == [0, 1, 2, 3, 4, 5, 6]
    assert [i for i, _ in index.search(["pawn"], 99)] == list(range(50))


@pytest.mark.parametrize("as_set", [True, False])
def test_the_scope_narrows_before_ranking_and_weighs_words_by_itself(tmp_path: Path, as_set: bool) -> None:
    index = build(tmp_path)

    def allow(*ids: int) -> frozenset[int] | np.ndarray:
        return frozenset(ids) if as_set else np.array(sorted(ids), dtype=np.int64)

    assert [i for i, _ in index.search(["attack"], 1, allow(0))] == [0]
    assert index.search(["attack"], 1, allow(3, 4)) == []
    assert index.search(["attack"], 5, allow()) == []
    alone = index.search(["attack"], 5, allow(0, 2, 3))[0][1]
    assert alone / index.search(["attack"], 5)[1][1] == pytest.approx(idf(1, 3) / idf(2, 5), rel=1e-5)


def test_knows_counts_passages_in_scope(tmp_path: Path) -> None:
    index = build(tmp_path)
    assert index.within().knows("attack") == 2
    assert index.within(frozenset({1, 2})).knows("attack") == 1
    assert index.within(np.array([2, 4])).knows("attack") == 0
    assert index.within().knows("103.2.b") == 1
    assert index.within().knows("zzxqy") == 0
    assert index.within().knows("") == 0


@pytest.mark.parametrize("texts", [(), ("", "  ", "…")], ids=["no-passage", "only-empty"])
def test_an_empty_corpus_gives_nothing(tmp_path: Path, texts: tuple[str, ...]) -> None:
    index = build(tmp_path, texts)
    assert len(index) == len(texts)
    assert index.search(["attack"], 5) == []
    assert index.within().knows("attack") == 0
    assert index.terms() == []


def test_unknown_words_and_no_words_give_nothing(tmp_path: Path) -> None:
    index = build(tmp_path)
    assert index.search(["zzxqy"], 5) == []
    assert index.search([], 5) == []
    assert index.search(["attack"], 0) == []


def test_terms_are_sorted_by_their_bytes(tmp_path: Path) -> None:
    index = build(tmp_path, ("zebra Äpfel apple 8:10d", "ölig"))
    assert index.terms() == sorted(index.terms(), key=str.encode)
    assert all(index.within().knows(term) for term in index.terms())


def test_the_same_passages_give_the_same_bytes(tmp_path: Path) -> None:
    build(tmp_path / "one")
    build(tmp_path / "two")
    names = sorted(path.name for path in (tmp_path / "one").iterdir())
    assert [(tmp_path / "one" / n).read_bytes() for n in names] == [(tmp_path / "two" / n).read_bytes() for n in names]


def test_a_wrong_number_of_fields_or_groups_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="passage 1 has 1 fields, not 2"):
        LexicalIndex.build([("a", "b"), ("a",)], tmp_path, (1.0, 0.5))
    with pytest.raises(ValueError, match="1 groups for 2 passages"):
        LexicalIndex.build([("a",), ("b",)], tmp_path, (1.0,), [0])


def test_a_damaged_folder_is_named(tmp_path: Path) -> None:
    build(tmp_path)
    (tmp_path / "docs.npy").write_bytes(b"")
    with pytest.raises(IndexUnusable, match=str(tmp_path)):
        LexicalIndex.open(tmp_path)


def test_terms_that_share_a_sum_are_told_apart(tmp_path: Path) -> None:
    """These two have the same CRC-32, as have others in any large vocabulary."""
    assert sum_of(b"plumless") == sum_of(b"buckeroo")
    texts = [("plumless",), ("buckeroo plumless",), ("other",)]
    index = LexicalIndex.build(texts, tmp_path / "both", cut=lambda text, _: text.split())
    assert [index.within().knows(term) for term in ("plumless", "buckeroo", "absent")] == [2, 1, 0]
    alone = LexicalIndex.build(texts[::2], tmp_path / "one", cut=lambda text, _: text.split())
    assert [alone.within().knows(term) for term in ("plumless", "buckeroo")] == [1, 0]
