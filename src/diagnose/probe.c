#include "diagnose/probe.h"

static void add_port(struct strbuf *out, const struct int_or_string *port)
{
	if (!port->set)
		return;
	if (port->is_string)
		strbuf_addf(out, " port %s", sym_text(port->text));
	else
		strbuf_addf(out, " port %lld", (long long)port->num);
}

void add_probe(struct strbuf *out, const struct probe *p)
{
	if (p->http) {
		strbuf_addf(out, "HTTP GET %s on", sym_empty(p->http_path) ? "/" : p->http_path.s);
		add_port(out, &p->port);
	} else if (p->tcp || p->grpc) {
		strbuf_adds(out, p->tcp ? "TCP" : "gRPC");
		add_port(out, &p->port);
	} else {
		strbuf_adds(out, "a command");
	}
}
