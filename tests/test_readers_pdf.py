"""PDF: reading order, paragraphs, broken words, running headers that never take a rule with them."""

import io
import random
import zlib
from collections.abc import Sequence

import pypdf
import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth

from kb.errors import BadDocument
from kb.models import Line, Source
from kb.readers import pdf
from kb.readers.pdf.extract import extract
from kb.recognise import recognise
from tests.pdf_pages import Text, column, pdf_of, rulebook

SOURCE = Source("demo", "core", "Core", "rules", "core.pdf", "1")
H, B = "Helvetica", "Helvetica-Bold"
SENTENCE = "a robot may move two spaces when no wall stands before it and rest beside any friendly cat sleeping there"
WORDS = SENTENCE.split()


def lines(pages: Sequence[Sequence[Text]]) -> tuple[Line, ...]:
    return extract(SOURCE, pdf_of(pages)).lines


def prose(seed: int, count: int) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=count))


def paragraphs(read: Sequence[Line]) -> list[str]:
    """The body as paragraphs, rows joined by a space."""
    made: list[str] = []
    for line in read:
        if line.aside:
            continue
        if line.starts or not made:
            made.append(line.text)
        else:
            made[-1] += " " + line.text
    return made


def test_wrapped_rows_continue_and_new_rules_start():
    rules = [f"{n}.1. {prose(n, 40)}." for n in range(1, 5)]
    page: list[Text] = []
    y = 760.0
    for rule in rules:
        rows = column(rule, y=y)
        y = rows[-1][1] - 12
        page += rows
    assert paragraphs(lines([page])) == rules


def test_hanging_numbers_are_joined_with_their_text():
    page = [
        (72, 700, "4.1.", B, 10),
        *column(prose(1, 30), x=110, y=700),
        (72, 650, "4.2.", B, 10),
        (110, 650, "Cats nap.", H, 10),
    ]
    read = lines([page])
    assert paragraphs(read) == ["4.1. " + prose(1, 30), "4.2. Cats nap."]
    assert [line.bold for line in read if line.starts] == [4, 4]


def test_two_columns_are_read_one_after_the_other_even_if_drawn_row_by_row():
    left, right = column(prose(1, 160), width=210), column(prose(2, 160), x=310, width=210)
    heading = (72, 790, "4. Movement of robots and of cats over the whole of the board", B, 14)
    woven = [row for pair in zip(left, right, strict=False) for row in pair] + left[len(right) :] + right[len(left) :]
    assert paragraphs(lines([[heading, *woven]])) == [heading[2], prose(1, 160), prose(2, 160)]


def test_columns_between_full_width_text_and_beside_a_box():
    wide = column(prose(3, 120), y=800)
    left, right = column(prose(1, 80), width=210, y=600), column(prose(2, 60), x=310, width=210, y=598)
    below = [(72, 300, "4.1.", B, 10), *column(prose(4, 60), x=100, width=420, y=300)]
    read = paragraphs(lines([[*wide, *right, *left, *below]]))
    assert read == [prose(3, 120), prose(1, 80), prose(2, 60), "4.1. " + prose(4, 60)]


def test_three_columns():
    texts = [prose(seed, 90) for seed in (1, 2, 3)]
    page = [row for seed, text in enumerate(texts) for row in column(text, x=50 + 175 * seed, width=150)]
    assert paragraphs(lines([sorted(page, key=lambda row: -row[1])])) == texts


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_a_turned_page_is_read_as_it_is_shown(turned: int):
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(600, 800))
    canvas.setPageRotation(turned)
    move = {90: (600, 0), 180: (600, 800), 270: (0, 800)}[turned]
    canvas.translate(*move)
    canvas.rotate(turned)
    for n, text in enumerate(("1.1. Cats nap", "1.2. Dogs run", "1.3. Birds fly")):
        canvas.drawString(50, 500 - 30 * n, text)
    canvas.save()
    assert [line.text for line in extract(SOURCE, out.getvalue()).lines] == [
        "1.1. Cats nap",
        "1.2. Dogs run",
        "1.3. Birds fly",
    ]


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("hanging", [True, False])
@pytest.mark.parametrize("justified", [True, False])
def test_a_whole_rulebook_comes_back_rule_by_rule(columns: int, hanging: bool, justified: bool):
    rng = random.Random(columns)
    rules = []
    for chapter in range(1, 7):
        rules.append((str(chapter), f"Chapter {prose(chapter, 2)}"))
        texts = [prose(rng.randrange(999), rng.randint(6, 70)).capitalize() + "." for _ in range(8)]
        rules += [(f"{chapter}.{number}", text) for number, text in enumerate(texts, 1)]
    parsed = recognise(extract(SOURCE, rulebook(rules, columns, hanging, justified)))
    found = {rule.number: " ".join(f"{rule.title} {rule.text}".split()) for rule in parsed.rules}
    assert [number for number, text in rules if found.get(number) != text] == []
    assert not parsed.problems


def test_tables_are_rows_and_not_columns():
    cells = [("Unit", "Cost", "Speed"), ("Cat", "3 gold", "4"), ("Robot", "5 gold", "2"), ("Dog", "1 gold", "6")]
    page = [
        (x, 700 - 14 * n, text, H, 10)
        for n, row in enumerate(cells)
        for x, text in zip((72, 200, 330), row, strict=True)
    ]
    read = lines([[*column(prose(3, 30)), *page]])
    assert [line.text for line in read if line.role == "row"] == [" | ".join(row) for row in cells]


def test_cells_of_several_lines_are_whole():
    page = [*column(prose(3, 30))]
    table = [
        (640, ("Unit", "Ability", "Cost")),
        (620, ("Cat", "Naps all day and then", "3 gold")),
        (608, ("", "hunts at night.", "")),
        (590, ("Robot", "Never sleeps, but must", "5 gold")),
        (578, ("", "be wound up every", "or 2")),
        (566, ("", "turn.", "gems")),
    ]
    page += [(x, y, text, H, 10) for y, row in table for x, text in zip((72, 160, 330), row, strict=True) if text]
    page += column(prose(4, 30), y=530)
    assert [line.text for line in lines([page]) if line.role == "row"] == [
        "Unit | Ability | Cost",
        "Cat | Naps all day and then hunts at night. | 3 gold",
        "Robot | Never sleeps, but must be wound up every turn. | 5 gold or 2 gems",
    ]


def test_centred_columns():
    rows = [("Unit", "Cost in gold"), ("Tiger cat", "three"), ("Dog", "12 or 13"), ("Big robot", "five")]
    page = [
        (middle - stringWidth(text, H, 10) / 2, 700 - 16 * n, text, H, 10)
        for n, row in enumerate(rows)
        for middle, text in zip((150, 330), row, strict=True)
    ]
    read = [line.text for line in lines([[*column(prose(3, 30)), *page]])]
    assert read[-4:] == [" | ".join(row) for row in rows]


def paged(count: int) -> list[list[Text]]:
    """Pages with running header, section name and page number, whose first and last body rows are rules."""
    pages = []
    for n in range(count):
        page: list[Text] = [(72, 810, "Robots and Cats Rulebook", H, 8), (400, 810, f"Section {n // 4 + 1}", H, 8)]
        page += [(290, 30, str(n + 3), H, 8), (72, 780, f"{n + 1}.", H, 10), *column(prose(n, 150), y=766)]
        pages.append([*page, (72, 60, f"{n + 1}.9. Last rule of the page.", H, 10)])
    return pages


@pytest.mark.parametrize("count", [2, 3, 12])
def test_running_headers_and_page_numbers_go_and_rule_numbers_stay(count):
    read = lines(paged(count))
    body = [line.text for line in read if not line.aside]
    assert [f"{n + 1}." in body and f"{n + 1}.9. Last rule of the page." in body for n in range(count)] == [
        True
    ] * count
    assert {line.aside for line in read if line.text == "3"} == {"page number"}
    asides = [line for line in read if line.aside]
    assert sum("Robots and Cats Rulebook" in line.text for line in asides) == count
    assert sum(line.text.isdigit() for line in asides) == count


def test_a_header_over_both_columns_does_not_widen_the_text_below_it() -> None:
    """Its parts stand at the left and at the right edge, beyond the columns; the second page has one column only."""
    first = [*column(prose(1, 160), width=210), *column(prose(2, 160), x=310, width=210)]
    second = column(prose(3, 120), width=210)
    pages = [
        [(60, 800, "Robots and Cats", H, 8), (510, 800, "Whole Rules", H, 8), *rows, (300, 25, str(n), H, 8)]
        for n, rows in enumerate((first, second), 1)
    ]
    found = lines(pages)
    asides = [(line.aside, line.text) for line in found if line.aside]
    header = ("running header", "Robots and Cats Whole Rules")
    assert asides == [header, ("page number", "1"), header, ("page number", "2")]
    assert paragraphs(found) == [prose(1, 160), prose(2, 160), prose(3, 120)]


def test_a_page_label_in_a_header_stands_left_and_right_in_turn() -> None:
    heads = [f"Manual:31-{n} Hills" if n % 2 else f"Hills Manual:31-{n}" for n in range(1, 9)]
    read = lines([[(72, 800, head, H, 10), *column(prose(n, 300))] for n, head in enumerate(heads)])
    assert [line.text for line in read if line.aside] == heads


def test_a_footer_with_the_page_number_in_it():
    pages = [
        [*column(prose(n, 300)), (72, 40, f"Rules 2.1 | Law {n // 5} | {prose(n, 1)} {n + 1}", H, 8)] for n in range(15)
    ]
    read = lines(pages)
    assert sum(line.aside == "running footer" for line in read) == 15
    assert [line.page for line in read if line.aside] == list(range(1, 16))


def test_a_footer_that_names_the_section_goes_though_it_begins_with_its_number():
    titles = ["4.1 Naps", "4.2 Meals", "4.3 Walks", "4.4 Games"]
    pages = [
        [
            (72, 760, title, B, 14),
            *column(prose(n, 90), y=720),
            (72, 40, f"{title.replace(' ', '. ')} {n}" if n % 2 else f"{n} Chapter 4. Days", H, 8),
        ]
        for n, title in enumerate(titles, 1)
    ]
    found = lines(pages)
    assert [line.text for line in found if line.aside] == [
        "4.1. Naps 1",
        "2 Chapter 4. Days",
        "4.3. Walks 3",
        "4 Chapter 4. Days",
    ]
    assert [line.text for line in found if line.role == "heading"] == titles


def test_articles_that_count_with_the_pages_stay():
    pages = [
        [(72, 780, f"Article {n}", B, 14), *column(prose(n, 80), y=760), (290, 30, str(n), H, 8)] for n in range(1, 8)
    ]
    read = lines(pages)
    assert [line.text for line in read if line.role == "heading"] == [f"Article {n}" for n in range(1, 8)]
    assert [line.text for line in read if line.aside] == [str(n) for n in range(1, 8)]


def test_a_watermark_is_set_aside():
    pages = [[*column(prose(n, 700), y=780), (500, 545, "DRAFT", B, 30), (290, 30, str(n), H, 8)] for n in range(1, 8)]
    read = lines(pages)
    assert [line.text for line in read if line.aside == "repeated on every page"] == ["DRAFT"] * 7


def test_a_rule_over_a_page_break_is_one_paragraph():
    text = prose(5, 200)
    rows = column("7.2. " + text)
    first = [(x, 40 + 12 * (len(rows[:8]) - n), *rest) for n, (x, _, *rest) in enumerate(rows[:8])]
    second = [(x, 780 - 12 * n, *rest) for n, (x, _, *rest) in enumerate(rows[8:])]
    footers = [(290, 20, str(n), H, 8) for n in (1, 2)]
    assert paragraphs(lines([[*first, footers[0]], [*second, footers[1]]])) == ["7.2. " + text]  # type: ignore[list-item]


def test_words_broken_over_rows_are_whole_and_compounds_keep_their_hyphen():
    filler = "which is a long row of text that goes to the very edge of this column"
    page = [
        (72, 700, f"{filler} for exam-", H, 10),
        (72, 688, f"ple {filler} first-", H, 10),
        (72, 676, f"player {filler}, example and first-player", H, 10),
        (72, 664, f"{filler} face-", H, 10),
        (72, 652, f"Down {filler} two-", H, 10),
        (72, 640, "or four-player games.", H, 10),
    ]
    text = " ".join(line.text for line in lines([page]))
    assert "for example which" in text
    assert "first-player which" in text
    assert "face-Down which" in text
    assert "two- or four-player games." in text


def test_a_document_that_divides_no_words_keeps_its_hyphens():
    filler = "which is a long row of text that goes to the very edge of this column first-player"
    page = [
        (72, 700, f"{filler} first-", H, 10),
        (72, 688, f"player {filler} non-", H, 10),
        (72, 676, "repeating.", H, 10),
    ]
    assert "non-repeating." in " ".join(line.text for line in lines([page]))


def test_headings_are_told_by_size_and_ligatures_taken_apart():
    page = [
        (72, 780, "The Rules", B, 20),
        (72, 740, "Movement", B, 14),
        *column(prose(1, 60), y=720),
        (72, 600, "Combat", B, 14),
    ]
    read = lines([page])
    assert [(line.text, line.level) for line in read if line.role == "heading"] == [
        ("The Rules", 1),
        ("Movement", 2),
        ("Combat", 2),
    ]


def test_no_visible_character_is_lost():
    data = pdf_of(paged(12))
    independent = "".join("".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(data)).pages)
    ours = "".join("".join(line.text.split()) for line in pdf.read(SOURCE, data).lines)
    assert sorted(ours) == sorted(independent)


def test_short_bold_paragraphs_are_headings_below_the_larger_ones():
    page: list[Text] = [(72, 780, "The Rules", B, 20)]
    for n, title in enumerate(("Setup", "Movement")):
        top = 740 - 120 * n
        page += [(72, top, title, B, 10), *column(prose(n, 60) + ".", y=top - 16)]
    page += column("A stressed rule is no heading but a sentence.", y=500, font=B) + column(prose(9, 40), y=470)
    read = lines([page])
    assert [(line.text, line.level) for line in read if line.role == "heading"] == [
        ("The Rules", 1),
        ("Setup", 2),
        ("Movement", 2),
    ]


def test_a_heading_of_two_rows_is_one():
    heading = column("4. Movement of robots and cats over the whole of the board", size=16, font=B, width=300)
    read = lines([[*heading, *column(prose(1, 80), y=690)]])
    assert [line.text for line in read if line.role == "heading"] == [" ".join(row[2] for row in heading)]


def test_a_scan_says_so():
    with pytest.raises(BadDocument, match=r"core\.pdf: no page holds any text; it is a scan"):
        lines([[], []])


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n", b"%PDF-1.7\ntrailer<</Root 1 0 R>>\n", b"x" * 5000])
def test_damaged_files_are_refused(data):
    with pytest.raises(BadDocument, match=r"core\.pdf: the PDF is damaged"):
        pdf.read(SOURCE, data)


def test_a_locked_file_is_refused():
    out = io.BytesIO()
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    writer.encrypt("secret", algorithm="RC4-128")
    writer.write(out)
    with pytest.raises(BadDocument, match="locked with a password"):
        pdf.read(SOURCE, out.getvalue())


def test_a_million_declared_pages_are_refused():
    data = pdf_of([column("1.1. Text")])
    with pytest.raises(BadDocument, match=r"damaged|declares 1,000,000 pages"):
        pdf.read(SOURCE, data.replace(b"/Count 1", b"/Count 1000000"))


def form(content: bytes, inner: bytes = b"") -> bytes:
    resources = b"<</Font<</F 5 0 R>>" + (b"/XObject<</X " + inner + b" 0 R>>" if inner else b"") + b">>"
    head = b"<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources" + resources
    return head + b"/Length %d>>\nstream\n" % len(content) + content + b"\nendstream"


def raw_pdf(objects: Sequence[bytes]) -> bytes:
    body = b"".join(b"%d 0 obj\n%s\nendobj\n" % (number, each) for number, each in enumerate(objects, 1))
    return b"%PDF-1.7\n" + body + b"trailer<</Root 1 0 R/Size 99>>\n%%EOF"


def test_forms_that_unfold_without_end_are_refused():
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</X 6 0 R>>>>>>"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    forms = [form(b"/X Do /X Do", str(number).encode()) for number in range(7, 40)]
    tree = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, form(b"/X Do"), font]
    with pytest.raises(BadDocument, match=r"core\.pdf: reading it takes more memory or time"):
        pdf.read(SOURCE, raw_pdf([*tree, *forms, form(b"BT /F 10 Tf (x) Tj ET")]))


def test_a_page_with_too_many_characters_is_refused():
    content = b"BT /F 10 Tf " + b"(aaaaaaaaa) Tj 0 12 Td " * 40_000 + b"ET"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>"
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    stream = b"<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (
        len(zlib.compress(content)),
        zlib.compress(content),
    )
    tree = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, stream, font]
    with pytest.raises(BadDocument, match=r"core\.pdf, page 1: it has over 300,000 characters"):
        pdf.read(SOURCE, raw_pdf(tree))


def test_the_worker_gives_the_same_lines():
    data = pdf_of(paged(3))
    assert pdf.read(SOURCE, data) == extract(SOURCE, data)
