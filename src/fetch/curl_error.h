/* What went wrong in libcurl, as one phrase for people. */
#ifndef FETCH_CURL_ERROR_H
#define FETCH_CURL_ERROR_H

#include <curl/curl.h>

#include "fetch/transport.h"

struct curl_failure {
	CURLcode code;
	const char *text;      /* libcurl's own words, may be "" */
	const char *host;      /* "api.example.com:6443" */
	const char *proxy;     /* without its password; NULL: none */
	bool presents_certificate;
	int64_t timeout_ms;    /* that was set; 0: none */
	long verify_result, os_errno, connect_status;
	bool connected;        /* a connection was there */
};

/* Fills err; EXCHANGE_BROKEN or EXCHANGE_FAILED. */
enum exchange_end curl_failure_explain(const struct curl_failure *f, struct error *err);

#endif
