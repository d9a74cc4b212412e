// The one door for mail. There is no server to send by yet: a mail is kept in the database, and its text
// is logged, because that is the only way to read a code (docs/product.md §12).
import { randomUUID } from 'node:crypto';
import type { Context } from '../runtime/context.ts';
import { insertMail } from './queries.ts';

/** What a template makes: `kind` is its name. */
export type Mail = { kind: string; subject: string; text: string };

/**
 * Puts a mail down in the caller's transaction: it goes where its reason goes, and nowhere if that
 * rolls back. Its text stands in the log only as long as the shop has no other way to bring it.
 */
export async function sendMail(context: Context, to: string, mail: Mail): Promise<void> {
  const id = randomUUID();
  await insertMail(context.db, { id, to, ...mail, state: 'kept' });
  context.log.info({ mail: { id, to, ...mail } }, 'Mail kept');
}
