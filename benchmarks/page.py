"""The page measured: `python -m benchmarks.page [CORPUS INDEX]` writes benchmarks/page.md.

Our server and the same page under Streamlit's own defaults (`streamlit run`), one after the other in one run: Enter to
new results against the library's own answer, the first result on a 1.6 Mbit/s link, and how many sessions with 3 s of
think time are served before the 95th percentile passes a second.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

from kb import KnowledgeBase

ROOT = Path(__file__).parents[1]
QUESTIONS = (
    "can a stunned unit rally", "when does stunned end", "can a stunned unit attack", "who removes the state",
    "does stun stack", "can a stunned unit move", "is a stunned unit killed", "what does stunned do",
    "may I shoot while stunned", "can a doctor cancel it", "how much damage stuns", "does it deal damage in combat",
)  # fmt: skip
LINK = {"downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8, "latency": 150, "offline": False}  # "slow 4G"
STEPS = (5, 10, 20, 40, 80, 160, 320, 640)
THINK_SECONDS = 3.0
STEP_SECONDS = 15.0
TOO_SLOW = 1.0  # seconds at the 95th percentile
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
READY = '[data-testid="stApp"][data-test-connection-state="CONNECTED"][data-test-script-state="notRunning"]'


@dataclass(frozen=True, slots=True)
class Server:
    """A running server: where, and which process."""

    address: str
    pid: int


@contextmanager
def server(kind: str, corpus: Path, index: Path) -> Iterator[Server]:
    """Ours (`kb serve`), or the same page by `streamlit run` with nothing set."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "KB_CORPUS": str(corpus), "KB_INDEX": str(index)}
    if kind == "ours":
        command = [sys.executable, "-m", "kb", "serve", "--port", port]
    else:
        script = str(ROOT / "ui" / "app.py")
        command = [sys.executable, "-m", "streamlit", "run", script, "--server.port", port, "--server.headless", "true"]
    with tempfile.TemporaryDirectory() as elsewhere:  # where no settings file of ours is found
        process = subprocess.Popen(
            command, cwd=elsewhere, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            address = f"http://localhost:{port}"
            _wait(address)
            yield Server(address, process.pid)
        finally:
            process.terminate()
            process.wait(20)


def _wait(address: str) -> None:
    for _ in range(600):
        try:
            urlopen(address, timeout=5).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError(f"no server at {address}")


def own_answers(corpus: Path, index: Path) -> list[float]:
    """Milliseconds of the library's own answers, warm."""
    with KnowledgeBase.open(corpus, index) as kb:
        kb.query(QUESTIONS[0])
        return [_timed(partial(kb.query, q)) for q in QUESTIONS]


def _timed(call: Any) -> float:
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000


START = """() => addEventListener('keydown', (event) => {
  if (event.key === 'Enter') window.pressed = performance.now();
}, true)"""
SHOWN = """([question, patience]) => new Promise((done) => {
  const look = () => {
    const now = performance.now();
    const there = document.querySelector('#kb-results')?.dataset.q === question;
    if (there || now - window.pressed > patience) done(now - window.pressed);
    else requestAnimationFrame(look);
  };
  look();
})"""
PATIENCE = 20_000  # ms: an answer that takes longer counts as that long


def enter_to_results(page: Any, address: str) -> list[float]:
    """Milliseconds from Enter to the new results in the page, for each question."""
    page.goto(address)
    page.wait_for_selector("#kb-results")
    page.wait_for_selector(READY)
    page.evaluate(START)
    box = page.get_by_test_id("stTextInput").locator("input")
    found = []
    for question in QUESTIONS:
        page.wait_for_timeout(500)
        box.fill(question)
        box.press("Enter", no_wait_after=True)
        found.append(float(page.evaluate(SHOWN, [question, PATIENCE])))
    return found


@dataclass(frozen=True, slots=True)
class First:
    """The first result in a fresh browser on a slow link: seconds, requests, bytes sent."""

    seconds: float
    requests: int
    kilobytes: float


def first_result(browser: Any, url: str, selector: str) -> First:
    """Open `url` in a fresh browser on the slow link until `selector` is there."""
    context = browser.new_context()
    page = context.new_page()
    link = context.new_cdp_session(page)
    link.send("Network.enable")
    link.send("Network.emulateNetworkConditions", LINK)
    sizes: list[float] = []
    link.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    started = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(selector, timeout=120_000)
    seconds = time.perf_counter() - started
    context.close()
    return First(seconds, len(sizes), sum(sizes) / 1000)


@dataclass(frozen=True, slots=True)
class Load:
    """A step of the load: sessions; median and 95th percentile in seconds; processor ms a question; MB a session."""

    sessions: int
    median: float
    p95: float
    processor: float
    megabytes: float


def load(running: Server) -> list[Load]:
    """Raise the number of sessions until the 95th percentile passes a second."""
    found = []
    for sessions in STEPS:
        command = [sys.executable, "-m", "benchmarks.page_sessions", running.address, str(running.pid), str(sessions)]
        before = processor_seconds(running.pid)
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        spent = processor_seconds(running.pid) - before
        answer = json.loads(done.stdout)
        seconds = sorted(answer["seconds"])
        p95 = quantiles(seconds, n=20)[-1] if len(seconds) > 1 else float("inf")
        each = 1000 * spent / (len(seconds) + sessions)  # opening the page is a run too
        found.append(Load(sessions, median(seconds or [float("inf")]), p95, each, answer["megabytes"]))
        print(kindly(found[-1]), file=sys.stderr)
        if p95 > TOO_SLOW:
            break
    return found


def processor_seconds(pid: int) -> float:
    """User and system time of a process so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kindly(step: Load) -> str:
    """A step of the load in words."""
    return f"{step.sessions} sessions: median {step.median:.3f} s, p95 {step.p95:.3f} s, {step.processor:.1f} ms each"


def measure(corpus: Path, index: Path, chromium: str) -> dict[str, Any]:
    """Every figure, ours and Streamlit's own."""
    from playwright.sync_api import sync_playwright

    question = urlencode({"q": QUESTIONS[0]})
    found: dict[str, Any] = {"library": own_answers(corpus, index)}
    for kind in ("ours", "streamlit"):
        with server(kind, corpus, index) as running, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            found[f"{kind} enter"] = enter_to_results(browser.new_page(), running.address)
            found[f"{kind} first"] = first_result(browser, f"{running.address}/?{question}", "#hit-1")
            if kind == "ours":
                found["lite"] = first_result(browser, f"{running.address}/lite?{question}", "#hit-1")
                found["rule"] = first_result(browser, f"{running.address}{_rule(corpus, index)}", "h1")
            browser.close()
            found[f"{kind} load"] = load(running)
    return found


def _rule(corpus: Path, index: Path) -> str:
    with KnowledgeBase.open(corpus, index) as kb:
        return f"/r/{kb.query(QUESTIONS[0]).hits[0].chunk.rule_id}"


def report(found: dict[str, Any]) -> str:
    """The figures as a page of Markdown."""
    own, ours, theirs = (median(found[k]) for k in ("library", "ours enter", "streamlit enter"))
    lines = [
        "# The page, measured",
        "",
        f"Written by `python -m benchmarks.page` on {platform.machine()}, {os.cpu_count()} shared cores: read ratios.",
        "",
        "## Enter to new results (Chromium, median)",
        "",
        "| | ms |",
        "|---|---|",
        f"| the library's own answer | {own:.0f} |",
        f"| our page | {ours:.0f} |",
        f"| the same page under Streamlit's defaults | {theirs:.0f} |",
        "",
        f"Ours takes {ours - own:.0f} ms more than the library.",
        "",
        "## First result in a fresh browser at 1.6 Mbit/s, 150 ms",
        "",
        "| | seconds | requests | kB |",
        "|---|---|---|---|",
        *(
            f"| {name} | {f.seconds:.2f} | {f.requests} | {f.kilobytes:.0f} |"
            for name, f in (
                ("our page", found["ours first"]),
                ("the same page under Streamlit's defaults", found["streamlit first"]),
                ("`/lite`", found["lite"]),
                ("a rule's page", found["rule"]),
            )
        ),
        "",
        "## Sessions, each asking every 3 s",
        "",
        "| | sessions | median s | p95 s | processor ms a question | MB a session |",
        "|---|---|---|---|---|---|",
        *_load_rows("ours", found["ours load"]),
        *_load_rows("Streamlit's defaults", found["streamlit load"]),
        "",
        f"A question takes {least(found['ours load']):.1f} ms of processor time, "
        f"{least(found['streamlit load']):.1f} ms under Streamlit's defaults: "
        f"{least(found['streamlit load']) / least(found['ours load']):.1f} times as much.",
        "",
        f"Served with p95 under a second: {served(found['ours load'])} sessions, "
        f"{served(found['streamlit load'])} under Streamlit's defaults.",
        "",
    ]
    return "\n".join(lines)


def _load_rows(name: str, steps: list[Load]) -> Iterator[str]:
    for s in steps:
        yield f"| {name} | {s.sessions} | {s.median:.3f} | {s.p95:.3f} | {s.processor:.1f} | {s.megabytes:.2f} |"


def served(steps: list[Load]) -> int:
    """The most sessions whose 95th percentile stayed under a second."""
    return max((s.sessions for s in steps if s.p95 <= TOO_SLOW), default=0)


def least(steps: list[Load]) -> float:
    """The least processor time of a question over the steps: what other programs of the machine took is not in it."""
    return min(s.processor for s in steps)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="?", default=ROOT / "corpus")
    parser.add_argument("index", type=Path, nargs="?", default=ROOT / "index")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    given = parser.parse_args()
    text = report(measure(given.corpus.absolute(), given.index.absolute(), given.chromium))
    (ROOT / "benchmarks" / "page.md").write_text(text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()
