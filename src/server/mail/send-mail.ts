// The one door for mail. There is no server to send by yet: a mail is kept in the database, and its text
// is logged, because that is the only way to read a code (docs/product.md §12).
import { randomUUID } from 'node:crypto';
import type { Context } from '../runtime/context.ts';
import { insertMail } from './queries.ts';
import type { Mail } from './write-mail.ts';

/** Whom a mail is for. `userId` null: nobody who has an account. */
export type Recipient = { email: string; userId: string | null };

/**
 * Puts a mail down in the caller's transaction: it goes where its reason goes, and nowhere if that
 * rolls back. `fact`: what it tells, where that may be told once only, for ever; told before, nothing
 * happens. Its text stands in the log only as long as the shop has no other way to bring it.
 */
export async function sendMail(
  context: Context,
  to: Recipient,
  mail: Mail,
  fact: string | null = null,
): Promise<void> {
  const id = randomUUID();
  const isNew = await insertMail(context.db, { id, to, ...mail, fact, state: 'kept' });
  if (!isNew) return;
  const { kind, subject, text } = mail;
  context.log.info({ mail: { id, to: to.email, kind, subject, text } }, 'Mail kept');
}
