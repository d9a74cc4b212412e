// Hands a mail to the mail server. If two processes try this, only one sends the mail. A process may die after the
// server has accepted a mail, and before it has recorded that. Then the mail is sent a second time, with the same
// Message-ID.
import type { Context } from '../runtime/context.ts';
import { isUrgent, listOf, MAIL_LIST_WORDS } from '#domain/mail.ts';
import { sellerLines } from '#domain/seller-lines.ts';
import { senderOf, type ShopSettings } from '#domain/shop-settings.ts';
import { MailRefused } from '../runtime/mailer.ts';
import type { MailJobName } from './mail-jobs.ts';
import { letterheadAt } from './letterhead.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';
import { withFoot } from './write-mail.ts';
import {
  startSending,
  isBeingSent,
  listQueuedMails,
  markMailSent,
  putMailBack,
  type MailToSend,
} from './mails-queries.ts';
import { mailText } from './text-of.ts';

/**
 * The outcome of an attempt to send a mail. `again`: it failed, but may succeed later. `given up`: the mail's state is
 * `failed`, and an operator must act.
 */
export type Delivery =
  | { outcome: 'done'; error: null }
  | { outcome: 'again' | 'given up'; error: string };

const DONE: Delivery = { outcome: 'done', error: null };
const WIPED = 'This mail held a code. It was sent, and the code is kept nowhere.\n';
const ERROR_LENGTH_MAX = 500;

/**
 * Sends a mail that is waiting or was given up before. A mail in any other state is skipped. `isLast`: no further
 * attempt follows.
 */
export async function deliverMail(
  context: Context,
  id: string,
  { isLast }: { isLast: boolean },
): Promise<Delivery> {
  const { db, mailer, log, settings } = context;
  if (mailer === null) return { outcome: 'again', error: 'There is no mail server (SMTP_URL)' };
  const mail = await startSending(db, id);
  if (mail === null) {
    if (!(await isBeingSent(db, id))) return DONE;
    return { outcome: 'again', error: 'Another process was sending it' };
  }
  const { to_address: to, subject } = mail;
  const written = mailText(mail, await letterheadAt(context, mail.created_at));
  let words = written;
  try {
    const { lines, files } = await goesAlong(context, mail);
    const unsubscribe = unsubscribeAddress(context, mail);
    words = withFoot(
      written,
      [...lines, ...footOf(settings.now(), mail, { unsubscribe, namesSeller: lines.length > 0 })],
      unsubscribe,
    );
    // The sender is the shop's current one, even if it has changed since the mail was written, because mail servers
    // check the sender and replies go to it.
    const from = senderOf(settings.now());
    await mailer.send({
      id,
      from,
      to,
      subject,
      ...words,
      files,
      unsubscribe,
      isUrgent: isUrgent(mail.kind),
    });
  } catch (problem) {
    const isOver = isLast || problem instanceof MailRefused;
    const error = errorText(problem);
    log.warn(
      { event: 'mail_not_sent', err: problem, mailId: id },
      'Could not send a mail, will retry unless this was the last try',
    );
    await putMailBack(db, id, isOver ? 'failed' : 'queued', error);
    return { outcome: isOver ? 'given up' : 'again', error };
  }
  await markMailSent(db, id, words, WIPED);
  return DONE;
}

function goesAlong(context: Context, { kind, user_id: userId, facts }: MailToSend) {
  return context.ports.mailAttachments(context, { kind, userId, facts });
}

/** The unsubscribe address of a mail, or null if users can't unsubscribe from its kind. */
function unsubscribeAddress(
  { config }: Context,
  { kind, user_id: userId }: MailToSend,
): string | null {
  const list = listOf(kind);
  if (list === null || userId === null) return null;
  return `${config.publicUrl}/unsubscribe/${unsubscribeToken({ userId, list }, config.authSecret)}`;
}

/**
 * The footer of an optional mail: its sender, the shop's address, and why the user gets it
 * (docs/product.md §16).
 */
function footOf(
  settings: ShopSettings,
  { kind }: MailToSend,
  { unsubscribe, namesSeller }: { unsubscribe: string | null; namesSeller: boolean },
): string[] {
  const list = listOf(kind);
  const lines = sellerLines(settings.seller, settings.contactEmail);
  // If the lines above don't name the seller, an optional mail still does. Any other mail does only if the settings
  // have one.
  const isNamed = !namesSeller && (list !== null || lines.length > 1);
  return [
    ...(isNamed ? [[settings.name, ...lines].join(', ')] : []),
    ...(list === null || unsubscribe === null ? [] : [`You get ${MAIL_LIST_WORDS[list]}.`]),
  ];
}

function errorText(problem: unknown): string {
  const text = problem instanceof Error ? problem.message : String(problem);
  return text.slice(0, ERROR_LENGTH_MAX);
}

const MAILS_MAX = 10_000;

/** Sends all mails that wait for a job, one after the other. Only runs by hand use this. */
export async function sendQueuedMails(
  context: Context,
  job: MailJobName,
): Promise<{ done: number; failed: number }> {
  const run = { done: 0, failed: 0 };
  if (context.mailer === null) return run;
  for (const id of await listQueuedMails(
    context.db,
    { isUrgent: job === 'send-urgent-mail' },
    MAILS_MAX,
  )) {
    const { outcome } = await deliverMail(context, id, { isLast: false });
    run[outcome === 'done' ? 'done' : 'failed'] += 1;
  }
  return run;
}
