import { startSession } from '../../src/server/accounts/sessions.ts';
import { findUser } from '../../src/server/accounts/users-queries.ts';
import type { Context } from '../../src/server/runtime/context.ts';

/** Starts a session for a user without their password, and returns its access token. */
export async function tokenOf(context: Context, userId: string): Promise<string> {
  const user = await findUser(context.db, userId);
  return (await startSession(context, user!)).access_token;
}
