# The one-word commands. Everything runs in .venv, which is made on first use.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test check lint types cover format bench figures figures-release mutation soak docs audit clean

play: $(READY)
	@$(BIN)/sapphire play $(ARGS)

test: $(READY)
	@$(BIN)/python -m ruff check -q .
	@$(BIN)/python -m ruff format -q --check .
	@$(BIN)/python -m mypy
	@$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term --cov-fail-under=95 $(ARGS)

check: test

lint: $(READY)
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .

types: $(READY)
	@$(BIN)/python -m mypy

format: $(READY)
	@$(BIN)/python -m ruff check --fix .
	@$(BIN)/python -m ruff format .

bench: $(READY)
	@$(BIN)/python -m benchmarks $(ARGS)

soak: $(READY)
	@$(BIN)/python -m benchmarks.soak $(ARGS)

audit: $(READY)
	@$(BIN)/python .ci/audit.py $(ARGS)

docs: $(READY)
	@$(BIN)/python docs/generate.py
	@$(BIN)/python docs/build_site.py

figures: $(READY)
	@$(BIN)/python -m benchmarks.figures $(ARGS); status=$$?; $(BIN)/python docs/generate.py; exit $$status

figures-release: $(READY)
	@$(BIN)/python -m benchmarks.figures --release $(ARGS); status=$$?; $(BIN)/python docs/generate.py; exit $$status

mutation: $(READY)
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[mutation]'
	@$(BIN)/python -m benchmarks.figures --release mutation $(ARGS)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "sapphire needs Python 3.11 or newer; set PYTHON=python3.12 or install one" >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "this Python has no venv: install the package python3-venv (Debian, Ubuntu) or your system's equivalent" >&2; exit 2; }
	@test -x $(BIN)/python || { echo "making the environment in $(VENV) (once)"; $(PYTHON) -m venv $(VENV); }
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[test]'
	@touch $(READY)

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .coverage
