/* Which credential plugins the user lets run: credentialPluginPolicy of kubectl's kuberc file. */
#ifndef FETCH_PLUGIN_POLICY_H
#define FETCH_PLUGIN_POLICY_H

#include "fetch/connection.h"

/* command: as the plugin would be run.  0: it may run, or -1 with err. */
int plugin_policy_check(const char *command, const struct connection_env *env, struct error *err);

#endif
