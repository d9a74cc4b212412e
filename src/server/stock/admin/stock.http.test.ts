// Operators handle sealed packs: they take packs in, search for them, withdraw them from sale, and
// view their content.
import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '#contract/endpoint.ts';
import type { listStock, lookIntoPack, previewIntake, takeInPacks } from '#contract/stock-admin.ts';
import type { StockedCard, StockedPackDetail } from '#contract/admin-stock.ts';
import { SEAL_KINDS } from '#domain/seal-kind.ts';
import { sealSentence } from '#domain/seal.ts';
import { readPackDocument } from '#domain/packproof/pack-document.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { buySealedPacks } from '../../../testing/sealed-packs.ts';
import { stockPackType } from '../../../testing/stock.ts';

const shop = useTestApp();
let admin: SignedIn;
let moderator: SignedIn;
let shopper: SignedIn;
/** The id of a pack type with three cards in each pack. */
let type: string;

beforeAll(async () => {
  [admin, moderator, shopper] = await Promise.all([
    shop.signUp({ role: 'admin' }),
    shop.signUp({ role: 'moderator' }),
    shop.signUp(),
  ]);
});
beforeEach(async () => {
  type = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
});

type Entry = { action: string; subject_id: string; before: unknown; after: unknown };
async function lastAuditEntry(): Promise<Entry> {
  const { rows } = await shop.owner.query<Entry>(
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
  test('puts packs on sale at once, and records who took in which', async () => {
    const packs = [pack(), pack()];
    const { status, body } = await takeIn(packs);
    expect([status, body.data]).toEqual([200, { newPacks: 2, knownPacks: 0, waitingPacks: 0 }]);
    expect(await stockOf(type)).toBe(4);
    expect(await lastAuditEntry()).toEqual({
      action: 'take_in_packs',
      subject_id: type,
      before: null,
      after: { packs: 2, serials: packs.map((one) => one.serial) },
    });
  });

  test('keeps packs for a drop: they are not on sale before an operator says so', async () => {
    const waiting = [pack({ awaitsDrop: true }), pack({ awaitsDrop: true })];
    const { body } = await takeIn([...waiting, pack()]);
    expect(body.data).toEqual({ newPacks: 3, knownPacks: 0, waitingPacks: 0 });
    expect(await stockOf(type)).toBe(3);
    const { body: now } = await shop.call('GET', '/admin/overview', { as: admin });
    expect(now.data).toMatchObject({ packsWaiting: 2 });
    const find = async ({ serial }: { serial: string }) => {
      const list = await shop.call<Reply<typeof listStock>>(
        'GET',
        `/admin/stock/packs?search=${serial}`,
        { as: admin },
      );
      return list.body.data.packs[0]!;
    };
    const one = await find(waiting[0]!);
    expect(one).toMatchObject({ state: 'waiting', awaitsDrop: true });
    // The shop's own login can't put this pack on sale by a statement of its own.
    const { db } = shop.context;
    await expect(
      db.client.query('update places set awaits_drop = false where id = $1', [one.id]),
    ).rejects.toThrow('what awaits a drop');
    const put = await shop.call('POST', `/admin/stock/packs/${one.id}/put-back`, {
      as: admin,
      body: { reason: 'No drop after all' },
    });
    expect(put.body.data).toMatchObject({ state: 'available', awaitsDrop: false });
    expect(await lastAuditEntry()).toMatchObject({
      action: 'put_pack_back',
      before: { state: 'waiting' },
    });
    expect(await stockOf(type)).toBe(4);
    expect((await find(waiting[1]!)).state).toBe('waiting');
  });

  test('answers a typed number with the card’s name, picture and finishes', async () => {
    const find = (query: string) =>
      shop.call<{ cards: object[] }>('GET', `/admin/stock/cards?packTypeId=${query}`, {
        as: admin,
      });
    const { body } = await find(`${type}&set=tst&number=3`);
    expect(body.data.cards).toEqual([
      {
        cardId: expect.any(String),
        name: 'Glass Heron',
        nativeRarity: 'rare',
        finish: 'normal',
        image: expect.stringContaining('/art/'),
      },
    ]);
    expect((await find(`${type}&set=tst&number=99`)).body.data.cards).toEqual([]);
    expect((await find('nothing&set=tst&number=3')).body.data.cards).toEqual([]);
  });

  test('refuses a pack of another kind than its type says, and names the supplier only to operators who do more than packing', async () => {
    const other = await takeIn([pack({ sealKind: 'assembled' })]);
    expect([other.status, other.body.error.message]).toEqual([
      400,
      expect.stringContaining(
        'is put together by us from single cards, its type says opened, recorded and sealed again by us',
      ),
    ]);
    const serial = newSerial();
    const named = pack({ serial, sealKind: 'resealed', supplier: 'Harbour Wholesale' });
    expect((await takeIn([named])).status).toBe(200);
    expect(await lastAuditEntry()).toMatchObject({
      after: { packs: 1, serials: [serial], suppliers: ['Harbour Wholesale'] },
    });
    const id = await packIdOf(serial);
    const { body } = await shop.call('GET', `/admin/stock/packs/${id}`, { as: moderator });
    expect(body.data).toMatchObject({ supplier: 'Harbour Wholesale', sealKind: 'resealed' });
    const packer = await shop.signUp({ rights: ['packing'] });
    const { body: packed } = await shop.call('GET', `/admin/stock/packs/${id}`, { as: packer });
    expect(packed.data).toMatchObject({ supplier: null, sealKind: 'resealed' });
    const { body: certified } = await shop.call('GET', `/packs/${id}/certification`);
    expect(JSON.stringify(certified)).not.toContain('Wholesale');
  });

  test('stores a pack’s contents, and publishes a commitment to them', async () => {
    const serial = `${newSerial()}-"\\/\u007f\u2028e\u0301`;
    await takeIn([pack({ serial, cards: [card('1', { label: 'GR-1' }), CARDS[1], CARDS[2]] })]);
    const { rows } = await shop.owner.query<{
      document: string;
      salt: Buffer;
      commitment: Buffer;
      received_at: Date;
    }>(
      `select s.*, p.commitment, p.received_at from physical_packs p join pack_secrets s on s.pack_id = p.id
       where p.serial = $1`,
      [serial],
    );
    const [{ document, salt, commitment, received_at: receivedAt }] = rows as [
      (typeof rows)[number],
    ];
    const known = { game: 'magic', set: 'tst', finish: 'normal', condition: 'Near Mint' };
    expect(readPackDocument(document)).toEqual({
      v: 2,
      packType: type,
      serial: serial.normalize('NFC'),
      certification: `C-${serial}`.normalize('NFC'),
      takenInAt: Math.floor(receivedAt.getTime() / 1000),
      cards: [
        { ...known, number: '1', name: 'Harbour Lantern', rarity: 'common', label: 'GR-1' },
        {
          ...known,
          number: '2',
          name: 'Moss Wall',
          rarity: 'common',
          condition: 'Lightly Played',
        },
        { ...known, number: '3', name: 'Glass Heron', rarity: 'rare' },
      ],
    });
    const hashed = createHash('sha256').update('packproof/v2/pack\0').update(salt).update(document);
    expect(hashed.digest()).toEqual(commitment);
  });

  test('recognises a graded card by its number, whoever had it since', async () => {
    const graded = (label: string) => [card('1', { label }), CARDS[1], CARDS[2]];
    const first = pack({ cards: graded('GR-2') });
    expect((await takeIn([first])).status).toBe(200);
    expect((await takeIn([first])).body.data).toEqual({
      newPacks: 0,
      knownPacks: 1,
      waitingPacks: 0,
    });
    const again = await takeIn([pack({ cards: graded('gr-2') })]);
    const twice = await takeIn([pack({ cards: graded('GR-3') }), pack({ cards: graded('gr-3') })]);
    for (const [{ status, body }, label] of [
      [again, 'gr-2'],
      [twice, 'gr-3'],
    ] as const) {
      expect([status, body.error.message]).toEqual([
        400,
        `a card with the label ${label} came in before`,
      ]);
    }
    const unlike = await takeIn([{ ...first, cards: graded('GR-4') }]);
    expect(unlike.body.error.message).toContain('came in before with other content');
    const { body } = await preview([pack({ cards: graded('GR-2') })]);
    expect(body.data.problems).toEqual([]);
  });

  test('accepts cards by their ids too', async () => {
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from cards where set_id = 'magic-tst' order by number limit 3`,
    );
    const cards = rows.map(({ id }) => ({ cardId: id }));
    expect((await takeIn([pack({ cards })])).body.data).toEqual({
      newPacks: 1,
      knownPacks: 0,
      waitingPacks: 0,
    });
  });

  test('counts a repeated pack with the same cards as known, within a call too', async () => {
    const before = pack();
    await takeIn([before]);
    const next = pack();
    const { body } = await takeIn([before, next, next]);
    expect(body.data).toEqual({ newPacks: 1, knownPacks: 2, waitingPacks: 0 });
    const again = await takeIn([before, next]);
    expect(again.body.data).toEqual({ newPacks: 0, knownPacks: 2, waitingPacks: 0 });
  });

  test('records each guess about a sealed pack’s contents in the audit log, right or wrong', async () => {
    const sealed = pack();
    await takeIn([sealed]);
    const wrong = { ...sealed, cards: [card('1'), card('1'), card('3')] };
    const refused = await takeIn([pack(), wrong]);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      `pack ${sealed.serial} came in before with other content`,
    ]);
    expect(await lastAuditEntry()).toEqual({
      action: 'compare_pack',
      subject_id: await packIdOf(sealed.serial),
      before: null,
      after: { serial: sealed.serial, same: false },
    });
    expect((await takeIn([sealed])).status).toBe(200);
    expect(await lastAuditEntry()).toEqual({
      action: 'compare_packs',
      subject_id: type,
      before: null,
      after: { same: [sealed.serial] },
    });
  });

  test('records a right guess that came with a wrong pack, too', async () => {
    const sealed = pack();
    await takeIn([sealed]);
    const unknown = pack({ packTypeId: 'nothing' });
    expect((await takeIn([sealed, unknown])).status).toBe(400);
    expect(await lastAuditEntry()).toMatchObject({
      action: 'compare_packs',
      after: { same: [sealed.serial] },
    });
  });

  test('compares contents only for a signed-in operator, not even for the shop itself', async () => {
    const compare = 'select * from compare_packs($1, $2, $3, $4, $5)';
    const { db } = shop.context;
    for (const nobody of [null, admin.userId]) {
      await expect(
        db.client.query(compare, [[`${type}-0`], ['x'], nobody, '', '']),
      ).rejects.toThrow('Only an operator compares packs');
    }
  });

  test('records nothing if nothing sealed was compared', async () => {
    await takeIn([pack()]);
    const before = await lastAuditEntry();
    expect((await takeIn([pack({ packTypeId: 'nothing' })])).status).toBe(400);
    expect(await lastAuditEntry()).toEqual(before);
  });

  test('refuses a whole call with a wrong pack, and names each such pack', async () => {
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

  test('of the same packs twice at once accepts them once', async () => {
    const packs = [pack(), pack()];
    const responses = await Promise.all([takeIn(packs), takeIn(packs)]);
    const counts = responses.map(({ body }) => body.data.newPacks).toSorted((a, b) => a - b);
    expect(counts).toEqual([0, 2]);
    expect(await stockOf(type)).toBe(4);
  });

  test('counts odds without packs that are off sale, and by a rarity that a source has corrected', async () => {
    await shop.owner.query('update pack_types set odds_counted = true where id = $1', [type]);
    const odds = async () => {
      const { rows } = await shop.owner.query<{ odds: { rarity: string; chance: number }[] }>(
        'select odds from pack_types where id = $1',
        [type],
      );
      return rows[0]!.odds.map(({ rarity, chance }) => `${rarity} ${chance}`);
    };
    await takeIn(Array.from({ length: 17 }, () => pack()));
    expect(await odds()).toEqual([]);
    await takeIn([pack()]);
    expect(await odds()).toEqual(['common 1', 'rare 1']);
    await shop.owner.query(
      `update places set state = 'withdrawn'
       where id = (select id from places where pack_type_id = $1 limit 1)`,
      [type],
    );
    const others = () => pack({ cards: [card('1'), card('2'), card('4')] });
    await takeIn(Array.from({ length: 6 }, others));
    expect(await odds()).toEqual(['common 1', 'rare 0.76', 'mythic 0.24']);
    await shop.owner.query(`update cards set rarity = 'mythic' where name = 'Glass Heron'`);
    expect(await odds()).toEqual(['common 1', 'rare 0.76', 'mythic 0.24']);
    await takeIn([others()]);
    expect(await odds()).toEqual(['common 1', 'mythic 1']);
    expect((await shop.owner.query('select types_counted_wrong()')).rows).toEqual([]);
  });

  test('returns the same response to a repeated key', async () => {
    const body = { packs: [pack()] };
    const send = () =>
      shop.call('POST', '/admin/stock/intake', { as: admin, body, key: 'intake-1' });
    const first = await send();
    expect((await send()).body.data).toEqual(first.body.data);
  });

  test('accepts 500 packs, and no more', async () => {
    const packs = Array.from({ length: 500 }, () => pack());
    expect((await takeIn(packs)).body.data).toEqual({
      newPacks: 500,
      knownPacks: 0,
      waitingPacks: 0,
    });
    expect((await takeIn([...packs, pack()])).status).toBe(400);
    expect((await takeIn([])).status).toBe(400);
  });

  test('is for admins only', async () => {
    expect((await takeIn([pack()], moderator)).status).toBe(403);
    expect((await preview([pack()], moderator)).status).toBe(403);
  });
});

describe('the preview of an intake', () => {
  test('shows what would be taken in, by type, and changes nothing', async () => {
    const known = pack();
    await takeIn([known]);
    const { body } = await preview([known, pack(), pack()]);
    expect(body.data).toEqual({
      newPacks: 2,
      knownPacks: 1,
      types: [{ packTypeId: type, name: `Pack ${type}`, newPacks: 2, knownPacks: 1, waits: false }],
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
      'has the certification of another',
      () => pack({ certificationNumber: `FF-${type}-0` }),
      `belongs to pack`,
    ],
  ])('names a pack that %s', async (_name, wrong, problem) => {
    const { status, body } = await preview([pack(), wrong()]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ newPacks: 1, problems: [{ index: 1 }] });
    expect(body.data.problems[0]!.problem).toContain(problem);
  });

  test('recognises a pack by its serial alone: its contents are not compared', async () => {
    const known = pack();
    await takeIn([known]);
    const right = await preview([known]);
    const wrong = await preview([{ ...known, cards: [card('1'), card('1'), card('3')] }]);
    expect(right.body.data).toMatchObject({ newPacks: 0, knownPacks: 1, problems: [] });
    expect(wrong.body.data).toEqual(right.body.data);
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

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function packIdOf(serial: string): Promise<string> {
  const { rows } = await shop.owner.query<{ id: string }>(
    'select id from physical_packs where serial = $1',
    [serial],
  );
  return rows[0]!.id;
}

/** Buys one pack with credits and opens it. Returns the id of the opening. */
async function buyPack(as: SignedIn): Promise<string> {
  const { status, body } = await shop.call<{ packOpenings: { id: string }[] }>(
    'POST',
    '/payments/purchase-with-balance',
    { as, body: { packs: [{ packId: type, quantity: 1 }], paymentMethod: 'balance' } },
  );
  expect(status).toBe(200);
  return body.data.packOpenings[0]!.id;
}

describe('the list of packs', () => {
  const list = (query: string, as = moderator) =>
    shop.call<Reply<typeof listStock>>('GET', `/admin/stock/packs?${query}`, { as });
  const serials = async (query: string) =>
    (await list(query)).body.data.packs.map((one) => one.serial);

  test('is newest first, and reveals no contents', async () => {
    await takeIn([pack({ serial: `${type}-later` })]);
    const { body } = await list(`packTypeId=${type}`);
    expect(body.data.pagination.total).toBe(3);
    expect(body.data.packs[0]).toEqual({
      id: await packIdOf(`${type}-later`),
      packTypeId: type,
      packTypeName: `Pack ${type}`,
      serial: `${type}-later`,
      certificationNumber: `C-${type}-later`,
      state: 'available',
      awaitsDrop: false,
      receivedAt: expect.any(String),
    });
  });

  test('is in either order of intake, and saved as it is shown, without numbers of sealed packs', async () => {
    const buyer = await shop.signUp(100);
    const [sealed] = await buySealedPacks(shop.context, buyer.userId, type, 1);
    await takeIn([pack({ serial: `${type}-later` })]);
    const file = async (query: string) => {
      const { body } = await shop.call<string>('GET', `/admin/stock/packs.csv?${query}`, {
        as: moderator,
      });
      return body.data.split('\r\n').slice(0, -1);
    };
    for (const query of [
      `packTypeId=${type}`,
      `packTypeId=${type}&sort=received`,
      `packTypeId=${type}&state=available&sort=-received`,
      `packTypeId=${type}&state=available&sort=received`,
      `search=${type}&sort=received`,
    ]) {
      const { packs } = (await list(`${query}&limit=100`)).body.data;
      const shown = packs.map(({ id, serial, receivedAt }) =>
        [id === sealed ? '' : serial, receivedAt].join(','),
      );
      expect(await file(`${query}&columns=serial,received`)).toEqual(['Serial,Taken in', ...shown]);
      const times = packs.map(({ receivedAt }) => receivedAt);
      const sorted = times.toSorted(
        (one, other) => Date.parse(String(one)) - Date.parse(String(other)),
      );
      const isUp = query.includes('sort=received');
      expect(times).toEqual(isUp ? sorted : sorted.toReversed());
    }
    expect(await file(`packTypeId=${type}&state=sold`)).toEqual([
      'Serial,Certification,Pack type,Taken in,State',
      expect.stringMatching(new RegExp(`^,,Pack ${type},.*,"Sold, sealed"$`)),
    ]);
  });

  test('can be filtered by state, and has pages', async () => {
    const buyer = await shop.signUp(100);
    await buyPack(buyer);
    expect(await serials(`packTypeId=${type}&state=opened`)).toHaveLength(1);
    expect(await serials(`packTypeId=${type}&state=available`)).toHaveLength(1);
    expect((await list('state=opened&limit=1')).body.data.packs[0]!.state).toBe('opened');
    const [first, second] = await Promise.all(
      [1, 2].map((page) => serials(`limit=1&page=${page}`)),
    );
    expect(first).not.toEqual(second);
  });

  test('finds a pack by the beginning of its serial or its certification number, in any case', async () => {
    const upper = type.toUpperCase();
    expect(await serials(`search=${upper}-1`)).toEqual([`${type}-1`]);
    expect(await serials(`search=ff-${type}-0&packTypeId=${type}&state=available`)).toEqual([
      `${type}-0`,
    ]);
    expect(await serials(`search=%25${type}`)).toEqual([]);
    expect(await serials(`search=${type}&state=withdrawn`)).toEqual([]);
  });

  test('finds a pack in a rare state, by the beginning of either of its numbers', async () => {
    await shop.owner.query(`update places set state = 'withdrawn' where pack_id = $1`, [
      await packIdOf(`${type}-0`),
    ]);
    const found = (search: string, more = '') => serials(`search=${search}&state=withdrawn${more}`);
    expect(await found(type)).toEqual([`${type}-0`]);
    expect(await found(`ff-${type}-0`, `&packTypeId=${type}`)).toEqual([`${type}-0`]);
    expect(await found(`${type}-1`)).toEqual([]);
    expect(await found('%25')).toEqual([]);
    expect(await serials(`search=${type}&state=available`)).toEqual([`${type}-1`]);
  });

  test('is not for shoppers', async () => {
    expect((await list('', shopper)).status).toBe(403);
  });
});

describe('the serial of a sealed pack of a user', () => {
  const get = <Data>(path: string) =>
    shop.call<Data>('GET', `/admin/stock/${path}`, { as: moderator });
  const entriesOf = async (id: string) => {
    const { rows } = await shop.owner.query<{ action: string; after: object }>(
      `select action, after from audit_log where subject_id = $1 and action = 'see_serials' order by id`,
      [id],
    );
    return rows.map(({ after }) => after);
  };

  test('is in no list for operators, and a search or a look that shows it is recorded', async () => {
    const buyer = await shop.signUp(100);
    const [sealed = ''] = await buySealedPacks(shop.context, buyer.userId, type, 1);
    const { rows } = await shop.owner.query<{ serial: string; id: string }>(
      'select w.serial, w.id from places p join physical_packs w on w.id = p.pack_id where p.id = $1',
      [sealed],
    );
    const { serial, id } = rows[0]!;
    for (const query of [`packTypeId=${type}`, `packTypeId=${type}&state=sold`]) {
      const { body } = await get<Reply<typeof listStock>>(`packs?${query}`);
      expect(body.data.packs.find((one) => one.id === id)).toMatchObject({
        state: 'sold',
        serial: null,
        certificationNumber: null,
      });
      expect(JSON.stringify(body)).not.toContain(`"${serial}"`);
    }
    expect(await entriesOf(id)).toEqual([]);

    const { body: found } = await get<Reply<typeof listStock>>(`packs?search=${serial}`);
    expect(found.data.packs).toMatchObject([{ id, serial }]);
    expect(await entriesOf(id)).toEqual([{ packs: [id], search: serial }]);
    const { body: shown } = await get<StockedPackDetail>(`packs/${id}`);
    expect(shown.data).toMatchObject({ serial });
    expect(await entriesOf(id)).toEqual([{ packs: [id], search: serial }, { packs: [id] }]);

    // The serial becomes public when the buyer opens the pack.
    await shop.call('POST', `/packs/${sealed}/open`, { as: buyer });
    await get(`packs?search=${serial}`);
    await get(`packs/${id}`);
    expect(await entriesOf(id)).toHaveLength(2);
  });
});

describe('taking a pack off sale', () => {
  const move = (id: string, what: 'withdraw' | 'put-back', as = admin, reason = 'Torn') =>
    shop.call<{ state: string }>('POST', `/admin/stock/packs/${id}/${what}`, {
      as,
      body: { reason },
    });

  test('removes it from the stock, and putting it back adds it again', async () => {
    const id = await packIdOf(`${type}-0`);
    expect((await move(id, 'withdraw')).body.data.state).toBe('withdrawn');
    expect(await stockOf(type)).toBe(1);
    expect(await lastAuditEntry()).toMatchObject({
      action: 'withdraw_pack',
      subject_id: id,
      before: { state: 'available' },
      after: { state: 'withdrawn', reason: 'Torn' },
    });
    expect((await move(id, 'put-back', admin, 'Repaired')).body.data.state).toBe('available');
    expect(await stockOf(type)).toBe(2);
    expect(await lastAuditEntry()).toMatchObject({
      action: 'put_pack_back',
      after: { reason: 'Repaired' },
    });
  });

  test('is refused for a pack that is not on sale, and putting back for one that is', async () => {
    const id = await packIdOf(`${type}-0`);
    expect((await move(id, 'put-back')).body.error.code).toBe('INVALID_TRANSITION');
    await move(id, 'withdraw');
    const { status, body } = await move(id, 'withdraw');
    expect(status).toBe(409);
    expect(body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: `Pack ${type}-0 can’t be taken off sale: it is withdrawn`,
    });
  });

  test('is refused for an unknown pack, and without a reason', async () => {
    expect((await move(UNKNOWN, 'withdraw')).body.error.code).toBe('NOT_FOUND');
    expect((await move(UNKNOWN, 'put-back')).body.error.code).toBe('NOT_FOUND');
    expect((await move(UNKNOWN, 'withdraw', admin, ' ')).status).toBe(400);
    expect((await move(UNKNOWN, 'withdraw', moderator)).status).toBe(403);
  });

  test('during purchases leaves each pack either sold or withdrawn', async () => {
    await takeIn(Array.from({ length: 8 }, () => pack()));
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from physical_packs where pack_type_id = $1',
      [type],
    );
    const buyers = await Promise.all(rows.map(() => shop.signUp(100)));
    const body = { packs: [{ packId: type, quantity: 1 }], paymentMethod: 'balance' };
    const [withdrawn, bought] = await Promise.all([
      Promise.all(rows.map(({ id }) => move(id, 'withdraw'))),
      Promise.all(
        buyers.map((as) => shop.call('POST', '/payments/purchase-with-balance', { as, body })),
      ),
    ]);
    const count = (responses: { status: number }[]) =>
      responses.filter(({ status }) => status === 200).length;
    const states = await shop.owner.query<{ state: string; packs: number }>(
      'select state, count(*)::int as packs from places where pack_type_id = $1 group by state',
      [type],
    );
    const packsIn = (state: string) => states.rows.find((row) => row.state === state)?.packs ?? 0;
    expect(packsIn('withdrawn')).toBe(count(withdrawn));
    expect(packsIn('opened')).toBe(count(bought));
    expect(packsIn('withdrawn') + packsIn('opened')).toBe(rows.length);
  });
});

describe('looking into a sealed pack', () => {
  const lookInside = (id: string, as = admin, reason = 'Complaint 4711') =>
    shop.call<Reply<typeof lookIntoPack>>('POST', `/admin/stock/packs/${id}/look`, {
      as,
      body: { reason },
    });

  test('shows its cards in their order, and is recorded each time', async () => {
    const id = await packIdOf(`${type}-0`);
    const { body } = await lookInside(id);
    expect(body.data.cards.map((one) => [one.position, one.name])).toEqual([
      [1, 'Harbour Lantern'],
      [2, 'Moss Wall'],
      [3, 'Glass Heron'],
    ]);
    expect(body.data.cards[2]).toMatchObject({ marketValue: 7, condition: 'Near Mint' });
    expect(await lastAuditEntry()).toEqual({
      action: 'look_into_pack',
      subject_id: id,
      before: null,
      after: { reason: 'Complaint 4711' },
    });
    await lookInside(id, admin, 'Again');
    expect(await lastAuditEntry()).toMatchObject({ after: { reason: 'Again' } });
  });

  test('is impossible without an audit entry, even for the shop itself', async () => {
    const id = await packIdOf(`${type}-0`);
    const { db } = shop.context;
    for (const table of ['pack_secrets', 'card_labels']) {
      const read = db.client.query(`select from ${table} where pack_id = $1`, [id]);
      await expect(read).rejects.toThrow('permission denied');
    }
    const rows = await db.client.query('select from physical_cards where pack_id = $1', [id]);
    expect(rows.rowCount).toBe(0);
    const call = 'select * from look_into_pack($1, $2, $3, $4, $5)';
    const sessionOf = async ({ userId }: SignedIn) =>
      (await shop.owner.query('select id from sessions where user_id = $1', [userId])).rows[0].id;
    const looks = async (session: string, reason: string) =>
      db.client.query(call, [id, session, reason, '', '']);
    await expect(looks(await sessionOf(moderator), 'Curious')).rejects.toThrow('Only an admin');
    await expect(looks(admin.userId, 'Curious')).rejects.toThrow('Only an admin');
    await expect(looks(await sessionOf(admin), ' ')).rejects.toThrow('reason');
  });

  test('is for admins, and needs a reason and an existing sealed pack', async () => {
    const id = await packIdOf(`${type}-0`);
    expect((await lookInside(id, moderator)).status).toBe(403);
    expect((await lookInside(id, admin, ' ')).status).toBe(400);
    expect((await lookInside(UNKNOWN)).body.error.code).toBe('NOT_FOUND');
    const buyer = await shop.signUp(100);
    await buyPack(buyer);
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from places where buyer_id = $1',
      [buyer.userId],
    );
    expect((await lookInside(rows[0]!.id)).body.error.code).toBe('INVALID_TRANSITION');
  });
});

describe('the history of a pack', () => {
  const show = (id: string) =>
    shop.call<StockedPackDetail>('GET', `/admin/stock/packs/${id}`, { as: moderator });
  const movesOf = async (id: string) => (await show(id)).body.data.moves.map(({ move }) => move);

  test('shows who took it in, took it off sale and looked inside, and why', async () => {
    const one = pack();
    await takeIn([one]);
    const id = await packIdOf(one.serial);
    const post = (what: string, reason: string) =>
      shop.call('POST', `/admin/stock/packs/${id}/${what}`, { as: admin, body: { reason } });
    await post('withdraw', 'Torn');
    await post('look', 'To weigh it');
    await post('put-back', 'Whole after all');
    const { body } = await show(id);
    expect(body.data).toMatchObject({ state: 'available', buyer: null, cards: null });
    expect(body.data.moves.map(({ move, by, reason }) => [move, by, reason])).toEqual([
      ['taken_in', admin.email, null],
      ['withdrawn', admin.email, 'Torn'],
      ['looked_into', admin.email, 'To weigh it'],
      ['put_back', admin.email, 'Whole after all'],
    ]);
  });

  test('shows its sale, and its cards once it is open, but not before', async () => {
    const buyer = await shop.signUp(100);
    const [sealed] = await buySealedPacks(shop.context, buyer.userId, type, 1);
    const before = await show(sealed!);
    expect(before.body.data).toMatchObject({
      state: 'sold',
      buyer: { id: buyer.userId, email: buyer.email },
      cards: null,
    });
    expect(await movesOf(sealed!)).toEqual(['taken_in', 'sold']);
    await shop.call('POST', `/packs/${sealed}/open`, { as: buyer });
    expect(await movesOf(sealed!)).toEqual(['taken_in', 'sold', 'opened']);
    const { body } = await show(sealed!);
    expect(body.data.cards!.map(({ name }) => name)).toEqual([
      'Harbour Lantern',
      'Moss Wall',
      'Glass Heron',
    ]);
  });

  test('says of a pack that the shop put together that it did, as do its type and the whole shop', async () => {
    const change = (body: object, of: string) =>
      shop.call('PATCH', `/admin/pack-types/${of}`, { as: admin, body });
    const assembled = await stockPackType(shop.context, { packs: 0 });
    expect((await change({ sealKind: 'assembled' }, assembled)).status).toBe(200);
    const serial = newSerial();
    await takeIn([pack({ packTypeId: assembled, serial, sealKind: 'assembled' })]);
    const certified = await shop.call('GET', `/packs/${await packIdOf(serial)}/certification`);
    expect(certified.body.data).toMatchObject({ sealKind: 'assembled' });
    const shown = await shop.call('GET', `/pack-types/${assembled}`);
    expect(shown.body.data).toMatchObject({ sealKind: 'assembled' });
    const config = await shop.call('GET', '/config');
    expect(config.body.data).toMatchObject({ sealed: sealSentence(SEAL_KINDS) });
    const questions = await shop.call('GET', '/texts/questions');
    expect(JSON.stringify(questions.body.data)).toContain(sealSentence(SEAL_KINDS));

    // The shop already has packs of this type. After the change, every page about the type would be
    // wrong about these packs.
    const refused = await change({ sealKind: 'resealed' }, assembled);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    const forced = shop.owner.query(`update pack_types set seal_kind = 'resealed' where id = $1`, [
      assembled,
    ]);
    await expect(forced).rejects.toThrow(
      'keeps its set, its number of cards and what its packs are',
    );
  });

  test('of an unknown pack is not found', async () => {
    expect((await show(UNKNOWN)).body.error.code).toBe('NOT_FOUND');
  });
});

describe('the history of a card', () => {
  const show = (id: string) =>
    shop.call<StockedCard>('GET', `/admin/stock/cards/${id}`, { as: moderator });

  test('shows its opening and its sale, with the payment', async () => {
    const buyer = await shop.signUp(100);
    const packOpeningId = await buyPack(buyer);
    const { rows } = await shop.owner.query<{ id: string }>(
      `select k.id from physical_cards k join cards c on c.id = k.card_id
       where k.opened_by_id = $1 and c.name = 'Glass Heron'`,
      [buyer.userId],
    );
    const id = rows[0]!.id;
    await shop.call('POST', '/cards/sell', { as: buyer, body: { cardId: id, packOpeningId } });
    const { body } = await show(id);
    expect(body.data).toMatchObject({
      name: 'Glass Heron',
      status: 'sold',
      openedBy: { email: buyer.email },
    });
    expect(body.data.moves.map(({ move, amount }) => [move, amount])).toEqual([
      ['opened', null],
      ['sold', 3.5],
    ]);
  });

  test('shows that its thirty days ended, and that it was released', async () => {
    const buyer = await shop.signUp(100);
    await buyPack(buyer);
    const { rows } = await shop.owner.query<{ id: string }>(
      `update physical_cards set status = 'locked', lock_reason = 'expired'
       where id = (select id from physical_cards where opened_by_id = $1 limit 1) returning id`,
      [buyer.userId],
    );
    const id = rows[0]!.id;
    const movesOf = async () => (await show(id)).body.data.moves.map(({ move }) => move);
    expect(await movesOf()).toEqual(['opened', 'expired']);
    await shop.call('POST', '/admin/cards/release', { as: moderator, body: { cardIds: [id] } });
    expect(await movesOf()).toEqual(['opened', 'released']);
  });

  test('is not found while its pack is sealed', async () => {
    const { rows } = await shop.owner.query<{ id: string }>(
      `select s.physical_card_ids[1] as id from pack_secrets s
       join places p on p.pack_id = s.pack_id where p.state = 'available' limit 1`,
    );
    expect((await show(rows[0]!.id)).body.error.code).toBe('CARD_NOT_FOUND');
    expect((await show(UNKNOWN)).body.error.code).toBe('CARD_NOT_FOUND');
  });
});

describe('the certification of a pack', () => {
  test('is public, without its contents, and without its numbers while it is sealed', async () => {
    const id = await packIdOf(`${type}-0`);
    const { status, body } = await shop.call('GET', `/packs/${id}/certification`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      id,
      serial: null,
      certificationNumber: null,
      packTypeId: type,
      sealKind: 'resealed',
      receivedAt: expect.any(String),
      status: 'in_stock',
    });
  });

  test('of an unknown pack is not found', async () => {
    const { status, body } = await shop.call('GET', `/packs/${UNKNOWN}/certification`);
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect((await shop.call('GET', '/packs/abc/certification')).status).toBe(400);
  });
});
