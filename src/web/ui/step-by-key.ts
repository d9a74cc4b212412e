/** The keys of a row and of a column of things. */
export const ALONG_ROW = { back: 'ArrowLeft', forward: 'ArrowRight' };
export const ALONG_COLUMN = { back: 'ArrowUp', forward: 'ArrowDown' };

/** Where a key leads from place `at` of `count`, round the ends; undefined: it leads nowhere. */
export function stepByKey(
  key: string,
  along: { back: string; forward: string },
  at: number,
  count: number,
): number | undefined {
  switch (key) {
    case along.back:
      return (at - 1 + count) % count;
    case along.forward:
      return (at + 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
