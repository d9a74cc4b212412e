// A database's functions and triggers: a file for each function in an `sql` folder, replaced as a whole where its text changed.
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type pg from 'pg';

type FunctionFile = { file: string; name: string; text: string };

/**
 * Replaces the functions and triggers whose text is another than the database's, in the transaction of `client`, its owner.
 * `only` names the functions that a migration needs before its end.
 */
export type ReplaceFunctions = (client: pg.Client, only?: string[]) => Promise<void>;

/** Reads the files of `folder`, once. The schema `book` notes which text of each the database has. */
export function readFunctions(folder: string, book: string): ReplaceFunctions {
  // Each after those whose functions it calls.
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
  // Last, as their locks are held until the transaction ends.
  for (const statement of statements) await replaceTrigger(client, statement);
  await client.query(`delete from ${book}.functions where file <> all ($1)`, [
    files.map(({ file }) => file),
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

/** Postgres writes its own words in capitals, and `public` before every name; what is quoted stays. */
export function inSmall(definition: string): string {
  return definition
    .replaceAll(/'(?:[^']|'')*'|[A-Z]+/g, (part) =>
      part.startsWith("'") ? part : part.toLowerCase(),
    )
    .replaceAll(/(?<= on | function )public\./g, '')
    .replaceAll(' using btree', '');
}
