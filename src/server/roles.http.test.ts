// Who may call what, endpoint by endpoint: generated from the endpoint table, so that a new
// endpoint is tested too.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { isAdmitted, ROLES } from '#domain/access.ts';
import { useTestApp, type Answer, type SignedIn } from '../testing/app.ts';
import { begunPayment, confirm, postAll, purchased } from '../testing/payments.ts';
import { AUTH_SECRET } from '../testing/process.ts';
import { buySealedPacks } from '../testing/sealed-packs.ts';
import { ownerOfCards, shipped } from '../testing/shipments.ts';
import { stockPackType } from '../testing/stock.ts';

const ALL_ENDPOINTS = Object.values<Endpoint>(ENDPOINTS);
const GUARDED = ALL_ENDPOINTS.filter((endpoint) => endpoint.audience !== 'anyone');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const shop = useTestApp({}, { cards: true });

/**
 * Calls an endpoint with nothing but an id that doesn't exist. So a caller who is admitted gets an
 * error about the request itself.
 */
function tried(endpoint: Endpoint, as?: SignedIn): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () => randomUUID());
  const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {};
  return shop.call(endpoint.method, path, { as, body });
}

describe('a visitor', () => {
  test.each(GUARDED.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'may not %s',
    async (_name, endpoint) => {
      const { status, body } = await tried(endpoint);
      expect([status, body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    },
  );
});

describe.each(ROLES)('a user with the role %s', (role) => {
  let person: SignedIn;
  beforeAll(async () => {
    person = await shop.signUp({ role });
  });

  test.each(
    GUARDED.filter((endpoint) => !isAdmitted(role, endpoint.audience)).map(
      (endpoint) => [nameOf(endpoint), endpoint] as const,
    ),
  )('may not %s', async (_name, endpoint) => {
    const { status, body } = await tried(endpoint, person);
    expect([status, body.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  test.each(
    GUARDED.filter((endpoint) => isAdmitted(role, endpoint.audience)).map(
      (endpoint) => [nameOf(endpoint), endpoint] as const,
    ),
  )('may %s', async (_name, endpoint) => {
    const { status, body } = await tried(endpoint, person);
    const code = body.success ? null : body.error.code;
    expect([401, 403, 500, 503], `${status} ${code}`).not.toContain(status);
    // Some endpoints sign their caller out.
    const still = await shop.call('GET', '/users/security', { as: person });
    if (still.status === 401) person = await shop.signUp({ role });
  });
});

describe('another user’s data', () => {
  const owned = new Map<string, string>();
  let owner: SignedIn;
  let other: SignedIn;
  let moderator: SignedIn;

  beforeAll(async () => {
    const opened = await stockPackType(shop.context, { packs: 2 });
    const paidFor = await stockPackType(shop.context, { packs: 2 });
    const sealed = await stockPackType(shop.context, { packs: 2 });
    const { user, items } = await ownerOfCards(shop, opened);
    owner = user;
    other = await shop.signUp();
    moderator = await shop.signUp({ role: 'moderator' });
    owned.set('/shipping/requests/', (await shipped(shop, owner, items.slice(0, 1))).id);
    owned.set('/packs/openings/', items[0]!.packOpeningId);

    const intent = await begunPayment(shop, owner, paidFor);
    await confirm(shop, intent);
    await postAll(shop);
    await purchased(shop, owner, intent.paymentIntentId);
    owned.set('/payments/purchased-packs/', intent.paymentIntentId);
    owned.set('/payments/', intent.paymentIntentId);
    type Transactions = { transactions: { id: string; type: string; paymentMethod: string }[] };
    const { body } = await shop.call<Transactions>('GET', '/transactions?type=pack_purchase', {
      as: owner,
    });
    const paid = body.data.transactions.find((one) => one.paymentMethod !== 'balance')!;
    owned.set('/transactions/', paid.id);
    const refund = await shop.call<{ id: string }>('POST', `/transactions/${paid.id}/refund`, {
      as: owner,
      body: { reason: 'Changed my mind' },
    });
    owned.set('/transactions/refunds/', refund.body.data.id);

    const method = await shop.call<{ id: string }>('POST', '/transactions/payments', {
      as: owner,
      body: { paymentMethodId: 'pm_card_visa' },
    });
    owned.set('/transactions/payments/', method.body.data.id);
    const sessions = await shop.call<{ id: string }[]>('GET', '/users/sessions', { as: owner });
    owned.set('/users/sessions/', sessions.body.data[0]!.id);
    owned.set('/packs/', await sealedPackOf(owner, sealed));
    const pull = await shop.call<{ address: string }>('POST', '/pulls', {
      as: owner,
      body: { cardId: items[1]!.card.id },
    });
    owned.set('/pulls/', pull.body.data.address);
  });

  async function sealedPackOf(user: SignedIn, packTypeId: string): Promise<string> {
    const [packId] = await buySealedPacks(shop.context, user.userId, packTypeId, 1);
    return packId!;
  }

  // Operators may read these parts of the ledger. The other endpoints below these paths are for the
  // owner alone.
  const ADMIN_READS = new Set(['/transactions/', '/transactions/refunds/']);
  // These name a card or a pack of the public catalogue. They return or change only data of their
  // caller.
  const OF_CATALOGUE = /^\/wishes\/|^\/cards\/\{id\}\/copies$/;
  const WITH_ID = ALL_ENDPOINTS.filter(
    (endpoint) =>
      endpoint.audience === 'user' &&
      endpoint.path.includes('{') &&
      !OF_CATALOGUE.test(endpoint.path),
  );

  test.each(WITH_ID.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'are not found by %s',
    async (_name, endpoint) => {
      const [before, after] = endpoint.path.split(/\{\w+\}/) as [string, string];
      const id = owned.get(before);
      expect(id, `say what an endpoint below ${before} is about`).toBeDefined();
      const body =
        endpoint.method === 'GET' || endpoint.method === 'DELETE'
          ? undefined
          : { nickname: 'Mine', reason: 'Mine', keep: true };
      const ask = async (as: SignedIn) =>
        (await shop.call(endpoint.method, `${before}${id}${after}`, { as, body })).status;
      expect(await ask(other)).toBe(404);
      const isForPacking = endpoint.method === 'GET' && ADMIN_READS.has(before);
      expect(await ask(moderator)).toBe(isForPacking ? 200 : 404);
      // As the owner, only reads are called.
      expect(endpoint.method === 'GET' ? await ask(owner) : 200).toBe(200);
    },
  );

  const WITH_USER_ID = ALL_ENDPOINTS.filter(
    (endpoint) =>
      endpoint.method === 'GET' && endpoint.query !== undefined && 'userId' in endpoint.query.shape,
  );

  test.each(WITH_USER_ID.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    'are not available to %s',
    async (_name, endpoint) => {
      const ask = async (as: SignedIn) => {
        const { status, body } = await shop.call('GET', `${endpoint.path}?userId=${owner.userId}`, {
          as,
        });
        return body.success ? status : body.error.code;
      };
      const isForPacking = endpoint.audience !== 'user';
      expect(await ask(other)).toBe('FORBIDDEN');
      expect(await ask(moderator)).toBe(isForPacking ? 200 : 'FORBIDDEN');
      expect(await ask(owner)).toBe(isForPacking ? 'FORBIDDEN' : 200);
    },
  );
});

test('no route of the API is outside the endpoint table', () => {
  const served = shop.app.printRoutes({ commonPrefix: false, includeHooks: false });
  const known = new Set([
    ...ALL_ENDPOINTS.map(({ path }) => `/api${path.replaceAll(/\{\w+\}/g, ':')}`),
    '/api/openapi.json',
    '/api/docs',
    '/api/*',
  ]);
  // The tree is drawn with indents; each line ends with the methods of its path.
  const paths: string[] = [];
  const above: string[] = [];
  for (const line of served.split('\n').filter(Boolean)) {
    const [, indent, rest] = /^([│ ├└─]*)(.*)$/.exec(line)!;
    const depth = indent!.length / 4;
    const [, piece, methods] = /^(\S*)(?: \((.*)\))?$/.exec(rest!)!;
    above.splice(depth - 1, above.length, piece!);
    if (methods !== undefined) paths.push(above.join('').replaceAll(/:[\w|:]+/g, ':'));
  }
  const below = paths.filter((path) => path.startsWith('/api'));
  expect(below.length).toBeGreaterThan(80);
  expect(below.filter((path) => !known.has(path))).toEqual([]);
});

describe('in production', () => {
  const real = useTestApp({
    NODE_ENV: 'production',
    AUTH_SECRET,
    REQUIRE_VERIFIED_EMAIL: 'off',
    PUBLIC_URL: 'https://shop.example',
    RATE_LIMITS: 'on',
  });

  test.each(['moderator', 'admin'] as const)(
    'the role %s takes effect only once its user has a second factor',
    async (role) => {
      const person = await real.signUp({ role });
      const jobs = () => real.call('GET', '/admin/jobs', { as: person });
      const security = async () => {
        const { body } = await real.call<{ twoFactorRequired: boolean }>('GET', '/users/security', {
          as: person,
        });
        return body.data.twoFactorRequired;
      };
      const other = await real.signUp();
      const credits = `/users/credits?userId=${other.userId}`;

      const refused = await jobs();
      expect([refused.status, refused.body.error.code]).toEqual([403, 'TWO_FACTOR_REQUIRED']);
      expect(await security()).toBe(true);
      // The same is true of an endpoint for everybody that shows more to an admin.
      expect((await real.call('GET', credits, { as: person })).status).toBe(403);

      const begun = `insert into two_factors (user_id, sealed_secret, created_at) values ($1, 'x', now())`;
      await real.owner.query(begun, [person.userId]);
      expect((await jobs()).status).toBe(403);
      await real.owner.query('update two_factors set confirmed_at = now() where user_id = $1', [
        person.userId,
      ]);
      expect((await jobs()).status).toBe(200);
      expect(await security()).toBe(false);
      expect((await real.call('GET', credits, { as: person })).status).toBe(
        role === 'admin' ? 200 : 403,
      );
    },
  );

  test('a shopper needs none', async () => {
    const person = await real.signUp();
    const { status } = await real.call('GET', '/users/profile', { as: person });
    expect(status).toBe(200);
  });
});
