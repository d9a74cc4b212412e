// For tests that sign up and in by the hundred: to hash the same password again takes a core for long.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * From here on argon2 answers at once what it was asked before. Returns how to end that. `withAnySalt`: all salts are one,
 * for shops of which each hashes like this from its first account to its end.
 */
export function rememberHashes({ withAnySalt = false } = {}): () => void {
  const { argon2 } = crypto;
  const known = new Map<string, NonSharedBuffer>();
  crypto.argon2 = ((name, given, done) => {
    const options = withAnySalt ? { ...given, nonce: Buffer.alloc(16) } : given;
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
