// What a shopper agrees to, and when they are asked (docs/product.md §16). While no operator has published a text, nobody is asked to accept it.
import { Rejection } from './rejection.ts';

/** The texts that the law asks a shop for; in the order in which they are shown. */
export const LEGAL_KEYS = ['terms', 'privacy', 'refunds', 'shipping'] as const;
export type LegalKey = (typeof LEGAL_KEYS)[number];

export const LEGAL_TITLES: Record<LegalKey, string> = {
  terms: 'Terms',
  privacy: 'Privacy',
  refunds: 'Refunds and returns',
  shipping: 'Shipping policy',
};

/** The text of an address; null: there is none of this name. */
export function legalKeyOf(name: string): LegalKey | null {
  return LEGAL_KEYS.find((key) => key === name) ?? null;
}

/** Whoever has not taken this line out of a text has not read it. */
export const TEMPLATE_MARK = 'This is a template: adapt it to your shop, and ask a lawyer.';

/** A published text, as it holds now. */
export type LegalText = { key: LegalKey; version: number; madeAt: Date };

/** A version of a text that somebody agrees to. */
export type Consent = { text: LegalKey; version: number };

/** `purchase`: the first, and the first under a new version of any of its texts. */
export const CONSENT_OCCASIONS = ['sign_up', 'purchase'] as const;
export type ConsentOccasion = (typeof CONSENT_OCCASIONS)[number];

export const CONSENTS_OF: Record<ConsentOccasion, readonly LegalKey[]> = {
  sign_up: ['terms', 'privacy'],
  purchase: LEGAL_KEYS,
};

/** The versions that hold of what an occasion asks for, without those in `given`. */
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

/** Rejects with CONSENT_REQUIRED where something is missing of what has to be agreed to; it names all of that. */
export function checkConsents(wanted: readonly Consent[], given: readonly Consent[]): void {
  if (wanted.every((one) => hasConsent(given, one))) return;
  const names = wanted.map(({ text, version }) => `${LEGAL_TITLES[text]} (version ${version})`);
  throw new Rejection('CONSENT_REQUIRED', {
    sentence: `To go on, please read and accept: ${names.join(', ')}.`,
    details: { texts: wanted },
  });
}

/** Rejects with AGE_CONFIRMATION_REQUIRED where a lower age was confirmed, or none. */
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
