import { makeApiKey } from '#contract/admin-keys.ts';
import { addApiKey } from '../admin/keys.ts';
import {
  findApiKeyNamed,
  listApiKeyRows,
  updateRevoked,
  type ApiKeyRow,
} from '../accounts/admin/api-keys-queries.ts';
import { beginningOf } from '../http/api-key.ts';
import { inTransaction } from '#engine/database.ts';
import { onShop, type Commands, Refused, WrongUsage } from './command.ts';
import { readEnd, readOptions, takeWords } from './words.ts';

const LISTED_MOST = 1_000;

export const KEY: Commands = {
  'key make': onShop(
    `  key make NAME --rights packing:read,catalogue:write [--until DATE] [--networks 203.0.113.0/24,...]
                                              an API key for a program, for twelve months if no end is
                                              given; printed only now`,
    (words, { clockOffsetMs }) => {
      const { rest, options } = readOptions(words, ['--rights', '--until', '--networks']);
      const { '--rights': rights, '--until': until, '--networks': networks } = options;
      const [name] = takeWords(rest, ['NAME']);
      if (rights === undefined) throw new WrongUsage('--rights is missing.');
      const read = makeApiKey.body.safeParse({
        name,
        rights: rights.split(','),
        ...(networks !== undefined && { networks: networks.split(',') }),
      });
      if (!read.success) throw new Refused(read.error.issues[0]!.message);
      const now = new Date(Date.now() + clockOffsetMs);
      const endsAt = until === undefined ? null : readEnd(until, now);
      return async (context, { say }, asOwner) => {
        const asked = { ...read.data, endsAt, madeById: null };
        const { key, made } = await asOwner((owner) =>
          inTransaction(owner, (db) => addApiKey({ ...context, db }, asked)),
        );
        say(key);
        say(`This is ${made.name}, until ${made.ends_at.toISOString()}. It is not shown again.`);
      };
    },
  ),

  'key list': onShop(
    `  key list                                    the API keys with their rights, ends and last uses`,
    (words) => {
      takeWords(words, []);
      return async ({ db }, { say }) => {
        const { rows } = await listApiKeyRows(db, LISTED_MOST, 0);
        if (rows.length === 0) say('This shop has no API keys.');
        for (const row of rows) say(lineOf(row));
      };
    },
  ),

  'key revoke': onShop(
    `  key revoke NAME                             ends an API key at once and for good`,
    (words) => {
      const [name] = takeWords(words, ['NAME']);
      return async (context, { say }, asOwner) => {
        const found = await findApiKeyNamed(context.db, name!);
        const isRevoked =
          found !== null &&
          (await asOwner((owner) => inTransaction(owner, (db) => updateRevoked(db, found.id))));
        if (!isRevoked) throw new Refused(`There is no API key ${name} that is not revoked.`);
        say(`Revoked ${found.name}.`);
      };
    },
  ),
};

function lineOf(row: ApiKeyRow): string {
  const used =
    row.last_used_at === null
      ? 'never used'
      : `last used ${row.last_used_at.toISOString()} from ${row.last_used_from}`;
  return [
    `${row.name} (${beginningOf(row.id)})`,
    row.state,
    row.rights.join(','),
    row.networks.join(',') || 'from everywhere',
    `until ${row.ends_at.toISOString()}`,
    used,
  ].join('  ');
}
