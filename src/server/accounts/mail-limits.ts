// How many mails come because somebody asked. Anybody may type anybody's address, so there are bounds; and whoever
// asks, a code goes to the one who reads the address, so bounds that strangers use up must not shut that one out
// (choice 186).
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

/** What is counted for itself: an account's codes for one purpose, or those to an address that nobody has proven. */
type Rule = 'codes_of_account' | 'codes_to_unproven' | 'claims_of_unproven';

/**
 * One more code. When the network's share of the day is used up, or the whole, there is still one in some hours.
 * Rejects with RATE_LIMITED.
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

/** Whether an address that nobody has proven may get one more mail that holds no code; then it counts. */
export async function mayMailUnproven(context: Context, email: string): Promise<boolean> {
  return isWithin(context, 'mails_to_unproven', email, MAILS_TO_UNPROVEN);
}
