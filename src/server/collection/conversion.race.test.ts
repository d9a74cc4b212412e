// Tests concurrent access to the same cards. Two processes convert them, one of which is killed again and again, while
// users sell and ship cards that are being converted at the same moment.
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { countViolations } from '../admin/run-audit.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { atOffset, DAY_MS } from '../../testing/clock.ts';
import { NODE_SETTINGS } from '../../testing/process.ts';
import { ADDRESS } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { convertExpiredCards } from './convert-expired-cards.ts';
import { crowdOf, shuffled, retryWhileBusy } from '../../testing/crowd.ts';

const shop = useTestApp();
const AFTER_DAYS = 31 * DAY_MS;

/** The five cards of `testing/stock.ts`, ten times. Their credit values are 0.70, 0.17, 3.50, 21.00 and 0.00. */
const CARDS_A_PACK = Array.from({ length: 50 }, (_none, at) => String((at % 5) + 1));
const CENTS_A_PACK = 10 * (70 + 17 + 350 + 2100 + 0);

type Ask = { cardId: string; packOpeningId: string };
type Owner = { user: SignedIn; cards: Ask[]; credits: number };

// The shop hashes this many passwords at once without refusing a sign-up.
const SIGN_UPS_AT_ONCE = 20;

/** Makes users with one opened pack of fifty cards each, and with this many credits. */
async function makeOwners(count: number, credits = 0): Promise<Owner[]> {
  const packId = await stockPackType(shop.context, { packs: count, cards: CARDS_A_PACK });
  const owners: Owner[] = [];
  while (owners.length < count) {
    const some = Array.from({ length: Math.min(SIGN_UPS_AT_ONCE, count - owners.length) });
    owners.push(...(await Promise.all(some.map(() => makeOwner(packId, credits)))));
  }
  return owners;
}

async function makeOwner(packId: string, credits: number): Promise<Owner> {
  const user = await shop.signUp(10.8 + credits);
  const { body } = await shop.call<{ packOpenings: { id: string; cards: { id: string }[] }[] }>(
    'POST',
    '/packs/purchase',
    { as: user, body: { packId } },
  );
  const [opening] = body.data.packOpenings;
  return {
    user,
    credits,
    cards: opening!.cards.map((card) => ({ cardId: card.id, packOpeningId: opening!.id })),
  };
}

/**
 * Checks that each card left its owner exactly once: sold, converted or shipped. Also checks each owner's credits: what
 * they began with, plus the payments for their cards, minus the fees of their parcels.
 */
async function expectEachCardOnce(owners: Owner[]): Promise<Record<string, number>> {
  const { rows } = await shop.owner.query<{
    id: string;
    balance: number;
    journals: number;
    shipped: number;
    paid: number;
    fees: number;
  }>(
    `select a.owner_id as id, a.balance::int as balance, c.*, f.fees,
       (select count(*)::int from journals j join physical_cards k on k.id = j.reference_id
          where j.user_id = a.owner_id and k.status in ('sold', 'converted')
            and j.kind = case k.status when 'sold' then 'card_sale' else 'card_conversion' end) as journals
     from ledger_accounts a,
       lateral (select count(*) filter (where status = 'shipped')::int as shipped,
         coalesce(sum(exit_price), 0)::int as paid from physical_cards where opened_by_id = a.owner_id) c,
       lateral (select coalesce(sum(base_fee + weight_fee + insurance_fee - reduction + tax), 0)::int as fees from shipments
         where user_id = a.owner_id and state = 'requested') f
     where a.owner_id = any ($1::uuid[])`,
    [owners.map(({ user }) => user.userId)],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const { user, credits, cards } of owners) {
    const { balance, journals, shipped, paid, fees } = known.get(user.userId)!;
    expect(journals + shipped).toBe(cards.length);
    expect(balance).toBe(credits * 100 + paid - fees);
  }
  const violations = await countViolations(shop.context);
  expect(violations.filter((row) => row.violations > 0)).toEqual([]);
  const { rows: ends } = await shop.owner.query<{ status: string; cards: number }>(
    `select status, count(*)::int as cards from physical_cards where opened_by_id = any ($1::uuid[]) group by 1`,
    [owners.map(({ user }) => user.userId)],
  );
  return Object.fromEntries(ends.map(({ status, cards }) => [status, cards]));
}

const running = new Set<ChildProcess>();
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

const RUN = join(import.meta.dirname, '../../testing/conversion-run.ts');

/** Starts a separate process that converts cards. `said` is its output, or null if it was killed. */
function startConversion(): { child: ChildProcess; said: Promise<string | null> } {
  const child = spawn(process.execPath, [RUN, shop.url, String(AFTER_DAYS)], {
    env: NODE_SETTINGS,
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

/** Opens a connection that locks the accounts of some owners, as a purchase by them would. */
async function lockAccountsOf(owners: Owner[]): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: shop.url });
  await client.connect();
  await client.query('begin');
  for (const { user } of owners) await client.query('select lock_account($1)', [user.userId]);
  return client;
}

const OWNERS = crowdOf(200);
const CARDS = OWNERS * CARDS_A_PACK.length;
/**
 * Number of owners whose accounts stay locked until all kills are done. So no process can finish its conversion before
 * that.
 */
const BUSY_OWNERS = 10;
const KILLS = Math.max(2, crowdOf(4));

test('thousands of cards converted by two processes at once, one killed again and again: each converts once, to the cent', async () => {
  const owners = await makeOwners(OWNERS);
  const reachable = CARDS - BUSY_OWNERS * CARDS_A_PACK.length;
  const busy = await lockAccountsOf(owners.slice(0, BUSY_OWNERS));
  const survivor = startConversion();
  let killedAtWork = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const victim = startConversion();
    // The process is killed at a random point in the next seventh of the work.
    const step = 1 + Math.floor((Math.random() * CARDS) / 7);
    const target = Math.min(reachable, (await countConverted(owners)) + step);
    let converted = await countConverted(owners);
    while (converted < target && survivor.child.exitCode === null) {
      // Counting without a pause would take the core away from the conversion.
      await wait(5);
      converted = await countConverted(owners);
    }
    if (converted > 0 && victim.child.exitCode === null) killedAtWork += 1;
    victim.child.kill('SIGKILL');
    await victim.said;
  }
  await busy.end();

  const last = startConversion();
  expect(JSON.parse((await survivor.said)!)).toMatchObject({ failed: 0 });
  expect(JSON.parse((await last.said)!)).toMatchObject({ failed: 0 });
  expect(killedAtWork).toBeGreaterThan(0);
  expect(await expectEachCardOnce(owners)).toEqual({ converted: CARDS });
  const { rows } = await shop.owner.query<{ balance: number }>(
    'select distinct balance::int as balance from ledger_accounts where owner_id = any ($1::uuid[])',
    [owners.map(({ user }) => user.userId)],
  );
  expect(rows).toEqual([{ balance: CENTS_A_PACK }]);
});

/**
 * All ways in which a card can leave its owner. They run at the same time on fifty cards of each user. The first
 * contender that reaches a card gets it, and no other contender gets money for that card. Each contender is called with
 * an owner and that owner's cards, in an order of its own.
 */
const CONTENDERS: Record<string, (owner: Owner, cards: Ask[]) => Promise<unknown>> = {
  'sells one by one': ({ user }, cards) =>
    Promise.all(
      cards.map((body) =>
        expectDecided(() => shop.call('POST', '/cards/sell', { as: user, body })),
      ),
    ),
  'sells in bulk': ({ user }, cards) =>
    expectDecided(() => shop.call('POST', '/cards/sell/bulk', { as: user, body: { cards } })),
  'converts by hand': ({ user }, cards) =>
    expectDecided(() => shop.call('POST', '/cards/convert', { as: user, body: { cards } })),
  'ships one by one': ({ user }, cards) =>
    Promise.all(cards.map((card) => expectDecided(() => ship(user, [card])))),
  'ships by tens': async ({ user }, cards) => {
    for (let at = 0; at < cards.length; at += 10) {
      await expectDecided(() => ship(user, cards.slice(at, at + 10)));
    }
  },
  'is converted by the job': () => atOffset(shop, AFTER_DAYS, convertExpiredCards),
};

/** Ships cards of one opening, and pays with credits. */
function ship(as: SignedIn, cards: Ask[]) {
  const { packOpeningId } = cards[0]!;
  const cardGroups = [{ packOpeningId, cardIds: cards.map((card) => card.cardId) }];
  const body = { cardGroups, shippingAddress: ADDRESS, paymentMethod: 'balance' };
  return shop.call('POST', '/shipping/requests', { as, body });
}

/** Expects that the response is a success or a refusal, and not a fault of the shop. */
async function expectDecided(ask: () => Promise<{ status: number }>): Promise<void> {
  expect([200, 409]).toContain((await retryWhileBusy(ask)).status);
}

describe('hundreds of cards at the same moment', () => {
  test(`of users of whom each ${Object.keys(CONTENDERS).join(', ')}: each card leaves once, and the money is exact`, async () => {
    // The credits are enough for fifty parcels.
    const owners = await makeOwners(crowdOf(8), 500);
    const everything = owners.flatMap((owner) =>
      Object.values(CONTENDERS).map((contend) => ({ owner, contend })),
    );
    await Promise.all(
      shuffled(everything).map(({ owner, contend }) => contend(owner, shuffled(owner.cards))),
    );
    // Converts the cards that the job skipped because their rows were locked.
    expect(await atOffset(shop, AFTER_DAYS, convertExpiredCards)).toMatchObject({ failed: 0 });
    await expectEachCardOnce(owners);
  });
});
