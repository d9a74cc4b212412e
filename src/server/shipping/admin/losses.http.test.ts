// If the shop loses a card or a parcel, the owner gets the whole market value.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listLosses, quoteCardLoss } from '#contract/shipping-losses.ts';
import { useTestApp, type ShopResponse, type SignedIn } from '../../../testing/app.ts';
import { buyToDispute } from '../../../testing/disputes.ts';
import { postAll, purchased } from '../../../testing/payments.ts';
import {
  balanceOf,
  cardsOf,
  groupsOf,
  ownerOfCards,
  shipped,
  statusesOf,
  type Item,
} from '../../../testing/shipments.ts';
import { stockPackType } from '../../../testing/stock.ts';

type Quote = z.input<typeof quoteCardLoss.reply>;
type Losses = z.input<typeof listLosses.reply>;

const shop = useTestApp({}, { cards: true });
let packTypeId: string;
let admin: SignedIn;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 30, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
});

const owner = () => ownerOfCards(shop, packTypeId);
const lossOf = (id: string, query = ''): Promise<ShopResponse<Quote>> =>
  shop.call<Quote>('GET', `/admin/cards/${id}/loss${query}`, { as: admin });
const bookCard = (id: string, body: object, key?: string): Promise<ShopResponse<Quote>> =>
  shop.call<Quote>('POST', `/admin/cards/${id}/loss`, {
    as: admin,
    body: { reason: 'missing', method: 'credits', ...body },
    ...(key !== undefined && { key }),
  });
const parcelOf = (id: string): Promise<ShopResponse<Quote>> =>
  shop.call<Quote>('GET', `/admin/shipments/${id}/loss`, { as: admin });
const bookParcel = (id: string, body: object): Promise<ShopResponse<Quote>> =>
  shop.call<Quote>('POST', `/admin/shipments/${id}/loss`, {
    as: admin,
    body: { method: 'credits', ...body },
  });
const move = (id: string, body: object) =>
  shop.call('PATCH', `/admin/shipments/${id}`, { as: admin, body });
const SHIPPED = { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 1' };

async function sent(user: SignedIn, items: Item[]): Promise<string> {
  const { id } = await shipped(shop, user, items);
  expect((await move(id, { status: 'packed' })).status).toBe(200);
  expect((await move(id, SHIPPED)).status).toBe(200);
  return id;
}

async function mailsTo({ email }: SignedIn): Promise<{ subject: string; body: string }[]> {
  const { rows } = await shop.owner.query<{ subject: string; body: string }>(
    `select subject, text as body from mails where to_address = $1 and kind = 'loss' order by created_at`,
    [email],
  );
  return rows;
}

/** Stores a market price of a card in US cents. The price is dated `daysAgo` days ago. */
const priced = (item: Item, usd: number, daysAgo: number) =>
  shop.owner.query(
    `insert into price_observations (card_id, source, observed_on, amount_minor, currency)
     select card_id, 'test', (shop_now() at time zone 'utc')::date - $3::int, $2, 'USD' from physical_cards where id = $1
     on conflict (card_id, source, observed_on) do update set amount_minor = excluded.amount_minor`,
    [item.card.id, usd, daysAgo],
  );

describe('a card that is missing, damaged or not as recorded', () => {
  test('brings its owner the whole market value as credits, once', async () => {
    const { user, items } = await owner();
    const heron = items.find(({ card }) => card.name === 'Glass Heron')!;
    const before = await balanceOf(shop, user);
    const quote = (await lossOf(heron.card.id)).body.data;
    expect(quote).toMatchObject({
      owner: { email: user.email },
      canGetCredits: true,
      shipmentId: null,
      askedOn: null,
      cards: [{ name: 'Glass Heron', askedValue: null, foundValue: 7, amount: 7 }],
      fee: null,
      total: 7,
    });
    const key = crypto.randomUUID();
    const booked = await bookCard(heron.card.id, { amount: 7 }, key);
    expect([booked.status, booked.body.error]).toEqual([200, undefined]);
    expect((await bookCard(heron.card.id, { amount: 7 }, key)).body.data).toEqual(booked.body.data);
    expect(await balanceOf(shop, user)).toBe(before + 7);
    expect(await statusesOf(shop, user, [heron])).toEqual(['lost']);

    const again = await bookCard(heron.card.id, { amount: 7 });
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect((await lossOf(heron.card.id)).body.error.code).toBe('INVALID_TRANSITION');
    const [mail] = await mailsTo(user);
    expect(mail!.subject).toBe('About your card Glass Heron');
    expect(mail!.body).toContain('Your card Glass Heron is missing.');
    expect(mail!.body).toContain('CAD 7.00 went to your balance');
    const { body } = await shop.call<{ events: { type: string; paid: number | null }[] }>(
      'GET',
      `/cards/${heron.card.id}/history?days=30`,
      { as: user },
    );
    expect(body.data.events.at(-1)).toMatchObject({ type: 'lost', paid: 7 });
    const list = await shop.call<{ transactions: object[] }>('GET', '/transactions?type=loss', {
      as: user,
    });
    expect(list.body.data.transactions).toMatchObject([{ amount: 7, description: 'Glass Heron' }]);
    const [paid] = list.body.data.transactions as { id: string }[];
    const receipt = await shop.call('GET', `/transactions/${paid!.id}/receipt`, { as: user });
    expect(receipt.body.data).toMatchObject({ type: 'loss' });
    expect((await shop.call('GET', '/admin/losses', { as: user })).status).toBe(403);
  });

  test('is paid at the higher value of the day it was asked for and the day it was found out', async () => {
    const { user, items } = await owner();
    const wall = items.find(({ card }) => card.name === 'Moss Wall')!;
    const { id } = await shipped(shop, user, [wall]);
    await shop.owner.query(
      `update shipments set requested_at = requested_at - interval '5 days' where id = $1`,
      [id],
    );
    await priced(wall, 900, 5);
    await priced(wall, 100, 2);
    const { total, cards } = (await lossOf(wall.card.id)).body.data;
    expect(cards[0]).toMatchObject({ askedValue: 12.6, foundValue: 1.4, amount: 12.6 });
    const late = await bookCard(wall.card.id, { amount: 1.4 });
    expect([late.status, late.body.error.code]).toEqual([400, 'AMOUNT_MISMATCH']);
    const before = await balanceOf(shop, user);
    expect((await bookCard(wall.card.id, { amount: total, reason: 'damaged' })).status).toBe(200);
    expect(await balanceOf(shop, user)).toBe(before + 12.6);
    // The parcel moves on and arrives without the lost card.
    expect((await move(id, { status: 'packed' })).status).toBe(200);
    const detail = await shop.call<{ cards: object[] }>('GET', `/admin/shipments/${id}`, {
      as: admin,
    });
    expect(detail.body.data.cards).toEqual([]);
    expect((await move(id, { status: 'cancelled' })).status).toBe(200);
    expect(await statusesOf(shop, user, [wall])).toEqual(['lost']);
    await priced(wall, 25, 0);
  });

  test('can be paid by a transfer with its reference, which is no transaction of the owner', async () => {
    const { user, items } = await owner();
    const heron = items.find(({ card }) => card.name === 'Glass Heron')!;
    const id = await sent(user, [heron]);
    expect((await move(id, { status: 'delivered' })).status).toBe(200);
    const before = await balanceOf(shop, user);
    const way = { reason: 'not_as_recorded', method: 'transfer', amount: 7 };
    expect((await bookCard(heron.card.id, way)).body.error.code).toBe('VALIDATION_ERROR');
    const paid = await bookCard(heron.card.id, { ...way, reference: 'Bank 4711' });
    expect([paid.status, paid.body.error]).toEqual([200, undefined]);
    expect(await balanceOf(shop, user)).toBe(before);
    expect((await mailsTo(user))[0]!.body).toContain('The reference is Bank 4711');
    const list = await shop.call<{ transactions: object[] }>('GET', '/transactions?type=loss', {
      as: user,
    });
    expect(list.body.data.transactions).toEqual([]);
    const { rows } = await shop.owner.query<{ held: number }>(
      `select sum(amount)::int as held from transfers where debit_account_id = 'house:losses' and credit_account_id = 'house:bank'`,
    );
    expect(rows[0]!.held).toBe(700);
    const losses = await shop.call<Losses>('GET', '/admin/losses', { as: admin });
    expect(losses.body.data.losses[0]).toMatchObject({
      card: { id: heron.card.id, name: 'Glass Heron' },
      shipmentId: id,
      reason: 'not_as_recorded',
      method: 'transfer',
      reference: 'Bank 4711',
      decidedBy: admin.email,
    });
  });

  test('is refused for a day that is still to come, and for a card that is not there', async () => {
    const { items } = await owner();
    const future = await lossOf(items[0]!.card.id, '?foundOn=2999-01-01');
    expect([future.status, future.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const nobody = crypto.randomUUID();
    expect((await lossOf(nobody)).body.error.code).toBe('NOT_FOUND');
    expect((await bookCard(nobody, { amount: 1 })).body.error.code).toBe('NOT_FOUND');
  });

  test('waits while a bank decides about its payment', async () => {
    const user = await shop.signUp();
    const { packIds } = await purchased(shop, user, await buyToDispute(shop, user, packTypeId));
    await shop.call('POST', `/packs/${packIds[0]}/open`, { as: user });
    await postAll(shop);
    const [item] = await cardsOf(shop, user);
    expect((await lossOf(item!.card.id)).body.error.code).toBe('DISPUTED');
    expect((await bookCard(item!.card.id, { amount: 7 })).body.error.code).toBe('DISPUTED');
  });

  test('can’t be booked without its loss, nor a loss changed, by the database', async () => {
    const { items } = await owner();
    const { id } = items[0]!.card;
    await expect(
      shop.owner.query(
        `update physical_cards set status = 'lost', exit_price = 5, exited_at = shop_now(), auto_convert_at = null where id = $1`,
        [id],
      ),
    ).rejects.toMatchObject({ constraint: 'lost_card_has_its_loss' });
    await expect(shop.owner.query('update card_losses set amount = 1')).rejects.toThrow(
      /may not be changed/,
    );
  });
});

describe('a lost parcel', () => {
  test('brings the value of each card and the fee, and its owner is told', async () => {
    const { user, items } = await owner();
    const id = await sent(user, items);
    const quote = (await parcelOf(id)).body.data;
    expect(quote).toMatchObject({ shipmentId: id, fee: 8, total: 16.75, canGetCredits: true });
    expect(quote.cards.map(({ amount }) => amount)).toEqual([1.4, 0.35, 7]);
    const wrong = await bookParcel(id, { amount: 16 });
    expect(wrong.body.error.code).toBe('AMOUNT_MISMATCH');
    const before = await balanceOf(shop, user);
    const booked = await bookParcel(id, { amount: 16.75 });
    expect([booked.status, booked.body.error]).toEqual([200, undefined]);
    expect(await balanceOf(shop, user)).toBe(before + 16.75);
    expect(new Set(await statusesOf(shop, user, items))).toEqual(new Set(['lost']));
    const shown = await shop.call<{ status: string; events: { status: string }[] }>(
      'GET',
      `/shipping/requests/${id}`,
      { as: user },
    );
    expect(shown.body.data.status).toBe('lost');
    expect(shown.body.data.events.at(-1)!.status).toBe('lost');
    const [mail] = await mailsTo(user);
    expect(mail!.subject).toBe('Your parcel is lost: what you get');
    expect(mail!.body).toContain('CAD 16.75 went to your balance');
    const again = await bookParcel(id, { amount: 16.75 });
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect((await parcelOf(id)).body.error.code).toBe('INVALID_TRANSITION');
    const { rows } = await shop.owner.query<{ action: string }>(
      `select action from audit_log where subject_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(rows).toEqual([{ action: 'book_parcel_loss' }]);
  });

  test('takes with it what was added to it, and gives back what both cost', async () => {
    const { user, items } = await owner();
    const { id } = await shipped(shop, user, items.slice(0, 1));
    const quotes = await shop.call<{ beside: { quote: { id: string } }[] }>(
      'POST',
      '/shipping/quotes',
      { as: user, body: { cardGroups: groupsOf(items.slice(1)), country: 'CA', state: 'NS' } },
    );
    const added = await shipped(shop, user, items.slice(1), {
      quoteId: quotes.body.data.beside[0]!.quote.id,
    });
    expect((await move(id, { status: 'packed' })).status).toBe(200);
    expect((await move(id, SHIPPED)).status).toBe(200);
    expect((await parcelOf(added.id)).body.error.message).toContain('go with another parcel');
    const { total, fee } = (await parcelOf(id)).body.data;
    expect([total, fee]).toEqual([16.75, 8]);
    expect((await bookParcel(id, { amount: 16.75 })).status).toBe(200);
    expect(new Set(await statusesOf(shop, user, items))).toEqual(new Set(['lost']));
    const { rows } = await shop.owner.query('select state from shipments where user_id = $1', [
      user.userId,
    ]);
    expect(rows).toEqual([{ state: 'lost' }, { state: 'lost' }]);
  });

  test('is only one that has left, and is known', async () => {
    const { user, items } = await owner();
    const { id } = await shipped(shop, user, items.slice(0, 1));
    expect((await bookParcel(id, { amount: 9.4 })).body.error.code).toBe('INVALID_TRANSITION');
    const nobody = crypto.randomUUID();
    expect((await parcelOf(nobody)).body.error.code).toBe('NOT_FOUND');
    expect((await bookParcel(nobody, { amount: 1 })).body.error.code).toBe('NOT_FOUND');
    await expect(
      shop.owner.query(
        `update shipments set state = 'lost', lost_at = shop_now(), carrier = 'x', tracking_number = 'x', shipped_at = shop_now() where id = $1`,
        [id],
      ),
    ).rejects.toMatchObject({ code: '23001' });
  });

  test('waits while a bank decides about the payment of its cards', async () => {
    const user = await shop.signUp(50);
    const intentId = await buyToDispute(shop, user, packTypeId);
    const { packIds } = await purchased(shop, user, intentId);
    await shop.call('POST', `/packs/${packIds[0]}/open`, { as: user });
    const id = await sent(user, await cardsOf(shop, user));
    await postAll(shop);
    expect((await parcelOf(id)).body.error.code).toBe('DISPUTED');
    expect((await bookParcel(id, { amount: 16.75 })).body.error.code).toBe('DISPUTED');
  });
});

describe('a card that is replaced', () => {
  /** Sells another owner's card of this name back, and puts it on a shelf. Returns its id. */
  async function onShelf(name: string, condition = 'Near Mint'): Promise<string> {
    const { user, items } = await owner();
    const one = items.find(({ card }) => card.name === name)!;
    const sold = await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: one.card.id, packOpeningId: one.packOpeningId },
    });
    expect(sold.status).toBe(200);
    const single = await shop.call<{ cardNumber: string }>('GET', `/admin/singles/${one.card.id}`, {
      as: admin,
    });
    const body = { shelf: 'A-1', cards: [{ number: single.body.data.cardNumber, condition }] };
    expect(
      (await shop.call('POST', '/admin/singles/take-in-hand', { as: admin, body })).status,
    ).toBe(200);
    return one.card.id;
  }

  test('gives its owner a like one from the shelf, and no money', async () => {
    const { user, items } = await owner();
    const heron = items.find(({ card }) => card.name === 'Glass Heron')!;
    const copy = await onShelf('Glass Heron');
    await onShelf('Glass Heron', 'Damaged');
    const quote = (await lossOf(heron.card.id)).body.data;
    expect(quote.replacements).toMatchObject([{ id: copy, shelf: 'A-1', paid: 3.5 }]);
    const before = await balanceOf(shop, user);
    const body = { method: 'replacement', amount: 7, replacementId: copy, reason: 'damaged' };
    const booked = await bookCard(heron.card.id, body);
    expect([booked.status, booked.body.error]).toEqual([200, undefined]);
    expect(await balanceOf(shop, user)).toBe(before);
    const mine = await cardsOf(shop, user);
    const given = mine.find(
      ({ card, status }) => card.name === 'Glass Heron' && status === 'available',
    )!;
    expect(given).toMatchObject({ card: { condition: 'Near Mint' }, autoConvertAt: null });
    expect(await statusesOf(shop, user, [heron])).toEqual(['lost']);
    expect((await mailsTo(user))[0]!.body).toContain('the same card in the same condition');
    const single = await shop.call<{ state: string; moves: { move: string }[] }>(
      'GET',
      `/admin/singles/${copy}`,
      { as: admin },
    );
    expect(single.body.data.state).toBe('given');
    expect(single.body.data.moves.at(-1)).toMatchObject({ move: 'replaced' });
    // The replacement sells back like a card that was bought for the worth of the lost card.
    const sold = await shop.call<{ amount: number }>('POST', '/cards/sell', {
      as: user,
      body: { cardId: given.card.id, packOpeningId: given.packOpeningId },
    });
    expect(sold.status).toBe(200);
    expect(await balanceOf(shop, user)).toBe(before + 3.5);
    const list = await shop.call<Losses>('GET', '/admin/losses', { as: admin });
    expect(list.body.data.losses[0]).toMatchObject({ method: 'replacement', amount: 7 });
  });

  test('needs a copy of the same printing and condition that lies on a shelf', async () => {
    const { items } = await owner();
    const heron = items.find(({ card }) => card.name === 'Glass Heron')!;
    const other = await onShelf('Moss Wall');
    const worse = await onShelf('Glass Heron', 'Damaged');
    for (const replacementId of [other, worse, crypto.randomUUID()]) {
      const { status, body } = await bookCard(heron.card.id, {
        method: 'replacement',
        amount: 7,
        replacementId,
      });
      expect([status, body.error.code]).toEqual([409, 'CARD_NOT_AVAILABLE']);
    }
    const none = await bookCard(heron.card.id, { method: 'replacement', amount: 7 });
    expect(none.body.error.details).toMatchObject([{ path: 'replacementId' }]);
    await expect(
      shop.owner.query(`update house_cards set state = 'given', exited_at = now() where id = $1`, [
        worse,
      ]),
    ).rejects.toThrow(/replaces no lost card/);
  });
});
