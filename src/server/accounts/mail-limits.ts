// Limits the mails that a visitor can trigger, because anybody can type somebody else's address.
// The owner of an address must still be able to get a code after strangers have used up a limit
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
import { countIfWithinLimit, throttleEvent } from '../http/throttle.ts';
import type { Context } from '../runtime/context.ts';

/**
 * What a counter counts: codes of one account for one purpose, codes to an unproven address, or
 * codes to an unproven address to which another account wants to change.
 */
type Rule = 'codes_of_account' | 'codes_to_unproven' | 'claims_of_unproven';

/**
 * Counts a code before the shop mails it. If the daily limit of the caller's network or of the
 * subject is used up, allows one code every few hours and rejects all others with RATE_LIMITED.
 */
export async function countCode(
  context: Context<Transaction>,
  rule: Rule,
  subject: string,
): Promise<void> {
  const { ip } = context.origin;
  const network = `${siteOf(ip) ?? networkOf(ip)} ${subject}`;
  const isInTime =
    (await countIfWithinLimit(context, `${rule}/network`, network, CODES_FROM_ONE_NETWORK)) &&
    (await countIfWithinLimit(context, rule, subject, CODES_A_DAY));
  if (!isInTime) await throttleEvent(context, `${rule}/late`, subject, LATE_CODES);
}

/** Whether an unproven address may get one more mail that is not about a code. If it may, counts the mail. */
export async function mayMailUnproven(context: Context, email: string): Promise<boolean> {
  return countIfWithinLimit(context, 'mails_to_unproven', email, MAILS_TO_UNPROVEN);
}
