import { expect, test } from 'vitest';
import type { Context } from '../runtime/context.ts';
import { forEachUser } from './expiry-run.ts';

const told: object[] = [];
const context = { log: { error: (facts: object) => told.push(facts) } } as unknown as Context;
const users = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((userId) => ({ userId, cards: 10 }));

test('a run continues with users who have more cards, and reaches everybody', async () => {
  const asked: Record<string, number> = {};
  const run = await forEachUser(context, users, { cardsMax: 1_000 }, async (_context, userId) => {
    asked[userId] = (asked[userId] ?? 0) + 1;
    return { done: 5, mayBeMore: asked[userId] < 2 };
  });
  expect(run).toEqual({ done: 80, failed: 0 });
  expect(asked).toEqual(Object.fromEntries(users.map(({ userId }) => [userId, 2])));
});

test('a run ends after its limit; the next run does the rest', async () => {
  const run = await forEachUser(context, users, { cardsMax: 25 }, async () => ({
    done: 10,
    mayBeMore: false,
  }));
  expect(run.done).toBeGreaterThanOrEqual(25);
  // Users whose processing has begun are still finished. At most as many users as run concurrently are in that state.
  expect(run.done).toBeLessThan(80);
});

test('a fault stops nobody else, and counts the remaining cards', async () => {
  let turn = 0;
  const run = await forEachUser(context, users, { cardsMax: 1_000 }, async (_context, userId) => {
    if (userId !== 'c') return { done: 10, mayBeMore: false };
    turn += 1;
    if (turn === 1) return { done: 4, mayBeMore: true };
    throw new Error('for a test');
  });
  expect(run).toEqual({ done: 74, failed: 6 });
  expect(told).toMatchObject([{ userId: 'c' }]);
});

test('an interrupted run begins with no further user', async () => {
  const stopping = new AbortController();
  const seen: string[] = [];
  const options = { cardsMax: 1_000, signal: stopping.signal };
  const run = await forEachUser(context, users, options, async (_context, userId) => {
    seen.push(userId);
    stopping.abort();
    return { done: 10, mayBeMore: true };
  });
  expect(run).toEqual({ done: seen.length * 10, failed: 0 });
  expect(seen.length).toBeLessThan(users.length);
});
