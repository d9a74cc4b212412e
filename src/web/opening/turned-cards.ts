// Remembers in this browser which cards were turned, so that Back, a reload and another visit show them turned, and the
// user goes on where they were (choice 943). Logout deletes it.
import { browserStorage } from '../browser/browser-storage.ts';
import type { Turned } from './reveal-state.ts';

// `tab-memory.ts` deletes the keys with this prefix at logout.
const KEY = 'turned-cards';
/** The maximum number of packs, and of lists, that are stored. */
const STORED_MAX = 40;

/** A torn pack. `entry`: the key of the history entry in which its cards were last turned. */
export type TornPack = { openingId: string; packId: string; entry: string; turned: Turned };

/** Packs whose cards were all shown at once. `entry`: the key of the history entry with the list. */
export type ListedPacks = { entry: string; openingIds: string[]; placeIds: string[] };

type Stored = { torn: TornPack[]; listed: ListedPacks[] };

export function storeTorn(pack: TornPack): void {
  const { torn, listed } = read();
  const others = torn.filter(({ openingId }) => openingId !== pack.openingId);
  write({ torn: [pack, ...others].slice(0, STORED_MAX), listed });
}

/**
 * Finds the newest torn pack that the page must not show in its wrapper. If all cards of a pack were turned, it counts
 * only in the history entry in which they were turned: elsewhere the user wants to see the pack again from the start.
 */
export function findTorn(entry: string, isWanted: (pack: TornPack) => boolean): TornPack | null {
  return (
    read().torn.find(
      (pack) =>
        isWanted(pack) && (pack.entry === entry || pack.turned.opened.length < pack.turned.count),
    ) ?? null
  );
}

export function storeListed(list: ListedPacks): void {
  const { torn, listed } = read();
  const others = listed.filter(({ entry }) => entry !== list.entry);
  write({ torn, listed: [list, ...others].slice(0, STORED_MAX) });
}

export function findListed(entry: string): ListedPacks | null {
  return read().listed.find((list) => list.entry === entry) ?? null;
}

export function forgetListed(entry: string): void {
  const { torn, listed } = read();
  write({ torn, listed: listed.filter((list) => list.entry !== entry) });
}

function read(): Stored {
  try {
    const stored = JSON.parse(browserStorage.getItem(KEY) ?? 'null') as Stored | null;
    if (Array.isArray(stored?.torn) && Array.isArray(stored.listed)) return stored;
  } catch {
    // The text is not valid JSON, so this code did not write it.
  }
  return { torn: [], listed: [] };
}

function write(stored: Stored): void {
  browserStorage.setItem(KEY, JSON.stringify(stored));
}
