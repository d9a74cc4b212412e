// Tests what operators do with the cards that the shop owns outside of packs: they take them in hand, move, price,
// withdraw and lose them.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type {
  findSingle,
  listSingles,
  showSingle,
  sumSingles,
  takeInHand,
} from '#contract/singles-admin.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { cardsOf, groupsOf, ownerOfCards, type Item } from '../../../testing/shipments.ts';
import { stockPackType } from '../../../testing/stock.ts';

type List = z.input<typeof listSingles.reply>;
type Single = List['singles'][number];
type Found = z.input<typeof findSingle.reply>;
type Detail = z.input<typeof showSingle.reply>;
type Sums = z.input<typeof sumSingles.reply>;
type Taken = z.input<typeof takeInHand.reply>;

const shop = useTestApp();
let admin: SignedIn;
let moderator: SignedIn;
let seller: SignedIn;
let typeId: string;

beforeAll(async () => {
  [admin, moderator] = await Promise.all([
    shop.signUp({ role: 'admin' }),
    shop.signUp({ role: 'moderator' }),
  ]);
});
beforeEach(async () => {
  typeId = await stockPackType(shop.context, { packs: 1, purchaseLimit: null });
  const { user } = await ownerOfCards(shop, typeId);
  seller = user;
});

const get = async <Data>(path: string, as = moderator): Promise<Data> => {
  const { status, body } = await shop.call<Data>('GET', path, { as });
  expect([status, path]).toEqual([200, path]);
  return body.data;
};
const list = (query = '') => get<List>(`/admin/singles?limit=100${query}`);
const post = <Data>(path: string, body: object, as = admin) =>
  shop.call<Data>('POST', `/admin/singles/${path}`, { as, body });
const take = (cards: { number: string; condition?: string }[], shelf = 'A-1') =>
  post<Taken>(
    'take-in-hand',
    { shelf, cards: cards.map((card) => ({ condition: 'Near Mint', ...card })) },
    moderator,
  );

/**
 * Sells back the cards at these positions of a pack. Returns the shop's cards from this pack, in the order of their
 * positions.
 */
async function soldBack(...places: number[]): Promise<Single[]> {
  const items = await cardsOf(shop, seller);
  await sell(places.map((place) => items.find((item) => item.card.name === NAMES[place - 1])!));
  return ofPack();
}
const NAMES = ['Harbour Lantern', 'Moss Wall', 'Glass Heron'];

async function sell(items: Item[]): Promise<void> {
  const cards = groupsOf(items).flatMap(({ packOpeningId, cardIds }) =>
    cardIds.map((cardId) => ({ cardId, packOpeningId })),
  );
  const { status } = await shop.call('POST', '/cards/sell/bulk', { as: seller, body: { cards } });
  expect(status).toBe(200);
}

async function ofPack(): Promise<Single[]> {
  const { singles } = await list(`&search=FF-${typeId}`);
  return singles.toSorted((a, b) => (a.cardNumber < b.cardNumber ? -1 : 1));
}

/** Sells cards back, and puts them on a shelf with a price by hand, so that they are on sale. */
async function onSale(...places: number[]): Promise<Single[]> {
  const singles = await soldBack(...places);
  await take(singles.map(({ cardNumber }) => ({ number: cardNumber })));
  await post('price', { ids: singles.map(({ id }) => id), price: 2.5 });
  return ofPack();
}

type Entry = { action: string; subject_kind: string; subject_id: string; after: object };
async function lastEntry(): Promise<Entry> {
  const { rows } = await shop.owner.query<Entry>(
    'select action, subject_kind, subject_id, after from audit_log order by id desc limit 1',
  );
  return rows[0]!;
}

describe('a card that somebody sold back', () => {
  test('is listed with what it cost, what it is worth and its number', async () => {
    const [lantern, heron] = await soldBack(1, 3);
    expect(lantern).toMatchObject({
      cardNumber: `FF-${typeId}-0-1`,
      name: 'Harbour Lantern',
      state: 'came_back',
      condition: 'Near Mint',
      shelf: null,
      paid: 0.7,
      marketValue: 1.4,
      price: null,
      label: null,
    });
    expect(heron).toMatchObject({ cardNumber: `FF-${typeId}-0-3`, paid: 3.5, marketValue: 7 });
  });

  test('is found by each filter, and by a part of its name', async () => {
    const [heron] = await soldBack(3);
    const finds = async (query: string) =>
      (await list(query)).singles.some(({ id }) => id === heron!.id);
    for (const query of [
      '&state=came_back',
      '&game=magic',
      '&setId=magic-tst',
      '&rarity=rare',
      '&condition=Near%20Mint',
      '&state=came_back&game=magic&setId=magic-tst&rarity=rare&condition=Near%20Mint',
      '&search=lass%20her',
      `&search=${heron!.cardNumber.toLowerCase()}`,
      `&search=FF-${typeId}&game=magic`,
    ]) {
      expect([query, await finds(query)]).toEqual([query, true]);
    }
    for (const query of [
      '&state=on_sale',
      '&game=pokemon',
      '&setId=magic-tst&game=pokemon',
      '&setId=none',
      '&rarity=common',
      '&condition=Damaged',
      '&search=Lantern',
      '&search=heron&state=lost',
    ]) {
      expect([query, await finds(query)]).toEqual([query, false]);
    }
  });

  test('counts in the sums of its state, and in the sums of what a filter finds', async () => {
    const sumsOf = async () =>
      (await get<Sums>('/admin/singles/sums')).states.find(({ state }) => state === 'came_back')!;
    const before = await sumsOf();
    await soldBack(1, 3);
    const after = await sumsOf();
    expect([after.cards - before.cards, after.paid! - before.paid!]).toEqual([
      2,
      expect.closeTo(4.2, 5),
    ]);
    expect((await list(`&search=FF-${typeId}`)).found).toEqual({
      cards: 2,
      paid: 4.2,
      market: 8.4,
    });
  });

  test('shows its history from its pack on', async () => {
    const [lantern] = await soldBack(1);
    await take([{ number: lantern!.cardNumber, condition: 'Damaged' }], 'B-7');
    const detail = await get<Detail>(`/admin/singles/${lantern!.id}`);
    expect(detail).toMatchObject({ condition: 'Damaged', recordedCondition: 'Near Mint' });
    expect(detail.moves.map(({ move, detail: said, amount }) => [move, said, amount])).toEqual([
      ['opened', null, null],
      ['came_back', 'sold', 0.7],
      ['taken_in_hand', 'B-7', null],
      ['got_worse', 'Damaged', null],
    ]);
    expect(detail.moves.map(({ by }) => by)).toEqual([
      seller.email,
      null,
      moderator.email,
      moderator.email,
    ]);
    const { status } = await shop.call('GET', `/admin/singles/${crypto.randomUUID()}`, {
      as: moderator,
    });
    expect(status).toBe(404);
  });

  test('leaves as CSV that no spreadsheet runs', async () => {
    const [lantern] = await soldBack(1);
    await take([{ number: lantern!.cardNumber }], '=1+1');
    const response = await shop.app.inject({
      url: '/api/admin/singles.csv?game=magic&condition=Near%20Mint',
      headers: { authorization: `Bearer ${moderator.accessToken}` },
    });
    expect(response.headers['content-disposition']).toBe('attachment; filename="singles.csv"');
    const [head, ...lines] = response.body.split('\r\n');
    expect(head).toMatch(/^Card number,State,Name,/);
    const line = lines.find((one) => one.startsWith(`${lantern!.cardNumber},`));
    expect(line).toContain(
      ",On a shelf,Harbour Lantern,Test Harbour,1,magic,common,normal,Near Mint,,'=1+1,",
    );
    expect(line).toContain(',0.70,1.40,,');
  });
});

describe('taking in hand', () => {
  test('puts a batch on its shelf, and records who had it in hand', async () => {
    const [lantern, heron] = await soldBack(1, 3);
    const { status, body } = await take([
      { number: lantern!.cardNumber },
      { number: heron!.cardNumber, condition: 'Lightly Played' },
    ]);
    expect([status, body.data]).toEqual([200, { taken: 2, onSale: 0 }]);
    expect(
      (await ofPack()).map(({ state, shelf, condition }) => [state, shelf, condition]),
    ).toEqual([
      ['shelved', 'A-1', 'Near Mint'],
      ['shelved', 'A-1', 'Lightly Played'],
    ]);
    expect(await lastEntry()).toEqual({
      action: 'take_in_hand',
      subject_kind: 'single',
      subject_id: lantern!.id,
      after: {
        shelf: 'A-1',
        cards: [lantern!.cardNumber, heron!.cardNumber],
        worse: [`${heron!.cardNumber}: Lightly Played`],
      },
    });
  });

  test('says at each line what is wrong, and takes none of the batch', async () => {
    const [lantern, moss] = await soldBack(1, 2);
    await take([{ number: moss!.cardNumber, condition: 'Heavily Played' }]);
    const { status, body } = await take([
      { number: lantern!.cardNumber },
      { number: 'FF-nowhere-1' },
      { number: `FF-${typeId}-0-3` },
      { number: `${lantern!.cardNumber} ` },
      { number: moss!.cardNumber },
      { number: 'no number' },
      { number: `FF-${typeId}-0-4` },
    ]);
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [
        { path: 'cards.1.number', message: 'There is no card with this number' },
        { path: 'cards.2.number', message: expect.stringContaining('is not the shop’s') as string },
        { path: 'cards.3.number', message: 'This card is in the batch already' },
        { path: 'cards.4.number', message: expect.stringContaining('but not better') as string },
        { path: 'cards.5.number', message: 'There is no card with this number' },
        { path: 'cards.6.number', message: 'There is no card with this number' },
      ],
    ]);
    expect((await ofPack())[0]!.state).toBe('came_back');
  });

  test('moves a card that is on a shelf already, and leaves a withdrawn one withdrawn', async () => {
    const [lantern, moss] = await onSale(1, 2);
    await post('withdraw', { ids: [moss!.id], reason: 'Bent corner' });
    const { body } = await take(
      [{ number: lantern!.cardNumber }, { number: moss!.cardNumber }],
      'C-3',
    );
    expect(body.data).toEqual({ taken: 2, onSale: 1 });
    expect((await ofPack()).map(({ state, shelf }) => [state, shelf])).toEqual([
      ['on_sale', 'C-3'],
      ['withdrawn', 'C-3'],
    ]);
  });

  test('shows the card of a number at once, or why there is none', async () => {
    const [lantern] = await soldBack(1);
    const find = (number: string) =>
      get<Found>(`/admin/singles/by-number?number=${encodeURIComponent(number)}`);
    expect(await find(lantern!.cardNumber.toLowerCase())).toMatchObject({
      single: { id: lantern!.id, name: 'Harbour Lantern' },
      problem: null,
    });
    expect(await find('FF-nowhere-1')).toEqual({
      single: null,
      problem: 'There is no card with this number',
    });
    await post('lose', { ids: [lantern!.id], reason: 'Not in the box' });
    expect(await find(lantern!.cardNumber)).toMatchObject({
      single: { id: lantern!.id },
      problem: 'This card is booked as lost',
    });
    const again = await take([{ number: lantern!.cardNumber }]);
    expect(again.body.error.message).toBe('This card is booked as lost');
  });

  test('finds a graded card by its grader’s label', async () => {
    const serial = `GR-${typeId}`;
    const label = `PSA-${typeId.toUpperCase()}`;
    const pack = {
      packTypeId: typeId,
      serial,
      certificationNumber: `C-${serial}`,
      cards: [
        { set: 'tst', number: '1' },
        { set: 'tst', number: '3', label },
        { set: 'tst', number: '2' },
      ],
    };
    const taken = await shop.call('POST', '/admin/stock/intake', {
      as: admin,
      body: { packs: [pack] },
    });
    expect(taken.status).toBe(200);
    seller = (await ownerOfCards(shop, typeId)).user;
    await sell(await cardsOf(shop, seller));
    const { single } = await get<Found>(`/admin/singles/by-number?number=${label.toLowerCase()}`);
    expect(single).toMatchObject({ name: 'Glass Heron', label, cardNumber: `C-${serial}-2` });
    expect((await list(`&search=${label}`)).singles).toHaveLength(1);
    expect((await take([{ number: label }])).body.data.taken).toBe(1);
    const others = await get<Found>(`/admin/singles/by-number?number=C-${serial}-1`);
    expect(others.single!.label).toBeNull();
  });
});

describe('what is on a shelf', () => {
  test('is on sale as soon as it has a price, and off sale while it is withdrawn', async () => {
    const [lantern] = await onSale(1);
    expect(lantern).toMatchObject({ state: 'on_sale', price: 2.5, isPricedByHand: true });
    await post('withdraw', { ids: [lantern!.id], reason: 'Bent corner' });
    expect((await ofPack())[0]!.state).toBe('withdrawn');
    const { body } = await post<{ singles: Single[] }>('put-back', {
      ids: [lantern!.id],
      reason: 'It is flat',
    });
    expect(body.data.singles[0]).toMatchObject({ state: 'on_sale', price: 2.5 });
    const { moves } = await get<Detail>(`/admin/singles/${lantern!.id}`);
    expect(moves.slice(-3).map(({ move, detail, amount }) => [move, detail, amount])).toEqual([
      ['priced', null, 2.5],
      ['withdrawn', 'Bent corner', null],
      ['put_back', 'It is flat', null],
    ]);
  });

  test('has no price any more if it is left to the rules and none applies', async () => {
    const [lantern] = await onSale(1);
    await post('price', { ids: [lantern!.id], price: null });
    expect((await ofPack())[0]).toMatchObject({
      state: 'shelved',
      price: null,
      isPricedByHand: false,
    });
  });

  test('moves to another shelf', async () => {
    const [lantern] = await onSale(1);
    const { status } = await post('shelve', { ids: [lantern!.id], shelf: 'Z-9' }, moderator);
    expect([status, (await ofPack())[0]!.shelf]).toEqual([200, 'Z-9']);
    expect(await lastEntry()).toMatchObject({
      action: 'shelve_singles',
      after: { cards: [lantern!.cardNumber], shelf: 'Z-9' },
    });
  });

  test('is lost for good with what it cost, if nobody finds it', async () => {
    const lost = async () =>
      (await get<Sums>('/admin/singles/sums')).states.find(({ state }) => state === 'lost')!;
    const [heron] = await onSale(3);
    const before = await lost();
    const { body } = await post<{ singles: Single[] }>('lose', {
      ids: [heron!.id],
      reason: 'Not on its shelf',
    });
    expect(body.data.singles[0]).toMatchObject({ state: 'lost', paid: 3.5 });
    const after = await lost();
    expect([after.cards - before.cards, after.paid! - before.paid!]).toEqual([
      1,
      expect.closeTo(3.5, 5),
    ]);
    expect(await get<Detail>(`/admin/singles/${heron!.id}`)).toMatchObject({
      note: 'Not on its shelf',
    });
    await expect(
      shop.owner.query(`update house_cards set state = 'shelved' where id = $1`, [heron!.id]),
    ).rejects.toThrow("A single can't go from lost to shelved");
  });
});

describe('an act on several cards', () => {
  const ACTS: [path: string, more: object, as: () => SignedIn][] = [
    ['shelve', { shelf: 'A-2' }, () => moderator],
    ['withdraw', { reason: 'Bent' }, () => admin],
    ['put-back', { reason: 'Flat' }, () => admin],
    ['lose', { reason: 'Gone' }, () => admin],
    ['price', { price: 1 }, () => admin],
  ];

  test.each(ACTS)('%s is done for none if one is not the shop’s', async (path, more, as) => {
    const [lantern] = await onSale(1);
    const before = await ofPack();
    const ids = [lantern!.id, crypto.randomUUID()];
    const { status, body } = await post(path, { ids, ...more }, as());
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(await ofPack()).toEqual(before);
  });

  test.each(ACTS)('%s is done for none if one is lost', async (path, more, as) => {
    const [lantern, moss] = await onSale(1, 2);
    await post('lose', { ids: [moss!.id], reason: 'Gone' });
    const before = await ofPack();
    const { status, body } = await post(path, { ids: [lantern!.id, moss!.id], ...more }, as());
    expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(body.error.message).toMatch(/can’t be|can’t get/);
    expect(await ofPack()).toEqual(before);
  });

  test('says of a card that nobody had in hand why it can’t be moved', async () => {
    const [lantern] = await soldBack(1);
    const { body } = await post('shelve', { ids: [lantern!.id], shelf: 'A-2' }, moderator);
    expect(body.error.message).toBe(
      `${lantern!.cardNumber} can’t be moved: it is “came back”, and nobody took it in hand yet`,
    );
  });
});

test('the record of what operators did never changes', async () => {
  const [lantern] = await onSale(1);
  await expect(
    shop.owner.query('delete from house_card_moves where house_card_id = $1', [lantern!.id]),
  ).rejects.toThrow(/may not be changed or deleted/);
});

test('a card of the house follows its card to another rarity', async () => {
  const [lantern] = await soldBack(1);
  const asRare = (rarity: string) =>
    shop.owner.query('update cards set rarity = $2 where id = $1', [lantern!.cardId, rarity]);
  await asRare('mythic');
  expect((await list('&rarity=mythic')).singles.map(({ id }) => id)).toContain(lantern!.id);
  await asRare('common');
  expect((await list('&rarity=mythic')).singles.map(({ id }) => id)).not.toContain(lantern!.id);
});
