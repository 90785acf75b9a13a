"""Sessions of Streamlit's page without browsers: `python -m benchmarks.page_sessions ADDRESS PID SESSIONS`.

Each opens the page's WebSocket as its script does, asks a question every 3 s by going to its address, and waits until
the run is finished. Prints JSON: the seconds of every question, and the server's growth in MB a session.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

from benchmarks.page import QUESTIONS, STEP_SECONDS, THINK_SECONDS

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


def resident(pid: int) -> float:
    """MB held by a process (Linux)."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def run(address: str, pid: int, sessions: int, seconds: float) -> dict[str, object]:
    """All sessions together."""
    before = resident(pid)
    taken: list[float] = []
    stream = f"ws://{urlsplit(address).netloc}/_stcore/stream"
    ended = await asyncio.gather(*(session(i, stream, seconds, taken) for i in range(sessions)), return_exceptions=True)
    late = [PATIENCE for error in ended if isinstance(error, BaseException)]
    return {"seconds": taken + late, "megabytes": (resident(pid) - before) / sessions}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), STEP_SECONDS))))
