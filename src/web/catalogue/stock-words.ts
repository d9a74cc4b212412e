import type { PackType } from '#contract/catalogue.ts';
import { STOCK_COUNTED_MOST } from '#domain/stock.ts';

/** Returns the number of packs that are left, such as "12". The shop counts only up to a maximum: "100+". */
export function stockInWords({
  availablePacksCount,
}: Pick<PackType, 'availablePacksCount'>): string {
  return availablePacksCount >= STOCK_COUNTED_MOST
    ? `${STOCK_COUNTED_MOST}+`
    : String(availablePacksCount);
}
