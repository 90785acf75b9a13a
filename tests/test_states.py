"""The checker's data: what a state file may hold, what is refused, and that every quote stands where it says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kb.build.reading import read_corpus
from kb.checker import check, verdicts
from kb.cite import citation
from kb.errors import BadGameFile, IndexUnusable
from kb.models import Citation, Game
from kb.states import StateTable, fold, from_json, load_state, load_states, resolve, schema, to_json, verify
from tests.state_tables import ROOT, shipped, table, tables

GAME = Game("game", "Game")
RULES = {
    "1": "A dazed piece cannot jump. It may wait.",
    "2": "A piece is dazed when a bell rings.",
    "3": "It ends at dawn.",
}
STATE = """
id = "dazed"
name = "Dazed"
document = "rules"
words = ["dazed"]
subjects = ["piece"]

[[event]]
id = "bell"
name = "A bell rings"
words = ["bell"]

[[event]]
id = "dawn"
name = "Dawn comes"
words = ["dawn"]

[[action]]
id = "jump"
name = "jump"
words = ["jump"]

[[gain]]
events = ["bell"]
why = "A bell dazes."
rule = "2"
quote = "dazed when a bell rings"

[[effect]]
kind = "deny"
actions = ["jump"]
why = "It cannot jump."
rule = "1"
quote = "cannot jump"

[[loss]]
events = ["dawn"]
automatic = true
why = "Dawn ends it."
rule = "3"
quote = "ends at dawn"
"""


def lookup(document: str, number: str) -> Citation | None:
    text = RULES.get(number) if document == "rules" else None
    return Citation("game", document, "1", number, (), None, (1, 1), text, "", f"Game {number}") if text else None


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "states" / "dazed.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def loaded(tmp_path: Path, text: str = STATE) -> StateTable:
    return load_state(written(tmp_path, text), GAME)


def problems(tmp_path: Path, text: str) -> dict[str, str]:
    return {problem.code: problem.message for problem in verify(loaded(tmp_path, text), lookup)}


def test_a_state_by_a_data_file_alone(tmp_path: Path) -> None:
    whole = resolve(loaded(tmp_path), lookup)
    assert verify(loaded(tmp_path), lookup) == ()
    assert check(whole, ["bell"], "jump").outcome == "illegal"
    assert check(whole, ["bell", "dawn"], "jump").outcome == "legal"
    assert load_states(tmp_path, GAME) == (loaded(tmp_path),)


def test_the_schema_is_one_and_the_shipped_files_fit_it() -> None:
    Draft202012Validator.check_schema(schema())
    assert [t.game.id for t in tables()] == ["damage-and-rally", "infinity", "riftbound"]


@pytest.mark.parametrize("one", tables(), ids=lambda one: one.game.id)
def test_every_quote_stands_word_for_word_at_its_citation(one: StateTable) -> None:
    texts = {}
    for parsed, chunks in shipped().filed:
        if parsed.source.game == one.game.id:
            texts.update({(parsed.source.id, chunk.number): fold(chunk.text) for chunk in chunks})
    for row in one.rows:
        assert len(row.citations) == len(row.quotes) > 0
        for cited in row.citations:
            assert fold(cited.quote) in texts[cited.document, cited.number]


def test_no_row_of_the_shipped_states_is_refused() -> None:
    assert [p for p in shipped().problems if "states/" in p.document] == []
    for one in tables():
        raw = load_states(ROOT / "corpus" / one.game.id, one.game)[0]
        assert len(raw.rows) == len(one.rows)


BROKEN = ('{"format": 1, "tables": null}', '{"format": 1, "tables": ["x"]}', '{"format": 1, "tables": [{"x": {}}]}')


def test_json_holds_everything() -> None:
    assert from_json(to_json(tables())) == tables()
    assert to_json(from_json(to_json(tables()))) == to_json(tables())
    for wrong in ("", "[]", '{"format": 99, "tables": []}', '{"format": 1, "tables": [{"id": 1}]}', *BROKEN):
        with pytest.raises(IndexUnusable):
            from_json(wrong)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('quote = "cannot jump"\n', "", "effect 1: 'quote' is a required property: a row needs the number of a rule"),
        ('rule = "3"\n', "", "loss 1: 'rule' is a required property"),
        ('kind = "deny"', 'kind = "forbid"', "effect 1, kind:"),
        ('kind = "deny"', 'kind = "deny"\nwhat = 1', "effect 1: Additional properties are not allowed ('what'"),
        ('actions = ["jump"]', 'actions = ["leap"]', "effect 1: there is no action 'leap'"),
        ('events = ["bell"]', 'events = ["gong"]', "gain 1: there is no event 'gong'"),
        (
            'events = ["bell"]',
            'events = ["bell"]\nwhen = [{ fact = "hour", over = 3 }]',
            "gain 1: there is no fact 'hour'",
        ),
        ('words = ["dazed"]', "words = []", "words:"),
        ('name = "Dazed"', "name = ", "cannot be read"),
        ('id = "dawn"', 'id = "bell"', "event 'bell' stands twice"),
    ],
)
def test_a_wrong_file_is_named_with_its_row(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(BadGameFile) as error:
        loaded(tmp_path, STATE.replace(old, new, 1))
    assert str(error.value).startswith(str(tmp_path / "states" / "dazed.toml"))
    assert said in str(error.value)


DENY_IS_ALLOW = """
[[effect]]
kind = "allow"
actions = ["jump"]
why = "It may jump."
rule = "1"
quote = "A dazed piece"
"""


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        (STATE.replace("cannot jump", "can jump"), "quote-missing", "effect 1: game/rules 1 does not say"),
        (STATE.replace('rule = "3"', 'rule = "33"'), "rule-missing", "loss 1: game/rules 33 is not in the corpus"),
        (STATE[: STATE.index("[[loss]]")], "endless-state", "Dazed has no loss row: nothing ends it"),
        (STATE.replace("[[gain]]", "[[bar]]"), "state-without-gain", "Dazed has no gain row: nothing brings it about"),
        (STATE + DENY_IS_ALLOW, "contradiction", "effect 1 and effect 2 contradict each other"),
        (STATE, "", ""),
    ],
)
def test_what_doctor_names(tmp_path: Path, text: str, code: str, said: str) -> None:
    found = problems(tmp_path, text)
    assert list(found) == ([code] if code else [])
    assert said in "".join(found.values())
    assert {p.document for p in verify(loaded(tmp_path, text), lookup)} <= {"game/states/dazed.toml"}


@pytest.mark.parametrize("section", ["gain", "effect", "loss"])
def test_a_state_without_a_section_is_still_asked_without_a_fault(tmp_path: Path, section: str) -> None:
    whole = resolve(loaded(tmp_path), lookup)
    less = replace(whole, rows=tuple(row for row in whole.rows if row.section != section))
    for ask in ("now", "end", "remove", "numbers", "everything", "gain", "jump", "is a piece dazed after the bell"):
        for events in ((), ("bell",), ("bell", "dawn")):
            assert check(less, events, ask).outcome


def test_a_row_whose_quote_is_not_found_is_refused(tmp_path: Path) -> None:
    """Without its row the action is no longer forbidden: a verdict never stands without its words."""
    whole = resolve(loaded(tmp_path, STATE.replace("cannot jump", "can jump")), lookup)
    assert [row.section for row in whole.rows] == ["gain", "loss"]
    assert check(whole, ["bell"], "jump").outcome == "not_addressed"


def test_rows_under_exclusive_conditions_do_not_contradict(tmp_path: Path) -> None:
    fact = '[[fact]]\nid = "brave"\nask = "Is it brave?"\nyes = ["brave"]\n'
    text = STATE.replace('why = "It cannot jump."', 'when = [{ fact = "brave", is = false }]\nwhy = "It cannot jump."')
    brave = DENY_IS_ALLOW.replace("why =", 'when = [{ fact = "brave", is = true }]\nwhy =')
    assert problems(tmp_path, text + brave + fact) == {}


def test_the_example_of_the_docs_needs_no_code() -> None:
    """docs/examples/srd: a condition of another game, by its data file alone, asked in speech."""
    read = read_corpus(ROOT / "docs" / "examples", lambda step, done, of: None)
    assert read.problems == ()
    prone = read.states
    assert verdicts("can a prone creature walk", prone)[0].outcome == "illegal"
    assert verdicts("can a prone creature crawl", prone)[0].outcome == "legal"
    assert verdicts("does prone stack", prone)[0].outcome == "illegal"
    assert verdicts("does being prone stop a creature from walking", prone)[0].headline == "YES"
    assert verdicts("is a prone creature unable to crawl", prone)[0].headline == "NO"
    assert check(prone[0], ["go prone speed 30", "stand up speed 30"], "walk").outcome == "legal"
    assert check(prone[0], ["go prone speed 0"], "now").outcome == "illegal"
    assert check(prone[0], ["go prone speed 30"], "advantage").missing == ("How far away is the attacker, in feet?",)


def test_citations_are_those_of_the_chunks() -> None:
    row = next(row for row in table("riftbound").rows if row.quotes[0].rule == "423.1.a.2")
    parsed, chunks = next((p, c) for p, c in shipped().filed if p.source.id == "core")
    chunk = next(chunk for chunk in chunks if chunk.number == "423.1.a.2")
    game = next(game for game in shipped().games if game.id == "riftbound")
    assert row.citations[0] == citation(chunk, game, parsed.source, row.quotes[0].words)
