"""Encodings: what a publisher's file may be in, and what is refused."""

import pytest

from kb.encoding import decode
from kb.errors import BadDocument

ENGLISH = "1. A “token” can’t move – ever.\n1.1. Zoë’s café rule…\n"
CASES = [
    ("utf-8", "utf-8", ENGLISH),
    ("utf-8-sig", "utf-8", ENGLISH),
    ("utf-16", "utf-16", ENGLISH),
    ("utf-16-le", "utf-16-le", ENGLISH),
    ("utf-16-be", "utf-16-be", ENGLISH),
    ("utf-32", "utf-32", ENGLISH),
    ("cp1252", "cp1252", ENGLISH),
    ("mac_roman", "mac_roman", ENGLISH),
    ("cp1252", "cp1252", "1. Die Spielfläche heißt Straße.\n2. Ein Tor zählt für die Mannschaft, die es wirft.\n"),
    ("cp1251", "cp1251", "1. Игрок не может атаковать, если его фигура оглушена.\n2. Ход переходит к сопернику.\n"),
    ("cp1250", "cp1250", "1. Gracz nie może atakować, gdy jednostka jest ogłuszona.\n2. Następnie jest tura wroga.\n"),
    ("shift_jis", "shift_jis", "1. プレイヤーはカードを引く。\n2. 気絶したユニットは攻撃できない。\n"),
]


@pytest.mark.parametrize(("written", "named", "text"), CASES)
def test_text_comes_back_and_its_encoding_is_named(written, named, text):
    decoded, encoding = decode(text.encode(written))
    assert decoded == text
    assert encoding == named or (named == "shift_jis" and encoding in ("shift_jis", "cp932"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_become_one_and_lines_keep_their_numbers(end):
    text, _ = decode(end.join(["1. One", "", "2. Two", "3. Three"]).encode())
    assert text.split("\n") == ["1. One", "", "2. Two", "3. Three"]


def test_no_byte_order_mark_is_left_in_the_text():
    assert decode("\ufeff1. One".encode())[0] == "1. One"


def test_damaged_utf8_is_refused_with_file_and_line():
    data = "1. Zoë’s rule\n2. “Café”\n3. ".encode() + b"caf\xe9 \n"
    with pytest.raises(BadDocument, match=r"rules\.txt is UTF-8 but for line 3: byte 0xe9"):
        decode(data, "rules.txt")


def test_binary_data_is_refused():
    with pytest.raises(BadDocument, match=r"x\.txt is not text: a zero byte stands in line 2"):
        decode(b"abc\nd\x00ef and much more text so that it does not look like two bytes a letter", "x.txt")


def test_a_file_too_large_is_refused_before_it_is_decoded():
    with pytest.raises(BadDocument, match=r"big\.txt has 101 bytes of text; the limit is 100"):
        decode(b"x" * 101, "big.txt", 100)


def test_utf16_cut_in_the_middle_is_refused():
    with pytest.raises(BadDocument, match="begins like utf-16"):
        decode("1. One".encode("utf-16")[:-1], "x.txt")


def test_a_polish_code_page_is_not_read_as_chinese() -> None:
    text = "1.1 Gracz może żółć.\n"
    assert decode(text.encode("cp1250"), "a.txt") == (text, "cp1250")
