"""The corpus on disk: game.toml with every mistake named, files that stay in their folder, adding a document."""

import hashlib
import os
from pathlib import Path

import pytest

from kb import readers
from kb.errors import BadDocument, BadGameFile, CorpusUnreadable, KbError, UnknownFormat, UsageError
from kb.models import Source
from kb.sources import add_document, document_path, fingerprint, load_corpus, read_source

GAME = 'id = "cats"\nname = "Cats & Robots"\naliases = ["cr"]\n'
DOCUMENT = '[[document]]\nid = "core"\ntitle = "Core Rules"\nfile = "core.md"\nversion = "1.3"\n'


def corpus(tmp_path: Path, toml: str = GAME + DOCUMENT, game: str = "cats", text: str = "# Rules\n") -> Path:
    folder = tmp_path / "corpus" / game
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.toml").write_text(toml)
    (folder / "core.md").write_text(text)
    return tmp_path / "corpus"


def wanted(**more: str) -> Source:
    return Source(
        **{"game": "cats", "id": "", "title": "Core Rules", "kind": "rules", "file": "", "version": "2"} | more
    )  # type: ignore[arg-type]


def test_games_sources_and_state_files_are_listed_in_order(tmp_path):
    later = DOCUMENT.replace("1.3", "1.10").replace("core.md", "later.md")
    root = corpus(tmp_path, GAME + later + DOCUMENT + DOCUMENT.replace('"core', '"a-faq'))
    (root / "cats/states").mkdir()
    (root / "cats/states/stunned.toml").write_text("")
    found = load_corpus(root)
    assert [(one.id, one.version, one.main) for one in found.of("cats")] == [
        ("a-faq", "1.3", False),
        ("core", "1.3", True),
        ("core", "1.10", True),
    ]
    assert [path.name for path in found.state_files("cats")] == ["stunned.toml"]
    assert found.game("cats") == found.games[0]
    assert found.game("dogs") is None


def test_a_date_may_be_written_as_one(tmp_path):
    root = corpus(tmp_path, GAME + DOCUMENT + "effective = 2026-03-30\n")
    assert load_corpus(root).sources[0].effective == "2026-03-30"


MISTAKES = [
    (GAME + DOCUMENT + "licnce = 'x'\n", r"game\.toml, line 9: licnce is an unknown key; did you mean licence"),
    ("publishr = 'x'\n" + GAME + DOCUMENT, r"line 1: publishr is an unknown key; did you mean publisher"),
    ("zzz = 1\n" + GAME + DOCUMENT, r"line 1: zzz is an unknown key; known are id, name"),
    (GAME + DOCUMENT + DOCUMENT, r"core stands twice with version 1\.3"),
    (GAME + DOCUMENT + DOCUMENT.replace("1.3", "1.4"), r"core\.md is listed twice"),
    (GAME + DOCUMENT.replace('"1.3"', "1.3"), r'line 8: version must be text: write version = "1\.3"'),
    (GAME + DOCUMENT.replace("1.3", "1 3/4"), r"line 8: 1 3/4 is no version"),
    (GAME + DOCUMENT.replace('"core"', '"Core Rules"'), r"line 5: Core Rules is no document id"),
    (GAME + DOCUMENT + "kind = 'ruls'\n", r"line 9: ruls is no kind: it is one of rules, faq"),
    (GAME + DOCUMENT + "effective = '30.3.2026'\n", r"is no date: write effective as 2026-03-30"),
    (GAME + DOCUMENT + "sha256 = 'abc'\n", r"line 9: sha256 must be 64 hexadecimal digits"),
    (GAME + DOCUMENT + "main = 'yes'\n", r"line 9: main must be true or false"),
    (GAME + "[[document]]\nid = 'core'\n", r"'core' has no title; it needs id, title, file, version"),
    (GAME.replace('["cr"]', '"cr"') + DOCUMENT, r"line 3: aliases must be a list of texts"),
    (GAME.replace('"cats"', '"dogs"') + DOCUMENT, r"line 1: dogs must be the name of its folder, 'cats'"),
    (GAME + "document = 3\n", r"line 4: document must be written as \[\[document\]\] tables"),
    (GAME + "name = 'again'\n", r"game\.toml is not TOML: .*line 4"),
]


@pytest.mark.parametrize(("toml", "message"), MISTAKES)
def test_a_mistake_is_named_with_its_line(tmp_path, toml, message):
    with pytest.raises(BadGameFile, match=message) as caught:
        load_corpus(corpus(tmp_path, toml))
    assert caught.value.hint


def test_two_main_documents_are_refused(tmp_path):
    faq = DOCUMENT.replace('"core', '"faq')
    with pytest.raises(BadGameFile, match="main is set for core and faq"):
        load_corpus(corpus(tmp_path, GAME + DOCUMENT + "main = true\n" + faq + "main = true\n"))


def test_a_name_for_two_games_is_refused(tmp_path):
    corpus(tmp_path, GAME.replace("cats", "dogs").replace("Cats", "Dogs") + DOCUMENT, "dogs")
    with pytest.raises(BadGameFile, match="'cr' also names cats"):
        load_corpus(corpus(tmp_path))


def test_no_folder_and_no_document_are_said(tmp_path):
    with pytest.raises(CorpusUnreadable, match="nowhere cannot be read"):
        load_corpus(tmp_path / "nowhere")
    with pytest.raises(CorpusUnreadable, match="holds no document"):
        load_corpus(corpus(tmp_path, GAME))


def test_a_folder_without_game_file_is_reported(tmp_path):
    root = corpus(tmp_path)
    (root / "dogs").mkdir()
    (root / ".git").mkdir()
    assert [problem.document for problem in load_corpus(root).problems] == ["dogs"]


OUTSIDE = ["../dogs/core.md", "/etc/passwd", "a/../../x.md", "..\\x.md", "C:/x.md", "a\\b.md"]


@pytest.mark.parametrize("file", OUTSIDE)
def test_files_outside_the_folder_are_refused_and_the_rest_is_read(tmp_path, file):
    more = DOCUMENT.replace('"core"', '"other"').replace("core.md", file.replace("\\", "\\\\"))
    found = load_corpus(corpus(tmp_path, GAME + DOCUMENT + more))
    good, bad = found.sources
    assert read_source(found, good) == b"# Rules\n"
    with pytest.raises(BadDocument, match="lies outside the game's folder"):
        read_source(found, bad)


def test_a_symbolic_link_may_point_elsewhere(tmp_path):
    root = corpus(tmp_path)
    (tmp_path / "real.md").write_text("real")
    (root / "cats/core.md").unlink()
    (root / "cats/core.md").symlink_to(tmp_path / "real.md")
    found = load_corpus(root)
    assert read_source(found, found.sources[0]) == b"real"


def test_a_missing_a_changed_and_a_too_large_file_are_named(tmp_path, monkeypatch):
    root = corpus(tmp_path, GAME + DOCUMENT + f"sha256 = '{hashlib.sha256(b'other').hexdigest()}'\n")
    found = load_corpus(root)
    with pytest.raises(BadDocument, match=r"core\.md is not the file that was added"):
        read_source(found, found.sources[0])
    monkeypatch.setattr("kb.sources.corpus.MAX_TEXT_BYTES", 3)
    with pytest.raises(BadDocument, match=r"core\.md has 8 bytes; the limit is 3"):
        read_source(found, found.sources[0])
    (root / "cats/core.md").unlink()
    with pytest.raises(BadDocument, match=r"core\.md cannot be read: No such file"):
        read_source(found, found.sources[0])


def test_a_pipe_is_no_document(tmp_path):
    root = corpus(tmp_path)
    (root / "cats/core.md").unlink()
    os.mkfifo(root / "cats/core.md")
    found = load_corpus(root)
    with pytest.raises(BadDocument, match="is not a regular file"):
        read_source(found, found.sources[0])


def test_the_fingerprint_changes_with_names_sizes_and_times_only(tmp_path):
    root = corpus(tmp_path)
    before = fingerprint(root)
    assert fingerprint(root) == before
    os.utime(root / "cats/core.md", ns=(1, 1))
    touched = fingerprint(root)
    (root / "cats/new.md").write_text("")
    assert len({before, touched, fingerprint(root)}) == 3


def added(tmp_path: Path, text: str = "# New\n", **more: str) -> Source:
    file = tmp_path / "my rules (final).MD"
    file.write_text(text)
    return add_document(tmp_path / "corpus", file, wanted(**more))


def test_adding_copies_hashes_and_lists(tmp_path):
    root = corpus(tmp_path, "# our notes stay\n" + GAME + DOCUMENT)
    source = added(tmp_path)
    assert (source.id, source.file, source.main) == ("core-rules", "core-rules-2.md", False)
    found = load_corpus(root)
    assert source in found.sources
    assert read_source(found, source) == b"# New\n"
    assert (root / "cats/game.toml").read_text().startswith("# our notes stay\n")
    assert sorted(path.name for path in (root / "cats").iterdir()) == ["core-rules-2.md", "core.md", "game.toml"]


def test_adding_to_a_new_game_makes_its_folder(tmp_path):
    file = tmp_path / "a.pdf"
    file.write_bytes(b"%PDF")
    source = add_document(tmp_path / "corpus", file, wanted(game="Über Cats"), game_name="Über Cats")
    game = load_corpus(tmp_path / "corpus").games[0]
    assert (game.id, game.name, source.main) == ("uber-cats", "Über Cats", True)


def test_adding_the_same_again_changes_nothing_and_other_bytes_are_refused(tmp_path):
    root = corpus(tmp_path)
    first = added(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in (root / "cats").iterdir()}
    assert added(tmp_path) == first
    assert {path: path.stat().st_mtime_ns for path in (root / "cats").iterdir()} == before
    with pytest.raises(UsageError, match="cats/core-rules@2 is there already, with other bytes"):
        added(tmp_path, "# Changed\n")
    file = tmp_path / "my rules (final).MD"
    replaced = add_document(root, file, wanted(), overwrite=True)
    assert read_source(load_corpus(root), replaced) == b"# Changed\n"
    assert len(load_corpus(root).sources) == 2


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"game": "../dogs"}, UsageError),
        ({"game": "a/b"}, UsageError),
        ({"game": ".hidden"}, UsageError),
        ({"game": "猫"}, UsageError),
        ({"id": "../../x"}, UsageError),
        ({"version": "1/../../x"}, UsageError),
        ({"version": ""}, UsageError),
        ({"version": "-rf"}, UsageError),
    ],
)
def test_names_that_are_paths_are_refused_and_nothing_is_written(tmp_path, more, error):
    root = corpus(tmp_path)
    before = sorted(path for path in tmp_path.rglob("*"))
    with pytest.raises(error):
        added(tmp_path, **more)
    assert sorted(path for path in tmp_path.rglob("*") if path.suffix != ".MD") == before
    assert len(load_corpus(root).sources) == 1


def test_an_empty_or_missing_file_is_refused(tmp_path):
    with pytest.raises(BadDocument, match="is empty"):
        added(tmp_path, " \n")
    with pytest.raises(BadDocument, match="cannot be read"):
        add_document(tmp_path / "corpus", tmp_path / "none.md", wanted())


def test_a_file_that_the_check_refuses_is_not_added(tmp_path):
    root, file = corpus(tmp_path), tmp_path / "x.doc"
    file.write_text("x")
    with pytest.raises(UnknownFormat, match=r"x\.doc: no reader"):
        add_document(root, file, wanted(), check=readers.read)
    assert sorted(path.name for path in (root / "cats").iterdir()) == ["core.md", "game.toml"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_no_write_access_is_said(tmp_path):
    root = corpus(tmp_path)
    (root / "cats").chmod(0o555)
    with pytest.raises(CorpusUnreadable, match="cannot be written"):
        added(tmp_path)


def test_a_write_that_fails_leaves_no_half_file(tmp_path, monkeypatch):
    root = corpus(tmp_path)
    monkeypatch.setattr("kb.sources.adding.os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(KbError, match="cannot be written: No space left"):
        added(tmp_path)
    assert sorted(path.name for path in (root / "cats").iterdir()) == ["core.md", "game.toml"]


def test_document_path_is_inside_the_game_folder(tmp_path):
    assert document_path(tmp_path, wanted(file="a/b.md")) == tmp_path / "cats/a/b.md"
