"""The frame of a question and what stands in it: what is named, and words that only ask how much."""

from __future__ import annotations

import re

_FRAME = re.compile(
    r"(?:(?:what(?:['’]?s|\s+(?:is|are|does|do))?|who\s+is|define|explain|(?:the\s+)?(?:meaning|definition)\s+of)\s+)?"
    r"(?:an?\s+|the\s+)?(?:meaning\s+of\s+|definition\s+of\s+)?(?:an?\s+|the\s+)?(?P<name>\S.*?)(?:\s+(?:means?|do))?"
    r"[\s?!.]*",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"\b(how)\s+(?:long|far|old|often|big|large|small|high|tall|wide|deep|heavy|fast|soon|close|near|late|early|good)\b",
    re.IGNORECASE,
)


def asked_name(text: str) -> str:
    """Return what a question names that asks for its meaning and nothing else, as it stands: "the legend rule" without
    "the"; of any other question, about all of it.
    """
    found = _FRAME.fullmatch(text.strip())
    return found["name"].strip("\"'“”‘’«»") if found else text


def without_measure(text: str) -> str:
    """Return an English question without the words that ask how long, how far or how often: they name nothing."""
    return _MEASURE.sub(r"\1", text) if "how" in text.lower() else text
