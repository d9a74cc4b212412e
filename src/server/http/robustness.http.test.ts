import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { forgetKeys } from './forget-keys.ts';

const shop = useTestApp();

test('an unreadable address is refused in the usual envelope', async () => {
  const response = await shop.app.inject('/api/%ff');
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ success: false, error: { code: 'VALIDATION_ERROR' } });
});

test('a body 50,000 levels deep causes no fault', async () => {
  const user = await shop.signUp();
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const response = await shop.app.inject({
    method: 'POST',
    url: '/api/payments/purchase-with-balance',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${user.accessToken}`,
      'idempotency-key': randomUUID(),
    },
    payload: `{"packs": [], "paymentMethod": "balance", "more": ${deep}}`,
  });
  expect(response.statusCode).toBe(400);
});

test('responses to keys are stored for a day, and not longer', async () => {
  const user = await shop.signUp();
  await shop.owner.query(
    `insert into idempotency_keys (user_id, key, fingerprint, reply, created_at)
     select $1::uuid, 'old-' || n, 'x', '{}', now() - interval '25 hours' from generate_series(1, 1500) n`,
    [user.userId],
  );
  await shop.owner.query(
    `insert into idempotency_keys (user_id, key, fingerprint, reply, created_at)
     values ($1, 'young', 'x', '{}', now() - interval '23 hours')`,
    [user.userId],
  );
  expect(await forgetKeys(shop.context)).toEqual({ done: 1500, failed: 0 });
  const { rows } = await shop.owner.query('select key from idempotency_keys');
  expect(rows).toEqual([{ key: 'young' }]);
});
