// Kills the shop again and again while people pay by card, as a power cut would.
import { afterEach, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { crowdOf } from '../../testing/crowd.ts';
import { killShops, onDatabase, openShop } from '../../testing/process.ts';
import { stockPackType } from '../../testing/stock.ts';
import { appUrlOf } from '../database/app-role.ts';
import { openPool, overPool } from '../database/pool.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { releaseReservations } from './release-reservations.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });

afterEach(killShops);

type Begun = { paymentIntentId: string; clientSecret: string };

/** A shopper pays for one pack with three requests, as the browser sends them. */
async function pay(address: string, buyer: SignedIn, packId: string): Promise<void> {
  const headers = { authorization: `Bearer ${buyer.accessToken}` };
  const begun = await fetch(`${address}/api/payments/create-payment-intent`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ packs: [{ packId, quantity: 1 }] }),
  });
  if (!begun.ok) return;
  const { paymentIntentId, clientSecret } = ((await begun.json()) as { data: Begun }).data;
  await fetch(`${address}/stripe-sandbox/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: 'pk_test_sandbox',
      client_secret: clientSecret,
      payment_method: 'pm_card_visa',
    }),
  });
  await fetch(`${address}/api/payments/purchased-packs/${paymentIntentId}`, { headers });
}

// The pack type's limit refuses shoppers who already have a pack. There are few rounds, so that
// enough shoppers can still buy in the last round.
const ROUNDS = Math.max(2, crowdOf(4));
const SHOPPERS = 24;

test('killed while people pay by card, the shop charges nobody for nothing, and sells nothing for nothing', async () => {
  const buyers = await Promise.all(Array.from({ length: SHOPPERS }, () => shop.signUp()));
  const packId = await stockPackType(shop.context, { packs: SHOPPERS });
  for (let round = 1; round <= ROUNDS; round += 1) {
    // Opens this shop as a separate process, on the same database and with the same secret.
    const { authSecret } = shop.context.config;
    const { child, address, end } = await openShop(
      onDatabase(shop.url, { SANDBOX: 'on', AUTH_SECRET: authSecret, LOG_LEVEL: 'silent' }),
    );
    // Kills the shop after some shoppers have paid, while others are in the middle of paying.
    let left = 3 + Math.floor(Math.random() * 6);
    await Promise.allSettled(
      buyers.map(async (buyer) => {
        await pay(address, buyer, packId);
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      }),
    );
    await end('SIGKILL');
  }

  // Runs the jobs with a clock half an hour ahead. No visitor comes between the kill and the jobs.
  const pool = openPool({ url: appUrlOf(shop.url), clockOffsetMs: 30 * 60_000 });
  const later = { ...shop.context, db: overPool(pool) };
  expect((await reconcilePayments(later)).failed).toBe(0);
  expect((await releaseReservations(later)).failed).toBe(0);
  await pool.end();

  const { rows } = await shop.owner.query<{ charged: number; sold: number; reserved: number }>(
    `select
       (select count(*)::int from sandbox.objects s where s.kind = 'payment_intent'
          and s.body->>'status' = 'succeeded' and s.body->'metadata'->>'user_id' = u.id::text) as charged,
       (select count(*)::int from places p where p.buyer_id = u.id and p.state = 'sold') as sold,
       (select count(*)::int from places p where p.buyer_id = u.id and p.state = 'reserved') as reserved
     from users u`,
  );
  expect(rows).toHaveLength(SHOPPERS);
  for (const row of rows) expect(row).toMatchObject({ sold: row.charged, reserved: 0 });
  expect(rows.filter((row) => row.sold === 1).length).toBeGreaterThan(ROUNDS);
});
