"""How well it finds: labelled questions, part by part of the search, beside a plain system with the same model.

    python -m benchmarks.quality table [--half report|tune|all]    every row, with the processor ms a question costs
    python -m benchmarks.quality row NAME                           one row
    python -m benchmarks.quality typos|unanswerable|languages|talk|passages
                                                                    what the table does not show

Questions and rulebooks are read from a folder beside the checkout (--shared); the index is built once, into --work.
Rows of the table are the product's search with parts added one by one, and the whole without each. The baseline is
what a good public system does: passages under their headings in the same model, BM25 with a Porter stemmer, scores
scaled per question, .7 and .3. Under "talk" stands nDCG@10 over questions in players' words (questions_talk.jsonl).
Results are kept in benchmarks/results/quality_*.json, the table in quality_*.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.baseline import SHARE, Baseline
from kb.answer import compose
from kb.build import build
from kb.catalogue import Catalogue
from kb.embed import open_onnx
from kb.evaluate import Asked, by_class, evaluate, report
from kb.generation import Generation, open_generation
from kb.lexical import LexicalIndex
from kb.models import Answer, Game, Rule, Source
from kb.search import Extras, Recipe, Scope, Searcher
from kb.store import FaissStore

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
RESULTS = HERE / "results"
TALK, TALK_SILENT = HERE / "questions_talk.jsonl", HERE / "questions_talk_unanswerable.jsonl"
SETS = ("ihf_handball_en", "wfdf_en", "riftbound_v1.3", "mtg_rulemancer", "wca", "root")
BOOKS = {
    "mtg_cr_2026-01-16.txt": "Magic: The Gathering",
    "riftbound_cr_v1.3_rows.md": "Riftbound",
    "lorcana_cr_2.1.txt": "Disney Lorcana",
    "root_law.md": "Root",
    "ihf_handball_2016_en.md": "IHF Handball",
    "ihf_handball_2016_de.md": "IHF Handball (DE)",
    "wfdf_rules_2021-2024_en.txt": "WFDF Ultimate",
    "wca_regulations_2024.md": "WCA Regulations",
    "onepiece_cr_1.2.0.md": "ONE PIECE",
    "dnd_srd_5.2.1_glossary.md": "D&D SRD 5.2.1 Glossary",
    "dnd_srd_5.2.1_playing.md": "D&D SRD 5.2.1",
    "netrunner_cr_26.03.json": "Netrunner",
}
NONE = Recipe(covered=0, pairs=0, references=0, prior=0, least=1, synonyms=0, spelling=False, definitions=False)
FULL = Recipe()
ROWS: dict[str, Recipe] = {
    "vectors": replace(NONE, words=0),
    "words": replace(NONE, meaning=0),
    "vectors + words": NONE,
    "+ covered": replace(NONE, covered=FULL.covered),
    "+ prior": replace(NONE, covered=FULL.covered, prior=FULL.prior),
    "+ pairs": replace(NONE, covered=FULL.covered, prior=FULL.prior, pairs=FULL.pairs),
    "+ references": replace(FULL, least=1, synonyms=0, spelling=False, definitions=False),
    "+ share known": replace(FULL, synonyms=0, spelling=False, definitions=False),
    "+ synonyms": replace(FULL, spelling=False, definitions=False),
    "product": FULL,
    "product - words": replace(FULL, words=0),
    "product - covered": replace(FULL, covered=0),
    "product - prior": replace(FULL, prior=0),
    "product - pairs": replace(FULL, pairs=0),
    "product - references": replace(FULL, references=0),
    "product - share known": replace(FULL, least=1),
    "product - synonyms": replace(FULL, synonyms=0),
    "product - stop words": replace(FULL, stop_words=False),
}


class Remembering:
    """An embedder that embeds each text once, so that rows cost what their search costs."""

    def __init__(self, folder: Path) -> None:
        self._inner = open_onnx(folder)
        self._held: dict[str, Any] = {}
        self.id, self.dim = self._inner.id, self._inner.dim

    def embed(self, texts: Sequence[str], kind: str = "query") -> Any:
        for text in texts:
            if text not in self._held:
                self._held[text] = self._inner.embed([text], "query")[0]
        return np.stack([self._held[text] for text in texts])

    def has_word(self, word: str) -> bool:
        return self._inner.has_word(word)


class Measured:
    """A search as `kb.evaluate` asks it; counts the seconds of processor time that searching took."""

    def __init__(self, catalogue: Catalogue, search: Callable[[str, Scope, int], Any], typo: bool = False) -> None:
        self._catalogue, self._search, self._typo = catalogue, search, typo
        self.seconds: list[float] = []

    def query(self, question: str, *, games: Sequence[str], limit: int, document: str, version: str) -> Answer:
        asked = misspelt(question) if self._typo else question
        started = time.process_time()
        result = self._search(asked, Scope(tuple(games), document, version), limit)
        self.seconds.append(time.process_time() - started)
        return compose(question, result)

    def games(self) -> tuple[Game, ...]:
        return self._catalogue.games()

    def sources(self) -> tuple[Source, ...]:
        return self._catalogue.sources()

    def rules(self, source: Source) -> tuple[Rule, ...]:
        return self._catalogue.rules(source.game, source.id, source.version)


def misspelt(question: str) -> str:
    """One letter of one longer word wrong, missing, doubled or swapped, chosen by the question's own hash."""
    seed = hashlib.sha256(question.encode()).digest()
    words = question.split(" ")
    long = [at for at, word in enumerate(words) if len(word) > 4 and word.isalpha() and word.islower()]
    if not long:
        return question
    at = long[seed[0] % len(long)]
    word, place = words[at], 1 + seed[1] % (len(words[at]) - 2)
    changed = (
        word[:place] + "qxzjv"[seed[2] % 5] + word[place + 1 :],
        word[:place] + word[place + 1 :],
        word[:place] + word[place] + word[place:],
        word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :],
    )[seed[3] % 4]
    return " ".join([*words[:at], changed, *words[at + 1 :]])


def made_corpus(shared: Path, work: Path) -> Path:
    """A corpus folder whose documents are links to the rulebooks."""
    corpus = work / "corpus"
    for file, name in BOOKS.items():
        folder = corpus / re.sub(r"[^a-z0-9]+", "-", Path(file).stem.lower())
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / file).exists():
            (folder / file).symlink_to(shared / "rulebooks" / file)
        (folder / "game.toml").write_text(
            f'id = "{folder.name}"\nname = "{name}"\n\n[[document]]\nid = "core"\ntitle = "Rules"\nkind = "rules"\n'
            f'file = "{file}"\nversion = "1"\nlanguage = "{_language(file)}"\nmain = true\n'
        )
    return corpus


def _language(file: str) -> str:
    """A rulebook's language, as its file name ends."""
    return "de" if Path(file).stem.endswith("_de") else "en"


def opened(shared: Path, work: Path) -> Generation:
    """The index of the rulebooks, built where it is not there yet or the corpus or program changed."""
    build(made_corpus(shared, work), work / "index")
    return open_generation(work / "index")


class Bench:
    """The opened index and the questions of one half."""

    def __init__(self, shared: Path, generation: Generation, half: str) -> None:
        self.shared, self.half, self.generation = shared, half, generation
        self.catalogue = Catalogue.open(generation.catalogue)
        self.embedder = Remembering(generation.model)
        self.parts = (LexicalIndex.open(generation.words), FaissStore(generation.folder))
        self.extras = Extras(generation.folder)

    def searcher(self, recipe: Recipe) -> Searcher:
        return Searcher(self.catalogue, *self.parts, self.embedder, self.extras, recipe)

    def product(self, recipe: Recipe) -> Callable[[str, Scope, int], Any]:
        searcher = self.searcher(recipe)
        return lambda question, scope, limit: searcher.search(question, scope, "auto", limit)

    def baseline(self, share: float = SHARE) -> Callable[[str, Scope, int], Any]:
        return Baseline(self.catalogue, self.embedder, self.generation, share).search

    def ask(
        self, search: Callable[[str, Scope, int], Any], sets: Sequence[str], options: bool = True, typo: bool = False
    ) -> tuple[dict[str, tuple[Asked, ...]], float]:
        """What became of each set's questions, and the median processor ms of a search, questions already embedded."""
        kb = Measured(self.catalogue, search, typo)
        files = [self.shared / "questions" / f"{name}.jsonl" for name in sets]
        for file in files:
            evaluate(kb, file, options=options, half=self.half)  # embeds the questions
        kb.seconds.clear()
        asked = {file.stem: evaluate(kb, file, options=options, half=self.half)[0] for file in files}
        return asked, 1000 * float(np.median(kb.seconds))

    def all_of(self, search: Callable[[str, Scope, int], Any], file: Path) -> tuple[Asked, ...]:
        """What became of all questions of a file, whatever the half."""
        return evaluate(Measured(self.catalogue, search), file)[0]


def row(bench: Bench, name: str) -> dict[str, Any]:
    """One row: nDCG@10, hit@1 and hit@5 by set, their means, and what it costs."""
    plain = name.removesuffix(" (no options)")
    search = bench.baseline() if plain == "baseline" else bench.product(ROWS[plain])
    asked, cost = bench.ask(search, SETS, options=plain == name and plain != "baseline")
    sets = {}
    for key, some in asked.items():
        values = report(some).values["related"]
        strict = report(some).values["strict"]
        sets[key] = {m: round(values[m].mean, 4) for m in ("nDCG@10", "hit@1", "hit@5", "MRR@10")} | {
            "strict nDCG@10": round(strict["nDCG@10"].mean, 4)
        }
    mean = float(np.mean([one["nDCG@10"] for one in sets.values()]))
    talk = report(bench.all_of(search, TALK)).values["related"]["nDCG@10"].mean
    return {"row": name, "mean": round(mean, 4), "talk": round(talk, 4), "ms": round(cost, 2), "sets": sets}


def table(bench: Bench) -> None:
    """Every row, kept in results/."""
    names = ["baseline", *ROWS, "product (no options)"]
    rows = []
    for name in names:
        rows.append(row(bench, name))
        print(line(rows[-1], rows[0]), flush=True)
    name = f"quality_{bench.half or 'all'}"
    keep(name, {"half": bench.half or "all", "rows": rows})
    (RESULTS / f"{name}.md").write_text(markdown(rows))


def markdown(rows: Sequence[dict[str, Any]]) -> str:
    """The table for people: means, gains over the baseline, cost, and nDCG@10 / hit@1 / hit@5 by set."""
    lines = [
        "| row | mean nDCG@10 | gain | mean of gains | mean strict | talk | ms | " + " | ".join(SETS) + " |",
        "|---|" + "---|" * (6 + len(SETS)),
    ]
    for one in rows:
        gains = [one["sets"][name]["nDCG@10"] / rows[0]["sets"][name]["nDCG@10"] - 1 for name in SETS]
        cells = [f"{v['nDCG@10']:.3f} / {v['hit@1']:.2f} / {v['hit@5']:.2f}" for v in (one["sets"][n] for n in SETS)]
        means = (
            f"{one['mean']:.4f} | {100 * (one['mean'] / rows[0]['mean'] - 1):+.1f} % | {100 * np.mean(gains):+.1f} %"
        )
        strict = np.mean([one["sets"][name]["strict nDCG@10"] for name in SETS])
        shown = (one["row"], means, f"{strict:.4f}", f"{one['talk']:.4f}", f"{one['ms']:.2f}", *cells)
        lines.append("| " + " | ".join(shown) + " |")
    return "\n".join(lines) + "\n"


def line(one: dict[str, Any], base: dict[str, Any]) -> str:
    gains = [one["sets"][name]["nDCG@10"] / base["sets"][name]["nDCG@10"] - 1 for name in SETS]
    each = " ".join(
        f"{one['sets'][n]['nDCG@10']:.3f}/{one['sets'][n]['hit@1']:.2f}/{one['sets'][n]['hit@5']:.2f}" for n in SETS
    )
    total = (
        f"{one['mean']:.4f} {100 * (one['mean'] / base['mean'] - 1):+5.1f}% rel {100 * float(np.mean(gains)):+5.1f}%"
    )
    return f"{one['row']:24} {total} talk {one['talk']:.4f} {one['ms']:6.2f} ms  {each}"


def keep(name: str, value: Any) -> None:
    """Write a result with the commit it was measured at."""
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps({"commit": done.stdout.strip(), **value}, indent=1) + "\n"
    (RESULTS / f"{name}.json").write_text(text)


def typos(bench: Bench) -> None:
    """What one wrong letter a question costs."""
    for name, recipe in (("product", FULL), ("without spelling", replace(FULL, spelling=False))):
        right, _ = bench.ask(bench.product(recipe), SETS)
        wrong, cost = bench.ask(bench.product(recipe), SETS, typo=True)
        means = [
            np.mean([report(some).values["related"]["nDCG@10"].mean for some in run.values()]) for run in (right, wrong)
        ]
        lost = f"{means[0]:.4f}  one letter wrong {means[1]:.4f}  {means[1] - means[0]:+.4f}"
        print(f"{name:20} right {lost}  {cost:.2f} ms")


def unanswerable(bench: Bench) -> None:
    """How often it answers what no rule answers, and what one does."""
    search = bench.product(FULL)
    silent = bench.ask(search, ["unanswerable"])[0]["unanswerable"]
    for klass in sorted({one.klass for one in silent}):
        some = [one for one in silent if one.klass == klass]
        count = {status: sum(one.status == status for one in some) for status in ("answered", "weak", "none")}
        print(f"{klass:20} n {len(some):4} answered {count['answered'] / len(some):.3f} {count}")
    for name, asked in bench.ask(search, SETS, options=False)[0].items():
        right = report(asked).answered
        print(f"{name:20} n {right.n:4} answered, of those whose rule is in the first three: {right}")


def talk(bench: Bench) -> None:
    """Questions in players' words, those that parts of the search were chosen on and those that were held back."""
    for name, search in (("product", bench.product(FULL)), ("baseline", bench.baseline())):
        asked = bench.all_of(search, TALK)
        for scoring in ("related", "strict"):
            for one in (report(asked, "all"), *by_class(asked)):
                print(
                    f"{name:9} {scoring:8} {one.name:18} n {one.n:3}",
                    *(f"{m} {v}" for m, v in one.values[scoring].items()),
                )
    search = bench.product(FULL)
    print("answered, of those whose rule is in the first three", report(bench.all_of(search, TALK)).answered)
    print("answered, of those that no rule answers", report(bench.all_of(search, TALK_SILENT)).answered)


def languages(bench: Bench) -> None:
    """Questions in other languages than English, on English texts and on their own."""
    from benchmarks.languages import by_language

    rows = by_language(bench)
    keep(f"quality_languages_{bench.half or 'all'}", {"half": bench.half or "all", "rows": rows})


def passages(bench: Bench) -> None:
    """Root as a public peer scores itself: by the passage shown, which holds at least half of the quoted rule."""
    for name, search in (("product", bench.product(FULL)), ("baseline", bench.baseline())):
        held = report(bench.ask(search, ["root"])[0]["root"])
        for scoring, values in held.values.items():
            print(f"{name:9} {scoring:8} n {held.n:3} " + " ".join(f"{m} {v}" for m, v in values.items()))


PARTS = {"typos": typos, "unanswerable": unanswerable, "languages": languages, "talk": talk, "passages": passages}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("part", choices=("table", "row", *PARTS))
    parser.add_argument("name", nargs="?", default="product")
    parser.add_argument("--half", choices=("report", "tune", "all"), default="report")
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--work", type=Path, default=Path(tempfile.gettempdir()) / "rules-kb-quality")
    parser.add_argument("--index", type=Path, help="an index of the rulebooks that is there already")
    options = parser.parse_args(arguments)
    half = "" if options.half == "all" else options.half
    generation = open_generation(options.index) if options.index else opened(options.shared, options.work)
    bench = Bench(options.shared, generation, half)
    if options.part == "row":
        base, one = row(bench, "baseline"), row(bench, options.name)
        print(line(base, base), line(one, base), sep="\n")
    else:
        {"table": table, **PARTS}[options.part](bench)


if __name__ == "__main__":
    main()
