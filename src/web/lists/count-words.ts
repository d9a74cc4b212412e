import { COUNTED_MOST } from '#contract/paging.ts';
import { pluralOf } from '../ui/count-of.ts';

/** Returns the number as a text, such as "12". If the shop stopped counting at 500, returns "500+". */
export function countedWords(count: number): string {
  const written = count.toLocaleString('en-CA');
  return count >= COUNTED_MOST ? `${written}+` : written;
}

/** Returns "1 order", "3 orders" or "500+ orders". */
export function countWords(count: number, one: string): string {
  return `${countedWords(count)} ${count === 1 ? one : pluralOf(one)}`;
}
