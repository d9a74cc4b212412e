import { CONSENTS_OF, type Consent } from '#domain/consent.ts';
import { useConfig, useConfigAgain } from './config.ts';

/**
 * Returns the versions of the legal texts that a new user accepts on signing up. `reload` fetches them again after the
 * server has reported that they changed.
 */
export function useAskedAtSignUp(): { texts: Consent[]; reload: () => void } {
  const reload = useConfigAgain();
  const texts = (useConfig()?.legalTexts ?? [])
    .filter(({ key }) => CONSENTS_OF.sign_up.includes(key))
    .map(({ key, version }) => ({ text: key, version }));
  return { texts, reload };
}
