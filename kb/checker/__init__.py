"""The state checker: what a state means for a unit, what it may do and when it ends, from a StateTable alone."""

from kb.checker.answers import verdicts
from kb.checker.asks import Ask, understand
from kb.checker.draw import timeline_dot
from kb.checker.run import run
from kb.checker.verdicts import check, listing, timeline

__all__ = ["Ask", "check", "listing", "run", "timeline", "timeline_dot", "understand", "verdicts"]
