// What works of one transaction ask for in one turn of the event loop, as one statement for all of them.
import type { Answer, Packet } from './packet.ts';

/**
 * A statement that does for many what each of them asks for: `valuesOf` puts the items of all into its values. If it answers rows,
 * each says by `at`, from 1, whose it is. Each item is looked up by a lateral subquery with a limit, as a plan doesn't know how few
 * there are; `unnest((select $1::uuid[]))` keeps it from being made anew for how many there happen to be.
 */
export type SharedStatement<Item> = {
  text: string;
  valuesOf: (items: Item[]) => unknown[];
  /** Its answer is wanted while Postgres is at work on what is asked behind it. */
  isAnsweredEarly?: true;
};

/** The ids of a statement that is given nothing else, each with its place. */
export const EACH_ID = 'unnest((select $1::uuid[])) with ordinality as w (id, at)';

/** Rows as one array a column, for a statement that unnests them. `width`: of columns, where there may be no row. */
export function inColumns(rows: unknown[][], width = 0): unknown[][] {
  const columns = rows[0]?.length ?? width;
  return Array.from({ length: columns }, (_, column) => rows.map((row) => row[column]));
}

/**
 * Documents as one text, a line each, for `string_to_array(…, e'\n', '')`: what is written as JSON has no line breaks, and to write long
 * texts as an array, and read them again sign by sign, costs more than to store them. Null: an empty line.
 */
export function inLines(documents: readonly (string | null)[]): string {
  return documents.map((document) => document ?? '').join('\n');
}

/** One statement of a packet, and those it does its work for. */
type Share = { place: number; items: unknown[]; answer: Promise<Answer> };

const sharesOf = new WeakMap<Packet, Map<SharedStatement<unknown>, Share>>();

/** Where in which packet a work asked for something last. */
const lastAsked = new WeakMap<object, { packet: Packet; place: number }>();

/** Notes that a work asks alone for what is added to the packet next. */
export function noteAsked(packet: Packet, work: object): void {
  lastAsked.set(work, { packet, place: packet.size });
}

/**
 * The statement that a work takes its part in: one that others have asked for, if that comes behind all that this work has
 * asked for itself, or a new one at the end. What one work asks for is done in the order in which it asked.
 */
export function shareIn(
  packet: Packet,
  work: object,
  name: string,
  shared: SharedStatement<unknown>,
): Share {
  const shares = sharesOf.get(packet) ?? new Map<SharedStatement<unknown>, Share>();
  sharesOf.set(packet, shares);
  const last = lastAsked.get(work);
  const from = last?.packet === packet ? last.place + 1 : 0;
  const open = shares.get(shared);
  const share = open !== undefined && open.place >= from ? open : begin();
  lastAsked.set(work, { packet, place: share.place });
  return share;

  function begin(): Share {
    const items: unknown[] = [];
    const place = packet.size;
    const answer = packet.add(
      name,
      shared.text,
      () => shared.valuesOf(items),
      shared.isAnsweredEarly,
    );
    const begun = { place, items, answer };
    shares.set(shared, begun);
    return begun;
  }
}
