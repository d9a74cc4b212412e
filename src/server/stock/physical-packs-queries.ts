import type { Condition } from '#domain/card.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

/** Returns the given packs that differ from their documents. They can't be opened or sold. */
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

/** Returns the given graders' numbers that came in before. */
export async function listKnownLabels(db: Database, labels: string[]): Promise<Set<string>> {
  const rows = await statement<{ label: string }>(db, 'select known_labels($1::text[]) as label', [
    labels,
  ]);
  return new Set(rows.map((row) => row.label));
}

/** The operator who compares packs. The audit log records wrong guesses under this session. */
export type Comparing = { sessionId: string; ip: string; requestId: string };

/**
 * The packs that came in before, by serial, and whether their content is the same. `content` is a
 * hash, so no real content is returned. `by`: null for the owner of the database, at the command
 * line.
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

/** Returns the given serials that are known. Does not compare content. */
export async function listKnownSerials(db: Database, serials: string[]): Promise<Set<string>> {
  const rows = await statement<{ serial: string }>(
    db,
    'select serial from physical_packs where serial = any ($1::text[])',
    [serials],
  );
  return new Set(rows.map((row) => row.serial));
}

/** The serials of packs, keyed by their certification numbers. */
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
  /** The cards in order. Their number must be the type's card count. */
  cards: IncomingCard[];
  supplier?: string | undefined;
};

/**
 * Takes in sealed packs and puts them on sale, each at a random rank, inside the caller's
 * transaction. The database writes their documents and reveals them to nobody. It rejects a pack
 * with a wrong number of cards. It also rejects a serial, certification number or grader's number
 * that it already has.
 */
export async function insertPacks(db: Transaction, packs: IncomingPack[]): Promise<void> {
  if (packs.length === 0) return;
  const kinds = new Map<string, { number: number; card: IncomingCard }>();
  const held = packs.map(
    (pack) => `{${pack.cards.map((card) => kindNumber(card, kinds)).join(',')}}`,
  );
  const cards = [...kinds.values()].map(({ card }) => card);
  await statement(
    db,
    'select take_in_packs($1::text[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::text[])',
    [
      packs.map((pack) => pack.packTypeId),
      packs.map((pack) => pack.serial),
      packs.map((pack) => pack.certificationNumber),
      held,
      cards.map((card) => card.cardId),
      cards.map((card) => card.condition),
      cards.map((card) => card.label ?? null),
    ],
    { writes: true },
  );
  await insertSuppliers(db, packs);
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

/**
 * The number of a card's kind, from 1. A kind is a card in a condition, with its grader's number.
 * Each kind is sent only once, because hundreds of packs hold only a few hundred kinds.
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
