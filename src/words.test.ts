// Each of these words has one meaning in names (ARCHITECTURE.md, glossary). This test lists the names that may use a
// word which once had several meanings.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

type Word = {
  word: string;
  means: string;
  forms: RegExp;
  allowed: RegExp;
  /**
   * Names that only some files may use. They are written as `name in file`, or as `.name in file` for a member of an
   * object.
   */
  allowedIn?: RegExp[];
};

const WORDS: Word[] = [
  {
    word: 'settle',
    means: 'what JavaScript calls so: a promise or a mutation that has ended',
    forms: /^(?:un)?settl(?:e|es|ed|ing)$/,
    // The API calls unconfirmed payments "unsettled". That name is older than this rule.
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
    word: 'keep',
    means: 'what a person does not give away: a card, the account, a payment card',
    forms: /^(?:un)?(?:keep|keeps|kept|keeping|keepers?)$/,
    // These are names of HTTP and of the query library, besides those of the API and the audit.
    allowed:
      /^(?:[kK]eepAccount(?:Button)?|accountKeptMail|keepPaymentCard|packs_keep_their_promises|purchase_limit_kept|discount_terms_kept|keepAlive|KEEP_ALIVE_MS|keepAliveTimeout|keepAliveInitialDelayMillis|keepPreviousData|keepsPrevious|onKeep)$/,
    allowedIn: [
      // The API's field, which says whether a payment card is saved.
      /^\.?keep in client\/src\/calls\.ts$|^\.?keep in src\/(?:contract|server|web)\/(?:card-payments|roles\.http\.test|sealed-serials\.http\.test|wallet\/payment-methods\.http\.test)\b/,
      // One is an option of a command, and the other is a mail's state in the database.
      /^\.?keep in scripts\/monitor\.ts$|^\.?kept in src\/web\/admin\/mail-state\.tsx$/,
    ],
  },
  {
    word: 'answer',
    means: 'the function of a handler, and what an operator says about a buyer’s place',
    forms: /^(?:un)?answer(?:s|ed|ing|ers?)?$/,
    allowed: /^(?:AnswerOf|answerPlaceQuestion)$/,
    allowedIn: [
      /^\.answer in src\/server\/(?!.*\.test\.)/,
      /^answer in src\/server\/http\/(?:cached-endpoints|serve)\.ts$/,
    ],
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

/**
 * Every name in the code, with its uses. A use is written as `name in file`, or as `.name in file` for a member of an
 * object.
 */
const NAMES = new Map<string, Set<string>>();
for (const file of globSync(['{src,lab,e2e,client/src}/**/*.{ts,tsx}', 'scripts/**/*.{ts,mjs}'], {
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
      noteName(name, `${name} in ${file}`);
    for (const [part, value] of Object.entries(piece)) {
      const member = part === memberOf(piece as Piece) ? (value as { name?: string }).name : null;
      if (typeof member === 'string') noteName(member, `.${member} in ${file}`);
      else noteNames(value, file);
    }
  }
}

function noteName(name: string, use: string): void {
  const uses = NAMES.get(name) ?? new Set();
  NAMES.set(name, uses.add(use));
}

type Piece = { type?: string; computed?: boolean; shorthand?: boolean; key?: object };

/**
 * Returns which part of a piece names a member. Returns null if the piece has no such part, or if the name is also a
 * variable's.
 */
function memberOf({ type, computed, shorthand, key }: Piece): string | null {
  if (computed === true || shorthand === true) return null;
  if (type === 'MemberExpression') return 'property';
  return key === undefined ? null : 'key';
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');

test.each(WORDS)('`$word` in a name means $means', ({ forms, allowed, allowedIn = [] }) => {
  expect(NAMES.size).toBeGreaterThan(5_000);
  const others = [...NAMES].filter(
    ([name]) => wordsOf(name).some((word) => forms.test(word)) && !allowed.test(name),
  );
  const uses = others.flatMap(([, places]) => [...places]);
  expect(uses.filter((use) => !allowedIn.some((form) => form.test(use)))).toEqual([]);
});
