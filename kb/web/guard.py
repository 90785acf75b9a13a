"""What stands before every face: known hosts only, no oversized bodies, not too many requests, headers that keep in."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 64 * 1024  # bytes: a question is at most a few kilobytes, a run of the checker not much more
MAX_URL = 48 * 1024  # bytes of path and query: 5,000 characters of three bytes, percent-encoded, fit
MAX_ADDRESSES = 10_000  # addresses whose rate is remembered; the one not seen for longest goes first
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
LIMITED = ("/api/", "/mcp", "/r/", "/lite", "/fold/", "/page/")
PAGE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'self'"
)
APP_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss: data: blob:; "
    "worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
PLAIN = ("/r/", "/lite", "/fold/", "/page/", "/api/", "/mcp")


@dataclass(frozen=True, slots=True)
class Rate:
    """How many requests an address may make: `burst` at once, `per_second` in the long run."""

    burst: int = 120
    per_second: float = 20.0


def problem(status: int, title: str, detail: str = "", hint: str = "", **headers: str) -> JSONResponse:
    """An error as RFC 9457 has it (application/problem+json); `hint` says what to do next."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail, "hint": hint}
    return JSONResponse(body, status, headers=headers, media_type="application/problem+json")


class Guard:
    """The middleware: refuses unknown hosts, long bodies and addresses, and too many requests; sets the headers."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Collection[str] = (),
        rate: Rate | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.buckets = Buckets(rate or Rate(), clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        refusal = self._refusal(scope)
        if refusal is not None and scope["type"] == "http":
            return await refusal(scope, receive, send)
        if refusal is not None:
            return await send({"type": "websocket.close", "code": 1008})
        receive = Limited(receive, send) if scope["type"] == "http" else receive
        try:
            await self.app(scope, receive, _with_headers(scope, send))
        except TooLong:
            await _too_long()(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not host_allowed(headers.get("host", ""), self.hosts):
            return PlainTextResponse("Host not allowed. Start the server with this name allowed.", 400)
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > MAX_URL:
            return problem(414, "Address too long", f"At most {MAX_URL} bytes are read.", "Shorten the question.")
        if any(c < " " for c in scope["path"]):
            return problem(404, "Nothing here", "The address holds control characters.", "Remove them.")
        length = headers.get("content-length", "0")
        if scope["type"] == "http" and not (length.isdigit() and int(length) <= MAX_BODY):
            return _too_long()
        wait = self.buckets.wait(_address(scope)) if scope["path"].startswith(LIMITED) else 0.0
        if wait > 0:
            return problem(
                429, "Too many requests", "", "Wait a moment and ask again.", **{"Retry-After": str(int(wait) + 1)}
            )
        return None


class TooLong(Exception):
    """A body went on past the limit; raised while it is read."""


class Limited:
    """`receive` that counts: a body sent in pieces names no length."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self.receive = receive
        self.seen = 0

    async def __call__(self) -> Message:
        message = await self.receive()
        self.seen += len(message.get("body", b""))
        if self.seen > MAX_BODY:
            raise TooLong
        return message


class Buckets:
    """A token bucket an address."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self.rate = rate
        self.clock = clock
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Take one token; return the seconds to wait where there is none, else 0."""
        now = self.clock()
        tokens, then = self.left.pop(address, (float(self.rate.burst), now))
        tokens = min(self.rate.burst, tokens + (now - then) * self.rate.per_second)
        allowed = tokens >= 1
        self.left[address] = (tokens - 1 if allowed else tokens, now)
        if len(self.left) > MAX_ADDRESSES:
            self.left.popitem(last=False)
        return 0.0 if allowed else (1 - tokens) / self.rate.per_second


def host_allowed(header: str, hosts: Collection[str]) -> bool:
    """Whether a Host header names this server: a local name, one allowed, or an IP address.

    A page of another site that rebinds its name to this machine comes with its own name; an address cannot be rebound.
    """
    name = header.rsplit(":", 1)[0] if not header.endswith("]") and header.rpartition(":")[2].isdigit() else header
    name = name.strip("[]").casefold().rstrip(".")
    return "*" in hosts or name in LOCAL_NAMES or name in hosts or _is_address(name)


def known_hosts(host: str, extra: Collection[str] = ()) -> frozenset[str]:
    """The names to answer to when listening on `host`."""
    return frozenset({host.casefold(), socket.gethostname().casefold(), *(h.casefold() for h in extra)})


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _address(scope: Scope) -> str:
    return scope["client"][0] if scope.get("client") else ""


def _too_long() -> Response:
    return problem(413, "Body too large", f"At most {MAX_BODY} bytes are read.", "Send less at a time.")


def _with_headers(scope: Scope, send: Send) -> Send:
    policy = PAGE_POLICY if scope["path"].startswith(PLAIN) else APP_POLICY

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("Content-Security-Policy", policy)
            headers.setdefault("X-Content-Type-Options", "nosniff")
            headers.setdefault("Referrer-Policy", "no-referrer")
        await send(message)

    return wrapped
