/* Reasons of state.waiting: what they mean for people. */
#include "diagnose/waiting.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/subject.h"

static const struct waiting_reason {
	const char *reason, *code, *text;
} waiting_reasons[] = {
	{ "ErrImagePull", "ImagePullFailed", N_("cannot pull its image") },
	{ "ImagePullBackOff", "ImagePullFailed", N_("cannot pull its image") },
	{ "RegistryUnavailable", "ImagePullFailed", N_("cannot pull its image") },
	{ "ErrImageNeverPull", "ImageNeverPull", N_("may not pull its image") },
	{ "InvalidImageName", "InvalidImageName", N_("has an image name that cannot be read") },
	{ "ImageInspectError", "ImageInspectFailed", N_("has an image that the runtime cannot inspect") },
	{ "SignatureValidationFailed", "ImageSignatureRejected", N_("has an image whose signature is refused") },
	{ "CreateContainerConfigError", "ContainerConfigInvalid", N_("cannot be created") },
	{ "PreCreateHookError", "ContainerConfigInvalid", N_("cannot be created") },
	{ "CreateContainerError", "ContainerCreateFailed", N_("cannot be created") },
	{ "PreStartHookError", "ContainerStartFailed", N_("cannot be started") },
	{ "RunContainerError", "ContainerStartFailed", N_("cannot be started") },
	{ "PostStartHookError", "PostStartHookFailed", N_("is killed because its postStart hook fails") },
	{ "CrashLoopBackOff", "ContainerCrashing", N_("does not stay up") },
	{ "RestartingAllContainers", "ContainerCrashing", N_("is restarted with the whole pod") },
};

static const struct waiting_reason other_reason = { "", "ContainerWaiting", N_("waits") };

static const struct waiting_reason *find_reason(sym reason)
{
	for (size_t i = 0; i < sizeof(waiting_reasons) / sizeof(*waiting_reasons); i++)
		if (sym_is(reason, waiting_reasons[i].reason))
			return &waiting_reasons[i];
	return &other_reason;
}

/* `configmap "settings" not found`: the text between the quotes, or false. */
static bool missing_name(const char *message, const char *kind, struct strbuf *name)
{
	size_t n = strlen(kind);
	const char *end;

	if (strncmp(message, kind, n) != 0 || message[n] != ' ' || message[n + 1] != '"')
		return false;
	message += n + 2;
	end = strchr(message, '"');
	if (!end || strcmp(end, "\" not found") != 0)
		return false;
	strbuf_add(name, message, (size_t)(end - message));
	return true;
}

static const char *tell_missing(const struct pod_case *k, const char *message, struct strbuf *out)
{
	static const struct { const char *kind, *shown, *code; } kinds_missing[] = {
		{ "configmap", "ConfigMap", "ConfigMapMissing" },
		{ "secret", "Secret", "SecretMissing" },
	};

	for (size_t i = 0; i < sizeof(kinds_missing) / sizeof(*kinds_missing); i++) {
		struct strbuf name = STRBUF_INIT;
		bool missing = missing_name(message, kinds_missing[i].kind, &name);

		if (missing)
			strbuf_addf(out, _(": %s \"%s\" does not exist in %s"), kinds_missing[i].shown,
				    name.buf, sym_text(k->pod->meta.namespace_));
		strbuf_release(&name);
		if (missing)
			return kinds_missing[i].code;
	}
	return NULL;
}

/* Runtimes nest "failed to ... "IMAGE": " several times; the innermost text says why. */
static const char *innermost(const char *message, const char *image)
{
	size_t n = strlen(image);
	const char *at = message;

	while (n && (at = strstr(at, image))) {
		at += n;
		if (strncmp(at, "\": ", 3) == 0)
			message = at + 3;
	}
	if (n && strncmp(message, image, n) == 0 && strncmp(message + n, ": ", 2) == 0)
		message += n + 2;
	return message;
}

const char *tell_waiting(const struct pod_case *k, const struct trouble *t, struct strbuf *out)
{
	const struct container_state *s = &t->status->state;
	const struct waiting_reason *r = find_reason(s->reason);
	const struct container *c = container_named(k->pod, t->status->name, t->init);
	const char *missing, *message = sym_text(s->message);

	strbuf_addf(out, t->sidecar ? _("sidecar %s %s") :
			 t->init ? _("init container %s %s") : _("container %s %s"),
		    sym_text(t->status->name), tr(r->text));
	if (strstr(r->code, "Image") && c) {
		strbuf_addf(out, " %s", sym_text(c->image));
		message = innermost(message, sym_text(c->image));
	}
	missing = tell_missing(k, message, out);
	if (missing)
		return missing;
	if (r == &other_reason)
		strbuf_addf(out, _(": %s"), sym_text(s->reason));
	if (*message) {
		strbuf_adds(out, _(": "));
		add_quote(out, message);
	}
	return r->code;
}
