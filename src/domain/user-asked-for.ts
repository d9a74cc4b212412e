// Decides whose data a call is about.
import { Rejection } from './rejection.ts';
import type { Caller } from './access.ts';

/** Whose data a `?userId` asks for. Another user's is for admins. Rejects with FORBIDDEN. */
export function userAskedFor(caller: Caller, userId: string | undefined): string {
  if (userId === undefined || userId === caller.userId) return caller.userId;
  if (caller.role !== 'admin') throw new Rejection('FORBIDDEN');
  return userId;
}
