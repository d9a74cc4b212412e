import { CONSENTS_OF, type Consent } from '#domain/consent.ts';
import { useConfig, useConfigAgain } from './config.ts';

/** The versions of texts that signing up accepts, and a way to look again when the shop says that they have changed. */
export function useAskedAtSignUp(): { texts: Consent[]; reload: () => void } {
  const reload = useConfigAgain();
  const texts = (useConfig()?.legalTexts ?? [])
    .filter(({ key }) => CONSENTS_OF.sign_up.includes(key))
    .map(({ key, version }) => ({ text: key, version }));
  return { texts, reload };
}
