// Files of prices: a price of a type in a drop waits for its end, and a whole file is undone as one.
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listPackTypeChanges, showAdminPackType } from '#contract/catalogue-admin.ts';
import type { showImport } from '#contract/imports.ts';
import { openDropShop } from '../../testing/drop-shop.ts';
import { workImports } from './work-imports.ts';

type Detail = z.input<typeof showImport.reply>;
type Changes = z.input<typeof listPackTypeChanges.reply>;

const { people, now, call, stocked, onSale, step, bought } = openDropShop();

const work = () => workImports(now().context, new AbortController().signal);

async function show(id: string): Promise<Detail> {
  return (await call<Detail>('GET', `/admin/imports/${id}`)).body.data;
}

/** Sends a file with a price for each pack type, and has it checked. */
async function checked(prices: Record<string, number>): Promise<Detail> {
  const lines = ['id,price', ...Object.entries(prices).map((line) => line.join(','))];
  const file = Buffer.from(lines.join('\n')).toString('base64');
  const body = { kind: 'prices', fileName: 'prices.csv', file };
  const { id } = (await call<Detail>('POST', '/admin/imports', { body })).body.data;
  await work();
  return show(id);
}

async function applied(id: string, mode = 'all'): Promise<Detail> {
  const { status } = await call('POST', `/admin/imports/${id}/apply`, { body: { mode } });
  expect(status).toBe(200);
  await work();
  return show(id);
}

async function pricesOf(...ids: string[]) {
  const types = await Promise.all(
    ids.map((id) =>
      call<z.input<typeof showAdminPackType.reply>>('GET', `/admin/pack-types/${id}`),
    ),
  );
  return types.map(({ body: { data } }) => [data.price, data.nextPrice]);
}

const changes = async () => (await call<Changes>('GET', '/admin/pack-type-changes')).body.data;
const undo = (id: string, body: object = {}) =>
  call('POST', `/admin/pack-type-changes/${id}/undo`, { body });

test('a price of a type in a drop is no slip: it is taken in, and its preview says until when it waits', async () => {
  const { drop, type } = await onSale();
  const loose = await stocked(20);
  const preview = await checked({ [type]: 12.5, [loose]: 12.5 });
  const heldBy = { number: 1, closesBy: drop.closesBy };
  expect(preview).toMatchObject({
    warned: 0,
    counts: { changed: 2, wrong: 0 },
    changes: [
      { changes: [{ field: 'price from the next drop', before: 'none', after: '12.50', heldBy }] },
      { changes: [{ field: 'price', before: '10.00', after: '12.50' }] },
    ],
  });
  expect(preview.changes[1]!.changes[0]).not.toHaveProperty('heldBy');
  expect((await applied(preview.id)).state).toBe('done');
  expect(await pricesOf(type, loose)).toEqual([
    [10, 12.5],
    [12.5, null],
  ]);

  const late = await checked({ [type]: 16 });
  await step(drop, 'close');
  expect(await applied(late.id)).toMatchObject({
    state: 'checked',
    problems: [{ problem: 'drop 1 is over since the preview' }],
  });
  expect(await pricesOf(type)).toEqual([[12.5, null]]);
});

test('a file of prices is one change, which is undone as one, also if some of its lines were wrong', async () => {
  const [one, other] = [await stocked(20), await stocked(20)];
  const { id } = await checked({ [one]: 12.5, [other]: 13, 'no-such-type': 14 });
  await applied(id, 'right');
  const [change] = await changes();
  const { email } = people.admin;
  expect(change).toMatchObject({ id, by: email, types: 2, fields: ['price'], problem: null });
  expect((await undo(id)).body.data).toEqual({ changed: 2 });
  expect(await pricesOf(one, other)).toEqual([
    [10, null],
    [10, null],
  ]);
  expect((await undo(id)).body.error.message).toBe('It is undone already');
});

test('a file of prices stays once something was ordered by it', async () => {
  const [one, other] = [await stocked(20), await stocked(20)];
  const { id } = await checked({ [one]: 12.5, [other]: 13 });
  await applied(id);
  expect((await bought(other)).status).toBe(200);
  expect((await undo(id)).body.error).toMatchObject({
    code: 'INVALID_TRANSITION',
    message: `Pack ${other} was ordered since`,
  });
  expect((await changes())[0]).toMatchObject({ id, problem: `Pack ${other} was ordered since` });
  expect(await pricesOf(one, other)).toEqual([
    [12.5, null],
    [13, null],
  ]);
});
