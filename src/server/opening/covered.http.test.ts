// Tests packs that were paid with credits and whose buyer looks at the cards later.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { exportData } from '#contract/profile-data.ts';
import type { purchaseWithBalance } from '#contract/checkout.ts';
import type { listMyCards } from '#contract/collection.ts';
import type { listCoveredPacks } from '#contract/opening.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { atOffset, DAY_MS } from '../../testing/clock.ts';
import { LETTERHEAD } from '../../testing/letterhead.ts';
import { stockPackType } from '../../testing/stock.ts';
import { convertExpiredCards } from '../collection/convert-expired-cards.ts';
import { remindExpiringCards } from '../collection/remind-expiring-cards.ts';
import { mailText, type StoredWords } from '../mail/text-of.ts';

type Bought = z.input<typeof purchaseWithBalance.reply>;
type Covered = z.input<typeof listCoveredPacks.reply>;
type OwnCards = z.input<typeof listMyCards.reply>;

const shop = useTestApp();
let packType: string;

beforeAll(async () => {
  packType = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
});

/** The names that no page, mail or notice may show before the buyer looks. */
const NAMES = /Harbour Lantern|Moss Wall|Glass Heron/;

async function buyer(quantity: number, more: { covered?: boolean } = { covered: true }) {
  const user = await shop.signUp(quantity * 10.8);
  const { body } = await shop.call<Bought>('POST', '/payments/purchase-with-balance', {
    as: user,
    body: { packs: [{ packId: packType, quantity }], paymentMethod: 'balance', ...more },
  });
  return { user, openings: body.data.packOpenings };
}

const coveredOf = async (as: SignedIn) =>
  (await shop.call<Covered>('GET', '/packs/covered', { as })).body.data;
const uncover = async (as: SignedIn, openingIds: string[]) =>
  (
    await shop.call<{ uncovered: number }>('POST', '/packs/uncover', {
      as,
      body: { openingIds },
    })
  ).body.data.uncovered;
const cardsOf = async (as: SignedIn, query = '') =>
  (await shop.call<OwnCards>('GET', `/cards/my?pageSize=100${query}`, { as })).body.data.cards;

async function mailsTo({ userId }: SignedIn) {
  const { rows } = await shop.owner.query<StoredWords>(
    `select kind, subject, text, html, facts from mails where user_id = $1 and kind <> 'verify_email'
     order by created_at, kind desc`,
    [userId],
  );
  return rows.map((row) => ({
    kind: row.kind,
    words: `${row.subject}\n${mailText(row, LETTERHEAD).text}`,
  }));
}

const noticesOf = async (as: SignedIn) =>
  (await shop.call<{ notices: object[] }>('GET', '/notices', { as })).body.data.notices;

describe('packs that their buyer has not looked at', () => {
  test('lie covered, without a word about their cards, until the buyer looks', async () => {
    const { user, openings } = await buyer(2);
    expect(openings.map(({ isCovered, cards }) => [isCovered, cards.length])).toEqual([
      [true, 3],
      [true, 3],
    ]);
    const covered = await coveredOf(user);
    expect(covered).toMatchObject({ total: 2, packs: [{ cardCount: 3 }, { cardCount: 3 }] });
    expect(JSON.stringify(covered)).not.toMatch(NAMES);
    expect((await cardsOf(user)).map(({ isCovered }) => isCovered)).not.toContain(false);
    expect(await cardsOf(user, '&uncovered=true')).toEqual([]);

    expect(await uncover(user, [openings[0]!.id])).toBe(1);
    expect((await coveredOf(user)).packs.map(({ openingId }) => openingId)).toEqual([
      openings[1]!.id,
    ]);
    const seen = await cardsOf(user, '&uncovered=true');
    expect(seen.map(({ packOpeningId }) => packOpeningId)).toEqual(Array(3).fill(openings[0]!.id));
    const again = await shop.call<{ isCovered: boolean }>(
      'GET',
      `/packs/openings/${openings[0]!.id}`,
      { as: user },
    );
    expect(again.body.data.isCovered).toBe(false);
  });

  test('bring the receipt at once, and the mail about their cards once, when the buyer looks', async () => {
    const { user, openings } = await buyer(2);
    const ids = openings.map(({ id }) => id);
    const [receipt, ...none] = await mailsTo(user);
    expect([receipt!.kind, none]).toEqual(['receipt', []]);
    expect(receipt!.words).not.toMatch(NAMES);
    expect(await uncover(user, ids)).toBe(2);
    expect(await uncover(user, ids)).toBe(0);
    const [, opened, ...more] = await mailsTo(user);
    expect([opened!.kind, more]).toEqual(['openings', []]);
    expect(opened!.words).toContain('You opened 2 packs: 6 cards');
    expect(opened!.words).toMatch(NAMES);
  });

  test('are uncovered by nobody else', async () => {
    const { user, openings } = await buyer(1);
    expect(await uncover(await shop.signUp(), [openings[0]!.id])).toBe(0);
    expect((await coveredOf(user)).total).toBe(1);
  });

  test('are counted without a name in reminders, and when their thirty days are over', async () => {
    const { user } = await buyer(1);
    await atOffset(shop, 29.5 * DAY_MS, remindExpiringCards);
    await atOffset(shop, 31 * DAY_MS, convertExpiredCards);
    const mails = await mailsTo(user);
    expect(mails.map(({ kind }) => kind)).toEqual(['receipt', 'expiring_cards', 'cards_converted']);
    const words = mails.map((mail) => mail.words).join('\n');
    expect(words).toContain('A card that you have not looked at');
    expect(words).not.toMatch(NAMES);
    expect(await noticesOf(user)).toMatchObject([
      { kind: 'converted', cardCount: 3, cards: [] },
      { kind: 'ending', cardCount: 3, cards: [] },
    ]);
  });

  test('are marked in the export of personal data', async () => {
    const { user } = await buyer(1);
    const { body } = await shop.call<z.input<typeof exportData.reply>>('GET', '/users/export', {
      as: user,
    });
    expect(body.data.packs.entries.map(({ isCovered }) => isCovered)).toEqual([true]);
  });
});

test('a purchase that asks for no cover counts as looked at, and its receipt names the cards', async () => {
  const { user, openings } = await buyer(1, {});
  expect(openings.map(({ isCovered }) => isCovered)).toEqual([false]);
  expect((await coveredOf(user)).total).toBe(0);
  const [receipt] = await mailsTo(user);
  expect(receipt!.words).toMatch(NAMES);
});

test('the binder shows no card of a covered pack, and home says that the pack waits', async () => {
  const { user, openings } = await buyer(1);
  const setsOf = async () =>
    (await shop.call<{ sets: unknown[] }>('GET', '/cards/my/sets', { as: user })).body.data.sets;
  const coveredPacks = async () =>
    (await shop.call<{ coveredPacks: number }>('GET', '/users/waiting', { as: user })).body.data
      .coveredPacks;
  expect(await coveredPacks()).toBe(1);
  expect(await setsOf()).toEqual([]);
  await uncover(
    user,
    openings.map(({ id }) => id),
  );
  expect(await coveredPacks()).toBe(0);
  expect(await setsOf()).toHaveLength(1);
});
