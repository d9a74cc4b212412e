// Tests photographs of single cards. They are taken at the intake of a pack, and nobody can see
// them before the pack is opened.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StockedCard } from '#contract/admin-stock.ts';
import type { lookIntoPack } from '#contract/stock-admin.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { purchaseWithBalance } from '#contract/checkout.ts';
import type { PackOpening } from '#contract/opening.ts';
import type { Shipment } from '#contract/shipping.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { photograph } from '../../../testing/pictures.ts';
import { buySealedPacks } from '../../../testing/sealed-packs.ts';
import { cardsOf, shipped } from '../../../testing/shipments.ts';
import { stockPackType } from '../../../testing/stock.ts';
import { importPhotographs } from '../import-photographs.ts';

const shop = useTestApp();
const folder = mkdtempSync(join(tmpdir(), 'photographs-'));
afterAll(() => rmSync(folder, { recursive: true }));

let admin: SignedIn;
let shopper: SignedIn;
/** The id of a pack type with three cards in each pack. */
let type: string;
let packId: string;
/** A photograph like those that a camera makes. */
let bytes: Buffer;

beforeAll(async () => {
  [admin, shopper] = await Promise.all([shop.signUp({ role: 'admin' }), shop.signUp(1000)]);
  bytes = await photograph({ tone: 40 });
});
beforeEach(async () => {
  type = await stockPackType(shop.context, { packs: 1, purchaseLimit: null });
  packId = await packIdOf(`${type}-0`);
});

async function packIdOf(serial: string): Promise<string> {
  const { rows } = await shop.owner.query<{ id: string }>(
    'select id from physical_packs where serial = $1',
    [serial],
  );
  return rows[0]!.id;
}

const take = (position: number, of = packId, picture: Buffer = bytes) =>
  shop.call<{ position: number }>('PUT', `/admin/stock/packs/${of}/photograph`, {
    as: admin,
    body: { position, picture: picture.toString('base64') },
  });

/**
 * Returns the secret name of a photograph. Before the pack is opened, only the owner of the
 * database can read the name.
 */
async function nameAt(position: number): Promise<string | undefined> {
  const { rows } = await shop.owner.query<{ picture: string }>(
    'select picture from card_photographs where pack_id = $1 and position = $2',
    [packId, position],
  );
  return rows[0]?.picture;
}

const FILES = [320, 640, 960].flatMap((width) => [`-${width}.avif`, `-${width}.webp`]);

/** Returns the responses that a stranger gets who knows the secret name. */
async function asked(name: string): Promise<[status: number, cacheControl: unknown][]> {
  return Promise.all(
    FILES.map(async (file) => {
      const { statusCode, headers } = await shop.app.inject(`/pictures/${name}${file}`);
      return [statusCode, headers['cache-control']];
    }),
  );
}
const NOTHING = FILES.map(() => [404, 'no-store']);
const FOR_EVER = FILES.map(() => [200, 'public, max-age=31536000, immutable']);
const ONCE = FILES.map(() => [200, 'no-store']);

const act = (what: 'withdraw' | 'put-back' | 'look') =>
  shop.call<Reply<typeof lookIntoPack>>('POST', `/admin/stock/packs/${packId}/${what}`, {
    as: admin,
    body: { reason: 'Complaint 4711' },
  });

describe('before its pack is opened', () => {
  test('a photograph is visible to nobody, whatever they know, and no cache stores it', async () => {
    expect((await take(2)).body.data).toEqual({ position: 2 });
    const name = (await nameAt(2))!;
    expect(name).toMatch(/^[\w-]{43}$/);
    expect(await asked(name)).toEqual(NOTHING);
    await buySealedPacks(shop.context, shopper.userId, type, 1);
    expect(await asked(name)).toEqual(NOTHING);
  });

  test('its address gets the same response, to the letter, as an unknown one', async () => {
    await take(2);
    const responseTo = async (name: string, file: string) => {
      const { statusCode, headers, body } = await shop.app.inject(`/pictures/${name}${file}`);
      const { date: _, 'x-request-id': __, ...told } = headers;
      return [statusCode, told, { ...(JSON.parse(body) as object), timestamp: null }];
    };
    const name = (await nameAt(2))!;
    for (const file of FILES) {
      expect(await responseTo(name, file)).toEqual(await responseTo('x'.repeat(43), file));
    }
  });

  test('no address contains its place, so that no log reveals the places', () => {
    const addresses = Object.values(ENDPOINTS).filter(({ path }) => path.includes('photograph'));
    expect(addresses).toHaveLength(2);
    for (const { path } of addresses) expect(path.match(/\{\w+\}/g)).toEqual(['{id}']);
  });

  test('no page, list, file or feed names it, for any reader', async () => {
    await take(2);
    const name = (await nameAt(2))!;
    const told: string[] = [];
    const paths = [
      ...Object.values(ENDPOINTS)
        .filter(({ method }) => method === 'GET')
        .map(({ path }) => `/api${path.replaceAll('{id}', packId).replaceAll(/\{\w+\}/g, type)}`),
      '/sitemap.xml',
      '/robots.txt',
      `/api/admin/stock/packs/${packId}`,
      `/api/pack-types/${type}`,
    ];
    for (const as of [null, shopper, admin]) {
      const headers = as === null ? {} : { authorization: `Bearer ${as.accessToken}` };
      for (const url of paths) {
        const { body } = await shop.app.inject({ url, headers });
        if (body.includes(name)) told.push(url);
      }
    }
    expect(told).toEqual([]);
    // The shop's audit entries do not contain the name either.
    const { rows } = await shop.owner.query(
      `select from audit_log where (after::text || coalesce(before::text, '')) like $1`,
      [`%${name}%`],
    );
    expect(rows).toEqual([]);
  });

  test('the shop itself can’t read it, nor find out which places have one', async () => {
    await take(2);
    const name = (await nameAt(2))!;
    const { client } = shop.context.db;
    const rowsOf = async (sql: string, values: unknown[] = []) =>
      (await client.query(sql, values)).rows;
    const seen = 'select * from card_photographs where pack_id = $1';
    expect(await rowsOf(seen, [packId])).toEqual([]);
    expect(await rowsOf(`select * from read_picture($1, 640, 'webp')`, [name])).toEqual([]);
    await expect(rowsOf('select * from picture_files')).rejects.toThrow('permission denied');
    for (const sql of [
      `update card_photographs set pack_id = pack_id`,
      'delete from card_photographs',
      `insert into card_photographs values ('${packId}', 1, '${name}')`,
    ]) {
      await expect(rowsOf(sql)).rejects.toThrow('permission denied');
    }
    // The photograph stays secret even if it is set as a pack type's picture.
    await rowsOf('update pack_types set picture = $1 where id = $2', [name, type]);
    expect(await asked(name)).toEqual(NOTHING);
    await rowsOf('update pack_types set picture = null where id = $1', [type]);
    expect(await rowsOf('select drop_photograph($1, 1), drop_photograph($1, 2)', [packId])).toEqual(
      [{ drop_photograph: '' }],
    );
    expect(await nameAt(2)).toBeUndefined();
  });

  test('a second one replaces it, and a removed one is gone', async () => {
    await take(1);
    const first = (await nameAt(1))!;
    await take(1);
    const second = (await nameAt(1))!;
    expect(second).not.toBe(first);
    const left = async () =>
      (await shop.owner.query('select name from pictures where name = any ($1)', [[first, second]]))
        .rows;
    expect(await left()).toEqual([{ name: second }]);
    const remove = (of = packId) =>
      shop.call('POST', `/admin/stock/packs/${of}/remove-photograph`, {
        as: admin,
        body: { position: 1 },
      });
    const responses = [await remove(), await remove()];
    expect(responses.map(({ status, body }) => [status, body.data])).toEqual([
      [200, { position: 1 }],
      [200, { position: 1 }],
    ]);
    expect(await left()).toEqual([]);
    expect((await remove(admin.userId)).body.error.code).toBe('NOT_FOUND');
  });

  test('it needs an existing place, and a picture', async () => {
    expect((await take(4)).body.error.code).toBe('NOT_FOUND');
    expect((await take(1, admin.userId)).body.error.code).toBe('NOT_FOUND');
    expect((await take(0)).body.error.code).toBe('VALIDATION_ERROR');
    const { body } = await take(1, packId, Buffer.from('<svg/>'));
    expect(body.error.message).toBe('This is not a JPEG, PNG or WebP picture.');
    const { rows } = await shop.owner.query('select from card_photographs where pack_id = $1', [
      packId,
    ]);
    expect(rows).toEqual([]);
  });

  test('the audit log has who uploaded it, and not at which place', async () => {
    await take(3);
    const { rows } = await shop.owner.query(
      'select actor_id, action, subject_id, before, after from audit_log order by id desc limit 1',
    );
    expect(rows).toEqual([
      {
        actor_id: admin.userId,
        action: 'change_card_photograph',
        subject_id: packId,
        before: null,
        after: null,
      },
    ]);
  });
});

describe('once its pack is opened', () => {
  test('everybody who sees the card sees it, and its owner sees it everywhere', async () => {
    await take(2);
    const name = (await nameAt(2))!;
    const [placeId] = await buySealedPacks(shop.context, shopper.userId, type, 1);
    expect(await asked(name)).toEqual(NOTHING);
    const opened = await shop.call<PackOpening>('POST', `/packs/${placeId}/open`, { as: shopper });
    const url = `/pictures/${name}-640.webp`;
    const drawn = expect.stringContaining('/art/card/');
    expect(opened.body.data.cards.map(({ image }) => image)).toEqual([drawn, url, drawn]);
    expect(await asked(name)).toEqual(FOR_EVER);

    const again = await shop.call<PackOpening>('GET', `/packs/openings/${opened.body.data.id}`, {
      as: shopper,
    });
    expect(again.body.data.cards[1]!.image).toBe(url);
    const mine = await cardsOf(shop, shopper);
    const item = mine.find(({ card }) => card.id === opened.body.data.cards[1]!.id)!;
    expect(item.card.imageUrl).toBe(url);
    const stocked = await shop.call<StockedCard>('GET', `/admin/stock/cards/${item.card.id}`, {
      as: admin,
    });
    expect(stocked.body.data.image).toBe(url);
    const parcel = await shipped(shop, shopper, [item]);
    const shipment = await shop.call<Shipment>('GET', `/shipping/requests/${parcel.id}`, {
      as: shopper,
    });
    expect(shipment.body.data.cards.map(({ imageUrl }) => imageUrl)).toEqual([url]);
  });
});

describe('bought with credits, which opens at once', () => {
  test('the reveal already has it, at its place', async () => {
    await take(3);
    const { body } = await shop.call<Reply<typeof purchaseWithBalance>>(
      'POST',
      '/payments/purchase-with-balance',
      {
        as: shopper,
        body: { packs: [{ packId: type, quantity: 1 }], paymentMethod: 'balance' },
      },
    );
    const drawn = expect.stringContaining('/art/card/');
    const images = body.data.packOpenings[0]!.cards.map(({ image }) => image);
    expect(images).toEqual([drawn, drawn, `/pictures/${await nameAt(3)}-640.webp`]);
  });
});

describe('of a withdrawn pack', () => {
  test('it is shown to an operator who looks inside, after that is recorded, and no cache stores it', async () => {
    await take(1);
    const name = (await nameAt(1))!;
    const before = (await act('look')).body.data.cards[0]!;
    expect(before.image).toContain('/art/card/');
    // Operators see the photograph of a withdrawn pack only after they have looked into the pack.
    expect(await asked(name)).toEqual(NOTHING);
    await act('withdraw');
    const cards = (await act('look')).body.data.cards;
    expect(cards[0]!.image).toBe(`/pictures/${name}-640.webp`);
    expect(await asked(name)).toEqual(ONCE);
    await act('put-back');
    expect(await asked(name)).toEqual(NOTHING);
  });

  test('it stays secret without a look', async () => {
    await take(1);
    await act('withdraw');
    expect(await asked((await nameAt(1))!)).toEqual(NOTHING);
    const { client } = shop.context.db;
    const seen = await client.query('select from card_photographs where pack_id = $1', [packId]);
    expect(seen.rows).toEqual([]);
  });
});

describe('a folder of photographs', () => {
  test('is stored file by file, and refused files are named', async () => {
    const files: [name: string, content: Buffer][] = [
      [`${type}-0_1.jpg`, bytes],
      [`${type}-0_3.JPG`, bytes],
      [`${type}-0_4.jpg`, bytes],
      [`${type}-0_2.png`, Buffer.from('no picture')],
      ['nowhere_1.jpg', bytes],
      ['IMG_2041.heic', bytes],
    ];
    for (const [name, content] of files) writeFileSync(join(folder, name), content);
    const refused: string[] = [];
    const counts = await importPhotographs(shop.context.db, folder, {
      show: () => {},
      refuse: ({ message }) => refused.push(message),
    });
    expect(counts).toEqual({ stored: 2, refused: 4 });
    expect(refused.toSorted()).toEqual(
      [
        'IMG_2041.heic: is not named like SERIAL_POSITION.jpg',
        'nowhere_1.jpg: there is no pack nowhere',
        `${type}-0_2.png: This is not a JPEG, PNG or WebP picture.`,
        `${type}-0_4.jpg: the pack has no card 4`,
      ].toSorted(),
    );
    expect([await nameAt(1), await nameAt(2), await nameAt(3)]).toEqual([
      expect.any(String),
      undefined,
      expect.any(String),
    ]);
  });
});
