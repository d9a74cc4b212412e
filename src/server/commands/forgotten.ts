import type pg from 'pg';
import { listForgotten } from '../admin/list-forgotten.ts';
import { DatabaseProblem, namingSetting, problemAt } from '../database/database-problem.ts';
import { openOwnerPool, overPool } from '../database/pool.ts';
import { onShop, type Commands, WrongUsage } from './command.ts';
import { readOptions, takeWords, readAddress, readInstant } from './words.ts';

export const FORGOTTEN: Commands = {
  forgotten: onShop(
    `  forgotten SINCE --beside DATABASE_URL       what people were told since SINCE that is in the database there,
                                              and not in this one`,
    (words) => {
      const { rest, options } = readOptions(words, ['--beside']);
      const from = readInstant('SINCE', takeWords(rest, ['SINCE'])[0]!);
      if (options['--beside'] === undefined) throw new WrongUsage('--beside is missing.');
      const url = readAddress('--beside', options['--beside']);
      return async ({ db, config }, { say }) => {
        const other = openOwnerPool({
          url: url,
          clockOffsetMs: config.clockOffsetMs,
        });
        try {
          await refuseShopless(other, url);
          const found = await listForgotten(db, overPool(other), from);
          for (const { at, what, email, text } of found)
            say([at.toISOString(), email, what, text].join('\t'));
        } finally {
          await other.end();
        }
      };
    },
  ),
};

/** Throws DatabaseProblem if the database contains no shop to compare with. */
async function refuseShopless(pool: pg.Pool, url: string): Promise<void> {
  const setting = { '--beside': url };
  const { rows } = await pool
    .query<{ there: boolean }>(`select to_regclass('public.users') is not null as there`)
    .catch((error: unknown) => {
      throw namingSetting(problemAt(url, error), setting);
    });
  if (!rows[0]!.there) throw new DatabaseProblem(url, 'no shop is in it.', null, '--beside');
}
