"""What every vector store must do, against brute force in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import IndexUnusable
from kb.store import COARSE_FILE, EXACT_ROWS, FILE, PLACES_FILE, FaissStore, VectorStore, map_vectors
from kb.store.codes import CODES_FILE, STEPS_FILE, Codes, rounded, write
from tests.mapping import is_mapped

DIM = 16
Make = Callable[[], VectorStore]


def in_memory(_: Path) -> Callable[[VectorStore], VectorStore]:
    return lambda store: store


def saved_and_opened(folder: Path) -> Callable[[VectorStore], VectorStore]:
    def reopened(store: VectorStore) -> VectorStore:
        assert isinstance(store, FaissStore)
        store.save(folder)
        return FaissStore(folder)

    return reopened


@pytest.fixture(params=[in_memory, saved_and_opened], ids=["faiss-memory", "faiss-file"])
def finished(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[VectorStore], VectorStore]:
    """How a filled store is made ready to be asked."""
    made: Callable[[VectorStore], VectorStore] = request.param(tmp_path)
    return made


def vectors(n: int, seed: int = 0, dim: int = DIM) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(n, dim)).astype(np.float32)


def oracle(
    ids: list[int], rows: np.ndarray, asked: np.ndarray, k: int, allow: set[int] | None
) -> list[tuple[int, float]]:
    best: dict[int, float] = {}
    for one, row in zip(ids, rows.astype(np.float64), strict=True):
        score = float(row @ asked / (np.linalg.norm(row) * np.linalg.norm(asked)))
        if allow is None or one in allow:
            best[one] = max(score, best.get(one, -2.0))
    return sorted(best.items(), key=lambda item: (-round(item[1], 5), item[0]))[:k]


def same(found: list[tuple[int, float]], right: list[tuple[int, float]]) -> None:
    assert [i for i, _ in found] == [i for i, _ in right]
    np.testing.assert_allclose([s for _, s in found], [s for _, s in right], atol=2e-5)


@pytest.mark.parametrize("k", [1, 3, 10, 400])
@pytest.mark.parametrize("allow", [None, {2, 3, 5}, set(range(10, 30)), {0, 999}])
def test_agrees_with_brute_force(
    finished: Callable[[VectorStore], VectorStore], k: int, allow: set[int] | None
) -> None:
    ids = [n // 2 for n in range(120)]  # two vectors an id
    rows = vectors(120)
    store = FaissStore(dim=DIM)
    store.add(ids, rows)
    asked = vectors(1, 9)[0]
    ready = finished(store)
    right = oracle(ids, rows, asked, k, allow)
    same(ready.search(asked, k, None if allow is None else frozenset(allow)), right)
    if allow is not None:
        same(ready.search(asked, k, np.array(sorted(allow), dtype=np.int64)), right)


def test_k_beyond_the_number_of_ids_gives_them_all(finished: Callable[[VectorStore], VectorStore]) -> None:
    store = FaissStore(dim=DIM)
    store.add([7, 3, 5], vectors(3))
    found = finished(store).search(vectors(1, 1)[0], 10)
    assert sorted(i for i, _ in found) == [3, 5, 7]


def test_ties_are_ordered_by_id(finished: Callable[[VectorStore], VectorStore]) -> None:
    row = vectors(1)[0]
    store = FaissStore(dim=DIM)
    store.add([9, 4, 6, 1], np.stack([row, row * 3, row, row]))
    assert [i for i, _ in finished(store).search(row, 3)] == [1, 4, 6]


def test_an_empty_filter_gives_nothing_and_none_is_no_filter(finished: Callable[[VectorStore], VectorStore]) -> None:
    store = FaissStore(dim=DIM)
    store.add([0, 1], vectors(2))
    ready = finished(store)
    asked = vectors(1, 1)[0]
    assert ready.search(asked, 5, frozenset()) == []
    assert ready.search(asked, 5, np.zeros(0, dtype=np.int64)) == []
    assert len(ready.search(asked, 5, None)) == 2


def test_a_filter_narrows_before_ranking(finished: Callable[[VectorStore], VectorStore]) -> None:
    rows = vectors(200)
    store = FaissStore(dim=DIM)
    store.add(range(200), rows)
    worst = oracle(list(range(200)), rows, rows[0], 200, None)[-1][0]
    assert [i for i, _ in finished(store).search(rows[0], 1, frozenset({worst}))] == [worst]


def test_the_same_vector_under_two_ids_is_kept_twice(finished: Callable[[VectorStore], VectorStore]) -> None:
    row = vectors(1)
    store = FaissStore(dim=DIM)
    store.add([1], row)
    store.add([2], row)
    assert [i for i, _ in finished(store).search(row[0], 5)] == [1, 2]


def test_what_was_removed_does_not_come_back(finished: Callable[[VectorStore], VectorStore]) -> None:
    rows = vectors(6)
    store = FaissStore(dim=DIM)
    store.add([0, 0, 1, 1, 2, 2], rows)
    store.remove([0, 77])
    ready = finished(store)
    assert len(ready) == 4
    assert sorted(i for i, _ in ready.search(rows[0], 9)) == [1, 2]


@pytest.mark.parametrize(
    "asked", [np.zeros(DIM), np.full(DIM, np.nan), np.full(DIM, np.inf)], ids=["zero", "nan", "inf"]
)
def test_a_question_without_direction_finds_nothing(
    finished: Callable[[VectorStore], VectorStore], asked: np.ndarray
) -> None:
    store = FaissStore(dim=DIM)
    store.add([0], vectors(1))
    assert finished(store).search(asked.astype(np.float32), 3) == []


def test_broken_vectors_score_nothing_and_never_nan(finished: Callable[[VectorStore], VectorStore]) -> None:
    rows = vectors(3)
    rows[1], rows[2, 0] = 0, np.nan
    store = FaissStore(dim=DIM)
    store.add([0, 1, 2], rows)
    found = finished(store).search(rows[0], 3)
    assert [i for i, _ in found] == [0, 1, 2]
    assert [s for _, s in found][1:] == [0.0, 0.0]


def test_an_empty_store_finds_nothing(finished: Callable[[VectorStore], VectorStore]) -> None:
    ready = finished(FaissStore(dim=DIM))
    assert len(ready) == 0
    assert ready.search(vectors(1)[0], 3) == []


@pytest.mark.parametrize("k", [0, -1])
def test_no_results_wanted_none_given(finished: Callable[[VectorStore], VectorStore], k: int) -> None:
    store = FaissStore(dim=DIM)
    store.add([0], vectors(1))
    assert finished(store).search(vectors(1)[0], k) == []


def test_ids_and_vectors_must_be_as_many() -> None:
    store = FaissStore(dim=DIM)
    with pytest.raises(ValueError, match="2 ids for 3 vectors"):
        store.add([0, 1], vectors(3))
    with pytest.raises(ValueError, match="begin at 0"):
        store.add([-1], vectors(1))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 12), max_size=40),
    st.integers(1, 15),
    st.none() | st.frozensets(st.integers(0, 14), max_size=8),
    st.integers(0, 5),
)
def test_any_store_agrees_with_brute_force(ids: list[int], k: int, allow: frozenset[int] | None, seed: int) -> None:
    rows = vectors(len(ids), seed)
    store = FaissStore(dim=DIM)
    store.add(ids, rows)
    asked = vectors(1, seed + 100)[0]
    same(store.search(asked, k, allow), oracle(ids, rows, asked, k, set(allow) if allow is not None else None))


def test_the_file_is_an_ordinary_faiss_index(tmp_path: Path) -> None:
    import faiss

    rows = vectors(20)
    store = FaissStore(dim=DIM)
    store.add(range(20), rows)
    store.save(tmp_path)
    index = faiss.read_index(str(tmp_path / FILE))
    scores, ids = index.search(rows[:1], 3)
    same(list(zip(ids[0].tolist(), scores[0].tolist(), strict=True)), FaissStore(tmp_path).search(rows[0], 3))


def test_opening_maps_the_file(tmp_path: Path) -> None:
    store = FaissStore(dim=DIM)
    store.add(range(20), vectors(20))
    store.save(tmp_path)
    opened = FaissStore(tmp_path)
    assert opened._vectors.flags.aligned
    assert not opened._vectors.flags.owndata


@pytest.mark.parametrize("damage", [b"", b"IxFI" + bytes(200), None], ids=["empty", "another-index", "cut"])
def test_a_damaged_file_is_named(tmp_path: Path, damage: bytes | None) -> None:
    store = FaissStore(dim=DIM)
    store.add(range(20), vectors(20))
    store.save(tmp_path)
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes()[:-24] if damage is None else damage)
    with pytest.raises(IndexUnusable, match=FILE) as caught:
        FaissStore(tmp_path)
    assert "kb build" in caught.value.hint


LARGE = 40_000


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> tuple[FaissStore, list[int], np.ndarray]:
    """Two vectors an id around 400 topics, enough of them for the coarse file."""
    rng = np.random.default_rng(3)
    topics = vectors(400, 1, 48)
    rows = topics[rng.integers(0, 400, LARGE)] + 0.6 * rng.normal(size=(LARGE, 48)).astype(np.float32)
    ids = [n // 2 for n in range(LARGE)]
    store = FaissStore(dim=48)
    store.add(ids, rows)
    folder = tmp_path_factory.mktemp("large")
    store.save(folder)
    assert (folder / COARSE_FILE).is_file()
    return FaissStore(folder), ids, rows


def test_a_large_store_finds_nearly_all_of_the_best(large: tuple[FaissStore, list[int], np.ndarray]) -> None:
    store, _, rows = large
    shares = []
    for seed in range(40):
        asked = rows[seed * 900] + vectors(1, seed, 48)[0] * 0.3
        scores = (rows @ asked / np.linalg.norm(rows, axis=1)).reshape(-1, 2).max(axis=1)
        right = set(np.argsort(-scores)[:10].tolist())
        found = store.search(asked, 10)
        assert [s for _, s in found] == sorted((s for _, s in found), reverse=True)
        shares.append(len({i for i, _ in found} & right) / 10)
    assert np.mean(shares) >= 0.99


@pytest.mark.parametrize("scope", [range(5, 9), range(9000), range(0, LARGE // 2, 3), range(0, LARGE // 2, 2000)])
def test_a_large_store_keeps_to_its_scope(large: tuple[FaissStore, list[int], np.ndarray], scope: range) -> None:
    store, ids, rows = large
    asked = rows[7]
    allow = np.array(scope, dtype=np.int64)
    right = oracle(ids, rows, asked, 10, set(scope))
    same(store.search(asked, 10, allow), right)
    same(store.search(asked, 10, frozenset(scope)), right)


def test_a_large_store_gives_all_it_has_where_more_are_wanted(large: tuple[FaissStore, list[int], np.ndarray]) -> None:
    store, _, rows = large
    assert len(store.search(rows[0], LARGE)) == LARGE // 2


def test_a_large_store_that_is_changed_is_searched_as_it_is_now(tmp_path: Path) -> None:
    store = FaissStore(dim=DIM)
    store.add(range(EXACT_ROWS + 8), vectors(EXACT_ROWS + 8))
    store.save(tmp_path)
    opened = FaissStore(tmp_path)
    opened.remove([0])
    assert opened.search(vectors(1)[0], 1)[0][0] != 0


def test_the_coarse_file_is_the_same_bytes_again(tmp_path: Path) -> None:
    store = FaissStore(dim=DIM)
    store.add(range(EXACT_ROWS + 8), vectors(EXACT_ROWS + 8))
    made = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        store.save(tmp_path / name)
        made.append((tmp_path / name / COARSE_FILE).read_bytes())
    assert made[0] == made[1]


def test_an_opened_store_copies_neither_vectors_nor_ids(tmp_path: Path) -> None:
    store = FaissStore(dim=DIM)
    store.add([0, 0, 3], vectors(3))
    assert not is_mapped(store._vectors)
    store.save(tmp_path)
    ids, rows = map_vectors(tmp_path / FILE)
    opened = FaissStore(tmp_path)
    assert all(map(is_mapped, (ids, rows, opened._ids, opened._vectors)))
    assert ids.tolist() == [0, 0, 3]
    assert not opened._vectors.flags.writeable


def test_the_codes_of_a_large_store_are_smaller_than_its_vectors(
    large: tuple[FaissStore, list[int], np.ndarray],
) -> None:
    codes = large[0]._coarse
    assert codes.ntotal == LARGE
    assert codes.sa_code_size() == 48 // 8


def test_a_large_store_maps_where_its_vectors_begin(tmp_path: Path) -> None:
    store = FaissStore(dim=DIM)
    store.add([n // 2 * 3 for n in range(EXACT_ROWS + 8)], vectors(EXACT_ROWS + 8))
    store.save(tmp_path)
    opened = FaissStore(tmp_path)
    assert is_mapped(opened._begins)
    assert is_mapped(opened._unique)
    assert np.array_equal(opened._begins, store._begins)
    assert np.array_equal(opened._unique, store._unique)
    path = tmp_path / PLACES_FILE
    path.write_bytes(path.read_bytes()[:-8])
    with pytest.raises(IndexUnusable, match=PLACES_FILE):
        FaissStore(tmp_path)


def test_eight_bits_put_forward_all_that_is_nearest_and_little_else(tmp_path: Path) -> None:
    """The `k` best are those of brute force, and most vectors were not looked at to find them."""
    ids, rows = [n // 3 for n in range(3000)], vectors(3000, 5, 96)
    rows[::50, 7] *= 9  # a dimension that sticks out makes the step of its row larger
    store = FaissStore(dim=96)
    store.add(ids, rows)
    store.save(tmp_path)
    opened = FaissStore(tmp_path)
    looked_at: list[int] = []
    near = Codes.near

    def counted(*given: Any) -> Any:
        found = near(*given)
        looked_at.append(len(found))
        return found

    with mock.patch.object(Codes, "near", counted):
        for seed in range(40):
            asked = vectors(1, 50 + seed, 96)[0]
            right = oracle(ids, rows, asked, 20, None)
            np.testing.assert_allclose([s for _, s in opened.search(asked, 20)], [s for _, s in right], atol=2e-5)
    assert len(looked_at) == 40
    assert max(looked_at) < 300


def test_codes_are_whole_numbers_of_a_step_and_the_same_in_blocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = vectors(20)
    rows[3] = 0
    codes, steps = rounded(rows)
    assert codes.dtype == np.int8
    assert np.abs(codes).max(axis=1).tolist() == [0 if at == 3 else 127 for at in range(20)]
    assert (np.abs(codes * steps[:, None] - rows) <= steps[:, None] / 2 + 1e-6).all()
    monkeypatch.setattr("kb.store.codes._BLOCK", 7)
    write(rows, tmp_path)
    assert np.array_equal(np.load(tmp_path / CODES_FILE), codes)
    assert np.array_equal(np.load(tmp_path / STEPS_FILE), steps)


@pytest.mark.parametrize("name", [CODES_FILE, STEPS_FILE])
def test_codes_are_mapped_and_damaged_ones_named(tmp_path: Path, name: str) -> None:
    store = FaissStore(dim=DIM)
    store.add(range(20), vectors(20))
    store.save(tmp_path)
    held = FaissStore(tmp_path)._codes
    assert held
    assert all(map(is_mapped, (held._codes, held._steps)))
    (tmp_path / name).write_bytes((tmp_path / name).read_bytes()[:-9])
    with pytest.raises(IndexUnusable, match="codes of its vectors"):
        FaissStore(tmp_path)
