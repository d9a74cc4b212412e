// Texts that operators may write to replace the product's own (docs/product.md §16).

import { LEGAL_KEYS, LEGAL_TITLES, type LegalKey } from './consent.ts';

/** A `text` is free text. `sections` is text with headings. A `line` is one paragraph at most. */
type TextForm = 'text' | 'sections' | 'line';

/** All texts. A new text needs an entry here, and a default in `default-texts.ts`. */
export const SHOP_TEXTS = {
  'about-mission': { label: 'About: our mission', form: 'text', hasDays: false },
  'about-sources': { label: 'About: where packs come from', form: 'line', hasDays: false },
  questions: { label: 'About: questions and answers', form: 'sections', hasDays: false },
  'why-choose-us': { label: 'Home: why choose us', form: 'sections', hasDays: false },
  notice: { label: 'The strip above all pages', form: 'line', hasDays: true },
  terms: { label: LEGAL_TITLES.terms, form: 'sections', hasDays: false },
  privacy: { label: LEGAL_TITLES.privacy, form: 'sections', hasDays: false },
  refunds: { label: LEGAL_TITLES.refunds, form: 'sections', hasDays: false },
  shipping: { label: LEGAL_TITLES.shipping, form: 'sections', hasDays: false },
} as const satisfies Record<string, { label: string; form: TextForm; hasDays: boolean }>;

export type TextKey = keyof typeof SHOP_TEXTS;
export const TEXT_KEYS = Object.keys(SHOP_TEXTS) as [TextKey, ...TextKey[]];

/** Texts that are part of other pages. A published legal text has a page of its own instead. */
export const PAGE_TEXT_KEYS = TEXT_KEYS.filter((key) => !isLegal(key)) as [PageTextKey];
export type PageTextKey = Exclude<TextKey, LegalKey>;

export function isLegal(key: TextKey): key is LegalKey {
  return (LEGAL_KEYS as readonly string[]).includes(key);
}

export const TEXT_LENGTH_MAX = 20_000;
/** The maximum length, in characters, of a text that is on every page. */
export const LINE_LENGTH_MAX = 300;

/**
 * Placeholders in a text. `{sealed}` becomes the sentence about the shop's packs (`seal.ts`), and each of the other
 * two becomes a setting.
 */
export const TEXT_WORDS = ['{shop}', '{contact}', '{sealed}'] as const;

/** Whether a text with a start and an end is shown now. */
export function isShown(
  {
    body,
    shownFrom,
    shownUntil,
  }: { body: string; shownFrom: Date | null; shownUntil: Date | null },
  now: Date,
): boolean {
  if (body.trim() === '') return false;
  return (shownFrom === null || shownFrom <= now) && (shownUntil === null || now < shownUntil);
}
