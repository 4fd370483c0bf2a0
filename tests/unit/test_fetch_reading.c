/* Every recorded answer of a real kube-apiserver, and lists in pages. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "fetch/reading.h"
#include "fetch/small_json.h"
#include "lib/fake_transport.h"

#define FOLDER "tests/recordings/"

static char server[] = "http://api.test:8080";

/* ---- recordings ---- */

struct recording {
	struct strbuf text;
	long status;
	char content_type[128];
	const char *body;
	size_t len;
};

static void recording_read(struct recording *r, const char *name)
{
	struct strbuf path = STRBUF_INIT;
	char buf[4096];
	const char *type;
	size_t n;
	FILE *f;

	strbuf_addf(&path, FOLDER "%s.http", name);
	f = fopen(path.buf, "rb");
	if (!f)
		fail_msg("cannot open %s", path.buf);
	r->text = (struct strbuf)STRBUF_INIT;
	while (f && (n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(&r->text, buf, n);
	if (f)
		fclose(f);
	r->status = strtol(r->text.buf + 9, NULL, 10);
	type = strstr(r->text.buf, "Content-Type: ");
	assert_non_null(type);
	n = strcspn(type + 14, "\r\n");
	memcpy(r->content_type, type + 14, n);
	r->content_type[n] = '\0';
	r->body = strstr(r->text.buf, "\n\n");
	if (strstr(r->text.buf, "\r\n\r\n"))
		r->body = strstr(r->text.buf, "\r\n\r\n") + 2;
	assert_non_null(r->body);
	r->body += 2;
	r->len = r->text.len - (size_t)(r->body - r->text.buf);
	strbuf_release(&path);
}

static struct fake_answer replay(void *self, const struct exchange *x, unsigned nth)
{
	const struct recording *r = self;

	(void)x;
	(void)nth;
	return (struct fake_answer){ .end = EXCHANGE_DONE, .status = r->status,
				     .content_type = r->content_type, .body = r->body, .len = r->len };
}

/* What becomes of each file; a list says how many objects it holds. */
static const struct recorded_case {
	const char *file;
	enum kind kind;
	const char *name;
	enum reading_result result;
	size_t objects;
	bool more; /* a continue token: there is another page */
} recorded[] = {
	{ "pod-frag", KIND_POD, "frag", READING_OK, 1, false },
	{ "pod-not-found", KIND_POD, "nope", READING_ABSENT, 0, false },
	{ "pods-pending-shop", KIND_POD, NULL, READING_OK, 11, false },
	{ "pods-all", KIND_POD, NULL, READING_OK, 17, false },
	{ "pods-page1", KIND_POD, NULL, READING_OK, 5, true },
	{ "pods-page2", KIND_POD, NULL, READING_OK, 5, true },
	{ "pods-page3", KIND_POD, NULL, READING_OK, 5, true },
	{ "pods-continue-invalid", KIND_POD, NULL, READING_FAILED, 0, false },
	{ "nodes", KIND_NODE, NULL, READING_OK, 6, false },
	{ "events-frag", KIND_EVENT, NULL, READING_OK, 1, false },
	{ "events-v1-frag", KIND_EVENT, NULL, READING_OK, 1, false },
	{ "events-shop", KIND_EVENT, NULL, READING_OK, 21, false },
	{ "events-batch", KIND_EVENT, NULL, READING_OK, 15, false },
	{ "events-locked", KIND_EVENT, NULL, READING_OK, 11, false },
	{ "pvcs-shop", KIND_PVC, NULL, READING_OK, 2, false },
	{ "pvs", KIND_PV, NULL, READING_OK, 0, false },
	{ "storageclasses", KIND_STORAGE_CLASS, NULL, READING_OK, 2, false },
	{ "csinodes", KIND_CSI_NODE, NULL, READING_OK, 0, false },
	{ "csidrivers", KIND_CSI_DRIVER, NULL, READING_OK, 1, false },
	{ "csistoragecapacities", KIND_CSI_CAPACITY, NULL, READING_OK, 0, false },
	{ "volumeattachments", KIND_VOLUME_ATTACHMENT, NULL, READING_OK, 0, false },
	{ "priorityclasses", KIND_PRIORITY_CLASS, NULL, READING_OK, 5, false },
	{ "pdbs", KIND_PDB, NULL, READING_OK, 0, false },
	{ "namespaces", KIND_NAMESPACE, NULL, READING_OK, 7, false },
	{ "resourcequotas-batch", KIND_RESOURCE_QUOTA, NULL, READING_OK, 1, false },
	{ "limitranges-shop", KIND_LIMIT_RANGE, NULL, READING_OK, 1, false },
	{ "replicasets-batch", KIND_REPLICA_SET, NULL, READING_OK, 1, false },
	{ "deployment-hungry", KIND_DEPLOYMENT, "hungry", READING_OK, 1, false },
	{ "replicasets-locked", KIND_REPLICA_SET, NULL, READING_OK, 1, false },
	{ "lease-scheduler", KIND_LEASE, "kube-scheduler", READING_OK, 1, false },
	{ "node-leases", KIND_LEASE, NULL, READING_OK, 0, false },
	{ "resourceclaims", KIND_RESOURCE_CLAIM, NULL, READING_OK, 0, false },
	{ "resourceslices", KIND_RESOURCE_SLICE, NULL, READING_OK, 0, false },
	{ "deviceclasses", KIND_DEVICE_CLASS, NULL, READING_OK, 0, false },
	{ "apigroup-missing", KIND_RESOURCE_CLAIM, NULL, READING_ABSENT, 0, false },
	{ "forbidden-nodes", KIND_NODE, NULL, READING_FORBIDDEN, 0, false },
	{ "forbidden-pods", KIND_POD, NULL, READING_FORBIDDEN, 0, false },
	{ "unauthorized", KIND_NODE, NULL, READING_FAILED, 0, false },
	{ "anonymous", KIND_NODE, NULL, READING_FORBIDDEN, 0, false },
};

/* The same file again and again: a list with a token goes round in circles. */
static void check_recording(const struct recorded_case *k, size_t piece)
{
	struct connection c = { .server = server };
	struct cluster *cluster = cluster_new();
	struct reading r = { .kind = k->kind, .name = k->name };
	struct recording recording;
	struct fake_transport t;
	struct http_hooks hooks;
	struct http *h;

	recording_read(&recording, k->file);
	fake_transport_init(&t, replay, &recording);
	t.piece = piece;
	hooks = fake_hooks(&t);
	h = http_new(&c, &t.base, &hooks);
	reading_start(&r, h, cluster);
	http_run(h);
	if (k->more) {
		assert_int_equal(r.result, READING_FAILED);
		assert_non_null(strstr(r.err.msg, "never end"));
		assert_int_equal(r.pages, 2);
	} else {
		if (r.result != k->result)
			fail_msg("%s: result %d: %s", k->file, (int)r.result, r.err.msg);
		if (r.staged.n != k->objects)
			fail_msg("%s: %zu objects", k->file, r.staged.n);
	}
	for (size_t i = 0; i < cluster->notes.n; i++)
		fail_msg("%s: %s", k->file, cluster->notes.v[i].text);
	reading_release(&r);
	http_free(h);
	cluster_free(cluster);
	strbuf_release(&recording.text);
}

static void recordings(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(recorded) / sizeof(*recorded); i++) {
		check_recording(&recorded[i], 1);
		check_recording(&recorded[i], 100000);
	}
}

/* No file is forgotten; /version is no reading. */
static void all_recordings(void **state)
{
	DIR *dir = opendir(FOLDER);
	struct dirent *e;
	size_t files = 0;

	(void)state;
	assert_non_null(dir);
	while ((e = readdir(dir)) != NULL) {
		size_t len = strlen(e->d_name), i = 0;

		if (len < 5 || strcmp(e->d_name + len - 5, ".http") != 0)
			continue;
		files++;
		while (i < sizeof(recorded) / sizeof(*recorded) &&
		       (strncmp(recorded[i].file, e->d_name, len - 5) != 0 || recorded[i].file[len - 5]))
			i++;
		if (i == sizeof(recorded) / sizeof(*recorded) && strcmp(e->d_name, "version.http") != 0)
			fail_msg("%s is not tested", e->d_name);
	}
	closedir(dir);
	assert_int_equal(files, sizeof(recorded) / sizeof(*recorded) + 1);
}

static void version(void **state)
{
	struct arena *arena = arena_new();
	struct recording recording;
	const struct json_value *v;

	(void)state;
	recording_read(&recording, "version");
	v = small_json_parse(arena, recording.body, recording.len);
	assert_non_null(v);
	assert_string_equal(small_json_text(v, "gitVersion"), "v1.36.2");
	assert_null(small_json_text(v, "nothing"));
	assert_null(small_json_parse(arena, "[1]", 3));
	assert_null(small_json_parse(arena, "{\"a\":", 5));
	arena_free(arena);
	strbuf_release(&recording.text);
}

/* ---- pages ---- */

struct pages {
	const char *const *answers; /* by the token: "1" is answers[1] */
	unsigned n;
	unsigned gone;              /* so many requests with a token are answered 410 */
	struct strbuf asked;
};

static struct fake_answer page(void *self, const struct exchange *x, unsigned nth)
{
	struct pages *p = self;
	const char *token = strstr(x->path, "continue=");
	unsigned i = token ? (unsigned)strtoul(token + 9, NULL, 10) : 0;

	(void)nth;
	strbuf_addf(&p->asked, "%s\n", x->path);
	if (token && p->gone) {
		p->gone--;
		return (struct fake_answer){ .end = EXCHANGE_DONE, .status = 410,
					     .body = "{\"kind\":\"Status\",\"reason\":\"Expired\","
						     "\"message\":\"too old\"}" };
	}
	assert_true(i < p->n);
	return (struct fake_answer){ .end = EXCHANGE_DONE, .status = 200, .body = p->answers[i] };
}

#define LIST(token, name)                                                                      \
	"{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"continue\":\"" token      \
	"\"},\"items\":[{\"metadata\":{\"name\":\"" name "\",\"namespace\":\"d\"}}]}"

static const char *const three_pages[] = { LIST("1", "a"), LIST("2", "b"), LIST("", "c") };

static void read_pages(struct pages *p, struct reading *r, struct cluster *cluster)
{
	struct connection c = { .server = server };
	struct fake_transport t;
	struct http_hooks hooks;
	struct http *h;

	fake_transport_init(&t, page, p);
	hooks = fake_hooks(&t);
	h = http_new(&c, &t.base, &hooks);
	reading_start(r, h, cluster);
	http_run(h);
	http_free(h);
}

static void pages(void **state)
{
	struct pages p = { three_pages, 3, 0, STRBUF_INIT };
	struct cluster *cluster = cluster_new();
	struct reading r = { .kind = KIND_POD, .namespace_ = "d", .chunk = 1, .from_cache = true,
			     .fields = "status.phase!=Failed" };

	(void)state;
	read_pages(&p, &r, cluster);
	assert_int_equal(r.result, READING_OK);
	assert_int_equal(r.staged.n, 3);
	assert_string_equal(sym_text(r.staged.v[2]->name), "c");
	assert_string_equal(
		p.asked.buf,
		"/api/v1/namespaces/d/pods?fieldSelector=status.phase%21%3DFailed&limit=1&resourceVersion=0\n"
		"/api/v1/namespaces/d/pods?fieldSelector=status.phase%21%3DFailed&limit=1&continue=1\n"
		"/api/v1/namespaces/d/pods?fieldSelector=status.phase%21%3DFailed&limit=1&continue=2\n");
	assert_int_equal(cluster->objects[KIND_POD].n, 0); /* until it is taken over */
	reading_release(&r);
	strbuf_release(&p.asked);
	cluster_free(cluster);
}

static void expired(void **state)
{
	(void)state;
	for (unsigned gone = 1; gone <= 4; gone++) {
		struct pages p = { three_pages, 3, gone, STRBUF_INIT };
		struct cluster *cluster = cluster_new();
		struct reading r = { .kind = KIND_POD, .chunk = 1 };

		read_pages(&p, &r, cluster);
		assert_int_equal(r.result, gone <= 3 ? READING_OK : READING_FAILED);
		assert_int_equal(r.staged.n, gone <= 3 ? 3 : 0);
		/* the second time from the beginning, all is asked for at once */
		if (gone == 2)
			assert_non_null(strstr(p.asked.buf, "\n/api/v1/pods\n"));
		reading_release(&r);
		strbuf_release(&p.asked);
		cluster_free(cluster);
	}
}

static void circles(void **state)
{
	static const char *const rings[] = { LIST("1", "a"), LIST("2", "b"), LIST("3", "c"), LIST("4", "d"),
					     LIST("1", "e") };
	struct pages p = { rings, 5, 0, STRBUF_INIT };
	struct cluster *cluster = cluster_new();
	struct reading r = { .kind = KIND_POD, .chunk = 1 };

	(void)state;
	read_pages(&p, &r, cluster);
	assert_int_equal(r.result, READING_FAILED);
	assert_int_equal(r.staged.n, 0);
	assert_true(r.pages < 20);
	reading_release(&r);
	strbuf_release(&p.asked);
	cluster_free(cluster);
}

static void paths(void **state)
{
	static const struct {
		enum kind kind;
		const char *namespace_, *name, *wanted;
	} cases[] = {
		{ KIND_POD, "shop", "web", "/api/v1/namespaces/shop/pods/web" },
		{ KIND_POD, NULL, NULL, "/api/v1/pods" },
		{ KIND_NODE, "shop", "n", "/api/v1/nodes/n" },
		{ KIND_LEASE, "kube-system", "kube-scheduler",
		  "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-scheduler" },
		{ KIND_POD, "a/../b?c#d%2f", "x y\n",
		  "/api/v1/namespaces/a%2F..%2Fb%3Fc%23d%252f/pods/x%20y%0A" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct strbuf sb = STRBUF_INIT;

		reading_path(&sb, cases[i].kind, cases[i].namespace_, cases[i].name);
		assert_string_equal(sb.buf, cases[i].wanted);
		strbuf_release(&sb);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recordings), cmocka_unit_test(all_recordings),
		cmocka_unit_test(version),    cmocka_unit_test(pages),
		cmocka_unit_test(expired),    cmocka_unit_test(circles),
		cmocka_unit_test(paths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
