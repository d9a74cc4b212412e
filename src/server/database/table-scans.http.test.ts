// In a shop's first minute, the planner's statistics say that the tables are empty, and Postgres
// caches plans that are based on these statistics.
import { expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();
const SALES = 40;

/** Tables that grow with each sale. */
const GROWING =
  `idempotency_keys journals mails opened_packs openings order_lines orders pack_secrets physical_cards
  physical_packs places reservations transfers`.split(/\s+/);

/**
 * Ends the connections, because Postgres is certain to have counted a connection's reads only after
 * the connection has ended.
 */
async function endConnections(): Promise<void> {
  await shop.owner.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and application_name = 'felt-and-foil'`,
  );
}

async function tableScans(): Promise<Record<string, number>> {
  await endConnections();
  const { rows } = await shop.owner.query<{ name: string; scans: number }>(
    `select relname as name, seq_scan::int as scans from pg_stat_user_tables where relname = any ($1)`,
    [GROWING],
  );
  expect(rows).toHaveLength(GROWING.length);
  return Object.fromEntries(rows.map(({ name, scans }) => [name, scans]));
}

type Bought = { packOpenings: { id: string; cards: { id: string }[] }[] };

test('purchases, sales and conversions scan no table that grows with them, even if it was empty when they were planned', async () => {
  const packId = await stockPackType(shop.context, { packs: SALES, purchaseLimit: null });
  const buyers = await Promise.all(Array.from({ length: 4 }, () => shop.signUp(1000)));
  await shop.owner.query('vacuum analyze');
  const post = async <Data>(as: SignedIn, path: string, body: unknown): Promise<Data> => {
    const response = await shop.call<Data>('POST', path, { as, body });
    expect([response.status, path]).toEqual([200, path]);
    return response.body.data;
  };
  const before = await tableScans();
  for (let bought = 0; bought < SALES; bought += buyers.length) {
    await Promise.all(
      buyers.map(async (as) => {
        const packs = [{ packId, quantity: 1 }];
        const purchase = { packs, paymentMethod: 'balance' };
        const { packOpenings } = await post<Bought>(
          as,
          '/payments/purchase-with-balance',
          purchase,
        );
        const { id: packOpeningId, cards } = packOpenings[0]!;
        const [first, second, third] = cards.map(({ id: cardId }) => ({ cardId, packOpeningId }));
        await post(as, '/cards/sell', first);
        await post(as, '/cards/sell/bulk', { cards: [second] });
        await post(as, '/cards/convert', { cards: [third] });
      }),
    );
  }
  expect(await tableScans()).toEqual(before);
});
