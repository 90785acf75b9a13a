"""What the 8-bit model for questions costs in quality: every labelled set asked with it, and with the whole model in
float32, over the same index.

    python -m benchmarks.precision [--shared DIR] [--work DIR]

Prints nDCG@10 of each set and the means, and keeps them in benchmarks/results/precision.json. Index and questions are
those of benchmarks.quality.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from benchmarks.quality import FULL, Bench, Remembering, keep, opened
from kb.embed import MODEL_FILE
from kb.embed.export import WHOLE_FILE
from kb.embed.shelf import QUERY_FILES, Shelved, shelve
from kb.evaluate import report

ROOT = Path(__file__).resolve().parents[1]
UNANSWERABLE = "unanswerable"
MOST = 0.005
"""The difference of the means that is allowed."""


def float_model(shelved: Shelved, folder: Path) -> Path:
    """Put the whole model where one for questions is looked for; returns `folder`."""
    for name in QUERY_FILES:
        if (shelved.folder / name).is_file() and name != MODEL_FILE:
            shutil.copyfile(shelved.folder / name, folder / name)
    shutil.copyfile(shelved.folder / WHOLE_FILE, folder / MODEL_FILE)
    return folder


def ndcg(bench: Bench, sets: Sequence[str]) -> dict[str, float]:
    """Return nDCG@10 of each set that the index has a document for, all its questions."""
    asked, _ = bench.ask(bench.product(FULL), sets)
    return {name: report(some).values["related"]["nDCG@10"].mean for name, some in asked.items() if some}


def table(small: Mapping[str, float], whole: Mapping[str, float]) -> list[dict[str, str | float]]:
    """Return a row a set and one of the means: name, nDCG@10 by the 8-bit model, by the float one, the difference."""
    named = [(name, small[name], whole[name]) for name in small]
    named.append(("mean", float(np.mean(list(small.values()))), float(np.mean(list(whole.values())))))
    return [
        {"set": name, "int8": round(one, 4), "float": round(other, 4), "difference": round(one - other, 4)}
        for name, one, other in named
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module's text."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "rules-kb-quality")
    options = parser.parse_args(arguments)
    generation = opened(options.shared, options.work)
    bench = Bench(options.shared, generation, "")
    sets = sorted(path.stem for path in (options.shared / "questions").glob("*.jsonl") if path.stem != UNANSWERABLE)
    small = ndcg(bench, sets)
    with tempfile.TemporaryDirectory() as folder:
        bench.embedder = Remembering(float_model(shelve(options.work / "index" / "models", []), Path(folder)))
        rows = table(small, ndcg(bench, sets))
    for row in rows:
        print(f"{row['set']:18} int8 {row['int8']:.4f}  float {row['float']:.4f}  {row['difference']:+.4f}")
    keep("precision", {"allowed": MOST, "within": abs(float(rows[-1]["difference"])) <= MOST, "rows": rows})


if __name__ == "__main__":
    main()
