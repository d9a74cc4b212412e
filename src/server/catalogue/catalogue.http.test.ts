import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import type { PackType } from '#contract/catalogue.ts';
import type { GameStyle } from '#domain/game.ts';
import { SEEDED_GAMES } from '#domain/seeded-games.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { holdClock } from '../../testing/clock.ts';
import { stockPackType } from '../../testing/stock.ts';
import { showArt } from './show-art.ts';

const shop = useTestApp();
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 3 });
});

describe('the catalogue', () => {
  test('shows each pack type with its stock counted and its most valuable cards', async () => {
    const { status, body } = await shop.call<object[]>('GET', '/pack-types');
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1);
    expect(body.data[0]).toMatchObject({
      id: packTypeId,
      price: 10,
      originalPrice: null,
      discount: null,
      game: 'magic',
      card_count: 3,
      set_id: 'magic-tst',
      set_name: 'Test Harbour',
      availablePacksCount: 3,
      stock: 3,
      purchaseLimit: 1,
      pricesAsOf: '2026-11-01T00:00:00.000Z',
      potentialHitsCards: [
        { cardName: 'The Ninth Bell', instantCredit: 21, rarity: 'mythic' },
        { cardName: 'Glass Heron', instantCredit: 3.5 },
        { cardName: 'Harbour Lantern', instantCredit: 0.7 },
        { cardName: 'Moss Wall', instantCredit: 0.17 },
        { cardName: 'Blank Token', instantCredit: 0 },
      ],
    });
  });

  test('can be filtered to one game', async () => {
    const { body: magic } = await shop.call<object[]>('GET', '/pack-types?game=magic');
    expect(magic.data).toHaveLength(1);
    const { body: pokemon } = await shop.call<object[]>('GET', '/pack-types?game=pokemon');
    expect(pokemon.data).toEqual([]);
    const { body: nonsense } = await shop.call('GET', '/pack-types?game=chess');
    expect(nonsense.error.message).toBe('game must be one of magic, pokemon, yugioh');
  });

  test('returns one pack type, or that there is none', async () => {
    const found = await shop.call('GET', `/pack-types/${packTypeId}`);
    expect(found.body.data).toMatchObject({ id: packTypeId });
    const missing = await shop.call('GET', '/pack-types/no-such-pack');
    expect([missing.status, missing.body.error.code, missing.body.error.message]).toEqual([
      404,
      'PACK_NOT_FOUND',
      'Pack not found',
    ]);
  });

  test('lists no type that never was on sale, and still lists one that is sold out', async () => {
    const listed = async () => {
      const { body } = await shop.call<{ id: string }[]>('GET', '/pack-types');
      return body.data.map(({ id }) => id);
    };
    const made = await stockPackType(shop.context, { packs: 0, cardsAreMade: true });
    expect(await listed()).toEqual([packTypeId]);
    expect((await shop.call('GET', `/pack-types/${made}`)).status).toBe(200);
    const soldOut = await stockPackType(shop.context, { packs: 1, cardsAreMade: true });
    const admin = await shop.signUp({ role: 'admin' });
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from places where pack_type_id = $1',
      [soldOut],
    );
    await shop.call('POST', `/admin/stock/packs/${rows[0]!.id}/withdraw`, {
      as: admin,
      body: { reason: 'It is damaged' },
    });
    await expect.poll(listed).toEqual(expect.arrayContaining([packTypeId, soldOut]));
    expect(await listed()).not.toContain(made);
    expect((await shop.app.inject('/sitemap.xml')).body).not.toContain(made);
  });

  test('of an empty database is an empty list, and the shop still shows its settings', async () => {
    const { body } = await shop.call('GET', '/config');
    expect(body.data).toMatchObject({
      currency: 'CAD',
      contactEmail: 'hello@feltandfoil.test',
      demo: false,
      highValue: 20,
      charges: { taxRate: 0.08, cardFee: 0.5 },
    });
  });
});

describe('for operators', () => {
  test('the process, with its version, and its database report their state', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect((await shop.app.inject('/healthz')).json()).toEqual({ status: 'ok', version });
    expect((await shop.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });

  test('the audit prints a zero for each promise', async () => {
    const operator = await shop.signUp({ role: 'moderator' });
    const { body } = await shop.call<{ invariant: string; violations: number }[]>(
      'GET',
      '/admin/audit',
      { as: operator },
    );
    expect(body.data.length).toBeGreaterThan(8);
    expect(body.data.every((row) => row.violations === 0)).toBe(true);
  });
});

describe('any call', () => {
  test('without a token, or by the wrong role, is refused before it is read', async () => {
    const nobody = await shop.call('POST', '/payments/purchase-with-balance', {
      body: { nonsense: true },
    });
    expect([nobody.status, nobody.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
    const user = await shop.signUp();
    const wrong = await shop.call('GET', '/admin/audit', { as: user });
    expect([wrong.status, wrong.body.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  test('with a body that is not JSON, or a text that Postgres can’t store, is refused with a message', async () => {
    const broken = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/check-email',
      headers: { 'content-type': 'application/json' },
      payload: '{"email": ',
    });
    expect([broken.statusCode, broken.json().error.message]).toEqual([
      400,
      'The request body is not valid JSON',
    ]);
    const nul = await shop.call('POST', '/auth/check-email', { body: { email: 'a\u0000@b.co' } });
    expect([nul.status, nul.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('to a path outside the endpoint table is not found', async () => {
    const { status, body } = await shop.call('GET', '/nowhere');
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

const MAGIC = SEEDED_GAMES.find(({ id }) => id === 'magic')!.style;

/** Changes the style of the game of the pack type. */
async function changeStyle(changed: Partial<GameStyle>): Promise<void> {
  await shop.owner.query(`update games set style = style || $1 where id = 'magic'`, [
    JSON.stringify(changed),
  ]);
}

/** The pictures of the pack type and of its potential hits. */
async function picturesOfType() {
  const { body } = await shop.call<PackType>('GET', `/pack-types/${packTypeId}`);
  const { packImageUrl, potentialHitsCards } = body.data;
  const urls = [packImageUrl, ...potentialHitsCards.map(({ cardImageUrl }) => cardImageUrl)];
  return Promise.all(
    urls.map(async (url) => {
      const { body: drawing, headers } = await shop.app.inject(url);
      return { url, body: drawing, cache: headers['cache-control'] };
    }),
  );
}

describe('pictures', () => {
  test('of cards and packs are drawn, and may be cached forever', async () => {
    const { body } = await shop.call<{
      packImageUrl: string;
      potentialHitsCards: { cardImageUrl: string }[];
    }>('GET', `/pack-types/${packTypeId}`);
    const { packImageUrl, potentialHitsCards } = body.data;
    for (const url of [packImageUrl, potentialHitsCards[0]!.cardImageUrl]) {
      const picture = await shop.app.inject(url);
      expect([url, picture.statusCode, picture.headers['content-type']]).toEqual([
        url,
        200,
        'image/svg+xml',
      ]);
      expect(picture.headers['cache-control']).toContain('immutable');
      expect(picture.body).toMatch(/^<svg/);
    }
  });

  test('without the present version may be drawn differently later', async () => {
    const { body } = await shop.call<{ packImageUrl: string }>('GET', `/pack-types/${packTypeId}`);
    const [path] = body.data.packImageUrl.split('?') as [string];
    for (const url of [path, `${path}?v=older`, '/art/back.svg']) {
      const picture = await shop.app.inject(url);
      expect([url, picture.statusCode, picture.headers['cache-control']]).toEqual([
        url,
        200,
        'public, max-age=3600',
      ]);
    }
  });

  test('are side by side on a page for developers, which the shop itself does not have', async () => {
    expect((await shop.app.inject('/dev/art')).statusCode).toBe(404);
    const app = Fastify();
    showArt(app, shop.context);
    const page = await app.inject('/dev/art');
    expect(page.statusCode).toBe(200);
    const { body } = await shop.call<{ potentialHitsCards: { cardImageUrl: string }[] }>(
      'GET',
      `/pack-types/${packTypeId}`,
    );
    expect(page.body).toContain(body.data.potentialHitsCards[0]!.cardImageUrl);
    expect(page.body).toContain(`/art/pack/${packTypeId}.svg`);
    expect(page.body.split('src="/art/back.svg"')).toHaveLength(3);
    expect((await app.inject('/dev/art?from=100000')).body).not.toContain('/art/card/');
    expect((await app.inject('/dev/art?from=-3')).body).toContain('Cards from 1 of each game');
    await app.close();
  });

  test('of potential hits all differ, and a full-bleed card also comes in planes', async () => {
    const { body } = await shop.call<{
      potentialHitsCards: { cardId: string; cardImageUrl: string; rarity: string }[];
    }>('GET', `/pack-types/${packTypeId}`);
    const hits = body.data.potentialHitsCards;
    const draw = async (url: string) => (await shop.app.inject(url)).body;
    const drawn = await Promise.all(hits.map(({ cardImageUrl }) => draw(cardImageUrl)));
    expect(new Set(drawn).size).toBe(hits.length);

    for (const { cardId, rarity } of hits) {
      const url = `/art/card/${cardId}.svg`;
      // `?as=` asks for another drawing of the card. Pages use it where the card's own drawing
      // would appear twice.
      expect(await draw(`${url}?as=whale`)).not.toBe(await draw(`${url}?as=lantern`));
      expect(await draw(`${url}?as=nothing`)).toBe(await draw(url));
      const planes = await Promise.all(
        ['back', 'subject', 'front', 'frame'].map(async (plane) => {
          const { statusCode } = await shop.app.inject(`${url}?plane=${plane}`);
          return statusCode;
        }),
      );
      const hasPlanes = rarity === 'rare' || rarity === 'mythic';
      expect({ rarity, planes }).toEqual({ rarity, planes: Array(4).fill(hasPlanes ? 200 : 404) });
    }
  });

  test('follow the style of their game under new addresses, and the old addresses are cached for an hour', async () => {
    const first = await picturesOfType();
    await changeStyle({ sign: 'wave', motifs: ['planet'] });
    const second = await picturesOfType();
    await changeStyle({ motifs: ['whale'] });
    const third = await picturesOfType();
    for (const [i, { url, body, cache }] of third.entries()) {
      expect(cache).toContain('immutable');
      expect(new Set([url, first[i]!.url, second[i]!.url]).size).toBe(3);
      expect(body).not.toBe(first[i]!.body);
      const old = await shop.app.inject(first[i]!.url);
      expect(old.headers['cache-control']).toBe('public, max-age=3600');
      expect(old.body).not.toBe(first[i]!.body);
    }
    // No word of the card's name chooses a motif, so the card shows the motif of its game.
    const [token] = third.at(-1)!.url.split('?') as [string];
    const whale = await shop.app.inject(`${token}?as=whale`);
    expect((await shop.app.inject(token)).body).toBe(whale.body);
    await changeStyle(MAGIC);
    expect(await picturesOfType()).toEqual(first);
  });

  test('of unknown items are not found', async () => {
    for (const url of [
      '/art/card/nonsense.svg',
      `/art/card/${crypto.randomUUID()}.svg`,
      '/art/pack/nonsense.svg',
    ]) {
      expect((await shop.app.inject(url)).statusCode).toBe(404);
    }
  });
});

describe('listing all cards', () => {
  const hurried = useTestApp({ RATE_LIMITS: 'on' });

  test('is for everybody, sixty times a minute', async () => {
    await holdClock(hurried);
    const responses = await Promise.all(
      Array.from({ length: 61 }, () => hurried.call('GET', '/cards/search?search=bell')),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(60);
    const refused = responses.find((response) => response.status === 429)!;
    expect(refused.body.error.code).toBe('RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
