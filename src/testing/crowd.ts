// Makes crowds for tests of races, which are many calls at once in any order.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether crowds have their full size, as in the long versions. */
    areCrowdsWhole: boolean;
  }
}

/**
 * Returns the size of a crowd, which is `many` in the long versions, and a quarter of that in `npm test`. The tested
 * rules hold for crowds of every size.
 */
export function crowdOf(many: number): number {
  return inject('areCrowdsWhole') ? many : Math.ceil(many / 4);
}

/**
 * Repeats a call while the answer is 503, as pages and the card provider do. On a busy machine a crowd gets 503, and
 * the tested rules must also hold then.
 */
export async function retryWhileBusy<Outcome extends { status: number }>(
  ask: () => Promise<Outcome>,
): Promise<Outcome> {
  for (;;) {
    const response = await ask();
    if (response.status !== 503) return response;
  }
}

/** Does `work` for every item, `width` at a time. Returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = [...items.entries()];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        results[next[0]] = await work(next[1]);
      }
    }),
  );
  return results;
}

export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
