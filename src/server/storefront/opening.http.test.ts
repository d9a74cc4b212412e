// Tests the opening of a production shop. It charges no card before every line stands, and goes on charging if a line
// falls later.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { checkEligibility } from '#contract/checkout.ts';
import type { AuditEntry } from '#contract/audit-log.ts';
import type { ShopConfig } from '#contract/storefront.ts';
import type { Intent } from '../../testing/payments.ts';
import { confirm, postAll, purchased } from '../../testing/payments.ts';
import { ELSEWHERE, OPENING_LINES, type OpeningLine } from '#domain/leave-to-open.ts';
import { useTestApp, type SignedIn, type TestApp } from '../../testing/app.ts';
import {
  CANADA,
  changeSettings,
  makeStand,
  mailedCode,
  PRODUCTION,
  SELLER,
  shownOpening,
  signLine,
  startProduction,
} from '../../testing/leave-to-open.ts';
import { AUTH_SECRET } from '../../testing/process.ts';
import { ADDRESS } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { askForOpening, openShopIfDue, tellFallenLines } from './check-opening.ts';

const SETTINGS = { ...PRODUCTION, AUTH_SECRET };
type Eligibility = z.input<typeof checkEligibility.reply>;

async function buyerOf(shop: TestApp): Promise<SignedIn> {
  const buyer = await shop.signUp(500);
  await shop.owner.query(`update users set country = 'CA', state = 'NS' where id = $1`, [
    buyer.userId,
  ]);
  return buyer;
}

async function eligibilityOf(shop: TestApp, as: SignedIn, packId: string): Promise<Eligibility> {
  const { body } = await shop.call<Eligibility>('POST', '/payments/purchase-eligibility', {
    as,
    body: { packs: [{ packId, quantity: 1 }] },
  });
  return body.data;
}

/** Begins the payment of a pack by card, with the consents and the age for which the checkout asks. */
async function payByCard(shop: TestApp, as: SignedIn, packId: string) {
  const { asks } = await eligibilityOf(shop, as, packId);
  return shop.call<Intent>('POST', '/payments/create-payment-intent', {
    as,
    body: {
      packs: [{ packId, quantity: 1 }],
      consents: asks.texts,
      ...(asks.age !== null && { confirmedAge: asks.age }),
    },
  });
}

const begunPayments = async (shop: TestApp) =>
  (await shop.owner.query<{ count: number }>('select count(*)::int from payments')).rows[0]!.count;

describe.each(OPENING_LINES)('a fresh production shop without the line “%s”', (line) => {
  const shop = useTestApp(SETTINGS, { cards: true });

  test('charges no card; with it, it charges its first', async () => {
    const admin = await startProduction(shop);
    const packId = await stockPackType(shop.context, { packs: 5 });
    const buyer = await buyerOf(shop);
    await makeStand(
      shop,
      admin,
      OPENING_LINES.filter((one) => one !== line),
    );
    await openShopIfDue(shop.context);
    await shop.context.settings.poll();
    const { state, lines } = await shownOpening(shop, admin);
    expect(state).toBe('closed');
    expect(lines.filter(({ problem }) => problem !== null).map((one) => one.line)).toEqual([line]);
    const refused = await payByCard(shop, buyer, packId);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'CARDS_NOT_OPEN']);
    expect(await begunPayments(shop)).toBe(0);

    await makeStand(shop, admin, [line]);
    await openShopIfDue(shop.context);
    await shop.context.settings.poll();
    expect((await shownOpening(shop, admin)).state).toBe('open');
    const begun = await payByCard(shop, buyer, packId);
    expect([begun.status, begun.body.error]).toEqual([200, undefined]);
    await confirm(shop, begun.body.data);
    await postAll(shop);
    const { packIds } = await purchased(shop, buyer, begun.body.data.paymentIntentId);
    expect(packIds).toHaveLength(1);
  });
});

describe('a production shop that is not open', () => {
  const shop = useTestApp(SETTINGS, { cards: true });
  let admin: SignedIn;
  let packId: string;
  let buyer: SignedIn;
  beforeAll(async () => {
    admin = await startProduction(shop);
    packId = await stockPackType(shop.context, { packs: 20, purchaseLimit: null });
    buyer = await buyerOf(shop);
  });

  const ways: [string, string, object][] = [
    ['a cart', '/payments/create-payment-intent', { packs: [{ packId: 'any', quantity: 1 }] }],
    ['credits', '/transactions/credits', { amount: 50, paymentMethod: 'stripe' }],
    [
      'a parcel',
      '/shipping/create-payment-intent',
      {
        cardGroups: [{ packOpeningId: randomUUID(), cardIds: [randomUUID()] }],
        shippingAddress: ADDRESS,
      },
    ],
  ];
  test.each(ways)('takes no card for %s', async (_name, path, body) => {
    const refused = await shop.call('POST', path, { as: buyer, body });
    expect([refused.status, refused.body.error]).toEqual([
      403,
      { code: 'CARDS_NOT_OPEN', message: 'We don’t take cards yet. You can pay with credits.' },
    ]);
  });

  test('offers credits alone, says that cards come later, and sells for credits', async () => {
    const offered = await eligibilityOf(shop, buyer, packId);
    expect(offered.availablePaymentMethods).toEqual(['balance']);
    const { body } = await shop.call<ShopConfig>('GET', '/config');
    expect(body.data).toMatchObject({ stripePublishableKey: null, cardsWaitForOpening: true });
    const bought = await shop.call('POST', '/packs/purchase', {
      as: buyer,
      body: { packId, quantity: 1 },
    });
    expect(bought.status).toBe(200);
  });

  test('is refused by the database as well, but for money that has come', async () => {
    const client = await shop.owner.connect();
    const insert = (state: string) =>
      client.query(
        `insert into payments (id, user_id, purpose, subject_id, fingerprint, amount, description, state, intent_id, expires_at, created_at, updated_at)
         values ($1, $2, 'top_up', $1, '', 500, '', $3, $4, now(), now(), now())`,
        [randomUUID(), buyer.userId, state, state === 'creating' ? null : 'pi_recovered'],
      );
    await expect(insert('creating')).rejects.toMatchObject({
      code: '57000',
      constraint: 'cards_wait_for_the_opening',
    });
    await client.query('begin');
    await insert('refund_due');
    await client.query('rollback');
    client.release();
  });

  test('records who signed what, and for how long', async () => {
    await makeStand(shop, admin, ['places', 'opinion']);
    const [signature] = (await shownOpening(shop, admin)).signatures;
    expect(signature).toMatchObject({
      line: 'opinion',
      places: ['CA'],
      document: 'Signed.pdf',
      signedBy: { id: admin.userId, email: admin.email },
    });
    const { signedAt, endsAt } = signature!;
    expect(String(endsAt).slice(0, 4)).toBe(String(Number(String(signedAt).slice(0, 4)) + 1));
    const { body } = await shop.call<{ entries: AuditEntry[] }>(
      'GET',
      '/admin/audit-log?action=sign_opening',
      { as: admin },
    );
    expect(body.data.entries).toMatchObject([
      { actor: { id: admin.userId }, after: { document: 'Signed.pdf', places: ['CA'] } },
    ]);
    await expect(shop.owner.query('delete from shop_opening')).rejects.toThrow(
      'shop_opening may not be changed or deleted',
    );
  });

  test('takes no opinion on a place that is not open, and asks for one when another place opens', async () => {
    const refused = await signLine(shop, admin, { line: 'opinion', places: ['CA', 'DE'] });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await signLine(shop, admin, { line: 'opinion' })).status).toBe(400);
    const places = [CANADA, { ...CANADA, region: 'DE' }];
    await changeSettings(shop, admin, '/admin/places', { places });
    await shop.context.settings.poll();
    const { lines } = await shownOpening(shop, admin);
    expect(lines).toContainEqual({
      line: 'opinion',
      problem: 'Not covered by a signed opinion: DE.',
    });
  });

  test('asks for an opinion on everywhere else while it sells in places that are not listed', async () => {
    // An admin can save these places only before the shop is in production.
    await shop.owner.query(
      `insert into sales_places (version, sells_elsewhere, places, ships_elsewhere, ships_to)
       select max(version) + 1, true, '[]', true, '{}' from sales_places`,
    );
    await shop.context.settings.poll();
    const opinion = async () =>
      (await shownOpening(shop, admin)).lines.find(({ line }) => line === 'opinion')!.problem;
    expect((await shownOpening(shop, admin)).openPlaces).toEqual([ELSEWHERE]);
    expect(await opinion()).toBe('Not covered by a signed opinion: everywhere else.');
    const signed = await signLine(shop, admin, { line: 'opinion', places: [ELSEWHERE] });
    expect([signed.status, signed.body.error]).toEqual([200, undefined]);
    expect(await opinion()).toBeNull();
    await changeSettings(shop, admin, '/admin/places', { sellsElsewhere: false, places: [CANADA] });
    await shop.context.settings.poll();
    expect((await signLine(shop, admin, { line: 'opinion', places: [ELSEWHERE] })).status).toBe(
      400,
    );
  });

  test('names each fact about the seller that is missing', async () => {
    const missing = async () =>
      (await shownOpening(shop, admin)).lines.find(({ line }) => line === 'seller')!.problem;
    const noPhone = { ...SELLER, phone: null, privacyOfficer: null };
    await changeSettings(shop, admin, '/admin/settings', {
      contactEmail: 'hello@cards.example',
      seller: noPhone,
    });
    expect(await missing()).toBe('Missing: telephone, privacy officer.');
    await changeSettings(shop, admin, '/admin/settings', { seller: SELLER });
    expect(await missing()).toBeNull();
  });

  test('wants the statement about sources confirmed as it reads now', async () => {
    const { sources } = await shownOpening(shop, admin);
    await shop.call('PUT', '/admin/texts/about-sources', {
      as: admin,
      key: randomUUID(),
      body: { version: 0, body: 'From friends.', shownFrom: null, shownUntil: null },
    });
    const late = await signLine(shop, admin, { line: 'sources', sha256: sources.sha256 });
    expect([late.status, late.body.error.code]).toEqual([409, 'CHANGED_MEANWHILE']);
    const now = (await shownOpening(shop, admin)).sources;
    expect(now.body).toBe('From friends.');
    expect((await signLine(shop, admin, { line: 'sources', sha256: now.sha256 })).status).toBe(200);
  });

  test('is shown to admins alone', async () => {
    const moderator = await shop.signUp({ role: 'moderator' });
    expect((await shop.call('GET', '/admin/opening', { as: moderator })).status).toBe(403);
  });
});

describe('the proof that mail arrives', () => {
  const shop = useTestApp(SETTINGS, { cards: true });
  let admin: SignedIn;
  beforeEach(async () => {
    admin = await startProduction(shop);
  });
  const type = async (code: string) => {
    const { status, body } = await shop.call('POST', '/admin/opening/mail/confirm', {
      as: admin,
      body: { code },
    });
    return body.success ? status : body.error.code;
  };

  test('needs a mail server', async () => {
    const { mailer } = shop.context;
    shop.context.mailer = null;
    const refused = await shop.call('POST', '/admin/opening/mail', { as: admin, body: {} });
    shop.context.mailer = mailer;
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('takes the newest code, once, and not after five wrong ones', async () => {
    expect(await type('000000')).toBe('INVALID_CODE');
    const code = await mailedCode(shop, admin);
    const wrong = code === '111111' ? '222222' : '111111';
    expect(await type(wrong)).toBe('INVALID_CODE');
    expect(await type(code)).toBe(200);
    expect(await type(code)).toBe('INVALID_CODE');
    const next = await mailedCode(shop, admin);
    const other = next === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries += 1) expect(await type(other)).toBe('INVALID_CODE');
    expect(await type(next)).toBe('TOO_MANY_ATTEMPTS');
  });

  test('takes no code after ten minutes', async () => {
    const code = await mailedCode(shop, admin);
    await shop.owner.query(`update one_time_codes set expires_at = now() - interval '1 second'`);
    expect(await type(code)).toBe('CODE_EXPIRED');
  });
});

describe('an open shop', () => {
  const shop = useTestApp(SETTINGS, { cards: true });
  const wasFallen: OpeningLine[] = ['backup', 'approval'];

  test('goes on when lines fall, and tells its admins once a day', async () => {
    const admin = await startProduction(shop);
    const packId = await stockPackType(shop.context, { packs: 5 });
    const buyer = await buyerOf(shop);
    await makeStand(shop, admin, OPENING_LINES);
    expect(await tellFallenLines(shop.context)).toEqual({ done: 0, failed: 0 });
    await shop.owner.query('delete from backups');
    await shop.owner.query(`
      set session_replication_role = replica;
      update shop_opening set made_at = made_at - interval '13 months' where line = 'approval';
      set session_replication_role = default`);
    expect(await tellFallenLines(shop.context)).toEqual({ done: 2, failed: 0 });
    await tellFallenLines(shop.context);
    const { rows } = await shop.owner.query<{ to_address: string; text: string }>(
      `select to_address, text from mails where kind = 'opening_lines'`,
    );
    expect(rows).toMatchObject([{ to_address: admin.email }]);
    expect(rows[0]!.text).toContain('- A backup is younger than a day, There is no backup.');
    const { state, lines } = await shownOpening(shop, admin);
    expect(state).toBe('open');
    expect(lines.filter(({ problem }) => problem !== null).map(({ line }) => line)).toEqual(
      wasFallen,
    );
    expect((await payByCard(shop, buyer, packId)).status).toBe(200);
  });
});

describe('a shop that is no production shop', () => {
  const shop = useTestApp({}, { cards: true });

  test('is not asked, opens by no signature, and gets no mail', async () => {
    const admin = await shop.signUp({ role: 'admin' });
    await signLine(shop, admin, { line: 'approval' });
    expect(await shownOpening(shop, admin)).toMatchObject({ state: 'not_asked', openedAt: null });
    expect(await openShopIfDue(shop.context)).toEqual({ done: 0, failed: 0 });
    const packId = await stockPackType(shop.context, { packs: 2 });
    expect((await payByCard(shop, await shop.signUp(), packId)).status).toBe(200);
  });

  test('is refused in time by a process that has not heard of the question yet', async () => {
    const packId = await stockPackType(shop.context, { packs: 2 });
    await askForOpening(shop.context.db);
    const late = await payByCard(shop, await shop.signUp(), packId);
    expect([late.status, late.body.error.code]).toEqual([403, 'CARDS_NOT_OPEN']);
  });
});

describe('a shop that charged cards before it was asked', () => {
  const shop = useTestApp({}, { cards: true });
  const migration = readFileSync(
    join(import.meta.dirname, '../migrations/0148_leave-to-open.sql'),
    'utf8',
  );
  const countAsOpen = () =>
    shop.owner.query(/^insert into shop_opening[^;]*;/m.exec(migration)![0]);

  test('counts as open, and one that only began to does not', async () => {
    const packId = await stockPackType(shop.context, { packs: 2 });
    const begun = await payByCard(shop, await shop.signUp(), packId);
    await countAsOpen();
    await shop.context.settings.poll();
    expect(shop.context.settings.opening()).toBe('not_asked');
    await confirm(shop, begun.body.data);
    await postAll(shop);
    await countAsOpen();
    await askForOpening(shop.context.db);
    await shop.context.settings.poll();
    expect(shop.context.settings.opening()).toBe('open');
    expect((await payByCard(shop, await shop.signUp(), packId)).status).toBe(200);
  });
});
