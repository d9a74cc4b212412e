// Mail to somebody who has an account. What is about the account itself always goes; the rest only to who
// wants e-mail notifications (docs/product.md §8).
import type { Transaction } from '../database/database.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { Mail } from '../mail/write-mail.ts';
import type { Context } from '../runtime/context.ts';
import { findMailbox } from './users-queries.ts';

/**
 * `always`: codes, warnings and receipts. `if wanted`: what a person can do without, and has switched
 * off by the preference `emailNotifications`.
 */
export type Occasion = 'always' | 'if wanted';

/** Where a user's mail goes, and whether they want optional mails. */
export type Mailbox = { userId: string; email: string; wantsMail: boolean };

/** The mailbox of a user; null when there is nobody any more. */
export async function mailboxOf(db: Transaction, userId: string): Promise<Mailbox | null> {
  const found = await findMailbox(db, userId);
  return found === null ? null : { userId, email: found.email, wantsMail: found.wants_mail };
}

/** Writes a mail to a user, in the caller's transaction. `fact` as in `sendMail`. */
export async function notify(
  context: Context<Transaction>,
  userId: string,
  occasion: Occasion,
  mail: Mail,
  fact: string | null = null,
): Promise<void> {
  const mailbox = await mailboxOf(context.db, userId);
  await writeTo(context, mailbox, occasion, () => mail, fact);
}

/** The same to a mailbox that was looked up before. The mail is made only for someone who gets it. */
export async function writeTo(
  context: Context<Transaction>,
  mailbox: Mailbox | null,
  occasion: Occasion,
  mail: () => Mail,
  fact: string | null = null,
): Promise<void> {
  if (mailbox === null || (occasion === 'if wanted' && !mailbox.wantsMail)) return;
  const { email, userId } = mailbox;
  await sendMail(context, { email, userId }, mail(), fact);
}
