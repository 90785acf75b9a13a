"""The tables of speed for benchmarks/README.md, from the kept results; what stands outside the marks is left alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

BEGIN, END = "<!-- speed -->", "<!-- /speed -->"


def write(results: Path, readme: Path) -> None:
    """Put the tables between the marks of `readme`, which is made where it is missing."""
    parts = {
        path.stem.removeprefix("speed-"): json.loads(path.read_text("utf-8"))
        for path in sorted(results.glob("speed-*.json"))
    }
    made = "\n\n".join(
        "\n\n".join(filter(None, (TABLES[name](parts[name]), parts[name].get("note"))))
        for name in TABLES
        if name in parts
    )
    text = readme.read_text("utf-8") if readme.is_file() else f"# Benchmarks\n\n{BEGIN}\n{END}\n"
    if BEGIN not in text:
        text = f"{text.rstrip()}\n\n{BEGIN}\n{END}\n"
    before, _, rest = text.partition(BEGIN)
    readme.write_text(f"{before}{BEGIN}\n\n{made}\n\n{END}{rest.partition(END)[2]}", "utf-8")


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])


def _spread(row: dict[str, Any], what: str) -> str:
    return f"{row[what]:.2f} ({row[what + '_min']:.2f}-{row[what + '_max']:.2f})"


def cold(held: dict[str, Any]) -> str:
    rows = [(name, _spread(row, "cpu"), _spread(row, "wall")) for name, row in held["rows"].items()]
    earlier = held.get("earlier", {}).items()
    rows += [(f"{name} (earlier)", _spread(row, "cpu"), _spread(row, "wall")) for name, row in earlier]
    said = [
        f"To the bare embedding (the floor): {held['to_the_floor'][1]} times its processor time,",
        f"{held['to_the_floor'][0]} times by the clock;",
        f"on the shipped games {held['shipped_to_the_floor'][1]} and {held['shipped_to_the_floor'][0]}.",
    ]
    if held.get("script_to_ours"):
        wall, cpu = held["script_to_ours"]
        said.append(
            f"The sentence-transformers script takes {cpu} times our processor time, {wall} times by the clock."
        )
    head = ("whole process, one question", "processor s (least-most)", "clock s (least-most)")
    return f"### Cold start ({held['runs']} runs in turn)\n\n{_table(head, rows)}\n\n" + "\n".join(said)


def warm(held: dict[str, Any]) -> str:
    ours = held["ours"]
    rows = [
        ("kb query", ours["whole"]),
        ("of that, the encoder's pass", ours["encoder"]),
        ("kb query, processor time", ours["whole_cpu"]),
        ("the encoder's pass, processor time", ours["encoder_cpu"]),
        *(
            [("kb query the first time a question is asked, processor time", ours["fresh_cpu"])]
            if "fresh_cpu" in ours
            else []
        ),
    ]
    rows += list(held["peers"].items())
    told = (
        f"Around the encoder: {ours['around_to_encoder']} times its pass, in processor time; p99 {ours['p99']} ms. The "
        "questions come back in turn, so that vectors of single words and terms are known from the round before."
    )
    return f"### Warm calls\n\n{_table(('median of a question', 'ms'), rows)}\n\n{told}"


def stream(held: dict[str, Any]) -> str:
    return (
        f"### A thousand questions through `kb query -`\n\n{held['per_second']} a second "
        f"(best run {held['best']}), start of the process included."
    )


def build(held: dict[str, Any]) -> str:
    rows = [(name, row["cpu"], row["wall"]) for name, row in held["rows"].items()]
    rows.append(("embedding the same texts alone", held["embedding_alone_cpu"], ""))
    told = f"Build to bare embedding {held['build_to_embedding']}."
    if held["encode_to_build"]:
        rows.append(("the same by `model.encode`", held["encode_at_defaults_cpu"], ""))
        told += f" `model.encode` to build {held['encode_to_build']}."
    return f"### Building\n\n{_table(('kb build', 'processor s', 'clock s'), rows)}\n\n{told}"


def growth(held: dict[str, Any]) -> str:
    names = {
        "chunks": "passages",
        "whole": "warm, ms",
        "whole_cpu": "warm, processor ms",
        "p99": "p99, ms",
        "encoder_cpu": "the encoder's pass, processor ms",
        "around_to_encoder": "all around it / the pass",
        "first": "first question, ms",
        "grown_mb": "resident growth, MB",
        "grown_private_mb": "of it private, MB",
        "recall_at_10": "recall@10",
    }
    rows = [
        (
            label,
            *(row[key] for row in held["rows"].values()),
        )
        for key, label in names.items()
    ]
    rows.append(("cold start, processor s", *(row["cold"]["cpu"] for row in held["rows"].values())))
    head = ("", *(f"x{copies}" for copies in held["rows"]))
    note = "Vectors of the larger ones are those of real rules moved by the difference of two others (see larger.py)."
    return f"### Growth\n\n{_table(head, rows)}\n\n{note}"


TABLES = {"cold": cold, "warm": warm, "stream": stream, "build": build, "growth": growth}
