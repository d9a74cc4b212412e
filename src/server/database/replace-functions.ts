// The database's functions and triggers: a file for each function in the `sql` folder of its room, replaced as a whole
// where its text changed.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { inSmall } from './describe-schema.ts';

const SERVER = join(import.meta.dirname, '..');

type FunctionFile = { file: string; name: string; text: string };

/** All files, each after those whose functions it calls. */
const FILES = inOrderOfCalls(
  globSync('*/sql/*.sql', { cwd: SERVER })
    .toSorted()
    .map((file) => ({
      file,
      name: basename(file, '.sql'),
      text: readFileSync(join(SERVER, file), 'utf8'),
    })),
);

function inOrderOfCalls(files: FunctionFile[]): FunctionFile[] {
  const byName = new Map(files.map((one) => [one.name, one]));
  const ordered = new Set<FunctionFile>();
  const visited = new Set<FunctionFile>();
  const visit = (one: FunctionFile): void => {
    if (visited.has(one)) return;
    visited.add(one);
    for (const [called] of one.text.matchAll(/\b[a-z_]+(?=\()/g)) {
      const needed = byName.get(called);
      if (needed !== undefined) visit(needed);
    }
    ordered.add(one);
  };
  files.forEach(visit);
  return [...ordered];
}

/**
 * Replaces the functions and triggers whose text is another than the database's, in the transaction of `client`, its owner.
 * `only` names the functions that a migration needs before its end.
 */
export async function replaceFunctions(client: pg.Client, only?: string[]): Promise<void> {
  const { rows } = await client.query<{ file: string; hash: string }>(
    'select file, hash from drizzle.functions',
  );
  const known = new Map(rows.map(({ file, hash }) => [file, hash]));
  const statements: string[] = [];
  for (const { file, name, text } of FILES) {
    const hash = createHash('sha256').update(text).digest('hex');
    if (known.get(file) === hash || only?.includes(name) === false) continue;
    const [functions, ...triggers] = text.split(
      /^(?=create (?:or replace |constraint )?trigger )/m,
    );
    await client.query(functions!);
    statements.push(...triggers);
    await client.query(
      'insert into drizzle.functions values ($1, $2) on conflict (file) do update set hash = excluded.hash',
      [file, hash],
    );
  }
  // Last, as their locks are held until the transaction ends.
  for (const statement of statements) await replaceTrigger(client, statement);
  await client.query('delete from drizzle.functions where file <> all ($1)', [
    FILES.map(({ file }) => file),
  ]);
}

/** A trigger takes a lock on its table, which nobody writes meanwhile: one that is there already is left alone. */
async function replaceTrigger(client: pg.Client, statement: string): Promise<void> {
  const [, name, table] = /trigger (\w+) .*? on ([\w.]+)/s.exec(statement)!;
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_triggerdef(oid, true) as definition from pg_trigger where tgname = $1 and tgrelid = $2::regclass`,
    [name, table],
  );
  const plain = (sql: string) => sql.replace('or replace ', '').replaceAll(/\s+/g, ' ').trim();
  if (rows.some(({ definition }) => `${plain(inSmall(definition))};` === plain(statement))) return;
  // One that is a constraint can't be replaced. Both are seen together, when the transaction ends.
  if (rows.length > 0 && statement.startsWith('create constraint')) {
    await client.query(`drop trigger ${name} on ${table}`);
  }
  await client.query(statement);
}
