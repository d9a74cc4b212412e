// The operator's commands. Each works on the same settings and database as the server, beside it or
// alone. Exit 0: done; 1: refused or violated; 2: wrong usage.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { emailField, newPasswordField } from '#contract/accounts.ts';
import { ROLES } from '#domain/access.ts';
import { GAMES } from '#domain/card.ts';
import { formatCad, toCents, type Cents } from '#domain/money.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { parseCad } from '#domain/decimals.ts';
import { Rejection } from '#domain/rejection.ts';
import { hashPassword, refuseWeakPassword } from './accounts/passwords.ts';
import { awaitsTwoFactor, makeTwoFactorToken } from './accounts/two-factor-token.ts';
import { deleteStrangersTwoFactor, findTwoFactor } from './accounts/two-factors-queries.ts';
import {
  findUserByEmail,
  insertUser,
  markEmailVerified,
  updateRole,
  type UserRow,
} from './accounts/users-queries.ts';
import { listForgotten } from './admin/list-forgotten.ts';
import { countViolations } from './admin/run-audit.ts';
import { findPaymentById } from './card-payments/payments-queries.ts';
import { recoverPayments } from './card-payments/recover-payments.ts';
import { payOut } from './card-payments/stripe-sandbox/balance.ts';
import { decideDispute, escalateInquiry } from './card-payments/stripe-sandbox/disputes.ts';
import type { Form } from './card-payments/stripe-sandbox/form.ts';
import { StripeProblem } from './card-payments/stripe-sandbox/objects.ts';
import { createRefund, failRefund } from './card-payments/stripe-sandbox/refunds.ts';
import { giveUpDrops } from './catalogue/drops-queries.ts';
import { importCards, refreshPotentialHits } from './catalogue/import-cards.ts';
import { importPacks } from './catalogue/import-packs.ts';
import { importPhotographs } from './catalogue/import-photographs.ts';
import { ImportProblem } from './catalogue/import/import-problem.ts';
import { readPacks } from './catalogue/import/read-packs.ts';
import { CARD_SOURCES } from './catalogue/import/read-card.ts';
import { openSourceFile, readCardFiles } from './catalogue/import/read-cards.ts';
import type { PriceSource } from './catalogue/price-sources.ts';
import type { PriceRun } from './catalogue/refresh-prices.ts';
import { isIsoDate } from './catalogue/import/source-record.ts';
import { insertDiscountCode } from './checkout/discount-codes-queries.ts';
import { AccessProblem, sameLoginAt } from './database/app-role.ts';
import { DatabaseProblem, namingSetting, problemAt } from './database/database-problem.ts';
import { BackupProblem } from './database/backup/backup-file.ts';
import { insertBackupNote } from './database/backup/backups-queries.ts';
import { checkBackup, refuseUsed, restoreBackup } from './database/backup/restore-backup.ts';
import { writeBackup } from './database/backup/write-backup.ts';
import {
  inLongTransaction,
  inTransaction,
  postgresError,
  type Database,
  type Transaction,
} from '#engine/database.ts';
import { openOwnerPool, overPool } from './database/pool.ts';
import { EMBEDDED_NAME } from './database/embedded-name.ts';
import { listTrials } from './database/trials-queries.ts';
import { stopEmbeddedPostgres } from '../embedded-postgres/open-embedded-postgres.ts';
import { refreshConfiguredPrices, refreshDuePrices } from './jobs/refresh-configured-prices.ts';
import { aloneAt, runJob } from './jobs/run-job.ts';
import { isMailJob, JOB_NAMES, type JobRun } from './jobs/table.ts';
import { openDatabase, openShop, ownerUrlOf, type AsOwner } from './open-shop.ts';
import { refuseTrials } from './refuse-trials.ts';
import { ConfigProblem, postgresUrl, readConfig, type Config } from './runtime/config.ts';
import type { Context } from './runtime/context.ts';
import { makeLog } from './runtime/log.ts';
import { readSecretFiles } from './runtime/secret-files.ts';
import { insertSettings } from './storefront/shop-settings-queries.ts';
import { readSettings, SETTING_WORDS, writtenSettings } from './storefront/settings-words.ts';
import { describeLog, whyUnsigned } from './public-log/describe-log.ts';
import { LogRefused } from './public-log/kept-checkpoint.ts';
import { findLog } from './public-log/log-queries.ts';
import { recoverLog } from './public-log/recover-log.ts';
import { rotateLog } from './public-log/rotate-log.ts';
import { startProgress, type Screen } from './runtime/progress.ts';

const USAGE = `Usage: npm run shop -- COMMAND
  migrate                                     bring the database up to this version
  user create EMAIL [--role user|moderator|admin]
                                              asks for a password, unless it is in SHOP_PASSWORD, in the
                                              file that SHOP_PASSWORD_FILE names, or comes in
  user role EMAIL ROLE                        give a user a role; an operator's address counts as verified
  user two-factor EMAIL                       a token for an operator to set up their second factor
                                              with; good once, and for a day
  import cards FILE... --game magic|pokemon|yugioh --source scryfall|mtgjson|pokemontcg|ygoprodeck
                                              cards and prices from files of a public source
  import packs FILE                           sealed packs from JSON lines, plain or .gz
  import photographs FOLDER                   of cards in packs, secret until these are opened; A-0001_3.jpg is the
                                              third card of the pack with the serial A-0001
  prices refresh [--source S]                 newest prices from the sources of PRICE_SOURCES
  jobs run NAME [--at ISO-TIME]               what is due of a job, now or as at that time; NAME is
                                              ${JOB_NAMES.join(',\n                                              ')}
  discount create CODE --percent 10 | --fixed 5 [--max N] [--until DATE] [--per-person N]
                  [--least AMOUNT] [--free yes]
                                              a code that takes something off an order
  sandbox refund PAYMENT [AMOUNT]             money back outside the shop, as at Stripe's dashboard; PAYMENT is
                                              a payment's id or its intent's
  sandbox fail-refund REFUND                  a bank sends the money of a refund (re_...) back
  sandbox payout                              what the shop has there goes to its bank
  sandbox dispute win|lose|escalate ID        what a bank decides about a dispute (dp_...) of the sandbox
  settings show                               what the shop says of itself
  settings set NAME=VALUE...                  changes it; NAME=- is for none. NAME is
                                              ${SETTING_WORDS.join(',\n                                              ')}
  log show                                    the public log: its size, keys and witnesses
  log rotate                                  another key signs it from now on: the first of LOG_KEYS, or a new one
  log recover WORDS... [--anyway]             begins another log where this one can't go on (a backup was
                                              restored, a key was lost); WORDS say why, for all to read.
                                              --anyway: though this one can be signed
  payments recover SINCE                      after the database was brought back to SINCE (an ISO time): payments
                                              that the card provider holds from then on are delivered or
                                              given back
  forgotten SINCE --beside DATABASE_URL       what people were told since SINCE that is in the database there,
                                              and not in this one
  audit                                       count what breaks a promise; exit 1 if anything does
  backup FILE                                 the whole database in one file, while the shop runs
  note-backup                                 another program (pgBackRest, your host) has just made a backup
  restore FILE [--into DATABASE_URL]          a backup into a database that has no users yet
  stop                                        stop an embedded database that was left running
`;

/** Of the commands that begin with the words that were typed, or of all. */
function usageOf(words: string[]): string {
  const [head = '', ...commands] = USAGE.trimEnd().split(/\n(?= {2}\S)/);
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const own = commands.filter((command) => command.startsWith(`  ${name} `));
    if (name !== '' && own.length > 0) return [head, ...own].join('\n');
  }
  return USAGE;
}

/** The command was typed wrong: what is wrong, where that is known, and the usage, exit 2. */
class WrongUsage extends Error {}

/** The command was understood and refused: one line, exit 1. */
class Refused extends Error {}

/** Where a command is typed and answered. */
export type Terminal = {
  environment: Record<string, string | undefined>;
  out: Screen;
  err: Screen;
  /** What comes in, to its end. */
  /** What is typed where somebody is asked for it, or what comes in. */
  readSecret: (asked: string) => Promise<string>;
};

/** Reads its words before a database is opened, and answers what is to be done there. Throws WrongUsage or Refused. */
type Command = (words: string[], config: Config) => Work;
type Work = (context: Context, terminal: Speaking, asOwner: AsOwner) => Promise<void>;
type Speaking = Terminal & { say: (line: string) => void; warn: (line: string) => void };

const COMMANDS: Record<string, Command> = {
  migrate: (words) => {
    take(words, []);
    return async (_context, { say }) => say('The database is up to date.');
  },

  'user create': (words) => {
    const { rest, options } = readOptions(words, ['--role']);
    const email = parse(emailField, take(rest, ['EMAIL'])[0]!);
    const role = oneOf('--role', ROLES, options['--role'] ?? 'user');
    return async (context, { say, readSecret, environment }, asOwner) => {
      // Nobody is asked for a password in vain.
      const user = await asOwner(async (db) => {
        const password = parse(
          newPasswordField,
          passwordIn(environment) ?? (await readSecret('Password')),
        );
        refuseWeakPassword(context, 'password', password, email);
        const passwordHash = await hashPassword(password, null);
        const username = email.slice(0, email.indexOf('@'));
        const id = randomUUID();
        return insertUser(db, { id, email, username, passwordHash, role, isVerified: true });
      });
      if (user === null) throw new Refused(`An account with the e-mail ${email} already exists.`);
      say(`Made ${email} (${role}).`);
      if (awaitsTwoFactor(context, { role, has_two_factor: false })) sayHowToSetUp(email, say);
    };
  },

  'user role': (words) => {
    const [written, wanted] = take(words, ['EMAIL', 'ROLE']);
    const email = parse(emailField, written!);
    const role = oneOf('ROLE', ROLES, wanted);
    return async (context, { say }, asOwner) => {
      const user = await userOf(context.db, email);
      // As by `user create`: who gives power by the command line vouches for the address (choice 187).
      const isVouchedFor = role !== 'user' && user.email_verified_at === null;
      await asOwner((owner) =>
        inTransaction(owner, async (db) => {
          if (isVouchedFor) {
            await deleteStrangersTwoFactor(db, user.id);
            await markEmailVerified(db, user.id, user.email);
          }
          await updateRole(db, user.email, role);
        }),
      );
      say(`${user.email} is ${role} now.`);
      if (isVouchedFor) say('Their address counts as verified.');
      const twoFactor = await findTwoFactor(context.db, user.id);
      const has = { role, has_two_factor: twoFactor?.is_confirmed ?? false };
      if (awaitsTwoFactor(context, has)) sayHowToSetUp(user.email, say);
    };
  },

  'user two-factor': (words) => {
    const email = parse(emailField, take(words, ['EMAIL'])[0]!);
    return async (context, { say }) => {
      if (!context.config.production) {
        throw new Refused(
          'Only in production operators need a second factor, and a token for it: NODE_ENV is not production here.',
        );
      }
      const user = await userOf(context.db, email);
      const twoFactor = await findTwoFactor(context.db, user.id);
      const has = { role: user.role, has_two_factor: twoFactor?.is_confirmed ?? false };
      if (!awaitsTwoFactor(context, has)) {
        throw new Refused(
          `${user.email} needs no token: it is for operators without a second factor.`,
        );
      }
      const { token } = await inTransaction(context.db, (db) =>
        makeTwoFactorToken({ ...context, db }, user.id),
      );
      say(`${token} lets ${user.email} set up two-factor under My account, once, within a day.`);
      if (user.email_verified_at === null) {
        say(
          `First they enter the code that was mailed to them, or you vouch for their address: npm run shop -- user role ${user.email} ${user.role}`,
        );
      }
    };
  },

  'import cards': (words) => {
    const { rest, options } = readOptions(words, ['--game', '--source']);
    const game = oneOf('--game', GAMES, options['--game']);
    const source = oneOf('--source', CARD_SOURCES, options['--source']);
    if (rest.length === 0) throw new WrongUsage('It needs a FILE.');
    return async (context, { say, out }) => {
      const observedOn = context.now().toISOString().slice(0, 10);
      const cards = readCardFiles({ files: rest, source, game, observedOn });
      const show = progressOf('Cards', cards.length, out);
      const counts = await inLongTransaction(context.db, async (db) => {
        const imported = await importCards(db, cards, context.config, show);
        await refreshPotentialHits(db);
        return imported;
      });
      say(
        `${counts.cards} cards read, ${counts.newCards} of them new; ${counts.newPrices} new prices.`,
      );
    };
  },

  'import packs': (words) => {
    const [file] = take(words, ['FILE']);
    return async (_context, { say, out }, asOwner) => {
      const read = readPacks(file!, openSourceFile(file!));
      const show = progressOf('Packs', read.packs.length, out);
      const counts = await asOwner((owner) =>
        inLongTransaction(owner, (db) => importPacks(db, read, show)),
      );
      const types = counts.packTypes === 0 ? '' : `, ${counts.packTypes} pack types`;
      const { newPacks, knownPacks, waitingPacks } = counts;
      say(`${newPacks} packs taken in, ${knownPacks} known before${types}.`);
      if (waitingPacks > 0) {
        say(`${waitingPacks} of the new ones wait: a drop of their type is on sale.`);
      }
    };
  },

  'import photographs': (words) => {
    const [folder] = take(words, ['FOLDER']);
    return async (context, { say, warn, out }) => {
      const { kept, refused } = await importPhotographs(context.db, folder!, {
        show: photographsOf(out),
        refuse: (problem) => warn(problem.message),
      });
      say(`${kept} photographs kept.`);
      if (refused > 0) throw new Refused(`${refused} can't be taken.`);
    };
  },

  'prices refresh': (words) => {
    const { rest, options } = readOptions(words, ['--source']);
    take(rest, []);
    const name = options['--source'];
    return async (context, terminal) => {
      const choose = (sources: PriceSource[]): PriceSource[] => {
        if (sources.length === 0) throw new Refused('PRICE_SOURCES names no price sources.');
        if (name === undefined) return sources;
        const chosen = sources.filter((one) => one.name === name || one.source === name);
        if (chosen.length === 0) throw new Refused(`There is no price source "${name}".`);
        return chosen;
      };
      const refresh = () => refreshConfiguredPrices(context, choose, NEVER);
      tellRuns(await aloneAt(context, 'refresh-prices', refresh), terminal);
    };
  },

  'jobs run': (words) => {
    const { rest } = readOptions(words, ['--at']);
    const job = oneOf('NAME', JOB_NAMES, take(rest, ['NAME'])[0]);
    return async (context, terminal) => {
      if (isMailJob(job) && context.mailer === null) throw new Refused('SMTP_URL is not set.');
      if (job !== 'refresh-prices')
        return tellRun(job, await runJob(context, job, NEVER), terminal);
      const refresh = () => refreshDuePrices(context, NEVER);
      tellRuns(await aloneAt(context, 'refresh-prices', refresh), terminal);
    };
  },

  'discount create': (words, { clockOffsetMs }) => {
    const { rest, options } = readOptions(words, DISCOUNT_OPTIONS);
    const now = new Date(Date.now() + clockOffsetMs);
    const code = readDiscountCode(rest, options, now);
    return async (context, { say }) => {
      if (!(await insertDiscountCode(context.db, code))) {
        throw new Refused(`There is a discount code ${code.code} already.`);
      }
      say(`Made the discount code ${code.code}.`);
    };
  },

  'sandbox refund': (words) => {
    const { rest } = readOptions(words, []);
    const [payment, written] = take(rest, rest.length > 1 ? ['PAYMENT', 'AMOUNT'] : ['PAYMENT']);
    const amount = written === undefined ? null : readCad('AMOUNT', written);
    return async (context, { say }) => {
      const intentId = payment!.startsWith('pi_')
        ? payment!
        : UUID_FORM.test(payment!)
          ? (await findPaymentById(context.db, payment!))?.intentId
          : null;
      if (!intentId) throw new Refused(`There is no card payment ${payment}.`);
      const form: Form = { payment_intent: intentId };
      if (amount !== null) form['amount'] = String(amount);
      const { body } = await inSandbox(context, (db) => createRefund(db, form));
      say(
        `Refunded ${formatCad(toCents(Number(body['amount'])))} of ${intentId}: ${String(body['id'])}.`,
      );
    };
  },

  'sandbox fail-refund': (words) => {
    const [refund] = take(words, ['REFUND']);
    return async (context, { say }) => {
      await inSandbox(context, (db) => failRefund(db, refund!));
      say(`The refund ${refund} has failed.`);
    };
  },

  'sandbox payout': (words) => {
    take(words, []);
    return async (context, { say }) => {
      const payout = await inSandbox(context, payOut);
      if (payout === null) throw new Refused('There is nothing to pay out.');
      say(`Paid ${formatCad(toCents(Number(payout['amount'])))} to the bank: ${payout.id}.`);
    };
  },

  'sandbox dispute': (words) => {
    const [how, id] = take(words, ['win|lose|escalate', 'ID']);
    const decision = oneOf('The decision', ['win', 'lose', 'escalate'], how);
    return async (context, { say }) => {
      await inSandbox(context, (db) =>
        decision === 'escalate'
          ? escalateInquiry(db, id!)
          : decideDispute(db, id!, decision === 'win'),
      );
      say(`The bank has decided: ${decision} ${id}. A shop that runs hears of it.`);
    };
  },

  'settings show': (words) => {
    take(words, []);
    return async (context, { say }) => {
      const { settings } = context.settings.version();
      for (const [word, value] of writtenSettings(settings)) say(`${word}=${value}`);
    };
  },

  'settings set': (words) => {
    if (words.length === 0) throw new WrongUsage('It needs NAME=VALUE.');
    return async (context, { say }) => {
      const { version, settings } = context.settings.version();
      const changed = readSettings(settings, words);
      if (typeof changed === 'string') throw new Refused(changed);
      const isSaved = await inTransaction(context.db, (db) =>
        insertSettings(db, version + 1, changed, null),
      );
      if (!isSaved)
        throw new Refused('Somebody else has saved settings meanwhile. Nothing was saved.');
      await context.settings.renew();
      say(`Saved. A shop that runs shows it within a second.`);
    };
  },

  'log show': (words) => {
    take(words, []);
    return async (context, { say }) => {
      for (const line of await describeLog(context)) say(line);
    };
  },

  'log rotate': (words) => {
    take(words, []);
    return async (context, { say }) => {
      say(`This key signs the log from now on: ${await rotateLog(context)}`);
    };
  },

  'log recover': (words) => {
    const reason = words.filter((word) => word !== ANYWAY);
    // What is meant as an option would be public for good.
    const unknown = reason.find((word) => /^--?[a-z]/i.test(word));
    if (unknown !== undefined) throw new WrongUsage(`There is no option ${unknown}.`);
    if (reason.length === 0) throw new WrongUsage('It needs words that say why.');
    return async (context, { say }, asOwner) => {
      const isHealthy =
        (await findLog(context.db)) !== null && (await whyUnsigned(context)) === null;
      if (isHealthy && !words.includes(ANYWAY)) {
        throw new Refused(
          `This log can be signed. Another one would end every drop, for good: ${ANYWAY} begins it all the same.`,
        );
      }
      const origin = await asOwner((db) =>
        recoverLog({ ...context, db }, reason.join(' '), ({ db: tx }) => giveUpDrops(tx)),
      );
      say(`Began the log ${origin}. Its first entry says why.`);
    };
  },

  'payments recover': (words) => {
    const since = readInstant('SINCE', take(words, ['SINCE'])[0]!);
    return async (context, { say }) => {
      if (context.cardProvider === null) throw new Refused('This shop charges no cards.');
      const recovered = await recoverPayments(context, since);
      for (const { intentId, userId, amount, outcome } of recovered)
        say(`${intentId}\t${formatCad(amount)}\t${userId}\t${outcome}`);
      say(`${recovered.length} payments seen to.`);
      if (recovered.some(({ outcome }) => outcome === 'of nobody'))
        say(
          'Those of nobody stand at Overview, To look into, with the money that went back: close both.',
        );
      if (recovered.some(({ outcome }) => outcome === 'undecided' || outcome === 'refund waits'))
        throw new Refused('Some could not be decided yet: run this again.');
    };
  },

  forgotten: (words) => {
    const { rest, options } = readOptions(words, ['--beside']);
    const from = readInstant('SINCE', take(rest, ['SINCE'])[0]!);
    if (options['--beside'] === undefined) throw new WrongUsage('It needs --beside.');
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

  audit: (words) => {
    take(words, []);
    return async (context, { say }) => {
      const counts = await countViolations(context);
      for (const { invariant, violations } of counts) say(`${invariant}\t${violations}`);
      if (counts.some((row) => row.violations > 0))
        throw new Refused('The audit found violations.');
    };
  },
};

/** Throws DatabaseProblem where there is no shop to compare with. */
async function refuseShopless(pool: pg.Pool, url: string): Promise<void> {
  const setting = { '--beside': url };
  const { rows } = await pool
    .query<{ there: boolean }>(`select to_regclass('public.users') is not null as there`)
    .catch((error: unknown) => {
      throw namingSetting(problemAt(url, error), setting);
    });
  if (!rows[0]!.there) throw new DatabaseProblem(url, 'no shop is in it.', null, '--beside');
}

/** The password of a new account, if the environment has it, or names a file that does. */
function passwordIn(environment: Terminal['environment']): string | undefined {
  const read = readSecretFiles(environment, ['SHOP_PASSWORD']);
  if (read.problems.length > 0) throw new Refused(read.problems.join('\n'));
  return read.environment['SHOP_PASSWORD'];
}

/** `log recover`, where the log can be signed and breaks a rule all the same. */
const ANYWAY = '--anyway';

async function userOf(db: Database, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (user === null) throw new Refused(`There is no account with the e-mail ${email}.`);
  return user;
}

function sayHowToSetUp(email: string, say: (line: string) => void): void {
  say(
    `Their role counts once they have a second factor. For setting it up: npm run shop -- user two-factor ${email}`,
  );
}

/** What the sandbox does for whoever owns it. It tells the shop by its events, as Stripe does. */
async function inSandbox<Result>(
  { db, config }: Context,
  work: (db: Transaction) => Promise<Result>,
): Promise<Result> {
  if (config.stripe !== 'sandbox') throw new Refused('Cards are not charged in the sandbox here.');
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (error instanceof StripeProblem) throw new Refused(error.message);
    throw error;
  }
}

async function backUp(words: string[], config: Config, { say, warn, out }: Speaking) {
  const [file] = take(words, ['FILE']) as [string];
  // As it is: before a new version migrates it, the one that runs can still restore what is written.
  const opened = await openDatabase(config, warn);
  try {
    const ownerUrl = ownerUrlOf(opened);
    const takenAt = new Date(Date.now() + config.clockOffsetMs);
    const { tables, rows } = await writeBackup(ownerUrl, file, takenAt, tablesOf('Backup', out));
    say(`${tables} tables with ${rows} rows are in ${file}. It holds secrets: keep it like a key.`);
    // The backup is made, whatever becomes of the note.
    await insertBackupNote(ownerUrl, { takenAt, notedBy: 'backup' }).catch((error: Error) =>
      warn(`The backup could not be noted for the metrics: ${error.message}`),
    );
  } finally {
    await opened.close();
  }
}

async function noteBackup(words: string[], config: Config, { say, warn }: Speaking) {
  take(words, []);
  const opened = await openDatabase(config, warn);
  try {
    const takenAt = new Date(Date.now() + config.clockOffsetMs);
    const isNoted = await insertBackupNote(ownerUrlOf(opened), { takenAt, notedBy: 'note-backup' });
    if (!isNoted) {
      throw new Refused(
        'This database is of a version without such notes: npm run shop -- migrate',
      );
    }
    say('Noted: a backup was made just now.');
  } finally {
    await opened.close();
  }
}

/** The file is read to its end before a database is opened, and the database asked before it is migrated. */
async function restore(words: string[], config: Config, { say, warn, out }: Speaking) {
  const { rest, options } = readOptions(words, ['--into']);
  const [file] = take(rest, ['FILE']) as [string];
  const into = options['--into'];
  if (into !== undefined) readAddress('--into', into);
  const contents = await checkBackup(file);
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
    await restoreBackup(ownerUrl, file, contents, tablesOf('Restore', out));
    // The note was made after the backup, so it isn't in it.
    const takenAt = new Date(contents.head.takenAt);
    await insertBackupNote(ownerUrl, { takenAt, notedBy: 'backup' });
    const counts = await countViolations(shop.context);
    const broken = counts.filter((row) => row.violations > 0);
    for (const { invariant, violations } of broken) say(`${invariant}\t${violations}`);
    say(`${contents.sums.size} tables of ${contents.head.takenAt} are restored.`);
    if (broken.length > 0) throw new Refused('The audit found violations.');
    say('The audit found nothing.');
    // The mark came along: the next start would refuse it.
    if (config.production) refuseTrials(await listTrials(shop.context.db));
  } finally {
    await shop.close();
  }
}

/** The same shop at another database, where its role signs in as it does at its own. */
function at(url: string, config: Config): Config {
  const { appDatabaseUrl } = config;
  return {
    ...config,
    databaseUrl: url,
    appDatabaseUrl: appDatabaseUrl === null ? null : sameLoginAt(appDatabaseUrl, url),
    directDatabaseUrl: null,
  };
}

// Each takes a second or two.
const PHOTOGRAPHS_MANY = 10;

function photographsOf(out: Screen): (done: number, all: number) => void {
  let show: ((done: number) => void) | null = null;
  return (done, all) => {
    if (all >= PHOTOGRAPHS_MANY) (show ??= startProgress('Photographs', all, out))(done);
  };
}

/** Progress by tables, whose number is known only when work begins. */
function tablesOf(what: string, out: Screen): (done: number, total: number) => void {
  let show: ((done: number) => void) | null = null;
  return (done, total) => (show ??= startProgress(`${what}, tables`, total, out))(done);
}

/** Tells what came of a job; what failed comes again with the next run. */
function tellRun(job: string, run: JobRun | null, { say, warn }: Speaking): void {
  if (run === null) throw new Refused(`Another process runs ${job}.`);
  say(`${run.done} done, ${run.failed} failed.`);
  if (run.problem !== undefined) warn(run.problem);
  if (run.failed > 0) throw new Refused('Those that failed are tried again by the next run.');
}

/** The settings of a command: a job that runs as at another time gets a clock that says so, as its database does. */
function configOf(words: string[], config: Config): Config {
  const [area, verb, ...rest] = words;
  if (area !== 'jobs' || verb !== 'run') return config;
  const at = readOptions(rest, ['--at']).options['--at'];
  if (at === undefined) return config;
  return { ...config, clockOffsetMs: readInstant('--at', at).getTime() - Date.now() };
}

// A command ends when its process is ended.
const NEVER = new AbortController().signal;

/** What came of each source; refused when one failed. `runs` null: another process is at it. */
function tellRuns(runs: PriceRun[] | null, { say, warn }: Speaking): void {
  if (runs === null) throw new Refused('Another process is refreshing the prices.');
  if (runs.length === 0) say('Nothing is due.');
  for (const { source, error, cards, newPrices, heldBack } of runs) {
    if (error !== null) warn(`${source}: ${error}`);
    else say(`${source}: ${cards} cards, ${newPrices} new prices, ${heldBack} held back.`);
  }
  const failed = runs.filter((run) => run.error !== null).length;
  if (failed > 0) {
    throw new Refused(`${failed} of ${runs.length} failed; their last known prices stay.`);
  }
}

// Fewer cards or packs have come in before anybody looks for a bar.
const MANY = 1000;

function progressOf(what: string, total: number, out: Screen): (done: number) => void {
  return total < MANY ? () => {} : startProgress(what, total, out);
}

const DISCOUNT_OPTIONS = [
  '--percent',
  '--fixed',
  '--max',
  '--until',
  '--per-person',
  '--least',
  '--free',
];

const CODE_FORM = /^[A-Z0-9_-]{1,64}$/;

function readDiscountCode(
  rest: string[],
  options: Record<string, string>,
  now: Date,
): Parameters<typeof insertDiscountCode>[1] {
  const { '--percent': percent, '--fixed': fixed, '--max': max, '--until': until } = options;
  const { '--per-person': perPerson, '--least': least, '--free': free } = options;
  const code = take(rest, ['CODE'])[0]!.toUpperCase();
  if ((percent === undefined) === (fixed === undefined)) {
    throw new WrongUsage('It needs either --percent or --fixed.');
  }
  if (!CODE_FORM.test(code)) {
    throw new Refused('A code has 1 to 64 letters, digits, hyphens and underscores.');
  }
  return {
    code,
    ...(percent === undefined
      ? { amountOff: readCad('--fixed', fixed!) }
      : { percent: readCount('--percent', percent, 100) }),
    usesMax: max === undefined ? null : readCount('--max', max, 1_000_000_000),
    usesPerPerson:
      perPerson === undefined ? null : readCount('--per-person', perPerson, 1_000_000_000),
    leastOrder: least === undefined ? null : readCad('--least', least),
    isFree: free !== undefined && readYes('--free', free),
    expiresAt: until === undefined ? null : readEnd(until, now),
  };
}

function readYes(option: string, written: string): boolean {
  if (written !== 'yes' && written !== 'no') throw new Refused(`${option} takes yes or no.`);
  return written === 'yes';
}

function readCad(option: string, written: string): Cents {
  const amount = parseCad(written);
  if (amount === null || amount === 0) {
    throw new Refused(`${option} takes an amount in CAD above 0, such as 5 or 7.50.`);
  }
  return amount;
}

function readCount(option: string, written: string, most: number): number {
  const number = /^\d{1,10}$/.test(written) ? Number(written) : 0;
  if (number < 1 || number > most) {
    throw new Refused(`${option} takes a whole number between 1 and ${most}.`);
  }
  return number;
}

function readAddress(option: string, written: string): string {
  const read = postgresUrl.safeParse(written);
  if (!read.success) throw new Refused(`${option} ${read.error.issues[0]!.message}.`);
  return read.data;
}

const INSTANT_FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z$/;

function readInstant(option: string, written: string): Date {
  const instant = new Date(INSTANT_FORM.test(written) ? written : NaN);
  if (Number.isNaN(instant.getTime())) {
    throw new Refused(`${option} takes an ISO time in UTC such as 2027-01-31T21:00:00Z.`);
  }
  return instant;
}

/** A day means that the whole of it counts, in UTC; an instant means that instant. */
function readEnd(written: string, now: Date): Date {
  const end = isIsoDate(written)
    ? new Date(Date.parse(`${written}T00:00:00Z`) + 86_400_000)
    : new Date(INSTANT_FORM.test(written) ? written : NaN);
  if (Number.isNaN(end.getTime())) {
    throw new Refused('--until takes a date such as 2027-01-31, or an ISO time in UTC.');
  }
  if (end <= now) throw new Refused(`--until ${written} is over already.`);
  return end;
}

function readOptions(
  words: string[],
  known: string[],
): { rest: string[]; options: Record<string, string> } {
  const rest: string[] = [];
  const options: Record<string, string> = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    if (!word.startsWith('--')) rest.push(word);
    else {
      const value = words[(index += 1)];
      if (!known.includes(word)) throw new WrongUsage(`There is no option ${word}.`);
      if (value === undefined) throw new WrongUsage(`${word} needs a value.`);
      options[word] = value;
    }
  }
  return { rest, options };
}

/** The words of a command that takes these and no others, and no options. */
function take(words: string[], names: string[]): string[] {
  const { rest } = readOptions(words, []);
  if (rest.length < names.length) throw new WrongUsage(`It needs ${names[rest.length]}.`);
  if (rest.length > names.length) throw new WrongUsage(`It takes no "${rest[names.length]}".`);
  return rest;
}

function oneOf<const Words extends readonly string[]>(
  what: string,
  words: Words,
  word: string | undefined,
): Words[number] {
  if (word !== undefined && words.includes(word)) return word;
  const given = word === undefined ? '' : `, and not "${word}"`;
  throw new WrongUsage(`${what} is one of ${words.join(', ')}${given}.`);
}

function parse(field: typeof emailField, value: string): string {
  const parsed = field.safeParse(value);
  if (!parsed.success) throw new Refused(parsed.error.issues[0]!.message);
  return parsed.data;
}

/** The command that the first one or two words name, and the words after it. */
function findCommand(words: string[]): { command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command !== undefined && words.length >= length) {
      return { command, rest: words.slice(length) };
    }
  }
  const typed = words.slice(0, 2).join(' ');
  throw new WrongUsage(typed === '' ? '' : `There is no command "${typed}".`);
}

async function run(words: string[], config: Config, terminal: Speaking): Promise<void> {
  const { say, warn } = terminal;
  if (words[0] === 'stop' && words.length === 1) {
    const told: string[] = [];
    const tell = (line: string): void => void told.push(line);
    const isStopped = await stopEmbeddedPostgres(config.dataDir, EMBEDDED_NAME, tell);
    if (!isStopped && told.length > 0) throw new Refused(told.join(' '));
    say(isStopped ? 'Stopped.' : 'Nothing was running.');
    return;
  }
  if (words[0] === 'backup') return backUp(words.slice(1), config, terminal);
  if (words[0] === 'note-backup') return noteBackup(words.slice(1), config, terminal);
  if (words[0] === 'restore') return restore(words.slice(1), config, terminal);
  const { command, rest } = findCommand(words);
  const settings = configOf(words, config);
  const work = command(rest, settings);
  const shop = await openShop(settings, makeLog('silent'), warn);
  try {
    await work(shop.context, terminal, shop.asOwner);
  } finally {
    await shop.close();
  }
}

const UNIQUE_VIOLATION = '23505';

/** One line for a refusal, the whole story for a fault. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain =
    error instanceof Refused ||
    error instanceof Rejection ||
    error instanceof ConfigProblem ||
    error instanceof AccessProblem ||
    error instanceof DatabaseProblem ||
    error instanceof ImportProblem ||
    error instanceof LogRefused ||
    error instanceof BackupProblem;
  if (isPlain) return error.message;
  const refused = postgresError(error);
  // Two files, or two commands at once, that each are right and contradict each other.
  if (refused?.code === UNIQUE_VIOLATION) {
    return `Nothing was changed: this contradicts what is there (${refused.constraint}). ${refused.detail ?? ''}`;
  }
  return error.stack ?? error.message;
}

/** Runs the command that was typed, and returns the exit code. */
export async function runCommandLine(words: string[], terminal: Terminal): Promise<number> {
  const say = (line: string): void => void terminal.out.write(`${line}\n`);
  const warn = (line: string): void => void terminal.err.write(`${line}\n`);
  try {
    await run(words, readConfig(terminal.environment), { ...terminal, say, warn });
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) {
      if (error.message !== '') warn(error.message);
      warn(usageOf(words));
      return 2;
    }
    warn(describeError(error));
    return 1;
  }
}
