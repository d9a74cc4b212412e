// Which texts shoppers accept, and when (docs/product.md §16). A text that no operator has published needs no
// acceptance.
import { Rejection } from './rejection.ts';

/** The texts that the law demands of a shop, in the order of display. */
export const LEGAL_KEYS = ['terms', 'privacy', 'refunds', 'shipping'] as const;
export type LegalKey = (typeof LEGAL_KEYS)[number];

export const LEGAL_TITLES: Record<LegalKey, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds and returns',
  shipping: 'Shipping policy',
};

/** The text with this name in a page's address. Null if there is none. */
export function legalKeyOf(name: string): LegalKey | null {
  return LEGAL_KEYS.find((key) => key === name) ?? null;
}

/** A line of every template. Operators must remove it, which shows that they have read the text. */
export const TEMPLATE_MARK = 'This is a template: adapt it to your shop, and ask a lawyer.';

/** The current version of a published text. */
export type LegalText = { key: LegalKey; version: number; madeAt: Date };

/** A shopper's acceptance of one version of a text. */
export type Consent = { text: LegalKey; version: number };

/** `purchase` means the first purchase, and the next purchase after any of the texts has a new version. */
export const CONSENT_OCCASIONS = ['sign_up', 'purchase'] as const;
export type ConsentOccasion = (typeof CONSENT_OCCASIONS)[number];

export const CONSENTS_OF: Record<ConsentOccasion, readonly LegalKey[]> = {
  sign_up: ['terms', 'privacy'],
  purchase: LEGAL_KEYS,
};

/** The current versions that an occasion needs and `given` does not contain. */
export function consentsToGive(
  occasion: ConsentOccasion,
  texts: readonly LegalText[],
  given: readonly Consent[] = [],
): Consent[] {
  return texts
    .filter(({ key }) => CONSENTS_OF[occasion].includes(key))
    .map(({ key, version }) => ({ text: key, version }))
    .filter((wanted) => !hasConsent(given, wanted));
}

/** Rejects with CONSENT_REQUIRED unless every wanted version was accepted. The rejection names all wanted texts. */
export function checkConsents(wanted: readonly Consent[], given: readonly Consent[]): void {
  if (wanted.every((one) => hasConsent(given, one))) return;
  const names = wanted.map(({ text, version }) => `${LEGAL_TITLES[text]} (version ${version})`);
  throw new Rejection('CONSENT_REQUIRED', {
    sentence: `To go on, please read and accept: ${names.join(', ')}.`,
    details: { texts: wanted },
  });
}

/** Rejects with AGE_CONFIRMATION_REQUIRED if the buyer confirmed no age, or an age below `wanted`. */
export function checkAge(wanted: number | null, confirmed: number | null): void {
  if (wanted === null || (confirmed !== null && confirmed >= wanted)) return;
  throw new Rejection('AGE_CONFIRMATION_REQUIRED', {
    sentence: `Please confirm that you are ${wanted} years old or older.`,
    details: { age: wanted },
  });
}

function hasConsent(given: readonly Consent[], { text, version }: Consent): boolean {
  return given.some((one) => one.text === text && one.version === version);
}
