// Mail to somebody who has an account. What is about the account itself always goes; the rest only to who
// wants e-mail notifications (docs/product.md §8).
import { sendMail } from '../mail/send-mail.ts';
import type { Mail } from '../mail/write-mail.ts';
import type { Context } from '../runtime/context.ts';
import { findMailbox } from './queries.ts';

/**
 * `always`: codes, warnings and receipts. `if wanted`: what a person can do without, and has switched
 * off by the preference `emailNotifications`.
 */
export type Occasion = 'always' | 'if wanted';

/** Writes a mail to a user, in the caller's transaction. `fact` as in `sendMail`. */
export async function notify(
  context: Context,
  userId: string,
  occasion: Occasion,
  mail: Mail,
  fact: string | null = null,
): Promise<void> {
  const mailbox = await findMailbox(context.db, userId);
  if (mailbox === null || (occasion === 'if wanted' && !mailbox.wants_mail)) return;
  await sendMail(context, { email: mailbox.email, userId }, mail, fact);
}
