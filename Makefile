# make play   plays the shipped session note into a new book and shows what a dispute looks like
# make test   every check: types, lint, import contracts, tests
# make soak   the slow campaigns of tests      make bench   how fast, beside what this machine can do at best
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/.ready
CAMPAIGN := ../../$(BIN)/campaign
NOTE := ../../examples/north-road.md

.PHONY: play test soak bench clean

$(READY): pyproject.toml .ci/pins.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed (make PYTHON=...)")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/pins.txt --editable '.[dev]'
	@touch $(READY)

play: $(READY)
	@rm -rf build/play && mkdir -p build/play
	@cd build/play && $(CAMPAIGN) play $(NOTE) \
	&& echo && echo '$$ campaign party' && $(CAMPAIGN) party \
	&& echo && echo '$$ campaign larder Oakwood' && $(CAMPAIGN) larder Oakwood \
	&& echo && echo '$$ campaign zone Oakwood' && $(CAMPAIGN) zone Oakwood \
	&& echo && echo '$$ campaign why Mara hp --on day-2' && $(CAMPAIGN) why Mara hp --on day-2 \
	&& echo && echo '$$ campaign log --of Mara --tag hunt.rolled' && $(CAMPAIGN) log --of Mara --tag hunt.rolled \
	&& roll=$$($(CAMPAIGN) log --of Mara --tag hunt.rolled --json | $(abspath $(BIN))/python -c 'import json, sys; print(json.load(sys.stdin)["data"]["entries"][0]["position"])') \
	&& echo && echo "\$$ campaign void $$roll --reason \"the die was cocked\" --keep all" && $(CAMPAIGN) void $$roll --reason "the die was cocked" --keep all \
	&& echo && echo '$$ campaign larder Oakwood' && $(CAMPAIGN) larder Oakwood \
	&& echo && echo '$$ campaign undo' && $(CAMPAIGN) undo \
	&& echo && echo '$$ campaign verify' && $(CAMPAIGN) verify

test: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -n 2 -m "not soak"

soak: $(READY)
	@$(BIN)/python -m pytest -m soak

bench: $(READY)
	@$(BIN)/python -m tests.bench

clean:
	@rm -rf build .venv
