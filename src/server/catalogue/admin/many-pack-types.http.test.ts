// Operators order, save and change many pack types at once.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type {
  changePackTypes,
  listAdminPackTypes,
  listPackTypeChanges,
  undoPackTypeChange,
} from '#contract/catalogue-admin.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { stockPackType } from '../../../testing/stock.ts';

const shop = useTestApp();
let admin: SignedIn;
let buyer: SignedIn;

type Types = z.input<typeof listAdminPackTypes.reply>;
type Type = Types['packTypes'][number];
type Changed = z.input<typeof changePackTypes.reply>;
type Changes = z.input<typeof listPackTypeChanges.reply>;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  buyer = await shop.signUp(500);
});

async function listed(query: string): Promise<Type[]> {
  const path = `/admin/pack-types?limit=100&${query}`;
  const { status, body } = await shop.call<Types>('GET', path, { as: admin });
  expect(status).toBe(200);
  return body.data.packTypes;
}
const names = async (query: string) => (await listed(query)).map(({ name }) => name);

async function file(query: string): Promise<string[]> {
  const path = `/admin/pack-types.csv?${query}`;
  const { status, body } = await shop.call<string>('GET', path, { as: admin });
  expect(status).toBe(200);
  return body.data.split('\r\n').slice(0, -1);
}

describe('the list of pack types', () => {
  beforeAll(async () => {
    const id = await stockPackType(shop.context, { packs: 1, price: 700, id: 'order-a' });
    // These are more types than the export reads at once, and some of them have equal prices.
    await shop.owner.query(
      `insert into pack_types (id, set_id, name, price, card_count, position, tags)
       select 'order-' || n, set_id, 'Order ' || lpad(n::text, 3, '0'), 100 + n % 7, card_count, 1000 - n, '{=1+1}'
       from pack_types, generate_series(1, 120) n where id = $1`,
      [id],
    );
    await shop.owner.query(`update pack_types set name = 'ÉRABLE order' where id = $1`, [id]);
  });

  test('is in the order that an operator chooses, letters without their marks, equal prices by id', async () => {
    const byName = await names('search=order&sort=name');
    expect([byName[0], byName.at(-1)]).toEqual(['ÉRABLE order', 'Order 099']);
    expect(await names('search=order&sort=-name&page=2')).toEqual(
      [
        'ÉRABLE order',
        ...Array.from({ length: 20 }, (_none, at) => `Order ${String(at + 1).padStart(3, '0')}`),
      ].toReversed(),
    );
    const prices = (await listed('search=order&sort=price')).map(({ price, id }) => [price, id]);
    expect(prices).toEqual(
      prices.toSorted((a, b) => Number(a[0]) - Number(b[0]) || (a[1]! < b[1]! ? -1 : 1)),
    );
    const dearest = await listed('search=order&sort=-price');
    expect([dearest[0]!.price, dearest[1]!.price]).toEqual([7, 1.06]);
    expect((await names('search=order'))[0]).not.toBe('Order 001');
  });

  test('is saved as a file of any length, with the chosen columns and in the chosen order, and no formula', async () => {
    for (const sort of ['name', '-price']) {
      const lines = await file(`search=order&sort=${sort}&columns=name,price,tags`);
      expect(lines[0]).toBe('Name,Price,Tags');
      const shown = [
        ...(await names(`search=order&sort=${sort}`)),
        ...(await names(`search=order&sort=${sort}&page=2`)),
      ];
      expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(shown);
      expect(lines.slice(1)).toHaveLength(121);
    }
    const all = await file('search=order+001');
    expect(all[0]).toBe(
      'Name,Set,Price,Discount,Expected value,Cost,Limit per person,Tags,Stock,State',
    );
    expect(all[1]).toMatch(/^Order 001,Test Harbour,1\.01,,.*,1,'=1\+1,0,On sale$/);
  });

  test.each([
    ['/admin/pack-types?sort=stock', /^sort must be one of name, -name, price, -price$/],
    ['/admin/pack-types.csv?columns=name,secret', /^columns must be some of name, set, /],
  ])('refuses what it has no index or no column for: %s', async (path, message) => {
    const { status, body } = await shop.call('GET', path, { as: admin });
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)]);
  });
});

describe('many pack types', () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [];
    for (let n = 0; n < 3; n += 1) {
      ids.push(await stockPackType(shop.context, { packs: 3, purchaseLimit: null }));
    }
  });

  const types = async () => {
    const all = await Promise.all(ids.map((id) => listed(`search=${id}`)));
    return all.map(([type]) => type!);
  };
  async function change(fields: object, more: object = {}) {
    const body = {
      types: (await types()).map(({ id, updatedAt }) => ({ id, seen: updatedAt, ...fields })),
      ...more,
    };
    return shop.call<Changed>('PATCH', '/admin/pack-types', { as: admin, body });
  }
  const undo = (id: string, body: object = {}) =>
    shop.call<z.input<typeof undoPackTypeChange.reply>>(
      'POST',
      `/admin/pack-type-changes/${id}/undo`,
      { as: admin, body },
    );
  const lastChange = async () => {
    const { body } = await shop.call<Changes>('GET', '/admin/pack-type-changes', { as: admin });
    return body.data[0]!;
  };
  const moveChange = (id: string, by: string) =>
    shop.owner.query(
      `begin; set local session_replication_role = replica;
       update audit_log set at = at + interval '${by}' where subject_id = '${id}'; commit`,
    );
  const buy = (id: string) =>
    shop.call('POST', '/payments/purchase-with-balance', {
      as: buyer,
      body: { packs: [{ packId: id, quantity: 1 }], paymentMethod: 'balance' },
    });

  test('are changed as one entry of the audit log, and undone as one', async () => {
    const before = await types();
    const fields = { price: 20.5, isAvailable: false, purchaseLimit: 2, tags: ['Autumn'] };
    const { status, body } = await change(fields);
    expect([status, body.data.changed]).toEqual([200, 3]);
    expect(await types()).toMatchObject(
      ids.map(() => ({ price: 20.5, is_available: false, purchaseLimit: 2, tags: ['Autumn'] })),
    );
    const entries = async () => {
      const { rows } = await shop.owner.query<{ action: string; before: object; after: object }>(
        `select action, before, after from audit_log where subject_kind = 'pack_types' and subject_id = $1 order by id`,
        [body.data.changeId],
      );
      return rows;
    };
    const [old, made] = [
      { price: 10, nextPrice: null, is_available: true, purchaseLimit: null, tags: [] },
      { price: 20.5, nextPrice: null, is_available: false, purchaseLimit: 2, tags: ['Autumn'] },
    ];
    const each = (one: object) => Object.fromEntries(ids.map((id) => [id, one]));
    expect(await entries()).toEqual([
      { action: 'change_pack_types', before: each(old), after: each(made) },
    ]);
    expect(await lastChange()).toMatchObject({
      id: body.data.changeId,
      by: admin.email,
      types: 3,
      fields: expect.arrayContaining(['price', 'is_available', 'purchaseLimit', 'tags']),
      problem: null,
    });
    // The earlier price is below half of what a pack is expected to hold.
    const confirmed = { confirmBelowExpectedValue: true };
    expect((await undo(body.data.changeId!, confirmed)).body.data).toEqual({ changed: 3 });
    expect((await types()).map(({ updatedAt: _at, ...type }) => type)).toEqual(
      before.map(({ updatedAt: _at, ...type }) => type),
    );
    expect((await entries()).at(-1)).toEqual({
      action: 'undo_pack_types',
      before: each(made),
      after: each(old),
    });
    const again = await undo(body.data.changeId!);
    expect(again.body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'It is undone already',
    });
    expect((await lastChange()).problem).toBe('It is undone already');
    expect((await undo(crypto.randomUUID())).body.error.code).toBe('NOT_FOUND');
  });

  test('stay changed once one of them was ordered, or has changed since, unless only tags changed', async () => {
    const priced = (await change({ price: 21 })).body.data.changeId!;
    expect((await buy(ids[1]!)).status).toBe(200);
    expect((await undo(priced)).body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: `Pack ${ids[1]} was ordered since`,
    });
    const tagged = (await change({ tags: ['New'] })).body.data.changeId!;
    expect((await buy(ids[1]!)).status).toBe(200);
    expect((await undo(tagged)).status).toBe(200);
    const limited = (await change({ purchaseLimit: 7 })).body.data.changeId!;
    const body = { purchaseLimit: 8 };
    await shop.call('PATCH', `/admin/pack-types/${ids[2]}`, { as: admin, body });
    expect((await undo(limited)).body.error.message).toBe(`Pack ${ids[2]} has changed since`);
  });

  test('are changed back for a day, and below half of what a pack holds only on a second press', async () => {
    await change({ price: 1 }, { confirmBelowExpectedValue: true });
    const raised = (await change({ price: 20 })).body.data.changeId!;
    expect((await undo(raised)).body.error).toMatchObject({
      code: 'BELOW_EXPECTED_VALUE',
      message: expect.stringContaining(`Pack ${ids[0]}, CAD 1.00 of CAD `),
      details: ids.toSorted().map((id) => ({ id, basis: 'cards' })),
    });
    expect((await types()).map(({ price }) => price)).toEqual([20, 20, 20]);
    expect((await undo(raised, { confirmBelowExpectedValue: true })).status).toBe(200);
    expect((await types()).map(({ price }) => price)).toEqual([1, 1, 1]);

    const late = (await change({ price: 20 })).body.data.changeId!;
    await moveChange(late, '-25 hours');
    const { at } = await lastChange();
    const message = `It was changed at ${at.slice(0, 16).replace('T', ' ')} UTC: too late to undo`;
    expect((await undo(late)).body.error).toMatchObject({ code: 'INVALID_TRANSITION', message });
    expect((await lastChange()).problem).toBe(message);
    // Restores the entry's time, because the audit reports altered entries.
    await moveChange(late, '25 hours');
  });

  test('are all left alone if one of them is wrong', async () => {
    const before = await types();
    const [first, second] = before;
    const seen = ({ id, updatedAt }: Type) => ({ id, seen: updatedAt });
    const refusals: [object[], number, string, string][] = [
      [[{ ...seen(first!), price: 0 }], 400, 'VALIDATION_ERROR', 'price must be above 0'],
      [[], 400, 'VALIDATION_ERROR', 'types must not be empty'],
      [[seen(first!), seen(first!)], 400, 'VALIDATION_ERROR', 'A pack type is named twice'],
      [[seen(first!), { ...seen(second!), id: 'gone' }], 404, 'PACK_NOT_FOUND', 'Pack not found'],
      [
        [
          { ...seen(first!), price: 11 },
          { ...seen(second!), seen: '2026-01-01T00:00:00Z' },
        ],
        409,
        'INVALID_TRANSITION',
        `Changed since you looked: ${second!.name}. Look again`,
      ],
    ];
    for (const [asked, status, code, message] of refusals) {
      const refused = await shop.call('PATCH', '/admin/pack-types', {
        as: admin,
        body: { types: asked },
      });
      const { error } = refused.body;
      expect([refused.status, error.code, error.message]).toEqual([status, code, message]);
    }
    const cheap = await change({ price: 1 });
    expect(cheap.body.error).toMatchObject({
      code: 'BELOW_EXPECTED_VALUE',
      message: expect.stringContaining(`Pack ${ids[0]}, CAD 1.00 of CAD `),
      details: ids.map((id) => ({ id, basis: 'cards' })),
    });
    expect(await types()).toEqual(before);
    expect((await change({ price: 10 })).body.data).toEqual({ changeId: null, changed: 0 });
    expect((await change({ price: 1 }, { confirmBelowExpectedValue: true })).status).toBe(200);
  });

  test('can’t be priced by the shop’s login without an entry, now or for later', async () => {
    for (const column of ['price', 'next_price', 'purchase_limit']) {
      await expect(
        shop.context.db.client.query(`update pack_types set ${column} = 77 where id = '${ids[0]}'`),
      ).rejects.toThrow(/changed by an operator/);
    }
  });
});
