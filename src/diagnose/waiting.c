/* Reasons of state.waiting: what they mean for people. */
#include "diagnose/waiting.h"

#include <string.h>

#include "diagnose/subject.h"

static const struct waiting_reason {
	const char *reason, *code, *text;
} waiting_reasons[] = {
	{ "ErrImagePull", "ImagePullFailed", "cannot pull its image" },
	{ "ImagePullBackOff", "ImagePullFailed", "cannot pull its image" },
	{ "RegistryUnavailable", "ImagePullFailed", "cannot pull its image" },
	{ "ErrImageNeverPull", "ImageNeverPull", "may not pull its image" },
	{ "InvalidImageName", "InvalidImageName", "has an image name that cannot be read" },
	{ "ImageInspectError", "ImageInspectFailed", "has an image that the runtime cannot inspect" },
	{ "SignatureValidationFailed", "ImageSignatureRejected", "has an image whose signature is refused" },
	{ "CreateContainerConfigError", "ContainerConfigInvalid", "cannot be created" },
	{ "PreCreateHookError", "ContainerConfigInvalid", "cannot be created" },
	{ "CreateContainerError", "ContainerCreateFailed", "cannot be created" },
	{ "PreStartHookError", "ContainerStartFailed", "cannot be started" },
	{ "RunContainerError", "ContainerStartFailed", "cannot be started" },
	{ "PostStartHookError", "PostStartHookFailed", "is killed because its postStart hook fails" },
	{ "CrashLoopBackOff", "ContainerCrashing", "does not stay up" },
	{ "RestartingAllContainers", "ContainerCrashing", "is restarted with the whole pod" },
};

static const struct waiting_reason other_reason = { "", "ContainerWaiting", "waits" };

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
			strbuf_addf(out, ": %s \"%s\" does not exist in %s", kinds_missing[i].shown,
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

	strbuf_addf(out, "%scontainer %s %s", t->init ? "init " : "", sym_text(t->status->name),
		    r->text);
	if (strstr(r->code, "Image") && c) {
		strbuf_addf(out, " %s", sym_text(c->image));
		message = innermost(message, sym_text(c->image));
	}
	missing = tell_missing(k, message, out);
	if (missing)
		return missing;
	if (r == &other_reason)
		strbuf_addf(out, ": %s", sym_text(s->reason));
	if (*message) {
		strbuf_adds(out, ": ");
		add_quote(out, message);
	}
	return r->code;
}
