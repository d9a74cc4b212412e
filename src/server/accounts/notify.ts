// Mails to account holders. Mail about the account itself is always sent. Other mail is sent only
// to users who want e-mail notifications (docs/product.md §8).
import type { MailList } from '#domain/mail.ts';
import { regionOf, type Region } from '#domain/region.ts';
import type { Transaction } from '#engine/database.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { ToldMail } from '../mail/text-of.ts';
import type { Mail } from '../mail/write-mail.ts';
import type { Context } from '../runtime/context.ts';
import { mayMailUnproven } from './mail-limits.ts';
import { findMailbox, type MailboxRow } from './users-queries.ts';

/**
 * The reason for a mail. `always` is for codes, warnings and receipts. `if wanted` is for optional
 * mails, which a user can switch off with the preference `emailNotifications`. A mail of a list is
 * also optional, and is sent only if the user has not left this list.
 */
export type Occasion = 'always' | 'if wanted' | MailList;

/**
 * A user's address, and what decides whether a mail is sent to it: whether it is proven, whether
 * the user wants optional mails, and which lists the user has left. Also has where the user lives.
 */
export type Mailbox = {
  userId: string;
  email: string;
  isProven: boolean;
  wantsMail: boolean;
  left: Partial<Record<MailList, boolean>>;
  region: Region | null;
  postalCode: string | null;
  isInQuestion: boolean;
};

/** Whether a user gets the mails of this occasion. */
export function wants({ wantsMail, left }: Mailbox, occasion: Occasion): boolean {
  if (occasion === 'always') return true;
  return wantsMail && (occasion === 'if wanted' || left[occasion] !== true);
}

/** The mailbox of a user. Null if the account is erased. */
export async function mailboxOf(db: Transaction, userId: string): Promise<Mailbox | null> {
  return mailboxIn(userId, await findMailbox(db, userId));
}

export function mailboxIn(userId: string, found: MailboxRow | null): Mailbox | null {
  if (found === null) return null;
  const {
    email,
    is_proven: isProven,
    wants_mail: wantsMail,
    left,
    postal_code: postalCode,
    isInQuestion,
  } = found;
  const region = regionOf(found);
  return { userId, email, isProven, wantsMail, left, region, postalCode, isInQuestion };
}

/** Writes a mail to a user, in the caller's transaction. For `fact`, see `sendMail`. */
export async function notify(
  context: Context<Transaction>,
  userId: string,
  occasion: Occasion,
  mail: Mail | ToldMail,
  fact: string | null = null,
): Promise<void> {
  const mailbox = await mailboxOf(context.db, userId);
  await writeTo(context, mailbox, occasion, () => mail, fact);
}

/**
 * Like `notify`, but for a mailbox that the caller has already read. Calls `mail` only if the user
 * gets the mail.
 */
export async function writeTo(
  context: Context<Transaction>,
  mailbox: Mailbox | null,
  occasion: Occasion,
  mail: () => Mail | ToldMail,
  fact: string | null = null,
): Promise<void> {
  if (mailbox === null || !wants(mailbox, occasion)) return;
  const { email, userId } = mailbox;
  // Skips the mail without an error, because an error would roll back the action that the mail
  // reports.
  if (!mailbox.isProven && !(await mayGetMail(context, mailbox))) return;
  await sendMail(context, { email, userId }, mail(), fact);
}

async function mayGetMail(context: Context, { email }: Mailbox): Promise<boolean> {
  const mayGet = await mayMailUnproven(context, email);
  if (!mayGet) countLeftOut(context);
  return mayGet;
}

const HOUR_MS = 3_600_000;

/** For each shop in this process, the number of mails skipped since the last warning. */
const leftOut = new WeakMap<Context['config'], { mails: number; warnedAt: number }>();

/**
 * Counts a skipped mail, and warns at most once an hour. A shop that does not require verified
 * addresses skips a mail at nearly every sale.
 */
function countLeftOut({ config, log, now }: Context): void {
  const since = leftOut.get(config) ?? { mails: 0, warnedAt: -Infinity };
  leftOut.set(config, since);
  since.mails += 1;
  const at = now().getTime();
  if (at - since.warnedAt < HOUR_MS) return;
  log.warn(
    { event: 'mails_to_unproven_left_out', mails: since.mails },
    'Skipped mails to unverified addresses: each may get only a few a day',
  );
  leftOut.set(config, { mails: 0, warnedAt: at });
}
