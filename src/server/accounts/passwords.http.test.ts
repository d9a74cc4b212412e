import crypto, { argon2Sync, randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const shop = useTestApp();
const password = 'correct horse';

function login(email: string, tried = password) {
  return shop.call('POST', '/auth/login', { body: { email, password: tried } });
}

describe('a flood of sign-ins', () => {
  test('gets "later", while others are served and those in the queue get in', async () => {
    const { email } = await shop.signUp();
    const flood = Array.from({ length: 150 }, () => login(email));
    const reading = await shop.call('GET', '/pack-types');
    expect(reading.status).toBe(200);

    const responses = await Promise.all(flood);
    const refused = responses.filter((response) => response.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(responses.filter((response) => response.status === 200).length).toBeGreaterThanOrEqual(
      54,
    );
    expect(responses.length - refused.length).toBe(
      responses.filter((response) => response.status === 200).length,
    );
    for (const response of refused) {
      expect([response.body.error.code, response.headers['retry-after']]).toEqual([
        'UNAVAILABLE',
        '1',
      ]);
    }
    expect((await login(email)).status).toBe(200);
  });
});

describe('the cost of a sign-in', () => {
  /** Runs `work` and returns the memory, in KiB, of each hash that `work` computes. */
  async function hashesOf(work: () => Promise<unknown>): Promise<number[]> {
    const made: number[] = [];
    const { argon2 } = crypto;
    crypto.argon2 = ((name, options, done) => {
      made.push(options.memory);
      argon2(name, options, done);
    }) as typeof argon2;
    syncBuiltinESMExports();
    try {
      await work();
    } finally {
      crypto.argon2 = argon2;
      syncBuiltinESMExports();
    }
    return made;
  }

  test('is one hash, for a known address, an unknown one, and a locked one', async () => {
    const { email } = await shop.signUp();
    const wrong = () => login(email, 'not this one');
    expect(await hashesOf(wrong)).toEqual([19_456]);
    expect(await hashesOf(() => login(`no-${email}`))).toEqual([19_456]);
    await shop.owner.query('update users set locked_at = now() where email = $1', [email]);
    expect(await hashesOf(wrong)).toEqual([19_456]);
  });
});

describe('a hash made at another cost', () => {
  async function storeCheapHash(email: string): Promise<string> {
    const nonce = randomBytes(16);
    const tag = argon2Sync('argon2id', {
      message: password,
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory: 1024,
      passes: 1,
    });
    const [salt, digest] = [nonce, tag].map((bytes) =>
      bytes.toString('base64').replaceAll('=', ''),
    );
    const hash = `$argon2id$v=19$m=1024,t=1,p=1$${salt}$${digest}`;
    await shop.owner.query('update users set password_hash = $2 where email = $1', [email, hash]);
    return hash;
  }

  async function hashOf(email: string): Promise<string> {
    const { rows } = await shop.owner.query<{ password_hash: string }>(
      'select password_hash from users where email = $1',
      [email],
    );
    return rows[0]!.password_hash;
  }

  test('still lets its owner in, and is renewed at today’s cost', async () => {
    const { email } = await shop.signUp();
    const cheap = await storeCheapHash(email);
    expect((await login(email, 'wrong')).status).toBe(401);
    expect(await hashOf(email)).toBe(cheap);
    expect((await login(email)).status).toBe(200);
    const renewed = await hashOf(email);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(email)).status).toBe(200);
    expect(await hashOf(email)).toBe(renewed);
  });

  test('is renewed for an operator too, whose password the database protects', async () => {
    const { email } = await shop.signUp({ role: 'admin' });
    const cheap = await storeCheapHash(email);
    expect((await login(email)).status).toBe(200);
    expect(await hashOf(email)).not.toBe(cheap);
  });
});
