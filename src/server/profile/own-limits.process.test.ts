// Tests many purchases at once against a person's own limit, in two processes of the shop.
import { afterEach, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { crowdOf, inParallel } from '../../testing/crowd.ts';
import { postAll } from '../../testing/payments.ts';
import { killShops, onDatabase, openShop } from '../../testing/process.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent', RATE_LIMITS: 'off' }, { cards: true });

afterEach(killShops);

const PURCHASES = crowdOf(200);
// By card a pack costs 11.30, and a top-up of 10 credits costs 10.85. The limit allows any three of these payments
// together.
const LIMIT = 34;

type Begun = { paymentIntentId: string; clientSecret: string };

/** Opens two processes on the test's database, and returns their addresses. */
async function openTwo(): Promise<string[]> {
  const { authSecret } = shop.context.config;
  const settings = onDatabase(shop.url, {
    SANDBOX: 'on',
    AUTH_SECRET: authSecret,
    LOG_LEVEL: 'silent',
  });
  const open = await Promise.all([openShop(settings), openShop(settings)]);
  return open.map(({ address }) => address);
}

function call(
  address: string,
  as: SignedIn,
  path: string,
  body: object,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Response> {
  const headers = {
    authorization: `Bearer ${as.accessToken}`,
    'content-type': 'application/json',
  };
  const request = { method, headers, body: JSON.stringify(body) };
  return fetch(`${address}/api${path}`, request);
}

/**
 * Begins a payment and pays it, as a browser does. Each cart is different, because the shop returns the open payment if
 * the cart is equal.
 */
async function buy(address: string, as: SignedIn, packId: string, index: number): Promise<void> {
  const isTopUp = index % 2 === 0;
  const begun = await (isTopUp
    ? call(address, as, '/transactions/credits', { amount: 10, paymentMethod: 'stripe' })
    : call(address, as, '/payments/create-payment-intent', {
        packs: [{ packId, quantity: 1 }],
        refs: [index.toString(16).padStart(64, '0')],
      }));
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
}

/**
 * Returns, for each of a person's payments, the amount after refunds in cents, and the time of the payment's last step.
 */
async function paidBy({ userId }: SignedIn): Promise<{ net: number; at: Date }[]> {
  const { rows } = await shop.owner.query<{ net: number; at: Date }>(
    `select (p.amount - coalesce((select sum(amount) from refunds where payment_id = p.id and state <> 'failed'), 0))::int as net,
       p.updated_at as at
     from payments p where p.user_id = $1 and p.state in ('succeeded', 'refund_due', 'refunded')`,
    [userId],
  );
  return rows.filter(({ net }) => net > 0);
}

test('200 purchases at once against a limit that allows three come to three, with webhooks that are late', async () => {
  const packId = await stockPackType(shop.context, { packs: PURCHASES, purchaseLimit: null });
  const person = await shop.signUp();
  const addresses = await openTwo();
  await call(addresses[0]!, person, '/users/limits', { day: LIMIT }, 'PUT');
  await inParallel([...Array.from({ length: PURCHASES }).keys()], 32, (index) =>
    buy(addresses[index % 2]!, person, packId, index),
  );
  await postAll(shop);
  expect((await paidBy(person)).length).toBeLessThanOrEqual(3);
  // Payments that stayed unpaid no longer count towards the limit, so later purchases have room.
  for (const index of [1, 3, 5, 7]) {
    await buy(addresses[0]!, person, packId, PURCHASES + index);
    await postAll(shop);
  }
  expect((await paidBy(person)).length).toBe(3);
});

test('a limit that is lowered among many purchases lets nothing above it through from then on', async () => {
  const packId = await stockPackType(shop.context, {
    packs: PURCHASES,
    purchaseLimit: null,
    id: 'magic-tst-second',
    cardsAreMade: true,
  });
  const person = await shop.signUp();
  const addresses = await openTwo();
  await call(addresses[0]!, person, '/users/limits', { day: LIMIT }, 'PUT');
  let loweredAt = new Date(0);
  await inParallel([...Array.from({ length: PURCHASES }).keys()], 32, async (index) => {
    await buy(addresses[index % 2]!, person, packId, index);
    if (index !== 8) return;
    await call(addresses[1]!, person, '/users/limits', { day: 12 }, 'PUT');
    loweredAt = new Date();
  });
  await postAll(shop);
  const paid = await paidBy(person);
  const total = paid.reduce((sum, { net }) => sum + net, 0);
  const isNothingLater = paid.every(({ at }) => at <= loweredAt);
  expect(total).toBeLessThanOrEqual(LIMIT * 100);
  expect(isNothingLater || total <= 1_200).toBe(true);
});
