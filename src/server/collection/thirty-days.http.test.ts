// Tests cards that are left for thirty days: reminders, conversion, locks, and operators' decisions.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runShopCommand } from '../../testing/command.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { atOffset, DAY_MS, HOUR_MS } from '../../testing/clock.ts';
import { ship, type Item } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { convertExpiredCards } from './convert-expired-cards.ts';
import { remindExpiringCards } from './remind-expiring-cards.ts';

const shop = useTestApp();
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 200, purchaseLimit: null });
});

// Converts the cards that a test leaves, so that the jobs in the next test do not find these cards.
afterEach(() => convertAt(90 * DAY_MS));

const MINUTE_MS = 60_000;
/** This is added to the time at which a test runs a job, so that the tested moment has surely passed. */
const SLACK_MS = 10 * MINUTE_MS;

/**
 * Makes a user with the three cards of each pack. The cards cost CAD 7.00, 1.40 and 0.35, and their credit values are
 * 3.50, 0.70 and 0.17.
 */
async function ownerOf(
  packs: number,
  { credits = 0 } = {},
): Promise<{ user: SignedIn; items: Item[] }> {
  const user = await shop.signUp(packs * 10.8 + credits);
  await shop.call('POST', '/packs/purchase', {
    as: user,
    body: { packId: packTypeId, quantity: packs },
  });
  return { user, items: await cardsOf(user) };
}

async function cardsOf(user: SignedIn): Promise<Item[]> {
  const { body } = await shop.call<{ cards: Item[] }>(
    'GET',
    '/cards/my?pageSize=100&sortBy=price',
    { as: user },
  );
  return body.data.cards;
}

async function balanceOf(user: SignedIn): Promise<number> {
  const { body } = await shop.call<{ account_balance: number }>('GET', '/users/credits', {
    as: user,
  });
  return body.data.account_balance;
}

const prefer = (user: SignedIn, preferences: object) =>
  shop.call('PUT', '/users/settings/preferences', { as: user, body: preferences });

const convertAt = (offsetMs: number) => atOffset(shop, offsetMs, convertExpiredCards);
const remindAt = (offsetMs: number) => atOffset(shop, offsetMs, remindExpiringCards);

async function mailsTo(user: SignedIn): Promise<{ subject: string; text: string; html: string }[]> {
  const { rows } = await shop.owner.query<{ subject: string; text: string; html: string }>(
    `select subject, text, html from mails where user_id = $1 and kind = 'expiring_cards' order by created_at`,
    [user.userId],
  );
  return rows;
}

const statusesOf = async (user: SignedIn) => (await cardsOf(user)).map((item) => item.status);

describe('the thirty days', () => {
  test('convert nothing an hour before they end, and everything once they have ended', async () => {
    const { user } = await ownerOf(1);
    await convertAt(30 * DAY_MS - HOUR_MS);
    expect(await statusesOf(user)).toEqual(['available', 'available', 'available']);
    expect(await balanceOf(user)).toBe(0);

    expect(await convertAt(30 * DAY_MS + SLACK_MS)).toMatchObject({ failed: 0 });
    expect(await statusesOf(user)).toEqual(['converted', 'converted', 'converted']);
    expect(await balanceOf(user)).toBe(4.37);
    const items = await cardsOf(user);
    expect(items.map((item) => [item.sellPrice, item.autoConvertAt])).toEqual([
      [3.5, null],
      [0.7, null],
      [0.17, null],
    ]);
  });

  test('pay half of the market value at that moment, not of the day of the opening', async () => {
    const { user } = await ownerOf(1);
    await shop.owner.query(`update cards set market_value = 333 where name = 'Glass Heron'`);
    try {
      await convertAt(31 * DAY_MS);
    } finally {
      await shop.owner.query(`update cards set market_value = 700 where name = 'Glass Heron'`);
    }
    expect(await balanceOf(user)).toBe(1.66 + 0.7 + 0.17);
  });

  test('are caught up after ten days of downtime, and a clock that was set back converts nothing twice', async () => {
    const { user } = await ownerOf(2);
    await convertAt(40 * DAY_MS);
    expect(await balanceOf(user)).toBe(8.74);
    await convertAt(29 * DAY_MS);
    await convertAt(0);
    expect(await convertAt(40 * DAY_MS)).toEqual({ done: 0, failed: 0 });
    expect(await balanceOf(user)).toBe(8.74);
    const { rows } = await shop.owner.query(
      `select count(*)::int as journals from journals where user_id = $1 and kind = 'card_conversion'`,
      [user.userId],
    );
    expect(rows[0]).toEqual({ journals: 6 });
  });

  test('do not affect sold or locked cards', async () => {
    const { user, items } = await ownerOf(1);
    const [heron, lantern, moss] = items;
    await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: heron!.card.id, packOpeningId: heron!.packOpeningId },
    });
    await shop.owner.query(
      `update physical_cards set status = 'locked', lock_reason = 'expired' where id = $1`,
      [lantern!.card.id],
    );
    await convertAt(31 * DAY_MS);
    const after = new Map((await cardsOf(user)).map((item) => [item.card.id, item]));
    expect(after.get(heron!.card.id)!.status).toBe('sold');
    expect(after.get(lantern!.card.id)).toMatchObject({ status: 'locked', lockReason: 'expired' });
    expect(after.get(moss!.card.id)!.status).toBe('converted');
    expect(await balanceOf(user)).toBe(3.67);
  });

  test('skip a card that is in use, and find it with the next run', async () => {
    const { user, items } = await ownerOf(1);
    const other = await shop.owner.connect();
    try {
      await other.query('begin');
      await other.query('select 1 from physical_cards where id = $1 for update', [
        items[0]!.card.id,
      ]);
      expect(await convertAt(31 * DAY_MS)).toEqual({ done: 2, failed: 0 });
      await other.query('commit');
    } finally {
      other.release();
    }
    expect(await convertAt(31 * DAY_MS)).toEqual({ done: 1, failed: 0 });
    expect(await balanceOf(user)).toBe(4.37);
  });

  test('of 10,000 cards are processed in one run, within eight times the time to buy and open them', async () => {
    const packId = await stockPackType(shop.context, {
      packs: 100,
      purchaseLimit: null,
      cards: Array.from({ length: 100 }, () => '2'),
    });
    const boughtFrom = performance.now();
    const owners = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const user = await shop.signUp(25 * 10.8);
        await shop.call('POST', '/packs/purchase', { as: user, body: { packId, quantity: 25 } });
        return user;
      }),
    );
    const startedAt = performance.now();
    expect(await convertAt(31 * DAY_MS)).toEqual({ done: 10_000, failed: 0 });
    // Both durations are from one run, so the speed of the machine makes no difference.
    const bought = startedAt - boughtFrom;
    expect(performance.now() - startedAt).toBeLessThan(8 * bought);
    expect(await Promise.all(owners.map(balanceOf))).toEqual([425, 425, 425, 425]);
  });

  test('of a user who is busy for longer than a lock waits are left to the next run, and nobody else’s', async () => {
    const [{ user: busy }, { user: other }] = [await ownerOf(1), await ownerOf(1)];
    const purchase = await shop.owner.connect();
    try {
      await purchase.query('begin');
      await purchase.query('select lock_account($1)', [busy.userId]);
      expect(await convertAt(31 * DAY_MS)).toEqual({ done: 3, failed: 0 });
      await purchase.query('commit');
    } finally {
      purchase.release();
    }
    expect(await balanceOf(other)).toBe(4.37);
    expect(await convertAt(31 * DAY_MS)).toEqual({ done: 3, failed: 0 });
    expect(await balanceOf(busy)).toBe(4.37);
  });

  test('of a user whose cards can’t be converted do not stop other users’ cards', async () => {
    const [{ user: unlucky, items }, { user: other }] = [await ownerOf(1), await ownerOf(1)];
    // A trigger makes the ledger reject everything of this user.
    await shop.owner.query(
      `create function refuse_for_test() returns trigger language plpgsql as
       $$ begin if new.user_id = '${unlucky.userId}' then raise exception 'for a test'; end if; return new; end $$;
       create trigger refuse_for_test before insert on journals for each row execute function refuse_for_test()`,
    );
    const quiet = { ...shop.context.log, error: () => {} } as never;
    const run = await atOffset(shop, 31 * DAY_MS, (context) =>
      convertExpiredCards({ ...context, log: quiet }),
    );
    await shop.owner.query(
      'drop trigger refuse_for_test on journals; drop function refuse_for_test',
    );
    expect(run).toEqual({ done: 3, failed: 3 });
    expect(await balanceOf(other)).toBe(4.37);
    expect(await balanceOf(unlucky)).toBe(0);
    expect((await cardsOf(unlucky)).map((item) => item.status)).toEqual(
      items.map((one) => one.status),
    );
    expect(await convertAt(31 * DAY_MS)).toEqual({ done: 3, failed: 0 });
  });

  test('lock the cards of a user who has switched conversion off, and pay nothing', async () => {
    const { user } = await ownerOf(1);
    await prefer(user, { autoConvertExpiredCards: false });
    expect(await convertAt(31 * DAY_MS)).toEqual({ done: 3, failed: 0 });
    const items = await cardsOf(user);
    expect(items.map((item) => [item.status, item.lockReason])).toEqual(
      Array(3).fill(['locked', 'expired']),
    );
    expect(await balanceOf(user)).toBe(0);
    const sold = await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: items[0]!.card.id, packOpeningId: items[0]!.packOpeningId },
    });
    expect([sold.status, sold.body.error.message]).toEqual([
      409,
      'This card is not available for sale',
    ]);
    await prefer(user, { autoConvertExpiredCards: true });
    expect(await convertAt(40 * DAY_MS)).toEqual({ done: 0, failed: 0 });
  });

  test('are reported in the shop and by mail, with the sum, whichever way they end', async () => {
    const noticesOf = async (user: SignedIn) =>
      (await shop.call<{ notices: object[]; unread: number }>('GET', '/notices', { as: user })).body
        .data;
    const mailsOf = async ({ userId }: SignedIn) => {
      const { rows } = await shop.owner.query<{ kind: string; subject: string; text: string }>(
        `select kind, subject, text from mails where user_id = $1 and kind in ('cards_converted', 'cards_locked')`,
        [userId],
      );
      return rows;
    };
    const [converting, locking, silent] = [await ownerOf(1), await ownerOf(1), await ownerOf(1)];
    await prefer(locking.user, { autoConvertExpiredCards: false });
    await prefer(silent.user, { emailNotifications: false });
    await convertAt(31 * DAY_MS);
    await convertAt(31 * DAY_MS);

    expect(await noticesOf(converting.user)).toMatchObject({
      notices: [{ kind: 'converted', cardCount: 3, amount: 4.37, readAt: null }],
      unread: 1,
    });
    expect(await mailsOf(converting.user)).toEqual([
      {
        kind: 'cards_converted',
        subject: '3 cards converted to credits: CAD 4.37',
        text: expect.stringContaining('CAD 4.37 was added to your balance.') as string,
      },
    ]);
    expect(await noticesOf(locking.user)).toMatchObject({
      notices: [{ kind: 'locked', cardCount: 3, amount: 4.37 }],
    });
    expect(await mailsOf(locking.user)).toMatchObject([
      { kind: 'cards_locked', subject: '3 cards are locked' },
    ]);
    // A user who wants no mails still gets the notice in the shop.
    expect(await noticesOf(silent.user)).toMatchObject({ notices: [{ kind: 'converted' }] });
    expect(await mailsOf(silent.user)).toEqual([]);
  });

  test('have a button for locked cards, which writes to the shop once a day', async () => {
    const { user } = await ownerOf(1);
    const ask = () =>
      shop.call<{ cards: number }>('POST', '/cards/release-request', { as: user, body: {} });
    const early = await ask();
    expect([early.status, early.body.error.code]).toEqual([409, 'CARD_NOT_AVAILABLE']);
    await prefer(user, { autoConvertExpiredCards: false });
    await convertAt(31 * DAY_MS);
    expect((await ask()).body.data).toEqual({ cards: 3 });
    expect((await ask()).status).toBe(200);
    const { rows } = await shop.owner.query<{ text: string }>(
      `select text from mails where kind = 'release_asked'`,
    );
    expect(rows).toEqual([
      { text: expect.stringContaining('asks you to release 3 cards') as string },
    ]);
    expect(rows[0]!.text).toContain('Glass Heron');
  });

  test('are in the history of a card and among the transactions', async () => {
    const { user, items } = await ownerOf(1);
    await convertAt(31 * DAY_MS);
    const history = await shop.call<{ events: { type: string }[] }>(
      'GET',
      `/cards/${items[0]!.card.id}/history`,
      { as: user },
    );
    expect(history.body.data.events.map((event) => event.type)).toEqual(['opened', 'converted']);
    const { body } = await shop.call<{ transactions: { amount: number; description: string }[] }>(
      'GET',
      '/transactions?type=card_conversion',
      { as: user },
    );
    expect(body.data.transactions).toMatchObject([{ description: '3 cards', amount: 4.37 }]);
  });

  test('can be run by an operator, now or as at another time', async () => {
    const { user } = await ownerOf(1);
    const run = (job: string, days?: number) =>
      runShopCommand(shop.url, [
        'jobs',
        'run',
        job,
        ...(days === undefined ? [] : ['--at', new Date(Date.now() + days * DAY_MS).toISOString()]),
      ]);
    const did = (cards: number) => ({ code: 0, out: `${cards} done, 0 failed.\n`, err: '' });
    expect(await run('remind-expiring')).toEqual(did(0));
    expect(await run('remind-expiring', 24)).toEqual(did(3));
    expect(await mailsTo(user)).toHaveLength(1);
    expect(await run('convert-expired')).toEqual(did(0));
    expect(await run('convert-expired', 31)).toEqual(did(3));
    expect(await balanceOf(user)).toBe(4.37);
  });
});

describe('reminders', () => {
  test('are sent seven days and one day ahead, once each, for the remaining cards', async () => {
    const { user, items } = await ownerOf(1);
    expect(await remindAt(23 * DAY_MS - HOUR_MS)).toEqual({ done: 0, failed: 0 });
    expect(await mailsTo(user)).toEqual([]);

    expect(await remindAt(23 * DAY_MS + SLACK_MS)).toEqual({ done: 3, failed: 0 });
    expect(await remindAt(25 * DAY_MS)).toEqual({ done: 0, failed: 0 });
    const [week] = await mailsTo(user);
    expect(week!.subject).toMatch(
      /^3 cards will convert to credits soon, the first on \w+ \d+, \d{4}$/,
    );
    expect(week!.text).toMatch(
      /- Glass Heron, .* UTC, within 7 days, market CAD 7\.00, sells for CAD 3\.50\n- Harbour Lantern/,
    );
    expect(week!.text).toContain('Credit value today: CAD 4.37 in all.');
    expect(week!.text).toContain('converts to credits automatically, at half of its market value');
    expect(week!.text).toContain('/my-cards?expiring=true');

    await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: items[0]!.card.id, packOpeningId: items[0]!.packOpeningId },
    });
    expect(await remindAt(29 * DAY_MS + SLACK_MS)).toEqual({ done: 2, failed: 0 });
    expect(await remindAt(29 * DAY_MS + HOUR_MS)).toEqual({ done: 0, failed: 0 });
    const mails = await mailsTo(user);
    expect(mails).toHaveLength(2);
    expect(mails[1]!.text).toMatch(
      /- Harbour Lantern, .* UTC, within a day, market CAD 1\.40, sells for CAD 0\.70/,
    );
    expect(mails[1]!.text).not.toContain('Glass Heron');
  });

  test('after downtime have only the newest state, and no cards that have already expired', async () => {
    const { user } = await ownerOf(1);
    expect(await remindAt(29.5 * DAY_MS)).toEqual({ done: 3, failed: 0 });
    expect(await remindAt(29.6 * DAY_MS)).toEqual({ done: 0, failed: 0 });
    // The clock goes back to the first stage. No reminder follows, because the cards had one at a later stage.
    expect(await remindAt(24 * DAY_MS)).toEqual({ done: 0, failed: 0 });
    expect(await mailsTo(user)).toHaveLength(1);

    const { user: late } = await ownerOf(1);
    expect(await remindAt(30 * DAY_MS + SLACK_MS)).toEqual({ done: 0, failed: 0 });
    expect(await mailsTo(late)).toEqual([]);
    await convertAt(31 * DAY_MS);
  });

  test('of a card that came back from a shipment name its new day', async () => {
    const { user, items } = await ownerOf(1, { credits: 8 });
    await remindAt(29.5 * DAY_MS);
    const shipped = await ship(shop, user, items);
    await shop.call('POST', `/shipping/requests/${shipped.body.data.id}/cancel`, { as: user });
    expect(await statusesOf(user)).toEqual(['available', 'available', 'available']);
    expect(await remindAt(29.5 * DAY_MS)).toEqual({ done: 3, failed: 0 });
    expect(await mailsTo(user)).toHaveLength(2);
  });

  test('are not sent for cards on their way', async () => {
    const { user, items } = await ownerOf(1, { credits: 8 });
    await ship(shop, user, items);
    expect(await remindAt(29.5 * DAY_MS)).toEqual({ done: 0, failed: 0 });
    expect(await convertAt(31 * DAY_MS)).toEqual({ done: 0, failed: 0 });
    expect(await statusesOf(user)).toEqual(['shipped', 'shipped', 'shipped']);
  });

  test('list the cards that are better shipped, with the way to do it', async () => {
    const { user, items } = await ownerOf(1);
    await shop.call('PUT', '/users/settings/general', {
      as: user,
      body: { autoShipThreshold: 1.4 },
    });
    await remindAt(23 * DAY_MS + SLACK_MS);
    const [mail] = await mailsTo(user);
    expect(mail!.text).toMatch(
      /With a market value of CAD 1\.40 or more, so you may want to have them shipped:\n\n- Glass Heron.*\n- Harbour Lantern.*\n\nShip these cards:\nhttp\S+\/my-cards\?expiring=true\n\nThe others:\n\n- Moss Wall/,
    );

    // If only one card is about to expire, the link leads to that card.
    const { user: second, items: theirs } = await ownerOf(1);
    await shop.call('PUT', '/users/settings/general', {
      as: second,
      body: { autoShipThreshold: 5 },
    });
    await remindAt(23 * DAY_MS + SLACK_MS);
    const [one] = await mailsTo(second);
    expect(one!.text).toContain(`/shipping/${theirs[0]!.card.id}`);
    expect(one!.html).toContain('Ship this card');
    expect(items).toHaveLength(3);
  });

  test('tell a user who has switched conversion off that the cards are locked', async () => {
    const { user } = await ownerOf(1);
    await prefer(user, { autoConvertExpiredCards: false });
    await remindAt(23 * DAY_MS + SLACK_MS);
    const [mail] = await mailsTo(user);
    expect(mail!.subject).toMatch(/^3 cards will be locked soon/);
    expect(mail!.text).toContain('You have switched automatic conversion off');
    expect(mail!.text).toContain(shop.context.config.contactEmail);
    expect(mail!.text).not.toContain('converts to credits automatically');
  });

  test('appear behind the bell once in the last three days, for the remaining cards', async () => {
    const noticesOf = async (as: SignedIn) =>
      (await shop.call<{ notices: object[] }>('GET', '/notices', { as })).body.data.notices;
    const [{ user, items }, { user: silent }] = [await ownerOf(1), await ownerOf(1)];
    await prefer(silent, { emailNotifications: false });
    await remindAt(23 * DAY_MS + SLACK_MS);
    expect(await remindAt(27 * DAY_MS - HOUR_MS)).toEqual({ done: 0, failed: 0 });
    expect(await noticesOf(user)).toEqual([]);

    await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: items[0]!.card.id, packOpeningId: items[0]!.packOpeningId },
    });
    expect(await remindAt(27 * DAY_MS + SLACK_MS)).toEqual({ done: 5, failed: 0 });
    expect(await remindAt(28 * DAY_MS)).toEqual({ done: 0, failed: 0 });
    expect(await noticesOf(user)).toMatchObject([
      {
        kind: 'ending',
        cards: [{ name: 'Harbour Lantern' }, { name: 'Moss Wall' }],
        cardCount: 2,
        amount: 0.87,
        readAt: null,
      },
    ]);
    // The notice does not depend on the choice of mails. A user who wants no mails gets it too.
    expect(await mailsTo(user)).toHaveLength(1);
    expect(await noticesOf(silent)).toMatchObject([{ kind: 'ending', cardCount: 3 }]);

    await remindAt(29 * DAY_MS + SLACK_MS);
    expect(await mailsTo(user)).toHaveLength(2);
    expect(await noticesOf(user)).toHaveLength(1);
  });

  test('of cards without an earlier reminder are a notice and a mail at once', async () => {
    const { user } = await ownerOf(1);
    expect(await remindAt(29.5 * DAY_MS)).toEqual({ done: 3, failed: 0 });
    const { body } = await shop.call<{ notices: object[] }>('GET', '/notices', { as: user });
    expect(body.data.notices).toMatchObject([{ kind: 'ending', cardCount: 3 }]);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  test('are not sent to a user who wants no mail, then or later', async () => {
    const { user } = await ownerOf(1);
    await prefer(user, { emailNotifications: false });
    expect(await remindAt(23 * DAY_MS + SLACK_MS)).toMatchObject({ failed: 0 });
    await prefer(user, { emailNotifications: true });
    await remindAt(24 * DAY_MS);
    expect(await mailsTo(user)).toEqual([]);
    await remindAt(29.5 * DAY_MS);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  test('name fifty cards and count the rest; one mail for any number of packs', async () => {
    const { user } = await ownerOf(20);
    await remindAt(23 * DAY_MS + SLACK_MS);
    const mails = await mailsTo(user);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text.match(/^- /gm)).toHaveLength(50);
    expect(mails[0]!.text).toContain('And 10 more, listed in My cards.');
    expect(mails[0]!.text).toContain('Credit value today: CAD 87.40 in all.');
  });
});

describe('cards that expire soon', () => {
  type Soon = {
    cards: Item[];
    pagination: { totalItems: number; totalPages: number };
    filters: object;
    packNames: string[];
    totalSellPrice: number;
  };
  const soon = (as: SignedIn | undefined, query = '') =>
    shop.call<Soon>('GET', `/cards/expiring${query}`, { as });

  /** Moves the expiry of cards to this many days from now. */
  const endsIn = (days: number, ids: string[]) =>
    shop.owner.query(
      `update physical_cards set auto_convert_at = now() + $1 * interval '1 day' where id = any ($2)`,
      [days, ids],
    );

  test('are listed soonest first, with their total value', async () => {
    const { user, items } = await ownerOf(2);
    const [heron, otherHeron, lantern] = items;
    expect((await soon(user)).body.data).toMatchObject({ cards: [], totalSellPrice: 0 });
    await endsIn(6.5, [heron!.card.id]);
    await endsIn(0.5, [otherHeron!.card.id]);
    await endsIn(8, [lantern!.card.id]);
    const { status, body } = await soon(user, '?pageSize=1');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      pagination: { totalItems: 2, totalPages: 2 },
      filters: { sortBy: 'auto_convert_at', sortOrder: 'asc' },
      packNames: [`Pack ${packTypeId}`],
      totalSellPrice: 7,
    });
    expect(body.data.cards.map((item) => [item.card.id, item.daysUntilAutoConvert])).toEqual([
      [otherHeron!.card.id, 1],
    ]);
    const all = await soon(user, '?days=30');
    expect(all.body.data.cards.map((item) => item.daysUntilAutoConvert)).toEqual([
      1, 7, 8, 30, 30, 30,
    ]);
    const dear = await soon(user, '?days=30&priceMin=7&search=heron');
    expect(dear.body.data.pagination.totalItems).toBe(2);
  });

  test('are the caller’s available ones; an overdue card counts until it is converted', async () => {
    const { user, items } = await ownerOf(1);
    await endsIn(
      -0.01,
      items.map((item) => item.card.id),
    );
    expect((await soon(user)).body.data.cards.map((item) => item.daysUntilAutoConvert)).toEqual([
      0, 0, 0,
    ]);
    expect((await soon(await shop.signUp())).body.data.cards).toEqual([]);
    await convertAt(0);
    expect((await soon(user)).body.data.cards).toEqual([]);
  });

  test.each(['0', '31', 'soon'])('of %s days are refused', async (days) => {
    const { status, body } = await soon(await shop.signUp(), `?days=${days}`);
    expect([status, body.error.message]).toEqual([
      400,
      'days must be a whole number between 1 and 30',
    ]);
  });
});

describe('manual conversion', () => {
  type Converted = {
    successCount: number;
    failureCount: number;
    totalSellPrice: number;
    newAccountBalance: number;
    results: { cardName: string; sellPrice: number; error: string | null; code: string | null }[];
  };
  const ask = (item: Item) => ({ cardId: item.card.id, packOpeningId: item.packOpeningId });
  const convert = (as: SignedIn, cards: unknown, key?: string) =>
    shop.call<Converted>('POST', '/cards/convert', {
      as,
      body: { cards },
      ...(key === undefined ? {} : { key }),
    });

  test('pays at once, and gives a reason for the rest', async () => {
    const [{ user, items }, { items: others }] = [await ownerOf(1), await ownerOf(1)];
    const [heron, lantern] = items;
    const { status, body } = await convert(user, [
      ask(heron!),
      ask(heron!),
      ask(others[0]!),
      ask(lantern!),
    ]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      successCount: 2,
      failureCount: 2,
      totalSellPrice: 4.2,
      newAccountBalance: 4.2,
    });
    expect(
      body.data.results.map((one) => [one.cardName, one.sellPrice, one.code, one.error]),
    ).toEqual([
      ['Glass Heron', 3.5, null, null],
      ['Glass Heron', 0, 'CARD_NOT_AVAILABLE', 'This card has been converted to credit'],
      ['Unknown card', 0, 'CARD_NOT_FOUND', 'Card not found'],
      ['Harbour Lantern', 0.7, null, null],
    ]);
    expect(await statusesOf(user)).toEqual(['converted', 'converted', 'available']);
  });

  test('with a repeated key returns the same and pays once', async () => {
    const { user, items } = await ownerOf(1);
    const first = await convert(user, items.map(ask), 'once');
    const second = await convert(user, items.map(ask), 'once');
    expect(second.body).toEqual(first.body);
    expect(await balanceOf(user)).toBe(4.37);
  });

  test.each([
    [[], 'No cards selected'],
    [[{ cardId: randomUUID() }], 'Missing pack opening information'],
    [[{ packOpeningId: randomUUID() }], 'Missing required information for conversion'],
    [
      Array.from({ length: 501 }, () => ({ cardId: randomUUID(), packOpeningId: randomUUID() })),
      'At most 500 cards can be converted at once',
    ],
  ])('of none, or too many, is refused with a message', async (cards, message) => {
    const { status, body } = await convert(await shop.signUp(), cards);
    expect([status, body.error.message]).toEqual([400, message]);
  });
});

describe('an operator', () => {
  type Decided = {
    successCount: number;
    failureCount: number;
    totalSellPrice?: number;
    results: {
      cardName: string;
      error: string | null;
      autoConvertAt?: string | null;
      sellPrice?: number;
    }[];
  };
  const decide = (as: SignedIn, what: 'release' | 'convert', cardIds: unknown) =>
    shop.call<Decided>('POST', `/admin/cards/${what}`, { as, body: { cardIds } });

  async function ownerOfLocked(): Promise<{ user: SignedIn; items: Item[] }> {
    const { user } = await ownerOf(1);
    await prefer(user, { autoConvertExpiredCards: false });
    await remindAt(29.5 * DAY_MS);
    await convertAt(31 * DAY_MS);
    return { user, items: await cardsOf(user) };
  }

  test('releases expired cards for thirty more days, and their reminders start again', async () => {
    const { user, items } = await ownerOfLocked();
    const moderator = await shop.signUp({ role: 'moderator' });
    const [heron, lantern] = items.map((item) => item.card.id);
    const { status, body } = await decide(moderator, 'release', [
      heron,
      heron!.toUpperCase(),
      randomUUID(),
      lantern,
    ]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ successCount: 2, failureCount: 2 });
    expect(body.data.results.map((one) => [one.cardName, one.error])).toEqual([
      ['Glass Heron', null],
      ['Glass Heron', 'This card is not locked as expired or refunded'],
      ['Unknown card', 'Card not found'],
      ['Harbour Lantern', null],
    ]);
    const after = await cardsOf(user);
    expect(after.map((item) => [item.status, item.daysUntilAutoConvert])).toEqual([
      ['available', 30],
      ['available', 30],
      ['locked', null],
    ]);
    expect(after[0]!.autoConvertAt).toBe(body.data.results[0]!.autoConvertAt);
    expect(await remindAt(23 * DAY_MS + SLACK_MS)).toEqual({ done: 2, failed: 0 });
    expect(await mailsTo(user)).toHaveLength(2);
  });

  test('who is an admin converts expired cards of several people at once', async () => {
    const [one, two] = [await ownerOfLocked(), await ownerOfLocked()];
    const { user: free, items } = await ownerOf(1);
    const admin = await shop.signUp({ role: 'admin' });
    const ids = [...one.items, ...two.items, ...items].map((item) => item.card.id);
    const { status, body } = await decide(admin, 'convert', ids.toReversed());
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ successCount: 6, failureCount: 3, totalSellPrice: 8.74 });
    expect(body.data.results.map((result) => result.sellPrice)).toEqual([
      0, 0, 0, 0.17, 0.7, 3.5, 0.17, 0.7, 3.5,
    ]);
    expect(await Promise.all([one.user, two.user, free].map(balanceOf))).toEqual([4.37, 4.37, 0]);
    expect((await decide(admin, 'convert', ids)).body.data.successCount).toBe(0);
  });

  test('who is a moderator releases but does not convert, and shoppers do neither', async () => {
    const cardIds = [randomUUID()];
    const moderator = await shop.signUp({ role: 'moderator' });
    expect((await decide(moderator, 'convert', cardIds)).status).toBe(403);
    expect((await decide(await shop.signUp(), 'release', cardIds)).status).toBe(403);
    const { body } = await decide(moderator, 'release', []);
    expect(body.error.message).toBe('No cards selected');
  });
});
