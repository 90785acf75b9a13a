# make query Q="can a stunned unit rally"   set up, build the index where needed, answer
# make test                                 set up, with a browser for the page's tests, and run the tests
# make serve | build | check | clean

PYTHON := $(shell command -v python3.11 || command -v python3)
VENV := .venv
KB := $(VENV)/bin/kb
SETUP := $(VENV)/.setup-stamp
BROWSER := $(VENV)/.browser-stamp
CORPUS := $(shell find corpus -type f)
SOURCES := $(shell find kb -name "*.py")
# The question as it was typed: neither make nor the shell reads a `$` or a quote in it.
export RULES_QUESTION := $(value Q)

.PHONY: help query test serve build setup check bench eval clean

help:
	@sed -n 's/^# make/make/p' Makefile

setup: $(SETUP)

$(SETUP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed" >&2; exit 1; }
	@test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	@echo "installing what requirements.lock pins into $(VENV) ..." >&2
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check -r requirements.lock
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

# Compiled here, as pip does where it installs: a checkout run with PYTHONDONTWRITEBYTECODE would do so at each question.
index/CURRENT: $(SETUP) $(CORPUS) $(SOURCES)
	@$(VENV)/bin/python -m compileall -q kb
	@$(KB) --corpus corpus --index index build
	@touch $@

build: index/CURRENT

query: index/CURRENT
	@test -n "$$RULES_QUESTION" || { echo 'usage: make query Q="can a stunned unit rally"' >&2; exit 2; }
	@$(KB) --corpus corpus --index index query -- "$$RULES_QUESTION"

serve: index/CURRENT
	@$(KB) --corpus corpus --index index serve

# The page's tests drive Debian's Chromium. Without root or apt they are skipped with the reason.
$(BROWSER): $(SETUP)
	@if ! command -v chromium >/dev/null && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "installing chromium ..." >&2; \
	  apt-get update -qq </dev/null && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium </dev/null >/dev/null \
	  || echo "chromium could not be installed: the page's browser tests are skipped" >&2; fi
	@if command -v npm >/dev/null; then \
	  npm install --silent --no-audit --no-fund --prefix $(VENV)/axe axe-core@4.14.1 </dev/null >/dev/null \
	  || echo "axe-core could not be installed: the accessibility tests are skipped" >&2; \
	else echo "npm is not installed: the accessibility tests are skipped" >&2; fi
	@touch $@

test: $(SETUP) $(BROWSER)
	@$(VENV)/bin/python -m pytest

check: $(SETUP)
	@$(VENV)/bin/ruff check . && $(VENV)/bin/mypy && $(VENV)/bin/lint-imports

bench: index/CURRENT
	@$(VENV)/bin/python -m benchmarks

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find index -mindepth 1 ! -name README.md -delete
