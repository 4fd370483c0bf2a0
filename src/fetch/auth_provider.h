/* `auth-provider` of a kubeconfig user: what exec plugins have replaced. */
#ifndef FETCH_AUTH_PROVIDER_H
#define FETCH_AUTH_PROVIDER_H

#include "fetch/connection.h"
#include "fetch/kubeconfig.h"

/*
 * The token of an "oidc" provider that is still good.  All else is an error that says what to do:
 * getting a new token would be a POST, and this program only reads.
 */
int auth_provider_token(const struct kube_auth_provider *provider, int64_t now_us,
			struct secret *ret, struct error *err);

#endif
