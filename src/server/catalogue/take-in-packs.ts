// The old name of a query, for `database/transaction.types.test.ts` and `checkout/suggestions.http.test.ts`.
export { insertPacks as takeInPacks } from './physical-packs-queries.ts';
