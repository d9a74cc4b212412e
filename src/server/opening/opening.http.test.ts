import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { openPack } from '#contract/opening.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { stockPackType } from '../../testing/stock.ts';
import { countViolations } from '../admin/run-audit.ts';
import { returnPacksToSale } from '../stock/places-queries.ts';
import { inTransaction } from '#engine/database.ts';

type Opened = z.input<typeof openPack.reply>;

const shop = useTestApp();
let packType: string;

beforeAll(async () => {
  packType = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
});

async function buyerWithPack(): Promise<{ buyer: SignedIn; packId: string }> {
  const buyer = await shop.signUp(20);
  const [packId] = await buySealedPacks(shop.context, buyer.userId, packType, 1);
  return { buyer, packId: packId! };
}

function open(as: SignedIn | undefined, packId: string, key?: string) {
  return shop.call<Opened>('POST', `/packs/${packId}/open`, {
    as,
    body: {},
    ...(key === undefined ? {} : { key }),
  });
}

function openByBody(as: SignedIn, body: object) {
  return shop.call<Opened>('POST', '/packs/open', { as, body });
}

describe('opening a pack', () => {
  test('reveals the cards that were put into it, with their values, to its buyer', async () => {
    const { buyer, packId } = await buyerWithPack();
    const { status, body } = await open(buyer, packId);

    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      packId,
      packTypeId: packType,
      packName: `Pack ${packType}`,
      totalValue: 8.75, // 1.40 + 0.35 + 7.00
    });
    expect(body.data.packOpeningId).toBe(body.data.id);
    expect(
      body.data.cards.map((card) => [card.name, card.value, card.sellPrice, card.rarity]),
    ).toEqual([
      ['Harbour Lantern', 1.4, 0.7, 'common'],
      ['Moss Wall', 0.35, 0.17, 'common'],
      ['Glass Heron', 7, 3.5, 'rare'],
    ]);
  });

  test('makes its cards the buyer’s, who can sell them with the id of the opening', async () => {
    const { buyer, packId } = await buyerWithPack();
    const { body } = await open(buyer, packId);
    const [card] = body.data.cards;
    const sold = await shop.call<{ sellPrice: number }>('POST', '/cards/sell', {
      as: buyer,
      body: { cardId: card!.id, packOpeningId: body.data.packOpeningId },
    });
    expect([sold.status, sold.body.data.sellPrice]).toEqual([200, 0.7]);
  });

  test('again returns the same opening, in any way of asking', async () => {
    const { buyer, packId } = await buyerWithPack();
    const first = await open(buyer, packId);
    const second = await open(buyer, packId.toUpperCase());
    const third = await openByBody(buyer, { packId });
    expect(second.body.data).toEqual(first.body.data);
    expect(third.body.data).toEqual(first.body.data);
  });

  test('with a repeated key returns the same bytes', async () => {
    const { buyer, packId } = await buyerWithPack();
    const key = randomUUID();
    expect((await open(buyer, packId, key)).body).toEqual((await open(buyer, packId, key)).body);
  });

  test('can be requested in the body', async () => {
    const { buyer, packId } = await buyerWithPack();
    const { status, body } = await openByBody(buyer, { packId });
    expect([status, body.data.packId, body.data.cards.length]).toEqual([200, packId, 3]);
  });
});

describe('an opening that is viewed again', () => {
  test('shows what happened to each card, and for a sold one the price', async () => {
    const { buyer, packId } = await buyerWithPack();
    const { body } = await open(buyer, packId);
    const [lantern] = body.data.cards;
    await shop.call('POST', '/cards/sell', {
      as: buyer,
      body: { cardId: lantern!.id, packOpeningId: body.data.id },
    });
    await shop.owner.query(
      `update cards set market_value = 999 where name = 'Harbour Lantern' and market_value = 140`,
    );
    const again = await shop.call<Opened>('GET', `/packs/openings/${body.data.id}`, { as: buyer });
    await shop.owner.query(
      `update cards set market_value = 140 where name = 'Harbour Lantern' and market_value = 999`,
    );
    expect(again.body.data.cards.map((card) => [card.name, card.status, card.sellPrice])).toEqual([
      ['Harbour Lantern', 'sold', 0.7],
      ['Moss Wall', 'available', 0.17],
      ['Glass Heron', 'available', 3.5],
    ]);
  });

  test('shows the cost of its pack with tax', async () => {
    const { buyer, packId } = await buyerWithPack();
    const { body } = await open(buyer, packId);
    const again = await shop.call<Opened>('GET', `/packs/openings/${body.data.id}`, { as: buyer });
    expect([body.data.paid, again.body.data.paid]).toEqual([10.8, 10.8]);
  });
});

describe('a pack whose contents differ from its document', () => {
  let admin: SignedIn;
  beforeAll(async () => {
    admin = await shop.signUp({ role: 'admin' });
  });

  /**
   * Changes a pack's document while all triggers and constraints are off. Only the owner of the database server can do
   * this.
   */
  async function rewrite(packId: string, was: string, is: string): Promise<void> {
    const client = await shop.owner.connect();
    try {
      await client.query('set session_replication_role = replica');
      await client.query(
        'update pack_secrets set document = replace(document, $2, $3) where pack_id = $1',
        [packId, was, is],
      );
    } finally {
      await client.query('set session_replication_role = origin');
      client.release();
    }
  }

  const stateOf = async (packId: string) =>
    (await shop.owner.query('select state from places where id = $1', [packId])).rows[0].state;
  const mailsAbout = async (packId: string) =>
    (
      await shop.owner.query<{ to_address: string }>(
        `select to_address from mails where kind = 'broken_pack' and text like '%' || $1 || '%'`,
        [packId],
      )
    ).rows;

  test('is not opened, and the admins are notified once; when the two agree again, it is', async () => {
    const { buyer, packId } = await buyerWithPack();
    await rewrite(packId, 'rare', 'mythic');
    for (const response of [await open(buyer, packId), await openByBody(buyer, { packId })]) {
      expect([response.status, response.body.error.code]).toEqual([409, 'PACK_LOCKED']);
    }
    expect((await open(await shop.signUp(), packId)).body.error.code).toBe('PACK_NOT_FOUND');
    expect(await stateOf(packId)).toBe('sold');
    expect(await mailsAbout(packId)).toEqual([{ to_address: admin.email }]);
    expect(await violationsOf('pack_is_like_its_document')).toBe(1);
    await rewrite(packId, 'mythic', 'rare');
    expect((await open(buyer, packId)).status).toBe(200);
  });

  test('is not sold: nothing is bought, it goes off sale, and the next buyer gets another', async () => {
    const type = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
    const { rows } = await shop.owner.query<{ id: string; serial: string }>(
      `select p.id, p.serial from places l join physical_packs p on p.id = l.pack_id
       where l.pack_type_id = $1 order by l.rank limit 1`,
      [type],
    );
    const packId = rows[0]!.id;
    await rewrite(packId, 'Glass Heron', 'Moss Wall');
    const buyer = await shop.signUp(30);
    const buy = () => shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: type } });
    const refused = await buy();
    expect([refused.status, refused.body.error.code]).toEqual([404, 'PACK_UNAVAILABLE']);
    expect([await stateOf(packId), (await mailsAbout(packId)).length]).toEqual(['withdrawn', 1]);
    expect((await buy()).status).toBe(200);

    const putBack = () =>
      shop.call('POST', `/admin/stock/packs/${packId}/put-back`, {
        as: admin,
        body: { reason: 'Try' },
      });
    const early = await putBack();
    expect([early.body.error.code, early.body.error.message]).toEqual([
      'INVALID_TRANSITION',
      `Pack ${rows[0]!.serial} does not match its record`,
    ]);
    await expect(
      shop.owner.query(`update places set state = 'available' where id = $1`, [packId]),
    ).rejects.toThrow(/decided by its document/);
    await rewrite(packId, 'Moss Wall","number":"3', 'Glass Heron","number":"3');
    expect((await putBack()).status).toBe(200);
  });

  test('is not sold again after a refund', async () => {
    const { packId } = await buyerWithPack();
    await rewrite(packId, 'rare', 'mythic');
    let state = '';
    const tried = inTransaction(shop.context.db, async (db) => {
      await returnPacksToSale(db, [packId]);
      const { rows } = await db.client.query('select state from places where id = $1', [packId]);
      state = rows[0].state;
      throw new Error('nothing of it stays');
    });
    await expect(tried).rejects.toThrow('nothing of it stays');
    expect(state).toBe('withdrawn');
    await rewrite(packId, 'mythic', 'rare');
  });
});

async function violationsOf(promise: string): Promise<number> {
  const counts = await countViolations(shop.context);
  return counts.find(({ invariant }) => invariant === promise)!.violations;
}

describe('there is no pack to open', () => {
  test('for anybody but its buyer, before it is opened and after', async () => {
    const { buyer, packId } = await buyerWithPack();
    const stranger = await shop.signUp();
    const before = await open(stranger, packId);
    await open(buyer, packId);
    const after = await open(stranger, packId);
    for (const { status, body } of [before, after]) {
      expect([status, body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
    }
  });

  test('among unsold packs, and guessing opens none of them', async () => {
    const buyer = await shop.signUp();
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from places where pack_type_id = $1 and state = 'available' limit 1`,
      [packType],
    );
    const { status, body } = await open(buyer, rows[0]!.id);
    expect([status, body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
    const after = await shop.owner.query('select state from places where id = $1', [rows[0]!.id]);
    expect(after.rows).toEqual([{ state: 'available' }]);
  });

  test('that is only reserved', async () => {
    const buyer = await shop.signUp();
    const reservationId = randomUUID();
    await shop.owner.query(
      `insert into reservations (id, user_id, state, expires_at) values ($1, $2, 'held', now() + interval '10 minutes')`,
      [reservationId, buyer.userId],
    );
    const { rows } = await shop.owner.query<{ id: string }>(
      `update places set state = 'reserved', buyer_id = $2, reservation_id = $1
       where id = (select id from places where pack_type_id = $3 and state = 'available' limit 1)
       returning id`,
      [reservationId, buyer.userId, packType],
    );
    const { status, body } = await open(buyer, rows[0]!.id);
    expect([status, body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
  });

  test('with an unknown or malformed id, nor by the id of a pack type', async () => {
    const buyer = await shop.signUp();
    for (const packId of [randomUUID(), 'nonsense', packType]) {
      const responses = [await open(buyer, packId), await openByBody(buyer, { packId })];
      for (const { status, body } of responses) {
        expect([status, body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
      }
    }
  });

  test.each([[{}], [{ packId: '' }], [{ packId: 7 }]])(
    'if none is named: %j',
    async (body: object) => {
      const response = await openByBody(await shop.signUp(), body);
      expect([response.status, response.body.error.message]).toEqual([400, 'Invalid pack ID']);
    },
  );
});
