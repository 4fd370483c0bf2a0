# kubectl-whypending.  `make help` lists the targets.
.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:

VERSION := 0.1.0

CC         ?= cc
CFLAGS     ?= -O2 -g
PKG_CONFIG ?= pkg-config
PYTHON     ?= python3
PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
MANDIR     ?= $(PREFIX)/share/man
BUILD      ?= build/release
WERROR     ?=
SANITIZE   ?=
V          ?= 0

Q    := $(if $(filter 1,$(V)),,@)
say   = $(if $(filter 1,$(V)),:,printf '  %-7s %s\n' $(1))

# Libraries, and the Debian package that a missing one comes from.
PKGS               := libcurl libcjson yaml-0.1 ncursesw
DEBIAN_libcurl     := libcurl4-openssl-dev
DEBIAN_libcjson    := libcjson-dev
DEBIAN_yaml-0.1    := libyaml-dev
DEBIAN_ncursesw    := libncurses-dev
DEBIAN_cmocka      := libcmocka-dev

WITHOUT_LIBS := clean help format uninstall dist deb lint-shell lint-layers lint-banned
GOALS := $(or $(MAKECMDGOALS),all)
ifneq ($(filter-out $(WITHOUT_LIBS),$(GOALS)),)
need_pkg = $(if $(shell $(PKG_CONFIG) --exists $(1) 2>/dev/null && echo yes),,$(error \
	$(1) not found: `apt-get install pkg-config $(DEBIAN_$(1))`, or run ./bootstrap))
$(foreach p,$(PKGS),$(call need_pkg,$(p)))
# ncursesw's flags choose other feature macros than ours; src/tui/term.c sets its own.
PKG_CFLAGS := $(filter-out -D_XOPEN_SOURCE=% -D_DEFAULT_SOURCE -D_GNU_SOURCE,$(shell $(PKG_CONFIG) --cflags $(PKGS)))
PKG_LIBS   := $(shell $(PKG_CONFIG) --libs $(PKGS))
cc_option   = $(shell $(CC) -Werror $(1) -x c -c -o /dev/null /dev/null 2>/dev/null && echo '$(1)')
endif

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wwrite-strings \
	-Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wformat=2 -Wundef -Wvla \
	-Wdouble-promotion -Wnull-dereference
ifeq ($(SANITIZE),)
HARDENING := -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fPIE $(call cc_option,-fstack-protector-strong) \
	$(call cc_option,-fstack-clash-protection)
LDHARDENING := -pie -Wl,-z,relro,-z,now -Wl,--as-needed
else
HARDENING := -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
LDHARDENING := -fsanitize=$(SANITIZE)
endif

BASE_CFLAGS := -std=c11 -D_POSIX_C_SOURCE=200809L -DWHYPENDING_VERSION=\"$(VERSION)\" -Isrc \
	$(WARNINGS) $(PKG_CFLAGS)
ALL_CFLAGS  := $(BASE_CFLAGS) $(WERROR) $(HARDENING) -ffile-prefix-map=$(CURDIR)=. -ffile-prefix-map=$(BUILD)=build $(CFLAGS)
ALL_LDFLAGS := $(LDHARDENING) $(LDFLAGS)

SRCS       := $(sort $(wildcard src/*/*.c src/*/*/*.c))
HEADERS    := $(sort $(wildcard src/*/*.h src/*/*/*.h))
LIB_SRCS   := $(filter-out src/cli/main.c,$(SRCS))
LIB_OBJS   := $(LIB_SRCS:%.c=$(BUILD)/%.o) $(BUILD)/gen/demo_cluster.o $(BUILD)/gen/rules.o \
	$(BUILD)/gen/catalogues.o
RULE_FILES := $(sort $(wildcard rules/*.yaml))
PO_FILES   := $(sort $(wildcard po/*.po))
LIB        := $(BUILD)/libwhypending.a
BIN        := $(BUILD)/kubectl-whypending
MAIN_OBJ   := $(BUILD)/src/cli/main.o

TEST_SRCS    := $(sort $(wildcard tests/unit/test_*.c))
TESTLIB_SRCS := $(sort $(wildcard tests/lib/*.c))
FUZZ_SRCS    := $(sort $(wildcard tests/fuzz/fuzz_*.c))
TESTLIB_OBJS := $(TESTLIB_SRCS:%.c=$(BUILD)/%.o)
TESTS        := $(TEST_SRCS:%.c=$(BUILD)/%)
FUZZERS      := $(FUZZ_SRCS:%.c=$(BUILD)/%)
SCRIPTS_SH   := bootstrap docs/prometheus/whypending-textfile completions/kubectl_complete-whypending \
	$(sort $(wildcard packaging/*.sh po/*.sh tests/*.sh tests/*/*.sh))
SCRIPTS_BASH := .ci/run

OBJS := $(MAIN_OBJ) $(LIB_OBJS) $(TESTLIB_OBJS) $(TEST_SRCS:%.c=$(BUILD)/%.o) \
	$(FUZZ_SRCS:%.c=$(BUILD)/%.o) $(BUILD)/tests/fuzz/replay.o

.PHONY: all po demo docs clean help format bench FORCE \
	check check-asan check-clang check-valgrind check-programs \
	lint lint-headers lint-layers lint-banned lint-shell lint-tidy lint-cppcheck lint-analyzer

all: kubectl-whypending ## build ./kubectl-whypending

# Each variant (release, asan, ...) has its own folder; the one in the root is the release build.
kubectl-whypending: $(BIN)
	@cp -f $< $@

$(BIN): $(MAIN_OBJ) $(LIB)
	@$(call say,LINK $@)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $(MAIN_OBJ) $(LIB) $(ALL_LDFLAGS) $(PKG_LIBS)

$(LIB): $(LIB_OBJS)
	@rm -f $@
	$(Q)$(AR) rcs $@ $(LIB_OBJS)

# No flags of single targets: their prerequisites would have them too, and $(BUILD)/flags would change.
$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@$(call say,CC $<)
	$(Q)$(CC) $(ALL_CFLAGS) $(if $(filter tests/%,$<),-Itests) -MMD -MP -c -o $@ $<

$(BUILD)/gen/%.o: $(BUILD)/gen/%.c $(BUILD)/flags
	@$(call say,CC $<)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# The sample cluster as bytes: a string literal that long is not portable C.
$(BUILD)/gen/demo_cluster.c: src/demo/cluster.json
	@mkdir -p $(@D)
	@$(call say,GEN $@)
	@{ printf '#include "cli/demo.h"\n\nconst unsigned char demo_cluster[] = {\n'; \
	   od -An -v -tu1 $< | sed 's/  */,/g; s/^,//; s/$$/,/'; \
	   printf '};\nconst size_t demo_cluster_len = sizeof(demo_cluster);\n'; } > $@

# The rules, file by file, the same way.
$(BUILD)/gen/rules.c: $(RULE_FILES) $(BUILD)/rule-files
	@mkdir -p $(@D)
	@$(call say,GEN $@)
	@{ printf '#include "rules/embedded.h"\n\n'; n=0; \
	   for f in $(RULE_FILES); do \
	     printf 'static const unsigned char file_%d[] = {\n' $$n; \
	     od -An -v -tu1 $$f | sed 's/  */,/g; s/^,//; s/$$/,/'; \
	     printf '0 };\n'; n=$$((n + 1)); done; \
	   printf 'const struct embedded_rules embedded_rules[] = {\n'; n=0; \
	   for f in $(RULE_FILES); do \
	     printf '\t{ "%s", file_%d, sizeof(file_%d) - 1 },\n' $$f $$n $$n; n=$$((n + 1)); done; \
	   printf '};\nconst size_t embedded_rules_count = %d;\n' $$n; } > $@

# The message catalogues, compiled, the same way; named by their language.
catalogues_c = { printf '\#include "base/catalogues.h"\n\n'; n=0; \
	   for f in $(1); do \
	     printf 'static const unsigned char mo_%d[] = {\n' $$n; \
	     od -An -v -tu1 $$f | sed 's/  */,/g; s/^,//; s/$$/,/'; \
	     printf '};\n'; n=$$((n + 1)); done; \
	   printf 'const struct embedded_catalogue embedded_catalogues[] = {\n'; n=0; \
	   for f in $(notdir $(basename $(1))); do \
	     printf '\t{ "%s", mo_%d, sizeof(mo_%d) },\n' $$f $$n $$n; n=$$((n + 1)); done; \
	   printf '};\nconst size_t embedded_catalogue_count = %d;\n' $$n; } > $@

$(BUILD)/gen/catalogues.c: $(PO_FILES:%.po=$(BUILD)/%.mo) $(BUILD)/po-files
	@mkdir -p $(@D)
	@$(call say,GEN $@)
	@$(call catalogues_c,$(PO_FILES:%.po=$(BUILD)/%.mo))

# Without a hash table, in one byte order: what src/base/mo.c reads.
$(BUILD)/po/%.mo: po/%.po
	@mkdir -p $(@D)
	@$(call say,GEN $@)
	@command -v msgfmt >/dev/null || \
		{ echo 'msgfmt not found: `apt-get install gettext`, or run ./bootstrap' >&2; exit 1; }
	$(Q)msgfmt --no-hash --endianness=little -o $@ $<

$(BUILD)/po-files: FORCE
	@mkdir -p $(@D)
	@echo '$(PO_FILES)' | cmp -s - $@ || echo '$(PO_FILES)' > $@

# Changes when a file of rules is added or removed.
$(BUILD)/rule-files: FORCE
	@mkdir -p $(@D)
	@echo '$(RULE_FILES)' | cmp -s - $@ || echo '$(RULE_FILES)' > $@

# Rebuilds when the flags change; make itself only sees files.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' | cmp -s - $@ || \
		echo '$(CC) $(ALL_CFLAGS) $(ALL_LDFLAGS)' > $@

FORCE:

# -- programs that test ----------------------------------------------------------------------

# cmocka is asked for only where it is needed, so that `make` works without it.
CMOCKA_LIBS = $(call need_pkg,cmocka)$(shell $(PKG_CONFIG) --libs cmocka)

$(TESTS): %: %.o $(TESTLIB_OBJS) $(LIB)
	@$(call say,LINK $@)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) $(CMOCKA_LIBS) $(PKG_LIBS)

# A fuzzer with a plain main that runs the files it is given; FUZZ=1 links libFuzzer instead.
$(FUZZERS): %: %.o $(if $(FUZZ),,$(BUILD)/tests/fuzz/replay.o) $(LIB)
	@$(call say,LINK $@)
	$(Q)$(CC) $(ALL_CFLAGS) $(if $(FUZZ),-fsanitize=fuzzer) -o $@ $^ $(ALL_LDFLAGS) $(PKG_LIBS)

# A language in which every letter of a message is another one: what is left in ASCII is data, or
# was never marked.  Only the catalogues differ from the program itself.
PSEUDO := $(BUILD)/tests/po/kubectl-whypending

$(BUILD)/tests/po/gen/zz.mo: po/whypending.pot tests/po/pseudo.py
	@mkdir -p $(@D)
	@$(call say,GEN $@)
	$(Q)$(PYTHON) tests/po/pseudo.py <$< | msgfmt --no-hash --endianness=little -o $@ -

$(BUILD)/tests/po/gen/catalogues.c: $(BUILD)/tests/po/gen/zz.mo
	@$(call catalogues_c,$<)

$(BUILD)/tests/po/gen/catalogues.o: $(BUILD)/tests/po/gen/catalogues.c
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(PSEUDO): $(MAIN_OBJ) $(BUILD)/tests/po/gen/catalogues.o $(LIB)
	@$(call say,LINK $@)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) $(PKG_LIBS)

# Prints the texts of the rules for translators.
$(BUILD)/tests/po/rule_texts: $(BUILD)/tests/po/rule_texts.o $(LIB)
	@$(call say,LINK $@)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $^ $(ALL_LDFLAGS) $(PKG_LIBS)

# Each test is a log of its own, so that make -j runs them side by side; the summary comes last.
# WRAP goes before each program (valgrind), SUITES are the scripts that run the whole tool.
WRAP   ?=
SUITES ?= golden $(if $(wildcard tests/schema/run.py),schema) fixes live bundle manual formats docs completion package po languages
RUN     = tests/run-one.sh $@
# Every so many of the cases that are run in another language.
LANGUAGES_STEP ?= 1
# Clusters of tests/corpus whose fixes are tried; empty: all.
FIXES  ?=
# Every how manieth cluster of tests/corpus is captured and replayed.
BUNDLE_STEP ?= 1

UNIT_LOGS  := $(TESTS:$(BUILD)/tests/unit/%=$(BUILD)/log/%)
FUZZ_LOGS  := $(FUZZERS:$(BUILD)/tests/fuzz/%=$(BUILD)/log/%)
SUITE_LOGS := $(SUITES:%=$(BUILD)/log/%)

check: $(UNIT_LOGS) $(FUZZ_LOGS) $(SUITE_LOGS) ## all tests: unit, corpus, golden, schema, fuzz seeds
	@tests/summary.sh $^

check-programs: $(TESTS) $(FUZZERS) $(BIN) ## build the test programs without running them

$(UNIT_LOGS): $(BUILD)/log/%: $(BUILD)/tests/unit/% FORCE
	@$(call say,TEST $*)
	@$(RUN) $(WRAP) $<

$(FUZZ_LOGS): $(BUILD)/log/%: $(BUILD)/tests/fuzz/% FORCE
	@$(call say,TEST $*)
	@$(RUN) $(WRAP) $< tests/fuzz/seeds/$(*:fuzz_%=%)

$(BUILD)/log/golden: $(BIN) FORCE
	@$(call say,TEST golden)
	@WHYPENDING='$(WRAP) $(abspath $(BIN))' $(RUN) tests/run-golden.sh

$(BUILD)/log/po: $(BUILD)/tests/po/rule_texts FORCE
	@$(call say,TEST po)
	@$(RUN) tests/po/run.sh $(abspath $<)

$(BUILD)/log/languages: $(BIN) $(PSEUDO) FORCE
	@$(call say,TEST languages)
	@WHYPENDING='$(WRAP) $(abspath $(BIN))' LANGUAGES_STEP=$(LANGUAGES_STEP) \
		$(RUN) $(PYTHON) tests/po/languages.py $(abspath $(PSEUDO))

$(BUILD)/log/schema: $(BIN) FORCE
	@$(call say,TEST schema)
	@WHYPENDING='$(WRAP) $(abspath $(BIN))' $(RUN) $(PYTHON) tests/schema/run.py

$(BUILD)/log/live: $(BIN) FORCE
	@$(call say,TEST live)
	@WHYPENDING='$(WRAP) $(abspath $(BIN))' $(RUN) $(PYTHON) tests/live/run.py

$(BUILD)/log/manual $(BUILD)/log/completion $(BUILD)/log/formats $(BUILD)/log/docs: $(BUILD)/log/%: $(BIN) FORCE
	@$(call say,TEST $*)
	@WHYPENDING='$(WRAP) $(abspath $(BIN))' $(RUN) $(PYTHON) tests/$*/run.py

# It runs `make install` and the like; what make was told reaches them.
$(BUILD)/log/package: $(BIN) FORCE
	@$(call say,TEST package)
	+@MAKE='$(MAKE)' $(RUN) $(PYTHON) tests/package/run.py

# Each fix of each blocked pod of the corpus, applied by another program and read anew.
$(BUILD)/log/fixes: $(BIN) FORCE
	@$(call say,TEST fixes)
	@WHYPENDING='$(WRAP) $(abspath $(BIN))' $(RUN) $(PYTHON) tests/fixes/run.py $(FIXES)

# Every cluster captured, redacted and replayed.
$(BUILD)/log/bundle: $(BIN) FORCE
	@$(call say,TEST bundle)
	@WHYPENDING='$(WRAP) $(abspath $(BIN))' WHYPENDING_CORPUS_STEP='$(BUNDLE_STEP)' $(RUN) $(PYTHON) tests/bundle/run.py

# A sample of what plain `check` does in full: fixes of each family's first clusters and so on.  With
# sanitizers all of it takes minutes.
SAMPLE = BUNDLE_STEP=20 LANGUAGES_STEP=5 FIXES='$(patsubst tests/corpus/%.verdict.json,%,$(wildcard tests/corpus/*-[1-3].verdict.json))'

check-asan: ## the same under AddressSanitizer and UndefinedBehaviorSanitizer
	@$(MAKE) --no-print-directory BUILD=build/asan SANITIZE=address,undefined CFLAGS='-O1 -g' $(SAMPLE) check

check-clang: ## the same sample, compiled by clang with warnings as errors
	@$(MAKE) --no-print-directory BUILD=build/clang CC=clang WERROR=-Werror $(SAMPLE) check

check-valgrind: ## unit tests and a tenth of the corpus under valgrind
	@WHYPENDING_CORPUS_STEP=10 $(MAKE) --no-print-directory BUILD=build/valgrind CFLAGS='-O1 -g' \
		SUITES= WRAP='valgrind --quiet --leak-check=full --error-exitcode=99 \
		--errors-for-leak-kinds=definite,indirect --show-leak-kinds=definite,indirect' check

# -- lint ------------------------------------------------------------------------------------

lint: lint-headers lint-layers lint-banned lint-shell lint-tidy lint-cppcheck lint-analyzer ## static checks
	@echo 'lint: ok'

lint-headers:
	@$(call say,LINT 'each header alone')
	$(Q)HEADERS='$(HEADERS)' tests/lint/headers.sh $(CC) $(BASE_CFLAGS) -Werror

lint-layers:
	@$(call say,LINT 'include layers')
	$(Q)tests/lint/layers.sh $(SRCS) $(HEADERS)

lint-banned:
	@$(call say,LINT 'banned functions')
	$(Q)tests/lint/banned.sh $(SRCS) $(HEADERS)

lint-shell:
	@$(call say,LINT 'shell scripts')
	$(Q)for f in $(SCRIPTS_SH); do dash -n $$f || exit 1; done
	$(Q)for f in $(SCRIPTS_BASH); do bash -n $$f || exit 1; done

# The path-sensitive checks take nearly all the time; a fifth of the default budget per function
# has found all that the whole one finds here, in a fifth of the time.  TIDY_NODES=225000 is whole.
TIDY_NODES  ?= 45000
TIDY_BUDGET := -Xclang -analyzer-config -Xclang max-nodes=$(TIDY_NODES)

lint-tidy:
	@$(call say,LINT clang-tidy)
	$(Q)printf '%s\n' $(SRCS) | xargs -P 2 -I '{}' clang-tidy --quiet '{}' -- $(BASE_CFLAGS) $(TIDY_BUDGET) 2>&1 | \
		awk '/(warning|error):/ {bad = 1} !/warnings? (generated|treated)/ {print} END {exit bad}'

lint-cppcheck:
	@$(call say,LINT cppcheck)
	$(Q)cppcheck --quiet -j 2 --std=c11 --language=c --enable=warning,portability,performance \
		--inline-suppr --suppressions-list=tests/lint/cppcheck.txt --error-exitcode=1 -Isrc $(SRCS)

lint-analyzer:
	@$(call say,LINT 'gcc -fanalyzer')
	$(Q)$(MAKE) --no-print-directory BUILD=build/analyzer CC=gcc CFLAGS='-O1 -g -fanalyzer' \
		WERROR=-Werror build/analyzer/kubectl-whypending

format: ## rewrite the sources with clang-format
	clang-format -i $(SRCS) $(HEADERS) $(TEST_SRCS) $(TESTLIB_SRCS)

# -- everything else -------------------------------------------------------------------------

# Messages that were changed or added are untranslated then; `make check` fails until they are done.
po: $(BUILD)/tests/po/rule_texts ## collect the messages into po/
	po/extract.sh $(abspath $<) >po/whypending.pot.new
	mv po/whypending.pot.new po/whypending.pot
	for f in $(PO_FILES); do \
		msgmerge --update --backup=none --no-fuzzy-matching --no-wrap --sort-output $$f po/whypending.pot && \
		msgattrib --no-obsolete --no-wrap --sort-output -o $$f $$f || exit 1; done

demo: all ## diagnose the stuck pods of the built-in sample cluster
	@./kubectl-whypending --demo -A; status=$$?; [ $$status -le 1 ] || exit $$status
	@printf '%s\n' '' 'Each of them in full, for example:' \
		'  ./kubectl-whypending --demo -n payments ledger-0' \
		'  ./kubectl-whypending --demo -n shop catalog-84d6f5c9b7-w9trc' \
		'What a cause means: ./kubectl-whypending --explain ImageNotFound'

docs: $(BIN) ## rewrite the pages and pictures that are made from something else
	@$(call say,GEN docs)
	@WHYPENDING='$(abspath $(BIN))' $(PYTHON) docs/generate

bench: $(BIN) ## time and memory on large synthetic clusters
	@set -e; for f in $(sort $(wildcard tests/bench/*.sh)); do \
		echo "== $$f"; WHYPENDING=$(abspath $(BIN)) sh $$f; done

include packaging/package.mk

clean: ## remove everything that was built
	rm -rf build kubectl-whypending

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

-include $(OBJS:.o=.d)
