// The operator's mailbox: every mail that the shop wrote. Only admins see it, because a mail may hold a
// code (docs/product.md §13).
import type {
  listMails as listRow,
  MailSummary,
  resendMail as resendRow,
  showMail as showRow,
} from '#contract/admin.ts';
import type { Input, Reply } from '#contract/endpoint.ts';
import { paginationOf } from '#contract/paging.ts';
import type { Caller } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { noteDeed } from '../audit-log/note-deed.ts';
import type { Context } from '../runtime/context.ts';
import {
  findMail,
  listMails as listMailRows,
  updateMailToQueued,
  type MailRow,
} from '../mail/queries.ts';

export async function listMails(
  { db }: Context,
  _caller: Caller,
  { page, limit, state, search }: Input<typeof listRow>,
): Promise<Reply<typeof listRow>> {
  const filter = { state: state ?? null, search: search || null };
  const { rows, total } = await listMailRows(db, filter, limit, (page - 1) * limit);
  return { mails: rows.map(summaryOf), pagination: paginationOf(total, page, limit) };
}

export async function showMail(
  { db }: Context,
  _caller: Caller,
  { id }: Input<typeof showRow>,
): Promise<Reply<typeof showRow>> {
  const found = await findMail(db, id);
  if (found === null) throw new Rejection('NOT_FOUND');
  return { ...summaryOf(found), text: found.text, html: found.html };
}

/** Only a mail that was given up can be sent again (choice 64). */
export async function resendMail(
  context: Context,
  caller: Caller,
  { id }: Input<typeof resendRow>,
): Promise<Reply<typeof resendRow>> {
  const { db, mailer, queue } = context;
  const isQueued = mailer !== null && (await updateMailToQueued(db, id));
  const found = await findMail(db, id);
  if (found === null) throw new Rejection('NOT_FOUND');
  if (!isQueued) {
    const why = mailer === null ? 'This shop has no mail server.' : 'This mail was not given up.';
    throw new Rejection('INVALID_TRANSITION', why);
  }
  await queue.send(db, 'send-mail', { mailId: id });
  await noteDeed(context, caller, { action: 'resend_mail', subject: { kind: 'mail', id } });
  return summaryOf(found);
}

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
