// Limits on the mails that a visitor can trigger. Anybody can type anybody's address, so the number
// of mails is limited. But only the reader of an address gets its code, so limits that strangers
// use up must not shut out that reader (choice 186).
import {
  CODES_A_DAY,
  CODES_FROM_ONE_NETWORK,
  LATE_CODES,
  MAILS_TO_UNPROVEN,
  networkOf,
  siteOf,
} from '#domain/throttle.ts';
import type { Transaction } from '#engine/database.ts';
import { isWithin, throttleEvent } from '../http/throttle.ts';
import type { Context } from '../runtime/context.ts';

/** Separate counters: an account's codes for one purpose, and the codes to an unproven address. */
type Rule = 'codes_of_account' | 'codes_to_unproven' | 'claims_of_unproven';

/**
 * Counts one more code. After the network's daily share or the daily total is used up, one code is
 * still allowed every few hours. Rejects with RATE_LIMITED.
 */
export async function countCode(
  context: Context<Transaction>,
  rule: Rule,
  subject: string,
): Promise<void> {
  const { ip } = context.origin;
  const network = `${siteOf(ip) ?? networkOf(ip)} ${subject}`;
  const isInTime =
    (await isWithin(context, `${rule}/network`, network, CODES_FROM_ONE_NETWORK)) &&
    (await isWithin(context, rule, subject, CODES_A_DAY));
  if (!isInTime) await throttleEvent(context, `${rule}/late`, subject, LATE_CODES);
}

/** Whether an unproven address may get one more mail without a code. If so, counts it. */
export async function mayMailUnproven(context: Context, email: string): Promise<boolean> {
  return isWithin(context, 'mails_to_unproven', email, MAILS_TO_UNPROVEN);
}
