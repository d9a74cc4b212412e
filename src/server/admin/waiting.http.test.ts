// Tests that the overview begins with the work that waits.
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listWaiting } from '#contract/admin-waiting.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { buyToDispute } from '../../testing/disputes.ts';
import { postAll } from '../../testing/payments.ts';
import { ownerOfCards, shipped } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Waiting = z.input<typeof listWaiting.reply>;

const shop = useTestApp({}, { cards: true });

async function waitingFor(as: SignedIn): Promise<Waiting['waiting']> {
  const { status, body } = await shop.call<Waiting>('GET', '/admin/waiting', { as });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.waiting;
}

test('operators see first what waits, how long, and only what they may open', async () => {
  const admin = await shop.signUp({ role: 'admin' });
  const moderator = await shop.signUp({ role: 'moderator' });
  expect(await waitingFor(admin)).toEqual([]);

  const type = await stockPackType(shop.context, { packs: 8, purchaseLimit: null });
  const { user, items } = await ownerOfCards(shop, type);
  const late = await shipped(shop, user, items.slice(0, 1));
  const other = await ownerOfCards(shop, type);
  await shipped(shop, other.user, other.items.slice(0, 1));
  await shop.owner.query(
    `set session_replication_role = replica;
     update shipments set requested_at = now() - interval '3 days' where id = '${late.id}';
     set session_replication_role = default`,
  );
  const { card, packOpeningId } = other.items[1]!;
  const sold = await shop.call('POST', '/cards/sell', {
    as: other.user,
    body: { cardId: card.id, packOpeningId },
  });
  expect(sold.status).toBe(200);
  await buyToDispute(shop, await shop.signUp(), type);
  await postAll(shop);
  await shop.owner.query(
    `insert into mails (id, kind, to_address, subject, text, state, last_error)
     values (gen_random_uuid(), 'receipt', 'gone@example.test', 'Receipt', 'Receipt', 'failed', '550 No such user')`,
  );
  await shop.owner.query(
    `insert into pgboss.job (name, state, completed_on, policy) values ('forget-keys', 'failed', now(), 'standard')`,
  );

  const seen = await waitingFor(admin);
  expect(seen.map(({ kind, count, late: lateOnes }) => [kind, count, lateOnes])).toEqual([
    ['parcels_to_pack', 2, 1],
    ['singles_to_take', 1, 0],
    ['disputes', 1, 0],
    ['failed_jobs', 1, 0],
    ['failed_mails', 1, 0],
  ]);
  const [parcels, , disputes] = seen;
  expect(Date.parse(parcels!.at!)).toBeLessThan(Date.now() - 2 * 86_400_000);
  // A dispute's instant is the day by which the bank wants an answer.
  expect(Date.parse(disputes!.at!)).toBeGreaterThan(Date.now());
  expect(disputes!.amount).toBe(11.3);
  expect((await waitingFor(moderator)).map(({ kind }) => kind)).toEqual([
    'parcels_to_pack',
    'singles_to_take',
    'failed_jobs',
  ]);

  // Six packs are left, and three hundred were sold today.
  await shop.owner.query(
    `insert into margin_days values ((now() at time zone 'UTC')::date, 'packs', $1, 'pack_count', 300)`,
    [type],
  );
  const letSalesBeAdded = (until: string) =>
    shop.owner.query('update margin_until set until = $1', [until]);
  await letSalesBeAdded('now');
  expect((await waitingFor(admin)).map(({ kind }) => kind)).toContain('low_stock');
  const typesOf = async (stock: string) => {
    const { body } = await shop.call<{ packTypes: { id: string }[] }>(
      'GET',
      `/admin/pack-types?stock=${stock}`,
      { as: admin },
    );
    return body.data.packTypes.map(({ id }) => id);
  };
  expect([await typesOf('low'), await typesOf('unsold')]).toEqual([[type], []]);
  // Without this, the audit would compare the added sales with the
  // ledger.
  await letSalesBeAdded('-infinity');
});
