import { countViolations } from '../admin/run-audit.ts';
import { sameLoginAt } from '../database/app-role.ts';
import { backUpShop, checkShopBackup, refuseUsed, restoreShop } from '../database/backup.ts';
import { insertBackupNote } from '../database/backups-queries.ts';
import { namingSetting } from '../database/database-problem.ts';
import { listTrials } from '../database/trials-queries.ts';
import { openDatabase, openShop, ownerUrlOf } from '../open-shop.ts';
import { refuseTrials } from '../runtime/refuse-trials.ts';
import type { Config } from '../runtime/config.ts';
import { makeLog } from '../runtime/log.ts';
import { type Commands, Refused, type Speaking } from './command.ts';
import { tablesOf } from './progress-of.ts';
import { readOptions, takeWords, readAddress } from './words.ts';

export const BACKUP: Commands = {
  backup: {
    usage: `  backup FILE                                 the whole database in one file, while the shop runs`,
    run: backUp,
  },
  'note-backup': {
    usage: `  note-backup                                 another program (pgBackRest, your host) has just made a backup`,
    run: noteBackup,
  },
  restore: {
    usage: `  restore FILE [--into DATABASE_URL]          a backup into a database that has no users yet`,
    run: restore,
  },
};

async function backUp(words: string[], config: Config, { say, warn, out }: Speaking) {
  const [file] = takeWords(words, ['FILE']) as [string];
  // The database is opened without being migrated. So if a new version makes a backup before its migration, the old
  // version can restore that backup.
  const opened = await openDatabase(config, warn);
  try {
    const ownerUrl = ownerUrlOf(opened);
    const takenAt = new Date(Date.now() + config.clockOffsetMs);
    const { tables, rows } = await backUpShop(ownerUrl, file, takenAt, tablesOf('Backup', out));
    say(`${tables} tables with ${rows} rows are in ${file}. It holds secrets: keep it like a key.`);
    // The backup succeeds even if the note about it can't be written.
    await insertBackupNote(ownerUrl, { takenAt, notedBy: 'backup' }).catch((error: Error) =>
      warn(`The backup could not be noted for the metrics: ${error.message}`),
    );
  } finally {
    await opened.close();
  }
}

async function noteBackup(words: string[], config: Config, { say, warn }: Speaking) {
  takeWords(words, []);
  const opened = await openDatabase(config, warn);
  try {
    const takenAt = new Date(Date.now() + config.clockOffsetMs);
    const isNoted = await insertBackupNote(ownerUrlOf(opened), { takenAt, notedBy: 'note-backup' });
    if (!isNoted) {
      throw new Refused(
        'This database is of a version that records no backups: npm run shop -- migrate',
      );
    }
    say('Noted: a backup was made just now.');
  } finally {
    await opened.close();
  }
}

/** Restores a backup. Reads the whole file before opening a database, and checks the database before migrating it. */
async function restore(words: string[], config: Config, { say, warn, out }: Speaking) {
  const { rest, options } = readOptions(words, ['--into']);
  const [file] = takeWords(rest, ['FILE']) as [string];
  const into = options['--into'];
  if (into !== undefined) readAddress('--into', into);
  const contents = await checkShopBackup(file);
  const target = into === undefined ? config : at(into, config);
  const ownerUrl = target.directDatabaseUrl ?? target.databaseUrl;
  const opening = (async () => {
    if (ownerUrl !== null) await refuseUsed(ownerUrl);
    return openShop(target, makeLog('silent'), warn);
  })();
  const { databaseUrl: DATABASE_URL, directDatabaseUrl: DIRECT_DATABASE_URL } = config;
  const shop = await opening.catch((error: unknown) => {
    throw namingSetting(
      error,
      into === undefined ? { DATABASE_URL, DIRECT_DATABASE_URL } : { '--into': into },
    );
  });
  try {
    const ownerUrl = ownerUrlOf(shop);
    await restoreShop(ownerUrl, file, contents, tablesOf('Restore', out));
    // Records the backup in the restored database. The file lacks this record, because a backup is recorded only after
    // its file is complete.
    const takenAt = new Date(contents.head.takenAt);
    await insertBackupNote(ownerUrl, { takenAt, notedBy: 'backup' });
    const counts = await countViolations(shop.context);
    const broken = counts.filter((row) => row.violations > 0);
    for (const { invariant, violations } of broken) say(`${invariant}\t${violations}`);
    say(`${contents.sums.size} tables of ${contents.head.takenAt} are restored.`);
    if (broken.length > 0) throw new Refused('The audit found violations.');
    say('The audit found nothing.');
    // The backup may contain the mark of a trial database. Production refuses to start with such a database, so the
    // command reports it now.
    if (config.production) refuseTrials(await listTrials(shop.context.db));
  } finally {
    await shop.close();
  }
}

/**
 * The settings of the same shop with another database. The shop's role signs in to that database as it does to the
 * shop's own.
 */
function at(url: string, config: Config): Config {
  const { appDatabaseUrl } = config;
  return {
    ...config,
    databaseUrl: url,
    appDatabaseUrl: appDatabaseUrl === null ? null : sameLoginAt(appDatabaseUrl, url),
    directDatabaseUrl: null,
  };
}
