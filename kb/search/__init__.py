"""Search: exact number first, then words and meaning, fused, in a total order; each game by itself."""

from kb.search.extras import Extras
from kb.search.records import Evidence, Missing, Recipe, Scope, SearchResult, told
from kb.search.searcher import Searcher

__all__ = ["Evidence", "Extras", "Missing", "Recipe", "Scope", "SearchResult", "Searcher", "told"]
