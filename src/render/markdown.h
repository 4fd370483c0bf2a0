/*
 * CommonMark with the tables of GitHub and GitLab.  Texts come escaped as for a terminal (base/text.h)
 * and leave so that no reader takes anything in them for markup: every word that is more than letters
 * or a number becomes a code span, where mentions, issue numbers, links and HTML mean nothing.
 */
#ifndef RENDER_MARKDOWN_H
#define RENDER_MARKDOWN_H

#include <stdio.h>

#include "base/strbuf.h"
#include "render/table.h"

#define MARKDOWN_TEXT_MAX 1000u    /* columns of one text; the rest is an ellipsis */
#define MARKDOWN_COMMAND_MAX 4000u /* bytes of a command that is still worth a ticket */

void markdown_put(struct strbuf *out, const char *text);
/* The same for a place where HTML is read instead, such as <summary>. */
void markdown_put_html(struct strbuf *out, const char *text);

/* text: ours, or of markdown_put().  A heading has an empty line before it, a title is at the top. */
void markdown_title(FILE *out, unsigned level, const char *text);
void markdown_heading(FILE *out, unsigned level, const char *text);
void markdown_item(FILE *out, unsigned indent, const char *text);
/* "label: text" with the label in bold and the text put. */
void markdown_fact(FILE *out, const char *label, const char *text);
/* A block to copy from; false: it is too long and left out. */
bool markdown_command(FILE *out, unsigned indent, const char *command);
/*
 * At most `most` rows; notes of rows become a last column.  Returns how many rows are left out.
 */
size_t markdown_table(const struct table *t, FILE *out, size_t most);

void markdown_fold(FILE *out, const char *summary_html); /* opens <details> */
void markdown_fold_end(FILE *out);

#endif
