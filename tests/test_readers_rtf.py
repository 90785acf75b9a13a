"""RTF: what a word processor shows; each construct written by hand, and held against striprtf."""

import pytest
from striprtf.striprtf import rtf_to_text

from kb.errors import BadDocument
from kb.models import Line, Source
from kb.readers import rtf

SOURCE = Source("demo", "core", "Core", "rules", "core.rtf", "1")
HEAD = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}{\f1\fcharset204 Arial;}}" + "\n"


def lines(body: str) -> tuple[Line, ...]:
    return rtf.read(SOURCE, (HEAD + body + "}").encode("latin-1")).lines


def texts(body: str) -> list[str]:
    return [line.text for line in lines(body)]


def test_printed_list_numbers():
    body = r"""{\listtext\tab 4.1.\tab}\ilvl1 Robots walk.\par{\pntext\f0 a)\tab}Cats nap.\line Always.\par
    {\listtext\'b7\tab}\ilvl0 Birds fly.\par\pard Text.\par"""
    assert [(line.role, line.level, line.number, line.text, line.starts) for line in lines(body)] == [
        ("item", 2, "4.1.", "Robots walk.", True),
        ("item", 2, "", "a) Cats nap.", True),
        ("item", 2, "", "Always.", False),
        ("item", 1, "", "Birds fly.", True),
        ("text", 0, "", "Text.", True),
    ]


def test_formatting_ends_with_its_group():
    body = r"""\pard\plain\ilvl1\ls1 {\listtext\pard\plain\f0 b.\tab}Cats nap.\par
    {\pard\outlinelevel0 Title\par}Text.\par"""
    assert [(line.role, line.level, line.text) for line in lines(body)] == [
        ("item", 2, "b. Cats nap."),
        ("heading", 1, "Title"),
        ("text", 0, "Text."),
    ]


def test_styles_of_code_and_headings_of_two_lines():
    body = r"""{\stylesheet{\s1 heading 1;}{\s2 HTML Preformatted;}}\pard\s1 Chapter 3\line Naps\par
    \pard Cats and dogs start as shown here.\par\pard\s2 | c |   |\par |   | d |\par"""
    assert [(line.role, line.starts, line.text) for line in lines(body)] == [
        ("heading", True, "Chapter 3 Naps"),
        ("text", True, "Cats and dogs start as shown here."),
        ("code", True, "| c |   |"),
        ("code", False, "|   | d |"),
    ]


def test_signs_code_pages_and_unicode():
    body = r"\'93Cats\'94\~nap\_well \endash\emdash\bullet{\f1 \'cf\'f0}"
    body += r" \u8212?\u-10179?\u-8704?{\uc2\u233ee}\{x\}\\ soft\-ly\par"
    assert texts(body) == ["“Cats” nap-well –—•Пр —😀é{x}\\ softly"]


def test_bytes_of_two_byte_code_pages_are_taken_together():
    assert texts(r"{\fonttbl{\f2\fcharset128 M;}}\f2 \'83\'4a\'81\'5b\'83\'68\par") == ["カード"]


def test_headings_bold_and_hidden_text():
    body = r"""{\stylesheet{\s1 heading 1;}{\s2\outlinelevel1 Sub;}}\pard\s1 Movement\par\pard\s2 Walking\par
    \pard{\b 4.1} Cats nap.{\v secret}\par\pard\outlinelevel2 Own\par"""
    assert [(line.role, line.level, line.text, line.bold) for line in lines(body)] == [
        ("heading", 1, "Movement", 0),
        ("heading", 2, "Walking", 0),
        ("text", 0, "4.1 Cats nap.", 3),
        ("heading", 3, "Own", 0),
    ]


def test_tables():
    body = r"""\trowd\trhdr\cellx1\cellx2\intbl Unit\cell Cost\cell\row
    \trowd\cellx1\cellx2\intbl Cat\par purrs\cell 3\cell\row
    \pard After\par"""
    assert [(line.role, line.level, line.text, line.starts) for line in lines(body)] == [
        ("row", 1, "Unit | Cost", True),
        ("row", 0, "Cat purrs | 3", False),
        ("text", 0, "After", True),
    ]


def test_a_table_without_its_last_row_end_keeps_its_text():
    assert texts(r"\trowd\cellx1\intbl Cat\cell\intbl Dog\par") == ["Cat | Dog"]


def test_headers_are_set_aside_footnotes_and_links_stay():
    body = r"""{\header\pard Cats Rulebook\par}{\footerr Page {\field{\*\fldinst PAGE}{\fldrslt 1}}}
    {\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt see 4.1}} now{\footnote  By day.}.\par End"""
    assert [(line.aside, line.text) for line in lines(body)] == [
        ("running header", "Cats Rulebook"),
        ("", "see 4.1 now[1]."),
        ("", "[1] By day."),
        ("", "End"),
        ("running footer", "Page 1"),
    ]


def test_pictures_and_raw_bytes_are_passed_over():
    assert texts(r"{\pict\pngblip 89504e470d0a}{\*\unknown word}A\bin4 }}}}B{\upr{x}{\*\ud{é}}}\par") == ["ABé"]


@pytest.mark.parametrize(
    "body", [r"One\par Two \b three\b0  four\par\line five{\i six}\tab seven", r"{\f1 a}{{b}c}\par d"]
)
def test_no_visible_character_is_lost(body: str):
    ours = "".join("".join(texts(body)).split())
    assert ours == "".join(rtf_to_text(HEAD + body + "}").split())


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", r"core\.rtf, line 1: it is no RTF"),
        (b"Hello", r"core\.rtf, line 1: it is no RTF"),
        (b"{\\rtf1 }", "it holds no text"),
        (b"{\\rtf1 " + b"{" * 100_000 + b"x", r"core\.rtf, byte [\d,]+: groups are nested too deep"),
    ],
)
def test_bad_documents_are_refused(data: bytes, message: str):
    with pytest.raises(BadDocument, match=message):
        rtf.read(SOURCE, data)


@pytest.mark.parametrize(
    "data", [b"{\\rtf1 a", b"{\\rtf1 a}}}}", b"{\\rtf1 a\\'", b"{\\rtf1 a\\u", b"{\\rtf1 a\\bin99999 b", b"{\\rtf1 a\\"]
)
def test_cut_off_files_give_what_they_hold(data: bytes):
    assert [line.text for line in rtf.read(SOURCE, data).lines] == ["a"]


def test_what_was_deleted_while_changes_were_tracked_is_not_read():
    text = r"Cats {\deleted\revauthdel1\revdttmdel-2074015744 \loch run}{\revised\revdttm-2074015744 nap}.\par"
    assert [line.text for line in lines(text)] == ["Cats nap."]
