import { CONSENTS_OF, type Consent } from '#domain/consent.ts';
import { useConfig, useConfigAgain } from './config.ts';

/**
 * The text versions that a new user accepts on signing up, and a function that reloads them when the server reports a
 * change.
 */
export function useAskedAtSignUp(): { texts: Consent[]; reload: () => void } {
  const reload = useConfigAgain();
  const texts = (useConfig()?.legalTexts ?? [])
    .filter(({ key }) => CONSENTS_OF.sign_up.includes(key))
    .map(({ key, version }) => ({ text: key, version }));
  return { texts, reload };
}
