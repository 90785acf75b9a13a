"""The JSON API under /api/v1: typed, described by OpenAPI, cached by the index's stamp, errors as problem JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Header, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from kb import __version__, schema
from kb.api import KnowledgeBase
from kb.errors import CorpusUnreadable, IndexUnusable, KbError, NotFound, UnknownGame, UsageError
from kb.models import Kind, Mode
from kb.web.address import citation_of
from kb.web.guard import problem
from kb.wire import AnswerOut, ComparisonOut, DiffOut, GamesOut, RuleViewOut, VerdictOut

MAX_QUESTION = 5000  # characters
MAX_HITS = 50
SAYS = r"\S"  # not of white space only
NOT_MODIFIED = 304

Game = Annotated[str, Query(max_length=100, description="A game's id, name or alias.")]
Word = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Query(max_length=100)]
Tag = Annotated[
    str | None, Header(alias="If-None-Match", max_length=200, description="The ETag of an answer you hold.")
]


class Problem(BaseModel):
    """An error as RFC 9457 has it; `hint` says what to do next."""

    type: str
    title: str
    status: int
    detail: str
    hint: str


ERRORS: dict[int | str, dict[str, Any]] = {
    NOT_MODIFIED: {"description": "The answer you hold is still right."},
    **{
        status: {
            "description": text,
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status, text in {
            400: "The address or header cannot be read.",
            404: "No such rule, game or version.",
            413: "The body is too large.",
            414: "The address is too long.",
            422: "A parameter is missing, too long or out of range.",
            429: "Too many requests.",
            503: "There is no usable index.",
        }.items()
    },
}


class Unchanged(Exception):
    """The client holds the answer already."""

    def __init__(self, tag: str) -> None:
        self.tag = tag


def current(request: Request, response: Response, tag: Tag = None) -> KnowledgeBase:
    """The index in use; the answer is tagged with its stamp, and not made again for who holds it."""
    kb: KnowledgeBase = request.app.state.knowledge()
    etag = f'W/"{kb.stamp.stamp}"'
    if tag and (tag.strip() == "*" or etag in [t.strip() for t in tag.split(",")]):
        raise Unchanged(etag)
    response.headers.update({"ETag": etag, "Cache-Control": "no-cache"})
    return kb


Kb = Annotated[KnowledgeBase, Depends(current)]
router = APIRouter(responses=ERRORS)


@router.get("/query", response_model=AnswerOut, summary="Ask the rules")
def query(
    kb: Kb,
    q: Annotated[
        str, Query(min_length=1, max_length=MAX_QUESTION, pattern=SAYS, description="A question, or a rule number.")
    ],
    game: Annotated[list[Word], Query(max_length=50, description="Only these games.")] = [],  # noqa: B006
    limit: Annotated[int, Query(ge=1, le=MAX_HITS)] = 5,
    kind: Annotated[list[Kind], Query(max_length=10)] = [],  # noqa: B006
    mode: Mode = "auto",
    document: Name = "",
    version: Name = "",
) -> Any:
    """Cited passages, best first, and a verdict a game where its rules give one."""
    found = kb.query(
        q, games=tuple(game), limit=limit, kinds=tuple(kind), mode=mode, document=document, version=version
    )
    return schema.answer(found)


@router.get("/rules/{game}/{number:path}", response_model=RuleViewOut, summary="Get a rule")
def rule(
    kb: Kb,
    game: Annotated[str, Path(max_length=100)],
    number: Annotated[
        str, Path(max_length=300, description='"423.1.a", or "core@1.3:423.1.a" for one document and version.')
    ],
    tree: Annotated[bool, Query(description="Also every rule below it.")] = False,
) -> Any:
    """One rule word for word and what surrounds it."""
    return schema.rule_view(kb.get(citation_of(game, number), tree=tree))


@router.get("/games", response_model=GamesOut, summary="What is loaded")
def games(kb: Kb) -> Any:
    """The games, their documents, and which index it is."""
    return {
        "schema": schema.SCHEMA,
        "games": [schema.game(g) for g in kb.games()],
        "documents": [schema.source(s) for s in kb.sources()],
        "index": schema.stamp(kb.stamp),
    }


@router.get("/check", response_model=VerdictOut, summary="Check a state")
def check(
    kb: Kb,
    game: Game,
    event: Annotated[list[Word], Query(max_length=100, description="What happens, in order.")] = [],  # noqa: B006
    ask: Annotated[str, Query(max_length=200, description="The action asked about.")] = "",
    state: Annotated[str, Query(max_length=100)] = "",
) -> Any:
    """What a unit may do after a sequence of events, each step cited."""
    return schema.checked(kb.check(game, tuple(event), ask, state=state))


@router.get("/compare", response_model=ComparisonOut, summary="Compare the games")
def compare(kb: Kb, topic: Annotated[str, Query(min_length=1, max_length=200, pattern=SAYS)]) -> Any:
    """One topic over every game, each cell cited."""
    return schema.comparison(kb.compare(topic))


@router.get("/diff", response_model=DiffOut, summary="What changed")
def diff(
    kb: Kb,
    game: Game,
    old: Annotated[str, Query(min_length=1, max_length=50)],
    new: Annotated[str, Query(min_length=1, max_length=50)],
    document: Annotated[str, Query(max_length=100)] = "",
) -> Any:
    """The rules added, removed, changed and renumbered between two versions of a document."""
    return schema.diff(kb.diff(game, old, new, document=document))


def create_api(knowledge: Callable[[], KnowledgeBase]) -> FastAPI:
    """Return the API. `knowledge` gives the index in use at each request."""
    app = FastAPI(
        title="Rules knowledge base",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
        description="Cited answers to tabletop rules questions. Unofficial. Every answer names the index that gave it.",
        exception_handlers={
            Unchanged: _unchanged,
            KbError: _expected,
            RequestValidationError: _invalid,
            HTTPException: _http,
            Exception: _ours,
        },
    )
    app.state.knowledge = knowledge
    app.include_router(router)
    _describe(app)
    return app


async def _unchanged(request: Request, error: Any) -> Response:
    return Response(status_code=NOT_MODIFIED, headers={"ETag": error.tag, "Cache-Control": "no-cache"})


async def _expected(request: Request, error: Any) -> Response:
    return problem(status_of(error), type(error).__name__, str(error), error.hint)


async def _invalid(request: Request, error: Any) -> Response:
    first = error.errors()[0]
    place = ".".join(str(x) for x in first["loc"][1:])
    return problem(422, "A parameter cannot be used", f"{place}: {first['msg']}", "See /api/v1/openapi.json.")


async def _http(request: Request, error: Any) -> Response:
    return problem(error.status_code, str(error.detail), "", "See /api/v1/openapi.json.", **(error.headers or {}))


async def _ours(request: Request, error: Exception) -> Response:
    return problem(500, "The fault is ours", "", "Please report it.")


def status_of(error: KbError) -> int:
    """The HTTP status of an error of ours."""
    if isinstance(error, NotFound):
        return 404
    if isinstance(error, UsageError):
        return 404 if isinstance(error, UnknownGame) else 422
    return 503 if isinstance(error, IndexUnusable | CorpusUnreadable) else 500


def _describe(app: FastAPI) -> None:
    """Put the error's schema into the description and take FastAPI's own validation error out of it."""
    described = app.openapi()
    schemas = described["components"]["schemas"]
    schemas.pop("HTTPValidationError", None)
    schemas.pop("ValidationError", None)
    schemas["Problem"] = Problem.model_json_schema()
    described["servers"] = [{"url": "/api/v1"}]
    app.openapi_schema = described
