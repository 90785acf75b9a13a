"""Bytes to text: which encoding a file is in, and line ends made one.

The ladder is that of the HTML standard's sniffing, cut down: byte order mark, then what cannot be an accident (valid
UTF-8, the zero bytes of UTF-16), then a statistical guess among legacy code pages by charset-normalizer.
"""

from __future__ import annotations

import codecs
import re

from kb.errors import BadDocument

MAX_TEXT_BYTES = 16 * 1024 * 1024
"""A dozen times the largest rulebook known as text; a file above it is no rulebook and would take all memory."""

MAX_PAGE_BYTES = 64 * 1024 * 1024
"""For HTML, whose pictures may stand in the page itself."""

MAX_LINES = 500_000
"""Fifty times as many as the largest rulebook known."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LINE_END = re.compile(r"\r\n?")
_SAMPLE = 4096
_CODE_PAGES = ("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1257", "mac_roman")
_EAST_ASIAN = ("shift_jis", "euc_jp", "gb18030", "big5", "euc_kr")
GUESSED = frozenset({*_CODE_PAGES, *_EAST_ASIAN}) - {"cp1252"}
"""Encodings that only the frequency of letters tells; cp1252 is told by the letters that it has at all."""
_EAST_ASIAN_SHARE = 0.3
"""At least this share of the bytes of an East Asian text is no ASCII; of a Polish one, less than a tenth."""
_NOT_WESTERN = re.compile(
    r"[^\x00-\x7f‘’“”–—…•€™©®°·«»×½¼¾\xa0\xad£§¡¿"
    r"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿœŒ]"
)
"""What cp1252 holds besides the letters and signs that West European rulebooks use."""
_MACINTOSH = re.compile(rb"[a-z]\xd5[a-z]")
"""An apostrophe in a word as old Macintosh programs wrote it; in other code pages a capital letter amid small ones."""

_SPLIT = "Split it into its parts."
_HINT = "Save the file as UTF-8 and try again."


def decode(data: bytes, name: str = "the file", limit: int = MAX_TEXT_BYTES) -> tuple[str, str]:
    """Text of a file and the Python name of its encoding.

    `limit` is in bytes. Every line end (CRLF, CR) becomes a single "\\n", so that lines keep their numbers.

    Raises BadDocument, naming the file and the line, for data that is not text or whose encoding cannot be told.
    """
    if len(data) > limit:
        raise BadDocument(f"{name} has {len(data):,} bytes of text; the limit is {limit:,}.", _SPLIT)
    text, encoding = _decode(data, name)
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise BadDocument(f"{name} is not text: a zero byte stands in line {line}.", "Is the file's suffix right?")
    text = _LINE_END.sub("\n", text)
    if text.count("\n") > MAX_LINES:
        raise BadDocument(f"{name} has {text.count(chr(10)):,} lines; the limit is {MAX_LINES:,}.", _SPLIT)
    return text, encoding


def _decode(data: bytes, name: str) -> tuple[str, str]:
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _strict(data, encoding, name), encoding.removesuffix("-sig")
    wide = _bare_utf16(data)
    if wide:
        return _strict(data, wide, name), wide
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        return _legacy(data, error, name)


def _strict(data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadDocument(f"{name} begins like {encoding} but line {line} is not.", _HINT) from error


def _bare_utf16(data: bytes) -> str:
    """UTF-16 without a mark: in Latin text nearly every other byte is zero, always on the same side."""
    sample = data[:_SAMPLE]
    half = len(sample) // 2
    if half < 2:
        return ""
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > half * 0.6 and even < half * 0.1:
        return "utf-16-le"
    if even > half * 0.6 and odd < half * 0.1:
        return "utf-16-be"
    return ""


def _legacy(data: bytes, error: UnicodeDecodeError, name: str) -> tuple[str, str]:
    """A code page, unless the file is UTF-8 that somebody damaged: guessing there would garble the good letters."""
    damaged = data.decode("utf-8", "replace")
    good = sum(len(run) for run in re.findall(r"[^\x00-\x7f\ufffd]+", damaged))
    line = data.count(b"\n", 0, error.start) + 1
    if good > damaged.count("\ufffd"):
        raise BadDocument(
            f"{name} is UTF-8 but for line {line}: byte 0x{data[error.start]:02x} does not belong.", _HINT
        )
    if _MACINTOSH.search(data):
        return data.decode("mac_roman"), "mac_roman"
    try:
        western = data.decode("cp1252")
    except UnicodeDecodeError:
        western = ""
    if western and not _NOT_WESTERN.search(western):
        return western, "cp1252"
    guessed = _guess(data)
    if guessed is None:
        raise BadDocument(f"{name}: the encoding cannot be told (first odd byte in line {line}).", _HINT)
    return guessed


def _guess(data: bytes) -> tuple[str, str] | None:
    # Imported here: it costs 40 ms and only files in a legacy code page need it.
    from charset_normalizer import from_bytes

    odd = sum(byte > 0x7F for byte in data) / len(data)
    pages = [*_CODE_PAGES, *(_EAST_ASIAN if odd >= _EAST_ASIAN_SHARE else ())]
    best = from_bytes(data, cp_isolation=pages).best()
    return None if best is None else (data.decode(best.encoding), best.encoding)
