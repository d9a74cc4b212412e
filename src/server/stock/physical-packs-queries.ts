import type { Condition } from '#domain/card.ts';
import type { PackCost } from '#domain/intake-bill.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** Returns those of the given packs that differ from their documents. Such packs can't be opened or sold. */
export async function listBrokenPacks(
  db: Database,
  packIds: string[],
): Promise<{ id: string; serial: string; pack_type_name: string }[]> {
  return statement(
    db,
    `select p.id, p.serial, t.name as pack_type_name
     from places l join physical_packs p on p.id = l.pack_id join pack_types t on t.id = p.pack_type_id
     where l.id = any ($1::uuid[]) and l.state <> 'opened' and not is_pack_whole(p.id) order by p.id`,
    [packIds],
  );
}

/** Returns those of the given graders' numbers that the shop already has. */
export async function listKnownLabels(db: Database, labels: string[]): Promise<Set<string>> {
  const rows = await statement<{ label: string }>(db, 'select known_labels($1::text[]) as label', [
    labels,
  ]);
  return new Set(rows.map((row) => row.label));
}

/** The operator who compares packs. The audit log records wrong guesses under this session. */
export type Comparing = { sessionId: string; ip: string; requestId: string };

/**
 * Finds the packs that the shop already has, by serial, with whether their content equals the sent
 * content. `content` is a hash, so no real content is returned. `by` is null for the owner of the
 * database, who works at the command line.
 */
export async function comparePacks(
  db: Transaction,
  packs: { serial: string; content: string }[],
  by: Comparing | null,
): Promise<Map<string, boolean>> {
  const rows = await statement<{ serial: string; is_same: boolean }>(
    db,
    'select serial, is_same from compare_packs($1::text[], $2::text[], $3, $4, $5)',
    [
      packs.map((pack) => pack.serial),
      packs.map((pack) => pack.content),
      by?.sessionId ?? null,
      by?.ip ?? null,
      by?.requestId ?? null,
    ],
    { writes: true },
  );
  return new Map(rows.map((row) => [row.serial, row.is_same]));
}

/** Returns those of the given serials that the shop already has. Does not compare contents. */
export async function listKnownSerials(db: Database, serials: string[]): Promise<Set<string>> {
  const rows = await statement<{ serial: string }>(
    db,
    'select serial from physical_packs where serial = any ($1::text[])',
    [serials],
  );
  return new Set(rows.map((row) => row.serial));
}

/** Returns the serials of packs, keyed by their certification numbers. */
export async function listSerialsByCertification(
  db: Database,
  certificationNumbers: string[],
): Promise<Map<string, string>> {
  const rows = await statement<{ certification_number: string; serial: string }>(
    db,
    'select certification_number, serial from physical_packs where certification_number = any ($1::text[])',
    [certificationNumbers],
  );
  return new Map(rows.map((row) => [row.certification_number, row.serial]));
}

type IncomingCard = { cardId: string; condition: Condition; label?: string | undefined };

export type IncomingPack = {
  packTypeId: string;
  serial: string;
  certificationNumber: string;
  /** The cards, in their order in the pack. There must be as many as the type's card count. */
  cards: IncomingCard[];
  supplier?: string | undefined;
  cost?: PackCost | undefined;
  awaitsDrop?: boolean | undefined;
};

/**
 * Takes in sealed packs inside the caller's transaction, and puts them on sale, each at a random
 * rank, unless they await a drop. The database writes their documents and reveals them to nobody. It rejects a pack with a
 * wrong number of cards, and any serial, certification number or grader's number that it already
 * has. `operatorId` is null at the command line.
 */
export async function insertPacks(
  db: Transaction,
  packs: IncomingPack[],
  operatorId: string | null = null,
): Promise<void> {
  for (const awaitsDrop of [false, true]) {
    // oxlint-disable-next-line no-await-in-loop -- The intakes of one transaction must follow each other.
    await receivePacks(
      db,
      packs.filter((pack) => (pack.awaitsDrop === true) === awaitsDrop),
      awaitsDrop,
    );
  }
  await insertSuppliers(db, packs);
  await insertCosts(db, packs, operatorId);
}

async function receivePacks(
  db: Transaction,
  packs: IncomingPack[],
  awaitsDrop: boolean,
): Promise<void> {
  if (packs.length === 0) return;
  const kinds = new Map<string, { number: number; card: IncomingCard }>();
  const held = packs.map(
    (pack) => `{${pack.cards.map((card) => kindNumber(card, kinds)).join(',')}}`,
  );
  const cards = [...kinds.values()].map(({ card }) => card);
  await statement(
    db,
    'select receive_packs($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8)',
    [
      packs.map((pack) => pack.packTypeId),
      packs.map((pack) => pack.serial),
      packs.map((pack) => pack.certificationNumber),
      held,
      cards.map((card) => card.cardId),
      cards.map((card) => card.condition),
      cards.map((card) => card.label ?? null),
      awaitsDrop,
    ],
    { writes: true },
  );
}

async function insertSuppliers(db: Transaction, packs: IncomingPack[]): Promise<void> {
  const named = packs.filter((pack) => pack.supplier !== undefined);
  if (named.length === 0) return;
  await statement(
    db,
    `insert into pack_suppliers (pack_id, supplier)
     select p.id, w.supplier from unnest($1::text[], $2::text[]) as w (serial, supplier)
     join physical_packs p on p.serial = w.serial`,
    [named.map((pack) => pack.serial), named.map((pack) => pack.supplier)],
  );
}

async function insertCosts(
  db: Transaction,
  packs: IncomingPack[],
  operatorId: string | null,
): Promise<void> {
  const costs = packs.flatMap(({ serial, cost }) =>
    cost === undefined ? [] : [{ serial, ...cost }],
  );
  if (costs.length === 0) return;
  await statement(
    db,
    `insert into pack_costs (pack_id, cost, tax, invoice, recorded_by_id)
     select p.id, w.cost, w.tax, w.invoice, $5
     from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) as w (serial, cost, tax, invoice)
     join physical_packs p on p.serial = w.serial`,
    [
      costs.map(({ serial }) => serial),
      costs.map(({ amount }) => amount),
      costs.map(({ tax }) => tax ?? 0),
      costs.map(({ invoice }) => invoice ?? null),
      operatorId,
    ],
  );
}

/**
 * Returns the number of a card's kind, counted from 1. A kind is a card in a condition, with its
 * grader's number. Each kind is sent only once, because hundreds of packs hold only a few hundred
 * kinds.
 */
function kindNumber(
  card: IncomingCard,
  kinds: Map<string, { number: number; card: IncomingCard }>,
) {
  const key = `${card.cardId} ${card.condition} ${card.label ?? ''}`;
  const known = kinds.get(key);
  if (known !== undefined) return known.number;
  const number = kinds.size + 1;
  kinds.set(key, { number, card });
  return number;
}
