// Decides whose data a call is about.
import { Rejection } from './rejection.ts';
import type { Caller } from './access.ts';

/** The user whose data `?userId` requests: the caller, or for admins any user. Rejects others with FORBIDDEN. */
export function subjectOf(caller: Caller, userId: string | undefined): string {
  if (userId === undefined || userId === caller.userId) return caller.userId;
  if (caller.role !== 'admin') throw new Rejection('FORBIDDEN');
  return userId;
}
