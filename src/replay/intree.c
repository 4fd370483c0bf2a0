/*
 * Mirrors k8s.io/csi-translation-lib/plugins, v0.36: aws_ebs.go, gce_pd.go, azure_disk.go,
 * openstack_cinder.go, portworx.go and in_tree_volume.go.
 * Known difference: an aws:// handle that Go's net/url refuses (bad escape, bad port) is told with
 * the text for a bad format, not with the URL parser's.
 */
#include "replay/intree.h"

#include <string.h>

static const struct intree_row {
	const char *name, *driver;
	const char *topology_key; /* NULL: topology stays as it is */
	bool on;
} rows[INTREE_COUNT] = {
	[INTREE_AWS] = { "kubernetes.io/aws-ebs", "ebs.csi.aws.com",
			 "topology.ebs.csi.aws.com/zone", true },
	[INTREE_GCE] = { "kubernetes.io/gce-pd", "pd.csi.storage.gke.io", "topology.gke.io/zone",
			 true },
	[INTREE_AZURE_DISK] = { "kubernetes.io/azure-disk", "disk.csi.azure.com", NULL, true },
	[INTREE_CINDER] = { "kubernetes.io/cinder", "cinder.csi.openstack.org",
			    "topology.cinder.csi.openstack.org/zone", true },
	[INTREE_PORTWORX] = { "kubernetes.io/portworx-volume", "pxd.portworx.com", NULL, true },
	[INTREE_AZURE_FILE] = { "kubernetes.io/azure-file", "file.csi.azure.com", NULL, false },
	[INTREE_VSPHERE] = { "kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com", NULL, false },
};

enum intree intree_of_disks(const struct disks *d)
{
	if (!d)
		return INTREE_NONE;
	if (d->aws)
		return INTREE_AWS;
	if (d->gce)
		return INTREE_GCE;
	if (d->azure)
		return INTREE_AZURE_DISK;
	if (d->cinder)
		return INTREE_CINDER;
	if (d->portworx)
		return INTREE_PORTWORX;
	if (d->azure_file)
		return INTREE_AZURE_FILE;
	return d->vsphere ? INTREE_VSPHERE : INTREE_NONE;
}

enum intree intree_of_provisioner(sym provisioner)
{
	for (enum intree t = INTREE_NONE + 1; t < INTREE_COUNT; t++)
		if (sym_is(provisioner, rows[t].name))
			return t;
	return INTREE_NONE;
}

const char *intree_driver(enum intree t)
{
	return rows[t].driver;
}

bool intree_is_translated(enum intree t, const struct release *r)
{
	return rows[t].on && (t != INTREE_PORTWORX || r->portworx != PORTWORX_NEVER);
}

bool intree_is_migrated(enum intree t, const struct csi_node *n)
{
	const char *list, *name = rows[t].name;
	size_t len;

	if (!n || !name)
		return false;
	list = sym_text(labels_text(&n->meta.annotations, ANNOTATION_MIGRATED_PLUGINS));
	len = strlen(name);
	for (;;) {
		size_t item = strcspn(list, ",");

		if (item == len && memcmp(list, name, len) == 0)
			return true;
		if (!list[item])
			return false;
		list += item + 1;
	}
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The path of a URL, unescaped; false: an escape is broken or stands for a NUL byte. */
static bool unescape_path(const char *s, size_t len, struct strbuf *out)
{
	for (size_t i = 0; i < len; i++) {
		int high, low;

		if (s[i] != '%') {
			strbuf_addc(out, s[i]);
			continue;
		}
		high = i + 2 < len ? hex_digit(s[i + 1]) : -1;
		low = i + 2 < len ? hex_digit(s[i + 2]) : -1;
		if (high < 0 || low < 0 || (high == 0 && low == 0))
			return false;
		strbuf_addc(out, (char)(high * 16 + low));
		i += 2;
	}
	return true;
}

/* aws://zone/vol-123: the path without the slashes around it, which has to be "vol-...". */
static bool aws_volume_id(const char *url, struct symtab *syms, sym *ret)
{
	const char *path = url + strlen("aws://"), *s;
	struct strbuf buf = STRBUF_INIT;
	bool ok = false;
	size_t len;

	path += strcspn(path, "/?#");
	if (!unescape_path(path, strcspn(path, "?#"), &buf))
		goto out;
	s = buf.buf;
	len = buf.len;
	for (; len && *s == '/'; s++)
		len--;
	while (len && s[len - 1] == '/')
		len--;
	ok = len >= 4 && memcmp(s, "vol-", 4) == 0 && !memchr(s, '/', len) && !memchr(s, '\n', len);
	if (ok)
		*ret = sym_intern(syms, s, len);
out:
	strbuf_release(&buf);
	return ok;
}

static const char *aws_handle(sym id, struct symtab *syms, struct arena *arena, sym *ret)
{
	*ret = id;
	if (strncmp(sym_text(id), "aws://", strlen("aws://")) != 0)
		return NULL;
	if (aws_volume_id(id.s, syms, ret))
		return NULL;
	return arena_printf(arena, "failed to translate Kubernetes ID to EBS Volume ID "
			    "Invalid format for AWS volume (%s)", id.s);
}

/* The first two of exactly three parts: "europe-west1-b" gives "europe-west1"; .s NULL if not so. */
static sym gce_region_of_zone(const char *zone, size_t len, struct symtab *syms)
{
	size_t dashes = 0, last = 0;

	for (size_t i = 0; i < len; i++) {
		if (zone[i] != '-')
			continue;
		dashes++;
		last = i;
	}
	return dashes == 2 ? sym_intern(syms, zone, last) : (sym){ NULL };
}

static void add_region(struct syms *regions, sym region)
{
	uint32_t i = regions->n;

	for (uint32_t j = 0; j < regions->n; j++)
		if (sym_eq(regions->v[j], region))
			return;
	for (; i && strcmp(regions->v[i - 1].s, region.s) > 0; i--)
		regions->v[i] = regions->v[i - 1];
	regions->v[i] = region;
	regions->n++;
}

static const char *several_regions(const struct syms *regions, struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;
	const char *ret;

	for (uint32_t i = 0; i < regions->n; i++)
		strbuf_addf(&text, "%s%s:{}", i ? " " : "", regions->v[i].s);
	ret = arena_printf(arena, "failed to get region from zones: multiple or no regions gotten "
			   "from zones, got: map[%s]", text.buf);
	strbuf_release(&text);
	return ret;
}

/* zones: "a__b", at least two parts, not trimmed. */
static const char *gce_region(const char *zones, struct symtab *syms, struct arena *arena, sym *ret)
{
	struct syms regions = { NULL, 0 };
	uint32_t parts = 1;

	for (const char *p = zones; (p = strstr(p, "__")); p += 2)
		parts++;
	regions.v = ARENA_ARRAY(arena, parts, sym);
	for (const char *s = zones, *end; s; s = *end ? end + 2 : NULL) {
		sym region;

		end = strstr(s, "__");
		if (!end)
			end = s + strlen(s);
		region = gce_region_of_zone(s, (size_t)(end - s), syms);
		if (!region.s)
			return arena_printf(arena, "failed to get region from zones: zone in "
					    "unexpected format, expected: {locale}-{region}-{zone}"
					    ", got: %.*s", (int)(end - s), s);
		add_region(&regions, region);
	}
	if (regions.n != 1)
		return several_regions(&regions, arena);
	*ret = regions.v[0];
	return NULL;
}

static const char *gce_handle(sym disk, const struct labels *pv_labels, struct symtab *syms,
			      struct arena *arena, sym *ret)
{
	const char *zones = "", *kind = "zones", *place = "UNSPECIFIED", *err;
	struct strbuf handle = STRBUF_INIT;
	sym region = { NULL };

	if (pv_labels) {
		sym beta = labels_text(pv_labels, ZONE_BETA);

		zones = sym_text(sym_empty(beta) ? labels_text(pv_labels, ZONE_GA) : beta);
	}
	if (strstr(zones, "__")) {
		err = gce_region(zones, syms, arena, &region);
		if (err)
			return err;
		kind = "regions";
		place = sym_text(region);
	} else if (*zones) {
		place = zones;
	}
	strbuf_addf(&handle, "projects/UNSPECIFIED/%s/%s/disks/%s", kind, place, sym_text(disk));
	*ret = sym_intern(syms, handle.buf, handle.len);
	strbuf_release(&handle);
	return NULL;
}

static bool is_managed(const char *kind)
{
	static const char managed[] = "managed";
	size_t i;

	for (i = 0; managed[i]; i++)
		if ((kind[i] | 0x20) != managed[i])
			return false;
	return !kind[i];
}

const char *intree_handle(enum intree t, const struct disks *d, const struct labels *pv_labels,
			  struct symtab *syms, struct arena *arena, sym *ret_handle)
{
	*ret_handle = (sym){ NULL };
	switch (t) {
	case INTREE_AWS:
		return aws_handle(d->aws->volume_id, syms, arena, ret_handle);
	case INTREE_GCE:
		return gce_handle(d->gce->pd_name, pv_labels, syms, arena, ret_handle);
	case INTREE_AZURE_DISK:
		if (d->azure->kind.s && !is_managed(d->azure->kind.s))
			return arena_printf(arena, "kind(%s) is not supported in csi migration",
					    d->azure->kind.s);
		*ret_handle = d->azure->uri;
		return NULL;
	case INTREE_CINDER:
		*ret_handle = d->cinder->volume_id;
		return NULL;
	case INTREE_PORTWORX:
		*ret_handle = d->portworx->volume_id;
		return NULL;
	case INTREE_NONE:
	case INTREE_AZURE_FILE:
	case INTREE_VSPHERE:
	case INTREE_COUNT:
		break;
	}
	return NULL;
}

/* Does an expression on the key have a value?  *ret_named: is there any expression on it? */
static bool affinity_has_value(const struct node_selector *s, const char *key, bool *ret_named)
{
	bool value = false;

	*ret_named = false;
	for (uint32_t i = 0; s && i < s->terms.n; i++) {
		const struct selector_reqs *reqs = &s->terms.v[i].match_expressions;

		for (uint32_t j = 0; j < reqs->n; j++) {
			if (!sym_is(reqs->v[j].key, key))
				continue;
			*ret_named = true;
			value |= reqs->v[j].values.n > 0;
		}
	}
	return value;
}

static bool uses_beta_labels(const struct pv *pv)
{
	bool named;

	affinity_has_value(pv->node_affinity, ZONE_GA, &named);
	if (named)
		return false;
	affinity_has_value(pv->node_affinity, ZONE_BETA, &named);
	if (named)
		return true;
	return !labels_text(&pv->meta.labels, ZONE_GA).s && labels_text(&pv->meta.labels, ZONE_BETA).s;
}

/* A copy whose terms have room for one more expression; no terms become one empty term if asked. */
static struct node_selector *copy_affinity(const struct node_selector *s, bool one_term,
					   struct arena *arena)
{
	struct node_selector *copy = ARENA_NEW(arena, struct node_selector);
	uint32_t n = s ? s->terms.n : 0;

	copy->terms.n = n || !one_term ? n : 1;
	copy->terms.v = ARENA_ARRAY(arena, copy->terms.n, struct node_selector_term);
	for (uint32_t i = 0; i < copy->terms.n; i++) {
		struct node_selector_term *to = &copy->terms.v[i];
		struct selector_req *v;

		if (i < n)
			*to = s->terms.v[i];
		v = ARENA_ARRAY(arena, to->match_expressions.n + 1, struct selector_req);
		if (to->match_expressions.n)
			memcpy(v, to->match_expressions.v, to->match_expressions.n * sizeof(*v));
		to->match_expressions.v = v;
	}
	return copy;
}

static void rename_key(struct node_selector *s, const char *from, sym to)
{
	for (uint32_t i = 0; i < s->terms.n; i++) {
		struct selector_reqs *reqs = &s->terms.v[i].match_expressions;

		for (uint32_t j = 0; j < reqs->n; j++)
			if (sym_is(reqs->v[j].key, from))
				reqs->v[j].key = to;
	}
}

static void append_in(struct node_selector *s, sym key, struct syms values, sym op_text)
{
	for (uint32_t i = 0; i < s->terms.n; i++) {
		struct selector_reqs *reqs = &s->terms.v[i].match_expressions;

		reqs->v[reqs->n++] = (struct selector_req){
			.key = key, .op = OP_IN, .values = values, .op_text = op_text,
		};
	}
}

const char *intree_translate_affinity(enum intree t, const struct pv *pv, struct symtab *syms,
				      struct arena *arena,
				      const struct node_selector **ret_affinity)
{
	bool beta = uses_beta_labels(pv), named;
	const char *zone_key = beta ? ZONE_BETA : ZONE_GA, *err;
	struct node_selector *copy = NULL;
	sym handle, csi_key;

	*ret_affinity = pv->node_affinity;
	err = intree_handle(t, &pv->disks, &pv->meta.labels, syms, arena, &handle);
	if (err || !rows[t].topology_key)
		return err;
	csi_key = sym_str(syms, rows[t].topology_key);
	if (affinity_has_value(pv->node_affinity, zone_key, &named)) {
		copy = copy_affinity(pv->node_affinity, false, arena);
		rename_key(copy, zone_key, csi_key);
	} else {
		sym label = labels_text(&pv->meta.labels, zone_key);
		struct syms zones = zone_label_split(label, syms, arena, &named);

		if (zones.n) {
			copy = copy_affinity(pv->node_affinity, true, arena);
			append_in(copy, csi_key, zones, sym_str(syms, "In"));
		}
	}
	if (beta && affinity_has_value(pv->node_affinity, REGION_BETA, &named)) {
		if (!copy)
			copy = copy_affinity(pv->node_affinity, false, arena);
		rename_key(copy, REGION_BETA, sym_str(syms, REGION_GA));
	}
	if (copy)
		*ret_affinity = copy;
	return NULL;
}
