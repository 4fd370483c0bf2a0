#include <string.h>
#include <sys/stat.h>

#include "base/i18n.h"
#include "fetch/base64.h"
#include "fetch/exec_plugin.h"
#include "fetch/secret.h"

/* The token of a file without the blanks around it. */
static int read_token(const char *path, struct secret *text, const char **ret, struct error *err)
{
	struct stat st;
	char *token;
	size_t len;
	int failure;

	/* A FIFO would be waited for, past any time-out. */
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return error_set(err, ERR_IO, _("token file \"%.600s\" is not a regular file"), path);
	failure = secret_read(text, path, SECRET_FILE_BYTES_MAX);
	if (failure)
		return error_set(err, ERR_IO, _("failed to read token file \"%.600s\": %s"), path,
				 os_error(failure));
	token = text->data + strspn(text->data, " \t\r\n");
	for (len = strlen(token); len && strchr(" \t\r\n", token[len - 1]); len--)
		;
	token[len] = '\0';
	if (!len)
		return error_set(err, ERR_IO, _("read empty token from file \"%.600s\""), path);
	*ret = token;
	return 0;
}

/* A token is one word of a header: nothing in it may end the header and begin another. */
static int add_bearer(const char *token, struct strbuf *ret, struct error *err)
{
	for (const char *s = token; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			return error_set(err, ERR_PARSE, _("the token has a control character in it"));
	strbuf_grow(ret, strlen(token) + 8);
	strbuf_adds(ret, "Bearer ");
	strbuf_adds(ret, token);
	return 0;
}

/* A file that cannot be read leaves the token beside it, if there is one. */
static int token_authorization(const struct connection *c, struct strbuf *ret, struct error *err)
{
	const char *token = c->token.data ? c->token.data : "";
	struct secret text = { NULL, 0 };
	int rc = 0;

	if (c->token_file && read_token(c->token_file, &text, &token, err) < 0 && !c->token.data)
		rc = -1;
	if (rc == 0)
		rc = add_bearer(token, ret, err);
	secret_release(&text);
	return rc;
}

static void basic_authorization(const struct connection *c, struct strbuf *ret)
{
	struct strbuf pair = STRBUF_INIT;

	strbuf_grow(&pair, c->username.len + c->password.len + 2);
	strbuf_add(&pair, c->username.data, c->username.len);
	strbuf_addc(&pair, ':');
	if (c->password.data)
		strbuf_add(&pair, c->password.data, c->password.len);
	strbuf_adds(ret, "Basic ");
	base64_encode(pair.buf, pair.len, ret);
	secret_strbuf_release(&pair);
}

static int exec_authorization(struct connection *c, bool refresh, struct strbuf *ret,
			      struct error *err)
{
	struct strbuf token = STRBUF_INIT;
	int rc = exec_plugin_credentials(c->exec, c, refresh, &token, err);

	if (rc == 0 && token.len)
		rc = add_bearer(token.buf, ret, err);
	secret_strbuf_release(&token);
	return rc;
}

int connection_authorization(struct connection *c, bool refresh, struct strbuf *ret,
			     struct error *err)
{
	if (c->token.data || c->token_file)
		return token_authorization(c, ret, err);
	if (c->username.len)
		basic_authorization(c, ret);
	else if (c->exec)
		return exec_authorization(c, refresh, ret, err);
	return 0;
}
