// Checks that the documents name only existing files, commands, choices and sections.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, normalize, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CARD_STEPS } from '#domain/card.ts';
import { DISPUTE_STEPS } from '#domain/dispute-state.ts';
import { DROP_STEPS } from '#domain/drop.ts';
import { PAYMENT_STEPS } from '#domain/payment.ts';
import { REFUND_STEPS } from '#domain/refund.ts';
import { SHIPMENT_STEPS } from '#domain/shipping.ts';
import { PACK_STEPS } from '#domain/stock.ts';
import { toCents } from '#domain/money.ts';
import { refundSentence } from '#domain/refund-words.ts';

const ROOT = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');

/** All files and folders of the repository, without those that are built, installed or stored in the same directory. */
const FILES = globSync(
  ['*', '.*', '{.ci,data,deploy,docs,e2e,lab,public,scripts,src}/**/*', 'client/{*,src/*}'],
  { cwd: ROOT },
);
const DOCS = FILES.filter((file) => file.endsWith('.md'));
const TEXTS = FILES.filter((file) =>
  /\.(?:md|tsx?|mjs|sql|css|ya?ml)$|^\.env\.example$/.test(file),
);

/**
 * Names that look like files but are not in the repository. They are served files, generated files and placeholders.
 */
const ELSEWHERE =
  /^(?:packproof|mine|index|NNNN_what-it-is)\.|^\.(?:batch|steps)\.sql$|^\/api\/|^\/verify\/|^dist\//;

type Found = { at: string; what: string };

/** Where a pattern occurs in some files, by line: `docs/x.md:12`. */
function find(files: string[], form: RegExp): Found[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(form)].map(([, what]) => ({ at: `${file}:${at + 1}`, what: what! })),
      ),
  );
}

describe('the docs', () => {
  test('have links only to existing files', () => {
    const links = find(DOCS, /\]\((?!https?:|mailto:|#)([^)#]+)/g);
    expect(links.length).toBeGreaterThan(80);
    const gone = links.filter(({ at, what }) => {
      const target = normalize(`${dirname(at)}/${what}`).replace(/\/$/, '');
      return !FILES.includes(target);
    });
    expect(gone).toEqual([]);
  });

  test('name only existing files', () => {
    const named = find(DOCS, /`([\w./-]+\.(?:tsx?|mjs|sql|md|ya?ml|json|css|html|conf|sh))`/g);
    expect(named.length).toBeGreaterThan(250);
    const gone = named.filter(
      ({ what }) =>
        !ELSEWHERE.test(what) &&
        !ELSEWHERE.test(basename(what)) &&
        !FILES.some((file) => file === what || file.endsWith(`/${what}`)),
    );
    expect(gone).toEqual([]);
  });

  test('name only existing commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = find(DOCS, /npm run (?:-s )?([a-z][a-z0-9:]*)/g);
    expect(named.length).toBeGreaterThan(60);
    expect(named.filter(({ what }) => !(what in scripts))).toEqual([]);
  });

  test('link only to existing headings', () => {
    const anchors = DOCS.flatMap((file) =>
      [...read(file).matchAll(/\]\(([\w./-]+\.md)?#([\w-]+)\)/g)].map(([, to, anchor]) => ({
        at: file,
        to: to === undefined ? file : normalize(`${dirname(file)}/${to}`),
        anchor: anchor!,
      })),
    );
    expect(anchors.length).toBeGreaterThan(15);
    const headings = (file: string) =>
      [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
        text!
          .toLowerCase()
          .replaceAll(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      );
    expect(anchors.filter(({ to, anchor }) => !headings(to).includes(anchor))).toEqual([]);
  });
});

const wordsOf = (file: string) => read(file).trim().split(/\s+/).length;

describe('the documents are short enough', () => {
  const GUIDE = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/add-a-call.md'];
  const EVERY = DOCS.filter((file) => file !== 'CHANGELOG.md' && file !== 'THIRD-PARTY.md');

  test.each([
    { what: 'what somebody reads who begins', files: GUIDE, most: 6000 },
    { what: 'docs/product.md', files: ['docs/product.md'], most: 12_000 },
    { what: 'docs/security.md', files: ['docs/security.md'], most: 6000 },
    { what: 'all of them', files: EVERY, most: 60_000 },
  ])('$what: at most $most words', ({ files, most }) => {
    expect(files.reduce((sum, file) => sum + wordsOf(file), 0)).toBeLessThanOrEqual(most);
  });
});

test('the list of documents has each of docs/, with the minutes it takes', () => {
  const list = read('docs/README.md').replaceAll(/\n +/g, ' ');
  const listed = [...list.matchAll(/\]\(([^)]+\.md)\)[^[\n]*?\((\d+) min/g)].map(
    ([, to, minutes]) => ({ file: normalize(`docs/${to}`), minutes: Number(minutes) }),
  );
  const owed = FILES.filter((file) => /^docs\/[\w-]+\.md$/.test(file) && file !== 'docs/README.md');
  expect(owed.length).toBeGreaterThan(10);
  expect(owed.filter((file) => !listed.some((one) => one.file === file))).toEqual([]);
  // The list must say the reading time at 230 words a minute, rounded up. A difference of one minute is no reason to
  // change the list.
  const stale = listed
    .map((one) => ({ ...one, takes: Math.ceil(wordsOf(one.file) / 230) }))
    .filter(({ minutes, takes }) => Math.abs(minutes - takes) > 1);
  expect(stale).toEqual([]);
});

test('docs/operators.md has the sentence about a refund that the page shows', () => {
  const refund = {
    amount: toCents(3280),
    resold: 1,
    shown: 2,
    keepable: 2,
    opened: 1,
    buyersReturn: 'open' as const,
  };
  const said = read('docs/operators.md').replaceAll(/\n\s*>? ?/g, ' ');
  expect(said).toContain(refundSentence(refund));
});

/**
 * The numbers of the choices that a text cites, even if a citation spans two lines. "3 to 5" also cites the numbers
 * between 3 and 5.
 */
function choicesCitedIn(text: string): string[] {
  const joined = text.replaceAll(/\n[ \t]*(?:\/\/|\*|--|#)?[ \t]*/g, ' ');
  const lists = joined.matchAll(/\b[Cc]hoices? ((?:\d+(?:, and |, | and | to )?)+)/g);
  return [...lists].flatMap(([, list]) =>
    [...list!.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${Number(from) + at}`),
    ),
  );
}

describe('a choice', () => {
  const choices = read('docs/choices.md');
  const numbersIn = (text: string) =>
    [...text.matchAll(/^- \*\*(\d+)\.\*\*/gm)].map(([, one]) => one!);
  const numbers = numbersIn(choices);
  const cited = TEXTS.flatMap((at) => choicesCitedIn(read(at)).map((what) => ({ at, what })));

  test('has a number of its own', () => {
    expect(numbers.length).toBeGreaterThan(250);
    expect(numbers.filter((one, at) => numbers.indexOf(one) !== at)).toEqual([]);
  });

  test('exists if it is cited', () => {
    expect(cited.length).toBeGreaterThan(300);
    expect(cited.filter(({ what }) => !numbers.includes(what))).toEqual([]);
  });

  test('is removed if nothing cites it', () => {
    const known = new Set(cited.map(({ what }) => what));
    expect(numbers.filter((one) => !known.has(one))).toEqual([]);
  });
});

test('a cited section of docs/product.md exists', () => {
  const sections = [...read('docs/product.md').matchAll(/^## (\d+)\./gm)].map(([, one]) => one!);
  const cited = find(TEXTS, /product\.md\)?,? (?:§|sections? )(\d+)/g);
  expect(cited.length).toBeGreaterThan(100);
  expect(cited.filter(({ what }) => !sections.includes(what))).toEqual([]);
});

/**
 * The allowed steps between states, by the name of their constant in `domain`. The database's table `allowed_steps`
 * contains the same steps.
 */
const STEPS: Record<string, Record<string, readonly string[]>> = {
  PACK_STEPS,
  CARD_STEPS,
  REFUND_STEPS,
  DISPUTE_STEPS,
  PAYMENT_STEPS,
  SHIPMENT_STEPS,
  DROP_STEPS,
};

describe('the drawings of states', () => {
  const pictures = [
    ...read('docs/product.md').matchAll(
      /`([A-Z]+_STEPS)`(?:.+\n)+\n```mermaid\nstateDiagram-v2\n([^]*?)```/g,
    ),
  ].map(([, name, drawn]) => ({ name: name!, drawn: drawn! }));

  test('are those of places, cards, refunds, disputes, payments, shipments and drops', () => {
    expect(pictures.map(({ name }) => name)).toEqual(Object.keys(STEPS));
  });

  test.each(pictures)('show exactly the steps that $name allows', ({ name, drawn }) => {
    const steps = [...drawn.matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(
      ([, from, to]) => `${from} -> ${to}`,
    );
    const allowed = Object.entries(STEPS[name]!).flatMap(([from, following]) =>
      following.map((to) => `${from} -> ${to}`),
    );
    expect(steps.toSorted()).toEqual(allowed.toSorted());
  });
});

test('the worked example of a call equals the files', () => {
  const diffs = read('docs/add-a-call.md').split('```diff\n').slice(1);
  const told = diffs.flatMap((diff) => {
    const lines = diff.split('```')[0]!.split('\n');
    const code = read(lines[0]!.replace(/^ *\/\/ /, ''));
    return lines.slice(1).map((line) => ({ line: line.slice(1), code }));
  });
  expect(told.length).toBeGreaterThan(50);
  const stale = told.filter(({ line, code }) => line.trim() !== '...' && !code.includes(line));
  expect(stale.map(({ line }) => line)).toEqual([]);
});
