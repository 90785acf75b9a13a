"""Versions and citations as JSON: diff, history, cite, verify, lint, and lint as SARIF 2.1.0."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb import __version__
from kb.lint import Slip
from kb.schema.records import SCHEMA, citation, rule, source
from kb.versions import Change, Diff, Past, word_changes
from kb.views import RuleView

Json = dict[str, Any]
SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"missing": "error", "renumbered": "error", "edited": "warning", "misquoted": "error"}
TOLD = {
    "missing": "The cited rule does not exist",
    "renumbered": "The cited rule has another number now",
    "edited": "The cited rule's words have changed since it was cited",
    "misquoted": "The rule does not say what is quoted",
}


def diff(d: Diff) -> Json:
    """What `kb diff --json` prints: `from` and `to` are documents, `old` and `new` numbers or null."""
    return {
        "schema": SCHEMA,
        "from": source(d.old),
        "to": source(d.new),
        "unchanged": d.unchanged,
        "changes": [_change(c) for c in d.changes],
    }


def _change(c: Change) -> Json:
    old, new = (
        (c.old.words if c.old else ""),
        (c.new.words if c.new else ""),
    )
    return {
        "kind": c.kind,
        "old": c.old.number if c.old else None,
        "new": c.new.number if c.new else None,
        "similarity": c.similarity,
        "old_text": old,
        "new_text": new,
        "words": [list(pair) for pair in word_changes(old, new)] if c.kind == "changed" else [],
    }


def history(past: Sequence[Past]) -> Json:
    """What `kb history --json` prints, oldest version first."""
    rows = [
        {
            "version": p.source.version,
            "effective": p.source.effective,
            "change": p.change,
            "similarity": p.similarity,
            "rule": rule(p.rule),
        }
        for p in past
        if p.rule is not None
    ]
    return {"schema": SCHEMA, "history": rows}


def cited(v: RuleView) -> Json:
    """What `kb cite --json` prints."""
    return {"schema": SCHEMA, "id": v.pasted, "text": v.text, "citation": citation(v.citation)}


def verified(slip: Slip | None, view: RuleView | None) -> Json:
    """What `kb verify --json` prints: `stands`, and if not, why and what it should read."""
    return {
        "schema": SCHEMA,
        "stands": slip is None,
        "code": slip.code if slip else None,
        "message": slip.message if slip else "",
        "fix": slip.fix if slip else "",
        "rule": cited(view) if view else None,
    }


def linted(slips: Sequence[Slip]) -> Json:
    """What `kb lint --json` prints."""
    rows = [
        {
            "code": s.code,
            "file": s.file,
            "line": s.mention.line,
            "column": s.mention.column,
            "citation": s.mention.text,
            "message": s.message,
            "fix": s.fix,
        }
        for s in slips
    ]
    return {"schema": SCHEMA, "findings": rows}


def sarif(slips: Sequence[Slip]) -> Json:
    """The findings as SARIF 2.1.0, which code hosts and editors show beside the line."""
    rules = [{"id": code, "shortDescription": {"text": text}} for code, text in TOLD.items()]
    driver = {"name": "kb lint", "version": __version__, "rules": rules}
    return {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": [_result(s) for s in slips]}],
    }


def _result(s: Slip) -> Json:
    m = s.mention
    region = {"startLine": m.line, "startColumn": m.column, "endColumn": m.column + len(m.text)}
    place = {"physicalLocation": {"artifactLocation": {"uri": s.file.replace("\\", "/")}, "region": region}}
    result: Json = {"ruleId": s.code, "level": LEVELS[s.code], "message": {"text": s.message}, "locations": [place]}
    if s.fix:
        replaced = {"deletedRegion": region, "insertedContent": {"text": s.fix}}
        result["fixes"] = [
            {
                "artifactChanges": [
                    {"artifactLocation": place["physicalLocation"]["artifactLocation"], "replacements": [replaced]}
                ]
            }
        ]
    return result
