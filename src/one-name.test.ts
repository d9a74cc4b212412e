// Only one file contains the shop's default name, and everything that shows a name takes it from the settings. This
// test lists the internal names that contain the default name, each with a reason. Only operators and engineers see
// them.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = import.meta.dirname;
const DEFAULT = 'domain/default-shop.ts';

/** Files that may contain the default name, with the reason. */
const INTERNAL: Record<string, string> = {
  'server/database/': 'the database: its role, its settings, its connections, the form of a backup',
  'server/migrations/': 'the role, in what a migration grants',
  'server/http/tokens.ts': 'whom a token is for, under its signature; older processes read it too',
  'server/runtime/config.ts': 'what traces are filed under',
  'server/tracing/event-channel.ts': 'a channel inside the process',
  'server/tracing/start-tracing.ts': 'what traces are filed under',
  'server/demo/seed.ts': 'the seed of the demo’s packs, which stay as they are',
  'web/api/session.ts': 'where a browser keeps a visit, whatever the shop is called (choice 774)',
};

const files = globSync('**/*.{ts,tsx,css,sql}', { cwd: SRC }).filter(
  (file) => !/\.(?:test|types)\.tsx?$/.test(file) && !file.startsWith('testing/'),
);
const saying = (words: RegExp) =>
  files.filter((file) => words.test(readFileSync(resolve(SRC, file), 'utf8')));
const isInternal = (file: string) =>
  // The file of a function names the database role in its grant.
  /^server\/[\w-]+\/sql\//.test(file) ||
  Object.keys(INTERNAL).some((place) => file.startsWith(place));

test('only one file contains the shop’s name', () => {
  expect(files.length).toBeGreaterThan(500);
  const saidIn = saying(/felt *(?:&|&amp;|and) *foil/i);
  // A migration may contain the default name, because it may describe the past.
  expect(saidIn.filter((file) => !file.includes('/migrations/'))).toEqual([DEFAULT]);
});

test('names derived from it are internal, or in the default', () => {
  const telling = saying(/felt.{0,5}foil/i).filter((file) => file !== DEFAULT);
  expect(telling.filter((file) => !isInternal(file))).toEqual([]);
  for (const place of Object.keys(INTERNAL))
    expect.soft([place, telling.some((file) => file.startsWith(place))]).toEqual([place, true]);
});

test('code for browsers has another word for the cloth of the table', () => {
  expect(
    saying(/felt/i).filter((file) => file.startsWith('web/') || file.startsWith('contract/')),
  ).toEqual(['web/api/session.ts']);
});

test('no page knows the default name: it comes with the settings', () => {
  const knowing = saying(/default-shop/).filter((file) => !file.startsWith('server/'));
  expect(knowing).toEqual([]);
});

/** Files that may name a game, with the reason. Games are data (docs/product.md §2). */
const NAMING_GAMES: Record<string, string> = {
  'domain/seeded-games.ts': 'the games that a shop begins with',
  'server/migrations/': 'the same, in the database',
  'server/demo/seed-singles.ts': 'pack types that the demo sells',
  'server/database/schema.sql': 'comments of released migrations',
  'server/catalogue/import/': 'each importer reads the files of one game’s source',
  'domain/password.ts': 'words that people choose as passwords',
  'art/name-theme.ts': 'a word in the names of cards, not a game',
};

test('only importers and seeds name a game, not even in a comment', () => {
  const naming = saying(/magic\b|pok[eé]mon|yu-?gi-?oh/i);
  const places = Object.keys(NAMING_GAMES);
  expect(naming.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
  for (const place of places)
    expect.soft([place, naming.some((file) => file.startsWith(place))]).toEqual([place, true]);
});
