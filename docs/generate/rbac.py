"""docs/rbac.md from what --rbac prints."""
from common import made_from, run

TEXT = """
# What it may read

The program sends GET requests and nothing else: no dry-run, no review objects, no watch. It never asks for Secrets,
for ConfigMaps other than the cluster autoscaler's status, or for logs; that a Secret is missing it knows from what
the kubelet writes.

A person who may `kubectl get` the things below needs nothing more. For a service account, a CI job or the
[metrics](prometheus/README.md), `kubectl whypending --rbac | kubectl apply -f -` makes the two roles:

- the ClusterRole `whypending`: everything, which is what the replay of all nodes needs;
- the Role of the same name: what there is in one namespace, for users who may not see nodes.

```yaml
{roles}```

Bind them with

```
kubectl create clusterrolebinding whypending --clusterrole=whypending --serviceaccount=NAMESPACE:NAME
kubectl create rolebinding whypending -n NAMESPACE --role=whypending --serviceaccount=NAMESPACE:NAME
```

## With less

Whatever is forbidden is left out and told: the report has the stage and the scheduler's own message explained, and
under `unchecked` what could not be taken into account, with the permission that is missing. A node that one filter
could not be asked about is `unknown`, never `fits`.
"""


def write():
    return made_from("what --rbac prints") + TEXT.format(roles=run("--rbac"))
