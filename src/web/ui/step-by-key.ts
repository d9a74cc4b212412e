/** The arrow keys that move along a row, and those that move along a column. */
export const ALONG_ROW = { back: 'ArrowLeft', forward: 'ArrowRight' };
export const ALONG_COLUMN = { back: 'ArrowUp', forward: 'ArrowDown' };

/** Returns the index to which `key` moves from `at`, in a circle. Returns undefined for any other key. */
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
