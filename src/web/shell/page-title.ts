const SHOP = 'Felt & Foil';

/** The head of a screen that is nobody else's: `titled('My cards')` is "My cards · Felt & Foil". */
export function titled(name: string) {
  return () => ({
    meta: [{ title: fullTitle(name) }, { name: 'robots', content: 'noindex' }],
  });
}

/** "Packs · Felt & Foil". */
export function fullTitle(name?: string): string {
  return name === undefined ? SHOP : `${name} · ${SHOP}`;
}
