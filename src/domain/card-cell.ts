// A card of a pack in one cell of a spreadsheet: `348`, `mid 348`, or `348 | foil | LP | mythic | #12345678`.
import { CONDITIONS, FINISHES, type Condition, type Finish } from './card.ts';
import { FINISH_WORDS } from './finish-words.ts';

export type CardCell = {
  /** Null if the cell names no set. Then it is the set of the pack's type. */
  set: string | null;
  number: string;
  /** If the cell says none, it is the only finish that exists, or else normal. */
  finish?: Finish;
  condition: Condition;
  /** The rarity, in the source's word or in the shop's. */
  rarity?: string;
  /** The number on a grader's label. */
  label?: string;
};

const wordKey = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');

const FINISH_KEYS = new Map<string, Finish>(
  FINISHES.flatMap((finish): [string, Finish][] => [
    [wordKey(finish), finish],
    [wordKey(FINISH_WORDS[finish]), finish],
  ]),
);

/** Conditions by name and by their first letters: `Lightly Played` and `LP`. */
const CONDITION_KEYS = new Map<string, Condition>(
  CONDITIONS.flatMap((condition): [string, Condition][] => [
    [wordKey(condition), condition],
    [wordKey(condition.replaceAll(/[a-z]/g, '')), condition],
  ]),
);

/** Reads a cell: number first, then the rest in any order. Null if it has no number, or has an attribute twice. */
export function readCardCell(cell: string): CardCell | null {
  const [first = '', ...others] = cell.split('|').map((part) => part.trim());
  const words = first.split(/\s+/);
  const number = words.pop()!;
  if (number === '' || words.length > 1) return null;
  const said: Partial<CardCell> = {};
  for (const part of others.filter((one) => one !== '')) {
    const finish = FINISH_KEYS.get(wordKey(part));
    const condition = CONDITION_KEYS.get(wordKey(part));
    const found: Partial<CardCell> = part.startsWith('#')
      ? { label: part.slice(1).trim() }
      : finish !== undefined
        ? { finish }
        : condition !== undefined
          ? { condition }
          : { rarity: part };
    if (Object.keys(found).some((name) => name in said)) return null;
    Object.assign(said, found);
  }
  return {
    set: words[0]?.toLowerCase() ?? null,
    number,
    condition: 'Near Mint',
    ...said,
  };
}
