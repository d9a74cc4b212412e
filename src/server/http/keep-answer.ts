// What is kept under an Idempotency-Key. An answer to what moved money or stock always is: nobody has the means for
// too many of those. One of a call that did nothing says what stands in the database anyway, and is not kept: with
// made-up ids and new keys anybody could fill the disk. The rest is limited (choice 177).
import { assert, Rejection } from '#domain/rejection.ts';
import { KEPT_ANSWERS, KEPT_BYTES } from '#domain/throttle.ts';
import type { Transaction } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { storeReply, type KeptAnswer } from './idempotency-keys-queries.ts';
import { throttleEvent } from './throttle.ts';

/**
 * Keeps the answer to a key, in the transaction of its work. `wrote`: the work changed something. Rejects with
 * RATE_LIMITED who kept too much today of what moved nothing.
 */
export async function keepAnswer(
  context: Context<Transaction>,
  answer: KeptAnswer & { userId: string; key: string },
  { wrote }: { wrote: boolean },
): Promise<void> {
  const { db } = context;
  const { userId, reply } = answer;
  if ((await storeReply(db, answer, { always: false })) || !wrote) return;
  try {
    await throttleEvent(context, 'kept_answers', userId, KEPT_ANSWERS);
    await throttleEvent(context, 'kept_bytes', userId, KEPT_BYTES, Buffer.byteLength(reply));
  } catch (error) {
    if (error instanceof Rejection) throw refusal(error);
    throw error;
  }
  const isKept = await storeReply(db, answer, { always: true });
  assert(isKept, 'who is at work on a key is alone with it');
}

function refusal({ retryAfterS }: Rejection): Rejection {
  return new Rejection('RATE_LIMITED', {
    sentence: 'Too many different Idempotency-Keys today. Without one the call goes through.',
    retryAfterS: retryAfterS ?? 1,
  });
}
