"""What the table of the rulebooks says of differences: each number, where it stands, and what the other side has."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import parsing
from benchmarks.parsing_differences import against_yardstick, compare, listed, loosely, stands

TEXT = "1. Naps\n\n1.1. Cats nap. Example: one naps.\n\n1.2. Dogs run. Examples include greyhounds.\n\n1.3. It ends.\n"


def row(folder: Path, text: str, numbers: str = "", name: str = "cats.txt") -> parsing.Row:
    (folder / "ids").mkdir(exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    (folder / "ids" / f"{name}.tsv").write_text("".join(f"{n}\tx\n" for n in numbers.split()), "utf-8")
    return parsing.measure(folder / name)


def test_a_number_that_one_side_lacks_is_named_with_its_place(tmp_path: Path) -> None:
    said = list(against_yardstick(row(tmp_path, TEXT, "1.1 1.2 1.9 one 1.3"), 10))
    assert said == [
        "yardstick only: 1.9 (nowhere in the text); one (within a sentence only)",
        "document only: 1 (line 1: 1. Naps)",
        "the word without an example: 1.2 ('Examples include greyhounds')",
    ]
    assert stands("naps", TEXT)
    assert not stands("greyhound", TEXT)


def test_a_document_like_its_yardstick_has_nothing_said_of_it(tmp_path: Path) -> None:
    plain = TEXT.replace("Examples include greyhounds.", "")
    assert list(against_yardstick(row(tmp_path, plain, "1 1.1 1.2 1.3"), 10)) == []


def test_two_documents_are_compared_by_number_whatever_its_print(tmp_path: Path) -> None:
    one = row(tmp_path, "4. Day\n\n4.2(a) Cats NAP [c].\n\n4.3. Dogs run.\n\n4.4. It ends. So it is.\n")
    other = row(tmp_path, "4. Day\n\n4.2.a Cats nap [coin].\n\n4.3. Dogs run.\n\n4.5. It ends. Or not.\n", name="b.txt")
    said = list(compare(one, other, 5))
    assert said[0] == "cats.txt | b.txt: 4 and 4 numbers, 3 in both; the same text for"
    assert [line.split()[0] for line in said[1:4]] == ["66.67%", "100.00%", "100.00%"]
    assert said[4:6] == [
        "    only in cats.txt: 4.4 (its first sentence is in 4.5 there)",
        "    only in b.txt: 4.5 (its first sentence is in 4.4 there)",
    ]


def test_long_lists_are_cut_and_say_so() -> None:
    assert listed(["a", "b", "c"], 2) == "a; b; and 1 more"
    assert listed(["a"], 2) == "a"


def test_signs_and_capitals_are_folded_for_a_loose_comparison() -> None:
    assert loosely("Spend “1[c]”  NOW") == loosely('spend "1[coin]" now')


def test_the_table_ends_in_error_where_a_document_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row(tmp_path, TEXT, "1.1")
    (tmp_path / "broken.docx").write_bytes(b"PK")
    assert parsing.main([str(tmp_path)]) == 1
    assert "cats.txt" in capsys.readouterr().out
