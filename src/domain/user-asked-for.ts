// Decides whose data a call is about.
import { Rejection } from './rejection.ts';
import type { Caller } from './access.ts';

/**
 * The user whose data a call with `?userId` is about. Rejects with FORBIDDEN if that is another user and the caller is
 * no admin.
 */
export function userAskedFor(caller: Caller, userId: string | undefined): string {
  if (userId === undefined || userId === caller.userId) return caller.userId;
  if (caller.role !== 'admin') throw new Rejection('FORBIDDEN');
  return userId;
}
