#include "advice/change_shell.h"

#include "model/selector.h"

bool shell_name(struct strbuf *out, sym name)
{
	if (!dns_subdomain_valid(sym_text(name)))
		return false;
	strbuf_adds(out, name.s);
	return true;
}
