"""Sessions of Streamlit's page without browsers: `python -m benchmarks.page_sessions ADDRESS SESSIONS SECONDS`.

Each opens the page's WebSocket as its script does, asks a question every 3 s by going to its address, and waits until
the run is finished. Prints JSON: the seconds of every question, and the server's growth in MB a session.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from urllib.parse import urlencode, urlsplit

import psutil
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

from benchmarks.page import QUESTIONS, THINK_SECONDS

OPENING_SECONDS = 6.0  # sessions come one after the other, not at once
PATIENCE = 30.0  # seconds: a question that takes longer counts as that long


async def session(number: int, address: str, seconds: float, taken: list[float]) -> None:
    """One person: open the page, then a question every think time until the end."""
    dice = random.Random(number)
    await asyncio.sleep(dice.random() * OPENING_SECONDS)
    end = time.monotonic() + OPENING_SECONDS + seconds
    async with connect(address, subprotocols=["streamlit"], max_size=None) as socket:  # type: ignore[list-item]
        await ask(socket, "")
        while time.monotonic() < end:
            await asyncio.sleep(THINK_SECONDS * (0.5 + dice.random()))
            started = time.monotonic()
            await ask(socket, urlencode({"q": f"{dice.choice(QUESTIONS)} {dice.randrange(100)}"}))
            taken.append(time.monotonic() - started)


async def ask(socket: object, query: str) -> None:
    """Run the page at an address and wait for the end of the run."""
    message = BackMsg()
    message.rerun_script.query_string = query
    message.rerun_script.is_history_navigation = True
    await socket.send(message.SerializeToString())  # type: ignore[attr-defined]
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = ForwardMsg()
            answer.ParseFromString(await socket.recv())  # type: ignore[attr-defined]
            if answer.WhichOneof("type") == "script_finished":
                return


def resident(port: int) -> float:
    """MB held by the process that listens on `port`."""
    for listening in psutil.net_connections("tcp"):
        if listening.laddr and listening.laddr.port == port and listening.status == "LISTEN" and listening.pid:
            return float(psutil.Process(listening.pid).memory_info().rss) / 1e6
    raise SystemExit(f"nothing listens on port {port}")


async def run(address: str, sessions: int, seconds: float) -> dict[str, object]:
    """All sessions together."""
    port = urlsplit(address).port or 80
    before = resident(port)
    taken: list[float] = []
    stream = f"ws://{urlsplit(address).netloc}/_stcore/stream"
    ended = await asyncio.gather(*(session(i, stream, seconds, taken) for i in range(sessions)), return_exceptions=True)
    late = [PATIENCE for error in ended if isinstance(error, BaseException)]
    return {"seconds": taken + late, "megabytes": (resident(port) - before) / sessions}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(sys.argv[1], int(sys.argv[2]), float(sys.argv[3])))))
