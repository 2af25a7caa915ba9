# Two commands matter: `make run` and `make test`. Each does its own set-up; the rest is for people who work on Dossier.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DOSSIER := $(BIN)/dossier
BENCH := .venv-bench
BENCH_STAMP := $(BENCH)/.installed
# Raw, as typed: make must not expand a dollar sign of a question. Another data folder: DOSSIER_HOME.
export RUN_DOCS := $(value DOCS)
export RUN_ASK := $(value ASK)
export RUN_COLLECTION := $(value COLLECTION)
NOTICE := $(if $(filter 1 yes true,$(ACCEPT_NOTICE)),--accept-notice)

.PHONY: bench-focus help run test lint demo models test-models env lock schemas check-corpus check-kill check-tricky bench-import fuzz bench-retrieval bench-validator freeze check-frozen clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 20

env: $(STAMP)

$(STAMP): packaging/locks/requirements.lock packaging/set_up.py pyproject.toml
	@$(PYTHON) packaging/set_up.py $(VENV)

models: env ## set the default models up (about 1.7 GB, once)
	@$(DOSSIER) $(NOTICE) models setup --quiet-when-ready

test-models: env
	@$(DOSSIER) $(NOTICE) models setup --quiet-when-ready --tests

run: models ## the window (without a display: the terminal); make run DOCS=folder ASK="question" imports and answers
	@packaging/run.sh $(DOSSIER) $(NOTICE)

demo: models ## import the samples and ask three questions
	@$(BIN)/python packaging/demo.py $(NOTICE)

test: test-models ## the whole suite
	@DOSSIER_TEST_MODELS="$$($(DOSSIER) models path)" $(BIN)/python -m pytest $(PYTEST_ARGS)

freeze: env ## the program with all that it needs, in dist/dossier
	@$(BIN)/python packaging/pyinstaller/freeze.py

check-frozen: test-models freeze ## try it in a bare Debian, as an ordinary user, without a network (needs root and debootstrap)
	@$(BIN)/python packaging/pyinstaller/check_frozen.py --models "$$($(DOSSIER) models path)"

lint: env ## style, types, import rules, licences
	@$(BIN)/ruff check app models index tests packaging
	@$(BIN)/ruff format --check app models index tests packaging
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python packaging/licences/check.py

clean: ## remove what the build made (your data folder stays)
	rm -rf $(VENV) $(BENCH) build dist .dossier-frozen *.egg-info .mypy_cache .ruff_cache .pytest_cache

lock: env ## resolve pyproject.toml anew into the lock file (versions and hashes, no addresses)
	@$(BIN)/python packaging/locks/lock.py

schemas: env ## renew the committed JSON Schemas of the messages
	@$(BIN)/python -m tests.contract.schemas

check-contract: test-models ## the contract's tables as tests, one line a row
	@DOSSIER_TEST_MODELS="$$($(DOSSIER) models path)" $(BIN)/python -m tests.contract.check_contract

# What we compare with has dependencies of its own, which must not meet ours.
$(BENCH_STAMP): packaging/locks/bench.lock
	@$(PYTHON) -m venv $(BENCH)
	@$(BENCH)/bin/python -m pip install --quiet --no-deps --require-hashes -r packaging/locks/bench.lock
	@touch $(BENCH_STAMP)

check-tricky: env $(BENCH_STAMP) ## facts, places and refusals over the difficult documents of ../shared/corpus/tricky
	@$(BIN)/python tests/corpus/check_tricky.py --verbose --markitdown $(BENCH)/bin/python --require 0.97

check-corpus: models ## difficult documents, imports and questions over ../shared/corpus, a table for each set
	@$(MAKE) --no-print-directory check-tricky
	@$(BIN)/python tests/corpus/check_corpus.py --set office --home .dossier-corpus --models "$$($(DOSSIER) models path)" --require-right 22 --require-present 22 --require-unmarked-at-most 3
	@$(BIN)/python tests/corpus/check_corpus.py --set german --home .dossier-corpus --models "$$($(DOSSIER) models path)" --require-right 7 --require-unmarked-at-most 2
	@$(BIN)/python tests/corpus/check_corpus.py --set samples --home .dossier-corpus --models "$$($(DOSSIER) models path)"
	@DOSSIER_TEST_MODELS="$$($(DOSSIER) models path)" $(BIN)/python -m pytest -m corpus tests/corpus -s

bench-import: models $(BENCH_STAMP) ## parsing against markitdown, embedding against the bare session, peak memory (half an hour)
	@$(BIN)/python tests/benchmarks/bench_import.py --models "$$($(DOSSIER) models path)" --markitdown $(BENCH)/bin/python $(BENCH_ARGS)

fuzz: env ## mutated files of every format through the parsers' sandbox (ten minutes; FUZZ_ARGS="--minutes 3")
	@$(BIN)/python tests/benchmarks/fuzz.py $(FUZZ_ARGS)

check-kill: env ## kill the import at 200 places and times: nothing lost, nothing doubled
	@$(BIN)/python tests/integration/check_kill.py

bench-retrieval: models $(BENCH_STAMP) ## recall, nDCG, MRR beside bm25s, vectors alone and the usual stack (BENCH_ARGS="--sets FOLDER")
	@$(BIN)/python tests/benchmarks/bench_retrieval.py --models "$$($(DOSSIER) models path)" --baselines $(BENCH)/bin/python $(BENCH_ARGS)

bench-chunking: models $(BENCH_STAMP) ## ways of cutting documents, by how soon the evidence is seen
	@$(BIN)/python tests/benchmarks/bench_chunking.py --models "$$($(DOSSIER) models path)" --baselines $(BENCH)/bin/python $(BENCH_ARGS)

bench-disk: models ## what an index needs on the disk beside its text, by part
	@$(BIN)/python tests/benchmarks/bench_disk.py --models "$$($(DOSSIER) models path)"

bench-embedding: models ## passages a second, ours beside the bare onnxruntime session
	@$(BIN)/python tests/benchmarks/bench_embedding.py --models "$$($(DOSSIER) models path)"

bench-answer: models ## latency by stage over the office questions, Quick and Thorough (an hour; ANSWER_ARGS="--limit 3")
	@$(BIN)/python tests/benchmarks/bench_answer.py --home .dossier-corpus --models "$$($(DOSSIER) models path)" $(ANSWER_ARGS)

bench-hyde: models ## what a hypothetical answer would find beside the question (after check-corpus; ANSWER_ARGS="--no-model")
	@$(BIN)/python tests/benchmarks/bench_hyde.py --home .dossier-corpus $(ANSWER_ARGS)

bench-validator: models ## planted errors and human labels, time, disagreement, refusals
	@$(BIN)/python tests/benchmarks/bench_validator.py --models "$$($(DOSSIER) models path)"
	@$(BIN)/python tests/benchmarks/bench_validator_time.py --models "$$($(DOSSIER) models path)"
	@$(BIN)/python tests/benchmarks/bench_disagreement.py
	@$(MAKE) --no-print-directory bench-refusal

bench-focus: models ## which sentences the model reads: where the answering one of XQuAD stands (three minutes)
	@$(BIN)/python tests/benchmarks/bench_focus.py --models "$$($(DOSSIER) models path)"

bench-refusal: models ## near misses and foreign questions, refused by rules; BENCH_ARGS="--words DIR" asks the real model and keeps its words
	@$(BIN)/python tests/benchmarks/bench_refusal.py --models "$$($(DOSSIER) models path)" $(BENCH_ARGS)

check-planted: models ## planted errors of three generators by family; fails when more than 5 % pass as supported
	@$(BIN)/python tests/benchmarks/check_planted.py --models "$$($(DOSSIER) models path)" --second
	@$(BIN)/python tests/benchmarks/check_planted.py --models "$$($(DOSSIER) models path)" --third
	@$(BIN)/python tests/benchmarks/check_planted.py --models "$$($(DOSSIER) models path)"

check-siblings: models ## three sibling programmes and 36 questions with the real model: no contamination (ten minutes)
	@$(BIN)/python tests/benchmarks/check_siblings.py --models "$$($(DOSSIER) models path)"

bench-ocr: env ## character error rate of text recognition in German, French and English
	@$(BIN)/python tests/benchmarks/bench_ocr.py

bench-scan: env ## counts of a drop of 10 000 files, before anything is opened
	@$(BIN)/python tests/benchmarks/bench_scan.py

screenshots: env ## pictures of every screen in screenshots/
	@QT_QPA_PLATFORM=offscreen $(BIN)/python packaging/screenshots.py screenshots

translations: env ## collect, check and compile the window's texts
	@$(BIN)/python packaging/translate.py

bench-ui: test-models ## lag of the window's event loop during import and answers
	@DOSSIER_TEST_MODELS="$$($(DOSSIER) models path)" QT_QPA_PLATFORM=offscreen $(BIN)/python tests/benchmarks/bench_ui.py

bench-reader: env ## how soon a long PDF is there, how smoothly it scrolls
	@QT_QPA_PLATFORM=offscreen $(BIN)/python tests/benchmarks/bench_reader.py

bench-library: env ## the list with 20 000 files and the memory of the window over 200 questions
	@QT_QPA_PLATFORM=offscreen $(BIN)/python tests/benchmarks/bench_library.py

e2e: models ## the window under Xvfb with the default model, leaving pictures in screenshots/e2e
	@DOSSIER_E2E_MODEL=qwen2.5-coder-1.5b DOSSIER_PICTURES=screenshots/e2e DOSSIER_TEST_MODELS="$$($(DOSSIER) models path)" \
		xvfb-run -a $(BIN)/python -m pytest tests/e2e
