// What is kept under an Idempotency-Key. An answer to what moved money or stock always is: nobody has the means for
// too many of those. One of a call that did nothing says what stands in the database anyway, and is not kept: with
// made-up ids and new keys anybody could fill the disk. The rest is limited (choice 177).
import { Rejection } from '#domain/rejection.ts';
import { KEPT_ANSWERS, KEPT_BYTES } from '#domain/throttle.ts';
import { hasMoved, isShared, type Transaction } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { storeReply, storeReplyOfMove, type KeptAnswer } from './idempotency-keys-queries.ts';
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
  if (hasMoved(db)) return storeReply(db, answer);
  // What moved in a transaction of many may be somebody else's.
  if (!isShared(db) && (await storeReplyOfMove(db, answer))) return;
  if (!wrote) return;
  try {
    await throttleEvent(context, 'kept_answers', userId, KEPT_ANSWERS);
    await throttleEvent(context, 'kept_bytes', userId, KEPT_BYTES, Buffer.byteLength(reply));
  } catch (error) {
    if (error instanceof Rejection) throw refusal(error);
    throw error;
  }
  storeReply(db, answer);
}

function refusal({ retryAfterS }: Rejection): Rejection {
  return new Rejection('RATE_LIMITED', {
    sentence: 'Too many different Idempotency-Keys today. Without one the call goes through.',
    retryAfterS: retryAfterS ?? 1,
  });
}
