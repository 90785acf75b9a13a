"""Words: our tokenizer, and BM25 over weighted fields with the term weights worked out at build.

BM25F after Robertson and Zaragoza (2009), section 3.6: the field's term frequencies, each normalised by the field's
length, are summed by weight before they saturate. The idf is taken within the passages searched, so that a game's
common words are judged by that game. Postings lie term by term in memory-mapped arrays.
"""

from kb.lexical.index import LexicalIndex
from kb.lexical.scoring import K1, B, idf
from kb.lexical.tokens import tokenize
from kb.lexical.within import Extent, Scored, Within, extent_of

__all__ = ["K1", "B", "Extent", "LexicalIndex", "Scored", "Within", "extent_of", "idf", "tokenize"]
