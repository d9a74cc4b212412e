/** Returns a number with its noun: "1 pack", "1,204 packs". */
export function countOf(count: number, one: string): string {
  return `${count.toLocaleString('en-CA')} ${count === 1 ? one : `${one}s`}`;
}
