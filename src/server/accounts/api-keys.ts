// API keys belong to the shop. A program that sends one acts as staff, and only in what the key's rights cover. What a
// key does is recorded under an account of the key's own, which nobody can sign in to (choice 1028).
import type { KeyRight } from '#domain/access.ts';
import { Rejection } from '#domain/rejection.ts';
import { plainAddress } from '#domain/throttle.ts';
import type { ApiKey } from '../http/api-key.ts';
import type { Context } from '../runtime/context.ts';
import { findUsableKey, noteUseOfKey } from './api-keys-queries.ts';

/**
 * The port `identifyKey`: returns the id and the rights of an API key. Each call reads the key, so a revoked key ends
 * at once in all processes. Rejects with UNAUTHORIZED, or with FORBIDDEN in a network that the key is not for.
 */
export async function identifyKey(
  context: Context,
  asked: ApiKey | null,
): Promise<{ id: string; rights: readonly KeyRight[] }> {
  const { db, log, origin } = context;
  const address = plainAddress(origin.ip);
  const key = asked === null ? null : await findUsableKey(db, asked, address);
  if (asked === null || key === null) {
    throw new Rejection('UNAUTHORIZED', 'This API key is unknown, was revoked or has ended');
  }
  const { id } = asked;
  if (!key.is_allowed_here) {
    log.warn(
      { event: 'key_from_elsewhere', keyId: id, ip: address },
      'API key refused: sent from a network that it is not for',
    );
    throw new Rejection('FORBIDDEN', 'This API key may not be used from this network');
  }
  if (key.is_use_due) await noteUseOfKey(db, id, address);
  return { id, rights: key.rights };
}
