// All pack types, for the choices of operators' pages.
import * as rows from '#contract/stock-admin.ts';
import { handler } from '../../http/handler.ts';
import { listTypesOfStockRows } from './intake-queries.ts';

export const listTypesOfStock = handler(rows.listTypesOfStock, async ({ db }) => {
  return { packTypes: await listTypesOfStockRows(db) };
});
