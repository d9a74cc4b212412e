// For tests that sign up and in by the hundred: to hash the same password again takes a core for long. It comes to the
// same here whatever the salt is; that a salt counts is tried where passwords are hashed (passwords.http.test.ts).
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** From here on argon2 answers at once what it was asked before, with any salt. Returns how to end that. */
export function rememberHashes(): () => void {
  const { argon2 } = crypto;
  const known = new Map<string, NonSharedBuffer>();
  crypto.argon2 = ((name, options, done) => {
    const asked = JSON.stringify([name, { ...options, nonce: null }]);
    const tag = known.get(asked);
    if (tag !== undefined) return void setImmediate(done, null, tag);
    argon2(name, options, (error, derived) => {
      if (error === null) known.set(asked, derived);
      done(error, derived);
    });
  }) as typeof argon2;
  syncBuiltinESMExports();
  return () => {
    crypto.argon2 = argon2;
    syncBuiltinESMExports();
  };
}
