// Decides whose data a call is about.
import { Rejection } from './rejection.ts';
import { isAdmitted, type Caller } from './access.ts';

/**
 * The user whose data a call with `?userId` is about. If that is another user and the caller lacks the right
 * `money`, rejects with FORBIDDEN.
 */
export function userAskedFor(caller: Caller, userId: string | undefined): string {
  if (userId === undefined || userId === caller.userId) return caller.userId;
  if (!isAdmitted(caller.rights, 'money')) throw new Rejection('FORBIDDEN');
  return userId;
}
