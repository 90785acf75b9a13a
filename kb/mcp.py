"""The face for LLM clients: four read-only tools and the rules as resources, over standard input and output or HTTP.

Expected failures (an unknown rule, an empty question) are tool errors with one sentence and what to do next; anything
else is reported to the client as an internal error without details.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError, ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from kb import __version__, schema
from kb.api import KnowledgeBase
from kb.errors import KbError
from kb.wire import AnswerOut, ComparisonOut, RuleViewOut, VerdictOut, sentences

MAX_QUESTION = 5000  # characters, as on the page
MAX_HITS = 20  # passages: a client's context is better spent on a second question
MAX_EVENTS = 100
READ_ONLY = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
INSTRUCTIONS = (
    "Rules of tabletop games, numbered and cited. Ask `query` in plain words or with a rule number, name the game where"
    " it is known, and quote the words with their label (it names the version). A verdict of `undefined`,"
    " `not_addressed` or `undecided` means that the rules do not settle it: say so. `check_state` runs a sequence of"
    " events through the rules of a state."
)
Question = Annotated[str, Field(max_length=MAX_QUESTION, description="A question in plain words, or a rule number.")]
GameId = Annotated[
    str, Field(max_length=100, description="A game's id, name or alias; list them with the resource rule://games.")
]
T = TypeVar("T")


def create_server(knowledge: Callable[[], KnowledgeBase]) -> MCPServer:
    """Return the server. `knowledge` gives the index in use at each call, so that a rebuilt one is picked up."""
    server: MCPServer = MCPServer(
        "rules-kb", title="Rules knowledge base", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    _add_tools(server, knowledge)
    _add_resources(server, knowledge)
    return server


def _add_tools(server: MCPServer, knowledge: Callable[[], KnowledgeBase]) -> None:
    @server.tool(title="Ask the rules", annotations=READ_ONLY)
    def query(
        question: Question,
        games: Annotated[list[str], Field(max_length=50, description="Only these games; empty: all.")] = [],  # noqa: B006
        limit: Annotated[int, Field(ge=1, le=MAX_HITS)] = 5,
    ) -> AnswerOut:
        """Answer a rules question: cited passages, best first, and a verdict per game where the rules give one."""
        return _told(
            lambda: AnswerOut.model_validate(
                schema.answer(knowledge().query(question, games=tuple(games), limit=limit))
            )
        )

    @server.tool(title="Get a rule", annotations=READ_ONLY)
    def get_rule(
        citation: Annotated[
            str, Field(max_length=300, description='Such as "riftbound 423.1.a" or "riftbound/core@1.3:423.1.a".')
        ],
        tree: Annotated[bool, Field(description="Also every rule below it.")] = False,
    ) -> RuleViewOut:
        """Return one rule word for word, with what is above and below it, what it cites and what cites it."""
        return _told(lambda: RuleViewOut.model_validate(schema.rule_view(knowledge().get(citation, tree=tree))))

    @server.tool(title="Check a state", annotations=READ_ONLY)
    def check_state(
        game: GameId,
        events: Annotated[list[str], Field(max_length=MAX_EVENTS, description="What happens, in order.")] = [],  # noqa: B006
        ask: Annotated[str, Field(max_length=200, description="The action asked about; empty: only the states.")] = "",
        state: Annotated[str, Field(max_length=100)] = "",
    ) -> VerdictOut:
        """Say what a unit may do after a sequence of events, by the rules of a state, each step cited."""
        return _told(
            lambda: VerdictOut.model_validate(schema.checked(knowledge().check(game, tuple(events), ask, state=state)))
        )

    @server.tool(title="Compare the games", annotations=READ_ONLY)
    def compare(topic: Annotated[str, Field(max_length=200)]) -> ComparisonOut:
        """Answer one question over all games, each cell cited."""
        return _told(lambda: ComparisonOut.model_validate(schema.comparison(knowledge().compare(topic))))


def _add_resources(server: MCPServer, knowledge: Callable[[], KnowledgeBase]) -> None:
    @server.resource("rule://games", mime_type="text/plain", title="Games and their documents")
    def games() -> str:
        """The games that are loaded, with their documents and versions, a line each."""
        return "\n".join(f"{s.game}/{s.id}@{s.version}  {s.title}" for s in knowledge().sources())

    @server.resource("rule://{game}/{+number}", mime_type="text/plain", title="A rule")
    def rule(game: str, number: str) -> str:
        """A rule word for word, under its label; the number may name document and version ("core@1.3:423.1.a")."""
        citation = f"{game}/{number}" if "@" in number else f"{game}:{number}"
        try:
            view = knowledge().get(citation)
        except KbError as error:
            raise ResourceNotFoundError(sentences(error)) from error
        return f"{view.citation.label}\n{view.text}"


def _told(call: Callable[[], T]) -> T:
    """Run a call; what was to be expected becomes a tool error that says what to do."""
    try:
        return call()
    except KbError as error:
        raise ToolError(sentences(error)) from error


def serve(knowledge: Callable[[], KnowledgeBase]) -> None:
    """Serve on standard input and output until the client leaves."""
    create_server(knowledge).run("stdio")
