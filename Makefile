# make play   plays the shipped session note into a new book and shows what a dispute looks like, then the year in the wild
# make year   plays the year in the wild alone: six people, 360 days, and shows its landmarks
# make test   every check: types, lint, import contracts, tests
# make soak   the slow campaigns of tests      make bench   how fast, beside what this machine can do at best
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
READY := .venv/.ready
CAMPAIGN := ../../$(BIN)/campaign
NOTE := ../../examples/north-road.md
WILD := ../../examples/wild

.PHONY: play year test soak bench clean

$(READY): pyproject.toml .ci/pins.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed (make PYTHON=...)")'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/pins.txt --editable '.[dev]'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint .ci/pins.txt --editable '.[postgresql]' \
	|| echo "psycopg COULD NOT BE INSTALLED: nothing about PostgreSQL will be tested." >&2
	@$(BIN)/python -m compileall -q ledger projections schemas
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
	@$(MAKE) --no-print-directory year

year: $(READY)
	@rm -rf build/year && mkdir -p build/year
	@cd build/year && for note in $(WILD)/0[1-6]*.md; do echo && echo "\$$ campaign play $$(basename $$note)" && $(CAMPAIGN) play $$note | tail -n 1 || exit 1; done \
	&& echo && echo '$$ campaign sheet Skrit' && $(CAMPAIGN) sheet Skrit | head -n 3 \
	&& echo && grep '^\$$ campaign correct' $(WILD)/07-the-die.md && eval "$(CAMPAIGN) $$(sed -n 's/^\$$ campaign //p' $(WILD)/07-the-die.md)" | head -n 8 && echo '...' \
	&& for note in $(WILD)/0[78]*.md; do echo && echo "\$$ campaign play $$(basename $$note)" && $(CAMPAIGN) play $$note | tail -n 1 || exit 1; done \
	&& echo && echo '$$ campaign log --of Skrit --tag state.changed --struck' && $(CAMPAIGN) log --of Skrit --tag state.changed --struck \
	&& echo && echo '$$ campaign zone Haven --on day-180' && $(CAMPAIGN) zone Haven --on day-180 \
	&& echo && echo '$$ campaign site Haven --on day-300' && $(CAMPAIGN) site Haven --on day-300 \
	&& armor=$$($(CAMPAIGN) gear Nia --json | $(abspath $(BIN))/python -c 'import json, sys; print(next(p["piece"] for p in json.load(sys.stdin)["data"]["pieces"] if p["tier"] == 5))') \
	&& echo && echo "\$$ campaign trace $$armor" && $(CAMPAIGN) trace $$armor \
	&& echo && echo '$$ campaign party' && $(CAMPAIGN) party \
	&& echo && echo '$$ campaign verify' && $(CAMPAIGN) verify

test: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -n 2 -m "not soak"

soak: $(READY)
	@$(BIN)/python -m pytest -m soak

bench: $(READY)
	@$(BIN)/python -m compileall -q ledger projections schemas
	@$(BIN)/python -m tests.bench

clean:
	@rm -rf build .venv
