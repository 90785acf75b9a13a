"""How a place in a document is named for a person: "Riftbound CR 423.1.a.1 (v1.3)", and the Citation of it."""

from __future__ import annotations

from kb.models import Chunk, Citation, Game, Source


def version_note(version: str) -> str:
    """Return the version as a label shows it: "1.3" -> "v1.3", "2026-01-16" and "N5.1" as they are."""
    plain = version.replace(".", "").isdigit()
    return f"v{version}" if plain else version


def label(game: Game, source: Source, number: str) -> str:
    """Return the short name of a rule of a document, with its version where the document has one."""
    name = " ".join(part for part in (game.name, source.short or source.title, number) if part)
    return f"{name} ({version_note(source.version)})" if source.version else name


def citation(chunk: Chunk, game: Game, source: Source, quote: str = "") -> Citation:
    """Return the citation of `chunk`, or of the words `quote` in it.

    Without `quote` the whole text of the chunk is quoted. The notices are the document's, then the game's.
    """
    notices = tuple(dict.fromkeys((*source.notices, *game.notices)))
    return Citation(
        game=game.id,
        document=source.id,
        version=source.version,
        number=chunk.number,
        heading_path=chunk.heading_path,
        page=chunk.span.page,
        lines=(chunk.span.start_line, chunk.span.end_line),
        quote=quote or chunk.text,
        url=source.url or game.url,
        label=label(game, source, chunk.number),
        authority=source.authority,
        notices=notices,
    )


def id_of(cited: Citation) -> str:
    """Return the id of the rule that a citation names."""
    return f"{cited.game}/{cited.document}@{cited.version}:{cited.number}"
