// Texts that operators may write in the place of the product's own (docs/product.md §16).

/** `text`: as it is; `sections`: under its headings; `line`: one paragraph at most. */
type TextForm = 'text' | 'sections' | 'line';

/** What there is to write. A new one is a line here, and a default in `default-texts.ts`. */
export const SHOP_TEXTS = {
  'about-mission': { label: 'About: our mission', form: 'text', hasDays: false },
  questions: { label: 'About: questions and answers', form: 'sections', hasDays: false },
  'why-choose-us': { label: 'Home: why choose us', form: 'sections', hasDays: false },
  notice: { label: 'The strip above all pages', form: 'line', hasDays: true },
} as const satisfies Record<string, { label: string; form: TextForm; hasDays: boolean }>;

export type TextKey = keyof typeof SHOP_TEXTS;
export const TEXT_KEYS = Object.keys(SHOP_TEXTS) as [TextKey, ...TextKey[]];

export const TEXT_LENGTH_MAX = 100_000;
/** What stands on every page has to be short. */
export const LINE_LENGTH_MAX = 300;

/** What may stand in a text for what the settings say. */
export const TEXT_WORDS = ['{shop}', '{contact}'] as const;

/** Whether a text that is shown for some time only is shown now. */
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
