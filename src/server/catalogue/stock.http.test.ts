// Sealed packs in the hands of operators: taking them in, finding them, taking them off sale, looking.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '#contract/endpoint.ts';
import type { previewIntake, takeInPacks } from '#contract/stock.ts';
import { useTestApp, type SignedIn } from '../test-app.ts';
import { stockPackType } from '../test-stock.ts';

const shop = useTestApp();
let admin: SignedIn;
let moderator: SignedIn;
let shopper: SignedIn;
/** Three cards a pack. */
let type: string;

beforeAll(async () => {
  [admin, moderator, shopper] = await Promise.all([shop.signUp(), shop.signUp(), shop.signUp()]);
  await shop.owner.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
  await shop.owner.query(`update users set role = 'moderator' where id = $1`, [moderator.userId]);
});
beforeEach(async () => {
  type = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
});

type Deed = { action: string; subject_id: string; before: unknown; after: unknown };
async function lastDeed(): Promise<Deed> {
  const { rows } = await shop.owner.query<Deed>(
    'select action, subject_id, before, after from audit_log order by id desc limit 1',
  );
  return rows[0]!;
}

async function stockOf(id: string): Promise<number> {
  const { body } = await shop.call<{ stock: number }>('GET', `/pack-types/${id}`);
  return body.data.stock;
}

const card = (number: string, more: object = {}) => ({ set: 'tst', number, ...more });
const CARDS = [card('1'), card('2', { condition: 'Lightly Played' }), card('3')];
let made = 0;
const newSerial = () => `S-${++made}`;
const pack = (more: { serial?: string } & Record<string, unknown> = {}) => {
  const serial = more.serial ?? newSerial();
  return { packTypeId: type, serial, certificationNumber: `C-${serial}`, cards: CARDS, ...more };
};

const takeIn = (packs: unknown[], as = admin) =>
  shop.call<Reply<typeof takeInPacks>>('POST', '/admin/stock/intake', { as, body: { packs } });
const preview = (packs: unknown[], as = admin) =>
  shop.call<Reply<typeof previewIntake>>('POST', '/admin/stock/preview', { as, body: { packs } });

describe('the intake', () => {
  test('puts packs on sale at once, and writes down who took in which', async () => {
    const packs = [pack(), pack()];
    const { status, body } = await takeIn(packs);
    expect([status, body.data]).toEqual([200, { newPacks: 2, knownPacks: 0 }]);
    expect(await stockOf(type)).toBe(4);
    expect(await lastDeed()).toEqual({
      action: 'take_in_packs',
      subject_id: type,
      before: null,
      after: { packs: 2, serials: packs.map((one) => one.serial) },
    });
  });

  test('names cards by their ids too', async () => {
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from cards where set_id = 'magic-tst' order by number limit 3`,
    );
    const cards = rows.map(({ id }) => ({ cardId: id }));
    expect((await takeIn([pack({ cards })])).body.data).toEqual({ newPacks: 1, knownPacks: 0 });
  });

  test('counts a pack that came before with the same cards as known, within a call too', async () => {
    const before = pack();
    await takeIn([before]);
    const next = pack();
    const { body } = await takeIn([before, next, next]);
    expect(body.data).toEqual({ newPacks: 1, knownPacks: 2 });
    const again = await takeIn([before, next]);
    expect(again.body.data).toEqual({ newPacks: 0, knownPacks: 2 });
    expect(await lastDeed()).toMatchObject({ after: { packs: 1, serials: [next.serial] } });
  });

  test('takes in nothing of a call with a pack that is wrong, and names each such pack', async () => {
    const { status, body } = await takeIn([
      pack(),
      pack({ packTypeId: 'nothing' }),
      pack({ cards: [card('1'), card('2'), card('99')] }),
    ]);
    expect(status).toBe(400);
    expect(body.error.details).toEqual([
      { path: 'packs.1', message: 'there is no pack type "nothing"' },
      { path: 'packs.2', message: 'card 3: the catalogue has no card tst 99 (normal)' },
    ]);
    expect(await stockOf(type)).toBe(2);
  });

  test('of the same packs twice at once takes them in once', async () => {
    const packs = [pack(), pack()];
    const answers = await Promise.all([takeIn(packs), takeIn(packs)]);
    const counts = answers.map(({ body }) => body.data.newPacks).toSorted((a, b) => a - b);
    expect(counts).toEqual([0, 2]);
    expect(await stockOf(type)).toBe(4);
  });

  test('answers a repeat of its key again, to the word', async () => {
    const body = { packs: [pack()] };
    const send = () =>
      shop.call('POST', '/admin/stock/intake', { as: admin, body, key: 'intake-1' });
    const first = await send();
    expect((await send()).body.data).toEqual(first.body.data);
  });

  test('takes 500 packs, and no more', async () => {
    const packs = Array.from({ length: 500 }, () => pack());
    expect((await takeIn(packs)).body.data).toEqual({ newPacks: 500, knownPacks: 0 });
    expect((await takeIn([...packs, pack()])).status).toBe(400);
    expect((await takeIn([])).status).toBe(400);
  });

  test('is for admins only', async () => {
    expect((await takeIn([pack()], moderator)).status).toBe(403);
    expect((await preview([pack()], moderator)).status).toBe(403);
  });
});

describe('the preview of an intake', () => {
  test('says what would come in, by type, and changes nothing', async () => {
    const known = pack();
    await takeIn([known]);
    const { body } = await preview([known, pack(), pack()]);
    expect(body.data).toEqual({
      newPacks: 2,
      knownPacks: 1,
      types: [{ packTypeId: type, name: `Pack ${type}`, newPacks: 2, knownPacks: 1 }],
      problems: [],
    });
    expect(await stockOf(type)).toBe(3);
  });

  test.each<[string, () => unknown, string]>([
    ['is no object', () => 'pack', 'must be an object'],
    ['has no serial', () => ({ ...pack(), serial: undefined }), 'serial must be a text'],
    ['has a field that is none', () => ({ ...pack(), weight: 3 }), 'weight is not a field'],
    [
      'names a card by nothing',
      () => pack({ cards: [{}, {}, {}] }),
      'card 1: needs set and number, or cardId',
    ],
    ['is of no type', () => pack({ packTypeId: 'none' }), 'there is no pack type "none"'],
    [
      'holds too few cards',
      () => pack({ serial: 'few', cards: [card('1')] }),
      'pack few holds 1 cards, its type says 3',
    ],
    [
      'holds a card of no set',
      () => pack({ cards: [card('1'), card('2'), { set: 'zzz', number: '1' }] }),
      'card 3: the catalogue has no magic set "zzz"',
    ],
    [
      'holds a card of no such rarity',
      () => pack({ cards: [card('1', { rarity: 'mythic' }), card('2'), card('3')] }),
      'card 1: the catalogue has no card tst 1 (mythic, normal)',
    ],
    [
      'holds a card of an unknown id',
      () =>
        pack({
          cards: [card('1'), card('2'), { cardId: '00000000-0000-4000-8000-000000000000' }],
        }),
      'card 3: the catalogue has no card 00000000-0000-4000-8000-000000000000',
    ],
    [
      'came in before with other cards',
      () => pack({ serial: `${type}-0`, certificationNumber: `FF-${type}-0` }),
      'came in before with other content',
    ],
    [
      'has the certification of another',
      () => pack({ certificationNumber: `FF-${type}-0` }),
      `belongs to pack`,
    ],
  ])('says so of a pack that %s', async (_name, wrong, problem) => {
    const { status, body } = await preview([pack(), wrong()]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ newPacks: 1, problems: [{ index: 1 }] });
    expect(body.data.problems[0]!.problem).toContain(problem);
  });

  test('finds packs that contradict each other', async () => {
    const one = pack();
    const other = pack();
    const { body } = await preview([
      one,
      { ...one, certificationNumber: 'another' },
      other,
      pack({ certificationNumber: other.certificationNumber }),
    ]);
    expect(body.data.problems).toEqual([
      { index: 1, problem: `pack ${one.serial} is on row 1 with other content` },
      {
        index: 3,
        problem: `certification ${other.certificationNumber} belongs to pack ${other.serial}`,
      },
    ]);
  });
});
