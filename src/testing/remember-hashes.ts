// Caches password hashes for tests that sign up and sign in hundreds of times, because each hash takes long.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Makes argon2 return cached hashes for repeated inputs. Returns a function that ends the caching. `withAnySalt`:
 * ignores the salt, for shops that use this cache for their whole life.
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
