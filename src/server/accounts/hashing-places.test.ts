import { describe, expect, test } from 'vitest';
import { shareHashingPlaces, type Asker } from './hashing-places.ts';

const LIMITS = { running: 2, waiting: 6, waitMs: 60_000, ofAccount: 3, ofNetwork: 5 };

/** Makes a queue whose work ends only when the test ends it. */
function turns() {
  const inTurn = shareHashingPlaces(LIMITS);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const enter = (name: string, asker: Asker | null) => {
    void inTurn(asker, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }).catch((error: { code: string }) => refused.push(`${name} ${error.code}`));
  };
  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
  /** Ends the work that has been running longest. Repeats this `times` times. */
  const end = async (times = 1) => {
    for (let count = 0; count < times; count += 1) {
      ends.shift()!();
      await nextTurn();
    }
  };
  return { begun, refused, enter, end, nextTurn };
}

const of = (network: string, account: string): Asker => ({ network, account });

describe('a waiting hash', () => {
  test('runs in the order of arrival, so many at once', async () => {
    const { begun, enter, end, nextTurn } = turns();
    for (const name of ['a', 'b', 'c', 'd']) enter(name, of(name, name));
    await nextTurn();
    expect(begun).toEqual(['a', 'b']);
    await end(2);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  test('goes before others of a network that already has one running', async () => {
    const { begun, enter, end, nextTurn } = turns();
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, of('a', name));
    enter('b1', of('b', 'b1'));
    await nextTurn();
    await end();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('goes before others of an account that already has one running', async () => {
    const { begun, enter, end, nextTurn } = turns();
    for (const name of ['a1', 'a2', 'a3']) enter(name, of('a', 'a'));
    enter('other', of('a', 'other'));
    await nextTurn();
    await end();
    expect(begun).toEqual(['a1', 'a2', 'other']);
  });

  test('is refused if its account, or its network, has too many waiting', async () => {
    const { refused, enter, nextTurn } = turns();
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(name, of('n', 'a'));
    for (const name of ['b', 'c', 'd']) enter(name, of('n', name));
    await nextTurn();
    expect(refused).toEqual(['a4 RATE_LIMITED', 'd RATE_LIMITED']);
  });

  test('gets a place when all are taken: the newest of the busiest network is dropped', async () => {
    const { begun, refused, enter, end, nextTurn } = turns();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) enter(name, of('a', name));
    for (const name of ['b1', 'b2', 'b3']) enter(name, of('b', name));
    enter('c', of('c', 'c'));
    await nextTurn();
    expect(refused).toEqual(['a5 UNAVAILABLE']);
    await end();
    expect(begun.at(-1)).toBe('b1');
    await end(5);
    expect(begun).toContain('c');
  });

  test('is refused when all places are taken and no network has more', async () => {
    const { refused, enter, nextTurn } = turns();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) enter(name, of(name, name));
    await nextTurn();
    expect(refused).toEqual(['i UNAVAILABLE']);
  });

  test('gets the place of one that failed', async () => {
    const inTurn = shareHashingPlaces({ ...LIMITS, running: 1 });
    const failing = inTurn(of('a', 'a'), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await inTurn(of('a', 'a'), async () => 'done')).toBe('done');
  });

  test('is treated like all others if nobody is counted', async () => {
    const { begun, refused, enter, end, nextTurn } = turns();
    for (let count = 0; count < 9; count += 1) enter(String(count), null);
    await nextTurn();
    expect(refused).toEqual(['8 UNAVAILABLE']);
    await end(6);
    expect(begun).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  });
});
