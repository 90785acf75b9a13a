"""Bad input: one clear sentence on what is wrong and where, what to do next, the designed exit code, no traceback."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command import Command, Done

GAME = """id = "chess"
name = "Chess"

[[document]]
id = "laws"
title = "Laws of Chess"
kind = "rules"
file = "laws.md"
version = "1"
"""
LAWS = "# Laws\n\n1.1. A pawn moves one square forward.\n\n1.2. A king in check must leave it.\n"


def a_corpus(folder: Path, game: str = GAME, laws: bytes = LAWS.encode()) -> Path:
    (folder / "corpus" / "chess").mkdir(parents=True)
    (folder / "corpus" / "chess" / "game.toml").write_text(game)
    (folder / "corpus" / "chess" / "laws.md").write_bytes(laws)
    return folder / "corpus"


@pytest.fixture
def kb(corpus: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(corpus, index, monkeypatch)


def refused(done: Done, code: int, *words: str) -> None:
    """It ended with `code`, printed no result, and said these words in at most three lines."""
    assert done.code == code, done.err
    assert done.out == ""
    assert "Traceback" not in done.err
    assert len([x for x in done.err.splitlines() if x and not x.startswith(("no index", "reading"))]) <= 3
    for word in words:
        assert word in done.err


@pytest.mark.parametrize("question", ["", "   ", "\n\t"])
def test_an_empty_question(kb: Command, question: str) -> None:
    refused(kb("query", question), 2, "empty")


def test_no_question_at_all(kb: Command) -> None:
    refused(kb("query"), 2, "empty")


def test_an_unknown_game_names_the_nearest(kb: Command) -> None:
    for arguments in (("query", "-g", "riftbund", "x"), ("check", "riftbund"), ("get", "riftbund 423.1")):
        refused(kb(*arguments), 2, "riftbund", "riftbound")


def test_an_unknown_command_names_the_nearest(kb: Command) -> None:
    refused(kb("qeury", "x"), 2, "qeury", "query")


def test_a_limit_out_of_range(kb: Command) -> None:
    refused(kb("query", "-n", "0", "x"), 2, "0")
    refused(kb("query", "-n", "1000000", "x"), 2, "1000000")


def test_an_unknown_setting(kb: Command, tmp_path: Path) -> None:
    (tmp_path / "kb.toml").write_text("limt = 3\n")
    refused(kb("--config", str(tmp_path / "kb.toml"), "games"), 2, "kb.toml", "limt", "limit")


def test_an_event_that_is_none(kb: Command) -> None:
    refused(kb("check", "riftbound", "florble the wug"), 2, "florble")


def test_a_state_that_is_none(kb: Command) -> None:
    refused(kb("check", "riftbound", "--state", "petrified"), 2, "petrified", "stunned")


def test_an_empty_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "corpus").mkdir()
    kb = Command(tmp_path / "corpus", tmp_path / "index", monkeypatch)
    refused(kb("query", "x"), 5, str(tmp_path / "corpus"), "kb add")


def test_no_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = Command(tmp_path / "none", tmp_path / "index", monkeypatch)
    refused(kb("query", "x"), 5, str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (GAME.replace("name =", "nmae ="), ("game.toml", "nmae", "name")),
        (GAME.replace("kind", "knid"), ("game.toml", "knid", "kind")),
        (GAME.replace('"rules"', '"ruels"'), ("game.toml", "ruels", "rules")),
        (GAME.replace('name = "Chess"', "name = Chess"), ("game.toml", "2")),
        (GAME.replace("laws.md", "../../laws.md"), ("game.toml", "../../laws.md")),
    ],
)
def test_a_wrong_game_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, words: tuple[str, ...]) -> None:
    kb = Command(a_corpus(tmp_path, game), tmp_path / "index", monkeypatch)
    refused(kb("-q", "build"), 5, *words)
    refused(kb("-q", "query", "pawn"), 5, *words)


@pytest.mark.parametrize("laws", [b"\xff\xfe\x00", b"Rules\x00\x01\x02\x81\x8d" * 9, b""])
def test_an_unreadable_document_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, laws: bytes) -> None:
    kb = Command(a_corpus(tmp_path, laws=laws), tmp_path / "index", monkeypatch)
    refused(kb("-q", "build"), 5, "laws.md")


def test_a_document_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = Command(a_corpus(tmp_path), tmp_path / "index", monkeypatch)
    (tmp_path / "corpus" / "chess" / "laws.md").unlink()
    refused(kb("-q", "build"), 5, "laws.md")


def test_a_format_that_no_reader_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kb = Command(a_corpus(tmp_path, GAME.replace("laws.md", "laws.xyz")), tmp_path / "index", monkeypatch)
    (tmp_path / "corpus" / "chess" / "laws.md").rename(tmp_path / "corpus" / "chess" / "laws.xyz")
    refused(kb("-q", "build"), 5, "laws.xyz")


@pytest.fixture
def broken(corpus: Path, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """A copy of the index, to be damaged."""
    shutil.copytree(index, tmp_path / "index")
    return Command(corpus, tmp_path / "index", monkeypatch)


def generation(index: Path) -> Path:
    return index / str(json.loads((index / "CURRENT").read_text())["stamp"])


def test_a_half_written_index(broken: Command) -> None:
    (generation(broken.index) / "catalogue.sqlite").unlink()
    refused(broken("query", "stunned"), 4, "catalogue.sqlite", "kb build")


@pytest.mark.parametrize(
    "name", ["catalogue.sqlite", "vectors.faiss", "words/words.json", "states.json", "model/model.onnx"]
)
def test_a_cut_off_index_file_is_no_traceback(broken: Command, name: str) -> None:
    path = generation(broken.index) / name
    assert path.is_file(), sorted(p.name for p in generation(broken.index).rglob("*"))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    refused(broken("query", "may a stunned unit move"), 4, "kb build")


def test_a_flipped_bit_is_found_by_doctor(broken: Command) -> None:
    path = generation(broken.index) / "words" / "weights.npy"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    done = broken("doctor")
    assert done.code == 1
    assert "words/weights.npy is not as it was written" in done.out + done.err


@pytest.mark.parametrize("text", ["", "{", '{"stamp": 3}', '{"stamp": "0123", "built": "x", "fingerprint": "y"}'])
def test_a_damaged_pointer(broken: Command, text: str) -> None:
    (broken.index / "CURRENT").write_text(text)
    refused(broken("query", "stunned"), 4, "kb build")


def test_an_index_of_another_model(broken: Command) -> None:
    path = generation(broken.index) / "manifest.json"
    manifest = json.loads(path.read_text())
    path.write_text(json.dumps({**manifest, "embedder": "some-other-model@1"}))
    refused(broken("query", "may a stunned unit move"), 4, "some-other-model", "all-MiniLM", "kb build")


def test_an_index_of_another_model_than_the_settings_name(kb: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_MODEL", "some/other-model")
    refused(kb("query", "stunned"), 4, "some/other-model", "the shipped model", "kb build")


def test_an_index_of_a_newer_program(broken: Command) -> None:
    path = generation(broken.index) / "manifest.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "schema": 99}))
    refused(broken("query", "stunned"), 4, "99", "kb build")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="folders have no such owner here")
def test_no_place_to_write_the_index(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    kb = Command(corpus, tmp_path / "file" / "index", monkeypatch)
    refused(kb("-q", "query", "stunned"), 4, str(tmp_path / "file"))


def test_a_changed_corpus_answers_and_says_so(
    corpus: Path, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(corpus, tmp_path / "corpus")
    with (tmp_path / "corpus" / "riftbound" / "core.md").open("a") as document:
        document.write("\n\n")
    kb = Command(tmp_path / "corpus", index, monkeypatch)
    done = kb("query", "stunned")
    assert done.code == 0
    assert "kb build" in done.err
    assert done.out == Command(corpus, index, monkeypatch)("query", "stunned").out
    assert kb("-q", "query", "stunned").err == ""


def test_a_traceback_only_for_those_who_ask(kb: Command) -> None:
    assert "Traceback" not in kb("-v", "query", "-g", "nope", "x").err
    assert "Traceback" in kb("-vv", "query", "-g", "nope", "x").err


def test_our_own_fault_is_70(kb: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("kb.api.KnowledgeBase.query", fails)
    refused(kb("query", "x"), 70, "internal error", "oops", "-vv")


@pytest.fixture
def shell(corpus: Path, index: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Runs a line of bash in which $KB is the command; the process has no settings of the person who tests."""

    def run(line: str, stdin: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
        kb = f"'{sys.executable}' -m kb --corpus '{corpus}' --index '{index}'"
        where = {"PATH": os.environ["PATH"], "KB": kb, **env}
        return subprocess.run(["bash", "-c", line.replace("$KB", kb)], input=stdin, capture_output=True, env=where)

    return run


Shell = Callable[..., "subprocess.CompletedProcess[bytes]"]


def test_bytes_that_are_no_text_are_a_question_like_any_other(shell: Shell) -> None:
    alone = shell("$KB query --json $'stunned \\xff\\xfe'")
    assert alone.returncode == 0, alone.stderr
    assert json.loads(alone.stdout)["hits"]
    lines = b"\xef\xbb\xbfstunned\n\n \n\xff\xfe\n" + b'{"question": "\\ud800 stunned"}\n{"question": null}\nstun'
    piped = shell("$KB query --json -", lines)
    rows = [json.loads(line) for line in piped.stdout.splitlines()]
    assert piped.returncode == 0, piped.stderr
    assert [r["question"] for r in rows[:1]] == ["stunned"]
    assert [bool(r["hits"]) for r in rows] == [True, False, True, False, True]  # marks alone find nothing
    assert shell("$KB query -", lines).returncode == 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_json_is_json_in_every_encoding(shell: Shell, encoding: str) -> None:
    done = shell("$KB query --json 'na\u00efve \u2603 stunned'", PYTHONIOENCODING=encoding, PYTHONUTF8="1")
    assert json.loads(done.stdout.decode(encoding))["question"] == "na\u00efve \u2603 stunned", done.stderr
    assert shell("$KB query '\u2603 stunned'", PYTHONIOENCODING=encoding).returncode == 0


@pytest.mark.parametrize("command", ["query stunned", "query --json stunned", "get riftbound 423.1", "games", "--help"])
def test_an_output_that_cannot_be_written_is_one_sentence(shell: Shell, command: str) -> None:
    full = shell(f"$KB {command} >/dev/full")
    assert (full.returncode, full.stderr) == (70, b"kb: the output: No space left on device\n")
    closed = shell(f"$KB {command} >&-")
    assert (closed.returncode, closed.stderr) == (0, b"")
    assert shell(f"$KB {command} <&- 2>&-").returncode == 0


def test_nothing_found_that_cannot_be_written_is_one_sentence_too(shell: Shell) -> None:
    assert shell("$KB query --json xyzzy").returncode == 1
    full = shell("$KB query --json xyzzy >/dev/full")
    assert (full.returncode, full.stderr) == (70, b"kb: the output: No space left on device\n")


@pytest.mark.parametrize(("command", "code"), [("query --json stunned", 0), ("query xyzzy", 1), ("get 423.999", 1)])
def test_a_command_that_only_read_ends_at_once_with_all_that_was_to_be_done(
    corpus: Path, index: Path, shell: Shell, command: str, code: int
) -> None:
    """The whole answer is written, what was registered for the end runs, and the exit code stands."""
    program = "import atexit, sys; from kb.cli import main; atexit.register(print, 'END', file=sys.stderr); main()"
    given = ["--corpus", str(corpus), "--index", str(index), *command.split()]
    done = subprocess.run([sys.executable, "-c", program, *given], capture_output=True)
    asked = shell(f"$KB {command} | cat; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, done.stdout) == (asked.returncode, asked.stdout) == (code, asked.stdout)
    assert done.stderr == asked.stderr + b"END\n"


def test_a_wrong_option_is_one_sentence(kb: Command) -> None:
    refused(kb("query", "--frob", "x"), 2, "--frob", "kb query --help")
    refused(kb("query", "--kind", "foo", "x"), 2, "foo", "clause")


def test_a_document_or_a_version_that_is_not_there(kb: Command) -> None:
    refused(kb("query", "--document", "nope", "stunned"), 2, "'nope'", "core", "faq")
    refused(kb("query", "--version", "99", "-g", "riftbound", "stunned"), 2, "'99'", "1.3")
    found = kb("query", "--json", "-g", "riftbound", "--document", "CR", "--version", "v1.3", "stunned").json
    assert {(h["document"], h["version"]) for h in found["hits"]} == {("core", "1.3")}
