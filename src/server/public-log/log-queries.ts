import type { WholeSubtree } from '#domain/packproof/log-nodes.ts';
import type { Tile } from '#domain/packproof/tiles.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

export type LogRow = { number: number; origin: string; key: Buffer };

/** Returns the newest log, which is the current one, or null if there is none. */
export async function findLog(db: Database): Promise<LogRow | null> {
  const [row] = await statement<LogRow>(
    db,
    'select number, origin, key from logs order by number desc limit 1',
    [],
  );
  return row ?? null;
}

/** Returns a log by its number or its origin. That log need not be the current one. */
export async function findLogBy(db: Database, by: number | string): Promise<LogRow | null> {
  const [row] = await statement<LogRow>(
    db,
    'select number, origin, key from logs where number = $1 or origin = $2',
    typeof by === 'number' ? [by, ''] : [-1, by],
  );
  return row ?? null;
}

/** Begins a log. `number` must be above the numbers of all earlier logs. */
export async function insertLog(
  db: Transaction,
  { number, origin, key }: { number: number; origin: string; key: Uint8Array },
): Promise<LogRow> {
  const [row] = await statement<LogRow>(
    db,
    'insert into logs (number, origin, key) values ($1, $2, $3) returning number, origin, key',
    [number, origin, Buffer.from(key)],
  );
  return row!;
}

export type EntryRow = { index: number; data: string; hash: Buffer };

/** Appends entries in the order of the array. The database numbers and hashes the entries. */
export async function insertEntries(
  db: Transaction,
  log: number,
  entries: string[],
): Promise<EntryRow[]> {
  return Promise.all(
    entries.map(async (data) => {
      const [row] = await statement<EntryRow>(
        db,
        `insert into log_entries (log, index, kind, says_at, data, leaf_hash) values ($1, 0, '', 0, $2, '')
         returning index, data, leaf_hash as hash`,
        [log, data],
      );
      return row!;
    }),
  );
}

export async function countEntries(db: Database, log: number): Promise<number> {
  const [row] = await statement<{ size: number }>(
    db,
    'select coalesce(max(index) + 1, 0) as size from log_entries where log = $1',
    [log],
  );
  return row!.size;
}

export async function findRoot(db: Database, log: number, size: number): Promise<Buffer> {
  const [row] = await statement<{ root: Buffer }>(db, 'select log_root($1, $2) as root', [
    log,
    size,
  ]);
  return row!.root;
}

/** Lists the keys that entries of a log put in force, oldest first. */
export async function findKeyEntries(
  db: Database,
  log: number,
): Promise<{ index: number; vkey: string }[]> {
  return statement(
    db,
    `select index, data::jsonb->>'vkey' as vkey from log_entries where log = $1 and kind = 'key' order by index`,
    [log],
  );
}

/** Lists the keys that sign tickets of drops that are still open, in hex. */
export async function findTicketKeys(db: Database, log: number): Promise<string[]> {
  const rows = await statement<{ key: string }>(
    db,
    `select distinct m.data::jsonb->>'ticketKey' as key from log_entries m
     where m.log = $1 and m.kind = 'manifest' and not exists (
       select from log_entries c where c.manifest = m.manifest and c.kind = 'close')`,
    [log],
  );
  return rows.map(({ key }) => key);
}

export type CheckpointRow = { size: number; note: string; at: Date };

const CHECKPOINT = `select size, note, at from log_checkpoints where log = $1`;

export async function findNewestCheckpoint(
  db: Database,
  log: number,
): Promise<CheckpointRow | null> {
  const [row] = await statement<CheckpointRow>(db, `${CHECKPOINT} order by size desc limit 1`, [
    log,
  ]);
  return row ?? null;
}

/** Returns the first checkpoint that has at least a given size. */
export async function findCheckpointFrom(
  db: Database,
  log: number,
  size: number,
): Promise<CheckpointRow | null> {
  const [row] = await statement<CheckpointRow>(
    db,
    `${CHECKPOINT} and size >= $2 order by size limit 1`,
    [log, size],
  );
  return row ?? null;
}

/** Stores a checkpoint. If a checkpoint of the same size exists, that one stays unchanged. */
export function insertCheckpoint(db: Transaction, log: number, size: number, note: string): void {
  db.later(
    statement(
      db,
      'insert into log_checkpoints (log, size, note) values ($1, $2, $3) on conflict (log, size) do nothing',
      [log, size, note],
    ),
  );
}

export type CosignatureRow = { size: number; witness: string; line: string; at: number };

const COSIGNATURES = 'select size, witness, line, at from log_cosignatures where log = $1';

export type Cosigned = Omit<CosignatureRow, 'line'>;

/** The size of a page of cosignatures. They are read in pages, because most of them may not be needed. */
export const COSIGNATURES_AT_ONCE = 100;

/**
 * Returns one page of cosignatures, ordered by size and then by witness. `after`: the last cosignature of the previous
 * page.
 */
export async function findCosignaturesAfter(
  db: Database,
  log: number,
  { size, witness }: Pick<Cosigned, 'size' | 'witness'>,
): Promise<Cosigned[]> {
  return statement(
    db,
    `select size, witness, at from log_cosignatures where log = $1 and (size, witness) > ($2::bigint, $3::text)
     order by size, witness limit ${COSIGNATURES_AT_ONCE}`,
    [log, size, witness],
  );
}

/** Returns when each witness first signed a checkpoint that has at least a given size. */
export async function findFirstWitnessed(
  db: Database,
  log: number,
  size: number,
): Promise<Map<string, number>> {
  const rows = await statement<{ witness: string; at: number }>(
    db,
    'select witness, min(at) as at from log_cosignatures where log = $1 and size >= $2 group by witness',
    [log, size],
  );
  return new Map(rows.map(({ witness, at }) => [witness, at]));
}

/** The witnesses' signature lines of one checkpoint. */
export async function findCosignatures(
  db: Database,
  log: number,
  size: number,
): Promise<CosignatureRow[]> {
  return statement(db, `${COSIGNATURES} and size = $2 order by at, witness`, [log, size]);
}

/** The largest size that each witness has cosigned. */
export async function findWitnessed(db: Database, log: number): Promise<Map<string, number>> {
  const rows = await statement<{ witness: string; size: number }>(
    db,
    'select witness, max(size) as size from log_cosignatures where log = $1 group by witness',
    [log],
  );
  return new Map(rows.map(({ witness, size }) => [witness, size]));
}

export async function insertCosignature(
  db: Database,
  log: number,
  row: CosignatureRow,
): Promise<void> {
  await statement(
    db,
    `insert into log_cosignatures (log, size, witness, line, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [log, row.size, row.witness, row.line, row.at],
  );
}

/** Returns the hashes of subtrees, by `level/index`. If a subtree is incomplete, throws. */
export async function findNodes(
  db: Database,
  log: number,
  subtrees: WholeSubtree[],
): Promise<(subtree: WholeSubtree) => Uint8Array> {
  const rows = await statement<WholeSubtree & { hash: Buffer }>(
    db,
    `select w.level, w.index, n.hash from unnest($2::int[], $3::bigint[]) as w (level, index)
     join log_nodes n on n.log = $1 and n.level = w.level and n.index = w.index`,
    [log, subtrees.map(({ level }) => level), subtrees.map(({ index }) => index)],
  );
  const found = new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, hash]));
  return ({ level, index }) => {
    const hash = found.get(`${level}/${index}`);
    if (hash === undefined) throw new Error(`The log has no subtree ${level}/${index}`);
    return new Uint8Array(hash);
  };
}

/** The hashes of a tile in order. */
export async function findTileHashes(
  db: Database,
  log: number,
  { level, from, to }: { level: number; from: number; to: number },
): Promise<Buffer[]> {
  const rows = await statement<{ hash: Buffer }>(
    db,
    'select hash from log_nodes where log = $1 and level = $2 and index >= $3 and index < $4 order by index',
    [log, level, from, to],
  );
  return rows.map(({ hash }) => hash);
}

/** The texts of entries in order. */
export async function findEntries(
  db: Database,
  log: number,
  from: Tile['index'],
  to: number,
): Promise<string[]> {
  const rows = await statement<{ data: string }>(
    db,
    'select data from log_entries where log = $1 and index >= $2 and index < $3 order by index',
    [log, from, to],
  );
  return rows.map(({ data }) => data);
}

/** Lists the entries about a drop, from an index on. `manifest`: the hash of the drop's manifest in hex. */
export async function findEntriesOfDrop(
  db: Database,
  manifest: string,
  from: number,
  most: number,
): Promise<{ log: number; index: number; kind: string; data: string }[]> {
  return statement(
    db,
    'select log, index, kind, data from log_entries where manifest = $1 and index >= $2 order by index limit $3',
    [Buffer.from(manifest, 'hex'), from, most],
  );
}

/**
 * Waits until other writers of the log have finished, and then locks the log. What is read after that stays current
 * until this transaction ends.
 */
export async function lockLog(db: Transaction): Promise<void> {
  await statement(db, 'select pg_advisory_xact_lock($1)', [WRITING]);
}

/** The triggers of the database use the same lock. */
const WRITING = 7_046_021;

/**
 * Returns the time for an entry, in seconds since 1970. It is the present time, or the last entry's time if that is
 * later.
 */
export async function findLogTime(db: Database): Promise<number> {
  const [row] = await statement<{ at: number }>(
    db,
    `select greatest(floor(extract(epoch from shop_now()))::bigint, (
       select says_at from log_entries order by log desc, index desc limit 1)) as at`,
    [],
  );
  return row!.at;
}

/** Whether any drop was ever published in a log. */
export async function hasManifest(db: Database, log: number): Promise<boolean> {
  const rows = await statement(
    db,
    `select from log_entries where log = $1 and kind = 'manifest' limit 1`,
    [log],
  );
  return rows.length > 0;
}

/** Counts the entries of a kind about a drop. `manifest`: the hash of the drop's manifest in hex. */
export async function countOfKind(db: Database, manifest: string, kind: string): Promise<number> {
  const [row] = await statement<{ entries: number }>(
    db,
    `select count(*)::int as entries from log_entries where manifest = decode($1, 'hex') and kind = $2`,
    [manifest, kind],
  );
  return row!.entries;
}

/** The newest entry of a kind about a drop. */
export async function findNewestOfKind(
  db: Database,
  manifest: string,
  kind: string,
): Promise<{ log: number; index: number; data: string } | null> {
  const [row] = await statement<{ log: number; index: number; data: string }>(
    db,
    `select log, index, data from log_entries where manifest = decode($1, 'hex') and kind = $2 order by index desc limit 1`,
    [manifest, kind],
  );
  return row ?? null;
}

/** Returns the hash of the verifier's file that a log last published, in hex, or null if the log has published none. */
export async function findVerifier(db: Database, log: number): Promise<string | null> {
  const [row] = await statement<{ file: string }>(
    db,
    `select data::jsonb->>'file' as file from log_entries where log = $1 and kind = 'verifier' order by index desc limit 1`,
    [log],
  );
  return row?.file ?? null;
}
