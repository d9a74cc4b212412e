// Each of these words has one meaning in names (ARCHITECTURE.md, glossary). This test lists the names that may use a
// word that once had several meanings.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

type Word = { word: string; means: string; forms: RegExp; allowed: RegExp };

const WORDS: Word[] = [
  {
    word: 'settle',
    means: 'what JavaScript calls so: a promise or a mutation that has ended',
    forms: /^(?:un)?settl(?:e|es|ed|ing)$/,
    // The API calls unconfirmed payments "unsettled", a name that is older than this rule.
    allowed:
      /^(?:onSettled|allSettled|PromiseSettledResult|dynamicImportSettled|settled|unsettled(?:Payments|_count|_amount))$/,
  },
  {
    word: 'facts',
    means:
      'what the shop counts of the packs of a type, and what a mail is written from (its column)',
    forms: /^facts?$/,
    allowed:
      /^(?:facts?|Facts|factsOf|FactsPanel|FactsBasis|FACTS_BASES|FACTS_MAX|FACTS_OF_TYPE|PackTypeFactsRow|[cC]ountedFacts|[cC]ardFacts|[sS]howCardFacts|useCardFacts|showPackFacts|recountFacts|findDraftFacts|wireFactsOf|facts_are_counted_over_sealed_packs)$/,
  },
  {
    word: 'ready',
    means: 'what /readyz says: the process takes requests',
    forms: /^ready$/,
    allowed: /^(?:ready|isReady|notReady|handleReadyForQuery)$/,
  },
  {
    word: 'look',
    means: 'the command that takes pictures, and the API’s look into a sealed pack',
    forms: /^look(?:s|ed|ing)?$/,
    allowed:
      /^(?:look|looks|looked|Look|lookAt|lookAsProcess|LOOK_MS|lookInto|isLookedAt|lookFrom|LOOKS_MOST|LOOK_WITHIN_MS|lookIntoPack|Looked|looked_into|PARCELS_LOOKED_AT|NotLookedUp|lookInside)$/,
  },
  {
    word: 'promise',
    means: 'JavaScript’s, and what every pack of a type holds at least',
    forms: /^promis(?:e|es|ed)$/,
    allowed:
      /^(?:[pP]romises?|PromiseSettledResult|PackPromises?|PACK_PROMISES|promises(?:Foil|Rarity|Hits|Of|Made|BrokenBy|TooMuch)|promised|PROMISED_RARITIES|PROMISED_RARITY_OPTIONS|PromisedRarity|promiseInWords|brokenPromises|listBrokenPromises|namesPromise|tryPromises|packs_keep_their_promises)$/,
  },
  {
    word: 'verb',
    means: 'a word of English or SQL: what serves an endpoint is its handler',
    forms: /^verbs?$/,
    allowed: /^verb$/,
  },
  {
    word: 'packet',
    means: 'nothing: statements travel in a pipeline',
    forms: /^packets?$/,
    allowed: /^$/,
  },
];

/** Every name in the code, with one file that contains it. */
const NAMES = new Map<string, string>();
for (const file of globSync(['{src,lab,e2e}/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}'], {
  cwd: ROOT,
})) {
  const { program } = parseSync(file, readFileSync(resolve(ROOT, file), 'utf8'));
  noteNames(program, file);
}

function noteNames(piece: unknown, file: string): void {
  if (Array.isArray(piece)) {
    for (const one of piece) noteNames(one, file);
  } else if (piece !== null && typeof piece === 'object') {
    const { type, name } = piece as { type?: unknown; name?: unknown };
    if ((type === 'Identifier' || type === 'JSXIdentifier') && typeof name === 'string')
      NAMES.set(name, file);
    for (const part of Object.values(piece)) noteNames(part, file);
  }
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');

test.each(WORDS)('`$word` in a name means $means', ({ forms, allowed }) => {
  expect(NAMES.size).toBeGreaterThan(5_000);
  const others = [...NAMES].filter(
    ([name]) => wordsOf(name).some((word) => forms.test(word)) && !allowed.test(name),
  );
  expect(others).toEqual([]);
});
