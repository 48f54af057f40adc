# One word a chore. Each sets itself up in a fresh clone: the virtual environment is made when pyproject.toml is newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test test-only test-postgresql lint types bench format setup clean gen gen-check pictures monkey soak fuzz cuts proof

demo: $(READY)
	$(BIN)/tavolo demo

test: $(READY) lint test-only

# More workers than most computers here have cores: the tests of whole tables mostly wait (tests/order.py).
test-only: $(READY)
	$(BIN)/python -m pytest -n 4 --dist loadgroup --no-loadscope-reorder $(PYTEST_ARGS)

# All tests that have a database on a real PostgreSQL, which they start themselves (Debian's package postgresql).
test-postgresql: $(READY)
	TAVOLO_TEST_DATABASE=postgresql $(BIN)/python -m pytest tests/server tests/archive tests/cli tests/orders_random -n 2 --dist loadfile $(PYTEST_ARGS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file mypy-firmware.ini

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python -m bench

gen: $(READY)
	$(BIN)/python -m host_tools.gen

gen-check: $(READY)
	$(BIN)/python -m host_tools.gen --check

pictures: $(READY)
	$(BIN)/python -m host_tools.gen.pictures

# Each parser for FUZZ_SECONDS, coverage-guided, then every door of tests/fuzz with many more examples.
FUZZ_SECONDS ?= 60
fuzz: $(READY)
	TAVOLO_FUZZ_SECONDS=$(FUZZ_SECONDS) TAVOLO_FUZZ_EXAMPLES=3000 $(BIN)/python -m pytest tests/fuzz -n 2 -rP -q

# Every power cut of every scene of tests/cuts, and of every recovery. SCENES, EVERY (one in so many), DEEP.
cuts: $(READY)
	$(BIN)/python tests/cuts/cuts_runs.py --every $(or $(EVERY),1) --deep $(or $(DEEP),1) --seed $(or $(SEED),1) $(SCENES)

monkey: $(READY)
	$(BIN)/python -m tests.session.monkey --events $(or $(EVENTS),200000) --seed $(or $(SEED),1)

# Sessions through a hostile network, on virtual time; a seed gives its session again.
soak: $(READY)
	$(BIN)/python -m tests.soak.soak --sessions $(or $(SESSIONS),100) --seed $(or $(SEED),1)

# Random events through the engine, checked by code written from the rules alone; a seed gives its event again.
proof: $(READY)
	$(BIN)/python -m tests.checker.proof --events $(or $(EVENTS),1000) --seed $(or $(SEED),1) --jobs $(or $(JOBS),2)

# The packages have two roots (firmware/ is the board's own), which setuptools links by a finder, and says so in a box each time.
FINDER := ignore::UserWarning:setuptools.command.editable_wheel
setup: $(READY)

$(READY): pyproject.toml tests/both/package.json
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	PYTHONWARNINGS=$(FINDER) $(BIN)/python -m pip install --quiet -e '.[firmware,sim,dev]'
	-$(BIN)/python tests/both/install.py
	touch $@

clean:
	rm -rf build dist $(VENV)
