"""One rulebook in several formats is one set of rules: our own in all of them, and real ones, which are not part of the
project and without which their tests are skipped.
"""

import html
import io
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import docx
import pytest

from kb import numbering, readers
from kb.models import Parsed, Rule, Source
from kb.recognise import recognise
from tests.pdf_pages import rulebook

OWN = [
    ("1", "Movement"),
    ("1.1", "A robot moves up to two spaces in its turn, and a cat moves up to three."),
    ("1.1a", "A cat that slept in the turn before moves one space further than that."),
    ("1.1b", "A robot that is out of oil does not move; see rule 2.2."),
    ("1.2", "Nobody moves through a wall, whether it is whole or broken down."),
    ("2", "Rest"),
    ("2.1", "A cat may rest at any time, and rests at the end of the day in any case."),
    ("2.2", "A robot rests only where there is oil & a <free> space beside it."),
]


def as_docx() -> bytes:
    out, document = io.BytesIO(), docx.Document()
    for number, text in OWN:
        document.add_paragraph(f"{number}. {text}", "Normal" if "." in number else "Heading 1")
    document.save(out)
    return out.getvalue()


def as_rtf() -> bytes:
    rows = "".join(rf"\pard {{\listtext {number}.\tab}}{text}\par" for number, text in OWN)
    return rf"{{\rtf1\ansi {rows}}}".encode()


def as_html() -> bytes:
    tags = [("p" if "." in number else "h2", number, html.escape(text)) for number, text in OWN]
    return "".join(f"<{tag}>{number}. {text}</{tag}>" for tag, number, text in tags).encode()


def as_json() -> bytes:
    return json.dumps([{"nr": number, "text": text, "children": []} for number, text in OWN]).encode()


WRITERS: dict[str, Callable[[], bytes]] = {
    "own.txt": lambda: "\n\n".join(f"{number}. {text}" for number, text in OWN).encode(),
    "own.md": lambda: "\n\n".join(
        f"**{number}.** {html.escape(text)}" if "." in number else f"## {number}. {text}" for number, text in OWN
    ).encode(),
    "own.wiki": lambda: "\n\n".join(
        f"{number}. {html.escape(text)}" if "." in number else f"== {number}. {text} ==" for number, text in OWN
    ).encode(),
    "own.html": as_html,
    "own.json": as_json,
    "own.jsonl": lambda: "\n".join(json.dumps({"id": number, "text": text}) for number, text in OWN).encode(),
    "own.docx": as_docx,
    "own.rtf": as_rtf,
    "own.pdf": lambda: rulebook([(number, html.escape(text)) for number, text in OWN], 2, True, True),
}


@pytest.mark.parametrize("name", sorted(WRITERS))
def test_our_own_rules_come_back_from_every_format(name):
    read = recognise(readers.read(Source("g", "d", "T", "rules", name, "1"), WRITERS[name]()))
    found = {rule.number: words(rule) for rule in read.rules if numbering.is_number(rule.number)}
    assert found == dict(OWN)
    assert next(rule.refs for rule in read.rules if rule.number == "1.1b") == ("2.2",)
    assert read.left_over == 0


BOOKS = Path(__file__).resolve().parents[2] / "shared" / "rulebooks"


@cache
def parsed(name: str) -> Parsed:
    if not (BOOKS / name).exists():
        pytest.skip(f"the real document {name} is not here")
    return recognise(readers.read(Source("g", "d", "T", "rules", name, "1"), (BOOKS / name).read_bytes()))


def numbered(name: str) -> dict[str, Rule]:
    """The rules that carry a number of the document's own."""
    found = (rule for rule in parsed(name).rules if rule.kind != "example" and numbering.is_number(rule.number))
    return {rule.number: rule for rule in found}


def words(rule: Rule) -> str:
    return " ".join(f"{rule.title} {rule.text}".split())


def yardstick(name: str) -> set[str]:
    if not (BOOKS / "ids").exists():
        pytest.skip("the yardsticks are not here")
    rows = (BOOKS / "ids" / f"{name}.tsv").read_text("utf-8").splitlines()
    return {numbering.normalise(row.partition("\t")[0]) for row in rows}


@pytest.mark.parametrize("suffix", ["txt", "docx", "pdf"])
def test_text_word_and_pdf_give_the_same_numbers_and_text(suffix):
    plain, other = numbered("mtg_cr_2026-01-16.txt"), numbered(f"mtg_cr_2026-01-16.{suffix}")
    expected = yardstick("mtg_cr_2026-01-16.txt")
    assert len(expected & set(plain)) == 3260
    assert set(plain) == set(other)
    same = sum(words(plain[number]) == words(other[number]) for number in plain)
    assert same >= 0.99 * len(plain)


@pytest.mark.parametrize("suffix", ["txt", "docx", "pdf"])
def test_examples_stand_on_the_same_rules(suffix):
    def examples(name: str) -> list[tuple[str, str]]:
        return [(rule.parent, words(rule)) for rule in parsed(name).rules if rule.kind == "example"]

    assert examples(f"mtg_cr_2026-01-16.{suffix}") == examples("mtg_cr_2026-01-16.txt")


def test_no_number_is_lost_from_the_utf16_file():
    assert yardstick("mtg_cr_2013-04-29_utf16.txt") <= set(numbered("mtg_cr_2013-04-29_utf16.txt"))


def test_a_page_and_the_data_it_was_made_from_are_the_same_rules():
    page, data = (
        {numbering.bare(number): rule for number, rule in numbered(f"netrunner_cr_26.03.{suffix}").items()}
        for suffix in ("html", "json")
    )
    assert set(page) == set(data) - {"0"}  # the data gives the page's foreword that number

    def plain(rule: Rule) -> str:
        """Letters and digits: the data writes [c] where the page has an icon [credit], and terms in capitals."""
        return re.sub(r"\W+", "", re.sub(r"\[(\w)\w*\]", r"\1", words(rule))).casefold()

    same = [number for number in page if plain(page[number]) == plain(data[number])]
    assert len(same) >= 0.96 * len(page)  # the page has pictures, tables and introductions that the data leaves out


@pytest.mark.parametrize(
    "name", ["mtg_cr_2026-01-16.docx", "mtg_cr_2026-01-16.pdf", "netrunner_cr_26.03.html", "netrunner_cr_26.03.json"]
)
def test_every_visible_character_is_accounted_for(name):
    assert parsed(name).left_over == 0
    assert parsed(name).in_rules >= 0.97 * parsed(name).visible
