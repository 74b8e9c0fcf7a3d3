# Everything starts from here: `make` lists what there is. Needs Python 3.11 or newer, nothing else.

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes

# Packages are installed once, and again only when a lock changes.
RUN := $(VENV)/.installed-run
ALL := $(VENV)/.installed-all

.DEFAULT_GOAL := help
.PHONY: help preview run doctor test prove bench lint check format pictures messages lock clean

help:  ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(MAKEFILE_LIST)

preview: $(ALL)  ## try the bot in a browser: no token, no Discord
	@$(PY) -m bot preview $(ARGS)

run: $(RUN)  ## run the bot, with the token in .env
	@$(PY) -m bot run

doctor: $(RUN)  ## check settings, versions, database and data files
	@$(PY) -m bot doctor

# Half of the time tests wait, for sockets, processes and disks: so one for each processor, at once.
test: $(ALL)  ## run the tests (ARGS="tests/store -k undo" for some, -n0 for one at a time)
	$(PY) -m pytest -n auto --maxprocesses 8 --dist worksteal $(ARGS)

prove: $(ALL)  ## run the tests that take minutes: kills by the thousand and the like
	$(PY) -m pytest -m prove $(ARGS)

bench: $(ALL)  ## measure the bot against commands that do nothing
	$(PY) -m tests.benchmarks $(ARGS)

lint: $(ALL)  ## check style, types and which module may import which
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(PY) -c 'from importlinter.cli import lint_imports_command as main; main()'

check: lint test  ## everything that has to pass

format: $(ALL)  ## put the code into the project's format
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

# Pins stay as they are where they still fit; `make lock UPGRADE=--upgrade` moves them all.
COMPILE := uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command "make lock" $(UPGRADE)

pictures: $(ALL)  ## take the pictures of the README anew (needs Chromium)
	$(PY) -m tests.e2e.pictures

messages: $(ALL)  ## gather all sentences into the catalogues of the other languages
	$(PY) -m bot.i18n.messages

lock: $(PY)  ## write both locks anew from pyproject.toml
	@set -e; tools=$$(mktemp -d); trap 'rm -rf "$$tools"' EXIT; \
	$(PY) -m venv "$$tools"; "$$tools/bin/python" -m pip install --quiet --disable-pip-version-check uv; \
	PATH="$$tools/bin:$$PATH"; \
	$(COMPILE) --all-extras --output-file requirements.lock; \
	$(COMPILE) --constraints requirements.lock --output-file requirements-run.lock

clean:  ## remove what make has made; games (state/) and .env stay
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find bot cogs data tests -name __pycache__ -prune -exec rm -rf {} +

$(RUN): requirements-run.lock $(PY)
	@echo "Installing what the bot needs into $(VENV)…"
	@$(PIP) -r requirements-run.lock
	@touch $@

$(ALL): requirements.lock $(PY)
	@echo "Installing everything into $(VENV) (once; a minute or so)…"
	@$(PIP) -r requirements.lock
	@touch $@ $(RUN)

# PYTHON=… chooses another interpreter than the newest found.
$(PY):
	@found=; for python in $(PYTHON) python3.14 python3.13 python3.12 python3.11 python3 python; do \
		$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue; \
		found=$$python; \
		$$python -c 'import venv, ensurepip' >/dev/null 2>&1 || continue; \
		echo "Making $(VENV) with $$($$python --version)…"; \
		$$python -m venv --clear $(VENV) && exit 0; \
	done; \
	rm -rf $(VENV); \
	if [ -n "$$found" ]; then \
		echo "$$found cannot make virtual environments: its venv or ensurepip is missing." >&2; \
		echo "On Debian or Ubuntu: sudo apt install python3-venv" >&2; \
	else \
		echo "Python 3.11 or newer was not found." >&2; \
		echo "Install it (Debian or Ubuntu: sudo apt install python3 python3-venv), or name it:" >&2; \
		echo "  make PYTHON=/path/to/python3.13 …" >&2; \
	fi; exit 1
