// Brings a mail to the mail server. Two that come for one mail send it once; one that dies between the
// server's yes and its own note leaves a mail that is sent again, under the same Message-ID.
import type { Context } from '../runtime/context.ts';
import { senderOf } from '#domain/shop-settings.ts';
import { MailRefused } from '../runtime/mailer.ts';
import { letterheadAt } from './letterhead.ts';
import {
  startSending,
  isBeingSent,
  listQueuedMails,
  markMailSent,
  putMailBack,
} from './mails-queries.ts';
import { wordsOf } from './words-of.ts';

/** `again`: not now, maybe later. `given up`: its state is `failed` and an operator has to look. */
export type Delivery =
  | { outcome: 'done'; error: null }
  | { outcome: 'again' | 'given up'; error: string };

const DONE: Delivery = { outcome: 'done', error: null };
const WIPED = 'This mail held a code. It was sent, and the code is kept nowhere.\n';
const ERROR_LENGTH_MAX = 500;

/** Sends a mail that waits to be sent; one that does not is passed over. `isLast`: nobody tries again. */
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
  const words = wordsOf(mail, await letterheadAt(context, mail.created_at));
  try {
    // Who a mail is from is who the shop is now: mail servers look at that, and answers go there.
    await mailer.send({ id, from: senderOf(settings.now()), to, subject, ...words });
  } catch (problem) {
    const isOver = isLast || problem instanceof MailRefused;
    const error = errorText(problem);
    log.warn({ err: problem, mailId: id }, 'A mail was not sent');
    await putMailBack(db, id, isOver ? 'failed' : 'queued', error);
    return { outcome: isOver ? 'given up' : 'again', error };
  }
  await markMailSent(db, id, words, WIPED);
  return DONE;
}

function errorText(problem: unknown): string {
  const text = problem instanceof Error ? problem.message : String(problem);
  return text.slice(0, ERROR_LENGTH_MAX);
}

const MAILS_MAX = 10_000;

/** By hand: sends every mail that waits, one after the other. */
export async function sendQueuedMails(context: Context): Promise<{ done: number; failed: number }> {
  const run = { done: 0, failed: 0 };
  if (context.mailer === null) return run;
  for (const id of await listQueuedMails(context.db, MAILS_MAX)) {
    const { outcome } = await deliverMail(context, id, { isLast: false });
    run[outcome === 'done' ? 'done' : 'failed'] += 1;
  }
  return run;
}
