// Makes API keys in a test.
import { expect } from 'vitest';
import type { KeyRight } from '#domain/access.ts';
import type { SignedIn, TestApp } from './app.ts';

/** An API key. `as`: how a test calls the shop with it. */
export type TestKey = { id: string; key: string; as: SignedIn };

/** An admin makes an API key with these rights. */
export async function madeKey(
  shop: TestApp,
  admin: SignedIn,
  rights: readonly KeyRight[],
  more: { name?: string; networks?: string[]; endsAt?: string } = {},
): Promise<TestKey> {
  const name = `Program ${(made += 1)}`;
  const { status, body } = await shop.call<{ id: string; key: string }>('POST', '/admin/keys', {
    as: admin,
    body: { name, rights, ...more },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  const { id, key } = body.data;
  return { id, key, as: { userId: id, email: '', accessToken: key, refreshToken: '' } };
}

let made = 0;
