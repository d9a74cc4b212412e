/** Where a card is stored. That is its shelf, and its position in its pack. */
type Shelved = {
  /** The shelf of a single. Null for a card from a pack, which lies with its set. */
  shelf: string | null;
  setName: string;
  number: string;
  finish: string;
  packSerial: string;
  position: number;
};

const WORDS = new Intl.Collator('en', { numeric: true });

/**
 * Sorts cards in the order in which people walk along the shelves: first singles, by shelf, then cards from packs, which
 * lie with their set. Within each, the order is by set, number ("9a" before "10"), finish, pack and position.
 */
export function compareOnShelves(one: Shelved, other: Shelved): number {
  return (
    Number(one.shelf === null) - Number(other.shelf === null) ||
    WORDS.compare(one.shelf ?? '', other.shelf ?? '') ||
    WORDS.compare(one.setName, other.setName) ||
    WORDS.compare(one.number, other.number) ||
    WORDS.compare(one.finish, other.finish) ||
    WORDS.compare(one.packSerial, other.packSerial) ||
    one.position - other.position
  );
}
