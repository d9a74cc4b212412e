import { COUNTED_MOST } from '#contract/paging.ts';

/** Returns the number as a text, such as "12". If the shop stopped counting at 500, returns "500+". */
export function countedWords(count: number): string {
  const written = count.toLocaleString('en-CA');
  return count >= COUNTED_MOST ? `${written}+` : written;
}

/** Returns "1 order", "3 orders" or "500+ orders". */
export function countWords(count: number, one: string): string {
  return `${countedWords(count)} ${one}${count === 1 ? '' : 's'}`;
}
