import { toCents, type Cents } from '#domain/money.ts';

/**
 * `redirect`: the path in this shop to which the user returns after the top-up. `missing`: how many credits the user
 * lacks there, in cents.
 */
export type TopUpSearch = { redirect?: string; missing?: Cents };

/** The highest value of `missing`, in cents. It is far more than one purchase can cost. */
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
