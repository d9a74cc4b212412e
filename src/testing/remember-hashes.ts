// For tests that sign in by the hundred: to hash the same password with the same salt again takes a core for long,
// and can only come to the same.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** From here on argon2 answers at once what it was asked before. Returns how to end that. */
export function rememberHashes(): () => void {
  const { argon2 } = crypto;
  const known = new Map<string, NonSharedBuffer>();
  crypto.argon2 = ((name, options, done) => {
    const asked = JSON.stringify([name, options]);
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
