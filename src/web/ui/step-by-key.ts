/** The arrow keys for moving along a row and along a column. */
export const ALONG_ROW = { back: 'ArrowLeft', forward: 'ArrowRight' };
export const ALONG_COLUMN = { back: 'ArrowUp', forward: 'ArrowDown' };

/** The index to move to from `at` when `key` is pressed, wrapping at the ends. Undefined for other keys. */
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
