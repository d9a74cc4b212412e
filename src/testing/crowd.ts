// Many at once, in any order, for tests of races.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether a crowd is as large as it is written down. */
    areCrowdsWhole: boolean;
  }
}

/**
 * So many in the long versions, and a quarter of them in `npm test`: what is promised of a crowd is promised of each
 * size of it.
 */
export function crowdOf(many: number): number {
  return inject('areCrowdsWhole') ? many : Math.ceil(many / 4);
}

/**
 * What the shop says once it is not too busy: who is told 503 asks again, as the pages and the card provider do.
 * On a busy machine a crowd meets it, and what is promised of a crowd holds all the same.
 */
export async function untilAnswered<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
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
