// Pages of other origins may read what is the same for everybody, and nothing that depends on a session.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { isPublicReading, type Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();
const ORIGIN = 'https://elsewhere.example';
const ALL = Object.values<Endpoint>(ENDPOINTS);

/** What pages of any origin may read, written by hand. */
const PUBLIC = `
  /cards/shelf
  /cards/{id}/copies
  /cards/{id}/facts
  /config
  /drops
  /drops/{hash}
  /drops/{hash}/commitments
  /drops/{hash}/contents
  /drops/{hash}/history
  /fairness
  /figures
  /legal/{key}
  /legal/{key}/versions/{version}
  /legal/{key}/versions/{version}/files/{language}
  /pack-types
  /pack-types/{id}
  /pack-types/{id}/available-packs
  /pack-types/{id}/facts
  /pack-types/{id}/opened
  /pack-types/{id}/sample
  /packs/trending
  /packs/{id}
  /packs/{packId}/certification
  /places
  /prices
  /shipping/rates
  /singles/{id}
  /texts/{key}
  /tickets/{ref}
`
  .trim()
  .split(/\s+/);

let packId: string;
let user: SignedIn;

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 1 });
  user = await shop.signUp();
});

const addressOf = ({ path }: Endpoint) => `/api${path.replaceAll(/\{\w+\}/g, () => randomUUID())}`;
const named = (rows: Endpoint[]) => rows.map((row) => [`${row.method} ${row.path}`, row] as const);

test('an engineer may read from any page what this list names, and nothing else', () => {
  const readings = ALL.filter(isPublicReading).map(({ path }) => path);
  expect(readings.toSorted()).toEqual(PUBLIC.toSorted());
  // What the cache serves is the same for everybody.
  expect(ALL.filter((row) => row.cached === true && !isPublicReading(row))).toEqual([]);
});

describe('a page of another origin', () => {
  test.each(named(ALL))(
    'reads %s only if it is public, whatever it answers',
    async (_name, row) => {
      const isPublic = row.method === 'GET' && PUBLIC.includes(row.path);
      const asked = [undefined, { authorization: `Bearer ${user.accessToken}` }];
      for (const headers of asked) {
        const response = await shop.app.inject({
          method: row.method,
          url: addressOf(row),
          headers: { origin: ORIGIN, ...headers },
          ...(row.method === 'GET' ? {} : { payload: {} }),
        });
        const allowed = response.headers['access-control-allow-origin'];
        expect([response.statusCode, allowed]).toEqual([
          response.statusCode,
          isPublic ? '*' : undefined,
        ]);
        expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
      }
    },
  );

  test.each(named(ALL))('may ask for %s with headers only if it is public', async (_name, row) => {
    const { statusCode, headers } = await shop.app.inject({
      method: 'OPTIONS',
      url: addressOf(row),
      headers: { origin: ORIGIN, 'access-control-request-method': row.method },
    });
    const allowed = ['origin', 'methods', 'headers', 'credentials'].map(
      (what) => headers[`access-control-allow-${what}`],
    );
    expect([statusCode, ...allowed]).toEqual(
      PUBLIC.includes(row.path)
        ? [204, '*', 'GET, HEAD', '*', undefined]
        : [405, undefined, undefined, undefined, undefined],
    );
  });

  test.each([
    ['a cached response', () => `/api/pack-types/${packId}`, 200],
    ['the same response again', () => `/api/pack-types/${packId}`, 200],
    ['something unknown', () => '/api/pack-types/no-such-pack', 404],
    ['something malformed', () => '/api/cards/7/copies', 400],
  ])('can read %s', async (_what, url, status) => {
    const response = await shop.app.inject({ url: url(), headers: { origin: ORIGIN } });
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([
      status,
      '*',
    ]);
  });
});
