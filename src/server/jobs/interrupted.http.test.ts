// Tests that a stopping process finishes the item on which a job is working, and starts no other item. Another process
// then continues the job.
import { expect, test, vi } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { forEachPayment } from '../card-payments/payment-run.ts';
import type { CardProvider } from '../runtime/card-provider.ts';
import type { Payment } from '../runtime/context.ts';
import { runJob } from './run-job.ts';
import type { JobName } from './table.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' });

test.each<JobName>(['forget-keys', 'forget-quotes', 'reconcile-disputes'])(
  'stopping a shop does not wait for everything that %s has left to do',
  async (name) => {
    const listNewestDisputes = async () => [{ intentId: 'pi_of_somebody' }];
    const cardProvider = { listNewestDisputes } as unknown as CardProvider;
    const run = runJob({ ...shop.context, cardProvider }, name, AbortSignal.abort());
    await expect(run).rejects.toThrow('aborted');
  },
);

test('stopping a shop waits for the payment in progress, and for no other', async () => {
  const stopping = new AbortController();
  const confirm = vi.fn<() => Promise<void>>(async () => stopping.abort());
  const cardProvider = {} as CardProvider;
  const payments = ['one', 'other'].map((id) => ({ id }) as Payment);
  const run = forEachPayment(
    { ...shop.context, cardProvider },
    stopping.signal,
    async () => payments,
    confirm,
  );
  await expect(run).rejects.toThrow('aborted');
  expect(confirm).toHaveBeenCalledTimes(1);
});
