#include "report/detail.h"

const char *detail_type_name(enum detail_type type)
{
	static const char *const names[] = {
		[DETAIL_RESOURCE] = "resource",
		[DETAIL_TAINT] = "taint",
		[DETAIL_LABEL] = "label",
		[DETAIL_POD] = "pod",
		[DETAIL_PORT] = "port",
		[DETAIL_CLAIM] = "claim",
		[DETAIL_VOLUME] = "volume",
		[DETAIL_TOPOLOGY] = "topology",
		[DETAIL_NODE] = "node",
		[DETAIL_DEVICE] = "device",
	};

	return names[type];
}
