"""Two versions of a document: what is the same rule, and what has changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.models import Rule, Source, Span
from kb.versions import Diff, diff, history, word_changes

OLD = Source("chess", "core", "Core", "rules", "core.md", "1")
NEW = replace(OLD, version="2")


def rule(number: str, text: str, parent: str = "", title: str = "") -> Rule:
    return Rule(f"chess/core@1:{number}", number, parent, 1, "rule", title, text, (), Span(1, 1))


def compared(before: Sequence[Rule], after: Sequence[Rule]) -> Diff:
    return diff(OLD, NEW, before, after)


def rows(found: Diff) -> list[tuple[str, str, str]]:
    return [(c.kind, c.old.number if c.old else "", c.new.number if c.new else "") for c in found.changes]


def test_the_same_rules_are_no_change() -> None:
    rules = [rule("1", "A pawn moves one square forward."), rule("2", "A king moves one square.")]
    found = compared(rules, rules)
    assert (rows(found), found.unchanged) == ([], 2)


def test_a_rule_put_in_front_renumbers_and_changes_nothing_else() -> None:
    before = [rule("1", "A pawn moves one square forward."), rule("2", "A king in check must leave it, see rule 1.")]
    after = [
        rule("1", "The board has sixty-four squares."),
        rule("2", "A pawn moves one square forward."),
        rule("3", "A king in check must leave it, see rule 2."),
    ]
    assert rows(compared(before, after)) == [("added", "", "1"), ("renumbered", "1", "2"), ("renumbered", "2", "3")]


def test_typography_is_no_change() -> None:
    before = [rule("1", 'A player\'s move is "made" - once the hand lets go.')]
    after = [rule("1", "A player\u2019s  move is \u201cmade\u201d \u2013 once\nthe hand lets go.")]
    assert rows(compared(before, after)) == []


def test_an_edited_rule_keeps_its_number_and_gives_its_similarity() -> None:
    before = [rule("7", "A rook moves any number of squares along a rank.")]
    after = [rule("7", "A rook moves any number of squares along a rank or file.")]
    found = compared(before, after)
    assert rows(found) == [("changed", "7", "7")]
    assert 0.9 < found.changes[0].similarity < 1


def test_an_edited_rule_that_moved_is_one_change() -> None:
    before = [rule("7", "A rook moves any number of squares along a rank.")]
    after = [
        rule("7", "Castling is a move of king and rook."),
        rule("8", "A rook moves any number of squares along a file."),
    ]
    assert rows(compared(before, after)) == [("added", "", "7"), ("changed", "7", "8")]


def test_another_rule_under_an_old_number_is_removed_and_added() -> None:
    before = [rule("7", "A rook moves along a rank.")]
    after = [rule("7", "Stalemate ends the game with no winner, whoever has more pieces.")]
    assert sorted(rows(compared(before, after))) == [("added", "", "7"), ("removed", "7", "")]


def test_white_space_that_a_pdf_lost_is_no_change() -> None:
    assert (
        rows(
            compared(
                [rule("1", "Calls,and only calls, stop play(1.2 applies).")],
                [rule("1", "Calls, and only calls, stop play (1.2 applies).")],
            )
        )
        == []
    )


def test_a_rule_that_grew_under_its_number_was_edited() -> None:
    before = [rule("1", "Every player shall:"), rule("1.1", "know the rules;", "1")]
    after = [
        rule("1", "Every player shall:"),
        rule("1.1", "know and keep both the rules and whatever stands behind them all;", "1"),
    ]
    assert rows(compared(before, after)) == [("changed", "1.1", "1.1")]


def test_short_headings_are_not_matched_by_likeness() -> None:
    assert {k for k, _, _ in rows(compared([rule("1", "Combat Phase")], [rule("9", "Combat Phases")]))} == {
        "added",
        "removed",
    }


def test_the_same_words_twice_go_with_their_parents() -> None:
    before = [
        rule("1", "Kings and their moves"),
        rule("1.1", "See below.", "1"),
        rule("2", "Queens and theirs"),
        rule("2.1", "See below.", "2"),
    ]
    after = [
        rule("1", "Queens and theirs"),
        rule("1.1", "See below.", "1"),
        rule("2", "Kings and their moves"),
        rule("2.1", "See below.", "2"),
    ]
    moved = {(o, n) for kind, o, n in rows(compared(before, after)) if kind == "renumbered"}
    assert moved == {("1", "2"), ("1.1", "2.1"), ("2", "1"), ("2.1", "1.1")}


def test_a_removed_rule_stands_where_it_stood() -> None:
    before = [
        rule("1", "First of the rules."),
        rule("2", "Something quite different here."),
        rule("3", "Third of them all."),
    ]
    after = [rule("1", "First of the rules."), rule("3", "Third of them, at last.")]
    assert rows(compared(before, after)) == [("removed", "2", ""), ("changed", "3", "3")]


@given(
    st.lists(
        st.tuples(
            st.integers(1, 9), st.sampled_from(["a king moves one step", "a rook", "pawn takes pawn in passing here"])
        ),
        max_size=8,
    )
)
def test_every_rule_is_counted_once(made: list[tuple[int, str]]) -> None:
    before = [rule(str(n), text) for n, text in made]
    after = [rule(str(n), text) for n, text in reversed(made)]
    found = compared(before, after)
    old = sum(c.old is not None for c in found.changes) + found.unchanged
    new = sum(c.new is not None for c in found.changes) + found.unchanged
    assert (old, new) == (len(before), len(after))


def test_word_changes_give_both_texts_back() -> None:
    old, new = "a rook moves along a rank", "a rook moves far along a file"
    marks = word_changes(old, new)
    assert " ".join(t for m, t in marks if m != "+") == old
    assert " ".join(t for m, t in marks if m != "-") == new


def test_history_follows_a_rule_through_its_numbers() -> None:
    one = [rule("1", "A pawn moves one square forward.")]
    two = [rule("1", "The board has sixty-four squares."), rule("2", "A pawn moves one square forward.")]
    three = [
        rule("1", "The board has sixty-four squares."),
        rule("2", "A pawn moves one square forward, or two at first."),
    ]
    versions = [(OLD, one), (NEW, two), (replace(OLD, version="3"), three)]
    past = history(versions, "2")
    assert [(p.source.version, p.rule.number if p.rule else "", p.change) for p in past] == [
        ("1", "1", None),
        ("2", "2", "renumbered"),
        ("3", "2", "changed"),
    ]


SHARED = Path(__file__).parents[2] / "shared" / "rulebooks"


@pytest.mark.skipif(not SHARED.exists(), reason="the reference rulebooks are not beside this checkout")
def test_the_real_versions_of_a_rulebook() -> None:
    from kb.readers import read
    from kb.recognise import recognise

    def rules(name: str, version: str) -> tuple[Source, tuple[Rule, ...]]:
        source = Source("riftbound", "core", "Core Rules", "rules", name, version)
        return source, recognise(read(source, (SHARED / name).read_bytes())).rules

    old, before = rules("riftbound_cr_v1.2_rows.md", "1.2")
    new, after = rules("riftbound_cr_v1.3_rows.md", "1.3")
    found = diff(old, new, before, after)
    assert found.unchanged + found.count("renumbered") > 0.8 * len(before)
    moved = {(c.old.number, c.new.number) for c in found.changes if c.old and c.new}
    assert ("410.1.a.2", "423.1.a.2") in moved
