"""The records as JSON: one shape for the command line, the web API and MCP. docs/json.md describes it.

Every object that leaves the program carries `schema`. A field is added without a new number; one that changes its
meaning or goes away raises it. Scores are rounded, so that two machines print the same bytes.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from kb.models import Answer, Citation, Game, Hit, Rule, Source, Stamp, Step, Verdict
from kb.views import Comparison, Finding, RuleView, StatusReport

SCHEMA = 1
SCORE_DIGITS = 6

Json = dict[str, Any]


def answer(a: Answer) -> Json:
    """What `kb query --json` prints."""
    return {
        "schema": SCHEMA,
        "question": a.question,
        "status": a.status,
        "answer": a.text,
        "verdicts": [verdict(v) for v in a.verdicts],
        "hits": [hit(h) for h in a.hits],
        "notes": list(a.notes),
        "index": stamp(a.index),
    }


def stamp(s: Stamp) -> Json:
    """Which index answered."""
    return {"stamp": s.stamp, "built": s.built, "embedder": s.embedder, "chunks": s.chunks}


def citation(c: Citation) -> Json:
    """A place in a document and the words that stand there."""
    return {
        "label": c.label,
        "game": c.game,
        "document": c.document,
        "version": c.version,
        "number": c.number,
        "heading_path": list(c.heading_path),
        "url": c.url,
        "page": c.page,
        "lines": list(c.lines),
        "quote": c.quote,
        "authority": c.authority,
        "notices": list(c.notices),
    }


def hit(h: Hit) -> Json:
    """A passage found, with its place in each way of searching; `context` where it was asked for or says more."""
    parts = {name: {"rank": p.rank, "score": round(p.score, SCORE_DIGITS)} for name, p in h.parts}
    return {
        "rank": h.rank,
        "score": round(h.score, SCORE_DIGITS),
        "id": h.chunk.rule_id,
        "game": h.citation.game,
        "document": h.citation.document,
        "version": h.citation.version,
        "number": h.chunk.number,
        "kind": h.chunk.kind,
        "heading_path": list(h.chunk.heading_path),
        "text": h.chunk.text,
        "citation": citation(h.citation),
        "parts": parts,
        "context": [rule(r) for r in h.context],
    }


def verdict(v: Verdict) -> Json:
    """What follows from the rules, with the steps that lead there."""
    return {
        "outcome": v.outcome,
        "headline": v.headline,
        "game": v.game,
        "state": v.state,
        "question": v.question,
        "why": v.why,
        "citations": [citation(c) for c in v.citations],
        "missing": list(v.missing),
        "steps": [step(s) for s in v.steps],
    }


def step(s: Step) -> Json:
    """One event of a run through the checker."""
    return {
        "event": s.event,
        "before": list(s.before),
        "after": list(s.after),
        "why": s.why,
        "citations": [citation(c) for c in s.citations],
    }


def checked(v: Verdict) -> Json:
    """What `kb check --json` prints."""
    return {"schema": SCHEMA, **verdict(v)}


def rule(r: Rule) -> Json:
    """A rule by itself."""
    return {
        "id": r.id,
        "number": r.number,
        "parent": r.parent,
        "kind": r.kind,
        "title": r.title,
        "text": r.text,
        "refs": list(r.refs),
        "page": r.span.page,
        "lines": [r.span.start_line, r.span.end_line],
    }


def game(g: Game) -> Json:
    """A game of the corpus."""
    return {
        "id": g.id,
        "name": g.name,
        "aliases": list(g.aliases),
        "publisher": g.publisher,
        "url": g.url,
        "notices": list(g.notices),
    }


def source(s: Source) -> Json:
    """A document of a game."""
    keys = ("game", "id", "title", "kind", "version", "effective", "url", "licence", "authority", "language", "main")
    return {**{k: getattr(s, k) for k in keys}, "notices": list(s.notices)}


def rule_view(v: RuleView) -> Json:
    """What `kb get --json` prints for each citation."""
    groups = ("parents", "children", "examples", "tree", "refs", "cited_by")
    return {
        "schema": SCHEMA,
        "rule": rule(v.rule),
        "game": game(v.game),
        "document": source(v.source),
        "text": v.text,
        "citation": citation(v.citation),
        "hash": v.hash,
        "how": v.how,
        "moved_from": v.moved_from,
        **{name: [rule(r) for r in getattr(v, name)] for name in groups},
        "missing": list(v.missing),
        "same_number": [citation(c) for c in v.same_number],
    }


def status(s: StatusReport) -> Json:
    """What `kb status --json` prints."""
    return {
        "schema": SCHEMA,
        "index": stamp(s.index),
        "stale": s.stale,
        "games": s.games,
        "documents": s.documents,
        "rules": s.rules,
        "missing_refs": [{"from": origin, "to": to} for origin, to in s.missing_refs],
        "coverage": [{**asdict(c), "set_aside": dict(c.set_aside)} for c in s.coverage],
        "problems": [finding(f) for f in s.problems],
    }


def finding(f: Finding) -> Json:
    """Something wrong or worth knowing."""
    return asdict(f)


def comparison(c: Comparison) -> Json:
    """What `kb compare --json` prints: a column a game, a cell an aspect."""
    columns = [
        {
            "game": game(column.game),
            "verdict": verdict(column.verdict) if column.verdict else None,
            "cells": [
                {"aspect": cell.aspect, "text": cell.text, "citations": [citation(x) for x in cell.citations]}
                for cell in column.cells
            ],
        }
        for column in c.columns
    ]
    return {"schema": SCHEMA, "topic": c.topic, "aspects": list(c.aspects), "columns": columns, "notes": list(c.notes)}
