// Cards that operators import by CSV, with their sets and prices.
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as rows from '#contract/imports.ts';
import { inLongTransaction } from '#engine/database.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { importCards } from '../prices/import-cards.ts';
import { workImports } from './work-imports.ts';

type Detail = z.input<typeof rows.showImport.reply>;

const shop = useTestApp();
let admin: SignedIn;
beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  await stockPackType(shop.context, { packs: 0 });
});

const call = async (method: string, path: string, body?: object) => {
  const got = await shop.call<Detail>(method, `/admin/imports${path}`, {
    as: admin,
    ...(body !== undefined && { body }),
  });
  expect(got.body.error ?? null).toBeNull();
  return got.body.data;
};

const work = () => workImports(shop.context, new AbortController().signal);

async function checked(lines: string[]): Promise<Detail> {
  const file = Buffer.from(lines.join('\n')).toString('base64');
  const { id } = await call('POST', '', { kind: 'cards', fileName: 'cards.csv', file });
  await work();
  return call('GET', `/${id}`);
}

async function applied(id: string, body: object): Promise<Detail> {
  await call('POST', `/${id}/apply`, body);
  await work();
  return call('GET', `/${id}`);
}

async function cardsOf(setId: string) {
  const { rows: found } = await shop.owner.query(
    `select number, name, rarity, native_rarity, finish, market_value::int as value from cards
     where set_id = $1 order by number, native_rarity, finish`,
    [setId],
  );
  return found;
}

const HEADS = 'game,set,set name,release date,number,name,rarity,finish,market price';

test('new cards come in with their set, changed ones change, and the same file again changes nothing', async () => {
  const file = [
    HEADS,
    'magic,own,Own Harbour,2026-03-01,1,Lamp,mythic,,4.20',
    'Magic,own,Own Harbour,,1,Lamp,Mythic,etched,',
    'magic,TST,,,1,Harbour Lamp,,,1.50',
    'magic,tst,,,2,Moss Wall,common,Non-Foil,0.35',
  ];
  const preview = await checked(file);
  expect(preview).toMatchObject({
    counts: { new: 2, changed: 1, same: 1, wrong: 0 },
    warned: 0,
    changes: [
      {
        line: 2,
        outcome: 'new',
        subject: 'own 1 (mythic)',
        changes: [
          { field: 'set name', before: null, after: 'Own Harbour', isShared: true },
          { field: 'release date', before: null, after: '2026-03-01', isShared: true },
          { field: 'name', before: null, after: 'Lamp' },
          { field: 'market price', before: null, after: '4.20' },
        ],
      },
      { line: 3, subject: 'own 1 (mythic, Reverse Foil)' },
      {
        line: 4,
        outcome: 'changed',
        subject: 'tst 1 (common)',
        changes: [
          { field: 'name', before: 'Harbour Lantern', after: 'Harbour Lamp' },
          { field: 'market price', before: '1.40', after: '1.50' },
        ],
      },
    ],
  });
  expect(await applied(preview.id, { mode: 'all' })).toMatchObject({ state: 'done' });
  expect(await cardsOf('magic-own')).toEqual([
    {
      number: '1',
      name: 'Lamp',
      rarity: 'mythic',
      native_rarity: 'mythic',
      finish: 'normal',
      value: 420,
    },
    {
      number: '1',
      name: 'Lamp',
      rarity: 'mythic',
      native_rarity: 'mythic',
      finish: 'reverse-foil',
      value: 0,
    },
  ]);
  expect((await cardsOf('magic-tst'))[0]).toMatchObject({ name: 'Harbour Lamp', value: 150 });
  const { rows: sets } = await shop.owner.query(
    `select name, released_on::text as day from card_sets where id in ('magic-own', 'magic-tst') order by id`,
  );
  expect(sets).toEqual([
    { name: 'Own Harbour', day: '2026-03-01' },
    { name: 'Test Harbour', day: '2026-01-01' },
  ]);
  const { rows: entries } = await shop.owner.query(
    `select action from audit_log where action in ('import_cards', 'set_price') order by id`,
  );
  expect(entries.map(({ action }) => action)).toEqual(['set_price', 'set_price', 'import_cards']);
  expect((await checked(file)).counts).toEqual({ new: 0, changed: 0, same: 4, wrong: 0 });
});

test('lines that the shop can’t read or that contradict each other are wrong, and a price that jumps has to be accepted', async () => {
  const preview = await checked([
    HEADS,
    'chess,tst,,,1,,,,',
    'magic,tst,,,77,Nobody,,,',
    'magic,tst,,,78,Somebody,legend,,',
    'magic,tst,,,1,,common,wet,',
    'magic,none,,,1,Lamp,rare,,',
    'magic,tst,,,3,,rare,,free',
    'magic,tst,,tomorrow,1,,,,',
    'magic,tst,Harbour,,5,,,,',
    'magic,tst,Port,,4,,,,',
    'magic,tst,,,2,,common,,9.99',
    'magic,tst,,,2,,COMMON,,9.99',
    'magic,tst,,,2,,common,nonfoil,9.98',
    'magic,tst,,,3,,,,0',
  ]);
  expect(preview.problems.map(({ line, problem }) => `${line}: ${problem}`)).toEqual([
    '2: game must be one of magic, pokemon, yugioh',
    '3: tst 77 is new and needs a name and a rarity',
    '4: magic has no rarity “legend”',
    '5: magic has no finish “wet”',
    '6: the set none is new and needs a set name',
    '7: market price must be an amount such as 3.20, not “free”',
    '8: release date must be a day such as 2026-11-30',
    '10: line 9 says “Harbour” of this set',
    '12: line 11 names magic tst 2 common too',
    '13: line 11 names this card too',
    '14: Amount must be between 0.01 and 100000',
  ]);
  expect(preview.warnings).toMatchObject([
    { line: 11, warning: expect.stringContaining('far from the market price before, CAD 0.35') },
  ]);
  expect(await applied(preview.id, { mode: 'right' })).toMatchObject({
    state: 'done',
    counts: { changed: 1 },
  });
  expect((await cardsOf('magic-tst'))[1]).toMatchObject({ number: '2', value: 35 });
});

test('a new set may be longer than a batch, and a public source recognizes its cards later', async () => {
  const numbers = Array.from({ length: 600 }, (_, at) => String(at + 1));
  const { id, counts } = await checked([
    HEADS,
    ...numbers.map(
      (number) => `pokemon,long,Long Set,,${number},Card ${number},Rare Holo,Holofoil,`,
    ),
  ]);
  expect(counts.new).toBe(600);
  expect(await applied(id, { mode: 'right' })).toMatchObject({
    state: 'done',
    counts: { new: 600, wrong: 0 },
  });
  const counted = await inLongTransaction(shop.context.db, (db) =>
    importCards(
      db,
      [
        {
          externalId: 'long-1:holofoil',
          game: 'pokemon',
          setCode: 'long',
          setName: 'Long Set',
          setReleasedOn: null,
          name: 'Card 1',
          number: '1',
          nativeRarity: 'Rare Holo',
          rarity: 'rare',
          finish: 'foil',
          imageUrl: null,
          prices: [],
        },
      ],
      shop.context.config,
    ),
  );
  expect(counted).toMatchObject({ cards: 1, newCards: 0 });
  expect(await cardsOf('pokemon-long')).toHaveLength(600);
});

test('a card whose price somebody set since the preview keeps that price', async () => {
  const { id } = await checked([HEADS, 'magic,tst,,,3,,,,7.50', 'magic,tst,,,5,Blank Tokens,,,']);
  const { rows: found } = await shop.owner.query<{ id: string }>(
    `select id from cards where set_id = 'magic-tst' and number = '3'`,
  );
  await shop.call('PUT', `/admin/cards/${found[0]!.id}/price`, {
    as: admin,
    body: { amount: 7.2, reason: 'for a test' },
  });
  expect(await applied(id, { mode: 'right' })).toMatchObject({
    counts: { changed: 1, wrong: 1 },
    problems: [{ problem: 'market price was changed from 7.00 to 7.20 since the preview' }],
  });
});
