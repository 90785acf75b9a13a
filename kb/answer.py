"""Hits and verdicts into an answer: extractive, cited, and plain about what is not known.

The status is decided by a rule that can be told: a definite verdict or a rule asked for by number is an answer; else
the best game's evidence is held against two thresholds that the index brings (see `kb.search`).
"""

from __future__ import annotations

from collections.abc import Sequence

from kb.models import Answer, Citation, Hit, Stamp, Status, Verdict
from kb.search import Evidence, SearchResult, told

_DEFINITE = ("legal", "illegal")
_SILENT = ("undefined", "not_addressed")


def compose(
    question: str,
    result: SearchResult,
    verdicts: Sequence[Verdict] = (),
    stamp: Stamp | None = None,
    notes: Sequence[str] = (),
) -> Answer:
    """Return the answer to `question`: verdicts, hits, and notes (the given ones first)."""
    status = status_of(result, verdicts)
    return Answer(
        question=question,
        status=status,
        text=_text(status, result.hits, verdicts),
        verdicts=tuple(verdicts),
        hits=result.hits,
        notes=tuple(dict.fromkeys((*notes, *_notes(result)))),
        index=stamp or Stamp("", "", "", 0),
        why=tuple(_why(evidence) for evidence in result.evidence),
    )


def deciding(verdicts: Sequence[Verdict]) -> dict[str, tuple[Citation, ...]]:
    """Return by game the rules that decide a question there, where its verdict is definite and cites any."""
    return {v.game: v.citations for v in reversed(verdicts) if v.outcome in _DEFINITE and v.citations}


def status_of(result: SearchResult, verdicts: Sequence[Verdict] = ()) -> Status:
    """Return answered, weak or none. A verdict counts where it is definite and cites a rule; where every game's is that
    its documents do not know the matter or are silent on it, no passage, however near, is an answer.
    """
    if result.exact or any(v.outcome in _DEFINITE and v.citations for v in verdicts):
        return "answered"
    if not result.hits or not result.evidence:
        return "none"
    best = result.evidence[0]
    silent = bool(verdicts) and all(v.outcome in _SILENT for v in verdicts)
    if best.confidence >= best.answered and not silent:
        return "answered"
    return "weak" if best.confidence >= best.weak else "none"


def _text(status: Status, hits: Sequence[Hit], verdicts: Sequence[Verdict]) -> str:
    """The verdicts' reasons, or of each game the first passage that is more than a title, each with its citation."""
    if status == "none":
        return "Nothing in these rules answers that."
    said = [
        _cited(f"{v.game}: {v.outcome.replace('_', ' ')}. {v.why}", [c.label for c in v.citations]) for v in verdicts
    ]
    if not said:
        by_game: dict[str, list[Hit]] = {}
        for hit in hits:
            by_game.setdefault(hit.citation.game, []).append(hit)
        first = [next((hit for hit in own if not _title_only(hit)), own[0]) for own in by_game.values()]
        said = [_cited(spoken(hit), [hit.citation.label]) for hit in first]
    return "\n".join(said)


def spoken(hit: Hit) -> str:
    """Return a hit's quote, between the rules around it without which it says little."""
    return "\n".join((*(r.words for r in hit.before), hit.citation.quote, *(r.words for r in hit.after)))


def _title_only(hit: Hit) -> bool:
    """Whether it is a title without a text below, and not asked for by its number."""
    asked = any(name == "exact" and part.rank for name, part in hit.parts)
    return hit.chunk.is_title and not asked


def _cited(text: str, labels: Sequence[str]) -> str:
    return f"{text} [{'; '.join(dict.fromkeys(labels))}]" if labels else text


def _notes(result: SearchResult) -> list[str]:
    """What the reader should know: numbers and words that are not there, spellings, references that lead nowhere."""
    notes = [_no_such_number(number.number, number.nearest) for number in result.missing]
    notes += [f'The question was read word by word as "{result.read_as}".'] if result.read_as else []
    notes += [f'"{typed}" was read as "{used}".' for typed, used in result.corrected]
    notes += [f'Did you mean "{near}" for "{typed}"?' for typed, near in result.suggested]
    notes += [note for evidence in result.evidence if (note := _unknown(evidence))]
    notes += [f"{one} says the same as {other}." for one, other in result.repeated]
    notes += [f"{label} refers to {number}, which is not in the corpus." for label, number in result.absent]
    return notes


def _no_such_number(number: str, nearest: Sequence[str]) -> str:
    near = f" The nearest: {', '.join(nearest)}." if nearest else ""
    return f"There is no rule {number} here.{near}"


def _unknown(evidence: Evidence) -> str:
    if not evidence.unknown:
        return ""
    words = ", ".join(f'"{told(word)}"' for word in evidence.unknown)
    return f"No rule of {evidence.name} speaks of {words}."


def _why(evidence: Evidence) -> str:
    """The rule by which a status is decided, with this question's figures."""
    share = f"{round(100 * evidence.known)} % of its content words are known, {len(evidence.unknown)} are not"
    if evidence.elsewhere:
        share += f" ({', '.join(evidence.elsewhere)}: defined in other rules)"
    needed = f"{evidence.answered:.2f} is needed to answer, {evidence.weak:.2f} to answer perhaps"
    return (
        f"{evidence.name}: the nearest passage has a cosine of {evidence.cosine:.2f}, {share}: "
        f"evidence {evidence.confidence:.2f}; {needed}."
    )
