"""The state checker: what the golden tables say, and what holds for every list of events."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.checker import Ask, check, listing, run, timeline, timeline_dot, understand, verdicts
from kb.checker.asks import read_ask
from kb.checker.facts import read_event
from kb.checker.words import terms
from kb.errors import UsageError
from kb.models import Verdict
from kb.states import StateTable
from tests.state_tables import golden, table, tables

GAMES = ("damage-and-rally", "infinity", "riftbound")
DEFINITE = ("legal", "illegal")
CASES = [(game, *line) for game in GAMES for line in golden(f"checker_{game}.md")]
EVENTS = {
    "damage-and-rally": (
        "damage 5 resolve 4 during command",
        "damage 4 resolve 4 during command",
        "damage 6 resolve 4",
        "stun",
        "end-turn",
        "idle",
    ),
    "infinity": (
        "stun",
        "attack",
        "successful attack capable",
        "states-phase",
        "end-turn",
        "doctor wounds contact short skill passed",
        "engineer wounds contact short skill passed",
    ),
    "riftbound": ("stun", "stun without a game effect", "blast cone", "end-turn", "combat", "cannot be stunned"),
}
_HEAP = """can may does is when how what who long the a my stunned stun stuns unit trooper attacker rally
attack move damage 5 4 -3 resolve might during command if again already still next turn end of wear
off remove doctor wip roll saving not without game effect zorble Gangplank ? , . it stack herald
trigger infinity riftbound survive score"""
HEAP = _HEAP.split()
some_game = st.sampled_from(GAMES)
some_events = some_game.flatmap(
    lambda game: st.tuples(st.just(table(game)), st.lists(st.sampled_from(EVENTS[game]), max_size=5))
)


def facts(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";") if part.strip())


def numbers(verdict: Verdict) -> list[str]:
    return [citation.number for citation in verdict.citations]


@pytest.mark.parametrize(("game", "question", "told", "outcome", "rule"), CASES)
def test_golden(game: str, question: str, told: str, outcome: str, rule: str) -> None:
    verdict = check(table(game), facts(told), question)
    assert (verdict.outcome, verdict.game) == (outcome, game), verdict.why
    assert not rule or rule in numbers(verdict), verdict.why
    assert bool(verdict.missing) == (outcome == "undecided")


@pytest.mark.parametrize(("game", "question", "told", "outcome", "rule"), CASES)
def test_without_the_cited_rows_the_outcome_changes(
    game: str, question: str, told: str, outcome: str, rule: str
) -> None:
    """A verdict rests on the rows it cites: without those that cite the rule, it no longer stands as it was."""
    whole = table(game)
    before = check(whole, facts(told), question)
    if before.outcome not in DEFINITE:
        return
    quotes = {citation.quote for citation in before.citations}
    rows = tuple(row for row in whole.rows if not any(c.quote in quotes for c in row.citations))
    after = check(replace(whole, rows=rows), facts(told), question)
    assert (after.outcome, after.why) != (before.outcome, before.why)
    assert not quotes & {citation.quote for citation in after.citations}
    if before.headline == "":
        assert after.outcome != before.outcome


@settings(max_examples=60, deadline=None)
@given(some_events)
def test_the_same_input_gives_the_same_bytes(case: tuple[StateTable, list[str]]) -> None:
    whole, events = case
    for ask in ("now", "end", "numbers", "everything", whole.actions[0].words[0]):
        one, two = (json.dumps(asdict(check(whole, tuple(events), ask))) for _ in range(2))
        assert one == two


@settings(max_examples=60, deadline=None)
@given(some_events)
def test_no_verdict_without_a_citation(case: tuple[StateTable, list[str]]) -> None:
    whole, events = case
    for action in whole.actions:
        verdict = check(whole, tuple(events), Ask("may", action.name, action.id))
        assert verdict.citations or verdict.outcome not in DEFINITE


@settings(max_examples=60, deadline=None)
@given(some_events)
def test_listing_and_asking_one_by_one_agree(case: tuple[StateTable, list[str]]) -> None:
    whole, events = case
    said = check(whole, tuple(events), "everything")
    for action in whole.actions:
        one = check(whole, tuple(events), Ask("may", action.name, action.id))
        head = {"legal": "May: ", "illegal": "May not: ", "undecided": "Depends: ", "not_addressed": "Not addressed: "}
        start = said.why.index(head[one.outcome]) + len(head[one.outcome])
        assert action.name in said.why[start:].split("\n")[0].rstrip(".").split("; ")


@pytest.mark.parametrize("game", GAMES)
def test_every_event_and_action_can_be_named_by_its_first_phrase(game: str) -> None:
    """The page and the command line put them that way."""
    whole = table(game)
    for action in whole.actions:
        for name in (action.id, action.name, *action.words[:1]):
            assert read_ask(whole, name).action == action.id, name
    for event in whole.events:
        assert read_event(whole, event.words[0]).event == event.id
        assert read_event(whole, event.id).event == event.id


@settings(max_examples=60, deadline=None)
@given(some_events)
def test_what_was_never_gained_is_never_lost(case: tuple[StateTable, list[str]]) -> None:
    whole, events = case
    held = False
    for step in run(whole, events):
        assert bool(step.before) == held
        if not step.before and not step.after:
            assert "loses" not in step.why
        held = bool(step.after)
    losing = {row.events[0] for row in whole.of("loss")}
    for event in sorted(losing):
        name = next(e.words[0] for e in whole.events if e.id == event)
        assert all(not step.after for step in run(whole, [name]))


@settings(max_examples=40, deadline=None)
@given(some_events)
def test_gaining_twice_is_gaining_once(case: tuple[StateTable, list[str]]) -> None:
    whole, events = case
    once, twice = run(whole, ["stun", *events]), run(whole, ["stun", "stun", *events])
    assert [step.after for step in once[1:]] == [step.after for step in twice[2:]]
    assert twice[1].before == twice[1].after


@settings(max_examples=40, deadline=None)
@given(some_events)
def test_after_the_ending_event_nothing_is_left(case: tuple[StateTable, list[str]]) -> None:
    whole, events = case
    ending = {"infinity": "states-phase"}.get(whole.game.id, "end-turn")
    told = ("stun", *events, ending)
    assert run(whole, told)[-1].after == ()
    denied = {action for action, ruling in listing(whole) if ruling.outcome == "illegal"}
    for action in whole.actions:
        verdict = check(whole, told, Ask("may", action.name, action.id))
        rows = [row for row in whole.of("effect") if action.id in row.actions]
        if action.id in denied and not any(row.always for row in rows):
            assert verdict.outcome == ("illegal" if action.claim else "legal")
            assert "does not hold" in verdict.why


@settings(max_examples=40, deadline=None)
@given(st.permutations(["damage 5", "resolve 4", "during command"]))
def test_the_order_of_facts_does_not_matter(told: list[str]) -> None:
    assert check(table("damage-and-rally"), told, "rally").outcome == "illegal"
    assert check(table("damage-and-rally"), [" ".join(told)], "rally").outcome == "illegal"


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_event_names_the_nearest(game: str) -> None:
    with pytest.raises(UsageError) as error:
        run(table(game), ["stum"])
    assert "stum" in str(error.value)
    assert "did you mean 'stun'" in error.value.hint
    with pytest.raises(UsageError):
        run(table(game), [""])


def test_a_word_the_data_do_not_know_is_not_passed_over() -> None:
    with pytest.raises(UsageError) as error:
        run(table("damage-and-rally"), ["damage 5 resolve 4 during command blessed"])
    assert str(error.value).endswith("does not know: blessed")


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("riftbound", ["might 4", "might 6", "stun"]),
        ("riftbound", ["can be stunned", "cannot be stunned", "stun"]),
        ("infinity", ["stun", "doctor wounds structure contact short skill passed"]),
        ("damage-and-rally", ["damage 5 resolve 4 during command not during a command"]),
    ],
)
def test_facts_that_contradict_each_other_are_refused(game: str, told: list[str]) -> None:
    with pytest.raises(UsageError, match="contradicts"):
        check(table(game), told, "now")


def test_a_number_without_a_name_is_refused() -> None:
    with pytest.raises(UsageError, match="does not say what the number is") as error:
        check(table("damage-and-rally"), ["5 4"], "now")
    assert error.value.hint == "name it: damage, resolve"


def test_what_keeps_the_state_off_is_no_event() -> None:
    verdict = check(table("riftbound"), ["cannot be stunned", "stun"], "now")
    assert (verdict.outcome, verdict.headline, len(verdict.steps)) == ("illegal", "NOT STUNNED", 1)


@pytest.mark.parametrize(("game", "ending"), [("riftbound", "end-turn"), ("infinity", "states-phase")])
def test_no_figure_is_left_after_the_end(game: str, ending: str) -> None:
    for ask in ("numbers", "remove", "end"):
        verdict = check(table(game), ["stun", ending], ask)
        assert (verdict.outcome, verdict.headline) == ("illegal", "NOT STUNNED")
    figures = [row.why for row in table(game).of("effect") if row.kind in ("modify", "contribute", "need")]
    assert not any(why in check(table(game), ["stun", ending], "everything").why for why in figures)


def test_a_denial_reaches_over_being() -> None:
    facts = dict(read_event(table("infinity"), "doctor without being in silhouette contact").facts)
    assert facts["contact"] is False


@pytest.mark.parametrize(
    ("game", "told", "ask", "headline"),
    [
        ("riftbound", ["stun", "might 4"], "how much damage to kill it", "AT LEAST 4"),
        ("riftbound", ["stun"], "how much damage does it deal", "0"),
        ("infinity", ["stun"], "what modifier on a saving roll", "NO MODIFIER"),
        ("infinity", ["stun"], "modifier", "YES"),
        ("damage-and-rally", ["stun"], "numbers", "SHOOT, RUN, DEFEND"),
        ("damage-and-rally", ["stun"], "rally", ""),
    ],
)
def test_headlines_of_a_check(game: str, told: list[str], ask: str, headline: str) -> None:
    assert check(table(game), told, ask).headline == headline


def test_each_game_by_its_own_rules_only() -> None:
    """The word is the same in all three games, and what it means is not."""
    found = {v.game: v for v in verdicts("can a stunned unit rally", tables())}
    assert {game: v.outcome for game, v in found.items()} == {
        "damage-and-rally": "illegal",
        "infinity": "undefined",
        "riftbound": "undefined",
    }
    assert all(c.game == v.game for v in found.values() for c in v.citations)


def test_a_game_or_its_word_for_a_unit_narrows_the_question() -> None:
    assert [v.game for v in verdicts("what may a stunned trooper do", tables())] == ["infinity"]
    assert [v.game for v in verdicts("in Riftbound, when does stun wear off", tables())] == ["riftbound"]
    assert [v.game for v in verdicts("when does stun wear off", tables())] == list(GAMES)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "how do I score points",
        "can a unit rally",
        "who won the last tournament",
        "can a unit that stunned an enemy attack",
    ],
)
def test_a_question_about_no_state_gets_no_verdict(question: str) -> None:
    assert verdicts(question, tables()) == ()


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(HEAP), max_size=14).map(" ".join) | st.text(max_size=80))
def test_any_question_is_read_without_a_fault(question: str) -> None:
    """Whatever is asked, nothing breaks, a yes or no has a citation, and asking twice is asking once."""
    found = verdicts(question, tables())
    assert found == verdicts(question, tables())
    assert all(v.citations or v.outcome not in DEFINITE for v in found)
    assert all(c.game == v.game for v in found for c in v.citations)
    for told in ((question,), ("stun", question)):
        with suppress(UsageError):
            check(table("riftbound"), told, question)


def test_a_long_text_is_no_question() -> None:
    assert verdicts("can a stunned unit rally " * 10_000, tables()) == ()
    assert len(verdicts(("stunned it " * 90) + "?", tables())) <= len(GAMES)


def test_not_addressed_says_what_was_looked_through() -> None:
    verdict = check(table("infinity"), ["stun"], "stun again")
    assert "Looked through: Infinity Stunned State activation-1, effects-1, " in verdict.why
    assert verdict.why.count("(N4)") == 1
    assert "Nearest:" in verdict.why


def test_numbers_are_worked_out_where_the_figure_is_known() -> None:
    assert "13 -3 = 10" in check(table("infinity"), ["stun", "wip 13"], "numbers").why
    assert "Here: 4." in check(table("riftbound"), ["stun", "might 4"], "numbers").why


def test_a_doubtful_circumstance_leaves_a_permission_open() -> None:
    verdict = verdicts("can a stunned unit attack in riftbound if it is frozen", tables())[0]
    assert verdict.outcome == "undecided"
    assert "frozen" in verdict.missing[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_timeline_runs_from_gain_to_loss(game: str) -> None:
    steps = timeline(table(game))
    assert steps[0].after == ("stunned",)
    assert steps[-1].after == ()
    assert all(step.citations for step in steps)
    drawn = timeline_dot(table(game))
    assert drawn.startswith("digraph {")
    assert all(row.quotes[0].rule in drawn for row in table(game).of("loss"))


def test_understanding_needs_no_documents() -> None:
    """Checking is pure: a table is all it takes, and asking changes nothing in it."""
    whole = table("riftbound")
    before = hash(whole)
    assert understand("does a stunned unit deal damage", whole) is not None
    assert hash(whole) == before


@given(st.lists(st.sampled_from(["can", "cannot", "units", "Five", "MY", "us", "s", "re", "not", "it's", "4", "e4"])))
def test_a_phrase_is_the_terms_of_its_words(words: list[str]) -> None:
    """Short texts of plain words are cut word by word, longer ones at once: with the same outcome."""
    text = " ".join(words)
    long = " ".join([*words, *["unit"] * 60])
    assert terms(long)[: len(terms(text))] == terms(text)
    assert terms(long)[len(terms(text)) :] == ("unit",) * 60
