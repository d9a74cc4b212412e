// Checks what plpgsql_check finds in the database's functions, if the Postgres of the tests has
// this extension: `apt install postgresql-15-plpgsql-check`, then `npm run test:postgres -- system
// plpgsql-check`.
import { expect, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';

const shop = useTestApp();

/** Findings that are intended, each with its reason. */
const MEANT: Record<string, string> = {
  'live_ticket: routine is marked as VOLATILE, should be STABLE':
    'it has to see what the statement that calls it has done',
};

/**
 * Checks each function once per trigger that runs it, with this trigger's names for the rows before
 * and after. A function may have branches that only one of its triggers reaches, so a finding
 * counts as a fault only if it appears for every trigger of the function.
 */
const FINDINGS = `
  with runs as (
    select p.oid, p.proname, t.tgrelid, t.tgoldtable, t.tgnewtable,
           count(*) over (partition by p.oid) as runs, row_number() over (partition by p.oid) as run
      from pg_proc p join pg_language l on l.oid = p.prolang left join pg_trigger t on t.tgfoid = p.oid
     where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'
  )
  select proname || ': ' || message as found
    from runs cross join lateral plpgsql_check_function_tb(oid, coalesce(tgrelid, 0), oldtable => tgoldtable,
      newtable => tgnewtable, performance_warnings => true, extra_warnings => true)
   group by proname, message, lineno, runs having count(distinct run) = runs order by 1`;

test('plpgsql_check finds nothing in the functions of the database', async () => {
  const { rowCount } = await shop.owner.query(
    `select from pg_available_extensions where name = 'plpgsql_check'`,
  );
  if (rowCount === 1) await shop.owner.query('create extension plpgsql_check');
  const findings = rowCount === 1 ? (await shop.owner.query<{ found: string }>(FINDINGS)).rows : [];
  expect(findings.map(({ found }) => found).filter((found) => !(found in MEANT))).toEqual([]);
});
