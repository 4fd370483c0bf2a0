#include "model/dra.h"

const struct device_request *claim_request_plain(const struct claim_request *r)
{
	if (r->exactly)
		return r->exactly;
	if (r->first_available.n || sym_empty(r->direct.device_class))
		return NULL;
	return &r->direct;
}
