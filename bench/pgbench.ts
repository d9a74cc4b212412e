// The same purchase by Postgres' own pgbench, where one is installed: the bare handler's statements, as
// it sends them, without Node, HTTP or JSON between.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { overPool } from '../src/server/database/database.ts';
import { buyBare } from './bare-actions.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

type Sent = { name?: string; text: string; values: unknown[]; answered: Record<string, unknown>[] };

export function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

/** Its client number, from 0, is the last two digits from 10; made before by whoever calls. */
export function pgbenchUser(client: number): string {
  return `00000000-0000-4000-8000-1000000000${client + 10}`;
}

/** Writes down one purchase of user 0, and lets `clients` do the like of it at `url`. Answers purchases a second. */
export async function runPgbench(
  pool: pg.Pool,
  url: string,
  { clients, seconds, packTypes }: { clients: number; seconds: number; packTypes: number },
): Promise<number> {
  const sent = await listen(pool);
  const folder = mkdtempSync(join(tmpdir(), 'felt-and-foil-pgbench-'));
  try {
    const file = join(folder, 'purchase.sql');
    writeFileSync(file, scriptOf(sent, packTypes));
    const { stdout, stderr, status } = spawnSync(
      'pgbench',
      ['-n', '-M', 'simple', '-c', `${clients}`, '-j', '2', '-T', `${seconds}`, '-f', file, url],
      { encoding: 'utf8' },
    );
    const [, rate] = /tps = ([\d.]+)/.exec(stdout) ?? [];
    if (status !== 0 || rate === undefined) throw new Error(`pgbench failed:\n${stderr}`);
    return Number(rate);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What one bare purchase sends, and is answered. */
async function listen(pool: pg.Pool): Promise<Sent[]> {
  const client = await pool.connect();
  const sent: Sent[] = [];
  const query = client.query.bind(client) as (one: unknown) => Promise<pg.QueryResult>;
  const recorder = {
    query: async (one: string | { name: string; text: string; values: unknown[] }) => {
      const line: Sent = {
        ...(typeof one === 'string' ? { text: one, values: [] } : one),
        answered: [],
      };
      sent.push(line);
      const result = await query(one);
      line.answered = result.rows as Record<string, unknown>[];
      return result;
    },
    release: () => {},
  };
  // A pool, to those who ask; it hands out the one that writes down.
  const connecting = { connect: async () => recorder } as unknown as pg.Pool;
  try {
    await buyBare(overPool(connecting), { userId: pgbenchUser(0), packTypeId: packTypeOf(0) });
  } finally {
    client.release();
  }
  return sent;
}

export function packTypeOf(index: number): string {
  return `bench-${index + 10}`;
}

/** The purchase as a script: each id that the handler made is drawn again, and the pack is the one that was claimed. */
function scriptOf(sent: Sent[], packTypes: number): string {
  const claimed = sent.find(({ text }) => text.includes('update physical_packs'))!;
  const packId = String(claimed.answered[0]!['id']);
  const names = new Map<string, string>([[packId, ':pack_id']]);
  const draws = [`\\set type random(10, ${packTypes + 9})`, '\\set user :client_id + 10'];
  const lines = sent.map((one) => {
    const literal = inlined(one)
      .replaceAll(pgbenchUser(0), '00000000-0000-4000-8000-1000000000:user')
      .replaceAll(packTypeOf(0), 'bench-:type')
      .replaceAll(UUID, (id) => {
        if (id.startsWith('00000000-0000-4000-8000-')) return id;
        const known = names.get(id);
        if (known !== undefined) return known;
        const name = `id${names.size}`;
        // Twelve digits are the end of a uuid, too.
        draws.push(`\\set ${name} random(100000000000, 999999999999)`);
        names.set(id, `00000000-0000-4000-8001-:${name}`);
        return names.get(id)!;
      });
    return `${literal.replaceAll(/\s+/g, ' ')}${one === claimed ? ' \\gset pack_' : ';'}`;
  });
  return `${[...draws, ...lines].join('\n')}\n`;
}

/** The statement with its values in it, as pgbench sends them. */
function inlined({ text, values }: Sent): string {
  return text.replaceAll(/\$(\d+)/g, (_match, place: string) =>
    literalOf(values[Number(place) - 1]),
  );
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => (item === null ? 'null' : JSON.stringify(String(item))));
    return pg.escapeLiteral(`{${items.join(',')}}`);
  }
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}
