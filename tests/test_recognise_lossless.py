"""Whatever a document holds, its rules and what is set aside hold every visible character, in order."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from kb import readers
from kb.models import Document, Line, Source
from kb.recognise import recognise, walk
from kb.recognise.draft import visible

WORDS = st.sampled_from(
    [
        *(
            "Example:",
            "Examples:",
            "FAQ",
            "Contents",
            "Glossary",
            "Effects",
            "Q:",
            "A:",
            "Notice:",
            "See",
            "rule",
            "1.2",
        ),
        *("1.1", "1.1.", "1.2.", "2.", "(a)", "(b)", "(i)", "a)", "b)", "1.2.a", "8:10d", "§", "5", "Article", "3"),
        *("tower", "falls.", "stands", "Why?", "Also", "found", "as:", "ugly,", "|", "…", "&", "<b>", "$x$", "*", "-"),
        *(
            "•",
            "#",
            "12",
            "Credits",
            "Introduction",
            "Question",
            "Answer",
            "Term",
            "Meaning",
            "Examples",
            "Appendix",
            "A.",
        ),
        *("CHAPTER", "ONE", "Errata", "p.", "3:", "Version", "Section"),
    ]
)
PLAIN = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)


def source(name: str, kind: str = "rules") -> Source:
    return Source("game", "doc", "Document", kind, name, "1")  # type: ignore[arg-type]


def squeezed(text: str) -> str:
    return "".join(text.split())


def in_order(document: Document) -> str:
    """All characters that the walk put anywhere, in the order of the lines they came from."""
    place = {id(line): nth for nth, line in enumerate(document.lines)}
    state = walk(document)
    pieces = [piece for draft in state.drafts for piece in draft.pieces] + [piece for _, piece in state.asides]
    return squeezed("".join(piece.text for piece in sorted(pieces, key=lambda piece: place[id(piece.line)])))


def check(document: Document) -> None:
    parsed = recognise(document)
    whole = squeezed("".join(line.text for line in document.lines))
    assert parsed.visible == len(whole)
    assert parsed.left_over == 0
    assert in_order(document) == whole
    numbers = [rule.number for rule in parsed.rules]
    assert len(set(numbers)) == len(numbers)
    known = set(numbers)
    assert all(not rule.parent or rule.parent in known for rule in parsed.rules)
    depth = {rule.number: rule.depth for rule in parsed.rules}
    assert all(rule.depth == depth.get(rule.parent, 0) + 1 for rule in parsed.rules)
    assert sum(visible(f"{rule.title}{rule.text}") for rule in parsed.rules) <= parsed.in_rules


LINES = st.lists(
    st.builds(
        Line,
        text=PLAIN,
        line=st.just(1),
        role=st.sampled_from(["text", "text", "text", "heading", "item", "row", "code"]),
        level=st.integers(0, 3),
        number=st.sampled_from(["", "", "", "1.3", "2", "x"]),
        aside=st.sampled_from(["", "", "", "", "menu"]),
        starts=st.booleans(),
        bold=st.integers(0, 5),
    ),
    max_size=25,
)


@settings(max_examples=300, deadline=None)
@given(LINES, st.sampled_from(["rules", "faq", "glossary"]))
def test_any_lines(lines: list[Line], kind: str) -> None:
    numbered = [Line(line.text, n, None, line.role, max(line.level, line.role == "heading"), line.number, line.aside,
                     line.starts, line.bold) for n, line in enumerate(lines, 1)]  # fmt: skip
    check(Document(source("doc.md", kind), tuple(numbered)))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(PLAIN, st.just("")), max_size=30).map("\n".join), st.sampled_from(["doc.txt", "doc.md"]))
def test_any_text(text: str, name: str) -> None:
    check(readers.read(source(name), text.encode()))


def blocks(depth: int = 0) -> st.SearchStrategy[str]:
    """Markdown blocks whose words are W, to be counted: headings, paragraphs, fences, tables, lists, quotes, nested."""
    row = st.just("| W | W |")
    simple = st.one_of(
        st.integers(1, 5).map(lambda level: f"{'#' * level} W W"),
        st.integers(1, 3).map(lambda n: " ".join(["W"] * n)),
        st.just("Example: W W"),
        st.integers(1, 9).map(lambda n: f"1.{n}. W"),
        st.just("```\n# W\nW\n```"),
        st.lists(row, min_size=1, max_size=3).map(lambda rows: "| W | W |\n|---|---|\n" + "\n".join(rows)),
        st.just("<div><p>W</p> W</div>"),
    )
    if depth > 2:
        return simple
    inner = st.lists(blocks(depth + 1), min_size=1, max_size=3).map("\n\n".join)
    return st.one_of(
        simple,
        inner.map(lambda text: "- " + text.replace("\n", "\n  ")),
        inner.map(lambda text: "1. " + text.replace("\n", "\n   ")),
        inner.map(lambda text: "> " + text.replace("\n", "\n> ")),
    )


@settings(max_examples=200, deadline=None)
@given(st.lists(blocks(), min_size=1, max_size=6).map("\n\n".join))
def test_any_nesting_of_markdown_keeps_every_word_in_order(text: str) -> None:
    words = text.count("W")
    for nth in range(words):
        text = text.replace("W", f"w{nth:03}x", 1)
    document = readers.read(source("doc.md"), text.encode())
    check(document)
    everything = in_order(document)
    places = [everything.find(f"w{nth:03}x") for nth in range(words)]
    assert -1 not in places
    assert places == sorted(places)
