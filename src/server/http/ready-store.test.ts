// What is kept ready, by a clock that the test holds.
import { beforeEach, describe, expect, test } from 'vitest';
import { Rejection } from '#domain/rejection.ts';
import { NotKept, openReadyStore, SILENT_MS, type Making, type ReadyStore } from './ready-store.ts';

let clock: number;
/** What the database says. */
let truth: string;
let isAway: boolean;
/** It answers nothing any more. */
let isSilent: boolean;
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
      if (isSilent) await new Promise(() => {});
      return truth;
    },
    onFailure: (error) => failures.push(error),
    now: () => clock,
    pause: sleep,
    ...options,
  });
}

beforeEach(() => {
  [clock, truth, isAway, isSilent, looks] = [100_000, 'first', false, false, 0];
  [makings, begun, failures, sleepers] = [[], [], [], []];
  open();
});

type Made = { text: string };

const page = (name = 'page'): Making<Made, string> => ({
  make: async ({ seen }) => {
    makings.push(name);
    await Promise.resolve();
    return { text: `${name}: ${seen}` };
  },
  isStill: ({ text }, { seen }) => text === `${name}: ${seen}`,
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
  make: async ({ seen }) => {
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

  test('is as new as a second ago wherever visitors are few, though others are looked for meanwhile', async () => {
    await textOf('other');
    await pass(100);
    truth = 'second';
    await pass(750);
    await textOf();
    await pass(150);
    await textOf('other');
    await pass(200);
    expect(await textOf()).toBe('page: second');
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
    expect(looks).toBeLessThanOrEqual(31);
  });

  test('is made anew once, ahead of its time, while many go on getting the last one', async () => {
    const [slow, finish] = held();
    let isSlow = false;
    const making: Making<Made, string> = {
      ...page(),
      make: (look, before) => (isSlow ? slow : page()).make(look, before),
    };
    await store.get('page', making);
    [truth, isSlow] = ['second', true];
    await pass(950);
    for (let visitor = 0; visitor < 500; visitor += 1) {
      expect(store.take('page')).toEqual({ text: 'page: first' });
    }
    await settle();
    expect(makings).toEqual(['page', 'slow']);
    finish();
    await settle();
    expect(store.take('page')).toEqual({ text: 'page: second' });
  });

  test('is waited for by all who come when its time has passed, and made once for them', async () => {
    await textOf();
    truth = 'second';
    const [slow, finish] = held();
    await pass(1_100);
    const visits = Array.from({ length: 500 }, () => textOf('page', slow));
    await pass(SILENT_MS);
    await pass(SILENT_MS);
    finish();
    expect(new Set(await Promise.all(visits))).toEqual(new Set(['page: second']));
    expect(makings).toEqual(['page', 'slow']);
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

  test('is given to who came within a second of when its first making began as soon as it is there', async () => {
    const dear = taking(1_500);
    void textOf('page', dear);
    await settle();
    await pass(900);
    const soon = textOf('page', dear);
    await pass(200);
    const late = textOf('page', dear);
    truth = 'second';
    await pass(400);
    expect(await soon).toBe('page: first');
    await pass(1_500);
    expect(await late).toBe('page: second');
  });

  test('is made about once a second, whatever changes', async () => {
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
      expect(at - begun[index]!).toBeGreaterThanOrEqual(900);
  });

  test('is begun earlier where it takes longer, so that nobody waits for it', async () => {
    const dear = taking(150);
    void textOf('page', dear);
    await settle();
    await pass(150);
    truth = 'second';
    for (let visit = 0; visit < 100; visit += 1) {
      await pass(50);
      expect(store.take('page')).not.toBeNull();
    }
    expect(store.take('page')).toEqual({ text: 'page: second' });
  });

  test('leaves the machine time for others between two makings, where visitors would be waiting for most of them', async () => {
    const dear = taking(290);
    for (let visit = 0; visit < 400; visit += 1) {
      truth = `change ${visit}`;
      void textOf('page', dear);
      await settle();
      await pass(50);
    }
    for (const [index, at] of begun.slice(1).entries())
      expect(at - begun[index]!).toBeGreaterThanOrEqual(700);
  });

  test.each([0, 20, 290, 900, 2_500])(
    'is never older than a second, whoever asks, when, and however often it changes: made in %i ms',
    async (milliseconds) => {
      const versions: number[] = [];
      const shelf: Making<Made, string> = {
        make: async ({ at, seen }) => {
          await sleep(milliseconds / 2);
          const row = await store.getCurrent('row', rowOf, at);
          await sleep(milliseconds / 2);
          return { text: `${seen} ${row.text}` };
        },
        isStill: async ({ text }, { at, seen }) =>
          text === `${seen} ${(await store.getCurrent('row', rowOf, at)).text}`,
      };
      const rowOf = { ...page('row'), make: slowed(() => sleep(milliseconds)).make };
      const change = () => {
        versions.push(clock);
        truth = String(versions.length - 1);
      };
      change();
      const wrong: string[] = [];
      let given = 0;
      const visit = async () => {
        const askedAt = clock;
        for (const word of (await store.get('page', shelf)).text.match(/\d+/g)!) {
          const next = versions[Number(word) + 1];
          if (next !== undefined && next <= askedAt - 1_000)
            wrong.push(`${word}, which was changed at ${next}, to who asked at ${askedAt}`);
        }
        given += 1;
      };
      for (let step = 0; step < 2_000; step += 1) {
        if (step % 7 === 0) change();
        // Now a crowd, now nobody for a while.
        if (step % 400 < 300) void visit();
        await pass(step % 3 === 0 ? 10 : 35);
      }
      for (let step = 0; step < 20; step += 1) await pass(1_000);
      expect(wrong).toEqual([]);
      expect(given).toBe(1_500);
    },
  );

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

  test('is seen at once, too, where it is being made anew at that moment', async () => {
    const [slow, finish] = held();
    await store.get('page', prompt);
    truth = 'second';
    await pass(1_000);
    void store.get('page', { ...prompt, make: slow.make });
    await settle();
    truth = 'third';
    await pass(5);
    store.noteChange();
    const given = store.get('page', prompt);
    finish();
    expect(await given).toEqual({ text: 'page: third' });
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

  test('nobody waits for long for a look that hangs, and who comes later not at all', async () => {
    let hang = false;
    store = openReadyStore({
      everyMs: 1_000,
      most: 3,
      look: () => {
        looks += 1;
        return hang ? new Promise<string>(() => {}) : Promise.resolve(truth);
      },
      onFailure: () => {},
      now: () => clock,
      pause: sleep,
    });
    await textOf();
    hang = true;
    await pass(60_000);
    const asked = textOf();
    await pass(SILENT_MS);
    expect(await asked).toBe('page: first');
    for (let visit = 0; visit < 50; visit += 1) {
      await pass(100);
      expect(store.take('page')).toEqual({ text: 'page: first' });
    }
    expect(looks).toBe(2);
  });

  test('nobody waits for long for what is being made when it goes silent', async () => {
    const [hanging] = held();
    await textOf();
    truth = 'second';
    await pass(1_100);
    const asked = textOf('page', hanging);
    await settle();
    isSilent = true;
    await pass(SILENT_MS);
    await pass(SILENT_MS);
    expect(await asked).toBe('page: first');
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
    let [isBroken, tries] = [false, 0];
    const making: Making<Made, string> = {
      ...page(),
      make: (look, before) => {
        if (!isBroken) return page().make(look, before);
        tries += 1;
        return Promise.reject(new Error('A bug'));
      },
    };
    await store.get('page', making);
    [isBroken, truth] = [true, 'second'];
    for (let visit = 0; visit < 50; visit += 1) {
      await pass(100);
      expect(await store.get('page', making)).toEqual({ text: 'page: first' });
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
