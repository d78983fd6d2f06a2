# Everything that a newcomer needs: `make demo` and `make test`. Each makes .venv first if it is missing.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BENCH_READY := .venv/.bench-ready

.PHONY: setup demo test test-slow lint format bench clean

demo: $(READY)
	$(BIN)/nimmt demo

test: $(READY)
	$(BIN)/python -m pytest -n auto

test-slow: $(READY)
	$(BIN)/python -m pytest -n auto -m slow

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("nimmt needs Python 3.11 or later (try make PYTHON=python3.12), and this is " + sys.version) if sys.version_info < (3, 11) else 0'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' --constraint constraints.txt
	touch $(READY)

lint: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The yardsticks are large and some need a compiler; without them the benchmark says so and goes on.
$(BENCH_READY): $(READY)
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]' --constraint constraints.txt
	touch $(BENCH_READY)

bench: $(BENCH_READY)
	$(BIN)/python -m benchmarks.engine
	$(BIN)/python -m benchmarks.games
	$(BIN)/python -m benchmarks.spiel
	$(BIN)/python -m benchmarks.exact
	$(BIN)/python -m benchmarks.cfr
	$(BIN)/python -m benchmarks.search
	$(BIN)/python -m benchmarks.sampling

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
