import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { onForbidden } from './forbidden.ts';

test('a listener hears of calls that were refused for lack of a right, and of no other refusal', async () => {
  const queries = new QueryClient();
  const heard = vi.fn<() => void>();
  const stop = onForbidden(queries, heard);
  const refused = (code: string) => () =>
    Promise.reject(new ApiError({ type: 'permission_error', status: 403, code }));
  const ask = (code: string) =>
    queries.prefetchQuery({ queryKey: [code], queryFn: refused(code), retry: false });
  await ask('ACCOUNT_PAUSED');
  expect(heard).not.toHaveBeenCalled();
  await ask('FORBIDDEN');
  expect(heard).toHaveBeenCalledTimes(1);
  const act = new MutationObserver(queries, { mutationFn: refused('FORBIDDEN') });
  await act.mutate().catch(() => {});
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
  await ask('FORBIDDEN');
  expect(heard).toHaveBeenCalledTimes(2);
});
