// Describes a database from Postgres's catalogue. The order of the description is always the same.
import type pg from 'pg';
import { inSmall } from '#engine/replace-functions.ts';
import { APP_ROLE } from './app-role.ts';

const HEAD = `-- The database as the migrations leave it: to read, not to run. Written by \`npm run db:schema\`; a test
-- compares the two. Money is whole cents of CAD in a bigint unless a column says otherwise.`;

/** The shop's own schemas. The job queue and the record of migrations have schemas of their own. */
const SCHEMAS = ['public', 'sandbox'];

type Column = { name: string; definition: string; comment: string | null };
type Named = { definition: string; comment: string | null };

type Table = {
  schema: string;
  name: string;
  comment: string | null;
  columns: Column[];
  constraints: Named[];
  indexes: Named[];
  triggers: Named[];
  isRowSecured: boolean;
  policies: string[];
  rights: string | null;
};

type Function = {
  definition: string;
  signature: string;
  comment: string | null;
  caller: string | null;
};

/**
 * Describes the tables with their columns, indexes and triggers, as SQL. This is the content of
 * `schema.sql` (choice 851).
 */
export async function describeTables(client: pg.ClientBase): Promise<string> {
  // Without this setting, names in `public` would be written with their schema.
  await client.query('set search_path = public');
  const { rows } = await client.query<Table>(TABLES, [SCHEMAS, APP_ROLE]);
  return `${[HEAD, ...rows.map(tableText)].join('\n\n')}\n`;
}

/** Describes the tables and the functions, as SQL. */
export async function describeSchema(client: pg.ClientBase): Promise<string> {
  const tables = await describeTables(client);
  const { rows } = await client.query<Function>(FUNCTIONS, [SCHEMAS, APP_ROLE]);
  return [tables, ...rows.map((one) => `${functionText(one)}\n`)].join('\n');
}

const TABLES = `
  select n.nspname as schema, c.relname as name, obj_description(c.oid, 'pg_class') as comment,
    c.relrowsecurity as "isRowSecured",
    (select json_agg(json_build_object(
         'name', a.attname,
         'definition', concat_ws(' ', format_type(a.atttypid, a.atttypmod),
           case when a.attnotnull then 'not null' end,
           case when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
                else 'default ' || pg_get_expr(d.adbin, d.adrelid) end),
         'comment', col_description(c.oid, a.attnum)) order by a.attnum)
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object(
         'definition', 'constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid),
         'comment', obj_description(k.oid, 'pg_constraint'))
         order by position(k.contype in 'pufcx'), k.conname), '[]')
       from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x')) as constraints,
    (select coalesce(json_agg(json_build_object(
         'definition', pg_get_indexdef(i.indexrelid), 'comment', obj_description(i.indexrelid, 'pg_class'))
         order by x.relname), '[]')
       from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid
        and not exists (select from pg_constraint k where k.conindid = x.oid and k.contype in ('p', 'u', 'x'))
    ) as indexes,
    (select coalesce(json_agg(json_build_object(
         'definition', pg_get_triggerdef(t.oid, true), 'comment', obj_description(t.oid, 'pg_trigger'))
         order by t.tgname), '[]')
       from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    (select coalesce(json_agg(concat_ws(' ', 'create policy', quote_ident(l.polname), 'on', l.polrelid::regclass,
         'for', case l.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
                              when 'd' then 'delete' else 'all' end,
         'to', (select string_agg(r.oid::regrole::text, ', ' order by r.rolname) from pg_roles r where r.oid = any (l.polroles)),
         'using (' || pg_get_expr(l.polqual, l.polrelid) || ')',
         'with check (' || pg_get_expr(l.polwithcheck, l.polrelid) || ')') order by l.polname), '[]')
       from pg_policy l where l.polrelid = c.oid) as policies,
    (select string_agg(r.word, ', ' order by r.place)
       from unnest(array['select', 'insert', 'update', 'delete']) with ordinality r (word, place)
      where has_table_privilege($2, c.oid, r.word)) as rights
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = any ($1) and c.relkind = 'r'
   order by n.nspname collate "C", c.relname collate "C"`;

const FUNCTIONS = `
  select rtrim(pg_get_functiondef(p.oid), E'\\n') as definition,
         p.oid::regprocedure::text as signature, obj_description(p.oid, 'pg_proc') as comment,
         (select u from unnest(array['public', $2]) with ordinality o (u, place)
           where has_function_privilege(u, p.oid, 'execute') order by place limit 1) as caller
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname = any ($1)
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
   order by p.oid::regprocedure::text collate "C"`;

function tableText(table: Table): string {
  const name = table.schema === 'public' ? table.name : `${table.schema}.${table.name}`;
  const columns = table.columns.map((column) => ({
    definition: `${column.name} ${column.definition}`,
    comment: column.comment,
  }));
  const lines = [...columns, ...table.constraints].map(
    ({ definition, comment }) => `${remark(comment, '  ')}  ${inSmall(definition)}`,
  );
  return [
    `${remark(table.comment)}create table ${name} (\n${lines.join(',\n')}\n);`,
    ...[...table.indexes, ...table.triggers].map(
      ({ definition, comment }) => `${remark(comment)}${inSmall(definition)};`,
    ),
    ...(table.isRowSecured ? [`alter table ${name} enable row level security;`] : []),
    ...table.policies.map((policy) => `${inSmall(policy)};`),
    table.rights === null
      ? `-- ${APP_ROLE} may do nothing with it.`
      : `grant ${table.rights} on ${name} to ${APP_ROLE};`,
  ].join('\n');
}

function functionText({ definition, signature, comment, caller }: Function): string {
  const [head, ...body] = definition.split(/(?=^AS )/m);
  const rights = caller === null ? '' : `\ngrant execute on function ${signature} to ${caller};`;
  return `${remark(comment)}${inSmall(head!)}${body.join('')};${rights}`;
}

function remark(comment: string | null, indent = ''): string {
  return comment === null ? '' : `${indent}-- ${comment}\n`;
}
