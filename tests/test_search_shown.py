"""What of the findings is shown, and in which order: deciding rules, definitions, each game's share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.models import Citation, Hit
from kb.search import Searcher
from tests.test_search import indexed, searcher

__all__ = ["searcher"]

MARKET = """# Market

## 1. Trading

1.1. On a turn a player draws two cards from the market.

1.2. On a turn, a player draws the two cards from the Market!

1.3. On a turn a player draws three cards from the market.

1.4. On a turn a player may not draw two cards from the market.

1.5. On a turn a player draws two cards from the left market.

1.6. On a turn a player draws two cards from the right market.

## 2. Market

### 2.1. General

### 2.2. Prices

## 3. Cards

### 3.1. General
"""


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> Searcher:
    return indexed(tmp_path_factory.mktemp("market"), ("market", "Bazaar", "bz", MARKET))


def test_only_what_says_the_same_is_passed_over(market: Searcher) -> None:
    result = market.search("how many cards does a player draw from the market on a turn", limit=20)
    numbers = {hit.chunk.number for hit in result.hits}
    assert len(numbers & {"1.1", "1.2"}) == 1
    assert numbers >= {"1.3", "1.4", "1.5", "1.6", "2.1", "3.1"}
    assert [sorted(pair) for pair in result.repeated] == [["Bazaar CR 1.1 (v1)", "Bazaar CR 1.2 (v1)"]]


def test_another_takes_the_place_of_what_is_passed_over(market: Searcher) -> None:
    question = "how many cards does a player draw from the market on a turn"
    for limit in range(1, 8):
        assert [hit.rank for hit in market.search(question, limit=limit).hits] == list(range(1, limit + 1))


def test_a_rule_asked_for_by_number_is_shown_though_another_says_the_same(market: Searcher) -> None:
    result = market.search("what do rule 1.2 and rule 1.1 say", limit=2)
    assert [hit.chunk.number for hit in result.hits] == ["1.2", "1.1"]


QUESTION = "may a knight enter the tower of a dragon"
BEST, SECOND, LAST = "towers/core@1:2.2", "towers/core@1:2", "towers/core@1:1.2"
SAIL = "ferries/core@1:1.1"


def hits(searcher: Searcher, *, limit: int = 20) -> dict[str, Hit]:
    return {hit.chunk.rule_id: hit for hit in searcher.search(QUESTION, limit=limit).hits}


def shown(searcher: Searcher, deciding: list[str], question: str = QUESTION, limit: int = 20) -> list[str]:
    game = deciding[0].partition("/")[0]
    cited: dict[str, list[Citation]] = {game: [cite(searcher, rule) for rule in deciding]}
    return [hit.chunk.rule_id for hit in searcher.shown(searcher.find(question), limit, cited).hits]


def cite(searcher: Searcher, rule: str) -> Citation:
    return searcher.search(rule).hits[0].citation


def test_without_a_rule_that_decides_the_best_is_first(searcher: Searcher) -> None:
    found = list(hits(searcher))
    assert found[0] == BEST
    assert found[-1] == LAST


def test_the_rule_that_decides_comes_first_where_it_is_nearly_as_good(searcher: Searcher) -> None:
    assert shown(searcher, [BEST, SECOND])[0] == BEST


def test_of_deciding_rules_that_are_far_from_the_best_the_nearest_comes_first(searcher: Searcher) -> None:
    assert shown(searcher, [LAST, SECOND])[:2] == [SECOND, BEST]
    assert shown(searcher, [LAST])[:2] == [LAST, BEST]


@pytest.mark.parametrize("limit", [1, 2, 5, 20])
def test_what_comes_first_does_not_depend_on_how_much_is_shown(searcher: Searcher, limit: int) -> None:
    assert shown(searcher, [LAST], limit=limit) == shown(searcher, [LAST])[:limit]


def test_scores_fall_and_ranks_count_after_the_deciding_rule(searcher: Searcher) -> None:
    cited = {"towers": [cite(searcher, LAST)]}
    led = searcher.shown(searcher.find(QUESTION), 20, cited).hits
    assert [hit.rank for hit in led] == list(range(1, len(led) + 1))
    assert [hit.score for hit in led] == sorted((hit.score for hit in led), reverse=True)
    assert led[0].score == hits(searcher)[BEST].score


def test_the_game_that_decides_comes_first(searcher: Searcher) -> None:
    assert SAIL not in hits(searcher)
    assert shown(searcher, [SAIL])[0] == SAIL


def test_a_definition_comes_before_the_rule_that_decides(searcher: Searcher) -> None:
    assert shown(searcher, [BEST], "what does it mean to be a dragon")[0] == "towers/core@1:2.1"


def test_a_deciding_rule_that_is_not_in_the_index_changes_nothing(searcher: Searcher) -> None:
    cited = {"towers": [replace(cite(searcher, BEST), number="9.9")]}
    led = searcher.shown(searcher.find(QUESTION), 20, cited).hits
    assert [hit.chunk.rule_id for hit in led] == list(hits(searcher))
