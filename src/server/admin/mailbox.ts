// The operator's mailbox with every mail that the shop wrote. Only admins may see the mailbox,
// because a mail may hold a code (docs/product.md §13).
import * as rows from '#contract/admin.ts';
import type { MailSummary } from '#contract/admin.ts';
import { paginationOf } from '#contract/paging.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { handler } from '../http/handler.ts';
import { letterheadAt } from '../mail/letterhead.ts';
import { mailJobOf } from '../mail/mail-jobs.ts';
import {
  findMail,
  listMails as listMailRows,
  requeueMail,
  type MailRow,
} from '../mail/mails-queries.ts';
import { mailText } from '../mail/text-of.ts';

export const listMails = handler(
  rows.listMails,
  async ({ db }, _caller, { page, limit, state, search }) => {
    const filter = { state: state ?? null, search: search || null };
    const { rows, total } = await listMailRows(db, filter, limit, (page - 1) * limit);
    return { mails: rows.map(summaryOf), pagination: paginationOf(total, page, limit) };
  },
);

export const showMail = handler(rows.showMail, async (context, _caller, { id }) => {
  const found = await findMail(context.db, id);
  if (found === null) throw new Rejection('NOT_FOUND');
  return { ...summaryOf(found), ...mailText(found, await letterheadAt(context, found.created_at)) };
});

/** Only a mail that failed for good can be sent again (choice 64). */
export const resendMail = handler(rows.resendMail, async (context, caller, { id }) => {
  const { db, mailer, queue } = context;
  const isQueued = mailer !== null && (await requeueMail(db, id));
  const found = await findMail(db, id);
  if (found === null) throw new Rejection('NOT_FOUND');
  if (!isQueued) {
    const why = mailer === null ? 'This shop has no mail server.' : 'This mail was not given up.';
    throw new Rejection('INVALID_TRANSITION', why);
  }
  await queue.send(db, mailJobOf(found.kind), { mailId: id });
  await recordAuditEntry(context, caller, { action: 'resend_mail', subject: { kind: 'mail', id } });
  return summaryOf(found);
});

function summaryOf(row: MailRow): MailSummary {
  return {
    id: row.id,
    kind: row.kind,
    to: row.to_address,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
  };
}
