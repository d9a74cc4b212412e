// Decides which responses are stored under an Idempotency-Key. Responses that moved money or stock
// are always stored, because nobody can afford enough of them to fill the disk. If a request wrote
// nothing, its response is not stored: otherwise anybody could fill the disk with made-up ids and
// new keys. All other responses are stored up to a limit (choice 177).
import type { Endpoint, Subject } from '#contract/endpoint.ts';
import { Rejection } from '#domain/rejection.ts';
import { STORED_RESPONSES, STORED_BYTES } from '#domain/throttle.ts';
import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { storeReply, type StoredResponse } from './idempotency-keys-queries.ts';
import { throttleEvent } from './throttle.ts';

/**
 * Stores the response to a key in the transaction of the request, if this transaction has written
 * anything. Rejects with RATE_LIMITED if the caller stored too much today. Requests that move money
 * or stock have no limit.
 */
export async function storeResponse(
  context: Context<Transaction>,
  endpoint: Endpoint,
  response: StoredResponse & { userId: string; key: string },
): Promise<void> {
  const { db } = context;
  if (!db.hasWritten) return;
  if (!movesMoneyOrStock(endpoint)) await limitStored(context, response);
  storeReply(db, response);
}

const MONEY_AND_STOCK: ReadonlySet<Subject> = new Set(['balance', 'stock', 'cards']);

function movesMoneyOrStock({ changes = [] }: Endpoint): boolean {
  return changes.some((subject) => MONEY_AND_STOCK.has(subject));
}

async function limitStored(
  context: Context<Transaction>,
  { userId, reply }: StoredResponse & { userId: string },
): Promise<void> {
  try {
    await throttleEvent(context, 'kept_answers', userId, STORED_RESPONSES);
    await throttleEvent(context, 'kept_bytes', userId, STORED_BYTES, Buffer.byteLength(reply));
  } catch (error) {
    if (error instanceof Rejection) throw refusal(error);
    throw error;
  }
}

function refusal({ retryAfterS }: Rejection): Rejection {
  return new Rejection('RATE_LIMITED', {
    sentence: 'Too many different Idempotency-Keys today. Without one the call goes through.',
    retryAfterS: retryAfterS ?? 1,
  });
}
