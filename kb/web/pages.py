"""The pages without script: a rule at /r/<game>/<number>, the search at /lite, what is around a rule at /fold."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from kb.errors import KbError, NotFound, UsageError
from kb.web import picture
from kb.web.address import citation_of
from kb.web.html import LONGEST_LIST, links_of, render, results, rule_url, split_faq
from kb.web.shared import knowledge
from kb.wire import sentences

if TYPE_CHECKING:
    from kb.api import KnowledgeBase
    from kb.models import Rule
    from kb.views import RuleView

MAX_QUESTION = 5000  # characters, as the page and the API have it
NUMBERISH = re.compile(r"[\w#][\w.:()#@/-]*[\w)]|\w")
PAGE_BYTES = 20_000  # of a rule's page: one that would be longer has shorter lists and no tips
SHORT_LIST = 8
FOUND = 302  # not for good: a newer version may move the rule again


async def rule_page(request: Request) -> Response:
    """`/r/<game>/<number>`, or `/r/<game>/<document>@<version>:<number>`, which is the rule's id."""
    citation = citation_of(request.path_params["game"], request.path_params["rest"])
    return await _answered(partial(_rule, citation), request)


async def fold(request: Request) -> Response:
    """What is around a rule, as a piece of HTML for the fold of a card."""
    citation = citation_of(request.path_params["game"], request.path_params["rest"])
    return await _answered(partial(_fold, citation), request)


async def lite(request: Request) -> Response:
    """The search in plain form."""
    question = request.query_params.get("q", "").strip()[:MAX_QUESTION]
    games = tuple(g for g in request.query_params.getlist("game") if g)
    return await _answered(partial(_lite, question, games), request)


async def missing(request: Request) -> Response:
    """Any address that is none of ours."""
    return HTMLResponse(
        await run_in_threadpool(_problem, "Nothing here", f"{request.url.path} is no page of this site.", []), 404
    )


async def page_picture(request: Request) -> Response:
    """The page of a PDF that a rule stands on, its words marked."""
    citation = citation_of(request.path_params["game"], request.path_params["rest"].removesuffix(".png"))
    return await _answered(partial(_picture, citation), request)


async def failed(request: Request, error: Exception) -> Response:
    """A fault of ours, without its insides; the server logs them."""
    return HTMLResponse(
        "<!doctype html><html lang=en><title>The fault is ours</title><h1>The fault is ours</h1><p>Please report it.",
        500,
    )


async def _answered(make: Callable[[], Response], request: Request) -> Response:
    """Make a page in a thread; what was to be expected becomes a page that says so, cached by the index's stamp."""
    etag = f'W/"{knowledge().stamp.stamp}"'
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers={"ETag": etag})
    response = await run_in_threadpool(make)
    if response.status_code == 200:
        response.headers.update({"ETag": etag, "Cache-Control": "no-cache"})
    return response


def _rule(citation: str) -> Response:
    kb = knowledge()
    try:
        view = kb.get(citation)
    except KbError as error:
        return _not_found(kb, citation, error)
    if citation != view.rule.id and (view.how != "exact" or not citation.endswith(view.rule.number)):
        return RedirectResponse(rule_url(view.rule.id), FOUND)
    page = _rule_page(kb, view, LONGEST_LIST, tips=True)
    if len(page.encode()) > PAGE_BYTES:
        page = _rule_page(kb, view, SHORT_LIST, tips=False)
    return HTMLResponse(page)


def _rule_page(kb: KnowledgeBase, view: RuleView, longest: int, *, tips: bool) -> str:
    """The page of a rule; its lists are cut at `longest`, `tips` shows cited rules on hover."""
    faqs, citing = split_faq(view)
    before, after = kb.neighbours(view.rule.id)
    groups = (view.children, view.examples, faqs, view.refs, citing)
    return render(
        "rule.html",
        kb,
        view=view,
        links=links_of(view.refs, tips=tips),
        faqs=faqs,
        citing=citing,
        before=before,
        after=after,
        page_image=_picture_url(view),
        longest=longest,
        left_out=sum(max(0, len(g) - longest) for g in groups),
        language=view.source.language,
    )


def _picture(citation: str) -> Response:
    kb = knowledge()
    try:
        view = kb.get(citation)
        if not _has_picture(view):
            raise ValueError("no page")
        png = picture.page_picture(kb.corpus / view.game.id / view.source.file, view.citation.page or 0, view.rule.text)
    except (KbError, ValueError, OSError):
        return Response("There is no picture of this rule's page.", 404)
    return Response(png, media_type="image/png")


def _has_picture(view: RuleView) -> bool:
    return view.citation.page is not None and view.source.file.lower().endswith(".pdf")


def _picture_url(view: RuleView) -> str:
    """Where the picture of a rule's page is; empty where its source has no pages to show."""
    return rule_url(view.rule.id).replace("/r/", "/page/", 1) + ".png" if _has_picture(view) else ""


def _fold(citation: str) -> Response:
    kb = knowledge()
    try:
        view = kb.get(citation)
        above = kb.get(view.parents[-1].id) if view.parents else None
    except KbError as error:
        return HTMLResponse(Markup("<p>{}</p>").format(sentences(error)), 404)
    faqs, citing = split_faq(view)
    section = (*(above.children if above else ()), *view.children, *view.examples)
    return HTMLResponse(
        render(
            "fold.html",
            kb,
            view=view,
            section=section,
            faqs=faqs,
            citing=citing,
            page_image=_picture_url(view),
            longest=LONGEST_LIST,
        )
    )


def _lite(question: str, games: tuple[str, ...]) -> Response:
    kb = knowledge()
    found, said, status = "", "", 200
    if question:
        try:
            found = results(kb, kb.query(question, games=games), live=False)
        except UsageError as error:
            said, status = sentences(error), 422
    page = render(
        "lite.html",
        kb,
        q=question,
        games=kb.games(),
        chosen=games,
        longest=MAX_QUESTION,
        problem=said,
        results=Markup(found),
    )
    return HTMLResponse(page, status)


def _not_found(kb: KnowledgeBase, citation: str, error: KbError) -> Response:
    """A page that names what is nearest, as links."""
    status = 404 if isinstance(error, NotFound | UsageError) else 503
    return HTMLResponse(_problem("No such rule", sentences(error), nearest(kb, citation, error)), status)


def nearest(kb: KnowledgeBase, citation: str, error: KbError) -> list[Rule]:
    """The rules that an error's hint names, as far as they exist in the game that was asked for."""
    game = citation.partition(":")[0].partition("/")[0]
    found: dict[str, Rule] = {}
    for word in NUMBERISH.findall(error.hint):
        if any(c.isdigit() for c in word):
            with suppress(KbError):
                rule = kb.get(citation_of(game, word)).rule
                found[rule.id] = rule
    return list(found.values())


def _problem(title: str, detail: str, near: list[Rule]) -> str:
    return render("problem.html", knowledge(), title=title, detail=detail, near=near)
