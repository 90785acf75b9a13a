"""Rules -> Chunks: one rule, FAQ entry, example, term or clause a chunk; what is searched and shown."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from kb.models import Chunk, Game, Parsed, Rule


def chunks_of(parsed: Parsed, game: Game) -> tuple[Chunk, ...]:
    """Return a chunk for every rule, in the document's order.

    `text` is the title and the text as shown; `heading_path` the titles above, from the top down, a number before each
    that has one; `embed_text` the game's name, the path, a lead-in from the
    rule above where one is needed, and the text.
    """
    rules = {rule.number: rule for rule in parsed.rules}
    return tuple(_chunk(rule, rules, game) for rule in parsed.rules)


def _chunk(rule: Rule, rules: Mapping[str, Rule], game: Game) -> Chunk:
    path = heading_path(rule, rules)
    text = "\n".join(part for part in (rule.title, rule.text) if part)
    above = " > ".join((game.name, *path))
    embed_text = "\n".join(part for part in (above, _lead_in(rule, rules), text) if part)
    return Chunk(
        id=rule.id,
        rule_id=rule.id,
        number=rule.number,
        kind=rule.kind,
        heading_path=path,
        text=text,
        embed_text=embed_text,
        content_hash=hashlib.sha256(embed_text.encode()).hexdigest(),
        span=rule.span,
    )


def _lead_in(rule: Rule, rules: Mapping[str, Rule]) -> str:
    """Return the words above without which the rule says little: a sentence its list completes, an example's rule."""
    above = rules.get(rule.parent)
    if above is None or above.title or not (rule.kind == "example" or above.text.endswith(":")):
        return ""
    return above.text[-LEAD_IN:] if above.text.endswith(":") else above.text[:LEAD_IN]


LEAD_IN = 240
"""Characters of a lead-in: about 60 of the 256 tokens that the embedding model reads."""


def heading_path(rule: Rule, rules: Mapping[str, Rule]) -> tuple[str, ...]:
    """Return the titles of the rules above, from the top down ("702.19. Trample"); rules without one are left out."""
    out: list[str] = []
    seen = {rule.number}
    above = rules.get(rule.parent)
    while above is not None and above.number not in seen:
        seen.add(above.number)
        if above.title and above.kind != "faq":
            out.append(_label(above))
        above = rules.get(above.parent)
    return tuple(reversed(out))


def _label(rule: Rule) -> str:
    numbered = rule.number[:1].isdigit() or rule.number[:1].isupper() or rule.number.startswith("(")
    return f"{rule.number.partition('#')[0]}. {rule.title}" if numbered and "/" not in rule.number else rule.title
