"""Small records of a made-up game, for the tests of what prints them."""

from __future__ import annotations

from dataclasses import replace

from kb.models import Answer, Chunk, Citation, Game, Hit, Part, Rule, Source, Span, Stamp, Step, Verdict
from kb.versions import Diff, diff
from kb.views import Cell, Column, Comparison, Coverage, Finding, RuleView, StatusReport

GAME = Game("chess", "Chess", ("ch",), notices=("Unofficial.",))
SOURCE = Source("chess", "laws", "Laws of Chess", "rules", "laws.md", "1.3", short="LC", main=True)
TEXT = "A pawn moves one square [M], never \x1b[31mtwo; $5 says so."
CITATION = Citation(
    "chess",
    "laws",
    "1.3",
    "4.1",
    ("Moves", "Pawns"),
    None,
    (3, 4),
    TEXT,
    "",
    "Chess LC 4.1 (v1.3)",
    "restated",
    ("Unofficial.",),
)
CHUNK = Chunk(
    "chess/laws@1.3:4.1", "chess/laws@1.3:4.1", "4.1", "rule", ("Moves", "Pawns"), TEXT, TEXT, "0" * 64, Span(3, 4)
)
HIT = Hit(CHUNK, 1, 0.123456789, (("words", Part(1, 3.5)), ("meaning", Part(0, 0.0))), CITATION)
STEP = Step("stun", (), ("stunned",), "It is stunned.", (CITATION,))
VERDICT = Verdict(
    "illegal", "chess", "stunned", "may it move?", "A stunned pawn stands still.", (CITATION,), ("whose turn",), (STEP,)
)
STAMP = Stamp("abc", "2026-01-01T00:00:00Z", "model", 1)
ANSWER = Answer("may it move?", "answered", "No.", (VERDICT,), (HIT,), ("Castling is not spoken of.",), STAMP)
RULE = Rule(CHUNK.id, "4.1", "4", 2, "rule", "", TEXT, ("9",), Span(3, 4))
CHILD = replace(RULE, id="chess/laws@1.3:4.1.a", number="4.1.a", parent="4.1", text="Except at first.")
VIEW = RuleView(
    RULE, SOURCE, GAME, CITATION, TEXT, children=(CHILD,), missing=("9",), hash="0a1b2c3d", same_number=(CITATION,)
)
STATUS = StatusReport(
    STAMP,
    True,
    "corpus",
    "index",
    1,
    1,
    2,
    (("Chess LC 4.1 (v1.3)", "9"),),
    (Coverage("chess/laws@1.3", 100, 90, 0, (("running-header", 10),)),),
    (Finding("twice", "warning", "laws.md", "4.1 stands twice.", "Remove one.", 7),),
)
COMPARISON = Comparison(
    "stunned", ("ends",), (Column(GAME, (Cell("ends", "At dawn.", (CITATION,)),), VERDICT),), ("Two games are silent.",)
)


def some_diff() -> Diff:
    """One rule edited, one renumbered, one added, one removed."""
    old = (
        RULE,
        replace(CHILD, text="A rook moves along a rank."),
        replace(CHILD, number="5", text="Kings may not be taken at all."),
    )
    new = (
        replace(RULE, text=TEXT.replace("one", "1")),
        replace(CHILD, number="4.1.b", text="A rook moves along a rank."),
        replace(CHILD, number="6", text="Something nobody has ever said before."),
    )
    return diff(replace(SOURCE, version="1.2"), SOURCE, old, new)
