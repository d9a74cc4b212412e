import { toCents, type Cents } from '#domain/money.ts';

/** Where to go on to afterwards, a path of this shop, and the credits that are missing there, in cents. */
export type TopUpSearch = { redirect?: string; missing?: Cents };

export function topUpSearch(search: Record<string, unknown>): TopUpSearch {
  const { redirect } = search;
  const missing = Number(search['missing']);
  return {
    ...(typeof redirect === 'string' ? { redirect } : {}),
    ...(Number.isSafeInteger(missing) && missing > 0 ? { missing: toCents(missing) } : {}),
  };
}
