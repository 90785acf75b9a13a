"""Labels and citations."""

from kb.cite import citation, label
from kb.models import Chunk, Game, Source, Span

GAME = Game("hexes", "Hexes", url="https://hexes.example", notices=("Beta rules.", "Read this."))
CORE = Source("hexes", "core", "Core Rules", "rules", "core.md", "1.3", short="CR", notices=("Read this.",))
CHUNK = Chunk(
    id="hexes/core@1.3:4.2.a", rule_id="hexes/core@1.3:4.2.a", number="4.2.a", kind="rule", heading_path=("4. Turns",),
    text="A turn has three steps.", embed_text="Turns. A turn has three steps.", content_hash="", span=Span(10, 11, 3),
)  # fmt: skip


def test_label_names_game_document_number_and_version() -> None:
    assert label(GAME, CORE, "4.2.a") == "Hexes CR 4.2.a (v1.3)"


def test_label_takes_the_title_where_there_is_no_short_name_and_keeps_dates_and_editions() -> None:
    dated = Source("hexes", "faq", "Questions", "faq", "faq.md", "2026-01-16")
    assert label(GAME, dated, "faq-3") == "Hexes Questions faq-3 (2026-01-16)"
    assert label(GAME, Source("hexes", "s", "States", "rules", "s.md", "N5.1"), "1") == "Hexes States 1 (N5.1)"
    assert label(GAME, Source("hexes", "s", "States", "rules", "s.md", ""), "1") == "Hexes States 1"


def test_citation_quotes_the_whole_chunk_unless_told_which_words() -> None:
    whole = citation(CHUNK, GAME, CORE)
    assert (whole.quote, whole.page, whole.lines) == ("A turn has three steps.", 3, (10, 11))
    assert citation(CHUNK, GAME, CORE, "three steps").quote == "three steps"


def test_citation_gives_each_notice_once_and_the_games_address_where_the_document_has_none() -> None:
    whole = citation(CHUNK, GAME, CORE)
    assert whole.notices == ("Read this.", "Beta rules.")
    assert whole.url == "https://hexes.example"
