import { toCents, type Cents } from '#domain/money.ts';

/** The page to return to afterwards (a path of this shop), and the missing credits there, in cents. */
export type TopUpSearch = { redirect?: string; missing?: Cents };

/** Far more than one purchase can have. */
const MISSING_MOST = 1_000_000_000;

export function topUpSearch(search: Record<string, unknown>): TopUpSearch {
  const { redirect } = search;
  const missing = Number(search['missing']);
  return {
    ...(typeof redirect === 'string' ? { redirect } : {}),
    ...(Number.isInteger(missing) && missing > 0 && missing <= MISSING_MOST
      ? { missing: toCents(missing) }
      : {}),
  };
}
