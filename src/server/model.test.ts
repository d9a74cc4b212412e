// The shop beside a model of it: fast-check generates runs of steps, each done to both. Every
// response, and all money, stock and cards afterwards, must match the model. `MODEL_RUNS`,
// `MODEL_SEED` and `MODEL_PATH` set how many runs, which, and from where on.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#domain/access.ts';
import { toCents } from '#domain/money.ts';
import { insertUser, type UserRow } from './accounts/users-queries.ts';
import { startSession } from './accounts/sessions.ts';
import { countViolations } from './admin/run-audit.ts';
import { buildApp } from './app.ts';
import { overPool } from './database/pool.ts';
import { releaseReservations } from './card-payments/release-reservations.ts';
import { convertExpiredCards } from './collection/convert-expired-cards.ts';
import type { Context } from './runtime/context.ts';
import { callApp, useTestApp } from '../testing/app.ts';
import { giveCredits } from '../testing/give-credits.ts';
import { openAt } from '../testing/clock.ts';
import { MOMENTS_MS, ModelShop, QUEBEC, type ModelCard } from '../testing/model-shop.ts';
import { CREDIT_STEPS, reached } from '../testing/model-credit-steps.ts';
import { beginWithCards, STEPS, type RealShop, type Who } from '../testing/model-steps.ts';
import { decide } from '../testing/disputes.ts';
import { confirm, postAll } from '../testing/payments.ts';
import { stockPackType } from '../testing/stock.ts';

const RUNS = Number(process.env['MODEL_RUNS'] ?? 60);
// The same steps in every run of the whole suite: a failure is then due to the latest change.
const GIVEN_SEED = process.env['MODEL_SEED'] ?? '20261121';
const SEED = GIVEN_SEED === 'any' ? Date.now() % 1_000_000_000 : Number(GIVEN_SEED);
const PATH = process.env['MODEL_PATH'];
const STEPS_MAX = 14;
/**
 * In a test of at least LONG_RUNS runs, each named case of credits must occur at least
 * REACHED_LEAST times.
 */
const LONG_RUNS = 300;
const REACHED_LEAST = 20;
/** The time-out also leaves time to search for the shortest failing run. */
const TIMEOUT_MS = 120_000 + RUNS * 12_000;

/**
 * In cents. The balances are so small that users run out of money for the first type. The second
 * type reaches its limit or runs out of stock.
 */
const BALANCES = [8_000, 5_000, 3_000];
const TYPES = [
  { price: 1_000, limit: null, packs: 9, cards: ['1', '2', '3'] },
  { price: 435, limit: 2, packs: 4, cards: ['2', '4'] },
];

// Without fast-check's bias, because otherwise most runs would be short.
const RUNS_OF_STEPS = fc.noBias(
  fc.commands([...STEPS, ...CREDIT_STEPS], { maxCommands: STEPS_MAX, size: 'max' }),
);

const shop = useTestApp({}, { cards: true });

type Moment = { context: Context; app: FastifyInstance; close: () => Promise<void> };
const moments: Moment[] = [];
let staff: Record<'moderator' | 'admin', UserRow>;

beforeAll(async () => {
  for (const offsetMs of MOMENTS_MS) {
    const { context, close } = openAt(shop, offsetMs);
    moments.push({ context, close, app: await buildApp(context, null, { cachedMs: 0 }) });
  }
  await stockPackType(shop.context, { packs: 1 });
  staff = { moderator: await newcomer('moderator'), admin: await newcomer('admin') };
});

afterAll(async () => {
  for (const { app, close } of moments) {
    await app.close();
    await close();
  }
});

/**
 * Inserts a user without a password, because hashing a password takes longer than all steps of a
 * run. Connects as the database's owner, who alone can create the first operators.
 */
async function newcomer(role: Role): Promise<UserRow> {
  const id = randomUUID();
  const email = `${id}@example.test`;
  const user = await insertUser(overPool(shop.owner), {
    id,
    email,
    username: 'somebody',
    passwordHash: '',
    role,
    isVerified: true,
  });
  return user!;
}

/** The shop of a run at the earliest of the moments, with its own users, pack types and stock. */
async function openRun(): Promise<RealShop> {
  const { context } = shop;
  const types: string[] = [];
  for (const { packs, limit, price, cards } of TYPES) {
    const made = { packs, price, cards, purchaseLimit: limit, cardsAreMade: true };
    types.push(await stockPackType(context, made));
  }
  const people = await Promise.all(BALANCES.map(() => newcomer('user')));
  for (const [index, { id }] of people.entries()) {
    await giveCredits(shop.owner, [id], toCents(BALANCES[index]!));
  }
  await closePlaces([QUEBEC]);
  let at = moments[0]!;
  // The access tokens of the moment at which the run is. A user signs in with the first call at
  // each moment.
  const tokens = new Map<string, string>();
  const tokenOf = async (who: Who): Promise<string> => {
    const user = typeof who === 'number' ? people[who]! : staff[who];
    const known = tokens.get(user.id) ?? (await startSession(at.context, user)).access_token;
    tokens.set(user.id, known);
    return known;
  };
  const call: RealShop['call'] = async (who, method, path, body) => {
    const authorization = `Bearer ${await tokenOf(who)}`;
    return callApp(at.app, method, path, { body, headers: { authorization } });
  };
  const bringEvents = () =>
    postAll({ ...shop, call: (...args) => callApp(at.app, args[0], args[1], args[2] ?? {}) });
  return {
    begunAt: new Date(),
    types,
    userIds: people.map((user) => user.id),
    call,
    charge: async (intent, paymentMethod) =>
      (await confirm(shop, intent, { payment_method: paymentMethod })).status,
    bringEvents,
    moveTo: async (moment) => {
      at = moments[moment]!;
      tokens.clear();
      for (const job of [releaseReservations, convertExpiredCards]) {
        expect((await job(at.context)).failed).toBe(0);
      }
    },
    liveIn: async (who, region) => {
      const [country, state] = region.split('-');
      await shop.owner.query('update users set country = $2, state = $3 where id = $1', [
        people[who]!.id,
        country,
        state,
      ]);
    },
    closePlaces,
    signOut: (who) => void tokens.delete(people[who]!.id),
    sendRefundsBack: async () => {
      await shop.sandbox.finishRefunds();
      await bringEvents();
    },
    decideDispute: async (intentId, how) => {
      await decide(shop, intentId, how);
      await bringEvents();
    },
  };
}

/** Saves a version of the sales places, and lets the shop of each moment read it. */
async function closePlaces(regions: string[]): Promise<void> {
  const places = regions.map((region) => ({
    region,
    isOpen: false,
    leastAge: null,
    withdrawalDays: 0,
    languages: ['en'],
  }));
  await shop.owner.query(
    `insert into sales_places (version, sells_elsewhere, places, ships_elsewhere, ships_to)
     select coalesce(max(version), 0) + 1, true, $1, true, '{}' from sales_places`,
    [JSON.stringify(places)],
  );
  for (const { context } of moments) await context.settings.poll();
}

type Found = {
  /**
   * The state of each card. For an available card, the end of its time, in hours from the beginning
   * of the run.
   */
  cards: Record<string, string>;
  balance: number;
  bought: number;
};

const HOUR_MS = 3_600_000;

function statusOf({ status, dueAtMs }: ModelCard): string {
  return status === 'available' ? `available until ${Math.round(dueAtMs / HOUR_MS)}` : status;
}

/** Compares money, stock and cards of the model with the database's. */
async function compare(model: ModelShop, real: RealShop): Promise<void> {
  const expected = model.people.map(({ wallet, cards }): Found => ({
    balance: wallet.balance,
    bought: wallet.bought,
    cards: Object.fromEntries(cards.map((card) => [card.id, statusOf(card)])),
  }));
  const { rows } = await shop.owner.query<Found>(
    `select a.balance::int as balance, a.bought::int as bought,
       coalesce((
         select json_object_agg(c.id, c.status || case c.status when 'available'
           then ' until ' || round(extract(epoch from c.auto_convert_at - $2) / 3600) else '' end)
         from physical_cards c where c.opened_by_id = a.owner_id
       ), '{}') as cards
     from ledger_accounts a where a.owner_id = any ($1::uuid[]) order by array_position($1, a.owner_id)`,
    [real.userIds, real.begunAt],
  );
  expect(rows).toEqual(expected);

  const stock = await shop.owner.query<{ packs: Record<string, number> }>(
    `select json_object_agg(state, packs) as packs from unnest($1::text[]) with ordinality as t (id, place)
     cross join lateral (
       select state, count(*) as packs from places where pack_type_id = t.id group by state
     ) states group by t.place order by t.place`,
    [real.types],
  );
  for (const [index, { packs }] of stock.rows.entries()) {
    const { forSale, withdrawn } = model.types[index]!;
    const kept = sumOf(model, (person) => (person.hold?.type === index ? person.hold.quantity : 0));
    const bought = sumOf(model, (person) => person.bought[index]!);
    expect([packs['available'] ?? 0, packs['withdrawn'] ?? 0, packs['reserved'] ?? 0]).toEqual([
      forSale,
      withdrawn.length,
      kept,
    ]);
    expect((packs['sold'] ?? 0) + (packs['opened'] ?? 0)).toBe(bought);
  }
}

function sumOf(model: ModelShop, count: (person: ModelShop['people'][number]) => number): number {
  return model.people.reduce((total, person) => total + count(person), 0);
}

async function expectAuditZero({ context }: Moment): Promise<void> {
  const broken = (await countViolations(context)).filter((row) => row.violations > 0);
  expect(broken, 'the audit prints zeros').toEqual([]);
}

test(
  `whatever users do, money, stock and cards match the model (seed ${SEED})`,
  { timeout: TIMEOUT_MS },
  async () => {
    const run = fc.asyncProperty(RUNS_OF_STEPS, async (steps) => {
      const real = await openRun();
      const model = new ModelShop(BALANCES, TYPES);
      await beginWithCards(model, real);
      await fc.asyncModelRun(() => ({ model, real }), steps);
      await compare(model, real);
      await expectAuditZero(moments[model.moment]!);
    });
    const details = await fc.check(run, {
      seed: SEED,
      numRuns: RUNS,
      ...(PATH === undefined ? {} : { path: PATH }),
    });
    const path = details.counterexamplePath?.split(':')[0];
    const again = `The same again: MODEL_SEED=${SEED} MODEL_PATH=${path} npm run test:model\n`;
    const failure = details.failed ? again + (await fc.asyncDefaultReportMessage(details)) : '';
    expect(failure).toBe('');
    const rare = [...reached].filter(([, times]) => times < REACHED_LEAST);
    expect(RUNS < LONG_RUNS || PATH !== undefined ? [] : rare).toEqual([]);
  },
);
