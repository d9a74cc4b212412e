const SHOP = 'Felt & Foil';

/** The head of a screen: `head: titled('Packs')` is "Packs · Felt & Foil". */
export function titled(name?: string) {
  return () => titleOf(name);
}

/** The same where the name comes with the data. */
export function titleOf(name?: string) {
  return { meta: [{ title: name === undefined ? SHOP : `${name} · ${SHOP}` }] };
}
