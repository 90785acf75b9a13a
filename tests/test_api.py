"""The library as programs use it."""

from __future__ import annotations

import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from kb import IndexUnusable, KnowledgeBase, UsageError
from kb.errors import UnknownGame


def test_a_question_is_answered_with_citations(knowledge: KnowledgeBase) -> None:
    answer = knowledge.query("can a stunned unit rally")
    outcomes = {v.game: v.outcome for v in answer.verdicts}
    assert outcomes == {"damage-and-rally": "illegal", "infinity": "undefined", "riftbound": "undefined"}
    assert answer.status == "answered"
    assert answer.index == knowledge.stamp


def test_every_quote_shown_stands_in_its_document(knowledge: KnowledgeBase, corpus: Path) -> None:
    files = {(s.game, s.id): corpus / s.game / s.file for s in knowledge.sources()}
    for question in ("can a stunned unit rally", "how do I get rid of stunned", "what does stun do in combat"):
        answer = knowledge.query(question, limit=20)
        for c in (*(h.citation for h in answer.hits), *(c for v in answer.verdicts for c in v.citations)):
            text = "".join(files[c.game, c.document].read_text("utf-8").replace("**", "").split())
            for line in c.quote.splitlines():
                assert "".join(line.split()) in text, c.label


def test_a_game_by_any_of_its_names(knowledge: KnowledgeBase) -> None:
    for name in ("riftbound", "Riftbound", "RB"):
        assert {h.citation.game for h in knowledge.query("stunned", games=(name,)).hits} == {"riftbound"}
        assert {s.game for s in knowledge.sources(name)} == {"riftbound"}
    with pytest.raises(UnknownGame):
        knowledge.query("stunned", games=("riftbond",))


@pytest.mark.parametrize(("question", "limit"), [("", 5), (" \n", 5), ("x", 0), ("x", -1), ("x", 10**6)])
def test_what_cannot_be_asked_is_refused(knowledge: KnowledgeBase, question: str, limit: int) -> None:
    with pytest.raises(UsageError):
        knowledge.query(question, limit=limit)


@pytest.mark.parametrize(
    "question", ["zzxqy", "\U0001f600", "don't", "A AND", '"open', "8:10d", "first-player", "'; drop", "x" * 5000]
)
def test_no_question_breaks_it(knowledge: KnowledgeBase, question: str) -> None:
    answer = knowledge.query(question)
    assert all(h.score == h.score for h in answer.hits)  # never NaN
    assert [h.rank for h in answer.hits] == list(range(1, len(answer.hits) + 1))


def test_more_is_asked_for_than_there_is(knowledge: KnowledgeBase) -> None:
    hits = knowledge.query("stunned", limit=1000, games=("infinity",)).hits
    assert len({h.chunk.id for h in hits}) == len(hits) > 5


def test_the_only_state_of_a_game_needs_no_name(knowledge: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    only = replace(knowledge.table("riftbound"), id="frozen", name="Frozen")
    monkeypatch.setattr(KnowledgeBase, "tables", lambda self: (only,))
    assert knowledge.table("riftbound") is only
    with pytest.raises(UsageError, match="no state 'stunned'"):
        knowledge.table("riftbound", "stunned")


def test_an_empty_folder_is_no_index(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(IndexUnusable) as caught:
        KnowledgeBase.open(corpus, tmp_path)
    assert "kb build" in caught.value.hint


def test_opening_and_asking_write_nothing(corpus: Path, index: Path, tmp_path: Path) -> None:
    shutil.copytree(index, tmp_path / "index")
    before = sorted((p, p.stat().st_mtime_ns) for p in tmp_path.rglob("*"))
    with KnowledgeBase.open(corpus, tmp_path / "index") as kb:
        kb.query("stunned")
        kb.get("riftbound 423.1.a")
        kb.status(coverage=True)
    assert sorted((p, p.stat().st_mtime_ns) for p in tmp_path.rglob("*")) == before


def test_a_rebuilt_index_is_taken_into_use(corpus: Path, index: Path, tmp_path: Path) -> None:
    shutil.copytree(corpus, tmp_path / "corpus")
    shutil.copytree(index, tmp_path / "index")
    with KnowledgeBase.open(tmp_path / "corpus", tmp_path / "index") as kb:
        assert not kb.reload_if_changed()
        with (tmp_path / "corpus" / "riftbound" / "core.md").open("a") as document:
            document.write("\n423.3. A unit that sleeps is not stunned.\n")
        assert kb.stale
        KnowledgeBase.build(tmp_path / "corpus", tmp_path / "index")
        assert kb.reload_if_changed()
        assert not kb.stale
        assert kb.get("riftbound 423.3").rule.text.endswith("is not stunned.")


def test_threads_share_it(knowledge: KnowledgeBase) -> None:
    questions = ["can a stunned unit rally", "423.1.a", "when does stun end", "what may a stunned trooper do"] * 4
    alone = [knowledge.query(q) for q in questions]
    together: dict[int, object] = {}

    def ask(place: int) -> None:
        together[place] = knowledge.query(questions[place])

    threads = [threading.Thread(target=ask, args=(place,)) for place in range(len(questions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [together[place] for place in range(len(questions))] == alone
