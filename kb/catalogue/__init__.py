"""The rules themselves, on SQLite: games, documents, rules and chunks.

Records are kept as JSON beside the columns they are looked up by. A file is written once, in one go, and then opened
read-only and immutable. An ordinal is a chunk's place in the order of the corpus, from 0.
"""

from kb.catalogue.reading import EVERY, Catalogue
from kb.catalogue.records import FILE, fold, source_key

__all__ = ["EVERY", "FILE", "Catalogue", "fold", "source_key"]
