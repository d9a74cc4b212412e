import { amount } from '#contract/amounts.ts';
import { endpoint } from '#contract/endpoint.ts';
import { optionalWholeNumber } from '#contract/paging.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, expectTypeOf, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { toCents } from '#domain/money.ts';
import {
  ensure,
  forgetPerson,
  forgetWork,
  known,
  lateRow,
  note,
  prepare,
  question,
  refresh,
  onReply,
  type Askable,
  type Asker,
} from './ask.ts';
import type { Call } from './call.ts';

const showPrice = endpoint({
  method: 'GET',
  path: '/prices/{id}',
  summary: 'A price.',
  audience: 'anyone',
  repeat: 'none',
  reads: ['catalogue'],
  params: z.object({ id: z.string() }),
  query: z.object({ days: optionalWholeNumber('days', 1, 9) }),
  reply: z.object({ price: amount }),
  rejections: [],
});

const showPurse = endpoint({
  method: 'GET',
  path: '/purse',
  summary: 'A purse.',
  audience: 'user',
  repeat: 'none',
  reads: ['balance'],
  reply: z.object({ price: amount }),
  rejections: [],
});

/** A query that also changes data: it may confirm the payment, which moves money. */
const showPayment = endpoint({
  method: 'GET',
  path: '/payments/{id}',
  summary: 'A payment.',
  audience: 'user',
  repeat: 'natural',
  reads: ['packs'],
  changes: ['balance', 'packs'],
  params: z.object({ id: z.string() }),
  reply: z.object({ isPaid: z.boolean(), at: z.date() }),
  rejections: [],
});

const latePrice = lateRow<typeof showPrice>(
  { method: 'GET', path: '/prices/{id}', audience: 'anyone', reads: ['catalogue'] },
  () => Promise.resolve(showPrice),
);

const FIVE = { price: toCents(500) };
const SIX = { price: toCents(600) };

function visit(...replies: unknown[]): Asker & { asked: ReturnType<typeof vi.fn> } {
  const asked = vi.fn<(...given: unknown[]) => Promise<unknown>>();
  for (const reply of replies) asked.mockResolvedValueOnce(reply);
  return { queryClient: new QueryClient(), call: asked as unknown as Call, asked };
}

test('a response is cached by its endpoint and input, whether the endpoint loaded late or not', async () => {
  const asker = visit(FIVE, SIX);
  expect(await ensure(asker, latePrice, { id: 'a' })).toEqual(FIVE);
  expect(await ensure(asker, showPrice, { id: 'b' })).toEqual(SIX);
  expect(known(asker.queryClient, showPrice, { id: 'a' })?.reply).toEqual(FIVE);
  expect(known(asker.queryClient, latePrice, { id: 'b', days: undefined })?.reply).toEqual(SIX);
  expect(known(asker.queryClient, showPrice, { id: 'a', days: 3 })).toBeNull();
});

test('a fresh response is not requested again', async () => {
  const asker = visit(FIVE);
  await prepare(asker, latePrice, { id: 'a' }, { staleTime: 60_000 });
  await vi.waitFor(() => expect(known(asker.queryClient, latePrice, { id: 'a' })).not.toBeNull());
  await ensure(asker, latePrice, { id: 'a' }, { staleTime: 60_000 });
  expect(asker.asked).toHaveBeenCalledOnce();
});

test('signing out removes a user’s data, and the prices stay', () => {
  const { queryClient } = visit();
  note(queryClient, showPurse, {}, FIVE);
  note(queryClient, showPrice, { id: 'a' }, SIX);
  forgetPerson(queryClient);
  expect(known(queryClient, showPurse, {})).toBeNull();
  expect(known(queryClient, showPrice, { id: 'a' })?.reply).toEqual(SIX);
});

test('losing a right removes what operators see, and the user’s own data stays', () => {
  const { queryClient } = visit();
  note(queryClient, showPurse, {}, FIVE);
  note(queryClient, { ...showPurse, path: '/admin/purses', audience: 'money' }, {}, SIX);
  forgetWork(queryClient);
  expect(known(queryClient, showPurse, {})?.reply).toEqual(FIVE);
  expect(known(queryClient, { ...showPurse, path: '/admin/purses' }, {})).toBeNull();
});

test('a listener gets every response of the shop, and no other', async () => {
  const asker = visit(SIX);
  const heard = vi.fn<() => void>();
  onReply(asker.queryClient, heard);
  note(asker.queryClient, showPurse, {}, FIVE);
  expect(heard).not.toHaveBeenCalled();
  await ensure(asker, showPrice, { id: 'a' });
  expect(heard).toHaveBeenCalledTimes(1);
});

/** Observes an endpoint, like a page that shows the endpoint's response. Returns a function that stops observing. */
function poll<Row extends Askable>({ queryClient, call: by }: Asker, row: Row, input: object) {
  return new QueryObserver(queryClient, question<Row>(row, input as never, {}, by)).subscribe(
    () => {},
  );
}

const paid = (isPaid: boolean) => ({ isPaid, at: new Date(0) });

test('the page’s data is refetched after a query that moved money', async () => {
  const asker = visit(FIVE, paid(true), SIX);
  const leave = poll(asker, showPurse, {});
  await vi.waitFor(() => expect(known(asker.queryClient, showPurse, {})?.reply).toEqual(FIVE));
  await ensure(asker, showPayment, { id: 'a' });
  await vi.waitFor(() => expect(known(asker.queryClient, showPurse, {})?.reply).toEqual(SIX));
  leave();
});

test('a response without news moved nothing, and a query does not trigger itself', async () => {
  const asker = visit(paid(false), paid(false), paid(true));
  const leave = poll(asker, showPayment, { id: 'a' });
  await vi.waitFor(() =>
    expect(known(asker.queryClient, showPayment, { id: 'a' })?.reply).toEqual(paid(false)),
  );
  const leavePurse = poll({ ...asker, call: visit(FIVE, SIX).call }, showPurse, {});
  await vi.waitFor(() => expect(known(asker.queryClient, showPurse, {})?.reply).toEqual(FIVE));
  await asker.queryClient.refetchQueries({
    predicate: ({ meta }) => meta!['changes'] !== undefined,
  });
  expect(known(asker.queryClient, showPurse, {})?.reply).toEqual(FIVE);
  await asker.queryClient.refetchQueries({
    predicate: ({ meta }) => meta!['changes'] !== undefined,
  });
  await vi.waitFor(() => expect(known(asker.queryClient, showPurse, {})?.reply).toEqual(SIX));
  expect(asker.asked).toHaveBeenCalledTimes(3);
  leave();
  leavePurse();
});

test.each([
  ['a page that shows it', (asker: Asker) => void poll(asker, showPurse, {})],
  ['a page on its way', (asker: Asker) => void prepare(asker, showPurse, {})],
])('a first response that is older than a change is not cached for %s', async (_case, begin) => {
  const asker = visit();
  const old = Promise.withResolvers<unknown>();
  asker.asked.mockReturnValueOnce(old.promise).mockResolvedValueOnce(SIX);
  begin(asker);
  await vi.waitFor(() => expect(asker.asked).toHaveBeenCalledOnce());
  const waiting = ensure(asker, showPurse, {});
  await refresh(asker.queryClient, ['balance']);
  old.resolve(FIVE);
  expect(await waiting).toEqual(SIX);
  expect(known(asker.queryClient, showPurse, {})?.reply).toEqual(SIX);
});

test('responses have the type of the endpoint, and wrong input does not compile', () => {
  const asker = visit(FIVE, FIVE);
  expectTypeOf(ensure(asker, latePrice, { id: 'a' })).resolves.toEqualTypeOf<typeof FIVE>();
  // @ts-expect-error -- `days` is a number.
  void ensure(asker, showPrice, { id: 'a', days: 'three' });
  lateRow<typeof showPrice>(
    // @ts-expect-error -- The endpoint reads other subjects.
    { method: 'GET', path: '/prices/{id}', audience: 'anyone', reads: ['balance'] },
    () => Promise.resolve(showPrice),
  );
});
