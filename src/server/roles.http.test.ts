// Tests who may call what, endpoint by endpoint. The tests are generated from the endpoint table, so that a new
// endpoint is tested too.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { KEY_RIGHTS, RIGHTS, STAFF_RIGHTS, type Right, type Role } from '#domain/access.ts';
import { madeKey } from '../testing/api-keys.ts';
import { useTestApp, type ShopResponse, type SignedIn } from '../testing/app.ts';
import { begunPayment, confirm, postAll, purchased } from '../testing/payments.ts';
import { AUTH_SECRET } from '../testing/process.ts';
import { buySealedPacks } from '../testing/sealed-packs.ts';
import { ownerOfCards, shipped } from '../testing/shipments.ts';
import { singlesOnSale } from '../testing/singles.ts';
import { stockPackType } from '../testing/stock.ts';

const ALL_ENDPOINTS = Object.values<Endpoint>(ENDPOINTS);
const GUARDED = ALL_ENDPOINTS.filter((endpoint) => endpoint.audience !== 'anyone');
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/**
 * The right that each operators' endpoint requires, written by hand. The tests compare the endpoint
 * table with this list, and try each role against it.
 */
const DEMANDED: Record<Right | 'staff', string> = {
  staff: `
    GET /admin/alerts
    PUT /admin/alerts/{condition}
    GET /admin/waiting
    GET /list-views
    POST /list-views
    DELETE /list-views/{id}
  `,
  packing: `
    GET /admin/search/packing
    POST /admin/search/serial
    GET /admin/shipments/{id}/timeline
    POST /admin/shipments/{id}/notes
    DELETE /admin/shipments/{id}/notes/{noteId}
    GET /admin/stock/cards/{id}/timeline
    POST /admin/stock/cards/{id}/notes
    DELETE /admin/stock/cards/{id}/notes/{noteId}
    POST /admin/picks
    GET /admin/picks/next
    POST /admin/shipments/labels
    GET /admin/shipments/packed.csv
    POST /admin/shipments/send
    POST /admin/shipments/tracking
    GET /admin/sets
    GET /admin/shipments
    GET /admin/shipments.csv
    POST /admin/shipments/move
    GET /admin/shipments/sheets
    GET /admin/shipments/{id}
    PATCH /admin/shipments/{id}
    POST /admin/shipments/{id}/label
    POST /admin/shipments/{id}/rates
    GET /admin/singles
    GET /admin/singles.csv
    GET /admin/singles/by-number
    POST /admin/singles/shelve
    GET /admin/singles/sums
    POST /admin/singles/take-in-hand
    GET /admin/singles/{id}
    GET /admin/stock/cards/{id}
    GET /admin/stock/pack-types
    GET /admin/stock/packs
    GET /admin/stock/packs.csv
    GET /admin/stock/packs/{id}
  `,
  support: `
    GET /admin/search/support
    GET /admin/orders/{id}/timeline
    POST /admin/orders/{id}/notes
    DELETE /admin/orders/{id}/notes/{noteId}
    GET /admin/audit
    GET /admin/build
    GET /admin/cards/locked
    POST /admin/cards/release
    GET /admin/credit-requests
    GET /admin/held-parcels
    GET /admin/jobs
    POST /admin/jobs/{id}/retry
    GET /admin/money-questions
    GET /admin/orders
    GET /admin/orders.csv
    GET /admin/orders/{id}
    GET /admin/overview
    POST /admin/shipments/{id}/release
    GET /admin/texts/{key}
    PUT /admin/texts/{key}
    POST /admin/texts/{key}/preview
    GET /admin/texts/{key}/versions/{version}
    GET /admin/transactions
    GET /admin/transactions.csv
    GET /admin/users/{id}/ledger
  `,
  catalogue: `
    GET /admin/search/catalogue
    PUT /admin/cards/{id}/price
    GET /admin/drops
    POST /admin/drops
    DELETE /admin/drops/{id}
    GET /admin/drops/{id}
    POST /admin/drops/{id}/close
    POST /admin/drops/{id}/open
    POST /admin/drops/{id}/pause
    POST /admin/drops/{id}/publish
    GET /admin/games
    POST /admin/games
    DELETE /admin/games/{id}
    PUT /admin/games/{id}
    GET /admin/import-templates/{kind}
    GET /admin/imports
    POST /admin/imports
    GET /admin/imports/{id}
    POST /admin/imports/heads
    POST /admin/imports/{id}/apply
    POST /admin/imports/{id}/discard
    POST /admin/imports/{id}/stop
    GET /admin/imports/{id}/wrong-lines.csv
    GET /admin/loose-packs
    GET /admin/pack-type-changes
    POST /admin/pack-type-changes/{id}/undo
    GET /admin/pack-types
    PATCH /admin/pack-types
    GET /admin/pack-types.csv
    GET /admin/pack-types/{id}
    PATCH /admin/pack-types/{id}
    DELETE /admin/pack-types/{id}/picture
    PUT /admin/pack-types/{id}/picture
    GET /admin/prices
    GET /admin/prices/held
    POST /admin/prices/held/decide
    POST /admin/prices/run
    GET /admin/singles/elsewhere
    POST /admin/singles/elsewhere
    GET /admin/singles/elsewhere.csv
    POST /admin/singles/elsewhere/preview
    POST /admin/singles/elsewhere/sales
    POST /admin/singles/elsewhere/take-back
    POST /admin/singles/lose
    POST /admin/singles/price
    GET /admin/singles/price-rules
    PUT /admin/singles/price-rules
    POST /admin/singles/price-rules/preview
    POST /admin/singles/put-back
    POST /admin/singles/withdraw
    GET /admin/stock/cards
    GET /admin/stock/costs
    POST /admin/stock/costs
    POST /admin/stock/intake
    PUT /admin/stock/packs/{id}/photograph
    POST /admin/stock/packs/{id}/put-back
    POST /admin/stock/packs/{id}/remove-photograph
    POST /admin/stock/packs/{id}/withdraw
    POST /admin/stock/preview
    POST /pack-types
    PATCH /packs/{id}
  `,
  money: `
    GET /admin/search/money
    GET /admin/users/{id}/timeline
    POST /admin/users/{id}/notes
    DELETE /admin/users/{id}/notes/{noteId}
    POST /admin/cards/convert
    POST /admin/cards/take-back
    GET /admin/cards/{id}/loss
    POST /admin/cards/{id}/loss
    POST /admin/credit-requests/{id}
    GET /admin/discount-codes
    POST /admin/discount-codes
    PATCH /admin/discount-codes/{code}
    GET /admin/disputes
    GET /admin/disputes/{id}
    GET /admin/disputes/{id}/evidence.html
    POST /admin/disputes/{id}/lift-pause
    POST /admin/disputes/{id}/write-off
    GET /admin/losses
    GET /admin/margin
    GET /admin/margin.csv
    GET /admin/margin/weeks
    GET /admin/margin/worth
    POST /admin/money-questions/{id}/close
    POST /admin/orders/{id}/refund
    POST /admin/orders/{id}/refund-singles
    POST /admin/orders/{id}/return-request
    POST /admin/place-questions/{id}/answer
    POST /admin/refunds/{id}/replace
    GET /admin/shipments/{id}/loss
    POST /admin/shipments/{id}/loss
    GET /admin/taxes
    PUT /admin/taxes
    GET /admin/taxes.csv
    GET /admin/taxes/provider
    GET /admin/users
    GET /admin/users.csv
    GET /admin/users/{id}
    POST /transactions
    PATCH /transactions/{id}
    POST /users/credits
  `,
  owner: `
    GET /admin/staff
    POST /admin/staff/roles
    PUT /admin/staff/roles/{id}
    DELETE /admin/staff/roles/{id}
    POST /admin/staff/invitations
    DELETE /admin/staff/invitations/{id}
    GET /admin/keys
    POST /admin/keys
    DELETE /admin/keys/{id}
    GET /admin/audit-log
    GET /admin/mails
    GET /admin/mails/{id}
    POST /admin/mails/{id}/resend
    GET /admin/opening
    POST /admin/opening/mail
    POST /admin/opening/mail/confirm
    POST /admin/opening/signatures
    POST /admin/opening/webhook
    GET /admin/places
    PUT /admin/places
    POST /admin/pulls/{address}/end
    GET /admin/settings
    PUT /admin/settings
    DELETE /admin/settings/logos/{logo}
    PUT /admin/settings/logos/{logo}
    GET /admin/shipping/tariff
    PUT /admin/shipping/tariff
    POST /admin/stock/packs/{id}/look
    PATCH /admin/users/{id}
    POST /admin/users/{id}/let-through
    POST /admin/users/{id}/lock
    GET /admin/users/{id}/pulls
    DELETE /admin/users/{id}/sessions
    DELETE /admin/users/{id}/two-factor
    POST /admin/users/{id}/two-factor-token
    POST /admin/users/{id}/unlock
    GET /admin/webhooks
    POST /admin/webhooks
    PUT /admin/webhooks/{id}
    DELETE /admin/webhooks/{id}
    PUT /admin/webhooks/{id}/paused
    POST /admin/webhooks/{id}/secret
    POST /admin/webhooks/{id}/test
    GET /admin/webhooks/deliveries
    GET /admin/webhooks/deliveries/{id}
    POST /admin/webhooks/deliveries/{id}/send-again
  `,
};

/** What no API key may do, whatever its rights, written by hand. */
const FOR_PERSONS_ONLY = `
  PUT /admin/alerts/{condition}
  GET /list-views
  POST /list-views
  DELETE /list-views/{id}
  POST /admin/cards/convert
  POST /admin/cards/{id}/loss
  POST /admin/credit-requests/{id}
  POST /admin/disputes/{id}/lift-pause
  POST /admin/disputes/{id}/write-off
  POST /admin/orders/{id}/refund
  POST /admin/orders/{id}/refund-singles
  POST /admin/orders/{id}/return-request
  POST /admin/refunds/{id}/replace
  POST /admin/shipments/{id}/loss
  POST /transactions
  POST /users/credits
  POST /admin/staff/roles
  PUT /admin/staff/roles/{id}
  DELETE /admin/staff/roles/{id}
  POST /admin/staff/invitations
  DELETE /admin/staff/invitations/{id}
  GET /admin/keys
  POST /admin/keys
  DELETE /admin/keys/{id}
  GET /admin/mails
  GET /admin/mails/{id}
  POST /admin/mails/{id}/resend
  POST /admin/opening/mail
  POST /admin/opening/mail/confirm
  POST /admin/opening/signatures
  POST /admin/opening/webhook
  POST /admin/place-questions/{id}/answer
  POST /admin/stock/packs/{id}/look
  PATCH /admin/users/{id}
  POST /admin/users/{id}/let-through
  POST /admin/users/{id}/lock
  DELETE /admin/users/{id}/sessions
  DELETE /admin/users/{id}/two-factor
  POST /admin/users/{id}/two-factor-token
  POST /admin/users/{id}/unlock
`;

/** The calls that only read although their method is not GET, written by hand. */
const READING_POSTS = `
  POST /admin/imports/heads
  POST /admin/singles/elsewhere/preview
  POST /admin/singles/price-rules/preview
  POST /admin/stock/preview
  POST /admin/texts/{key}/preview
`;

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const linesOf = (right: Right | 'staff') => lines(DEMANDED[right]);

/** The right that an endpoint demands according to the list. Null for an endpoint that everybody may call. */
const RIGHT_OF = new Map(
  (['staff', ...RIGHTS] as const).flatMap((right) => linesOf(right).map((name) => [name, right])),
);
const demands = (endpoint: Endpoint): Right | 'staff' | null =>
  RIGHT_OF.get(nameOf(endpoint)) ?? null;

test('each endpoint for operators demands the right that the list by hand gives it', () => {
  const table = GUARDED.filter(({ audience }) => audience !== 'user').map((endpoint) => [
    nameOf(endpoint),
    endpoint.audience,
  ]);
  expect(Object.fromEntries(table)).toEqual(Object.fromEntries(RIGHT_OF));
});

const shop = useTestApp({}, { cards: true });

/**
 * Calls an endpoint, and sends nothing but an id that doesn't exist. So a caller who is admitted gets an error about
 * the request itself.
 */
function tried(endpoint: Endpoint, as?: SignedIn): Promise<ShopResponse> {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () => randomUUID());
  const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {};
  return shop.call(endpoint.method, path, { as, body });
}

test('a visitor may not call what is for users or staff', async () => {
  const replies: unknown[] = [];
  for (const endpoint of GUARDED) {
    const { status, body } = await tried(endpoint);
    replies.push([nameOf(endpoint), status, body.error?.code]);
  }
  expect(replies).toEqual(GUARDED.map((endpoint) => [nameOf(endpoint), 401, 'UNAUTHORIZED']));
});

type Seat = { name: string; as: { role?: Role; rights?: Right[] }; rights: readonly Right[] };

/** Each role that every shop has, and a role made in this shop for each right. */
const SEATS: Seat[] = [
  { name: 'user', as: { role: 'user' }, rights: [] },
  { name: 'moderator', as: { role: 'moderator' }, rights: ['packing', 'support'] },
  {
    name: 'admin',
    as: { role: 'admin' },
    rights: ['packing', 'support', 'catalogue', 'money', 'owner'],
  },
  ...STAFF_RIGHTS.map((right): Seat => {
    return { name: `staff with the right ${right}`, as: { rights: [right] }, rights: [right] };
  }),
];

describe.each(SEATS)('a user with the role $name', ({ name, as, rights }) => {
  let person: SignedIn;
  beforeAll(async () => {
    person = await shop.signUp(as);
  });

  // Endpoints for all signed-in users are the same for everybody with a role, so only two roles try them.
  const tries = ALL_ENDPOINTS.filter(
    (endpoint) =>
      demands(endpoint) !== null || (endpoint.audience === 'user' && /^(user|admin)$/.test(name)),
  );
  const isFor = (endpoint: Endpoint) => {
    const right = demands(endpoint);
    return right === null || (right === 'staff' ? rights.length > 0 : rights.includes(right));
  };

  test('may not call what another right is for', async () => {
    const replies: unknown[] = [];
    const refused = tries.filter((endpoint) => !isFor(endpoint));
    for (const endpoint of refused) {
      const { status, body } = await tried(endpoint, person);
      replies.push([nameOf(endpoint), status, body.error?.code]);
    }
    expect(replies).toEqual(refused.map((endpoint) => [nameOf(endpoint), 403, 'FORBIDDEN']));
  });

  test('may call the rest', async () => {
    const refused: unknown[] = [];
    for (const endpoint of tries.filter(isFor)) {
      const { status, body } = await tried(endpoint, person);
      if ([401, 403, 500, 503].includes(status))
        refused.push([nameOf(endpoint), status, body.error?.code]);
      // Some of the called endpoints sign their caller out.
      const still = await shop.call('GET', '/users/security', { as: person });
      if (still.status === 401) person = await shop.signUp(as);
    }
    expect(refused).toEqual([]);
  });
});

describe('an API key', () => {
  let admin: SignedIn;
  beforeAll(async () => {
    admin = await shop.signUp({ role: 'admin' });
  });

  const OF_STAFF = ALL_ENDPOINTS.filter((endpoint) => demands(endpoint) !== null);
  const forPersons = new Set(lines(FOR_PERSONS_ONLY));
  const readingPosts = new Set(lines(READING_POSTS));
  const reads = (endpoint: Endpoint) =>
    endpoint.method === 'GET' || readingPosts.has(nameOf(endpoint));

  /** Whether the lists by hand let a key with one right call an endpoint. */
  function isFor(endpoint: Endpoint, right: string, access: string): boolean {
    if (forPersons.has(nameOf(endpoint))) return false;
    if (access === 'read' && !reads(endpoint)) return false;
    return ['staff', right].includes(demands(endpoint)!);
  }

  test('is refused what the list by hand leaves to persons', () => {
    const table = GUARDED.filter(({ personsOnly }) => personsOnly === true).map(nameOf);
    expect(new Set(table)).toEqual(forPersons);
  });

  test.each(KEY_RIGHTS)('with the right %s may do that, and nothing else', async (keyRight) => {
    const { as } = await madeKey(shop, admin, [keyRight]);
    const [right, access] = keyRight.split(':') as [string, string];
    const replies: unknown[] = [];
    const wanted: unknown[] = [];
    for (const endpoint of OF_STAFF) {
      const { status, body } = await tried(endpoint, as);
      const isAdmitted = ![401, 403, 500, 503].includes(status);
      replies.push([nameOf(endpoint), isAdmitted ? 'admitted' : [status, body.error?.code]]);
      const isOwn = isFor(endpoint, right, access);
      wanted.push([nameOf(endpoint), isOwn ? 'admitted' : [403, 'FORBIDDEN']]);
    }
    expect(replies).toEqual(wanted);
  });

  test('with every right is no shopper', async () => {
    const { as } = await madeKey(shop, admin, KEY_RIGHTS);
    const replies: unknown[] = [];
    const ofUsers = GUARDED.filter(({ audience }) => audience === 'user');
    for (const endpoint of ofUsers) {
      const { status, body } = await tried(endpoint, as);
      replies.push([nameOf(endpoint), status, body.error?.code]);
    }
    expect(replies).toEqual(ofUsers.map((endpoint) => [nameOf(endpoint), 403, 'FORBIDDEN']));
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
    const [single] = await singlesOnSale(shop, 1);
    const bought = await shop.call<{ singles: { cardId: string }[] }>(
      'POST',
      '/payments/purchase-with-balance',
      { as: owner, body: { packs: [], singles: [single!.id], paymentMethod: 'balance' } },
    );
    owned.set('/cards/', bought.body.data.singles[0]!.cardId);
  });

  async function sealedPackOf(user: SignedIn, packTypeId: string): Promise<string> {
    const [packId] = await buySealedPacks(shop.context, user.userId, packTypeId, 1);
    return packId!;
  }

  // Operators may read these parts of the ledger. The other endpoints below these paths are only for the owner.
  const ADMIN_READS = new Set(['/transactions/', '/transactions/refunds/']);
  // The ids in these paths belong to cards and packs in the public catalogue. These endpoints return or change only
  // data of their caller.
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
      // The owner calls only endpoints that read, so that the owner's data stays unchanged.
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
    '/api/docs/reader.js',
    '/api/docs/reader.css',
    '/api/*',
  ]);
  // The tree of routes is drawn with indents, and each line ends with the methods of its path.
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

  test.each([
    ['moderator', { role: 'moderator' }],
    ['admin', { role: 'admin' }],
    ['staff', { rights: ['support'] }],
  ] as const)(
    'the role %s takes effect only once its user has a second factor',
    async (role, as) => {
      const person = await real.signUp(as);
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
      // An endpoint for everybody also refuses such an operator, if the endpoint would show an admin more than a user.
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
