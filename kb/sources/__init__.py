"""The corpus on disk: games and their documents as game.toml lists them, checked bytes, and adding a document."""

from kb.encoding import decode
from kb.fingerprint import fingerprint
from kb.sources.adding import add_document
from kb.sources.corpus import Corpus, document_path, load_corpus, read_source

__all__ = ["Corpus", "add_document", "decode", "document_path", "fingerprint", "load_corpus", "read_source"]
