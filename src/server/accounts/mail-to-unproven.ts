// Anybody may register anybody's address, or ask to have it: until it is proven it gets so many mails a day, whoever
// they are about, and no more (choice 182).
import { MAILS_TO_UNPROVEN } from '#domain/throttle.ts';
import { throttleEvent } from '../http/throttle.ts';
import type { Context } from '../runtime/context.ts';

export const MAILS_RULE = 'mails_to_unproven';

/** One more mail to an address that nobody has proven. Rejects with RATE_LIMITED. */
export async function countMailToUnproven(context: Context, email: string): Promise<void> {
  await throttleEvent(context, MAILS_RULE, email, MAILS_TO_UNPROVEN);
}
