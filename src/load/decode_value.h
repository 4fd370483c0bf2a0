/* Inside of the decoder: decode.c takes objects apart, decode_value.c reads what is in them. */
#ifndef LOAD_DECODE_VALUE_H
#define LOAD_DECODE_VALUE_H

#include "load/decode.h"

/* The way to the value being decoded, for messages; lives on the stack. */
struct path {
	const struct path *up;
	const char *name; /* of a member, or NULL: an element of a list */
	uint32_t index;
};

/* False, with d->error filled. */
bool decode_wrong_type(struct decode *d, const struct path *at, const struct json_value *v,
		       const char *wants);
void decode_warn_twice(struct decode *d, const struct path *at);

sym decode_intern(struct decode *d, const char *text);
bool decode_sym(struct decode *d, const struct path *at, const struct json_value *v, sym *ret);
bool decode_bool(struct decode *d, const struct path *at, const struct json_value *v, bool *ret);
bool decode_tri(struct decode *d, const struct path *at, const struct json_value *v, enum tri *ret);
bool decode_i64(struct decode *d, const struct path *at, const struct json_value *v,
		struct opt_i64 *ret);
bool decode_time(struct decode *d, const struct path *at, const struct json_value *v,
		 struct opt_time *ret);
bool decode_int_or_string(struct decode *d, const struct path *at, const struct json_value *v,
			  struct int_or_string *ret);
bool decode_enum(struct decode *d, const struct path *at, const struct json_value *v,
		 const char *const *names, int *ret);
bool decode_quantity(struct decode *d, const struct path *at, const struct json_value *v,
		     const struct quantity **ret);

/* A list of as many zeroed elements as v has, if v is of that type. */
bool decode_list_begins(struct decode *d, const struct path *at, const struct json_value *v,
			enum json_type type, const char *wants, size_t size, struct any_list *ret);
/* Sorts a map by its keys, which begin its elements; of equal keys only the last stays. */
void decode_finish_map(struct decode *d, const struct path *at, struct any_list *list, size_t size);
bool decode_syms(struct decode *d, const struct path *up, const struct json_value *v,
		 struct any_list *ret);
bool decode_raw(struct decode *d, const struct path *at, const struct json_value *v, sym *ret);
bool decode_lists(struct decode *d, const struct path *up, const struct json_value *v,
		  struct any_list *ret);
bool decode_keys(struct decode *d, const struct path *at, const struct json_value *v,
		 struct any_list *ret);
bool decode_labels(struct decode *d, const struct path *up, const struct json_value *v,
		   struct any_list *ret);
bool decode_resources(struct decode *d, const struct path *up, const struct json_value *v,
		      struct any_list *ret);
bool decode_match_labels(struct decode *d, const struct path *at, const struct json_value *v,
			 const void **ret);

#endif
