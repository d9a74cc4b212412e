// Tests the operator's imports by the command line. A broken file is rejected with one line and changes nothing. A good
// file is imported as a whole, and only once.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../testing/app.ts';
import { runShopCommand, runShopProcess, type Outcome } from '../testing/command.ts';
import { photograph } from '../testing/pictures.ts';
import { AUTH_SECRET } from '../testing/process.ts';
import { stockPackType } from '../testing/stock.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  REQUIRE_VERIFIED_EMAIL: 'off',
  PUBLIC_URL: 'https://shop.example',
};
const shop = useTestApp();
const production = useTestApp({ ...PRODUCTION, AUTH_SECRET, RATE_LIMITS: 'on' });
const folder = mkdtempSync(join(tmpdir(), 'imports-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FIXTURES = new URL('./catalogue/import/fixtures/', import.meta.url).pathname;
const good = readFileSync(join(FIXTURES, 'scryfall.list.json'));

function write(name: string, content: string | Uint8Array | object): string {
  const file = join(folder, name);
  const isText = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(file, isText ? content : JSON.stringify(content));
  return file;
}

const importCards = (file: string, game = 'magic', source = 'scryfall') =>
  runShopCommand(shop.url, ['import', 'cards', file, '--game', game, '--source', source]);
const importPacks = (file: string) => runShopCommand(shop.url, ['import', 'packs', file]);

const TABLES = [
  'card_sets',
  'cards',
  'price_observations',
  'pack_types',
  'pack_type_cards',
  'potential_hits',
  'physical_packs',
  'places',
  'pack_secrets',
];

async function tableCounts(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of TABLES) {
    const { rows } = await shop.owner.query<{ n: number }>(
      `select count(*)::int as n from ${table}`,
    );
    counts[table] = rows[0]!.n;
  }
  return counts;
}

/**
 * Returns the one line with which a command refused its input, if it changed nothing. After any other outcome, returns
 * that outcome.
 */
async function refusal(run: () => Promise<Outcome>): Promise<string | object> {
  const before = await tableCounts();
  const outcome = await run();
  const after = await tableCounts();
  const isClean =
    outcome.code === 1 &&
    outcome.out === '' &&
    JSON.stringify(after) === JSON.stringify(before) &&
    /^[^\n]+\n$/.test(outcome.err);
  return isClean ? outcome.err.trimEnd() : { ...outcome, before, after };
}

describe('a file of cards is refused when it', () => {
  const list = JSON.parse(good.toString()) as { data: Record<string, unknown>[] };
  const withFirst = (changes: object) => ({
    ...list,
    data: [{ ...list.data[0], ...changes }, ...list.data.slice(1)],
  });
  const ADELINE = 'record 1 ("Adeline, Resplendent Cathar")';

  test.each<[string, string, () => string | Uint8Array | object, string]>([
    ['is not JSON', 'a.json', () => '<html>503</html>', 'is not JSON'],
    [
      'is cut gzip',
      'b.json.gz',
      () => gzipSync(good).subarray(0, -20),
      'is gzip that ends too early',
    ],
    ['is cut JSON', 'c.json', () => good.subarray(0, 900), 'is JSON that ends too early'],
    [
      'is of another source',
      'd.json',
      () => readFileSync(join(FIXTURES, 'ygoprodeck.cardinfo.json')),
      'is a file of ygoprodeck, not of scryfall',
    ],
    [
      'has a price that is no number',
      'f.json',
      () => withFirst({ prices: { usd: 'abc' } }),
      `${ADELINE}: price "abc" is not a number`,
    ],
    [
      'has a negative price',
      'g.json',
      () => withFirst({ prices: { usd: '-3.80' } }),
      `${ADELINE}: price -3.80 is negative`,
    ],
    ['has a card without a name', 'h.json', () => withFirst({ name: '' }), 'record 1: has no name'],
    [
      'has a card without a set',
      'i.json',
      () => withFirst({ set: null }),
      `${ADELINE}: has no set`,
    ],
    [
      'tells one card in two ways',
      'j.json',
      () => ({ data: [...list.data, { ...list.data[0], name: 'Other' }] }),
      '18092f68-b96e-4084-9eba-b240d2195d81:nonfoil ("Other") came before with other content',
    ],
    ['is empty', 'k.json', () => '', 'is empty'],
  ])('%s', async (_what, name, content, problem) => {
    const file = write(name, content());
    const separator = problem.startsWith('record') ? ', ' : ': ';
    expect(await refusal(() => importCards(file))).toBe(`${file}${separator}${problem}`);
  });

  test('is of another game', async () => {
    const file = write('e.json', good);
    const line = `${file}: scryfall has cards of magic, not of pokemon`;
    expect(await refusal(() => importCards(file, 'pokemon'))).toBe(line);
  });

  test('does not exist, in a separate process', async () => {
    const file = join(folder, 'nowhere.json');
    const words = ['import', 'cards', file, '--game', 'magic', '--source', 'scryfall'];
    expect(await refusal(() => runShopProcess(shop.url, words))).toBe(`${file}: is not there`);
  });

  test('contradicts a card from another file', async () => {
    const first = write('first.json', { data: [{ ...list.data[0], set: 'tw1' }] });
    expect((await importCards(first)).code).toBe(0);
    const twin = write('twin.json', { data: [{ ...list.data[0], set: 'tw1', id: 'another-id' }] });
    const { code, err } = await importCards(twin);
    expect([code, err.split('\n').length]).toEqual([1, 2]);
    expect(err).toContain('cards_printing_once');
  });
});

describe('a public file', () => {
  test.each([
    ['scryfall.list.json', 'magic', 'scryfall', '7 cards read, 7 of them new'],
    ['mtgjson.set.json', 'magic', 'mtgjson', '6 cards read, '],
    ['pokemontcg.api-v2.json', 'pokemon', 'pokemontcg', ' of them new'],
    ['ygoprodeck.cardinfo.json', 'yugioh', 'ygoprodeck', '9 cards read, 9 of them new'],
  ] as const)(
    '%s is imported as a whole, and changes nothing the second time',
    async (name, game, source, cards) => {
      const file = join(FIXTURES, name);
      const first = await importCards(file, game, source);
      expect([first.code, first.err]).toEqual([0, '']);
      expect(first.out).toContain(cards);
      const before = await tableCounts();
      const values = () => shop.owner.query('select * from cards order by id');
      const { rows } = await values();
      const second = await importCards(file, game, source);
      expect(second.out).toMatch(/^\d+ cards read, 0 of them new; 0 new prices\.\n$/);
      expect(await tableCounts()).toEqual(before);
      expect((await values()).rows).toEqual(rows);
    },
  );
});

test('a file of many cards shows progress', async () => {
  const [first] = (JSON.parse(good.toString()) as { data: object[] }).data;
  const many = Array.from({ length: 2500 }, (_, index) => ({
    ...first,
    id: `many-${index}`,
    set: 'many',
    collector_number: `${index}`,
    finishes: ['nonfoil'],
  }));
  const { code, out } = await importCards(write('many.json', many));
  expect(code).toBe(0);
  expect(out).toBe(
    'Cards: 2000 of 2500\nCards: 2500 of 2500\n2500 cards read, 2500 of them new; 5000 new prices.\n',
  );
});

describe('a file of packs', () => {
  const TYPE = {
    id: 'harbour-draft',
    name: 'Harbour draft booster',
    game: 'magic',
    set: 'tst',
    price: 12.5,
    card_count: 2,
  };
  const card = (number: string, rarity: string, more: object = {}) => ({
    set: 'tst',
    number,
    rarity,
    finish: 'normal',
    condition: 'Near Mint',
    ...more,
  });
  const pack = (serial: string, more: object = {}) => ({
    packType: TYPE.id,
    serial,
    certification: `FF-${serial}`,
    cards: [card('1', 'common'), card('3', 'rare')],
    ...more,
  });
  const lines = (...all: object[]) => all.map((one) => JSON.stringify(one)).join('\n');

  beforeAll(async () => {
    await stockPackType(shop.context, { packs: 1, id: 'for-its-cards' });
    const file = write('start.jsonl', lines({ packType: TYPE }, { pack: pack('A-0001') }));
    started = await importPacks(file);
  });
  let started: Outcome;

  const stockOf = async (id: string) => {
    const { body } = await shop.call<Record<string, unknown>>('GET', `/pack-types/${id}`);
    return body.data;
  };

  test('creates a type, with every card of its set as possible contents', async () => {
    expect(started).toEqual({
      code: 0,
      out: '1 packs taken in, 0 known before, 1 pack types.\n',
      err: '',
    });
    expect(await stockOf(TYPE.id)).toMatchObject({
      name: TYPE.name,
      price: 12.5,
      card_count: 2,
      purchaseLimit: 1,
      is_available: true,
      odds: [],
    });
    const { potentialHitsCards: hits } = (await stockOf(TYPE.id)) as {
      potentialHitsCards: { cardName: string }[];
    };
    expect(hits[0]!.cardName).toBe('The Ninth Bell');
  });

  test('can be imported again without effect, gzipped too, and adds what is new', async () => {
    const more = lines(
      { pack: pack('A-0001') },
      { pack: pack('A-0002') },
      { pack: pack('A-0002') },
    );
    const file = write('again.jsonl.gz', gzipSync(more));
    expect((await importPacks(file)).out).toBe('1 packs taken in, 2 known before.\n');
    expect((await importPacks(file)).out).toBe('0 packs taken in, 3 known before.\n');
  });

  test('splits what all of its packs cost, to the cent, and leaves known packs as they were recorded', async () => {
    const file = write(
      'costs.jsonl',
      lines(
        { pack: pack('A-0101') },
        { pack: pack('A-0102', { cost: { amount: 9.99 } }) },
        { pack: pack('A-0103') },
        { pack: pack('A-0104') },
      ),
    );
    const withCost = (...words: string[]) =>
      runShopCommand(shop.url, ['import', 'packs', file, ...words]);
    const bill = ['--cost', '10', '--cost-tax', '0.50', '--invoice', 'R-1', '--supplier', 'Acme'];
    expect((await withCost(...bill)).code).toBe(0);
    expect((await withCost('--cost', '99')).out).toBe('0 packs taken in, 4 known before.\n');
    const { rows } = await shop.owner.query<{ costs: number[]; taxes: number; suppliers: number }>(
      `select array_agg(c.cost::int order by p.serial) as costs, sum(c.tax)::int as taxes, count(s.supplier)::int as suppliers
       from physical_packs p join pack_costs c on c.pack_id = p.id join pack_suppliers s on s.pack_id = p.id
       where p.serial like 'A-010%'`,
    );
    expect(rows[0]).toEqual({ costs: [334, 999, 333, 333], taxes: 50, suppliers: 4 });
    expect((await withCost('--invoice', 'R-1')).code).toBe(2);
  });

  test('updates a type, and keeps omitted fields', async () => {
    const limited = { ...TYPE, price: 14, originalPrice: 16, purchaseLimit: null, tags: ['new'] };
    const first = await importPacks(write('type.jsonl', lines({ packType: limited })));
    expect(first.err).toBe(
      'The originalPrice of harbour-draft is dropped: it comes from the price history.\n',
    );
    await importPacks(write('type.jsonl', lines({ packType: { ...TYPE, price: 13 } })));
    expect(await stockOf(TYPE.id)).toMatchObject({
      price: 13,
      originalPrice: null,
      purchaseLimit: null,
      tags: ['new'],
    });
  });

  test('names cards by the shop’s own rarities too', async () => {
    const cards = [card('4', 'legendary'), card('5', 'epic', { condition: 'Damaged' })];
    const file = write('words.jsonl', lines({ pack: pack('A-0003', { cards }) }));
    expect((await importPacks(file)).code).toBe(0);
  });

  test.each<[string, object[], string]>([
    [
      'holds too few cards',
      [{ pack: pack('B-1', { cards: [card('1', 'common')] }) }],
      'line 1: pack B-1 holds 1 cards, its type says 2',
    ],
    [
      'lacks what its type promises from now on',
      [
        { packType: { ...TYPE, id: 'cl-promised', promisesRarity: 'mythic' } },
        { pack: pack('B-1', { packType: 'cl-promised' }) },
      ],
      'line 2: pack B-1 does not hold one card that is Legendary, as its type promises of every pack',
    ],
    [
      'is sealed already, and breaks what its type is to promise',
      [{ packType: { ...TYPE, promisesFoil: true } }],
      'line 1: Not every sealed pack of this type holds one foil card, so it can’t be promised',
    ],
    [
      'has fewer cards than hits are promised',
      [{ packType: { ...TYPE, promisesHits: 3 } }],
      'line 1: A pack of 2 cards can’t hold 3 hits',
    ],
    [
      'comes back with other cards',
      [{ pack: pack('A-0001', { cards: [card('1', 'common'), card('2', 'common')] }) }],
      'line 1: pack A-0001 came in before with other content',
    ],
    [
      'comes twice with other cards',
      [{ pack: pack('B-1') }, { pack: pack('B-1', { certification: 'other' }) }],
      'line 2: pack B-1 is on line 1 with other content',
    ],
    [
      'has the certification of another',
      [{ pack: pack('B-1', { certification: 'FF-A-0001' }) }],
      'line 1: certification FF-A-0001 belongs to pack A-0001',
    ],
    [
      'is of no type',
      [{ pack: pack('B-1', { packType: 'nothing' }) }],
      'line 1: there is no pack type "nothing"',
    ],
    [
      'holds a card of no set',
      [
        {
          pack: pack('B-1', { cards: [card('1', 'common'), card('1', 'common', { set: 'zzz' })] }),
        },
      ],
      'line 1: card 2: the catalogue has no magic set "zzz"',
    ],
    [
      'holds a card that is not there',
      [{ pack: pack('B-1', { cards: [card('1', 'mythic'), card('1', 'common')] }) }],
      'line 1: card 1: the catalogue has no card tst 1 (mythic, normal)',
    ],
    [
      'holds a foil that is not there',
      [
        {
          pack: pack('B-1', {
            cards: [card('1', 'common', { finish: 'foil' }), card('1', 'common')],
          }),
        },
      ],
      'line 1: card 1: the catalogue has tst 1 as Non-Foil, not as Foil',
    ],
    [
      'has a finish nobody knows',
      [{ pack: pack('B-1', { cards: [card('1', 'common', { finish: 'wet' })] }) }],
      'line 1: card 1: finish must be normal, foil or reverse-foil',
    ],
    [
      'has no serial',
      [{ pack: pack('B-1') }, { pack: { ...pack('x'), serial: undefined } }],
      'line 2: serial must be a text',
    ],
    [
      'has a field nobody knows',
      [{ pack: pack('B-1', { rank: 0 }) }],
      'line 1: rank is not a field',
    ],
    ['is neither', [{ box: {} }], 'line 1: must be an object with either packType or pack'],
    [
      'is a type of no set',
      [{ packType: { ...TYPE, id: 'other', set: 'zzz' } }],
      'line 1: the catalogue has no set "magic-zzz": import its cards first',
    ],
    [
      'is a type for nothing',
      [{ packType: { ...TYPE, price: 0 } }],
      'line 1: price must be above 0',
    ],
    [
      'is a type whose price is a text',
      [{ packType: { ...TYPE, price: '12' } }],
      'line 1: price: Amount must be a number',
    ],
    [
      'is a type of another size',
      [{ packType: { ...TYPE, card_count: 3 } }],
      'line 1: "harbour-draft" has packs of 2 cards, not of 3',
    ],
  ])('is refused as a whole when a line %s', async (_what, content, problem) => {
    // A good pack comes before the bad line, and another one after it. Either all packs are imported or none.
    const file = write('bad.jsonl', lines(...content, { pack: pack('C-9') }));
    expect(await refusal(() => importPacks(file))).toBe(`${file}, ${problem}`);
  });

  test('is refused if it is not JSON, or cut, or empty', async () => {
    const broken = write('broken.jsonl', `${lines({ pack: pack('C-1') })}\n{"pack": {`);
    expect(await refusal(() => importPacks(broken))).toBe(`${broken}, line 2: is not JSON`);
    const cut = write('cut.jsonl.gz', gzipSync(lines({ pack: pack('C-1') })).subarray(0, -9));
    expect(await refusal(() => importPacks(cut))).toBe(`${cut}: is gzip that ends too early`);
    const empty = write('empty.jsonl', '\n');
    expect(await refusal(() => importPacks(empty))).toBe(`${empty}: is empty`);
  });

  test('of a thousand packs shows progress, in plain lines outside a terminal', async () => {
    const packs = Array.from({ length: 1000 }, (_, index) => ({ pack: pack(`L-${index}`) }));
    const { code, out } = await importPacks(write('long.jsonl', lines(...packs)));
    expect(code).toBe(0);
    expect(out).toBe(
      'Packs: 500 of 1000\nPacks: 1000 of 1000\n1000 packs taken in, 0 known before.\n',
    );
  });
});

describe('the odds of a type without declared odds', () => {
  const type = {
    id: 'counted',
    name: 'Counted',
    game: 'magic',
    set: 'tst',
    price: 9,
    card_count: 1,
  };
  const packs = (from: number, count: number, number: string, rarity: string) =>
    Array.from({ length: count }, (_, index) => ({
      pack: {
        packType: type.id,
        serial: `O-${from + index}`,
        certification: `FF-O-${from + index}`,
        cards: [{ set: 'tst', number, rarity }],
      },
    }));
  const importLines = (all: object[]) =>
    importPacks(write('odds.jsonl', all.map((one) => JSON.stringify(one)).join('\n')));
  const odds = async () => {
    const { body } = await shop.call<{ odds: object[] }>('GET', `/pack-types/${type.id}`);
    return body.data.odds;
  };

  test('are shown from twenty packs on, and never for single ones', async () => {
    await importLines([{ packType: type }, ...packs(0, 19, '1', 'common')]);
    expect(await odds()).toEqual([]);
    await importLines(packs(19, 1, '4', 'mythic'));
    expect(await odds()).toEqual([
      { rarity: 'common', chance: 0.95, packs: 19 },
      { rarity: 'mythic', chance: 0.05, packs: 1 },
    ]);
  });

  test('exclude a pack that was opened', async () => {
    const buyer = await shop.signUp(20);
    await shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: type.id } });
    await importLines(packs(20, 20, '1', 'common'));
    const { rows } = await shop.owner.query<{ rarity: string }>(
      'select c.rarity from physical_cards k join cards c on c.id = k.card_id where k.opened_by_id = $1',
      [buyer.userId],
    );
    // 39 packs stay sealed. Chance decides which one of the first twenty was opened.
    expect(await odds()).toEqual(
      rows[0]!.rarity === 'mythic'
        ? [
            { rarity: 'common', chance: 1, packs: 39 },
            { rarity: 'mythic', chance: 0, packs: 0 },
          ]
        : [
            { rarity: 'common', chance: 0.9743, packs: 38 },
            { rarity: 'mythic', chance: 0.0256, packs: 1 },
          ],
    );
  });
});

test('an operator who is created here has a verified address, which a second factor requires', async () => {
  const made = await runShopCommand(
    shop.url,
    ['user', 'create', 'operator@example.test', '--role', 'admin'],
    { SHOP_PASSWORD: 'correct horse' },
  );
  expect(made).toMatchObject({ code: 0, out: 'Made operator@example.test (admin).\n' });
  const { rows } = await shop.owner.query(
    `select role, email_verified_at is not null as verified from users where email = 'operator@example.test'`,
  );
  expect(rows).toEqual([{ role: 'admin', verified: true }]);
});

test('the password of a new account may be in a file, and a missing file is named', async () => {
  const create = (file: string) =>
    runShopCommand(shop.url, ['user', 'create', 'of-a-file@example.test'], {
      SHOP_PASSWORD_FILE: file,
    });
  const nowhere = join(folder, 'nowhere');
  expect(await create(nowhere)).toMatchObject({
    code: 1,
    err: `SHOP_PASSWORD_FILE=${nowhere} is not there\n`,
  });
  expect(await create(write('password', 'correct horse\n'))).toMatchObject({
    code: 0,
    out: 'Made of-a-file@example.test (user).\n',
  });
  const signedIn = await shop.call('POST', '/auth/login', {
    body: { email: 'of-a-file@example.test', password: 'correct horse' },
  });
  expect(signedIn.status).toBe(200);
});

describe('a role for a user who registered', () => {
  const command = (...words: string[]) =>
    runShopCommand(production.url, ['user', ...words], {
      ...PRODUCTION,
      SANDBOX: '',
      AUTH_SECRET: production.context.config.authSecret,
    });

  async function isVerified({ userId }: SignedIn): Promise<boolean> {
    const { rows } = await production.owner.query(
      'select 1 from users where id = $1 and email_verified_at is not null',
      [userId],
    );
    return rows.length === 1;
  }

  /** Sets up a second factor with the token that a command has printed. */
  async function setUpTwoFactor(as: SignedIn, said: string): Promise<void> {
    const [token] = said.split(' ');
    const { body } = await production.call<{ secret: string }>('POST', '/users/two-factor', {
      as,
      body: { token },
    });
    const code = generateSync({ secret: body.data.secret });
    const confirmed = await production.call('POST', '/users/two-factor/confirm', {
      as,
      body: { code, token },
    });
    expect(confirmed.status).toBe(200);
  }

  const jobs = async (as: SignedIn) => (await production.call('GET', '/admin/jobs', { as })).status;

  test('confirms their address, so that they can set up their second factor and act', async () => {
    const person = await production.signUp();
    const { email } = person;
    expect(await command('role', email, 'moderator')).toEqual({
      code: 0,
      out: `${email} is moderator now.
Their address counts as verified.
Their role counts once they have a second factor. For setting it up: npm run shop -- user two-factor ${email}
`,
      err: '',
    });
    expect(await jobs(person)).toBe(403);
    await setUpTwoFactor(person, (await command('two-factor', email)).out);
    expect(await jobs(person)).toBe(200);
  });

  test('removes a second factor that was set up before the address was verified', async () => {
    const person = await production.signUp();
    await production.owner.query('update users set email_verified_at = now() where id = $1', [
      person.userId,
    ]);
    await setUpTwoFactor(person, 'none');
    await production.owner.query('update users set email_verified_at = null where id = $1', [
      person.userId,
    ]);
    const { out } = await command('role', person.email, 'admin');
    expect(out).toContain('Their role counts once they have a second factor.');
    expect(await jobs(person)).toBe(403);
  });

  test('is the only way: taking a role away says nothing about an address', async () => {
    const person = await production.signUp();
    expect((await command('role', person.email, 'user')).out).toBe(
      `${person.email} is user now.\n`,
    );
    expect(await isVerified(person)).toBe(false);
  });

  test('on a page waits for their address, and the command for the token says what to do', async () => {
    const person = await production.signUp();
    await production.owner.query(`update users set role = 'admin' where id = $1`, [person.userId]);
    const { out } = await command('two-factor', person.email);
    expect(out.split('\n')[1]).toBe(
      `First they enter the code that was mailed to them, or you vouch for their address: npm run shop -- user role ${person.email} admin`,
    );
    await command('role', person.email, 'admin');
    await setUpTwoFactor(person, out);
    expect(await jobs(person)).toBe(200);
  });
});

describe('a discount code', () => {
  const create = (...words: string[]) => runShopCommand(shop.url, ['discount', 'create', ...words]);

  test('is created with a percentage or an amount, a limit and an end', async () => {
    expect(
      await create('spring-10', '--percent', '10', '--max', '3', '--until', '2199-05-31'),
    ).toEqual({
      code: 0,
      out: 'Created the discount code SPRING-10.\n',
      err: '',
    });
    await create('TAKE7', '--fixed', '7.50', '--per-person', '2', '--least', '20', '--free', 'yes');
    const { rows } = await shop.owner.query(
      `select code, percent, amount_off::int, uses_max, expires_at, uses_per_person, least_order::int, is_free
       from discount_codes order by code`,
    );
    expect(rows).toEqual([
      {
        code: 'SPRING-10',
        percent: 10,
        amount_off: null,
        uses_max: 3,
        expires_at: new Date('2199-06-01T00:00:00Z'),
        uses_per_person: null,
        least_order: null,
        is_free: false,
      },
      {
        code: 'TAKE7',
        percent: null,
        amount_off: 750,
        uses_max: null,
        expires_at: null,
        uses_per_person: 2,
        least_order: 2000,
        is_free: true,
      },
    ]);
  });

  test('that exists already is refused', async () => {
    await create('TWICE', '--percent', '5');
    expect(await create('twice', '--fixed', '5')).toMatchObject({
      code: 1,
      err: 'The discount code TWICE already exists.\n',
    });
  });

  test.each([
    [['NEW', '--percent', '101'], 1, '--percent takes a whole number between 1 and 100.'],
    [['NEW', '--fixed', '0'], 1, '--fixed takes an amount in CAD above 0, such as 5 or 7.50.'],
    [
      ['NEW', '--percent', '5', '--max', 'x'],
      1,
      '--max takes a whole number between 1 and 1000000000.',
    ],
    [
      ['NEW', '--percent', '5', '--until', 'soon'],
      1,
      '--until takes a date such as 2027-01-31, or an ISO time in UTC.',
    ],
    [['NEW', '--percent', '5', '--until', '2020-01-01'], 1, '--until 2020-01-01 is over already.'],
    [['NEW', '--percent', '5', '--least', '0'], 1, '--least takes an amount in CAD above 0'],
    [['NEW', '--percent', '5', '--free', 'maybe'], 1, '--free takes yes or no.'],
    [['N W', '--percent', '5'], 1, 'A code has 1 to 64 letters, digits, hyphens and underscores.'],
    [['NEW'], 2, 'Usage:'],
    [['NEW', '--percent', '5', '--fixed', '5'], 2, 'Usage:'],
  ])('requested as %j is refused with exit %i', async (words, code, line) => {
    const outcome = await create(...words);
    expect(outcome.code).toBe(code);
    expect(outcome.err).toContain(line);
  });
});

describe('an API key', () => {
  const key = (...words: string[]) => runShopCommand(shop.url, ['key', ...words]);

  test('is made, used, listed and revoked', async () => {
    expect(await key('list')).toEqual({ code: 0, out: 'This shop has no API keys.\n', err: '' });
    const made = await key(
      'make',
      'Label printer',
      '--rights',
      'packing:write,support:read',
      '--until',
      '2199-01-31',
      '--networks',
      '127.0.0.0/8',
    );
    const [text = '', said] = made.out.split('\n');
    expect([made.code, said]).toEqual([
      0,
      'This is Label printer, until 2199-02-01T00:00:00.000Z. It is not shown again.',
    ]);
    const headers = { authorization: `Bearer ${text}` };
    const orders = async () => (await shop.call('GET', '/admin/orders', { headers })).status;
    expect(await orders()).toBe(200);
    expect((await key('list')).out).toMatch(
      /^Label printer \(fafk_[0-9a-f]{8}\) {2}active {2}packing:write,support:read {2}127\.0\.0\.0\/8 {2}until 2199-02-01T00:00:00\.000Z {2}last used \S+ from 127\.0\.0\.1\n$/,
    );

    expect(await key('make', 'Label Printer', '--rights', 'packing:read')).toEqual({
      code: 1,
      out: '',
      err: 'A key has this name already. Revoke it first.\n',
    });
    expect((await key('revoke', 'label printer')).out).toBe('Revoked Label printer.\n');
    expect(await orders()).toBe(401);
    expect(await key('revoke', 'Label printer')).toEqual({
      code: 1,
      out: '',
      err: 'There is no API key Label printer that is not revoked.\n',
    });
  });

  test.each([
    [['make', 'X', '--rights', 'all'], /^rights must be among packing:read, /],
    [['make', 'X', '--rights', 'packing:read', '--networks', 'here'], /^A network is like /],
    [['make', 'X', '--rights', 'packing:read', '--until', '2020-01-01'], /is over already/],
  ])('is not made by %j', async (words, err) => {
    expect(await key(...words)).toEqual({ code: 1, out: '', err: expect.stringMatching(err) });
  });
});

describe('photographs of cards in packs', () => {
  const importPhotographs = (...words: string[]) => ['import', 'photographs', ...words];
  const photographsOf = async (serial: string) =>
    (
      await shop.owner.query<{ position: number }>(
        `select f.position from card_photographs f join physical_packs p on p.id = f.pack_id
         where p.serial = $1 order by f.position`,
        [serial],
      )
    ).rows.map(({ position }) => position);

  test('are imported from a folder, each to its place, and again without effect, in a separate process', async () => {
    const serial = `${await stockPackType(shop.context, { packs: 1, purchaseLimit: null })}-0`;
    const camera = join(folder, 'camera');
    mkdirSync(camera);
    for (const position of [1, 3]) {
      writeFileSync(join(camera, `${serial}_${position}.jpg`), await photograph({ tone: 40 }));
    }
    const words = importPhotographs(camera);
    const told = { code: 0, out: '2 photographs kept.\n', err: '' };
    expect(await runShopProcess(shop.url, words)).toEqual(told);
    expect(await photographsOf(serial)).toEqual([1, 3]);
    expect(await runShopCommand(shop.url, words)).toEqual(told);
    expect(await photographsOf(serial)).toEqual([1, 3]);

    writeFileSync(join(camera, 'IMG_1.jpg'), 'of no pack here');
    const outcome = await runShopCommand(shop.url, words);
    expect([outcome.code, outcome.out]).toEqual([1, told.out]);
    expect(outcome.err).toBe("IMG_1.jpg: there is no pack IMG\n1 can't be taken.\n");
  });

  test('are refused in one line if there is no folder, and by the usage if none is named', async () => {
    const nowhere = join(folder, 'no-camera');
    const outcome = await runShopCommand(shop.url, importPhotographs(nowhere));
    expect([outcome.code, outcome.out]).toEqual([1, '']);
    expect(outcome.err).toMatch(/^[^\n]*no-camera: [^\n]+\n$/);
    expect((await runShopCommand(shop.url, importPhotographs())).code).toBe(2);
  });
});
