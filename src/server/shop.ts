// The operator's command line: `npm run shop -- COMMAND`. Works on the same settings and database as
// the server, beside it or alone. Exit 0: done; 1: refused or violated; 2: wrong usage.
import './runtime/node-version.ts';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { emailField, newPasswordField } from '#contract/accounts.ts';
import { ROLES } from '#domain/access.ts';
import { GAMES } from '#domain/card.ts';
import { hashPassword } from './accounts/passwords.ts';
import { insertUser, updateRole } from './accounts/queries.ts';
import { countViolations } from './admin/audit-books.ts';
import { importCards, refreshPotentialHits } from './catalogue/import-cards.ts';
import { ImportProblem } from './catalogue/import/import-problem.ts';
import { CARD_SOURCES } from './catalogue/import/read-card.ts';
import { readCardFiles } from './catalogue/import/read-cards.ts';
import { inTransaction } from './database/database.ts';
import { stopEmbeddedPostgres } from './database/embedded/open-embedded-postgres.ts';
import { openShop } from './open-shop.ts';
import { ConfigProblem, readConfig, type Config } from './runtime/config.ts';
import type { Context } from './runtime/context.ts';
import { makeLog } from './runtime/log.ts';

const USAGE = `Usage: npm run shop -- COMMAND
  migrate                                     bring the database up to this version
  user create EMAIL [--role user|moderator|admin]
                                              password from standard input or SHOP_PASSWORD
  user role EMAIL ROLE                        give a user a role
  import cards FILE... --game magic|pokemon|yugioh --source scryfall|mtgjson|pokemontcg|ygoprodeck
                                              cards and prices from files of a public source
  audit                                       count what breaks a promise; exit 1 if anything does
  stop                                        stop an embedded database that was left running
`;

/** The command was typed wrong: usage, exit 2. */
class WrongUsage extends Error {}

/** The command was understood and refused: one line, exit 1. */
class Refused extends Error {}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

type Command = (context: Context, words: string[]) => Promise<void>;

const COMMANDS: Record<string, Command> = {
  migrate: async () => say('The database is up to date.'),

  'user create': async ({ db }, words) => {
    const { rest, options } = readOptions(words, ['--role']);
    const email = parse(emailField, rest[0]);
    const role = oneOf(ROLES, options['--role'] ?? 'user');
    const password = parse(
      newPasswordField,
      process.env['SHOP_PASSWORD'] ?? (await text(process.stdin)).trim(),
    );
    const user = await insertUser(db, {
      id: randomUUID(),
      email,
      username: email.slice(0, email.indexOf('@')),
      passwordHash: await hashPassword(password),
      role,
    });
    if (user === null) throw new Refused(`An account with the e-mail ${email} already exists.`);
    say(`Made ${email} (${role}).`);
  },

  'user role': async ({ db }, words) => {
    const [email, role] = words;
    if (words.length !== 2) throw new WrongUsage();
    if (!(await updateRole(db, parse(emailField, email), oneOf(ROLES, role)))) {
      throw new Refused(`There is no account with the e-mail ${email}.`);
    }
    say(`${email} is ${role} now.`);
  },

  'import cards': async (context, words) => {
    const { rest, options } = readOptions(words, ['--game', '--source']);
    const game = oneOf(GAMES, options['--game']);
    const source = oneOf(CARD_SOURCES, options['--source']);
    if (rest.length === 0) throw new WrongUsage();
    const observedOn = context.now().toISOString().slice(0, 10);
    const cards = readCardFiles({ files: rest, source, game, observedOn });
    const counts = await inTransaction(context.db, async (db) => {
      // A whole catalogue in one transaction takes longer than any request may.
      await db.execute(sql`set local statement_timeout = 0`);
      const imported = await importCards(db, cards, context.config);
      await refreshPotentialHits(db);
      return imported;
    });
    say(
      `${counts.cards} cards read, ${counts.newCards} of them new; ${counts.newPrices} new prices.`,
    );
  },

  audit: async ({ db }) => {
    const counts = await countViolations(db);
    for (const { invariant, violations } of counts) say(`${invariant}\t${violations}`);
    if (counts.some((row) => row.violations > 0)) throw new Refused('The audit found violations.');
  },
};

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
      if (!known.includes(word) || value === undefined) throw new WrongUsage();
      options[word] = value;
    }
  }
  return { rest, options };
}

function oneOf<const Words extends readonly string[]>(
  words: Words,
  word: string | undefined,
): Words[number] {
  if (word === undefined || !words.includes(word)) throw new WrongUsage();
  return word;
}

function parse(field: typeof emailField, value: string | undefined): string {
  if (value === undefined) throw new WrongUsage();
  const parsed = field.safeParse(value);
  if (!parsed.success) throw new Refused(parsed.error.issues[0]!.message);
  return parsed.data;
}

/** The command that the first one or two words name, and the words after it. */
function findCommand(words: string[]): { command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const command = COMMANDS[words.slice(0, length).join(' ')];
    if (command !== undefined && words.length >= length)
      return { command, rest: words.slice(length) };
  }
  throw new WrongUsage();
}

async function run(words: string[], config: Config): Promise<void> {
  if (words[0] === 'stop' && words.length === 1) {
    say((await stopEmbeddedPostgres(config.dataDir, warn)) ? 'Stopped.' : 'Nothing was running.');
    return;
  }
  const { command, rest } = findCommand(words);
  const shop = await openShop(config, makeLog('silent'), warn);
  try {
    await command(shop.context, rest);
  } finally {
    await shop.close();
  }
}

try {
  await run(process.argv.slice(2), readConfig(process.env));
} catch (error) {
  if (error instanceof WrongUsage) {
    warn(USAGE);
    process.exitCode = 2;
  } else {
    const isPlain =
      error instanceof Refused || error instanceof ConfigProblem || error instanceof ImportProblem;
    const told = error instanceof Error ? error : new Error(String(error));
    warn(isPlain ? told.message : (told.stack ?? told.message));
    process.exitCode = 1;
  }
}
