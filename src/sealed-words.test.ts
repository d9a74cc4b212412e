// Every sentence about seals and makers must be true in every shop that runs this code (choice 781). If a sentence of a
// screen, mail or response contains such a word, it must come from `sealSentence`, or be listed here with the reason
// why it claims nothing more.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { SOURCES } from './domain/default-texts.ts';
import { SEAL_KINDS } from './domain/seal-kind.ts';
import { SEAL_KIND_WORDS, sealSentence } from './domain/seal.ts';

const ROOT = resolve(import.meta.dirname, '..');
const CLAIM = /\b(?:un)?(?:re)?seal(?:s|ed|ing)?\b|\bmanufactur|\bofficial|\bauthentic(?!at)/i;

/** The operator's own claim about sources. It has the specification's text until the operator writes another text. */
const OF_THE_OPERATOR = [SOURCES, 'Verified Authentic', 'Are the packs and cards authentic?'];

/** Sentences that say what "sealed" means, for each kind of seal. */
const OF_THE_SENTENCE = [
  ...SEAL_KINDS.map((kind) => sealSentence([kind])),
  sealSentence(SEAL_KINDS),
  SEAL_KIND_WORDS.resealed,
];

/** Sentences that stand on a page, or in a text, together with the result of `sealSentence`. */
const BESIDE_THE_SENTENCE = [
  'Buy a sealed pack',
  'Every pack is a real one, stored sealed in our warehouse.',
  'From a sealed pack on our shelf to cards in your hand, and what each step costs.',
  'Our mission is to make opening a pack of collectible cards as real online as it is at the table: sealed packs that exist, prices you can check, and cards that are yours to sell, keep or hold in your hand.',
  'Real sealed packs of collectible cards.',
  'Real sealed packs.',
  'Takes packs in, records the cards of each, and seals it under its certification number.',
  'What you buy A pack is a real, sealed pack of collectible cards that lies in our warehouse.',
  'You buy a sealed pack that is in our warehouse.',
  '{sealed} Each card is verified and mapped to real physical inventory.',
  '{sealed} Opening it reveals the cards that are in it, one by one.',
  '{sealed} What a pack holds is not shown to any buyer before they open it, and we promise no particular card.',
];

/** Sentences that say only that a pack is not opened yet. That is true of both kinds of seals. */
const NOT_OPENED = [
  ', counted over its sealed packs at today’s prices.',
  ', counted over sealed ones',
  '1 sealed pack',
  '1 sealed pack waits',
  'See your sealed packs',
  'sealed pack',
  'sealed packs wait',
  "The card of an ordinary pack: the median of the best cards of the type's sealed packs, and how many packs hold a better one.",
  'A certification shows since which day we have this very pack sealed, and whether it has been opened since.',
  'A sealed pack of',
  'A search that finds packs which somebody has sealed shows their serials, and is recorded in the audit log.',
  'Cards count at their credit value, half of the market price, using each day’s newest prices at the exchange rates of our settings today; sealed packs at what you paid.',
  'Days to withdraw: within so many days after you paid by card, you can return packs that are still sealed, for any reason.',
  'Disputed, sealed',
  'From then on its sealed packs can’t be returned here.',
  'If somebody has it sealed, showing its serial is recorded in the audit log.',
  'It is refused while a sealed pack breaks it, and so is a pack that would break it.',
  'It is sealed, and in our hands.',
  'It is sold, and still sealed.',
  'No sealed packs',
  'Not every sealed pack of this type holds',
  'Not known: odds are counted over sealed packs,',
  'Odds, values and best cards of the sealed packs of a type, counted over at least 20 packs or marked as an estimate.',
  'Packs paid for by card stay sealed until you tear them open, whenever you like.',
  'Also if somebody has it sealed, which the audit log records',
  'If somebody has the pack sealed, this is recorded in the audit log.',
  'It has no serials of packs that somebody has sealed.',
  'Packs that somebody has sealed are left out',
  'Sealed',
  'Sealed packs',
  'Sealed packs (',
  'Sealed packs count at market with the mean of what packs of their type hold.',
  'Sealed packs in stock, from',
  'Sealed packs of buyers',
  'Sealed packs: intake, sale, certification and withdrawal.',
  'Shows the contents of a sealed pack.',
  'Sold, sealed',
  'Takes in sealed packs, all or none, and puts them on sale; while a drop of their type is, they wait until it is over, and packs with `awaitsDrop` until a drop takes them.',
  'The contents of a sealed pack are not included.',
  'The pack is still sealed.',
  'The packs stay sealed until you open them.',
  'There is no such card, or its pack is sealed.',
  'What its sealed packs are',
  'While one to nineteen of its packs are sealed, a drop is not valued anew.',
  'Within the days of withdrawal, buyers return sealed packs of a card payment by themselves and for any reason; 0 if the place gives no such right.',
  'You can open your packs, sell and ship your cards, and return sealed packs at any time.',
  'Your sealed packs could not be loaded',
  'by its name, its contact and what sealed means here.',
  'import packs FILE [--cost CAD] [--cost-tax CAD] [--invoice NUMBER] [--supplier NAME] sealed packs from JSON lines, plain or .gz; --cost is what all of them cost together, before taxes',
  'Each of these packs is certified: it is registered, and anybody can verify since when we have it and whether it is still sealed.',
  'resealed or assembled',
  'seal kind',
  'sealKind must be resealed or assembled',
  'sealed pack',
  'sealed packs',
  'sealed packs in stock',
  'sealed, for',
  '· sealed packs',
];

/** Sentences about secrets, and about tickets and entries of the public log, which have seals of their own. */
const OF_THE_LOG = [
  'A seal is missing',
  'A ticket is sealed twice',
  'A ticket, by the hash of its secret: its signature and the seal that covers it, never its owner.',
  'The log of the seal does not begin with that of the drop.',
  'The order gives your place this pack, and your ticket is sealed for it.',
  'The proof has only one of a seal and its place in the log.',
  'The seal does not have your ticket at your place.',
  'The seal is not in the log that the proof shows.',
  'Tickets are sealed after the close',
  'Tickets are sealed at no time of sale',
  'Tickets are sealed before the order',
  'Your ticket is not sealed yet in this proof.',
  'Your ticket is not sealed yet.',
  'Your ticket will be sealed within',
  'seconds and in no seal.',
];

test('each text about seals, makers and authenticity is bound to what the packs are', () => {
  const allowed = [
    ...OF_THE_OPERATOR,
    ...OF_THE_SENTENCE,
    ...BESIDE_THE_SENTENCE,
    ...NOT_OPENED,
    ...OF_THE_LOG,
  ];
  expect(textsWithClaims()).toEqual([...new Set(allowed)].toSorted());
});

test('the pages that ship with the shop say nothing of the kind', () => {
  const pages = globSync('public/**/*.{txt,html,svg}', { cwd: ROOT });
  const fairness = readFileSync(resolve(ROOT, 'docs/fairness.md'), 'utf8');
  expect(pages.filter((page) => CLAIM.test(readFileSync(resolve(ROOT, page), 'utf8')))).toEqual([]);
  // The document about fairness uses "seal" only for entries of the log.
  expect(fairness).not.toMatch(/\bmanufactur|\bofficial|\bauthentic(?!at)/i);
});

/**
 * Returns the sentences of screens, mails, texts and responses that contain a word about seals or makers, each sentence
 * once.
 */
function textsWithClaims(): string[] {
  const files = globSync('src/{domain,web,contract,server}/**/*.{ts,tsx}', { cwd: ROOT });
  // Queries contain names of columns and no texts for readers.
  const shown = files.filter(
    (file) => !/\.test\.tsx?$|-queries\.ts$|list-broken|journal-causes/.test(file),
  );
  const found = shown.flatMap((file) => {
    const source = readFileSync(resolve(ROOT, file), 'utf8');
    return CLAIM.test(source) ? textsOf(file, source) : [];
  });
  return [...new Set(found)].filter((text) => CLAIM.test(text)).toSorted();
}

/** Returns the sentences in a file of code. A single word of code, such as `sealed`, does not count as a sentence. */
function textsOf(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value } = node as { type?: string; value?: unknown };
    if (type === 'ImportDeclaration') return;
    if (type === 'Literal' || type === 'JSXText') found.push(String(value));
    if (type === 'TemplateElement') found.push((value as { raw: string }).raw);
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return found
    .flatMap((text) => text.replaceAll(/\s+/g, ' ').split(/(?<=[.?!:]) (?=[A-Z“{])| ## /))
    .map((text) => text.replace(/^## /, '').trim())
    .filter((text) => / /.test(text) || /^[A-Z][a-z]+$/.test(text));
}
