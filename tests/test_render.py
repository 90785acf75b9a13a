"""What is printed: readable on a narrow screen, safe on a terminal, plain where it goes to a file."""

from __future__ import annotations

import os
import shutil
import sys
import termios

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb import render
from kb.lint import Target, check
from kb.mentions import mentions
from kb.models import Answer
from kb.render import Page
from kb.render.page import WIDEST
from kb.versions import history
from tests.records import ANSWER, COMPARISON, GAME, RULE, SOURCE, STATUS, VERDICT, VIEW, some_diff

SLIPS = list(
    check("a.md", "chess 4.1", mentions("chess 4.1", (GAME,), (SOURCE,)), lambda m: Target("4.1", "x", latest="5"))
)
PLAIN = Page(80)
PRINTED = {
    "answer": lambda p: render.answer(ANSWER, p, explain=True),
    "rule": lambda p: render.rule_view(VIEW, p, ("children", "parents", "tree")),
    "verdict": lambda p: render.verdict(VERDICT, p, steps=True),
    "comparison": lambda p: render.comparison(COMPARISON, p),
    "status": lambda p: render.status(STATUS, p),
    "games": lambda p: render.games((GAME,), (SOURCE,), p),
    "diff": lambda p: render.diff(some_diff(), p),
    "history": lambda p: render.history(history([(SOURCE, (RULE,))], "4.1"), p),
    "cited": lambda p: render.cited(VIEW, p),
    "verified": lambda p: render.verified(SLIPS[0], VIEW, p),
}


@pytest.mark.parametrize("name", PRINTED)
def test_no_control_character_of_a_document_reaches_the_terminal(name: str) -> None:
    assert "\x1b" not in PRINTED[name](PLAIN)


@pytest.mark.parametrize("name", [n for n in PRINTED if n not in ("status", "diff")])
def test_it_fits_a_narrow_screen(name: str) -> None:
    assert max(map(len, PRINTED[name](Page(40)).splitlines())) <= 40


def test_an_answer_shows_verdict_passage_notice_and_what_is_not_known() -> None:
    shown = render.answer(ANSWER, PLAIN)
    order = [
        "chess: ILLEGAL. A stunned pawn stands still.",
        "1. Chess LC 4.1 (v1.3)",
        "Moves > Pawns",
        "Unofficial.",
        "Castling",
    ]
    places = [shown.index(words) for words in order]
    assert places == sorted(places)


def test_nothing_found_is_said() -> None:
    assert "nothing" in render.answer(Answer("zzz", "none", "The rules here say nothing on this."), PLAIN)


def test_colours_only_where_asked_for() -> None:
    assert "\x1b[1;31mILLEGAL\x1b[0m" in render.verdict(VERDICT, Page(80, color=True))


def test_markdown_shows_characters_as_text() -> None:
    shown = render.answer_markdown(ANSWER)
    assert r"\[M\]" in shown
    assert r"\$5" in shown
    assert "> Chess LC 4.1 (v1.3)" in shown


def test_a_diff_shows_each_kind() -> None:
    shown = render.diff(some_diff(), PLAIN)
    assert "1 added, 1 removed, 1 changed, 1 renumbered" in shown
    assert "[-one-] {+1+}" in shown
    assert "> 4.1.a -> 4.1.b" in shown


def test_a_slip_is_one_line_that_editors_read() -> None:
    assert render.slips(SLIPS, PLAIN) == "a.md:1:1: renumbered: chess 4.1: is now 5; now chess 5"


@given(st.text(max_size=200), st.integers(24, 100))
def test_wrapping_loses_no_visible_character(text: str, width: int) -> None:
    shown = "".join(Page(width).wrap(text, "  "))
    assert "".join(render.visible(text).split()) == "".join(shown.split())


@pytest.mark.parametrize("told", ["", "0", "-3", "wide", "61", "132"])
def test_the_page_is_as_wide_as_the_terminal_is_said_to_be(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", told)
    assert render.page(color=False).width == min(shutil.get_terminal_size().columns, WIDEST)


def test_the_page_is_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    ours, theirs = os.openpty()
    termios.tcsetwinsize(theirs, (24, 67))
    with open(theirs, "w") as terminal, open(ours):
        monkeypatch.setattr(sys, "__stdout__", terminal)
        assert render.page(color=False).width == shutil.get_terminal_size().columns == 67
    assert render.page(color=False).width == 80  # closed by now
    monkeypatch.setattr(sys, "__stdout__", None)
    assert render.page(color=False).width == 80
