import type { showSecurity as row } from '#contract/account-security.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { assert } from '#domain/rejection.ts';
import type { Context } from '../runtime/context.ts';
import { findSecurity } from './queries.ts';

export async function showSecurity({ db }: Context, caller: Caller): Promise<Reply<typeof row>> {
  const found = await findSecurity(db, caller.userId);
  assert(found !== null, 'a caller has an account');
  return {
    passwordChangedAt: found.password_changed_at,
    twoFactorEnabled: found.has_two_factor,
    twoFactorRequired: caller.awaitsTwoFactor,
    recoveryCodesLeft: found.recovery_codes_left,
    pendingEmail: found.pending_email,
  };
}
