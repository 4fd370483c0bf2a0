# Installing, releases and packages; included by the Makefile.

DATADIR  ?= $(PREFIX)/share
BASHDIR  ?= $(DATADIR)/bash-completion/completions
ZSHDIR   ?= $(DATADIR)/zsh/site-functions
FISHDIR  ?= $(DATADIR)/fish/vendor_completions.d
DOCDIR   ?= $(DATADIR)/doc/kubectl-whypending
# Where releases are published: the package, the manifest for krew.
HOMEPAGE ?= https://github.com/kubectl-whypending/kubectl-whypending

DOCS     := README.md CHANGELOG.md LICENSE $(sort $(shell find docs -path docs/generate -prune -o -type f -print))
PACKAGES ?= $(BUILD)/packages

# mode:file:place, for install and uninstall alike.
INSTALLED = \
	755:$(BIN):$(BINDIR)/kubectl-whypending \
	755:completions/kubectl_complete-whypending:$(BINDIR)/kubectl_complete-whypending \
	644:completions/kubectl-whypending.bash:$(BASHDIR)/kubectl-whypending \
	644:completions/_kubectl-whypending:$(ZSHDIR)/_kubectl-whypending \
	644:completions/kubectl-whypending.fish:$(FISHDIR)/kubectl-whypending.fish \
	644:man/kubectl-whypending.1:$(MANDIR)/man1/kubectl-whypending.1 \
	644:man/kubectl_complete-whypending.1:$(MANDIR)/man1/kubectl_complete-whypending.1 \
	$(foreach f,$(DOCS),644:$(f):$(DOCDIR)/$(f))

.PHONY: generate install uninstall dist deb krew

generate: $(BIN) ## completions and the manual's options, from the option table
	@$(BIN) __completion bash >completions/kubectl-whypending.bash
	@$(BIN) __completion zsh >completions/_kubectl-whypending
	@$(BIN) __completion fish >completions/kubectl-whypending.fish
	@$(BIN) __manual | tests/manual/replace.sh man/kubectl-whypending.1

install: $(BIN) ## install below $(DESTDIR)$(PREFIX)
	@for f in $(INSTALLED); do \
		mode=$${f%%:*} f=$${f#*:}; \
		install -D -m $$mode "$${f%%:*}" "$(DESTDIR)$${f#*:}" || exit 1; done

uninstall: ## remove what install put there
	@for f in $(INSTALLED); do rm -f "$(DESTDIR)$${f##*:}"; done
	@[ ! -d "$(DESTDIR)$(DOCDIR)" ] || find "$(DESTDIR)$(DOCDIR)" -depth -type d -empty -delete

dist: ## the release tarball, the same bytes wherever it is made
	@packaging/dist.sh kubectl-whypending-$(VERSION) $(PACKAGES)

deb: dist ## a Debian package, checked by lintian
	@packaging/deb.sh kubectl-whypending $(VERSION) $(abspath $(PACKAGES))

krew: $(BIN) ## an archive and a manifest for krew
	@HOMEPAGE='$(HOMEPAGE)' packaging/krew.sh $(BIN) $(VERSION) $(PACKAGES)
