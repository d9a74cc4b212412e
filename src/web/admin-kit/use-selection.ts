// The rows of an operators' list that are selected, over all of its pages.
import { useState } from 'react';
import { messageOf } from '../api/messages.ts';
import type { Ticks } from '../lists/ticks.tsx';
import { showToast } from '../ui/toast.tsx';

/**
 * The most rows that can be selected. It equals the number up to which lists count, and the most rows that one act
 * takes.
 */
export const SELECTED_MOST = 500;

const ROWS_AT_ONCE = 100;

export type Selection<Row> = Ticks & {
  rows: Row[];
  /** Selects the rows of all pages. Null if the list does not support this. */
  readAll: (() => void) | null;
  isReading: boolean;
};

/**
 * `of`: a name for the list and its filters. A new name clears the selection. `most`: the most rows that can be
 * selected. `read`: reads a page of the list with up to `limit` rows.
 */
export function useRowSelection<Row>(
  shown: readonly Row[],
  keyOf: (row: Row) => string,
  of: string,
  {
    most = SELECTED_MOST,
    read = null,
  }: {
    most?: number;
    read?: ((page: number, limit: number) => Promise<readonly Row[]>) | null;
  } = {},
): Selection<Row> {
  const [state, setState] = useState<{ of: string; rows: ReadonlyMap<string, Row> }>({
    of,
    rows: new Map(),
  });
  const [isReading, setReading] = useState(false);
  const before = state.of === of ? state.rows : new Map<string, Row>();
  // Selected rows on the shown page get their newest data.
  const current = new Map(shown.map((row) => [keyOf(row), row]));
  const ids = [...before.keys()];
  const shownIds = [...current.keys()];
  const shownTicked = shownIds.filter((id) => before.has(id)).length;
  const set = (change: (rows: Map<string, Row>) => void) =>
    setState((last) => {
      const rows = new Map(last.of === of ? last.rows : []);
      change(rows);
      return { of, rows };
    });
  const readAll = async () => {
    setReading(true);
    try {
      for (let page = 1; page <= SELECTED_MOST / ROWS_AT_ONCE; page += 1) {
        // oxlint-disable-next-line no-await-in-loop -- The last page is known only when it is read.
        const found = await read!(page, ROWS_AT_ONCE);
        set((rows) => found.forEach((row) => rows.set(keyOf(row), row)));
        if (found.length < ROWS_AT_ONCE) break;
      }
    } catch (error) {
      showToast({ kind: 'error', title: 'Not all were selected', text: messageOf(error) });
    } finally {
      setReading(false);
    }
  };
  return {
    ids,
    rows: ids.map((id) => current.get(id) ?? before.get(id)!),
    has: (id) => before.has(id),
    toggle: (id) =>
      set((rows) => {
        if (!rows.delete(id) && rows.size < most) rows.set(id, current.get(id)!);
      }),
    toggleAll: () =>
      set((rows) => {
        if (shownTicked === shown.length) shownIds.forEach((id) => rows.delete(id));
        else current.forEach((row, id) => rows.size < most && rows.set(id, row));
      }),
    clear: () => set((rows) => rows.clear()),
    shown: shown.length,
    shownTicked,
    readAll: read === null ? null : () => void readAll(),
    isReading,
  };
}
