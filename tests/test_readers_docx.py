"""DOCX: what Word shows, its computed numbers included; written with python-docx."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

from kb.errors import BadDocument
from kb.models import Line, Source
from kb.readers import docx as reader
from kb.readers import docx_package
from kb.readers.docx_numbering import printed
from kb.recognise import recognise

SOURCE = Source("demo", "core", "Core", "rules", "core.docx", "1")
W = nsdecls("w")


def saved(document: Any) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def lines(document: Any) -> tuple[Line, ...]:
    return reader.read(SOURCE, saved(document)).lines


def shown(document: Any) -> list[tuple[str, int, str, str]]:
    return [(line.role, line.level, line.number, line.text) for line in lines(document)]


LEVELS = [("decimal", "%1."), ("decimal", "%1.%2."), ("lowerLetter", "%1.%2.%3"), ("lowerRoman", "(%4)")]


def with_list(document: Any, levels: list[tuple[str, str]] = LEVELS, extra: str = "") -> str:
    """Adds a multi-level list to the document and returns its number."""
    root = document.part.numbering_part.element
    abstract = "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for n, (form, text) in enumerate(levels)
    )
    root.insert(0, parse_xml(f'<w:abstractNum {W} w:abstractNumId="77">{abstract}</w:abstractNum>'))
    root.append(parse_xml(f'<w:num {W} w:numId="77"><w:abstractNumId w:val="77"/>{extra}</w:num>'))
    return "77"


def add(document: Any, text: str, level: int, num: str = "77", style: str | None = None) -> Any:
    paragraph = document.add_paragraph(text, style)
    mark = f'<w:numPr {W}><w:ilvl w:val="{level}"/><w:numId w:val="{num}"/></w:numPr>'
    paragraph._p.get_or_add_pPr().append(parse_xml(mark))
    return paragraph


def test_numbers_are_those_that_word_computes():
    document = docx.Document()
    with_list(document)
    add(document, "Movement", 0, style="Heading 1")
    for text, level in (("Robots move.", 1), ("Cats nap.", 1), ("Big cats.", 2), ("One case.", 3), ("Other case.", 3)):
        add(document, text, level)
    add(document, "Small cats.", 2)
    add(document, "Combat", 0, style="Heading 1")
    add(document, "Robots fight.", 1)
    assert shown(document) == [
        ("heading", 1, "1.", "Movement"),
        ("item", 2, "1.1.", "Robots move."),
        ("item", 2, "1.2.", "Cats nap."),
        ("item", 3, "1.2.a", "Big cats."),
        ("item", 4, "", "(i) One case."),
        ("item", 4, "", "(ii) Other case."),
        ("item", 3, "1.2.b", "Small cats."),
        ("heading", 1, "2.", "Combat"),
        ("item", 2, "2.1.", "Robots fight."),
    ]


def test_a_list_bound_to_styles_numbers_their_paragraphs():
    document = docx.Document()
    num = with_list(document, [("decimal", "%1"), ("decimal", "%1.%2")])
    for level, name in enumerate(("Heading 1", "Heading 2")):
        mark = f'<w:numPr {W}><w:ilvl w:val="{level}"/><w:numId w:val="{num}"/></w:numPr>'
        document.styles[name].element.get_or_add_pPr().append(parse_xml(mark))
    document.add_heading("Setup", 1)
    document.add_heading("Board", 2)
    document.add_heading("Pieces", 2)
    document.add_paragraph("Text.")
    assert shown(document) == [
        ("heading", 1, "1", "Setup"),
        ("heading", 2, "1.1", "Board"),
        ("heading", 2, "1.2", "Pieces"),
        ("text", 0, "", "Text."),
    ]


def test_a_new_list_over_the_same_definition_starts_where_it_says():
    document = docx.Document()
    with_list(document)
    root = document.part.numbering_part.element
    override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'
    root.append(parse_xml(f'<w:num {W} w:numId="78"><w:abstractNumId w:val="77"/>{override}</w:num>'))
    root.append(parse_xml(f'<w:num {W} w:numId="79"><w:abstractNumId w:val="77"/></w:num>'))
    for text, num in (("a", "77"), ("b", "77"), ("c", "78"), ("d", "78"), ("e", "79")):
        add(document, text, 0, num)
    assert [line.text for line in lines(document)] == ["1. a", "2. b", "7. c", "8. d", "9. e"]


@pytest.mark.parametrize(
    ("value", "form", "text"),
    [
        (28, "lowerLetter", "bb"),
        (3, "upperRoman", "III"),
        (4, "decimalZero", "04"),
        (5, "chineseCounting", "5"),
        (0, "lowerRoman", "0"),
    ],
)
def test_forms_of_counters(value: int, form: str, text: str):
    assert printed(value, form) == text


def test_bullets_print_nothing_and_switched_off_lists_are_text():
    document = docx.Document()
    document.add_paragraph("Fire", "List Bullet")
    add(document, "Water", 0, "0")
    assert shown(document) == [("item", 1, "", "Fire"), ("text", 0, "", "Water")]


def test_rules_set_in_a_heading_style_are_rules_and_headings_stay_headings():
    document = docx.Document()
    document.add_heading("Movement", 1)
    for number in range(1, 5):
        document.add_heading(f"4.{number} Every robot moves up to {number} spaces and then it must rest for a turn.", 3)
    document.add_heading("Combat", 1)
    assert [line.role for line in lines(document)] == ["heading", "text", "text", "text", "text", "heading"]


def test_a_style_of_code_keeps_its_columns_unless_the_whole_document_has_it():
    document = docx.Document()
    document.styles.add_style("HTML Preformatted", 1)
    for text, style in (
        ("Cats start in this way, and the dogs start so:", None),
        ("c . d", None),
        ("  | c |   |", "x"),
        ("  | d |", "x"),
    ):
        document.add_paragraph(text, "HTML Preformatted" if style else None)
    found = [(line.role, line.starts, line.text) for line in lines(document)][2:]
    assert found == [("code", True, "  | c |   |"), ("code", False, "  | d |")]
    for paragraph in document.paragraphs:
        paragraph.style = "HTML Preformatted"
    assert [(line.role, line.text) for line in lines(document)][2:] == [("text", "| c | |"), ("text", "| d |")]


def test_a_heading_of_two_lines_is_one_title():
    document = docx.Document()
    document.add_heading("Chapter 3\nNaps", 1)
    document.add_paragraph("Cats nap.\nAlways.")
    assert [line.text for line in lines(document)] == ["Chapter 3 Naps", "Cats nap.", "Always."]


def test_the_bold_line_under_a_figure_is_no_heading():
    document = docx.Document()
    for text in ("Figure 4. A Cat", "Naps"):
        document.add_paragraph().add_run(text).bold = True
        document.add_paragraph("Cats nap here and everywhere, as the picture shows.")
    assert [line.role for line in lines(document)] == ["text", "text", "heading", "text"]


def test_a_cell_over_several_columns_leaves_the_others_empty():
    document = docx.Document()
    table = document.add_table(2, 3)
    for cell, text in zip((*table.rows[0].cells, *table.rows[1].cells), ("A", "B", "C", "All", "", "3"), strict=True):
        cell.text = text
    table.cell(1, 0).merge(table.cell(1, 1))
    assert [line.text for line in lines(document)] == ["A | B | C", "All |  | 3"]


def test_titles_that_end_with_a_stop_are_headings_all_the_same():
    document = docx.Document()
    titles = ("Words.", "What the Cats Must Not Do at Night.", "No Dogs, Robots or Birds Beyond This Line.")
    for count, title in enumerate(titles):
        document.add_heading(f"{count}. {title}", 2)
        document.add_paragraph("Cats nap.")
    assert [line.role for line in lines(document)] == ["heading", "text"] * 3


def test_tables_are_rows_and_one_celled_boxes_are_text():
    document = docx.Document()
    table = document.add_table(2, 2)
    for row, texts in zip(table.rows, (("Unit", "Cost"), ("Cat", "3")), strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    table.rows[0]._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {W}/>"))
    box = document.add_table(1, 1).rows[0].cells[0]
    box.text = "Boxed rule."
    box.add_paragraph("Second.")
    assert shown(document) == [
        ("row", 1, "", "Unit | Cost"),
        ("row", 0, "", "Cat | 3"),
        ("text", 0, "", "Boxed rule."),
        ("text", 0, "", "Second."),
    ]
    assert [line.starts for line in lines(document)] == [True, False, True, True]


def test_bold_breaks_and_tabs():
    document = docx.Document()
    paragraph = document.add_paragraph()
    paragraph.add_run("4.1").bold = True
    paragraph.add_run("\tCats nap.")
    paragraph.add_run().add_break()
    paragraph.add_run("Always.")
    assert [(line.text, line.bold, line.starts, line.line) for line in lines(document)] == [
        ("4.1 Cats nap.", 3, True, 1),
        ("Always.", 0, False, 1),
    ]


def test_headers_footers_and_contents_are_set_aside():
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Cats Rulebook"
    document.sections[0].footer.paragraphs[0].text = "Imprint"
    style = document.styles.add_style("toc 1", 1)
    document.add_paragraph("1. Movement\t3", style)
    document.add_paragraph("1. Robots move.")
    assert [(line.aside, line.text) for line in lines(document)] == [
        ("running header", "Cats Rulebook"),
        ("contents page", "1. Movement 3"),
        ("", "1. Robots move."),
        ("running footer", "Imprint"),
    ]


def body_of(xml: str) -> Any:
    document = docx.Document()
    for element in parse_xml(f"<w:body {W}>{xml}</w:body>"):
        document.element.body.insert(len(document.element.body) - 1, element)
    return document


def test_tracked_changes_fields_hidden_text_and_symbols():
    xml = """<w:p><w:r><w:t>Cats </w:t></w:r><w:ins><w:r><w:t>nap</w:t></w:r></w:ins>
    <w:del><w:r><w:delText>run</w:delText></w:r></w:del>
    <w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF x</w:instrText></w:r>
    <w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t xml:space="preserve"> (4.1)</w:t></w:r>
    <w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r><w:t>well</w:t><w:noBreakHyphen/><w:t>fed</w:t>
    <w:sym w:font="Symbol" w:char="2660"/></w:r></w:p>"""
    assert [line.text for line in lines(body_of(xml))] == ["Cats nap (4.1)well-fed♠"]


def test_pages_are_those_that_word_noted():
    xml = """<w:p><w:r><w:t>One</w:t></w:r></w:p><w:p><w:r><w:lastRenderedPageBreak/><w:t>Two</w:t></w:r></w:p>
    <w:p><w:r><w:t>still two</w:t><w:lastRenderedPageBreak/><w:t> then three</w:t></w:r></w:p>
    <w:p><w:r><w:t>Three</w:t></w:r></w:p>"""
    read = reader.read(SOURCE, saved(body_of(xml)))
    assert ([line.page for line in read.lines], read.pages) == ([1, 2, 2, 3], 3)


def test_footnotes_follow_the_paragraph_they_belong_to():
    data = saved(
        body_of(
            '<w:p><w:r><w:t>Cats nap</w:t><w:footnoteReference w:id="2"/><w:t>.</w:t></w:r></w:p>'
            "<w:p><w:r><w:t>End</w:t></w:r></w:p>"
        )
    )
    notes = (
        f'<w:footnotes {W}><w:footnote w:type="separator" w:id="0"/>'
        '<w:footnote w:id="2"><w:p><w:r><w:t>By day.</w:t></w:r></w:p></w:footnote></w:footnotes>'
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    relation = f'<Relationship Id="rId99" Type="{kind}" Target="footnotes.xml"/></Relationships>'
    changed = repacked(
        data,
        {"word/_rels/document.xml.rels": lambda old: old.replace("</Relationships>", relation)},
        {"word/footnotes.xml": notes},
    )
    assert [line.text for line in reader.read(SOURCE, changed).lines] == ["Cats nap[1].", "[1] By day.", "End"]


def repacked(data: bytes, change: dict[str, Callable[[str], str]], more: dict[str, str]) -> bytes:
    """The package with some parts changed and others added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, change[name](part.decode()) if name in change else part)
        for name, text in more.items():
            new.writestr(name, text)
    return out.getvalue()


def test_strict_open_xml_is_read_too():
    main = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    change = {"word/document.xml": lambda old: old.replace(main, "http://purl.oclc.org/ooxml/wordprocessingml/main")}
    data = repacked(saved(body_of("<w:p><w:r><w:t>Cats nap</w:t></w:r></w:p>")), change, {})
    assert [line.text for line in reader.read(SOURCE, data).lines] == ["Cats nap"]


def test_no_visible_character_is_lost():
    document = docx.Document()
    document.add_heading("Rules", 1)
    document.add_paragraph("Cats nap, robots do not.")
    document.add_table(1, 2).rows[0].cells[1].text = "in a cell"
    document.add_paragraph("End")
    independent = "".join(node.text or "" for node in document.element.body.iter(qn("w:t")))
    ours = "".join(line.text for line in lines(document)).replace("|", "")
    assert "".join(ours.split()) == "".join(independent.split())


def test_a_package_that_is_no_docx_is_refused():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("content.xml", "<x/>")
    for data in (out.getvalue(), b"PK\x03\x04 cut short", b"", saved(docx.Document())):
        with pytest.raises(
            BadDocument, match=r"core\.docx: (it is no DOCX|no Word document is inside|it holds no text)"
        ):
            reader.read(SOURCE, data)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda old: old.replace("<w:body>", "<w:body><w:p>", 1),
            r"core\.docx, word/document\.xml, line \d+: the part is no good XML",
        ),
        (lambda old: "<!DOCTYPE w [<!ENTITY a 'b'>]>" + old.partition("?>")[2], "declares entities"),
        (lambda old: old.replace("<w:body>", "<w:body>" + "<w:sdt>" * 300, 1), "no good XML"),
    ],
)
def test_broken_and_hostile_parts_are_refused_by_name(change: Callable[[str], str], message: str):
    data = repacked(saved(body_of("<w:p><w:r><w:t>x</w:t></w:r></w:p>")), {"word/document.xml": change}, {})
    with pytest.raises(BadDocument, match=message):
        reader.read(SOURCE, data)


def test_an_entity_bomb_does_not_unfold():
    entities = "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 20 if n else 'ha' * 50}'>" for n in range(12))
    bomb = (
        f"<!DOCTYPE w [{entities}]><w:document {W}><w:body><w:p><w:r><w:t>&e11;</w:t></w:r></w:p></w:body></w:document>"
    )
    with pytest.raises(BadDocument, match=r"entities|no good XML"):
        reader.read(SOURCE, repacked(saved(docx.Document()), {"word/document.xml": lambda _: bomb}, {}))


def test_a_zip_bomb_is_refused_by_what_it_unpacks_to(monkeypatch):
    monkeypatch.setattr(docx_package, "MAX_PART", 1_000_000)
    data = repacked(saved(docx.Document()), {"word/document.xml": lambda old: old + " " * 2_000_000}, {})
    with pytest.raises(
        BadDocument, match=r"core\.docx, word/document\.xml: the part unpacks to more than 1,000,000 bytes"
    ):
        reader.read(SOURCE, data)


def test_articles_that_word_counts_in_roman_numerals_number_their_sections():
    document = docx.Document()
    with_list(document, [("upperRoman", "ARTICLE %1"), ("decimal", "Section %2.")])
    for title in ("Naps", "Meals", "Play"):
        add(document, title, 0)
        add(document, f"{title} are free.", 1)
        add(document, "So it is in Section 1 of Article II.", 1)
    found = recognise(reader.read(SOURCE, saved(document))).rules
    assert [rule.number for rule in found] == ["1", "1-1", "1-2", "2", "2-1", "2-2", "3", "3-1", "3-2"]
    assert [rule.refs for rule in found if rule.refs] == [("2-1",)] * 3


def test_questions_in_a_heading_style_are_headings():
    document = docx.Document()
    for title, level in (("Cats", 1), ("Naps", 2), ("May a cat nap on the table?", 2), ("May it eat there, too?", 2)):
        document.add_heading(title, level)
        document.add_paragraph("It may.")
    assert [line.level for line in lines(document) if line.role == "heading"] == [1, 2, 2, 2]
