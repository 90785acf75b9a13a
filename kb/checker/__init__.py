"""The state checker: what a state means for a unit, what it may do and when it ends, from a StateTable alone."""

from kb.checker.answers import verdicts
from kb.checker.asks import Ask, understand
from kb.checker.compare import compare
from kb.checker.draw import diagram, timeline_diagram
from kb.checker.run import run
from kb.checker.verdicts import check, listing, timeline

__all__ = [
    "Ask",
    "check",
    "compare",
    "diagram",
    "listing",
    "run",
    "timeline",
    "timeline_diagram",
    "understand",
    "verdicts",
]
