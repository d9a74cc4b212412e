// Tests the rules that exist twice, in domain and in the database. Both get the same cases and must have the same
// result. Two more of these rules have their own tests: search keys (`database/search-key.http.test.ts`), and the steps
// between states (`database/migrate.test.ts`).
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FINISHES, RARITIES } from '#domain/card.ts';
import { toCents } from '#domain/money.ts';
import { PROMISED_RARITIES, promisesBrokenBy } from '#domain/pack-promises.ts';
import { hexOf } from '#domain/packproof/bytes.ts';
import { writeCanonical } from '#domain/packproof/canon.ts';
import { ticketHash } from '#domain/packproof/log-objects.ts';
import { placesOf } from '#domain/packproof/order.ts';
import { packCommitment, writePackDocument } from '#domain/packproof/pack-document.ts';
import { numberOf } from '#domain/packproof/public-number.ts';
import { leafHash, treeRoot } from '#domain/packproof/tree.ts';
import { sellPrice } from '#domain/sellback.ts';
import { useTestApp } from '../testing/app.ts';
import { proofPrimitives } from './public-log/proof-primitives.ts';

const shop = useTestApp();

const SEED = 42;
/** Every run has the same cases, so that a counterexample is found again. */
const casesOf = <Case>(kind: fc.Arbitrary<Case>, numRuns = 200): Case[] =>
  fc.sample(kind, { numRuns, seed: SEED });

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
/** The text contains quotes, backslashes, control characters, combining marks, and characters of two UTF-16 units. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\t',
        '\u0001',
        '\u007f',
        '\u2028',
        'e\u0301',
        '🂡',
        '/',
        '</',
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const seconds = fc.integer({ min: 1_600_000_000, max: 4_000_000_000 });

/**
 * Returns the results of an SQL expression. The statement takes the cases as JSON, and returns one text for each case,
 * in the order of the cases.
 */
async function saidBy(expression: string, cases: object[]): Promise<string[]> {
  const { rows } = await shop.owner.query<{ said: string }>(
    `select (${expression})::text as said
       from jsonb_array_elements($1::jsonb) with ordinality as c (given, place) order by place`,
    [JSON.stringify(cases)],
  );
  return rows.map(({ said }) => said);
}

test('domain and database agree on the order of a drop', async () => {
  const cases = casesOf(
    fc.record({
      hash: bytes(32).map(hexOf),
      signature: bytes(96).map(hexOf),
      packs: fc.integer({ min: 1, max: 60 }),
    }),
    40,
  );
  const said = await saidBy(
    `to_jsonb(order_of_drop(decode(given->>'hash', 'hex'), decode(given->>'signature', 'hex'), (given->>'packs')::int))`,
    cases,
  );
  expect(said.map((one) => JSON.parse(one) as number[])).toEqual(
    cases.map(({ hash, signature, packs }) =>
      placesOf(proofPrimitives, packs, hash, numberOf(proofPrimitives, signature)),
    ),
  );
});

test('domain and database agree on the root of a Merkle tree', async () => {
  const cases = casesOf(fc.array(bytes(32), { maxLength: 40 }));
  const said = await saidBy(
    `encode(merkle_root(array(select decode(leaf, 'hex') from jsonb_array_elements_text(given->'leaves') with ordinality l (leaf, at) order by at)), 'hex')`,
    cases.map((leaves) => ({ leaves: leaves.map(hexOf) })),
  );
  expect(said).toEqual(
    cases.map((leaves) =>
      hexOf(
        treeRoot(
          proofPrimitives,
          leaves.map((leaf) => leafHash(proofPrimitives, leaf)),
        ),
      ),
    ),
  );
});

test('domain and database agree on the document of a pack, in canonical JSON, and its commitment', async () => {
  const cases = casesOf(
    fc.record({
      packType: text,
      serial: text,
      certification: text,
      takenInAt: seconds,
      salt: bytes(32).map(hexOf),
    }),
  );
  const said = await saidBy(
    `with written as (select '{"cards":[' || document_end(given->>'packType', given->>'serial', given->>'certification',
         to_timestamp((given->>'takenInAt')::bigint)) as document)
     select document || encode(pack_commitment(decode(given->>'salt', 'hex'), document), 'hex') from written`,
    // A real id of a pack type has only ASCII characters.
    cases.map((one) => ({ ...one, packType: one.packType.normalize('NFC') })),
  );
  expect(said).toEqual(
    cases.map(({ packType, serial, certification, takenInAt, salt }) => {
      const document = writePackDocument({
        v: 2,
        packType: packType.normalize('NFC'),
        serial: serial.normalize('NFC'),
        certification: certification.normalize('NFC'),
        takenInAt,
        cards: [],
      });
      return document + hexOf(packCommitment(proofPrimitives, Buffer.from(salt, 'hex'), document));
    }),
  );
});

test('domain and database agree on the text and the hash of a ticket', async () => {
  const cases = casesOf(
    fc.record({
      drop: fc.uuid(),
      manifest: bytes(32).map(hexOf),
      place: fc.integer({ min: 0, max: 9000 }),
      ref: bytes(32).map(hexOf),
      issuedAt: seconds,
    }),
  );
  await shop.owner.query('begin');
  try {
    await shop.owner.query('set local session_replication_role = replica');
    await shop.owner.query(
      `insert into drops (id, pack_type_id, chain, opens_at, closes_by, staff_may_buy, state, number, manifest, hash)
       select (c->>'drop')::uuid, c->>'drop', '', now(), now() + interval '1 day', false, 'open', 1, '{}', decode(c->>'manifest', 'hex')
       from jsonb_array_elements($1::jsonb) c`,
      [JSON.stringify(cases)],
    );
    const said = await saidBy(
      `select ticket_text(t) || ticket_hash(t) from jsonb_populate_record(null::tickets, jsonb_build_object(
         'ref', '\\x' || (given->>'ref'), 'drop_id', given->'drop', 'place', given->'place',
         'issued_at', to_timestamp((given->>'issuedAt')::bigint))) t`,
      cases,
    );
    expect(said).toEqual(
      cases.map(({ issuedAt, manifest, place, ref }) => {
        const ticket = writeCanonical({ issuedAt, kind: 'ticket', manifest, place, ref, v: 2 });
        return ticket + ticketHash(proofPrimitives, ticket);
      }),
    );
  } finally {
    await shop.owner.query('rollback');
  }
});

test('domain and database agree on the sale price of a pack’s cards', async () => {
  const cases = casesOf(
    fc.record({
      pack: fc.uuid(),
      values: fc.array(fc.integer({ min: 0, max: 1_000_000_00 }), { minLength: 1, maxLength: 15 }),
    }),
  ).map((one) => ({ ...one, cards: one.values.map((value) => ({ id: randomUUID(), value })) }));
  await shop.owner.query('begin');
  try {
    await shop.owner.query('set local session_replication_role = replica');
    await shop.owner.query(
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish, market_value)
       select (k->>'id')::uuid, 'none', k->>'id', 'X', k->>'id', 'common', 'Any', 'normal', (k->>'value')::bigint
       from jsonb_array_elements($1::jsonb) c, jsonb_array_elements(c->'cards') k`,
      [JSON.stringify(cases)],
    );
    await shop.owner.query(
      `insert into pack_secrets (pack_id, salt, document, card_ids, physical_card_ids)
       select (c->>'pack')::uuid, sha256(''), '{}', array(select (k->>'id')::uuid from jsonb_array_elements(c->'cards') k), '{}'
       from jsonb_array_elements($1::jsonb) c`,
      [JSON.stringify(cases)],
    );
    const said = await saidBy(
      `select sold_back from value_packs(array[(given->>'pack')::uuid])`,
      cases.map(({ pack }) => ({ pack })),
    );
    expect(said.map(Number)).toEqual(
      cases.map(({ values }) => values.reduce((all, value) => all + sellPrice(toCents(value)), 0)),
    );
  } finally {
    await shop.owner.query('rollback');
  }
});

test('domain and database agree on the promises that a pack breaks', async () => {
  const cases = casesOf(
    fc.record({
      promisesFoil: fc.boolean(),
      promisesRarity: fc.option(fc.constantFrom(...PROMISED_RARITIES)),
      promisesHits: fc.option(fc.integer({ min: 1, max: 5 })),
      cards: fc.array(
        fc.record({ finish: fc.constantFrom(...FINISHES), rarity: fc.constantFrom(...RARITIES) }),
        { minLength: 1, maxLength: 12 },
      ),
    }),
    400,
  );
  const said = await saidBy(
    `to_jsonb(promises_broken_by(given::text, (given->>'promisesFoil')::boolean, given->>'promisesRarity', (given->>'promisesHits')::int))`,
    cases,
  );
  expect(said.map((one) => JSON.parse(one) as string[])).toEqual(
    cases.map(({ cards, ...promises }) => promisesBrokenBy(promises, cards)),
  );
});
