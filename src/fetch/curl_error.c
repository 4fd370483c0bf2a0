#include "fetch/curl_error.h"

#include <string.h>

#include "base/i18n.h"

/* X509_V_ERR_* of OpenSSL, which CURLINFO_SSL_VERIFYRESULT passes on. */
static const struct {
	long code;
	const char *why;
} verify_results[] = {
	{ 9, N_("it is not valid yet") },
	{ 10, N_("it has expired") },
	{ 18, N_("it is signed by itself and not by a CA that the kubeconfig trusts") },
	{ 19, N_("it is signed by a CA that the kubeconfig does not trust") },
	{ 20, N_("it is signed by a CA that the kubeconfig does not trust") },
	{ 21, N_("it is signed by a CA that the kubeconfig does not trust") },
	{ 62, N_("it is for another host name") },
	{ 64, N_("it is for another address") },
};

static bool mentions(const struct curl_failure *f, const char *word)
{
	return f->text && strstr(f->text, word) != NULL;
}

static const char *certificate_problem(const struct curl_failure *f)
{
	for (size_t i = 0; i < sizeof(verify_results) / sizeof(*verify_results); i++)
		if (verify_results[i].code == f->verify_result)
			return tr(verify_results[i].why);
	if (mentions(f, "no alternative certificate subject name") || mentions(f, "subject name '"))
		return _("it is for another host name");
	return f->text && *f->text ? f->text : _("it cannot be verified");
}

/* The server ended the handshake: with TLS 1.3 that is seen only when reading. */
static bool is_refused_by_server(const struct curl_failure *f)
{
	return mentions(f, "alert ");
}

static enum exchange_end explain_tls(const struct curl_failure *f, struct error *err)
{
	if (is_refused_by_server(f) && f->presents_certificate)
		error_set(err, ERR_IO, _("%s does not accept the client certificate (%s)"), f->host, f->text);
	else if (is_refused_by_server(f))
		error_set(err, ERR_IO, _("%s ends the TLS handshake, as with a server that wants a client "
			  "certificate (%s)"), f->host, f->text);
	else
		error_set(err, ERR_IO, _("no TLS connection to %s: %s"), f->host,
			  *f->text ? f->text : curl_easy_strerror(f->code));
	return EXCHANGE_FAILED;
}

static enum exchange_end explain_connect(const struct curl_failure *f, struct error *err)
{
	const char *why = f->os_errno ? os_error((int)f->os_errno) : _("no connection");

	if (f->proxy)
		error_set(err, ERR_IO, _("cannot connect to the proxy %s: %s"), f->proxy, why);
	else
		error_set(err, ERR_IO, _("cannot connect to %s: %s"), f->host, why);
	return EXCHANGE_FAILED;
}

static enum exchange_end explain_timeout(const struct curl_failure *f, struct error *err)
{
	error_set(err, ERR_IO, f->connected ? _("no answer from %s") : _("no connection to %s"), f->host);
	if (f->timeout_ms % 1000)
		error_add(err, _(" within %lld ms"), (long long)f->timeout_ms);
	else if (f->timeout_ms)
		error_add(err, _(" within %lld s"), (long long)(f->timeout_ms / 1000));
	else
		error_add(err, "%s", _(" for too long"));
	return EXCHANGE_FAILED;
}

/* With TLS 1.3 we may be told that we are refused when it is too late to read why. */
static const char *cannot_send_hint(const struct curl_failure *f)
{
	if (f->code != CURLE_SEND_ERROR && !mentions(f, "Send failure") && !mentions(f, "SSL_write"))
		return "";
	return f->presents_certificate ?
		_(", as with a server that does not accept the client certificate") :
		_(", as with a server that wants a client certificate");
}

static enum exchange_end explain_broken(const struct curl_failure *f, struct error *err)
{
	if (f->connect_status && f->connect_status / 100 != 2) {
		error_set(err, ERR_IO, _("the proxy %s does not let us through to %s (it says %ld)"),
			  f->proxy ? f->proxy : "", f->host, f->connect_status);
		return EXCHANGE_FAILED;
	}
	if (is_refused_by_server(f))
		return explain_tls(f, err);
	error_set(err, ERR_IO, _("the connection to %s broke%s%s%s"), f->host, *f->text ? _(": ") : "", f->text,
		  cannot_send_hint(f));
	return EXCHANGE_BROKEN;
}

enum exchange_end curl_failure_explain(const struct curl_failure *f, struct error *err)
{
	switch ((int)f->code) {
	case CURLE_COULDNT_RESOLVE_HOST:
		error_set(err, ERR_IO, _("unknown host %s"), f->host);
		return EXCHANGE_FAILED;
	case CURLE_COULDNT_RESOLVE_PROXY:
		error_set(err, ERR_IO, _("unknown proxy host in %s"), f->proxy ? f->proxy : "");
		return EXCHANGE_FAILED;
	case CURLE_COULDNT_CONNECT:
		return explain_connect(f, err);
	case CURLE_OPERATION_TIMEDOUT:
		return explain_timeout(f, err);
	case CURLE_PEER_FAILED_VERIFICATION:
		error_set(err, ERR_IO, _("the certificate of %s is not accepted: %s"), f->host,
			  certificate_problem(f));
		return EXCHANGE_FAILED;
	case CURLE_SSL_CERTPROBLEM:
		error_set(err, ERR_IO, _("the client certificate or its key cannot be used%s%s"),
			  *f->text ? _(": ") : "", f->text);
		return EXCHANGE_FAILED;
	case CURLE_SSL_CACERT_BADFILE:
		error_set(err, ERR_IO, _("the CA certificate cannot be used%s%s"), *f->text ? _(": ") : "",
			  f->text);
		return EXCHANGE_FAILED;
	case CURLE_SSL_CONNECT_ERROR:
		return explain_tls(f, err);
	case CURLE_GOT_NOTHING:
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
	case CURLE_PARTIAL_FILE:
	case CURLE_HTTP2:
	case CURLE_HTTP2_STREAM:
		return explain_broken(f, err);
	default:
		error_set(err, ERR_IO, _("no answer from %s: %s"), f->host,
			  *f->text ? f->text : curl_easy_strerror(f->code));
		return EXCHANGE_FAILED;
	}
}
