"""Questions in other languages: `python -m benchmarks.quality languages`.

Spanish ones on an English text (people's, with the rulebook beside the checkout); German ones on a German text, and the
same ones on its English edition, whose rules have the same numbers; English ones on the German text; and the questions
of questions_stun_*.jsonl in five languages on the corpus that is shipped. Each by the product, by the plain system and
by the model alone.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.quality import FULL, HERE, ROOT, Bench, Measured
from kb.build import build
from kb.evaluate import evaluate, report
from kb.generation import open_generation
from kb.search import Scope

GERMAN, ENGLISH = HERE / "questions_de.jsonl", "ihf_handball_en.jsonl"
ON_ENGLISH, ON_GERMAN = ("IHF Handball", "ihf_handball_2016_en.md"), ("IHF Handball (DE)", "ihf_handball_2016_de.md")
FIGURES = ("hit@1", "hit@5", "MRR@10", "nDCG@10")


def by_language(bench: Bench) -> list[dict[str, Any]]:
    """Print and return a row for each set of questions and each way of searching."""
    with tempfile.TemporaryDirectory() as folder:
        english = _put_to(ON_ENGLISH, GERMAN, Path(folder) / "de_on_english.jsonl")
        german = _put_to(ON_GERMAN, bench.shared / "questions" / ENGLISH, Path(folder) / "en_on_german.jsonl")
        rows = _rows(bench, (bench.shared / "questions" / "lorcana_es.jsonl", GERMAN, english, german))
        build(ROOT / "corpus", Path(folder) / "index")
        shipped = Bench(bench.shared, open_generation(Path(folder) / "index"), "")
        return rows + _rows(shipped, sorted(HERE.glob("questions_stun_*.jsonl")))


def _put_to(edition: tuple[str, str], questions: Path, file: Path) -> Path:
    """Write the questions as ones on another edition, whose rules have the same numbers; return the file."""
    other = dict(zip(("game", "document"), edition, strict=True))
    asked = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    file.write_text("".join(json.dumps(one | other) + "\n" for one in asked), "utf-8")
    return file


def _rows(bench: Bench, files: Iterable[Path]) -> list[dict[str, Any]]:
    searches: dict[str, Callable[[str, Scope, int], Any]] = {
        "product": bench.product(FULL),
        "baseline": bench.baseline(),
        "model alone": bench.baseline(1.0),
    }
    return [_row(bench, file, name, search) for file in files for name, search in searches.items()]


def _row(bench: Bench, file: Path, name: str, search: Callable[[str, Scope, int], Any]) -> dict[str, Any]:
    found = report(evaluate(Measured(bench.catalogue, search), file, half=bench.half)[0])
    values = found.values["related"]
    print(f"{file.stem:18} {name:12} n {found.n:3} " + " ".join(f"{m} {values[m]}" for m in FIGURES), flush=True)
    return {"set": file.stem, "row": name, "n": found.n} | {m: round(values[m].mean, 4) for m in FIGURES}
