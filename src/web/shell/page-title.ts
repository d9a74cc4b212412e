import { fullTitle, knownConfig } from '../accounts/config.ts';
import type { Asker } from '../api/ask.ts';

type Screen = { match: { context: Asker } };

/** Returns the head of a private screen: `titled('My cards')` gives the title "My cards · Harbour Cards". */
export function titled(name: string) {
  return ({ match }: Screen) => ({
    meta: [
      { title: fullTitle(shopOf(match.context), name) },
      { name: 'robots', content: 'noindex' },
    ],
  });
}

/** Returns the shop's name for the head of a page. Empty if the settings are not loaded. */
export function shopOf(asker: Asker): string {
  return knownConfig(asker)?.name ?? '';
}
