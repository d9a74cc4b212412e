/** Where a card lies: its shelf, and its position in its pack. */
type Shelved = {
  setName: string;
  number: string;
  finish: string;
  packSerial: string;
  position: number;
};

const WORDS = new Intl.Collator('en', { numeric: true });

/**
 * Sorts cards as people walk along the shelves: by set, then by number ("9a" before "10"), then by finish, pack and
 * position.
 */
export function compareOnShelves(one: Shelved, other: Shelved): number {
  return (
    WORDS.compare(one.setName, other.setName) ||
    WORDS.compare(one.number, other.number) ||
    WORDS.compare(one.finish, other.finish) ||
    WORDS.compare(one.packSerial, other.packSerial) ||
    one.position - other.position
  );
}
