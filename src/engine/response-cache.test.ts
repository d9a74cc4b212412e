// Tests the response cache with a clock that the test controls.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotCached, openResponseCache, type Build, type ResponseCache } from './response-cache.ts';

type Page = { text: string };

/** An error with a code. `UNAVAILABLE` means that the database did not answer. */
class Rejection extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The current content of the database. */
let truth: string;
let isAway: boolean;
/** Whether the database never answers. */
let isSilent: boolean;
/** Milliseconds that the database takes for an answer. */
let takesMs: number;
let steps: number;
let built: string[];
/** Times at which rebuilds began. */
let begun: number[];
let stale: unknown[];
let cache: ResponseCache;

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function open({ ttlMs = 1_000, bytesMax = 1_000 } = {}): void {
  cache = openResponseCache({
    ttlMs,
    bytesMax,
    bytesOf: (value) => (value as Page).text.length,
    kindOf: (error) =>
      !(error instanceof Rejection) ? 'fault' : error.code === 'UNAVAILABLE' ? 'away' : 'answer',
    unavailable: () => new Rejection('UNAVAILABLE'),
    onStale: (error) => stale.push(error),
  });
}

const ask = async (): Promise<string> => {
  steps += 1;
  if (isAway) throw new Rejection('UNAVAILABLE');
  if (isSilent) await new Promise(() => {});
  if (takesMs > 0) await sleep(takesMs);
  return truth;
};

/** Makes a build with one step. */
const page =
  (name = 'page'): Build<Page> =>
  async () => {
    const at = performance.now();
    begun.push(at);
    const said = await cache.step(ask);
    built.push(name);
    return { value: { text: `${name}: ${said}` }, at };
  };

const slow =
  (milliseconds: number): Build<Page> =>
  async (asOf, last) => {
    const result = await page()(asOf, last);
    await sleep(milliseconds);
    return result;
  };

const textOf = async (key = 'page', build = page(key)) => (await cache.get(key, build)).value.text;

beforeEach(() => {
  vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  [truth, isAway, isSilent, takesMs, steps] = ['first', false, false, 0, 0];
  [built, begun, stale] = [[], [], []];
  open();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a value', () => {
  test('is built once for all concurrent requests', async () => {
    const texts = await Promise.all(Array.from({ length: 500 }, () => textOf()));
    expect(new Set(texts)).toEqual(new Set(['page: first']));
    expect(steps).toBe(1);
  });

  test('is served for a second without a rebuild', async () => {
    await textOf();
    truth = 'second';
    await pass(999);
    expect(cache.peek('page')).toEqual({ text: 'page: first' });
    expect(steps).toBe(1);
    await pass(1);
    expect(cache.peek('page')).toBeNull();
    expect(await textOf()).toBe('page: second');
  });

  test('is at most a second old, however long nobody requested it', async () => {
    await textOf();
    truth = 'second';
    await pass(3_600_000);
    expect(await textOf()).toBe('page: second');
  });

  test('is awaited by all requests after its expiry, and rebuilt once for them', async () => {
    await textOf();
    await pass(1_100);
    truth = 'second';
    const visits = Array.from({ length: 500 }, () => textOf('page', slow(5_000)));
    await pass(5_000);
    expect(new Set(await Promise.all(visits))).toEqual(new Set(['page: second']));
    expect(built).toHaveLength(2);
  });

  test('of a rebuild that began before a change is not served a second after the change', async () => {
    const first = textOf('page', slow(1_500));
    await pass(1);
    truth = 'second';
    await pass(1_000);
    const late = textOf('page', slow(1_500));
    await pass(500);
    expect(await first).toBe('page: first');
    await pass(1_500);
    expect(await late).toBe('page: second');
  });

  test('is rebuilt once a second at most, whatever changes', async () => {
    for (let visit = 0; visit < 400; visit += 1) {
      truth = `change ${visit}`;
      void textOf();
      await pass(25);
    }
    expect(begun).toHaveLength(10);
  });

  test.each([0, 20, 290, 900, 2_500])(
    'is never older than a second, for any requests and changes: rebuilt in %i ms',
    async (milliseconds) => {
      const versions: number[] = [];
      takesMs = milliseconds / 2;
      const composite: Build<Page> = async (asOf) => {
        const row = await cache.get('row', page('row'), asOf);
        await sleep(milliseconds / 2);
        return { value: row.value, at: row.at };
      };
      const change = () => {
        versions.push(performance.now());
        truth = String(versions.length - 1);
      };
      change();
      const wrong: string[] = [];
      let given = 0;
      const visit = async () => {
        const askedAt = performance.now();
        for (const word of (await textOf('page', composite)).match(/\d+/g)!) {
          const next = versions[Number(word) + 1];
          if (next !== undefined && next <= askedAt - 1_000)
            wrong.push(`${word}, which was changed at ${next}, to who asked at ${askedAt}`);
        }
        given += 1;
      };
      for (let turn = 0; turn < 2_000; turn += 1) {
        if (turn % 7 === 0) change();
        // For a while, many visitors come and then none, in turns.
        if (turn % 400 < 300) void visit();
        await pass(turn % 3 === 0 ? 10 : 35);
      }
      await pass(20_000);
      expect(wrong).toEqual([]);
      expect(given).toBe(1_500);
    },
  );

  test('of several is built from shared data, which is read once', async () => {
    const composite: Build<Page> = async (asOf) => cache.get('row', page('row'), asOf);
    for (let second = 0; second < 10; second += 1) {
      for (const key of ['a', 'b', 'c', 'd']) {
        await textOf(key, composite);
        await pass(100);
      }
      await pass(600);
    }
    expect(built.length).toBeLessThanOrEqual(20);
  });

  test('is bounded with all others: the least recently requested one is dropped', async () => {
    open({ bytesMax: 3 * 'a: first'.length });
    for (const key of ['a', 'b', 'c']) await textOf(key);
    cache.peek('a');
    await textOf('d');
    const cached = ['a', 'b', 'c', 'd'].filter((key) => cache.peek(key) !== null);
    expect(cached).toEqual(['a', 'c', 'd']);
  });

  test('is rebuilt for a caller who knows about a change, also during an older rebuild', async () => {
    await textOf();
    await pass(1_100);
    void textOf('page', slow(50));
    await pass(10);
    truth = 'mine';
    const mine = cache.get('page', page(), performance.now());
    await pass(100);
    expect((await mine).value.text).toBe('page: mine');
  });
});

describe('while the database is away', () => {
  test('the stale value is served for ten minutes, and then none', async () => {
    await textOf();
    isAway = true;
    for (let minute = 0; minute < 10; minute += 1) {
      await pass(59_000);
      expect(await textOf()).toBe('page: first');
    }
    await pass(20_000);
    await expect(textOf()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(stale.length).toBeGreaterThan(5);
  });

  test('one request a second queries it, and all others get a response', async () => {
    for (const key of ['a', 'b']) await textOf(key);
    isAway = true;
    await pass(5_000);
    const visit = () => Promise.all(['a', 'b'].map((key) => textOf(key)));
    await Promise.all(Array.from({ length: 100 }, visit));
    await pass(500);
    await Promise.all(Array.from({ length: 100 }, visit));
    // Both keys began a rebuild before the first failure showed that the database is unreachable.
    expect(steps).toBe(2 + 2);
    await pass(600);
    await Promise.all(Array.from({ length: 100 }, visit));
    expect(steps).toBe(2 + 3);
  });

  test('no request waits more than three seconds for a silent database, and later ones do not wait at all', async () => {
    for (const key of ['a', 'b']) await textOf(key);
    isSilent = true;
    await pass(60_000);
    const asked = textOf('a');
    await pass(3_000);
    expect(await asked).toBe('a: first');
    expect(await textOf('b')).toBe('b: first');
    // The first request queries the database, and the other requests don't wait for its answer.
    await pass(1_000);
    const probe = textOf('a');
    expect(await textOf('a')).toBe('a: first');
    expect(await textOf('b')).toBe('b: first');
    await pass(3_000);
    expect(await probe).toBe('a: first');
    expect(steps).toBe(2 + 2);
  });

  test('a build of many steps ends with the first silent one', async () => {
    isSilent = true;
    const asked = ['a', 'b', 'c'].reduce(
      (before, key) => before.catch(() => null).then(() => textOf(key)),
      Promise.resolve('') as Promise<unknown>,
    );
    const ended = asked.catch((error: unknown) => error);
    await pass(3_001);
    expect(await ended).toMatchObject({ code: 'UNAVAILABLE' });
    expect(steps).toBe(1);
  });

  test('once it is back, fresh values are served within a second', async () => {
    await textOf();
    isAway = true;
    await pass(5_000);
    await textOf();
    [isAway, truth] = [false, 'second'];
    await pass(1_000);
    expect(await textOf()).toBe('page: second');
  });
});

describe('a response that must not be cached', () => {
  test.each([
    ['a refusal', new Rejection('PACK_NOT_FOUND')],
    ['a page that is none', new NotCached('no page')],
  ])('is built each time: %s', async (_what, error) => {
    let times = 0;
    const refusing: Build<Page> = async () => {
      times += 1;
      throw error;
    };
    await expect(cache.get('page', refusing)).rejects.toBe(error);
    expect(cache.peek('page')).toBeNull();
    await expect(cache.get('page', refusing)).rejects.toBe(error);
    expect([times, stale]).toEqual([2, []]);
  });

  test('replaces the cached one', async () => {
    await textOf();
    await pass(2_000);
    const gone: Build<Page> = () => Promise.reject(new Rejection('PACK_NOT_FOUND'));
    await expect(cache.get('page', gone)).rejects.toMatchObject({ code: 'PACK_NOT_FOUND' });
    expect(cache.peek('page')).toBeNull();
  });

  test('is a fault: the stale value is served, and a rebuild is tried a second later, not by each request', async () => {
    await textOf();
    await pass(2_000);
    let tries = 0;
    const broken: Build<Page> = async () => {
      tries += 1;
      throw new Error('A bug');
    };
    for (let visit = 0; visit < 50; visit += 1) {
      expect(await textOf('page', broken)).toBe('page: first');
      await pass(100);
    }
    expect(tries).toBe(5);
    expect(stale).toHaveLength(5);
  });
});

test('where nothing is cached, every change is visible', async () => {
  open({ ttlMs: 0 });
  await textOf();
  for (const change of ['second', 'third']) {
    truth = change;
    await pass(1);
    expect(await textOf()).toBe(`page: ${change}`);
  }
});
