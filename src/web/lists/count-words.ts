import { COUNTED_MOST } from '#contract/paging.ts';

/** "12", or "500+" if the shop stopped counting. */
export function countedWords(count: number): string {
  const written = count.toLocaleString('en-CA');
  return count >= COUNTED_MOST ? `${written}+` : written;
}

/** "1 order", "3 orders", "500+ orders". */
export function countWords(count: number, one: string): string {
  return `${countedWords(count)} ${one}${count === 1 ? '' : 's'}`;
}
