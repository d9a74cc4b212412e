import { COUNTED_MOST } from '#contract/paging.ts';

/** Returns "12", or "500+" if the shop stopped counting at 500. */
export function countedWords(count: number): string {
  const written = count.toLocaleString('en-CA');
  return count >= COUNTED_MOST ? `${written}+` : written;
}

/** Returns "1 order", "3 orders" or "500+ orders". */
export function countWords(count: number, one: string): string {
  return `${countedWords(count)} ${one}${count === 1 ? '' : 's'}`;
}
