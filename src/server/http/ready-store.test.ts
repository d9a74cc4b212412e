// What is kept ready, by a clock that the test holds.
import { beforeEach, describe, expect, test } from 'vitest';
import { Rejection } from '#domain/rejection.ts';
import {
  NotKept,
  openReadyStore,
  PATIENCE_MS,
  type Making,
  type ReadyStore,
} from './ready-store.ts';

let clock: number;
/** What the database says. */
let truth: string;
let isAway: boolean;
let looks: number;
let makings: string[];
/** When slow ones began. */
let begun: number[];
let failures: unknown[];
let store: ReadyStore<string>;
let sleepers: { at: number; wake: () => void }[];

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

const sleep = (milliseconds: number) =>
  new Promise<void>((wake) => {
    sleepers.push({ at: clock + milliseconds, wake });
  });

/** Lets time go by, and wakes whoever waited for it. */
async function pass(milliseconds: number): Promise<void> {
  clock += milliseconds;
  const due = sleepers.filter(({ at }) => at <= clock);
  sleepers = sleepers.filter(({ at }) => at > clock);
  for (const { wake } of due) wake();
  await settle();
}

function open(options: { everyMs?: number; most?: number } = {}): void {
  store = openReadyStore({
    everyMs: 1_000,
    most: 3,
    look: async () => {
      looks += 1;
      if (isAway) throw new Error('The database is away');
      return truth;
    },
    onFailure: (error) => failures.push(error),
    now: () => clock,
    pause: sleep,
    ...options,
  });
}

beforeEach(() => {
  [clock, truth, isAway, looks] = [100_000, 'first', false, 0];
  [makings, begun, failures, sleepers] = [[], [], [], []];
  open();
});

type Made = { text: string };

const page = (name = 'page'): Making<Made, string> => ({
  make: async (seen) => {
    makings.push(name);
    await Promise.resolve();
    return { text: `${name}: ${seen}` };
  },
  isStill: ({ text }, seen) => text === `${name}: ${seen}`,
});

/** A page that is being made until `finish` is called. */
function held(): [Making<Made, string>, finish: () => void] {
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  return [slowed(() => isFinished), finish];
}

/** A page that takes so long to make. */
const taking = (milliseconds: number) => slowed(() => sleep(milliseconds));

const slowed = (waits: () => Promise<void>): Making<Made, string> => ({
  ...page(),
  make: async (seen) => {
    makings.push('slow');
    begun.push(clock);
    await waits();
    return { text: `page: ${seen}` };
  },
});

const textOf = async (key = 'page', making = page(key)) => (await store.get(key, making)).text;

describe('what is kept ready', () => {
  test('is made once for all who ask at once, and looked for once', async () => {
    const texts = await Promise.all(Array.from({ length: 500 }, () => textOf()));
    expect(new Set(texts)).toEqual(new Set(['page: first']));
    expect([makings.length, looks]).toEqual([1, 1]);
  });

  test('is given for a second without a look', async () => {
    await textOf();
    truth = 'second';
    await pass(800);
    expect(store.take('page')).toEqual({ text: 'page: first' });
    expect(looks).toBe(1);
  });

  test('is as new as 1.3 seconds ago wherever visitors are few, though others are looked for meanwhile', async () => {
    await textOf('other');
    await pass(100);
    truth = 'second';
    await pass(750);
    await textOf();
    await pass(940);
    const asked = textOf();
    await pass(PATIENCE_MS);
    expect(await asked).toBe('page: second');
  });

  test('is as new as a second ago, however long nobody asked', async () => {
    await textOf();
    truth = 'second';
    await pass(3_600_000);
    expect(store.take('page')).toBeNull();
    expect(await textOf()).toBe('page: second');
  });

  test('is not made anew while nothing changed', async () => {
    await textOf();
    for (let second = 0; second < 30; second += 1) {
      await pass(1_000);
      await textOf();
    }
    expect(makings).toEqual(['page']);
    expect(looks).toBe(31);
  });

  test('is made anew once while many go on getting the last one', async () => {
    await textOf();
    truth = 'second';
    const [slow, finish] = held();
    await pass(1_100);
    const first = store.get('page', slow);
    await settle();
    for (let visitor = 0; visitor < 500; visitor += 1) {
      expect(store.take('page')).toEqual({ text: 'page: first' });
    }
    expect(makings).toEqual(['page', 'slow']);
    finish();
    expect(await first).toEqual({ text: 'page: second' });
    expect(store.take('page')).toEqual({ text: 'page: second' });
  });

  test('is looked after ahead of its time while there are visitors, and nobody waits', async () => {
    await textOf();
    truth = 'second';
    for (let visit = 0; visit < 100; visit += 1) {
      await pass(50);
      expect(store.take('page')).not.toBeNull();
    }
    expect(store.take('page')).toEqual({ text: 'page: second' });
    expect(makings).toHaveLength(2);
    expect(looks).toBeLessThanOrEqual(7);
  });

  test('keeps nobody waiting who comes soon after somebody else, not even who has it made anew', async () => {
    let isSlow = false;
    const slow: Making<Made, string> = {
      ...page(),
      make: (seen) => (isSlow ? new Promise(() => {}) : page().make(seen, null)),
    };
    await store.get('page', slow);
    [isSlow, truth] = [true, 'second'];
    for (let visit = 0; visit < 20; visit += 1) {
      await pass(150);
      let given: Made | undefined;
      void store.get('page', slow).then((made) => (given = made));
      await pass(PATIENCE_MS);
      expect(given, `after ${200 * (visit + 1)} ms`).toEqual({ text: 'page: first' });
    }
  });

  test('is given to who came while it was made for the first time as soon as it is there', async () => {
    const dear = taking(1_500);
    void textOf('page', dear);
    await settle();
    await pass(1_100);
    let given: string | undefined;
    void textOf('page', dear).then((text) => (given = text));
    truth = 'second';
    await pass(400);
    await pass(PATIENCE_MS);
    expect(given).toBe('page: first');
  });

  test('is waited for by all who come at once after a quiet time', async () => {
    await textOf();
    truth = 'second';
    const [slow, finish] = held();
    await pass(5_000);
    const texts = Array.from({ length: 10 }, () => textOf('page', slow));
    await pass(4 * PATIENCE_MS);
    finish();
    expect(new Set(await Promise.all(texts))).toEqual(new Set(['page: second']));
  });

  test('is made at most once a second, whatever changes', async () => {
    const counted = slowed(() => Promise.resolve());
    await store.get('page', counted);
    for (let visit = 0; visit < 400; visit += 1) {
      truth = `change ${visit}`;
      await pass(25);
      void store.get('page', counted);
      await settle();
    }
    expect(begun.length).toBeGreaterThanOrEqual(9);
    for (const [index, at] of begun.slice(1).entries())
      expect(at - begun[index]!).toBeGreaterThanOrEqual(1_000);
  });

  test('is let be for four times as long as it took to make, where that is longer', async () => {
    const dear = taking(500);
    const first = textOf('page', dear);
    await settle();
    await pass(500);
    await first;
    truth = 'second';
    await pass(600);
    void textOf('page', dear);
    await pass(1_399);
    expect([store.take('page'), makings.length]).toEqual([{ text: 'page: first' }, 1]);
    await pass(1);
    await pass(500);
    expect([store.take('page'), makings.length]).toEqual([{ text: 'page: second' }, 2]);
  });

  test('is let be for five seconds at most, however long it took', async () => {
    const dear = taking(6_000);
    for (let visit = 0; visit < 400; visit += 1) {
      truth = `change ${visit}`;
      void textOf('page', dear);
      await settle();
      await pass(50);
    }
    expect(begun.map((at) => at - begun[0]!)).toEqual([0, 11_000]);
  });

  test('is bounded: what nobody asked for the longest time goes', async () => {
    for (const key of ['a', 'b', 'c']) await textOf(key);
    store.take('a');
    await textOf('d');
    expect(['a', 'b', 'c', 'd'].filter((key) => store.take(key) !== null)).toEqual(['a', 'c', 'd']);
  });

  test('is read again after a while where it hangs on the time', async () => {
    const timed = { ...page(), lastsMs: 60_000 };
    await store.get('page', timed);
    await pass(59_000);
    await store.get('page', timed);
    expect(makings).toHaveLength(1);
    await pass(2_000);
    await store.get('page', timed);
    expect(makings).toHaveLength(2);
  });
});

describe('what this process changed itself', () => {
  const prompt = { ...page(), isPrompt: true };

  test('is seen at once where it is cheap', async () => {
    await store.get('page', prompt);
    await pass(5);
    truth = 'second';
    store.noteChange();
    expect(store.take('page')).toBeNull();
    expect(await store.get('page', prompt)).toEqual({ text: 'page: second' });
  });

  test('is seen at once in a crowd, too, if it is rare', async () => {
    for (let purchase = 0; purchase < 50; purchase += 1) store.noteChange();
    await store.get('page', prompt);
    await pass(5);
    truth = 'said by an operator';
    store.noteChange(true);
    expect(await store.get('page', prompt)).toEqual({ text: 'page: said by an operator' });
  });

  test('is seen at once by both of two who change it at the same moment', async () => {
    await store.get('page', prompt);
    await pass(200);
    for (const change of ['second', 'third']) {
      await pass(50);
      truth = change;
      store.noteChange();
      expect(await store.get('page', prompt)).toEqual({ text: `page: ${change}` });
    }
  });

  test('is seen at once, too, where it was made a moment ago and is let be', async () => {
    await store.get('page', prompt);
    await pass(950);
    truth = 'second';
    // Begins to make it anew, and lets it be for the rest of its second.
    await pass(10);
    expect(store.take('page')).toEqual({ text: 'page: first' });
    await pass(5);
    truth = 'third';
    store.noteChange();
    let given: Made | undefined;
    void store.get('page', prompt).then((made) => (given = made));
    await settle();
    expect(given).toEqual({ text: 'page: third' });
  });

  test.each([
    ['in a crowd, where nobody could tell whose is seen', 5, 3],
    ['often', 200, 17],
  ])('is seen after a second like anything else where it comes %s', async (_how, everyMs, most) => {
    await store.get('page', prompt);
    for (let purchase = 0; purchase < 50; purchase += 1) {
      await pass(everyMs);
      truth = `purchase ${purchase}`;
      store.noteChange();
      await Promise.race([store.get('page', prompt), settle()]);
    }
    expect(makings.length).toBeGreaterThan(1);
    expect(makings.length - Math.floor((50 * everyMs) / 1_000)).toBeLessThanOrEqual(most);
    await pass(1_000);
    await pass(1_000);
    expect(await store.get('page', prompt)).toEqual({ text: 'page: purchase 49' });
  });

  test('is seen after a second where it is dear', async () => {
    await textOf('dear');
    await pass(5);
    truth = 'second';
    store.noteChange();
    expect(await textOf('dear')).toBe('dear: first');
    await pass(1_000);
    expect(await textOf('dear')).toBe('dear: second');
  });
});

describe('while the database is away', () => {
  test('the last one is given for ten minutes, and then none', async () => {
    await textOf();
    isAway = true;
    for (let minute = 0; minute < 10; minute += 1) {
      await pass(59_000);
      expect(await textOf()).toBe('page: first');
    }
    await pass(20_000);
    await expect(textOf()).rejects.toThrow('The database is away');
    expect(failures.length).toBeGreaterThan(5);
  });

  test('it is asked once a second, by one, and all others are answered', async () => {
    await textOf();
    isAway = true;
    await pass(5_000);
    await Promise.all(Array.from({ length: 100 }, () => textOf()));
    await pass(500);
    await Promise.all(Array.from({ length: 100 }, () => textOf()));
    expect(looks).toBe(2);
  });

  test('nobody waits longer than a second for a look that hangs', async () => {
    open();
    let hang = false;
    store = openReadyStore({
      everyMs: 1_000,
      most: 3,
      look: () => (hang ? new Promise<string>(() => {}) : Promise.resolve(truth)),
      onFailure: () => {},
      now: () => clock,
      pause: sleep,
    });
    await textOf();
    hang = true;
    await pass(60_000);
    const asked = textOf();
    await pass(1_000);
    expect(await asked).toBe('page: first');
    expect(store.take('page')).toEqual({ text: 'page: first' });
  });

  test('what comes back is seen within a second', async () => {
    await textOf();
    isAway = true;
    await pass(5_000);
    await textOf();
    [isAway, truth] = [false, 'second'];
    await pass(1_000);
    expect(await textOf()).toBe('page: second');
  });
});

describe('what is not to be kept', () => {
  test.each([
    ['a refusal', new Rejection('PACK_NOT_FOUND')],
    ['a page that is none', new NotKept('no page')],
  ])('is made each time: %s', async (_what, error) => {
    const refusing: Making<Made, string> = {
      ...page(),
      make: async () => {
        makings.push('refused');
        throw error;
      },
    };
    await expect(store.get('page', refusing)).rejects.toBe(error);
    expect(store.take('page')).toBeNull();
    await expect(store.get('page', refusing)).rejects.toBe(error);
    expect(makings).toHaveLength(2);
  });

  test('takes the place of what was kept before', async () => {
    await textOf();
    truth = 'second';
    await pass(2_000);
    const gone = { ...page(), make: () => Promise.reject(new Rejection('PACK_NOT_FOUND')) };
    await expect(store.get('page', gone)).rejects.toMatchObject({ code: 'PACK_NOT_FOUND' });
    expect(store.take('page')).toBeNull();
  });

  test('is a fault: the last one is given', async () => {
    await textOf();
    truth = 'second';
    await pass(2_000);
    const broken = { ...page(), make: () => Promise.reject(new Error('A bug')) };
    expect(await store.get('page', broken)).toEqual({ text: 'page: first' });
    expect(failures).toHaveLength(1);
  });

  test('and is tried again a second later, and not by each who comes', async () => {
    await textOf();
    truth = 'second';
    let tries = 0;
    const broken: Making<Made, string> = {
      ...page(),
      make: () => {
        tries += 1;
        return Promise.reject(new Error('A bug'));
      },
    };
    for (let visit = 0; visit < 50; visit += 1) {
      await pass(100);
      const asked = store.get('page', broken);
      await pass(PATIENCE_MS);
      expect(await asked).toEqual({ text: 'page: first' });
    }
    expect(tries).toBeGreaterThan(3);
    expect(tries).toBeLessThan(9);
  });
});

test('where every request looks, every change is seen', async () => {
  open({ everyMs: 0 });
  await textOf();
  for (const change of ['second', 'third']) {
    truth = change;
    clock += 0.01;
    expect(await textOf()).toBe(`page: ${change}`);
  }
});
