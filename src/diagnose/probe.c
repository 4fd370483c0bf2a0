#include "diagnose/probe.h"

#include "base/i18n.h"

static void add_port(struct strbuf *out, const struct int_or_string *port)
{
	if (!port->set)
		return;
	if (port->is_string)
		strbuf_addf(out, _(" port %s"), sym_text(port->text));
	else
		strbuf_addf(out, _(" port %lld"), (long long)port->num);
}

void add_probe(struct strbuf *out, const struct probe *p)
{
	if (p->http) {
		strbuf_addf(out, _("HTTP GET %s on"), sym_empty(p->http_path) ? "/" : p->http_path.s);
		add_port(out, &p->port);
	} else if (p->tcp || p->grpc) {
		strbuf_adds(out, p->tcp ? "TCP" : "gRPC");
		add_port(out, &p->port);
	} else {
		strbuf_adds(out, _("a command"));
	}
}
