"""The commands that answer: query, get, check, compare, games; exit codes, streams, JSON."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import Command
from tests.test_schema import validate


@pytest.fixture
def kb(corpus: Path, index: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(corpus, index, monkeypatch)


def test_the_question_that_started_it(kb: Command) -> None:
    done = kb("query", "can a stunned unit rally")
    assert done.code == 0
    assert done.err == ""
    assert "Damage & Rally: ILLEGAL" in done.out
    assert "Riftbound: UNDEFINED" in done.out
    assert "Infinity: UNDEFINED" in done.out
    assert done.out.index("ILLEGAL") < done.out.index("1. Damage & Rally")


@pytest.mark.parametrize("asked", ["423.1.a.2", "riftbound 423.1.a.2", "CR 423.1.A.2.", "what does 423.1.a.2 say"])
def test_a_number_leads_to_its_rule(kb: Command, asked: str) -> None:
    hits = kb("query", "--json", asked).json["hits"]
    assert (hits[0]["number"], hits[0]["game"]) == ("423.1.a.2", "riftbound")


def test_words_of_a_question_need_no_quotes(kb: Command) -> None:
    assert kb("query", "can", "a", "stunned", "unit", "rally").out == kb("query", "can a stunned unit rally").out


def test_json_is_what_the_schema_says_also_when_nothing_is_found(kb: Command) -> None:
    for question in ("can a stunned unit rally", "zebra pancake velocipede", "423.9.z"):
        validate("query", kb("query", "--json", question).json)


def test_nothing_found_is_exit_1_and_said(kb: Command) -> None:
    done = kb("query", "zebra pancake velocipede")
    assert done.code == 1
    assert done.out.strip()
    assert done.err == ""


def test_the_game_narrows_before_ranking(kb: Command) -> None:
    hits = kb("query", "--json", "-g", "infinity", "-n", "3", "stunned").json["hits"]
    assert len(hits) == 3
    assert {h["game"] for h in hits} == {"infinity"}


def test_questions_from_a_pipe_one_answer_a_line(kb: Command) -> None:
    lines = 'can a stunned unit rally\n\n{"question": "what is stunned", "game": "infinity"}\n423.1.a\n'
    done = kb("query", "--format", "jsonl", "-", stdin=lines)
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [r["question"] for r in rows] == ["can a stunned unit rally", "what is stunned", "423.1.a"]
    assert {h["game"] for h in rows[1]["hits"]} == {"infinity"}
    assert done.code == 0


def test_one_by_one_gives_what_the_pipe_gives(kb: Command) -> None:
    questions = ["can a stunned unit rally", "when does stun end", "faq-3"]
    piped = kb("query", "--json", stdin="\n".join(questions)).out.splitlines()
    alone = [kb("query", "--format", "jsonl", q).out.strip() for q in questions]
    assert piped == alone


def test_a_bad_line_gets_its_own_answer_and_the_rest_goes_on(kb: Command) -> None:
    done = kb(
        "query",
        "--json",
        "-g",
        "infinity",
        stdin='{"question": \n{"question": "x", "game": "chess"}\nwhat is stunned\n',
    )
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert [r["status"] for r in rows][:2] == ["none", "none"]
    assert "not JSON" in rows[0]["notes"][0]
    assert "chess" in rows[1]["notes"][0]
    assert rows[2]["hits"]


def test_get_shows_a_rule_with_what_is_below_it(kb: Command) -> None:
    done = kb("get", "riftbound", "423.1.a", "--tree")
    assert done.code == 0
    assert [n for n in re.findall(r"^  (\S+)", done.out, re.MULTILINE) if n.startswith("423")] == [
        "423.1.a.1",
        "423.1.a.1/example-1",
        "423.1.a.2",
    ]


def test_get_json_is_what_the_schema_says(kb: Command) -> None:
    made = kb("get", "--json", "riftbound/core@1.3:423.1.b").json
    validate("get", made)
    assert made["missing"] == ["465"]
    assert made["parents"][-1]["number"] == "423.1"


def test_get_of_several_goes_on_past_one_that_is_missing(kb: Command) -> None:
    done = kb("get", "riftbound 423.1.a", "riftbound 999.9", "riftbound 423.1.b")
    assert done.code == 1
    assert "423.1.a" in done.out
    assert "423.1.b" in done.out
    assert "999.9" in done.err


def test_a_rule_that_is_not_there_names_the_nearest(kb: Command) -> None:
    done = kb("get", "riftbound 423.1.a.7")
    assert (done.code, done.out) == (1, "")
    assert "423.1.a.7" in done.err
    assert "423.1.a.2" in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (("damage-and-rally", "damage 5 resolve 4 during command", "--ask", "rally"), 1, "ILLEGAL"),
        (("riftbound", "--ask", "move"), 0, "LEGAL"),
        (("riftbound", "--ask", "rally"), 3, "UNDEFINED"),
    ],
)
def test_the_outcome_is_the_exit_code(kb: Command, arguments: tuple[str, ...], code: int, word: str) -> None:
    done = kb("check", *arguments)
    assert (done.code, done.err) == (code, "")
    assert word in done.out
    made = kb("check", "--json", *arguments).json
    validate("check", made)
    assert made["outcome"] == word.lower()


def test_compare_has_a_column_a_game_and_every_cell_cited(kb: Command) -> None:
    made = kb("compare", "--json", "stunned").json
    validate("compare", made)
    assert [c["game"]["id"] for c in made["columns"]] == ["damage-and-rally", "infinity", "riftbound"]
    assert all(cell["citations"] for column in made["columns"] for cell in column["cells"])
    assert all(column["cells"] for column in made["columns"])


def test_context_shows_the_rules_around_a_passage(kb: Command) -> None:
    asked = ("query", "-n", "1", "riftbound 423.1.a.2", "--json", "--context")
    plain, parents, section = (kb(*asked, how).json for how in ("none", "parents", "section"))
    assert plain["hits"][0]["context"] == []
    assert [r["number"] for r in parents["hits"][0]["context"]][-2:] == ["423.1", "423.1.a"]
    assert [r["number"] for r in section["hits"][0]["context"]][-2:] == ["423.1.a.1", "423.1.a.2"]
    for made in (plain, parents, section):
        validate("query", made)
    shown = kb("query", "-n", "1", "riftbound 423.1.a.2", "--context", "section").out
    assert shown.index("423.1.a.1 ") < shown.index("   | ")


def test_games_lists_the_documents(kb: Command) -> None:
    made = kb("games", "--json").json
    validate("games", made)
    assert {d["id"] for g in made["games"] for d in g["documents"]} >= {"core", "faq"}
    assert "Riftbound" in kb("games").out


def test_two_runs_under_two_hash_seeds_give_the_same_bytes(corpus: Path, index: Path) -> None:
    command = [sys.executable, "-m", "kb", "--corpus", str(corpus), "--index", str(index), "query", "--json", "stunned"]
    made = {
        subprocess.run(command, capture_output=True, env={"PYTHONHASHSEED": seed, "PATH": ""}, check=True).stdout
        for seed in ("1", "2")
    }
    assert len(made) == 1


def test_a_closed_pipe_is_no_error(corpus: Path, index: Path) -> None:
    kb = f"'{sys.executable}' -m kb --corpus '{corpus}' --index '{index}'"
    command = f"{kb} query stunned -n 40 | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


def test_colours_only_where_asked_for(kb: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in kb("query", "stunned").out
    assert "\x1b[1m" in kb("--color", "always", "query", "stunned").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in kb("query", "stunned").out
