import { expect, test, vi } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { fillDemo } from '../../testing/demo.ts';

const shop = useTestApp({ DEMO: 'on' });

type Type = {
  id: string;
  game: string;
  price: number;
  discount: number | null;
  purchaseLimit: number | null;
  stock: number;
  potentialHitsCards: { instantCredit: number }[];
  odds: unknown[];
};

/** Runs `work` while another session locks `table`, until an hour has passed on this process's clock. */
async function delayed(table: string, work: () => Promise<void>): Promise<void> {
  const other = await shop.owner.connect();
  await other.query('begin');
  await other.query(`lock table ${table} in share mode`);
  const WAITING = `select from pg_locks join pg_database d on d.oid = database
                    where not granted and datname = current_database()`;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const done = work();
    await expect
      .poll(() => other.query(WAITING).then(({ rowCount }) => rowCount))
      .toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(3_600_000);
    await other.query('rollback');
    await done;
  } finally {
    vi.useRealTimers();
    other.release();
  }
}

test('the demo shop opens with real packs of three games, two accounts and credits to try it, however slow the machine is', async () => {
  const said: string[] = [];
  await delayed('cards', () => fillDemo(shop, (line) => said.push(line)));
  await fillDemo(shop, (line) => said.push(line));
  expect(said).toEqual(['Setting up the demo shop...']);

  const { body } = await shop.call<Type[]>('GET', '/pack-types');
  expect(body.data.length).toBeGreaterThanOrEqual(9);
  expect(new Set(body.data.map((type) => type.game)).size).toBe(3);
  expect(body.data.reduce((packs, type) => packs + type.stock, 0)).toBeGreaterThanOrEqual(200);
  expect(body.data.filter((type) => type.stock === 0)).toHaveLength(1);
  expect(body.data.filter((type) => type.discount !== null)).toHaveLength(1);
  expect(body.data.filter((type) => type.purchaseLimit === null)).toHaveLength(1);
  const { rows: samples } = await shop.owner.query(
    'select pack_type_id, price::int from asked_prices where is_sample',
  );
  expect(samples).toEqual([{ pack_type_id: 'pokemon-sv3', price: 599 }]);
  for (const type of body.data) {
    expect(type.potentialHitsCards).toHaveLength(10);
    expect(type.potentialHitsCards[0]!.instantCredit).toBeGreaterThan(0);
    expect(type.odds.length).toBeGreaterThan(0);
  }
});

test('the value of a pack that its operator sees is the average of the packs in stock', async () => {
  const { body: signIn } = await shop.call<{ access_token: string; refresh_token: string }>(
    'POST',
    '/auth/login',
    { body: { email: 'admin@feltandfoil.test', password: 'admin1234' } },
  );
  const admin = {
    userId: '',
    email: '',
    accessToken: signIn.data.access_token,
    refreshToken: signIn.data.refresh_token,
  };
  type Told = { id: string; expectedValue: { amount: number; basis: string } };
  const { body } = await shop.call<{ packTypes: Told[] }>('GET', '/admin/pack-types?limit=100', {
    as: admin,
  });
  // The expected figures are counted card by card, so they do not rely on the rule that filled the packs.
  const { rows: held } = await shop.owner.query<{ id: string; packs: number; cents: number }>(
    `select pack_type_id as id, count(distinct p.id)::int as packs, sum(c.market_value)::float8 as cents
     from physical_packs p join pack_secrets s on s.pack_id = p.id cross join unnest(s.card_ids) k (card_id)
     join cards c on c.id = k.card_id
     where not exists (select from openings o where o.pack_id = p.id)
     group by pack_type_id`,
  );
  expect(held).toHaveLength(8);
  for (const { id, packs, cents } of held) {
    const { amount, basis } = body.data.packTypes.find((type) => type.id === id)!.expectedValue;
    // Published means are rounded down to the cent.
    expect([id, basis, amount]).toEqual([id, 'counted', Math.floor(cents / packs) / 100]);
  }
});

test('a few singles of sets that the demo sells are on sale', async () => {
  const { rows } = await shop.owner.query<{ id: string }>(
    'select distinct card_id as id from house_cards',
  );
  expect(rows.length).toBeGreaterThanOrEqual(3);
  for (const { id } of rows) {
    const { body } = await shop.call<{ singles: { set_id: string; price: number }[] }>(
      'GET',
      `/cards/${id}/copies`,
    );
    const [copy] = body.data.singles;
    expect(['pokemon-sv1', 'magic-mid']).toContain(copy!.set_id);
    expect(copy!.price).toBeGreaterThan(0);
  }
});

test('a demo shopper buys a real pack and gets as many cards as it states', async () => {
  const { body: signIn } = await shop.call<{
    access_token: string;
    refresh_token: string;
    user: { id: string };
  }>('POST', '/auth/login', { body: { email: 'demo@feltandfoil.test', password: 'demo1234' } });
  const demo = {
    userId: signIn.data.user.id,
    email: '',
    accessToken: signIn.data.access_token,
    refreshToken: signIn.data.refresh_token,
  };
  const { body: types } = await shop.call<(Type & { card_count: number })[]>('GET', '/pack-types');
  for (const type of types.data.filter((one) => one.stock > 0)) {
    const { status, body } = await shop.call<{ totalCards: number }>(
      'POST',
      '/payments/purchase-with-balance',
      {
        as: demo,
        body: { packs: [{ packId: type.id, quantity: 1 }], paymentMethod: 'balance' },
      },
    );
    expect([type.id, status, body.data.totalCards]).toEqual([type.id, 200, type.card_count]);
  }
});

test('a user who registers in a demo shop gets 100 credits', async () => {
  const user = await shop.signUp();
  const { body } = await shop.call<{ account_balance: number }>('GET', '/users/profile', {
    as: user,
  });
  expect(body.data.account_balance).toBe(100);
});
