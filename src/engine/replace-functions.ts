// Updates a database's functions and triggers. Each function is a file in an `sql` folder. A file whose text changed
// is run as a whole.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';

type FunctionFile = { file: string; name: string; text: string };

/**
 * Replaces the functions and triggers whose text differs from the text in the database. It runs in the transaction of
 * `client`, which must be the owner. `only`: functions that a migration needs before its end. If omitted, all are
 * replaced.
 */
export type ReplaceFunctions = (client: pg.Client, only?: string[]) => Promise<void>;

/** Reads the files of `folder` once. A table in the schema `book` records each file's text in the database. */
export function readFunctions(folder: string, book: string): ReplaceFunctions {
  // Each function comes after the functions that it calls.
  const files = inOrderOfCalls(
    globSync('*/sql/*.sql', { cwd: folder })
      .toSorted()
      .map((file) => ({
        file,
        name: basename(file, '.sql'),
        text: readFileSync(join(folder, file), 'utf8'),
      })),
  );
  return (client, only) => replaceFunctions(client, { files, book, only });
}

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

async function replaceFunctions(
  client: pg.Client,
  { files, book, only }: { files: FunctionFile[]; book: string; only: string[] | undefined },
): Promise<void> {
  await client.query(
    `create table if not exists ${book}.functions (file text primary key, hash text not null)`,
  );
  const { rows } = await client.query<{ file: string; hash: string }>(
    `select file, hash from ${book}.functions`,
  );
  const known = new Map(rows.map(({ file, hash }) => [file, hash]));
  const statements: string[] = [];
  for (const { file, name, text } of files) {
    const hash = createHash('sha256').update(text).digest('hex');
    if (known.get(file) === hash || only?.includes(name) === false) continue;
    const [functions, ...triggers] = text.split(
      /^(?=create (?:or replace |constraint )?trigger )/m,
    );
    await client.query(functions!);
    statements.push(...triggers);
    await client.query(
      `insert into ${book}.functions values ($1, $2) on conflict (file) do update set hash = excluded.hash`,
      [file, hash],
    );
  }
  // Triggers come last, because their locks last until the end of the transaction.
  for (const statement of statements) await replaceTrigger(client, statement);
  await client.query(`delete from ${book}.functions where file <> all ($1)`, [
    files.map(({ file }) => file),
  ]);
}

/**
 * Creates a trigger. If the trigger is unchanged, leaves it alone, because creating a trigger locks its table against
 * writes.
 */
async function replaceTrigger(client: pg.Client, statement: string): Promise<void> {
  const [, name, table] = /trigger (\w+) .*? on ([\w.]+)/s.exec(statement)!;
  const { rows } = await client.query<{ definition: string }>(
    `select pg_get_triggerdef(oid, true) as definition from pg_trigger where tgname = $1 and tgrelid = $2::regclass`,
    [name, table],
  );
  const plain = (sql: string) => sql.replace('or replace ', '').replaceAll(/\s+/g, ' ').trim();
  if (rows.some(({ definition }) => `${plain(inSmall(definition))};` === plain(statement))) return;
  // A constraint trigger can't be replaced, so it is dropped before it is created. Other connections see the drop and
  // the creation together, at the end of the transaction.
  if (rows.length > 0 && statement.startsWith('create constraint')) {
    await client.query(`drop trigger ${name} on ${table}`);
  }
  await client.query(statement);
}

/**
 * Makes a trigger's definition comparable. Postgres writes keywords in capitals and `public` before names, and both are
 * changed here. Quoted text is unchanged.
 */
export function inSmall(definition: string): string {
  return definition
    .replaceAll(/'(?:[^']|'')*'|[A-Z]+/g, (part) =>
      part.startsWith("'") ? part : part.toLowerCase(),
    )
    .replaceAll(/(?<= on | function )public\./g, '')
    .replaceAll(' using btree', '');
}
