/* Pods that the kubelet refused, or that failed before a main container ran. */
#include <string.h>

#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/ruling.h"
#include "diagnose/subject.h"
#include "report/amount.h"

static const struct refusal {
	const char *reason; /* of status.reason; a final * matches any rest */
	const char *code;
} refusals[] = {
	{ "OutOfcpu", "KubeletOutOfCpu" },
	{ "OutOfmemory", "KubeletOutOfMemory" },
	{ "OutOfpods", "KubeletOutOfPods" },
	{ "OutOf*", "KubeletOutOfResource" },
	{ "NodeAffinity", "KubeletNodeAffinity" },
	{ "NodePorts", "KubeletNodePorts" },
	{ "TaintToleration", "KubeletTaint" },
	{ "UnexpectedAdmissionError", "KubeletAdmissionError" },
	{ "TopologyAffinityError", "KubeletTopology" },
	{ "PodOS*", "KubeletOsMismatch" },
	{ "SysctlForbidden", "KubeletSysctlForbidden" },
	{ "AppArmor", "KubeletAppArmor" },
	{ "Evicted", "Evicted" },
	{ "NodeShutdown", "NodeShutdown" },
	{ "Terminated", "NodeShutdown" },
	{ "Preempting", "PreemptedByCriticalPod" },
	{ "VolumeAttachmentLimitExceeded", "KubeletVolumeLimit" },
};

static bool reason_matches(const char *pattern, const char *reason)
{
	size_t n = strlen(pattern);

	if (pattern[n - 1] == '*')
		return strncmp(pattern, reason, n - 1) == 0;
	return strcmp(pattern, reason) == 0;
}

static const char *refusal_code(sym reason)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++)
		if (reason_matches(refusals[i].reason, sym_text(reason)))
			return refusals[i].code;
	return "KubeletRefused";
}

/* The number after a word of the kubelet's text: "requested: 64000". */
static bool number_after(const char *text, const char *word, int64_t *ret)
{
	const char *at = strstr(text, word);
	char digits[24];
	size_t n = 0;

	if (!at)
		return false;
	for (at += strlen(word); n + 1 < sizeof(digits) && at[n] >= '0' && at[n] <= '9'; n++)
		digits[n] = at[n];
	digits[n] = '\0';
	return n > 0 && parse_int64(digits, ret);
}

/* It asks for more than the node would have without any other pod. */
static bool is_too_big(const struct pod_status *s)
{
	int64_t wanted, total;

	return strncmp(sym_text(s->reason), "OutOf", 5) == 0 &&
	       number_after(sym_text(s->message), "requested: ", &wanted) &&
	       number_after(sym_text(s->message), "capacity: ", &total) && wanted > total;
}

/* The kubelet counts cpu in thousandths and the rest in bytes or pieces; people do not. */
static bool add_shortage(struct strbuf *out, const struct pod_status *s)
{
	const char *resource = sym_text(s->reason);
	int64_t wanted, used, total;

	if (strncmp(resource, "OutOf", 5) != 0 ||
	    !number_after(sym_text(s->message), "requested: ", &wanted) ||
	    !number_after(sym_text(s->message), "used: ", &used) ||
	    !number_after(sym_text(s->message), "capacity: ", &total))
		return false;
	resource += 5;
	strbuf_addf(out, "not enough %s: it asks for ", resource);
	amount_phrase(out, resource, wanted);
	if (wanted > total) {
		strbuf_adds(out, ", more than the node has in all (");
		amount_phrase(out, resource, total);
		strbuf_addc(out, ')');
		return true;
	}
	strbuf_adds(out, ", ");
	amount_phrase(out, resource, used);
	strbuf_adds(out, " of ");
	amount_phrase(out, resource, total);
	strbuf_adds(out, " are in use");
	return true;
}

/* What the kubelet's "didn't match node affinity/selector" leaves out. */
static void add_selector_mismatch(struct strbuf *out, const struct pod_case *k)
{
	const struct node_info *n = view_find_node(k->d->view, k->pod->spec.node_name);
	const struct labels *wanted = &k->pod->spec.node_selector;

	for (uint32_t i = 0; n && i < wanted->n; i++) {
		sym has = labels_get(&n->node->meta.labels, wanted->v[i].key);

		if (has.s && sym_same(has, wanted->v[i].value))
			continue;
		strbuf_addf(out, "; it asks for %s=%s, the node has %s%s", wanted->v[i].key.s,
			    sym_text(wanted->v[i].value), has.s ? "" : "no such label", sym_text(has));
	}
}

/* The kubelet's "the OS field doesn't match node OS" names neither. */
static void add_os_mismatch(struct strbuf *out, const struct pod_case *k)
{
	const struct node_info *n = view_find_node(k->d->view, k->pod->spec.node_name);
	sym has = { NULL };

	if (n)
		has = labels_get(&n->node->meta.labels, view_sym(k->d->view, "kubernetes.io/os"));
	if (sym_empty(k->pod->spec.os))
		return;
	strbuf_addf(out, "; it is made for %s", k->pod->spec.os.s);
	if (!sym_empty(has))
		strbuf_addf(out, ", the node runs %s", has.s);
}

static const struct container_status *failed_init(const struct pod *p)
{
	for (uint32_t i = 0; i < p->status.init_containers.n; i++) {
		const struct container_status *s = &p->status.init_containers.v[i];

		if (s->state.terminated && s->state.exit_code.set && s->state.exit_code.v != 0)
			return s;
	}
	return NULL;
}

/* The kubelet puts the same words before every refusal. */
static const char *without_frame(const char *message)
{
	static const char frame[] = "Pod was rejected: ";

	return strncmp(message, frame, sizeof(frame) - 1) == 0 ? message + sizeof(frame) - 1 : message;
}

static const char *tell_refusal(const struct pod_case *k, struct strbuf *b)
{
	const struct pod_status *s = &k->pod->status;
	const struct container_status *init = failed_init(k->pod);

	if (sym_empty(s->reason) && init) {
		strbuf_addf(b, " failed on %s: init container %s ended with exit code %lld and is not "
			    "restarted", sym_text(k->pod->spec.node_name), sym_text(init->name),
			    (long long)init->state.exit_code.v);
		return "InitContainerFailed";
	}
	if (sym_empty(s->reason) && sym_empty(s->message)) {
		strbuf_addf(b, " failed on %s before a main container ran; its status does not say why",
			    sym_text(k->pod->spec.node_name));
		return "FailedBeforeRunning";
	}
	strbuf_addf(b, " was refused by the kubelet of %s: ", sym_text(k->pod->spec.node_name));
	if (!add_shortage(b, s))
		add_quote(b, sym_empty(s->message) ? sym_text(s->reason) :
						     without_frame(s->message.s));
	if (sym_is(s->reason, "NodeAffinity"))
		add_selector_mismatch(b, k);
	if (strncmp(sym_text(s->reason), "PodOS", 5) == 0)
		add_os_mismatch(b, k);
	return refusal_code(s->reason);
}

static bool is_vague(const char *code)
{
	return strcmp(code, "KubeletRefused") == 0 || strcmp(code, "KubeletAdmissionError") == 0;
}

/* What the rules know of the kubelet's text: a more exact code, and what to do. */
static const char *advise(struct pod_case *k, const char *code)
{
	const struct container_status *init = failed_init(k->pod);
	struct signals *s = signals_of_pod(k);
	const struct rule_match *m;
	struct ruling v;

	if (sym_empty(k->pod->status.reason) && init)
		add_ended_signal(s, k->pod, init, &init->state, true);
	else
		add_pod_status_signal(s, k->pod);
	ruling_find(&v, k->d->opts.rules, s, STAGE_POST_BIND);
	m = ruling_cause(&v);
	if (!m)
		return code;
	cause_advise(k->r, m->next, m->command);
	if (sym_empty(k->pod->status.reason) && init)
		keep_to_first_run(k->r, init);
	return is_vague(code) && m->stage != STAGE_COUNT ? fill_strdup(k->r, m->code) : code;
}

/* A failed pod never comes back: who makes the next one? */
static void add_successor(struct pod_case *k)
{
	const char *next = k->r->cause.next;
	const char *successor = meta_controller(&k->pod->meta) ?
		"The owner makes a new pod; this one can be deleted." :
		"Nobody owns the pod: delete it and make it anew.";

	if (is_too_big(&k->pod->status))
		next = "Ask for less, or for a bigger node: this one could not hold the pod if it were "
		       "empty.";
	k->r->cause.next = next ? arena_printf(k->r->arena, "%s %s", next, successor) :
				  fill_strdup(k->r, successor);
}

void explain_refused(struct pod_case *k)
{
	const struct pod_status *s = &k->pod->status;
	struct strbuf b = STRBUF_INIT;
	const char *code;

	add_object_name(&b, &k->pod->meta);
	code = tell_refusal(k, &b);
	code = advise(k, code);
	add_successor(k);
	cause_set(k->r, code, CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, code, SEVERITY_BLOCKER, NULL, "phase Failed%s%s%s%s",
		    sym_empty(s->reason) ? "" : ", reason ", sym_text(s->reason),
		    sym_empty(s->message) ? "" : ": ", sym_text(s->message));
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
		     "/status/message", s->message.s, NULL);
	strbuf_release(&b);
}
