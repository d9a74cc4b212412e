import type { Context } from '../../src/server/runtime/context.ts';
import { startSession } from '../../src/server/accounts/sessions.ts';

/** The access token of a session that is begun for a seeded account, without its password. */
export async function tokenOf(
  context: Context,
  id: string,
  role: 'admin' | 'user',
): Promise<string> {
  const { access_token } = await startSession(context, {
    id,
    email: 'any@scale.test',
    role,
    password_hash: '',
    email_verified_at: null,
    locked_at: null,
    deletion_due_at: null,
    created_at: new Date(),
  });
  return access_token;
}
