// The only way to send mail. A mail waits in the database until its job sends it (`mail-jobs.ts`). If there is no mail
// server, no mail is sent. A trial shop without one logs the texts, so that users can get their codes (docs/product.md
// §12).
import { randomUUID } from 'node:crypto';
import { isUrgent, LASTING_CODE_KINDS } from '#domain/mail.ts';
import { assert } from '#domain/rejection.ts';
import { afterCommit, type Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { letterheadOf } from './letterhead.ts';
import { mailJobOf } from './mail-jobs.ts';
import { insertMail } from './mails-queries.ts';
import { mailText, type StoredWords, type ToldMail } from './text-of.ts';
import type { Mail, Recipient } from './write-mail.ts';

/**
 * Stores a mail in the caller's transaction, so that it is sent only if the transaction commits. `fact`: names the
 * event that the mail is about, if only one mail may be sent for it. A second mail for the same event is ignored. The
 * text is logged only in a trial shop without a mail server, because it may contain a code, and more people read a log
 * than a mailbox.
 */
export async function sendMail(
  context: Context<Transaction>,
  to: Recipient,
  mail: Mail | ToldMail,
  fact: string | null = null,
): Promise<void> {
  const id = randomUUID();
  const stored = storedOf(mail);
  const mayHoldCode = isUrgent(mail.kind) || LASTING_CODE_KINDS.includes(mail.kind);
  assert(
    !stored.isSecret || mayHoldCode,
    'a mail with a code is urgent, or its code is valid for days',
  );
  if (context.mailer !== null) {
    // Both statements are sent in one pipeline. If the event has already been mailed, the job finds no mail to send.
    await Promise.all([
      insertMail(context.db, { id, to, ...stored, fact, state: 'queued' }),
      context.queue.send(context.db, mailJobOf(mail.kind), { mailId: id }),
    ]);
    return;
  }
  const { kind, subject } = mail;
  const { production } = context.config;
  const storeMail = async () => {
    const isNew = await insertMail(context.db, { id, to, ...stored, fact, state: 'kept' });
    if (!isNew) return;
    const text = () => mailText(stored, letterheadOf(context)).text;
    const words = production ? {} : { to: to.email, subject, text: text() };
    afterCommit(context.db, () =>
      context.log.info(
        { event: 'mail_queued', mail: { id, kind, ...words } },
        'Mail stored, but not sent: there is no mail server',
      ),
    );
  };
  context.db.later(storeMail());
}

function storedOf(mail: Mail | ToldMail): StoredWords & { isSecret: boolean } {
  return 'facts' in mail
    ? { ...mail, text: null, html: null, isSecret: false }
    : { ...mail, facts: null };
}
