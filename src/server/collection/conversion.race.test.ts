// Many at the same cards: two processes that convert, one of them killed again and again, and people who
// sell what is just converting.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { countViolations } from '../admin/audit-books.ts';
import { useTestApp, type SignedIn } from '../test-app.ts';
import { atOffset, DAY_MS } from '../test-clock.ts';
import { stockPackType } from '../test-stock.ts';
import { convertExpiredCards } from './convert-expired-cards.ts';

const shop = useTestApp();
const AFTER_DAYS = 31 * DAY_MS;

/** The five cards of `test-stock.ts`, ten times: credit values 0.70, 0.17, 3.50, 21.00 and 0.00. */
const CARDS_A_PACK = Array.from({ length: 50 }, (_none, at) => String((at % 5) + 1));
const CENTS_A_PACK = 10 * (70 + 17 + 350 + 2100 + 0);

type Ask = { cardId: string; packOpeningId: string };
type Owner = { user: SignedIn; cards: Ask[] };

// As many passwords as are hashed side by side without anybody being sent away.
const SIGN_UPS_AT_ONCE = 20;

/** Users with one opened pack of fifty cards each. */
async function makeOwners(count: number): Promise<Owner[]> {
  const packId = await stockPackType(shop.context, { packs: count, cards: CARDS_A_PACK });
  const owners: Owner[] = [];
  while (owners.length < count) {
    const some = Array.from({ length: Math.min(SIGN_UPS_AT_ONCE, count - owners.length) });
    owners.push(...(await Promise.all(some.map(() => makeOwner(packId)))));
  }
  return owners;
}

async function makeOwner(packId: string): Promise<Owner> {
  const user = await shop.signUp(10.8);
  const { body } = await shop.call<{ packOpenings: { id: string; cards: { id: string }[] }[] }>(
    'POST',
    '/packs/purchase',
    { as: user, body: { packId } },
  );
  const [opening] = body.data.packOpenings;
  return {
    user,
    cards: opening!.cards.map((card) => ({ cardId: card.id, packOpeningId: opening!.id })),
  };
}

/** Each owner has what all their cards are worth, and each card left once, for its journal's money. */
async function expectEachCardOnce(owners: Owner[]): Promise<void> {
  const { rows } = await shop.owner.query<{ balance: number; exits: number; paid: number }>(
    `select a.balance::int as balance,
       (select count(*)::int from journals j join physical_cards c on c.id = j.reference_id
          where j.user_id = a.owner_id and c.status in ('sold', 'converted')
            and j.kind = case c.status when 'sold' then 'card_sale' else 'card_conversion' end) as exits,
       (select sum(c.exit_price)::int from physical_cards c where c.opened_by_id = a.owner_id) as paid
     from ledger_accounts a where a.owner_id = any ($1::uuid[])`,
    [owners.map(({ user }) => user.userId)],
  );
  expect(rows).toHaveLength(owners.length);
  for (const row of rows) {
    expect(row).toEqual({
      balance: CENTS_A_PACK,
      exits: CARDS_A_PACK.length,
      paid: CENTS_A_PACK,
    });
  }
  const violations = await countViolations(shop.context.db);
  expect(violations.filter((row) => row.violations > 0)).toEqual([]);
}

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

const RUN = join(import.meta.dirname, '../test-conversion-run.ts');

/** A process of its own that converts. What it said ends as null when it was killed. */
function startConversion(): { child: ChildProcess; said: Promise<string | null> } {
  const child = spawn(process.execPath, [RUN, shop.url, String(AFTER_DAYS)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child);
      resolve();
    });
  });
  const said = Promise.all([text(child.stdout!), ended]).then(([words]) => words || null);
  return { child, said };
}

async function countConverted(owners: Owner[]): Promise<number> {
  const { rows } = await shop.owner.query<{ cards: number }>(
    `select count(*)::int as cards from physical_cards where status = 'converted' and opened_by_id = any ($1::uuid[])`,
    [owners.map(({ user }) => user.userId)],
  );
  return rows[0]!.cards;
}

const OWNERS = 200;
const KILLS = 4;
/** A backlog of 10,000 cards is worked through in this time, by two processes of which one dies often. */
const BACKLOG_MS_MAX = 15_000;

test('10,000 cards converted by two processes at once, one killed again and again: each converts once, to the cent', async () => {
  const owners = await makeOwners(OWNERS);
  const total = OWNERS * CARDS_A_PACK.length;
  const startedAt = performance.now();
  const survivor = startConversion();
  let killedAtWork = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const victim = startConversion();
    // Somewhere in the next seventh of the work.
    const target = Math.min(
      total,
      (await countConverted(owners)) + 1 + Math.floor((Math.random() * total) / 7),
    );
    let converted = 0;
    do converted = await countConverted(owners);
    while (converted < target && survivor.child.exitCode === null);
    if (converted > 0 && converted < total) killedAtWork += 1;
    victim.child.kill('SIGKILL');
    await victim.said;
  }
  const last = startConversion();
  expect(JSON.parse((await survivor.said)!)).toMatchObject({ failed: 0 });
  expect(JSON.parse((await last.said)!)).toMatchObject({ failed: 0 });
  const tookMs = performance.now() - startedAt;

  expect(killedAtWork).toBeGreaterThan(0);
  expect(await countConverted(owners)).toBe(total);
  expect(tookMs).toBeLessThan(BACKLOG_MS_MAX);
  await expectEachCardOnce(owners);
}, 120_000);

/**
 * Everything that may happen to a card, at the same moment, for each of 400 cards of eight people. Whoever
 * comes first has the card; nobody else gets money for it. A contender is given an owner and their cards in
 * an order of its own.
 */
const CONTENDERS: Record<string, (owner: Owner, cards: Ask[]) => Promise<unknown>> = {
  'sells one by one': ({ user }, cards) =>
    Promise.all(
      cards.map((body) => expectDecided(shop.call('POST', '/cards/sell', { as: user, body }))),
    ),
  'sells in bulk': ({ user }, cards) =>
    expectDecided(shop.call('POST', '/cards/sell/bulk', { as: user, body: { cards } })),
  'converts by hand': ({ user }, cards) =>
    expectDecided(shop.call('POST', '/cards/convert', { as: user, body: { cards } })),
  'is converted by the job': () => atOffset(shop, AFTER_DAYS, convertExpiredCards),
};

/** Done or refused; a fault of the shop is neither. */
async function expectDecided(call: Promise<{ status: number }>): Promise<void> {
  expect([200, 409]).toContain((await call).status);
}

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe('400 cards at the same moment', () => {
  test(`of people of whom each ${Object.keys(CONTENDERS).join(', ')}: each card leaves once, money exact`, async () => {
    const owners = await makeOwners(8);
    await Promise.all(
      shuffled(
        owners.flatMap((owner) => Object.values(CONTENDERS).map((contend) => ({ owner, contend }))),
      ).map(({ owner, contend }) => contend(owner, shuffled(owner.cards))),
    );
    // What the job passed over because somebody was at it.
    expect(await atOffset(shop, AFTER_DAYS, convertExpiredCards)).toMatchObject({ failed: 0 });
    await expectEachCardOnce(owners);
  });
});
