"""Every benchmark of speed, then the tables: `python -m benchmarks [options of benchmarks.speed]`."""

from __future__ import annotations

import sys

from benchmarks import speed

for part in (*speed.PARTS, "report"):
    speed.main([part, *sys.argv[1:]])
