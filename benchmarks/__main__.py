"""Every benchmark of speed, then the tables: `python -m benchmarks [options of benchmarks.speed]`.

A part that fails is named and the others are run all the same; the exit code is then 1.
"""

from __future__ import annotations

import sys
import time
from subprocess import CalledProcessError

from benchmarks import speed


def main(options: list[str]) -> int:
    """Run the parts in order; return the exit code."""
    failed = 0
    for part in (*speed.PARTS, "report"):
        started = time.monotonic()
        try:
            speed.main([part, *options])
        except (CalledProcessError, RuntimeError, OSError, KeyError) as error:
            print(f"{part} failed: {error}", file=sys.stderr)
            failed = 1
        print(f"{part}: {time.monotonic() - started:.0f} s", file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
