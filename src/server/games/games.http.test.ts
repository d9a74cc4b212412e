// Operators make, change and delete the games of the shop's cards.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { createGame, OperatorsGame } from '#contract/games.ts';
import type { ShopConfig } from '#contract/storefront.ts';
import { SEEDED_GAMES } from '#domain/seeded-games.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { listGameRows } from './games-queries.ts';

const shop = useTestApp();
let admin: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  await stockPackType(shop.context, { packs: 1 });
});

type Sent = z.input<typeof createGame.body>;

const CHESS: Sent = {
  id: 'chess',
  name: 'Chess',
  sign: 'square',
  schemes: [
    { shadow: 200, light: 60, mood: 'day' },
    { shadow: 20, light: 80, mood: 'dusk' },
  ],
  rarities: [
    { word: 'Pawn', rarity: 'common' },
    { word: 'Rook', rarity: 'rare' },
    { word: 'Queen', rarity: 'mythic' },
  ],
  unknownRarity: null,
  finishes: [{ word: 'Shiny', finish: 'foil' }],
};

const make = (more: object = {}) =>
  shop.call<OperatorsGame>('POST', '/admin/games', { as: admin, body: { ...CHESS, ...more } });
const change = (id: string, body: object) =>
  shop.call<OperatorsGame>('PUT', `/admin/games/${id}`, { as: admin, body });
const remove = (id: string) => shop.call('DELETE', `/admin/games/${id}`, { as: admin });
const listed = async () => {
  const { body } = await shop.call<{ games: OperatorsGame[] }>('GET', '/admin/games', {
    as: admin,
  });
  return body.data.games;
};
const named = async () =>
  (await shop.call<ShopConfig>('GET', '/config')).body.data.games.map(({ name }) => name);
const SEEDED_NAMES = SEEDED_GAMES.map(({ name }) => name);

test('a shop begins with the games that its code describes', async () => {
  const rows = await listGameRows(shop.context.db);
  expect(rows).toEqual(SEEDED_GAMES.map((game) => ({ ...game, version: 1 })));
  expect(await named()).toEqual(SEEDED_NAMES);
  const [first] = await listed();
  expect(first).toMatchObject({ id: 'magic', sign: 'disc', sets: 1, version: 1 });
});

describe('a game that an operator makes', () => {
  test('is last in every list, and filters accept it at once', async () => {
    const unknown = await shop.call('GET', '/pack-types?game=chess');
    expect([unknown.status, unknown.body.error]).toMatchObject([
      400,
      {
        code: 'VALIDATION_ERROR',
        message: 'game must be one of magic, pokemon, yugioh',
        details: [{ path: 'game', message: 'game must be one of magic, pokemon, yugioh' }],
      },
    ]);
    const made = await make();
    expect([made.status, made.body.data]).toEqual([200, { ...CHESS, sets: 0, version: 1 }]);
    expect(await named()).toEqual([...SEEDED_NAMES, 'Chess']);
    expect((await listed()).at(-1)).toEqual(made.body.data);
    const packs = await shop.call('GET', '/pack-types?game=chess');
    expect([packs.status, packs.body.data]).toEqual([200, []]);
  });

  test.each([
    ['the id of another game', { id: 'magic', name: 'X' }, 'id', 'There is a game "magic" already'],
    [
      'an id that goes on from another one',
      { id: 'magic-arena' },
      'id',
      'Sets of "magic-arena" and "magic" could get the same id',
    ],
    [
      'the name of another game',
      { id: 'go', name: 'CHESS' },
      'name',
      'A game has this name already',
    ],
    [
      'an id that is not one',
      { id: 'One Piece' },
      'id',
      'game must be an id such as one-piece: 2 to 32 small letters, digits and hyphens, a letter first',
    ],
    ['no name', { name: ' ' }, 'name', 'name must not be empty'],
    [
      'a sign that nobody can draw',
      { sign: 'skull' },
      'sign',
      expect.stringContaining('sign must be one of'),
    ],
    [
      'one colour scheme',
      { schemes: CHESS.schemes.slice(0, 1) },
      'schemes',
      'A game has at least two colour schemes',
    ],
    [
      'a hue beyond the circle',
      { schemes: [CHESS.schemes[0], { shadow: 360, light: 0, mood: 'day' }] },
      'schemes.1.shadow',
      'A hue is a whole number from 0 to 359',
    ],
    [
      'a word twice',
      { rarities: [...CHESS.rarities, { word: 'queen', rarity: 'mythic' }] },
      'rarities.3.word',
      '“queen” is there twice',
    ],
    [
      'words out of order',
      { rarities: CHESS.rarities.toReversed() },
      'rarities',
      'rarities must go from common to mythic',
    ],
    [
      'a rarity that the shop does not have',
      { rarities: [{ word: 'King', rarity: 'royal' }] },
      'rarities.0.rarity',
      'rarity must be one of common, uncommon, rare, mythic',
    ],
    [
      'a finish that the shop does not have',
      { finishes: [{ word: 'Wood', finish: 'wooden' }] },
      'finishes.0.finish',
      'finish must be one of normal, foil, reverse-foil',
    ],
  ])('is refused with %s', async (_what, more, path, message) => {
    const { status, body } = await make({ id: 'go', name: 'Go', ...more });
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'VALIDATION_ERROR', details: [{ path, message }] },
    ]);
  });

  test('can be changed, but not by two operators at once', async () => {
    const { id: _id, ...fields } = CHESS;
    const renamed = { ...fields, name: 'Chess!', sign: 'cross', version: 1 };
    const changed = await change('chess', renamed);
    expect([changed.status, changed.body.data]).toEqual([
      200,
      { ...CHESS, name: 'Chess!', sign: 'cross', sets: 0, version: 2 },
    ]);
    expect(await named()).toEqual([...SEEDED_NAMES, 'Chess!']);
    expect((await change('chess', renamed)).body.error.code).toBe('CHANGED_MEANWHILE');
    expect((await change('go', renamed)).body.error.code).toBe('NOT_FOUND');
    const taken = await change('chess', { ...renamed, name: 'Pokemon', version: 2 });
    expect(taken.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'name', message: 'A game has this name already' }],
    });
  });

  test('takes the place of its own name', async () => {
    const [{ id: _id, sets: _sets, ...magic } = CHESS as OperatorsGame] = await listed();
    const same = await change('magic', magic);
    expect([same.status, same.body.data.version]).toEqual([200, 2]);
    const [row] = await listGameRows(shop.context.db);
    expect(row).toEqual({ ...SEEDED_GAMES[0], version: 2 });
  });

  test('can be deleted until a set is of it', async () => {
    expect((await remove('magic')).body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'Sets of the catalogue are of this game',
    });
    expect((await remove('go')).body.error.code).toBe('NOT_FOUND');
    expect((await remove('chess')).status).toBe(200);
    expect(await named()).toEqual(SEEDED_NAMES);
    expect((await shop.call('GET', '/pack-types?game=chess')).status).toBe(400);
  });

  test('leaves an entry of the audit log for each act', async () => {
    const { rows } = await shop.owner.query<{ action: string; subject_id: string }>(
      `select action, subject_id from audit_log where subject_kind = 'game' order by id`,
    );
    expect(rows.map(({ action, subject_id }) => `${action} ${subject_id}`)).toEqual([
      'create_game chess',
      'change_game chess',
      'change_game magic',
      'delete_game chess',
    ]);
  });
});

test('every list and form refuses a game that the shop does not have, and lists those it has', async () => {
  const rule = {
    game: 'chess',
    setId: null,
    rarity: null,
    condition: null,
    valueFrom: null,
    valueBelow: null,
    ageDays: null,
    percent: 90,
    floor: 0.05,
  };
  const listing = { shop: 'Elsewhere', singles: 1, game: 'chess' };
  const calls = [
    ['GET', '/pack-types?game=chess', undefined, 'game'],
    ['GET', '/cards/market?game=chess', undefined, 'game'],
    ['GET', '/cards/search?game=chess&search=heron', undefined, 'game'],
    ['GET', '/admin/pack-types?game=chess', undefined, 'game'],
    ['GET', '/admin/pack-types.csv?game=chess', undefined, 'game'],
    ['GET', '/admin/sets?game=chess', undefined, 'game'],
    ['GET', '/admin/singles?game=chess', undefined, 'game'],
    ['GET', '/admin/singles.csv?game=chess', undefined, 'game'],
    ['GET', '/admin/singles/elsewhere?game=chess', undefined, 'game'],
    ['POST', '/admin/singles/elsewhere', listing, 'game'],
    ['POST', '/admin/singles/price-rules/preview', { rules: [rule] }, 'rules.0.game'],
    [
      'PUT',
      '/admin/singles/price-rules',
      { version: 0, settings: { rules: [rule] } },
      'settings.rules.0.game',
    ],
  ] as const;
  const message = 'game must be one of magic, pokemon, yugioh';
  for (const [method, path, body, field] of calls) {
    const refused = await shop.call(method, path, { as: admin, body });
    expect
      .soft([path, refused.status, refused.body.error])
      .toMatchObject([
        path,
        400,
        { code: 'VALIDATION_ERROR', details: [{ path: field, message }] },
      ]);
  }
});

test('another process knows a new game within a second', async () => {
  const { settings } = shop.context;
  await shop.owner.query(
    `insert into games (id, name, position, style, rarities, finishes) select 'go', 'Go', 9, style, '[]', '[]' from games where id = 'magic'`,
  );
  expect(settings.games().some(({ id }) => id === 'go')).toBe(false);
  await settings.poll();
  expect(settings.games().at(-1)).toMatchObject({ id: 'go', name: 'Go' });
  await shop.owner.query(`delete from games where id = 'go'`);
  await settings.poll();
});

test.each([
  ['an id in capitals', `id = 'Go'`, /games_id_form/],
  ['the name of another game', `name = 'pokemon'`, /games_named_once/],
  [
    'a word twice',
    `rarities = '[{"word": "A", "rarity": "rare"}, {"word": "a", "rarity": "rare"}]'`,
    /games_rarities_known/,
  ],
  [
    'a rarity that nobody knows',
    `rarities = '[{"word": "A", "rarity": "royal"}]'`,
    /games_rarities_known/,
  ],
  ['a word without its rarity', `rarities = '[{"word": "A"}]'`, /games_rarities_known/],
  ['words that are no list', `rarities = '{}'`, /games_rarities_known/],
  [
    'a finish that nobody knows',
    `finishes = '[{"word": "A", "finish": "wooden"}]'`,
    /games_finishes_known/,
  ],
  [
    'an unknown word as what is no rarity',
    `unknown_rarity = 'royal'`,
    /games_unknown_rarity_known/,
  ],
])('the database refuses a game with %s', async (_what, set, refusal) => {
  const write = shop.owner.query(`update games set ${set} where id = 'yugioh'`);
  await expect(write).rejects.toThrow(refusal);
});

test('the database refuses a set of a game that the shop does not have', async () => {
  const write = shop.owner.query(
    `insert into card_sets (id, game, code, name) values ('go-one', 'go', 'one', 'One')`,
  );
  await expect(write).rejects.toThrow(/card_sets_game_fkey/);
});

test('an operator sees the signs, and sample cards in a style that is not saved', async () => {
  const draw = async (path: string) => {
    const { statusCode, headers, body } = await shop.app.inject(path);
    return { statusCode, type: headers['content-type'], body };
  };
  const styled = (style: unknown, rarity = 'rare') =>
    draw(`/art/sample.svg?style=${encodeURIComponent(JSON.stringify(style))}&rarity=${rarity}`);
  const { sign, schemes } = CHESS;
  const sample = await styled({ sign, schemes });
  expect([sample.statusCode, sample.type]).toEqual([200, 'image/svg+xml']);
  expect((await styled({ sign: 'wave', schemes })).body).not.toBe(sample.body);
  expect((await styled({ sign, schemes }, 'common')).body).not.toBe(sample.body);
  expect((await styled({ sign: 'skull', schemes })).statusCode).toBe(400);
  expect((await draw('/art/sample.svg?style={')).statusCode).toBe(400);
  expect(await draw('/art/sign/wave.svg')).toMatchObject({
    statusCode: 200,
    type: 'image/svg+xml',
  });
  expect((await draw('/art/sign/skull.svg')).statusCode).toBe(404);
});
