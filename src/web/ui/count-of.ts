/** Returns the plural of a noun: "packs", "deliveries". */
export function pluralOf(one: string): string {
  return `${one.replace(/(?<![aeiou])y$/, 'ie')}s`;
}

/** Returns a number with its noun: "1 pack", "1,204 packs". */
export function countOf(count: number, one: string): string {
  return `${count.toLocaleString('en-CA')} ${count === 1 ? one : pluralOf(one)}`;
}
