/* Pods that the kubelet refused, or that failed before a main container ran. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/ruling.h"
#include "diagnose/subject.h"
#include "report/amount.h"

/* A pod that fails by the kubelet's hand was not always refused: it may have been there before. */
enum ending { REFUSED, EVICTED, PREEMPTED, ENDED };

static const struct refusal {
	const char *reason; /* of status.reason; a final * matches any rest */
	const char *code;
	enum ending ending;
} refusals[] = {
	{ "OutOfcpu", "KubeletOutOfCpu", REFUSED },
	{ "OutOfmemory", "KubeletOutOfMemory", REFUSED },
	{ "OutOfpods", "KubeletOutOfPods", REFUSED },
	{ "OutOf*", "KubeletOutOfResource", REFUSED },
	{ "NodeAffinity", "KubeletNodeAffinity", REFUSED },
	{ "NodePorts", "KubeletNodePorts", REFUSED },
	{ "TaintToleration", "KubeletTaint", REFUSED },
	{ "UnexpectedAdmissionError", "KubeletAdmissionError", REFUSED },
	{ "TopologyAffinityError", "KubeletTopology", REFUSED },
	{ "PodOS*", "KubeletOsMismatch", REFUSED },
	{ "SysctlForbidden", "KubeletSysctlForbidden", REFUSED },
	{ "AppArmor", "KubeletAppArmor", REFUSED },
	{ "Evicted", "Evicted", EVICTED },
	{ "NodeShutdown", "NodeShutdown", ENDED },
	{ "Terminated", "NodeShutdown", ENDED },
	{ "DeadlineExceeded", "DeadlineExceeded", ENDED },
	{ "Preempting", "PreemptedByCriticalPod", PREEMPTED },
	{ "VolumeAttachmentLimitExceeded", "KubeletVolumeLimit", REFUSED },
	{ "*", "KubeletRefused", REFUSED },
};

static bool reason_matches(const char *pattern, const char *reason)
{
	size_t n = strlen(pattern);

	if (pattern[n - 1] == '*')
		return strncmp(pattern, reason, n - 1) == 0;
	return strcmp(pattern, reason) == 0;
}

static const struct refusal *find_refusal(sym reason)
{
	const struct refusal *r = refusals;

	while (!reason_matches(r->reason, sym_text(reason)))
		r++; /* the last row takes all */
	return r;
}

static void add_ending(struct strbuf *b, enum ending e, const char *node)
{
	switch (e) {
	case REFUSED:
		strbuf_addf(b, _(" was refused by the kubelet of %s: "), node);
		break;
	case EVICTED:
		strbuf_addf(b, _(" was evicted by the kubelet of %s: "), node);
		break;
	case PREEMPTED:
		strbuf_addf(b, _(" was ended by the kubelet of %s for another pod: "), node);
		break;
	case ENDED:
		strbuf_addf(b, _(" was ended by the kubelet of %s: "), node);
		break;
	}
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
	struct strbuf in_use = STRBUF_INIT, all = STRBUF_INIT;
	const char *resource = sym_text(s->reason);
	int64_t wanted, used, total;

	if (strncmp(resource, "OutOf", 5) != 0 ||
	    !number_after(sym_text(s->message), "requested: ", &wanted) ||
	    !number_after(sym_text(s->message), "used: ", &used) ||
	    !number_after(sym_text(s->message), "capacity: ", &total))
		return false;
	resource += 5;
	strbuf_addf(out, _("not enough %s: it asks for "), resource);
	amount_phrase(out, resource, wanted);
	if (wanted > total) {
		amount_phrase(&all, resource, total);
		strbuf_addf(out, _(", more than the node has in all (%s)"), all.buf);
	} else {
		amount_phrase(&in_use, resource, used);
		amount_phrase(&all, resource, total);
		strbuf_addf(out, _(", %s of %s are in use"), in_use.buf, all.buf);
	}
	strbuf_release(&in_use);
	strbuf_release(&all);
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
		strbuf_addf(out, _("; it asks for %s=%s, the node has %s"), wanted->v[i].key.s,
			    sym_text(wanted->v[i].value), has.s ? has.s : _("no such label"));
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
	strbuf_addf(out, _("; it is made for %s"), k->pod->spec.os.s);
	if (!sym_empty(has))
		strbuf_addf(out, _(", the node runs %s"), has.s);
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

/* The main container that the runtime could not start. */
static const struct container_status *never_started(const struct pod *p)
{
	for (uint32_t i = 0; i < p->status.containers.n; i++) {
		const struct container_state *s = &p->status.containers.v[i].state;

		if (s->terminated && s->exit_code.set && s->exit_code.v != 0)
			return &p->status.containers.v[i];
	}
	return NULL;
}

/* The kubelet puts the same words before every refusal. */
static const char *without_frame(const char *message)
{
	static const char frame[] = "Pod was rejected: ";

	return strncmp(message, frame, sizeof(frame) - 1) == 0 ? message + sizeof(frame) - 1 : message;
}

static bool is_vague(const char *code)
{
	return strcmp(code, "KubeletRefused") == 0 || strcmp(code, "KubeletAdmissionError") == 0 ||
	       strcmp(code, "ContainerStartFailed") == 0;
}

/* The kubelet's own words say less than the rule that knows them. */
static bool is_terse(const char *code)
{
	return is_vague(code) || strcmp(code, "KubeletTopology") == 0;
}

static const char *tell_refusal(const struct pod_case *k, const struct rule_match *m, struct strbuf *b)
{
	const struct pod_status *s = &k->pod->status;
	const struct container_status *init = failed_init(k->pod), *main_one = never_started(k->pod);
	const struct refusal *refusal = find_refusal(s->reason);

	if (sym_empty(s->reason) && init) {
		strbuf_addf(b, _(" failed on %s: init container %s ended with exit code %lld and is not "
			    "restarted"), sym_text(k->pod->spec.node_name), sym_text(init->name),
			    (long long)init->state.exit_code.v);
		if (!sym_empty(init->state.message)) {
			strbuf_adds(b, _(": "));
			add_quote(b, init->state.message.s);
		}
		return "InitContainerFailed";
	}
	if (sym_empty(s->reason) && m && main_one) {
		strbuf_addf(b, _(" failed on %s: "), sym_text(k->pod->spec.node_name));
		strbuf_addf(b, _("container %s: "), sym_text(main_one->name));
		add_quote(b, m->summary);
		return "ContainerStartFailed";
	}
	if (sym_empty(s->reason) && sym_empty(s->message)) {
		strbuf_addf(b, _(" failed on %s before a main container ran; its status does not say why"),
			    sym_text(k->pod->spec.node_name));
		return "FailedBeforeRunning";
	}
	add_ending(b, refusal->ending, sym_text(k->pod->spec.node_name));
	if (m && is_terse(refusal->code))
		add_quote(b, m->summary);
	else if (!add_shortage(b, s))
		add_quote(b, sym_empty(s->message) ? sym_text(s->reason) :
						     without_frame(s->message.s));
	if (sym_is(s->reason, "NodeAffinity"))
		add_selector_mismatch(b, k);
	if (strncmp(sym_text(s->reason), "PodOS", 5) == 0)
		add_os_mismatch(b, k);
	return refusal->code;
}

/* What the rules know of the kubelet's text; in the arena of the signals. */
static const struct rule_match *find_rule(const struct pod_case *k)
{
	const struct container_status *init = failed_init(k->pod), *main_ = never_started(k->pod);
	struct signals *s = signals_of_pod(k);
	struct ruling *v = ARENA_NEW(s->arena, struct ruling);

	if (sym_empty(k->pod->status.reason) && init)
		add_ended_signal(s, k->pod, init, &init->state, true);
	else if (sym_empty(k->pod->status.reason) && main_)
		add_ended_signal(s, k->pod, main_, &main_->state, false);
	else
		add_pod_status_signal(s, k->pod);
	ruling_find(v, k->d->opts.rules, s, STAGE_POST_BIND);
	return ruling_cause(v);
}

/* A more exact code, and what to do. */
static const char *advise(struct pod_case *k, const struct rule_match *m, const char *code)
{
	const struct container_status *init = failed_init(k->pod);

	if (!m)
		return code;
	cause_advise(k->r, m->next, m->command);
	if (sym_empty(k->pod->status.reason) && init)
		keep_to_first_run(k->r, init);
	if (sym_empty(k->pod->status.reason) && !init && never_started(k->pod))
		keep_to_first_run(k->r, never_started(k->pod));
	return is_vague(code) && m->stage != STAGE_COUNT ? fill_strdup(k->r, m->code) : code;
}

/* A failed pod never comes back: who makes the next one? */
static void add_successor(struct pod_case *k)
{
	const char *next = k->r->cause.next;
	const char *successor = meta_controller(&k->pod->meta) ?
		_("The owner makes a new pod; this one can be deleted.") :
		_("Nobody owns the pod: delete it and make it anew.");

	if (is_too_big(&k->pod->status))
		next = _("Ask for less, or for a bigger node: this one could not hold the pod if it "
			 "were empty.");
	k->r->cause.next = next ? arena_printf(k->r->arena, C_("two sentences", "%s %s"), next, successor) :
				  fill_strdup(k->r, successor);
}

void explain_refused(struct pod_case *k)
{
	const struct pod_status *s = &k->pod->status;
	const struct rule_match *m = find_rule(k);
	struct strbuf b = STRBUF_INIT;
	const char *code;

	add_object_name(&b, &k->pod->meta);
	code = tell_refusal(k, m, &b);
	code = advise(k, m, code);
	add_successor(k);
	cause_set(k->r, code, CERTAIN_EXACT, "%s", b.buf);
	finding_add(k->r, code, SEVERITY_BLOCKER, NULL, _("phase Failed%s%s%s%s"),
		    sym_empty(s->reason) ? "" : _(", reason "), sym_text(s->reason),
		    sym_empty(s->message) ? "" : _(": "), sym_text(s->message));
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
		     "/status/message", s->message.s, NULL);
	strbuf_release(&b);
}
