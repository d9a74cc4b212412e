/** Where a card lies, as its shelf and its pack say. */
type Shelved = {
  setName: string;
  number: string;
  finish: string;
  packSerial: string;
  position: number;
};

const WORDS = new Intl.Collator('en', { numeric: true });

/** As people walk along the shelves: by set, and in it by number, "9a" before "10"; then by finish, pack and place in it. */
export function compareOnShelves(one: Shelved, other: Shelved): number {
  return (
    WORDS.compare(one.setName, other.setName) ||
    WORDS.compare(one.number, other.number) ||
    WORDS.compare(one.finish, other.finish) ||
    WORDS.compare(one.packSerial, other.packSerial) ||
    one.position - other.position
  );
}
