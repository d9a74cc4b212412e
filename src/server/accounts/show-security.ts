import * as rows from '#contract/accounts-security.ts';
import { assert } from '#domain/rejection.ts';
import { handler } from '../http/handler.ts';
import { findSecurity } from './users-queries.ts';

export const showSecurity = handler(rows.showSecurity, async ({ db }, caller) => {
  const found = await findSecurity(db, caller.userId);
  assert(found !== null, 'a caller has an account');
  return {
    passwordChangedAt: found.password_changed_at,
    twoFactorEnabled: found.has_two_factor,
    twoFactorRequired: caller.awaitsTwoFactor,
    recoveryCodesLeft: found.recovery_codes_left,
    pendingEmail: found.pending_email,
  };
});
