// Tests CSV files that operators import: the preview, applying all lines or only the right ones, and that nothing is
// applied twice.
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as rows from '#contract/imports.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { workImports } from './work-imports.ts';

type Detail = z.input<typeof rows.showImport.reply>;

const shop = useTestApp();
let admin: SignedIn;
beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

const base64 = (text: string, encoding: BufferEncoding = 'utf8') =>
  Buffer.from(text, encoding).toString('base64');

async function post(path: string, body: object): Promise<{ code: string | null; detail: Detail }> {
  const { body: got } = await shop.call<Detail>('POST', `/admin/imports${path}`, {
    as: admin,
    body,
  });
  return { code: got.success ? null : got.error.code, detail: got.data };
}

const work = (signal = new AbortController().signal) => workImports(shop.context, signal);

async function show(id: string): Promise<Detail> {
  const { body } = await shop.call<Detail>('GET', `/admin/imports/${id}`, { as: admin });
  return body.data;
}

/** Uploads a file, and runs the job that checks it. */
async function checked(kind: string, file: string): Promise<Detail> {
  const { code, detail } = await post('', { kind, fileName: `${kind}.csv`, file });
  expect([code, detail?.state]).toEqual([null, 'reading']);
  await work();
  return show(detail.id);
}

/** Applies an import by its call, and runs the job. */
async function applied(id: string, body: object = { mode: 'all' }): Promise<Detail> {
  const { code } = await post(`/${id}/apply`, body);
  expect(code).toBeNull();
  await work();
  return show(id);
}

async function download(path: string): Promise<string> {
  const { status, body } = await shop.call<string>('GET', `/admin/${path}`, { as: admin });
  expect(status).toBe(200);
  return (body as unknown as { data: string }).data;
}

async function priceOf(id: string): Promise<number> {
  const { rows: found } = await shop.owner.query<{ price: number }>(
    'select price::int from pack_types where id = $1',
    [id],
  );
  return found[0]!.price;
}

test('prices come from a Windows file with semicolons: the right lines are stored, the others come back with what is wrong', async () => {
  const one = await stockPackType(shop.context, { packs: 20, id: 'csv-one' });
  await stockPackType(shop.context, { packs: 0, id: 'csv-two', cardsAreMade: true });
  await stockPackType(shop.context, { packs: 0, id: 'csv-three', cardsAreMade: true });
  await stockPackType(shop.context, { packs: 20, id: 'csv-dear', cardsAreMade: true });
  const lines = [
    'PRICE;Prénom;Id',
    '12,50;Élan;csv-one',
    '10.00;;csv-two',
    '9;;csv-one',
    '3;;no-such-type',
    'free;"a;\nb";csv-three',
    '$2.00;;csv-dear',
  ];
  const file = base64(`${lines.join('\r\n')}\r\n`, 'latin1');
  const preview = await checked('prices', file);
  expect(preview).toMatchObject({
    state: 'checked',
    lines: 6,
    worked: 6,
    unread: ['Prénom'],
    counts: { new: 0, changed: 2, same: 1, wrong: 3 },
    warned: 1,
    changes: [
      {
        line: 2,
        subject: 'csv-one',
        changes: [{ field: 'price', before: '10.00', after: '12.50' }],
      },
      { line: 8, subject: 'csv-dear' },
    ],
    warnings: [{ line: 8, warning: expect.stringContaining('below half') }],
    problems: [
      { line: 4, problem: 'line 2 names id csv-one too' },
      { line: 5, problem: 'there is no pack type "no-such-type"' },
      { line: 7, problem: 'price must be an amount such as 12.50, not “free”' },
    ],
  });
  expect(await priceOf(one)).toBe(1000);

  expect((await post(`/${preview.id}/apply`, { mode: 'all' })).code).toBe('INVALID_TRANSITION');
  const done = await applied(preview.id, { mode: 'right' });
  expect(done).toMatchObject({ state: 'done', counts: { changed: 1, same: 1, wrong: 4 } });
  expect([await priceOf(one), await priceOf('csv-dear')]).toEqual([1250, 1000]);
  const wrong = await download(`imports/${preview.id}/wrong-lines.csv`);
  expect(wrong.trim().split('\r\n')).toEqual([
    'PRICE,Prénom,Id,problem',
    '9,,csv-one,line 2 names id csv-one too',
    '3,,no-such-type,"there is no pack type ""no-such-type"""',
    'free,"a;\nb",csv-three,"price must be an amount such as 12.50, not “free”"',
    expect.stringMatching(/^\$2\.00,,csv-dear,.*below half/),
  ]);

  // The repaired line is applied, and a file of the present prices changes nothing.
  const repaired = await checked('prices', base64(`price,id,problem\n2.00,csv-dear,slip`));
  expect(repaired.unread).toEqual([]);
  const accepted = await applied(repaired.id, { mode: 'all', acceptWarnings: true });
  expect([accepted.state, await priceOf('csv-dear')]).toEqual(['done', 200]);
  const again = await checked('prices', base64(await download('import-templates/prices')));
  expect(again.counts).toEqual({ new: 0, changed: 0, same: again.lines, wrong: 0 });
  expect((await post(`/${again.id}/apply`, { mode: 'all' })).code).toBe('INVALID_TRANSITION');
  const { rows: entries } = await shop.owner.query(
    `select action, after->'csv-one'->'price' as one, after->'csv-dear'->'price' as dear from audit_log
     where subject_id = any ($1) order by id`,
    [[preview.id, repaired.id]],
  );
  const none = { one: null, dear: null };
  expect(entries).toEqual([
    { action: 'apply_import', ...none },
    { action: 'change_pack_types', ...none, one: 12.5 },
    { action: 'export_wrong_lines', ...none },
    { action: 'apply_import', ...none },
    { action: 'change_pack_types', ...none, dear: 2 },
  ]);
});

test('a file that is no such table is refused, and one that can’t be read to its end says on which line', async () => {
  const refused = async (text: string) =>
    (
      await shop.call('POST', '/admin/imports', {
        as: admin,
        body: { kind: 'prices', fileName: 'x.csv', file: base64(text) },
      })
    ).body.error.message;
  expect(await refused('id,cost\na,1')).toContain('no column “price”');
  expect(await refused('id,price,ID\na,1,a')).toContain('“id” is there twice');
  expect(await refused('\n')).toContain('empty');
  const broken = await checked('prices', base64('id,price\ncsv-one,"1\n'));
  expect(broken).toMatchObject({
    state: 'unreadable',
    problem: expect.stringContaining('not CSV'),
  });
  const bare = await checked('prices', base64('id,price\n'));
  expect(bare).toMatchObject({ state: 'unreadable', problem: expect.stringContaining('no line') });
});

async function age(id: string, interval: string): Promise<void> {
  await shop.owner.query(
    `update imports set created_at = created_at - $2::interval where id = $1`,
    [id, interval],
  );
  await work();
}

test('lines are counted alike whatever their ends are, even if the first line’s end is another', async () => {
  const lines = ['nothing-1,12', 'nothing-2,12', 'nothing-3,"1\r\n2"', 'nothing-4,12'];
  const { problems } = await checked('prices', base64(`id,price\n${lines.join('\r\n')}\r\n`));
  expect(problems.map(({ line }) => line)).toEqual([2, 3, 5, 6]);
});

test('an import is discarded while nobody applies it, and its lines are forgotten after 30 days', async () => {
  const old = await checked('prices', base64('id,price\ncsv-one,17'));
  await age(old.id, '29 days');
  expect(await show(old.id)).toMatchObject({ state: 'checked', changes: [{ line: 2 }] });
  await age(old.id, '2 days');
  expect(await show(old.id)).toMatchObject({ state: 'discarded', changes: [] });

  const { id } = await checked('prices', base64('id,price\ncsv-one,13'));
  expect((await post(`/${id}/discard`, {})).detail).toMatchObject({
    state: 'discarded',
    changes: [],
  });
  expect((await post(`/${id}/discard`, {})).code).toBe('INVALID_TRANSITION');
  expect((await post(`/${id}/apply`, { mode: 'all' })).code).toBe('INVALID_TRANSITION');
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect((await post(`/${nobody}/apply`, { mode: 'all' })).code).toBe('NOT_FOUND');
  expect((await post(`/${nobody}/discard`, {})).code).toBe('NOT_FOUND');
  for (const path of [nobody, `${nobody}/wrong-lines.csv`]) {
    const { body } = await shop.call('GET', `/admin/imports/${path}`, { as: admin });
    expect(body.error.code).toBe('NOT_FOUND');
  }
  const { body } = await shop.call<{ imports: { id: string }[] }>('GET', '/admin/imports', {
    as: admin,
  });
  expect(body.data.imports[0]!.id).toBe(id);
});

test('an import goes on in the name of another operator if its own has signed out', async () => {
  const other = await shop.signUp({ role: 'admin' });
  const prices = await checked('prices', base64('id,price\ncsv-one,16'));
  const packs = await checked(
    'stock',
    base64(
      [
        'pack type,serial,certification,card 1,card 2,card 3',
        'csv-one,csv-one-0,FF-csv-one-0,1,2,3',
        'csv-one,csv-one-new,FF-csv-one-new,1,2,3',
      ].join('\n'),
    ),
  );
  for (const { id } of [prices, packs]) {
    await shop.call('POST', `/admin/imports/${id}/apply`, { as: other, body: { mode: 'all' } });
  }
  await shop.owner.query('update sessions set ended_at = now() where user_id = $1', [other.userId]);
  await work();
  for (const { id } of [prices, packs]) {
    expect(await show(id)).toMatchObject({
      state: 'stopped',
      problem: expect.stringContaining('signed out'),
    });
    expect((await applied(id)).state).toBe('done');
  }
  expect(await priceOf('csv-one')).toBe(1600);
});

test('packs come in by CSV, each card in a cell, and a second time change nothing', async () => {
  const type = await stockPackType(shop.context, { packs: 0, id: 'csv-packs', cardsAreMade: true });
  const heads = 'serial,Pack Type,certification,card 1,card_2,Card 3,cost,invoice';
  const right = [`A-1,${type},FF-A-1,1,tst 2 | LP,3,4.20,R-1`, `A-2,${type},FF-A-2,1,2,3,,`];
  const wrong = [
    `A-3,${type},FF-A-3,1,2,4 | foil,,`,
    `A-4,${type},FF-A-4,1,2,,,`,
    `A-5,nothing,FF-A-5,1,2,3,,`,
    `A-6,${type},FF-A-1,1,2,3,,`,
    `A-8,${type},,1,2,3,,`,
  ];
  const preview = await checked('stock', base64([heads, ...right, ...wrong].join('\n')));
  expect(preview.counts).toEqual({ new: 2, changed: 0, same: 0, wrong: 5 });
  expect(preview.problems.map(({ problem }) => problem)).toEqual([
    'card 3: the catalogue has tst 4 as Non-Foil, not as Foil',
    'pack A-4 holds 2 cards, its type says 3',
    'there is no pack type "nothing"',
    'line 2 names certification ff-a-1 too',
    'certification must be a text',
  ]);
  expect((await applied(preview.id, { mode: 'right' })).counts).toMatchObject({ new: 2, wrong: 5 });
  const { rows: packs } = await shop.owner.query(
    `select p.serial, l.state, c.cost::int, c.invoice from physical_packs p join places l on l.pack_id = p.id
     left join pack_costs c on c.pack_id = p.id where p.pack_type_id = $1 order by 1`,
    [type],
  );
  expect(packs).toEqual([
    { serial: 'A-1', state: 'available', cost: 420, invoice: 'R-1' },
    { serial: 'A-2', state: 'available', cost: null, invoice: null },
  ]);
  const again = await checked('stock', base64([heads, ...right].join('\n')));
  expect(again.counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 0 });
  // The same serials with other cards. The preview does not say whether the cards are right. Applying the import
  // records the wrong guess.
  const guess = await checked(
    'stock',
    base64(
      [
        heads,
        `A-1,${type},FF-A-1,2,2,3,,`,
        `A-2,${type},FF-A-2,1,2,3,,`,
        `A-7,${type},FF-A-7,1,2,3,,`,
      ].join('\n'),
    ),
  );
  expect(guess.counts).toMatchObject({ new: 1, same: 2 });
  expect(await applied(guess.id)).toMatchObject({
    state: 'checked',
    problem: expect.stringContaining('Nothing was changed'),
    counts: { new: 1, same: 1, wrong: 1 },
    problems: [{ line: 2, problem: 'pack A-1 came in before with other content' }],
  });
  const { rows: none } = await shop.owner.query(`select from physical_packs where serial = 'A-7'`);
  expect(none).toEqual([]);
  // Right guesses are recorded too, although no pack was taken in.
  const { rows: entries } = await shop.owner.query(
    `select action, after->'same' as same from audit_log
     where (action like 'compare_pack%' or action = 'take_in_packs') and (subject_id = $1 or after->>'serial' = 'A-1') order by id`,
    [type],
  );
  expect(entries).toEqual([
    { action: 'take_in_packs', same: null },
    { action: 'compare_pack', same: false },
    { action: 'compare_packs', same: ['A-2'] },
  ]);

  // The wrong lines name cards of sealed packs. So the audit log says who read these lines, and they are deleted after
  // a day.
  await download(`imports/${guess.id}/wrong-lines.csv`);
  const { rows: exported } = await shop.owner.query(
    `select after from audit_log where action = 'export_wrong_lines' and subject_id = $1`,
    [guess.id],
  );
  expect(exported).toEqual([{ after: { kind: 'stock', fileName: 'stock.csv', lines: 1 } }]);
  for (const { id } of [preview, guess]) await age(id, '23 hours');
  expect((await show(preview.id)).problems).toHaveLength(5);
  for (const { id } of [preview, guess]) await age(id, '2 hours');
  const { rows: left } = await shop.owner.query(
    'select from import_lines where import_id = any ($1)',
    [[preview.id, guess.id]],
  );
  expect(left).toEqual([]);
  expect(await show(preview.id)).toMatchObject({
    state: 'done',
    counts: { wrong: 5 },
    problems: [],
  });
  expect(await show(guess.id)).toMatchObject({ state: 'discarded' });
});

test('a card whose number exists in one finish alone needs no finish in a file of packs', async () => {
  const type = await stockPackType(shop.context, { packs: 0, cardsAreMade: true });
  const cards = ['game,set,number,name,rarity,finish', 'magic,tst,9,Gilded Gull,rare,foil'];
  await applied((await checked('cards', base64(cards.join('\n')))).id);
  const heads = 'serial,pack type,certification,card 1,card 2,card 3';
  const packs = [`G-1,${type},FF-G-1,1,2,9`, `G-2,${type},FF-G-2,1,2,9 | Non-Foil`];
  const preview = await checked('stock', base64([heads, ...packs].join('\n')));
  expect(preview).toMatchObject({
    counts: { new: 1, wrong: 1 },
    problems: [{ line: 3, problem: 'card 3: the catalogue has tst 9 as Foil, not as Non-Foil' }],
  });
});

test('what somebody changed since the preview is not overwritten: those lines say so and come back', async () => {
  const ids = await makeTypes('since', 5);
  const change = (id: string, price: number) =>
    shop.call('PATCH', `/admin/pack-types/${id}`, { as: admin, body: { price } });
  const [changed, same, gone, fresh, untouched] = ids;
  const { id } = await checked(
    'prices',
    base64(
      [
        'id,price',
        `${changed},11.50`,
        `${same},10.00`,
        `${gone},12`,
        `${fresh},13`,
        `${untouched},14`,
      ].join('\n'),
    ),
  );
  await change(changed!, 10.4);
  await change(same!, 10.2);
  await change(gone!, 12);
  const prices = () => Promise.all(ids.map(priceOf));
  const before = await prices();
  const problems = [
    { line: 2, problem: 'price was changed from 10.00 to 10.40 since the preview' },
    { line: 3, problem: 'price was changed from 10.00 to 10.20 since the preview' },
    { line: 4, problem: 'price was changed from 10.00 to 12.00 since the preview' },
  ];
  // In the mode `all`, one wrong line is enough to apply nothing.
  expect(await applied(id, { mode: 'all' })).toMatchObject({
    state: 'checked',
    problem: expect.stringContaining('changed since the preview'),
    counts: { changed: 2, same: 0, wrong: 3 },
    problems,
  });
  expect(await prices()).toEqual(before);
  expect(await applied(id, { mode: 'right' })).toMatchObject({
    state: 'done',
    counts: { changed: 2, wrong: 3 },
    problems,
  });
  expect(await prices()).toEqual([1040, 1020, 1200, 1300, 1400]);
  const wrong = await download(`imports/${id}/wrong-lines.csv`);
  expect(wrong).toContain(`${changed},11.50,price was changed from 10.00 to 10.40`);
  const again = await checked('prices', base64(wrong));
  expect((await applied(again.id)).state).toBe('done');
  expect(await prices()).toEqual([1150, 1000, 1200, 1300, 1400]);
});

test('the right lines of a long file are compared with the preview too', async () => {
  const [one, other] = await makeTypes('late', 2);
  const { id } = await checked('prices', base64(`id,price\n${one},11.50\n${other},11.50`));
  await shop.call('PATCH', `/admin/pack-types/${one}`, { as: admin, body: { price: 10.4 } });
  expect(await applied(id, { mode: 'right' })).toMatchObject({
    state: 'done',
    counts: { changed: 1, wrong: 1 },
    problems: [{ line: 2, problem: 'price was changed from 10.00 to 10.40 since the preview' }],
  });
});

test('accepting warnings accepts those that were shown, and a new pack type far below its cards’ worth is one', async () => {
  const dear = await stockPackType(shop.context, { packs: 0, cardsAreMade: true });
  const { id, warned } = await checked('prices', base64(`id,price\n${dear},16`));
  expect(warned).toBe(0);
  const { rows: cards } = await shop.owner.query<{ id: string; value: number }>(
    `select id, market_value::int as value from cards where set_id = 'magic-tst' and number = '4'`,
  );
  const [{ id: card, value }] = cards as [{ id: string; value: number }];
  const worth = (amount: number) =>
    shop.call('PUT', `/admin/cards/${card}/price`, {
      as: admin,
      body: { amount, reason: 'for a test' },
    });
  await worth(900);
  expect(await applied(id, { mode: 'all', acceptWarnings: true })).toMatchObject({
    state: 'checked',
    problems: [{ problem: expect.stringMatching(/below half .*, which the preview did not say/) }],
  });
  expect(await priceOf(dear)).toBe(1000);

  const heads = 'id,name,game,set,price,card count';
  const fresh = await checked('catalogue', base64(`${heads}\ncsv-cheap,Cheap,magic,tst,16,3`));
  expect(fresh).toMatchObject({
    warned: 1,
    warnings: [{ subject: 'csv-cheap', warning: expect.stringContaining('below half') }],
  });
  expect((await post(`/${fresh.id}/apply`, { mode: 'all' })).code).toBe('INVALID_TRANSITION');
  // The operator accepted a warning that named another worth than today's.
  await worth(value / 100);
  expect((await applied(fresh.id, { mode: 'all', acceptWarnings: true })).state).toBe('checked');
});

test('all lines or none is for short files, and says so', async () => {
  const lines = Array.from({ length: 2001 }, (_, at) => `nothing-${at},12`);
  const { id, counts } = await checked('prices', base64(['id,price', ...lines].join('\n')));
  expect(counts.wrong).toBe(2001);
  const { body } = await shop.call('POST', `/admin/imports/${id}/apply`, {
    as: admin,
    body: { mode: 'all' },
  });
  expect(body.error).toMatchObject({
    code: 'TOO_MANY_LINES',
    message: expect.stringContaining('2,000 lines'),
  });
});

test('an operator stops an import between two batches: what came in stays, and it goes on later', async () => {
  const ids = await makeTypes('stop', 2100);
  const { id } = await checked(
    'prices',
    base64(['id,price', ...ids.map((one) => `${one},11.50`)].join('\n')),
  );
  expect((await post(`/${id}/stop`, {})).code).toBe('INVALID_TRANSITION');
  expect((await post('/00000000-0000-4000-8000-000000000000/stop', {})).code).toBe('NOT_FOUND');
  await post(`/${id}/apply`, { mode: 'right' });
  await expect(work(stopsAfterOneBatch())).rejects.toThrow('aborted');
  const stopped = {
    state: 'stopped',
    worked: 500,
    counts: { changed: 500 },
    problem: 'An operator stopped it',
  };
  expect((await post(`/${id}/stop`, {})).detail).toMatchObject(stopped);
  await work();
  expect(await show(id)).toMatchObject(stopped);
  expect(await applied(id, { mode: 'right' })).toMatchObject({
    state: 'done',
    counts: { changed: 2100 },
  });
  const { rows: entries } = await shop.owner.query(
    `select action from audit_log where subject_id = $1 order by id`,
    [id],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'apply_import',
    'stop_import',
    'apply_import',
  ]);
});

test('heads that the shop does not know are read as the operator chooses', async () => {
  const [one] = await makeTypes('mapped', 1);
  const file = base64(`Artikel;Preis;Farbe;id\n${one};12,50;rot;`);
  const heads = await shop.call('POST', '/admin/imports/heads', {
    as: admin,
    body: { kind: 'prices', start: base64('Artikel;Preis;Farbe\n') },
  });
  expect(heads.body.data).toEqual({
    unread: ['Artikel', 'Preis', 'Farbe'],
    missing: ['id', 'price'],
    free: ['id', 'price'],
  });
  const send = (chosen: object[], sent = base64(`Artikel;Preis;Farbe\n${one};12,50;rot`)) =>
    shop.call<Detail>('POST', '/admin/imports', {
      as: admin,
      body: { kind: 'prices', fileName: 'preise.csv', file: sent, chosen },
    });
  const chosen = [
    { head: 'Artikel', column: 'id' },
    { head: 'Preis', column: 'price' },
  ];
  const refused = async (...sent: Parameters<typeof send>) =>
    (await send(...sent)).body.error.message;
  expect(await refused([])).toContain('no column “id”, “price”');
  expect(await refused([...chosen, { head: 'Farbe', column: 'colour' }])).toContain(
    'nothing is read as “colour”',
  );
  expect(await refused(chosen, file)).toContain('“id” is there twice');
  const { id } = (await send(chosen)).body.data;
  await work();
  expect(await show(id)).toMatchObject({ chosen, unread: ['Farbe'], counts: { changed: 1 } });
  await applied(id);
  expect(await priceOf(one!)).toBe(1250);
});

test('the catalogue goes out and comes in as CSV: a new type, a changed one, and a set that is missing', async () => {
  const template = await download('import-templates/catalogue');
  const [, ...lines] = template.trim().split('\r\n');
  const same = await checked('catalogue', base64(template));
  expect(same.counts).toEqual({ new: 0, changed: 0, same: lines.length, wrong: 0 });
  const file = [
    'id;name;game;set;price;card count;purchase limit;tags;is available',
    'csv-new;=New;magic;TST;30;5;none;a | b;no',
    'csv-one;;;;;;3;;',
    'csv-none;None;magic;nil;20;5;;;',
    'csv-bare;Bare;;;20;5;;;',
    'csv-packs;;;;;4;;;',
    'csv-one2;;;;;;;;perhaps',
    'csv-two;;;;;;0;;',
  ];
  const preview = await checked('catalogue', base64(file.join('\n')));
  expect(preview.problems.map(({ problem }) => problem)).toEqual([
    'the catalogue has no set "magic-nil": import its cards first',
    '"csv-bare" is new and needs a game, a set and a card count',
    '"csv-packs" has packs of 3 cards, not of 4',
    'is available must be yes or no, not “perhaps”',
    'purchase limit must be a whole number between 1 and 1000000',
  ]);
  expect(preview.changes.find(({ subject }) => subject === 'csv-one')!.changes).toEqual([
    { field: 'purchase limit', before: '1', after: '3' },
  ]);
  await applied(preview.id, { mode: 'right' });
  const { rows: types } = await shop.owner.query(
    `select id, name, price::int, card_count, purchase_limit, tags, is_available from pack_types
     where id in ('csv-new', 'csv-one') order by id`,
  );
  expect(types).toMatchObject([
    {
      id: 'csv-new',
      name: '=New',
      price: 3000,
      card_count: 5,
      purchase_limit: null,
      tags: ['a', 'b'],
      is_available: false,
    },
    { id: 'csv-one', purchase_limit: 3 },
  ]);
});

test('people come in without a password, once, and those who have an account keep what they say of themselves', async () => {
  const known = await shop.signUp();
  const heads = 'Email,Full name,Address line 1,City,State,Zip code,Country';
  const file = base64(
    [
      heads,
      'Zoe@Example.test,Zoë Tremblay,1 Rue A,Montréal,QC,H2X 1Y4,ca',
      `${known.email},Somebody Else,,,,,`,
      'not an address,,,,,,',
      'half@example.test,,1 Rue A,,,,',
    ].join('\n'),
  );
  const preview = await checked('people', file);
  expect(preview.counts).toEqual({ new: 1, changed: 0, same: 1, wrong: 2 });
  expect(preview.problems.map(({ problem }) => problem)).toEqual([
    'Please enter a valid email address',
    'city is required',
  ]);
  await applied(preview.id, { mode: 'right' });
  const { rows: people } = await shop.owner.query(
    `select username, full_name, city, country, role, email_verified_at from users where email = 'zoe@example.test'`,
  );
  expect(people).toEqual([
    {
      username: 'zoe',
      full_name: 'Zoë Tremblay',
      city: 'Montréal',
      country: 'CA',
      role: 'user',
      email_verified_at: null,
    },
  ]);
  expect((await checked('people', file)).counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 2 });
  const signIn = await shop.call('POST', '/auth/login', {
    body: { email: 'zoe@example.test', password: 'anything at all' },
  });
  expect(signIn.status).toBe(401);
});

/** Makes pack types for a file that changes one type per line. */
async function makeTypes(prefix: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `${prefix}-${at}`);
  await shop.owner.query(
    `insert into pack_types (id, set_id, card_count, name, description, price, position, odds, filling)
     select id, 'magic-tst', 3, id, '', 1000, 0, '[]', '[]' from unnest($1::text[]) id`,
    [ids],
  );
  return ids;
}

/**
 * Returns a signal that aborts an import before its second batch. It counts the checks: the run makes one, and each
 * batch another.
 */
function stopsAfterOneBatch(): AbortSignal {
  const reason = new Error('aborted');
  let asked = 0;
  const throwIfAborted = () => {
    asked += 1;
    if (asked > 2) throw reason;
  };
  return { reason, throwIfAborted } as unknown as AbortSignal;
}

async function storedOf(ids: string[]) {
  const { rows: found } = await shop.owner.query<{ types: number; entries: number }>(
    `select (select count(*)::int from pack_types where price = 1150 and id = any ($1)) as types,
       (select count(*)::int from audit_log where action = 'change_pack_type' and subject_id = any ($1))
       + (select count(*)::int from audit_log, jsonb_object_keys(after) key where action = 'change_pack_types' and key = any ($1)) as entries`,
    [ids],
  );
  return found[0]!;
}

test('an import of right lines that is interrupted half-way goes on: nothing twice, nothing missing', async () => {
  const ids = await makeTypes('cut', 2100);
  const { id, counts } = await checked(
    'prices',
    base64(['id,price', ...ids.map((one) => `${one},11.50`)].join('\n')),
  );
  expect(counts.changed).toBe(ids.length);
  expect((await post(`/${id}/apply`, { mode: 'right' })).code).toBeNull();
  await expect(work(stopsAfterOneBatch())).rejects.toThrow('aborted');
  expect(await storedOf(ids)).toEqual({ types: 500, entries: 500 });
  expect(await show(id)).toMatchObject({ state: 'applying', worked: 500 });
  await work();
  expect(await show(id)).toMatchObject({ state: 'done', counts: { changed: ids.length } });
  expect(await storedOf(ids)).toEqual({ types: ids.length, entries: ids.length });
  // So long a file is not one change.
  const { body } = await shop.call<{ id: string }[]>('GET', '/admin/pack-type-changes', {
    as: admin,
  });
  expect(body.data.filter((change) => change.id === id)).toEqual([]);
});

test('an import of all lines that fails at one of them stores none, and is tried again', async () => {
  const ids = await makeTypes('whole', 600);
  const { id } = await checked(
    'prices',
    base64(['id,price', ...ids.map((one) => `${one},11.50`)].join('\n')),
  );
  await post(`/${id}/apply`, { mode: 'all' });
  const other = await shop.owner.connect();
  await other.query('begin');
  await other.query('select from pack_types where id = $1 for update', [ids.at(-1)]);
  expect(await work()).toEqual({ done: 0, failed: 1 });
  expect(await storedOf(ids)).toEqual({ types: 0, entries: 0 });
  await other.query('rollback');
  other.release();
  await work();
  expect(await show(id)).toMatchObject({ state: 'done', counts: { changed: ids.length } });
  expect(await storedOf(ids)).toEqual({ types: ids.length, entries: ids.length });
});
