# `make demo` and `make test` do all the set-up they need; Python 3.11+ and git are enough.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/ready

.PHONY: demo test soak lint bench texts clean

demo: $(READY)
	@$(BIN)/python fixtures/demo.py

test: $(READY)
	$(BIN)/pytest -n auto

soak: $(READY)
	TALLY_GAMES=5000 $(BIN)/pytest tests/engine/test_properties.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	@for each in benchmarks/*.py; do $(BIN)/python $$each || exit 1; done

# The catalogues as the program loads them; run after an edit of tally/locale/ru/*.po.
texts: $(READY)
	$(BIN)/python tally/locale/compile.py

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $@

clean:
	rm -rf .venv demo build dist
