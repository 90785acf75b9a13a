"""What the commands share: settings, the opened knowledge base, printing, errors as one sentence, exit codes."""

from __future__ import annotations

import atexit
import codecs
import contextlib
import io
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from kb.errors import EmbedderMismatch, KbError
from kb.settings import Settings, load

if TYPE_CHECKING:
    from kb.api import KnowledgeBase
    from kb.build import BuildReport
    from kb.models import Verdict
    from kb.render import Page

FOUND, NOTHING, USAGE, NO_VERDICT, INTERNAL, INTERRUPTED = 0, 1, 2, 3, 70, 130
OUTCOME_EXIT = {"legal": FOUND, "illegal": NOTHING}

Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class Context:
    """The global options of one run."""

    options: dict[str, Any]
    config: Path | None = None
    quiet: bool = False
    verbose: int = 0
    _settings: Settings | None = None

    @property
    def settings(self) -> Settings:
        """The settings, read on first use: `--help` reads none."""
        if self._settings is None:
            self._settings = load(self.options, config=self.config)
        return self._settings

    def colored(self, stream: Any) -> bool:
        """Whether to colour what goes to `stream`: by option, then NO_COLOR, then whether it is a terminal."""
        if self.settings.color != "auto":
            return self.settings.color == "always"
        return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and stream.isatty()

    def page(self) -> Page:
        """The page that results are printed on."""
        from kb.render import page

        return page(self.colored(sys.stdout))

    def say(self, message: str) -> None:
        """A word to the person, on standard error; `-q` silences it."""
        if not self.quiet:
            print(message, file=sys.stderr, flush=True)

    def progress(self) -> Progress | None:
        """What a build reports to: a line that is written over on a terminal, a line a step elsewhere, nothing with
        `-q`.
        """
        if self.quiet:
            return None
        return _bar if sys.stderr.isatty() else _steps()

    def open(self) -> KnowledgeBase:
        """The knowledge base; where there is no index yet it is built first, where it is older than the corpus we say
        so.
        """
        from kb.api import KnowledgeBase

        settings = self.settings
        if not (settings.index / "CURRENT").exists():
            self.say(f"no index in {settings.index}: building it from {settings.corpus}")
            self.build()
        kb = KnowledgeBase.open(settings.corpus, settings.index)
        self._check_model(settings)
        if kb.stale:
            self.say("the index is older than the corpus: run `kb build`")
        return kb

    def _check_model(self, settings: Settings) -> None:
        """A model that the settings name has to be the one the index was built with."""
        from kb.generation import read_current

        asked = f"{settings.model}@{settings.revision}"
        made = read_current(settings.index).get("mark", "").rpartition("\n")[2]
        if settings.model and asked != made:
            told = f"the index in {settings.index} was built with {made.strip('@') or 'the shipped model'}"
            raise EmbedderMismatch(
                f"{told}, the settings name {asked.strip('@')}", "build it with this model: kb build"
            )

    def build(self, *, full: bool = False, check: bool = False, model: str = "", revision: str = "") -> BuildReport:
        """Build the index from the corpus, with another model than the settings' where one is given."""
        from kb.api import KnowledgeBase

        settings = self.settings
        return KnowledgeBase.build(
            settings.corpus,
            settings.index,
            model=model or settings.model,
            revision=revision or settings.revision,
            full=full,
            check=check,
            progress=self.progress(),
        )


def _bar(phase: str, done: int, total: int) -> None:
    end = "\n" if done >= total else ""
    print(f"\r\x1b[K{phase} {done}/{total}" if total else f"\r\x1b[K{phase}", end=end, file=sys.stderr, flush=True)


def _steps() -> Progress:
    """Each phase once: a log needs no bar."""
    seen: set[str] = set()

    def report(phase: str, done: int, total: int) -> None:
        if phase not in seen:
            seen.add(phase)
            print(phase, file=sys.stderr, flush=True)

    return report


pass_context = click.make_pass_decorator(Context)


class PipeClosed(Exception):
    """Whoever reads our output has gone: not an error, and not one for click, which makes it exit code 1."""


def out(text: str) -> None:
    """A result, on standard output, at once: it stands before what is said of it on the other stream, and a program
    that asks line by line need not wait.
    """
    try:
        print(text, end="\n" if text else "", flush=True)
    except BrokenPipeError as error:
        raise PipeClosed from error


def out_json(value: Any, *, indent: int | None = 2) -> None:
    """A result as JSON: one object, or with `indent=None` one line; in ASCII where the output is not UTF-8."""
    plain = codecs.lookup(sys.stdout.encoding or "utf-8").name != "utf-8"
    out(json.dumps(value, ensure_ascii=plain, indent=indent))


def verdict_exit(v: Verdict) -> int:
    """The exit code of a verdict: 0 legal, 1 illegal, 3 no verdict."""
    return OUTCOME_EXIT.get(v.outcome, NO_VERDICT)


def finish(code: int) -> None:
    """End the command with `code`."""
    if code:
        raise click.exceptions.Exit(code)


def run(command: click.Command, args: list[str] | None = None) -> int:
    """Run the command; return the exit code. Every failure is one sentence on standard error and no traceback without
    -vv.
    """
    argv = sys.argv[1:] if args is None else args
    _ready_streams()
    try:
        code = _code_of(command, argv)
        sys.stdout.flush()
        return code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        _complain(f"kb: {error.format_message()}", _help_of(error))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except (BrokenPipeError, PipeClosed):
        _drop_output()
        return FOUND
    except KbError as error:
        _complain(f"kb: {error}", error.hint)
        _trace(argv)
        return error.exit_code
    except OSError as error:
        _complain(f"kb: {error.filename or 'the output'}: {error.strerror or error}", "")
        _trace(argv)
        _drop_output()
        return INTERNAL
    except Exception as error:
        _complain(
            f"kb: internal error: {type(error).__name__}: {error}",
            "run again with -vv for the traceback, and report it",
        )
        _trace(argv)
        return INTERNAL


def _code_of(command: click.Command, argv: list[str]) -> int:
    try:
        code = command.main(argv, prog_name="kb", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    return code if isinstance(code, int) else FOUND


def leave(code: int) -> NoReturn:
    """End the process now, with what was registered for its end, but without taking down NumPy and ONNX Runtime object
    by object: that is a sixth of a question, and the system does it at once. For commands that only read.
    """
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _ready_streams() -> None:
    """A stream that the shell has closed leads nowhere; bytes and characters that an encoding lacks stop nothing."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115 (open as long as we run)
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def _drop_output() -> None:
    """What is still buffered has no reader, and must not be tried again when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _help_of(error: click.ClickException) -> str:
    ctx = getattr(error, "ctx", None)
    return f"what there is: {ctx.command_path} --help" if ctx else ""


def _complain(message: str, hint: str) -> None:
    print(f"{message}\n    {hint}" if hint else message, file=sys.stderr)


def _trace(argv: list[str]) -> None:
    """The traceback, for those who asked for it with -vv."""
    flags = "".join(a[1:] for a in argv if a.startswith("-") and not a.startswith("--"))
    if flags.count("v") + argv.count("--verbose") > 1:
        import traceback

        traceback.print_exc()


__all__ = ["Context", "finish", "leave", "out", "out_json", "pass_context", "run", "verdict_exit"]
