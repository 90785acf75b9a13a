"""The tables of speed for benchmarks/README.md, from the kept results; what stands outside the marks is left alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from math import log
from pathlib import Path
from statistics import linear_regression
from typing import Any

from benchmarks import coldsteps

BEGIN, END = "<!-- speed -->", "<!-- /speed -->"


def write(results: Path, readme: Path) -> None:
    """Put the tables between the marks of `readme`, which is made where it is missing."""
    parts = {
        path.stem.removeprefix("speed-"): json.loads(path.read_text("utf-8"))
        for path in sorted(results.glob("speed-*.json"))
    }
    made = "\n\n".join(_part(name, parts[name]) for name in TABLES if name in parts)
    text = readme.read_text("utf-8") if readme.is_file() else f"# Benchmarks\n\n{BEGIN}\n{END}\n"
    if BEGIN not in text:
        text = f"{text.rstrip()}\n\n{BEGIN}\n{END}\n"
    before, _, rest = text.partition(BEGIN)
    readme.write_text(f"{before}{BEGIN}\n\n{made}\n\n{END}{rest.partition(END)[2]}", "utf-8")


def _part(name: str, held: dict[str, Any]) -> str:
    """A part's table; of results that an older release kept, only that they are."""
    try:
        return f"{TABLES[name](held)}\n\n(Commit {held['commit']}; {held['machine']}.)"
    except KeyError as missing:
        return f"### {name}\n\nThe kept results lack {missing}: `python -m benchmarks.speed {name}` makes them again."


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)])


def _spread(row: dict[str, Any], what: str) -> str:
    return f"{row[what]:.2f} ({row[what + '_min']:.2f}-{row[what + '_max']:.2f})"


def _left_out(held: dict[str, Any]) -> str:
    return "".join(f"\n\nLeft out: {name}: {why}" for name, why in held.get("left_out", {}).items())


def cold(held: dict[str, Any]) -> str:
    rows = [(name, _spread(row, "cpu"), _spread(row, "wall")) for name, row in held["rows"].items()]
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
    told = "\n".join(said) + _left_out(held)
    return f"### Cold start ({held['runs']} runs in turn)\n\n{_table(head, rows)}\n\n{told}"


SMALL = 0.5
"""Milliseconds: what takes less is told as one row."""


def profile(held: dict[str, Any]) -> str:
    columns = list(held["rows"].values())
    names = dict.fromkeys(name for column in columns for name in column)
    most = {name: max(column.get(name, (0, 0))[1] for column in columns) for name in names}
    imports = sorted((n for n in names if n.startswith("import ") and most[n] >= SMALL), key=lambda n: -most[n])
    whole = (coldsteps.START, *coldsteps.STEPS, coldsteps.REST, coldsteps.END)
    steps = [name for name in whole if most.get(name, 0) >= SMALL]
    told = (*steps[:1], *imports, *steps[1:])
    few = f"{len(names) - len(told)} more, each less than {SMALL} ms"
    rows = [_spent(name, columns, (name,)) for name in told]
    rows.append(_spent(few, columns, [name for name in names if name not in told]))
    rows.append(_spent("all", columns, list(names)))
    head = [
        "by import, then by step",
        *(cell for name in held["rows"] for cell in (f"{name}: clock ms", "processor ms")),
    ]
    note = (
        "Each row is without what is imported or done within it. Measuring itself takes about a millisecond; sums of "
        "medians are no medians of sums."
    )
    title = f"### What is left of a cold start ({held['runs']} runs in turn, medians)"
    return f"{title}\n\n{_table(head, rows)}\n\n{note}"


def _spent(label: str, columns: Sequence[dict[str, Any]], names: Sequence[str]) -> list[str]:
    """A row: the sum of these names, by the clock and of the processor, for each column."""
    cells = [label]
    for column in columns:
        cells += [f"{sum(column[name][what] for name in names if name in column):.1f}" for what in (0, 1)]
    return cells


def warm(held: dict[str, Any]) -> str:
    ours = held["ours"]
    rest = round(ours["not_the_pass_cpu"] / ours["encoder_cpu"], 2)
    rows = [
        ("kb query", ours["whole"], ours["whole_cpu"]),
        ("of that, the encoder's pass", "", ours["pass_within_cpu"]),
        ("of that, all the rest", "", ours["not_the_pass_cpu"]),
        ("the encoder's pass alone, again and again", ours["encoder"], ours["encoder_cpu"]),
        ("kb query, the first time a question is asked", "", ours["fresh_cpu"]),
        *((name, row["ms"], row["cpu_ms"]) for name, row in held["peers"].items()),
    ]
    told = (
        f"The rest of a question takes {rest} times the encoder's pass alone, in processor time. Within a question the "
        "pass takes longer than alone, as the vectors drive its weights out of the cache: a whole question less the "
        f"pass alone is {ours['around_to_encoder']} times it. p99 {ours['p99']} ms. The peers are asked the same."
    )
    head = ("median of a question in a loaded process", "ms", "processor ms")
    return f"### Warm calls\n\n{_table(head, rows)}\n\n{told}{_left_out(held)}"


def stream(held: dict[str, Any]) -> str:
    return (
        f"### A thousand questions through `kb query -`\n\n{held['per_second']} a second "
        f"(best run {held['best']}), start of the process included."
    )


def build(held: dict[str, Any]) -> str:
    rows = [(name, _spread(row, "cpu"), _spread(row, "wall")) for name, row in held["rows"].items()]
    rows.append(("embedding the same texts alone", held["embedding_alone_cpu"], ""))
    rows.append(("the same texts by `model.encode` at its defaults", held["encode_at_defaults_cpu"], ""))
    same = "the same bytes as" if held["same_bytes"] else "NOT the same bytes as"
    told = [
        f"A build from nothing takes {held['build_to_embedding']} times the processor time of embedding alone: a bare",
        "process that opens the same engine and embeds the same texts, each once.",
        f"With the export of the model, which is done once a model, {held['with_export_to_embedding']} times.",
        f"`model.encode` takes {held['encode_to_build']} times as long as the whole build.",
        f"What the build after an edit leaves is {same} a build from nothing.",
    ]
    head = ("`kb build`", "processor s (least-most)", "clock s (least-most)")
    return f"### Building ({held['runs']} runs in turn)\n\n{_table(head, rows)}\n\n" + "\n".join(told)


GROWTH = {
    "build_cpu": "build without embedding, processor s",
    "whole": "warm, ms",
    "whole_cpu": "warm, processor ms",
    "p99": "p99, ms",
    "encoder_cpu": "the encoder's pass, processor ms",
    "around_to_encoder": "all around it / the pass",
    "first": "first question, ms",
    "grown_mb": "resident growth, MB",
    "grown_private_mb": "of it private beside a second process, MB",
    "recall_at_10": "recall@10",
}
SLOPED = ("build_cpu", "whole", "whole_cpu", "p99", "grown_mb", "grown_private_mb")


def growth(held: dict[str, Any]) -> str:
    columns = list(held["rows"].values())
    sizes = [row["chunks"] for row in columns]
    starts = [row["cold"]["cpu"] for row in columns]
    rows: list[Sequence[object]] = [("passages", *sizes, "")]
    rows.append(("cold start, processor s", *starts, slope(sizes, starts)))
    for key, label in GROWTH.items():
        values = [row[key] for row in columns]
        rows.append((label, *values, slope(sizes, values) if key in SLOPED else ""))
    head = ("", *(f"x{copies}" for copies in held["rows"]), "slope")
    note = (
        "The slope is that of logarithms: 1 is linear in the passages, 0 flat. Vectors of the larger ones are those of "
        "real rules moved by the difference of two others (see larger.py); embedding itself is linear in the texts."
    )
    return f"### Growth\n\n{_table(head, rows)}\n\n{note}"


def slope(sizes: Sequence[float], values: Sequence[float]) -> str:
    """The exponent b of value = a * size ** b, fitted over the sizes; nothing for fewer than two."""
    if len(sizes) < 2 or min(values) <= 0:
        return ""
    return f"{linear_regression([log(size) for size in sizes], [log(value) for value in values]).slope:.2f}"


TABLES = {"cold": cold, "profile": profile, "warm": warm, "stream": stream, "build": build, "growth": growth}
